//! Writing: stage, publish, remove, and put right what is derived.
//!
//! 1. `add` writes a version with all its pieces as staged, in one SQLite transaction, and gives its words to the
//!    index threads.
//! 2. `publish` commits the word index, then switches all staged versions to visible in one SQLite transaction.
//! 3. Words of versions that are visible no more go out with the next commit; until then snapshots pass over them.
//!
//! A kill between any two of these leaves a state that [`Writer::open`] recognises by comparing the units of the word
//! index with what SQLite says, version by version.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    sync::Arc,
};

use doc::DocId;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use crate::{
    DocumentRecord, Intake, NewVersion, Staged, StoreError,
    database::{self, Fault, Outcome, Use, VersionRow},
    intake::{self, Change},
    store::Shared,
    text::{self, TextWriter},
};

/// The one writer of a store. End it with [`Writer::close`]; dropping it loses nothing, the next one finishes.
pub struct Writer {
    shared: Arc<Shared>,
    conn: Connection,
    /// `None` after the word index failed; opened again, and put right, when it is needed next.
    text: Option<TextWriter>,
    /// Keys of the versions that wait for publication, in order.
    staged: Vec<i64>,
    /// Held until the writer is dropped; the last field, so that everything else is closed before.
    _lock: File,
}

/// What [`Writer::verify`] found and did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Visible documents looked at.
    pub documents: u64,
    /// Units of search that they have.
    pub units: u64,
    /// Documents whose words had to be indexed again.
    pub reindexed: u64,
    /// What is damaged in the truth itself and cannot be rebuilt, a line each.
    pub damaged: Vec<String>,
}

/// What [`Writer::purge`] deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// Versions deleted.
    pub versions: u64,
    /// Documents (removed ones) deleted.
    pub documents: u64,
}

impl Writer {
    pub(crate) fn open(shared: Arc<Shared>) -> Result<Self, StoreError> {
        let lock = shared.home.lock()?;
        let conn = database::open(&shared.home, Use::Writing)?;
        let staged = intake::staged(&conn).map_err(|fault| shared.home.fault(fault))?;
        let mut writer = Self { shared, conn, text: None, staged, _lock: lock };
        writer.ready_text()?;
        if !writer.staged.is_empty() {
            tracing::info!(versions = writer.staged.len(), "publishing what an interrupted run had stored");
            writer.publish()?;
        }
        Ok(writer)
    }

    /// Does this file have to be read? `locator` is its canonical path, `sha256` lower-case hex.
    ///
    /// # Errors
    /// When the database cannot be read, or `sha256` is none.
    pub fn check(&self, kb: &str, locator: &str, sha256: &str) -> Result<Intake, StoreError> {
        intake::check_sha256(sha256)?;
        self.told(intake::recognise(&self.conn, kb, locator, sha256))
    }

    /// Stores a version in one transaction; it is visible after the next [`Writer::publish`].
    ///
    /// The same content a second time writes nothing and says so.
    ///
    /// # Errors
    /// [`StoreError::Invalid`] for inconsistent input, [`StoreError::DiskFull`]; the store stays as it was.
    pub fn add(&mut self, new: &NewVersion<'_>) -> Result<Staged, StoreError> {
        intake::check_input(new)?;
        if let Intake::Unchanged(record) = self.check(new.kb, new.locator, new.sha256)? {
            return Ok(Staged { doc_id: record.doc_id.clone(), version: record.version, unchanged: true });
        }
        let (row, replaced) = self.transaction(|conn| {
            let (key, replaced) = intake::insert(conn, new)?;
            Ok((version(conn, key)?, replaced))
        })?;
        self.staged.retain(|key| Some(*key) != replaced);
        self.staged.push(row.key);
        if let Some(text) = &mut self.text {
            if let Some(replaced) = replaced {
                text.drop_version(replaced);
            }
            let title = text.add_title(row.key, new.identity);
            let indexed = title.and_then(|()| new.chunks.iter().try_for_each(|chunk| text.add_chunk(row.key, chunk)));
            if let Err(error) = indexed {
                // The version is stored; its words are indexed from there before it is published.
                tracing::warn!(%error, "the word index stopped; it is opened again at the next publication");
                self.text = None;
            }
        }
        Ok(Staged { doc_id: row.record.doc_id.clone(), version: row.record.version, unchanged: false })
    }

    /// How many versions wait for publication.
    pub fn staged(&self) -> usize {
        self.staged.len()
    }

