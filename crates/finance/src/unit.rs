//! Units as printed: a table's unit line, a bracket in a header or label, and the exact shift to the base unit.

use rust_decimal::Decimal;

use crate::folded::squeeze_fold;

/// A printed unit: base unit and scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Base unit: 元, 港元, 美元, 欧元, 新台币元, …, %, 百分点, 元/股, 股, 户, 人, 吨, …; empty where only a scale is
    /// printed (`in millions`).
    pub base: String,
    /// Base units in one printed unit: 1, 1000, 10000, 1000000, 100000000, ….
    pub scale: Decimal,
    /// As printed.
    pub printed: String,
}

/// The exact value in base units.
pub fn to_base(value: Decimal, unit: &Unit) -> Decimal {
    // A product that does not fit 28 digits is no printed figure: then the value stays as it is.
    value.checked_mul(unit.scale).unwrap_or(value)
}

/// Reads a text that is a unit and nothing else: `万元`, `人民币百万元`, `元／股`, `RMB mn`, `US$ million`, `%`.
pub fn parse_unit(text: &str) -> Option<Unit> {
    let folded = squeeze_fold(text);
    let folded = folded.trim_matches(|c: char| matches!(c, ':' | ',' | '、' | ';' | '.' | '(' | ')'));
    let folded = strip_any(folded, &["金额单位:", "货币单位:", "单位:", "单位为", "单位", "unit:", "in"]);
    let (base, scale) = read_unit(folded).or_else(|| read_unit(&folded.replace(',', "")))?;
    Some(Unit { base, scale, printed: text.trim().to_owned() })
}

/// Finds the unit in a table's unit line (`单位：元  币种：人民币`, `（人民币百万元）`, `RMB million, except per share`).
pub fn parse_unit_line(text: &str) -> Option<Unit> {
    let folded = squeeze_fold(text);
    let currency = after_word(&folded, &["币种:", "币别:", "货币:"]).and_then(leading_currency);
    let named = after_word(&folded, &["单位:", "单位为", "单位均为", "单位", "unit:", "units:", "unit"]);
    let mut unit = named
        .and_then(longest_prefix)
        .or_else(|| parts(&folded).find_map(read_unit))
        .or_else(|| after_word(&folded, &["in"]).and_then(longest_prefix));
    if let (Some((base, _)), Some(currency)) = (&mut unit, currency)
        && matches!(base.as_str(), "元" | "")
    {
        *base = currency.to_owned();
    }
    let (base, scale) = unit?;
    Some(Unit { base, scale, printed: text.trim().to_owned() })
}

/// The unit printed inside a header cell or a row label, and the text without it.
///
/// `营业收入（万元）`, `基本每股收益（元／股）`, `Revenue (RMB mn)`, `金额/万元`; `None` where there is none.
pub fn unit_in_label(label: &str) -> Option<(Unit, String)> {
    let mut open = None;
    for (at, c) in label.char_indices() {
        match c {
            '(' | '（' | '[' | '【' => open = Some((at, c)),
            ')' | '）' | ']' | '】' => {
                if let Some((start, bracket)) = open.take()
                    && let Some(unit) = parse_unit(&label[start + bracket.len_utf8()..at])
                {
                    let rest = format!("{}{}", &label[..start], &label[at + c.len_utf8()..]);
                    return Some((unit, rest.trim().to_owned()));
                }
            }
            _ => {}
        }
    }
    if let Some((before, after)) = label.split_once(['：', ':'])
        && before.trim_end().ends_with("单位")
    {
        return parse_unit(after).map(|unit| (unit, String::new()));
    }
    let (before, after) = label.rsplit_once(['/', '／', ',', '，', '-'])?;
    let unit = parse_unit(after).filter(|unit| !unit.base.is_empty() && unit.base != "股")?;
    Some((unit, before.trim().to_owned()))
}

/// Currencies: as printed (folded, longer ones first), base unit.
const CURRENCIES: [(&str, &str); 33] = [
    ("人民币", "元"),
    ("新台币", "新台币元"),
    ("台币", "新台币元"),
    ("港币", "港元"),
    ("港元", "港元"),
    ("美元", "美元"),
    ("美金", "美元"),
    ("欧元", "欧元"),
    ("日元", "日元"),
    ("日圆", "日元"),
    ("英镑", "英镑"),
    ("瑞士法郎", "瑞士法郎"),
    ("rmb", "元"),
    ("cny", "元"),
    ("hk$", "港元"),
    ("hkd", "港元"),
    ("hk dollars", "港元"),
    ("us$", "美元"),
    ("usd", "美元"),
    ("u.s.dollars", "美元"),
    ("usdollars", "美元"),
    ("nt$", "新台币元"),
    ("ntd", "新台币元"),
    ("twd", "新台币元"),
    ("eur", "欧元"),
    ("€", "欧元"),
    ("£", "英镑"),
    ("gbp", "英镑"),
    ("jpy", "日元"),
    ("¥", "元"),
    ("yuan", "元"),
    ("dollars", "美元"),
    ("$", "美元"),
];

