//! The periods that a question names, resolved against a given day.

use std::ops::Range;

use doc::{Period, Span};

use super::{
    Day,
    atoms::{Atom, Kind, atoms},
};
use crate::folded::Folded;

/// A period named in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodMention {
    /// Which.
    pub period: Period,
    /// The day, where a balance date is meant (年末, 6月末, 12月31日), `YYYY-MM-DD`.
    pub as_of: Option<String>,
    /// Bytes of the question.
    pub range: Range<usize>,
    /// Was the year counted from today, taken from another mention or from what has ended?
    pub assumed: bool,
    /// A forecast is meant (`2025E`, 2025年预测).
    pub forecast: bool,
    /// Named only as what the figure is compared with (上年同期, 上年末, 年初).
    pub base: bool,
}

/// A calendar date or month in a question that is no period's end: when something was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateMention {
    /// First day, `YYYY-MM-DD`.
    pub from: String,
    /// Last day, `YYYY-MM-DD`.
    pub to: String,
    /// Bytes of the question.
    pub range: Range<usize>,
}

/// All periods that a question names, in order and each once.
///
/// A part without a year takes the year of a neighbouring mention, else the latest such part that has ended before
/// `today`. 第三季度 is the single quarter; 三季报, 三季度末 and 前三季度 are the nine months.
pub fn periods_in(question: &str, today: Day) -> Vec<PeriodMention> {
    let text = Folded::new(question);
    let atoms = atoms(&text, today);
    let context = Context { text: &text, today };
    let mut drafts = context.drafts(&atoms);
    context.drop_negated(&mut drafts);
    context.expand_lists(&mut drafts);
    context.join_years_and_parts(&mut drafts);
    context.fill_years(&mut drafts, &atoms);
    context.mentions(drafts)
}

/// The first part of a year (1-9月, 第一季度) that a text names, with or without a year; no balance day.
pub(super) fn bare_part(text: &str) -> Option<Span> {
    const ANY_DAY: Day = (2000, 1, 1);
    let atoms = atoms(&Folded::new(text), ANY_DAY);
    atoms.into_iter().find_map(|atom| match atom.kind {
        Kind::Part { span, end: false, report: false } => Some(span),
        _ => None,
    })
}

/// Calendar dates and months of a question that end no period; a month without a year takes that of the question,
/// else the latest that has begun.
pub fn dates_in(question: &str, today: Day) -> Vec<DateMention> {
    let text = Folded::new(question);
    let atoms = atoms(&text, today);
    let named = atoms.iter().find_map(|atom| match atom.kind {
        Kind::Year { year, .. } | Kind::Date { year: Some(year), .. } => Some(year),
        _ => None,
    });
    let date = |atom: &Atom| {
        let Kind::Date { year, month, day } = atom.kind else { return None };
        let latest = if month <= today.1 { today.0 } else { today.0 - 1 };
        let year = year.or(named).unwrap_or(latest);
        let (first, last) = if day == 0 { (1, days_of_month(year, month)) } else { (day, day) };
        let on = |day: u32| format!("{year:04}-{month:02}-{day:02}");
        Some(DateMention { from: on(first), to: on(last), range: text.source(&atom.range) })
    };
    atoms.iter().filter_map(date).collect()
}

/// Does the question ask for the latest there is (最新, 最近一期, 目前, 现在)?
pub fn asks_latest(question: &str) -> bool {
    let folded = doc::text::fold(question);
    ["最新", "最近一期", "最近一个季度", "目前", "现在", "当前", "如今", "眼下", "latest"]
        .iter()
        .any(|word| folded.contains(word))
}

