//! What kind of document it is, which period it reports on, and its title.

use doc::{DocKind, Period, Span};

use super::front::{Front, Line};

/// Kind, abstract, period and title.
#[derive(Clone, Debug, Default)]
pub(super) struct Nature {
    pub kind: DocKind,
    pub is_abstract: bool,
    pub period: Option<Period>,
    pub title: String,
}

/// What else was found about the document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Evidence {
    /// A title with a code, or a price chart, names one company.
    pub has_company: bool,
    /// A broker's addresses or names stand on it.
    pub has_broker: bool,
}

/// Words of a broker's report on its first pages.
const RESEARCH_MARKS: [&str; 19] = [
    "证券研究报告",
    "执业证书",
    "执业证号",
    "执业编号",
    "证书编号",
    "首席分析师",
    "证券分析师",
    "研究报告",
    "投资评级",
    "目标价",
    "equityresearch",
    "companyupdate",
    "盈利预测",
    "分析师声明",
    "请务必阅读",
    "分析师:",
    "(分析师)",
    "浮动市值",
    "targetprice",
];
/// This many different marks make a broker's report.
const RESEARCH_MARKS_MIN: usize = 2;
const COMPANY_RESEARCH: [&str; 13] = [
    "公司研究",
    "公司点评",
    "公司报告",
    "公司深度",
    "公司快报",
    "公司更新",
    "公司简评",
    "公司信息更新",
    "公司跟踪",
    "财报点评",
    "companyupdate",
    "companyreport",
    "companyresearch",
];
const INDUSTRY_RESEARCH: [&str; 22] = [
    "行业研究",
    "行业报告",
    "行业深度",
    "行业跟踪",
    "行业专题",
    "行业点评",
    "行业周报",
    "行业动态",
    "行业核心观点",
    "强于大市",
    "行业投资策略",
    "宏观研究",
    "宏观经济",
    "债券研究",
    "债券动态",
    "策略研究",
    "投资策略",
    "政策研究",
    "专题研究",
    "行业评级",
    "industryresearch",
    "sectorupdate",
];

pub(super) fn nature(front: &Front, evidence: Evidence) -> Nature {
    let marks = RESEARCH_MARKS.iter().filter(|mark| front.says(&[mark])).count();
    let researched =
        front.says(&["证券研究报告", "equityresearch"]) || marks >= RESEARCH_MARKS_MIN || evidence.has_broker;
    let filed = front.says(&["公司代码:", "证券代码:", "股票代码:", "董事会及全体董事保证", "董事会、监事会及董事"]);
    if let Some(nature) = periodic(front).filter(|_| filed || !researched) {
        return nature;
    }
    let listed = || by_words(front).filter(|kind| matches!(kind, DocKind::MeetingMinutes | DocKind::Prospectus));
    if let Some(kind) = listed().filter(|_| !front.says(&["证券研究报告"])) {
        return Nature { kind, title: largest(front), ..Nature::default() };
    }
    if researched && !filed {
        let industry = front.says(&INDUSTRY_RESEARCH) && !front.says(&COMPANY_RESEARCH);
        let kind = if industry || !evidence.has_company { DocKind::IndustryReport } else { DocKind::ResearchReport };
        return Nature { kind, title: largest(front), ..Nature::default() };
    }
    if let Some(nature) = english(front) {
        return nature;
    }
    by_title_words(front, filed)
}

/// Report names as titles end in them, longer ones first.
const REPORTS: [(&str, DocKind, Span); 14] = [
    ("半年度报告", DocKind::SemiannualReport, Span::H1),
    ("半年度财务报告", DocKind::SemiannualReport, Span::H1),
    ("中期报告", DocKind::SemiannualReport, Span::H1),
    ("半年报", DocKind::SemiannualReport, Span::H1),
    ("第一季度报告", DocKind::QuarterlyReport, Span::Q1),
    ("第三季度报告", DocKind::QuarterlyReport, Span::Q3),
    ("一季度报告", DocKind::QuarterlyReport, Span::Q1),
    ("三季度报告", DocKind::QuarterlyReport, Span::Q3),
    ("第1季度报告", DocKind::QuarterlyReport, Span::Q1),
    ("第3季度报告", DocKind::QuarterlyReport, Span::Q3),
    ("年度报告", DocKind::AnnualReport, Span::FY),
    ("年度财务报告", DocKind::AnnualReport, Span::FY),
    ("年报", DocKind::AnnualReport, Span::FY),
    ("年度审计报告", DocKind::AnnualReport, Span::FY),
];

