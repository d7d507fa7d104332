//! Text: folding for comparison and search, the one tokenizer, token counts.
//!
//! Indexing and searching both go through [`Tokenizer`], so a word is cut the same way on both sides.

use std::{collections::HashMap, sync::LazyLock};

use ferrous_opencc::{OpenCC, config::BuiltinConfig};
use unicode_normalization::UnicodeNormalization;

/// NFKC without white space: the form in which quotes, anchors and cells are compared.
pub fn squeeze(text: &str) -> String {
    text.nfkc().filter(|c| !c.is_whitespace()).collect()
}

/// The form in which words are searched: NFKC, traditional folded to simplified, lower case.
///
/// White space and punctuation stay.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkc().map(simplified).flat_map(char::to_lowercase).collect()
}

/// The ordinary character for a radical's code point.
///
/// Some programs that make PDFs name whole characters by the code points of radicals (U+2E80–2FDF), which look the
/// same and are found by nobody. Source of the pairs: Unicode's property `Equivalent_Unified_Ideograph`.
pub fn unified(c: char) -> char {
    match c {
        '\u{2F00}'..='\u{2FDF}' => c.nfkc().next().unwrap_or(c),
        '\u{2E80}'..='\u{2EFF}' => RADICALS
            .chars()
            .zip(IDEOGRAPHS.chars())
            .find(|(radical, _)| *radical == c)
            .map_or(c, |(_, ideograph)| ideograph),
        _ => c,
    }
}

const RADICALS: &str = "⺁⺈⺊⺌⺓⺟⺠⺧⺩⺫⺬⺶⺻⺼⻁⻄⻅⻆⻉⻋⻏⻑⻓⻔⻗⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻬⻮⻰⻳";
const IDEOGRAPHS: &str = "厂刀卜小幺母民牛王目示羊聿肉虎西见角贝车邑長长门雨青韦页风飞食马骨鬼鱼鸟卤麦黄黾齐齿龙龟";

/// The simplified form of a traditional character; any other character as it is.
pub fn simplified(c: char) -> char {
    let index = (c as u32).wrapping_sub(FIRST_IDEOGRAPH) as usize;
    SIMPLIFIED.get(index).copied().unwrap_or(c)
}

const FIRST_IDEOGRAPH: u32 = 0x4E00;
const LAST_IDEOGRAPH: u32 = 0x9FFF;

/// Character by character, which keeps lengths equal; phrase rules of the converter are not wanted for search.
static SIMPLIFIED: LazyLock<Vec<char>> = LazyLock::new(|| {
    let all: Vec<char> = (FIRST_IDEOGRAPH..=LAST_IDEOGRAPH).filter_map(char::from_u32).collect();
    let Ok(converter) = OpenCC::from_config(BuiltinConfig::T2s) else { return all };
    let one = |c: &char| {
        let converted = converter.convert(c.encode_utf8(&mut [0; 4]));
        let mut chars = converted.chars();
        match (chars.next(), chars.next()) {
            (Some(simple), None) => simple,
            _ => *c,
        }
    };
    all.iter().map(one).collect()
});

/// Is it a character of a script without spaces between words (Chinese, Japanese kana)?
pub fn is_cjk(c: char) -> bool {
    matches!(c as u32, 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF | 0x3040..=0x30FF | 0x3007)
}

/// Length in o200k_base tokens, the measure of chunk sizes and prompt budgets.
pub fn count_tokens(text: &str) -> u32 {
    let count = tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len();
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Cuts text into search terms: character pairs of Chinese runs, words, numbers and codes whole and split, and
/// whole terms of a lexicon.
///
/// Pairs find everything, whole terms make exact wording count more. What it is not good at: a single Chinese
/// character inside a longer run finds nothing by itself.
#[derive(Clone, Debug, Default)]
pub struct Tokenizer {
    /// Whole terms by their first character, longest first.
    lexicon: HashMap<char, Vec<Vec<char>>>,
}

/// In front of a whole-term token, so that `营收` as a term and as a pair are different tokens.
const WHOLE_TERM: char = '=';

impl Tokenizer {
    /// A tokenizer that also knows these whole terms (in any width, case or script form).
    pub fn with_terms<'a>(terms: impl IntoIterator<Item = &'a str>) -> Self {
        let mut lexicon: HashMap<char, Vec<Vec<char>>> = HashMap::new();
        for term in terms {
            let folded: Vec<char> = fold(term).chars().filter(|c| !c.is_whitespace()).collect();
            if let Some(first) = folded.first()
                && folded.len() >= 2
            {
                lexicon.entry(*first).or_default().push(folded);
            }
        }
        for terms in lexicon.values_mut() {
            terms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
            terms.dedup();
        }
        Self { lexicon }
    }

    /// The terms of a text in order; a term that occurs twice is given twice.
    pub fn tokens(&self, text: &str) -> Vec<String> {
        let chars: Vec<char> = fold(text).chars().collect();
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < chars.len() {
            let c = chars[at];
            if is_cjk(c) {
                let end = run_end(&chars, at, is_cjk);
                self.cut_ideographs(&chars[at..end], &mut tokens);
                at = end;
            } else if c.is_alphanumeric() {
                let end = run_end(&chars, at, |c| (c.is_alphanumeric() && !is_cjk(c)) || is_joint(c));
                cut_word(trim_joints(&chars[at..end]), &mut tokens);
                at = end;
            } else {
                at += 1;
            }
        }
        tokens
    }

    /// A number that changes when texts would be cut differently, by other rules or by another lexicon: what an
    /// index remembers of its tokenizer.
    pub fn fingerprint(&self) -> u64 {
        let mut terms: Vec<String> = self.lexicon.values().flatten().map(|term| term.iter().collect()).collect();
        terms.sort();
        let mut hash = FNV_OFFSET;
        for word in self.tokens(RULES_SAMPLE).iter().chain(&terms) {
            for byte in word.bytes().chain([0]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME);
            }
        }
        hash
    }

    fn cut_ideographs(&self, run: &[char], tokens: &mut Vec<String>) {
        if let [only] = run {
            tokens.push(only.to_string());
        }
        for pair in run.windows(2) {
            tokens.push(pair.iter().collect());
        }
        let mut at = 0;
        while at < run.len() {
            let found =
                self.lexicon.get(&run[at]).and_then(|terms| terms.iter().find(|term| run[at..].starts_with(term)));
            match found {
                Some(term) => {
                    tokens.push(std::iter::once(WHOLE_TERM).chain(term.iter().copied()).collect());
                    at += term.len();
                }
                None => at += 1,
            }
        }
    }
}