/// Scales: as printed (folded, longer ones first), power of ten.
const SCALES: [(&str, u32); 30] = [
    ("万亿", 12),
    ("千亿", 11),
    ("百亿", 10),
    ("十亿", 9),
    ("亿", 8),
    ("千万", 7),
    ("百万", 6),
    ("佰万", 6),
    ("十万", 5),
    ("万", 4),
    ("千", 3),
    ("仟", 3),
    ("百", 2),
    ("trillion", 12),
    ("billions", 9),
    ("billion", 9),
    ("millions", 6),
    ("million", 6),
    ("thousands", 3),
    ("thousand", 3),
    ("000s", 3),
    ("'000", 3),
    ("’000", 3),
    ("tn", 12),
    ("bn", 9),
    ("mln", 6),
    ("mn", 6),
    ("mm", 6),
    ("m", 6),
    ("k", 3),
];

/// Other base units: as printed (folded), base unit.
const OTHERS: [(&str, &str); 57] = [
    ("元/股", "元/股"),
    ("元每股", "元/股"),
    ("人民币元/股", "元/股"),
    ("元人民币/股", "元/股"),
    ("港元/股", "港元/股"),
    ("美元/股", "美元/股"),
    ("rmb/share", "元/股"),
    ("rmbpershare", "元/股"),
    ("yuan/share", "元/股"),
    ("yuanpershare", "元/股"),
    ("元/份", "元/份"),
    ("元/吨", "元/吨"),
    ("个百分点", "百分点"),
    ("百分点", "百分点"),
    ("pct", "百分点"),
    ("pcts", "百分点"),
    ("pp", "百分点"),
    ("ppt", "百分点"),
    ("ppts", "百分点"),
    ("%", "%"),
    ("percent", "%"),
    ("百分比", "%"),
    ("‰", "‰"),
    ("x", "倍"),
    ("倍", "倍"),
    ("times", "倍"),
    ("bps", "基点"),
    ("bp", "基点"),
    ("基点", "基点"),
    ("股", "股"),
    ("shares", "股"),
    ("户", "户"),
    ("人", "人"),
    ("persons", "人"),
    ("人次", "人次"),
    ("名", "人"),
    ("家", "家"),
    ("吨", "吨"),
    ("tons", "吨"),
    ("tonnes", "吨"),
    ("千克", "千克"),
    ("公斤", "千克"),
    ("千升", "千升"),
    ("升", "升"),
    ("瓶", "瓶"),
    ("支", "支"),
    ("盒", "盒"),
    ("箱", "箱"),
    ("只", "只"),
    ("台", "台"),
    ("套", "套"),
    ("件", "件"),
    ("张", "张"),
    ("个", "个"),
    ("次", "次"),
    ("天", "天"),
    ("平方米", "平方米"),
];

/// Base and scale of a folded text that is a unit and nothing else.
fn read_unit(text: &str) -> Option<(String, Decimal)> {
    let text = text.strip_suffix("计价").unwrap_or(text);
    if let Some((_, base)) = OTHERS.iter().find(|(printed, _)| *printed == text) {
        return Some(((*base).to_owned(), Decimal::ONE));
    }
    let (currency, rest) = split_currency(text);
    let rest = strip_any(rest, &["in", "of", "("]);
    let (scale, rest) = split_scale(rest);
    let scaled = scale.is_some();
    let scale = power_of_ten(scale.unwrap_or(0));
    let rest = rest.trim_start_matches('.');
    let base = match (currency, rest) {
        (Some(currency), "" | "元" | ")") => currency,
        (None, "元" | "圆") => "元",
        // 亿 by itself stands behind many a number; 千 and 百 do not.
        (None, "") if scaled && !matches!(text, "千" | "仟" | "百") => "",
        (None, rest) => match split_currency(rest) {
            (Some(currency), "" | "元") => currency,
            _ => match rest.strip_prefix('元') {
                Some(after) if split_currency(after) == (Some("元"), "") => "元",
                _ if scaled => OTHERS.iter().find(|(printed, _)| *printed == rest)?.1,
                _ => return None,
            },
        },
        _ => return None,
    };
    Some((base.to_owned(), scale))
}

fn power_of_ten(exponent: u32) -> Decimal {
    (0..exponent).fold(Decimal::ONE, |scale, _| scale * Decimal::TEN)
}

fn split_currency(text: &str) -> (Option<&'static str>, &str) {
    match CURRENCIES.iter().find(|(printed, _)| text.starts_with(printed)) {
        Some((printed, base)) => (Some(base), &text[printed.len()..]),
        None => (None, text),
    }
}

fn leading_currency(text: &str) -> Option<&'static str> {
    split_currency(text).0
}

fn split_scale(text: &str) -> (Option<u32>, &str) {
    match SCALES.iter().find(|(printed, _)| text.starts_with(printed)) {
        Some((printed, exponent)) => (Some(*exponent), &text[printed.len()..]),
        None => (None, text),
    }
}

/// Longest unit of a line: words after it (`审计类型：未经审计`) are not part of it.
const UNIT_CHARS_MAX: usize = 16;

