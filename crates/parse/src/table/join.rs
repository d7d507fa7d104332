//! Joins the parts of tables that cross pages.
//!
//! Two parts are one table when the first ends its page, the second begins the next one, and they stand between the
//! same edges. Header rows that are printed again go; a row that the page break cuts is put together.

use doc::{Cell, Rect, Table, TableMethod, TableRow, text::squeeze};

use super::{
    PagePart,
    figure::{Kind, kind_of},
    header::header_rows,
};
use crate::line::push_wrapped;

/// Edges of two pages nearer than this are the same, points.
const EDGE_SNAP: f32 = 4.0;
/// A table whose columns are as wide on the next page may be moved sideways up to this (odd and even pages), points.
const SHIFT_MAX: f32 = 60.0;
/// A table ends its page when less than this share of the page's height is left free below it.
const BOTTOM_FREE_SHARE: f32 = 0.16;
/// Margin at the page's foot in which no table stands, as a share of its height.
const FOOT_SHARE: f32 = 0.07;
/// Share of a page's height at either end that holds no more than a running line.
const HEAD_SHARE: f32 = 0.1;
/// Header rows that may be printed again.
const REPEATED_ROWS_MAX: usize = 6;
/// Digits of a number that two rows do not share by chance.
const DOUBLED_DIGITS_MIN: usize = 4;
/// Longest rest of a label that is no label by itself, characters.
const LABEL_TAIL_MAX: usize = 2;
/// Longest rest of a number that a page break cuts off, characters.
const CUT_DIGITS_MAX: usize = 4;

/// The tables of a document in order; section, caption and unit are left empty.
///
/// Parts come in page order, those of a page in reading order.
pub fn join(parts: Vec<PagePart>) -> Vec<Table> {
    let mut chains: Vec<Chain> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for part in alone_marked(parts) {
        open.retain(|chain| chains[*chain].last.page.0 + 1 >= part.page.0);
        let continued = open.iter().find_map(|chain| Some((*chain, chains[*chain].common_edges(&part)?)));
        match continued {
            Some((chain, edges)) => chains[chain].append(part, &edges),
            None => {
                open.push(chains.len());
                chains.push(Chain::start(part));
            }
        }
    }
    chains.into_iter().map(Chain::finish).collect()
}

/// A table above or below on the same page parts like text does.
fn alone_marked(mut parts: Vec<PagePart>) -> Vec<PagePart> {
    for page in parts.chunk_by_mut(|a, b| a.page == b.page) {
        let boxes: Vec<Rect> = page.iter().map(|part| part.table.bbox).collect();
        for part in page {
            let own = part.table.bbox;
            let over = |other: &&Rect| other.x0 < own.x1 - EDGE_SNAP && other.x1 > own.x0 + EDGE_SNAP;
            part.text_above |= boxes.iter().filter(over).any(|other| other.y1 <= own.y0 + EDGE_SNAP);
            part.text_below |= boxes.iter().filter(over).any(|other| other.y0 >= own.y1 - EDGE_SNAP);
        }
    }
    parts
}

/// A table as far as it was read.
struct Chain {
    table: Table,
    edges: Vec<f32>,
    /// The part read last, without its cells.
    last: PagePart,
}

/// The edges of a joined table and how far the next part is moved against them.
struct CommonEdges {
    edges: Vec<f32>,
    shift: f32,
}

impl Chain {
    fn start(mut part: PagePart) -> Self {
        let table = Table {
            caption: String::new(),
            unit: String::new(),
            section: None,
            columns: part.table.columns,
            header_rows: std::mem::take(&mut part.table.header_rows),
            rows: part.table.row_boxes.iter().map(|bbox| TableRow { page: part.page, bbox: *bbox }).collect(),
            cells: std::mem::take(&mut part.table.cells),
            parts: vec![(part.page, part.table.bbox)],
            method: part.table.method,
        };
        Self { table, edges: part.table.column_edges.clone(), last: part }
    }

    /// The edges of the joined table, if this part goes on with it.
    fn common_edges(&self, part: &PagePart) -> Option<CommonEdges> {
        let last = &self.last;
        let adjacent = last.page.0 + 1 == part.page.0 && !last.has_text_below() && !part.has_text_above();
        if !adjacent {
            return None;
        }
        let common = common_edges(&self.edges, &part.table.column_edges)?;
        let same_columns =
            common.edges.len() == self.edges.len() && common.edges.len() == part.table.column_edges.len();
        let repeats = self.repeated_rows(part) > 0;
        // A header half-way may merge columns; one that parts them otherwise begins another table.
        let new_edges = common.edges.len() > self.edges.len();
        let other_header = new_edges && !repeats && !part.table.header_rows.is_empty();
        let starts_anew =
            other_header || !same_columns && part.starts_with_title() || !repeats && self.has_own_header(part);
        ((self.ends_page(part) || repeats) && !starts_anew).then_some(common)
    }

