//! The numbers that headings and list items start with: `第三节`, `一、`, `（二）`, `3.`, `(4)`, `2.1`, `①`, `•`.

/// What kind of number a text starts with, by its form; the order is the usual one from outer to inner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Form {
    /// `第一部分`, `第一编`, `Part I`.
    Part,
    /// `第一章`, `Chapter 1`.
    Chapter,
    /// `第一节`, `Section 1`, `Item 1`.
    Section,
    /// `一、`.
    Chinese,
    /// `（一）`.
    ChineseInBrackets,
    /// `1 公司简介`: no mark after the number.
    ArabicBare,
    /// `1、`, `1.`, and `1.1` with its number of parts.
    Arabic(u8),
    /// `(1)`, `1)`.
    ArabicInBrackets,
    /// `①`.
    Circled,
    /// `A.`, `(a)`.
    Letter,
    /// `第一条`: an article of a rule, never a heading.
    Article,
    /// `•`, `➢`, `■`: never a heading.
    Bullet,
}

/// A number at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// Its form.
    pub form: Form,
    /// Its (last) value, 1-based; 0 for bullets.
    pub value: u32,
    /// Bytes that it takes, white space after it included.
    pub length: usize,
}

/// Digits of a heading's number.
const DIGITS_MAX: usize = 2;
/// Parts of a dotted number.
const PARTS_MAX: usize = 5;
/// What follows a decimal number that is an amount, no heading.
const AMOUNT_AFTER: &[char] =
    &['亿', '万', '元', '%', '％', '倍', '个', '百', '千', '年', '月', '日', '股', '人', 'x', 'X'];
/// What follows a number that counts something.
const COUNTED_AFTER: &[char] = &[
    '家', '项', '名', '次', '位', '只', '款', '条', '件', '种', '类', '期', '天', '周', '户', '台', '套', '批', '例',
    '级', '号', '至', '到', '和', '及', '或', '以', '分', '小', '亩', '吨', '座', '间', '页', '季', '届', '岁', '票',
    '比', '为', '、',
];
/// Money that a number counts.
const CURRENCIES_AFTER: &[&str] =
    &["美元", "美金", "港币", "港元", "欧元", "日元", "英镑", "新台币", "人民币元", "卢布", "韩元", "澳元", "加元"];
/// Words that start with such a character but are a heading's.
const TITLES_AFTER: &[&str] =
    &["股东", "股份", "股本", "股票", "人员", "项目", "年度", "期末", "期后", "分部", "分行", "分季", "小结", "类别"];
/// Symbol fonts map their bullets into this part of the private use area.
const SYMBOL_FONT_FROM: u32 = 0xF000;
const SYMBOL_FONT_TO: u32 = 0xF0FF;
/// Letters that bullets of symbol fonts are written as, before Chinese.
const SYMBOL_LETTERS: &str = "lnuqvwpØüÿ";
const BULLETS: &[char] = &[
    '•', '●', '○', '■', '□', '▪', '▫', '◆', '◇', '►', '▶', '➢', '➤', '➔', '→', '※', '★', '☆', '✓', '✔', '√', '·', '▲',
    '►', '*', '–',
];

/// The number that a text starts with.
pub fn numbering(text: &str) -> Option<Numbering> {
    let trimmed = text.trim_start();
    let skipped = text.len() - trimmed.len();
    let found = ordinal(trimmed)
        .or_else(|| chinese(trimmed))
        .or_else(|| bracketed(trimmed))
        .or_else(|| arabic(trimmed))
        .or_else(|| latin(trimmed))
        .or_else(|| symbol(trimmed))?;
    let after = &trimmed[found.length..];
    let spaces = after.len() - after.trim_start().len();
    Some(Numbering { length: skipped + found.length + spaces, ..found })
}

/// Is it a bullet by itself, in whatever font?
pub fn is_bullet(c: char) -> bool {
    matches!(c as u32, SYMBOL_FONT_FROM..=SYMBOL_FONT_TO) || BULLETS.contains(&c)
}

/// `第…节`, white space inside allowed.
fn ordinal(text: &str) -> Option<Numbering> {
    let rest = text.strip_prefix('第')?;
    let mut number = String::new();
    for (at, c) in rest.char_indices() {
        if c.is_whitespace() {
            continue;
        }
        if chinese_digit(c).is_some() || c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        let after = &rest[at..];
        let (form, word) = [
            (Form::Part, "部分"),
            (Form::Part, "编"),
            (Form::Part, "篇"),
            (Form::Chapter, "章"),
            (Form::Section, "节"),
            (Form::Section, "節"),
            (Form::Article, "条"),
            (Form::Article, "條"),
        ]
        .into_iter()
        .find(|(_, word)| after.starts_with(word))?;
        let value = number.parse().ok().or_else(|| chinese_value(&number))?;
        return Some(Numbering { form, value, length: '第'.len_utf8() + at + word.len() });
    }
    None
}

