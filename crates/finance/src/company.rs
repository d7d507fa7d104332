//! The companies of a library, found in questions by name, code or a clear short form.

use std::ops::Range;

use doc::Identity;

/// A company named in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyMention {
    /// Short name.
    pub company: String,
    /// 证券代码; empty where unknown.
    pub code: String,
    /// Full name; empty where unknown.
    pub full: String,
    /// Bytes of the question.
    pub range: Range<usize>,
}

/// The companies that the documents of a library name.
#[derive(Clone, Debug, Default)]
pub struct Companies {}

impl Companies {
    /// Collects the companies of these documents.
    pub fn from_identities<'a>(identities: impl IntoIterator<Item = &'a Identity>) -> Self {
        let _ = identities.into_iter().count();
        Self::default()
    }

    /// The companies that a question names, in order.
    pub fn find_in(&self, question: &str) -> Vec<CompanyMention> {
        let _ = question;
        Vec::new()
    }

    /// Words of the question that seem to name a company which the library does not have.
    pub fn unknown_company_in(&self, question: &str) -> Option<Range<usize>> {
        let _ = question;
        None
    }
}
