//! The grid of a region whose columns are told by the alignment of its words, and its rows by lines, bands and the
//! way labels wrap.

use std::ops::Range;

use doc::{Rect, text::is_cjk};

use super::{
    columns::Columns,
    figure::Kind,
    grid::{Grid, Place},
    text::push_word,
    words::{TextRow, Word},
};
use crate::{content::Rule, line::push_wrapped};

/// A line over at least this share of the region's width parts rows everywhere.
const WHOLE_LINE_SHARE: f32 = 0.85;
/// Rows of text whose boxes overlap by more than this share of their height are parts of one row.
const OVERLAP_SHARE: f32 = 0.12;
/// Lines of one wrapped cell are not farther apart than this share of the font size.
const WRAP_GAP_SHARE: f32 = 0.75;
/// How far a line under a header may miss the ends of its columns, points.
const RULE_SLACK: f32 = 4.0;
/// A header over several columns stands in their middle, give or take this share of their width.
const CENTERED_SHARE: f32 = 0.12;
/// Width of a Latin letter or digit in font sizes.
const LETTER_SIZES: f32 = 0.5;

/// A stretch of a page that is looked at as one table.
#[derive(Clone, Debug)]
pub struct Region<'a> {
    /// Where.
    pub area: Rect,
    /// Its text.
    pub rows: Vec<TextRow<'a>>,
    /// Horizontal lines and edges of bands in it.
    pub lines: Vec<Rule>,
}

/// A grid with the text of each of its places.
#[derive(Clone, Debug)]
pub struct TextGrid {
    /// The cells.
    pub grid: Grid,
    /// The text of `grid.places`.
    pub texts: Vec<String>,
}

/// What was found out about a region.
#[derive(Debug)]
pub struct Shape {
    /// The columns.
    pub columns: Columns,
    /// Text rows above this one are headers and titles.
    pub first_body: usize,
}

impl Shape {
    /// The columns of a region's body and the columns that only its header names.
    pub fn of(region: &Region<'_>) -> Self {
        let rows = &region.rows;
        let starts_body = |row: &TextRow<'_>| row.words.iter().skip(1).any(|word| word.kind == Kind::Figure);
        let first_body = rows.iter().position(starts_body).unwrap_or(usize::from(rows.len() > 1));
        let mut body: Vec<&TextRow<'_>> = rows[first_body..].iter().filter(|row| row.words.len() >= 2).collect();
        if body.len() < 2 {
            body = rows.iter().filter(|row| row.words.len() >= 2).collect();
        }
        let mut columns = Columns::of(&body);
        if let Some(last_header) = first_body.checked_sub(1).and_then(|index| rows.get(index))
            && last_header.words.len() >= 2
        {
            for word in &last_header.words {
                // A single character is half of a word set wide (`項　　目`).
                if word.text.chars().count() > 1 && columns.is_in_gap(word) {
                    columns.add(word);
                }
            }
        }
        Self { columns, first_body }
    }
}

/// The grid of a region; `None` when it has fewer than two columns or rows.
pub fn text_grid(region: &Region<'_>, shape: &Shape) -> Option<TextGrid> {
    let columns = &shape.columns;
    if columns.len() < 2 || region.rows.is_empty() {
        return None;
    }
    let groups = row_groups(region, shape);
    if groups.len() < 2 {
        return None;
    }
    let xs = columns.edges(region.area.x0, region.area.x1);
    let ys = row_edges(region, &groups);
    let mut grid = Grid { xs, ys, places: Vec::new() };
    let mut texts = Vec::new();
    for (row, group) in groups.iter().enumerate() {
        let cells = cells_of(region, shape, group, groups.get(row + 1));
        for (columns, text) in cells {
            grid.places.push(Place { row, col: columns.start, row_span: 1, col_span: columns.len() });
            texts.push(text);
        }
    }
    Some(TextGrid { grid, texts })
}

/// Which rows of text form a grid row.
pub fn row_groups(region: &Region<'_>, shape: &Shape) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for index in 0..region.rows.len() {
        match groups.last_mut() {
            Some(group) if continues(region, shape, group, index) => group.end = index + 1,
            _ => groups.push(index..index + 1),
        }
    }
    groups
}

/// Does the text row at `index` belong to the grid row before it?
fn continues(region: &Region<'_>, shape: &Shape, group: &Range<usize>, index: usize) -> bool {
    let (upper, lower) = (&region.rows[index - 1], &region.rows[index]);
    let gap = lower.bbox.y0 - upper.bbox.y1;
    let size = upper.size().max(lower.size());
    let whole = WHOLE_LINE_SHARE * region.area.width();
    let parted = |rule: &&Rule| {
        rule.at > upper.bbox.center_y() && rule.at < lower.bbox.center_y() && rule.to - rule.from >= whole
    };
    if region.lines.iter().any(|rule| parted(&rule)) || gap > WRAP_GAP_SHARE * size {
        return false;
    }
    let taken = |row: &TextRow<'_>| -> Vec<(usize, usize)> {
        row.words.iter().map(|word| shape.columns.covered_by(word)).collect()
    };
    let (above, below) = (taken(upper), taken(lower));
    let disjoint = above.iter().all(|(a, b)| below.iter().all(|(c, d)| b < c || d < a));
    let in_header = index < shape.first_body;
    if in_header && region.rows[group.clone()].iter().any(|row| spans_over(shape, row, lower)) {
        return false;
    }
    if disjoint && -gap > OVERLAP_SHARE * size {
        return true;
    }
    if in_header {
        return header_continues(region, upper, lower);
    }
    if group.start < shape.first_body {
        return false;
    }
    body_continues(shape, upper, lower, &below)
}

