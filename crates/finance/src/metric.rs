//! The dictionary of metrics: canonical names, their synonyms, nature and unit.

use std::ops::Range;

/// Which statement prints a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Statement {
    /// 利润表.
    Income,
    /// 资产负债表.
    Balance,
    /// 现金流量表.
    Cashflow,
    /// 主要财务指标, computed ratios.
    Indicator,
    /// Anything else (员工人数, 目标价).
    Other,
}

/// How a metric behaves in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// Over a period: amounts of periods can be subtracted.
    Flow,
    /// At a day.
    Stock,
    /// A ratio: changes are percentage points.
    Ratio,
    /// An amount per share over a period.
    PerShare,
}

/// A canonical metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// The canonical name.
    pub name: String,
    /// Which statement prints it.
    pub statement: Statement,
    /// How it behaves in time.
    pub nature: Nature,
    /// Base unit: 元, %, 元/股, 户, 人, …; empty for words.
    pub unit: String,
    /// All synonyms as written in the dictionary, the canonical name first.
    pub synonyms: Vec<String>,
}

/// A metric named in a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MetricMention<'a> {
    /// Which.
    pub metric: &'a Metric,
    /// First byte in the question.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The words that name it.
    pub text: &'a str,
}

/// All metrics.
#[derive(Clone, Debug, Default)]
pub struct Metrics {
    metrics: Vec<Metric>,
}

impl Metrics {
    /// The dictionary that comes with the program.
    pub fn builtin() -> &'static Metrics {
        static BUILTIN: std::sync::LazyLock<Metrics> = std::sync::LazyLock::new(Metrics::default);
        &BUILTIN
    }

    /// The metric of that canonical name.
    pub fn by_name(&self, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    /// All metrics in the order of the dictionary.
    pub fn all(&self) -> &[Metric] {
        &self.metrics
    }

    /// The metric of a row's label.
    pub fn of_label(&self, label: &str) -> Option<&Metric> {
        self.by_name(label)
    }

    /// The metrics that a question names, in order.
    pub fn find_in<'a>(&'a self, question: &'a str) -> Vec<MetricMention<'a>> {
        let _ = question;
        Vec::new()
    }

    /// All synonyms.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.metrics.iter().flat_map(|metric| metric.synonyms.iter().map(String::as_str))
    }
}

/// Bytes of a mention.
impl MetricMention<'_> {
    /// Bytes of the question.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}
