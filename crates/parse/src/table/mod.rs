//! Finds the tables of a page and joins those that cross pages.

mod join;

use doc::{Cell, PageIndex, Rect, TableMethod};

use crate::content::PageContent;

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

/// The tables of a page in reading order.
pub fn find_tables(_page: &PageContent) -> Vec<PageTable> {
    Vec::new()
}
