//! Bytes of a PDF file, or of a page's content stream in a sound file, through everything that intake does with them.

#![no_main]

use caiwen_fuzz::{checks, pdf};
use libfuzzer_sys::fuzz_target;
use parse::ReadOptions;

/// Pages read of one input.
const PAGES_MAX: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    let file = if bytes.starts_with(b"%PDF") {
        bytes.to_vec()
    } else {
        // Two pages with the same content: what repeats is running text.
        pdf::file(&[bytes, bytes])
    };
    let options = ReadOptions { pages_max: PAGES_MAX, ..ReadOptions::default() };
    if let Ok(document) = parse::read(file, &options) {
        checks::document_is_whole(&document);
        let (_, chunks, _) = checks::after_reading(&document);
        checks::chunks_cover(&document, &chunks);
    }
});
