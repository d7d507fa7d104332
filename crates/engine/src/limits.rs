//! What a document and a question may take: named bounds, and what is said when one is reached.

use doc::PageNo;
use serde::{Deserialize, Serialize};

use crate::keys::section;

section! {
    /// What documents and questions may take. Every bound can be raised; what reaches one is named in the report
    /// with the page, and never stops the rest.
    pub struct Limits in "limits" {
        /// Size of a file, bytes. A larger one is refused.
        pub file_bytes_max: u64 = 512 << 20,
        /// Files of one intake. Those after it are left for the next one.
        pub files_max: usize = 200_000,
        /// Folders inside folders. Deeper ones are not looked into.
        pub folder_depth_max: usize = 64,
        /// Pages of a document. Those after it are not read; the document says so.
        pub pages_max: u32 = 20_000,
        /// Letters of a page. The rest of the page is not read; the document says so.
        pub page_glyphs_max: u32 = 200_000,
        /// Lines, coloured areas and pictures of a page, of each kind. The rest of the page is not read; the document
        /// says so.
        pub page_objects_max: u32 = 200_000,
        /// Pixels of a page that is shown as a picture. A larger one is drawn smaller.
        pub page_pixels_max: u32 = 40_000_000,
        /// Memory for things inside things (forms in forms, brackets in brackets), bytes of stack. A document that
        /// needs more is refused.
        pub nesting_stack_bytes_max: u64 = 16 << 20,
        /// Wall-clock time to read one document, seconds. One that takes longer is refused.
        pub document_seconds_max: u64 = 120,
        /// Wall-clock time to open a document or to read one page of it, seconds. A page that takes longer is left
        /// out.
        pub page_seconds_max: u64 = 5,
        /// Pages of a document that may be left out because reading one took too much time or memory, or broke off.
        /// A document with more of them is refused.
        pub pages_left_out_max: u32 = 1,
        /// Address space of the process that reads a document, bytes. A document that needs more is refused.
        pub document_memory_bytes_max: u64 = 1 << 30,
        /// Chunks of a document. Those after it are not indexed; the document says so.
        pub document_chunks_max: u32 = 500_000,
        /// Length of a question, characters. A longer one is refused.
        pub question_chars_max: usize = 2_000,
        /// Results of a search. More are refused.
        pub top_k_max: usize = 200,
    }
}

/// A bound that a document or an intake has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// [`Limits::file_bytes_max`]
    FileBytes,
    /// [`Limits::files_max`]
    Files,
    /// [`Limits::folder_depth_max`]
    FolderDepth,
    /// [`Limits::pages_max`]
    Pages,
    /// [`Limits::page_glyphs_max`]
    PageGlyphs,
    /// [`Limits::page_objects_max`]
    PageObjects,
    /// [`Limits::nesting_stack_bytes_max`]
    Nesting,
    /// [`Limits::document_seconds_max`]
    DocumentTime,
    /// [`Limits::page_seconds_max`]
    PageTime,
    /// [`Limits::document_memory_bytes_max`]
    Memory,
    /// [`Limits::document_chunks_max`]
    Chunks,
}

/// How far the reading of a document is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// The file's bytes are read and its structure is opened.
    #[default]
    Opening,
    /// This page is being read.
    Page(PageNo),
    /// All pages are read; they are put together and taken apart into chunks and figures.
    Together(PageNo),
}

impl Step {
    /// The page that is being read, or the last one.
    pub fn page(self) -> Option<PageNo> {
        match self {
            Step::Opening => None,
            Step::Page(page) | Step::Together(page) => Some(page),
        }
    }

    /// Where in the document that is, for people.
    pub(crate) fn place(self) -> String {
        match self {
            Step::Opening => "while opening the file".to_owned(),
            Step::Page(page) => format!("at page {page}"),
            Step::Together(page) => format!("while putting {page} pages together"),
        }
    }
}

