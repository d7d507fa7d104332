//! Question → search terms: what is left of it, in the document's words.

use std::sync::LazyLock;

use doc::text::{fold, is_cjk};
use serde::Deserialize;

use crate::plan::Variant;

/// A phrase shorter than this says too little to be searched by itself, characters.
const PHRASE_CHARS_MIN: usize = 1;

#[derive(Deserialize)]
struct ExpansionFile {
    expansion: Vec<Expansion>,
}

#[derive(Deserialize)]
struct Expansion {
    when: Vec<String>,
    search: Vec<String>,
    #[serde(default)]
    near: Vec<String>,
}

static EXPANSIONS: LazyLock<Vec<Expansion>> = LazyLock::new(|| {
    let file: Result<ExpansionFile, _> = toml::from_str(include_str!("../data/expansions.toml"));
    file.map(|file| file.expansion).unwrap_or_default()
});

/// Longest first.
static STOP_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| word_list(include_str!("../data/stop.txt")));

/// The words of a data file, a line each, longest first.
fn word_list(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let mut words: Vec<String> = lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(fold).collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
    words
}

/// Words that frame a figure question, longest first.
static FRAME_WORDS: LazyLock<Vec<String>> = LazyLock::new(|| word_list(include_str!("../data/frame.txt")));

/// The words of `text` that name what is asked for, when metrics and names are already blanked out of it.
pub fn subject(text: &str) -> Vec<String> {
    let mut subject = Vec::new();
    for phrase in phrases(text) {
        let mut rest = without_numbers(&phrase);
        for word in FRAME_WORDS.iter() {
            if rest.contains(word.as_str()) {
                rest = rest.replace(word.as_str(), " ");
            }
        }
        subject.extend(rest.split_whitespace().filter(|part| says_something(part)).map(str::to_owned));
    }
    subject
}

/// More than one character, and not only such as join words.
fn says_something(part: &str) -> bool {
    part.chars().count() > 1 && part.chars().any(|c| !FUNCTION_CHARACTERS.contains(c))
}

/// The phrase without figures and years, which periods and figures account for.
fn without_numbers(phrase: &str) -> String {
    let digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | '%' | '-');
    let mut cut = String::new();
    let mut after_digit = false;
    for c in phrase.chars() {
        // The measure of a date goes with its number, but 年报 keeps its 年.
        let measure = after_digit && matches!(c, '年' | '月' | '日' | '季' | '号');
        cut.push(if digit(c) || measure { ' ' } else { c });
        after_digit = digit(c);
    }
    // `WuXi2` and `1Q25` are names, not figures.
    if phrase.chars().any(|c| c.is_ascii_alphabetic()) { phrase.to_owned() } else { cut }
}

/// Words of filings for the everyday words of a question.
pub fn variants(question: &str) -> Vec<Variant> {
    let question = fold(question);
    let mut variants = Vec::new();
    for expansion in EXPANSIONS.iter() {
        let said: Vec<String> =
            expansion.when.iter().map(|word| fold(word)).filter(|word| question.contains(word.as_str())).collect();
        if !said.is_empty() {
            variants.push(Variant { said, search: expansion.search.clone(), near: expansion.near.clone() });
        }
    }
    variants
}

/// Characters that stand between words: a pair with one of them says little about what is searched.
const FUNCTION_CHARACTERS: &str = "的了吗呢吧啊呀着过得地和与或跟及在有没不要会能可想看说做搞弄拿用去来出进里外前后内上中下这那哪几多少谁什么怎样是为被把让从给还也就都又再才只很太更最到向往对于之其此该各每所以而则若但并且因由按照当时候个只次位种份家占完";

/// Does the pair of characters hold one that only joins words?
pub fn is_weak(token: &str) -> bool {
    let mut chars = token.chars();
    chars.clone().count() == 2 && chars.any(|c| FUNCTION_CHARACTERS.contains(c))
}

/// The parts of a text between stop words, white space and marks, folded.
pub fn phrases(text: &str) -> Vec<String> {
    let chars: Vec<char> = fold(text).chars().collect();
    let mut phrases: Vec<String> = Vec::new();
    let mut current = String::new();
    let mut at = 0;
    while at < chars.len() {
        let skipped = stop_length(&chars[at..]);
        let separator = !chars[at].is_alphanumeric() && !matches!(chars[at], '.' | '-' | '&' | '%' | '/');
        if skipped > 0 || separator {
            end_phrase(&mut current, &mut phrases);
            at += skipped.max(1);
        } else {
            current.push(chars[at]);
            at += 1;
        }
    }
    end_phrase(&mut current, &mut phrases);
    phrases
}

fn end_phrase(current: &mut String, phrases: &mut Vec<String>) {
    let phrase = std::mem::take(current);
    let phrase = phrase.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    if phrase.chars().count() > PHRASE_CHARS_MIN || phrase.chars().any(|c| !is_cjk(c)) && !phrase.is_empty() {
        phrases.push(phrase);
    }
}

/// How many characters the stop word here takes; 0 where none stands.
fn stop_length(chars: &[char]) -> usize {
    let fits = |word: &&String| word.chars().enumerate().all(|(index, c)| chars.get(index) == Some(&c));
    STOP_WORDS.iter().find(fits).map_or(0, |word| word.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_data_files_are_read() {
        assert!(EXPANSIONS.len() > 20);
        assert!(STOP_WORDS.len() > 60);
    }

    #[test]
    fn what_says_nothing_is_cut_out() {
        assert_eq!(phrases("茅台酒产品的毛利率是多少？"), ["茅台酒产品", "毛利率"]);
        assert_eq!(phrases("TIDES业务收入和同比增速是多少"), ["tides业务收入", "同比增速"]);
        assert!(phrases("是多少？").is_empty());
    }

    #[test]
    fn everyday_words_become_words_of_filings() {
        let found = variants("现在手下一共有多少号人？");
        assert!(found[0].said.contains(&"多少号人".to_owned()));
        assert!(found[0].search.iter().any(|word| word.contains("员工")));
        assert!(variants("货币资金").is_empty());
        assert!(is_weak("里读") && !is_weak("研究"));
    }
}
