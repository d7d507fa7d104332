//! Pages drawn at random: their tables, alone, joined over pages, and the document that they give.

#![no_main]

use arbitrary::{Result, Unstructured};
use caiwen_fuzz::{checks, page};
use libfuzzer_sys::fuzz_target;
use parse::{
    clean,
    content::PageContent,
    table::{PagePart, find_tables, join},
};

/// Pages of one document at most.
const PAGES_MAX: u32 = 3;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(pages) = pages(&mut Unstructured::new(bytes)) {
        look_at(pages);
    }
});

fn pages(u: &mut Unstructured<'_>) -> Result<Vec<PageContent>> {
    let count = u.int_in_range(1..=PAGES_MAX)?;
    (0..count).map(|index| page::page(u, index)).collect()
}

fn look_at(mut pages: Vec<PageContent>) {
    let mut parts = Vec::new();
    for (number, page) in pages.iter_mut().enumerate() {
        let uncleaned = number % 2 == 1;
        if uncleaned {
            find_tables(page).iter().for_each(checks::page_table_is_whole);
        }
        clean::clean(page);
        for table in find_tables(page) {
            checks::page_table_is_whole(&table);
            let (page_width, page_height) = (page.width, page.height);
            let (text_above, text_below) = (page.glyphs.len() % 2 == 0, page.glyphs.len() % 3 == 0);
            parts.push(PagePart { page: page.index, page_height, page_width, table, text_above, text_below });
        }
    }
    join(parts).iter().for_each(checks::table_is_whole);
    let document = parse::document_of(pages);
    checks::document_is_whole(&document);
    let (_, chunks, _) = checks::after_reading(&document);
    checks::chunks_cover(&document, &chunks);
}
