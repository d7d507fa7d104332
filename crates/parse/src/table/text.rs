//! The words of a cell: wrapped lines joined as they are read.

use doc::text::is_cjk;

use crate::{
    content::Glyph,
    line::{Line, lines, push_wrapped},
};

/// What a cell keeps free beside its words, left and right together, points.
const PADDING: f32 = 12.0;

/// The words of a cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellText {
    /// As read.
    pub text: String,
    /// Does the last line leave no room for another character?
    pub fills_line: bool,
}

/// The text of the glyphs of a cell that is this wide.
///
/// A number that fills the cell's width and goes on in the next line is one number; two numbers below each other with
/// room to spare are two.
pub fn cell_text(glyphs: &[&Glyph], width: f32) -> CellText {
    let mut text = String::new();
    let mut fills_line = false;
    for line in lines(glyphs.iter().copied()) {
        let words = line_text(&line);
        let digits_meet = text.ends_with(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.'))
            && words.starts_with(|c: char| c.is_ascii_digit());
        if digits_meet && !fills_line {
            text.push(' ');
        }
        push_wrapped(&mut text, &words);
        fills_line = self::fills_line(line.bbox.width(), line.size(), &words, width);
    }
    CellText { text, fills_line }
}

/// Does a line of this width and font size leave no room for one more character in a cell of `cell_width`?
pub fn fills_line(width: f32, size: f32, text: &str, cell_width: f32) -> bool {
    // Half an em is a digit, an em a Chinese character.
    let next = if text.ends_with(|c: char| c.is_ascii()) { size / 2.0 } else { size };
    width + next + PADDING >= cell_width
}

/// Words in a line, without a space where Chinese is only set wide.
pub fn line_text(line: &Line) -> String {
    let mut text = String::new();
    for word in &line.words {
        push_word(&mut text, &word.text);
    }
    text
}

/// Appends the next word of a line.
pub fn push_word(text: &mut String, word: &str) {
    let wide_chinese = text.ends_with(is_cjk) && word.starts_with(is_cjk);
    if !text.is_empty() && !wide_chinese {
        text.push(' ');
    }
    text.push_str(word);
}