/// Does a header of the upper row stand over several of the lower one's?
fn spans_over(shape: &Shape, upper: &TextRow<'_>, lower: &TextRow<'_>) -> bool {
    let own = upper.words.iter().map(|word| shape.columns.covered_by(word));
    let own: Vec<Range<usize>> = own.map(|(first, last)| first..last + 1).collect();
    widened(shape, &own, &upper.words, &lower.words).iter().any(|span| span.len() > 1)
}

/// Header lines are one row unless a line stands between them.
fn header_continues(region: &Region<'_>, upper: &TextRow<'_>, lower: &TextRow<'_>) -> bool {
    let underlined = region.lines.iter().any(|rule| {
        rule.at > upper.bbox.center_y()
            && rule.at < lower.bbox.center_y()
            && upper.words.iter().any(|word| rule.from < word.bbox.x1 && rule.to > word.bbox.x0)
    });
    // Years are a header by themselves; what stands below them at the left is the label of the rows that follow.
    let titled = lower.words.len() == 1 && upper.words.iter().all(|word| word.kind == Kind::Period);
    !underlined && !titled && upper.words.len() + lower.words.len() > 2
}

/// Labels that wrap: the line above leaves no room for the next word, or a bracket is open.
fn body_continues(shape: &Shape, upper: &TextRow<'_>, lower: &TextRow<'_>, below: &[(usize, usize)]) -> bool {
    let only_label = |row: &TextRow<'_>| row.words.len() == 1 && label_of(shape, row).is_some();
    match (label_of(shape, upper), label_of(shape, lower)) {
        (Some(label), Some(rest)) if only_label(upper) || only_label(lower) => {
            wraps(label, rest, shape.columns.ranges[0].1)
        }
        // A label on two lines and its figures beside the lower one, or words that wrap in other columns only.
        (Some(_), None) => {
            let words_only = lower.words.iter().all(|word| word.kind == Kind::Words);
            let wraps_below = lower.words.iter().zip(below).all(|(word, (first, _))| {
                let over = upper.words.iter().find(|other| shape.columns.covered_by(other).0 == *first);
                over.is_some_and(|other| {
                    other.kind == Kind::Words && wraps(other, word, shape.columns.ranges[*first].1)
                })
            });
            words_only && wraps_below
        }
        _ => false,
    }
}

/// What stands in the first column.
fn label_of<'a>(shape: &Shape, row: &TextRow<'a>) -> Option<&'a Word> {
    row.words.first().copied().filter(|word| shape.columns.covered_by(word).0 == 0)
}

/// Is `rest` the next line of `label`, which may reach to `limit`?
fn wraps(label: &Word, rest: &Word, limit: f32) -> bool {
    if label.text.ends_with([':', '：']) || label.bold != rest.bold {
        return false;
    }
    let opened = label.text.matches(['(', '（']).count();
    let closed = label.text.matches([')', '）']).count();
    let lower_case =
        rest.text.starts_with(char::is_lowercase) && label.text.ends_with(|c: char| !c.is_ascii_punctuation());
    let room = limit - label.bbox.x1;
    opened > closed || lower_case || room < first_token_width(rest)
}

/// The width of what cannot be parted at the start of a line: a Latin word or one Chinese character.
fn first_token_width(word: &Word) -> f32 {
    let letters = word.text.chars().take_while(|c| !c.is_whitespace() && !is_cjk(*c)).count();
    if letters == 0 { word.size } else { (letters + 1) as f32 * LETTER_SIZES * word.size }
}

/// Row edges, half-way between the rows.
pub fn row_edges(region: &Region<'_>, groups: &[Range<usize>]) -> Vec<f32> {
    let mut edges = vec![region.area.y0];
    for pair in groups.windows(2) {
        let upper = region.rows[pair[0].clone()].iter().map(|row| row.bbox.y1).fold(f32::NEG_INFINITY, f32::max);
        let lower = region.rows[pair[1].clone()].iter().map(|row| row.bbox.y0).fold(f32::INFINITY, f32::min);
        let middle = (upper + lower) / 2.0;
        let last = edges.last().copied().unwrap_or_default();
        edges.push(middle.max(last));
    }
    edges.push(region.area.y1);
    edges
}