/// A line of the first two pages that is the title of a periodic report.
fn periodic(front: &Front) -> Option<Nature> {
    let titles = front.head().filter(|line| !line.in_table && line.is_short());
    titles
        .filter_map(|line| report_title(&line.folded).map(|found| (line, found)))
        .next()
        .map(|(line, (kind, period, is_abstract))| Nature {
            kind,
            is_abstract,
            period: Some(period),
            title: title_with_name(front, line),
        })
        .or_else(|| taiwanese(front))
}

/// `…2024年年度报告（摘要）`: the whole line must be name, year and report.
fn report_title(folded: &str) -> Option<(DocKind, Period, bool)> {
    let bare = folded.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '/' | '-' | '第' | '页'));
    let (bare, revised) = strip_bracket(bare);
    let bare = ["全文", "正文", "(修订版)", "(更正后)", "(更新后)"]
        .iter()
        .find_map(|end| bare.strip_suffix(end))
        .unwrap_or(bare);
    let (bare, is_abstract) = match bare.strip_suffix("摘要") {
        Some(rest) => (rest, true),
        None => (bare, revised.contains("摘要")),
    };
    let (name, kind, span) = REPORTS.iter().find(|(name, ..)| bare.ends_with(name))?;
    let before = bare.strip_suffix(name)?;
    let year = year_at_end(before)?;
    Some((*kind, Period::new(year, *span), is_abstract))
}

fn strip_bracket(text: &str) -> (&str, &str) {
    match (text.strip_suffix(')'), text.rfind('(')) {
        (Some(inside), Some(open)) => (&text[..open], &inside[open + 1..]),
        _ => (text, ""),
    }
}

/// The year that ends `2024年`, `2024年度`, 二〇二四年.
fn year_at_end(text: &str) -> Option<i32> {
    let text = text.strip_suffix("年度").or(text.strip_suffix('年')).unwrap_or(text);
    let chars: Vec<char> = text.chars().collect();
    let digits = chars.len().checked_sub(4).map(|from| &chars[from..])?;
    let value = |c: &char| {
        c.to_digit(10).or_else(|| {
            "〇一二三四五六七八九"
                .chars()
                .position(|d| d == *c || (*c == '零' && d == '〇'))
                .and_then(|d| u32::try_from(d).ok())
        })
    };
    let year = digits.iter().map(value).try_fold(0i32, |year, digit| Some(year * 10 + i32::try_from(digit?).ok()?))?;
    (1980..2100).contains(&year).then_some(year)
}

/// 民國113年度個體財務報告: the year of the Republic and 財務報告.
fn taiwanese(front: &Front) -> Option<Nature> {
    const FIRST_YEAR_BEFORE: i32 = 1911;
    let report = front.cover().find(|line| line.folded.contains("财务报告") && line.is_short())?;
    let dated = front.cover().find(|line| line.folded.contains("民国") && line.is_short())?;
    let mention = crate::period::periods_in(&dated.text, (2999, 12, 31))
        .into_iter()
        .find(|mention| mention.period.year > FIRST_YEAR_BEFORE)?;
    let period = mention.period;
    let kind = match period.span {
        Span::FY => DocKind::AnnualReport,
        Span::H1 => DocKind::SemiannualReport,
        _ => DocKind::QuarterlyReport,
    };
    let title = title_with_name(front, report);
    Some(Nature { kind, is_abstract: false, period: Some(period), title })
}

/// The title line, with the company's name line before it where the title does not begin with it.
fn title_with_name(front: &Front, title: &Line) -> String {
    if title.folded.contains("公司") {
        return title.text.clone();
    }
    let mut same_page = front.lines.iter().filter(|line| line.page == title.page && !line.running && !line.in_table);
    let name = same_page.rfind(|line| line.top <= title.top && line.folded.ends_with("公司") && line.is_short());
    name.map_or_else(|| title.text.clone(), |name| format!("{} {}", name.text, title.text))
}

