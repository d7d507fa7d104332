//! Question → plan, by rules: companies, periods, metrics, scope, sources, kind of question.

use doc::{DocKind, Scope, text::fold};
use finance::{broker, metric::Metrics, period};

use crate::{
    Library,
    plan::{Date, Filters, Plan, PlanCompany, QuestionKind, Source},
    terms,
};

/// Reads a question. `today` is the day that relative words count from.
pub fn understand(question: &str, filters: &Filters, library: &Library, today: Date) -> Plan {
    let folded = fold(question);
    let mut plan = Plan::default();
    let mut taken: Vec<std::ops::Range<usize>> = Vec::new();
    find_companies(question, filters, library, &mut plan, &mut taken);
    find_periods(question, today, &mut plan, &mut taken);
    for mention in period::dates_in(question, today) {
        plan.dates.push((mention.from, mention.to));
        taken.push(mention.range);
    }
    find_sources(question, library, &mut plan, &mut taken);
    let metrics = find_metrics(question, &mut plan);
    plan.scope_said = says(&folded, &["母公司", "合并"]);
    // “归属于母公司” names an owner of profit, not whose statements.
    let parent = folded.replace("归属于母公司", "").replace("归母", "").contains("母公司");
    plan.scope = if parent { Scope::Parent } else { Scope::Consolidated };
    plan.before_restatement = says(&folded, &["调整前", "调整之前", "重述前", "重述之前", "原披露", "原来披露"]);
    plan.wants_change = says(
        &folded,
        &[
            "同比",
            "增长多少",
            "变动",
            "变化",
            "增减",
            "增速",
            "增幅",
            "较上年",
            "比上年",
            "降了多少",
            "涨了多少",
            "掉了多少",
        ],
    );
    plan.wants_reason = says(&folded, REASON_WORDS);
    plan.wants_words = says(&folded, WORD_QUESTIONS) && !says(&folded, FIGURE_QUESTIONS);
    plan.wanted_unit = wanted_unit(&folded);
    plan.wants_share = plan.metrics.len() >= 2
        && folded.contains('占')
        && says(&folded, &["比例", "比重", "百分之", "几成", "比率", "占比"]);
    plan.language = if folded.contains("英文") { "en" } else { "" };
    plan.latest = period::asks_latest(question);
    plan.kinds = kinds_in(&folded);
    plan.kind = kind_of(&folded, &plan);
    taken.extend(negated(question));
    taken.extend(metrics);
    plan.phrases = terms::phrases(&without(question, &taken));
    // The metric's own name stands for whatever words named it.
    plan.phrases.extend(plan.metrics.iter().cloned());
    plan.subject = terms::subject(&without(question, &taken));
    plan.variants = terms::variants(question);
    if plan.companies.is_empty() && filters.companies.is_empty() && filters.codes.is_empty() {
        plan.unknown_company =
            library.companies.unknown_company_in(question).and_then(|range| question.get(range)).map(str::to_owned);
    }
    plan
}

const REASON_WORDS: &[&str] =
    &["为什么", "为何", "原因", "怎么会", "咋", "什么导致", "因为什么", "怎么回事", "怎么少", "怎么多"];
const WORD_QUESTIONS: &[&str] = &["哪家", "哪一家", "哪个", "哪些", "哪几", "谁", "什么", "哪里", "哪儿", "名称", "叫"];
const FIGURE_QUESTIONS: &[&str] = &["多少", "几个", "几成", "几家", "比例", "更高", "更低", "金额", "数量"];
const ADVICE_WORDS: &[&str] = &[
    "能买吗",
    "该买",
    "值得买",
    "能不能买",
    "要不要买",
    "该不该买",
    "该卖",
    "要不要卖",
    "能不能上车",
    "上车",
    "建仓",
    "加仓",
    "减仓",
    "清仓",
    "抄底",
    "值得投资",
    "值得入手",
    "推荐买",
    "适合买",
    "可以买",
];
const PREDICTION_WORDS: &[&str] =
    &["股价会", "会涨", "会跌", "涨到多少", "跌到多少", "明天涨", "股价预测", "能涨", "翻倍吗", "涨停"];
const COMPARE_WORDS: &[&str] = &[
    "哪家更",
    "谁更",
    "哪个更",
    "对比",
    "比较",
    "相比谁",
    "谁的",
    "是否一致",
    "对得上",
    "是否落在",
    "差多少",
    "相差",
    "更高",
    "更低",
];
const TREND_WORDS: &[&str] =
    &["趋势", "走势", "逐年", "逐季", "历年", "各年", "各季度", "近三年", "近五年", "近几年", "这几年"];
const FORECAST_WORDS: &[&str] = &["预测", "预计", "预期", "一致预期", "盈利预测"];

