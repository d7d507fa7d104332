//! Prints the lines of a PDF's pages: `cargo run --release -p parse --example lines FILE [PAGE]`.
#![allow(clippy::print_stdout)]

use parse::{clean::clean, line::lines, pdf::PdfFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a PDF file")?;
    let only: Option<u32> = arguments.next().map(|page| page.parse()).transpose()?;
    let pdf = PdfFile::open(std::fs::read(file)?)?;
    let start = std::time::Instant::now();
    let mut glyphs = 0;
    pdf.for_each_page(
        |index| only.is_none_or(|page| index.number().0 == page),
        |mut page| {
            clean(&mut page);
            glyphs += page.glyphs.len();
            for line in lines(&page.glyphs) {
                println!(
                    "{:5.0} {:5.0} {:4.1} {} {}",
                    line.bbox.x0,
                    line.bbox.y0,
                    line.size(),
                    if line.bold() { "B" } else { " " },
                    line.text()
                );
            }
        },
    );
    eprintln!("{} pages, {glyphs} glyphs, {:?}", pdf.page_count(), start.elapsed());
    Ok(())
}
