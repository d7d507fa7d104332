//! The opened folder: where views and the writer come from.

use std::{
    collections::BTreeSet,
    ops::Deref,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use doc::{DocId, text::Tokenizer};
use rusqlite::Connection;

use crate::{
    StoreError, VersionRecord, View, Writer,
    database::{self, Outcome, Use},
    home::Home,
    snapshot::Snapshot,
    text::Origin,
};

/// Idle connections that are kept; more are closed after use.
const IDLE_CONNECTIONS_MAX: usize = 8;

/// An opened library folder; cheap to clone, safe to share between threads.
#[derive(Clone)]
pub struct Store {
    shared: Arc<Shared>,
}

/// What views and the writer of a store have in common.
pub(crate) struct Shared {
    pub(crate) home: Home,
    pub(crate) tokenizer: Arc<Tokenizer>,
    pub(crate) origin: Origin,
    idle: Mutex<Vec<Connection>>,
    snapshot: Mutex<Option<Arc<Snapshot>>>,
}

/// Who asks, and where.
#[derive(Clone, Debug)]
pub struct Asker {
    /// This knowledge base only; `None`: all of them.
    pub kb: Option<String>,
    /// What the asker may see.
    pub access: Access,
}

/// What an asker may see. The one rule: a document without tags is seen by everybody, one with tags by who holds
/// at least one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everything: the owner of the folder, or a program without configured users.
    All,
    /// Documents without tags, and those that carry one of these. An empty list sees documents without tags only.
    Tags(Vec<String>),
}

impl Access {
    /// The rule, and the only place where it is written.
    pub(crate) fn sees(&self, document_tags: &[String]) -> bool {
        match self {
            Access::All => true,
            Access::Tags(held) => document_tags.is_empty() || document_tags.iter().any(|tag| held.contains(tag)),
        }
    }
}

/// How the word index stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextState {
    /// It holds exactly what SQLite says.
    Ready,
    /// There is none.
    Missing,
    /// It cannot be read.
    Corrupt,
    /// It was cut by another tokenizer (or with another lexicon).
    OtherTokenizer,
    /// It lacks visible documents.
    Behind,
}

impl TextState {
    pub(crate) fn describe(self) -> &'static str {
        match self {
            TextState::Ready => "is ready",
            TextState::Missing => "is missing",
            TextState::Corrupt => "cannot be read",
            TextState::OtherTokenizer => "was made with other search words or by another version",
            TextState::Behind => "lacks documents",
        }
    }
}

/// Numbers about the whole store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Visible documents.
    pub documents: u64,
    /// Stored versions, visible or not.
    pub versions: u64,
    /// Pages of visible documents.
    pub pages: u64,
    /// Tables of visible documents.
    pub tables: u64,
    /// Chunks of visible documents.
    pub chunks: u64,
    /// Facts of visible documents.
    pub facts: u64,
    /// Units of search (chunks, rows and one title a document) of visible documents; 0 while the word index is not
    /// ready.
    pub units: u64,
    /// Size of the database, bytes.
    pub database_bytes: u64,
    /// Size of the word index, bytes.
    pub text_bytes: u64,
    /// Number of the last visible change; grows with every publication and removal.
    pub index_version: u64,
}

impl Store {
    /// Opens the folder, creating what is missing.
    ///
    /// # Errors
    /// [`StoreError::Format`] when another version of the program wrote it, [`StoreError::NotWritable`],
    /// [`StoreError::Corrupt`].
    pub fn open(home: &Path, tokenizer: Arc<Tokenizer>) -> Result<Store, StoreError> {
        match Self::open_existing(home, tokenizer.clone()) {
            Err(StoreError::Absent { .. }) => {}
            other => return other,
        }
        database::create(&Home::new(home))?;
        Self::open_existing(home, tokenizer)
    }

    /// Opens the folder only if there is a store in it.
    ///
    /// # Errors
    /// As [`Store::open`], and [`StoreError::Absent`].
    pub fn open_existing(home: &Path, tokenizer: Arc<Tokenizer>) -> Result<Store, StoreError> {
        let home = Home::new(home);
        let conn = database::open(&home, Use::Reading)?;
        let store_id = database::store_id(&conn).map_err(|fault| home.fault(fault))?;
        let origin = Origin::new(&store_id, &tokenizer);
        let idle = Mutex::new(vec![conn]);
        let shared = Shared { home, tokenizer, origin, idle, snapshot: Mutex::new(None) };
        Ok(Store { shared: Arc::new(shared) })
    }

    /// The folder.
    pub fn home(&self) -> &Path {
        self.shared.home.path()
    }

    /// The tokenizer that documents and questions are cut with.
    pub fn tokenizer(&self) -> &Arc<Tokenizer> {
        &self.shared.tokenizer
    }

