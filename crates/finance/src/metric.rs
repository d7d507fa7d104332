//! The dictionary of metrics: canonical names, their synonyms, nature and unit.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use serde::Deserialize;

use crate::{
    folded::{Folded, squeeze_fold},
    unit,
};

/// Which statement prints a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nature {
    /// Over a period: cumulative amounts can be subtracted.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricMention<'a> {
    /// Which.
    pub metric: &'a Metric,
    /// Bytes of the question.
    pub range: Range<usize>,
    /// The words that name it, as asked.
    pub text: String,
    /// Everyday words (赚了多少, 卖了多少, 收入): a reader may also have meant a neighbouring metric.
    pub everyday: bool,
}

/// All metrics.
#[derive(Clone, Debug, Default)]
pub struct Metrics {
    metrics: Vec<Metric>,
    /// Label keys ([`label_key`]) to metrics.
    labels: HashMap<String, usize>,
    /// Folded question words by their first character.
    words: HashMap<char, Vec<Word>>,
}

#[derive(Clone, Debug)]
struct Word {
    chars: Vec<char>,
    meaning: Meaning,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Metric {
        index: usize,
        everyday: bool,
    },
    /// A phrase that contains a synonym and is no metric.
    Guard,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    metric: Vec<Entry>,
    guard: Guard,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guard {
    phrases: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    statement: Statement,
    nature: Nature,
    unit: String,
    #[serde(default)]
    both: Vec<String>,
    #[serde(default)]
    label: Vec<String>,
    #[serde(default)]
    query: Vec<String>,
}

static BUILTIN: LazyLock<Metrics> = LazyLock::new(|| {
    // The dictionary is part of the program; a test reads it.
    let file: File = toml::from_str(include_str!("../data/metrics.toml")).expect("the built-in dictionary is valid");
    Metrics::from_file(file)
});

impl Metrics {
    /// The dictionary that comes with the program.
    pub fn builtin() -> &'static Metrics {
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

    /// The metric that a row's label names, exactly, after numbering, 其中：, notes and unit brackets are taken off.
    pub fn of_label(&self, label: &str) -> Option<&Metric> {
        let key = label_key(label);
        self.labels.get(&key).map(|index| &self.metrics[*index])
    }

    /// The metric whose change a row's label names (`营业收入增长率`, `归母净利润同比`).
    pub fn of_change_label(&self, label: &str) -> Option<&Metric> {
        let key = label_key(label);
        CHANGE_SUFFIXES.iter().find_map(|suffix| {
            let stem = key.strip_suffix(suffix)?;
            self.labels.get(stem).map(|index| &self.metrics[*index])
        })
    }

    /// The metrics that a question names, in order: the longest words first, none overlapping.
    pub fn find_in(&self, question: &str) -> Vec<MetricMention<'_>> {
        let folded = Folded::new(question);
        let mut found: Vec<(Range<usize>, Meaning)> = Vec::new();
        for (at, c) in folded.chars.iter().enumerate() {
            for word in self.words.get(c).into_iter().flatten() {
                let range = at..at + word.chars.len();
                if folded.chars[at..].starts_with(&word.chars) && folded.is_word(&range) {
                    found.push((range, word.meaning));
                }
            }
        }
        found.sort_by(|(a, _), (b, _)| b.len().cmp(&a.len()).then(a.start.cmp(&b.start)));
        let mut taken: Vec<(Range<usize>, Meaning)> = Vec::new();
        for (range, meaning) in found {
            if taken.iter().all(|(other, _)| range.end <= other.start || other.end <= range.start) {
                taken.push((range, meaning));
            }
        }
        taken.sort_by_key(|(range, _)| range.start);
        let mention = |(range, meaning): (Range<usize>, Meaning)| match meaning {
            Meaning::Guard => None,
            Meaning::Metric { .. } if folded.is_negated(range.start) => None,
            Meaning::Metric { index, everyday } => {
                let range = folded.source(&range);
                let text = question.get(range.clone())?.to_owned();
                Some(MetricMention { metric: &self.metrics[index], range, text, everyday })
            }
        };
        taken.into_iter().filter_map(mention).collect()
    }

    /// All names and synonyms, for a tokenizer's lexicon.
    pub fn terms(&self) -> impl Iterator<Item = &str> {
        self.metrics.iter().flat_map(|metric| metric.synonyms.iter().map(String::as_str))
    }

