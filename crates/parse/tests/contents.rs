//! The heading tree of real documents agrees with their own lists of contents, where those documents are there.

#![allow(clippy::print_stdout)] // Entries that are not found are listed, and a skipped test says why.

use std::path::{Path, PathBuf};

use doc::{BlockKind, Document, NoiseKind, PageIndex, text::fold};
use parse::{ReadOptions, read};

/// A report of so many pages is a full one.
const FULL_PAGES_MIN: usize = 100;
/// Of the entries of all full reports, so many have their heading at their page.
const FOUND_SHARE_MIN: f64 = 0.97;
/// The same for reports of other kinds and languages.
const OTHER_SHARE_MIN: f64 = 0.95;
/// Entries for the cover and for the list itself, which have no heading there.
const NO_HEADINGS: [&str; 2] = ["封面", "目录"];
const NUMBERS: &str = "一二三四五六七八九十";
/// A list of contents has so many entries.
const ENTRIES_MIN: usize = 4;

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/docs");
    let mut files = Vec::new();
    for folder in ["filings", "research", "industry", "various", "traditional", "english"] {
        let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
        files.extend(entries.map(|entry| entry.path()).filter(|path| path.is_file()));
    }
    files.sort();
    if files.is_empty() {
        println!("skipped: ../shared is not there");
    }
    files
}

/// A line of a list of contents.
#[derive(Debug)]
struct Entry {
    title: String,
    /// The printed number, and the page of the file that carries it; pages without a printed number have none.
    printed: String,
    page: Option<PageIndex>,
    /// The list's own page.
    listed: PageIndex,
}

fn entries(document: &Document) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut pending = String::new();
    for page in &document.pages {
        for block in page.blocks.iter().filter(|block| block.noise == Some(NoiseKind::Contents)) {
            for line in block.text.lines() {
                let Some((title, printed)) = split(line) else {
                    pending = if starts_entry(line) { line.to_owned() } else { String::new() };
                    continue;
                };
                let whole = if starts_entry(title) { title.to_owned() } else { format!("{pending}{title}") };
                pending.clear();
                if NO_HEADINGS.contains(
                    &letters(&whole).into_iter().skip_while(|c| NUMBERS.contains(*c)).collect::<String>().as_str(),
                ) {
                    continue;
                }
                let physical = labelled(document, printed, page.index);
                let printed = printed.to_owned();
                entries.push(Entry { title: whole, page: physical, printed, listed: page.index });
            }
        }
    }
    entries
}

/// The page with this printed number, after the list where several have it; of a volume's number (`3-1-12`) the last.
fn labelled(document: &Document, printed: &str, list: PageIndex) -> Option<PageIndex> {
    let counted: Vec<&doc::Page> = document.pages.iter().filter(|page| !page.label.is_empty()).collect();
    if counted.len() * 2 < document.pages.len() {
        return None;
    }
    let mut same = counted.into_iter().filter(|page| page.label.rsplit('-').next() == Some(printed));
    same.clone().find(|page| page.index >= list).or_else(|| same.next()).map(|page| page.index)
}

fn starts_entry(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(|c: char| c.is_ascii_digit() || "第一二三四五六七八九十（(图表圖".contains(c))
}

/// Title and printed page number, the first of a range: `第一节 释义 ....... 4`, `其他 45~46`.
fn split(line: &str) -> Option<(&str, &str)> {
    const LEADERS: &str = ".·•．・﹒_…⋯-—–(（~～〜";
    let leader = |c: char| c.is_whitespace() || LEADERS.contains(c);
    let number = |text: &str| text.len() - text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let line = line.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '-' | ')' | '）'));
    let (mut title, mut printed) = line.split_at(line.len() - number(line));
    let range = title.trim_end().strip_suffix(['~', '～', '〜', '-', '–']).map(str::trim_end);
    if let Some(range) = range.filter(|range| (1..=4).contains(&number(range))) {
        (title, printed) = range.split_at(range.len() - number(range));
    }
    let title = title.trim_end_matches(leader);
    let letters = title.chars().filter(|c| c.is_alphabetic()).count();
    ((1..=4).contains(&printed.len()) && letters >= 2).then_some((title, printed.trim_start_matches('0')))
}

