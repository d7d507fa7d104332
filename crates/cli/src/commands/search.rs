//! `search`: evidence only.

use std::process::ExitCode;

use engine::{Question, wire};
use serde_json::Value;

use crate::{
    args::{Global, Search},
    commands::{ask::failed, open, questions, today},
    output,
    problem::{NOTHING, Problem},
};

/// Characters of a hit that are shown to people.
const SHOWN_CHARS: usize = 240;

pub fn run(global: &Global, command: &Search) -> Result<ExitCode, Problem> {
    let engine = open(global)?;
    let today = today(global)?;
    let mut code = ExitCode::SUCCESS;
    for text in questions(&command.question) {
        let question = Question {
            text: text?,
            kb: global.kb.clone(),
            filters: command.filters.filters(),
            today,
            top_k: command.top_k,
        };
        let batch = command.question == "-";
        match engine.search(&question) {
            Ok(asked) => {
                if asked.retrieval.hits.is_empty() && !batch {
                    code = ExitCode::from(NOTHING);
                }
                let reply = wire::search(&question, &asked);
                if global.json { output::json_line(&reply)? } else { show(&reply)? }
            }
            Err(error) if batch => output::json_line(&failed(&question, error))?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(code)
}

fn show(reply: &Value) -> std::io::Result<()> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    for hit in reply["hits"].as_array().into_iter().flatten() {
        let section: Vec<String> = hit["section"].as_array().into_iter().flatten().map(text).collect();
        output::line(&format!(
            "{}. {} p.{}  {}",
            hit["rank"],
            output::one_line(&text(&hit["path"])),
            hit["pages"][0]["page"],
            section.join(" > ")
        ))?;
        let words: String = text(&hit["text"]).replace('\n', " ").chars().take(SHOWN_CHARS).collect();
        output::line(&format!("   {words}"))?;
    }
    Ok(())
}
