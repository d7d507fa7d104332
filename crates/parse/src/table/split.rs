//! Parts a grid that is several tables: side by side under years that come again, or below each other with a title
//! beside the same years.

use std::ops::Range;

use doc::{Cell, Rect, TableMethod};

use super::{
    PageTable,
    figure::{Kind, kind_of},
};

/// As many years that come again are another table's header.
const YEARS_MIN: usize = 2;

/// The tables that this grid consists of, from left to right and from top to bottom; itself when it is one.
pub fn split(table: PageTable) -> Vec<PageTable> {
    let Some(header) = year_rows(&table).next() else { return vec![table] };
    let column_cuts = column_cuts(&table, header);
    let columns: Vec<Range<usize>> = ranges(&column_cuts, table.columns);
    let mut parts = Vec::new();
    for range in columns {
        let part = part_of(&table, 0..table.row_boxes.len(), range);
        let row_cuts = row_cuts(&part);
        let rows = ranges(&row_cuts, part.row_boxes.len());
        if rows.len() == 1 {
            parts.push(part);
        } else {
            parts.extend(rows.into_iter().map(|rows| part_of(&part, rows, 0..part.columns)));
        }
    }
    if parts.len() == 1 { vec![table] } else { parts }
}

fn ranges(cuts: &[usize], end: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain(std::iter::once(end));
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

/// The cells of a row that hold something.
fn written(table: &PageTable, row: usize) -> impl Iterator<Item = &Cell> {
    table.cells.iter().filter(move |cell| cell.row == row && !cell.text.is_empty())
}

/// Rows of at least two years and no figure.
fn year_rows(table: &PageTable) -> impl Iterator<Item = usize> {
    (0..table.row_boxes.len()).filter(|row| {
        let kinds: Vec<Kind> = written(table, *row).map(|cell| kind_of(&cell.text)).collect();
        kinds.iter().filter(|kind| **kind == Kind::Period).count() >= YEARS_MIN && !kinds.contains(&Kind::Figure)
    })
}

/// Columns with a title between two equal sequences of years, that no cell reaches across.
fn column_cuts(table: &PageTable, header: usize) -> Vec<usize> {
    let cells: Vec<(&Cell, Kind)> = written(table, header).map(|cell| (cell, kind_of(&cell.text))).collect();
    let sequences: Vec<&[(&Cell, Kind)]> = cells.chunk_by(|_, next| next.1 == Kind::Period).collect();
    let years = |sequence: &[(&Cell, Kind)]| -> Vec<String> {
        sequence.iter().filter(|(_, kind)| *kind == Kind::Period).map(|(cell, _)| cell.text.clone()).collect()
    };
    let first = sequences.first().map(|sequence| years(sequence)).unwrap_or_default();
    let again = sequences.iter().skip(1).filter(|sequence| first.len() >= YEARS_MIN && years(sequence) == first);
    let cuts: Vec<usize> = again.map(|sequence| sequence[0].0.col).collect();
    let across = |cut: usize| {
        table.cells.iter().any(|cell| !cell.text.is_empty() && cell.col < cut && cell.col + cell.col_span > cut)
    };
    if cuts.iter().any(|cut| across(*cut)) { Vec::new() } else { cuts }
}

/// Rows with another title before the years of the first header.
fn row_cuts(table: &PageTable) -> Vec<usize> {
    let rows: Vec<usize> = year_rows(table).collect();
    let texts = |row: usize| -> Vec<&str> { written(table, row).map(|cell| cell.text.as_str()).collect() };
    let Some(first) = rows.first().map(|row| texts(*row)) else { return Vec::new() };
    let titled = |row: &usize| {
        let own = texts(*row);
        let has_title =
            written(table, *row).next().is_some_and(|cell| cell.col == 0 && kind_of(&cell.text) == Kind::Words);
        has_title && own.first() != first.first() && own.get(1..) == first.get(1..)
    };
    let titled_above = |row: &usize| {
        let above: Vec<&Cell> = written(table, row - 1).collect();
        table.method != TableMethod::Ruled
            && texts(*row) == first
            && matches!(above.as_slice(), [cell] if cell.col == 0)
    };
    let later = || rows.iter().skip(1).copied();
    let mut cuts: Vec<usize> = later().filter(titled).chain(later().filter(titled_above).map(|row| row - 1)).collect();
    cuts.sort_unstable();
    cuts
}

/// What of a cell lies in these rows and columns; its text stays with its first place.
fn clipped(cell: &Cell, rows: &Range<usize>, columns: &Range<usize>) -> Option<Cell> {
    let (row, end_row) = (cell.row.max(rows.start), (cell.row + cell.row_span).min(rows.end));
    let (col, end_col) = (cell.col.max(columns.start), (cell.col + cell.col_span).min(columns.end));
    let begins = row == cell.row && col == cell.col;
    (row < end_row && col < end_col).then(|| Cell {
        row: row - rows.start,
        col: col - columns.start,
        row_span: end_row - row,
        col_span: end_col - col,
        text: if begins { cell.text.clone() } else { String::new() },
        ..*cell
    })
}

/// The rows and columns of a table as one of its own, without empty rows and columns at its ends.
fn part_of(table: &PageTable, rows: Range<usize>, columns: Range<usize>) -> PageTable {
    let inside = |cell: &&Cell| rows.contains(&cell.row) && columns.contains(&cell.col);
    let full: Vec<&Cell> = table.cells.iter().filter(inside).filter(|cell| !cell.text.is_empty()).collect();
    let span = |first: Option<usize>, end: Option<usize>, all: &Range<usize>| match (first, end) {
        (Some(first), Some(end)) => first..end.min(all.end),
        _ => all.clone(),
    };
    let ends = |start: fn(&Cell) -> usize, end: fn(&Cell) -> usize, all: &Range<usize>| {
        span(full.iter().map(|cell| start(cell)).min(), full.iter().map(|cell| end(cell)).max(), all)
    };
    let rows = ends(|cell| cell.row, |cell| cell.row + cell.row_span, &rows);
    let columns = ends(|cell| cell.col, |cell| cell.col + cell.col_span, &columns);
    let cells: Vec<Cell> = table.cells.iter().filter_map(|cell| clipped(cell, &rows, &columns)).collect();
    let column_edges = table.column_edges[columns.start..=columns.end].to_vec();
    let (x0, x1) = (column_edges[0], column_edges[columns.len()]);
    let row_boxes: Vec<Rect> = table.row_boxes[rows.clone()].iter().map(|row| Rect { x0, x1, ..*row }).collect();
    PageTable {
        bbox: Rect::around(&row_boxes).unwrap_or_default(),
        columns: columns.len(),
        header_rows: super::header::header_rows(&cells, rows.len(), columns.len()),
        open_top: table.open_top && rows.start == 0,
        open_bottom: table.open_bottom && rows.end == table.row_boxes.len(),
        unfinished: Vec::new(),
        column_edges,
        row_boxes,
        cells,
        method: table.method,
    }
}
