//! Printed numbers: a cell or the figures of a sentence as exact decimals.

use std::ops::Range;

use rust_decimal::Decimal;

/// A number as it is printed, exact and with its sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value as printed (no scale applied), sign applied: `(1,234.56)` is −1234.56, 减少0.5个百分点 is −0.5.
    pub value: Decimal,
    /// Plain, per cent or percentage points.
    pub kind: NumberKind,
    /// Decimal places printed.
    pub places: u32,
    /// The unit word printed right after it (`亿元`, `倍`, `户`); empty for none, % and points.
    pub unit: String,
}

/// What the mark after a number makes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberKind {
    /// No mark of a ratio.
    Plain,
    /// `%`.
    Percent,
    /// 百分点, pct, pp: a difference of percentages.
    Points,
}

/// A number in running text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberMention {
    /// Bytes of the text from the sign or bracket to the end of the unit word.
    pub range: Range<usize>,
    /// The number with the sign that is printed at it; the word in front of it is in `direction`.
    pub number: Number,
    /// What the word in front says of the change: 下降12% is 12 and `Down`.
    pub direction: Direction,
}

/// What a word says about the direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// No such word.
    None,
    /// 增长, 提高, 上升.
    Up,
    /// 减少, 下降.
    Down,
}

impl NumberMention {
    /// The value in base units (元, 股, %, 百分点, …) and that unit; an unknown word is its own unit.
    pub fn in_base(&self) -> (Decimal, String) {
        match self.number.kind {
            NumberKind::Percent => (self.number.value, "%".to_owned()),
            NumberKind::Points => (self.number.value, "百分点".to_owned()),
            NumberKind::Plain => match crate::unit::parse_unit(&self.number.unit) {
                Some(unit) => (crate::unit::to_base(self.number.value, &unit), unit.base),
                None => (self.number.value, self.number.unit.clone()),
            },
        }
    }

    /// The value with the word's direction as its sign.
    pub fn signed(&self) -> Decimal {
        if self.direction == Direction::Down { -self.number.value.abs() } else { self.number.value }
    }
}

/// Reads a cell that holds one number and nothing else; `None` for no value (`—`, 不适用, empty) or other text.
///
/// Thousands marks must stand in groups of three; white space inside is taken as a wrapped cell only where the
/// result can be no two numbers. A bracket around it is a minus, a bracket after it (`100(a)`, `79(1)`) is a note mark.
pub fn parse_number(text: &str) -> Option<Number> {
    let normal = normal_chars(text);
    let (words, rest) = leading_words(&normal);
    let (negative, body) = sign_and_body(rest)?;
    let (digits, tail) = body.split_at(digits_end(body));
    let (value, places) = exact(digits)?;
    let (kind, unit) = tail_meaning(tail)?;
    let value = if negative { -value } else { value };
    let value = if words == Direction::Down { -value.abs() } else { value };
    Some(Number { value, kind, places, unit })
}

/// Does a cell say that there is no value (`—`, `-`, 不适用, N/A), or nothing at all?
pub fn is_no_value(text: &str) -> bool {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let dashes = plain.chars().all(|c| matches!(c, '-' | '—' | '–' | '－' | '−' | '―' | '─' | '/' | '*' | '.'));
    dashes
        || ["不适用", "n/a", "N/A", "na", "NA", "n.a", "n.a.", "n.m.", "nm", "NM", "无", "不适用。", "未披露"]
            .contains(&plain.as_str())
}

/// All numbers of a running text in order; those that are part of a code or a name (`GLP-1`, `3Q25`) are left out.
pub fn numbers_in(text: &str) -> Vec<NumberMention> {
    let chars: Vec<(usize, char)> = text.char_indices().map(|(at, c)| (at, plain_char(c))).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].1.is_ascii_digit() {
            at += 1;
            continue;
        }
        let end = number_run_end(&chars, at);
        if let Some((mention, next)) = mention_at(text, &chars, at, end) {
            found.push(mention);
            at = next.max(end);
        } else {
            at = end;
        }
    }
    found
}

