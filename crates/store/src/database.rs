//! The truth in SQLite: its tables, how it is opened, and how rows become values.

use std::{sync::Arc, time::Duration};

use doc::{Chunk, DocId, Document, Fact, PageIndex};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior, params};
use serde::de::DeserializeOwned;

use crate::{
    DocumentRecord, StoreError, StoredPage,
    codec::{self, CodecError},
    home::{FORMAT_VERSION, Home},
};

/// Marks the file as ours (`caiw` in ASCII).
const APPLICATION_ID: i64 = 0x6361_6977;
/// How long a statement waits for another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// The page cache of a connection, KiB.
const CACHE_KIB: i64 = 8 * 1024;
/// What is left of the write-ahead log after a large transaction, bytes.
const LOG_BYTES_MAX: i64 = 32 * 1024 * 1024;

/// The pieces of a version (pages, chunks, facts) are keyed `version << 24 | ordinal`: they lie together, in order.
const ORDINAL_BITS: u32 = 24;
/// Pieces of one kind in a version at most.
pub(crate) const ORDINAL_MAX: usize = (1 << ORDINAL_BITS) - 1;

/// `document` is a lineage of versions under one path; `current` is the visible one (none: removed, or only staged).
/// A row of `version` and its pieces never change after their transaction, but for `staged` (and `units`, when a damaged
/// chunk is left out of the word index). `journal` numbers every change of what is visible.
const SCHEMA: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE document (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  doc_id TEXT NOT NULL UNIQUE,
  kb TEXT NOT NULL,
  locator TEXT NOT NULL,
  current INTEGER,
  last_version INTEGER NOT NULL,
  access TEXT NOT NULL,
  UNIQUE (kb, locator)
) STRICT;
CREATE TABLE version (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  document INTEGER NOT NULL,
  version INTEGER NOT NULL,
  staged INTEGER NOT NULL,
  path TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  ingested_at INTEGER NOT NULL,
  access TEXT NOT NULL,
  identity TEXT NOT NULL,
  warnings TEXT NOT NULL,
  pages INTEGER NOT NULL,
  tables INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  facts INTEGER NOT NULL,
  facts_suspect INTEGER NOT NULL,
  units INTEGER NOT NULL,
  UNIQUE (document, version)
) STRICT;
CREATE INDEX version_by_content ON version (sha256);
CREATE INDEX version_staged ON version (row) WHERE staged = 1;
CREATE TABLE body (version INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
CREATE TABLE page (
  key INTEGER PRIMARY KEY, label TEXT NOT NULL, width REAL NOT NULL, height REAL NOT NULL, text BLOB NOT NULL
) STRICT;
CREATE TABLE chunk (
  key INTEGER PRIMARY KEY, in_table INTEGER, first_row INTEGER, end_row INTEGER, data BLOB NOT NULL
) STRICT;
CREATE INDEX chunk_by_table ON chunk (in_table, key) WHERE in_table IS NOT NULL;
CREATE TABLE fact (key INTEGER PRIMARY KEY, metric TEXT NOT NULL, period TEXT NOT NULL, data BLOB NOT NULL) STRICT;
CREATE INDEX fact_by_metric ON fact (metric, period);
CREATE TABLE journal (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, change TEXT NOT NULL, doc_id TEXT NOT NULL, version INTEGER NOT NULL
) STRICT;
INSERT INTO meta VALUES ('store_id', lower(hex(randomblob(16))));
";

const VERSION_COLUMNS: &str = "v.row, v.document, v.units, v.access, d.doc_id, d.kb, v.path, d.locator, v.version, \
     v.identity, v.pages, v.tables, v.chunks, v.facts, v.facts_suspect, v.warnings, v.sha256, v.ingested_at";

/// Why a row cannot be read or written.
#[derive(Debug)]
pub(crate) enum Fault {
    Sql(rusqlite::Error),
    Cell(String, CodecError),
    Json(String, serde_json::Error),
    Shape(String),
}

pub(crate) type Outcome<T> = Result<T, Fault>;

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Fault::Sql(error)
    }
}

impl Home {
    pub(crate) fn fault(&self, fault: Fault) -> StoreError {
        match fault {
            Fault::Sql(source) => self.sql(source),
            Fault::Cell(what, source) => self.corrupt(what, Some(Box::new(source))),
            Fault::Json(what, source) => self.corrupt(what, Some(Box::new(source))),
            Fault::Shape(what) => self.corrupt(what, None),
        }
    }
}

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Reading,
    Writing,
}