/// The cells of a grid row with their text; they cover all columns.
fn cells_of(
    region: &Region<'_>,
    shape: &Shape,
    group: &Range<usize>,
    next: Option<&Range<usize>>,
) -> Vec<(Range<usize>, String)> {
    let rows = &region.rows[group.clone()];
    let is_header = group.end <= shape.first_body;
    let mut spans: Vec<Range<usize>> = Vec::new();
    for row in rows {
        for word in &row.words {
            let span = span_of(region, shape, word, row, is_header);
            unite(&mut spans, span);
        }
    }
    if is_header && let Some(next) = next.filter(|next| next.end <= shape.first_body) {
        spans = widened(shape, &spans, &words_of(region, group), &words_of(region, next));
    }
    let mut cells: Vec<(Range<usize>, String)> = Vec::new();
    let mut col = 0;
    while col < shape.columns.len() {
        let span = spans.iter().find(|span| span.contains(&col)).cloned().unwrap_or(col..col + 1);
        col = span.end;
        cells.push((span, String::new()));
    }
    for row in rows {
        let mut on_this_row: Vec<(usize, String)> = Vec::new();
        for word in &row.words {
            let (first, _) = shape.columns.covered_by(word);
            let Some(cell) = cells.iter().position(|(span, _)| span.contains(&first)) else { continue };
            match on_this_row.iter_mut().find(|(index, _)| *index == cell) {
                Some((_, text)) => push_word(text, &word.text),
                None => on_this_row.push((cell, word.text.clone())),
            }
        }
        for (cell, text) in on_this_row {
            push_wrapped(&mut cells[cell].1, &text);
        }
    }
    cells
}

/// The columns that a word covers by itself, or by the line under it when it is a header.
fn span_of(region: &Region<'_>, shape: &Shape, word: &Word, row: &TextRow<'_>, is_header: bool) -> Range<usize> {
    let (first, last) = shape.columns.covered_by(word);
    if !is_header {
        // A long label runs over empty cells; that does not make them one.
        return first..first + 1;
    }
    let beneath = region.lines.iter().find(|rule| {
        rule.at > word.bbox.center_y()
            && rule.at < word.bbox.y1 + word.bbox.height()
            && rule.from < word.bbox.center_x()
            && rule.to > word.bbox.center_x()
            && rule.to - rule.from < WHOLE_LINE_SHARE * region.area.width()
            && row
                .words
                .iter()
                .filter(|other| rule.from < other.bbox.center_x() && rule.to > other.bbox.center_x())
                .count()
                == 1
    });
    let Some(rule) = beneath else { return first..last + 1 };
    let under = |range: &(f32, f32)| {
        let middle = (range.0 + range.1) / 2.0;
        middle > rule.from - RULE_SLACK && middle < rule.to + RULE_SLACK
    };
    let mut columns = shape.columns.ranges.iter().enumerate().filter(|(_, range)| under(range)).map(|(index, _)| index);
    let start = columns.next().map_or(first, |column| column.min(first));
    let end = columns.next_back().map_or(last, |column| column.max(last));
    start..end + 1
}

fn words_of<'a>(region: &Region<'a>, group: &Range<usize>) -> Vec<&'a Word> {
    region.rows[group.clone()].iter().flat_map(|row| row.words.iter().copied()).collect()
}

/// Header cells without a line under them, over the columns in whose middle they stand.
fn widened(shape: &Shape, spans: &[Range<usize>], own: &[&Word], next: &[&Word]) -> Vec<Range<usize>> {
    let below: Vec<usize> = next.iter().map(|word| shape.columns.covered_by(word).0).collect();
    let mut widened = spans.to_vec();
    for span in &mut widened {
        let Some(word) = own.iter().find(|word| span.contains(&shape.columns.covered_by(word).0)) else { continue };
        let flush = |other: &Word| (other.bbox.x0 - word.bbox.x0).abs() <= RULE_SLACK && other.kind == Kind::Words;
        if next.iter().any(|other| flush(other)) {
            // A title above the labels of its own table.
            continue;
        }
        let free = |col: usize| below.contains(&col) && !spans.iter().any(|other| other.contains(&col));
        let nearest = |col: usize| {
            let (x0, x1) = shape.columns.ranges[col];
            let distance = |other: &Word| (other.bbox.center_x() - (x0 + x1) / 2.0).abs();
            own.iter().all(|other| distance(word) <= distance(other))
        };
        let (mut start, mut end) = (span.start, span.end);
        while start > 1 && free(start - 1) && nearest(start - 1) {
            start -= 1;
        }
        while end < shape.columns.len() && free(end) && nearest(end) {
            end += 1;
        }
        let (x0, x1) = (shape.columns.ranges[start].0, shape.columns.ranges[end - 1].1);
        let off = ((x0 + x1) / 2.0 - word.bbox.center_x()).abs();
        if off <= CENTERED_SHARE * (x1 - x0) && below.contains(&span.start) {
            *span = start..end;
        }
    }
    widened
}

/// Adds a span, joined with those it overlaps.
fn unite(spans: &mut Vec<Range<usize>>, mut span: Range<usize>) {
    spans.retain(|other| {
        let apart = other.end <= span.start || span.end <= other.start;
        if !apart {
            span = span.start.min(other.start)..span.end.max(other.end);
        }
        apart
    });
    spans.push(span);
}