/// The measure after 多少 or 几: `多少台` wants 台. Money is 元 whatever it is counted in.
fn wanted_unit(folded: &str) -> String {
    const MEASURES: &str = "元人名位户家只台吨股座辆件套次天月年倍项亩头尾瓶箱条艘";
    const SCALES: &str = "万亿百千个";
    for asked in ["多少", "几"] {
        for rest in folded.split(asked).skip(1) {
            match rest.trim_start_matches(|c| SCALES.contains(c)).chars().next() {
                Some('钱') => return "元".to_owned(),
                Some(measure) if MEASURES.contains(measure) => return measure.to_string(),
                _ => {}
            }
        }
    }
    if says(folded, &["多少现金", "总金额", "金额是"]) {
        return "元".to_owned();
    }
    String::new()
}

fn says(folded: &str, words: &[&str]) -> bool {
    words.iter().any(|word| folded.contains(word))
}

fn find_companies(
    question: &str,
    filters: &Filters,
    library: &Library,
    plan: &mut Plan,
    taken: &mut Vec<std::ops::Range<usize>>,
) {
    let mut add = |name: String, code: String| {
        if !plan.companies.iter().any(|known| known.name == name) {
            plan.companies.push(PlanCompany { name, code });
        }
    };
    let mut named: Vec<String> = Vec::new();
    for mention in library.companies.find_in(question) {
        let words = question.get(mention.range.clone()).unwrap_or_default();
        let again = named.contains(&mention.company);
        named.push(mention.company.clone());
        // “某某酒类产品”: the company's name ends where the product's begins; and after the company was named, its
        // name is part of a product's.
        let whole = [&mention.company, &mention.full, &mention.code].contains(&&words.to_owned());
        let length = if whole { words.len() } else { shared_length(words, &mention.company) };
        if whole || !again {
            taken.push(mention.range.start..mention.range.start + length);
        }
        add(mention.company, mention.code);
    }
    for wanted in filters.companies.iter().chain(&filters.codes) {
        for mention in library.companies.find_in(wanted) {
            add(mention.company, mention.code);
        }
    }
}

/// Bytes of the longest beginning of `words` that stands in the name; all of them where none does (a code, say).
fn shared_length(words: &str, name: &str) -> usize {
    let ends = words.char_indices().map(|(at, c)| at + c.len_utf8()).rev();
    ends.into_iter().find(|end| fold(name).contains(&fold(&words[..*end]))).unwrap_or(words.len())
}

fn find_periods(question: &str, today: Date, plan: &mut Plan, taken: &mut Vec<std::ops::Range<usize>>) {
    for mention in period::periods_in(question, today) {
        if mention.assumed {
            let words = question.get(mention.range.clone()).unwrap_or_default();
            plan.assumed.push(format!("“{words}”按{}理解", mention.period.label()));
        }
        plan.forecast |= mention.forecast;
        taken.push(mention.range);
        if !plan.periods.contains(&mention.period) {
            plan.periods.push(mention.period);
            plan.as_of.push(mention.as_of);
        }
    }
}

fn find_sources(question: &str, library: &Library, plan: &mut Plan, taken: &mut Vec<std::ops::Range<usize>>) {
    let mut add = |name: &str, names: Vec<String>| {
        let known =
            plan.sources.iter().any(|source| matches!(source, Source::Publisher { name: other, .. } if other == name));
        if !known {
            plan.sources.push(Source::Publisher { name: name.to_owned(), names });
        }
    };
    for mention in broker::brokers_in(question) {
        let names = std::iter::once(&mention.broker.name).chain(&mention.broker.aliases).cloned().collect();
        add(&mention.broker.name, names);
        taken.push(mention.range);
    }
    let folded = fold(question);
    for identity in library.publishers_in(question) {
        let names = std::iter::once(&identity.publisher).chain(&identity.publisher_aliases).cloned().collect();
        add(&identity.publisher, names);
        taken.extend(question.find(&identity.publisher).map(|at| at..at + identity.publisher.len()));
    }
    let own_words = ["公司自己", "公司半年报", "公司年报", "公司公告", "半年报", "年报", "季报", "公司的"];
    if plan.sources.is_empty() {
        // Two kinds of announcements of one company are two sources.
        plan.sources.extend(
            TITLE_WORDS.iter().filter(|(word, _)| folded.contains(word)).map(|(_, title)| Source::Titled(title)),
        );
    }
    let publishers = plan.sources.iter().any(|source| matches!(source, Source::Publisher { .. }));
    if publishers && own_words.iter().any(|word| folded.contains(word)) {
        plan.sources.push(Source::Company);
    }
}

/// In front of what is not asked for.
const NEGATIONS: [&str; 4] = ["不要", "不是", "而非", "别给我"];

/// From each negation to the end of its clause: nothing of it is searched.
fn negated(question: &str) -> Vec<std::ops::Range<usize>> {
    let found = NEGATIONS.iter().filter_map(|word| question.find(word));
    let clause = |start: usize| {
        let end = question[start..]
            .find(['，', '。', '？', '；', ',', '?', ';'])
            .map_or(question.len(), |length| start + length);
        start..end
    };
    found.map(clause).collect()
}

/// Words for announcements, and what their titles say.
const TITLE_WORDS: &[(&str, &str)] = &[("快报", "业绩快报"), ("预告", "业绩预告"), ("更正", "更正")];

