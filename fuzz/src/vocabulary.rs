//! Words of reports and questions, so that random inputs get past the first look of the code that reads them.

use std::sync::LazyLock;

use arbitrary::{Arbitrary, Result, Unstructured};

/// Random letters of one text at most.
const LETTERS_MAX: usize = 24;

/// What no line of a file can hold, and letters that change their length when they are folded.
const ODD: [&str; 16] = [
    "",
    " ",
    "\n",
    "\t",
    "\u{3000}",
    "\u{a0}",
    "\u{0}",
    "\u{1}",
    "\u{fffd}",
    "\u{200b}",
    "\u{301}",
    "\u{fdfd}",
    "\u{130}",
    "\u{1f600}",
    "\u{20000}",
    "\u{fb03}",
];

/// What stands in cells, headings and questions: numbers, units, periods, metrics, made-up companies.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("words.txt").lines().chain(ODD).collect());

/// A word of reports, or random letters now and then.
pub fn word(u: &mut Unstructured<'_>) -> Result<String> {
    if u.ratio(1, 6)? {
        let letters: String = String::arbitrary(u)?;
        return Ok(letters.chars().take(LETTERS_MAX).collect());
    }
    Ok((*u.choose(&WORDS)?).to_owned())
}

/// Up to `max` words written together.
pub fn text(u: &mut Unstructured<'_>, max: usize) -> Result<String> {
    let count = u.int_in_range(0..=max)?;
    let mut text = String::new();
    for _ in 0..count {
        text.push_str(&word(u)?);
    }
    Ok(text)
}
