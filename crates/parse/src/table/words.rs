//! The words of a page with what they are, as rows of text inside an area.

use doc::Rect;

use super::figure::{Kind, kind_of};
use crate::{content::Glyph, line::lines};

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

    /// Font size of most of it, points.
    pub fn size(&self) -> f32 {
        self.words.iter().max_by_key(|word| word.text.len()).map_or(0.0, |word| word.size)
    }
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
