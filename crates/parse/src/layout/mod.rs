//! Glyphs and tables of a page → its lines and tables in reading order.

mod order;
pub(crate) mod paragraph;

use doc::{NoiseKind, PageIndex, Rect, TableMethod};

use crate::{
    content::{Glyph, PageContent, Removed},
    line::{Line, Word},
    table::PageTable,
};

/// Fewer characters than this on a page with a picture or many drawn paths: no text layer.
const TEXT_CHARACTERS_MIN: usize = 50;
/// More drawn paths than this draw letters or a picture.
const DRAWN_PATHS_MAX: usize = 500;

/// A frame for a page's columns covers these shares of its width and height, and has few cells of much text.
const FRAME_WIDTH_SHARE: f32 = 0.92;
const FRAME_HEIGHT_SHARE: f32 = 0.5;
const FRAME_CELLS_MAX: usize = 8;
const FRAME_CELL_CHARS_MIN: usize = 300;

/// Font size taken for words of a cell at most, points.
const LINE_SIZE_MAX: f32 = 10.0;

/// A page whose glyphs have become lines and tables in reading order; running text is not yet told from the rest.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Which page.
    pub index: PageIndex,
    /// Width as displayed, points.
    pub width: f32,
    /// Height as displayed, points.
    pub height: f32,
    /// Lines and tables in reading order, column by column.
    pub columns: Vec<Column>,
    /// The tables that the items name.
    pub tables: Vec<PageTable>,
    /// What cleaning took out.
    pub removed: Vec<Removed>,
    /// Visible characters.
    pub characters: usize,
    /// Has it a text layer worth the name?
    pub has_text: bool,
    /// Glyphs whose character the file does not tell.
    pub unmapped: usize,
    /// A limit was reached and the rest of the page left out.
    pub truncated: bool,
    /// The printed page number, once it is found.
    pub label: String,
}

/// A part of a page that is read from top to bottom.
#[derive(Clone, Debug, Default)]
pub struct Column {
    /// Left edge, points.
    pub x0: f32,
    /// Right edge, points.
    pub x1: f32,
    /// It is as wide as the page's text, not one of several side by side.
    pub whole_width: bool,
    /// From top to bottom.
    pub items: Vec<Item>,
}

/// A line, or a table by its index into [`Draft::tables`].
#[derive(Clone, Debug)]
pub enum Item {
    /// A line of words outside tables.
    Line(DraftLine),
    /// A table.
    Table(usize),
}

/// A line and why it is no text, if it isn't.
#[derive(Clone, Debug)]
pub struct DraftLine {
    /// The words.
    pub line: Line,
    /// Set for running text.
    pub noise: Option<NoiseKind>,
}

impl From<Line> for DraftLine {
    fn from(line: Line) -> Self {
        Self { line, noise: None }
    }
}

impl Draft {
    /// Its lines in reading order.
    pub fn lines(&self) -> impl Iterator<Item = &DraftLine> {
        self.columns.iter().flat_map(|column| &column.items).filter_map(|item| match item {
            Item::Line(line) => Some(line),
            Item::Table(_) => None,
        })
    }
}

/// Puts the words of a page outside its tables, and the tables, into reading order.
pub fn lay_out(page: PageContent, mut tables: Vec<PageTable>) -> Draft {
    tables.retain(|table| !is_frame(table, &page));
    let areas: Vec<Rect> = tables.iter().map(|table| table.bbox).collect();
    let inside = |glyph: &Glyph, area: &Rect| area.contains(glyph.bbox.center_x(), glyph.bbox.center_y());
    let outside: Vec<&Glyph> =
        page.glyphs.iter().filter(|glyph| !areas.iter().any(|area| inside(glyph, area))).collect();
    let columns = order::columns(outside, &areas);
    let characters = page.glyphs.len();
    let pictured = !page.images.is_empty() || page.drawn_paths > DRAWN_PATHS_MAX;
    Draft {
        index: page.index,
        width: page.width,
        height: page.height,
        columns,
        tables,
        removed: page.removed,
        characters,
        has_text: characters >= TEXT_CHARACTERS_MIN || !pictured,
        unmapped: page.unmapped,
        truncated: page.truncated,
        label: String::new(),
    }
}

/// The rows of what is no table after all, as lines.
pub fn table_lines(table: &PageTable) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut row = usize::MAX;
    for cell in table.cells.iter().filter(|cell| !cell.text.is_empty()) {
        let size = cell.bbox.height().min(LINE_SIZE_MAX);
        let word = Word { bbox: cell.bbox, text: cell.text.clone(), size, bold: false };
        match lines.last_mut() {
            Some(line) if row == cell.row => {
                line.bbox = line.bbox.union(&word.bbox);
                line.words.push(word);
            }
            _ => lines.push(Line { bbox: word.bbox, words: vec![word] }),
        }
        row = cell.row;
    }
    lines
}

/// Is it no table but the frame that a page's columns stand in: with few cells, one of them a page's worth of text?
///
/// Ruled tables of long words exist (key audit matters), so a ruled frame must also be as wide as the page and have
/// few cells.
fn is_frame(table: &PageTable, page: &PageContent) -> bool {
    let lengths = || table.cells.iter().map(|cell| cell.text.chars().count()).filter(|length| *length > 0);
    let wide = table.bbox.width() >= FRAME_WIDTH_SHARE * page.width && lengths().count() <= FRAME_CELLS_MAX;
    let high = table.bbox.height() >= FRAME_HEIGHT_SHARE * page.height;
    (wide || table.method != TableMethod::Ruled) && high && lengths().any(|length| length >= FRAME_CELL_CHARS_MIN)
}
