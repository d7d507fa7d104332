//! Finds the stretches of a page that may be tables without walls: between horizontal lines and bands of one width,
//! or where numbers stand below each other.

use doc::Rect;

use super::{
    PageTable,
    aligned::Region,
    figure::{Kind, is_blank},
    words::{TextRow, Word, rows_in},
};
use crate::content::{Fill, Rule, RuleKind};

/// Lines and bands whose ends are nearer than this are of one table, points.
const END_SNAP: f32 = 6.0;
/// Shorter lines frame nothing, points.
const FRAME_WIDTH_MIN: f32 = 60.0;
/// Heights of coloured areas that are bands of rows, points.
const BAND_HEIGHTS: std::ops::RangeInclusive<f32> = 5.0..=64.0;
/// Areas in one row with a smaller gap are one band, points.
const BAND_GAP_MAX: f32 = 3.0;
/// Bands of a page that are looked at.
const BANDS_MAX: usize = 1_500;
/// Share of its box that the cells of a header fill.
const BLOCK_FILLED_SHARE: f32 = 0.85;
/// How far words may reach out of their frame, points.
const FRAME_SLACK: f32 = 3.0;
/// A wider gap between rows of text, in font sizes, ends a table: without a line between them, and with one.
const ROW_GAP_SIZES: f32 = 2.2;
const LINED_ROW_GAP_SIZES: f32 = 3.2;
/// No gap in a table is wider than this, font sizes.
const WIDE_ROW_GAP_SIZES: f32 = 6.0;
/// Letters larger than the next row's by more than this ratio are a heading's.
const HEADING_SIZE_RATIO: f32 = 1.2;
/// Longest number of a caption (`A-12.`), bytes.
const NUMBER_LENGTH_MAX: usize = 6;
/// Lines of one label, and the gap between them in font sizes.
const LABEL_LINES_MAX: usize = 4;
const LABEL_GAP_SIZES: f32 = 0.6;
/// Labels without values between two groups of rows.
const TITLE_ROWS_MAX: usize = 2;
/// A single word over more than this share of a frame is running text or a heading.
const PROSE_SHARE: f32 = 0.62;
/// How far numbers of one column may be out of line, points.
const COLUMN_SNAP: f32 = 3.0;
/// Records of one table have at least this share of their numbers in line.
const IN_LINE_SHARE: f32 = 0.6;
/// Rows without numbers between two records of one table.
const ROWS_BETWEEN_MAX: usize = 3;
/// Fewest records of a table that nothing frames.
const RECORDS_MIN: usize = 3;
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
/// Header rows above the first record.
const HEADER_ROWS_MAX: usize = 4;
/// How far a title may be moved in from the left end, or a label out of it, font sizes.
const TITLE_INDENT_SIZES: f32 = 3.0;
/// A lone word whose middle is nearer to the table's than this share of its width is its title.
const CENTERED_SHARE: f32 = 0.04;
/// A header stands this near above its table, font sizes.
const HEADER_GAP_SIZES: f32 = 1.6;

/// Coloured areas as bands: those side by side in one row are one.
pub fn bands(fills: &[Fill]) -> Vec<Rect> {
    let mut areas: Vec<Rect> = fills
        .iter()
        .map(|fill| fill.bbox)
        .filter(|area| BAND_HEIGHTS.contains(&area.height()))
        .take(BANDS_MAX)
        .collect();
    areas.sort_by(|a, b| a.y0.total_cmp(&b.y0).then(a.x0.total_cmp(&b.x0)));
    let mut bands: Vec<Rect> = Vec::new();
    for area in areas {
        let same_row = |band: &&mut Rect| {
            (band.y0 - area.y0).abs() <= BAND_GAP_MAX
                && (band.y1 - area.y1).abs() <= BAND_GAP_MAX
                && area.x0 - band.x1 <= BAND_GAP_MAX
                && band.x0 - area.x1 <= BAND_GAP_MAX
        };
        match bands.iter_mut().rev().take_while(|band| area.y0 - band.y0 <= BAND_GAP_MAX).find(same_row) {
            Some(band) => *band = band.union(&area),
            None => bands.push(area),
        }
    }
    bands.extend(header_blocks(&bands, fills));
    bands.retain(|band| band.width() >= FRAME_WIDTH_MIN);
    bands
}