/// `一、`, `十二.`, `一 `.
fn chinese(text: &str) -> Option<Numbering> {
    let end = text.char_indices().find(|(_, c)| chinese_digit(*c).is_none())?.0;
    let value = chinese_value(&text[..end])?;
    let after = text[end..].trim_start();
    let mark = after.chars().next().filter(|c| matches!(c, '、' | '．' | '.' | '，'))?;
    let length = text.len() - after.len() + mark.len_utf8();
    Some(Numbering { form: Form::Chinese, value, length })
}

/// `（一）`, `(1)`, `（a）`, `1)`.
fn bracketed(text: &str) -> Option<Numbering> {
    const LENGTH_MAX: usize = 4;
    let opened = text.strip_prefix(['(', '（']);
    let inner = opened.unwrap_or(text);
    let end = inner.char_indices().take(LENGTH_MAX + 1).find(|(_, c)| matches!(c, ')' | '）'))?.0;
    let number: String = inner[..end].chars().filter(|c| !c.is_whitespace()).collect();
    let closing = inner[end..].chars().next()?.len_utf8();
    let length = text.len() - inner.len() + end + closing;
    let digits = !number.is_empty() && number.len() <= DIGITS_MAX && number.chars().all(|c| c.is_ascii_digit());
    if digits {
        return Some(Numbering { form: Form::ArabicInBrackets, value: number.parse().ok()?, length });
    }
    opened?;
    if let Some(value) = chinese_value(&number) {
        return Some(Numbering { form: Form::ChineseInBrackets, value, length });
    }
    letter_value(&number).map(|value| Numbering { form: Form::Letter, value, length })
}

/// `1、`, `1.`, `1．1`, `2.1.3`.
fn arabic(text: &str) -> Option<Numbering> {
    let is_dot = |c: char| matches!(c, '.' | '．');
    let (mut parts, mut value, mut at) = (0, 0, 0);
    loop {
        let digits = text[at..].chars().take_while(char::is_ascii_digit).count();
        if digits == 0 || digits > DIGITS_MAX {
            return None;
        }
        value = text[at..at + digits].parse().ok().filter(|value| *value > 0 || parts > 0).or(Some(value))?;
        parts += 1;
        at += digits;
        let mut after = text[at..].chars();
        let (mark, next) = (after.next(), after.next());
        let dotted = mark.is_some_and(is_dot);
        if dotted && next.is_some_and(|c| c.is_ascii_digit()) && parts < PARTS_MAX {
            at += mark.map_or(0, char::len_utf8);
            continue;
        }
        let closed = dotted || mark == Some('、');
        let closing = if closed { mark.map_or(0, char::len_utf8) } else { 0 };
        let bare = parts == 1 && !closed;
        let form = if bare { Form::ArabicBare } else { Form::Arabic(u8::try_from(parts).unwrap_or(u8::MAX)) };
        let heading_like = match parts {
            // A lone number needs its mark, or words after a space that it does not count.
            1 => value > 0 && (closed || (mark.is_some_and(char::is_whitespace) && starts_title(&text[at..]))),
            // `12.5亿元` is an amount, `2.1 公司概况` is a number.
            _ => mark.is_some_and(|c| c.is_whitespace() || closed || (c.is_alphabetic() && !AMOUNT_AFTER.contains(&c))),
        };
        return heading_like.then_some(Numbering { form, value, length: at + closing });
    }
}

/// `Part I`, `Chapter 2`, `Item 1.`, `A.`, `I.`
fn latin(text: &str) -> Option<Numbering> {
    let words =
        [("Part ", Form::Part), ("Chapter ", Form::Chapter), ("Section ", Form::Section), ("Item ", Form::Section)];
    for (word, form) in words {
        let starts = text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        if starts {
            let number: String = text[word.len()..].chars().take_while(char::is_ascii_alphanumeric).collect();
            let value = number.trim_end_matches(char::is_alphabetic).parse().ok().or_else(|| letter_value(&number))?;
            let closing = text[word.len() + number.len()..].chars().take_while(|c| matches!(c, '.' | ':')).count();
            return Some(Numbering { form, value, length: word.len() + number.len() + closing });
        }
    }
    let mut chars = text.chars();
    let (letter, mark, next) = (chars.next()?, chars.next()?, chars.next()?);
    let closed =
        matches!(mark, '.' | '、' | '．') && (mark != '.' || !next.is_alphanumeric() || doc::text::is_cjk(next));
    let value = letter_value(letter.encode_utf8(&mut [0; 4]))?;
    closed.then_some(Numbering { form: Form::Letter, value, length: letter.len_utf8() + mark.len_utf8() })
}

/// Can the words after a number without a mark be a heading's: Chinese that the number doesn't count?
fn starts_title(after: &str) -> bool {
    let words = after.trim_start();
    let counts = |c: char| AMOUNT_AFTER.contains(&c) || COUNTED_AFTER.contains(&c);
    if CURRENCIES_AFTER.iter().any(|currency| words.starts_with(currency)) {
        return false;
    }
    TITLES_AFTER.iter().any(|title| words.starts_with(title))
        || words.starts_with(|c: char| doc::text::is_cjk(c) && !counts(c))
}

