//! Pages drawn by hand, for the tests of this module: lines, areas and words in, tables out.

use doc::{PageIndex, Rect, text::is_cjk};

use super::{PagePart, PageTable, find_tables};
use crate::content::{Direction, Fill, Glyph, PageContent, Rule, RuleKind};

/// Font size of all words, points.
pub const SIZE: f32 = 10.0;
/// Height of a row drawn by [`Drawing::grid`], points.
pub const ROW: f32 = 20.0;

/// A page under construction.
#[derive(Clone)]
pub struct Drawing {
    pub page: PageContent,
}

impl Drawing {
    pub fn new() -> Self {
        Self { page: PageContent { width: 595.0, height: 842.0, ..PageContent::default() } }
    }

    /// Words from this top left corner; Chinese characters are as wide as high, others half of it.
    pub fn words(mut self, x: f32, y: f32, text: &str) -> Self {
        let run = self.page.glyphs.last().map_or(0, |glyph| glyph.run + 1);
        let mut at = x;
        for char in text.chars() {
            let width = if is_cjk(char) { SIZE } else { SIZE / 2.0 };
            if !char.is_whitespace() {
                let bbox = Rect::new(at, y, at + width, y + SIZE);
                let glyph = Glyph {
                    char,
                    bbox,
                    size: SIZE,
                    run,
                    bold: false,
                    space_after: false,
                    invisible: false,
                    direction: Direction::Upright,
                };
                self.page.glyphs.push(glyph);
            }
            at += width;
        }
        self
    }

    /// Words that end at `x`, as numbers do.
    pub fn right(self, x: f32, y: f32, text: &str) -> Self {
        let width: f32 = text.chars().map(|char| if is_cjk(char) { SIZE } else { SIZE / 2.0 }).sum();
        self.words(x - width, y, text)
    }

    pub fn horizontal(mut self, y: f32, from: f32, to: f32) -> Self {
        self.page.horizontals.push(Rule { at: y, from, to, kind: RuleKind::Line });
        self
    }

    pub fn vertical(mut self, x: f32, from: f32, to: f32) -> Self {
        self.page.verticals.push(Rule { at: x, from, to, kind: RuleKind::Line });
        self
    }

    /// A coloured area with its edges, as the reader of pages gives it.
    pub fn area(mut self, bbox: Rect) -> Self {
        let kind = RuleKind::FillEdge;
        self.page.fills.push(Fill { bbox, color: [200; 3] });
        self.page.horizontals.extend([bbox.y0, bbox.y1].map(|at| Rule { at, from: bbox.x0, to: bbox.x1, kind }));
        self.page.verticals.extend([bbox.x0, bbox.x1].map(|at| Rule { at, from: bbox.y0, to: bbox.y1, kind }));
        self
    }

    /// All lines of a grid with these column edges, and a text in each cell.
    pub fn grid(mut self, y: f32, xs: &[f32], rows: &[&[&str]]) -> Self {
        let (left, right) = (xs[0], xs[xs.len() - 1]);
        let bottom = y + ROW * rows.len() as f32;
        for row in 0..=rows.len() {
            self = self.horizontal(y + ROW * row as f32, left, right);
        }
        for x in xs {
            self = self.vertical(*x, y, bottom);
        }
        self.text_rows(y + 5.0, ROW, xs, rows)
    }

    /// Rows of text without lines: the first column from the left, the others ending 3 points before the next edge.
    pub fn text_rows(mut self, y: f32, pitch: f32, xs: &[f32], rows: &[&[&str]]) -> Self {
        for (row, texts) in rows.iter().enumerate() {
            for (col, text) in texts.iter().enumerate() {
                let at = y + pitch * row as f32;
                self =
                    if col == 0 { self.words(xs[0] + 3.0, at, text) } else { self.right(xs[col + 1] - 3.0, at, text) };
            }
        }
        self
    }

    pub fn tables(&self) -> Vec<PageTable> {
        let tables = find_tables(&self.page);
        tables.iter().for_each(check);
        tables
    }

    /// The only table there is.
    pub fn table(&self) -> PageTable {
        let mut tables = self.tables();
        assert_eq!(tables.len(), 1, "{:?}", tables.iter().map(rows).collect::<Vec<_>>());
        tables.remove(0)
    }

    /// The texts of the only table.
    pub fn rows(&self) -> Vec<Vec<String>> {
        rows(&self.table())
    }

    /// The tables as parts of a page; nothing but tables stands on it.
    pub fn parts(&self, page: u32) -> Vec<PagePart> {
        let part = |mut table: PageTable| {
            table.cells.iter_mut().for_each(|cell| cell.page = PageIndex(page));
            let (page_height, page_width) = (self.page.height, self.page.width);
            PagePart { page: PageIndex(page), page_height, page_width, table, text_above: false, text_below: false }
        };
        self.tables().into_iter().map(part).collect()
    }
}

/// The text of every grid place, a merged cell's at its first.
pub fn rows(table: &PageTable) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new(); table.columns]; table.row_boxes.len()];
    for cell in &table.cells {
        rows[cell.row][cell.col].clone_from(&cell.text);
    }
    rows
}

/// What holds for every table: cells cover the grid, each place once; edges rise; headers are rows of it.
pub fn check(table: &PageTable) {
    let mut covered = vec![vec![0; table.columns]; table.row_boxes.len()];
    for cell in &table.cells {
        assert!(cell.row_span >= 1 && cell.col_span >= 1);
        for row in &mut covered[cell.row..cell.row + cell.row_span] {
            row[cell.col..cell.col + cell.col_span].iter_mut().for_each(|count| *count += 1);
        }
    }
    assert!(covered.iter().flatten().all(|count| *count == 1), "{covered:?}");
    assert_eq!(table.column_edges.len(), table.columns + 1);
    assert!(table.column_edges.is_sorted());
    assert!(table.row_boxes.iter().map(|row| row.y0).is_sorted());
    assert!(table.header_rows.is_sorted() && table.header_rows.iter().all(|row| *row < table.row_boxes.len()));
}