    fn from_file(file: File) -> Self {
        let mut metrics = Metrics::default();
        for entry in file.metric {
            let index = metrics.metrics.len();
            for name in std::iter::once(&entry.name).chain(&entry.both).chain(&entry.label) {
                metrics.labels.insert(label_key(name), index);
            }
            for name in std::iter::once(&entry.name).chain(&entry.both) {
                metrics.add_word(name, Meaning::Metric { index, everyday: false });
            }
            for name in &entry.query {
                metrics.add_word(name, Meaning::Metric { index, everyday: true });
            }
            let synonyms = std::iter::once(entry.name.clone()).chain(entry.both).chain(entry.label).chain(entry.query);
            let synonyms = synonyms.collect();
            let Entry { name, statement, nature, unit, .. } =
                Entry { both: vec![], label: vec![], query: vec![], ..entry };
            metrics.metrics.push(Metric { name, statement, nature, unit, synonyms });
        }
        for phrase in &file.guard.phrases {
            metrics.add_word(phrase, Meaning::Guard);
        }
        metrics
    }

    fn add_word(&mut self, word: &str, meaning: Meaning) {
        let chars: Vec<char> = squeeze_fold(word).chars().collect();
        if let Some(first) = chars.first() {
            self.words.entry(*first).or_default().push(Word { chars, meaning });
        }
    }
}

/// Ends of a label that make it the change of an item, longest first.
const CHANGE_SUFFIXES: [&str; 22] = [
    "同比增长率",
    "同比增长比例",
    "同比变动率",
    "同比增减率",
    "同比增长",
    "同比增速",
    "同比增减",
    "同比变动",
    "同比变化",
    "的增长率",
    "年增长率",
    "增长率",
    "增长速度",
    "增速",
    "yoygrowth",
    "growthrate",
    "growth",
    "yoy",
    "同比",
    "增长",
    "增幅",
    "yoy增长",
];

/// A label reduced to what names the item: folded, without white space, numbering, 其中：/加：/减：, notes, unit and
/// explanation brackets.
pub(crate) fn label_key(label: &str) -> String {
    let plain: String =
        label.chars().filter(|c| !matches!(c, '①'..='⑳' | '*' | '＊' | '#' | '“' | '”' | '"')).collect();
    let folded = squeeze_fold(&plain);
    let mut text = folded.as_str();
    while let Some(rest) = strip_numbering(text) {
        text = rest;
    }
    let without = strip_brackets(text);
    without.trim_end_matches([':', ',', '、', '.', '-']).to_owned()
}

const LEADS: [&str; 10] = ["其中:", "其中", "减:", "加:", "减、", "加、", "其:", "包括:", "(减):", "(加):"];

/// The text without one piece of numbering or lead at its start; `None` when there is none.
fn strip_numbering(text: &str) -> Option<&str> {
    let sound = |rest: &'_ str| !rest.is_empty();
    if let Some(rest) = LEADS.iter().find_map(|lead| text.strip_prefix(lead)) {
        return Some(rest).filter(|rest| sound(rest));
    }
    if let Some(rest) = text.strip_prefix(['△', '▲', '☆', '★', '●', '·', '•', '-', '—', '+', '>']) {
        return Some(rest).filter(|rest| sound(rest));
    }
    let number = |c: char| c.is_ascii_digit() || "一二三四五六七八九十".contains(c);
    let bracketed = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    if let Some((inside, rest)) = bracketed
        && (1..=3).contains(&inside.chars().count())
        && inside.chars().all(number)
    {
        return Some(rest).filter(|rest| sound(rest));
    }
    let digits = text.chars().take_while(|c| number(*c)).count();
    let after = text.char_indices().nth(digits).map(|(at, _)| &text[at..])?;
    let rest = after.strip_prefix(['、', '.', ')', ':'])?;
    let decimal = rest.starts_with(|c: char| c.is_ascii_digit());
    ((1..=3).contains(&digits) && !decimal).then_some(rest).filter(|rest| sound(rest))
}

