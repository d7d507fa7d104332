//! What can go wrong, said so that a person knows what, where, and what to do next.

use std::{io, path::PathBuf};

/// Every error of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no store in the folder.
    #[error("no library in {}: ingest documents first, or name another home folder", home.display())]
    Absent {
        /// The folder.
        home: PathBuf,
    },
    /// The folder was written by another version of the program, or is none of ours.
    #[error("the library in {} has {found}, this program reads format {expected}: {hint}", home.display())]
    Format {
        /// The folder.
        home: PathBuf,
        /// What stands there.
        found: String,
        /// What this program reads and writes.
        expected: i64,
        /// What to do.
        hint: &'static str,
    },
    /// Another process (or another writer of this one) is writing.
    #[error("the library in {} is being written by process {}: wait until it is done, or stop it", home.display(), pid.map_or_else(|| "(unknown)".to_owned(), |pid| pid.to_string()))]
    Locked {
        /// The folder.
        home: PathBuf,
        /// The process that holds the lock, where it could be read.
        pid: Option<u32>,
    },
    /// The word index is missing, damaged, or made with another tokenizer.
    #[error("the word index in {} {state}: run `docs verify`, or ingest again, to rebuild it", home.display())]
    TextIndex {
        /// The folder.
        home: PathBuf,
        /// What is wrong with it.
        state: String,
    },
    /// The disk is full.
    #[error("no space left on the disk of {}: free some; nothing that was published is lost", home.display())]
    DiskFull {
        /// The folder.
        home: PathBuf,
        /// What the system said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The folder cannot be written.
    #[error("{} cannot be written: check its owner and permissions, or name another home folder", home.display())]
    NotWritable {
        /// The folder or file.
        home: PathBuf,
        /// What the system said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// What is stored cannot be read back.
    #[error("{what} in {} is damaged: restore the folder from a copy, or remove the document and ingest it again", home.display())]
    Corrupt {
        /// The folder.
        home: PathBuf,
        /// Which piece, and how it shows.
        what: String,
        /// What noticed it.
        #[source]
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    },
    /// The document is not there.
    #[error("no document {0} in the library: see the list of documents")]
    NoSuchDocument(String),
    /// The input breaks a rule of the store; the message names it.
    #[error("{0}")]
    Invalid(String),
    /// A file operation failed.
    #[error("{action} {} failed", path.display())]
    Io {
        /// What was being done.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: io::Error,
    },
    /// SQLite failed in a way none of the above says.
    #[error("the library's database in {} failed", home.display())]
    Database {
        /// The folder.
        home: PathBuf,
        /// What SQLite said.
        #[source]
        source: rusqlite::Error,
    },
    /// The word index failed in a way none of the above says.
    #[error("the word index in {} failed", home.display())]
    Text {
        /// The folder.
        home: PathBuf,
        /// What the index said.
        #[source]
        source: tantivy::TantivyError,
    },
}
