//! The whole program behind one type: take documents in, search, answer, explain.
//!
//! [`Engine::ingest`] and [`Engine::ask`] read as the product does, a stage a line. Edges (command line, later HTTP and
//! MCP) translate what this gives into their own words; the JSON of the contract is in [`wire`].
//!
//! Out of scope: arguments, HTTP, standard output, the clock (times are handed in).
//!
//! Limits: see [`Limits`].
//!
//! ```
//! use engine::{Config, Engine, Question};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! let engine = Engine::open(&folder.path().join("library"), Config::default(), None)?;
//! let question = Question { text: "营业收入是多少？".to_owned(), kb: "default".to_owned(), today: (2025, 12, 31), ..Question::default() };
//! assert!(engine.search(&question)?.retrieval.hits.is_empty());
//! # Ok(())
//! # }
//! ```

mod ask;
mod config;
mod discover;
mod error;
mod explain;
mod fonts;
mod ingest;
mod keys;
mod limits;
mod markdown;
mod names;
pub mod reader;
mod self_check;
mod show;
mod stop;
pub mod wire;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use doc::{DocId, Document, PageNo, text::Tokenizer};
use finance::metric::Metrics;
use retrieve::{Library, Settings};
use store::{Access, Asker, Store, View};

pub use ask::{Asked, Question};
pub use config::{Ambiguous, Config};
pub use error::EngineError;
pub use explain::{Explained, Gold};
pub use fonts::{FontSearch, FoundFont, HINT as FONT_HINT};
pub use ingest::{IngestReport, IngestRequest, Observer, Outcome, Status};
pub use keys::{Key, Section};
pub use limits::{Limit, Limits, Step};
pub use markdown::markdown;
pub use names::{locator_path, path_text};
pub use retrieve::{Date, Filters};
pub use show::{DPI_RANGE, ShowRequest, Shown};
pub use stop::Stop;
pub use store::StoreError;
pub use store::{
    DocFilter, DocumentRecord, FactFilter, Stats, StoredFact, Suspicion, TextState, Verified, VersionRecord,
};

/// An opened library with everything that works on it.
pub struct Engine {
    store: Store,
    tokenizer: Arc<Tokenizer>,
    config: Config,
    /// The program that reads documents in a process of its own; `None` reads in this process.
    worker: Option<PathBuf>,
    settings: Settings,
    /// The names in the library, by knowledge base and index version.
    library: Mutex<Option<(String, u64, Arc<Library>)>>,
}

impl Engine {
    /// Opens the library in `home`, creating it where there is none.
    ///
    /// # Errors
    /// When the folder cannot be used, see [`EngineError`].
    pub fn open(home: &Path, config: Config, worker: Option<PathBuf>) -> Result<Self, EngineError> {
        Self::with(home, config, worker, Store::open)
    }

    /// Opens the library in `home` if there is one.
    ///
    /// # Errors
    /// As [`Engine::open`], and when there is no library.
    pub fn open_existing(home: &Path, config: Config, worker: Option<PathBuf>) -> Result<Self, EngineError> {
        Self::with(home, config, worker, Store::open_existing)
    }

    fn with(
        home: &Path,
        config: Config,
        worker: Option<PathBuf>,
        open: impl Fn(&Path, Arc<Tokenizer>) -> Result<Store, StoreError>,
    ) -> Result<Self, EngineError> {
        let tokenizer = Arc::new(Tokenizer::with_terms(Metrics::builtin().terms()));
        let store = open(home, Arc::clone(&tokenizer))?;
        Ok(Self { store, tokenizer, config, worker, settings: Settings::default(), library: Mutex::new(None) })
    }

