//! Finds the tables of a page and joins those that cross pages.
//!
//! Per page: ruling lines that cross give grids (`lattice`); rows and columns that the lines leave out come from the
//! alignment of words (`aligned`); what is no table goes (`judge`); the rest gets its text and header rows. Then
//! `join` puts the parts of different pages together.

mod aligned;
mod blocks;
mod choose;
mod columns;
#[cfg(test)]
mod drawn;
mod figure;
mod frames;
mod grid;
mod header;
mod join;
mod judge;
mod lattice;
mod notes;
mod refine;
mod rules;
mod split;
#[cfg(test)]
mod tests;
mod text;
mod words;

use doc::{Cell, PageIndex, Rect, TableMethod};

use crate::content::{Glyph, PageContent, Rule, RuleKind};

use grid::{Grid, Place};
pub use join::join;

/// A table on one page, before joining.
#[derive(Clone, Debug, PartialEq)]
pub struct PageTable {
    /// Around the grid; glyphs whose centre is inside belong to the table.
    pub bbox: Rect,
    /// The x of every column's edges, rising, `columns + 1` of them, points.
    pub column_edges: Vec<f32>,
    /// One box a grid row, from top to bottom.
    pub row_boxes: Vec<Rect>,
    /// Number of grid columns.
    pub columns: usize,
    /// Non-overlapping cells that cover the grid; rows and columns count within this part.
    pub cells: Vec<Cell>,
    /// Which rows are headers, rising.
    pub header_rows: Vec<usize>,
    /// How it was found.
    pub method: TableMethod,
    /// No line closes it at the top: its first row may be the rest of a row of the page before.
    pub open_top: bool,
    /// No line closes it at the bottom: its last row may go on overleaf.
    pub open_bottom: bool,
    /// Columns whose cell in the last row ends with a full line: the page break may have cut its text.
    pub unfinished: Vec<usize>,
}

/// A table of a page and what stands around it, as [`join`] needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct PagePart {
    /// The page.
    pub page: PageIndex,
    /// Its height as displayed, points.
    pub page_height: f32,
    /// Its width as displayed, points.
    pub page_width: f32,
    /// The table.
    pub table: PageTable,
    /// Does body text (running header excluded) stand between the page's top and the table?
    pub text_above: bool,
    /// Does body text (running footer excluded) stand between the table and the page's bottom?
    pub text_below: bool,
}

/// Grids of one page that are looked at; more is a drawing.
const LATTICES_MAX: usize = 300;
/// Tables whose tops are nearer than about this stand side by side, points.
const SAME_LINE: f32 = 15.0;
/// Lines this near a table belong to it, points.
const TAKEN_MARGIN: f32 = 3.0;

/// A grid that may be a table.
#[derive(Clone, Debug)]
struct Candidate {
    grid: Grid,
    method: TableMethod,
    open_top: bool,
    open_bottom: bool,
}

/// The tables of a page in reading order.
pub fn find_tables(page: &PageContent) -> Vec<PageTable> {
    // A single row between lines may be the total of a table that has no other lines: it has to be chosen.
    let (mut tables, mut walled): (Vec<PageTable>, Vec<PageTable>) =
        lattice_tables(page, RuleKind::Line, &[]).into_iter().partition(|table| table.row_boxes.len() > 1);
    let ruled: Vec<Rect> = tables.iter().map(|table| table.bbox).collect();
    let words = words::words(page.glyphs.iter().filter(|glyph| !is_in(&ruled, &glyph.bbox)));
    if words.is_empty() {
        return in_order(tables);
    }

    let outside = |rule: &&Rule| rule.kind == RuleKind::Line && !is_rule_in(&ruled, rule);
    let lines = rules::joined(page.horizontals.iter().filter(outside).copied());
    let mut bands = frames::bands(&page.fills);
    bands.retain(|band| !is_in(&ruled, band));
    if !bands.is_empty() {
        walled.extend(lattice_tables(page, RuleKind::FillEdge, &ruled));
    }
    let framed = frames::framed(&words, &lines, &bands);
    let framed = framed.iter().filter_map(|region| from_region(region, method_of(region), page)).collect();
    for table in choose::choose(walled, framed, &words) {
        let headed = blocks::with_header(&table, &words, &lines).filter(|_| table.header_rows.is_empty());
        let headed = headed.and_then(|region| from_region(&region, TableMethod::Filled, page));
        tables.push(headed.filter(|headed| headed.columns == table.columns).unwrap_or(table));
    }
    let found: Vec<Rect> = tables.iter().map(|table| table.bbox).collect();
    let left: Vec<words::Word> = words.into_iter().filter(|word| !is_in(&found, &word.bbox)).collect();
    let aligned = blocks::unframed(&left, &lines);
    let aligned = aligned.iter().filter_map(|region| from_region(region, TableMethod::Aligned, page));
    add_apart(&mut tables, aligned);
    in_order(tables)
}

/// Parted where a grid is several tables, from top to bottom and from left to right.
fn in_order(tables: Vec<PageTable>) -> Vec<PageTable> {
    let mut tables: Vec<PageTable> = tables.into_iter().flat_map(split::split).collect();
    let line = |table: &PageTable| (table.bbox.y0 / SAME_LINE).floor();
    tables.sort_by(|a, b| line(a).total_cmp(&line(b)).then(a.bbox.x0.total_cmp(&b.bbox.x0)));
    tables
}

/// How the lines of a region were drawn.
fn method_of(region: &aligned::Region<'_>) -> TableMethod {
    let banded = region.lines.iter().any(|rule| rule.kind == RuleKind::FillEdge);
    if banded { TableMethod::Filled } else { TableMethod::Aligned }
}

