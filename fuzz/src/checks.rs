//! What must hold of every document, chunk and fact, whatever was read.

use std::{collections::HashMap, ops::Range};

use doc::{Block, BlockKind, Chunk, Document, Fact, Identity, NoiseKind, Rect, Table, text::squeeze};
use parse::{chunk, table::PageTable};

/// Everything that follows reading, and that its results belong to the document.
pub fn after_reading(document: &Document) -> (Identity, Vec<Chunk>, Vec<Fact>) {
    let (identity, _) = finance::extract::identity(document);
    let mut facts = finance::extract::facts(document, &identity);
    finance::check::mark_suspects(&mut facts);
    let chunks = chunk::chunks(document);
    chunks_are_of(document, &chunks);
    facts_are_of(document, &facts);
    (identity, chunks, facts)
}

/// No letter of the document is lost in its chunks, but for running text.
pub fn chunks_cover(document: &Document, chunks: &[Chunk]) {
    let texts: Vec<String> = chunks.iter().map(|chunk| squeeze(&chunk.text)).collect();
    let mut left: HashMap<char, i64> = HashMap::new();
    for text in &texts {
        text.chars().for_each(|c| *left.entry(c).or_default() += 1);
    }
    let taken = |block: &&Block| matches!(block.noise, None | Some(NoiseKind::Contents | NoiseKind::Disclaimer));
    for block in document.pages.iter().flat_map(|page| &page.blocks).filter(taken) {
        let words = squeeze(&block.text);
        // A title that is printed again on the next page is said once.
        if block.kind == BlockKind::Caption && texts.iter().any(|text| text.contains(&words)) {
            continue;
        }
        for c in words.chars() {
            let count = left.entry(c).or_default();
            *count -= 1;
            assert!(*count >= 0, "{c:?} is missing: {block:?}");
        }
    }
}

/// The document keeps what its types promise.
pub fn document_is_whole(document: &Document) {
    for (number, page) in document.pages.iter().enumerate() {
        assert_eq!(page.index.as_usize(), number, "pages stand in order");
        for block in &page.blocks {
            is_finite(&block.bbox);
            assert!(block.section.is_none_or(|section| section < document.sections.len()), "{block:?}");
            if let BlockKind::Table { table, first_row, end_row } = block.kind {
                let rows = document.tables[table].rows.len();
                assert!(first_row < end_row && end_row <= rows, "rows {first_row}..{end_row} of {rows}");
            }
        }
    }
    for (number, section) in document.sections.iter().enumerate() {
        assert!(section.parent.is_none_or(|parent| parent < number), "{section:?}");
        assert!(section.level > 0 && section.page.as_usize() < document.pages.len(), "{section:?}");
    }
    for table in &document.tables {
        table_is_whole(table);
        assert!(table.section.is_none_or(|section| section < document.sections.len()));
        assert!(table.parts.iter().all(|(page, _)| page.as_usize() < document.pages.len()));
    }
}

/// The cells cover the grid, each place once.
pub fn table_is_whole(table: &Table) {
    let places = table.cells.iter().map(|cell| (cell.row, cell.col, cell.row_span, cell.col_span));
    covers(places, table.rows.len(), table.columns);
    are_rising(&table.header_rows, table.rows.len());
    table.cells.iter().for_each(|cell| is_finite(&cell.bbox));
    table.rows.iter().for_each(|row| is_finite(&row.bbox));
    assert!(!table.parts.is_empty());
    for row in 0..table.rows.len() {
        let _ = table.row_text(row);
        for col in 0..table.columns {
            let _ = table.column_header(row, col);
        }
    }
}

/// The same of a table before joining.
pub fn page_table_is_whole(table: &PageTable) {
    let places = table.cells.iter().map(|cell| (cell.row, cell.col, cell.row_span, cell.col_span));
    covers(places, table.row_boxes.len(), table.columns);
    are_rising(&table.header_rows, table.row_boxes.len());
    assert_eq!(table.column_edges.len(), table.columns + 1);
    assert!(table.column_edges.is_sorted(), "{:?}", table.column_edges);
    assert!(table.unfinished.iter().all(|col| *col < table.columns));
    table.cells.iter().for_each(|cell| is_finite(&cell.bbox));
    table.row_boxes.iter().for_each(is_finite);
}

/// The range can be cut out of the text.
pub fn is_range_of(text: &str, range: &Range<usize>) {
    assert!(text.get(range.clone()).is_some(), "{range:?} of {text:?}");
}

fn covers(cells: impl Iterator<Item = (usize, usize, usize, usize)>, rows: usize, columns: usize) {
    let mut covered = vec![false; rows * columns];
    for (row, col, row_span, col_span) in cells {
        assert!(row_span > 0 && col_span > 0 && row + row_span <= rows && col + col_span <= columns);
        for row in row..row + row_span {
            for place in &mut covered[row * columns + col..row * columns + col + col_span] {
                assert!(!*place, "two cells at one place");
                *place = true;
            }
        }
    }
    assert!(covered.iter().all(|place| *place), "a place without a cell");
}

fn are_rising(header_rows: &[usize], rows: usize) {
    assert!(header_rows.windows(2).all(|pair| pair[0] < pair[1]), "{header_rows:?}");
    assert!(header_rows.iter().all(|row| *row < rows), "{header_rows:?} of {rows}");
}

fn is_finite(bbox: &Rect) {
    assert!(bbox.to_array().iter().all(|edge| edge.is_finite()), "{bbox:?}");
}

fn chunks_are_of(document: &Document, chunks: &[Chunk]) {
    for (number, chunk) in chunks.iter().enumerate() {
        assert_eq!(chunk.ordinal as usize, number, "ordinals rise from 0");
        if let Some(part) = chunk.table {
            let table = &document.tables[part.table];
            assert!(part.first_row <= part.end_row && part.end_row <= table.rows.len(), "{part:?}");
            assert!(chunk.rows.iter().all(|row| row.row < table.rows.len()));
        }
    }
}

fn facts_are_of(document: &Document, facts: &[Fact]) {
    for fact in facts {
        let table = &document.tables[fact.table];
        assert!(fact.row < table.rows.len() && fact.column < table.columns, "{fact:?}");
        assert!(!fact.raw.is_empty());
    }
}