    /// What one knowledge base shows, now.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn view(&self, kb: &str) -> Result<View, EngineError> {
        Ok(self.store.view(&Asker { kb: Some(kb.to_owned()), access: Access::All })?)
    }

    /// The names in the library, built once for each state of it.
    fn library(&self, kb: &str, view: &View) -> Arc<Library> {
        let mut cached = self.library.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, version, library)) = cached.as_ref()
            && known == kb
            && *version == view.index_version()
        {
            return Arc::clone(library);
        }
        let library = Arc::new(Library::new(view));
        *cached = Some((kb.to_owned(), view.index_version(), Arc::clone(&library)));
        library
    }

    /// The store underneath, for listing and repair.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The configuration it was opened with.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Removes documents by id, path or the end of one; gives what was removed.
    ///
    /// # Errors
    /// When no document or several fit, or another process writes.
    pub fn remove(&self, kb: &str, name: &str) -> Result<Arc<DocumentRecord>, EngineError> {
        let record = self.find_one(kb, name)?;
        let mut writer = self.store.writer()?;
        writer.remove(&record.doc_id)?;
        writer.close()?;
        Ok(record)
    }

    /// The documents that pass, each company named as the whole library names it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn documents(&self, kb: &str, filters: &Filters) -> Result<Vec<Arc<DocumentRecord>>, EngineError> {
        let view = self.view(kb)?;
        let library = self.library(kb, &view);
        let found = view.documents(&library.completed(filters).documents());
        Ok(found.iter().map(|record| library.named(record)).collect())
    }

    /// The figures that pass, each company named as the whole library names it.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn facts(&self, kb: &str, filter: &FactFilter) -> Result<Vec<StoredFact>, EngineError> {
        let view = self.view(kb)?;
        let library = self.library(kb, &view);
        let mut facts = view.facts(filter)?;
        for stored in &mut facts {
            stored.document = library.named(&stored.document);
        }
        Ok(facts)
    }

    /// All stored versions of a document, also of a removed one by its id.
    ///
    /// # Errors
    /// When no document or several fit.
    pub fn history(&self, kb: &str, name: &str) -> Result<Vec<VersionRecord>, EngineError> {
        let by_id = self.store.history(&DocId(name.to_owned()))?;
        if by_id.is_empty() { Ok(self.store.history(&self.find_one(kb, name)?.doc_id)?) } else { Ok(by_id) }
    }

    /// Makes an older version of a document (by id) the visible one.
    ///
    /// # Errors
    /// When there is no such version, or another process writes.
    pub fn rollback(&self, id: &str, version: u32) -> Result<Arc<DocumentRecord>, EngineError> {
        let mut writer = self.store.writer()?;
        let record = writer.rollback(&DocId(id.to_owned()), version)?;
        writer.close()?;
        Ok(record)
    }

    /// Checks that everything stored can be read back, and rebuilds what is derived.
    ///
    /// # Errors
    /// When another process writes, or the check cannot go on.
    pub fn verify(&self) -> Result<Verified, EngineError> {
        let mut writer = self.store.writer()?;
        let verified = writer.verify()?;
        writer.close()?;
        Ok(verified)
    }

    /// Reads a file without storing it, all pages or only some.
    ///
    /// # Errors
    /// When nothing of it can be read, or it takes too much time or memory.
    pub fn read_file(
        path: &Path,
        config: &Config,
        worker: Option<PathBuf>,
        pages: Option<Vec<PageNo>>,
    ) -> Result<Document, EngineError> {
        let reader = reader::Reader { worker, workers: 1, limits: config.limits.clone(), stop: Stop::default() };
        reader.read_one(path, pages).map_err(|source| EngineError::Read { path: path.to_owned(), source })
    }

    /// Can the program read documents in a process of its own?
    ///
    /// # Errors
    /// What is in the way.
    pub fn check_worker(program: &Path) -> Result<(), reader::ReadFailure> {
        reader::check(program)
    }

    /// The one document with that id, path or end of a path.
    ///
    /// # Errors
    /// When no document or several fit.
    pub fn find_one(&self, kb: &str, name: &str) -> Result<Arc<DocumentRecord>, EngineError> {
        let mut found = self.view(kb)?.find(name);
        match (found.pop(), found.len()) {
            (Some(record), 0) => Ok(record),
            (None, _) => Err(EngineError::NoSuchDocument(name.to_owned())),
            (Some(record), _) => {
                let paths = found.iter().chain([&record]).map(|record| record.path.clone()).collect();
                Err(EngineError::SeveralDocuments { name: name.to_owned(), paths })
            }
        }
    }
}