/// Is the middle of a box in one of these areas?
fn is_in(areas: &[Rect], bbox: &Rect) -> bool {
    areas.iter().any(|area| area.contains(bbox.center_x(), bbox.center_y()))
}

/// Same for a horizontal rule, with some slack: an area's own border belongs to it.
fn is_rule_in(areas: &[Rect], rule: &Rule) -> bool {
    areas.iter().any(|area| area.grown(TAKEN_MARGIN).contains((rule.from + rule.to) / 2.0, rule.at))
}

/// Adds the tables that overlap none there is yet.
fn add_apart(tables: &mut Vec<PageTable>, more: impl IntoIterator<Item = PageTable>) {
    for table in more {
        if !tables.iter().any(|other| other.bbox.overlap(&table.bbox) > 0.0) {
            tables.push(table);
        }
    }
}

/// The tables whose cells are drawn by rules of at least this kind, outside the areas taken.
fn lattice_tables(page: &PageContent, least: RuleKind, taken: &[Rect]) -> Vec<PageTable> {
    let taken: Vec<Rect> = taken.iter().map(|area| area.grown(TAKEN_MARGIN)).collect();
    let free = |x: f32, y: f32| !taken.iter().any(|area| area.contains(x, y));
    // A white line is one only on a coloured area.
    let seen = |rule: &Rule, x: f32, y: f32| {
        rule.kind >= least && (rule.kind != RuleKind::White || page.fills.iter().any(|fill| fill.bbox.contains(x, y)))
    };
    let middle = |rule: &Rule| (rule.from + rule.to) / 2.0;
    let horizontals =
        page.horizontals.iter().filter(|rule| seen(rule, middle(rule), rule.at) && free(middle(rule), rule.at));
    let verticals =
        page.verticals.iter().filter(|rule| seen(rule, rule.at, middle(rule)) && free(rule.at, middle(rule)));
    let (horizontals, verticals) = (rules::joined(horizontals.copied()), rules::joined(verticals.copied()));
    let method = if least == RuleKind::Line { TableMethod::Ruled } else { TableMethod::Filled };
    let mut tables = Vec::new();
    let mut lattices = lattice::lattices(&horizontals, &verticals);
    lattices.retain(|lattice| lattice.grid.columns() > 1);
    for lattice::Lattice { grid, open_top, open_bottom } in lattices.into_iter().take(LATTICES_MAX) {
        add_apart(&mut tables, written(Candidate { grid, method, open_top, open_bottom }, page));
    }
    tables
}

fn from_region(region: &aligned::Region<'_>, method: TableMethod, page: &PageContent) -> Option<PageTable> {
    let shape = aligned::Shape::of(region);
    if !judge::is_aligned(region, &shape) {
        return None;
    }
    let aligned::TextGrid { grid, texts } = aligned::text_grid(region, &shape)?;
    let cells: Vec<Cell> = grid
        .places
        .iter()
        .zip(texts)
        .map(|(place, text)| {
            let Place { row, col, row_span, col_span } = *place;
            Cell { row, col, row_span, col_span, text, page: page.index, bbox: grid.bbox_of(place) }
        })
        .collect();
    let bbox = grid.bbox();
    let table = PageTable {
        bbox,
        columns: grid.columns(),
        row_boxes: grid.ys.windows(2).map(|pair| Rect::new(bbox.x0, pair[0], bbox.x1, pair[1])).collect(),
        header_rows: header::header_rows(&cells, grid.rows(), grid.columns()),
        column_edges: grid.xs,
        cells,
        method,
        open_top: true,
        open_bottom: true,
        unfinished: Vec::new(),
    };
    judge::is_table(&table).then_some(table)
}

/// Puts the glyphs in; `None` when it is no table then.
fn written(candidate: Candidate, page: &PageContent) -> Vec<PageTable> {
    let Candidate { grid, method, open_top, open_bottom } = candidate;
    let mut grid = refine::with_labels(grid, &page.glyphs);
    let bbox = grid.bbox();
    let inside: Vec<&Glyph> =
        page.glyphs.iter().filter(|glyph| bbox.contains(glyph.bbox.center_x(), glyph.bbox.center_y())).collect();
    if inside.is_empty() {
        return Vec::new();
    }
    let has_text: Vec<bool> = grid.sort_in(&inside).iter().map(|cell| !cell.is_empty()).collect();
    grid.compact(&has_text);
    let Some(grid) = refine::refined(grid, &inside) else { return Vec::new() };
    let has_text: Vec<bool> = grid.sort_in(&inside).iter().map(|cell| !cell.is_empty()).collect();
    let parts = grid.parts_by_title(&has_text);
    let last = parts.len().saturating_sub(1);
    let mut tables = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        let mut unfinished = Vec::new();
        let mut cells = Vec::with_capacity(part.places.len());
        for (place, glyphs) in part.places.iter().zip(part.sort_in(&inside)) {
            let bbox = part.bbox_of(place);
            let words = text::cell_text(&glyphs, bbox.width());
            if words.fills_line && place.end_row() == part.rows() {
                unfinished.push(place.col);
            }
            let Place { row, col, row_span, col_span } = *place;
            cells.push(Cell { row, col, row_span, col_span, text: words.text, page: page.index, bbox });
        }
        let whole = part.bbox();
        let row_boxes = part.ys.windows(2).map(|pair| Rect::new(whole.x0, pair[0], whole.x1, pair[1])).collect();
        let (rows, columns) = (part.rows(), part.columns());
        let table = PageTable {
            bbox: whole,
            columns,
            column_edges: part.xs,
            row_boxes,
            header_rows: header::header_rows(&cells, rows, columns),
            cells,
            method,
            open_top: open_top && index == 0,
            open_bottom: open_bottom && index == last,
            unfinished,
        };
        if judge::is_table(&table) {
            tables.push(table);
        }
    }
    tables
}
