//! Reading: one snapshot of what one asker may see.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::Arc,
};

use doc::{ChunkId, DocId, Document, Fact, PageIndex};

use crate::{
    Asker, DocFilter, DocumentRecord, FactFilter, StoreError, StoredChunk, StoredFact, StoredPage, Suspicion,
    TermFrequency, TermScore, TextState, WordHit, WordQuery,
    database::{self, ORDINAL_MAX, Outcome, piece_keys, piece_of},
    snapshot::{Entry, Snapshot},
    store::Shared,
    text,
    words::Words,
};

/// Up to so many documents, facts are looked up document by document; more, metric by metric.
const DOCUMENTS_ONE_BY_ONE_MAX: usize = 64;

/// What one asker may see at one moment. Take one a question: everything read through it belongs together, even when
/// documents change meanwhile. (A version that is purged meanwhile is gone, though.)
///
/// What is not in the view does not exist for its methods: they give `None` or leave it out.
#[derive(Clone)]
pub struct View {
    shared: Arc<Shared>,
    snapshot: Arc<Snapshot>,
    /// For each entry of the snapshot: is it in the view?
    allowed: Arc<[bool]>,
}

impl View {
    /// Knowledge base and access are decided here, for everything that is read later.
    pub(crate) fn new(shared: Arc<Shared>, snapshot: Arc<Snapshot>, asker: &Asker) -> Self {
        let sees = |entry: &Entry| {
            asker.kb.as_ref().is_none_or(|kb| *kb == entry.record.kb) && asker.access.sees(&entry.access)
        };
        let allowed = snapshot.entries.iter().map(sees).collect();
        Self { shared, snapshot, allowed }
    }

    /// The same view narrowed to these documents; ids that are not in it are left out.
    pub fn only(&self, doc_ids: &[DocId]) -> View {
        let wanted: HashSet<&DocId> = doc_ids.iter().collect();
        self.narrowed(|record| wanted.contains(&record.doc_id))
    }

    /// The same view narrowed to the documents that pass.
    pub fn filtered(&self, filter: &DocFilter) -> View {
        let filter = filter.prepared();
        self.narrowed(|record| filter.passes(record))
    }

    fn narrowed(&self, passes: impl Fn(&DocumentRecord) -> bool) -> View {
        let both = |(entry, allowed): (&Entry, &bool)| *allowed && passes(&entry.record);
        let allowed = self.snapshot.entries.iter().zip(self.allowed.iter()).map(both).collect();
        View { allowed, ..self.clone() }
    }

    /// Number of the last visible change in it, as [`crate::Store::index_version`].
    pub fn index_version(&self) -> u64 {
        self.snapshot.index_version
    }

    /// The documents that pass, ordered by knowledge base, then path, then id.
    pub fn documents(&self, filter: &DocFilter) -> Vec<Arc<DocumentRecord>> {
        let filter = filter.prepared();
        self.entries().filter(|entry| filter.passes(&entry.record)).map(|entry| entry.record.clone()).collect()
    }

    /// The document with this id.
    pub fn record(&self, doc_id: &DocId) -> Option<Arc<DocumentRecord>> {
        self.entry(doc_id).map(|entry| entry.record.clone())
    }

    /// Documents by name: the id, else the whole path, else the path's last parts, else its end. Several when it
    /// fits several.
    pub fn find(&self, name: &str) -> Vec<Arc<DocumentRecord>> {
        if name.is_empty() {
            return Vec::new();
        }
        let last_parts = |path: &str| {
            let before = path.strip_suffix(name);
            before.is_some_and(|before| before.ends_with(['/', '\\']))
        };
        let ways: [&dyn Fn(&DocumentRecord) -> bool; 4] = [
            &|record| record.doc_id.0 == name,
            &|record| record.path == name || record.locator == name,
            &|record| last_parts(&record.path) || last_parts(&record.locator),
            &|record| record.path.ends_with(name),
        ];
        let fitting = |way: &&dyn Fn(&DocumentRecord) -> bool| -> Vec<Arc<DocumentRecord>> {
            self.entries().filter(|entry| way(&entry.record)).map(|entry| entry.record.clone()).collect()
        };
        ways.iter().map(fitting).find(|found| !found.is_empty()).unwrap_or_default()
    }

