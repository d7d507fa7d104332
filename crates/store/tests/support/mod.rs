//! Made-up documents for the store's tests: small, deterministic, with words that tell each version apart.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::{path::Path, sync::Arc};

use doc::{
    Basis, Block, BlockKind, Chunk, ChunkKind, ChunkRow, ChunkTable, DocId, DocKind, Document, Fact, Identity, Page,
    PageIndex, PageSpan, Period, Rect, Scope, Span, Warning, text::Tokenizer,
};
use rust_decimal::Decimal;
use sha2::{Digest, Sha256};
use store::{Access, Asker, FieldBoosts, NewVersion, Staged, Store, StoreError, Units, View, WordQuery, Writer};

/// Everything of one version.
#[derive(Clone)]
pub struct Sample {
    pub kb: String,
    pub path: String,
    pub sha256: String,
    pub identity: Identity,
    pub document: Document,
    pub chunks: Vec<Chunk>,
    pub facts: Vec<Fact>,
    pub access: Vec<String>,
}

/// A document of `pages` pages at a path. Every page has a text chunk and a table chunk of two rows; `mark` is a word
/// that stands on every page, in every row and nowhere else.
pub fn sample(path: &str, mark: &str, pages: u32) -> Sample {
    let identity = Identity {
        company: format!("公司{path}"),
        stock_code: "600000".to_owned(),
        kind: DocKind::AnnualReport,
        period: Some(Period::new(2024, Span::FY)),
        title: "年度报告".to_owned(),
        publisher: format!("公司{path}"),
        published_on: "2025-03-31".to_owned(),
        language: "zh-Hans".to_owned(),
        ..Identity::default()
    };
    let mut document = Document {
        warnings: vec![Warning {
            page: Some(PageIndex(0)),
            code: "table_doubtful".to_owned(),
            message: "…".to_owned(),
        }],
        producer: "test".to_owned(),
        ..Document::default()
    };
    let (mut chunks, mut facts) = (Vec::new(), Vec::new());
    for at in 0..pages {
        let words = format!("第{at}页讲营业收入和{mark}的情况");
        let page = PageIndex(at);
        let span = PageSpan { page, bbox: Rect::new(10.0, 20.0, 500.0, 40.0) };
        document.pages.push(page_of(page, &words));
        chunks.push(chunk_of(at * 2, span, &words, None));
        let table = ChunkTable { table: at as usize, first_row: 1, end_row: 3 };
        let mut chunk =
            chunk_of(at * 2 + 1, span, &format!("单位：元\n营业收入 {mark} 1,000\n净利润 {mark} 200"), Some(table));
        chunk.rows = ["营业收入", "净利润"]
            .into_iter()
            .zip(1..)
            .map(|(label, row)| ChunkRow {
                row,
                span,
                label: label.to_owned(),
                text: format!("{label} {mark} | 2024年: {row}"),
                quote: format!("{label} {mark} {row}"),
            })
            .collect();
        chunks.push(chunk);
        facts.push(fact_of(at, "营业收入", 1, Scope::Consolidated));
        facts.push(fact_of(at, "净利润", 2, Scope::Parent));
    }
    let sha256 = hex(&format!("{path} {mark} {pages}"));
    Sample {
        kb: "default".to_owned(),
        path: path.to_owned(),
        sha256,
        identity,
        document,
        chunks,
        facts,
        access: Vec::new(),
    }
}

fn page_of(index: PageIndex, words: &str) -> Page {
    let block = Block {
        kind: BlockKind::Paragraph,
        noise: None,
        bbox: Rect::new(10.0, 20.0, 500.0, 40.0),
        text: words.to_owned(),
        font_size: 10.5,
        section: None,
    };
    let label = index.number().to_string();
    Page { index, label, width: 595.0, height: 842.0, blocks: vec![block], has_text: true }
}

fn chunk_of(ordinal: u32, span: PageSpan, text: &str, table: Option<ChunkTable>) -> Chunk {
    Chunk {
        ordinal,
        kind: if table.is_some() { ChunkKind::Table } else { ChunkKind::Text },
        section: vec!["第十节 财务报告".to_owned(), "七、注释".to_owned()],
        spans: vec![span],
        text: text.to_owned(),
        tokens: 20,
        table,
        rows: Vec::new(),
        noise: false,
    }
}

