//! The company that a document is about: full name, short name, code, other names; from labels, tables and titles.

use doc::{Document, text::is_cjk};

use super::front::{Front, Line};
use crate::folded::{Folded, squeeze_fold};

/// What the pages call the company; empty where they don't say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub short: String,
    pub full: String,
    pub code: String,
    pub aliases: Vec<String>,
}

const SHORT_LABELS: [&str; 7] =
    ["证券简称", "公司简称", "股票简称", "a股简称", "a股股票简称", "公司的中文简称", "中文简称"];
const CODE_LABELS: [&str; 9] =
    ["stockcode", "证券代码", "公司代码", "股票代码", "a股代码", "a股股票代码", "股份代号", "股份代码", "证券代号"];
const FULL_LABELS: [&str; 4] = ["公司的中文名称", "公司中文名称", "公司全称", "公司名称"];
const FOREIGN_LABELS: [&str; 4] = ["公司的外文名称", "公司的英文名称", "公司英文名称", "公司的外文名称缩写"];

/// The names in a company's own filing.
pub(super) fn of_filing(front: &Front, document: &Document) -> Names {
    let listed = listed(document);
    let short = labelled(front, &SHORT_LABELS).filter(|name| is_short_name(name)).or(listed.0);
    let code =
        labelled(front, &CODE_LABELS).map(|value| leading_code(&value)).filter(|code| !code.is_empty()).or(listed.1);
    let full = full_name(front).or_else(|| labelled_cell(document, &FULL_LABELS)).or_else(|| registrant(front));
    let mut names = Names {
        short: short.unwrap_or_default(),
        full: full.unwrap_or_default(),
        code: code.unwrap_or_default(),
        aliases: Vec::new(),
    };
    let others = FOREIGN_LABELS.iter().filter_map(|label| labelled_cell(document, &[label])).chain(listed.2);
    for other in others.filter(|name| name.chars().count() >= 2 && name.chars().any(char::is_alphabetic)) {
        if other != names.short && other != names.full && !names.aliases.contains(&other) {
            names.aliases.push(other);
        }
    }
    names
}

/// The company that a broker's report names with its code (`某某股份（600000.SH）`), from its first pages.
pub(super) fn of_report(front: &Front) -> Names {
    let mut candidates: Vec<Candidate> = Vec::new();
    for line in front.lines.iter().filter(|line| line.page <= front.first_page + 1) {
        for (name, code) in named_codes(&line.text) {
            add(&mut candidates, name, code, weight(line, front));
        }
    }
    if candidates.is_empty() {
        for line in front.all() {
            named_codes(&line.text).into_iter().for_each(|(name, code)| add(&mut candidates, name, code, 1));
        }
    }
    let label = || {
        let short = labelled(front, &SHORT_LABELS).unwrap_or_default();
        let code = labelled(front, &CODE_LABELS).map(|value| leading_code(&value)).unwrap_or_default();
        Names { short, code, ..Names::default() }
    };
    if candidates.is_empty() && labelled(front, &CODE_LABELS).is_none() {
        return Names { short: charted(front).unwrap_or_default(), ..Names::default() };
    }
    // The first of equals: `max_by_key` would give the last.
    let best = candidates.into_iter().rev().max_by_key(|candidate| candidate.weight);
    best.map_or_else(label, |best| Names { short: best.name, code: best.code, ..Names::default() })
}

/// The company of a share price chart: the name beside the index in its legend (`成交金额 某某股份 沪深300`).
fn charted(front: &Front) -> Option<String> {
    const INDEXES: [&str; 6] = ["沪深300", "上证指数", "上证综指", "恒生指数", "深证成指", "创业板指"];
    let legends =
        front.cover().filter(|line| line.is_short() && INDEXES.iter().any(|index| line.folded.contains(index)));
    let name = |word: &&str| {
        let chars: Vec<char> = word.chars().collect();
        let chinese = chars.iter().all(|c| is_cjk(*c) || matches!(c, '*' | 'A' | 'B'));
        chinese
            && (2..=6).contains(&chars.len())
            && !crate::words::WORDS.common.contains(&chars)
            && !word.contains("成交")
    };
    let other =
        |word: &str| ["行业", "指数", "医药", "板块", "收益", "走势", "表现"].iter().any(|part| word.contains(part));
    legends.flat_map(|line| line.text.split_whitespace()).filter(name).find(|word| !other(word)).map(str::to_owned)
}

