//! Who a document is, put together from its front matter.

use doc::{DocKind, Document, Identity, Period, Warning, text::is_cjk};

use super::{
    dates,
    front::{Front, Line},
    kind, naming, publisher,
};

/// Company, code, kind, period, title, publisher, date and language, from the document's own pages.
///
/// Names come only from the pages; what they don't say stays empty. A periodic report without company or period is
/// reported as `identity_doubtful`.
pub fn identity(document: &Document) -> (Identity, Vec<Warning>) {
    let front = Front::of(document);
    let report = naming::of_report(&front);
    let broker = publisher::broker_of(&front, document);
    let nature =
        kind::nature(&front, kind::Evidence { has_company: !report.short.is_empty(), has_broker: broker.is_some() });
    let names = match nature.kind {
        DocKind::ResearchReport => report,
        DocKind::IndustryReport | DocKind::Policy | DocKind::News | DocKind::Other => naming::Names::default(),
        _ => naming::of_filing(&front, document),
    };
    let company = if names.short.is_empty() { names.full.clone() } else { names.short.clone() };
    let own = if names.full.is_empty() { &company } else { &names.full };
    let publisher = publisher::publisher(&front, broker, nature.kind, own);
    let identity = Identity {
        company,
        company_full: names.full.clone(),
        aliases: names.aliases,
        stock_code: names.code,
        kind: nature.kind,
        is_abstract: nature.is_abstract,
        period: nature.period,
        title: nature.title,
        publisher: publisher.name,
        publisher_aliases: publisher.aliases,
        published_on: published_on(&front, document, nature.kind, nature.period).unwrap_or_default(),
        language: language(&front).to_owned(),
    };
    let warnings = doubts(&identity);
    (identity, warnings)
}

fn doubts(identity: &Identity) -> Vec<Warning> {
    let mut missing = Vec::new();
    if identity.kind.is_periodic_report() {
        if identity.company.is_empty() {
            missing.push("company");
        }
        if identity.period.is_none() {
            missing.push("period");
        }
    }
    if missing.is_empty() {
        return Vec::new();
    }
    let message = format!("the first pages do not say the {} of this report", missing.join(" and "));
    vec![Warning { page: None, code: "identity_doubtful".to_owned(), message }]
}

/// Fewer than this share of letters in Chinese makes a document English.
const CHINESE_SHARE_MIN: f32 = 0.12;
/// More than this share of its Chinese characters in traditional form makes a document traditional.
const TRADITIONAL_SHARE_MIN: f32 = 0.08;

fn language(front: &Front) -> &'static str {
    let (mut letters, mut chinese, mut traditional) = (0u32, 0u32, 0u32);
    for c in front.all().flat_map(|line| line.text.chars()) {
        if is_cjk(c) {
            chinese += 1;
            letters += 1;
            traditional += u32::from(doc::text::simplified(c) != c);
        } else if c.is_alphabetic() {
            letters += 1;
        }
    }
    let share = |part: u32, whole: u32| if whole == 0 { 0.0 } else { part as f32 / whole as f32 };
    match () {
        () if letters > 0 && share(chinese, letters) < CHINESE_SHARE_MIN => "en",
        () if share(traditional, chinese) > TRADITIONAL_SHARE_MIN => "zh-Hant",
        () if letters == 0 => "",
        () => "zh-Hans",
    }
}

const DATE_LABELS: [&str; 9] = [
    "报告日期",
    "发布日期",
    "发布时间",
    "证券研究报告",
    "报告发布日",
    "披露日期",
    "公告日期",
    "批准报送日期",
    "published",
];
/// Days that are about prices or data, not about the document.
const OTHER_DAYS: [&str; 14] =
    ["截至", "截止", "收盘", "股价", "数据", "发布", "公布", "披露", "公告", "事件", "成立", "上市日期", "起", "自"];

/// The day of publication: a labelled day, a line that is little more than a day, else the latest on the first page;
/// for a periodic report a day after its period: when it was signed or its statements were approved.
fn published_on(front: &Front, document: &Document, kind: DocKind, period: Option<Period>) -> Option<String> {
    let alone = |line: &Line| {
        let found = dates::dates_in(&line.text).into_iter().next()?;
        let rest = found.before.chars().count() + found.after.chars().count();
        (rest <= REST_CHARS_MAX && !OTHER_DAYS.iter().any(|word| found.before.contains(word))).then_some(found.date)
    };
    if kind.is_periodic_report() {
        let after = |date: &String| period.is_none_or(|period| *date > period.end_date());
        let labelled = front.lines.iter().filter_map(labelled_date).find(after);
        let signed = || front.back.iter().rev().chain(front.lines.iter().rev()).filter_map(alone).find(after);
        return labelled.or_else(signed).or_else(|| approved_on(document).filter(after));
    }
    let labelled = front.lines.iter().find_map(labelled_date);
    let signed = || front.back.iter().rev().find_map(alone);
    let cover = || front.cover().filter(|line| !line.in_table).find_map(alone);
    if kind == DocKind::Announcement {
        return labelled.or_else(signed).or_else(|| front.lines.iter().rev().find_map(alone));
    }
    labelled.or_else(cover).or_else(|| latest_on_cover(front)).or_else(signed)
}

/// The day on which the statements were approved for publication, as the notes print it.
fn approved_on(document: &Document) -> Option<String> {
    let blocks = document.pages.iter().flat_map(|page| &page.blocks);
    let approved = blocks.filter(|block| {
        block.text.contains("批准报出") || block.text.contains("批准对外报出") || block.text.contains("批准报送")
    });
    approved.flat_map(|block| dates::dates_in(&block.text)).map(|found| found.date).max()
}

/// What may stand beside the day in a line that is a date.
const REST_CHARS_MAX: usize = 14;

fn labelled_date(line: &Line) -> Option<String> {
    let label = DATE_LABELS.iter().find(|label| line.folded.contains(**label))?;
    let found = dates::dates_in(&line.text)
        .into_iter()
        .find(|found| found.before.contains(label) || line.folded.starts_with(label))?;
    let near = found.before.split(label).last().is_none_or(|between| between.chars().count() <= REST_CHARS_MAX);
    near.then_some(found.date)
}

fn latest_on_cover(front: &Front) -> Option<String> {
    let days = front.cover().flat_map(|line| dates::dates_in(&line.text));
    let own = days.filter(|found| {
        let tail: String = found.before.chars().rev().take(6).collect::<Vec<char>>().into_iter().rev().collect();
        !OTHER_DAYS.iter().any(|word| tail.contains(word))
    });
    own.map(|found| found.date).max()
}