    /// Does the part begin with a header that has a label, as the table itself has (`项目`)? One half-way has none.
    fn has_own_header(&self, part: &PagePart) -> bool {
        let label = |cells: &[Cell], row: usize| {
            let cell = cells.iter().find(|cell| cell.row == row && cell.col == 0);
            cell.map(|cell| squeeze(&cell.text)).unwrap_or_default()
        };
        let first = self.table.header_rows.first().map(|row| label(&self.table.cells, *row)).unwrap_or_default();
        let own = label(&part.table.cells, 0);
        let drawn = part.table.method == TableMethod::Ruled;
        part.table.header_rows.first() == Some(&0) && !own.is_empty() && (own == first || !drawn)
    }

    /// Is what is free below the last part too little for the next row?
    fn ends_page(&self, part: &PagePart) -> bool {
        let last = &self.last;
        let free = last.page_height * (1.0 - FOOT_SHARE) - last.table.bbox.y1;
        let next_row = part.table.row_boxes.first().map_or(0.0, |row| row.height());
        free < (last.page_height * BOTTOM_FREE_SHARE).max(next_row)
    }

    /// How many rows at the top of the part are this table's first rows printed again, up to its header rows.
    fn repeated_rows(&self, part: &PagePart) -> usize {
        let own = self.table.header_rows.iter().copied().take(REPEATED_ROWS_MAX);
        let top =
            own.enumerate().take_while(|(index, row)| row - index == self.table.header_rows[0]).map(|(_, row)| row);
        let Some(end) = top.last().map(|last| last + 1) else { return 0 };
        let first = self.table.header_rows[0];
        // A title above the header may be printed again too, or not.
        for start in [0, first] {
            let same =
                (start..end).all(|row| row_text(&self.table.cells, row) == row_text(&part.table.cells, row - start));
            if same && part.table.row_boxes.len() > end - start {
                return end - start;
            }
        }
        0
    }

    fn append(&mut self, mut part: PagePart, common: &CommonEdges) {
        let dropped = self.repeated_rows(&part);
        let old: Vec<usize> = self.edges.iter().map(|edge| nearest(&common.edges, *edge)).collect();
        self.table.cells.iter_mut().for_each(|cell| remap(cell, &old));
        let new: Vec<usize> =
            part.table.column_edges.iter().map(|edge| nearest(&common.edges, edge + common.shift)).collect();
        let mut cells = std::mem::take(&mut part.table.cells);
        cells.retain(|cell| cell.row + cell.row_span > dropped);
        for cell in &mut cells {
            remap(cell, &new);
            let cut = dropped.saturating_sub(cell.row);
            cell.row = cell.row.saturating_sub(dropped);
            cell.row_span -= cut;
        }
        self.edges.clone_from(&common.edges);
        self.table.columns = common.edges.len() - 1;
        let mut rows = part.table.row_boxes[dropped..].to_vec();
        if self.is_doubled(&cells) {
            cells.retain(|cell| cell.row > 0);
            cells.iter_mut().for_each(|cell| cell.row -= 1);
            rows.remove(0);
        } else if self.is_cut(&cells, &part) {
            self.complete_last_row(&mut cells);
            rows.remove(0);
        }
        let offset = self.table.rows.len();
        cells.iter_mut().for_each(|cell| cell.row += offset);
        self.table.rows.extend(rows.into_iter().map(|bbox| TableRow { page: part.page, bbox }));
        self.table.cells.append(&mut cells);
        self.table.parts.push((part.page, part.table.bbox));
        self.last = part;
    }

    /// Is the last row printed again overleaf: the same label and the same long number?
    fn is_doubled(&self, cells: &[Cell]) -> bool {
        let Some(last_row) = self.table.rows.len().checked_sub(1) else { return false };
        let first: Vec<&Cell> = cells.iter().filter(|cell| cell.row == 0).collect();
        let labelled = first.iter().any(|cell| cell.col == 0 && kind_of(&cell.text) == Kind::Words);
        let digits = |cell: &&Cell| cell.text.chars().filter(char::is_ascii_digit).count();
        let long = first.iter().any(|cell| kind_of(&cell.text) == Kind::Figure && digits(cell) >= DOUBLED_DIGITS_MIN);
        let whole = first.iter().all(|cell| cell.row_span == 1) && cells.iter().any(|cell| cell.row > 0);
        labelled && long && whole && row_text(&self.table.cells, last_row) == row_text(cells, 0)
    }