/// A printed number without its sign: `Some` only where the thousands marks stand right.
fn exact(digits: &[char]) -> Option<(Decimal, u32)> {
    let text: String = digits.iter().collect();
    let spaced = text.contains(' ');
    let squeezed: String = text.chars().filter(|c| *c != ' ').collect();
    let (whole, fraction) = match squeezed.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (squeezed.as_str(), None),
    };
    let grouped = whole.contains(',');
    if !whole_is_sound(whole) || fraction.is_some_and(|f| f.is_empty() || !f.bytes().all(|b| b.is_ascii_digit())) {
        return None;
    }
    let places = fraction.map_or(0, str::len);
    if whole.bytes().filter(u8::is_ascii_digit).count() > WHOLE_DIGITS_MAX || places > PLACES_MAX {
        return None;
    }
    if spaced && !wrapped_is_sound(&text, grouped, places) {
        return None;
    }
    let plain = squeezed.replace(',', "");
    let value: Decimal = plain.parse().ok()?;
    Some((value, u32::try_from(places).ok()?))
}

/// Digits only, in groups of three where there are marks, and no code like `000999`.
fn whole_is_sound(whole: &str) -> bool {
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let grouped = whole.contains(',');
    let first_fits = !first.is_empty() && digits(first) && (!grouped || first.len() <= 3);
    let no_code = first.len() == 1 || !first.starts_with('0');
    first_fits && no_code && groups.all(|group| group.len() == 3 && digits(group))
}

/// A longer run of digits is an account, a licence or a drawing's number, not an amount; and sums of amounts and their
/// products with a unit's scale must stay in the range of decimals.
const WHOLE_DIGITS_MAX: usize = 18;
const PLACES_MAX: usize = 10;

/// Printed money has at most this many decimals: a wrapped cell with more is two numbers run together.
const MONEY_PLACES_MAX: usize = 2;

/// May the white space inside be a line break of one number?
fn wrapped_is_sound(text: &str, grouped: bool, places: usize) -> bool {
    if grouped {
        return places <= MONEY_PLACES_MAX;
    }
    // Without thousands marks only white space at or after the point cannot separate two numbers.
    match text.find('.') {
        Some(point) => !text[..point].trim_end().contains(' ') && places <= MONEY_PLACES_MAX,
        None => false,
    }
}

/// One form for each of the many dashes, brackets, spaces and digits; superscript note marks go out before
/// folding would make digits of them.
fn normal_chars(text: &str) -> Vec<char> {
    let mut chars: Vec<char> = Vec::with_capacity(text.len());
    for c in text.chars() {
        match plain_char(c) {
            '\u{0}' => {}
            ' ' if chars.last().is_none_or(|last| *last == ' ') => {}
            plain => chars.push(plain),
        }
    }
    while chars.last() == Some(&' ') {
        chars.pop();
    }
    chars
}

/// The plain form of a character in a number; NUL for what is only a note mark.
fn plain_char(c: char) -> char {
    match c {
        '0'..='9' | '.' | ',' | '%' | '(' | ')' | '-' | '+' => c,
        '０'..='９' => char::from_u32(c as u32 - '０' as u32 + '0' as u32).unwrap_or(c),
        '．' => '.',
        '，' | '﹐' => ',',
        '％' | '﹪' => '%',
        '（' | '﹙' | '〔' => '(',
        '）' | '﹚' | '〕' => ')',
        '－' | '−' | '–' | '﹣' | '‐' | '‑' | '‒' => '-',
        '＋' => '+',
        '△' | '▲' | '∆' | '▴' => '▲',
        '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' | '*' | '＊' | '†' | '‡' | '※' | '①'..='⑳' => '\u{0}',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

const UP: [&str; 12] =
    ["增加了", "上升了", "提高了", "增长了", "增加", "上升", "提高", "增长", "上涨", "提升", "同比增", "增"];
const DOWN: [&str; 14] = [
    "减少了",
    "下降了",
    "降低了",
    "下滑了",
    "减少",
    "下降",
    "降低",
    "下滑",
    "下跌",
    "回落",
    "收窄",
    "同比减",
    "同比降",
    "减",
];

/// A word of direction at the start of a cell, and what comes after it.
fn leading_words(chars: &[char]) -> (Direction, &[char]) {
    let mut rest = skip_word(chars, &["同比", "环比", "较上年同期", "较上年末", "较上年"]).unwrap_or(chars);
    let mut direction = Direction::None;
    if let Some(after) = skip_word(rest, &UP) {
        (direction, rest) = (Direction::Up, after);
    } else if let Some(after) = skip_word(rest, &DOWN) {
        (direction, rest) = (Direction::Down, after);
    }
    (direction, trim_start(rest))
}

fn skip_word<'a>(chars: &'a [char], words: &[&str]) -> Option<&'a [char]> {
    let rest = trim_start(chars);
    words.iter().find_map(|word| {
        let length = word.chars().count();
        (rest.len() >= length && rest.iter().copied().zip(word.chars()).all(|(a, b)| a == b)).then(|| &rest[length..])
    })
}

