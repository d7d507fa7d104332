//! Glyphs → words → lines.
//!
//! A word is a run of glyphs of one line without a wide gap: for Chinese a whole phrase, in a table the content of a
//! cell on that line. A line is what stands at one height, from the left edge of the page to the right.

use doc::{Rect, text::is_cjk};

use crate::{content::Glyph, numbering::is_bullet};

/// Glyphs whose centres are nearer in height than this share of the line's height stand on one line.
const LINE_HEIGHT_SHARE: f32 = 0.45;
/// A gap wider than this share of the font size parts words of a line.
const WORD_GAP_SHARE: f32 = 0.7;
/// A gap wider than this share of the font size is a space inside a word.
const SPACE_SHARE: f32 = 0.25;
/// Where the font size changes by this factor, or a bullet follows, a space parts words: two columns nearly touch.
const SIZE_FACTOR: f32 = 1.4;
/// A digit smaller than this share of the glyph before it, whose middle is higher by this share of that glyph's size,
/// and no farther away than this share of it, is a note mark or an exponent.
const SUPERSCRIPT_SIZE_MAX: f32 = 0.8;
const RAISED_SHARE: f32 = 0.12;
const SUPERSCRIPT_GAP_MAX: f32 = 1.5;
/// Smallest font size that the shares are taken of, points.
const SIZE_MIN: f32 = 4.0;
/// Glyphs of different runs that lie over each other by this share of their width were not meant as one word.
const OVERPRINT_SHARE: f32 = 0.45;

/// Glyphs written together.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// Where.
    pub bbox: Rect,
    /// The characters, single spaces inside where the print has gaps.
    pub text: String,
    /// Font size of most of it, points.
    pub size: f32,
    /// Most of it is bold.
    pub bold: bool,
}

/// Words at one height.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Around all words.
    pub bbox: Rect,
    /// From left to right.
    pub words: Vec<Word>,
}

impl Line {
    /// The words joined by one space.
    pub fn text(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The font size of its largest part by characters.
    pub fn size(&self) -> f32 {
        let longest = self.words.iter().max_by_key(|word| word.text.chars().count());
        longest.map_or(0.0, |word| word.size)
    }

    /// Is most of it bold?
    pub fn bold(&self) -> bool {
        let count = |bold: bool| -> usize {
            self.words.iter().filter(|word| word.bold == bold).map(|word| word.text.chars().count()).sum()
        };
        count(true) > count(false)
    }
}

/// The lines of these glyphs from top to bottom.
pub fn lines<'a>(glyphs: impl IntoIterator<Item = &'a Glyph>) -> Vec<Line> {
    rows(glyphs).into_iter().map(line).collect()
}

/// The words of one cell: its lines joined, without a space where Chinese wraps.
pub fn cell_text<'a>(glyphs: impl IntoIterator<Item = &'a Glyph>) -> String {
    let mut text = String::new();
    for line in lines(glyphs) {
        push_wrapped(&mut text, &line.text());
    }
    text
}

/// Appends a wrapped line: with a space between Latin words, without one in Chinese, and without the hyphen of a
/// word that was cut.
pub fn push_wrapped(text: &mut String, next: &str) {
    let (Some(last), Some(first)) = (text.chars().last(), next.chars().next()) else {
        text.push_str(next);
        return;
    };
    let latin = |c: char| c.is_alphabetic() && !is_cjk(c);
    let mut tail = text.chars().rev();
    let hyphenated = tail.next() == Some('-') && tail.next().is_some_and(latin) && first.is_lowercase();
    if hyphenated {
        text.pop();
    } else if (latin(last) && (latin(first) || first.is_ascii_digit()))
        || (last.is_ascii_digit() && latin(first))
        || (matches!(last, ',' | '.' | ';' | ':' | ')' | '%') && latin(first))
    {
        text.push(' ');
    }
    text.push_str(next);
}