/// Opens a database that was created before.
pub(crate) fn open(home: &Home, purpose: Use) -> Result<Connection, StoreError> {
    if !home.database().is_file() {
        return Err(StoreError::Absent { home: home.path().to_owned() });
    }
    // Reading, too, keeps a shared file beside the log of changes, so it needs a folder that can be written.
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_READ_WRITE;
    let opened = Connection::open_with_flags(home.database(), flags).map_err(|source| home.sql(source));
    match opened.and_then(|conn| ready(home, conn, purpose)) {
        Err(StoreError::NotWritable { .. }) if purpose == Use::Reading && is_all_in_it(home) => open_unshared(home),
        other => other,
    }
}

/// Is nothing in the log of changes?
fn is_all_in_it(home: &Home) -> bool {
    home.log().metadata().map_or(true, |log| log.len() == 0)
}

/// Opens the database of a folder that cannot be written, a read-only disk or somebody else's, as it is in its file.
/// What another process writes meanwhile is not seen.
fn open_unshared(home: &Home) -> Result<Connection, StoreError> {
    let path: String =
        home.database().as_os_str().as_encoded_bytes().iter().map(|byte| format!("%{byte:02x}")).collect();
    let flags = OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let conn = Connection::open_with_flags(format!("file:{path}?immutable=1"), flags);
    ready(home, conn.map_err(|source| home.sql(source))?, Use::Reading)
}

fn ready(home: &Home, conn: Connection, purpose: Use) -> Result<Connection, StoreError> {
    prepare(&conn, purpose).map_err(|source| home.sql(source))?;
    check_format(home, &conn)?;
    Ok(conn)
}

/// Creates the database where there is none; two processes at once make one.
pub(crate) fn create(home: &Home) -> Result<(), StoreError> {
    home.create()?;
    let mut conn = Connection::open(home.database()).map_err(|source| home.sql(source))?;
    create_tables(&mut conn).map_err(|source| home.sql(source))
}

fn create_tables(conn: &mut Connection) -> rusqlite::Result<()> {
    prepare(conn, Use::Writing)?;
    conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    let transaction = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if is_blank(&transaction)? {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", FORMAT_VERSION)?;
    }
    transaction.commit()
}

fn prepare(conn: &Connection, purpose: Use) -> rusqlite::Result<()> {
    conn.busy_timeout(BUSY_TIMEOUT)?;
    conn.pragma_update(None, "cache_size", -CACHE_KIB)?;
    match purpose {
        Use::Reading => conn.pragma_update(None, "query_only", "ON"),
        Use::Writing => {
            conn.pragma_update(None, "synchronous", "FULL")?;
            conn.query_row(&format!("PRAGMA journal_size_limit = {LOG_BYTES_MAX}"), [], |_| Ok(()))
        }
    }
}

/// Nothing in it: fresh, or its creation was interrupted.
fn is_blank(conn: &Connection) -> rusqlite::Result<bool> {
    conn.query_row("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}

fn check_format(home: &Home, conn: &Connection) -> Result<(), StoreError> {
    let number = |name: &str| -> Result<i64, StoreError> {
        conn.pragma_query_value(None, name, |row| row.get(0)).map_err(|source| home.sql(source))
    };
    if is_blank(conn).map_err(|source| home.sql(source))? {
        return Err(StoreError::Absent { home: home.path().to_owned() });
    }
    let mismatch = |found: String, hint| StoreError::Format {
        home: home.path().to_owned(),
        found,
        expected: FORMAT_VERSION,
        hint,
    };
    if number("application_id")? != APPLICATION_ID {
        let hint = "name another home folder, this meta.db belongs to another program";
        return Err(mismatch("a database of another program".to_owned(), hint));
    }
    match number("user_version")? {
        FORMAT_VERSION => Ok(()),
        newer if newer > FORMAT_VERSION => {
            Err(mismatch(format!("format {newer}"), "use the newer program that wrote it"))
        }
        older => {
            let hint = "ingest the documents again into a new home folder, or use the older program";
            Err(mismatch(format!("format {older}"), hint))
        }
    }
}

/// A version as the tables have it.
#[derive(Clone, Debug)]
pub(crate) struct VersionRow {
    pub(crate) key: i64,
    pub(crate) document: i64,
    pub(crate) units: u64,
    pub(crate) access: Vec<String>,
    pub(crate) record: Arc<DocumentRecord>,
}

/// A visible document's entry in the list.
#[derive(Clone, Debug)]
pub(crate) struct CurrentRow {
    pub(crate) version: i64,
    pub(crate) units: u64,
    pub(crate) access: Vec<String>,
}

pub(crate) fn store_id(conn: &Connection) -> Outcome<String> {
    Ok(conn.query_row("SELECT value FROM meta WHERE name = 'store_id'", [], |row| row.get(0))?)
}

/// Number of the last visible change.
pub(crate) fn index_version(conn: &Connection) -> Outcome<u64> {
    let mut statement = conn.prepare_cached("SELECT coalesce(max(seq), 0) FROM journal")?;
    Ok(statement.query_row([], |row| row.get(0))?)
}

pub(crate) fn current_rows(conn: &Connection) -> Outcome<Vec<CurrentRow>> {
    let mut statement = conn.prepare_cached(
        "SELECT d.current, d.access, v.units FROM document d LEFT JOIN version v ON v.row = d.current
         WHERE d.current IS NOT NULL",
    )?;
    let mut rows = statement.query([])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let version = row.get(0)?;
        let units = row.get::<_, Option<u64>>(2)?;
        let units =
            units.ok_or_else(|| Fault::Shape(format!("the list of documents (version {version} is missing)")))?;
        let access = json(row, 1, || format!("who may see version {version}"))?;
        found.push(CurrentRow { version, units, access });
    }
    Ok(found)
}

pub(crate) fn version_row(conn: &Connection, key: i64) -> Outcome<Option<VersionRow>> {
    let sql = format!("SELECT {VERSION_COLUMNS} FROM version v JOIN document d ON d.row = v.document WHERE v.row = ?1");
    let mut statement = conn.prepare_cached(&sql)?;
    let mut rows = statement.query([key])?;
    rows.next()?.map(as_version).transpose()
}

/// All versions of a document that were visible once, oldest first, and which of them is visible now.
pub(crate) fn history(conn: &Connection, doc_id: &DocId) -> Outcome<Vec<(VersionRow, bool)>> {
    let sql = format!(
        "SELECT {VERSION_COLUMNS}, v.row IS d.current FROM version v JOIN document d ON d.row = v.document
         WHERE d.doc_id = ?1 AND v.staged = 0 ORDER BY v.version"
    );
    let mut statement = conn.prepare_cached(&sql)?;
    let mut rows = statement.query([&doc_id.0])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push((as_version(row)?, row.get(18)?));
    }
    Ok(found)
}

