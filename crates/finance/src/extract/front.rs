//! The lines of a document that say who it is: those of its first pages, and the last ones for dates and names.

use doc::{BlockKind, Document, NoiseKind};

use crate::folded::squeeze_fold;

/// A line of the front matter.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// 0-based page.
    pub page: usize,
    /// As printed.
    pub text: String,
    /// Folded, without white space.
    pub folded: String,
    /// Points; 0 for rows of tables.
    pub font_size: f32,
    /// Top edge, points.
    pub top: f32,
    /// Repeated at the top or foot of pages.
    pub running: bool,
    /// A row of a table.
    pub in_table: bool,
}

impl Line {
    /// Short enough to be a title or a label, not a sentence.
    pub fn is_short(&self) -> bool {
        self.folded.chars().count() <= TITLE_CHARS_MAX
    }
}

/// No title or label line is longer, in folded characters.
const TITLE_CHARS_MAX: usize = 64;
/// Pages read for the identity.
const FRONT_PAGES: usize = 4;
/// Pages at the end that carry dates, signatures and disclaimers.
const BACK_PAGES: usize = 3;

/// What identity is read from.
#[derive(Debug, Default)]
pub(super) struct Front {
    /// Lines of the first pages in content order.
    pub lines: Vec<Line>,
    /// Lines of the last pages that are not among the first.
    pub back: Vec<Line>,
    /// Page on which reading began: the first one with words.
    pub first_page: usize,
}

impl Front {
    pub fn of(document: &Document) -> Self {
        let has_words =
            |page: &doc::Page| page.blocks.iter().any(|block| block.text.chars().any(char::is_alphanumeric));
        let first_page = document.pages.iter().position(has_words).unwrap_or(0);
        let end = (first_page + FRONT_PAGES).min(document.pages.len());
        let back_from = document.pages.len().saturating_sub(BACK_PAGES).max(end);
        let lines = (first_page..end).flat_map(|page| lines_of(document, page)).collect();
        let back = (back_from..document.pages.len()).flat_map(|page| lines_of(document, page)).collect();
        Self { lines, back, first_page }
    }

    /// Lines of the first page with words.
    pub fn cover(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.page == self.first_page)
    }

    /// Lines of the first two pages.
    pub fn head(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(|line| line.page <= self.first_page + 1)
    }

    /// Does one of the words stand on the first two pages?
    pub fn says(&self, words: &[&str]) -> bool {
        self.head().any(|line| words.iter().any(|word| line.folded.contains(word)))
    }

    /// Everything, first pages before last ones.
    pub fn all(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().chain(&self.back)
    }
}

fn lines_of(document: &Document, page: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for block in document.pages.get(page).into_iter().flat_map(|page| &page.blocks) {
        let left_out = matches!(
            block.noise,
            Some(NoiseKind::Watermark | NoiseKind::TemplateMark | NoiseKind::PageNumber | NoiseKind::Contents)
        );
        if left_out {
            continue;
        }
        let running = matches!(block.noise, Some(NoiseKind::RunningHeader | NoiseKind::RunningFooter));
        let in_table = matches!(block.kind, BlockKind::Table { .. });
        for text in block.text.lines().filter(|text| !text.trim().is_empty()) {
            lines.push(Line {
                page,
                text: text.trim().to_owned(),
                folded: squeeze_fold(text),
                font_size: block.font_size,
                top: block.bbox.y0,
                running,
                in_table,
            });
        }
    }
    lines
}