/// Groups glyphs by height, each row sorted from left to right.
fn rows<'a>(glyphs: impl IntoIterator<Item = &'a Glyph>) -> Vec<Vec<&'a Glyph>> {
    let mut sorted: Vec<&Glyph> = glyphs.into_iter().collect();
    sorted.sort_by(|a, b| a.bbox.center_y().total_cmp(&b.bbox.center_y()));
    let mut rows: Vec<Vec<&Glyph>> = Vec::new();
    let (mut center, mut height) = (f32::NEG_INFINITY, 0.0_f32);
    for glyph in sorted {
        let middle = glyph.bbox.center_y();
        match rows.last_mut() {
            Some(row) if middle - center <= LINE_HEIGHT_SHARE * height.max(SIZE_MIN) => {
                row.push(glyph);
                // A small superscript must not set the line's height.
                if glyph.bbox.height() > height {
                    height = glyph.bbox.height();
                }
            }
            _ => {
                rows.push(vec![glyph]);
                (center, height) = (middle, glyph.bbox.height());
            }
        }
    }
    for row in &mut rows {
        order(row);
    }
    rows
}

/// From left to right; where runs lie over each other, run by run, so that overprinted words stay whole.
fn order(row: &mut [&Glyph]) {
    row.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let overprints = row.windows(2).filter(|pair| {
        pair[0].run != pair[1].run && pair[0].bbox.x1 - pair[1].bbox.x0 > OVERPRINT_SHARE * pair[0].bbox.width()
    });
    if overprints.count() < 2 {
        return;
    }
    let mut starts: Vec<(u32, f32)> = Vec::new();
    for glyph in row.iter() {
        if !starts.iter().any(|(run, _)| *run == glyph.run) {
            starts.push((glyph.run, glyph.bbox.x0));
        }
    }
    let start_of = |run: u32| starts.iter().find(|(other, _)| *other == run).map_or(0.0, |(_, x)| *x);
    row.sort_by(|a, b| {
        let by_run = start_of(a.run).total_cmp(&start_of(b.run)).then(a.run.cmp(&b.run));
        by_run.then(a.bbox.x0.total_cmp(&b.bbox.x0))
    });
}

fn line(row: Vec<&Glyph>) -> Line {
    let mut words: Vec<Word> = Vec::new();
    let mut current: Vec<&Glyph> = Vec::new();
    for glyph in row {
        if let Some(last) = current.last() {
            let gap = glyph.bbox.x0 - last.bbox.x1;
            let size = last.size.max(glyph.size).max(SIZE_MIN);
            let other_size = size > SIZE_FACTOR * last.size.min(glyph.size);
            let apart = other_size || is_bullet(glyph.char);
            if gap > WORD_GAP_SHARE * size || (apart && gap > SPACE_SHARE * size) {
                words.push(word(&current));
                current.clear();
            }
        }
        current.push(glyph);
    }
    if !current.is_empty() {
        words.push(word(&current));
    }
    let bbox = Rect::around(words.iter().map(|word| &word.bbox)).unwrap_or_default();
    Line { bbox, words }
}

fn word(glyphs: &[&Glyph]) -> Word {
    let mut text = String::new();
    let mut previous: Option<&Glyph> = None;
    // The last glyph that is no note mark: `12.5¹` must not become 12.51.
    let mut base: Option<&Glyph> = None;
    for glyph in glyphs {
        if let Some(mark) = base.and_then(|base| superscript(base, glyph)) {
            text.push(mark);
            previous = Some(glyph);
            continue;
        }
        base = Some(glyph);
        if previous.is_some_and(|last| has_space_between(last, glyph)) {
            text.push(' ');
        }
        text.push(glyph.char);
        previous = Some(glyph);
    }
    let bold = glyphs.iter().filter(|glyph| glyph.bold).count() * 2 > glyphs.len();
    let mut sizes: Vec<f32> = glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(f32::total_cmp);
    Word {
        bbox: Rect::around(glyphs.iter().map(|glyph| &glyph.bbox)).unwrap_or_default(),
        text,
        size: sizes.get(sizes.len() / 2).copied().unwrap_or_default(),
        bold,
    }
}

