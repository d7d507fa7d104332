//! Reads the real development documents, where they are there, and checks what must hold of any document.

#![allow(clippy::print_stdout)] // A skipped test says why.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use doc::{BlockKind, Document, NoiseKind, text::squeeze};
use parse::{ReadError, ReadOptions, clean::clean, pdf::PdfFile, read};

/// A header row that is repeated overleaf is left out when the parts of a table are joined, and so is the hyphen of a
/// word that was cut: words may be missing by this share of a document's characters, and none may be added.
const REPEATED_SHARE_MAX: f64 = 0.01;

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/docs");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    if files.is_empty() {
        println!("skipped: ../shared is not there");
    }
    files
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) {
            files.push(path);
        }
    }
}

#[test]
fn every_document_is_read_and_no_word_is_lost_or_added() {
    for file in documents() {
        let bytes = std::fs::read(&file).expect("readable file");
        let name = file.display();
        let document = read(bytes.clone(), &ReadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (drawn, all) = drawn_characters(bytes);
        let mut left = drawn;
        for block in document.pages.iter().flat_map(|page| &page.blocks) {
            for c in squeeze(&block.text).chars() {
                *left.entry(c).or_default() -= 1;
            }
        }
        let added: Vec<_> = left.iter().filter(|(_, count)| **count < 0).collect();
        let lost: i64 = left.values().filter(|count| **count > 0).sum();
        assert!(added.is_empty(), "{name}: added {added:?}");
        assert!(
            lost as f64 <= REPEATED_SHARE_MAX * all as f64,
            "{name}: {lost} of {all} characters are lost: {left:?}"
        );
        check_structure(&document, &name.to_string());
    }
}

/// How often each character is drawn, watermarks and the like included, and how many there are.
fn drawn_characters(bytes: Vec<u8>) -> (BTreeMap<char, i64>, usize) {
    let mut counts: BTreeMap<char, i64> = BTreeMap::new();
    let mut all = 0;
    let pdf = PdfFile::open(bytes).expect("a file that was read");
    pdf.for_each_page(
        |_| true,
        |mut page| {
            clean(&mut page);
            let mut text: String = page.glyphs.iter().map(|glyph| glyph.char).collect();
            page.removed.iter().for_each(|removed| text.push_str(&removed.text));
            for c in text.chars().flat_map(|c| squeeze(c.encode_utf8(&mut [0; 4])).chars().collect::<Vec<_>>()) {
                *counts.entry(c).or_default() += 1;
                all += 1;
            }
        },
    );
    (counts, all)
}

fn check_structure(document: &Document, name: &str) {
    for (index, section) in document.sections.iter().enumerate() {
        if let Some(parent) = section.parent {
            assert!(parent < index && document.sections[parent].level < section.level, "{name}: section {index}");
        }
    }
    for (index, page) in document.pages.iter().enumerate() {
        assert_eq!(page.index.as_usize(), index, "{name}");
        let warned = document.warnings.iter().any(|w| w.code == "no_text" && w.page == Some(page.index));
        assert_eq!(warned, !page.has_text, "{name}: page {} without text is reported", page.index.number());
        for block in &page.blocks {
            if let BlockKind::Table { table, first_row, end_row } = block.kind {
                let rows = &document.tables[table].rows;
                assert!(first_row < end_row && end_row <= rows.len(), "{name}: {block:?}");
                assert!(rows[first_row..end_row].iter().all(|row| row.page == page.index), "{name}: {block:?}");
            }
        }
    }
    for (table, found) in document.tables.iter().enumerate() {
        let shown = document.pages.iter().flat_map(|page| &page.blocks);
        let rows: usize = shown
            .filter_map(|block| match block.kind {
                BlockKind::Table { table: of, first_row, end_row } if of == table => Some(end_row - first_row),
                _ => None,
            })
            .sum();
        assert_eq!(rows, found.rows.len(), "{name}: every row of table {table} is in one block");
    }
}

#[test]
fn a_file_that_is_no_pdf_is_an_error_and_a_cut_one_is_read_as_far_as_it_goes() {
    assert!(matches!(read(Vec::new(), &ReadOptions::default()), Err(ReadError::Empty)));
    assert!(matches!(read(b"no pdf at all".to_vec(), &ReadOptions::default()), Err(ReadError::Damaged)));
    for file in documents().iter().take(8) {
        let bytes = std::fs::read(file).expect("readable file");
        for parts in [3, 7] {
            // Whatever comes out, nothing may panic.
            let _ = read(bytes[..bytes.len() * (parts - 1) / parts].to_vec(), &ReadOptions::default());
        }
    }
}

#[test]
fn only_the_wanted_pages_are_read() {
    let Some(file) = documents().into_iter().find(|file| file.to_string_lossy().contains("filings")) else { return };
    let bytes = std::fs::read(file).expect("readable file");
    let wanted = doc::PageIndex(2);
    let options = ReadOptions { pages: Some(vec![wanted]), ..ReadOptions::default() };
    let document = read(bytes.clone(), &options).expect("a document");
    let filled: Vec<_> = document.pages.iter().filter(|page| !page.blocks.is_empty()).map(|page| page.index).collect();
    assert_eq!(filled, [wanted]);
    let cut = read(bytes, &ReadOptions { pages_max: 2, ..ReadOptions::default() }).expect("a document");
    assert!(cut.pages[2..].iter().all(|page| page.blocks.is_empty()));
    assert!(cut.warnings.iter().any(|warning| warning.code == "truncated"));
}

/// Where the statements of a filing are printed as consolidated and parent ones, each table knows which it is.
#[test]
fn statements_of_filings_know_their_scope() {
    for file in documents().iter().filter(|file| file.to_string_lossy().contains("filings")) {
        let document = read(std::fs::read(file).expect("readable file"), &ReadOptions::default()).expect("a document");
        for table in document.tables.iter().filter(|table| table.rows.len() > 15) {
            let words: String = table.cells.iter().map(|cell| squeeze(&cell.text)).collect();
            // Only consolidated statements part the profit or equity between owners and minorities.
            let consolidated = words.contains("归属于母公司股东的净利润") && words.contains("少数股东损益");
            let path = document.section_path(table.section);
            if consolidated && path.last().is_some_and(|title| title.ends_with("利润表")) {
                assert!(path.iter().any(|title| title.contains("合并")), "{}: {path:?}", file.display());
            }
        }
    }
}

#[test]
fn running_text_is_no_part_of_the_content() {
    for file in documents().iter().filter(|file| file.to_string_lossy().contains("filings")) {
        let document = read(std::fs::read(file).expect("readable file"), &ReadOptions::default()).expect("a document");
        for page in &document.pages {
            let content = squeeze(&page.content_text());
            for block in page.blocks.iter().filter(|block| block.noise == Some(NoiseKind::RunningHeader)) {
                let header = squeeze(&block.text);
                assert!(!content.starts_with(&header), "{}: page {}", file.display(), page.index.number());
            }
        }
    }
}
