//! `docs`: the documents of the library.

use std::process::ExitCode;

use engine::{Engine, wire};
use serde_json::{Value, json};

use crate::{
    args::{Docs, Global},
    commands::{
        document::{self, Shown},
        open, pages,
    },
    language::say,
    output,
    problem::Problem,
};

pub fn run(global: &Global, command: &Docs) -> Result<ExitCode, Problem> {
    if let Docs::Show { document, pages: wanted, outline, noise, md } = command {
        let wanted = wanted.as_deref().map(pages).transpose()?;
        let shown = match (*outline, *noise, *md) {
            (true, ..) => Shown::Outline,
            (_, true, _) => Shown::Noise,
            (.., true) => Shown::Markdown,
            _ => Shown::Blocks,
        };
        document::run(global, document, wanted.as_deref(), shown)?;
        return Ok(ExitCode::SUCCESS);
    }
    let engine = open(global)?;
    match command {
        Docs::Show { .. } => {}
        Docs::List { filters } => list(global, &engine, &filters.filters())?,
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