    /// The whole document as it was read.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when it cannot be read back.
    pub fn document(&self, doc_id: &DocId) -> Result<Option<Document>, StoreError> {
        let Some(entry) = self.entry(doc_id) else { return Ok(None) };
        self.shared.read(|conn| database::body(conn, entry.version, doc_id))
    }

    /// One page's words.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when it cannot be read back.
    pub fn page(&self, doc_id: &DocId, page: PageIndex) -> Result<Option<StoredPage>, StoreError> {
        let Some(entry) = self.entry(doc_id) else { return Ok(None) };
        self.shared.read(|conn| database::page(conn, entry.version, doc_id, page))
    }

    /// The facts that pass, in the order of [`View::documents`] and as they stand in each document.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when one cannot be read back.
    pub fn facts(&self, filter: &FactFilter) -> Result<Vec<StoredFact>, StoreError> {
        let documents = filter.documents.prepared();
        let entries: Vec<&Entry> = self.entries().filter(|entry| documents.passes(&entry.record)).collect();
        let mut found = Vec::new();
        self.shared.read(|conn| {
            if filter.metrics.is_empty() {
                for entry in &entries {
                    database::each_fact(conn, entry.version, &entry.record.doc_id, |ordinal, fact| {
                        if passes(filter, &fact) {
                            found.push(StoredFact { document: entry.record.clone(), ordinal, fact });
                        }
                    })?;
                }
                return Ok(());
            }
            for (entry, key) in fact_keys(conn, filter, &entries)? {
                if let Some(fact) = database::fact(conn, key)?.filter(|fact| passes(filter, fact)) {
                    found.push(StoredFact { document: entry.record.clone(), ordinal: piece_of(key).1, fact });
                }
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// The chunks with these ids, in the order asked; what is not in the view (another version, say) is left out.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when one cannot be read back.
    pub fn chunks(&self, ids: &[ChunkId]) -> Result<Vec<StoredChunk>, StoreError> {
        self.shared.read(|conn| {
            let mut found = Vec::with_capacity(ids.len());
            for id in ids {
                let Some((doc_id, version, ordinal)) = parts_of(id) else { continue };
                let entry = self.entry(&doc_id).filter(|entry| entry.record.version == version);
                let Some(entry) = entry else { continue };
                if let Some(chunk) = database::chunk(conn, entry.version, &doc_id, ordinal)? {
                    found.push(StoredChunk { id: id.clone(), document: entry.record.clone(), chunk });
                }
            }
            Ok(found)
        })
    }

    /// The chunks of a document with these ordinals, noise included.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when one cannot be read back.
    pub fn chunks_of(&self, doc_id: &DocId, ordinals: Range<u32>) -> Result<Vec<StoredChunk>, StoreError> {
        let Some(entry) = self.entry(doc_id) else { return Ok(Vec::new()) };
        let end = ordinals.end.min(entry.record.chunks).min(ORDINAL_MAX as u32);
        self.shared.read(|conn| {
            let mut found = Vec::new();
            for ordinal in ordinals.start..end {
                if let Some(chunk) = database::chunk(conn, entry.version, doc_id, ordinal)? {
                    let id = ChunkId::new(doc_id, entry.record.version, ordinal);
                    found.push(StoredChunk { id, document: entry.record.clone(), chunk });
                }
            }
            Ok(found)
        })
    }

    /// The first chunk that holds a row of a table (indexes into the document's tables and the table's grid).
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when it cannot be read back.
    pub fn chunk_of_row(&self, doc_id: &DocId, table: usize, row: usize) -> Result<Option<StoredChunk>, StoreError> {
        let Some(entry) = self.entry(doc_id) else { return Ok(None) };
        let ordinal = self.shared.read(|conn| database::chunk_of_row(conn, entry.version, table, row))?;
        let Some(ordinal) = ordinal else { return Ok(None) };
        Ok(self.chunks_of(doc_id, ordinal..ordinal.saturating_add(1))?.pop())
    }

    /// The best `k` units by BM25, best first; equal scores by document id, then place in the document.
    ///
    /// # Errors
    /// [`StoreError::TextIndex`] when the word index is missing, damaged or of another tokenizer.
    pub fn search_words(&self, query: &WordQuery, k: usize) -> Result<Vec<WordHit>, StoreError> {
        let words = self.words()?;
        self.searched(|| words.search(query, &self.snapshot.entries, &self.allowed, k))
    }

    /// What each term of a query gives to a hit, largest first: the parts add up to its score.
    ///
    /// # Errors
    /// As [`View::search_words`].
    pub fn explain_words(&self, query: &WordQuery, hit: &WordHit) -> Result<Vec<TermScore>, StoreError> {
        let words = self.words()?;
        let Some((doc_id, version, ordinal)) = parts_of(&hit.chunk) else { return Ok(Vec::new()) };
        let Some(owner) = self.position(&doc_id) else { return Ok(Vec::new()) };
        if self.snapshot.entries[owner].record.version != version {
            return Ok(Vec::new());
        }
        self.searched(|| words.explain(query, owner, ordinal, hit.row))
    }

    /// In how many units of the whole store a token stands: what BM25 weighs it by. (Numbers only, over all
    /// documents, so that a word weighs the same whoever asks.)
    ///
    /// # Errors
    /// As [`View::search_words`].
    pub fn term_frequency(&self, token: &str) -> Result<TermFrequency, StoreError> {
        let words = self.words()?;
        self.searched(|| words.frequency(token))
    }

    fn searched<T>(&self, read: impl FnOnce() -> tantivy::Result<T>) -> Result<T, StoreError> {
        text::guarded(read).map_err(|error| {
            tracing::warn!(%error, "the word index failed while it was searched");
            self.shared.forget(&self.snapshot);
            self.shared.home.text_index(TextState::Corrupt)
        })
    }

    fn words(&self) -> Result<&Words, StoreError> {
        self.snapshot.words.as_ref().map_err(|state| self.shared.home.text_index(*state))
    }

    fn entries(&self) -> impl Iterator<Item = &Entry> {
        let pairs = self.snapshot.entries.iter().zip(self.allowed.iter());
        pairs.filter(|(_, allowed)| **allowed).map(|(entry, _)| entry)
    }

    fn position(&self, doc_id: &DocId) -> Option<usize> {
        self.snapshot.by_id.get(doc_id).copied().filter(|at| self.allowed[*at])
    }

    fn entry(&self, doc_id: &DocId) -> Option<&Entry> {
        self.position(doc_id).map(|at| &self.snapshot.entries[at])
    }
}

/// The entries and keys of facts with the metrics and periods asked for, in document order.
fn fact_keys<'a>(
    conn: &rusqlite::Connection,
    filter: &FactFilter,
    entries: &[&'a Entry],
) -> Outcome<Vec<(&'a Entry, i64)>> {
    let periods: Vec<Option<String>> = if filter.periods.is_empty() {
        vec![None]
    } else {
        filter.periods.iter().map(|period| Some(period.to_string())).collect()
    };
    let everything = [(0, i64::MAX)];
    let ranges: Vec<(i64, i64)> = if entries.len() > DOCUMENTS_ONE_BY_ONE_MAX {
        everything.into()
    } else {
        entries.iter().map(|entry| piece_keys(entry.version)).collect()
    };
    let position: HashMap<i64, usize> = entries.iter().enumerate().map(|(at, entry)| (entry.version, at)).collect();
    let mut found: Vec<(usize, i64)> = Vec::new();
    for metric in &filter.metrics {
        for period in &periods {
            for range in &ranges {
                let keys = database::fact_keys(conn, metric, period.as_deref(), *range)?;
                found.extend(keys.into_iter().filter_map(|key| Some((*position.get(&piece_of(key).0)?, key))));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found.into_iter().map(|(at, key)| (entries[at], key)).collect())
}

fn passes(filter: &FactFilter, fact: &Fact) -> bool {
    (filter.metrics.is_empty() || filter.metrics.contains(&fact.metric))
        && (filter.periods.is_empty() || fact.period.is_some_and(|period| filter.periods.contains(&period)))
        && filter.scope.is_none_or(|scope| scope == fact.scope)
        && filter.forecast.is_none_or(|forecast| forecast == fact.forecast)
        && match filter.suspicion {
            Suspicion::Any => true,
            Suspicion::Clear => fact.suspect.is_empty(),
            Suspicion::Suspect => !fact.suspect.is_empty(),
        }
}

/// Document, version and ordinal of a chunk's id.
fn parts_of(id: &ChunkId) -> Option<(DocId, u32, u32)> {
    let mut parts = id.0.rsplitn(3, '-');
    let ordinal = parts.next()?.parse().ok()?;
    let version = parts.next()?.parse().ok()?;
    Some((DocId(parts.next()?.to_owned()), version, ordinal))
}