    /// Starts writing; finishes first what an earlier writer left, and puts the word index right.
    ///
    /// # Errors
    /// [`StoreError::Locked`] while another writer is open.
    pub fn writer(&self) -> Result<Writer, StoreError> {
        Writer::open(self.shared.clone())
    }

    /// What the asker may see, now.
    ///
    /// # Errors
    /// When the database cannot be read. A word index that is not ready shows only when words are searched.
    pub fn view(&self, asker: &Asker) -> Result<View, StoreError> {
        let snapshot = self.shared.snapshot()?;
        Ok(View::new(self.shared.clone(), snapshot, asker))
    }

    /// The names of all knowledge bases that hold visible documents, sorted.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn knowledge_bases(&self) -> Result<Vec<String>, StoreError> {
        let snapshot = self.shared.snapshot()?;
        let names: BTreeSet<&String> = snapshot.entries.iter().map(|entry| &entry.record.kb).collect();
        Ok(names.into_iter().cloned().collect())
    }

    /// Number of the last visible change: the same number means the same content.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn index_version(&self) -> Result<u64, StoreError> {
        self.shared.read(database::index_version)
    }

    /// All versions of a document that were visible once (a removed document's too), oldest first. For the owner: no
    /// access rule applies.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn history(&self, doc_id: &DocId) -> Result<Vec<VersionRecord>, StoreError> {
        let versions = self.shared.read(|conn| database::history(conn, doc_id))?;
        Ok(versions.into_iter().map(|(row, current)| VersionRecord { record: row.record, current }).collect())
    }

    /// How the word index stands; what is not ready is put right by the next writer.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn text_state(&self) -> Result<TextState, StoreError> {
        Ok(self.shared.snapshot()?.words.as_ref().err().copied().unwrap_or(TextState::Ready))
    }

    /// Numbers about the whole store.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn stats(&self) -> Result<Stats, StoreError> {
        let snapshot = self.shared.snapshot()?;
        let versions =
            self.shared.read(|conn| Ok(conn.query_row("SELECT count(*) FROM version", [], |row| row.get(0))?))?;
        let sum = |of: fn(&crate::DocumentRecord) -> u32| {
            snapshot.entries.iter().map(|entry| u64::from(of(&entry.record))).sum::<u64>()
        };
        let home = &self.shared.home;
        Ok(Stats {
            documents: snapshot.entries.len() as u64,
            versions,
            pages: sum(|record| record.pages),
            tables: sum(|record| record.tables),
            chunks: sum(|record| record.chunks),
            facts: sum(|record| record.facts),
            units: snapshot.words.as_ref().map_or(0, |words| words.units()),
            database_bytes: Home::bytes_below(&home.database()),
            text_bytes: Home::bytes_below(&home.text()),
            index_version: snapshot.index_version,
        })
    }
}

impl Shared {
    /// A connection to read with, given back when dropped.
    pub(crate) fn connection(&self) -> Result<Borrowed<'_>, StoreError> {
        let idle = lock(&self.idle).pop();
        let conn = match idle {
            Some(conn) => conn,
            None => database::open(&self.home, Use::Reading)?,
        };
        Ok(Borrowed { shared: self, conn: Some(conn) })
    }

    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Outcome<T>) -> Result<T, StoreError> {
        let conn = self.connection()?;
        work(&conn).map_err(|fault| self.home.fault(fault))
    }

    /// What is visible now; taken again only when something changed.
    pub(crate) fn snapshot(&self) -> Result<Arc<Snapshot>, StoreError> {
        let conn = self.connection()?;
        // Held while a new one is taken, so that waiting threads share it.
        let mut held = lock(&self.snapshot);
        let now = database::index_version(&conn).map_err(|fault| self.home.fault(fault))?;
        if let Some(snapshot) = held.as_ref()
            && snapshot.index_version == now
            && snapshot.words.is_ok()
        {
            return Ok(snapshot.clone());
        }
        let fresh = Arc::new(Snapshot::take(&self.home, &self.origin, &conn, held.as_deref())?);
        *held = Some(fresh.clone());
        Ok(fresh)
    }

    /// Lets go of a snapshot whose words turned out damaged, so that the next one is read from disk again.
    pub(crate) fn forget(&self, snapshot: &Arc<Snapshot>) {
        lock(&self.snapshot).take_if(|held| Arc::ptr_eq(held, snapshot));
    }
}

/// A value behind a lock is whole between statements, so a thread that panicked elsewhere leaves it usable.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection on loan.
pub(crate) struct Borrowed<'a> {
    shared: &'a Shared,
    conn: Option<Connection>,
}

impl Deref for Borrowed<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.conn.as_ref().expect("a borrowed connection is there until it is dropped")
    }
}

impl Drop for Borrowed<'_> {
    fn drop(&mut self) {
        let mut idle = lock(&self.shared.idle);
        if let Some(conn) = self.conn.take()
            && idle.len() < IDLE_CONNECTIONS_MAX
        {
            idle.push(conn);
        }
    }
}
