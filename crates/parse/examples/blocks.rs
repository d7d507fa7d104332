//! Prints the blocks of a PDF's pages: `cargo run --release -p parse --example blocks FILE [PAGE]`.

use std::io::Write;

use parse::{ReadOptions, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a PDF file")?;
    let only: Option<u32> = arguments.next().map(|page| page.parse()).transpose()?;
    let document = read(std::fs::read(file)?, &ReadOptions::default())?;
    let mut out = std::io::stdout().lock();
    for page in document.pages.iter().filter(|page| only.is_none_or(|number| page.index.number().0 == number)) {
        writeln!(out, "== page {} (printed {:?}) {}x{}", page.index.number(), page.label, page.width, page.height)?;
        for block in &page.blocks {
            let noise = block.noise.map(|noise| format!(" NOISE {noise:?}")).unwrap_or_default();
            let [x0, y0, x1, y1] = block.bbox.to_array();
            writeln!(out, "[{x0:.0} {y0:.0} {x1:.0} {y1:.0}] {:.1} {:?}{noise}", block.font_size, block.kind)?;
            writeln!(out, "    <{}>", document.section_path(block.section).join(" > "))?;
            writeln!(out, "    {}", block.text.replace('\n', "\n    "))?;
        }
    }
    for warning in &document.warnings {
        writeln!(out, "{:?} {} {}", warning.page.map(|page| page.number().0), warning.code, warning.message)?;
    }
    Ok(())
}