fn symbol(text: &str) -> Option<Numbering> {
    let mut chars = text.chars();
    let (first, second, third) = (chars.next()?, chars.next(), chars.next());
    let dash = first == '-' && second.is_some_and(char::is_whitespace) && third.is_some_and(char::is_alphabetic);
    let mapped = SYMBOL_LETTERS.contains(first)
        && second.is_some_and(char::is_whitespace)
        && third.is_some_and(doc::text::is_cjk);
    let code = first as u32;
    let value = match code {
        0x2460..=0x2473 => code - 0x2460 + 1,
        0x2474..=0x2487 => code - 0x2474 + 1,
        0x2488..=0x249B => code - 0x2488 + 1,
        0x2776..=0x277F => code - 0x2776 + 1,
        _ => 0,
    };
    let form = match code {
        0x2474..=0x2487 => Form::ArabicInBrackets,
        0x2488..=0x249B => Form::Arabic(1),
        _ if value > 0 => Form::Circled,
        _ if dash || mapped || is_bullet(first) => Form::Bullet,
        _ => return None,
    };
    Some(Numbering { form, value, length: first.len_utf8() })
}

fn letter_value(text: &str) -> Option<u32> {
    let mut chars = text.chars();
    let (letter, rest) = (chars.next()?, chars.next());
    (letter.is_ascii_alphabetic() && rest.is_none())
        .then(|| u32::from(letter.to_ascii_lowercase()) - u32::from('a') + 1)
}

fn chinese_digit(c: char) -> Option<u32> {
    "〇一二三四五六七八九十".chars().position(|digit| digit == c).map(|value| value as u32)
}

/// `十二` → 12; up to 99.
fn chinese_value(text: &str) -> Option<u32> {
    const LENGTH_MAX: usize = 3;
    const TEN: u32 = 10;
    let digits: Vec<u32> = text.chars().map(chinese_digit).collect::<Option<_>>()?;
    match digits.as_slice() {
        [] => None,
        [one] => Some(*one).filter(|value| *value > 0),
        many if many.len() > LENGTH_MAX => None,
        [TEN, ones] => Some(TEN + ones),
        [tens, TEN] => Some(tens * TEN),
        [tens, TEN, ones] => Some(tens * TEN + ones),
        [tens, ones] => Some(tens * TEN + ones),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_apart() {
        for (text, form, value, rest) in [
            ("第十节 财务报告", Form::Section, 10, "财务报告"),
            ("第 三 章 概况", Form::Chapter, 3, "概况"),
            ("第一部分  风险", Form::Part, 1, "风险"),
            ("二十一、其他", Form::Chinese, 21, "其他"),
            ("（三） 存货", Form::ChineseInBrackets, 3, "存货"),
            ("(十二)其他", Form::ChineseInBrackets, 12, "其他"),
            ("2、 母公司资产负债表", Form::Arabic(1), 2, "母公司资产负债表"),
            ("3.公司概况", Form::Arabic(1), 3, "公司概况"),
            ("2.1 公司概况", Form::Arabic(2), 1, "公司概况"),
            ("7.3.2. Leases", Form::Arabic(3), 2, "Leases"),
            ("（1） 明细", Form::ArabicInBrackets, 1, "明细"),
            ("4) 明细", Form::ArabicInBrackets, 4, "明细"),
            ("1 公司概况", Form::ArabicBare, 1, "公司概况"),
            ("4 股东情况", Form::ArabicBare, 4, "股东情况"),
            ("Ø 测试业务", Form::Bullet, 0, "测试业务"),
            ("- 测试业务", Form::Bullet, 0, "测试业务"),
            ("①账龄", Form::Circled, 1, "账龄"),
            ("A. Overview", Form::Letter, 1, "Overview"),
            ("(b) Overview", Form::Letter, 2, "Overview"),
            ("Item 7. Discussion", Form::Section, 7, "Discussion"),
            ("➢ 事件", Form::Bullet, 0, "事件"),
            ("第二十条 董事会", Form::Article, 20, "董事会"),
        ] {
            let found = numbering(text).unwrap_or_else(|| panic!("{text} has a number"));
            assert_eq!((found.form, found.value, &text[found.length..]), (form, value, rest), "{text}");
        }
    }

    #[test]
    fn amounts_dates_and_words_are_no_numbers() {
        for text in [
            "12.5亿元",
            "2024年",
            "1 月",
            "100.",
            "一般",
            "十分重要",
            "Partners",
            "U.S. sales",
            "3.14",
            "",
            "第",
            "（亏损）",
            "1.23%",
            "2 港币",
            "1 美元",
        ] {
            assert_eq!(numbering(text), None, "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn the_length_ends_inside_the_text(text in "\\PC{0,12}", number in "[0-9一十第章节(（.、)）a ]{0,6}") {
            let text = format!("{number}{text}");
            if let Some(found) = numbering(&text) {
                proptest::prop_assert!(text.is_char_boundary(found.length));
            }
        }
    }
}
