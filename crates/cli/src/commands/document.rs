//! `docs show`: what was read of one document, as blocks, as Markdown, its headings, what was kept out.

use std::{collections::BTreeMap, path::Path};

use doc::{Block, BlockKind, Document, NoiseKind, PageNo};
use engine::{Engine, EngineError, StoreError, wire};
use serde_json::{Value, json};

use crate::{
    args::Global,
    commands::{config, open, worker},
    language::say,
    output,
    problem::Problem,
};

/// Characters of a text that is shown in a list.
const SHOWN_CHARS_MAX: usize = 90;

/// What to show of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Blocks,
    Markdown,
    Outline,
    Noise,
}

pub fn run(global: &Global, name: &str, wanted: Option<&[PageNo]>, shown: Shown) -> Result<(), Problem> {
    let (record, document) = find(global, name)?;
    match shown {
        Shown::Outline => outline(global, &document, wanted)?,
        Shown::Markdown if global.json => {
            output::json_line(&json!({"document": record, "markdown": engine::markdown(&document, wanted)}))?;
        }
        Shown::Markdown => output::line(engine::markdown(&document, wanted).trim_end())?,
        Shown::Noise if !global.json => noise(&document, wanted)?,
        Shown::Noise | Shown::Blocks => blocks(global, &record, &document, wanted, shown)?,
    }
    Ok(())
}

/// The document of the library, else the file of that path, read now.
fn find(global: &Global, name: &str) -> Result<(Value, Document), Problem> {
    let in_library = || -> Result<(Value, Document), Problem> {
        let engine = open(global)?;
        let record = engine.find_one(&global.kb, name)?;
        let document = engine.view(&global.kb)?.document(&record.doc_id)?;
        let document = document.ok_or_else(|| EngineError::NoSuchDocument(name.to_owned()))?;
        Ok((wire::document(&record), document))
    };
    match in_library() {
        Err(Problem::Engine(EngineError::NoSuchDocument(_) | EngineError::Store(StoreError::Absent { .. })))
            if Path::new(name).is_file() =>
        {
            let document = Engine::read_file(Path::new(name), &config(global)?, worker(), None)?;
            Ok((json!({"doc_id": "", "path": name, "pages": document.pages.len()}), document))
        }
        found => found,
    }
}

fn is_wanted(page: PageNo, wanted: Option<&[PageNo]>) -> bool {
    wanted.is_none_or(|wanted| wanted.contains(&page))
}

fn blocks(
    global: &Global,
    record: &Value,
    document: &Document,
    wanted: Option<&[PageNo]>,
    shown: Shown,
) -> Result<(), Problem> {
    let mut listed = Vec::new();
    for page in document.pages.iter().filter(|page| is_wanted(page.index.number(), wanted)) {
        for block in page.blocks.iter().filter(|block| shown == Shown::Blocks || block.noise.is_some()) {
            let number = page.index.number();
            if global.json {
                listed.push(json!({
                    "page": number, "page_label": page.label, "kind": kind(block), "noise": block.noise, "box": block.bbox.to_array(),
                    "text": block.text, "section": document.section_path(block.section),
                }));
            } else {
                let noise = block.noise.map(|noise| format!(" [{noise:?}]")).unwrap_or_default();
                output::line(&format!("{number:>4} {:9}{noise} {}", kind(block), block.text))?;
            }
        }
    }
    if global.json {
        output::json_line(&json!({"document": record, "blocks": listed}))?;
    }
    Ok(())
}

fn kind(block: &Block) -> &'static str {
    match block.kind {
        BlockKind::Heading { .. } => "heading",
        BlockKind::Paragraph => "text",
        BlockKind::Caption => "caption",
        BlockKind::Footnote => "footnote",
        BlockKind::Table { .. } => "table",
    }
}

/// The headings with their pages, indented by their depth in the tree.
fn outline(global: &Global, document: &Document, wanted: Option<&[PageNo]>) -> Result<(), Problem> {
    let mut depths: Vec<usize> = Vec::with_capacity(document.sections.len());
    for section in &document.sections {
        let above = section.parent.and_then(|parent| depths.get(parent)).copied();
        depths.push(above.map_or(1, |depth| depth + 1));
    }
    let label = |page: doc::PageIndex| document.pages.get(page.as_usize()).map_or("", |page| page.label.as_str());
    let sections = document.sections.iter().zip(depths).filter(|(section, _)| is_wanted(section.page.number(), wanted));
    if global.json {
        let sections = sections.map(|(section, depth)| {
            json!({
                "title": section.title, "level": depth, "page": section.page.number(), "page_label": label(section.page),
            })
        });
        output::json_line(&json!({"sections": sections.collect::<Vec<_>>()}))?;
        return Ok(());
    }
    for (section, depth) in sections {
        let indent = "  ".repeat(depth - 1);
        output::line(&format!("{:>4} {indent}{}", section.page.number(), output::one_line(&section.title)))?;
    }
    if document.sections.is_empty() {
        output::note(say("没有找到标题", "no headings were found"));
    }
    Ok(())
}

