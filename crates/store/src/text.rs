//! The word index in tantivy: what a unit of search is there, and how it is written.
//!
//! A unit is a chunk, a table row, or a document's title line; each kind has fields of its own, so that a word's
//! rarity and a unit's length are measured among its own kind. Nothing is stored but what search needs: the truth is
//! in SQLite, and the index holds exactly the versions that are visible or about to be.

use std::{
    cell::Cell,
    collections::BTreeMap,
    panic::{self, AssertUnwindSafe, catch_unwind},
    sync::{Arc, Once},
};

use doc::{Chunk, Identity};
use serde::{Deserialize, Serialize};
use tantivy::{
    Index, IndexSettings, IndexWriter, ReloadPolicy, Searcher, SegmentReader, TantivyDocument, TantivyError, Term,
    index::SegmentComponent,
    indexer::{IndexWriterOptions, UserOperation},
    schema::{FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions},
    store::Compressor,
    tokenizer::{Token, TokenStream, TokenizerManager},
};

use crate::{StoreError, TextState, directory::Files, home::Home};

/// Grows when fields or their meaning change; an index of another layout is rebuilt.
const LAYOUT: u32 = 1;
/// Threads that build the index; each adds a segment a commit.
const INDEX_THREADS: usize = 2;
/// Memory of each of them before it writes to disk, bytes.
const INDEX_MEMORY_BYTES: usize = 30 * 1024 * 1024;
/// Words that may wait for the index threads before a commit lets them catch up, bytes.
const WAITING_TEXT_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Name under which the tokenizer is registered.
const TOKENIZER: &str = "caiwen";

/// What a unit of search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnitKind {
    Title,
    Chunk,
    Row,
}

impl UnitKind {
    fn number(self) -> u64 {
        match self {
            UnitKind::Title => 0,
            UnitKind::Chunk => 1,
            UnitKind::Row => 2,
        }
    }

    pub(crate) fn of_number(number: u64) -> Option<Self> {
        [UnitKind::Title, UnitKind::Chunk, UnitKind::Row].into_iter().find(|kind| kind.number() == number)
    }
}

/// The fields of a unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// Key of the version it belongs to.
    version: Field,
    title: Field,
    pub(crate) chunk_heading: Field,
    pub(crate) chunk_body: Field,
    pub(crate) row_heading: Field,
    pub(crate) row_body: Field,
    ordinal: Field,
    row: Field,
    kind: Field,
}

impl Fields {
    pub(crate) fn title(&self) -> Field {
        self.title
    }
}

/// Names of the fast fields.
pub(crate) const VERSION: &str = "version";
pub(crate) const ORDINAL: &str = "ordinal";
pub(crate) const ROW: &str = "row";
pub(crate) const KIND: &str = "kind";

pub(crate) fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    // Frequencies for BM25; positions would double the size and no query asks for phrases.
    let words = TextOptions::default().set_indexing_options(
        TextFieldIndexing::default().set_tokenizer(TOKENIZER).set_index_option(IndexRecordOption::WithFreqs),
    );
    let fields = Fields {
        version: builder.add_u64_field(VERSION, INDEXED | FAST),
        title: builder.add_text_field("title", words.clone()),
        chunk_heading: builder.add_text_field("chunk_heading", words.clone()),
        chunk_body: builder.add_text_field("chunk_body", words.clone()),
        row_heading: builder.add_text_field("row_heading", words.clone()),
        row_body: builder.add_text_field("row_body", words),
        ordinal: builder.add_u64_field(ORDINAL, FAST),
        row: builder.add_u64_field(ROW, FAST),
        kind: builder.add_u64_field(KIND, FAST),
    };
    (builder.build(), fields)
}

/// Units that a version with these chunks has: its title, and each chunk and row that is not noise.
pub(crate) fn units_of(chunks: &[Chunk]) -> u64 {
    1 + chunks.iter().map(units_in).sum::<u64>()
}

