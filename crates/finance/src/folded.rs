//! Text folded for matching, with the way back to the bytes of the original.

use std::ops::Range;

/// A text in search form (NFKC, simplified, lower case, no white space), each character knowing where it came from.
#[derive(Clone, Debug, Default)]

pub(crate) struct Folded {
    /// The folded characters.
    pub chars: Vec<char>,
    /// For each folded character the byte range of its source character.
    source: Vec<Range<usize>>,
}

impl Folded {
    /// Folds a text; white space is left out.
    pub fn new(text: &str) -> Self {
        let mut folded = Folded::default();
        for (start, c) in text.char_indices() {
            if c.is_whitespace() {
                continue;
            }
            let range = start..start + c.len_utf8();
            if c.is_ascii() {
                folded.push(c.to_ascii_lowercase(), range);
            } else {
                for out in doc::text::fold(c.encode_utf8(&mut [0; 4])).chars().filter(|c| !c.is_whitespace()) {
                    folded.push(out, range.clone());
                }
            }
        }
        folded
    }

    fn push(&mut self, c: char, range: Range<usize>) {
        self.chars.push(c);
        self.source.push(range);
    }

    /// The byte range in the original of the folded characters `range`; empty at the end for an empty range.
    pub fn source(&self, range: &Range<usize>) -> Range<usize> {
        match (self.source.get(range.start), range.end.checked_sub(1).and_then(|last| self.source.get(last))) {
            (Some(first), Some(last)) if range.start < range.end => first.start..last.end,
            _ => 0..0,
        }
    }

    /// Does `word` (already folded) stand at `at`?
    pub fn starts_with(&self, at: usize, word: &str) -> bool {
        let mut rest = self.chars.iter().skip(at);
        word.chars().all(|c| rest.next() == Some(&c))
    }

    /// Does an ASCII word or number go on from the character before `at` into the one at `at`?
    ///
    /// White space was left out, so the source positions are compared too: `net eps` has a boundary before `eps`.
    pub fn joined(&self, at: usize) -> bool {
        let Some(left) = at.checked_sub(1) else { return false };
        let (Some(a), Some(b)) = (self.chars.get(left), self.chars.get(at)) else { return false };
        a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric() && self.source[left].end == self.source[at].start
    }

    /// Does the asker turn down what stands at `at` (别给我前三季累计的, 不要营业总收入)?
    pub fn is_negated(&self, at: usize) -> bool {
        let before = self.chars.get(..at).unwrap_or_default();
        NEGATIONS.iter().any(|word| {
            let length = word.chars().count();
            before.len() >= length && before[before.len() - length..].iter().copied().eq(word.chars())
        })
    }

    /// Do the characters of `range` stand by themselves, not inside a longer ASCII word or number?
    pub fn is_word(&self, range: &Range<usize>) -> bool {
        !self.joined(range.start) && !self.joined(range.end)
    }
}

const NEGATIONS: [&str; 8] = ["别给我", "不要给我", "不要", "别要", "不是", "而非", "并非", "别拿"];

/// A text in search form without white space, as a string.
pub(crate) fn squeeze_fold(text: &str) -> String {
    doc::text::fold(text).chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lead_back_to_the_original_bytes() {
        let text = "　營 收２ EPS";
        let folded = Folded::new(text);
        assert_eq!(folded.chars.iter().collect::<String>(), "营收2eps");
        assert_eq!(&text[folded.source(&(0..2))], "營 收");
        assert_eq!(&text[folded.source(&(2..3))], "２");
        assert!(folded.is_word(&(3..6)), "white space separates 2 and EPS");
        assert!(!folded.is_word(&(4..6)));
    }

    proptest::proptest! {
        #[test]
        fn every_range_can_be_sliced(text in "\\PC{0,30}", a in 0usize..40, b in 0usize..40) {
            let folded = Folded::new(&text);
            let _ = &text[folded.source(&(a..b))];
            proptest::prop_assert!(folded.chars.iter().all(|c| !c.is_whitespace()));
        }
    }
}
