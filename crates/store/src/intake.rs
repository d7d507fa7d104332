//! What a new version writes into the tables, and how a file is recognised.

use std::collections::BTreeSet;

use doc::DocId;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use crate::{
    Intake, NewVersion, StoreError,
    codec::{self, CodecError},
    database::{self, Fault, ORDINAL_MAX, Outcome, VersionRow, piece_key, piece_keys},
    text,
};

/// Hex digits of a SHA-256.
const SHA256_DIGITS: usize = 64;
/// Hex digits of a document's id.
const DOC_ID_DIGITS: usize = 16;
/// Derived ids that are tried before giving up; a second try means that 64 bits of hash met by chance.
const DOC_ID_TRIES_MAX: u32 = 1000;

/// A lineage of versions under one path.
struct Lineage {
    document: i64,
    doc_id: DocId,
    last_version: u32,
    /// The version that will be visible after the next publication.
    effective: Option<i64>,
}

/// What is known of a file, staged versions included. The path decides before the content: a file whose content
/// changed is that document's next version, even when another path holds the same content.
pub(crate) fn recognise(conn: &Connection, kb: &str, locator: &str, sha256: &str) -> Outcome<Intake> {
    if let Some(lineage) = lineage_at(conn, kb, locator)?
        && let Some(key) = lineage.effective
    {
        let row = existing(conn, key)?;
        return Ok(if row.record.sha256 == sha256 {
            Intake::Unchanged(row.record)
        } else {
            Intake::Changed { doc_id: lineage.doc_id, next_version: lineage.last_version + 1 }
        });
    }
    Ok(match same_content(conn, kb, sha256)? {
        Some(row) => Intake::Unchanged(row.record),
        None => Intake::New,
    })
}

fn existing(conn: &Connection, key: i64) -> Outcome<VersionRow> {
    database::version_row(conn, key)?.ok_or_else(|| Fault::Shape(format!("the record of version row {key}")))
}

const EFFECTIVE: &str =
    "coalesce((SELECT max(s.row) FROM version s WHERE s.document = d.row AND s.staged = 1), d.current)";

fn lineage_at(conn: &Connection, kb: &str, locator: &str) -> Outcome<Option<Lineage>> {
    lineage(conn, "d.kb = ?1 AND d.locator = ?2", [kb, locator])
}

fn lineage(conn: &Connection, condition: &str, values: [&str; 2]) -> Outcome<Option<Lineage>> {
    let sql = format!("SELECT d.row, d.doc_id, d.last_version, {EFFECTIVE} FROM document d WHERE {condition}");
    let mut statement = conn.prepare_cached(&sql)?;
    let found = statement.query_row(values, |row| {
        Ok(Lineage {
            document: row.get(0)?,
            doc_id: DocId(row.get(1)?),
            last_version: row.get(2)?,
            effective: row.get(3)?,
        })
    });
    Ok(found.optional()?)
}

fn same_content(conn: &Connection, kb: &str, sha256: &str) -> Outcome<Option<VersionRow>> {
    let sql = format!(
        "SELECT v.row FROM version v JOIN document d ON d.row = v.document
         WHERE v.sha256 = ?1 AND d.kb = ?2 AND v.row = {EFFECTIVE} ORDER BY v.row LIMIT 1"
    );
    let mut statement = conn.prepare_cached(&sql)?;
    let key: Option<i64> = statement.query_row([sha256, kb], |row| row.get(0)).optional()?;
    key.map(|key| existing(conn, key)).transpose()
}

/// Does the input keep to the rules?
pub(crate) fn check_input(new: &NewVersion<'_>) -> Result<(), StoreError> {
    check_sha256(new.sha256)?;
    let invalid = |message: String| Err(StoreError::Invalid(message));
    if new.kb.is_empty() || new.locator.is_empty() {
        return invalid("a document needs a knowledge base and a path".to_owned());
    }
    let counts = [new.document.pages.len(), new.document.tables.len(), new.chunks.len(), new.facts.len()];
    if let Some(count) = counts.into_iter().find(|count| *count > ORDINAL_MAX) {
        return invalid(format!("{}: {count} pieces of one kind, {ORDINAL_MAX} is the limit", new.path));
    }
    let disordered = new.chunks.iter().enumerate().find(|(index, chunk)| chunk.ordinal as usize != *index);
    if let Some((index, chunk)) = disordered {
        return invalid(format!("{}: chunk {index} carries the ordinal {}", new.path, chunk.ordinal));
    }
    Ok(())
}

