//! Finds the stretches of a page that may be tables without walls: rows of text between horizontal lines and bands of
//! the same left and right end.

use doc::Rect;

use super::{
    aligned::Region,
    figure::Kind,
    notes::is_note,
    words::{COLUMN_SLACK, IN_LINE_SHARE, TextRow, Word, is_larger, rows_in},
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
/// Frames of a page that are looked at, those of most lines first.
const FRAMES_MAX: usize = 150;
/// A wider gap between rows of text, in font sizes, ends a table: without a line between them, with one, and where
/// the same columns go on below and a line closes them.
const ROW_GAP_SIZES: f32 = 2.2;
const LINED_ROW_GAP_SIZES: f32 = 3.2;
const WIDE_ROW_GAP_SIZES: f32 = 6.0;
/// Lines of one label, and the gap between them in font sizes.
const LABEL_LINES_MAX: usize = 4;
const LABEL_GAP_SIZES: f32 = 0.6;
/// Labels without values between two groups of rows.
const TITLE_ROWS_MAX: usize = 2;
/// How far a title may be moved in from the left end, font sizes.
const TITLE_INDENT_SIZES: f32 = 3.0;
/// A single word over more than this share of a frame is running text or a heading.
const PROSE_SHARE: f32 = 0.62;
/// How far from a number its label may stand, font sizes.
const LABEL_DISTANCE_SIZES: f32 = 30.0;

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
        let column = Rect { x0: frame.x0 - COLUMN_SLACK, y0: f32::MIN, x1: frame.x1 + COLUMN_SLACK, y1: f32::MAX };
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
            beside && gap > -COLUMN_SLACK && gap < LABEL_DISTANCE_SIZES * word.size && word.kind == Kind::Words
        })
    };
    let most = |count: usize| count as f32 > IN_LINE_SHARE * body.len() as f32;
    most(body.iter().filter(begins_with_value).count()) && most(body.iter().filter(label_beside).count())
}

/// The lines in an area.
pub fn lines_in(lines: &[Rule], area: &Rect) -> Vec<Rule> {
    let inside = |rule: &&Rule| {
        rule.at > area.y0 && rule.at < area.y1 && rule.from < area.x1 - COLUMN_SLACK && rule.to > area.x0 + COLUMN_SLACK
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
    frames.sort_by_key(|frame| std::cmp::Reverse(frame.heights.len()));
    frames.truncate(FRAMES_MAX);
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
                    || row.is_year_header() && (figures || index > start && is_title(&rows[index - 1], &area))
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
    !lined && close && rows[last].has_figures_below(before)
}

/// A number by itself, beside no label: the scale of a chart.
fn is_lone_figure(rows: &[TextRow<'_>], index: usize) -> bool {
    let row = &rows[index];
    let overlaps = |other: &TextRow<'_>| other.bbox.y0 < row.bbox.y1 && other.bbox.y1 > row.bbox.y0;
    let beside = rows[..index].last().is_some_and(overlaps) || rows.get(index + 1).is_some_and(overlaps);
    matches!(row.words.as_slice(), [word] if word.kind == Kind::Figure) && !beside
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
    let goes_on = above.zip(below).is_some_and(|(above, below)| below.is_in_line_with(above));
    gap > WIDE_ROW_GAP_SIZES || !closed || !goes_on
}

/// A single word at the left end: above a header it is the title of what follows.
fn is_title(row: &TextRow<'_>, area: &Rect) -> bool {
    matches!(row.words.as_slice(), [word] if word.bbox.x0 - area.x0 < TITLE_INDENT_SIZES * word.size)
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
        if before.is_some_and(|before| rows[last].has_figures_below(before)) {
            break;
        }
        last -= 1;
    }
    let kept = rows.get(first..=last)?;
    (kept.iter().filter(|row| several(row)).count() >= 2).then_some(kept)
}
