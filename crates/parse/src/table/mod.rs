//! Finds the tables of a page and joins those that cross pages.
//!
//! Per page: ruling lines that cross give grids (`lattice`); rows and columns that the lines leave out come from the
//! alignment of words (`aligned`); what is no table goes (`judge`); the rest gets its text and header rows. Then
//! `join` puts the parts of different pages together.

mod figure;
mod grid;
mod header;
mod join;
mod judge;
mod lattice;
mod rules;
mod text;

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
    let mut tables = Vec::new();
    let visible = |rule: &&Rule| rule.kind == RuleKind::Line;
    let horizontals = rules::joined(page.horizontals.iter().filter(visible).copied());
    let verticals = rules::joined(page.verticals.iter().filter(visible).copied());
    for lattice in lattice::lattices(&horizontals, &verticals) {
        let candidate = Candidate {
            grid: lattice.grid,
            method: TableMethod::Ruled,
            open_top: lattice.open_top,
            open_bottom: lattice.open_bottom,
        };
        tables.extend(written(candidate, page));
    }
    tables.sort_by(|a: &PageTable, b| a.bbox.y0.total_cmp(&b.bbox.y0));
    tables
}

/// Puts the glyphs in; `None` when it is no table then.
fn written(candidate: Candidate, page: &PageContent) -> Vec<PageTable> {
    let Candidate { mut grid, method, open_top, open_bottom } = candidate;
    let bbox = grid.bbox();
    let inside: Vec<&Glyph> =
        page.glyphs.iter().filter(|glyph| bbox.contains(glyph.bbox.center_x(), glyph.bbox.center_y())).collect();
    if inside.is_empty() {
        return Vec::new();
    }
    let has_text: Vec<bool> = grid.sort_in(&inside).iter().map(|cell| !cell.is_empty()).collect();
    let kept = grid.compact(&has_text);
    let has_text: Vec<bool> = kept.iter().map(|index| has_text[*index]).collect();
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
