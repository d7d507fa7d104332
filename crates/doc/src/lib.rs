//! The shared plain types: what a document is after reading, what is stored, what is asked and answered.
//!
//! Everything here is data without behaviour beyond its own invariants: ids, pages, boxes, blocks, tables, chunks,
//! facts, periods, citations, and the one text folding and tokenising that indexing and searching share.
//!
//! Out of scope: reading bytes, the clock, any I/O, any model, and the field's dictionaries (crate `finance`).
//!
//! ```
//! use doc::{Period, Span};
//! let period: Period = "2024Q3S".parse().unwrap();
//! assert_eq!(period, Period::new(2024, Span::Q3Single));
//! assert_eq!(doc::text::squeeze("１２ ３,4\n5"), "123,45");
//! ```

mod chunk;
mod document;
mod fact;
mod geometry;
mod id;
mod identity;
mod period;
pub mod text;

pub use chunk::{Chunk, ChunkKind, ChunkRow, ChunkTable, PageSpan};
pub use document::{
    Block, BlockKind, Cell, Document, NoiseKind, OutlineEntry, Page, Section, Table, TableMethod, TableRow, Warning,
};
pub use fact::{Basis, Fact, Scope};
pub use geometry::Rect;
pub use id::{ChunkId, DocId, PageIndex, PageNo};
pub use identity::{DocKind, Identity};
pub use period::{ParsePeriodError, Period, Span};