/// What was kept out of the index, by reason; what is the same but for its digits is one line with its pages.
fn noise(document: &Document, wanted: Option<&[PageNo]>) -> Result<(), Problem> {
    let mut groups: BTreeMap<(usize, String), (String, Vec<PageNo>)> = BTreeMap::new();
    let mut order: Vec<(usize, String)> = Vec::new();
    for page in document.pages.iter().filter(|page| is_wanted(page.index.number(), wanted)) {
        for block in &page.blocks {
            let Some(reason) = block.noise.and_then(|noise| REASONS.iter().position(|(kind, ..)| *kind == noise))
            else {
                continue;
            };
            let key = (reason, pattern(&block.text));
            let group = groups.entry(key.clone()).or_insert_with(|| {
                order.push(key);
                (shortened(&block.text), Vec::new())
            });
            group.1.push(page.index.number());
        }
    }
    for (reason, (_, chinese, english)) in REASONS.iter().enumerate() {
        let same: Vec<_> = order.iter().filter(|key| key.0 == reason).filter_map(|key| groups.get(key)).collect();
        if same.is_empty() {
            continue;
        }
        output::line(&format!(
            "{} ({})",
            say(chinese, english),
            same.iter().map(|group| group.1.len()).sum::<usize>()
        ))?;
        for (text, pages) in same {
            output::line(&format!("  {:<12} {text}", ranges(pages)))?;
        }
    }
    Ok(())
}

/// The reasons in the order in which they are listed.
const REASONS: [(NoiseKind, &str, &str); 7] = [
    (NoiseKind::RunningHeader, "页眉：在各页顶端重复", "running headers: repeated at the top of pages"),
    (NoiseKind::RunningFooter, "页脚：在各页底端重复", "running footers: repeated at the foot of pages"),
    (NoiseKind::PageNumber, "页码", "page numbers"),
    (NoiseKind::Contents, "目录", "lists of contents"),
    (NoiseKind::Disclaimer, "免责声明等固定文字", "legal standard text"),
    (NoiseKind::Watermark, "水印、图章、斜排文字", "watermarks, stamps, turned text"),
    (NoiseKind::TemplateMark, "模板的隐藏标记", "hidden marks of a template"),
];

/// The text without white space, a run of digits as one sign.
fn pattern(text: &str) -> String {
    let mut pattern = String::new();
    for c in doc::text::squeeze(text).chars() {
        let c = if c.is_ascii_digit() { '#' } else { c };
        if c != '#' || !pattern.ends_with('#') {
            pattern.push(c);
        }
    }
    pattern
}

fn shortened(text: &str) -> String {
    /// So many dots lead from an entry of a list to its number.
    const LEADERS_MIN: usize = 4;
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let dotted: String = std::iter::repeat_n('.', LEADERS_MIN).collect();
    let words = match (words.find(&dotted), words.rfind(&dotted)) {
        (Some(from), Some(to)) => {
            format!("{} … {}", words[..from].trim_end(), words[to..].trim_start_matches('.').trim_start())
        }
        _ => words,
    };
    let mut shown: String = words.chars().take(SHOWN_CHARS_MAX).collect();
    if shown.len() < words.len() {
        shown.push('…');
    }
    shown
}

/// Rising page numbers in short: `1-3,7`.
fn ranges(pages: &[PageNo]) -> String {
    let runs = pages.chunk_by(|a, b| b.0.saturating_sub(a.0) <= 1);
    let run = |run: &[PageNo]| match (run.first(), run.last()) {
        (Some(first), Some(last)) if first != last => format!("{first}-{last}"),
        (Some(first), _) => first.to_string(),
        _ => String::new(),
    };
    runs.map(run).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_listed_in_short_and_digits_are_one_sign() {
        assert_eq!(ranges(&[1, 2, 2, 3, 7].map(PageNo)), "1-3,7");
        assert_eq!(ranges(&[5].map(PageNo)), "5");
        assert_eq!(pattern("第 12 页 共 143 页"), pattern("第3页共143页"));
    }

    #[test]
    fn long_words_and_leaders_are_shortened() {
        assert_eq!(shortened("第一节 释义.............. 4"), "第一节 释义 … 4");
        assert_eq!(shortened(&"字".repeat(200)).chars().count(), SHOWN_CHARS_MAX + 1);
    }

    #[test]
    fn every_reason_is_listed() {
        for kind in [NoiseKind::Contents, NoiseKind::TemplateMark, NoiseKind::Watermark] {
            assert!(REASONS.iter().any(|(listed, ..)| *listed == kind), "{kind:?}");
        }
    }
}
