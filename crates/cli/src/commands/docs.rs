//! `docs`: the documents of the library.

use std::process::ExitCode;

use doc::{Block, BlockKind, Document, PageNo};
use engine::{Engine, wire};
use serde_json::{Value, json};

use crate::{
    args::{Docs, Global},
    commands::{open, pages},
    language::say,
    output,
    problem::Problem,
};

pub fn run(global: &Global, command: &Docs) -> Result<ExitCode, Problem> {
    let engine = open(global)?;
    match command {
        Docs::List { filters } => list(global, &engine, &filters.filters())?,
        Docs::Show { document, pages: wanted, outline, noise } => {
            let wanted = wanted.as_deref().map(pages).transpose()?;
            let shown = if *outline {
                Shown::Outline
            } else if *noise {
                Shown::Noise
            } else {
                Shown::Blocks
            };
            show(global, &engine, document, wanted.as_deref(), shown)?;
        }
        Docs::Remove { document } => {
            let record = engine.remove(&global.kb, document)?;
            say_done(
                global,
                &wire::document(&record),
                &format!("{} {}", say("已移除", "removed"), output::one_line(&record.path)),
            )?;
        }
        Docs::History { document } => history(global, &engine, document)?,
        Docs::Rollback { document, version } => {
            let record = engine.rollback(document, *version)?;
            say_done(
                global,
                &wire::document(&record),
                &format!("{} {} v{}", say("已恢复", "restored"), output::one_line(&record.path), record.version),
            )?;
        }
        Docs::Verify => return verify(global, &engine),
    }
    Ok(ExitCode::SUCCESS)
}

fn say_done(global: &Global, json: &Value, words: &str) -> std::io::Result<()> {
    if global.json { output::json_line(json) } else { output::line(words) }
}

fn list(global: &Global, engine: &Engine, filters: &engine::Filters) -> Result<(), Problem> {
    let documents: Vec<Value> =
        engine.documents(&global.kb, filters)?.iter().map(|record| wire::document(record)).collect();
    if global.json {
        output::json_line(&json!({"documents": documents}))?;
        return Ok(());
    }
    for document in &documents {
        let text = |key: &str| document[key].as_str().unwrap_or_default().to_owned();
        output::line(&format!(
            "{}  v{}  {} {} {} {}  {}  {}p  {}",
            text("doc_id"),
            document["version"],
            text("company"),
            text("stock_code"),
            text("kind"),
            text("period"),
            text("published_on"),
            document["pages"],
            output::one_line(&text("path"))
        ))?;
    }
    Ok(())
}

/// What `docs show` shows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    Blocks,
    Outline,
    Noise,
}

fn show(global: &Global, engine: &Engine, name: &str, wanted: Option<&[PageNo]>, shown: Shown) -> Result<(), Problem> {
    let record = engine.find_one(&global.kb, name)?;
    let Some(document) = engine.view(&global.kb)?.document(&record.doc_id)? else {
        return Err(engine::EngineError::NoSuchDocument(name.to_owned()).into());
    };
    if shown == Shown::Outline {
        return outline(global, &document);
    }
    let mut listed = Vec::new();
    for page in document.pages.iter().filter(|page| wanted.is_none_or(|wanted| wanted.contains(&page.index.number()))) {
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
        output::json_line(&json!({"document": wire::document(&record), "blocks": listed}))?;
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

fn outline(global: &Global, document: &Document) -> Result<(), Problem> {
    if global.json {
        let sections = document
            .sections
            .iter()
            .map(|section| json!({"title": section.title, "level": section.level, "page": section.page.number()}));
        output::json_line(&json!({"sections": sections.collect::<Vec<_>>()}))?;
        return Ok(());
    }
    for section in &document.sections {
        let indent = "  ".repeat(usize::from(section.level.saturating_sub(1)));
        output::line(&format!("{:>4} {indent}{}", section.page.number(), section.title))?;
    }
    Ok(())
}

fn history(global: &Global, engine: &Engine, name: &str) -> Result<(), Problem> {
    let versions = engine.history(&global.kb, name)?;
    if global.json {
        let versions = versions.iter().map(|version| {
            let mut value = wire::document(&version.record);
            value["current"] = json!(version.current);
            value["sha256"] = json!(version.record.sha256);
            value
        });
        output::json_line(&json!({"versions": versions.collect::<Vec<_>>()}))?;
        return Ok(());
    }
    for version in &versions {
        let mark = if version.current { "*" } else { " " };
        output::line(&format!(
            "{mark} v{} {} {}p {}",
            version.record.version,
            &version.record.sha256,
            version.record.pages,
            output::one_line(&version.record.path)
        ))?;
    }
    Ok(())
}

fn verify(global: &Global, engine: &Engine) -> Result<ExitCode, Problem> {
    let verified = engine.verify()?;
    if global.json {
        output::json_line(&json!({
            "documents": verified.documents, "units": verified.units, "reindexed": verified.reindexed, "damaged": verified.damaged,
        }))?;
    } else {
        output::line(&format!(
            "{} {}, {} {}, {} {}",
            verified.documents,
            say("个文件", "documents"),
            verified.units,
            say("个检索单元", "units of search"),
            verified.reindexed,
            say("个文件重建了索引", "documents indexed again"),
        ))?;
        for damage in &verified.damaged {
            output::line(damage)?;
        }
    }
    Ok(if verified.damaged.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
