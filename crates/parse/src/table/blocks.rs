//! Finds tables that nothing frames: labels with numbers that stand below each other, and the header rows above a
//! table.

use doc::Rect;

use super::{
    PageTable,
    aligned::Region,
    figure::{Kind, is_dash},
    frames::lines_in,
    notes::is_note,
    words::{COLUMN_SLACK, IN_LINE_SHARE, TextRow, Word, is_aligned, is_larger, rows_in},
};
use crate::content::{Rule, RuleKind};

/// Fewest records of a table that nothing frames.
const RECORDS_MIN: usize = 3;
/// Blocks of numbers of a page, and how many of them a row may go on with.
const BLOCKS_MAX: usize = 150;
const OPEN_BLOCKS_MAX: usize = 50;
/// Rows without numbers between two records of one table.
const ROWS_BETWEEN_MAX: usize = 3;
/// The widest gap between two rows of a table and between two of its records, font sizes.
const ROW_GAP_SIZES: f32 = 3.2;
const RECORD_GAP_SIZES: f32 = 6.0;
/// Fewest lines of a list of key figures, the widest gap between them and between label and number, font sizes.
const LIST_RECORDS_MIN: usize = 4;
const LIST_GAP_SIZES: f32 = 1.6;
const PAIR_GAP_SIZES: f32 = 30.0;
/// Dots that lead to a page number.
const LEADERS: &str = "...";
/// Columns of words taken in beside numbers, how far away in font sizes, and how wide before they may be text of the
/// page.
const GROWN_COLUMNS_MAX: usize = 8;
const GROWN_GAP_SIZES: f32 = 12.0;
const GROWN_WIDTH_SIZES: f32 = 12.0;
/// A single word over more than this share of the width is running text or a heading.
const PROSE_SHARE: f32 = 0.62;
/// Header rows above the first record.
const HEADER_ROWS_MAX: usize = 4;
/// How far a header's label may stand out at the left, font sizes.
const OUTDENT_SIZES: f32 = 3.0;
/// A lone word whose middle is nearer to the table's than this share of its width is its title.
const CENTERED_SHARE: f32 = 0.04;
/// A header stands this near above its table, font sizes.
const HEADER_GAP_SIZES: f32 = 1.6;

/// Regions where numbers stand below each other and nothing frames them.
pub fn unframed<'a>(words: &'a [Word], lines: &[Rule]) -> Vec<Region<'a>> {
    let everywhere = Rect { x0: f32::MIN, y0: f32::MIN, x1: f32::MAX, y1: f32::MAX };
    let rows = rows_in(words, &everywhere);
    let mut blocks: Vec<Block> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for record in records(row) {
            let next = blocks.iter_mut().rev().take(OPEN_BLOCKS_MAX).find(|block| block.takes(&record, index, &rows));
            match next {
                Some(block) => block.push(record, index),
                None => blocks.push(Block::start(record, index)),
            }
        }
    }
    blocks.retain(|block| block.records >= if block.is_list() { LIST_RECORDS_MIN } else { RECORDS_MIN });
    blocks.truncate(BLOCKS_MAX);
    let areas: Vec<Rect> = blocks.iter().map(|block| block.bbox).collect();
    for (index, block) in blocks.iter_mut().enumerate() {
        let others: Vec<Rect> =
            areas.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, area)| *area).collect();
        block.grow(&rows, &others);
    }
    blocks.iter().map(|block| block.region(words, &rows, lines)).collect()
}

/// A label with the numbers right of it.
#[derive(Debug)]
struct Record {
    bbox: Rect,
    values: Vec<Rect>,
    years: bool,
}

/// The records of one row of text, side by side.
fn records(row: &TextRow<'_>) -> Vec<Record> {
    let mut records = Vec::new();
    let mut start = 0;
    while start < row.words.len() {
        let Some(first) = (start..row.words.len()).find(|index| row.words[*index].is_value()) else { break };
        let end = (first..row.words.len()).find(|index| !row.words[*index].is_value()).unwrap_or(row.words.len());
        let label = first.checked_sub(1).filter(|label| *label >= start);
        let from = label.unwrap_or(first);
        let written = row.words[first..end].iter().filter(|word| !is_dash(&word.text));
        let values: Vec<Rect> = written.map(|word| word.bbox).collect();
        if end - first >= 2 && !values.is_empty()
            || label.is_some_and(|label| is_pair(row.words[label], row.words[first]))
        {
            let bbox = Rect::around(row.words[from..end].iter().map(|word| &word.bbox)).unwrap_or_default();
            let years = row.words[first..end].iter().all(|word| word.kind == Kind::Period);
            records.push(Record { bbox, values, years });
        }
        start = end;
    }
    records
}

