//! The pieces that words for periods are made of: years, spans, days, found left to right.

use std::ops::Range;

use doc::Span;

use super::Day;
use crate::folded::Folded;

/// A piece with its place in the folded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Atom {
    /// Folded characters.
    pub range: Range<usize>,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A year; `relative` where it was counted from today, `prior` for 上年, which may be counted from a named year.
    Year { year: i32, relative: bool, prior: bool, forecast: bool },
    /// A part of a year.
    Part { span: Span, end: bool, report: bool },
    /// 年初: the balance the year began with.
    YearStart,
    /// A day or month that ends no quarter; `day` 0 for the whole month.
    Date { year: Option<i32>, month: u32, day: u32 },
    /// 同期 after a year or after 上年: the same part of that year.
    SamePeriod,
    /// 四个季度, 各季度.
    AllQuarters,
    /// 近三年.
    LastYears(u32),
    /// 单季.
    Single,
    /// 累计.
    Cumulative,
}

/// Words of parts of a year, folded; longer words are tried first.
const PARTS: [(&str, Span, Report); 75] = [
    ("q1-q3", Span::Q3, Report::No),
    ("q1-3", Span::Q3, Report::No),
    ("q1~q3", Span::Q3, Report::No),
    ("q1-q2", Span::H1, Report::No),
    ("q1-2", Span::H1, Report::No),
    ("1-3q", Span::Q3, Report::No),
    ("第三季度报告", Span::Q3, Report::Yes),
    ("三季度报告", Span::Q3, Report::Yes),
    ("第一季度报告", Span::Q1, Report::Yes),
    ("一季度报告", Span::Q1, Report::Yes),
    ("半年度报告", Span::H1, Report::Yes),
    ("年度报告", Span::FY, Report::Yes),
    ("三季报", Span::Q3, Report::Yes),
    ("一季报", Span::Q1, Report::Yes),
    ("半年报", Span::H1, Report::Yes),
    ("中期报告", Span::H1, Report::Yes),
    ("中报", Span::H1, Report::Yes),
    ("年报", Span::FY, Report::Yes),
    ("前三个季度", Span::Q3, Report::No),
    ("头三个季度", Span::Q3, Report::No),
    ("前三季度", Span::Q3, Report::No),
    ("前3个季度", Span::Q3, Report::No),
    ("前3季度", Span::Q3, Report::No),
    ("前三季", Span::Q3, Report::No),
    ("前3季", Span::Q3, Report::No),
    ("头三季", Span::Q3, Report::No),
    ("前两个季度", Span::H1, Report::No),
    ("前两季度", Span::H1, Report::No),
    ("前二季度", Span::H1, Report::No),
    ("上半年度", Span::H1, Report::No),
    ("上半年", Span::H1, Report::No),
    ("前半年", Span::H1, Report::No),
    ("头半年", Span::H1, Report::No),
    ("半年度", Span::H1, Report::No),
    ("中期", Span::H1, Report::No),
    ("第一季度", Span::Q1, Report::No),
    ("第二季度", Span::Q2Single, Report::No),
    ("第三季度", Span::Q3Single, Report::No),
    ("第四季度", Span::Q4Single, Report::No),
    ("第1季度", Span::Q1, Report::No),
    ("第2季度", Span::Q2Single, Report::No),
    ("第3季度", Span::Q3Single, Report::No),
    ("第4季度", Span::Q4Single, Report::No),
    ("一季度", Span::Q1, Report::No),
    ("二季度", Span::Q2Single, Report::No),
    ("三季度", Span::Q3Single, Report::No),
    ("四季度", Span::Q4Single, Report::No),
    ("1季度", Span::Q1, Report::No),
    ("2季度", Span::Q2Single, Report::No),
    ("3季度", Span::Q3Single, Report::No),
    ("4季度", Span::Q4Single, Report::No),
    ("第一季", Span::Q1, Report::No),
    ("第二季", Span::Q2Single, Report::No),
    ("第三季", Span::Q3Single, Report::No),
    ("第四季", Span::Q4Single, Report::No),
    ("首季", Span::Q1, Report::No),
    ("全年", Span::FY, Report::No),
    ("整年", Span::FY, Report::No),
    ("firsthalf", Span::H1, Report::No),
    ("firstquarter", Span::Q1, Report::No),
    ("secondquarter", Span::Q2Single, Report::No),
    ("thirdquarter", Span::Q3Single, Report::No),
    ("fourthquarter", Span::Q4Single, Report::No),
    ("ninemonths", Span::Q3, Report::No),
    ("fullyear", Span::FY, Report::No),
    ("q1", Span::Q1, Report::No),
    ("q2", Span::Q2Single, Report::No),
    ("q3", Span::Q3Single, Report::No),
    ("q4", Span::Q4Single, Report::No),
    ("1q", Span::Q1, Report::No),
    ("2q", Span::Q2Single, Report::No),
    ("3q", Span::Q3Single, Report::No),
    ("4q", Span::Q4Single, Report::No),
    ("h1", Span::H1, Report::No),
    ("1h", Span::H1, Report::No),
];
/// 9M24 is apart: `9m` is also nine metres or millions where no year follows.
const NINE_MONTHS: &str = "9m";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Report {
    Yes,
    No,
}

