//! What can go wrong above the stages.

use std::path::PathBuf;

/// Every error of the engine; the message says what, where and what next.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The store failed; its own message says how.
    #[error(transparent)]
    Store(#[from] store::StoreError),
    /// A document name that fits none.
    #[error("no document {0:?} in the library; `docs list` shows what is there")]
    NoSuchDocument(String),
    /// A document name that fits several.
    #[error("{name:?} fits several documents: {}; name more of the path", paths.join(", "))]
    SeveralDocuments {
        /// What was asked for.
        name: String,
        /// What fits.
        paths: Vec<String>,
    },
    /// The configuration file is wrong.
    #[error("{}: {message}", path.display())]
    Config {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        message: String,
    },
    /// A question that is empty or too long.
    #[error("{0}")]
    Question(String),
    /// A path that is not there or cannot be read.
    #[error("{}: {source}", path.display())]
    Path {
        /// The path as given.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// A page that the document does not have.
    #[error("{path}: no page {page}: {message}")]
    NoSuchPage {
        /// The document.
        path: String,
        /// The page that was asked for.
        page: doc::PageNo,
        /// How many it has.
        message: String,
    },
    /// A file of which nothing can be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: crate::reader::ReadFailure,
    },
}
