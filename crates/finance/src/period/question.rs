//! The periods that a question names, resolved against a given day.

use std::ops::Range;

use doc::Period;

use super::Day;

/// A period named in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodMention {
    /// Which.
    pub period: Period,
    /// The day, where a balance date is meant (年末, 6月末, 12月31日), `YYYY-MM-DD`.
    pub as_of: Option<String>,
    /// Bytes of the question.
    pub range: Range<usize>,
    /// Was a part of it (year, count of years) taken from today or from another mention?
    pub assumed: bool,
    /// A forecast is meant (`2025E`, 2025年预测).
    pub forecast: bool,
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

/// All periods that a question names, in order.
pub fn periods_in(question: &str, today: Day) -> Vec<PeriodMention> {
    let _ = (question, today);
    Vec::new()
}

/// Calendar dates and months of a question that are no ends of periods.
pub fn dates_in(question: &str, today: Day) -> Vec<DateMention> {
    let _ = (question, today);
    Vec::new()
}

/// Does the question ask for the latest there is (最新, 最近一期, 目前, 现在)?
pub fn asks_latest(question: &str) -> bool {
    ["最新", "最近一期", "目前", "现在", "当前"].iter().any(|word| question.contains(word))
}
