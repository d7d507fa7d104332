//! A document after reading: pages of blocks in content order, tables with a box for every cell, sections, warnings.

use serde::{Deserialize, Serialize};

use crate::{PageIndex, Rect};

/// What reading gives. Reading never fails half-way: what could not be read is in `warnings`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// All pages in physical order.
    pub pages: Vec<Page>,
    /// All tables in content order; a table that crosses pages is one.
    pub tables: Vec<Table>,
    /// Headings in content order, as a tree by `parent`.
    pub sections: Vec<Section>,
    /// The file's own bookmarks, where it has some.
    pub outline: Vec<OutlineEntry>,
    /// What could not be read or is doubtful.
    pub warnings: Vec<Warning>,
    /// The program that made the file, as it says itself.
    pub producer: String,
}

/// One page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// Where it stands in the file.
    pub index: PageIndex,
    /// The page number printed on it; empty where none is.
    pub label: String,
    /// Width as displayed, points.
    pub width: f32,
    /// Height as displayed, points.
    pub height: f32,
    /// Everything on it in content (reading) order, noise included and marked.
    pub blocks: Vec<Block>,
    /// Has it a text layer worth the name? `false` means a picture or outlines only.
    pub has_text: bool,
}

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Why it is kept out of the index, if it is.
    pub noise: Option<NoiseKind>,
    /// Where it stands.
    pub bbox: Rect,
    /// Its words; for a table the rows on this page, cells joined by one space, a row a line.
    pub text: String,
    /// Size of most of its letters, points (0 for tables).
    pub font_size: f32,
    /// The section it belongs to, an index into [`Document::sections`].
    pub section: Option<usize>,
}

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BlockKind {
    /// A heading; level 1 is the highest.
    Heading {
        /// 1-based depth.
        level: u8,
    },
    /// Running words.
    Paragraph,
    /// The title, unit line or source line of a table or figure.
    Caption,
    /// A note below a table or at the foot of the page.
    Footnote,
    /// The part of a table that stands on this page.
    Table {
        /// Index into [`Document::tables`].
        table: usize,
        /// First row on this page.
        first_row: usize,
        /// One past the last row on this page.
        end_row: usize,
    },
}

/// Why something is kept out of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoiseKind {
    /// Repeated at the top of many pages.
    RunningHeader,
    /// Repeated at the foot of many pages.
    RunningFooter,
    /// A printed page number.
    PageNumber,
    /// The list of contents.
    Contents,
    /// Legal standard text of a broker or publisher.
    Disclaimer,
    /// A download mark or stamp laid over the page.
    Watermark,
    /// Hidden marks of a template (`[Table_…]`).
    TemplateMark,
}

/// A heading and its place in the tree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// As printed.
    pub title: String,
    /// 1-based depth.
    pub level: u8,
    /// Where it stands.
    pub page: PageIndex,
    /// The heading above it, an index into [`Document::sections`] smaller than its own.
    pub parent: Option<usize>,
}

/// A bookmark of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OutlineEntry {
    /// As written in the file.
    pub title: String,
    /// 1-based depth.
    pub level: u8,
    /// Its target, where it could be resolved.
    pub page: Option<PageIndex>,
}

/// A table as a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The title above it; empty where none is.
    pub caption: String,
    /// The unit line as printed (`单位：元  币种：人民币`); empty where none is.
    pub unit: String,
    /// The section it stands in, an index into [`Document::sections`].
    pub section: Option<usize>,
    /// Number of grid columns.
    pub columns: usize,
    /// Which rows are headers, rising. A cell's header is the nearest header row above it.
    pub header_rows: Vec<usize>,
    /// Every grid row with its own page and box.
    pub rows: Vec<TableRow>,
    /// Non-overlapping cells that cover the grid, by row then column; empty cells included.
    pub cells: Vec<Cell>,
    /// The parts of the table, one a page.
    pub parts: Vec<(PageIndex, Rect)>,
    /// How it was found.
    pub method: TableMethod,
}

/// A grid row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableRow {
    /// The page it is printed on.
    pub page: PageIndex,
    /// Its box there.
    pub bbox: Rect,
}

/// A cell: `row_span` × `col_span` grid places from (`row`, `col`), both 0-based.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// First grid row.
    pub row: usize,
    /// First grid column.
    pub col: usize,
    /// Grid rows covered, at least 1.
    pub row_span: usize,
    /// Grid columns covered, at least 1.
    pub col_span: usize,
    /// The words, wrapped lines joined.
    pub text: String,
    /// The page it is printed on.
    pub page: PageIndex,
    /// Its box there.
    pub bbox: Rect,
}

/// How a table was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableMethod {
    /// From ruling lines.
    Ruled,
    /// From stacked filled bands.
    Filled,
    /// From the alignment of words.
    Aligned,
}

/// Something a reader of the document should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warning {
    /// The page it is about, where it is about one.
    pub page: Option<PageIndex>,
    /// A stable code: `no_text`, `truncated`, `unmapped_glyphs`, `table_doubtful`, …
    pub code: String,
    /// What a person reads.
    pub message: String,
}

impl Document {
    /// The titles of a section and of all above it, outermost first.
    pub fn section_path(&self, section: Option<usize>) -> Vec<String> {
        let mut path = Vec::new();
        let mut next = section;
        while let Some(found) = next.and_then(|index| self.sections.get(index)) {
            path.push(found.title.clone());
            // A parent comes before its child, so this walk ends even on damaged data.
            next = found.parent.filter(|parent| Some(*parent) < next);
        }
        path.reverse();
        path
    }
}

