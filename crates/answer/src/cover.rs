//! How much of a question a text speaks of: by words, each with what it weighs.

use std::collections::HashSet;

use doc::text::Tokenizer;
use retrieve::Evidence;

/// What a word weighs of which nothing is known.
const UNKNOWN_WEIGHT: f32 = 1.0;

/// The words of some phrases, each once, with what they weigh.
#[derive(Clone, Debug, Default)]
pub struct Words {
    words: Vec<(String, f32)>,
    total: f32,
}

impl Words {
    /// The words of these phrases.
    pub fn of(phrases: &[String], evidence: &Evidence) -> Self {
        let mut seen = HashSet::new();
        let mut words = Vec::new();
        for token in phrases.iter().flat_map(|phrase| cut(phrase)) {
            if seen.insert(token.clone()) {
                let weight = evidence.weights.get(&token).copied().unwrap_or(UNKNOWN_WEIGHT);
                words.push((token, weight));
            }
        }
        let total = words.iter().map(|(_, weight)| weight).sum();
        Self { words, total }
    }

    /// The share of their weight that `cover` (0 to 1 a word) speaks of; 1 where there are none.
    pub fn share(&self, cover: impl Fn(&str) -> f32) -> f32 {
        if self.total <= 0.0 {
            return 1.0;
        }
        self.words.iter().map(|(word, weight)| weight * cover(word)).sum::<f32>() / self.total
    }

    /// The words that `covered` does not hold, as words of their own.
    pub fn without(&self, covered: impl Fn(&str) -> bool) -> Self {
        let words: Vec<(String, f32)> = self.words.iter().filter(|(word, _)| !covered(word)).cloned().collect();
        let total = words.iter().map(|(_, weight)| weight).sum();
        Self { words, total }
    }

    /// The sum of their weights.
    pub fn total(&self) -> f32 {
        self.total
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// The words of a text.
pub fn cut(text: &str) -> Vec<String> {
    Tokenizer::default().tokens(text)
}

/// The words of a text, to look them up.
pub fn set(text: &str) -> HashSet<String> {
    cut(text).into_iter().collect()
}
