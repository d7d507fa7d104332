//! What is indexed and given to a model.

use serde::{Deserialize, Serialize};

use crate::{PageIndex, Rect};

/// A piece of a document: what retrieval finds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    /// Position in the document, 0-based.
    pub ordinal: u32,
    /// What it holds.
    pub kind: ChunkKind,
    /// The heading path, outermost first.
    pub section: Vec<String>,
    /// Where its words stand, in order, one entry a page.
    pub spans: Vec<PageSpan>,
    /// What a model would be given: words as printed; a table with caption, unit and header, a row a line.
    pub text: String,
    /// Length of `text` in o200k_base tokens.
    pub tokens: u32,
    /// For a table: which, and which of its rows.
    pub table: Option<ChunkTable>,
    /// For a table: every row as words with its headers, each a small unit of search of its own.
    pub rows: Vec<ChunkRow>,
    /// Kept out of the index (contents, disclaimers), but listed.
    pub noise: bool,
}

/// What a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChunkKind {
    /// Running words.
    Text,
    /// Rows of one table.
    Table,
}

/// A place on a page.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageSpan {
    /// The page.
    pub page: PageIndex,
    /// The box there.
    pub bbox: Rect,
}

/// Which rows of which table a chunk holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkTable {
    /// Index into the document's tables.
    pub table: usize,
    /// First row.
    pub first_row: usize,
    /// One past the last row.
    pub end_row: usize,
}

/// One table row as words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChunkRow {
    /// Row in the table's grid.
    pub row: usize,
    /// Where it is printed.
    pub span: PageSpan,
    /// The row's label (its first words), as printed.
    pub label: String,
    /// Label, headers and values: `营业收入 | 2024年: 1,234.56 | …`.
    pub text: String,
    /// The row's cells in order, as they stand in the page's content: what is quoted.
    pub quote: String,
}
