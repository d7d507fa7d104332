//! Bytes → [`doc::Document`]: what is printed where, as words, headings and tables with a box for every cell.
//!
//! Text and tables come from the glyphs and ruling lines of the page, never from a model. The stages, in order:
//! `pdf` (what is drawn) → `clean` (doubles, template marks, stamps out) → `table` (grids) → `line`, `layout` (words and
//! lines outside tables, in reading order); from here on over all pages: `running` (headers, footers, page numbers) →
//! `noise` (contents, disclaimers) → `contents` (what they say) → `headings` → `caption` → `assemble` (blocks, joined tables, sections) → `chunk`
//! (what is indexed). A page's glyphs are dropped before the next page is read.
//!
//! ```no_run
//! let document = parse::read(std::fs::read("report.pdf")?, &parse::ReadOptions::default())?;
//! for block in &document.pages[0].blocks {
//!     println!("{:?} {}", document.section_path(block.section), block.text);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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

mod contents;

mod headings;

mod caption;

mod assemble;

pub mod chunk;

pub mod render;

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
    /// Pages to leave out: reading them before has done harm.
    pub left_out: Vec<PageIndex>,
    /// Letters, and drawn things of each kind, read of one page at most; a page that was cut says so.
    pub page_max: PageMax,
    /// Told of every step.
    pub progress: Option<Progress<'a>>,
}

/// What is read of one page at most.
#[derive(Clone, Copy, Debug)]
pub struct PageMax {
    /// Letters.
    pub glyphs: usize,
    /// Lines; coloured areas; pictures: so many of each.
    pub objects: usize,
}

impl Default for PageMax {
    fn default() -> Self {
        Self { glyphs: 200_000, objects: 200_000 }
    }
}

/// A step of the reading that begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The file is open and has so many pages.
    Opened(usize),
    /// This page is read now.
    Page(PageIndex),
    /// The pages are all read and are put together now.
    Together,
}

/// Called with each step as it begins.
#[derive(Clone, Copy)]
pub struct Progress<'a>(pub &'a dyn Fn(Step));

impl std::fmt::Debug for Progress<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Progress")
    }
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self { pages: None, pages_max: PAGES_MAX, left_out: Vec::new(), page_max: PageMax::default(), progress: None }
    }
}

/// Reads a PDF.
///
/// # Errors
/// Only when nothing can be read, see [`ReadError`]; anything less is in [`Document::warnings`].
pub fn read(bytes: Vec<u8>, options: &ReadOptions<'_>) -> Result<Document, ReadError> {
    let file = pdf::PdfFile::open(bytes)?.with_page_max(options.page_max);
    let report = |step: Step| {
        if let Some(Progress(report)) = options.progress {
            report(step);
        }
    };
    report(Step::Opened(file.page_count()));
    let wanted = |index: PageIndex| {
        let wanted = index.as_usize() < options.pages_max
            && options.pages.as_ref().is_none_or(|pages| pages.contains(&index))
            && !options.left_out.contains(&index);
        if wanted {
            report(Step::Page(index));
        }
        wanted
    };
    let mut drafts = Vec::new();
    file.for_each_page(wanted, |page| drafts.push(draft(page)));
    report(Step::Together);
    let page_count = file.page_count().min(options.pages_max);
    let mut document = assemble::assemble(drafts, file.outline(), page_count);
    document.producer = file.producer();
    if file.page_count() > options.pages_max {
        let message = format!("only the first {} of {} pages were read", options.pages_max, file.page_count());
        document.warnings.push(Warning { page: None, code: "truncated".to_owned(), message });
    }
    Ok(document)
}

/// The document of pages whose content is known already, in physical order: [`read`] without the file.
pub fn document_of(pages: Vec<content::PageContent>) -> Document {
    let count = pages.len();
    assemble::assemble(pages.into_iter().map(draft).collect(), Vec::new(), count)
}

/// One page by itself: its tables, and its words in reading order.
fn draft(mut page: content::PageContent) -> layout::Draft {
    clean::clean(&mut page);
    let tables = table::find_tables(&page);
    layout::lay_out(page, tables)
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
