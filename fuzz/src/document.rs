//! Random documents that no reading gives: spans beyond their grid, sections that are not there, rows without cells.

use arbitrary::{Result, Unstructured};
use doc::{
    Block, BlockKind, Cell, Document, NoiseKind, OutlineEntry, Page, PageIndex, Rect, Section, Table, TableMethod,
    TableRow, Warning,
};

use crate::vocabulary;

/// Sizes at most, so that one input stays fast.
const PAGES_MAX: usize = 5;
const BLOCKS_MAX: usize = 10;
const SECTIONS_MAX: usize = 6;
const TABLES_MAX: usize = 5;
const ROWS_MAX: usize = 10;
const COLUMNS_MAX: usize = 8;
/// Places beyond every grid.
const FAR: &[usize] = &[64, 4_096, u32::MAX as usize, usize::MAX - 1, usize::MAX];

/// A document of any shape.
pub fn document(u: &mut Unstructured<'_>) -> Result<Document> {
    let mut document = Document::default();
    for _ in 0..u.int_in_range(0..=SECTIONS_MAX)? {
        let title = vocabulary::text(u, 4)?;
        let (level, parent) = (u.arbitrary()?, optional_place(u, SECTIONS_MAX)?);
        document.sections.push(Section { title, level, page: page_index(u)?, parent });
    }
    for _ in 0..u.int_in_range(0..=TABLES_MAX)? {
        let table = table(u)?;
        document.tables.push(table);
    }
    for index in 0..u.int_in_range(0..=PAGES_MAX)? {
        let page = page(u, index as u32)?;
        document.pages.push(page);
    }
    if u.ratio(1, 4)? {
        let page = u.arbitrary::<bool>()?.then_some(page_index(u)?);
        document.outline.push(OutlineEntry { title: vocabulary::text(u, 3)?, level: u.arbitrary()?, page });
        document.warnings.push(Warning { page, code: vocabulary::word(u)?, message: vocabulary::word(u)? });
    }
    Ok(document)
}

fn page(u: &mut Unstructured<'_>, number: u32) -> Result<Page> {
    let index = if u.ratio(1, 12)? { page_index(u)? } else { PageIndex(number) };
    let mut page = Page {
        index,
        label: vocabulary::word(u)?,
        width: 595.0,
        height: 842.0,
        blocks: Vec::new(),
        has_text: u.arbitrary()?,
    };
    for _ in 0..u.int_in_range(0..=BLOCKS_MAX)? {
        let block = block(u)?;
        page.blocks.push(block);
    }
    Ok(page)
}

fn block(u: &mut Unstructured<'_>) -> Result<Block> {
    let kind = match u.int_in_range(0..=7)? {
        0 | 1 => BlockKind::Heading { level: u.arbitrary()? },
        2 => BlockKind::Caption,
        3 => BlockKind::Footnote,
        4 | 5 => BlockKind::Table {
            table: place(u, TABLES_MAX)?,
            first_row: place(u, ROWS_MAX)?,
            end_row: place(u, ROWS_MAX)?,
        },
        _ => BlockKind::Paragraph,
    };
    let noise = if u.ratio(1, 8)? {
        Some(*u.choose(&[
            NoiseKind::RunningHeader,
            NoiseKind::PageNumber,
            NoiseKind::Contents,
            NoiseKind::Disclaimer,
            NoiseKind::Watermark,
        ])?)
    } else {
        None
    };
    let mut text = vocabulary::text(u, 12)?;
    if u.ratio(1, 16)? {
        text = text.repeat(u.int_in_range(1..=60)?);
    }
    let section = optional_place(u, SECTIONS_MAX)?;
    Ok(Block { kind, noise, bbox: bbox(u)?, text, font_size: f32::from(u.arbitrary::<u8>()?) / 4.0, section })
}

/// A grid with a cell at each place, then spoilt in some of them.
fn table(u: &mut Unstructured<'_>) -> Result<Table> {
    let (rows, columns) = (u.int_in_range(0..=ROWS_MAX)?, u.int_in_range(0..=COLUMNS_MAX)?);
    let mut cells = Vec::new();
    for row in 0..rows {
        for col in 0..columns {
            if u.ratio(1, 16)? {
                continue;
            }
            let mut cell = Cell {
                row,
                col,
                row_span: 1,
                col_span: 1,
                text: vocabulary::text(u, 3)?,
                page: PageIndex(0),
                bbox: bbox(u)?,
            };
            if u.ratio(1, 10)? {
                cell.row = place(u, ROWS_MAX)?;
                cell.col = place(u, COLUMNS_MAX)?;
                cell.row_span = place(u, ROWS_MAX)?;
                cell.col_span = place(u, COLUMNS_MAX)?;
                cell.page = page_index(u)?;
            }
            cells.push(cell);
        }
    }
    let mut header_rows = if u.ratio(3, 4)? { vec![0] } else { Vec::new() };
    for _ in 0..u.int_in_range(0..=2)? {
        header_rows.push(place(u, ROWS_MAX)?);
    }
    let page = page_index(u)?;
    let mut table = Table {
        caption: vocabulary::text(u, 3)?,
        unit: vocabulary::text(u, 2)?,
        section: optional_place(u, SECTIONS_MAX)?,
        columns,
        header_rows,
        rows: Vec::new(),
        cells,
        parts: vec![(page, bbox(u)?)],
        method: *u.choose(&[TableMethod::Ruled, TableMethod::Filled, TableMethod::Aligned])?,
    };
    for _ in 0..rows {
        table.rows.push(TableRow { page, bbox: bbox(u)? });
    }
    if u.ratio(1, 12)? {
        table.rows.truncate(place(u, ROWS_MAX)?);
        table.columns = u.int_in_range(0..=2 * COLUMNS_MAX)?;
        table.parts.clear();
    }
    Ok(table)
}

/// Mostly a place below `max`, sometimes one far off.
fn place(u: &mut Unstructured<'_>, max: usize) -> Result<usize> {
    if u.ratio(1, 12)? { Ok(*u.choose(FAR)?) } else { u.int_in_range(0..=max) }
}

fn optional_place(u: &mut Unstructured<'_>, max: usize) -> Result<Option<usize>> {
    if u.ratio(1, 3)? { Ok(None) } else { Ok(Some(place(u, max)?)) }
}

fn page_index(u: &mut Unstructured<'_>) -> Result<PageIndex> {
    let number = if u.ratio(1, 20)? { u32::MAX } else { u.int_in_range(0..=PAGES_MAX as u32)? };
    Ok(PageIndex(number))
}

fn bbox(u: &mut Unstructured<'_>) -> Result<Rect> {
    let [x, y, width, height]: [u8; 4] = u.arbitrary()?;
    let (x, y) = (f32::from(x) * 2.0, f32::from(y) * 3.0);
    Ok(Rect::new(x, y, x + f32::from(width), y + f32::from(height)))
}
