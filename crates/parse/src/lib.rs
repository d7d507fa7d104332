//! Bytes → [`doc::Document`]: what is printed where, as words, headings and tables with a box for every cell.
//!
//! Text and tables come from the glyphs and ruling lines of the page, never from a model. The stages, in order:
//! `pdf` (what is drawn) → `clean` (doubles, template marks, stamps out) → `table` (grids) → `line` (words and lines
//! outside tables) → `layout` (blocks in reading order, running text, headings) → `chunk` (what is indexed).
//!
//! Out of scope: network, store, clock. Pages without a text layer are reported, not read.

pub mod pdf;

pub mod content;

pub mod clean;

pub mod table;

pub mod line;

pub mod layout;

mod running;

mod numbering;

mod noise;

mod headings;

mod caption;

mod assemble;

pub mod chunk;

#[cfg(test)]
mod testing;

use doc::{Document, PageIndex, Warning};

/// Pages read of one file at most, unless the options say otherwise.
pub const PAGES_MAX: usize = 20_000;

/// What to read, and how much.
#[derive(Clone, Debug)]
pub struct ReadOptions<'a> {
    /// Only these pages; all where `None`. The document lists the others too, without blocks.
    pub pages: Option<Vec<PageIndex>>,
    /// Pages after this many are not read; the document says so.
    pub pages_max: usize,
    /// Told of every page that was read.
    pub progress: Option<Progress<'a>>,
}

/// Called with each page after it was read.
#[derive(Clone, Copy)]
pub struct Progress<'a>(pub &'a dyn Fn(PageIndex));

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Progress")
    }
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self { pages: None, pages_max: PAGES_MAX, progress: None }
    }
}

/// Reads a PDF.
///
/// # Errors
/// Only when nothing can be read, see [`ReadError`]; anything less is in [`Document::warnings`].
pub fn read(bytes: Vec<u8>, options: &ReadOptions<'_>) -> Result<Document, ReadError> {
    let file = pdf::PdfFile::open(bytes)?;
    let wanted = |index: PageIndex| {
        index.as_usize() < options.pages_max && options.pages.as_ref().is_none_or(|pages| pages.contains(&index))
    };
    let mut drafts = Vec::new();
    file.for_each_page(wanted, |mut page| {
        let index = page.index;
        clean::clean(&mut page);
        let tables = table::find_tables(&page);
        drafts.push(layout::lay_out(page, tables));
        if let Some(Progress(report)) = options.progress {
            report(index);
        }
    });
    let mut document = assemble::assemble(drafts, file.outline(), file.page_count());
    document.producer = file.producer();
    if file.page_count() > options.pages_max {
        let message = format!("only the first {} of {} pages were read", options.pages_max, file.page_count());
        document.warnings.push(Warning { page: None, code: "truncated".to_owned(), message });
    }
    Ok(document)
}

/// Why a document could not be read at all. Anything less is a warning in the document.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// Zero bytes.
    #[error("the file is empty")]
    Empty,
    /// A password is needed to open it.
    #[error("the file is protected by a password; remove the password and try again")]
    Encrypted,
    /// Not a PDF, or nothing of it can be read.
    #[error("the file is damaged or no PDF; open it in a viewer and save it again")]
    Damaged,
}