fn trim_start(chars: &[char]) -> &[char] {
    let from = chars.iter().position(|c| *c != ' ').unwrap_or(chars.len());
    &chars[from..]
}

const CURRENCY_MARKS: [&str; 14] =
    ["RMB", "Rmb", "CNY", "HK$", "US$", "NT$", "HKD", "USD", "人民币", "港币", "¥", "￥", "$", "€"];

/// The sign, and the digits with what follows them; a bracket around the digits is a minus.
fn sign_and_body(chars: &[char]) -> Option<(bool, &[char])> {
    let mut rest = skip_word(chars, &CURRENCY_MARKS).unwrap_or(chars);
    let mut negative = false;
    if let Some(after) = skip_word(rest, &["-", "▲"]) {
        (negative, rest) = (true, after);
    } else if let Some(after) = skip_word(rest, &["+"]) {
        rest = after;
    }
    rest = skip_word(rest, &CURRENCY_MARKS).unwrap_or_else(|| trim_start(rest));
    match rest.first()? {
        c if c.is_ascii_digit() => Some((negative, rest)),
        '(' => bracketed(rest).map(|body| (true, body)),
        _ => None,
    }
}

/// `(1,234.56)%` and `(12.3%)` without their brackets; `None` where the bracket holds other text.
fn bracketed(chars: &[char]) -> Option<&[char]> {
    let close = chars.iter().position(|c| *c == ')')?;
    let inside = trim_start(&chars[1..close]);
    let inside = skip_word(inside, &["-"]).unwrap_or(inside);
    let inside = skip_word(inside, &CURRENCY_MARKS).unwrap_or(inside);
    // The slice must go on after the bracket for `(1.83)个百分点`; what cannot be joined is told apart by the tail.
    let after = trim_start(&chars[close + 1..]);
    if !inside.first()?.is_ascii_digit() {
        return None;
    }
    if after.is_empty() {
        return Some(inside);
    }
    let start = chars.len() - after.len();
    let inside_start = close - inside.len();
    let digits_only = inside[digits_end(inside)..].iter().all(|c| *c == ' ');
    digits_only.then(|| &chars[inside_start..]).filter(|_| start > inside_start)
}

/// Where the digits with their marks end.
fn digits_end(chars: &[char]) -> usize {
    let mut end = 0;
    for (at, c) in chars.iter().enumerate() {
        match c {
            c if c.is_ascii_digit() => end = at + 1,
            ',' | '.' | ' ' => {}
            _ => break,
        }
    }
    end
}

/// The kind and unit word behind the digits; `None` where something else stands there.
fn tail_meaning(tail: &[char]) -> Option<(NumberKind, String)> {
    let spaced = tail.first() == Some(&' ');
    let text: String = tail.iter().collect();
    let text = text.trim().trim_matches(')').trim();
    let (text, note) = split_note_mark(text, spaced)?;
    match text {
        "" => Some((NumberKind::Plain, String::new())),
        "%" => Some((NumberKind::Percent, String::new())),
        "个百分点" | "百分点" | "個百分點" | "百分點" | "pct" | "pcts" | "pp" | "ppt" | "ppts" | "Pct" | "PCT"
        | "%点" => Some((NumberKind::Points, String::new())),
        word if note || is_unit_word(word) => {
            is_unit_word(word).then(|| (NumberKind::Plain, word.chars().filter(|c| *c != ' ').collect()))
        }
        _ => None,
    }
}