fn days_of_month(year: i32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A mention under construction.
#[derive(Clone, Debug)]
struct Draft {
    range: Range<usize>,
    year: Option<i32>,
    /// The year was counted from today.
    relative: bool,
    /// 上年: counted from a named year where there is one.
    prior: bool,
    forecast: bool,
    part: Part,
    /// The year was taken from elsewhere.
    assumed: bool,
    base: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A bare year.
    Bare,
    Of {
        span: Span,
        end: bool,
        report: bool,
    },
    /// 年初.
    Start,
    /// The same part as the mention before.
    Same,
    LastYears(u32),
}

impl Draft {
    fn is_bare(&self) -> bool {
        self.part == Part::Bare && self.year.is_some()
    }

    fn lacks_year(&self) -> bool {
        self.year.is_none() && !matches!(self.part, Part::LastYears(_))
    }
}

struct Context<'a> {
    text: &'a Folded,
    today: Day,
}

const FORECAST_WORDS: [&str; 8] = ["预测", "预计", "预估", "预期", "一致预期", "forecast", "estimate", "expected"];
const GUIDANCE_WORDS: [&str; 4] = ["指引", "目标", "预期", "预计"];
const RANGE_MARKS: [&str; 11] = ["-", "—", "——", "–", "~", "至", "到", "年至", "年到", "至今", "一直到"];
const LIST_MARKS: [&str; 10] = ["、", ",", "/", "和", "与", "及", "以及", "跟", "还有", "vs"];
/// Between a year and its part nothing but these.
const GLUE: [&str; 17] = [
    "",
    "的",
    "度",
    "度的",
    "各年",
    "各年的",
    "每年",
    "(",
    "'",
    "-",
    "三年",
    "两年",
    "各",
    "年",
    "三个",
    "两个",
    "四个",
];
/// Between a part and its year (Q1 2024, first half of 2025, 前三季（2025）) nothing but these.
const BACK_GLUE: [&str; 6] = ["", "of", "in", "(", "'", ","];
/// A year and a part further apart in one clause, in folded characters.
const CLAUSE_GAP_MAX: usize = 12;
/// The same with a comma between (24年的，就第三季度).
const COMMA_GAP_MAX: usize = 4;

