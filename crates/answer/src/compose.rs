//! Words of answers, in Chinese, from figures and quotes.

use finance::metric::{Metrics, Nature};
use retrieve::{Plan, QuestionKind, facts::CHANGE};
use rust_decimal::Decimal;

use crate::reply::Figure;

/// One sentence a figure; a change stands with the figure it belongs to.
pub fn figures(plan: &Plan, figures: &[Figure]) -> String {
    let mut sentences: Vec<String> = Vec::new();
    for figure in figures.iter().filter(|figure| figure.derived.is_some()) {
        sentences.push(derived(figure));
    }
    for figure in figures.iter().filter(|figure| figure.derived.is_none() && !figure.metric.ends_with(CHANGE)) {
        let change = figures.iter().find(|other| {
            other.metric == format!("{}{CHANGE}", figure.metric)
                && other.period == figure.period
                && other.company == figure.company
        });
        sentences.push(sentence(figure, change));
    }
    if sentences.is_empty() {
        sentences.extend(figures.iter().map(|figure| sentence(figure, None)));
    }
    if let Some(verdict) = comparison(plan, figures) {
        sentences.push(verdict);
    }
    sentences.extend(assumed(plan));
    sentences.join("\n")
}

/// What was taken for granted, as a line of its own.
pub fn assumed(plan: &Plan) -> Option<String> {
    (!plan.assumed.is_empty()).then(|| format!("（{}）", plan.assumed.join("；")))
}

fn sentence(figure: &Figure, change: Option<&Figure>) -> String {
    let metric = if figure.metric.is_empty() { &figure.label } else { &figure.metric };
    let time = match figure.period {
        Some(period) if !figure.as_of.is_empty() => format!("{}（截至{}）", period.label(), figure.as_of),
        Some(period) => period.label(),
        None => String::new(),
    };
    let mut marks = vec![figure.scope.label()];
    if figure.forecast {
        marks.push("预测数");
    }
    if figure.restated {
        marks.push("调整后");
    }
    let sign = sign_note(figure);
    if !sign.is_empty() {
        marks.push(sign);
    }
    let change = change.map(|change| format!("，同比变动{}", value(change))).unwrap_or_default();
    format!("{}{time}{metric}：{}{change}（{}）[{}]", figure.company, value(figure), marks.join("，"), figure.citation)
}

/// What a negative value of a metric means, in words.
fn sign_note(figure: &Figure) -> &'static str {
    if !figure.value.is_sign_negative() || figure.value.is_zero() {
        return "";
    }
    let metric = figure.metric.as_str();
    let flow = Metrics::builtin().by_name(metric).is_some_and(|metric| metric.nature == Nature::Flow);
    if metric == "财务费用" {
        "负数，即净收益"
    } else if flow && metric.contains("利润") {
        "负数，即亏损"
    } else if flow && metric.ends_with("现金流量净额") {
        "负数，即净流出"
    } else {
        ""
    }
}

/// A computed figure with its formula.
fn derived(figure: &Figure) -> String {
    let formula = figure.derived.as_ref().map(|derived| derived.formula.as_str()).unwrap_or_default();
    let time = figure.period.map(|period| period.label()).unwrap_or_default();
    format!(
        "{}{time}{}：{}{}（计算：{formula}）[{}]",
        figure.company,
        figure.label,
        figure.value.normalize(),
        figure.unit,
        figure.citation
    )
}

/// As printed, with its base unit where the print leaves it to the table's head.
pub fn value(figure: &Figure) -> String {
    let raw = figure.raw.trim();
    if raw.ends_with('%') || raw.contains("百分点") || raw.chars().last().is_some_and(|c| c.is_alphabetic()) {
        return raw.to_owned();
    }
    let printed = figure.value.normalize().to_string();
    let plain: String = raw.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    let same_scale = plain.parse::<Decimal>().is_ok_and(|plain| plain == figure.value.abs());
    if same_scale {
        format!("{raw}{}", figure.unit)
    } else {
        format!("{raw}（即{}{}）", grouped(&printed), figure.unit)
    }
}

/// With thousands marks.
fn grouped(number: &str) -> String {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    match fraction {
        Some(fraction) => format!("{sign}{grouped}.{fraction}"),
        None => format!("{sign}{grouped}"),
    }
}

/// Which of several companies has more, when exactly one comparable figure of each is there.
fn comparison(plan: &Plan, figures: &[Figure]) -> Option<String> {
    let amounts: Vec<&Figure> =
        figures.iter().filter(|figure| figure.derived.is_none() && !figure.metric.ends_with(CHANGE)).collect();
    let [first, rest @ ..] = amounts.as_slice() else { return None };
    let comparable = rest
        .iter()
        .all(|other| other.metric == first.metric && other.unit == first.unit && other.period == first.period);
    let several = rest.iter().any(|other| other.company != first.company);
    if plan.kind != QuestionKind::Comparison || !comparable || !several || plan.companies.len() != amounts.len() {
        return None;
    }
    let highest = amounts.iter().max_by_key(|figure| figure.value)?;
    Some(format!("其中{}较高。", highest.company))
}

/// How figures were found, in a sentence.
pub fn figures_summary(plan: &Plan, figures: &[Figure]) -> String {
    format!("按指标（{}）、期间与口径在已抽取的报表数据中定位到{}个单元格。", plan.metrics.join("、"), figures.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_in_millions_is_never_shown_as_yuan() {
        let fact = doc::Fact {
            metric: String::new(),
            label: String::new(),
            period: None,
            as_of: String::new(),
            scope: doc::Scope::Consolidated,
            value: Decimal::from(492_000_000),
            unit: "元".to_owned(),
            raw: "492".to_owned(),
            unit_printed: "百万元".to_owned(),
            page: doc::PageIndex(0),
            bbox: doc::Rect::default(),
            table: 0,
            row: 0,
            column: 0,
            column_header: String::new(),
            basis: doc::Basis::AsReported,
            forecast: true,
            suspect: Vec::new(),
        };
        let figure = Figure::printed(&fact, &doc::Identity::default(), "492", 1);
        assert_eq!(value(&figure), "492（即492,000,000元）");
        let whole = Figure { value: Decimal::from(492), ..figure };
        assert_eq!(value(&whole), "492元");
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped("-1994020000"), "-1,994,020,000");
        assert_eq!(grouped("12.5"), "12.5");
        assert_eq!(grouped("123456"), "123,456");
    }
}
