//! What a column of a table holds, from its header and the document's own period.

use doc::{Basis, DocKind, Identity, Period, Scope, Span};

use super::{Day, periods_in, question::bare_part};
use crate::{
    folded::squeeze_fold,
    unit::{self, Unit},
};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnMeaning {
    /// Amounts, changes, notes, ….
    pub role: Role,
    /// The period its figures are about; `None` where the header does not say.
    pub period: Option<Period>,
    /// For balances: the day, `YYYY-MM-DD`.
    pub as_of: Option<String>,
    /// Before or after a restatement.
    pub basis: Basis,
    /// A forecast column (`2025E`)?
    pub forecast: bool,
    /// 合并 or 母公司, where the header says so.
    pub scope: Option<Scope>,
    /// The unit printed in the header.
    pub unit: Option<Unit>,
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Figures of the row's item.
    Amount,
    /// Changes in per cent.
    ChangePercent,
    /// Changes in percentage points.
    ChangePoints,
    /// Shares of a total, margins and other ratios of the row's item.
    ShareOfTotal,
    /// Note numbers, remarks.
    Note,
    /// Row labels.
    Label,
    /// Anything else.
    Other,
}

/// Reads a column header (levels joined by `/`) of a document with this identity.
///
/// 上年同期 of a third-quarter report is the nine months here; [`column_meanings`] also looks at the columns before it.
pub fn column_meaning(header: &str, identity: &Identity) -> ColumnMeaning {
    read(header, identity, None)
}

/// Reads the headers of neighbouring columns, left to right: in a third-quarter report a 上年同期 belongs to the
/// 本报告期 or 年初至报告期末 that stands before it.
pub fn column_meanings<S: AsRef<str>>(headers: &[S], identity: &Identity) -> Vec<ColumnMeaning> {
    let mut leader = None;
    let mut meanings = Vec::with_capacity(headers.len());
    for header in headers {
        let folded = squeeze_fold(header.as_ref());
        if let Some(span) = leading_span(&folded, identity) {
            leader = Some(span);
        }
        meanings.push(read(header.as_ref(), identity, leader));
    }
    // 公司 beside 合并 is the parent company.
    let level = |header: &S, word: &str| squeeze_fold(header.as_ref()).split('/').any(|level| level == word);
    if headers.iter().any(|header| squeeze_fold(header.as_ref()).contains("合并")) {
        for (_, meaning) in headers.iter().zip(&mut meanings).filter(|(header, _)| level(header, "公司")) {
            meaning.scope = Some(Scope::Parent);
        }
    }
    meanings
}

/// The span that a 本报告期 or 年初至报告期末 column stands for and hands on to the 上年同期 column after it.
fn leading_span(folded: &str, identity: &Identity) -> Option<Span> {
    let span = identity.period?.span;
    if folded.contains("年初至") {
        return Some(span);
    }
    let own = folded.contains("本报告期") && !folded.contains("本报告期末");
    own.then(|| if span == Span::Q3 { Span::Q3Single } else { span })
}

fn read(header: &str, identity: &Identity, leader: Option<Span>) -> ColumnMeaning {
    let folded = squeeze_fold(header);
    let unit = header.split('\n').find_map(unit::unit_in_label).map(|(unit, _)| unit);
    let role = role_of(&folded, unit.as_ref());
    let mut meaning = ColumnMeaning {
        role,
        period: None,
        as_of: None,
        basis: Basis::AsReported,
        forecast: false,
        scope: scope_of(&folded),
        unit,
    };
    let says = |words: &[&str]| words.iter().any(|word| folded.contains(word));
    if role == Role::Amount && says(&["调整后", "重述后", "经重述", "restated"]) {
        meaning.basis = Basis::AsRestated;
    } else if role == Role::Amount && says(&["调整前", "重述前"]) {
        meaning.basis = Basis::BeforeRestatement;
    }
    let explicit = explicit_period(&folded, identity, role);
    let relative = || {
        let (period, as_of) = relative_period(&folded, identity, leader, role)?;
        // 本期金额（7-9月）: the part is printed, the year is the word's.
        let part = bare_part(&folded).filter(|_| as_of.is_none());
        Some((part.map_or(period, |span| Period::new(period.year, span)), as_of))
    };
    if let Some((period, as_of, forecast)) =
        explicit.or_else(|| relative().map(|(period, as_of)| (period, as_of, false)))
    {
        meaning.period = Some(period);
        meaning.as_of = as_of;
        meaning.forecast = forecast;
    }
    meaning
}

