//! `demo`: read the sample documents, answer the sample questions.

use std::{fs, path::Path, process::ExitCode};

use engine::{IngestRequest, Question};
use include_dir::{Dir, include_dir};
use serde_json::{Value, json};

use crate::{
    args::Global,
    bar::Bar,
    commands::{ask, create, ingest, now},
    interrupt,
    language::say,
    output,
    problem::Problem,
};

/// The samples come with the program: simulated companies, made by a script of the project.
static DOCUMENTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../samples/docs");
/// The questions, a JSON object a line.
static QUESTIONS: &str = include_str!("../../../../samples/demo.jsonl");
/// The samples stay apart from the person's own documents.
const KNOWLEDGE_BASE: &str = "demo";
/// The day on which the sample questions are asked.
const TODAY: engine::Date = (2025, 12, 31);

pub fn run(global: &Global) -> Result<ExitCode, Problem> {
    let engine = create(global)?;
    let folder = global.home.join("samples");
    unpack(&folder)?;
    let request = IngestRequest {
        paths: vec![folder],
        kb: KNOWLEDGE_BASE.to_owned(),
        access: Vec::new(),
        now: now(),
        stop: interrupt::stop(),
    };
    let mut bar = Bar::new();
    let report = engine.ingest(&request, &mut bar)?;
    bar.finish();
    interrupt::is_over();
    if report.left.is_some() {
        ingest::show(&report)?;
        return Ok(ingest::exit_code(&report));
    }
    let mut replies = Vec::new();
    for text in questions() {
        let question = Question { text, kb: KNOWLEDGE_BASE.to_owned(), today: TODAY, ..Question::default() };
        replies.push(ask::answer(&engine, &question)?);
    }
    if global.json {
        output::json_line(&json!({"ingest": engine::wire::ingest(&report), "answers": replies}))?;
        return Ok(ingest::exit_code(&report));
    }
    ingest::show(&report)?;
    for reply in &replies {
        output::line(&format!("\n> {}", reply["question"].as_str().unwrap_or_default()))?;
        ask::show(reply, false)?;
    }
    output::line(&format!(
        "\n{}",
        say(
            "样例为虚构公司。接着试试：caiwen ingest 你的目录，然后 caiwen ask \"问题\"",
            "The sample companies are simulated. Next: caiwen ingest FOLDER, then caiwen ask \"QUESTION\""
        )
    ))?;
    Ok(ingest::exit_code(&report))
}

fn unpack(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for file in DOCUMENTS.files() {
        if let Some(name) = file.path().file_name() {
            let path = folder.join(name);
            // The same bytes again would only wake whoever watches the folder.
            if fs::read(&path).ok().as_deref() != Some(file.contents()) {
                fs::write(path, file.contents())?;
            }
        }
    }
    Ok(())
}

fn questions() -> impl Iterator<Item = String> {
    let lines = QUESTIONS.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter_map(|line| line["question"].as_str().map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_and_questions_come_with_the_program() {
        assert!(DOCUMENTS.files().count() >= 1);
        assert!(questions().count() >= 1);
    }
}
