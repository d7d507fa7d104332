//! `explain`: every stage of an answer.

use std::process::ExitCode;

use engine::{Gold, Question, wire};

use crate::{
    args::{Explain, Global},
    commands::{ask, open, today},
    output,
    problem::Problem,
};

/// Candidates that are shown to people.
const SHOWN: usize = 12;

pub fn run(global: &Global, command: &Explain) -> Result<ExitCode, Problem> {
    let engine = open(global)?;
    let question = Question {
        text: command.question.clone(),
        kb: global.kb.clone(),
        filters: command.filters.filters(),
        today: today(global)?,
        top_k: 0,
    };
    let gold = command.gold.as_deref().map(gold).transpose()?;
    let explained = engine.explain(&question, gold.as_ref())?;
    let reply = wire::explain(&question, &explained);
    if global.json {
        output::json_line(&reply)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&format!("plan       {}", reply["plan"]))?;
    output::line(&format!("filters    {}", reply["filters"]))?;
    for term in reply["terms"].as_array().into_iter().flatten() {
        output::line(&format!("term       {} × {}", term["term"], term["weight"]))?;
    }
    for figure in reply["figures"].as_array().into_iter().flatten().take(SHOWN) {
        let fact = &figure["fact"];
        output::line(&format!(
            "figure     {} {} {} {} p.{} distance {}",
            fact["metric"], fact["period"], fact["raw"], fact["path"], fact["page"], figure["distance"]
        ))?;
    }
    for candidate in reply["candidates"].as_array().into_iter().flatten().take(SHOWN) {
        output::line(&format!(
            "candidate  {} p.{} bm25 {} × {} = {} (words {}, figures {}) fused {}",
            candidate["path"],
            candidate["pages"],
            candidate["bm25"],
            candidate["factors"],
            candidate["adjusted"],
            candidate["bm25_rank"],
            candidate["facts_rank"],
            candidate["fused"]
        ))?;
    }
    ask::show(&reply["answer"], false)?;
    if let Some(gold) = reply["gold"].as_str() {
        output::line(&format!("gold       {gold}"))?;
    }
    output::line(&format!("time       {} ms", reply["timings_ms"]))?;
    Ok(ExitCode::SUCCESS)
}

fn gold(text: &str) -> Result<Gold, Problem> {
    let wrong = || Problem::Usage(format!("--gold {text}: expected FILE:PAGE"));
    let (path, page) = text.rsplit_once(':').ok_or_else(wrong)?;
    Ok(Gold { path: path.to_owned(), page: doc::PageNo(page.parse().map_err(|_| wrong())?) })
}
