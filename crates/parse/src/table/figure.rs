//! Tells figures, periods and words apart by their print: what a column of numbers and a header row consist of.

/// What the words of a cell are, as far as their characters tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing.
    Empty,
    /// A number with its signs, or a mark that stands for one (`-`, `N/A`, `不适用`).
    Figure,
    /// A year, quarter or day: `2024年`, `1Q25`, `2025E`, `2024-12-31`.
    Period,
    /// Anything else.
    Words,
}

/// Letters and signs that may stand in a number besides its digits.
const NUMBER_SIGNS: &str = "/,.，．%％()（）-+−－–—±~≈<>＜＞xX倍*†$¥￥€£ ";
/// Marks that stand where a number would: dashes, and words.
const DASHES: &str = "-—－–−/";
const BLANKS: [&str; 6] = ["N/A", "n.a.", "n/a", "NA", "NM", "不适用"];
/// Units that may follow a number in its cell.
const UNITS: [&str; 24] = [
    "百万元",
    "万元",
    "亿元",
    "港元",
    "美元",
    "欧元",
    "百萬元",
    "仟元",
    "億元",
    "元",
    "百万",
    "亿",
    "万",
    "股",
    "户",
    "人",
    "家",
    "个百分点",
    "pct",
    "ppts",
    "ppt",
    "pp",
    "bps",
    "bp",
];
/// Currencies that may stand before it.
const CURRENCIES: [&str; 6] = ["RMB", "HK$", "US$", "NT$", "HKD", "USD"];
/// Longest print of a year, quarter or day, characters.
const PERIOD_LENGTH_MAX: usize = 24;
/// Years that a period may name.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;

/// What this text is.
pub fn kind_of(text: &str) -> Kind {
    let text = text.trim();
    if text.is_empty() {
        Kind::Empty
    } else if is_period(text) {
        Kind::Period
    } else if is_figure(text) {
        Kind::Figure
    } else {
        Kind::Words
    }
}

/// Dashes where a number would stand.
pub fn is_dash(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| DASHES.contains(c))
}

/// A number, or a mark in place of one; a bare year is a number here too.
pub fn is_figure(text: &str) -> bool {
    if is_dash(text) || BLANKS.contains(&text) {
        return true;
    }
    let text = CURRENCIES.iter().find_map(|currency| text.strip_prefix(currency)).unwrap_or(text);
    let text = UNITS.iter().find_map(|unit| text.strip_suffix(unit)).unwrap_or(text);
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let mut letters = text.chars().rev().skip_while(|c| !c.is_ascii_alphanumeric());
    let tail_ok = letters.next().is_none_or(|last| last.is_ascii_digit() || matches!(last, 'x' | 'X'));
    digits > 0 && tail_ok && text.chars().all(|c| c.is_ascii_digit() || NUMBER_SIGNS.contains(c))
}

/// A year with what may go with it. A bare number of four digits is one when it can be a year.
pub fn is_period(text: &str) -> bool {
    if text.len() > 3 * PERIOD_LENGTH_MAX || text.chars().count() > PERIOD_LENGTH_MAX {
        return false;
    }
    let squeezed: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let plain = squeezed.trim_matches(|c| matches!(c, '(' | ')' | '（' | '）'));
    is_quarter(plain) || starts_with_year(plain)
}

/// `1Q25`, `3Q2024A`, `Q1`, `FY25E`, `1H25`.
fn is_quarter(text: &str) -> bool {
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let named = text.contains(['Q', 'H']) || text.starts_with("FY");
    named
        && (1..=3).contains(&letters)
        && (1..=5).contains(&digits)
        && text.chars().all(|c| c.is_ascii_digit() || "QHFYAE/'-".contains(c))
}

/// `2024`, `2024年末`, `2024A`, `2024/12/31`, `2024年1-6月`, `2024年12月31日`, `2024Q3`.
fn starts_with_year(text: &str) -> bool {
    let republic = text.strip_prefix("民國").or_else(|| text.strip_prefix("民国"));
    let text = republic.unwrap_or(text);
    let year: String = text.chars().take_while(char::is_ascii_digit).collect();
    let rest = &text[year.len()..];
    let is_republic_year = matches!(year.len(), 2 | 3) && rest.starts_with('年');
    let is_year = is_republic_year || year.len() == 4 && year.parse().is_ok_and(|year: u32| YEARS.contains(&year));
    let only_sign = rest.chars().all(|c| !c.is_alphanumeric()) && !rest.is_empty();
    is_year
        && !only_sign
        && rest.chars().all(|c| c.is_ascii_digit() || "年度月日末初上下半前三一二四季第度AEFQH/-.－—~至".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_periods_and_words_are_told_apart() {
        for figure in [
            "RMB77.22",
            "52.95 元",
            "-1.1ppt",
            "1,234.56",
            "-0.5%",
            "(3.2)",
            "12.3x",
            "-",
            "不适用",
            "6,352,408,318.7",
            "2,024",
            "2024.5%",
        ] {
            assert_eq!(kind_of(figure), Kind::Figure, "{figure}");
        }
        for period in [
            "2024",
            "2024年",
            "2024年末",
            "2025E",
            "2024-12-31",
            "1Q25",
            "FY24",
            "2024年1-6月",
            "2024Q3",
            "2024年第三季度",
            "113年12月31日",
            "民國112年度",
        ] {
            assert_eq!(kind_of(period), Kind::Period, "{period}");
        }
        for words in ["营业收入", "项目2024", "Q", "A股", "七、1", "EPS", "2024年营业收入", ""] {
            assert!(matches!(kind_of(words), Kind::Words | Kind::Empty), "{words}");
        }
    }
}
