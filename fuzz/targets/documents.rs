//! Documents of any shape, sound or not: who they are, their figures, their chunks.

#![no_main]

use arbitrary::Unstructured;
use caiwen_fuzz::{checks, document};
use libfuzzer_sys::fuzz_target;
use parse::chunk::{Strategy, chunks_by};

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = document::document(&mut Unstructured::new(bytes)) else { return };
    for table in &document.tables {
        let _ = (table.grid(), table.cover());
        for row in 0..table.rows.len() {
            let _ = (table.row_text(row), table.headers_of(row), table.column_header(row, row));
        }
    }
    for page in &document.pages {
        let _ = page.content_text();
    }
    for section in 0..document.sections.len() {
        let _ = document.section_path(Some(section));
    }
    checks::after_reading(&document);
    for strategy in [Strategy::Fixed, Strategy::Lines, Strategy::Tokens] {
        chunks_by(&document, strategy);
    }
});