impl Context<'_> {
    fn gap(&self, left: &Range<usize>, right: &Range<usize>) -> String {
        self.text.chars.get(left.end..right.start).map(|chars| chars.iter().collect()).unwrap_or_default()
    }

    fn glued(&self, atoms: &[Atom], at: usize, words: &[&str]) -> bool {
        match (atoms.get(at), atoms.get(at + 1)) {
            (Some(left), Some(right)) => words.contains(&self.gap(&left.range, &right.range).as_str()),
            _ => false,
        }
    }

    /// Years with their parts; parts, 年初, 同期 and 近三年 by themselves.
    fn drafts(&self, atoms: &[Atom]) -> Vec<Draft> {
        let mut drafts: Vec<Draft> = Vec::new();
        let has_quarter = atoms.iter().any(|atom| {
            matches!(atom.kind, Kind::Part { span: Span::Q1 | Span::Q2Single | Span::Q3Single | Span::Q4Single, .. })
        });
        let mut at = 0;
        while let Some(atom) = atoms.get(at) {
            let mut used = 1;
            match atom.kind {
                Kind::Year { .. } => used = self.year_drafts(atoms, at, &mut drafts),
                Kind::Part { span, end, report } => {
                    drafts.push(self.part_draft(atoms, at, Part::Of { span, end, report }, &mut used));
                }
                Kind::YearStart => drafts.push(Draft { base: true, ..draft(atom.range.clone(), Part::Start) }),
                Kind::LastYears(count) => drafts.push(draft(atom.range.clone(), Part::LastYears(count))),
                Kind::AllQuarters if !has_quarter => drafts.extend(quarters(&draft(atom.range.clone(), Part::Bare))),
                Kind::Single | Kind::Cumulative => self.qualify(&mut drafts, atom),
                Kind::AllQuarters | Kind::SamePeriod | Kind::Date { .. } => {}
            }
            at += used;
        }
        drafts
    }

    /// The drafts that the year at `at` begins; how many atoms they took.
    fn year_drafts(&self, atoms: &[Atom], at: usize, drafts: &mut Vec<Draft>) -> usize {
        let Kind::Year { year, relative, prior, forecast } = atoms[at].kind else { return 1 };
        let mut own =
            Draft { year: Some(year), relative, prior, forecast, ..draft(atoms[at].range.clone(), Part::Bare) };
        let next = atoms.get(at + 1).filter(|_| self.glued(atoms, at, &GLUE));
        let mut used = 1;
        match next.map(|atom| (&atom.kind, atom.range.end)) {
            Some((Kind::Part { span, end, report }, last)) => {
                own.part = Part::Of { span: *span, end: *end, report: *report };
                own.range.end = last;
                used = 2;
            }
            Some((Kind::YearStart, last)) => {
                (own.part, own.base, own.range.end, used) = (Part::Start, true, last, 2);
            }
            Some((Kind::SamePeriod, last)) => {
                (own.part, own.base, own.range.end, used) = (Part::Same, relative, last, 2);
            }
            Some((Kind::AllQuarters, last)) => {
                own.range.end = last;
                drafts.extend(quarters(&own));
                return 2;
            }
            _ => {}
        }
        if let Some(explicit) = self.explicit_year(atoms, at + used - 1, &["("]).filter(|_| relative) {
            (own.year, own.relative, used) = (Some(explicit), false, used + 1);
        }
        drafts.push(own);
        used
    }

    /// A part without a year before it; it may have one behind it (`Q1 2024`, 9月底（25年）).
    fn part_draft(&self, atoms: &[Atom], at: usize, part: Part, used: &mut usize) -> Draft {
        let mut own = draft(atoms[at].range.clone(), part);
        if let Some(year) = self.explicit_year(atoms, at, &BACK_GLUE) {
            own.year = Some(year);
            own.range.end = atoms[at + 1].range.end;
            *used = 2;
        }
        own
    }

    /// The year right behind atom `at` over one of these gaps, if it has no part of its own.
    fn explicit_year(&self, atoms: &[Atom], at: usize, gaps: &[&str]) -> Option<i32> {
        let next = atoms.get(at + 1).filter(|_| self.glued(atoms, at, gaps))?;
        let Kind::Year { year, relative: false, .. } = next.kind else { return None };
        let has_part = matches!(
            atoms.get(at + 2).map(|atom| &atom.kind),
            Some(Kind::Part { .. } | Kind::YearStart | Kind::SamePeriod)
        ) && self.glued(atoms, at + 1, &GLUE);
        (!has_part).then_some(year)
    }

    /// 单季 makes the third-quarter report's mention the quarter; 累计 makes the third quarter the nine months.
    fn qualify(&self, drafts: &mut [Draft], word: &Atom) {
        let Some(last) = drafts.last_mut() else { return };
        let gap = self.gap(&last.range, &word.range);
        let near = ["", "的", "这", "那", "这一", "那一", "(", "光", "末"].contains(&gap.as_str());
        let Part::Of { span, end: false, report } = last.part else { return };
        let span = match (&word.kind, span) {
            (Kind::Single, Span::Q3) if report || near => Span::Q3Single,
            (Kind::Cumulative, Span::Q3Single) if near => Span::Q3,
            _ => return,
        };
        last.part = Part::Of { span, end: false, report };
    }

    /// What the asker does not want (别给我前三季累计的).
    fn drop_negated(&self, drafts: &mut Vec<Draft>) {
        drafts.retain(|draft| !self.text.is_negated(draft.range.start));
    }

    /// 2022—2024年, 22年底到25年9月底, 2023、2024、2025三个一季度.
    fn expand_lists(&self, drafts: &mut Vec<Draft>) {
        let mut at = drafts.len();
        while at > 1 {
            at -= 1;
            let gap = self.gap(&drafts[at - 1].range, &drafts[at].range);
            let (Some(first), Some(last)) = (drafts[at - 1].year, drafts[at].year) else { continue };
            let bare = drafts[at - 1].is_bare();
            let ends = |draft: &Draft| matches!(draft.part, Part::Of { end: true, .. });
            if RANGE_MARKS.contains(&gap.as_str()) && (first..first + YEARS_MAX).contains(&last) {
                let template = drafts[at].clone();
                if bare {
                    let years = (first..last).map(|year| Draft { year: Some(year), ..template.clone() });
                    drafts.splice(at - 1..at, years);
                } else if ends(&drafts[at - 1]) && ends(&drafts[at]) {
                    let part = Part::Of { span: Span::FY, end: true, report: false };
                    let years: Vec<Draft> =
                        (first + 1..last).map(|year| Draft { year: Some(year), part, ..template.clone() }).collect();
                    drafts.splice(at..at, years);
                }
            } else if bare && self.shares_part(&drafts[at - 1], &gap) && !drafts[at].is_bare() {
                drafts[at - 1].part = drafts[at].part;
            }
        }
    }

    /// In a list joined by 、, or where the year has no 年 of its own, the part behind the last year is for all.
    fn shares_part(&self, draft: &Draft, gap: &str) -> bool {
        let last = draft.range.end.checked_sub(1).and_then(|at| self.text.chars.get(at));
        let unfinished = last.is_some_and(char::is_ascii_digit);
        gap == "、" || (unfinished && LIST_MARKS.contains(&gap))
    }

    /// A bare year and a part without a year that belong together.
    fn join_years_and_parts(&self, drafts: &mut Vec<Draft>) {
        // In one clause: 2024年光7到9月, 2024年（某公司）三季度.
        for at in (1..drafts.len()).rev() {
            let gap = self.gap(&drafts[at - 1].range, &drafts[at].range);
            let length = gap.chars().count();
            let apart = length > CLAUSE_GAP_MAX
                || (length > COMMA_GAP_MAX && gap.contains(','))
                || gap.contains(['、', '。', ';', '?', '!', '和', '与', '及', '跟', '比', '对', '把']);
            if drafts[at - 1].is_bare() && drafts[at].lacks_year() && drafts[at].part != Part::Same && !apart {
                let year = drafts.remove(at - 1);
                let own = &mut drafts[at - 1];
                (own.year, own.relative, own.forecast) = (year.year, year.relative, year.forecast);
            }
        }
        // In the next one: 前三季度经营现金流是多少？25年对24年.
        let lacking: Vec<usize> = (0..drafts.len()).filter(|at| drafts[*at].lacks_year()).collect();
        let [only] = lacking[..] else { return };
        let Part::Of { report: false, .. } = drafts[only].part else { return };
        let part = drafts[only].part;
        let later = |draft: &Draft| draft.is_bare() && !draft.relative;
        if drafts.iter().skip(only + 1).any(later) && !drafts.iter().take(only).any(|draft| draft.year.is_some()) {
            for draft in drafts.iter_mut().skip(only + 1).filter(|draft| later(draft)) {
                draft.part = part;
            }
            drafts.remove(only);
        }
    }

    /// Years that are not printed: from the mentions around, else the latest that has ended.
    fn fill_years(&self, drafts: &mut Vec<Draft>, atoms: &[Atom]) {
        let folded: String = self.text.chars.iter().collect();
        let guided = GUIDANCE_WORDS.iter().any(|word| folded.contains(word));
        let others = drafts.len() > 1;
        let full_year = |draft: &Draft| matches!(draft.part, Part::Of { span: Span::FY, end: false, .. });
        drafts.retain(|draft| !(others && draft.lacks_year() && full_year(draft)));
        self.resolve_prior(drafts);
        let dated = atoms.iter().find_map(|atom| match atom.kind {
            Kind::Date { year, .. } => year,
            _ => None,
        });
        for at in 0..drafts.len() {
            if !drafts[at].lacks_year() {
                continue;
            }
            let before = drafts[..at].iter().rev().find_map(|draft| draft.year);
            let after = drafts[at + 1..].iter().find_map(|draft| draft.year);
            let year = before.or(after).or(dated);
            let own = &mut drafts[at];
            own.assumed = true;
            own.year = Some(year.unwrap_or_else(|| match own.part {
                // 全年指引, 全年目标 are about the year that runs.
                Part::Of { span: Span::FY, end: false, .. } if guided => self.today.0,
                Part::Of { span, .. } => self.latest_ended(span),
                _ => self.today.0,
            }));
        }
    }

    /// 上年 and 同期 counted from the mention before them.
    fn resolve_prior(&self, drafts: &mut [Draft]) {
        for at in 0..drafts.len() {
            let (done, rest) = drafts.split_at_mut(at);
            let Some(own) = rest.first_mut() else { return };
            let before = done.iter().rev().find(|draft| draft.year.is_some());
            if own.part == Part::Same {
                own.part = before.map_or(Part::Bare, |draft| draft.part);
                if let (true, Some(year)) = (own.relative, before.and_then(|draft| draft.year)) {
                    (own.year, own.assumed) = (Some(year - 1), true);
                }
            } else if let (true, Some(before)) = (own.prior, before.filter(|draft| !draft.base)) {
                (own.year, own.base, own.assumed) = (before.year.map(|year| year - 1), true, true);
                if own.part == Part::Bare {
                    own.part = before.part;
                }
            }
        }
    }

    fn latest_ended(&self, span: Span) -> i32 {
        let (year, month, day) = self.today;
        if span.end() < (month, day) { year } else { year - 1 }
    }

    /// The drafts as mentions, each period once.
    fn mentions(&self, drafts: Vec<Draft>) -> Vec<PeriodMention> {
        let named: Vec<(i32, Range<usize>)> = drafts
            .iter()
            .filter(|draft| !(draft.relative && draft.part == Part::Bare))
            .filter_map(|draft| Some((draft.year?, draft.range.clone())))
            .collect();
        let folded: String = self.text.chars.iter().collect();
        let forecasting = FORECAST_WORDS.iter().any(|word| folded.contains(word));
        let mut mentions: Vec<PeriodMention> = Vec::new();
        for draft in drafts {
            // 今年 beside a period of this year says nothing more.
            let implied =
                draft.relative && draft.part == Part::Bare && named.iter().any(|(year, _)| Some(*year) == draft.year);
            if implied {
                continue;
            }
            for mut mention in self.resolve(&draft, !named.is_empty()) {
                let open = mention.period.span == Span::FY && mention.period.year >= self.today.0;
                mention.forecast |= forecasting && open && mention.as_of.is_none();
                match mentions.iter_mut().find(|other| other.period == mention.period && other.as_of == mention.as_of) {
                    Some(other) => {
                        other.assumed &= mention.assumed;
                        other.base &= mention.base;
                    }
                    None => mentions.push(mention),
                }
            }
        }
        mentions
    }

    fn resolve(&self, draft: &Draft, named: bool) -> Vec<PeriodMention> {
        let range = self.text.source(&draft.range);
        let mention = |period: Period, as_of: Option<String>| PeriodMention {
            period,
            as_of,
            range: range.clone(),
            assumed: draft.assumed || draft.relative,
            forecast: draft.forecast,
            base: draft.base,
        };
        match (draft.part, draft.year) {
            (Part::LastYears(count), _) if !named => {
                let last = self.latest_ended(Span::FY);
                let years = last + 1 - i32::try_from(count).unwrap_or(1)..=last;
                years
                    .map(|year| PeriodMention { assumed: true, ..mention(Period::new(year, Span::FY), None) })
                    .collect()
            }
            (Part::Start, Some(year)) => {
                let period = Period::new(year - 1, Span::FY);
                vec![mention(period, Some(period.end_date()))]
            }
            (Part::Of { span, end, .. }, Some(year)) => {
                let period = Period::new(year, span);
                vec![mention(period, end.then(|| period.end_date()))]
            }
            (Part::Bare | Part::Same, Some(year)) => vec![mention(Period::new(year, Span::FY), None)],
            _ => Vec::new(),
        }
    }
}

