//! The words of a page with what they are, as rows of text inside an area.

use doc::Rect;

use super::figure::{Kind, kind_of};
use crate::{content::Glyph, line::lines};

/// How far words of one column may be out of line, points.
pub const COLUMN_SLACK: f32 = 3.0;
/// Rows of one table have at least this share of their words or numbers in line.
pub const IN_LINE_SHARE: f32 = 0.6;
/// Letters larger than those below by more than this ratio are a heading's.
const HEADING_SIZE_RATIO: f32 = 1.2;
/// Words whose heights overlap by more than this share of the smaller one stand on one row of text.
const SAME_ROW_SHARE: f32 = 0.5;
/// Signs set apart from their number: a gap up to this many font sizes is no column edge.
const SIGN_GAP_SIZES: f32 = 6.0;
/// Dashes that are a line, at least.
const DRAWN_LINE_MIN: usize = 5;
/// Dots that lead from a label to its number.
const LEADERS: [char; 3] = ['.', '…', ' '];
/// What may stand before a number of its column, flush left.
pub const CURRENCIES: [&str; 10] = ["$", "€", "£", "¥", "￥", "US$", "HK$", "NT$", "RMB", "Rs."];
/// What may stand after it.
pub const TAILS: [&str; 6] = ["%", ")", "％", "）", "%)", "x"];

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Where.
    pub bbox: Rect,
    /// As printed.
    pub text: String,
    /// What it is.
    pub kind: Kind,
    /// Font size, points.
    pub size: f32,
    /// Heavy type.
    pub bold: bool,
}

impl Word {
    /// A number or a period: what stands in columns.
    pub fn is_value(&self) -> bool {
        matches!(self.kind, Kind::Figure | Kind::Period)
    }
}

/// Words at one height inside an area.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextRow<'a> {
    /// Around the words.
    pub bbox: Rect,
    /// From left to right.
    pub words: Vec<&'a Word>,
}

impl<'a> TextRow<'a> {
    /// The words of one row, at least one.
    fn of(mut words: Vec<&'a Word>) -> Self {
        words.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
        let bbox = Rect::around(words.iter().map(|word| &word.bbox)).unwrap_or_default();
        Self { bbox, words }
    }

    /// Numbers of the row.
    pub fn figures(&self) -> usize {
        self.words.iter().filter(|word| word.kind == Kind::Figure).count()
    }

    /// Numbers and periods of the row.
    pub fn values(&self) -> usize {
        self.words.iter().filter(|word| word.is_value()).count()
    }

    /// At least two years or quarters and no number.
    pub fn is_year_header(&self) -> bool {
        self.figures() == 0 && self.values() >= 2
    }

    /// Do most words stand below words of the upper row?
    pub fn is_in_line_with(&self, upper: &TextRow<'_>) -> bool {
        let below = |word: &&&Word| upper.words.iter().any(|other| is_aligned(&other.bbox, &word.bbox));
        self.words.iter().filter(below).count() as f32 >= IN_LINE_SHARE * self.words.len() as f32
    }

    /// Do most numbers stand below numbers of the upper row?
    pub fn has_figures_below(&self, upper: &TextRow<'_>) -> bool {
        let values = |row: &TextRow<'_>| -> Vec<Rect> {
            // A first number is a label, or the mark of a note.
            row.words.iter().skip(1).filter(|word| word.is_value()).map(|word| word.bbox).collect()
        };
        let (above, own) = (values(upper), values(self));
        let below = own.iter().filter(|value| above.iter().any(|other| is_aligned(other, value))).count();
        below > 0 && below as f32 >= IN_LINE_SHARE * own.len() as f32
    }

    /// Font size of most of it, points.
    pub fn size(&self) -> f32 {
        self.words.iter().max_by_key(|word| word.text.len()).map_or(0.0, |word| word.size)
    }
}

/// The same left end, right end or middle.
pub fn is_aligned(a: &Rect, b: &Rect) -> bool {
    (a.x1 - b.x1).abs() <= COLUMN_SLACK
        || (a.x0 - b.x0).abs() <= COLUMN_SLACK
        || (a.center_x() - b.center_x()).abs() <= COLUMN_SLACK
}

/// Is the first of these font sizes that of a heading over text of the second?
pub fn is_larger(size: f32, text_size: f32) -> bool {
    size > HEADING_SIZE_RATIO * text_size
}

/// All words of these glyphs, line by line.
pub fn words<'a>(glyphs: impl IntoIterator<Item = &'a Glyph>) -> Vec<Word> {
    let mut words = Vec::new();
    for line in lines(glyphs) {
        let first = words.len();
        for word in line.words {
            if is_drawn_line(&word.text) {
                continue;
            }
            let kind = kind_of(word.text.trim_end_matches(LEADERS));
            let next = Word { bbox: word.bbox, text: word.text, kind, size: word.size, bold: word.bold };
            match words[first..].last_mut() {
                Some(last) if is_one_number(last, &next) => unite(last, &next),
                _ => words.push(next),
            }
        }
    }
    words
}

/// A line typed with dashes.
fn is_drawn_line(text: &str) -> bool {
    text.chars().count() >= DRAWN_LINE_MIN && text.chars().all(|c| matches!(c, '-' | '=' | '_' | ' '))
}

/// A currency sign and its number, or a number and its closing sign.
fn is_one_number(last: &Word, next: &Word) -> bool {
    let gap = next.bbox.x0 - last.bbox.x1;
    let before = CURRENCIES.contains(&last.text.as_str()) && next.kind == Kind::Figure;
    let after = last.kind == Kind::Figure && TAILS.contains(&next.text.as_str());
    (before && gap < SIGN_GAP_SIZES * next.size) || (after && gap < 2.0 * next.size)
}

fn unite(last: &mut Word, next: &Word) {
    last.text.push_str(&next.text);
    last.bbox = last.bbox.union(&next.bbox);
    last.kind = Kind::Figure;
}

/// The rows of text in an area, from top to bottom: words whose centre is inside.
pub fn rows_in<'a>(words: &'a [Word], area: &Rect) -> Vec<TextRow<'a>> {
    let inside = words.iter().filter(|word| area.contains(word.bbox.center_x(), word.bbox.center_y()));
    let mut sorted: Vec<&Word> = inside.collect();
    sorted.sort_by(|a, b| a.bbox.center_y().total_cmp(&b.bbox.center_y()));
    let mut rows: Vec<Vec<&Word>> = Vec::new();
    for word in sorted {
        match rows.last_mut() {
            Some(row) if is_same_row(row[0], word) => row.push(word),
            _ => rows.push(vec![word]),
        }
    }
    rows.into_iter().map(TextRow::of).collect()
}

fn is_same_row(a: &Word, b: &Word) -> bool {
    let shared = a.bbox.y1.min(b.bbox.y1) - a.bbox.y0.max(b.bbox.y0);
    shared > SAME_ROW_SHARE * a.bbox.height().min(b.bbox.height())
}
