//! Questions and their answers, as records of meetings with investors and briefings on results have them: `问：… 答：…`,
//! `Q1：… A1：…`, numbered questions. A pair belongs into one chunk: an answer without its question says nothing.

use doc::{Block, BlockKind};

use crate::numbering::numbering;

/// Words before a question, with `：` or a number after them.
const QUESTION_WORDS: [&str; 9] = ["问题", "问", "問題", "問", "提问", "投资者提问", "投资者问", "Question", "Q"];
/// So many numbered questions make a record of questions; a single one is rhetoric.
const NUMBERED_MIN: usize = 2;
/// Characters of a numbered question.
const QUESTION_CHARS_MAX: usize = 400;

/// What a block is in a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It asks; the pair that it opens has so many characters.
    Question(usize),
    /// It answers what was asked before, or goes on with an answer.
    Answer,
    /// Neither.
    None,
}

/// The turn of each block in content order.
pub fn turns(blocks: &[&Block]) -> Vec<Turn> {
    let is_text = |block: &Block| block.kind == BlockKind::Paragraph && block.noise.is_none();
    let numbered = blocks.iter().filter(|block| is_text(block) && is_numbered_question(&block.text)).count();
    let asks = |block: &Block| {
        is_text(block) && (is_question(&block.text) || (numbered >= NUMBERED_MIN && is_numbered_question(&block.text)))
    };
    let mut turns = vec![Turn::None; blocks.len()];
    let mut open: Option<usize> = None;
    for (position, block) in blocks.iter().enumerate() {
        if asks(block) {
            open = Some(position);
            turns[position] = Turn::Question(block.text.chars().count());
        } else if let Some(question) = open
            && is_text(block)
        {
            turns[position] = Turn::Answer;
            if let Turn::Question(length) = &mut turns[question] {
                *length += block.text.chars().count();
            }
        } else if block.noise.is_none() {
            open = None;
        }
    }
    turns
}

/// Where a text of several pairs may be cut: in front of each question but the first.
pub fn question_starts(text: &str) -> Vec<usize> {
    // A question inside of a text starts after the end of a sentence or a line.
    let after_end = |at: usize| text[..at].trim_end().ends_with(['。', '？', '?', '；', '！', '.', '\n', '|']);
    let starts = text.char_indices().map(|(at, _)| at).filter(|at| *at > 0 && after_end(*at));
    starts.filter(|at| !text[*at..].starts_with(char::is_whitespace) && is_question(&text[*at..])).collect()
}

/// `问：`, `Q1：`, `问题 2、`.
fn is_question(text: &str) -> bool {
    let text = text.trim_start();
    let start = numbering(text).map_or(0, |number| number.length);
    [text, &text[start..]].into_iter().any(|text| {
        QUESTION_WORDS.iter().filter_map(|word| text.strip_prefix(word)).any(|rest| {
            let rest = rest.trim_start();
            let after = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c));
            let after = after.trim_start();
            after.starts_with([':', '：']) || (after.len() < rest.len() && after.starts_with(['、', '.', '．']))
        })
    })
}

/// `3、公司海外业务的进展如何？`
fn is_numbered_question(text: &str) -> bool {
    let asked = text.trim_end().ends_with(['？', '?']);
    asked && text.chars().count() <= QUESTION_CHARS_MAX && numbering(text).is_some_and(|number| number.value > 0)
}

#[cfg(test)]
mod tests {
    use doc::Rect;

    use super::*;

    fn block(kind: BlockKind, text: &str) -> Block {
        Block { kind, noise: None, bbox: Rect::default(), text: text.to_owned(), font_size: 10.0, section: None }
    }

    #[test]
    fn all_usual_marks_are_known_and_words_are_none() {
        for text in [
            "问：订单如何？",
            "Q1：订单如何？",
            "Q: how?",
            "问题 2、订单如何？",
            "2、问：订单如何？",
            "投资者提问：订单？",
        ] {
            assert!(is_question(text), "{text}");
        }
        for text in ["问题在于订单。", "Quality: good", "答：良好。", "A1：良好。", "Q. Overview"] {
            assert!(!is_question(text), "{text}");
        }
    }

    #[test]
    fn an_answer_goes_on_until_the_next_question_or_heading() {
        let text = BlockKind::Paragraph;
        let blocks = [
            block(text, "1、订单如何？"),
            block(text, "订单良好。"),
            block(text, "产能充足。"),
            block(text, "2、费用如何？"),
            block(text, "费用下降。"),
            block(BlockKind::Heading { level: 1 }, "二、附件"),
            block(text, "无。"),
        ];
        let turns = turns(&blocks.iter().collect::<Vec<_>>());
        let answer = Turn::Answer;
        assert_eq!(turns, [Turn::Question(17), answer, answer, Turn::Question(12), answer, Turn::None, Turn::None]);
    }

    #[test]
    fn a_text_is_cut_in_front_of_questions() {
        let text = "问：订单如何？答：良好。问：费用如何？答：下降。";
        let starts = question_starts(text);
        assert_eq!(starts.iter().map(|at| &text[*at..]).collect::<Vec<_>>(), ["问：费用如何？答：下降。"]);
    }
}