const LABELS: [&str; 22] = [
    "项目",
    "科目",
    "指标",
    "名称",
    "主要会计数据",
    "主要财务指标",
    "主要财务数据",
    "会计科目",
    "item",
    "items",
    "会计项目",
    "序号",
    "类别",
    "种类",
    "分行业",
    "分产品",
    "分地区",
    "产品",
    "行业",
    "地区",
    "单位名称",
    "财务指标",
];
const NOTES: [&str; 11] =
    ["附注", "注释", "备注", "说明", "原因", "note", "notes", "注", "描述", "情况说明", "简要说明"];
const CHANGES: [&str; 24] = [
    "增减",
    "变动幅度",
    "变动比例",
    "变动率",
    "变动(",
    "同比",
    "环比",
    "增长率",
    "增幅",
    "增速",
    "变化率",
    "变化幅度",
    "yoy",
    "qoq",
    "比上年",
    "较上年",
    "比上期",
    "较上期",
    "比期初",
    "较期初",
    "升降",
    "+/-",
    "变动百分比",
    "growth",
];
const DIFFERENCES: [&str; 6] = ["变动金额", "变动额", "增减额", "增减金额", "增加额", "差额"];
const SHARES: [&str; 10] =
    ["占比", "比重", "比例", "毛利率", "占营业收入", "占总", "share", "margin", "持股比例", "占净资产"];

fn role_of(folded: &str, unit: Option<&Unit>) -> Role {
    let any = |words: &[&str]| words.iter().any(|word| folded.contains(word));
    let whole = |words: &[&str]| folded.split('/').any(|level| words.contains(&level));
    if any(&["原因", "说明", "备注"]) || whole(&NOTES) {
        Role::Note
    } else if any(&DIFFERENCES) {
        Role::Other
    } else if any(&CHANGES) {
        let points = folded.contains("百分点") || unit.is_some_and(|unit| unit.base == "百分点");
        if points { Role::ChangePoints } else { Role::ChangePercent }
    } else if any(&SHARES) {
        Role::ShareOfTotal
    } else if whole(&LABELS) {
        Role::Label
    } else {
        Role::Amount
    }
}

fn is_change(role: Role) -> bool {
    matches!(role, Role::ChangePercent | Role::ChangePoints)
}

fn scope_of(folded: &str) -> Option<Scope> {
    if folded.contains("母公司") || folded.contains("本公司") {
        Some(Scope::Parent)
    } else if folded.contains("合并") || folded.contains("本集团") {
        Some(Scope::Consolidated)
    } else {
        None
    }
}

/// A day after every document: parts without a year are never taken from it, only printed years count.
const FAR_DAY: Day = (2999, 12, 31);

/// A period that the header itself names, with the day for a balance, and whether it is a forecast.
fn explicit_period(folded: &str, identity: &Identity, role: Role) -> Option<(Period, Option<String>, bool)> {
    if let Some(found) = english_date(folded) {
        return Some(found);
    }
    if is_american_day(folded) || folded.contains("weeksended") || folded.contains("monthsended") {
        return None;
    }
    let own_year = identity.period.map(|period| period.year);
    let mentions = periods_in(folded, FAR_DAY);
    let mut printed = mentions.into_iter().filter(|mention| mention.period.year < FAR_DAY.0 - YEARS_AHEAD_MAX);
    let found = if is_change(role) { printed.next() } else { printed.next_back() };
    if let Some(mention) = found {
        let start = folded.contains("1月1日") || folded.contains("01-01");
        let as_of = match mention.as_of {
            Some(_) if start => Some(format!("{:04}-01-01", mention.period.year + 1)),
            as_of => as_of,
        };
        let worded = folded.contains("预测") || folded.contains("预计");
        return Some((mention.period, as_of, mention.forecast || worded));
    }
    // 第一季度（1-3月份） of an annual report is a part of its own year.
    let relative = ["本报告期", "年初", "上年", "本期", "上期", "期末", "期初", "去年", "年末", "本年", "同期"]
        .iter()
        .any(|word| folded.contains(word));
    if relative {
        return None;
    }
    let part = periods_in(folded, FAR_DAY).into_iter().next()?;
    let year = own_year?;
    let period = Period::new(year, part.period.span);
    Some((period, part.as_of.map(|_| period.end_date()), false))
}

