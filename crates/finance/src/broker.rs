//! Brokers and their names in both languages.

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use serde::Deserialize;

use crate::folded::{Folded, squeeze_fold};

/// A broker and the names under which it prints and is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Broker {
    /// The usual Chinese name, or the English one where there is none.
    pub name: String,
    /// Other names: full names, English names, abbreviations, former names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Short forms that are also common words (西南, 民生): they count only beside words of research.
    #[serde(default)]
    pub short: Vec<String>,
    /// Domains of its e-mail addresses.
    #[serde(default)]
    pub domains: Vec<String>,
}

/// A broker named in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerMention {
    /// Which.
    pub broker: &'static Broker,
    /// Bytes of the text.
    pub range: Range<usize>,
}

/// The dictionary of brokers.
pub fn brokers() -> &'static [Broker] {
    &DICTIONARY.brokers
}

/// All brokers that a question or sentence names, in order: the longest names first where they overlap; short forms
/// (信达、国信、华安三家) only where the text speaks of research.
pub fn brokers_in(text: &str) -> Vec<BrokerMention> {
    let folded = Folded::new(text);
    let plain: String = folded.chars.iter().collect();
    let mut found = named(&folded, &DICTIONARY.names);
    if !found.is_empty() || RESEARCH_WORDS.iter().any(|word| plain.contains(word)) {
        found.extend(named(&folded, &DICTIONARY.short));
    }
    mentions(&folded, found)
}

/// Brokers by their full, usual or English names only, as a document's pages print them.
pub fn printed_names_in(text: &str) -> Vec<BrokerMention> {
    let folded = Folded::new(text);
    let found = named(&folded, &DICTIONARY.names);
    mentions(&folded, found)
}

/// The broker with that e-mail domain: `a.name@research.example.com` belongs to `example.com`.
pub fn by_domain(domain: &str) -> Option<&'static Broker> {
    let domain = domain.to_ascii_lowercase();
    DICTIONARY.brokers.iter().find(|broker| {
        broker
            .domains
            .iter()
            .any(|own| domain == *own || domain.strip_suffix(own.as_str()).is_some_and(|rest| rest.ends_with('.')))
    })
}

/// Words that make a short form beside them a broker.
const RESEARCH_WORDS: [&str; 17] = [
    "券商",
    "研报",
    "研究报告",
    "机构",
    "分析师",
    "目标价",
    "评级",
    "预测",
    "证券",
    "一致预期",
    "各家",
    "三家",
    "两家",
    "卖方",
    "研究所",
    "eps",
    "报告",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    broker: Vec<Broker>,
}

struct Dictionary {
    brokers: Vec<Broker>,
    names: Index,
    short: Index,
}

/// Folded names by their first character.
type Index = HashMap<char, Vec<(Vec<char>, usize)>>;

static DICTIONARY: LazyLock<Dictionary> = LazyLock::new(|| {
    // The dictionary is part of the program; a test reads it.
    let file: File =
        toml::from_str(include_str!("../data/brokers.toml")).expect("the built-in list of brokers is valid");
    let (mut names, mut short) = (Index::new(), Index::new());
    let add = |index: &mut Index, name: &str, broker: usize| {
        let chars: Vec<char> = squeeze_fold(name).chars().collect();
        if let Some(first) = chars.first() {
            index.entry(*first).or_default().push((chars, broker));
        }
    };
    for (at, broker) in file.broker.iter().enumerate() {
        std::iter::once(&broker.name).chain(&broker.aliases).for_each(|name| add(&mut names, name, at));
        broker.short.iter().for_each(|name| add(&mut short, name, at));
    }
    Dictionary { brokers: file.broker, names, short }
});

fn named(text: &Folded, index: &Index) -> Vec<(Range<usize>, usize)> {
    let mut found = Vec::new();
    for (at, c) in text.chars.iter().enumerate() {
        for (name, broker) in index.get(c).into_iter().flatten() {
            let range = at..at + name.len();
            if text.chars[at..].starts_with(name) && text.is_word(&range) {
                found.push((range, *broker));
            }
        }
    }
    found
}

/// The longest of overlapping finds, in order of place.
fn mentions(text: &Folded, mut found: Vec<(Range<usize>, usize)>) -> Vec<BrokerMention> {
    found.sort_by(|(a, _), (b, _)| b.len().cmp(&a.len()).then(a.start.cmp(&b.start)));
    let mut taken: Vec<(Range<usize>, usize)> = Vec::new();
    for (range, broker) in found {
        if taken.iter().all(|(other, _)| range.end <= other.start || other.end <= range.start) {
            taken.push((range, broker));
        }
    }
    taken.sort_by_key(|(range, _)| range.start);
    let mention = |(range, broker)| BrokerMention { broker: &DICTIONARY.brokers[broker], range: text.source(&range) };
    taken.into_iter().map(mention).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&'static str> {
        brokers_in(text).into_iter().map(|mention| mention.broker.name.as_str()).collect()
    }

    #[test]
    fn names_of_both_languages_lead_to_one_broker() {
        assert_eq!(names("招银国际和CMB International Global Markets的目标价"), ["招银国际", "招银国际"]);
        assert_eq!(names("CMBI maintains BUY"), ["招银国际"]);
        assert_eq!(names("中信建投证券与中信证券"), ["中信建投证券", "中信证券"]);
        assert_eq!(names("国泰君安国际"), ["国泰君安国际"]);
    }

    #[test]
    fn short_forms_need_words_of_research() {
        assert_eq!(names("25年EPS各家给多少？信达、国信、华安三家"), ["信达证券", "国信证券", "华安证券"]);
        assert_eq!(names("西南地区的销售收入和民生工程"), Vec::<&str>::new());
        assert_eq!(names("citizens"), Vec::<&str>::new());
    }

    #[test]
    fn mail_domains_name_their_broker() {
        assert_eq!(by_domain("cmbi.com.hk").map(|broker| broker.name.as_str()), Some("招银国际"));
        assert_eq!(by_domain("research.xbmail.com.cn").map(|broker| broker.name.as_str()), Some("西部证券"));
        assert_eq!(by_domain("notgs.com"), None);
    }

    #[test]
    fn no_name_belongs_to_two_brokers() {
        let mut owner: HashMap<String, &str> = HashMap::new();
        for broker in brokers() {
            for name in std::iter::once(&broker.name).chain(&broker.aliases).chain(&broker.short).chain(&broker.domains)
            {
                let before = owner.insert(squeeze_fold(name), &broker.name);
                assert!(before.is_none_or(|name| name == broker.name), "{name}: {before:?} and {}", broker.name);
            }
        }
        assert!(brokers().len() >= 120, "{}", brokers().len());
    }
}