/// Units of a chunk: itself and its rows, none if it is noise.
pub(crate) fn units_in(chunk: &Chunk) -> u64 {
    if chunk.noise { 0 } else { 1 + chunk.rows.len() as u64 }
}

/// What the index remembers of how it was made, kept in its commits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Origin {
    layout: u32,
    store_id: String,
    tokenizer: String,
}

impl Origin {
    pub(crate) fn new(store_id: &str, tokenizer: &doc::text::Tokenizer) -> Self {
        let tokenizer = format!("{:016x}", tokenizer.fingerprint());
        Self { layout: LAYOUT, store_id: store_id.to_owned(), tokenizer }
    }
}

/// The origin and the number of the last change that had been made visible when the index was committed.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Payload {
    origin: Origin,
    journal: u64,
}

/// An index as it lies on disk, or what is wrong with it.
pub(crate) fn open_index(home: &Home, origin: &Origin) -> Result<Index, TextState> {
    let directory = Files::open(home.text()).map_err(|_| TextState::Missing)?;
    match Index::exists(&directory) {
        Ok(true) => {}
        Ok(false) => return Err(TextState::Missing),
        Err(_) => return Err(TextState::Corrupt),
    }
    let index = Index::open(directory).map_err(|_| TextState::Corrupt)?;
    let meta = index.load_metas().map_err(|_| TextState::Corrupt)?;
    match meta.payload.as_deref().map(serde_json::from_str::<Payload>) {
        // Created, and nothing committed yet.
        None if meta.segments.is_empty() => {}
        Some(Ok(payload)) if payload.origin == *origin => {}
        Some(Ok(payload)) if payload.origin.store_id == origin.store_id => return Err(TextState::OtherTokenizer),
        _ => return Err(TextState::Corrupt),
    }
    if index.schema() != schema().0 {
        return Err(TextState::Corrupt);
    }
    Ok(index)
}

/// Can the index on disk be read, every file of it?
pub(crate) fn is_sound(home: &Home, origin: &Origin) -> bool {
    let Ok(index) = open_index(home, origin) else { return false };
    guarded(|| Ok(index.validate_checksum()?.is_empty() && count_units(&index).is_ok())).unwrap_or(false)
}

/// Reads of the word index. A damaged file makes tantivy panic rather than fail; the index can be rebuilt, so this is
/// an error like others (as long as panics unwind), and nothing that the closure touched is used after it.
pub(crate) fn guarded<T>(read: impl FnOnce() -> tantivy::Result<T>) -> tantivy::Result<T> {
    hush();
    let outer = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| Err(damaged()));
    GUARDED.set(outer);
    result
}

fn damaged() -> TantivyError {
    TantivyError::InternalError("a file of the word index is damaged".to_owned())
}

thread_local! {
    /// A panic on this thread becomes an error.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Keeps the words of panics that become errors from standard error: they would only frighten. Others are told as
/// before.
fn hush() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                tracing::debug!(%info, "caught");
            } else {
                tell(info);
            }
        }));
    });
}

/// The index as it is committed now.
pub(crate) fn searcher(index: &Index) -> tantivy::Result<Searcher> {
    // A damaged file of stored fields makes tantivy reserve memory without end, which ends the process. Nothing is
    // stored, so these files are small and the check costs nothing; other damage is met when it is read.
    for segment in index.searchable_segment_metas()? {
        if !index.directory().validate_checksum(&segment.relative_path(SegmentComponent::Store))? {
            return Err(damaged());
        }
    }
    Ok(index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?.searcher())
}

/// The version that each unit of a segment belongs to; `None` where it was deleted.
pub(crate) fn owners(segment: &SegmentReader) -> tantivy::Result<Vec<Option<i64>>> {
    let column = segment.fast_fields().u64(VERSION)?;
    // The one number is in a file without a checksum: a wrong one would take memory for units that are not there.
    if column.num_docs() != segment.max_doc() {
        return Err(damaged());
    }
    let owner = |unit| column.first(unit).and_then(|key| i64::try_from(key).ok());
    Ok((0..segment.max_doc()).map(|unit| if segment.is_deleted(unit) { None } else { owner(unit) }).collect())
}