/// Forecasts reach this far; a year beyond was made up from [`FAR_DAY`].
const YEARS_AHEAD_MAX: i32 = 100;

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// `31december2024`, `december31,2024`, `dec-24`; `threemonthsendedjune30,2022` is that quarter.
fn english_date(folded: &str) -> Option<(Period, Option<String>, bool)> {
    let (month, at) = MONTHS.iter().enumerate().find_map(|(month, name)| Some((month + 1, folded.find(name)?)))?;
    let says = |words: &[&str]| words.iter().any(|word| folded.contains(word));
    let quarter = says(&["threemonths", "3monthsended", "quarterended", "thirteenweeks", "13weeks"]);
    let other_length = says(&["weeksended", "monthsended", "weeks"])
        && !says(&["sixmonths", "ninemonths", "twelvemonths", "6monthsended", "9monthsended", "12monthsended"]);
    let span = match (month, quarter) {
        (3, _) => Span::Q1,
        (6, true) => Span::Q2Single,
        (6, false) => Span::H1,
        (9, true) => Span::Q3Single,
        (9, false) => Span::Q3,
        (12, true) => Span::Q4Single,
        (12, false) => Span::FY,
        _ => return None,
    };
    let year = folded[at..].split(|c: char| !c.is_ascii_digit()).find_map(|digits| match digits.len() {
        4 => digits.parse().ok(),
        2 if folded[at..].contains(['-', '\'']) => digits.parse::<i32>().ok().map(|year| year + 2000),
        _ => None,
    })?;
    let period = (1980..2100).contains(&year).then(|| Period::new(year, span)).filter(|_| quarter || !other_length)?;
    let as_of = (!quarter && !folded.contains("ended")).then(|| period.end_date());
    Some((period, as_of, false))
}

/// `3/19/2022`: a day that may end no period of the calendar.
fn is_american_day(folded: &str) -> bool {
    folded.split('/').filter(|part| !part.is_empty()).count() >= 3
        && folded.split('/').all(|part| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()))
}