/// Bands of different heights that touch and fill a box between them: a header of merged cells.
fn header_blocks(bands: &[Rect], fills: &[Fill]) -> Vec<Rect> {
    let mut blocks: Vec<(Rect, f32)> = Vec::new();
    for fill in fills.iter().filter(|fill| BAND_HEIGHTS.contains(&fill.bbox.height())).take(BANDS_MAX) {
        let area = fill.bbox.width() * fill.bbox.height();
        let mut whole = (fill.bbox, area);
        // One pass is enough for cells drawn row by row or column by column.
        blocks.retain(|(block, filled)| {
            let touches = block.grown(BAND_GAP_MAX).overlap(&whole.0) > 0.0;
            if touches {
                whole = (whole.0.union(block), whole.1 + filled);
            }
            !touches
        });
        blocks.push(whole);
    }
    let is_block = |(block, filled): &(Rect, f32)| {
        BAND_HEIGHTS.contains(&block.height())
            && *filled > BLOCK_FILLED_SHARE * block.width() * block.height()
            && !bands
                .iter()
                .any(|band| (band.width() - block.width()).abs() <= BAND_GAP_MAX && band.overlap(block) > 0.0)
    };
    blocks.into_iter().filter(is_block).map(|(block, _)| block).collect()
}

/// Regions between lines and bands of the same left and right end; they may overlap.
pub fn framed<'a>(words: &'a [Word], lines: &[Rule], bands: &[Rect]) -> Vec<Region<'a>> {
    let edges = bands.iter().flat_map(|band| [band.y0, band.y1].map(|at| (at, band)));
    let edges = edges.map(|(at, band)| Rule { at, from: band.x0, to: band.x1, kind: RuleKind::FillEdge });
    let all: Vec<Rule> = lines.iter().copied().chain(edges).collect();
    let mut regions = Vec::new();
    for frame in &frames_of(&all) {
        let column = Rect { x0: frame.x0 - FRAME_SLACK, y0: f32::MIN, x1: frame.x1 + FRAME_SLACK, y1: f32::MAX };
        let rows = rows_in(words, &column);
        for run in runs(&rows, &frame.heights) {
            let bbox = Rect::around(run.iter().map(|row| &row.bbox)).unwrap_or_default();
            let size = run.iter().map(TextRow::size).fold(0.0, f32::max);
            let near = |at: &&f32| **at > bbox.y0 - size && **at < bbox.y1 + size;
            if frame.heights.iter().filter(near).count() < 2 {
                continue;
            }
            let area = Rect { x0: frame.x0.min(bbox.x0), x1: frame.x1.max(bbox.x1), ..bbox };
            if lacks_labels(run, &area, words) {
                continue;
            }
            regions.push(Region { area, rows: run.to_vec(), lines: lines_in(&all, &area) });
        }
    }
    regions
}

/// Do the rows begin with numbers while their labels stand left of the area: lines over a part of a table only?
fn lacks_labels(run: &[TextRow<'_>], area: &Rect, words: &[Word]) -> bool {
    let body: Vec<&TextRow<'_>> = run.iter().filter(|row| row.figures() > 0).collect();
    let begins_with_value = |row: &&&TextRow<'_>| row.words.first().is_some_and(|word| word.is_value());
    let label_beside = |row: &&&TextRow<'_>| {
        words.iter().any(|word| {
            let gap = area.x0 - word.bbox.x1;
            let beside = word.bbox.center_y() > row.bbox.y0 && word.bbox.center_y() < row.bbox.y1;
            beside && gap > -FRAME_SLACK && gap < PAIR_GAP_SIZES * word.size && word.kind == Kind::Words
        })
    };
    let most = |count: usize| count as f32 > IN_LINE_SHARE * body.len() as f32;
    most(body.iter().filter(begins_with_value).count()) && most(body.iter().filter(label_beside).count())
}

/// The lines in an area.
fn lines_in(lines: &[Rule], area: &Rect) -> Vec<Rule> {
    let inside = |rule: &&Rule| {
        rule.at > area.y0 && rule.at < area.y1 && rule.from < area.x1 - FRAME_SLACK && rule.to > area.x0 + FRAME_SLACK
    };
    lines.iter().filter(inside).copied().collect()
}