/// Writes the index.
pub(crate) struct TextWriter {
    writer: IndexWriter,
    fields: Fields,
    origin: Origin,
    /// Bytes given to the index threads since they were last waited for.
    waiting_bytes: usize,
    /// Is there anything that a commit would change?
    dirty: bool,
    /// Number of the last visible change, for the commits' notes.
    journal: u64,
}

impl TextWriter {
    /// Opens the index for writing, a fresh one where there is none that is good for anything, and counts the units
    /// of each version that it holds.
    pub(crate) fn open(
        home: &Home,
        tokenizer: &Arc<doc::text::Tokenizer>,
        origin: Origin,
        journal: u64,
    ) -> Result<(Self, BTreeMap<i64, u64>), StoreError> {
        let usable = open_index(home, &origin).ok().and_then(|index| {
            let counts = guarded(|| count_units(&index)).ok()?;
            Some((index, counts))
        });
        let (mut index, counts) = match usable {
            Some(usable) => usable,
            None => (Self::create(home)?, BTreeMap::new()),
        };
        let tokenizers = TokenizerManager::default();
        tokenizers.register(TOKENIZER, SharedCut::new(tokenizer.clone()));
        index.set_tokenizers(tokenizers);
        let options = IndexWriterOptions::builder()
            .num_worker_threads(INDEX_THREADS)
            .memory_budget_per_thread(INDEX_MEMORY_BYTES)
            .num_merge_threads(1)
            .build();
        let writer = index.writer_with_options(options).map_err(|error| home.text_error(error))?;
        // A process that was killed between writing a file and the commit that names it leaves the file, and the next
        // commit would stumble over its name.
        writer.garbage_collect_files().wait().map_err(|error| home.text_error(error))?;
        let fields = schema().1;
        Ok((Self { writer, fields, origin, waiting_bytes: 0, dirty: false, journal }, counts))
    }

    fn create(home: &Home) -> Result<Index, StoreError> {
        home.discard_text()?;
        let path = home.text();
        std::fs::create_dir_all(&path).map_err(|source| home.io("creating the folder", &path, source))?;
        let settings = IndexSettings { docstore_compression: Compressor::None, ..IndexSettings::default() };
        let files = Files::open(path).map_err(|error| home.text_error(error.into()))?;
        let made = Index::builder().schema(schema().0).settings(settings).open_or_create(files);
        made.map_err(|error| home.text_error(error))
    }

    /// Adds a version's title; its chunks follow by [`TextWriter::add_chunk`].
    pub(crate) fn add_title(&mut self, version: i64, identity: &Identity) -> tantivy::Result<()> {
        let mut unit = self.unit(version, UnitKind::Title, 0, 0);
        let line = identity.index_line();
        unit.add_text(self.fields.title, &line);
        self.send(vec![unit], line.len())
    }

    /// Adds a chunk and its rows.
    pub(crate) fn add_chunk(&mut self, version: i64, chunk: &Chunk) -> tantivy::Result<()> {
        if chunk.noise {
            return Ok(());
        }
        let heading = chunk.section.join(" ");
        let mut units = Vec::with_capacity(1 + chunk.rows.len());
        let mut whole = self.unit(version, UnitKind::Chunk, chunk.ordinal, 0);
        whole.add_text(self.fields.chunk_heading, &heading);
        whole.add_text(self.fields.chunk_body, &chunk.text);
        units.push(whole);
        let mut bytes = heading.len() + chunk.text.len();
        for row in &chunk.rows {
            let mut unit = self.unit(version, UnitKind::Row, chunk.ordinal, row.row);
            unit.add_text(self.fields.row_heading, &heading);
            unit.add_text(self.fields.row_body, &row.text);
            units.push(unit);
            bytes += heading.len() + row.text.len();
        }
        self.send(units, bytes)
    }