fn fact_of(page: u32, metric: &str, row: usize, scope: Scope) -> Fact {
    Fact {
        metric: metric.to_owned(),
        label: metric.to_owned(),
        period: Some(Period::new(2024, Span::FY)),
        as_of: String::new(),
        scope,
        value: Decimal::new(123_456 + i64::from(page), 2),
        unit: "元".to_owned(),
        raw: "1,234.56".to_owned(),
        unit_printed: "元".to_owned(),
        page: PageIndex(page),
        bbox: Rect::new(1.0, 2.0, 3.0, 4.0),
        table: page as usize,
        row,
        column: 1,
        column_header: "2024年".to_owned(),
        basis: Basis::AsReported,
        forecast: false,
        suspect: Vec::new(),
    }
}

pub fn hex(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Sample {
    pub fn in_kb(mut self, kb: &str) -> Self {
        self.kb = kb.to_owned();
        self
    }

    pub fn seen_by(mut self, tags: &[&str]) -> Self {
        self.access = tags.iter().map(|tag| (*tag).to_owned()).collect();
        self
    }

    pub fn new_version(&self) -> NewVersion<'_> {
        NewVersion {
            kb: &self.kb,
            path: &self.path,
            locator: &self.path,
            sha256: &self.sha256,
            ingested_at: 1_700_000_000,
            identity: &self.identity,
            document: &self.document,
            chunks: &self.chunks,
            facts: &self.facts,
            access: &self.access,
        }
    }

    pub fn add(&self, writer: &mut Writer) -> Staged {
        writer.add(&self.new_version()).expect("a sample can be stored")
    }

    pub fn publish(&self, writer: &mut Writer) -> Staged {
        let staged = self.add(writer);
        writer.publish().expect("what is staged can be published");
        staged
    }
}

pub fn tokenizer() -> Arc<Tokenizer> {
    Arc::new(Tokenizer::with_terms(["营业收入", "净利润"]))
}

pub fn open(home: &Path) -> Store {
    Store::open(home, tokenizer()).expect("the store opens")
}

pub fn view(store: &Store) -> View {
    store.view(&Asker { kb: None, access: Access::All }).expect("a view can be taken")
}

pub fn query(store: &Store, words: &str, units: Units) -> WordQuery {
    let terms = store.tokenizer().tokens(words).into_iter().map(|token| (token, 1.0)).collect();
    WordQuery { terms, boosts: FieldBoosts::default(), units }
}

/// Only what holds the word in its body: titles and headings apart.
pub fn body_query(store: &Store, words: &str) -> WordQuery {
    WordQuery { boosts: FieldBoosts { title: 0.0, heading: 0.0, body: 1.0 }, ..query(store, words, Units::All) }
}

/// The distinct documents in which a word is found.
pub fn found_in(store: &Store, view: &View, word: &str) -> Vec<DocId> {
    let hits = view.search_words(&body_query(store, word), 10_000).expect("words can be searched");
    let mut ids: Vec<DocId> = hits.into_iter().map(|hit| hit.doc_id).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// Whether words, lists, facts, pages and chunks of everything visible agree.
pub fn check_whole(store: &Store) -> Result<usize, StoreError> {
    let view = view(store);
    let documents = view.documents(&store::DocFilter::default());
    for record in &documents {
        let body = view.document(&record.doc_id)?.expect("a visible document has its body");
        assert_eq!(body.pages.len(), record.pages as usize, "{}", record.path);
        for page in &body.pages {
            let stored = view.page(&record.doc_id, page.index)?.expect("each page is stored");
            assert_eq!(stored.text, page.content_text(), "{}", record.path);
        }
        let chunks = view.chunks_of(&record.doc_id, 0..u32::MAX)?;
        assert_eq!(chunks.len(), record.chunks as usize, "{}", record.path);
        let only = view.only(std::slice::from_ref(&record.doc_id));
        assert_eq!(only.facts(&store::FactFilter::default())?.len(), record.facts as usize, "{}", record.path);
        let units: usize = chunks.iter().filter(|c| !c.chunk.noise).map(|c| 1 + c.chunk.rows.len()).sum();
        let found = only.search_words(&body_query(store, "营业收入 净利润"), 100_000)?.len();
        assert_eq!(found, units, "{}: every unit holds one of the words", record.path);
    }
    Ok(documents.len())
}
