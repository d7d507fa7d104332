//! Prints the tables of a PDF as JSON: `cargo run --release -p parse --example tables -- tables FILE [--pages 3,4]`.
//! The shape is that of `caiwen tables --json`, with the method by which each table was found added.
#![allow(clippy::print_stdout)]

use doc::{Document, PageIndex, Table};
use parse::{ReadOptions, read};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.get(1).ok_or("usage: tables FILE [--pages 3,4]")?;
    let list = arguments.iter().position(|argument| argument == "--pages").and_then(|at| arguments.get(at + 1));
    let index = |page: &str| page.parse().map(|number: u32| PageIndex(number.saturating_sub(1)));
    let pages: Option<Result<Vec<PageIndex>, _>> = list.map(|list| list.split(',').map(index).collect());
    let options = ReadOptions { pages: pages.transpose()?, ..ReadOptions::default() };
    let start = std::time::Instant::now();
    let document = read(std::fs::read(file)?, &options)?;
    eprintln!("{} pages, {:?}", document.pages.len(), start.elapsed());
    let tables: Vec<Value> = document.tables.iter().map(|table| as_json(&document, table)).collect();
    println!("{}", json!({ "tables": tables }));
    Ok(())
}

fn as_json(document: &Document, table: &Table) -> Value {
    let pages: Vec<u32> = table.parts.iter().map(|(page, _)| page.number().0).collect();
    let boxes: Vec<[f32; 4]> = table.parts.iter().map(|(_, bbox)| bbox.to_array()).collect();
    let cells: Vec<Value> = table
        .cells
        .iter()
        .map(|cell| {
            json!({
                "row": cell.row, "col": cell.col, "row_span": cell.row_span, "col_span": cell.col_span,
                "text": cell.text, "page": cell.page.number().0, "box": cell.bbox.to_array(),
            })
        })
        .collect();
    json!({
        "pages": pages, "caption": table.caption, "unit": table.unit,
        "section": document.section_path(table.section), "boxes": boxes,
        "header_rows": table.header_rows, "rows": table.grid(), "cells": cells,
        "method": format!("{:?}", table.method),
    })
}