/// 本期, 上年同期, 期末, 期初 and their like, counted from the document's own period.
fn relative_period(
    folded: &str,
    identity: &Identity,
    leader: Option<Span>,
    role: Role,
) -> Option<(Period, Option<String>)> {
    let own = identity.period?;
    let any = |words: &[&str]| words.iter().any(|word| folded.contains(word));
    let year_start = Period::new(own.year - 1, Span::FY);
    let third_quarter = identity.kind == DocKind::QuarterlyReport && own.span == Span::Q3;
    // What a change column is about stands first in it: 本报告期末比上年度末增减.
    if any(&["本报告期末", "本期期末", "本期末", "本年末", "本年期末"]) {
        return Some((own, Some(own.end_date())));
    }
    if any(&["年初至", "年初到"]) {
        return Some((own, None));
    }
    if folded.contains("本报告期") || folded.contains("报告期内") {
        let span = if third_quarter { Span::Q3Single } else { own.span };
        return Some((Period::new(own.year, span), None));
    }
    if any(&["本期", "本年", "当期", "本年度", "本季"]) && !any(&["期初", "年初"]) {
        return Some((own, None));
    }
    if is_change(role) && any(&["比上年", "较上年", "比上期", "较上期", "同比"]) {
        return Some((own, None));
    }
    if any(&[
        "期初",
        "年初",
        "上年末",
        "上年年末",
        "上年度末",
        "上期期末",
        "上期末",
        "上年期末",
        "上年度期末",
        "去年末",
    ]) {
        return Some((year_start, Some(year_start.end_date())));
    }
    if any(&["上年同期末"]) {
        let before = own.year_before();
        return Some((before, Some(before.end_date())));
    }
    if any(&["上年同期", "去年同期", "上期", "上年", "同期", "去年"]) {
        let span = leader.filter(|_| third_quarter && folded.contains("同期")).unwrap_or(own.span);
        return Some((Period::new(own.year - 1, span), None));
    }
    if any(&["期末", "年末"]) {
        return Some((own, Some(own.end_date())));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(kind: DocKind, period: &str) -> Identity {
        Identity { kind, period: period.parse().ok(), ..Identity::default() }
    }

    /// Role, period and day in short.
    fn short(meaning: &ColumnMeaning) -> String {
        let mut text = format!("{:?}", meaning.role);
        if let Some(period) = meaning.period {
            text.push_str(&format!(" {period}"));
        }
        if let Some(day) = &meaning.as_of {
            text.push_str(&format!("@{day}"));
        }
        if meaning.basis != Basis::AsReported {
            text.push_str(&format!(" {:?}", meaning.basis));
        }
        if meaning.forecast {
            text.push('E');
        }
        text
    }

    fn check(kind: DocKind, period: &str, cases: &[(&str, &str)]) {
        let identity = identity(kind, period);
        for (header, wanted) in cases {
            assert_eq!(short(&column_meaning(header, &identity)), *wanted, "{header} in {period}");
        }
    }

    #[test]
    fn annual_reports() {
        check(
            DocKind::AnnualReport,
            "2024FY",
            &[
                ("本期发生额", "Amount 2024FY"),
                ("上期发生额", "Amount 2023FY"),
                ("本期金额", "Amount 2024FY"),
                ("2024年度", "Amount 2024FY"),
                ("2024年", "Amount 2024FY"),
                ("2023年/调整后", "Amount 2023FY AsRestated"),
                ("2023年/调整前", "Amount 2023FY BeforeRestatement"),
                ("本期比上年同期增减(%)", "ChangePercent 2024FY"),
                ("本年比上年增减", "ChangePercent 2024FY"),
                ("本期末比上年同期末增减（%）", "ChangePercent 2024FY@2024-12-31"),
                ("2024年末", "Amount 2024FY@2024-12-31"),
                ("期末余额", "Amount 2024FY@2024-12-31"),
                ("期初余额", "Amount 2023FY@2023-12-31"),
                ("年初余额", "Amount 2023FY@2023-12-31"),
                ("年末余额", "Amount 2024FY@2024-12-31"),
                ("上年年末余额", "Amount 2023FY@2023-12-31"),
                ("2024年12月31日", "Amount 2024FY@2024-12-31"),
                ("2024年1月1日", "Amount 2023FY@2024-01-01"),
                ("第一季度/（1-3月份）", "Amount 2024Q1"),
                ("第二季度（4-6月份）", "Amount 2024Q2S"),
                ("第四季度\n（10-12月份）", "Amount 2024Q4S"),
                ("本期占营业收入比例（%）", "ShareOfTotal 2024FY"),
                ("毛利率（%）", "ShareOfTotal"),
                ("营业收入比上年增减（%）", "ChangePercent 2024FY"),
                ("毛利率比上年增减（百分点）", "ChangePoints 2024FY"),
                ("附注", "Note"),
                ("项目", "Label"),
                ("情况说明", "Note"),
                ("本期期末数", "Amount 2024FY@2024-12-31"),
                ("上期期末数", "Amount 2023FY@2023-12-31"),
                ("31 December 2024", "Amount 2024FY@2024-12-31"),
                ("Three Months Ended June 30,/2022", "Amount 2022Q2S"),
                ("Year Ended December 31,/2022", "Amount 2022FY"),
                ("12 Weeks Ended/3/19/2022", "Amount"),
                ("3/19/2022", "Amount"),
            ],
        );
    }

    #[test]
    fn half_year_and_quarter_reports() {
        check(
            DocKind::SemiannualReport,
            "2024H1",
            &[
                ("本报告期（1－6月）", "Amount 2024H1"),
                ("上年同期", "Amount 2023H1"),
                ("本报告期末", "Amount 2024H1@2024-06-30"),
                ("上年度末", "Amount 2023FY@2023-12-31"),
                ("2024年半年度", "Amount 2024H1"),
                ("2024年6月30日", "Amount 2024H1@2024-06-30"),
                ("期末余额", "Amount 2024H1@2024-06-30"),
                ("本报告期末比上年度末增减（%）", "ChangePercent 2024H1@2024-06-30"),
            ],
        );
        check(
            DocKind::QuarterlyReport,
            "2023Q3",
            &[
                ("本报告期", "Amount 2023Q3S"),
                ("年初至报告期末", "Amount 2023Q3"),
                ("本期发生额", "Amount 2023Q3"),
                ("上期发生额", "Amount 2022Q3"),
                ("本报告期比上年同期增减变动幅度(%)", "ChangePercent 2023Q3S"),
                ("年初至报告期末比上年同期增减变动幅度(%)", "ChangePercent 2023Q3"),
                ("本报告期末", "Amount 2023Q3@2023-09-30"),
                ("2023年前三季度（1-9月）", "Amount 2023Q3"),
                ("2023年1月1日", "Amount 2022FY@2023-01-01"),
                ("本期金额（7-9月）", "Amount 2023Q3S"),
                ("上期金额（7-9月）", "Amount 2022Q3S"),
                ("年初至报告期期末金额（1-9月）", "Amount 2023Q3"),
            ],
        );
        check(
            DocKind::QuarterlyReport,
            "2025Q1",
            &[
                ("本报告期", "Amount 2025Q1"),
                ("上年同期/调整前", "Amount 2024Q1 BeforeRestatement"),
                ("上年度末/调整后", "Amount 2024FY@2024-12-31 AsRestated"),
                ("本报告期比上年同期增减（%）/调整后", "ChangePercent 2025Q1"),
                ("2025年第一季度", "Amount 2025Q1"),
            ],
        );
    }

    #[test]
    fn the_comparative_follows_the_column_before_it() {
        let headers = [
            "项目",
            "本报告期",
            "上年同期",
            "本报告期比上年同期增减",
            "年初至报告期末",
            "上年同期",
            "年初至报告期末比上年同期增减",
        ];
        let meanings = column_meanings(&headers, &identity(DocKind::QuarterlyReport, "2023Q3"));
        let periods: Vec<String> =
            meanings.iter().map(|m| m.period.map(|p| p.to_string()).unwrap_or_default()).collect();
        assert_eq!(periods, ["", "2023Q3S", "2022Q3S", "2023Q3S", "2023Q3", "2022Q3", "2023Q3"]);
    }

    #[test]
    fn brokers_columns() {
        check(
            DocKind::ResearchReport,
            "",
            &[
                ("2025E", "Amount 2025FYE"),
                ("2024A", "Amount 2024FY"),
                ("FY25E", "Amount 2025FYE"),
                ("2023", "Amount 2023FY"),
                ("2025年预测", "Amount 2025FYE"),
                ("1H25", "Amount 2025H1"),
                ("同比%", "ChangePercent"),
                ("YoY", "ChangePercent"),
                ("占营业收入比例(%)", "ShareOfTotal"),
                ("25Q1", "Amount 2025Q1"),
                ("25Q1-3", "Amount 2025Q3"),
                ("2025Q1-Q3", "Amount 2025Q3"),
            ],
        );
    }

    #[test]
    fn units_and_scopes_of_headers() {
        let annual = identity(DocKind::AnnualReport, "2024FY");
        let unit = |header: &str| column_meaning(header, &annual).unit.map(|unit| (unit.base, unit.scale.to_string()));
        assert_eq!(unit("金额（万元）"), Some(("元".to_owned(), "10000".to_owned())));
        assert_eq!(unit("本期比上年同期增减(%)"), Some(("%".to_owned(), "1".to_owned())));
        assert_eq!(column_meaning("母公司/2024年度", &annual).scope, Some(Scope::Parent));
        assert_eq!(column_meaning("合并/2024年度", &annual).scope, Some(Scope::Consolidated));
        let both = column_meanings(&["项目", "合并/2024年度", "公司/2024年度"], &annual);
        assert_eq!(
            both.iter().map(|meaning| meaning.scope).collect::<Vec<_>>(),
            [None, Some(Scope::Consolidated), Some(Scope::Parent)]
        );
    }

    proptest::proptest! {
        #[test]
        fn any_header_is_survived(header in "[0-9年月日本上期末初/（）()%A-Fa-f ]{0,20}") {
            let _ = column_meaning(&header, &identity(DocKind::AnnualReport, "2024FY"));
        }
    }
}