impl Page {
    /// The page's words in content order, a block a line, running text left out: what a quote is checked against.
    pub fn content_text(&self) -> String {
        let mut text = String::new();
        for block in &self.blocks {
            let running = matches!(
                block.noise,
                Some(
                    NoiseKind::RunningHeader
                        | NoiseKind::RunningFooter
                        | NoiseKind::PageNumber
                        | NoiseKind::Watermark
                        | NoiseKind::TemplateMark
                )
            );
            if !running && !block.text.is_empty() {
                text.push_str(&block.text);
                text.push('\n');
            }
        }
        text
    }
}

impl Cell {
    /// One past its last grid row.
    pub fn end_row(&self) -> usize {
        self.row.saturating_add(self.row_span)
    }

    /// One past its last grid column.
    pub fn end_col(&self) -> usize {
        self.col.saturating_add(self.col_span)
    }
}

impl Table {
    /// One string a grid place; a merged cell is written at its first place and empty after.
    pub fn grid(&self) -> Vec<Vec<&str>> {
        let mut grid = vec![vec![""; self.columns]; self.rows.len()];
        for cell in &self.cells {
            if let Some(place) = grid.get_mut(cell.row).and_then(|row| row.get_mut(cell.col)) {
                *place = &cell.text;
            }
        }
        grid
    }

    /// The index into `cells` of the cell that covers each grid place (`usize::MAX` where none does).
    pub fn cover(&self) -> Vec<Vec<usize>> {
        let mut cover = vec![vec![usize::MAX; self.columns]; self.rows.len()];
        for (index, cell) in self.cells.iter().enumerate() {
            for row in cover.iter_mut().skip(cell.row).take(cell.row_span) {
                for place in row.iter_mut().skip(cell.col).take(cell.col_span) {
                    *place = index;
                }
            }
        }
        cover
    }

    /// The words of one row, non-empty cells in order joined by one space: the form that stands in the page's text.
    pub fn row_text(&self, row: usize) -> String {
        let cells = self.cells.iter().filter(|cell| cell.row == row && !cell.text.is_empty());
        cells.map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The header rows that speak for `row`: the nearest run of header rows above it.
    pub fn headers_of(&self, row: usize) -> Vec<usize> {
        let above: Vec<usize> = self.header_rows.iter().copied().filter(|header| *header < row).collect();
        let mut run: Vec<usize> = Vec::new();
        for header in above.into_iter().rev() {
            if run.last().is_none_or(|last| header + 1 == *last) {
                run.push(header);
            } else {
                break;
            }
        }
        run.reverse();
        run
    }

    /// The column's header as printed, levels joined by `/` and repeats left out (`2024年/调整后`).
    pub fn column_header(&self, row: usize, col: usize) -> String {
        let mut parts: Vec<&str> = Vec::new();
        for header in self.headers_of(row) {
            let cell = self
                .cells
                .iter()
                .find(|cell| (cell.row..cell.end_row()).contains(&header) && (cell.col..cell.end_col()).contains(&col));
            if let Some(cell) = cell
                && !cell.text.is_empty()
                && parts.last() != Some(&cell.text.as_str())
            {
                parts.push(&cell.text);
            }
        }
        parts.join("/")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(
        rows: usize,
        columns: usize,
        header_rows: Vec<usize>,
        cells: Vec<(usize, usize, usize, usize, &str)>,
    ) -> Table {
        Table {
            caption: String::new(),
            unit: String::new(),
            section: None,
            columns,
            header_rows,
            rows: vec![TableRow { page: PageIndex(0), bbox: Rect::default() }; rows],
            cells: cells
                .into_iter()
                .map(|(row, col, row_span, col_span, text)| Cell {
                    row,
                    col,
                    row_span,
                    col_span,
                    text: text.to_owned(),
                    page: PageIndex(0),
                    bbox: Rect::default(),
                })
                .collect(),
            parts: vec![],
            method: TableMethod::Ruled,
        }
    }

    #[test]
    fn a_two_level_header_is_joined_and_a_merged_one_said_once() {
        let table = table(
            3,
            3,
            vec![0, 1],
            vec![
                (0, 0, 2, 1, "项目"),
                (0, 1, 1, 2, "2024年"),
                (1, 1, 1, 1, "调整后"),
                (1, 2, 1, 1, "调整前"),
                (2, 0, 1, 1, "收入"),
                (2, 1, 1, 1, "5"),
                (2, 2, 1, 1, "4"),
            ],
        );
        assert_eq!(table.column_header(2, 2), "2024年/调整前");
        assert_eq!(table.column_header(2, 0), "项目");
        assert_eq!(table.row_text(2), "收入 5 4");
        assert_eq!(table.cover()[1], vec![0, 2, 3]);
    }

    #[test]
    fn a_span_beyond_all_grids_is_no_panic() {
        let table = table(2, 1, vec![0], vec![(0, 0, usize::MAX, usize::MAX, "2024年"), (1, 0, 1, usize::MAX, "1")]);
        assert_eq!(table.column_header(1, 0), "2024年");
    }

    #[test]
    fn the_nearest_header_speaks() {
        let table = table(
            4,
            1,
            vec![0, 2],
            vec![(0, 0, 1, 1, "2024年"), (1, 0, 1, 1, "1"), (2, 0, 1, 1, "2024年末"), (3, 0, 1, 1, "2")],
        );
        assert_eq!(table.column_header(1, 0), "2024年");
        assert_eq!(table.column_header(3, 0), "2024年末");
    }
}
