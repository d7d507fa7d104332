//! Ids and page numbers as types, so that a 0-based index is never shown and a printed number never used as an index.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A document's id in its knowledge base: stable over its versions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocId(pub String);

/// A chunk's id: document, version and ordinal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChunkId(pub String);

impl ChunkId {
    /// The id of chunk `ordinal` of version `version` of a document.
    pub fn new(doc: &DocId, version: u32, ordinal: u32) -> Self {
        Self(format!("{}-{version}-{ordinal}", doc.0))
    }
}

impl fmt::Display for DocId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for ChunkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A physical page inside the program: 0-based.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageIndex(pub u32);

/// A physical page as shown to people: 1-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PageNo(pub u32);

impl From<PageIndex> for PageNo {
    fn from(index: PageIndex) -> Self {
        PageNo(index.0.saturating_add(1))
    }
}

impl From<PageNo> for PageIndex {
    fn from(number: PageNo) -> Self {
        PageIndex(number.0.saturating_sub(1))
    }
}

impl PageIndex {
    /// The page as shown to people.
    pub fn number(self) -> PageNo {
        self.into()
    }

    /// As an index into `Document::pages`.
    pub fn as_usize(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for PageNo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