    /// Is the first row of the next part the rest of the last row?
    fn is_cut(&self, cells: &[Cell], part: &PagePart) -> bool {
        let Some(last_row) = self.table.rows.len().checked_sub(1) else { return false };
        let last: Vec<&Cell> = self.table.cells.iter().filter(|cell| cell.row == last_row).collect();
        let next: Vec<&Cell> = cells.iter().filter(|cell| cell.row == 0).collect();
        let same_places = last.len() == next.len()
            && last.iter().zip(&next).all(|(a, b)| a.col == b.col && a.col_span == b.col_span && b.row_span == 1);
        if !same_places || next.iter().all(|cell| cell.text.is_empty()) {
            return false;
        }
        let pairs: Vec<(&Cell, &Cell)> = last.into_iter().zip(next).filter(|(_, rest)| !rest.text.is_empty()).collect();
        let no_line = self.last.table.open_bottom && part.table.open_top;
        let all_go_on = pairs.iter().all(|(cell, rest)| goes_on(cell, rest));
        let unfinished = pairs.iter().all(|(cell, _)| self.last.table.unfinished.contains(&cell.col));
        let label_rests = pairs.iter().any(|(cell, _)| cell.col == 0);
        let values_rest = pairs.iter().any(|(cell, _)| cell.col > 0);
        let label_tail = pairs.iter().any(|(cell, rest)| cell.col == 0 && is_tail(&rest.text));
        all_go_on && (unfinished || no_line && !label_rests) && (!label_rests || !values_rest || no_line || label_tail)
    }

    fn complete_last_row(&mut self, cells: &mut Vec<Cell>) {
        let last_row = self.table.rows.len() - 1;
        for rest in cells.extract_if(.., |cell| cell.row == 0) {
            let whole = self.table.cells.iter_mut().find(|cell| cell.row == last_row && cell.col == rest.col);
            if let Some(whole) = whole {
                push_wrapped(&mut whole.text, &rest.text);
            }
        }
        cells.iter_mut().for_each(|cell| cell.row -= 1);
    }

    fn finish(mut self) -> Table {
        if self.table.parts.len() > 1 {
            self.table.header_rows = header_rows(&self.table.cells, self.table.rows.len(), self.table.columns);
        }
        self.table
    }
}

impl PagePart {
    /// Where only a page's header has room above it, and it has no header of its own, no text parts it from the page
    /// before.
    fn has_text_above(&self) -> bool {
        let room = self.table.bbox.y0 > HEAD_SHARE * self.page_height || self.table.header_rows.first() == Some(&0);
        self.text_above && room
    }

    /// Same for a page's footer.
    fn has_text_below(&self) -> bool {
        self.text_below && self.table.bbox.y1 < (1.0 - HEAD_SHARE) * self.page_height
    }

    fn starts_with_title(&self) -> bool {
        self.table.cells.first().is_some_and(|cell| cell.col_span == self.table.columns)
    }
}

/// May the text of `rest` be the end of what `cell` begins?
fn goes_on(cell: &Cell, rest: &Cell) -> bool {
    if cell.text.is_empty() {
        return false;
    }
    match (kind_of(&cell.text), kind_of(&rest.text)) {
        (_, Kind::Words) => kind_of(&cell.text) == Kind::Words,
        (Kind::Figure, Kind::Figure | Kind::Period) => {
            rest.text.chars().count() <= CUT_DIGITS_MAX
                && rest.text.chars().all(|c| c.is_ascii_digit() || matches!(c, '%' | ')' | '）'))
        }
        // The rest of a header such as “比上年增减” + “（%）”.
        (Kind::Words, Kind::Figure) => rest.text.chars().all(|c| "()（）%％".contains(c)),
        _ => false,
    }
}

/// Can this be no label by itself, but the end of one: a bracket or the last few characters?
fn is_tail(text: &str) -> bool {
    text.starts_with(['(', '（', ')', '）']) || text.chars().count() <= LABEL_TAIL_MAX
}

fn row_text(cells: &[Cell], row: usize) -> String {
    let cells = cells.iter().filter(|cell| cell.row == row);
    cells.map(|cell| squeeze(&cell.text)).collect::<Vec<_>>().join("|")
}

fn remap(cell: &mut Cell, map: &[usize]) {
    let end = map.get(cell.col + cell.col_span).copied().unwrap_or_default();
    cell.col = map.get(cell.col).copied().unwrap_or_default();
    cell.col_span = end.saturating_sub(cell.col).max(1);
}

fn nearest(edges: &[f32], x: f32) -> usize {
    let by_distance = edges.iter().enumerate().min_by(|(_, a), (_, b)| (*a - x).abs().total_cmp(&(*b - x).abs()));
    by_distance.map_or(0, |(index, _)| index)
}

/// The union of both sets of edges when they have the same outer edges; moved sideways only when all columns are as
/// wide.
fn common_edges(first: &[f32], second: &[f32]) -> Option<CommonEdges> {
    let shift = first.first()? - second.first()?;
    let near = |a: f32, b: f32| (a - b).abs() <= EDGE_SNAP;
    let same = first.len() == second.len() && first.iter().zip(second).all(|(a, b)| near(*a, b + shift));
    if same && shift.abs() <= SHIFT_MAX {
        return Some(CommonEdges { edges: first.to_vec(), shift });
    }
    let same_outer = near(*first.first()?, *second.first()?) && near(*first.last()?, *second.last()?);
    if !same_outer {
        return None;
    }
    let mut edges = first.to_vec();
    for edge in second {
        if !edges.iter().any(|other| near(*other, *edge)) {
            edges.push(*edge);
        }
    }
    edges.sort_by(f32::total_cmp);
    Some(CommonEdges { edges, shift: 0.0 })
}