struct Candidate {
    name: String,
    code: String,
    weight: u32,
}

fn add(candidates: &mut Vec<Candidate>, name: String, code: String, weight: u32) {
    match candidates.iter_mut().find(|known| known.code == code) {
        Some(known) => known.weight += weight,
        None => candidates.push(Candidate { name, code, weight }),
    }
}

/// A title names the company, a long sentence may name its competitors.
fn weight(line: &Line, front: &Front) -> u32 {
    let title = if line.is_short() && !line.in_table { 20 } else { 1 };
    let size = if line.font_size > 0.0 { line.font_size.min(40.0) as u32 } else { 0 };
    let cover = if line.page == front.first_page { 3 } else { 1 };
    title * cover + size
}

/// All `name（code）` of a line.
fn named_codes(text: &str) -> Vec<(String, String)> {
    let chars: Vec<char> = text
        .chars()
        .map(|c| match c {
            '（' => '(',
            '）' => ')',
            '：' => ':',
            c => c,
        })
        .collect();
    let mut found = Vec::new();
    for (open, _) in chars.iter().enumerate().filter(|(_, c)| **c == '(') {
        let inside: String = chars[open + 1..].iter().take(CODE_CHARS_MAX).take_while(|c| **c != ')').collect();
        let closed = chars.get(open + 1 + inside.chars().count()) == Some(&')');
        if let (true, Some(code)) = (closed, best_code(&inside))
            && let Some(name) = name_before(&chars[..open])
        {
            found.push((name, code));
        }
    }
    found
}

/// A bracket with codes is no longer than this.
const CODE_CHARS_MAX: usize = 40;
const EXCHANGES: [&str; 12] = ["SH", "SZ", "BJ", "HK", "CH", "SS", "US", "O", "N", "TW", "沪", "深"];

/// The code in a bracket: the A share's six digits before a Hong Kong one, an American ticker by its exchange.
fn best_code(inside: &str) -> Option<String> {
    let tickers = ["NYSE:", "NASDAQ:", "Nasdaq:", "NYSE :", "NASDAQ :"];
    if let Some(ticker) = tickers.iter().find_map(|mark| inside.trim().strip_prefix(mark)) {
        let ticker: String = ticker.trim().chars().take_while(|c| c.is_ascii_uppercase() || *c == '.').collect();
        return (!ticker.is_empty()).then_some(ticker);
    }
    let mut codes: Vec<String> = Vec::new();
    for token in inside.split(['/', ',', '、', ';', '，', ' ', '.', ':', '|']) {
        let digits = token.chars().filter(char::is_ascii_digit).count();
        match token.trim() {
            "" => {}
            token if digits == token.len() => codes.push(token.to_owned()),
            token if EXCHANGES.iter().any(|exchange| token.eq_ignore_ascii_case(exchange)) => {}
            token
                if token.len() == 8
                    && EXCHANGES.iter().any(|exchange| token.to_ascii_uppercase().starts_with(exchange)) =>
            {
                codes.push(token.chars().filter(char::is_ascii_digit).collect());
            }
            _ => return None,
        }
    }
    let a_share = codes.iter().find(|code| is_a_share(code));
    let has_exchange = inside.chars().any(|c| c.is_ascii_alphabetic());
    let other = codes.iter().find(|code| (4..=5).contains(&code.len())).filter(|_| has_exchange);
    a_share.or(other).cloned()
}