/// Kinds by words in title lines, the more particular first.
const BY_WORDS: [(&[&str], DocKind); 8] = [
    (
        &["投资者关系活动记录", "调研活动记录", "业绩说明会", "调研纪要", "会议纪要", "电话会议纪要"],
        DocKind::MeetingMinutes,
    ),
    (
        &[
            "招股说明书",
            "招股意向书",
            "募集说明书",
            "重组报告书",
            "重大资产重组预案",
            "发行保荐书",
            "上市保荐书",
            "上市公告书",
            "重组预案",
            "发行情况报告书",
        ],
        DocKind::Prospectus,
    ),
    (&["业绩预告", "业绩快报", "公告"], DocKind::Announcement),
    (
        &[
            "政府工作报告",
            "国务院关于",
            "国务院办公厅",
            "中共中央",
            "实施意见",
            "指导意见",
            "管理办法",
            "暂行规定",
            "暂行办法",
            "行动计划",
        ],
        DocKind::Policy,
    ),
    (
        &[
            "白皮书",
            "蓝皮书",
            "行业报告",
            "行业研究",
            "研究报告",
            "现状报告",
            "趋势报告",
            "专题研究",
            "专题",
            "展望",
            "洞察报告",
            "产业",
            "行业",
        ],
        DocKind::IndustryReport,
    ),
    (&["来源:", "新浪", "记者", "财经", "资讯", "https://", "http://"], DocKind::News),
    (&["工作论文", "研究院", "论坛", "研究员"], DocKind::IndustryReport),
    (&["年度报告", "annualreport"], DocKind::AnnualReport),
];

/// The kind that the title or else another short line of the cover names.
fn by_words(front: &Front) -> Option<DocKind> {
    let of = |text: &str| {
        BY_WORDS.iter().find(|(words, _)| words.iter().any(|word| text.contains(word))).map(|(_, kind)| *kind)
    };
    let on_cover = || front.cover().filter(|line| line.is_short() && !line.in_table).find_map(|line| of(&line.folded));
    of(&crate::folded::squeeze_fold(&largest(front))).or_else(on_cover)
}

fn by_title_words(front: &Front, filed: bool) -> Nature {
    let kind = if filed { DocKind::Announcement } else { by_words(front).unwrap_or(DocKind::Other) };
    let period = if kind == DocKind::Announcement { results_period(front) } else { None };
    Nature { kind, is_abstract: false, period, title: largest(front) }
}

/// The period of a 业绩预告 or 业绩快报.
fn results_period(front: &Front) -> Option<Period> {
    let line = front.cover().find(|line| {
        line.is_short()
            && ["业绩预告", "业绩快报", "业绩预增", "业绩预亏"].iter().any(|word| line.folded.contains(word))
    })?;
    crate::period::periods_in(&line.text, (2999, 12, 31))
        .into_iter()
        .map(|mention| mention.period)
        .find(|period| period.year < 2900)
}

/// English annual reports and earnings releases.
fn english(front: &Front) -> Option<Nature> {
    let annual = front.says(&["form10-k", "annualreport20", "20-f"]);
    let quarterly = front.says(&["form10-q"]);
    let release = front.cover().find(|line| {
        let text = &line.folded;
        line.is_short()
            && (text.contains("reports") || text.contains("announces"))
            && ["quarter", "results", "fullyear", "fiscal"].iter().any(|word| text.contains(word))
    });
    if let Some(nature) = results_announcement(front) {
        return Some(nature);
    }
    let title = release.map_or_else(|| largest(front), |line| line.text.clone());
    let period = || english_period(front);
    if annual || quarterly {
        let kind = if annual { DocKind::AnnualReport } else { DocKind::QuarterlyReport };
        return Some(Nature { kind, period: period(), title: largest(front), is_abstract: false });
    }
    release.map(|_| Nature { kind: DocKind::Announcement, period: period(), title, is_abstract: false })
}