fn as_version(row: &Row<'_>) -> Outcome<VersionRow> {
    let key: i64 = row.get(0)?;
    let doc_id: String = row.get(4)?;
    let what = || format!("the record of document {doc_id}");
    let record = DocumentRecord {
        doc_id: DocId(doc_id.clone()),
        kb: row.get(5)?,
        path: row.get(6)?,
        locator: row.get(7)?,
        version: row.get(8)?,
        identity: json(row, 9, what)?,
        pages: row.get(10)?,
        tables: row.get(11)?,
        chunks: row.get(12)?,
        facts: row.get(13)?,
        facts_suspect: row.get(14)?,
        warnings: json(row, 15, what)?,
        sha256: row.get(16)?,
        ingested_at: row.get(17)?,
    };
    Ok(VersionRow {
        key,
        document: row.get(1)?,
        units: row.get(2)?,
        access: json(row, 3, what)?,
        record: Arc::new(record),
    })
}

fn json<T: DeserializeOwned>(row: &Row<'_>, column: usize, what: impl Fn() -> String) -> Outcome<T> {
    let text = row.get_ref(column)?.as_str().map_err(|_| Fault::Shape(what()))?;
    serde_json::from_str(text).map_err(|error| Fault::Json(what(), error))
}

pub(crate) fn as_json<T: serde::Serialize + ?Sized>(value: &T) -> Outcome<String> {
    serde_json::to_string(value).map_err(|error| Fault::Json("a value to store".to_owned(), error))
}

/// The key of a piece of a version.
pub(crate) fn piece_key(version: i64, ordinal: u32) -> i64 {
    (version << ORDINAL_BITS) | i64::from(ordinal)
}

/// First and last key that a version's pieces can have.
pub(crate) fn piece_keys(version: i64) -> (i64, i64) {
    (version << ORDINAL_BITS, (version << ORDINAL_BITS) | ORDINAL_MAX as i64)
}

/// Version and ordinal of a key.
pub(crate) fn piece_of(key: i64) -> (i64, u32) {
    (key >> ORDINAL_BITS, (key & ORDINAL_MAX as i64) as u32)
}

fn cell<T: DeserializeOwned>(row: &Row<'_>, column: usize, what: impl Fn() -> String) -> Outcome<T> {
    let bytes = row.get_ref(column)?.as_blob().map_err(|_| Fault::Shape(what()))?;
    codec::unpack(bytes).map_err(|error| Fault::Cell(what(), error))
}

pub(crate) fn body(conn: &Connection, version: i64, doc_id: &DocId) -> Outcome<Option<Document>> {
    let mut statement = conn.prepare_cached("SELECT data FROM body WHERE version = ?1")?;
    let mut rows = statement.query([version])?;
    rows.next()?.map(|row| cell(row, 0, || format!("document {doc_id}"))).transpose()
}

