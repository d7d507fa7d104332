//! Prints the tables of a PDF as JSON: `cargo run --release -p parse --example tables -- tables FILE [--pages 3,4]`.
//! Rows and cells as in the contract of `caiwen tables`; the assembly's captions and sections are left empty.
#![allow(clippy::print_stdout)]

use std::collections::HashSet;

use doc::{Rect, Table};
use parse::{
    clean::clean,
    pdf::PdfFile,
    table::{PagePart, find_tables, join},
};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let file = arguments.get(1).ok_or("usage: tables FILE [--pages 3,4]")?;
    let pages = arguments.iter().position(|argument| argument == "--pages").and_then(|at| arguments.get(at + 1));
    let wanted: Option<HashSet<u32>> =
        pages.map(|list| list.split(',').map(str::parse).collect::<Result<_, _>>()).transpose()?;
    let pdf = PdfFile::open(std::fs::read(file)?)?;
    let mut parts = Vec::new();
    let mut in_tables = std::time::Duration::ZERO;
    let start = std::time::Instant::now();
    pdf.for_each_page(
        |index| wanted.as_ref().is_none_or(|pages| pages.contains(&index.number().0)),
        |mut page| {
            clean(&mut page);
            let begun = std::time::Instant::now();
            let tables = find_tables(&page);
            in_tables += begun.elapsed();
            let boxes: Vec<Rect> = tables.iter().map(|table| table.bbox).collect();
            let outside = |from: f32, to: f32| {
                page.glyphs.iter().any(|glyph| {
                    let (x, y) = (glyph.bbox.center_x(), glyph.bbox.center_y());
                    y > from && y < to && !boxes.iter().any(|area| area.contains(x, y))
                })
            };
            // The assembly knows running text; here it is what stands near the page's edges.
            let (top, bottom) = (page.height * 0.085, page.height * 0.9);
            parts.extend(tables.into_iter().map(|table| PagePart {
                page: page.index,
                page_height: page.height,
                page_width: page.width,
                text_above: outside(top, table.bbox.y0),
                text_below: outside(table.bbox.y1, bottom),
                table,
            }));
        },
    );
    let tables: Vec<Value> = join(parts).iter().map(as_json).collect();
    eprintln!("{} pages, {:?}, of that tables {in_tables:?}", pdf.page_count(), start.elapsed());
    println!("{}", json!({ "tables": tables }));
    Ok(())
}

fn as_json(table: &Table) -> Value {
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
        "pages": pages, "caption": table.caption, "unit": table.unit, "section": [], "boxes": boxes,
        "header_rows": table.header_rows, "rows": table.grid(), "cells": cells,
        "method": format!("{:?}", table.method),
    })
}
