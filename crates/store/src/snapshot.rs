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
        let read = |outcome: Outcome<u64>| outcome.map_err(|fault| home.fault(fault));
        let (index_version, entries, words) = together(
            || list(conn, before).map_err(|fault| home.fault(fault)),
            |entries| match text::open_index(home, origin) {
                // Nothing was ever published.
                Err(TextState::Missing) if entries.is_empty() => Ok(Words::default()),
                index => index.and_then(|index| Words::load(&index, entries)),
            },
            || read(database::index_version(conn)),
        )?;
        let by_id = entries.iter().enumerate().map(|(at, entry)| (entry.record.doc_id.clone(), at)).collect();
        Ok(Self { index_version, entries, by_id, words })
    }
}

/// Reads a list and its words until nothing was published between the two.
fn together<L, W, E>(
    list: impl Fn() -> Result<(u64, L), E>,
    words: impl Fn(&L) -> W,
    version: impl Fn() -> Result<u64, E>,
) -> Result<(u64, L, W), E> {
    let mut attempt = 0;
    loop {
        attempt += 1;
        let (read_at, listed) = list()?;
        let found = words(&listed);
        if version()? == read_at || attempt == ATTEMPTS_MAX {
            return Ok((read_at, listed, found));
        }
    }
}

/// The visible versions and the number of the change that made them so, in one read transaction.
fn list(conn: &Connection, before: Option<&Snapshot>) -> Outcome<(u64, Vec<Entry>)> {
    let transaction = conn.unchecked_transaction()?;
    let index_version = database::index_version(&transaction)?;
    // What a version's record says never changes once it is visible.
    let known: BTreeMap<i64, &Entry> =
        before.into_iter().flat_map(|before| &before.entries).map(|entry| (entry.version, entry)).collect();
    let mut entries = Vec::new();
    for current in database::current_rows(&transaction)? {
        let record = match known.get(&current.version) {
            Some(entry) => entry.record.clone(),
            None => match database::version_row(&transaction, current.version)? {
                Some(row) => row.record,
                None => continue,
            },
        };
        let (version, units, access) = (current.version, current.units, current.access);
        entries.push(Entry { version, units, access, record });
    }
    entries.sort_by(|a, b| {
        let order = |entry: &Entry| (entry.record.kb.clone(), entry.record.path.clone(), entry.record.doc_id.clone());
        order(a).cmp(&order(b))
    });
    Ok((index_version, entries))
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_list_and_words_of_two_moments_are_never_taken_together() {
        // Something is published after the list was read, twice.
        let now = Cell::new(1_u64);
        let publish = || now.set(now.get() + u64::from(now.get() < 3));
        let list = || Ok::<_, ()>((now.get(), now.get()));
        let words = |_: &u64| {
            publish();
            now.get()
        };
        assert_eq!(together(list, words, || Ok(now.get())), Ok((3, 3, 3)));
        // Something is published all the time: it ends all the same.
        let busy = Cell::new(0_u64);
        let next = || {
            busy.set(busy.get() + 1);
            Ok::<_, ()>(busy.get())
        };
        assert!(together(|| next().map(|at| (at, at)), |_| (), next).is_ok());
        assert!(busy.get() <= 2 * u64::from(ATTEMPTS_MAX));
    }
}
