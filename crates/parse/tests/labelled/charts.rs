//! Pages of charts, diagrams, maps and page furniture: what is read as a table there and is none.

use std::collections::BTreeMap;

use doc::{PageIndex, Rect};
use serde::Deserialize;

use super::{Half, area, common_area, documents, lines, read_pages};

/// Most false tables in each half. The aim is none; these are today's, and only ever fall.
const FALSE_MAX: [(Half, usize); 2] = [(Half::Development, 5), (Half::HeldOut, 3)];
/// A table that was found is a true one if at least this share of it lies on a true one.
const COVERED_MIN: f32 = 0.5;

/// A page of a file with something drawn on it.
#[derive(Debug, Deserialize)]
struct Page {
    file: String,
    /// 1-based.
    page: u32,
    kind: String,
    /// The boxes of the tables that there are, points from the top left: x0, y0, x1, y1.
    tables: Vec<[f32; 4]>,
}

impl Page {
    fn has(&self, found: &Rect) -> bool {
        self.tables
            .iter()
            .any(|&[x0, y0, x1, y1]| common_area(&Rect::new(x0, y0, x1, y1), found) >= COVERED_MIN * area(found))
    }
}

#[test]
fn charts_are_no_tables() {
    let Some(root) = documents() else { return };
    let mut pages: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for page in lines::<Page>(include_str!("charts.jsonl")) {
        pages.entry(page.file.clone()).or_default().push(page);
    }
    let mut counts = [(0, 0); 2];
    for (file, pages) in &pages {
        let document = read_pages(&root, file, pages.iter().map(|page| PageIndex(page.page - 1)));
        for page in pages {
            let half = Half::of(file, page.page);
            let parts = document.tables.iter().flat_map(|table| &table.parts);
            let on_page = parts.filter(|(index, _)| index.0 + 1 == page.page).map(|(_, found)| found);
            let wrong: Vec<_> = on_page.filter(|found| !page.has(found)).collect();
            counts[half as usize].0 += 1;
            counts[half as usize].1 += wrong.len();
            for found in wrong {
                match half.is_shown() {
                    true => println!("{half:?}: {file} p{} ({}): no table at {found:?}", page.page, page.kind),
                    false => println!("{half:?}: {}: a false table", page.kind),
                }
            }
        }
    }
    for (half, (pages, wrong)) in Half::ALL.into_iter().zip(counts) {
        println!("{half:?}: {pages} pages of charts, {wrong} false tables");
    }
    for (half, most) in FALSE_MAX {
        let wrong = counts[half as usize].1;
        assert!(wrong <= most, "{half:?}: {wrong} false tables, more than {most}");
    }
}