/// Without brackets that hold a unit, a note or an explanation; other brackets lose only their marks.
fn strip_brackets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(['(', '[', '【']) {
        out.push_str(&rest[..open]);
        let inside_on = &rest[open + rest[open..].chars().next().map_or(1, char::len_utf8)..];
        let (inside, after) = match inside_on.find([')', ']', '】']) {
            Some(close) => {
                let mark = inside_on[close..].chars().next().map_or(1, char::len_utf8);
                (&inside_on[..close], &inside_on[close + mark..])
            }
            None => (inside_on, ""),
        };
        let cut_short = after.is_empty()
            && !inside_on.contains([')', ']', '】'])
            && EXPLANATIONS.iter().any(|whole| whole.starts_with(inside));
        if !is_explanation(inside) && !cut_short {
            out.push_str(inside);
        }
        rest = after;
    }
    out.push_str(rest);
    out.retain(|c| !matches!(c, ')' | ']' | '】'));
    out
}

/// Explanations that are often cut short at the end of a cell.
const EXPLANATIONS: [&str; 5] =
    ["净亏损以-号填列", "损失以-号填列", "亏损以-号填列", "亏损总额以-号填列", "或股东权益"];

/// Is the inside of a bracket about the printing of the figure, not part of its name?
fn is_explanation(inside: &str) -> bool {
    let short_mark = inside.len() <= 2 && inside.bytes().all(|b| b.is_ascii_alphanumeric());
    let starts = ["或", "以", "注", "附注", "note", "见", "单位", "如有", "除特别"];
    let whole = [
        "经审计",
        "未经审计",
        "亏损",
        "损失",
        "净亏损",
        "reported",
        "rmb",
        "人民币",
        "+/-%",
        "合并",
        "本集团",
        "不含税",
        "含税",
    ];
    inside.is_empty()
        || short_mark
        || inside.contains("填列")
        || inside.contains("以-")
        || inside.contains("以“")
        || starts.iter().any(|start| inside.starts_with(start))
        || whole.contains(&inside)
        || unit::parse_unit(inside).is_some()
        // `百万元,人民币`, `亏损以-号填`: cut short at the end of a cell.
        || (inside.contains("亏损") && inside.contains('以'))
        || (inside.contains("损失") && inside.contains('以'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(label: &str) -> Option<&'static str> {
        Metrics::builtin().of_label(label).map(|metric| metric.name.as_str())
    }

    fn asked(question: &str) -> Vec<&'static str> {
        Metrics::builtin().find_in(question).into_iter().map(|mention| mention.metric.name.as_str()).collect()
    }

    #[test]
    fn no_synonym_is_claimed_twice() {
        let mut owner: HashMap<String, &str> = HashMap::new();
        for metric in Metrics::builtin().all() {
            for synonym in &metric.synonyms {
                let before = owner.insert(label_key(synonym), &metric.name);
                assert!(before.is_none_or(|name| name == metric.name), "{synonym}: {before:?} and {}", metric.name);
            }
        }
        assert!(owner.len() > 500, "{}", owner.len());
    }

    #[test]
    fn statement_labels_are_told_apart() {
        for (label, wanted) in [
            ("一、营业总收入", "营业总收入"),
            ("其中：营业收入", "营业收入"),
            ("一、营业收入", "营业收入"),
            ("营业收入（元）", "营业收入"),
            ("减：营业成本", "营业成本"),
            ("二、营业总成本", "营业总成本"),
            ("加：营业外收入", "营业外收入"),
            ("1.归属于母公司股东的净利润（净亏损以“-”号填列）", "归属于母公司股东的净利润"),
            ("1.归属于母公司所有者的净利润", "归属于母公司股东的净利润"),
            ("归属于上市公司股东的净利润（元）", "归属于母公司股东的净利润"),
            ("归属于上市公司股东的扣除非经常性损益的净利润（注）", "扣除非经常性损益后的归母净利润"),
            ("五、净利润（净亏损以“－”号填列）", "净利润"),
            ("2.少数股东损益（净亏损以“-”号填列）", "少数股东损益"),
            ("（一）基本每股收益(元/股)", "基本每股收益"),
            ("基本每股收益（元／股）", "基本每股收益"),
            ("投资收益（损失以“－”号填", "投资收益"),
            ("信用减值损失（损失以“-”", "信用减值损失"),
            ("1.归属于母公司股东的净利润（净", "归属于母公司股东的净利润"),
            ("三、营业利润（亏损以“－”填列）", "营业利润"),
            ("归属于母公司所有者权益（或股东权益）合计", "归属于母公司所有者权益合计"),
            ("所有者权益（或股东权益）合计", "所有者权益合计"),
            ("负债和所有者权益（或股东权益）总计", "负债和所有者权益总计"),
            ("四、汇率变动对现金及现金等价物的影响", "汇率变动对现金及现金等价物的影响"),
            ("加：期初现金及现金等价物余额", "期初现金及现金等价物余额"),
            ("经营活动产生/(使用)的现金流量净额", "经营活动产生的现金流量净额"),
            ("加权平均净资产收益率（%）", "加权平均净资产收益率"),
            ("總資產", "资产总计"),
            ("營業收入", "营业收入"),
            ("归母净利润(百万元)", "归属于母公司股东的净利润"),
            ("EPS-最新摊薄（元/股）", "基本每股收益"),
            ("EPS(摊薄)(元)", "基本每股收益"),
            ("Revenue (RMB mn)", "营业收入"),
            ("股东权益合计", "所有者权益合计"),
        ] {
            assert_eq!(name(label), Some(wanted), "{label}");
        }
        for label in ["", "其中：", "其他", "营业收入增长率", "合计", "茅台酒", "利息", "1", "（一）", "主营业务"]
        {
            assert_eq!(name(label), None, "{label}");
        }
    }

    #[test]
    fn change_labels_name_their_item() {
        let changed = |label| Metrics::builtin().of_change_label(label).map(|metric| metric.name.as_str());
        assert_eq!(changed("营业收入增长率"), Some("营业收入"));
        assert_eq!(changed("归母净利润同比（%）"), Some("归属于母公司股东的净利润"));
        assert_eq!(changed("收入同比（%）"), Some("营业收入"));
        assert_eq!(changed("增长率(%)"), None);
    }

    #[test]
    fn questions_name_metrics_without_confusion() {
        for (question, wanted) in [
            ("2024年营业收入是多少元？同比增长多少？", vec!["营业收入"]),
            ("营业总收入和营业收入差多少", vec!["营业总收入", "营业收入"]),
            ("營業外收入", vec!["营业外收入"]),
            ("归属于上市公司股东的净利润", vec!["归属于母公司股东的净利润"]),
            ("归母、扣非和净利润", vec!["归属于母公司股东的净利润", "扣除非经常性损益后的归母净利润", "净利润"]),
            ("扣非归母净利润", vec!["扣除非经常性损益后的归母净利润"]),
            ("经营活动产生的现金流量净额", vec!["经营活动产生的现金流量净额"]),
            ("搞投资这块现金净流出了多少", vec!["投资活动产生的现金流量净额"]),
            ("融资性现金流", vec!["筹资活动产生的现金流量净额"]),
            ("研发费用和研发投入", vec!["研发费用", "研发投入"]),
            ("ROE是多少", vec!["加权平均净资产收益率"]),
            ("net profit and EPS of heroes", vec!["净利润", "基本每股收益"]),
            ("账上有多少钱", vec!["货币资金"]),
            ("砸了多少钱搞研发", vec!["研发投入"]),
            ("毛利率比毛利", vec!["毛利率", "毛利"]),
            ("利润表怎么看", vec![]),
            ("归母净利率", vec!["归母净利率"]),
            ("每股赚多少", vec!["基本每股收益"]),
            ("赚了多少钱", vec!["净利润"]),
            ("其中：营业收入一项是多少？不要营业总收入。", vec!["营业收入"]),
            ("利润和利润率", vec!["净利润"]),
        ] {
            assert_eq!(asked(question), wanted, "{question}");
        }
        let mentions = Metrics::builtin().find_in("今年卖了多少钱");
        assert!(mentions[0].everyday && mentions[0].text == "卖了多少钱");
    }

    #[test]
    fn every_canonical_name_finds_itself() {
        for metric in Metrics::builtin().all() {
            assert_eq!(name(&metric.name), Some(metric.name.as_str()));
            assert_eq!(asked(&metric.name), [metric.name.as_str()]);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_survived_and_ranges_are_sound(text in "[营业收入净利润归母扣非（）()\\[以号 aE]{0,20}") {
            let _ = Metrics::builtin().of_label(&text);
            for mention in Metrics::builtin().find_in(&text) {
                proptest::prop_assert_eq!(text.get(mention.range.clone()), Some(mention.text.as_str()));
            }
        }
    }
}