/// The longest unit that `text` begins with.
fn longest_prefix(text: &str) -> Option<(String, Decimal)> {
    let text = text.trim_start_matches([':', '均', '为']);
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(UNIT_CHARS_MAX);
    let mut ends: Vec<usize> = ends.collect();
    ends.reverse();
    ends.into_iter().find_map(|end| {
        let next = text[end..].chars().next();
        // `m` of `market` is no unit.
        let cut_word = next.is_some_and(|c| c.is_ascii_alphabetic())
            && text[..end].chars().next_back().is_some_and(|c| c.is_ascii_alphabetic());
        let letter = end == 1 && text.starts_with(|c: char| c.is_ascii_alphabetic());
        if cut_word || letter { None } else { read_unit(&text[..end]) }
    })
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(['(', ')', ',', ';', '、', ':', '。', '[', ']', '|']).filter(|part| part.len() > 1 || *part == "%")
}

fn after_word<'a>(text: &'a str, words: &[&str]) -> Option<&'a str> {
    words.iter().find_map(|word| {
        let at = text.find(word)?;
        let alphabetic = word.bytes().all(|b| b.is_ascii_alphabetic());
        let inside_word = alphabetic && text[..at].chars().next_back().is_some_and(|c| c.is_ascii_alphabetic());
        (!inside_word).then(|| &text[at + word.len()..])
    })
}

fn strip_any<'a>(text: &'a str, prefixes: &[&str]) -> &'a str {
    prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Option<(String, String)> {
        parse_unit_line(text).map(|unit| (unit.base, unit.scale.to_string()))
    }

    fn want(base: &str, scale: &str) -> Option<(String, String)> {
        Some((base.to_owned(), scale.to_owned()))
    }

    #[test]
    fn unit_lines_of_all_kinds_are_read() {
        for (text, base, scale) in [
            ("单位：元  币种：人民币", "元", "1"),
            ("单位:元 币种:人民币 审计类型：未经审计", "元", "1"),
            ("单位：万元  币种：美元", "美元", "10000"),
            ("单位:万元", "元", "10000"),
            ("单位：亿元", "元", "100000000"),
            ("（人民币百万元）", "元", "1000000"),
            ("金额单位：人民币千元", "元", "1000"),
            ("（除特别注明外，金额单位为人民币元）", "元", "1"),
            ("单位：元/股", "元/股", "1"),
            ("单位：股", "股", "1"),
            ("单位：万股", "股", "10000"),
            ("单位：人", "人", "1"),
            ("单位：户", "户", "1"),
            ("單位：新台幣仟元", "新台币元", "1000"),
            ("港币千元", "港元", "1000"),
            ("RMB million", "元", "1000000"),
            ("RMB'000", "元", "1000"),
            ("(RMB mn)", "元", "1000000"),
            ("US$ in millions, except per share data", "美元", "1000000"),
            ("in millions", "", "1000000"),
            ("(in thousands)", "", "1000"),
            ("单位：百万元人民币", "元", "1000000"),
            ("单位：吨", "吨", "1"),
            ("单位：％", "%", "1"),
        ] {
            assert_eq!(line(text), want(base, scale), "{text}");
        }
    }

    #[test]
    fn words_that_are_no_unit_give_none() {
        for text in ["", "营业收入", "合并资产负债表", "maximum", "m", "千", "2024年", "编制单位：某某股份有限公司"]
        {
            assert_eq!(line(text), None, "{text}");
        }
    }

    #[test]
    fn labels_and_headers_carry_units() {
        for (label, base, scale, rest) in [
            ("营业收入（万元）", "元", "10000", "营业收入"),
            ("基本每股收益（元／股）", "元/股", "1", "基本每股收益"),
            ("加权平均净资产收益率（%）", "%", "1", "加权平均净资产收益率"),
            ("每股收益(元)", "元", "1", "每股收益"),
            ("Revenue (RMB mn)", "元", "1000000", "Revenue"),
            ("营业收入(百万元)", "元", "1000000", "营业收入"),
            ("归母净利润(百万元，人民币)", "元", "1000000", "归母净利润"),
        ] {
            let (unit, left) = unit_in_label(label).unwrap_or_else(|| panic!("{label}"));
            assert_eq!(
                (unit.base.as_str(), unit.scale.to_string().as_str(), left.as_str()),
                (base, scale, rest),
                "{label}"
            );
        }
        for label in ["净利润（净亏损以“－”号填列）", "所有者权益（或股东权益）合计", "现金及现金等价物", "元"]
        {
            assert_eq!(unit_in_label(label), None, "{label}");
        }
    }

    #[test]
    fn shifts_are_exact() {
        let unit = parse_unit("万元").expect("a unit");
        assert_eq!(to_base("123456.789012".parse().expect("decimal"), &unit).normalize().to_string(), "1234567890.12");
    }

    proptest::proptest! {
        #[test]
        fn nothing_panics(text in "\\PC{0,24}") {
            let _ = (parse_unit(&text), parse_unit_line(&text), unit_in_label(&text));
        }
    }
}
