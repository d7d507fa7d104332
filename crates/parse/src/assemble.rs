//! Drafts of pages → the document: blocks, joined tables, sections, warnings.

use doc::{Block, BlockKind, Document, Page, PageIndex, Table, Warning};

use crate::{
    layout::{Draft, Item},
    table::{PagePart, join},
};

/// Puts the pages together; pages that were not read are there without blocks, so that index and place agree.
pub fn assemble(drafts: Vec<Draft>, page_count: usize) -> Document {
    let tables = join(parts(&drafts));
    let unread = |index| Page { index, has_text: true, ..Page::default() };
    let indices = (0..page_count).map_while(|index| u32::try_from(index).ok());
    let mut document =
        Document { tables, pages: indices.map(|index| unread(PageIndex(index))).collect(), ..Document::default() };
    for draft in drafts {
        document.warnings.extend(warnings(&draft));
        let page = page(&draft, &document.tables);
        if let Some(place) = document.pages.get_mut(draft.index.as_usize()) {
            *place = page;
        }
    }
    document
}

fn parts(drafts: &[Draft]) -> Vec<PagePart> {
    let mut parts = Vec::new();
    for draft in drafts {
        let is_line = |item: &Item| matches!(item, Item::Line(_));
        for (position, item) in draft.items.iter().enumerate() {
            if let Item::Table(table) = item {
                parts.push(PagePart {
                    page: draft.index,
                    page_height: draft.height,
                    page_width: draft.width,
                    table: draft.tables[*table].clone(),
                    text_above: draft.items[..position].iter().any(is_line),
                    text_below: draft.items[position + 1..].iter().any(is_line),
                });
            }
        }
    }
    parts
}

fn page(draft: &Draft, tables: &[Table]) -> Page {
    let mut blocks = Vec::new();
    for item in &draft.items {
        match item {
            Item::Line(line) => blocks.push(Block {
                kind: BlockKind::Paragraph,
                noise: None,
                bbox: line.bbox,
                text: line.text(),
                font_size: line.size(),
                section: None,
            }),
            Item::Table(index) => blocks.extend(table_block(draft, &draft.tables[*index].bbox, tables)),
        }
    }
    blocks.extend(draft.removed.iter().map(|removed| Block {
        kind: BlockKind::Paragraph,
        noise: Some(removed.kind),
        bbox: removed.bbox,
        text: removed.text.clone(),
        font_size: 0.0,
        section: None,
    }));
    Page {
        index: draft.index,
        label: String::new(),
        width: draft.width,
        height: draft.height,
        blocks,
        has_text: draft.has_text,
    }
}

/// The block of the part of a table that stands at `bbox` on the draft's page.
fn table_block(draft: &Draft, bbox: &doc::Rect, tables: &[Table]) -> Option<Block> {
    let table = tables.iter().position(|table| table.parts.contains(&(draft.index, *bbox)))?;
    let rows = &tables[table].rows;
    let first_row = rows.iter().position(|row| row.page == draft.index)?;
    let end_row = rows.iter().rposition(|row| row.page == draft.index)? + 1;
    let lines = (first_row..end_row).map(|row| tables[table].row_text(row)).filter(|text| !text.is_empty());
    Some(Block {
        kind: BlockKind::Table { table, first_row, end_row },
        noise: None,
        bbox: *bbox,
        text: lines.collect::<Vec<_>>().join("\n"),
        font_size: 0.0,
        section: None,
    })
}

fn warnings(draft: &Draft) -> Vec<Warning> {
    let mut warnings = Vec::new();
    let mut warn = |code: &str, message: String| {
        warnings.push(Warning { page: Some(draft.index), code: code.to_owned(), message });
    };
    if !draft.has_text {
        warn("no_text", "the page is a picture or drawn outlines; its words cannot be read".to_owned());
    }
    if draft.truncated {
        warn("truncated", "the page draws more than is read; its end is missing".to_owned());
    }
    warnings
}
