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
    /// The same content is there, under this or another path of the knowledge base: nothing to do. (Its access tags
    /// stay as they are; [`crate::Writer::set_access`] changes them.)
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
        self.prepared().passes(record)
    }

    /// The filter ready for many documents.
    pub(crate) fn prepared(&self) -> PreparedFilter<'_> {
        let folded = |names: &[String]| names.iter().map(|name| fold_name(name)).collect();
        PreparedFilter { filter: self, companies: folded(&self.companies), publishers: folded(&self.publishers) }
    }
}

/// A filter with its names folded once.
pub(crate) struct PreparedFilter<'a> {
    filter: &'a DocFilter,
    companies: Vec<String>,
    publishers: Vec<String>,
}

impl PreparedFilter<'_> {
    pub(crate) fn passes(&self, record: &DocumentRecord) -> bool {
        let (filter, identity) = (self.filter, &record.identity);
        let published = identity.published_on.as_str();
        let dated = |holds: bool| !published.is_empty() && holds;
        let company = [&identity.company, &identity.company_full, &identity.stock_code];
        one_of(&filter.doc_ids, |id| *id == record.doc_id)
            && one_of(&filter.kinds, |kind| *kind == identity.kind)
            && one_of(&filter.periods, |period| Some(*period) == identity.period)
            && filter.since.as_deref().is_none_or(|since| dated(published >= since))
            && filter.until.as_deref().is_none_or(|until| dated(published <= until))
            && is_named(&self.companies, company.into_iter().chain(&identity.aliases))
            && is_named(&self.publishers, std::iter::once(&identity.publisher).chain(&identity.publisher_aliases))
    }
}

/// An empty list asks nothing.
fn one_of<T>(wanted: &[T], holds: impl Fn(&T) -> bool) -> bool {
    wanted.is_empty() || wanted.iter().any(holds)
}

/// Is one of the known names among those asked for? An unknown (empty) name is nobody's.
fn is_named<'a>(asked: &[String], known: impl IntoIterator<Item = &'a String>) -> bool {
    asked.is_empty() || known.into_iter().any(|name| !name.is_empty() && asked.contains(&fold_name(name)))
}

fn fold_name(name: &str) -> String {
    doc::text::squeeze(&doc::text::fold(name))
}
