//! What goes in and what comes out: the records of documents, versions, pages, chunks and facts.

use std::sync::Arc;

use doc::{Chunk, ChunkId, DocId, DocKind, Document, Fact, Identity, PageIndex, Period, Scope, Warning};

/// The visible version of a document, as a list shows it.
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentRecord {
    /// Stable over its versions.
    pub doc_id: DocId,
    /// Its knowledge base.
    pub kb: String,
    /// The path as it was given.
    pub path: String,
    /// The canonical path: what decides whether a file is known.
    pub locator: String,
    /// 1-based; grows with each changed content.
    pub version: u32,
    /// Who it is, read from its pages.
    pub identity: Identity,
    /// Number of pages.
    pub pages: u32,
    /// Number of tables.
    pub tables: u32,
    /// Number of chunks, noise included.
    pub chunks: u32,
    /// Number of facts.
    pub facts: u32,
    /// How many of the facts are marked suspect.
    pub facts_suspect: u32,
    /// What could not be read or is doubtful.
    pub warnings: Vec<Warning>,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: String,
    /// When this version was taken in, seconds since 1970, as the caller said.
    pub ingested_at: i64,
}

/// One version of a document, visible or not.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionRecord {
    /// What is known of it.
    pub record: Arc<DocumentRecord>,
    /// Is it the one that is visible now?
    pub current: bool,
}

/// A document's new content, ready to be stored.
#[derive(Clone, Debug)]
pub struct NewVersion<'a> {
    /// Knowledge base.
    pub kb: &'a str,
    /// The path as it was given.
    pub path: &'a str,
    /// The canonical path.
    pub locator: &'a str,
    /// SHA-256 of the file, lower-case hex.
    pub sha256: &'a str,
    /// Seconds since 1970.
    pub ingested_at: i64,
    /// Who it is.
    pub identity: &'a Identity,
    /// What was read.
    pub document: &'a Document,
    /// Its chunks; ordinals rise from 0.
    pub chunks: &'a [Chunk],
    /// Its facts in document order.
    pub facts: &'a [Fact],
    /// Who may see it: an asker who holds one of these tags. Empty: everybody.
    pub access: &'a [String],
}

/// Whether a file has to be read, against what will be visible after the next publication.
#[derive(Clone, Debug, PartialEq)]
pub enum Intake {
    /// The same content is there, under this or another path of the knowledge base: nothing to do.
    Unchanged(Arc<DocumentRecord>),
    /// Not there (or removed before).
    New,
    /// The path is known with other content.
    Changed {
        /// The document that gets another version.
        doc_id: DocId,
        /// The number it will have.
        next_version: u32,
    },
}

/// A version that is stored, and visible after the next publication.
#[derive(Clone, Debug, PartialEq)]
pub struct Staged {
    /// The document.
    pub doc_id: DocId,
    /// The version.
    pub version: u32,
    /// Nothing was written, because the same content was there already.
    pub unchanged: bool,
}

/// Which documents to list. Empty means all; the conditions must hold together.
#[derive(Clone, Debug, Default)]
pub struct DocFilter {
    /// One of these ids.
    pub doc_ids: Vec<DocId>,
    /// Of one of these companies: short name, full name, alias or stock code, compared after folding.
    pub companies: Vec<String>,
    /// One of these kinds.
    pub kinds: Vec<DocKind>,
    /// Reporting on one of these periods.
    pub periods: Vec<Period>,
    /// From one of these publishers (name or alias, compared after folding).
    pub publishers: Vec<String>,
    /// Published on or after this day (`YYYY-MM-DD`); a document without a date does not pass.
    pub since: Option<String>,
    /// Published on or before this day.
    pub until: Option<String>,
}

/// Which facts to look up. Empty means all; the conditions must hold together.
#[derive(Clone, Debug, Default)]
pub struct FactFilter {
    /// From documents that pass.
    pub documents: DocFilter,
    /// One of these canonical metrics.
    pub metrics: Vec<String>,
    /// One of these periods.
    pub periods: Vec<Period>,
    /// This scope.
    pub scope: Option<Scope>,
    /// Forecasts (`Some(true)`) or actuals (`Some(false)`) only.
    pub forecast: Option<bool>,
    /// With or without doubt.
    pub suspicion: Suspicion,
}

/// Facts by doubt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Suspicion {
    /// Doubtful or not.
    #[default]
    Any,
    /// Without a `suspect` mark only.
    Clear,
    /// With a `suspect` mark only.
    Suspect,
}

/// A fact and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredFact {
    /// The document it is printed in.
    pub document: Arc<DocumentRecord>,
    /// Position among the document's facts, 0-based.
    pub ordinal: u32,
    /// The fact.
    pub fact: Fact,
}

/// A chunk and where it comes from.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredChunk {
    /// Its id.
    pub id: ChunkId,
    /// The document it is a piece of.
    pub document: Arc<DocumentRecord>,
    /// The chunk.
    pub chunk: Chunk,
}

/// A page's words and size, without its blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPage {
    /// Where it stands in the file.
    pub index: PageIndex,
    /// The page number printed on it; empty where none is.
    pub label: String,
    /// Width as displayed, points.
    pub width: f32,
    /// Height as displayed, points.
    pub height: f32,
    /// Its words in content order, as [`doc::Page::content_text`] gives them.
    pub text: String,
}

impl DocFilter {
    /// Does the document pass?
    pub fn passes(&self, record: &DocumentRecord) -> bool {
        let identity = &record.identity;
        let published = identity.published_on.as_str();
        let dated = |holds: bool| !published.is_empty() && holds;
        one_of(&self.doc_ids, |id| *id == record.doc_id)
            && one_of(&self.kinds, |kind| *kind == identity.kind)
            && one_of(&self.periods, |period| Some(*period) == identity.period)
            && self.since.as_deref().is_none_or(|since| dated(published >= since))
            && self.until.as_deref().is_none_or(|until| dated(published <= until))
            && one_of(&self.companies, |name| is_company(identity, name))
            && one_of(&self.publishers, |name| is_publisher(identity, name))
    }
}

/// An empty list asks nothing.
fn one_of<T>(wanted: &[T], holds: impl Fn(&T) -> bool) -> bool {
    wanted.is_empty() || wanted.iter().any(holds)
}

fn is_company(identity: &Identity, name: &str) -> bool {
    let names = [&identity.company, &identity.company_full, &identity.stock_code];
    names.into_iter().chain(&identity.aliases).any(|known| same_name(known, name))
}

fn is_publisher(identity: &Identity, name: &str) -> bool {
    std::iter::once(&identity.publisher).chain(&identity.publisher_aliases).any(|known| same_name(known, name))
}

fn same_name(known: &str, asked: &str) -> bool {
    !known.is_empty()
        && (known == asked
            || doc::text::squeeze(&doc::text::fold(known)) == doc::text::squeeze(&doc::text::fold(asked)))
}