/// The raised form of a small digit that stands high beside a larger glyph.
fn superscript(base: &Glyph, next: &Glyph) -> Option<char> {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digit = next.char.to_digit(10).filter(|_| next.char.is_ascii_digit())?;
    let small = next.size < SUPERSCRIPT_SIZE_MAX * base.size;
    let raised = base.bbox.center_y() - next.bbox.center_y() > RAISED_SHARE * base.size;
    let beside = next.bbox.x0 - base.bbox.x1 < SUPERSCRIPT_GAP_MAX * base.size;
    // A raised digit after a bullet or a bracket that opens is a number of its own.
    let marked = base.char.is_alphanumeric() || matches!(base.char, ')' | '）' | '%' | '”' | '》');
    (small && raised && beside && marked).then(|| DIGITS.get(digit as usize).copied()).flatten()
}

/// A gap, or a space of the file, between two glyphs of a word. Chinese is set with wide gaps and stray spaces that
/// mean nothing.
fn has_space_between(last: &Glyph, next: &Glyph) -> bool {
    if is_cjk(last.char) && is_cjk(next.char) {
        return false;
    }
    let gap = next.bbox.x0 - last.bbox.x1;
    let wide = gap > SPACE_SHARE * last.size.max(next.size).max(SIZE_MIN);
    let latin = |glyph: &Glyph| glyph.char.is_ascii_graphic();
    wide || (last.space_after && latin(last) && latin(next) && gap > -0.1 * next.size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Direction;

    fn glyph(char: char, x: f32, y: f32, run: u32) -> Glyph {
        Glyph {
            char,
            bbox: Rect::new(x, y, x + 5.0, y + 10.0),
            size: 10.0,
            run,
            bold: false,
            space_after: false,
            invisible: false,
            direction: Direction::Upright,
        }
    }

    #[test]
    fn gaps_part_words_and_heights_part_lines() {
        let glyphs =
            [glyph('收', 0.0, 0.0, 1), glyph('入', 5.0, 0.5, 1), glyph('5', 60.0, 0.0, 2), glyph('税', 0.0, 20.0, 3)];
        let lines = lines(&glyphs);
        assert_eq!(lines.iter().map(Line::text).collect::<Vec<_>>(), ["收入 5", "税"]);
        assert_eq!(lines[0].words.len(), 2);
    }

    #[test]
    fn overprinted_runs_stay_whole() {
        let glyphs = [
            glyph('a', 0.0, 0.0, 1),
            glyph('b', 5.0, 0.0, 1),
            glyph('c', 10.0, 0.0, 1),
            glyph('x', 1.0, 0.0, 2),
            glyph('y', 6.0, 0.0, 2),
        ];
        assert_eq!(cell_text(&glyphs), "abcxy");
    }

    #[test]
    fn small_raised_digits_are_no_part_of_a_figure() {
        let small = |char, x, y| Glyph { size: 6.0, bbox: Rect::new(x, y, x + 3.0, y + 6.0), ..glyph(char, x, y, 1) };
        let figure = [glyph('5', 0.0, 0.0, 0), glyph('.', 5.0, 0.0, 0), glyph('2', 10.0, 0.0, 0)];
        let text = |more: &[Glyph]| cell_text(figure.iter().chain(more));
        assert_eq!(text(&[small('1', 15.0, 0.0), small('2', 18.0, 0.0)]), "5.2¹²");
        assert_eq!(text(&[small('1', 15.0, 4.0)]), "5.21", "a small digit on the line is one of the figure");
        assert_eq!(text(&[glyph('1', 15.0, -1.0, 1)]), "5.21", "so is a large one that stands a little high");
    }

    #[test]
    fn wrapped_lines_join_as_they_are_read() {
        let mut text = "营业".to_owned();
        push_wrapped(&mut text, "收入");
        assert_eq!(text, "营业收入");
        let mut text = "gross".to_owned();
        push_wrapped(&mut text, "margin");
        assert_eq!(text, "gross margin");
        let mut text = "manage-".to_owned();
        push_wrapped(&mut text, "ment");
        assert_eq!(text, "management");
        let mut text = "6,352,408,".to_owned();
        push_wrapped(&mut text, "318.71");
        assert_eq!(text, "6,352,408,318.71");
    }
}
