//! Document → chunks: what is indexed and what a reader or model is given.
//!
//! [`Strategy::Structure`] is what the program works with; the windows beside it know nothing of headings or tables
//! and are there to be compared with.

mod dialogue;
mod structure;
mod window;

use doc::{Chunk, Document};
use serde::{Deserialize, Serialize};

/// How a document is cut. The names are those of the configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strategy {
    /// By headings, then paragraphs; tables by rows with caption, unit and header.
    #[default]
    Structure,
    /// Windows of 512 characters, 64 of them shared with the window before.
    Fixed,
    /// Windows of 30 lines, 5 of them shared.
    Lines,
    /// Windows of 256 o200k_base tokens, 32 of them shared.
    Tokens,
}

/// Cuts a document by its structure, in content order; the chunks together cover all of its words.
pub fn chunks(document: &Document) -> Vec<Chunk> {
    structure::chunks(document)
}

/// Cuts a document by the named strategy.
pub fn chunks_by(document: &Document, strategy: Strategy) -> Vec<Chunk> {
    match strategy {
        Strategy::Structure => structure::chunks(document),
        Strategy::Fixed => window::chunks(document, window::FIXED),
        Strategy::Lines => window::chunks(document, window::LINES),
        Strategy::Tokens => window::chunks(document, window::TOKENS),
    }
}