/// A label and one number at a distance from it: a line of a list of key figures, not a sentence with a number.
fn is_pair(label: &Word, value: &Word) -> bool {
    let gap = value.bbox.x0 - label.bbox.x1;
    label.kind == Kind::Words && gap < PAIR_GAP_SIZES * label.size && !label.text.contains(LEADERS)
}

/// Records below each other.
#[derive(Debug)]
struct Block {
    bbox: Rect,
    first_row: usize,
    last_row: usize,
    columns: Vec<Rect>,
    records: usize,
    figures: bool,
}

impl Block {
    fn start(record: Record, row: usize) -> Self {
        Self {
            bbox: record.bbox,
            first_row: row,
            last_row: row,
            columns: record.values,
            records: 1,
            figures: !record.years,
        }
    }

    fn takes(&self, record: &Record, row: usize, rows: &[TextRow<'_>]) -> bool {
        let size = rows[row].size();
        let (rows_max, gap_max) =
            if self.is_list() { (ROWS_BETWEEN_MAX, LIST_GAP_SIZES) } else { (ROWS_BETWEEN_MAX + 1, RECORD_GAP_SIZES) };
        let near = row > self.last_row
            && row - self.last_row <= rows_max
            && record.bbox.y0 - self.bbox.y1 <= gap_max * size
            && rows[self.last_row..=row]
                .windows(2)
                .all(|pair| pair[1].bbox.y0 - pair[0].bbox.y1 <= ROW_GAP_SIZES * size);
        if self.is_list() && (record.values.len() > 1 || (record.bbox.x0 - self.bbox.x0).abs() > COLUMN_SLACK) {
            return false;
        }
        if !near || record.years && self.figures {
            return false;
        }
        let in_line = |value: &&Rect| self.columns.iter().any(|column| is_aligned(column, value));
        let matching = record.values.iter().filter(in_line).count();
        // Either may have columns that the other leaves blank.
        matching as f32 >= IN_LINE_SHARE * record.values.len().min(self.columns.len()) as f32
    }

    /// One number beside each label.
    fn is_list(&self) -> bool {
        self.columns.len() == 1
    }

    fn push(&mut self, record: Record, row: usize) {
        self.bbox = self.bbox.union(&record.bbox);
        self.last_row = row;
        self.records += 1;
        self.figures |= !record.years;
        if record.values.len() >= self.columns.len() {
            self.columns = record.values;
        }
    }

    /// Takes in columns of words left and right of the numbers: codes, names, ratings, reasons.
    fn grow(&mut self, rows: &[TextRow<'_>], others: &[Rect]) {
        for _ in 0..GROWN_COLUMNS_MAX {
            let left = self.neighbours(rows, others, |word, area| area.x0 - word.bbox.x1);
            let right = self.neighbours(rows, others, |word, area| word.bbox.x0 - area.x1);
            let grown = [left, right].into_iter().flatten().fold(self.bbox, |area, column| area.union(&column));
            if grown == self.bbox {
                return;
            }
            self.bbox = grown;
        }
    }

    /// The column of words nearest to the block on one side, if most of its rows have one there in line.
    fn neighbours(
        &self,
        rows: &[TextRow<'_>],
        others: &[Rect],
        distance: impl Fn(&Word, &Rect) -> f32,
    ) -> Option<Rect> {
        let own = rows[self.first_row..=self.last_row].iter().filter(|row| {
            row.words.iter().filter(|word| self.bbox.contains(word.bbox.center_x(), word.bbox.center_y())).count() > 1
        });
        let (mut count, mut found): (usize, Vec<&Word>) = (0, Vec::new());
        for row in own {
            count += 1;
            let beside = row.words.iter().filter(|word| {
                let gap = distance(word, &self.bbox);
                gap > -1.0
                    && gap < GROWN_GAP_SIZES * word.size
                    && !others.iter().any(|other| other.overlap(&word.bbox) > 0.0)
            });
            found.extend(beside.min_by(|a, b| distance(a, &self.bbox).total_cmp(&distance(b, &self.bbox))).copied());
        }
        let first = found.get(found.len() / 2)?;
        let in_line = found.iter().filter(|word| is_aligned(&word.bbox, &first.bbox)).count();
        let widest = found.iter().map(|word| word.bbox.width()).fold(0.0, f32::max);
        let full = found.iter().filter(|word| word.bbox.width() > PROSE_SHARE * widest).count();
        let prose = widest > GROWN_WIDTH_SIZES * first.size && full * 2 > found.len();
        let enough =
            found.len() as f32 >= IN_LINE_SHARE * count as f32 && in_line as f32 >= IN_LINE_SHARE * found.len() as f32;
        (enough && !prose).then(|| Rect::around(found.iter().map(|word| &word.bbox))).flatten()
    }

    /// The block with the header rows above it.
    fn region<'a>(&self, words: &'a [Word], rows: &[TextRow<'_>], lines: &[Rule]) -> Region<'a> {
        let mut area = self.bbox.grown(1.0);
        let values_from = self.columns.first().map_or(area.x0, |column| column.x0);
        area.y0 = header_top(&rows[..self.first_row], &area, values_from, rows[self.first_row].size());
        let rows = rows_in(words, &area);
        let area = Rect::around(rows.iter().map(|row| &row.bbox)).unwrap_or(area);
        Region { area, lines: lines_in(lines, &area), rows }
    }
}

/// A walled table that has no header together with the header rows above it; its walls still part its rows.
pub fn with_header<'a>(table: &PageTable, words: &'a [Word], lines: &[Rule]) -> Option<Region<'a>> {
    let above = Rect { y0: f32::MIN, y1: table.bbox.y0, ..table.bbox };
    let rows_above = rows_in(words, &above);
    let size = rows_in(words, &table.bbox).first().map_or(0.0, TextRow::size);
    let values_from = *table.column_edges.get(1)?;
    let y0 = header_top(&rows_above, &table.bbox, values_from, size);
    let area = Rect { y0, ..table.bbox };
    let walls =
        table.row_boxes.iter().map(|row| Rule { at: row.y0, from: area.x0, to: area.x1, kind: RuleKind::FillEdge });
    let lines = lines_in(lines, &area).into_iter().chain(walls).collect();
    (y0 < table.bbox.y0).then(|| Region { area, rows: rows_in(words, &area), lines })
}

/// The top of the header rows that stand above an area whose values begin at `values_from`; the area's own top where
/// there are none.
fn header_top(rows_above: &[TextRow<'_>], area: &Rect, values_from: f32, size: f32) -> f32 {
    let (mut top, mut above) = (area.y0, area.y0);
    for row in rows_above.iter().rev().take(HEADER_ROWS_MAX) {
        let inside: Vec<&&Word> =
            row.words.iter().filter(|word| area.contains(word.bbox.center_x(), area.center_y())).collect();
        let (Some(first), Some(last)) = (inside.first(), inside.last()) else { break };
        let near = above - first.bbox.y1 <= HEADER_GAP_SIZES * first.size;
        let fits = first.bbox.x0 >= area.x0 - OUTDENT_SIZES * first.size && last.bbox.x1 <= area.x1 + COLUMN_SLACK;
        let lone = inside.len() == 1;
        let centered = (last.bbox.center_x() - area.center_x()).abs() < CENTERED_SHARE * area.width();
        let long = lone && (centered || last.bbox.width() > PROSE_SHARE * area.width());
        let figures = inside.iter().any(|word| word.kind == Kind::Figure);
        if figures || is_larger(first.size, size) || !near || !fits || long || is_note(&first.text) {
            break;
        }
        above = first.bbox.y0.min(last.bbox.y0) - 1.0;
        // A label without values between the header and the first row belongs to both or to none.
        if last.bbox.x1 > values_from {
            top = above;
        }
    }
    top
}