/// What makes four digits before it a count and no year.
const COUNTED: &str = "万亿元股吨人户名家个项件条%千百倍台只美港";

/// 中期 begins these words, which are about no half-year.
const NOT_INTERIM: [&str; 5] = ["分红", "票据", "借款", "规划", "目标"];

/// All pieces of a folded text.
pub(super) fn atoms(text: &Folded, today: Day) -> Vec<Atom> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.chars.len() {
        let scanner = Scanner { text, today };
        match scanner.atom_at(at) {
            Some(atoms) => {
                at = atoms.last().map_or(at + 1, |atom| atom.range.end.max(at + 1));
                found.extend(atoms);
            }
            None => at += 1,
        }
    }
    found
}

struct Scanner<'a> {
    text: &'a Folded,
    today: Day,
}

impl Scanner<'_> {
    /// The atoms that begin at `at`: one, or a year with the part printed in one piece with it.
    fn atom_at(&self, at: usize) -> Option<Vec<Atom>> {
        let one = |(end, kind)| vec![Atom { range: at..end, kind }];
        if self.inside_number(at) {
            return None;
        }
        self.iso_date(at)
            .or_else(|| self.quarter_list(at))
            .or_else(|| self.month_range(at).map(one))
            .or_else(|| self.month_or_day(at, None).map(one))
            .or_else(|| self.last_years(at).map(one))
            .or_else(|| self.year(at))
            .or_else(|| self.part(at).map(one))
            .or_else(|| self.other_word(at).map(one))
    }

    fn char(&self, at: usize) -> Option<char> {
        self.text.chars.get(at).copied()
    }

    fn is_digit(&self, at: usize) -> bool {
        self.char(at).is_some_and(|c| c.is_ascii_digit())
    }

    fn starts(&self, at: usize, word: &str) -> bool {
        self.text.starts_with(at, word)
    }

    /// The first of these words that stands at `at`: its end.
    fn word(&self, at: usize, words: &[&str]) -> Option<usize> {
        words.iter().find(|word| self.starts(at, word)).map(|word| at + word.chars().count())
    }

    /// In the middle of a number, or after a point or letter that makes it a code.
    fn inside_number(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|before| self.char(before)) else { return false };
        let apart = self.text.joined(at);
        self.is_digit(at)
            && ((before.is_ascii_digit() && apart) || before == '.' || (before == ',' && self.comma_joins(at)))
            || self.char(at).is_some_and(|c| c.is_ascii_alphabetic()) && before.is_ascii_alphabetic() && apart
    }

    fn comma_joins(&self, at: usize) -> bool {
        at >= 2 && self.is_digit(at - 2) && (0..3).all(|step| self.is_digit(at + step)) && !self.is_digit(at + 3)
    }

    /// Digits at `at`: their value and end.
    fn digits(&self, at: usize, max: usize) -> Option<(u32, usize)> {
        let count = (at..).take_while(|at| self.is_digit(*at)).take(max + 1).count();
        if count == 0 || count > max {
            return None;
        }
        let value = self.text.chars[at..at + count].iter().filter_map(|c| c.to_digit(10)).fold(0, |v, d| v * 10 + d);
        Some((value, at + count))
    }

    /// A number up to twelve in digits or ideographs: its value and end.
    fn small(&self, at: usize) -> Option<(u32, usize)> {
        let unit = |c: char| "一二三四五六七八九".chars().position(|d| d == c).map(|n| n as u32 + 1);
        if let Some(found) = self.digits(at, 2) {
            return Some(found);
        }
        match (self.char(at)?, self.char(at + 1)) {
            ('十', Some(next)) if unit(next).is_some() => Some((10 + unit(next).unwrap_or(0), at + 2)),
            ('十', _) => Some((10, at + 1)),
            ('两', _) => Some((2, at + 1)),
            (c, _) => Some((unit(c)?, at + 1)),
        }
    }

    /// `2025-07-31`, `2025/7/31`, `2025.07.31`.
    fn iso_date(&self, at: usize) -> Option<Vec<Atom>> {
        let (year, next) = self.full_year(at)?;
        let mark = self.char(next).filter(|c| matches!(c, '-' | '/' | '.'))?;
        let (month, next) = self.digits(next + 1, 2)?;
        let day_at = self.char(next).filter(|c| *c == mark).map(|_| next + 1)?;
        let (day, end) = self.digits(day_at, 2)?;
        let sound = (1..=12).contains(&month) && (1..=31).contains(&day);
        sound.then(|| dated(at, at + 4, end, Some(year), month, day))
    }

    /// 第一、第二、第三季度; 一、二季度; 一季度和二季度 is no list of this kind.
    fn quarter_list(&self, at: usize) -> Option<Vec<Atom>> {
        let mut parts = Vec::new();
        let mut next = at;
        loop {
            let from = next;
            let (number, end) = self.small(self.word(next, &["第"]).unwrap_or(next))?;
            let span = match number {
                1 => Span::Q1,
                2 => Span::Q2Single,
                3 => Span::Q3Single,
                4 => Span::Q4Single,
                _ => return None,
            };
            parts.push(Atom { range: from..end, kind: Kind::Part { span, end: false, report: false } });
            match self.word(end, &["、", "和", "与", "及", ","]) {
                Some(after) => next = after,
                None => {
                    let done = self.word(end, &["季度", "季"]).filter(|_| parts.len() > 1)?;
                    parts.last_mut()?.range.end = done;
                    return Some(parts);
                }
            }
        }
    }

    /// 1—9月, 7到9月, 前六个月.
    fn month_range(&self, at: usize) -> Option<(usize, Kind)> {
        let part = |span| Kind::Part { span, end: false, report: false };
        if let Some(next) = self.word(at, &["前", "头"]) {
            let (count, next) = self.small(next)?;
            let end = self.word(next, &["个月"])?;
            let span = match count {
                3 => Span::Q1,
                6 => Span::H1,
                9 => Span::Q3,
                12 => Span::FY,
                _ => return None,
            };
            return Some((end, part(span)));
        }
        let (first, next) = self.small(at)?;
        let next = self.word(next, &["月份", "月"]).unwrap_or(next);
        let next = self.word(next, &["-", "—", "–", "~", "至", "到", "―"])?;
        let next = self.word(next, &["-", "—"]).unwrap_or(next);
        let (last, next) = self.small(next)?;
        let end = self.word(next, &["月份", "月"])?;
        if self.word(end, &["末", "底"]).is_some() || self.is_digit(end) {
            return None;
        }
        let span = match (first, last) {
            (1, 3) => Span::Q1,
            (1, 6) => Span::H1,
            (1, 9) => Span::Q3,
            (1, 12) => Span::FY,
            (4, 6) => Span::Q2Single,
            (7, 9) => Span::Q3Single,
            (10, 12) => Span::Q4Single,
            _ => return None,
        };
        Some((end, part(span)))
    }

    /// 9月30日, 6月末 (a quarter's end) or any other day or month.
    fn month_or_day(&self, at: usize, year: Option<i32>) -> Option<(usize, Kind)> {
        let (month, next) = self.small(at)?;
        let next = self.word(next, &["月份", "月"]).filter(|_| (1..=12).contains(&month))?;
        let quarter_end = |span| Kind::Part { span, end: true, report: false };
        let closes = match month {
            3 => Some(Span::Q1),
            6 => Some(Span::H1),
            9 => Some(Span::Q3),
            12 => Some(Span::FY),
            _ => None,
        };
        if let Some(end) = self.word(next, &["末", "底"]) {
            let kind = closes.map_or(Kind::Date { year, month, day: 0 }, quarter_end);
            return Some((end, kind));
        }
        if let Some((day, after)) = self.small(next).or_else(|| self.two_digits(next))
            && let Some(end) = self.word(after, &["日", "号"])
        {
            let kind = match closes {
                Some(span) if span.end() == (month, day) => quarter_end(span),
                _ if (month, day) == (1, 1) => Kind::YearStart,
                _ => Kind::Date { year, month, day },
            };
            return Some((end, kind));
        }
        let end = self.word(next, &["初", "中旬", "上旬", "下旬"]).unwrap_or(next);
        Some((end, Kind::Date { year, month, day: 0 }))
    }

    /// Days like 三十一.
    fn two_digits(&self, at: usize) -> Option<(u32, usize)> {
        let tens = match self.char(at)? {
            '二' => 2,
            '三' => 3,
            _ => return None,
        };
        let next = self.word(at + 1, &["十"])?;
        let unit = self.small(next).filter(|(value, _)| *value < 10);
        Some(unit.map_or((tens * 10, next), |(value, end)| (tens * 10 + value, end)))
    }

    /// 近三年, 最近5年, 这几年, 历年.
    fn last_years(&self, at: usize) -> Option<(usize, Kind)> {
        const SOME_YEARS: u32 = 3;
        if let Some(end) = self.word(at, &["近几年", "这几年", "最近几年", "过去几年", "历年"]) {
            return Some((end, Kind::LastYears(SOME_YEARS)));
        }
        let next = self.word(at, &["最近", "过去", "近", "连续", "前"])?;
        let (count, next) = self.small(next).filter(|(count, _)| (2..=10).contains(count))?;
        let end = self.word(next, &["个年度", "个会计年度", "年"])?;
        Some((end, Kind::LastYears(count)))
    }

    /// A year of four digits between 1980 and 2099.
    fn full_year(&self, at: usize) -> Option<(i32, usize)> {
        if let Some((year, end)) = self.digits(at, 4).filter(|(_, end)| *end == at + 4) {
            return (1980..2100).contains(&year).then_some((year as i32, end));
        }
        let digit = |c: char| "〇一二三四五六七八九".chars().position(|d| d == c || (c == '零' && d == '〇'));
        let digits: Option<Vec<usize>> = (at..at + 4).map(|at| self.char(at).and_then(digit)).collect();
        let year = digits?.iter().fold(0, |year, digit| year * 10 + *digit as i32);
        ((1980..2100).contains(&year) && self.starts(at + 4, "年")).then_some((year, at + 4))
    }

    /// A year in any of its forms, with the part that stands in one piece with it.
    fn year(&self, at: usize) -> Option<Vec<Atom>> {
        let relative = [
            ("今年度", 0),
            ("本年度", 0),
            ("今年", 0),
            ("本年", 0),
            ("去年", -1),
            ("上年度", -1),
            ("上一年", -1),
            ("上年", -1),
            ("大前年", -3),
            ("前年", -2),
            ("明年", 1),
            ("后年", 2),
        ];
        if let Some((word, back)) = relative.iter().find(|(word, _)| self.starts(at, word)) {
            let end = at + word.chars().count();
            let before = at.checked_sub(1).and_then(|before| self.char(before));
            if *word == "前年" && before.is_some_and(|c| "以目之当".contains(c)) {
                return None;
            }
            let prior = word.starts_with('上');
            let kind = Kind::Year { year: self.today.0 + back, relative: true, prior, forecast: false };
            return Some(self.with_year_end(at, end, kind));
        }
        let fiscal = self.word(at, &["fy"]);
        let from = fiscal.unwrap_or(at);
        let (year, mut end) =
            self.full_year(from).or_else(|| self.minguo(from)).or_else(|| self.short_year(from, fiscal.is_some()))?;
        let letter = self.char(end).filter(|c| matches!(c, 'a' | 'e' | 'f'));
        let letter = letter.filter(|_| !self.char(end + 1).is_some_and(|c| c.is_ascii_alphanumeric()));
        if letter.is_some() {
            end += 1;
        } else if !self.starts(end, "年报") {
            end = self.year_word(end);
        }
        if letter.is_none() && end == from + 4 && self.char(end).is_some_and(|c| COUNTED.contains(c)) {
            return None;
        }
        let forecast = letter.is_some_and(|c| c != 'a');
        let kind = Kind::Year { year, relative: false, prior: false, forecast };
        let dated = self.char(end - 1) == Some('年') && self.month_range(end).is_none();
        if let Some((done, date)) = self.month_or_day(end, Some(year)).filter(|_| dated) {
            return Some(match date {
                Kind::Date { .. } => vec![Atom { range: at..done, kind: date }],
                part => vec![Atom { range: at..end, kind }, Atom { range: end..done, kind: part }],
            });
        }
        Some(self.with_year_end(at, end, kind))
    }

    /// After the digits of a year: 年, 年度 (but not the 年度 of 年度报告, nor the 年 of 年末).
    fn year_word(&self, end: usize) -> usize {
        if self.starts(end, "年度报告") || self.starts(end, "年报") {
            return end;
        }
        if self.starts(end, "年末") || self.starts(end, "年底") || self.starts(end, "年初") || self.starts(end, "年终")
        {
            return end;
        }
        self.word(end, &["年度", "年"]).unwrap_or(end)
    }

    /// The year, and 末, 底, 初 right behind it.
    fn with_year_end(&self, at: usize, end: usize, kind: Kind) -> Vec<Atom> {
        let year = Atom { range: at..end, kind };
        if let Some(done) = self.word(end, &["年末", "年底", "年终", "末", "底"]) {
            let kind = Kind::Part { span: Span::FY, end: true, report: false };
            return vec![year, Atom { range: end..done, kind }];
        }
        if let Some(done) = self.word(end, &["年初", "初"]) {
            return vec![year, Atom { range: end..done, kind: Kind::YearStart }];
        }
        vec![year]
    }

    /// 民國113年, 113年度.
    fn minguo(&self, at: usize) -> Option<(i32, usize)> {
        const FIRST_YEAR_BEFORE: i32 = 1911;
        let named = self.word(at, &["中华民国", "民国"]);
        let from = named.unwrap_or(at);
        let (year, end) = self.digits(from, 3).or_else(|| named.and_then(|_| self.three_ideographs(from)))?;
        let sound = self.starts(end, "年") && (named.is_some() || (100..140).contains(&year));
        sound.then_some((FIRST_YEAR_BEFORE + year as i32, end))
    }

    /// 一一三 place by place.
    fn three_ideographs(&self, at: usize) -> Option<(u32, usize)> {
        let digit = |at: usize| self.char(at).and_then(|c| "〇一二三四五六七八九".chars().position(|d| d == c));
        let value = (at..at + 3).try_fold(0, |value, at| Some(value * 10 + digit(at)?))?;
        Some((u32::try_from(value).ok()?, at + 3))
    }

    /// 24年, FY24, or 24 right before or after a part (24Q1, 1Q24, 25前三季).
    fn short_year(&self, at: usize, fiscal: bool) -> Option<(i32, usize)> {
        let (year, end) = self.digits(at, 2).filter(|(year, end)| *end == at + 2 && (10..40).contains(year))?;
        let before = at.checked_sub(1).and_then(|before| self.char(before));
        // 近10年, 每10年, 第10年 count years; 10年期 is a term.
        let counts = before.is_some_and(|c| "近去前续每第超满约达过".contains(c)) || self.starts(end, "年期");
        let with_word = self.starts(end, "年") && !counts;
        let letter = self.char(end).is_some_and(|c| matches!(c, 'a' | 'e' | 'f'))
            && !self.char(end + 1).is_some_and(|c| c.is_ascii_alphanumeric());
        let after_part =
            at >= 2 && self.text.chars[at - 1].is_ascii_alphabetic() && self.text.chars[at - 2].is_ascii_digit();
        let with_part = self.part(end).is_some() || self.starts(end, "底") || self.starts(end, "末");
        let in_range = self.short_range(at, end);
        (fiscal || with_word || letter || after_part || with_part || in_range).then_some((2000 + year as i32, end))
    }

    /// Either end of `(20-24)` or `20-24年`.
    fn short_range(&self, at: usize, end: usize) -> bool {
        let dash = |at: usize| self.char(at).is_some_and(|c| matches!(c, '-' | '—' | '–' | '~' | '至' | '到'));
        let closes = |end: usize| self.char(end).is_some_and(|c| matches!(c, '年' | ')'));
        let opens = |at: usize| at.checked_sub(1).is_none_or(|before| self.char(before) == Some('('));
        let year = |at: usize| self.digits(at, 2).is_some_and(|(year, end)| end == at + 2 && (10..40).contains(&year));
        let first = dash(end) && year(end + 1) && closes(end + 3) && (opens(at) || self.char(end + 3) == Some('年'));
        let last =
            at >= 3 && dash(at - 1) && closes(end) && (year(at - 3) || self.full_year(at.wrapping_sub(5)).is_some());
        first || last
    }

    fn part(&self, at: usize) -> Option<(usize, Kind)> {
        if self.starts(at, NINE_MONTHS) && self.digits(at + 2, 4).is_some() {
            return Some((at + 2, Kind::Part { span: Span::Q3, end: false, report: false }));
        }
        let (word, span, report) = PARTS.iter().find(|(word, ..)| self.starts(at, word))?;
        let next = at + word.chars().count();
        if *word == "中期" && self.word(next, &NOT_INTERIM).is_some() {
            return None;
        }
        // 1H and 1Q are parts only with a year behind them or at a word's end.
        let letters = word.len() == 2;
        if letters && self.char(next).is_some_and(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        if let Some(end) = self.word(next, &["期末", "末", "底"]) {
            let span = match span {
                Span::Q2Single => Span::H1,
                Span::Q3Single => Span::Q3,
                Span::Q4Single => Span::FY,
                cumulative => *cumulative,
            };
            return Some((end, Kind::Part { span, end: true, report: false }));
        }
        Some((next, Kind::Part { span: *span, end: false, report: *report == Report::Yes }))
    }

    fn other_word(&self, at: usize) -> Option<(usize, Kind)> {
        let year_end = Kind::Part { span: Span::FY, end: true, report: false };
        let words: [(&[&str], Kind); 7] = [
            (&["累计", "累積", "年初至报告期末", "年初至今", "年初到报告期末"], Kind::Cumulative),
            (&["年末", "年底"], year_end),
            (&["年初", "期初"], Kind::YearStart),
            (&["同期", "同时期", "同季"], Kind::SamePeriod),
            (
                &["四个季度", "4个季度", "各季度", "各个季度", "每个季度", "每季度", "分季度", "一季一季"],
                Kind::AllQuarters,
            ),
            (&["单季度", "单季", "一个季度", "当季"], Kind::Single),
            (&["sameperiod"], Kind::SamePeriod),
        ];
        words.into_iter().find_map(|(words, kind)| self.word(at, words).map(|end| (end, kind)))
    }
}

/// A day as atoms: a quarter's end is a year and a part, any other day a date.
fn dated(at: usize, year_end: usize, end: usize, year: Option<i32>, month: u32, day: u32) -> Vec<Atom> {
    let closes = [Span::Q1, Span::H1, Span::Q3, Span::FY].into_iter().find(|span| span.end() == (month, day));
    match (closes, year) {
        (Some(span), Some(year)) => vec![
            Atom { range: at..year_end, kind: Kind::Year { year, relative: false, prior: false, forecast: false } },
            Atom { range: year_end..end, kind: Kind::Part { span, end: true, report: false } },
        ],
        _ => vec![Atom { range: at..end, kind: Kind::Date { year, month, day } }],
    }
}
