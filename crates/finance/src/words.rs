//! Words that tell companies' names from the rest of a question.

use std::{collections::HashSet, sync::LazyLock};

use serde::Deserialize;

use crate::folded::squeeze_fold;

/// Lists of the field, folded.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// Provinces, cities, countries, regions.
    pub places: WordSet,
    /// Groups with many listed companies.
    pub groups: WordSet,
    /// What companies' names end in.
    pub endings: WordSet,
    /// Common words of questions, metrics included.
    pub common: WordSet,
}

/// Folded words, found at a place of a folded text.
#[derive(Debug, Default)]
pub(crate) struct WordSet {
    words: HashSet<Vec<char>>,
    longest: usize,
}

impl WordSet {
    fn new<S: AsRef<str>>(words: impl IntoIterator<Item = S>) -> Self {
        let words: HashSet<Vec<char>> =
            words.into_iter().map(|word| squeeze_fold(word.as_ref()).chars().collect()).collect();
        let longest = words.iter().map(Vec::len).max().unwrap_or(0);
        Self { words, longest }
    }

    /// Is the whole text one of the words?
    pub fn contains(&self, text: &[char]) -> bool {
        self.words.contains(text)
    }

    /// Length of the longest word that begins at `at`.
    pub fn starting(&self, text: &[char], at: usize) -> Option<usize> {
        let most = self.longest.min(text.len().saturating_sub(at));
        (1..=most).rev().find(|length| self.words.contains(&text[at..at + length]))
    }

    /// Length of the longest word that ends before `end`.
    pub fn ending(&self, text: &[char], end: usize) -> Option<usize> {
        let most = self.longest.min(end);
        (1..=most).rev().find(|length| self.words.contains(&text[end - length..end]))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    places: Vec<String>,
    groups: Vec<String>,
    endings: Vec<String>,
    common: Vec<String>,
}

/// The built-in lists.
pub(crate) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    // The lists are part of the program; a test reads them.
    let file: File = toml::from_str(include_str!("../data/words.toml")).expect("the built-in word lists are valid");
    let metrics = crate::metric::Metrics::builtin();
    let common = file.common.iter().map(String::as_str).chain(metrics.terms());
    Words {
        common: WordSet::new(common),
        places: WordSet::new(&file.places),
        groups: WordSet::new(&file.groups),
        endings: WordSet::new(&file.endings),
    }
});