pub(crate) fn check_sha256(sha256: &str) -> Result<(), StoreError> {
    let hex = sha256.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    if sha256.len() == SHA256_DIGITS && hex {
        return Ok(());
    }
    Err(StoreError::Invalid(format!("not a SHA-256 in lower-case hex: {sha256:?}")))
}

/// Writes a version as staged (inside the caller's transaction). An earlier version of the document that still waits
/// is replaced; its key is the second value.
pub(crate) fn insert(conn: &Connection, new: &NewVersion<'_>) -> Outcome<(i64, Option<i64>)> {
    let lineage = match lineage_at(conn, new.kb, new.locator)? {
        Some(lineage) => lineage,
        None => found_lineage(conn, new)?,
    };
    let replaced = staged_of(conn, lineage.document)?;
    if let Some(key) = replaced {
        delete_version(conn, key)?;
    }
    let version = lineage.last_version + 1;
    conn.prepare_cached("UPDATE document SET last_version = ?2 WHERE row = ?1")?
        .execute(params![lineage.document, version])?;
    let key = insert_version(conn, new, lineage.document, version)?;
    insert_pieces(conn, new, key)?;
    Ok((key, replaced))
}

/// A lineage for a path that has none: the removed one of the same content, else a fresh one.
fn found_lineage(conn: &Connection, new: &NewVersion<'_>) -> Outcome<Lineage> {
    let by_content = new.sha256.get(..DOC_ID_DIGITS).unwrap_or(new.sha256);
    if let Some(removed) = lineage(conn, "d.doc_id = ?1 AND d.kb = ?2", [by_content, new.kb])?
        && removed.effective.is_none()
    {
        conn.execute("UPDATE document SET locator = ?2 WHERE row = ?1", params![removed.document, new.locator])?;
        return Ok(removed);
    }
    let doc_id = free_doc_id(conn, new, by_content)?;
    conn.prepare_cached(
        "INSERT INTO document (doc_id, kb, locator, last_version, access) VALUES (?1, ?2, ?3, 0, '[]')",
    )?
    .execute(params![doc_id.0, new.kb, new.locator])?;
    Ok(Lineage { document: conn.last_insert_rowid(), doc_id, last_version: 0, effective: None })
}

/// The first digits of the content's hash; where another lineage has them, digits of a hash of all that tells the
/// two apart.
fn free_doc_id(conn: &Connection, new: &NewVersion<'_>, by_content: &str) -> Outcome<DocId> {
    let mut taken = conn.prepare_cached("SELECT EXISTS (SELECT 1 FROM document WHERE doc_id = ?1)")?;
    let mut candidate = by_content.to_owned();
    for attempt in 0..DOC_ID_TRIES_MAX {
        if !taken.query_row([&candidate], |row| row.get::<_, bool>(0))? {
            return Ok(DocId(candidate));
        }
        let digest = Sha256::digest(format!("{}\n{}\n{}\n{attempt}", new.kb, new.locator, new.sha256));
        candidate = digest.iter().take(DOC_ID_DIGITS / 2).map(|byte| format!("{byte:02x}")).collect();
    }
    Err(Fault::Shape(format!("the table of documents (no free id for {})", new.locator)))
}

fn insert_version(conn: &Connection, new: &NewVersion<'_>, document: i64, version: u32) -> Outcome<i64> {
    let access: BTreeSet<&String> = new.access.iter().collect();
    let suspect = new.facts.iter().filter(|fact| !fact.suspect.is_empty()).count();
    conn.prepare_cached(
        "INSERT INTO version (document, version, staged, path, sha256, ingested_at, access, identity, warnings, pages,
         tables, chunks, facts, facts_suspect, units) VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?
    .execute(params![
        document,
        version,
        new.path,
        new.sha256,
        new.ingested_at,
        database::as_json(&access)?,
        database::as_json(new.identity)?,
        database::as_json(&new.document.warnings)?,
        new.document.pages.len(),
        new.document.tables.len(),
        new.chunks.len(),
        new.facts.len(),
        suspect,
        text::units_of(new.chunks),
    ])?;
    Ok(conn.last_insert_rowid())
}