/// Six digits with a beginning that the mainland exchanges use.
fn is_a_share(code: &str) -> bool {
    const BEGINNINGS: [&str; 12] = ["60", "688", "689", "000", "001", "002", "003", "300", "301", "302", "83", "43"];
    const BEIJING: [&str; 3] = ["87", "92", "88"];
    code.len() == 6
        && code.bytes().all(|b| b.is_ascii_digit())
        && BEGINNINGS.iter().chain(&BEIJING).any(|start| code.starts_with(start))
}

/// Longest name before a code, in characters.
const NAME_CHARS_MAX: usize = 10;
const NAME_WORDS_MAX: usize = 5;

/// The name that ends right before a bracket: a Chinese run, or English words that begin with capitals.
fn name_before(before: &[char]) -> Option<String> {
    let before: &[char] = &before[..before.len() - before.iter().rev().take_while(|c| c.is_whitespace()).count()];
    let chinese = |c: &char| is_cjk(*c) || c.is_ascii_alphanumeric() || *c == '*' || *c == '-';
    if before.last().copied().is_some_and(is_cjk)
        || before.last().is_some_and(|c| matches!(c, 'A' | 'B' | 'W' | 'U'))
            && before.iter().rev().nth(1).copied().is_some_and(is_cjk)
    {
        let run = before.iter().rev().take_while(|c| chinese(c)).count();
        let name: String = before[before.len() - run..].iter().collect();
        let name = name.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
        let length = name.chars().count();
        let worded = ["建议关注", "推荐", "维持", "关注", "公司"].iter().any(|word| name.starts_with(word));
        return ((2..=NAME_CHARS_MAX).contains(&length) && !worded).then_some(name);
    }
    let text: String = before.iter().collect();
    let capital =
        |word: &str| word.chars().next().is_some_and(|c| c.is_ascii_uppercase()) || matches!(word, "of" | "and" | "&");
    let mut words: Vec<&str> =
        text.split_whitespace().rev().take(NAME_WORDS_MAX).take_while(|word| capital(word)).collect();
    words.reverse();
    let name = words.join(" ");
    (name.len() >= 3 && name.chars().any(|c| c.is_ascii_lowercase() || c.is_ascii_uppercase())).then_some(name)
}

/// The value behind one of the labels on the first pages: up to white space.
fn labelled(front: &Front, labels: &[&str]) -> Option<String> {
    front.head().find_map(|line| {
        let folded = Folded::new(&line.text);
        let text: String = folded.chars.iter().collect();
        let coded = |at: usize, label: &str| text[at + label.len()..].starts_with(|c: char| c.is_ascii_digit());
        let marked = |at: usize, label: &str| text[at + label.len()..].starts_with(':');
        let (label, at) = labels.iter().find_map(|label| {
            let at = text.find(label).filter(|at| marked(*at, label) || coded(*at, label))?;
            Some((label, at))
        })?;
        let end = text[..at].chars().count() + label.chars().count() + usize::from(marked(at, label));
        let after = folded.source(&(end - 1..end)).end;
        let value: String = line.text[after..].trim_start().chars().take_while(|c| !c.is_whitespace()).collect();
        (!value.is_empty()).then_some(value)
    })
}

fn is_short_name(name: &str) -> bool {
    let length = name.chars().count();
    (2..=NAME_CHARS_MAX).contains(&length) && !name.contains([':', '：', '(', '（'])
}

fn leading_code(value: &str) -> String {
    let digits: String = squeeze_fold(value).chars().take_while(char::is_ascii_digit).collect();
    if (4..=6).contains(&digits.len()) { digits } else { String::new() }
}

/// Pages on which a company introduces itself.
const INTRODUCTION_PAGES: u32 = 12;

/// The cell beside a label cell in a table of the first pages.
fn labelled_cell(document: &Document, labels: &[&str]) -> Option<String> {
    let tables =
        document.tables.iter().filter(|table| table.parts.first().is_some_and(|(page, _)| page.0 < INTRODUCTION_PAGES));
    for table in tables {
        for cell in &table.cells {
            if labels.contains(&squeeze_fold(&cell.text).as_str()) {
                let beside = table.cells.iter().find(|other| other.row == cell.row && other.col == cell.end_col());
                let value = beside.map(|cell| cell.text.trim()).unwrap_or_default();
                if !value.is_empty() && value.chars().count() <= 80 && value.chars().any(char::is_alphabetic) {
                    return Some(value.to_owned());
                }
            }
        }
    }
    None
}

