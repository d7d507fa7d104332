//! The configuration file: read once, unknown keys refused.

use std::{io, path::Path};

use parse::chunk::Strategy;
use serde::{Deserialize, Serialize};

use crate::{
    EngineError, Limits,
    keys::{Section, section},
};

/// `caiwen.toml`. Every key has a default, so the file may be absent or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// `[limits]`
    pub limits: Limits,
    /// `[ingest]`
    pub ingest: IngestConfig,
    /// `[ask]`
    pub ask: AskConfig,
    /// `[show]`
    pub show: ShowConfig,
}

section! {
    /// How documents are taken in.
    pub struct IngestConfig in "ingest" {
        /// Documents read at the same time; 0: as many as there are processors.
        pub workers: usize = 0,
        /// Documents that become visible together at most.
        pub batch_documents: usize = 32,
        /// A batch becomes visible after this time at the latest, seconds.
        pub batch_seconds: u64 = 5,
        /// How documents are cut into pieces: `structure` (by headings, paragraphs and table rows), or windows for
        /// comparison: `fixed` (512 characters, 64 shared), `lines` (30, 5 shared), `tokens` (256, 32 shared). Use
        /// another home folder for each: documents that are already in stay as they were cut.
        pub chunking: Strategy = Strategy::Structure,
    }
}

section! {
    /// How questions are answered.
    pub struct AskConfig in "ask" {
        /// What to do when a question leaves open which period is meant: `ask` asks back with those that exist,
        /// `latest` takes the latest.
        pub ambiguous: Ambiguous = Ambiguous::Ask,
    }
}

section! {
    /// How pages are shown as pictures.
    pub struct ShowConfig in "show" {
        /// A font file (.ttf, .otf, .ttc) with Chinese and Latin letters, which stands in for fonts that a document
        /// does not carry. A relative path counts from the library's folder. Empty: the first in its folder `fonts`,
        /// else one of the system's.
        pub font: String = String::new(),
    }
}

/// What to do when a question leaves open which figure is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ambiguous {
    /// Ask back with the choices that exist.
    #[default]
    Ask,
    /// Take the latest.
    Latest,
}

impl Config {
    /// Every section with every key, its default and what it means.
    pub fn sections() -> Vec<Section> {
        vec![Limits::section(), IngestConfig::section(), AskConfig::section(), ShowConfig::section()]
    }

    /// Reads the file; an absent one gives the defaults.
    ///
    /// # Errors
    /// [`EngineError::Config`] names the key or line that is wrong.
    pub fn read(path: &Path) -> Result<Self, EngineError> {
        let wrong = |message: String| EngineError::Config { path: path.to_owned(), message };
        match std::fs::read_to_string(path) {
            Ok(text) => toml::from_str(&text).map_err(|error| wrong(error.to_string())),
            // A home that is no folder is said by the store.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                Ok(Self::default())
            }
            Err(error) => Err(wrong(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_refused_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("caiwen.toml");
        std::fs::write(&file, "[limits]\npages_maximum = 5\n").expect("written");
        let message = Config::read(&file).expect_err("refused").to_string();
        assert!(message.contains("pages_maximum"), "{message}");
        std::fs::write(&file, "[limits]\npages_max = 5\n[ask]\nambiguous = \"latest\"\n").expect("written");
        let config = Config::read(&file).expect("read");
        assert_eq!((config.limits.pages_max, config.ask.ambiguous), (5, Ambiguous::Latest));
        assert_eq!(Config::read(&folder.path().join("none.toml")).expect("defaults"), Config::default());
    }
}