/// Lines of one left and right end.
#[derive(Debug)]
struct Frame {
    x0: f32,
    x1: f32,
    heights: Vec<f32>,
}

fn frames_of(lines: &[Rule]) -> Vec<Frame> {
    let mut sorted: Vec<&Rule> = lines.iter().filter(|rule| rule.to - rule.from >= FRAME_WIDTH_MIN).collect();
    sorted.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut frames: Vec<Frame> = Vec::new();
    for rule in sorted {
        let same = |frame: &&mut Frame| (frame.x1 - rule.to).abs() <= END_SNAP;
        let near = frames.iter_mut().rev().take_while(|frame| rule.from - frame.x0 <= END_SNAP);
        match { near }.find(same) {
            Some(frame) => frame.heights.push(rule.at),
            None => frames.push(Frame { x0: rule.from, x1: rule.to, heights: vec![rule.at] }),
        }
    }
    frames.retain_mut(|frame| {
        frame.heights.sort_by(f32::total_cmp);
        frame.heights.dedup_by(|a, b| (*a - *b).abs() < BAND_GAP_MAX);
        frame.heights.len() >= 2
    });
    frames
}

/// Cuts rows of text where a table ends: at captions and sources, headings, running text, wide gaps and where a
/// header of years comes again.
fn runs<'r, 'a>(rows: &'r [TextRow<'a>], heights: &[f32]) -> Vec<&'r [TextRow<'a>]> {
    let area = Rect::around(rows.iter().map(|row| &row.bbox)).unwrap_or_default();
    let mut runs = Vec::new();
    let mut start = 0;
    let mut figures = false;
    for index in 0..=rows.len() {
        let row = rows.get(index);
        let skipped = row.is_none_or(|row| {
            is_outside(row, area.width()) && !is_long_label(&rows[start..], index - start, heights)
                || is_lone_figure(rows, index)
        });
        let ends = skipped
            || row.is_some_and(|row| {
                index > start && is_parted(&rows[start..], index - start, heights)
                    || is_year_header(row) && (figures || index > start && is_title(&rows[index - 1], &area))
            });
        if ends {
            runs.extend(trimmed(&rows[start..index], heights));

            start = if skipped { index + 1 } else { index };
            figures = false;
        }
        figures |= row.is_some_and(|row| row.figures() > 0);
    }
    runs
}

/// A caption, source, note, heading or line of running text.
fn is_outside(row: &TextRow<'_>, width: f32) -> bool {
    let Some(first) = row.words.first() else { return true };
    let lone = row.words.len() == 1;
    row.words.iter().any(|word| is_note(&word.text))
        || lone && first.kind == Kind::Words && first.bbox.width() > PROSE_SHARE * width
}

/// A label over several lines, the last of which has its numbers beside it.
fn is_long_label(rows: &[TextRow<'_>], index: usize, heights: &[f32]) -> bool {
    let Some(before) = rows[..index].iter().rev().find(|row| row.figures() > 0) else { return false };
    let next = rows[index..].iter().take(LABEL_LINES_MAX).position(|row| row.figures() > 0 && row.words.len() > 1);
    let Some(last) = next.map(|offset| index + offset) else { return false };
    let lined = heights.iter().any(|at| *at > rows[index].bbox.center_y() && *at < rows[last].bbox.center_y());
    let close = rows[index..=last].windows(2).all(|pair| {
        let gap = pair[1].bbox.y0 - pair[0].bbox.y1;
        gap < LABEL_GAP_SIZES * pair[0].size() && !is_note(&pair[0].words[0].text)
    });
    !lined && close && has_figures_below(before, &rows[last])
}

/// Do most numbers of the lower row stand below numbers of the upper one?
fn has_figures_below(upper: &TextRow<'_>, lower: &TextRow<'_>) -> bool {
    let values = |row: &TextRow<'_>| -> Vec<Rect> {
        // A first number is a label, or the mark of a note.
        row.words.iter().skip(1).filter(|word| word.is_value()).map(|word| word.bbox).collect()
    };
    let (above, own) = (values(upper), values(lower));
    let below = own.iter().filter(|value| above.iter().any(|other| is_aligned(other, value))).count();
    below > 0 && below as f32 >= IN_LINE_SHARE * own.len() as f32
}

