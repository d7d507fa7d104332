//! What a page draws, before anything is understood: glyphs, ruling lines, fills, pictures.
//!
//! All coordinates are points from the top left of the page as displayed.

use doc::{NoiseKind, PageIndex, Rect};

/// Everything drawn on one page that matters for reading.
#[derive(Clone, Debug, Default)]
pub struct PageContent {
    /// Which page.
    pub index: PageIndex,
    /// Width as displayed.
    pub width: f32,
    /// Height as displayed.
    pub height: f32,
    /// Visible characters in drawing order, white space left out (see [`Glyph::space_after`]).
    pub glyphs: Vec<Glyph>,
    /// Horizontal lines: `at` is y, `from..to` is x.
    pub horizontals: Vec<Rule>,
    /// Vertical lines: `at` is x, `from..to` is y.
    pub verticals: Vec<Rule>,
    /// Coloured areas that are no lines, in drawing order.
    pub fills: Vec<Fill>,
    /// Where pictures stand.
    pub images: Vec<Rect>,
    /// Glyphs whose character the file does not tell.
    pub unmapped: usize,
    /// Drawn paths and stencil pictures: a page of outlines has many of them and no glyphs.
    pub drawn_paths: usize,
    /// What cleaning took out.
    pub removed: Vec<Removed>,
    /// A limit was reached and the rest of the page left out.
    pub truncated: bool,
}

/// One visible character.
#[derive(Clone, Debug, PartialEq)]
pub struct Glyph {
    /// The character as the file says it.
    pub char: char,
    /// From its advance width and the font's em box (not its ink).
    pub bbox: Rect,
    /// Font size, points as displayed.
    pub size: f32,
    /// Number of the drawing operation: glyphs of one run were written together.
    pub run: u32,
    /// Heavy by its font or by being drawn twice.
    pub bold: bool,
    /// White space follows in the file.
    pub space_after: bool,
    /// Text render mode “invisible”: seen by search only.
    pub invisible: bool,
    /// How it is turned.
    pub direction: Direction,
}

/// Which way a glyph's baseline runs on the displayed page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left to right.
    Upright,
    /// A quarter turn either way, or upside down.
    Quarter,
    /// Any other angle: stamps and download marks.
    Slanted,
}

/// A straight line along an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// The constant coordinate: y of a horizontal, x of a vertical.
    pub at: f32,
    /// Start along the line.
    pub from: f32,
    /// End along the line, not smaller than `from`.
    pub to: f32,
    /// What drew it.
    pub kind: RuleKind,
}

/// What drew a line; a stronger kind is worth more as a wall of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleKind {
    /// The edge of a coloured area.
    FillEdge,
    /// A white line, which parts coloured bands and is invisible on white paper.
    White,
    /// A stroked line or a thin filled box.
    Line,
}

/// A coloured area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fill {
    /// Where.
    pub bbox: Rect,
    /// Its colour, RGB.
    pub color: [u8; 3],
}

/// Something taken out of the page's text, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Removed {
    /// Why.
    pub kind: NoiseKind,
    /// What it said.
    pub text: String,
    /// Where it stood.
    pub bbox: Rect,
}
