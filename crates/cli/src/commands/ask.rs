//! `ask`: a question, or many from standard input.

use std::process::ExitCode;

use engine::{Engine, EngineError, Question, wire};
use serde_json::{Value, json};

use crate::{
    args::{Ask, Global},
    commands::{open, questions, today},
    language::say,
    output,
    problem::{NOTHING, Problem},
};

pub fn run(global: &Global, command: &Ask) -> Result<ExitCode, Problem> {
    let engine = open(global)?;
    let today = today(global)?;
    let question =
        |text: String| Question { text, kb: global.kb.clone(), filters: command.filters.filters(), today, top_k: 0 };
    let mut code = ExitCode::SUCCESS;
    for text in questions(&command.question) {
        let question = question(text?);
        let batch = command.question == "-";
        match answer(&engine, &question) {
            Ok(reply) => {
                if reply["status"] == "refused" && !batch {
                    code = ExitCode::from(NOTHING);
                }
                show(&reply, global.json)?;
            }
            Err(error) if batch => output::json_line(&failed(&question, error))?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(code)
}

/// The reply of the contract.
pub fn answer(engine: &Engine, question: &Question) -> Result<Value, EngineError> {
    Ok(wire::ask(question, &engine.ask(question)?))
}

/// The line of a question that failed in a batch.
pub fn failed(question: &Question, error: EngineError) -> Value {
    let problem = Problem::from(error);
    json!({"question": question.text, "error": {"code": problem.code(), "message": problem.to_string()}})
}

/// JSON, or words with the places they are printed at.
pub fn show(reply: &Value, as_json: bool) -> std::io::Result<()> {
    if as_json {
        return output::json_line(reply);
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    output::line(&text(&reply["answer"]))?;
    for citation in reply["citations"].as_array().into_iter().flatten() {
        let label = text(&citation["page_label"]);
        let page = citation["page"].to_string();
        let printed = if label.is_empty() || label == page {
            String::new()
        } else {
            format!("，{} {label}", say("印刷页码", "printed"))
        };
        let place = format!("{} {page}{printed}", say("第", "page"));
        output::line(&format!(
            "  [{}] {} {place}: {}",
            citation["n"],
            output::one_line(&text(&citation["path"])),
            text(&citation["quote"])
        ))?;
    }
    let nearest: Vec<String> = reply["refusal"]["nearest"].as_array().into_iter().flatten().map(text).collect();
    if !nearest.is_empty() {
        output::line(&format!("  {}: {}", say("可以查询", "there is"), nearest.join("、")))?;
    }
    output::line(&format!("  {}", text(&reply["disclaimer"])))
}