/// Start of the 64-bit FNV-1a hash, which stays the same over machines and releases.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
/// Its multiplier.
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;
/// Every kind of text that the cutting rules treat in its own way; cut differently, it shows that a rule changed.
const RULES_SAMPLE: &str =
    "營業收入及利润，元。２０２４年 1,234.56% PPR-9087 600519.SH 1Q25 R&D End. カナ ﾃｽﾄ é Ⅳ ㎡ A/B_c's −3.5 、";

/// Characters that may stand inside a number, code or word: `1,234.56`, `PPR-9087`, `R&D`.
fn is_joint(c: char) -> bool {
    matches!(c, ',' | '.' | '-' | '_' | '&' | '/' | '\'')
}

fn run_end(chars: &[char], from: usize, belongs: impl Fn(char) -> bool) -> usize {
    chars[from..].iter().position(|c| !belongs(*c)).map_or(chars.len(), |length| from + length)
}

fn trim_joints(word: &[char]) -> &[char] {
    let end = word.iter().rposition(|c| !is_joint(*c)).map_or(0, |last| last + 1);
    &word[..end]
}

/// A number without its thousands marks; anything else whole and, where it has joints or changes between letters
/// and digits, in its parts too.
fn cut_word(word: &[char], tokens: &mut Vec<String>) {
    let digits_only = word.iter().all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'));
    if digits_only {
        tokens.push(word.iter().filter(|c| **c != ',').collect());
        return;
    }
    tokens.push(word.iter().collect());
    let mut parts: Vec<String> = Vec::new();
    let mut previous: Option<char> = None;
    for &c in word {
        let split = match previous {
            None => true,
            Some(p) => is_joint(p) || p.is_ascii_digit() != c.is_ascii_digit(),
        };
        if !is_joint(c) {
            match parts.last_mut() {
                Some(part) if !split => part.push(c),
                _ => parts.push(c.to_string()),
            }
        }
        previous = Some(c);
    }
    if parts.len() > 1 {
        tokens.extend(parts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        Tokenizer::with_terms(["营业收入", "毛利率"]).tokens(text)
    }

    #[test]
    fn chinese_is_cut_into_pairs_and_whole_terms() {
        assert_eq!(tokens("营业收入"), ["营业", "业收", "收入", "=营业收入"]);
        assert_eq!(tokens("營業收入"), tokens("营业收入"));
        assert_eq!(tokens("三码"), ["三码"]);
        assert_eq!(tokens("元"), ["元"]);
    }

    #[test]
    fn numbers_and_codes_are_whole_and_split() {
        assert_eq!(tokens("１,234.56"), ["1234.56"]);
        assert_eq!(tokens("PPR-9087"), ["ppr-9087", "ppr", "9087"]);
        assert_eq!(tokens("600519.SH"), ["600519.sh", "600519", "sh"]);
        assert_eq!(tokens("1Q25"), ["1q25", "1", "q", "25"]);
        assert_eq!(tokens("End."), ["end"]);
    }

    #[test]
    fn the_fingerprint_tells_lexicons_apart_and_nothing_else() {
        let of = |terms: &[&str]| Tokenizer::with_terms(terms.iter().copied()).fingerprint();
        assert_eq!(of(&["毛利率", "营业收入"]), of(&["營業收入", "毛利率", "毛利率"]));
        assert_ne!(of(&["毛利率"]), of(&["营业收入"]));
        assert_ne!(of(&[]), of(&["毛利率"]));
    }

    #[test]
    fn radicals_become_the_characters_they_stand_for() {
        assert_eq!(RADICALS.chars().count(), IDEOGRAPHS.chars().count());
        let plain: String = "⼈⺠⾦⻔年".chars().map(unified).collect();
        assert_eq!(plain, "人民金门年");
    }

    #[test]
    fn folding_keeps_what_is_not_chinese() {
        assert_eq!(fold("ＲＯＥ％ 營收"), "roe% 营收");
        assert_eq!(squeeze(" 1 234\u{3000}元 "), "1234元");
    }

    proptest::proptest! {
        #[test]
        fn the_same_text_is_cut_the_same_and_never_empty_terms(text in "\\PC{0,60}") {
            let once = tokens(&text);
            proptest::prop_assert_eq!(&once, &tokens(&text));
            proptest::prop_assert!(once.iter().all(|token| !token.is_empty()));
        }
    }
}