/// A Hong Kong announcement of results, whose title runs over several lines: `UNAUDITED RESULTS FOR THE NINE MONTHS
/// ENDED 30 SEPTEMBER 2025`.
fn results_announcement(front: &Front) -> Option<Nature> {
    const RESULTS: [&str; 5] =
        ["unauditedresults", "annualresults", "interimresults", "quarterlyresults", "auditedresults"];
    const SPANS: [(&str, &str, Span, DocKind); 6] = [
        ("ninemonths", "", Span::Q3, DocKind::QuarterlyReport),
        ("sixmonths", "", Span::H1, DocKind::SemiannualReport),
        ("threemonths", "march", Span::Q1, DocKind::QuarterlyReport),
        ("quarter", "march", Span::Q1, DocKind::QuarterlyReport),
        ("quarter", "september", Span::Q3, DocKind::QuarterlyReport),
        ("year", "", Span::FY, DocKind::AnnualReport),
    ];
    let words: String = front.cover().filter(|line| !line.in_table).map(|line| line.folded.as_str()).collect();
    let at = RESULTS.iter().find_map(|mark| words.find(mark))?;
    let title: String = words[at..].chars().take(TITLE_WORDS_CHARS).collect();
    let ended = title.find("ended").map(|end| &title[end..])?;
    let digits: Vec<&str> = ended.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4).collect();
    let year = digits.first()?.parse().ok().filter(|year| (1980..2100).contains(year))?;
    let fits = |(said, month, ..): &&(&str, &str, Span, DocKind)| title.contains(said) && ended.contains(month);
    let (.., span, kind) = SPANS.iter().find(fits)?;
    Some(Nature { kind: *kind, period: Some(Period::new(year, *span)), title: largest(front), is_abstract: false })
}

/// Characters of a title without spaces that are looked at.
const TITLE_WORDS_CHARS: usize = 160;

fn english_period(front: &Front) -> Option<Period> {
    let quarters = [
        ("firstquarter", Span::Q1),
        ("first-quarter", Span::Q1),
        ("secondquarter", Span::Q2Single),
        ("thirdquarter", Span::Q3Single),
    ];
    for line in front.head().filter(|line| !line.in_table) {
        let text = &line.folded;
        let year = |text: &str| {
            let mut digits = text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() == 4);
            digits.find_map(|part| part.parse::<i32>().ok().filter(|year| (1980..2100).contains(year)))
        };
        let full = ["fullyear", "fiscalyearended", "fiscal20", "annualreport20", "yearended"]
            .iter()
            .find_map(|word| text.find(word));
        if let Some(year) = full.and_then(|at| year(&text[at..])) {
            return Some(Period::new(year, Span::FY));
        }
        for (word, span) in quarters {
            if let Some(year) = text.find(word).and_then(|at| year(&text[at..])) {
                return Some(Period::new(year, span));
            }
        }
    }
    None
}

/// Labels and standing words that are set large and are no title.
const NO_TITLES: [&str; 24] = [
    "证券研究报告",
    "公司代码",
    "证券代码",
    "股票代码",
    "研究报告",
    "核心观点",
    "投资要点",
    "重要提示",
    "目录",
    "买入",
    "增持",
    "推荐",
    "优于大市",
    "强于大市",
    "同步大市",
    "跑赢行业",
    "审慎增持",
    "谨慎推荐",
    "强烈推荐",
    "持有",
    "中性",
    "看好",
    "unitedstates",
    "form10-k",
];

/// A standing word with a little beside it (买入（维持）, 公司研究 | 医药).
fn is_standing(folded: &str) -> bool {
    const BESIDE: usize = 8;
    let length = folded.chars().count();
    let words = NO_TITLES.iter().chain(&COMPANY_RESEARCH).chain(&INDUSTRY_RESEARCH);
    words.into_iter().any(|word| folded.starts_with(word) && length <= word.chars().count() + BESIDE)
}

