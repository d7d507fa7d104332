//! The library folder: documents, versions, chunks, facts, words and who may see them.
//!
//! SQLite (`meta.db`) is the truth; the word index (`text/`) follows it and can always be rebuilt from it. A
//! document becomes visible in one switch, or not at all: [`Writer::add`] stages, [`Writer::publish`] switches. All
//! reading goes through a [`View`]: one snapshot of what one asker may see, decided before anything is ranked.
//!
//! Out of scope: models, prompts, parsing, the clock (times are handed in), and anything asynchronous.
//!
//! ```
//! use std::sync::Arc;
//! use store::{Access, Asker, FieldBoosts, Store, Units, WordQuery};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let store = Store::open(&folder.path().join("library"), Arc::new(doc::text::Tokenizer::default()))?;
//! let view = store.view(&Asker { kb: Some("default".to_owned()), access: Access::All })?;
//! let terms = store.tokenizer().tokens("营业收入").into_iter().map(|token| (token, 1.0)).collect();
//! let query = WordQuery { terms, boosts: FieldBoosts::default(), units: Units::All };
//! assert!(view.search_words(&query, 10)?.is_empty());
//! # Ok(())
//! # }
//! ```
//!
//! Limits: one process writes, many read; a query takes at most [`QUERY_TERMS_MAX`] terms.

mod codec;
mod database;
mod directory;
mod error;
mod home;
mod intake;
mod record;
mod snapshot;
mod store;
mod text;
mod view;
mod words;
mod writer;

pub use error::StoreError;
pub use home::FORMAT_VERSION;
pub use record::{
    DocFilter, DocumentRecord, FactFilter, Intake, NewVersion, Staged, StoredChunk, StoredFact, StoredPage, Suspicion,
    VersionRecord,
};
pub use store::{Access, Asker, Stats, Store, TextState};
pub use view::View;
pub use words::{FieldBoosts, QUERY_TERMS_MAX, TermFrequency, TermScore, Units, WordField, WordHit, WordQuery};
pub use writer::{Purged, Verified, Writer};