/// A number by itself, beside no label: the scale of a chart.
fn is_lone_figure(rows: &[TextRow<'_>], index: usize) -> bool {
    let row = &rows[index];
    let overlaps = |other: &TextRow<'_>| other.bbox.y0 < row.bbox.y1 && other.bbox.y1 > row.bbox.y0;
    let beside = rows[..index].last().is_some_and(overlaps) || rows.get(index + 1).is_some_and(overlaps);
    matches!(row.words.as_slice(), [word] if word.kind == Kind::Figure) && !beside
}

/// How sources, notes and unit lines begin.
const NOTES: [&str; 22] = [
    "（单位",
    "(单位",
    "（人民币",
    "币种",
    "单位：",
    "单位:",
    "單位：",
    "單位:",
    "资料来源",
    "資料來源",
    "数据来源",
    "来源：",
    "来源:",
    "注：",
    "注:",
    "备注：",
    "附注：",
    "Source:",
    "Sources:",
    "SOURCE:",
    "Note:",
    "Notes:",
];
/// How captions begin; a number follows.
const CAPTIONS: [&str; 8] = ["图表", "图", "表", "圖", "Table ", "TABLE ", "Figure ", "Exhibit "];

fn is_note(text: &str) -> bool {
    let numbered = |rest: &str| {
        rest.split_whitespace().next().is_some_and(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || word.len() <= NUMBER_LENGTH_MAX && word.contains(|c: char| c.is_ascii_digit())
        })
    };
    NOTES.iter().any(|note| text.starts_with(note))
        || CAPTIONS.iter().any(|caption| text.strip_prefix(caption).is_some_and(numbered))
}

/// Does a gap end the table above the row at `index`? A wide one doesn't when a line closes the table below and the
/// words beyond the gap stand in the same columns.
fn is_parted(rows: &[TextRow<'_>], index: usize, heights: &[f32]) -> bool {
    let (upper, lower) = (&rows[index - 1], &rows[index]);
    let size = upper.size().max(lower.size());
    let gap = (lower.bbox.y0 - upper.bbox.y1) / size.max(f32::EPSILON);
    let lined = heights.iter().any(|at| *at > upper.bbox.center_y() && *at < lower.bbox.center_y());
    let allowed = if lined { LINED_ROW_GAP_SIZES } else { ROW_GAP_SIZES };
    if gap <= allowed {
        return false;
    }
    let above = rows[..index].iter().rev().find(|row| row.words.len() >= 2);
    let below = rows[index..].iter().take(1 + TITLE_ROWS_MAX).find(|row| row.words.len() >= 2);
    let closed = heights.iter().any(|at| *at > lower.bbox.y1);
    let goes_on = above.zip(below).is_some_and(|(above, below)| is_in_line(above, below));
    gap > WIDE_ROW_GAP_SIZES || !closed || !goes_on
}

/// Do most words of the lower row stand below words of the upper one?
fn is_in_line(upper: &TextRow<'_>, lower: &TextRow<'_>) -> bool {
    let below = |word: &&&Word| upper.words.iter().any(|other| is_aligned(&other.bbox, &word.bbox));
    lower.words.iter().filter(below).count() as f32 >= IN_LINE_SHARE * lower.words.len() as f32
}

/// The same left end, right end or middle.
fn is_aligned(a: &Rect, b: &Rect) -> bool {
    (a.x1 - b.x1).abs() <= COLUMN_SNAP
        || (a.x0 - b.x0).abs() <= COLUMN_SNAP
        || (a.center_x() - b.center_x()).abs() <= COLUMN_SNAP
}

/// A single word at the left end: above a header it is the title of what follows.
fn is_title(row: &TextRow<'_>, area: &Rect) -> bool {
    matches!(row.words.as_slice(), [word] if word.bbox.x0 - area.x0 < TITLE_INDENT_SIZES * word.size)
}

/// At least two years or quarters and no number.
fn is_year_header(row: &TextRow<'_>) -> bool {
    row.figures() == 0 && row.values() >= 2
}

/// Without the single words at its ends that no line frames; at least two rows of several words.
fn trimmed<'r, 'a>(rows: &'r [TextRow<'a>], heights: &[f32]) -> Option<&'r [TextRow<'a>]> {
    let several = |row: &TextRow<'a>| row.words.len() >= 2;
    let mut first = rows.iter().position(several)?;
    if let Some(body) = rows.iter().find(|row| row.figures() > 0) {
        let top_row = &rows[first];
        let own_line = heights.iter().any(|at| (top_row.bbox.y0 - at).abs() < top_row.size());
        let mut over_body =
            heights.iter().filter(|at| !own_line && **at < body.bbox.center_y() && **at > top_row.bbox.y0);
        // The header stands between the first two lines, a caption above them.
        if let (Some(top), Some(bottom)) = (over_body.next(), over_body.next())
            && let Some(header) = rows.iter().position(|row| row.bbox.center_y() > *top && several(row))
            && rows[header].bbox.center_y() < *bottom
        {
            first = header;
        }
    }
    let mut last = rows.iter().rposition(several)?;
    // A last label without figures belongs to the table when a line closes it below.
    while let (Some(row), Some(next)) = (rows.get(last), rows.get(last + 1)) {
        let closed = heights.iter().any(|at| *at > next.bbox.center_y() && *at < next.bbox.y1 + next.size());
        let open = heights.iter().any(|at| *at > row.bbox.center_y() && *at < next.bbox.center_y());
        if !closed || open || is_larger(next.size(), row.size()) {
            break;
        }
        last += 1;
    }
    // What stands below the last line and has no figures in the columns is notes.
    let closed = |row: &TextRow<'a>| heights.iter().any(|at| *at > row.bbox.y0);
    while last > first && !closed(&rows[last]) {
        let before = rows[..last].iter().rev().find(|row| row.figures() > 0);
        if before.is_some_and(|before| has_figures_below(before, &rows[last])) {
            break;
        }
        last -= 1;
    }
    let kept = rows.get(first..=last)?;
    (kept.iter().filter(|row| several(row)).count() >= 2).then_some(kept)
}

