//! A library of the size of the development documents (131 documents, 3,650 pages): how long it takes to write, how
//! much memory, and how long questions to it take. Made-up words with the rarity of natural ones.
#![allow(
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a bench prints its figures and stops when one is missing"
)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::time::{Duration, Instant};

use doc::{ChunkRow, Period, Span};
use store::{FactFilter, FieldBoosts, Units, WordQuery};
use support::{Sample, open, sample, view};

const DOCUMENTS: u64 = 131;
const PAGES: u32 = 28;
const CHUNKS_A_PAGE: u32 = 5;
const ROWS_A_TABLE: usize = 8;
const FACTS_A_PAGE: usize = 40;
const CHUNK_CHARS: usize = 550;
const ROW_CHARS: usize = 40;
const DOCUMENTS_A_PUBLICATION: u64 = 20;
const QUERIES: u64 = 300;
const QUERY_CHARS: usize = 24;

/// Words of two to four characters, the first ones common, the last ones rare.
struct Words {
    state: u64,
    words: Vec<String>,
}

impl Words {
    fn new() -> Self {
        let mut words = Self { state: 42, words: Vec::new() };
        for _ in 0..20_000 {
            let length = 2 + words.next(3);
            let word = (0..length).map(|_| char::from_u32(0x4E00 + words.next(2500) as u32).unwrap()).collect();
            words.words.push(word);
        }
        words
    }

    fn next(&mut self, below: u64) -> u64 {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) % below
    }

    fn word(&mut self) -> String {
        // A product of two draws leans towards the common ones, as natural words do.
        let at = self.next(20_000) * self.next(20_000) / 20_000;
        self.words[at as usize].clone()
    }

    fn text(&mut self, chars: usize) -> String {
        let mut text = String::new();
        let mut length = 0;
        while length < chars {
            let word = self.word();
            length += word.chars().count();
            text.push_str(&word);
            if self.next(8) == 0 {
                text.push_str(if self.next(2) == 0 { "，" } else { " 1,234,567.89 " });
            }
        }
        text
    }
}

fn document(words: &mut Words, at: u64) -> Sample {
    let mut one = sample(&format!("folder/document{at}.pdf"), "alpha", PAGES);
    one.identity.company = words.text(4);
    one.identity.title = words.text(24);
    let (text_chunk, table_chunk, fact) = (one.chunks[0].clone(), one.chunks[1].clone(), one.facts[0].clone());
    one.chunks.clear();
    one.facts.clear();
    for page in 0..PAGES {
        let heading = vec![words.text(8), words.text(12)];
        for piece in 0..CHUNKS_A_PAGE {
            let is_table = piece >= 2;
            let mut chunk = if is_table { table_chunk.clone() } else { text_chunk.clone() };
            chunk.ordinal = page * CHUNKS_A_PAGE + piece;
            chunk.section.clone_from(&heading);
            chunk.text = words.text(CHUNK_CHARS);
            chunk.rows = if is_table { rows(words, &table_chunk.rows[0]) } else { Vec::new() };
            one.chunks.push(chunk);
        }
        let block = one.document.pages[page as usize].blocks[0].clone();
        one.document.pages[page as usize].blocks =
            (0..30).map(|_| doc::Block { text: words.text(45), ..block.clone() }).collect();
        for at in 0..FACTS_A_PAGE {
            let metric = if at % 4 == 0 { format!("指标{}", words.next(120)) } else { String::new() };
            let period = Some(Period::new(2020 + words.next(5) as i32, Span::FY));
            one.facts.push(doc::Fact { metric, period, ..fact.clone() });
        }
    }
    one
}

fn rows(words: &mut Words, like: &ChunkRow) -> Vec<ChunkRow> {
    let row = |row| {
        let text = words.text(ROW_CHARS);
        ChunkRow { row, label: text.chars().take(6).collect(), quote: text.clone(), text, ..like.clone() }
    };
    (1..=ROWS_A_TABLE).map(row).collect()
}

fn memory_mb() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).and_then(|kb| kb.split_whitespace().next());
    peak.and_then(|kb| kb.parse::<u64>().ok()).map_or_else(|| "unknown".to_owned(), |kb| format!("{} MB", kb / 1024))
}

/// Processor time of all threads so far, which other processes on the machine do not change much.
fn processor_time() -> Duration {
    const TICK_MS: u64 = 10;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * TICK_MS)
}

fn spread(label: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |share: usize| times[times.len() * share / 100];
    println!("{label}: p50 {:.2?}, p95 {:.2?}, most {:.2?}", at(50), at(95), times[times.len() - 1]);
}

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let mut words = Words::new();
    let store = open(folder.path());
    let mut writer = store.writer().unwrap();
    let (mut adding, mut publishing, mut generating) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for at in 0..DOCUMENTS {
        let start = Instant::now();
        let one = document(&mut words, at);
        generating += start.elapsed();
        let start = Instant::now();
        one.add(&mut writer);
        adding += start.elapsed();
        if at % DOCUMENTS_A_PUBLICATION == DOCUMENTS_A_PUBLICATION - 1 || at + 1 == DOCUMENTS {
            let start = Instant::now();
            writer.publish().unwrap();
            publishing += start.elapsed();
        }
    }
    let start = Instant::now();
    writer.close().unwrap();
    println!(
        "write: add {adding:.2?}, publish {publishing:.2?}, close {:.2?}; processor {:.2?} (with {generating:.2?} for making them up); peak memory {}",
        start.elapsed(),
        processor_time(),
        memory_mb()
    );
    let stats = store.stats().unwrap();
    println!("{stats:?}");

    let start = Instant::now();
    let store = open(folder.path());
    let opened = start.elapsed();
    let view_now = view(&store);
    println!("open {opened:.2?}, first view {:.2?}", start.elapsed() - opened);
    for units in [Units::All, Units::Rows, Units::Chunks] {
        let mut times = Vec::new();
        let (mut hits, mut terms_total) = (0, 0);
        for _ in 0..QUERIES {
            let terms: Vec<(String, f32)> =
                store.tokenizer().tokens(&words.text(QUERY_CHARS)).into_iter().map(|token| (token, 1.0)).collect();
            terms_total += terms.len();
            let query = WordQuery { terms, boosts: FieldBoosts { title: 0.5, heading: 0.5, body: 1.0 }, units };
            let start = Instant::now();
            hits += view_now.search_words(&query, 200).unwrap().len();
            times.push(start.elapsed());
        }
        spread(
            &format!(
                "words {units:?} ({} terms, {} hits a query)",
                terms_total / QUERIES as usize,
                hits / QUERIES as usize
            ),
            times,
        );
    }
    let mut times = Vec::new();
    for metric in 0..100 {
        let filter = FactFilter { metrics: vec![format!("指标{metric}")], ..FactFilter::default() };
        let start = Instant::now();
        view_now.facts(&filter).unwrap();
        times.push(start.elapsed());
    }
    spread("facts of one metric, all documents", times);
    println!("peak memory {}", memory_mb());
}