/// The line set in the largest letters on the first page, with the lines of the same size after it; a line that only
/// names the company and the occasion gets the next largest one behind it.
fn largest(front: &Front) -> String {
    let usable = |line: &&Line| {
        let length = line.folded.chars().count();
        !line.in_table
            && line.is_short()
            && length >= 4
            && !is_standing(&line.folded)
            && line.folded.chars().any(char::is_alphabetic)
    };
    let lines: Vec<&Line> = front.cover().filter(usable).collect();
    let Some(first) = title_of_size(&lines, f32::INFINITY) else { return String::new() };
    if !has_code(&first.0) || first.0.chars().count() > OCCASION_CHARS_MAX {
        return first.0;
    }
    match title_of_size(&lines, first.1 - SAME_SIZE) {
        Some((second, size)) if size >= first.1 * SECOND_SIZE_MIN && second.chars().count() >= 6 => {
            format!("{}：{second}", first.0)
        }
        _ => first.0,
    }
}

/// Lines of the largest size below `limit`, joined, and that size.
fn title_of_size(lines: &[&Line], limit: f32) -> Option<(String, f32)> {
    let size = lines.iter().map(|line| line.font_size).filter(|size| *size < limit).max_by(f32::total_cmp)?;
    let close = |line: &&&Line| (line.font_size - size).abs() <= SAME_SIZE;
    let parts: Vec<String> = lines.iter().filter(close).take(TITLE_LINES_MAX).map(|line| tidy(&line.text)).collect();
    Some((join_lines(&parts), size))
}

/// Without a rating or a day at its end and a stray sign of vertical text at its start.
fn tidy(line: &str) -> String {
    let mut words: Vec<&str> = line.split_whitespace().collect();
    if words.len() > 1 && words[0].chars().count() == 1 && words[0].chars().all(doc::text::is_cjk) {
        words.remove(0);
    }
    while words.len() > 1 && words.last().is_some_and(|word| is_standing(&crate::folded::squeeze_fold(word))) {
        words.pop();
    }
    let text = words.join(" ");
    match super::dates::dates_in(&text).pop() {
        Some(found) if found.after.is_empty() && !found.before.is_empty() => {
            let keep = found.before.chars().count();
            let mut kept = 0;
            let end = text.char_indices().find(|(_, c)| {
                kept += usize::from(!c.is_whitespace());
                kept > keep
            });
            end.map_or(text.clone(), |(at, _)| text[..at].trim_end().to_owned())
        }
        _ => text,
    }
}

/// Does the line carry a stock code?
fn has_code(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() == 6)
}

/// A line with company and occasion (某某（600000.SH）2024 年年报点评) is no longer than this.
const OCCASION_CHARS_MAX: usize = 40;
/// The title behind it is at least this part of its size.
const SECOND_SIZE_MIN: f32 = 0.5;
/// Points by which letters of one title may differ.
const SAME_SIZE: f32 = 0.6;
const TITLE_LINES_MAX: usize = 3;

/// Lines of one title: Chinese ones close up, others with a space.
fn join_lines(parts: &[String]) -> String {
    let mut title = String::new();
    for part in parts {
        let latin = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        if latin(title.chars().next_back()) && latin(part.chars().next()) {
            title.push(' ');
        }
        title.push_str(part);
    }
    title
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_of_periodic_reports_are_read_whole() {
        let read = |text: &str| {
            report_title(&crate::folded::squeeze_fold(text))
                .map(|(kind, period, short)| format!("{} {period} {short}", kind.as_str()))
        };
        for (text, wanted) in [
            ("某某股份有限公司 2024 年年度报告", "annual_report 2024FY false"),
            ("2024 年年度报告摘要", "annual_report 2024FY true"),
            ("2023 年半年度报告", "semiannual_report 2023H1 false"),
            ("2025 年第一季度报告", "quarterly_report 2025Q1 false"),
            ("2025年三季度报告", "quarterly_report 2025Q3 false"),
            ("二〇二四年年度报告", "annual_report 2024FY false"),
            ("2024年年度报告（修订版）", "annual_report 2024FY false"),
            ("某某股份有限公司2024年年度报告全文", "annual_report 2024FY false"),
        ] {
            assert_eq!(read(text).as_deref(), Some(wanted), "{text}");
        }
        for text in [
            "2024年年报点评",
            "公司发布2024年年度报告。",
            "年度报告",
            "本年度报告摘要来自年度报告全文，",
            "关于2024年年度报告的更正公告",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
