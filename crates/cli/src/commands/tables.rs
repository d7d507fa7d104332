//! `tables`: the tables of a file without storing it.

use std::process::ExitCode;

use engine::{Engine, wire};
use serde_json::Value;

use crate::{
    args::{Global, Tables, TablesFormat},
    commands::{config, pages, worker},
    output,
    problem::{NOTHING, Problem},
};

pub fn run(global: &Global, command: &Tables) -> Result<ExitCode, Problem> {
    let wanted = command.pages.as_deref().map(pages).transpose()?;
    let document = Engine::read_file(&command.file, &config(global)?, worker(), wanted)?;
    let reply = wire::tables(&document);
    let tables = reply["tables"].as_array().map(Vec::as_slice).unwrap_or_default();
    let code = if tables.is_empty() { ExitCode::from(NOTHING) } else { ExitCode::SUCCESS };
    if global.json || command.format == TablesFormat::Json {
        output::json_line(&reply)?;
        return Ok(code);
    }
    for table in tables {
        output::line(&match command.format {
            TablesFormat::Csv => csv(table),
            TablesFormat::Html => html(table),
            TablesFormat::Md | TablesFormat::Json => markdown(table),
        })?;
    }
    Ok(code)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn rows(table: &Value) -> impl Iterator<Item = Vec<&str>> {
    table["rows"].as_array().into_iter().flatten().map(|row| row.as_array().into_iter().flatten().map(text).collect())
}

fn markdown(table: &Value) -> String {
    let mut lines = vec![format!("**{}** {} p.{}\n", text(&table["caption"]), text(&table["unit"]), table["pages"])];
    for (index, row) in rows(table).enumerate() {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
        if index == 0 {
            lines.push(format!("|{}", " --- |".repeat(row.len())));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn csv(table: &Value) -> String {
    let lines: Vec<String> =
        rows(table).map(|row| row.iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(",")).collect();
    format!("{}\n", lines.join("\n"))
}

/// A field as RFC 4180 has it; one that a spreadsheet would take for a formula is marked as text.
pub fn csv_field(field: &str) -> String {
    let formula = field.starts_with(['=', '@', '\t', '\r'])
        || (field.starts_with(['+', '-']) && field.chars().any(char::is_alphabetic));
    let field = if formula { format!("'{field}") } else { field.to_owned() };
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}

fn html(table: &Value) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut out =
        format!("<table><caption>{} {}</caption>", escape(text(&table["caption"])), escape(text(&table["unit"])));
    let cells = table["cells"].as_array().map(Vec::as_slice).unwrap_or_default();
    for row in 0..rows(table).count() {
        out.push_str("<tr>");
        for cell in cells.iter().filter(|cell| cell["row"] == row) {
            out.push_str(&format!(
                "<td rowspan=\"{}\" colspan=\"{}\">{}</td>",
                cell["row_span"],
                cell["col_span"],
                escape(text(&cell["text"]))
            ));
        }
        out.push_str("</tr>");
    }
    out.push_str("</table>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_and_formulas_disarmed() {
        assert_eq!(csv_field("1,234"), "\"1,234\"");
        assert_eq!(csv_field("a\"b"), "\"a\"\"b\"");
        assert_eq!(csv_field("=1+1"), "'=1+1");
        assert_eq!(csv_field("-447"), "-447");
    }
}