pub(crate) fn page(conn: &Connection, version: i64, doc_id: &DocId, index: PageIndex) -> Outcome<Option<StoredPage>> {
    if index.as_usize() > ORDINAL_MAX {
        return Ok(None);
    }
    let mut statement = conn.prepare_cached("SELECT label, width, height, text FROM page WHERE key = ?1")?;
    let mut rows = statement.query([piece_key(version, index.0)])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let text = cell(row, 3, || format!("page {} of document {doc_id}", index.number()))?;
    Ok(Some(StoredPage { index, label: row.get(0)?, width: row.get(1)?, height: row.get(2)?, text }))
}

pub(crate) fn chunk(conn: &Connection, version: i64, doc_id: &DocId, ordinal: u32) -> Outcome<Option<Chunk>> {
    if ordinal as usize > ORDINAL_MAX {
        return Ok(None);
    }
    let mut statement = conn.prepare_cached("SELECT data FROM chunk WHERE key = ?1")?;
    let mut rows = statement.query([piece_key(version, ordinal)])?;
    rows.next()?.map(|row| cell(row, 0, || format!("chunk {ordinal} of document {doc_id}"))).transpose()
}

/// Gives every chunk of a version in order, one at a time; one that is damaged is given as such.
pub(crate) fn each_chunk(
    conn: &Connection,
    version: i64,
    doc_id: &DocId,
    mut take: impl FnMut(Outcome<Chunk>),
) -> Outcome<()> {
    let (first, last) = piece_keys(version);
    let mut statement = conn.prepare_cached("SELECT key, data FROM chunk WHERE key BETWEEN ?1 AND ?2 ORDER BY key")?;
    let mut rows = statement.query([first, last])?;
    while let Some(row) = rows.next()? {
        let ordinal = piece_of(row.get(0)?).1;
        take(cell(row, 1, || format!("chunk {ordinal} of document {doc_id}")));
    }
    Ok(())
}

/// The ordinal of the first chunk that holds a row of a table.
pub(crate) fn chunk_of_row(conn: &Connection, version: i64, table: usize, row: usize) -> Outcome<Option<u32>> {
    let (Ok(table), Ok(row)) = (i64::try_from(table), i64::try_from(row)) else { return Ok(None) };
    let (first, last) = piece_keys(version);
    let mut statement = conn.prepare_cached(
        "SELECT key FROM chunk WHERE in_table = ?1 AND key BETWEEN ?2 AND ?3 AND first_row <= ?4 AND end_row > ?4
         ORDER BY key LIMIT 1",
    )?;
    let key: Option<i64> = statement.query_row(params![table, first, last, row], |row| row.get(0)).optional()?;
    Ok(key.map(|key| piece_of(key).1))
}

/// Keys of the facts of a metric (and period), rising by period, then version, then ordinal.
pub(crate) fn fact_keys(
    conn: &Connection,
    metric: &str,
    period: Option<&str>,
    (first, last): (i64, i64),
) -> Outcome<Vec<i64>> {
    let (sql, period) = match period {
        Some(period) => ("SELECT key FROM fact WHERE metric = ?1 AND period = ?2 AND key BETWEEN ?3 AND ?4", period),
        None => ("SELECT key FROM fact WHERE metric = ?1 AND ?2 = '' AND key BETWEEN ?3 AND ?4", ""),
    };
    let mut statement = conn.prepare_cached(sql)?;
    let keys = statement.query_map(params![metric, period, first, last], |row| row.get(0))?;
    Ok(keys.collect::<rusqlite::Result<Vec<i64>>>()?)
}

pub(crate) fn fact(conn: &Connection, key: i64) -> Outcome<Option<Fact>> {
    let mut statement = conn.prepare_cached("SELECT data FROM fact WHERE key = ?1")?;
    let mut rows = statement.query([key])?;
    rows.next()?.map(|row| cell(row, 0, || format!("fact {key}"))).transpose()
}

/// Gives every fact of a version in order.
pub(crate) fn each_fact(
    conn: &Connection,
    version: i64,
    doc_id: &DocId,
    mut take: impl FnMut(u32, Fact),
) -> Outcome<()> {
    let (first, last) = piece_keys(version);
    let mut statement = conn.prepare_cached("SELECT key, data FROM fact WHERE key BETWEEN ?1 AND ?2 ORDER BY key")?;
    let mut rows = statement.query([first, last])?;
    while let Some(row) = rows.next()? {
        let ordinal = piece_of(row.get(0)?).1;
        take(ordinal, cell(row, 1, || format!("fact {ordinal} of document {doc_id}"))?);
    }
    Ok(())
}