/// How an entry came out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Found,
    /// The list is wrong: its words do not stand on the page that it names, and are a heading of another one.
    ListIsWrong,
    Missed,
}

fn outcome(document: &Document, entry: &Entry) -> Outcome {
    let sections = document.sections.iter().map(|section| (section.page, section.title.as_str()));
    let titles = document.pages.iter().flat_map(|page| {
        let captions = page.blocks.iter().filter(|block| matches!(block.kind, BlockKind::Caption));
        captions.map(|block| (page.index, block.text.as_str()))
    });
    let tables = document.tables.iter().filter_map(|table| Some((table.parts.first()?.0, table.caption.as_str())));
    let named: Vec<PageIndex> = sections
        .chain(titles)
        .chain(tables)
        .filter(|(_, title)| same(title, &entry.title))
        .map(|(page, _)| page)
        .collect();
    let there = |page: &PageIndex| entry.page.is_none_or(|wanted| *page == wanted);
    if named.iter().any(|page| there(page) && *page >= entry.listed) {
        return Outcome::Found;
    }
    let printed = entry.page.is_none_or(|page| {
        let text: Vec<&doc::Block> = document.pages[page.as_usize()]
            .blocks
            .iter()
            .filter(|block| block.noise != Some(NoiseKind::Contents))
            .collect();
        let words: String = text.iter().map(|block| block.text.as_str()).collect();
        let (words, title) = (letters(&words), letters(&entry.title));
        words.windows(title.len()).any(|part| part == title)
    });
    if !printed && !named.is_empty() { Outcome::ListIsWrong } else { Outcome::Missed }
}

/// Letters and digits alone: punctuation and spaces differ between a list and its headings.
fn letters(text: &str) -> Vec<char> {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The same words, but for a slip of the list: one contains the other, or a few letters differ.
fn same(heading: &str, entry: &str) -> bool {
    let words = |text: &str| -> Vec<char> {
        let number = |c: &char| c.is_ascii_digit() || NUMBERS.contains(*c);
        letters(text).into_iter().skip_while(number).collect()
    };
    let (heading, entry) = (words(heading), words(entry));
    let shorter = heading.len().min(entry.len());
    if shorter == 0 {
        return false;
    }
    let inside = |long: &[char], short: &[char]| long.windows(short.len()).any(|part| part == short);
    let contained = shorter >= 4 && (inside(&heading, &entry) || inside(&entry, &heading));
    contained || distance(&heading, &entry) <= shorter / 8
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[test]
fn headings_agree_with_the_list_of_contents() {
    let (mut full, mut other) = ((0, 0), (0, 0));
    for file in documents() {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let document = read(std::fs::read(&file).expect("readable file"), &ReadOptions::default()).expect("a document");
        let entries = entries(&document);
        if entries.len() < ENTRIES_MIN {
            continue;
        }
        let outcomes: Vec<(&Entry, Outcome)> = entries.iter().map(|entry| (entry, outcome(&document, entry))).collect();
        let count = |wanted: Outcome| outcomes.iter().filter(|(_, outcome)| *outcome == wanted).count();
        let (found, wrong) = (count(Outcome::Found), count(Outcome::ListIsWrong));
        println!("{name}: {found} of {} found, {wrong} wrong in the list", entries.len());
        for (entry, outcome) in outcomes.iter().filter(|(_, outcome)| *outcome != Outcome::Found) {
            let page = entry.page.map(|page| page.number().0);
            let kind = if *outcome == Outcome::Missed { "missed" } else { "wrong" };
            println!("  {kind}: {:?} printed {:?} page {page:?}", entry.title, entry.printed);
        }
        let is_full = file.to_string_lossy().contains("filings") && document.pages.len() >= FULL_PAGES_MIN;
        let sums = if is_full { &mut full } else { &mut other };
        *sums = (sums.0 + found, sums.1 + entries.len() - wrong);
    }
    println!("full reports: {} of {}, others: {} of {}", full.0, full.1, other.0, other.1);
    for ((found, all), least) in [(full, FOUND_SHARE_MIN), (other, OTHER_SHARE_MIN)] {
        assert!(found as f64 >= least * all as f64, "{found} of {all} entries have their heading");
    }
}