/// A note mark (`(a)`, `(1)`, `(注)`, `[2]`, `注1`) behind a number, and the text before it.
///
/// Digits in a bracket with a space before them may be the next column's negative number: then it is no note.
fn split_note_mark(text: &str, spaced: bool) -> Option<(&str, bool)> {
    let close = match text.chars().last() {
        Some(']') => '[',
        _ if text.contains('(') && !text.contains(')') => '(',
        _ => {
            let plain = text.find('注').filter(|at| text[*at + '注'.len_utf8()..].bytes().all(|b| b.is_ascii_digit()));
            return Some(plain.map_or((text, false), |at| (text[..at].trim_end(), true)));
        }
    };
    let open = text.rfind(close)?;
    let inside: String = text[open + 1..].chars().filter(|c| *c != ']' && *c != ' ').collect();
    let before = text[..open].trim_end();
    let letter = inside.len() == 1 && inside.bytes().all(|b| b.is_ascii_alphabetic());
    let word = inside.starts_with('注') || inside.starts_with("附注") || inside.starts_with("note");
    let digits = (1..=2).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_digit());
    let digits_sound = digits && (close == '[' || !(spaced && before.is_empty()));
    (letter || word || digits_sound).then_some((before, true))
}

/// Unit words that may follow a number, longest first where one begins another.
const SCALES: [&str; 9] = ["万亿", "十亿", "百亿", "千亿", "亿", "千万", "百万", "十万", "万"];
const COUNTED: [&str; 40] = [
    "元/股",
    "港元",
    "美元",
    "欧元",
    "日元",
    "英镑",
    "人民币元",
    "人民币",
    "港币",
    "元",
    "股",
    "户",
    "人次",
    "人",
    "名",
    "位",
    "家",
    "吨",
    "千克",
    "公斤",
    "克",
    "升",
    "千升",
    "瓶",
    "支",
    "盒",
    "箱",
    "只",
    "台",
    "套",
    "件",
    "张",
    "项",
    "个",
    "次",
    "倍",
    "天",
    "平方米",
    "亩",
    "份",
];
const ENGLISH_SCALES: [&str; 12] =
    ["trillion", "billion", "million", "thousand", "tn", "bn", "mn", "mm", "mln", "m", "k", "x"];

fn is_unit_word(word: &str) -> bool {
    let word: String = word.chars().filter(|c| *c != ' ').collect();
    let scale = SCALES.iter().chain(&["千", "百"]).find(|scale| word.starts_with(**scale));
    let rest = scale.map_or(word.as_str(), |scale| &word[scale.len()..]);
    let english = ENGLISH_SCALES.contains(&word.to_ascii_lowercase().as_str());
    english
        || (rest.is_empty() && scale.is_some())
        || COUNTED.contains(&rest)
        || matches!(word.as_str(), "‰" | "bp" | "bps")
}

/// The end of the run of digits with marks from `start`; white space ends it.
fn number_run_end(chars: &[(usize, char)], start: usize) -> usize {
    let mut end = start;
    for (at, (_, c)) in chars.iter().enumerate().skip(start) {
        let next_digit = || chars.get(at + 1).is_some_and(|(_, next)| next.is_ascii_digit());
        match c {
            c if c.is_ascii_digit() => end = at + 1,
            ',' if group_follows(chars, at) => {}
            '.' if next_digit() => {}
            _ => break,
        }
    }
    end
}

/// Three digits and then no digit: a thousands mark, not a comma between two numbers.
fn group_follows(chars: &[(usize, char)], comma: usize) -> bool {
    let digit = |at: usize| chars.get(at).is_some_and(|(_, c)| c.is_ascii_digit());
    (1..=3).all(|step| digit(comma + step)) && !digit(comma + 4)
}

