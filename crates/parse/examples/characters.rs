//! Prints the characters of every page of PDFs, one JSON line a page, for comparison with what another reader finds:
//! `cargo run --release -p parse --example characters FILE...`; see `tests/pdfium.py`.

use std::io::Write;

use parse::{clean::clean, pdf::PdfFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    for file in std::env::args().skip(1) {
        let Ok(pdf) = PdfFile::open(std::fs::read(&file)?) else { continue };
        let mut lines = Vec::new();
        pdf.for_each_page(
            |_| true,
            |mut page| {
                clean(&mut page);
                let mut text: String = page.glyphs.iter().map(|glyph| glyph.char).collect();
                page.removed.iter().for_each(|removed| text.push_str(&removed.text));
                lines.push(serde_json::json!({
                    "file": file, "page": page.index.number(), "text": text, "unmapped": page.unmapped,
                }));
            },
        );
        for line in lines {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