    fn unit(&self, version: i64, kind: UnitKind, ordinal: u32, row: usize) -> TantivyDocument {
        let mut unit = TantivyDocument::new();
        unit.add_u64(self.fields.version, version.unsigned_abs());
        unit.add_u64(self.fields.ordinal, u64::from(ordinal));
        unit.add_u64(self.fields.row, row as u64);
        unit.add_u64(self.fields.kind, kind.number());
        unit
    }

    /// Together, so that a chunk and its rows land in one segment.
    fn send(&mut self, units: Vec<TantivyDocument>, bytes: usize) -> tantivy::Result<()> {
        self.writer.run(units.into_iter().map(UserOperation::Add))?;
        self.dirty = true;
        self.waiting_bytes += bytes;
        if self.waiting_bytes > WAITING_TEXT_BYTES_MAX {
            // The queue of the index threads has no bound in bytes; a commit of versions that nobody sees yet does
            // no harm and keeps memory flat.
            self.commit(self.journal)?;
        }
        Ok(())
    }

    /// Takes a version's units out, with the next commit.
    pub(crate) fn drop_version(&mut self, version: i64) {
        self.writer.delete_term(Term::from_field_u64(self.fields.version, version.unsigned_abs()));
        self.dirty = true;
    }

    /// Makes everything given so far durable and searchable.
    pub(crate) fn commit(&mut self, journal: u64) -> tantivy::Result<()> {
        if !self.dirty {
            return Ok(());
        }
        self.journal = journal;
        let payload = Payload { origin: self.origin.clone(), journal };
        let payload =
            serde_json::to_string(&payload).map_err(|error| TantivyError::InternalError(error.to_string()))?;
        let mut commit = self.writer.prepare_commit()?;
        commit.set_payload(&payload);
        commit.commit()?;
        self.waiting_bytes = 0;
        self.dirty = false;
        Ok(())
    }

    /// Files whose checksum does not agree.
    pub(crate) fn damaged_files(&self) -> tantivy::Result<usize> {
        guarded(|| Ok(self.writer.index().validate_checksum()?.len()))
    }

    /// Waits for merges and ends.
    pub(crate) fn finish(self) -> tantivy::Result<()> {
        self.writer.wait_merging_threads()
    }
}

/// Units of each version in an index.
fn count_units(index: &Index) -> tantivy::Result<BTreeMap<i64, u64>> {
    let mut counts = BTreeMap::new();
    for segment in searcher(index)?.segment_readers() {
        for version in owners(segment)?.into_iter().flatten() {
            *counts.entry(version).or_insert(0) += 1;
        }
    }
    Ok(counts)
}

/// The shared tokenizer in the form that tantivy asks for. Rows of a chunk carry the same heading one after the
/// other, so the last text's tokens are kept.
#[derive(Clone)]
struct SharedCut {
    tokenizer: Arc<doc::text::Tokenizer>,
    text: String,
    tokens: Vec<String>,
}

impl SharedCut {
    fn new(tokenizer: Arc<doc::text::Tokenizer>) -> Self {
        Self { tokenizer, text: String::new(), tokens: Vec::new() }
    }
}

impl tantivy::tokenizer::Tokenizer for SharedCut {
    type TokenStream<'a> = Tokens<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Tokens<'a> {
        if text != self.text {
            self.tokens = self.tokenizer.tokens(text);
            text.clone_into(&mut self.text);
        }
        Tokens { tokens: self.tokens.iter(), at: Token::default() }
    }
}

struct Tokens<'a> {
    tokens: std::slice::Iter<'a, String>,
    at: Token,
}

impl TokenStream for Tokens<'_> {
    fn advance(&mut self) -> bool {
        let Some(next) = self.tokens.next() else { return false };
        self.at.position = self.at.position.wrapping_add(1);
        next.clone_into(&mut self.at.text);
        true
    }

    fn token(&self) -> &Token {
        &self.at
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.at
    }
}
