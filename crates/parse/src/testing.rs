//! Pages made by hand, for tests: text at a place in, a document out.

use doc::{Block, BlockKind, Cell, Document, PageIndex, Rect, TableMethod, text::is_cjk};

use crate::{
    assemble::assemble,
    content::{Direction, Glyph, PageContent},
    layout::{Draft, lay_out},
    table::PageTable,
};

/// Size of an A4 page, points.
pub const WIDTH: f32 = 595.0;
pub const HEIGHT: f32 = 842.0;
/// Font size of text that says no other, points.
pub const SIZE: f32 = 10.0;

/// A page under construction.
#[derive(Clone, Default)]
pub struct TestPage {
    content: PageContent,
    tables: Vec<PageTable>,
}

impl TestPage {
    pub fn new(number: u32) -> Self {
        let index = PageIndex(number - 1);
        let content = PageContent { index, width: WIDTH, height: HEIGHT, ..PageContent::default() };
        Self { content, tables: Vec::new() }
    }

    /// Words at a place in the usual size; Chinese letters are as wide as high, others half of it.
    pub fn text(self, x: f32, y: f32, text: &str) -> Self {
        self.styled(x, y, SIZE, false, text)
    }

    pub fn bold(self, x: f32, y: f32, text: &str) -> Self {
        self.styled(x, y, SIZE, true, text)
    }

    pub fn styled(mut self, x: f32, y: f32, size: f32, bold: bool, text: &str) -> Self {
        let run = self.content.glyphs.last().map_or(0, |glyph| glyph.run + 1);
        let mut at = x;
        for char in text.chars() {
            let wide = is_cjk(char) || (!char.is_ascii() && !char.is_alphanumeric());
            let width = if wide { size } else { size / 2.0 };
            if !char.is_whitespace() {
                self.content.glyphs.push(Glyph {
                    char,
                    bbox: Rect::new(at, y, at + width, y + size),
                    size,
                    run,
                    bold,
                    space_after: false,
                    invisible: false,
                    direction: Direction::Upright,
                });
            }
            at += width;
        }
        self
    }

    /// Lines below each other, one and a half sizes apart.
    pub fn lines(mut self, x: f32, y: f32, lines: &[&str]) -> Self {
        for (number, line) in lines.iter().enumerate() {
            self = self.text(x, y + 1.5 * SIZE * number as f32, line);
        }
        self
    }

    /// A ruled table with rows of this text, 20 points high.
    pub fn table(mut self, bbox: Rect, rows: &[&[&str]]) -> Self {
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let (width, height) = (bbox.width() / columns as f32, bbox.height() / rows.len() as f32);
        let mut cells = Vec::new();
        for (row, texts) in rows.iter().enumerate() {
            for (col, text) in texts.iter().enumerate() {
                // A single text is a row that is one cell.
                let col_span = if texts.len() == 1 { columns } else { 1 };
                let (x, y) = (bbox.x0 + width * col as f32, bbox.y0 + height * row as f32);
                let area = Rect::new(x, y, x + width * col_span as f32, y + height);
                let page = self.content.index;
                cells.push(Cell { row, col, row_span: 1, col_span, text: (*text).to_owned(), page, bbox: area });
                self = self.styled(x + 2.0, y + 2.0, 8.0, false, text);
            }
        }
        let row_box = |row: usize| {
            let y = bbox.y0 + height * row as f32;
            Rect::new(bbox.x0, y, bbox.x1, y + height)
        };
        self.tables.push(PageTable {
            bbox,
            column_edges: (0..=columns).map(|col| bbox.x0 + width * col as f32).collect(),
            row_boxes: (0..rows.len()).map(row_box).collect(),
            columns,
            cells,
            header_rows: vec![0],
            method: TableMethod::Ruled,
            open_top: false,
            open_bottom: false,
            unfinished: Vec::new(),
        });
        self
    }

    pub fn image(mut self) -> Self {
        self.content.images.push(Rect::new(50.0, 50.0, 500.0, 700.0));
        self
    }

    /// The page laid out.
    pub fn draft(&self) -> Draft {
        lay_out(self.content.clone(), self.tables.clone())
    }

    pub fn glyphs(&self) -> &[Glyph] {
        &self.content.glyphs
    }
}

/// The document of these pages.
pub fn document(pages: Vec<TestPage>) -> Document {
    let count = pages.len();
    let drafts = pages.into_iter().map(|page| lay_out(page.content, page.tables)).collect();
    assemble(drafts, Vec::new(), count)
}

/// The texts of the blocks of a page that are no noise.
pub fn texts(document: &Document, page: usize) -> Vec<&str> {
    body(document, page).map(|block| block.text.as_str()).collect()
}

/// The blocks of a page that are no noise.
pub fn body(document: &Document, page: usize) -> impl Iterator<Item = &Block> {
    document.pages[page - 1].blocks.iter().filter(|block| block.noise.is_none())
}

/// The block of a page that starts with these words.
pub fn block<'a>(document: &'a Document, page: usize, start: &str) -> &'a Block {
    let blocks = &document.pages[page - 1].blocks;
    let found = blocks.iter().find(|block| block.text.starts_with(start));
    found.unwrap_or_else(|| panic!("no block starts with {start:?} in {blocks:#?}"))
}

/// Is it a heading?
pub fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading { .. })
}