/// Gives where the metrics are named.
fn find_metrics(question: &str, plan: &mut Plan) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    for mention in Metrics::builtin().find_in(question) {
        let name = &mention.metric.name;
        // “不要营业总收入”: a metric that is ruled out is not asked for.
        let before = question.get(..mention.range.start).unwrap_or_default();
        let ruled_out = NEGATIONS.iter().any(|word| before.ends_with(word));
        if ruled_out {
            ranges.push(mention.range);
            continue;
        }
        // Everyday words for profit mean the owners' profit as much as the whole group's.
        let everyday = name == "净利润" && !question.get(mention.range.clone()).unwrap_or_default().contains("利润");
        for name in [Some("归属于母公司股东的净利润").filter(|_| everyday), Some(name.as_str())].into_iter().flatten()
        {
            if !plan.metrics.iter().any(|known| known == name) {
                plan.metrics.push(name.to_owned());
            }
        }
        ranges.push(mention.range);
    }
    ranges
}

/// Kinds of documents by the words for them; a longer word first, so that 半年报 is no 年报.
fn kinds_in(folded: &str) -> Vec<DocKind> {
    const WORDS: &[(&str, DocKind)] = &[
        ("半年度报告", DocKind::SemiannualReport),
        ("半年报", DocKind::SemiannualReport),
        ("中报", DocKind::SemiannualReport),
        ("季度报告", DocKind::QuarterlyReport),
        ("季报", DocKind::QuarterlyReport),
        ("年度报告", DocKind::AnnualReport),
        ("年报", DocKind::AnnualReport),
        ("业绩快报", DocKind::Announcement),
        ("业绩预告", DocKind::Announcement),
        ("快报", DocKind::Announcement),
        ("预告", DocKind::Announcement),
        ("公告", DocKind::Announcement),
        ("研究报告", DocKind::ResearchReport),
        ("研报", DocKind::ResearchReport),
        ("券商", DocKind::ResearchReport),
        ("调研纪要", DocKind::MeetingMinutes),
        ("纪要", DocKind::MeetingMinutes),
        ("业绩说明会", DocKind::MeetingMinutes),
        ("招股", DocKind::Prospectus),
    ];
    let mut rest = folded.to_owned();
    let mut kinds = Vec::new();
    for (word, kind) in WORDS {
        if rest.contains(word) {
            rest = rest.replace(word, "\u{1}");
            if !kinds.contains(kind) {
                kinds.push(*kind);
            }
        }
    }
    kinds
}

fn kind_of(folded: &str, plan: &Plan) -> QuestionKind {
    let rating = says(folded, &["评级", "目标价"]);
    if says(folded, ADVICE_WORDS) && !rating {
        QuestionKind::Advice
    } else if says(folded, PREDICTION_WORDS) && !rating {
        QuestionKind::Prediction
    } else if plan.companies.len() > 1 || plan.sources.len() > 1 || says(folded, COMPARE_WORDS) {
        QuestionKind::Comparison
    } else if plan.forecast || (says(folded, FORECAST_WORDS) && !plan.metrics.is_empty()) {
        QuestionKind::Forecast
    } else if says(folded, TREND_WORDS) || plan.periods.len() > 2 {
        QuestionKind::Trend
    } else if plan.wants_reason {
        QuestionKind::Cause
    } else if plan.metrics.is_empty() {
        QuestionKind::Words
    } else {
        QuestionKind::Figure
    }
}

/// The question with these byte ranges blanked.
fn without(question: &str, taken: &[std::ops::Range<usize>]) -> String {
    let gone = |at: usize| taken.iter().any(|range| range.contains(&at));
    question.char_indices().map(|(at, c)| if gone(at) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measure_that_is_asked_for_is_known() {
        for (question, unit) in [
            ("存栏多少只？", "只"),
            ("卖了多少万元", "元"),
            ("有几个人", "人"),
            ("毛利率是多少", ""),
            ("花了多少钱", "元"),
            ("多少万吨", "吨"),
        ] {
            assert_eq!(wanted_unit(question), unit, "{question}");
        }
    }

    #[test]
    fn what_is_not_wanted_is_not_searched() {
        let question = "其中：营业收入是多少？不要营业总收入。";
        let plan = understand(question, &Filters::default(), &Library::default(), (2025, 12, 31));
        assert_eq!(plan.metrics, ["营业收入"]);
        assert!(plan.subject.is_empty(), "{:?}", plan.subject);
    }

    #[test]
    fn advice_and_prices_to_come_are_told_from_ratings() {
        let kind = |question: &str| understand(question, &Filters::default(), &Library::default(), (2025, 12, 31)).kind;
        assert_eq!(kind("现在这个价位能不能上车？"), QuestionKind::Advice);
        assert_eq!(kind("股价会涨到多少？"), QuestionKind::Prediction);
        assert_ne!(kind("券商的评级和目标价是多少，可以买入吗评级"), QuestionKind::Advice);
    }
}