/// The mention whose digits are `start..end`, and where to go on; `None` for part of a code or name.
fn mention_at(text: &str, chars: &[(usize, char)], start: usize, end: usize) -> Option<(NumberMention, usize)> {
    let before = start.checked_sub(1).map(|at| chars[at].1);
    let outer = start.checked_sub(2).map(|at| chars[at].1);
    let hyphenated = before == Some('-') && outer.is_some_and(|c| c.is_ascii_alphabetic());
    if hyphenated || before.is_some_and(|c| c.is_ascii_alphabetic() || c == '_') {
        return None;
    }
    let digits: Vec<char> = chars[start..end].iter().map(|(_, c)| *c).collect();
    let (value, places) = exact(&digits)?;
    let (unit_end, kind, unit) = unit_after(chars, end);
    if unit_end == end && chars.get(end).is_some_and(|(_, c)| c.is_ascii_alphabetic()) {
        return None;
    }
    let sign = sign_before(chars, start, end, unit_end);
    let negative = matches!(sign, Sign::Minus(_) | Sign::Bracket(_));
    let (first, last, kind, unit) = match sign {
        Sign::None => (start, unit_end, kind, unit),
        Sign::Minus(at) => (at, unit_end, kind, unit),
        Sign::Bracket(at) if unit_end > end => (at, unit_end + 1, kind, unit),
        Sign::Bracket(at) => {
            let (after, kind, unit) = unit_after(chars, end + 1);
            (at, after, kind, unit)
        }
    };
    let direction = direction_before(chars, first);
    let value = if negative { -value } else { value };
    let byte = |at: usize| chars.get(at).map_or(text.len(), |(byte, _)| *byte);
    let number = Number { value, kind, places, unit };
    Some((NumberMention { range: byte(first)..byte(last), number, direction }, last))
}

enum Sign {
    None,
    Minus(usize),
    Bracket(usize),
}

/// A minus in front (not a hyphen between two words or numbers), or a bracket that holds only the number.
fn sign_before(chars: &[(usize, char)], start: usize, end: usize, unit_end: usize) -> Sign {
    let Some(at) = start.checked_sub(1) else { return Sign::None };
    let outer = at.checked_sub(1).map(|at| chars[at].1);
    match chars[at].1 {
        '▲' => Sign::Minus(at),
        '-' if outer.is_none_or(|c| !c.is_ascii_alphanumeric() && c != ')' && c != '%' && c != '年' && c != '月') => {
            Sign::Minus(at)
        }
        '(' if chars.get(unit_end).map(|(_, c)| *c) == Some(')') => {
            let closes_plain = unit_end == end;
            let unit_follows = closes_plain && unit_after(chars, end + 1).0 > end + 1;
            let stands_alone = outer.is_none_or(|c| c == ' ');
            let money = chars[start..end].iter().any(|(_, c)| matches!(c, ',' | '.'));
            if unit_follows || (stands_alone && money) { Sign::Bracket(at) } else { Sign::None }
        }
        _ => Sign::None,
    }
}

/// The unit word from `at` (white space before it allowed): its end, the kind and the word.
fn unit_after(chars: &[(usize, char)], at: usize) -> (usize, NumberKind, String) {
    let skip = chars.iter().skip(at).take_while(|(_, c)| *c == ' ').count();
    let from = at + skip;
    let starts = |from: usize, word: &str| {
        let mut rest = chars.iter().skip(from).map(|(_, c)| c.to_ascii_lowercase());
        word.chars().all(|c| rest.next() == Some(c))
    };
    let ends_word =
        |from: usize, word: &str| !chars.get(from + word.len()).is_some_and(|(_, c)| c.is_ascii_alphanumeric());
    if starts(from, "%") {
        return (from + 1, NumberKind::Percent, String::new());
    }
    for word in ["个百分点", "個百分點", "百分点", "百分點"] {
        if starts(from, word) {
            return (from + word.chars().count(), NumberKind::Points, String::new());
        }
    }
    for word in ["percentage points", "ppts", "pcts", "ppt", "pct", "pp"] {
        if starts(from, word) && ends_word(from, word) {
            return (from + word.len(), NumberKind::Points, String::new());
        }
    }
    if let Some(word) = ENGLISH_SCALES.iter().find(|word| starts(from, word) && ends_word(from, word)) {
        return (from + word.len(), NumberKind::Plain, (*word).to_owned());
    }
    let scale = SCALES.iter().chain(&["千", "百"]).find(|word| starts(from, word)).copied().unwrap_or_default();
    let after = from + scale.chars().count();
    let counted = COUNTED.iter().filter(|word| starts(after, word)).max_by_key(|word| word.len()).copied();
    let dated = ["年", "月", "日", "季度"].into_iter().find(|word| scale.is_empty() && starts(after, word));
    let word = format!("{scale}{}", counted.or(dated).unwrap_or_default());
    if word.is_empty() {
        return (at, NumberKind::Plain, word);
    }
    (from + word.chars().count(), NumberKind::Plain, word)
}

