//! Glyphs and tables of a page → its lines and tables in reading order.

use doc::{PageIndex, Rect};

use crate::{
    content::{PageContent, Removed},
    line::{Line, lines},
    table::PageTable,
};

/// A page whose glyphs have become lines and tables in reading order; running text is not yet told from the rest.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Which page.
    pub index: PageIndex,
    /// Width as displayed, points.
    pub width: f32,
    /// Height as displayed, points.
    pub height: f32,
    /// Lines and tables in reading order.
    pub items: Vec<Item>,
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
}

/// A line, or a table by its index into [`Draft::tables`].
#[derive(Clone, Debug)]
pub enum Item {
    /// A line of words outside tables.
    Line(Line),
    /// A table.
    Table(usize),
}

/// Fewer characters than this on a page with a picture or many drawn paths: no text layer.
const TEXT_CHARACTERS_MIN: usize = 50;
/// More drawn paths than this draw letters or a picture.
const DRAWN_PATHS_MAX: usize = 500;

/// Puts the words of a page outside its tables, and the tables, into reading order.
pub fn lay_out(page: PageContent, tables: Vec<PageTable>) -> Draft {
    let outside = page.glyphs.iter().filter(|glyph| {
        let (x, y) = (glyph.bbox.center_x(), glyph.bbox.center_y());
        !tables.iter().any(|table| table.bbox.contains(x, y))
    });
    let mut items: Vec<(f32, Item)> = lines(outside).into_iter().map(|line| (line.bbox.y0, Item::Line(line))).collect();
    items.extend(tables.iter().enumerate().map(|(index, table)| (table.bbox.y0, Item::Table(index))));
    items.sort_by(|a, b| a.0.total_cmp(&b.0));
    let characters = page.glyphs.len();
    let pictured = !page.images.is_empty() || page.drawn_paths > DRAWN_PATHS_MAX;
    Draft {
        index: page.index,
        width: page.width,
        height: page.height,
        items: items.into_iter().map(|(_, item)| item).collect(),
        tables,
        removed: page.removed,
        characters,
        has_text: characters >= TEXT_CHARACTERS_MIN || !pictured,
        unmapped: page.unmapped,
        truncated: page.truncated,
    }
}

impl Item {
    /// Where it stands.
    pub fn bbox<'a>(&'a self, tables: &'a [PageTable]) -> &'a Rect {
        match self {
            Item::Line(line) => &line.bbox,
            Item::Table(index) => &tables[*index].bbox,
        }
    }
}