impl Limit {
    /// A stable code: what was too much.
    pub fn code(self) -> &'static str {
        match self {
            Limit::FileBytes => "file_limit",
            Limit::Files => "files_limit",
            Limit::FolderDepth => "folder_limit",
            Limit::Pages | Limit::PageGlyphs | Limit::PageObjects | Limit::Chunks => "truncated",
            Limit::Nesting => "nesting_limit",
            Limit::DocumentTime | Limit::PageTime => "time_limit",
            Limit::Memory => "memory_limit",
        }
    }

    /// The key of the configuration that raises it.
    pub fn key(self) -> &'static str {
        match self {
            Limit::FileBytes => "limits.file_bytes_max",
            Limit::Files => "limits.files_max",
            Limit::FolderDepth => "limits.folder_depth_max",
            Limit::Pages => "limits.pages_max",
            Limit::PageGlyphs => "limits.page_glyphs_max",
            Limit::PageObjects => "limits.page_objects_max",
            Limit::Nesting => "limits.nesting_stack_bytes_max",
            Limit::DocumentTime => "limits.document_seconds_max",
            Limit::PageTime => "limits.page_seconds_max",
            Limit::Memory => "limits.document_memory_bytes_max",
            Limit::Chunks => "limits.document_chunks_max",
        }
    }
}

impl Limits {
    /// What is said of a document that is given up: which limit, where, what to do.
    pub fn given_up(&self, limit: Limit, step: Step) -> String {
        format!("given up {}: {}; raise {} or split the file", step.place(), self.what(limit), limit.key())
    }

    /// What is said of a part that is left out: which limit, what to do.
    pub fn left_out(&self, limit: Limit) -> String {
        format!("left out: {}; raise {} to have it read", self.what(limit), limit.key())
    }

    fn what(&self, limit: Limit) -> String {
        let megabytes = |bytes: u64| format!("{} MB", bytes.div_ceil(1 << 20));
        match limit {
            Limit::FileBytes => format!("the file is larger than {}", megabytes(self.file_bytes_max)),
            Limit::Files => format!("one intake takes {} files", self.files_max),
            Limit::FolderDepth => format!("folders are more than {} deep", self.folder_depth_max),
            Limit::Pages => format!("a document has {} pages at most", self.pages_max),
            Limit::PageGlyphs => format!("a page has {} letters at most", self.page_glyphs_max),
            Limit::PageObjects => format!("a page has {} lines and areas at most", self.page_objects_max),
            Limit::Nesting => {
                format!("things inside things need more than {} of stack", megabytes(self.nesting_stack_bytes_max))
            }
            Limit::DocumentTime => format!("the document takes longer than {} s", self.document_seconds_max),
            Limit::PageTime => format!("one page takes longer than {} s", self.page_seconds_max),
            Limit::Memory => format!("reading needs more than {}", megabytes(self.document_memory_bytes_max)),
            Limit::Chunks => format!("a document has {} chunks at most", self.document_chunks_max),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Limit; 11] = [
        Limit::FileBytes,
        Limit::Files,
        Limit::FolderDepth,
        Limit::Pages,
        Limit::PageGlyphs,
        Limit::PageObjects,
        Limit::Nesting,
        Limit::DocumentTime,
        Limit::PageTime,
        Limit::Memory,
        Limit::Chunks,
    ];

    #[test]
    fn every_limit_names_a_key_that_is_there_and_its_value() {
        let limits = Limits::default();
        let keys = Limits::section().keys;
        for limit in ALL {
            let name = limit.key().strip_prefix("limits.").expect("in its section");
            assert!(keys.iter().any(|key| key.name == name), "{name}");
            let message = limits.given_up(limit, Step::Page(PageNo(7)));
            assert!(message.contains(limit.key()) && message.contains("page 7"), "{message}");
            assert!(limits.what(limit).chars().any(|letter| letter.is_ascii_digit()), "{message}");
        }
    }

    #[test]
    fn a_message_says_how_far_reading_was() {
        let limits = Limits { page_seconds_max: 5, ..Limits::default() };
        assert_eq!(
            limits.given_up(Limit::PageTime, Step::Page(PageNo(3))),
            "given up at page 3: one page takes longer than 5 s; raise limits.page_seconds_max or split the file"
        );
        assert!(limits.given_up(Limit::Memory, Step::Opening).contains("opening"));
        assert!(limits.given_up(Limit::DocumentTime, Step::Together(PageNo(9))).contains("9 pages"));
    }
}
