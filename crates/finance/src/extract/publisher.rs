//! Who published a document.

use doc::{DocKind, Document, text::is_cjk};

use super::front::Front;
use crate::broker::{self, Broker};

/// Publisher and its other names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Publisher {
    pub name: String,
    pub aliases: Vec<String>,
}

/// A broker that the dictionary knows, or one that only the form of its name tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Author {
    Known(&'static Broker),
    Named(String),
}

/// The broker of a report, the company of a filing, the institute or office of anything else.
pub(super) fn publisher(front: &Front, broker: Option<Author>, kind: DocKind, company: &str) -> Publisher {
    let of_company = || Publisher { name: company.to_owned(), aliases: Vec::new() };
    match kind {
        DocKind::ResearchReport | DocKind::IndustryReport | DocKind::News | DocKind::Policy | DocKind::Other => {
            let of_institute = || Publisher { name: institute(front).unwrap_or_default(), aliases: Vec::new() };
            broker.map_or_else(of_institute, of_broker)
        }
        // A sponsor writes about the company that it brings to the market.
        DocKind::Prospectus => broker.map_or_else(of_company, of_broker),
        _ => of_company(),
    }
}

fn of_broker(author: Author) -> Publisher {
    match author {
        Author::Known(broker) => Publisher { name: broker.name.clone(), aliases: broker.aliases.clone() },
        Author::Named(name) => Publisher { name, aliases: Vec::new() },
    }
}

/// An analyst's address says more than a name, which may be a competitor's or a source's.
const DOMAIN_WEIGHT: u32 = 12;
const COVER_WEIGHT: u32 = 4;
/// Names beyond this many in the rest of the document say nothing more.
const NAMES_MAX: u32 = 40;

/// The broker that the first and last pages speak for, if any.
pub(super) fn broker_of(front: &Front, document: &Document) -> Option<Author> {
    let mut weights = Weights::default();
    for line in front.all() {
        domains_in(&line.text).filter_map(broker::by_domain).for_each(|broker| weights.add(broker, DOMAIN_WEIGHT));
        let weight = if line.page == front.first_page { COVER_WEIGHT } else { 1 };
        let source =
            line.folded.contains("资料来源") || line.folded.contains("数据来源") || line.folded.starts_with("source");
        for mention in broker::printed_names_in(&line.text) {
            // A source line names the broker's own research department more often than not, yet others too.
            weights.add(mention.broker, if source { 1 } else { weight });
        }
    }
    if weights.0.is_empty() {
        let texts = document
            .pages
            .iter()
            .flat_map(|page| &page.blocks)
            .filter(|block| block.noise.is_some() || block.text.contains("来源"));
        for mention in texts.flat_map(|block| broker::printed_names_in(&block.text)).take(NAMES_MAX as usize) {
            weights.add(mention.broker, 1);
        }
    }
    let known = weights.0.into_iter().rev().max_by_key(|(_, weight)| *weight);
    known.map(|(broker, _)| Author::Known(broker)).or_else(|| unknown_broker(front).map(Author::Named))
}

/// A name of a broker's form that stands often enough, on pages that have an analyst's certificate.
fn unknown_broker(front: &Front) -> Option<String> {
    /// Fewer mentions are a competitor's or a market's.
    const MENTIONS_MIN: usize = 2;
    if !front.says(&["执业证", "执业编号", "证书编号", "分析师"]) {
        return None;
    }
    let mut names: Vec<(String, usize)> = Vec::new();
    for name in front.all().flat_map(|line| names_of_form(&line.folded)) {
        match names.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => names.push((name, 1)),
        }
    }
    let most = names.into_iter().rev().max_by_key(|(_, count)| *count);
    most.filter(|(_, count)| *count >= MENTIONS_MIN).map(|(name, _)| name)
}

/// `某某证券` where a line begins with it, or where it stands before the words for a research department or a firm.
fn names_of_form(line: &str) -> Vec<String> {
    const FORM: &str = "证券";
    const AFTER: [&str; 6] = ["研究所", "研究院", "研究部", "研究中心", "股份有限公司", "有限责任公司"];
    const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=4;
    const NO_NAMES: [&str; 8] = ["中国", "公司", "行业", "上市", "登记", "从事", "具备", "有关"];
    let mut names = Vec::new();
    for (at, _) in line.match_indices(FORM) {
        let rest = &line[at + FORM.len()..];
        let before: Vec<char> =
            line[..at].chars().rev().take_while(|c| is_cjk(*c)).take(*NAME_CHARS.end() + 1).collect();
        let starts_line = before.len() <= *NAME_CHARS.end() && line[..at].chars().count() == before.len();
        let department = AFTER.iter().any(|word| rest.starts_with(word));
        if !starts_line && !department {
            continue;
        }
        // Before a department the name may follow other words: its last two characters are the least that it has.
        let length = if starts_line { before.len() } else { before.len().min(*NAME_CHARS.start()) };
        let name: String = before[..length].iter().rev().collect();
        if NAME_CHARS.contains(&length)
            && !NO_NAMES.iter().any(|word| name.contains(word))
            && !rest.starts_with("研究报告")
        {
            names.push(format!("{name}{FORM}"));
        }
    }
    names
}

/// How much speaks for each broker.
#[derive(Default)]
struct Weights(Vec<(&'static Broker, u32)>);

impl Weights {
    fn add(&mut self, broker: &'static Broker, weight: u32) {
        match self.0.iter_mut().find(|(known, _)| known.name == broker.name) {
            Some((_, sum)) => *sum += weight,
            None => self.0.push((broker, weight)),
        }
    }
}

/// Domains of the e-mail addresses in a text.
fn domains_in(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(['@', '＠']).map(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '.' | '-'))).unwrap_or(rest.len());
        rest[..end].trim_end_matches('.')
    })
}

const INSTITUTES: [&str; 15] = [
    "研究院",
    "研究所",
    "研究中心",
    "咨询公司",
    "咨询",
    "智库",
    "协会",
    "学会",
    "论坛",
    "国务院",
    "委员会",
    "集团",
    "数据公司",
    "出版社",
    "中国政府网",
];
const INSTITUTE_CHARS_MAX: usize = 24;

/// A short line of the first page that is an institute's name.
fn institute(front: &Front) -> Option<String> {
    let plain = |line: &&super::front::Line| {
        line.folded.chars().count() <= INSTITUTE_CHARS_MAX && !line.folded.contains([',', '、', ':', '。', '《'])
    };
    let named = front.cover().filter(plain);
    named.filter(|line| INSTITUTES.iter().any(|word| line.folded.ends_with(word))).map(|line| line.text.clone()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broker_is_known_by_the_form_of_its_name() {
        assert_eq!(names_of_form("远山证券研究所|yuanshansecurities"), ["远山证券"]);
        assert_eq!(names_of_form("资料来源:公司公告,远山证券研究所"), ["远山证券"]);
        assert_eq!(names_of_form("远山证券yuanshan"), ["远山证券"]);
        for none in ["证券研究报告", "中国证券监督管理委员会", "公司证券简称", "具备证券期货业务资格"]
        {
            assert!(names_of_form(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn domains_are_cut_out_of_addresses() {
        let found: Vec<&str> = domains_in("邮箱：wang.ban@example.com 及 li@research.example.com.cn，电话").collect();
        assert_eq!(found, ["example.com", "research.example.com.cn"]);
    }
}