/// Short name, code and former names from the table of the company's shares (股票简称, 股票代码, 变更前股票简称).
fn listed(document: &Document) -> (Option<String>, Option<String>, Vec<String>) {
    let tables =
        document.tables.iter().filter(|table| table.parts.first().is_some_and(|(page, _)| page.0 < INTRODUCTION_PAGES));
    for table in tables {
        let place = |label: &str| table.cells.iter().find(|cell| squeeze_fold(&cell.text) == label);
        let (Some(short), Some(code)) = (place("股票简称"), place("股票代码")) else { continue };
        if short.row != code.row {
            // The two labels stand one below the other, each with its value beside it.
            let value = |label: &doc::Cell| {
                let beside = table.cells.iter().find(|cell| cell.row == label.row && cell.col == label.end_col());
                beside.map(|cell| cell.text.trim().to_owned()).filter(|text| !text.is_empty())
            };
            let code = value(code).map(|value| leading_code(&value)).filter(|code| !code.is_empty());
            return (value(short).filter(|name| is_short_name(name)), code, Vec::new());
        }
        let below = |label: &doc::Cell| {
            let under = table.cells.iter().find(|cell| cell.row == label.end_row() && cell.col == label.col);
            under.map(|cell| cell.text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let former =
            place("变更前股票简称").and_then(below).filter(|name| is_short_name(name) && name.chars().any(is_cjk));
        let former = former.filter(|name| !["无", "不适用", "不涉及"].contains(&name.as_str()));
        let code = below(code).map(|value| leading_code(&value)).filter(|code| !code.is_empty());
        let short = below(short).filter(|name| is_short_name(name)).or_else(|| {
            let beside = table.cells.iter().find(|cell| cell.row == short.row && cell.col == short.end_col());
            beside
                .map(|cell| cell.text.trim().to_owned())
                .filter(|name| is_short_name(name) && squeeze_fold(name) != "股票代码")
        });
        return (short, code, former.into_iter().collect());
    }
    (None, None, Vec::new())
}

const LEGAL_FORMS: [&str; 5] = ["股份有限公司", "有限责任公司", "有限公司", "股份公司", "集团公司"];
const FULL_NAME_CHARS: std::ops::RangeInclusive<usize> = 6..=40;

/// The company's full name from a title line of the first two pages; the second one after a line 关于 (a sponsor's
/// letter about a company).
fn full_name(front: &Front) -> Option<String> {
    let lines: Vec<&Line> = front.head().filter(|line| line.is_short() && !line.in_table).collect();
    let about = lines.iter().position(|line| line.folded == "关于").map_or(0, |at| at + 1);
    lines.iter().skip(about).chain(lines.iter()).find_map(|line| full_name_in(&line.text))
}

/// `某某股份有限公司` at the start of a line, followed by nothing or a title.
fn full_name_in(text: &str) -> Option<String> {
    let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let folded = squeeze_fold(&plain);
    let end = LEGAL_FORMS.iter().find_map(|form| folded.find(form).map(|at| at + form.len()))?;
    let rest = &folded[end..];
    let titled = rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_digit() || "关二首公第年半民".contains(c));
    // An auditor's file number stands in front of the name in one line: `(114)某審字第1號某某股份有限公司`.
    let start = folded[..end].rfind(['号', '號']).map_or(0, |at| at + '号'.len_utf8());
    let length = folded[start..end].chars().count();
    let skipped = folded[..start].chars().count();
    let sentence = folded[start..end].contains(['.', ',', '、', ':', '。', '"', '“'])
        || ["本公司", "关于", "天健", "会计师"].iter().any(|word| folded[start..end].contains(word));
    if !titled || sentence || !FULL_NAME_CHARS.contains(&length) {
        return None;
    }
    Some(plain.chars().skip(skipped).take(length).collect())
}

/// The registrant of an American filing: the line above “exact name of registrant”; or who “reports” in a release.
fn registrant(front: &Front) -> Option<String> {
    let lines: Vec<&Line> = front.head().collect();
    let at = lines.iter().position(|line| line.folded.contains("exactnameofregistrant"));
    if let Some(name) = at.and_then(|at| at.checked_sub(1)).and_then(|at| lines.get(at)).filter(|line| line.is_short())
    {
        return Some(name.text.clone());
    }
    if let Some((name, _)) = front.cover().find_map(|line| named_codes(&line.text).into_iter().next()) {
        return Some(name);
    }
    const VERBS: [&str; 6] = [" reports ", " announces ", " REPORTS ", " ANNOUNCES ", " Reports ", " Announces "];
    let releases = front.cover().filter(|line| line.is_short());
    let named =
        |line: &Line| VERBS.iter().find_map(|verb| line.text.find(verb)).map(|end| line.text[..end].trim().to_owned());
    releases.filter_map(named).next().or_else(|| incorporated(front))
}

/// The most frequent name with a legal form on the first pages (`Sea Group plc`).
fn incorporated(front: &Front) -> Option<String> {
    const FORMS: [&str; 9] = ["plc", "PLC", "Inc.", "Inc", "Limited", "Ltd", "Ltd.", "Corporation", "Corp."];
    let mut counts: Vec<(String, u32)> = Vec::new();
    for line in &front.lines {
        let words: Vec<&str> = line.text.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            if !FORMS.contains(&word.trim_end_matches([',', ')', ';', '”'])) {
                continue;
            }
            let capital = |word: &&&str| word.chars().next().is_some_and(|c| c.is_ascii_uppercase());
            let before = words[..at].iter().rev().take_while(capital).take(NAME_WORDS_MAX - 1).count();
            if before > 0 {
                let name = words[at - before..=at].join(" ");
                let name = name.trim_end_matches([',', ')', ';', '”']).to_owned();
                match counts.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((name, 1)),
                }
            }
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_codes_are_read_in_all_layouts() {
        let one = |text: &str| named_codes(text).into_iter().next();
        let want = |name: &str, code: &str| Some((name.to_owned(), code.to_owned()));
        assert_eq!(one("山海股份（603999.SH）2024 年年报点评"), want("山海股份", "603999"));
        assert_eq!(one("山海股份（2399.HK/603999.CH）：1Q25"), want("山海股份", "603999"));
        assert_eq!(one("山海股份(603999)"), want("山海股份", "603999"));
        assert_eq!(one("ShanHai Tech (603999 CH)"), want("ShanHai Tech", "603999"));
        assert_eq!(one("山海股份（2399.HK）"), want("山海股份", "2399"));
        assert_eq!(
            one("Las Vegas, February 8 – Sea Resorts International (NYSE: SEA)"),
            want("Sea Resorts International", "SEA")
        );
        for text in ["净利润（2024）", "利润（123456）", "（603999）", "同比增长(1234)", "公司（以下简称“公司”）"]
        {
            assert_eq!(one(text), None, "{text}");
        }
    }

    #[test]
    fn full_names_stand_alone_or_before_a_title() {
        assert_eq!(full_name_in("山海酒股份有限公司 2024 年年度报告").as_deref(), Some("山海酒股份有限公司"));
        assert_eq!(full_name_in("兰花企业（集团）股份有限公司").as_deref(), Some("兰花企业（集团）股份有限公司"));
        assert_eq!(full_name_in("华海電腦股份有限公司").as_deref(), Some("华海電腦股份有限公司"));
        assert_eq!(full_name_in("(114)海審字第2468號海屿電子股份有限公司").as_deref(), Some("海屿電子股份有限公司"));
        assert_eq!(full_name_in("公司拟向山海股份有限公司购买资产"), None);
        assert_eq!(full_name_in("三、天健会计师事务所为本公司出具了"), None);
    }
}