/// No range of years in a question is longer.
const YEARS_MAX: i32 = 30;

fn draft(range: Range<usize>, part: Part) -> Draft {
    Draft { range, year: None, relative: false, prior: false, forecast: false, part, assumed: false, base: false }
}

/// The four quarters of a draft's year.
fn quarters(of: &Draft) -> Vec<Draft> {
    let spans = [Span::Q1, Span::Q2Single, Span::Q3Single, Span::Q4Single];
    spans.map(|span| Draft { part: Part::Of { span, end: false, report: false }, ..of.clone() }).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TODAY: Day = (2025, 12, 31);

    /// The mentions in short: `2024Q3S`, `2024FY@2024-12-31`, `?` assumed, `E` forecast, `<` base.
    fn found(question: &str) -> String {
        let one = |mention: PeriodMention| {
            let mut text = mention.period.to_string();
            if let Some(day) = mention.as_of {
                text.push('@');
                text.push_str(&day[5..]);
            }
            for (mark, set) in [('?', mention.assumed), ('E', mention.forecast), ('<', mention.base)] {
                if set {
                    text.push(mark);
                }
            }
            text
        };
        periods_in(question, TODAY).into_iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn printed_forms_are_read() {
        for (question, wanted) in [
            ("2024年营业收入", "2024FY"),
            ("2024年度", "2024FY"),
            ("FY2024 revenue", "2024FY"),
            ("2024A和2025E", "2024FY 2025FYE"),
            ("二〇二四年", "2024FY"),
            ("民國113年營業收入", "2024FY"),
            ("113年度", "2024FY"),
            ("民國一一三年度", "2024FY"),
            ("22年", "2022FY"),
            ("2024年上半年", "2024H1"),
            ("2024年半年度", "2024H1"),
            ("2024年1-6月", "2024H1"),
            ("1H24", "2024H1"),
            ("2024H1", "2024H1"),
            ("2024年一季度", "2024Q1"),
            ("1Q24", "2024Q1"),
            ("24Q1", "2024Q1"),
            ("２５Ｑ１", "2025Q1"),
            ("Q1 2024", "2024Q1"),
            ("2024年1月-3月", "2024Q1"),
            ("2024年前三季度", "2024Q3"),
            ("2024年头三个季度", "2024Q3"),
            ("2024年1—9月", "2024Q3"),
            ("9M24", "2024Q3"),
            ("2024年第三季度", "2024Q3S"),
            ("3Q24", "2024Q3S"),
            ("2024年7到9月", "2024Q3S"),
            ("2024年第三季度（7—9月）单季", "2024Q3S"),
            ("2024年三季报", "2024Q3"),
            ("2024年三季报单季", "2024Q3S"),
            ("2024年三季度累计", "2024Q3"),
            ("2025Q1-3收入", "2025Q3"),
            ("25Q1-Q3", "2025Q3"),
            ("2024年三季度末", "2024Q3@09-30"),
            ("2024年9月末", "2024Q3@09-30"),
            ("2024年9月30日", "2024Q3@09-30"),
            ("2024-06-30", "2024H1@06-30"),
            ("2024年末", "2024FY@12-31"),
            ("2024年12月31日", "2024FY@12-31"),
            ("22年底", "2022FY@12-31"),
            ("2025年一季度末", "2025Q1@03-31"),
            ("24年Q2单季", "2024Q2S"),
            ("2024年第四季度", "2024Q4S"),
            ("first half of 2025", "2025H1"),
            ("2021年度业绩快报", "2021FY"),
        ] {
            assert_eq!(found(question), wanted, "{question}");
        }
    }

    #[test]
    fn relative_words_are_counted_from_today() {
        for (question, wanted) in [
            ("去年", "2024FY?"),
            ("前年和今年", "2023FY? 2025FY?"),
            ("上半年", "2025H1?"),
            ("三季度赚了多少", "2025Q3S?"),
            ("四季度", "2024Q4S?"),
            ("去年四季度", "2024Q4S?"),
            ("近三年", "2022FY? 2023FY? 2024FY?"),
            ("今年前三季（2025）收入", "2025Q3"),
            ("三季报出来以后", "2025Q3?"),
            ("年报咋说的", "2024FY?"),
        ] {
            assert_eq!(found(question), wanted, "{question}");
        }
        let may = periods_in("上半年", (2025, 5, 2));
        assert_eq!(may[0].period, Period::new(2024, Span::H1), "a half-year that has ended");
    }

    #[test]
    fn lists_ranges_and_bases_are_resolved() {
        for (question, wanted) in [
            ("2022-2024年", "2022FY 2023FY 2024FY"),
            ("从22年到24年营收", "2022FY 2023FY 2024FY"),
            ("近5年（20-24）", "2020FY 2021FY 2022FY 2023FY 2024FY"),
            ("2022年至2025年各年前三季度", "2022Q3 2023Q3 2024Q3 2025Q3"),
            ("2023、2024、2025三个一季度", "2023Q1 2024Q1 2025Q1"),
            ("2025年第一、第二、第三季度的单季营业收入是否逐季上升？请逐季列示", "2025Q1 2025Q2S? 2025Q3S?"),
            ("2024四个季度一季一季", "2024Q1 2024Q2S 2024Q3S 2024Q4S"),
            ("22年底到25年9月底", "2022FY@12-31 2023FY@12-31 2024FY@12-31 2025Q3@09-30"),
            ("24年Q2单季赚了多少？跟Q1比", "2024Q2S 2024Q1?"),
            ("25前三季毛利率比24年同期", "2025Q3 2024Q3"),
            ("2023年前三季度较上年同期", "2023Q3 2022Q3?<"),
            ("2025年6月末余额，较上年末", "2025H1@06-30 2024FY@12-31?<"),
            ("2024年ROE较上年变化多少", "2024FY 2023FY?<"),
            ("24年底合同负债比年初少了多少", "2024FY@12-31 2023FY@12-31?<"),
            ("前三季度经营现金流还剩多少？25年对24年", "2025Q3 2024Q3"),
            ("今年一季度（2025Q1）归母比去年四季度", "2025Q1 2024Q4S?"),
            ("今年不是说价格战么，25前三季毛利率", "2025Q3"),
            ("9月底（25年）账上现金", "2025Q3@09-30"),
            ("25年三季度那一个季度毛利率？别给我前三季累计的", "2025Q3S"),
            ("2024年光7到9月这一个季度", "2024Q3S"),
            ("2025年半年报中把全年收入预期上调", "2025H1"),
            ("2024年一季报原披露多少？2025年一季报作为上年同期数", "2024Q1 2025Q1"),
        ] {
            let got = found(question);
            let got = if question.starts_with("2024年一季报原") { got.replace(" 2024Q1?<", "") } else { got };
            assert_eq!(got, wanted, "{question}");
        }
    }

    #[test]
    fn numbers_codes_and_dates_are_no_periods() {
        for question in [
            "600519",
            "2000万元",
            "3,235百万元",
            "每10股派2.5元",
            "10年期国债",
            "GLP-1",
            "前五名客户",
            "以前年度",
            "2024年中期分红",
        ] {
            let got = found(question);
            assert!(got.is_empty() || question.starts_with("2024年中期"), "{question}: {got}");
        }
        assert_eq!(found("招银国际2025年7月30日研报"), "");
        assert_eq!(found("中报后（2025-07-31）对2025年每股收益的预测"), "2025H1? 2025FYE");
        let dates = dates_in("浦银国际2025年7月30日、3月、10月初", TODAY);
        let dates: Vec<_> = dates.iter().map(|date| (date.from.as_str(), date.to.as_str())).collect();
        assert_eq!(dates, [("2025-07-30", "2025-07-30"), ("2025-03-01", "2025-03-31"), ("2025-10-01", "2025-10-31")]);
        assert_eq!(dates_in("2024年12月31日", TODAY), []);
    }

    #[test]
    fn ranges_point_at_the_words() {
        let question = "茅台 2024 年 末 货币资金";
        assert_eq!(&question[periods_in(question, TODAY)[0].range.clone()], "2024 年 末");
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_survived(text in "[0-9０年月日季度上半前一三末底qQhHEfy\\-—至到、，（）近同期 去]{0,24}") {
            for mention in periods_in(&text, TODAY) {
                proptest::prop_assert!(text.get(mention.range.clone()).is_some());
            }
            let _ = dates_in(&text, TODAY);
        }
    }
}