    /// Makes all staged versions visible, in one switch; gives their records.
    ///
    /// # Errors
    /// When the disk is full or fails; then nothing of it is visible, and a later call tries again.
    pub fn publish(&mut self) -> Result<Vec<Arc<DocumentRecord>>, StoreError> {
        if self.staged.is_empty() {
            return Ok(Vec::new());
        }
        self.ready_text()?;
        match self.commit_text() {
            Err(StoreError::Text { source, .. }) => {
                tracing::warn!(error = %source, "the word index did not commit; trying once more from what is stored");
                self.ready_text()?;
                self.commit_text()?;
            }
            // A full disk too: what has no words must not become visible.
            other => other?,
        }
        let staged = self.staged.clone();
        let (records, before) = self.transaction(|conn| {
            let (mut records, mut before) = (Vec::new(), Vec::new());
            for key in &staged {
                let row = version(conn, *key)?;
                before.extend(intake::switch(conn, &row, Change::Publish)?);
                records.push(row.record);
            }
            Ok((records, before))
        })?;
        self.staged.clear();
        self.drop_words(&before);
        Ok(records)
    }

    /// Hides a document at once, everywhere; a version of it that waits is dropped. Its older versions stay until
    /// [`Writer::purge`].
    ///
    /// # Errors
    /// [`StoreError::NoSuchDocument`].
    pub fn remove(&mut self, doc_id: &DocId) -> Result<(), StoreError> {
        let gone = self.transaction(|conn| {
            let Some((document, current)) = document_row(conn, doc_id)? else { return Ok(None) };
            let waiting = intake::staged_of(conn, document)?;
            if let Some(waiting) = waiting {
                intake::delete_version(conn, waiting)?;
            }
            if let Some(current) = current {
                conn.execute("UPDATE document SET current = NULL WHERE row = ?1", [document])?;
                intake::note(conn, Change::Remove, doc_id, version(conn, current)?.record.version)?;
            }
            Ok((waiting.is_some() || current.is_some())
                .then(|| waiting.into_iter().chain(current).collect::<Vec<i64>>()))
        })?;
        let gone = gone.ok_or_else(|| StoreError::NoSuchDocument(doc_id.0.clone()))?;
        self.staged.retain(|key| !gone.contains(key));
        self.drop_words(&gone);
        Ok(())
    }

    /// Makes an older (or removed) version the visible one again.
    ///
    /// # Errors
    /// [`StoreError::NoSuchDocument`] when there is no such version.
    pub fn rollback(&mut self, doc_id: &DocId, version: u32) -> Result<Arc<DocumentRecord>, StoreError> {
        let versions = self.told(database::history(&self.conn, doc_id))?;
        let wanted = versions.into_iter().find(|(row, _)| row.record.version == version);
        let (row, current) =
            wanted.ok_or_else(|| StoreError::NoSuchDocument(format!("{doc_id} with a version {version}")))?;
        if current {
            return Ok(row.record);
        }
        self.ready_text()?;
        self.index(row.key)?;
        self.commit_text()?;
        let before = self.transaction(|conn| intake::switch(conn, &row, Change::Rollback))?;
        self.drop_words(before.as_slice());
        Ok(row.record)
    }

    /// Changes who may see a visible document, at once. An empty list: everybody.
    ///
    /// # Errors
    /// [`StoreError::NoSuchDocument`].
    pub fn set_access(&mut self, doc_id: &DocId, tags: &[String]) -> Result<(), StoreError> {
        let tags: BTreeSet<&String> = tags.iter().collect();
        let changed = self.transaction(|conn| {
            let Some((document, Some(current))) = document_row(conn, doc_id)? else { return Ok(false) };
            let access = database::as_json(&tags)?;
            conn.execute("UPDATE document SET access = ?2 WHERE row = ?1", rusqlite::params![document, access])?;
            intake::note(conn, Change::Access, doc_id, version(conn, current)?.record.version)?;
            Ok(true)
        })?;
        if changed { Ok(()) } else { Err(StoreError::NoSuchDocument(doc_id.0.clone())) }
    }