/// The word of direction that ends right before `at`.
fn direction_before(chars: &[(usize, char)], at: usize) -> Direction {
    let ends_with = |word: &str| {
        let length = word.chars().count();
        at >= length && chars[at - length..at].iter().map(|(_, c)| *c).eq(word.chars())
    };
    let filler = ["约", "了", "至"];
    let at_word = |words: &[&str]| {
        words
            .iter()
            .any(|word| ends_with(word) || filler[..2].iter().any(|filler| ends_with(&format!("{word}{filler}"))))
    };
    // 减至 and 增至 give the level reached, not the change.
    if ends_with(filler[2]) {
        Direction::None
    } else if at_word(&DOWN) {
        Direction::Down
    } else if at_word(&UP) {
        Direction::Up
    } else {
        Direction::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<String> {
        parse_number(text).map(|number| number.value.to_string())
    }

    #[test]
    fn a_run_of_digits_too_long_for_an_amount_is_none() {
        assert!(parse_number("999999999999999999").is_some());
        assert_eq!(parse_number("6222021234567890123"), None);
        assert_eq!(parse_number("0.00000000001"), None);
        assert!(numbers_in("账号79228162514264337593543950335").is_empty());
    }

    #[test]
    fn cells_are_read_exactly() {
        for (text, wanted) in [
            ("170,899,152,276.34", "170899152276.34"),
            ("１７０，８９９．３４", "170899.34"),
            ("1,234, 567.89", "1234567.89"),
            ("6,352,408,318.7 1", "6352408318.71"),
            ("0.4 5", "0.45"),
            ("(1,234.56)", "-1234.56"),
            ("（1,234.56）", "-1234.56"),
            ("( 1,234 )", "-1234"),
            ("-447,138,603.12", "-447138603.12"),
            ("－447", "-447"),
            ("−0.5", "-0.5"),
            ("– 12.3", "-12.3"),
            ("▲1,000", "-1000"),
            ("△5", "-5"),
            ("100(a)", "100"),
            ("79(1)", "79"),
            ("79（注）", "79"),
            ("79[2]", "79"),
            ("100注1", "100"),
            ("100¹", "100"),
            ("0.00", "0.00"),
            ("18.60%", "18.60"),
            ("(12.3%)", "-12.3"),
            ("(12.3)%", "-12.3"),
            ("RMB 1,234", "1234"),
            ("-$5.20", "-5.20"),
            ("1.5倍", "1.5"),
            ("12.34亿元", "12.34"),
            ("下降12%", "-12"),
            ("减少 12%", "-12"),
            ("增加1.83个百分点", "1.83"),
            ("减少0.5 个百分点", "-0.5"),
            ("增加-0.5个百分点", "-0.5"),
            ("(1.83)个百分点", "-1.83"),
            ("+3.2%", "3.2"),
        ] {
            assert_eq!(value(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_is_no_single_number_has_no_value() {
        for text in [
            "",
            " ",
            "—",
            "-",
            "--",
            "——",
            "不适用",
            "N/A",
            "1,234 5,678",
            "12 34",
            "0.45 0.47",
            "12,34",
            "2024-12-31",
            "000999",
            "12 (15)",
            "5.60(12.3%)",
            "1.2.3",
            "营业收入",
            "3Q25",
            "12a",
            "<0.01",
            "— 12",
            "1,234.56 78",
            "第3项",
        ] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn marks_of_no_value_are_known() {
        for text in ["", "—", "-", "--", "不适用", "N/A", " 不 适用"] {
            assert!(is_no_value(text), "{text}");
        }
        assert!(!is_no_value("0") && !is_no_value("-5") && !is_no_value("营业收入"));
    }

    #[test]
    fn percent_points_and_places_are_kept_apart() {
        let number = |text| parse_number(text).expect(text);
        assert_eq!(number("15.71%").kind, NumberKind::Percent);
        assert_eq!(number("15.710").places, 3);
        assert_eq!(number("提高6.31个百分点").kind, NumberKind::Points);
        assert_eq!(number("0.5pct").kind, NumberKind::Points);
        assert_eq!(number("12.34 亿元").unit, "亿元");
        assert_eq!(number("12.34").kind, NumberKind::Plain);
    }

    fn mentions(text: &str) -> Vec<(String, String, String)> {
        let all = numbers_in(text).into_iter();
        all.map(|m| (text[m.range.clone()].to_owned(), m.in_base().0.normalize().to_string(), m.in_base().1)).collect()
    }

    #[test]
    fn sentences_give_their_numbers_in_base_units() {
        let one = |text: &str| mentions(text).into_iter().next().map(|(_, value, unit)| (value, unit));
        let want = |value: &str, unit: &str| Some((value.to_owned(), unit.to_owned()));
        assert_eq!(one("公司营业收入为1234亿元。"), want("123400000000", "元"));
        assert_eq!(one("营业收入 1234 亿元。"), want("123400000000", "元"));
        assert_eq!(one("营业收入 12.34 亿元"), one("营业收入 123,400 万元"));
        assert_eq!(one("净利润 (1234.5) 万元"), want("-12345000", "元"));
        assert_eq!(one("毛利率 18.60%。"), want("18.6", "%"));
        assert_eq!(one("提高6.31个百分点"), want("6.31", "百分点"));
        assert_eq!(one("共1,256,197,800股"), want("1256197800", "股"));
        assert_eq!(one("revenue of RMB 3.5 billion"), want("3500000000", ""));
        assert_eq!(mentions("3Q25业绩，GLP-1药物，WX123"), []);
        assert_eq!(mentions("2024年收入12，同比增长5%").len(), 3);
        assert_eq!(
            mentions("1,234.56 (789.10) 5").iter().map(|m| m.1.as_str()).collect::<Vec<_>>(),
            ["1234.56", "-789.1", "5"]
        );
    }

    #[test]
    fn words_of_direction_stay_beside_the_number() {
        let all = numbers_in("收入同比下降12.5%，利润增长了3%，费用减至5万元");
        assert_eq!(
            all.iter().map(|m| m.direction).collect::<Vec<_>>(),
            [Direction::Down, Direction::Up, Direction::None]
        );
        assert_eq!(all[0].signed().to_string(), "-12.5");
        assert_eq!(all[0].number.value.to_string(), "12.5");
    }

    proptest::proptest! {
        #[test]
        fn nothing_panics_and_ranges_are_sound(text in "[-0-9,.()%（）万亿元个百分点增减 a-c]{0,24}") {
            let _ = parse_number(&text);
            for mention in numbers_in(&text) {
                proptest::prop_assert!(text.get(mention.range.clone()).is_some_and(|part| !part.is_empty()));
            }
        }

        #[test]
        fn a_grouped_number_keeps_its_value(cents in 0u64..9_000_000_000_000_000) {
            let plain = format!("{}.{:02}", cents / 100, cents % 100);
            let whole = (cents / 100).to_string();
            let mut grouped = String::new();
            for (at, c) in whole.chars().enumerate() {
                if at > 0 && (whole.len() - at).is_multiple_of(3) { grouped.push(','); }
                grouped.push(c);
            }
            let printed = format!("({grouped}.{:02})", cents % 100);
            proptest::prop_assert_eq!(parse_number(&printed).map(|n| -n.value), plain.parse().ok());
        }
    }
}
