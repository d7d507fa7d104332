//! Dates as documents print them.

use crate::folded::squeeze_fold;

/// A printed day with where it stands in the folded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// `YYYY-MM-DD`.
    pub date: String,
    /// Folded characters before it.
    pub before: String,
    /// Folded characters after it.
    pub after: String,
}

/// All days in a text, in order: `2025年07月30日`, `2025-07-30`, `2025/7/30`, `2025.07.30`, 二〇二五年七月三十日,
/// `30 Jul 2025`, `July 30, 2025`.
pub(super) fn dates_in(text: &str) -> Vec<Found> {
    let chars: Vec<char> = squeeze_fold(text).chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let date = chinese(&chars, at).or_else(|| iso(&chars, at)).or_else(|| english(&chars, at));
        match date {
            Some((date, end)) => {
                let text = |chars: &[char]| chars.iter().collect();
                found.push(Found { date, before: text(&chars[..at]), after: text(&chars[end..]) });
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

fn sound(year: u32, month: u32, day: u32) -> Option<String> {
    let good = (1980..2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    good.then(|| format!("{year:04}-{month:02}-{day:02}"))
}

/// Digits or ideographs up to `max` places: value and end.
fn number(chars: &[char], at: usize, max: usize) -> Option<(u32, usize)> {
    let digits = chars[at..].iter().take(max + 1).take_while(|c| c.is_ascii_digit()).count();
    if digits > 0 {
        let before = at.checked_sub(1).is_some_and(|at| chars[at].is_ascii_digit());
        let value =
            chars[at..at + digits].iter().filter_map(|c| c.to_digit(10)).fold(0, |value, digit| value * 10 + digit);
        return (digits <= max && !before).then_some((value, at + digits));
    }
    ideographs(chars, at, max)
}

/// 二〇二五 place by place, or 三十一 up to 99.
fn ideographs(chars: &[char], at: usize, max: usize) -> Option<(u32, usize)> {
    let digit = |c: char| match c {
        '〇' | '零' | '○' | 'o' => Some(0),
        _ => "一二三四五六七八九".chars().position(|d| d == c).map(|n| n as u32 + 1),
    };
    let run: Vec<char> =
        chars[at..].iter().copied().take_while(|c| digit(*c).is_some() || *c == '十').take(4).collect();
    let end = at + run.len();
    match run[..] {
        [] => None,
        [a, b, c, d] if max == 4 => Some((digit(a)? * 1000 + digit(b)? * 100 + digit(c)? * 10 + digit(d)?, end)),
        ['十'] => Some((10, end)),
        ['十', b] => Some((10 + digit(b)?, end)),
        [a, '十'] => Some((digit(a)? * 10, end)),
        [a, '十', b] => Some((digit(a)? * 10 + digit(b)?, end)),
        [a] => Some((digit(a)?, end)),
        _ => None,
    }
}

fn chinese(chars: &[char], at: usize) -> Option<(String, usize)> {
    let (year, next) = number(chars, at, 4).filter(|(year, _)| *year >= 1980)?;
    let next = expect(chars, next, '年')?;
    let (month, next) = number(chars, next, 2)?;
    let next = expect(chars, next, '月')?;
    let (day, next) = number(chars, next, 2)?;
    let end = expect(chars, next, '日')?;
    Some((sound(year, month, day)?, end))
}

fn expect(chars: &[char], at: usize, wanted: char) -> Option<usize> {
    (chars.get(at) == Some(&wanted)).then_some(at + 1)
}

fn iso(chars: &[char], at: usize) -> Option<(String, usize)> {
    let (year, next) = number(chars, at, 4).filter(|_| chars[at].is_ascii_digit())?;
    let mark = *chars.get(next).filter(|c| matches!(c, '-' | '/' | '.'))?;
    let (month, next) = number(chars, next + 1, 2)?;
    let next = expect(chars, next, mark)?;
    let (day, end) = number(chars, next, 2)?;
    let longer = chars.get(end).is_some_and(char::is_ascii_digit);
    Some((sound(year, month, day).filter(|_| !longer)?, end))
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A month's name or its first three letters: month and end.
fn month_name(chars: &[char], at: usize) -> Option<(u32, usize)> {
    let starts = |word: &str| chars[at..].iter().copied().take(word.len()).eq(word.chars());
    MONTHS.iter().enumerate().find_map(|(index, name)| {
        let short = &name[..3];
        let length = if starts(name) {
            name.len()
        } else if starts(short) {
            short.len()
        } else {
            return None;
        };
        let end = at + length;
        Some((index as u32 + 1, end + usize::from(chars.get(end) == Some(&'.'))))
    })
}

fn english(chars: &[char], at: usize) -> Option<(String, usize)> {
    let ordinal = |at: usize| {
        let suffix: String = chars.iter().skip(at).take(2).collect();
        if ["st", "nd", "rd", "th"].contains(&suffix.as_str()) { at + 2 } else { at }
    };
    let comma = |at: usize| at + usize::from(chars.get(at) == Some(&','));
    let (day, month, next) = if chars[at].is_ascii_digit() {
        let (day, next) = number(chars, at, 2)?;
        let (month, next) = month_name(chars, ordinal(next))?;
        (day, month, next)
    } else {
        let (month, next) = month_name(chars, at)?;
        let (day, next) = day_before_year(chars, next)?;
        (day, month, ordinal(next))
    };
    let (year, end) = number(chars, comma(next), 4).filter(|(year, _)| *year >= 1980).or_else(|| {
        // `july302025` without white space: the day and the year run together.
        let digits: Vec<u32> = chars.get(next..next + 4)?.iter().filter_map(|c| c.to_digit(10)).collect();
        (digits.len() == 4).then(|| (digits.iter().fold(0, |value, digit| value * 10 + digit), next + 4))
    })?;
    Some((sound(year, month, day)?, end))
}

/// The one or two digits of a day that is followed by a comma or directly by a year of four digits.
fn day_before_year(chars: &[char], at: usize) -> Option<(u32, usize)> {
    let digits = chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
    let length = match digits {
        1 | 2 => digits,
        5 | 6 => digits - 4,
        _ => return None,
    };
    let value = chars[at..at + length].iter().filter_map(|c| c.to_digit(10)).fold(0, |value, digit| value * 10 + digit);
    Some((value, at + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_printed_forms_are_read() {
        for text in [
            "2025年07月30日",
            "2025 年 7 月 30 日",
            "2025-07-30",
            "2025/7/30",
            "2025.07.30",
            "二〇二五年七月三十日",
            "30 Jul 2025",
            "July 30, 2025",
            "Jul. 30 2025",
            "30 July 2025",
            "（2025年7月30日）",
        ] {
            let dates: Vec<String> = dates_in(text).into_iter().map(|found| found.date).collect();
            assert_eq!(dates, ["2025-07-30"], "{text}");
        }
        for text in ["2025年7月", "12025-07-30", "2025-13-01", "1.2.3", "600519", "may be 2025"] {
            assert_eq!(dates_in(text), [], "{text}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_survived(text in "[0-9年月日二〇十a-j,./ -]{0,20}") {
            let _ = dates_in(&text);
        }
    }
}