    /// Deletes every version that is neither visible nor waiting, and removed documents, for good.
    ///
    /// # Errors
    /// When the database fails.
    pub fn purge(&mut self) -> Result<Purged, StoreError> {
        let purged = self.transaction(|conn| {
            let mut old = conn.prepare(
                "SELECT v.row FROM version v JOIN document d ON d.row = v.document
                 WHERE v.staged = 0 AND v.row IS NOT d.current",
            )?;
            let old: Vec<i64> = old.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
            for key in &old {
                intake::delete_version(conn, *key)?;
            }
            let documents = conn.execute(
                "DELETE FROM document WHERE NOT EXISTS (SELECT 1 FROM version WHERE version.document = document.row)",
                [],
            )?;
            Ok(Purged { versions: old.len() as u64, documents: documents as u64 })
        })?;
        self.commit_text()?;
        // Deleted rows are still in the file until it is written anew.
        let emptied = self.conn.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE);");
        emptied.map_err(|source| self.shared.home.sql(source))?;
        Ok(purged)
    }

    /// Checks that everything stored can be read back and that the word index agrees; rebuilds what is derived.
    /// Staged versions are left alone.
    ///
    /// # Errors
    /// When the check itself cannot go on; damage is in the result.
    pub fn verify(&mut self) -> Result<Verified, StoreError> {
        let mut verified = Verified::default();
        let sound: String = self
            .conn
            .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
            .map_err(|source| self.shared.home.sql(source))?;
        if sound != "ok" {
            verified.damaged.push(format!("database: {sound}"));
        }
        for current in self.told(database::current_rows(&self.conn))? {
            let row = self.told(version(&self.conn, current.version))?;
            verified.documents += 1;
            verified.units += row.units;
            let damage = self.told(damage(&self.conn, &row))?;
            verified.damaged.extend(damage.into_iter().map(|what| format!("{}: {what}", row.record.path)));
        }
        self.ready_text()?;
        self.commit_text()?;
        let damaged = self.text.as_ref().is_none_or(|text| text.damaged_files().map_or(true, |files| files > 0));
        self.text = None;
        if damaged {
            self.shared.home.discard_text()?;
            // So that readers, who may have the damaged files open, take another snapshot.
            self.transaction(|conn| intake::note(conn, Change::Rebuild, &DocId(String::new()), 0))?;
        }
        verified.reindexed = self.ready_text()?;
        self.commit_text()?;
        Ok(verified)
    }

    /// Ends writing: finishes the word index and lets go of the lock. Staged versions stay for the next writer.
    ///
    /// # Errors
    /// When the word index cannot be finished; nothing published is lost.
    pub fn close(mut self) -> Result<(), StoreError> {
        self.commit_text()?;
        if let Some(text) = self.text.take() {
            text.finish().map_err(|error| self.shared.home.text_error(error))?;
        }
        // So that a copy of the folder is small and whole; readers at work only put it off.
        let emptied = self.conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        emptied.map_err(|source| self.shared.home.sql(source))
    }

    /// Opens the word index where it is not open, and makes it hold exactly the visible and staged versions (what
    /// was missing is committed by the caller). Gives the number of versions that had to be indexed.
    fn ready_text(&mut self) -> Result<u64, StoreError> {
        if self.text.is_some() {
            return Ok(0);
        }
        match self.open_text() {
            // What is there is whole, and building it anew would only lose it: the fault lies elsewhere.
            Err(error @ StoreError::Text { .. }) if text::is_sound(&self.shared.home, &self.shared.origin) => {
                Err(error)
            }
            Err(StoreError::Text { source, .. }) => {
                tracing::warn!(error = %source, "the word index cannot be put right; building it anew");
                self.text = None;
                self.shared.home.discard_text()?;
                self.open_text()
            }
            other => other,
        }
    }

    fn open_text(&mut self) -> Result<u64, StoreError> {
        let wanted = self.told(wanted_units(&self.conn, &self.staged))?;
        let journal = self.told(database::index_version(&self.conn))?;
        let (mut text, held) =
            TextWriter::open(&self.shared.home, &self.shared.tokenizer, self.shared.origin.clone(), journal)?;
        for version in
            held.iter().filter(|(version, units)| wanted.get(version) != Some(units)).map(|(version, _)| version)
        {
            text.drop_version(*version);
        }
        self.text = Some(text);
        let missing: Vec<i64> = wanted
            .iter()
            .filter(|(version, units)| held.get(version) != Some(units))
            .map(|(version, _)| *version)
            .collect();
        if !missing.is_empty() {
            tracing::info!(versions = missing.len(), "indexing words of stored versions");
        }
        for version in &missing {
            self.index(*version)?;
        }
        if wanted != held {
            self.commit_text()?;
        }
        Ok(missing.len() as u64)
    }

    /// Indexes a stored version's words anew. A damaged chunk is left out, so that one of them does not keep a whole
    /// library from being searched; the version then says how many units it has.
    fn index(&mut self, key: i64) -> Result<(), StoreError> {
        let row = self.told(version(&self.conn, key))?;
        let Some(text) = &mut self.text else { return Ok(()) };
        text.drop_version(key);
        let mut given = text.add_title(key, &row.record.identity);
        let mut units = text::units_of(&[]);
        let read = database::each_chunk(&self.conn, key, &row.record.doc_id, |chunk| match chunk {
            Ok(chunk) if given.is_ok() => {
                given = text.add_chunk(key, &chunk);
                units += text::units_in(&chunk);
            }
            Ok(_) => {}
            Err(fault) => tracing::error!(?fault, path = row.record.path, "damaged, and left out of the word index"),
        });
        if let Err(error) = given {
            self.text = None;
            return Err(self.shared.home.text_error(error));
        }
        self.told(read)?;
        if units != row.units {
            self.transaction(|conn| {
                conn.execute("UPDATE version SET units = ?2 WHERE row = ?1", rusqlite::params![key, units])?;
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Takes words out with the next commit; without a word index there is nothing to take out, and opening it does.
    fn drop_words(&mut self, versions: &[i64]) {
        if let Some(text) = &mut self.text {
            versions.iter().for_each(|version| text.drop_version(*version));
        }
    }

    fn commit_text(&mut self) -> Result<(), StoreError> {
        let journal = self.told(database::index_version(&self.conn))?;
        let Some(text) = &mut self.text else { return Ok(()) };
        text.commit(journal).map_err(|error| {
            self.text = None;
            self.shared.home.text_error(error)
        })
    }

    fn transaction<T>(&mut self, work: impl FnOnce(&Connection) -> Outcome<T>) -> Result<T, StoreError> {
        let home = &self.shared.home;
        let begun = self.conn.transaction_with_behavior(TransactionBehavior::Immediate);
        let transaction = begun.map_err(|source| home.sql(source))?;
        // An error drops the transaction, which undoes it.
        let value = work(&transaction).map_err(|fault| home.fault(fault))?;
        transaction.commit().map_err(|source| home.sql(source))?;
        Ok(value)
    }

    fn told<T>(&self, outcome: Outcome<T>) -> Result<T, StoreError> {
        outcome.map_err(|fault| self.shared.home.fault(fault))
    }
}

/// A version that is known to exist.
fn version(conn: &Connection, key: i64) -> Outcome<VersionRow> {
    database::version_row(conn, key)?
        .ok_or_else(|| Fault::Shape(format!("the table of versions (row {key} is missing)")))
}

/// Row and visible version of a document.
fn document_row(conn: &Connection, doc_id: &DocId) -> Outcome<Option<(i64, Option<i64>)>> {
    let mut statement = conn.prepare_cached("SELECT row, current FROM document WHERE doc_id = ?1")?;
    Ok(statement.query_row([&doc_id.0], |row| Ok((row.get(0)?, row.get(1)?))).optional()?)
}

/// The units that the word index must hold: those of visible and of staged versions.
fn wanted_units(conn: &Connection, staged: &[i64]) -> Outcome<BTreeMap<i64, u64>> {
    let visible = database::current_rows(conn)?.into_iter();
    let mut wanted: BTreeMap<i64, u64> = visible.map(|current| (current.version, current.units)).collect();
    for key in staged {
        wanted.insert(*key, version(conn, *key)?.units);
    }
    Ok(wanted)
}

/// What of a version cannot be read back or does not fit together.
fn damage(conn: &Connection, row: &VersionRow) -> Outcome<Vec<String>> {
    let (key, record) = (row.key, &row.record);
    let mut damage = Vec::new();
    damage.extend(damaged_pages(conn, row).or_else(told)?);
    let mut chunks = 0;
    database::each_chunk(conn, key, &record.doc_id, |chunk| {
        chunks += 1;
        damage.extend(chunk.err().and_then(|fault| told(fault).ok().flatten()));
    })?;
    if chunks != record.chunks {
        damage.push(format!("{chunks} of {} chunks are there", record.chunks));
    }
    let mut facts = 0;
    let read = database::each_fact(conn, key, &record.doc_id, |_, _| facts += 1);
    match read.map(|()| None).or_else(told)? {
        Some(what) => damage.push(what),
        None if facts != record.facts => damage.push(format!("{facts} of {} facts are there", record.facts)),
        None => {}
    }
    Ok(damage)
}

/// A damaged piece in words; what is wrong with the database itself goes on as an error.
fn told(fault: Fault) -> Outcome<Option<String>> {
    match fault {
        Fault::Sql(error) => Err(Fault::Sql(error)),
        Fault::Cell(what, error) => Ok(Some(format!("{what} is {error}"))),
        Fault::Json(what, _) | Fault::Shape(what) => Ok(Some(format!("{what} cannot be read"))),
    }
}

/// The first page that is not what the document says.
fn damaged_pages(conn: &Connection, row: &VersionRow) -> Outcome<Option<String>> {
    let record = &row.record;
    let Some(document) = database::body(conn, row.key, &record.doc_id)? else {
        return Ok(Some("the document itself is missing".to_owned()));
    };
    if document.pages.len() != record.pages as usize {
        return Ok(Some(format!("{} of {} pages are there", document.pages.len(), record.pages)));
    }
    for (at, page) in (0..).zip(&document.pages) {
        let index = doc::PageIndex(at);
        let stored = database::page(conn, row.key, &record.doc_id, index)?;
        if stored.is_none_or(|stored| stored.text != page.content_text()) {
            return Ok(Some(format!("the words of page {} are not those of the document", index.number())));
        }
    }
    Ok(None)
}