/// Is the first of these font sizes that of a heading over text of the second?
fn is_larger(size: f32, text_size: f32) -> bool {
    size > HEADING_SIZE_RATIO * text_size
}

/// Regions where numbers stand below each other and nothing frames them.
pub fn unframed<'a>(words: &'a [Word], lines: &[Rule]) -> Vec<Region<'a>> {
    let everywhere = Rect { x0: f32::MIN, y0: f32::MIN, x1: f32::MAX, y1: f32::MAX };
    let rows = rows_in(words, &everywhere);
    let mut blocks: Vec<Block> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        for record in records(row) {
            let next = blocks.iter_mut().rev().find(|block| block.takes(&record, index, &rows));
            match next {
                Some(block) => block.push(record, index),
                None => blocks.push(Block::start(record, index)),
            }
        }
    }
    blocks.retain(|block| block.records >= if block.is_list() { LIST_RECORDS_MIN } else { RECORDS_MIN });
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
        let written = row.words[first..end].iter().filter(|word| !is_blank(&word.text));
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
        let (rows_max, gap_max) = if self.is_list() {
            (ROWS_BETWEEN_MAX, LIST_GAP_SIZES)
        } else {
            (ROWS_BETWEEN_MAX + 1, WIDE_ROW_GAP_SIZES)
        };
        let near = row > self.last_row
            && row - self.last_row <= rows_max
            && record.bbox.y0 - self.bbox.y1 <= gap_max * size
            && rows[self.last_row..=row]
                .windows(2)
                .all(|pair| pair[1].bbox.y0 - pair[0].bbox.y1 <= LINED_ROW_GAP_SIZES * size);
        if self.is_list() && (record.values.len() > 1 || (record.bbox.x0 - self.bbox.x0).abs() > COLUMN_SNAP) {
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
        let fits = first.bbox.x0 >= area.x0 - TITLE_INDENT_SIZES * first.size && last.bbox.x1 <= area.x1 + FRAME_SLACK;
        let lone = inside.len() == 1;
        let centered = (last.bbox.center_x() - area.center_x()).abs() < CENTERED_SHARE * area.width();
        let long = lone && (centered || last.bbox.width() > PROSE_SHARE * area.width());
        if row.figures() > 0 || is_larger(first.size, size) || !near || !fits || long || is_note(&first.text) {
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
