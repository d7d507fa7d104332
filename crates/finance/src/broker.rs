//! Brokers and their names in both languages.

use std::ops::Range;

/// A broker and the names under which it prints and is asked for.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Broker {
    /// The usual Chinese name, or the English one where there is none.
    pub name: String,
    /// Other names: full names, English names, abbreviations.
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// A broker named in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokerMention {
    /// Which.
    pub broker: &'static Broker,
    /// Bytes of the text.
    pub range: Range<usize>,
}

/// All brokers that a text names, in order, longest names first where they overlap.
pub fn brokers_in(text: &str) -> Vec<BrokerMention> {
    let _ = text;
    Vec::new()
}

/// The dictionary of brokers.
pub fn brokers() -> &'static [Broker] {
    &[]
}
