//! What is visible at one moment: the list of current versions, and the words that belong to exactly these.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use doc::DocId;
use rusqlite::Connection;

use crate::{
    DocumentRecord, StoreError, TextState,
    database::{self, Outcome},
    home::Home,
    text::{self, Origin},
    words::Words,
};

/// How often a snapshot is tried again because something was published meanwhile.
const ATTEMPTS_MAX: u32 = 10;

/// A visible document.
pub(crate) struct Entry {
    /// Key of the visible version.
    pub(crate) version: i64,
    /// Units of search that it has.
    pub(crate) units: u64,
    pub(crate) access: Vec<String>,
    pub(crate) record: Arc<DocumentRecord>,
}

/// Everything that is visible to somebody.
pub(crate) struct Snapshot {
    pub(crate) index_version: u64,
    /// Ordered by knowledge base, path, id.
    pub(crate) entries: Vec<Entry>,
    pub(crate) by_id: HashMap<DocId, usize>,
    pub(crate) words: Result<Words, TextState>,
}

impl Snapshot {
    /// Takes a snapshot; records of versions that `before` has are shared with it.
    ///
    /// The list and the words are two files, so a publication may fall between reading them. The words of a version
    /// are there before it is visible and go only after it is not, so when nothing was published while both were
    /// read, they belong together.
    pub(crate) fn take(
        home: &Home,
        origin: &Origin,
        conn: &Connection,
        before: Option<&Snapshot>,
    ) -> Result<Self, StoreError> {
        let mut attempt = 0;
        loop {
            attempt += 1;
            let (index_version, entries) = list(conn, before).map_err(|fault| home.fault(fault))?;
            let words = match text::open_index(home, origin) {
                // Nothing was ever published.
                Err(TextState::Missing) if entries.is_empty() => Ok(Words::default()),
                index => index.and_then(|index| Words::load(&index, &entries)),
            };
            let after = database::index_version(conn).map_err(|fault| home.fault(fault))?;
            if after == index_version || attempt == ATTEMPTS_MAX {
                let by_id = entries.iter().enumerate().map(|(at, entry)| (entry.record.doc_id.clone(), at)).collect();
                return Ok(Self { index_version, entries, by_id, words });
            }
        }
    }
}

/// The visible versions and the number of the change that made them so, in one read transaction.
fn list(conn: &Connection, before: Option<&Snapshot>) -> Outcome<(u64, Vec<Entry>)> {
    let transaction = conn.unchecked_transaction()?;
    let index_version = database::index_version(&transaction)?;
    // The row of a version never changes once it is visible.
    let known: BTreeMap<i64, &Entry> =
        before.into_iter().flat_map(|before| &before.entries).map(|entry| (entry.version, entry)).collect();
    let mut entries = Vec::new();
    for current in database::current_rows(&transaction)? {
        let (record, units) = match known.get(&current.version) {
            Some(entry) => (entry.record.clone(), entry.units),
            None => match database::version_row(&transaction, current.version)? {
                Some(row) => (row.record, row.units),
                None => {
                    let what = format!("the list of documents (version row {} is missing)", current.version);
                    return Err(database::Fault::Shape(what));
                }
            },
        };
        entries.push(Entry { version: current.version, units, access: current.access, record });
    }
    entries.sort_by(|a, b| {
        let order = |entry: &Entry| (entry.record.kb.clone(), entry.record.path.clone(), entry.record.doc_id.clone());
        order(a).cmp(&order(b))
    });
    Ok((index_version, entries))
}
