//! `facts`: extracted figures.

use std::process::ExitCode;

use engine::{DocFilter, FactFilter, Suspicion, wire};
use serde_json::{Value, json};

use crate::{
    args::{Facts, FactsFormat, Global, Scope},
    commands::open,
    output,
    problem::{NOTHING, Problem},
};

/// Columns of the CSV and of the table for people.
const COLUMNS: [&str; 14] = [
    "company",
    "stock_code",
    "metric",
    "label",
    "period",
    "as_of",
    "scope",
    "value",
    "unit",
    "raw",
    "column_header",
    "path",
    "page",
    "suspect",
];

pub fn run(global: &Global, command: &Facts) -> Result<ExitCode, Problem> {
    let engine = open(global)?;
    let mut doc_ids = Vec::new();
    for name in &command.doc {
        doc_ids.push(engine.find_one(&global.kb, name)?.doc_id.clone());
    }
    let filter = FactFilter {
        documents: DocFilter { doc_ids, companies: command.company.clone(), ..DocFilter::default() },
        metrics: command.metric.clone(),
        periods: command.period.clone(),
        scope: command.scope.map(|scope| match scope {
            Scope::Consolidated => doc::Scope::Consolidated,
            Scope::Parent => doc::Scope::Parent,
        }),
        forecast: None,
        suspicion: if command.suspect { Suspicion::Suspect } else { Suspicion::Any },
    };
    let facts: Vec<Value> = engine.facts(&global.kb, &filter)?.iter().map(wire::fact).collect();
    let code = if facts.is_empty() { ExitCode::from(NOTHING) } else { ExitCode::SUCCESS };
    if global.json || command.format == FactsFormat::Json {
        output::json_line(&json!({"facts": facts}))?;
    } else if command.format == FactsFormat::Csv {
        output::line(&COLUMNS.join(","))?;
        for fact in &facts {
            output::line(&COLUMNS.map(|column| super::tables::csv_field(&words(&fact[column]))).join(","))?;
        }
    } else {
        for fact in &facts {
            let name = if fact["metric"] == "" { &fact["label"] } else { &fact["metric"] };
            let text = |column: &str| words(&fact[column]);
            output::line(&format!(
                "{} {} {} {} {}{} {} p.{} {}",
                text("company"),
                words(name),
                text("period"),
                text("scope"),
                text("value"),
                text("unit"),
                text("path"),
                text("page"),
                text("suspect")
            ))?;
        }
    }
    Ok(code)
}

fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(words).collect::<Vec<_>>().join("; "),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
