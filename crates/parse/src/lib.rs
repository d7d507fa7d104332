//! Bytes → [`doc::Document`]: what is printed where, as words, headings and tables with a box for every cell.
//!
//! Text and tables come from the glyphs and ruling lines of the page, never from a model. The stages, in order:
//! `pdf` (what is drawn) → `clean` (doubles, template marks, stamps out) → `table` (grids) → `line` (words and lines
//! outside tables) → `layout` (blocks in reading order, running text, headings) → `chunk` (what is indexed).
//!
//! Out of scope: network, store, clock. Pages without a text layer are reported, not read.

pub mod chunk;
pub mod clean;
pub mod content;
pub mod line;
pub mod pdf;
pub mod table;

/// Why a document could not be read at all. Anything less is a warning in the document.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Zero bytes.
    #[error("the file is empty")]
    Empty,
    /// A password is needed to open it.
    #[error("the file is protected by a password; remove the password and try again")]
    Encrypted,
    /// Not a PDF, or nothing of it can be read.
    #[error("the file is damaged or no PDF; open it in a viewer and save it again")]
    Damaged,
}