fn insert_pieces(conn: &Connection, new: &NewVersion<'_>, key: i64) -> Outcome<()> {
    let mut insert = conn.prepare_cached("INSERT INTO body (version, data) VALUES (?1, ?2)")?;
    insert.execute(params![key, packed(new.document)?])?;
    let mut insert =
        conn.prepare_cached("INSERT INTO page (key, label, width, height, text) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (ordinal, page) in (0..).zip(&new.document.pages) {
        let text = packed(&page.content_text())?;
        insert.execute(params![piece_key(key, ordinal), page.label, page.width, page.height, text])?;
    }
    let mut insert =
        conn.prepare_cached("INSERT INTO chunk (key, in_table, first_row, end_row, data) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for chunk in new.chunks {
        let (table, first_row, end_row) = match &chunk.table {
            Some(part) => (Some(part.table), Some(part.first_row), Some(part.end_row)),
            None => (None, None, None),
        };
        insert.execute(params![piece_key(key, chunk.ordinal), table, first_row, end_row, packed(chunk)?])?;
    }
    let mut insert = conn.prepare_cached("INSERT INTO fact (key, metric, period, data) VALUES (?1, ?2, ?3, ?4)")?;
    for (ordinal, fact) in (0..).zip(new.facts) {
        let period = fact.period.map(|period| period.to_string()).unwrap_or_default();
        insert.execute(params![piece_key(key, ordinal), fact.metric, period, packed(fact)?])?;
    }
    Ok(())
}

fn packed<T: serde::Serialize + ?Sized>(value: &T) -> Outcome<Vec<u8>> {
    codec::pack(value).map_err(|error: CodecError| Fault::Cell("a value to store".to_owned(), error))
}

/// The versions that wait for publication, in the order they came.
pub(crate) fn staged(conn: &Connection) -> Outcome<Vec<i64>> {
    let mut statement = conn.prepare_cached("SELECT row FROM version WHERE staged = 1 ORDER BY row")?;
    let keys = statement.query_map([], |row| row.get(0))?;
    Ok(keys.collect::<rusqlite::Result<Vec<i64>>>()?)
}

/// The version of a document that waits.
pub(crate) fn staged_of(conn: &Connection, document: i64) -> Outcome<Option<i64>> {
    let mut statement = conn.prepare_cached("SELECT row FROM version WHERE document = ?1 AND staged = 1")?;
    Ok(statement.query_row([document], |row| row.get(0)).optional()?)
}

/// Deletes a version and its pieces.
pub(crate) fn delete_version(conn: &Connection, key: i64) -> Outcome<()> {
    let (first, last) = piece_keys(key);
    for table in ["page", "chunk", "fact"] {
        conn.execute(&format!("DELETE FROM {table} WHERE key BETWEEN ?1 AND ?2"), [first, last])?;
    }
    conn.execute("DELETE FROM body WHERE version = ?1", [key])?;
    conn.execute("DELETE FROM version WHERE row = ?1", [key])?;
    Ok(())
}

/// Makes a stored version the visible one and notes it in the journal; gives the version that was visible before.
/// With `access`, who may see the document becomes what the version was stored with.
pub(crate) fn switch(conn: &Connection, row: &VersionRow, change: Change) -> Outcome<Option<i64>> {
    let before: Option<i64> =
        conn.query_row("SELECT current FROM document WHERE row = ?1", [row.document], |row| row.get(0))?;
    conn.execute("UPDATE document SET current = ?2 WHERE row = ?1", [row.document, row.key])?;
    if change == Change::Publish {
        conn.execute("UPDATE version SET staged = 0 WHERE row = ?1", [row.key])?;
        let access = database::as_json(&row.access)?;
        conn.execute("UPDATE document SET access = ?2 WHERE row = ?1", params![row.document, access])?;
    }
    note(conn, change, &row.record.doc_id, row.record.version)?;
    Ok(before.filter(|before| *before != row.key))
}

/// A change of what is visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Publish,
    Remove,
    Rollback,
    Access,
    /// Of no document: the word index was damaged and is built anew.
    Rebuild,
}

/// Numbers a change; readers notice it by the number.
pub(crate) fn note(conn: &Connection, change: Change, doc_id: &DocId, version: u32) -> Outcome<()> {
    let name = match change {
        Change::Publish => "publish",
        Change::Remove => "remove",
        Change::Rollback => "rollback",
        Change::Access => "access",
        Change::Rebuild => "rebuild",
    };
    conn.prepare_cached("INSERT INTO journal (change, doc_id, version) VALUES (?1, ?2, ?3)")?
        .execute(params![name, doc_id.0, version])?;
    Ok(())
}
