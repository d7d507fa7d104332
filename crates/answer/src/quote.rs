//! The check that a quote stands on its page, and citations that passed it.

use doc::{Rect, text::squeeze};
use retrieve::{DocumentRecord, StoredPage};

use crate::reply::Citation;

/// Does the quote stand on the page: contiguous after NFKC and without white space?
pub fn stands_on(quote: &str, page: &StoredPage) -> bool {
    let quote = squeeze(quote);
    !quote.is_empty() && squeeze(&page.text).contains(&quote)
}

/// The citations of one answer, numbered in the order in which they are first used.
#[derive(Debug, Default)]
pub struct Citations {
    list: Vec<Citation>,
}

/// What is to be cited.
pub struct Cited<'a> {
    /// The document.
    pub document: &'a DocumentRecord,
    /// The page the quote stands on.
    pub page: &'a StoredPage,
    /// Where on it.
    pub bbox: Rect,
    /// The words as printed.
    pub quote: &'a str,
    /// The chunk.
    pub chunk_id: &'a str,
}

impl Citations {
    /// The number of this citation; `None` when the quote does not stand on the page, and then nothing may be said
    /// from it.
    pub fn add(&mut self, cited: &Cited<'_>) -> Option<usize> {
        let page = cited.page.index.number();
        let same = |known: &&Citation| {
            known.doc_id == cited.document.doc_id && known.page == page && known.quote == cited.quote
        };
        if let Some(known) = self.list.iter().find(same) {
            return Some(known.n);
        }
        if !stands_on(cited.quote, cited.page) {
            return None;
        }
        let n = self.list.len() + 1;
        self.list.push(Citation {
            n,
            doc_id: cited.document.doc_id.clone(),
            path: cited.document.path.clone(),
            title: cited.document.identity.title.clone(),
            page,
            page_label: cited.page.label.clone(),
            bbox: cited.bbox,
            quote: cited.quote.to_owned(),
            chunk_id: cited.chunk_id.to_owned(),
        });
        Some(n)
    }

    /// All of them, by number.
    pub fn into_list(self) -> Vec<Citation> {
        self.list
    }
}
