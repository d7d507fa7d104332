//! Drafts of pages → the document: running text out, paragraphs, headings, captions, joined tables, sections.

use std::collections::HashMap;

use doc::{Block, BlockKind, Document, OutlineEntry, Page, PageIndex, Rect, Section, Table, Warning};

use crate::{
    caption::{self, Captions},
    headings,
    layout::{
        Draft,
        paragraph::{Content, Piece, Role, Usual, pieces},
    },
    noise, running,
    table::{PagePart, PageTable, join},
};

/// Unmapped glyphs are worth a warning from this share of a page's glyphs on.
const UNMAPPED_SHARE: f32 = 0.05;
/// Pieces that touch a table by less than this, points, stand above or below it.
const TOUCH_SLACK: f32 = 3.0;

/// Puts the pages together; pages that were not read are there without blocks, so that index and place agree.
pub fn assemble(mut drafts: Vec<Draft>, outline: Vec<OutlineEntry>, page_count: usize) -> Document {
    running::mark(&mut drafts);
    let usual = Usual::of(&drafts);
    let mut pages: Vec<Vec<Piece>> = drafts.iter().map(|draft| pieces(draft, &usual)).collect();
    for (page, draft) in pages.iter_mut().zip(&drafts) {
        noise::mark_contents(page, &draft.tables);
    }
    headings::mark(&mut pages, &usual, &outline);
    let tables: Vec<&[PageTable]> = drafts.iter().map(|draft| draft.tables.as_slice()).collect();
    noise::mark_disclaimers(&mut pages, &tables);
    let captions = attach_captions(&mut pages, &drafts);
    let tables = join(parts(&drafts, &pages));

    let mut builder = Builder::new(tables, outline, page_count);
    for (draft, pieces) in drafts.iter().zip(&pages) {
        builder.add_page(draft, pieces, &captions);
    }
    builder.document
}

/// The captions of each table of each page, by page of `drafts` and table of the page.
fn attach_captions(pages: &mut [Vec<Piece>], drafts: &[Draft]) -> HashMap<(PageIndex, usize), Captions> {
    let mut found = HashMap::new();
    for (page, draft) in drafts.iter().enumerate() {
        for position in 0..pages[page].len() {
            let piece = &pages[page][position];
            let Content::Table(table) = piece.content else { continue };
            if piece.noise.is_none() {
                found.insert((draft.index, table), caption::attach(pages, (page, position)));
            }
        }
        for piece in pages[page].iter_mut().filter(|piece| piece.is_text() && piece.role == Role::Body) {
            if caption::is_source(piece.text()) {
                piece.role = Role::Footnote;
            } else if caption::is_figure_title(piece.text()) {
                piece.role = Role::Caption;
            }
        }
    }
    found
}

fn parts(drafts: &[Draft], pages: &[Vec<Piece>]) -> Vec<PagePart> {
    let mut parts = Vec::new();
    for (draft, pieces) in drafts.iter().zip(pages) {
        for piece in pieces {
            let Content::Table(table) = piece.content else { continue };
            let words = || pieces.iter().filter(|other| other.is_text() && !goes_on(other));
            parts.push(PagePart {
                page: draft.index,
                page_height: draft.height,
                page_width: draft.width,
                table: draft.tables[table].clone(),
                text_above: words().any(|other| other.bbox.y1 <= piece.bbox.y0 + TOUCH_SLACK),
                text_below: words().any(|other| other.bbox.y0 >= piece.bbox.y1 - TOUCH_SLACK),
            });
        }
    }
    parts
}

/// Words that may stand between the parts of one table: a unit line that is repeated, `（续）`.
fn goes_on(piece: &Piece) -> bool {
    piece.role == Role::Caption
        && (caption::unit_line(piece.text()).is_some() || caption::is_continuation(piece.text()))
}

/// Builds the document page by page.
struct Builder {
    document: Document,
    /// Which table of the document a part is, by page and box.
    table_of: HashMap<(PageIndex, [u32; 4]), usize>,
    /// The open sections from the outermost to the current one.
    path: Vec<usize>,
}

impl Builder {
    fn new(tables: Vec<Table>, outline: Vec<OutlineEntry>, page_count: usize) -> Self {
        let mut table_of = HashMap::new();
        for (index, table) in tables.iter().enumerate() {
            for (page, bbox) in &table.parts {
                table_of.insert((*page, key(bbox)), index);
            }
        }
        let unread = |index| Page { index: PageIndex(index), has_text: true, ..Page::default() };
        let pages = (0..page_count).map_while(|index| u32::try_from(index).ok()).map(unread).collect();
        Self { document: Document { tables, outline, pages, ..Document::default() }, table_of, path: Vec::new() }
    }

    fn add_page(&mut self, draft: &Draft, pieces: &[Piece], captions: &HashMap<(PageIndex, usize), Captions>) {
        self.warn(draft);
        let mut blocks = Vec::new();
        for piece in pieces {
            match &piece.content {
                Content::Text(text) => blocks.push(self.text_block(piece, text, draft.index)),
                Content::Table(table) => {
                    let captions = captions.get(&(draft.index, *table)).cloned().unwrap_or_default();
                    blocks.extend(self.table_block(piece, draft, captions));
                }
            }
        }
        blocks.extend(draft.removed.iter().map(|removed| Block {
            kind: BlockKind::Paragraph,
            noise: Some(removed.kind),
            bbox: removed.bbox,
            text: removed.text.clone(),
            font_size: 0.0,
            section: self.section(),
        }));
        let page = Page {
            index: draft.index,
            label: draft.label.clone(),
            width: draft.width,
            height: draft.height,
            blocks,
            has_text: draft.has_text,
        };
        if let Some(place) = self.document.pages.get_mut(draft.index.as_usize()) {
            *place = page;
        }
    }

    fn text_block(&mut self, piece: &Piece, text: &str, page: PageIndex) -> Block {
        let kind = match piece.role {
            Role::Heading(level) => {
                if piece.noise.is_none() {
                    self.open_section(text, level, page);
                }
                BlockKind::Heading { level }
            }
            Role::Body => BlockKind::Paragraph,
            Role::Caption => BlockKind::Caption,
            Role::Footnote => BlockKind::Footnote,
        };
        Block {
            kind,
            noise: piece.noise,
            bbox: piece.bbox,
            text: text.to_owned(),
            font_size: piece.size,
            section: self.section(),
        }
    }

    /// The part of a table that stands at the piece's place.
    fn table_block(&mut self, piece: &Piece, draft: &Draft, captions: Captions) -> Option<Block> {
        let table = *self.table_of.get(&(draft.index, key(&piece.bbox)))?;
        let rows = &self.document.tables[table].rows;
        let first_row = rows.iter().position(|row| row.page == draft.index)?;
        let end_row = rows.iter().rposition(|row| row.page == draft.index)? + 1;
        if first_row == 0 {
            self.describe(table, captions, draft.index);
        }
        let whole = &self.document.tables[table];
        let lines = (first_row..end_row).map(|row| whole.row_text(row)).filter(|text| !text.is_empty());
        Some(Block {
            kind: BlockKind::Table { table, first_row, end_row },
            noise: piece.noise,
            bbox: piece.bbox,
            text: lines.collect::<Vec<_>>().join("\n"),
            font_size: 0.0,
            section: self.section(),
        })
    }

    /// Caption, unit and section of a table where it starts; what stands around it counts before what stands in it.
    fn describe(&mut self, table: usize, captions: Captions, page: PageIndex) {
        let inside = caption::inside(&self.document.tables[table]);
        if let Some(title) = inside.titles.iter().find(|title| caption::is_statement_title(title)) {
            let level = self.statement_level();
            self.open_section(title, level, page);
        }
        let section = self.section();
        let table = &mut self.document.tables[table];
        table.caption = if captions.titles.is_empty() { inside.title() } else { captions.title() };
        table.unit = if captions.unit.is_empty() { inside.unit } else { captions.unit };
        table.section = section;
    }

    fn section(&self) -> Option<usize> {
        self.path.last().copied()
    }

    fn open_section(&mut self, title: &str, level: u8, page: PageIndex) {
        let sections = &mut self.document.sections;
        self.path.retain(|open| sections[*open].level < level);
        sections.push(Section { title: title.to_owned(), level, page, parent: self.path.last().copied() });
        self.path.push(sections.len() - 1);
    }

    /// The level of a statement's title that stands inside its table: that of the other titles, else the next one.
    fn statement_level(&self) -> u8 {
        let titles = self.document.sections.iter().rev();
        let same = titles.into_iter().find(|section| caption::is_statement_title(&section.title));
        let deepest = self.section().map_or(0, |section| self.document.sections[section].level);
        same.map_or(deepest.saturating_add(1), |section| section.level)
    }

    fn warn(&mut self, draft: &Draft) {
        let mut warn = |code: &str, message: String| {
            self.document.warnings.push(Warning { page: Some(draft.index), code: code.to_owned(), message });
        };
        if !draft.has_text {
            warn("no_text", "the page is a picture or drawn outlines; its words cannot be read".to_owned());
        }
        if draft.truncated {
            warn("truncated", "the page draws more than is read; its end is missing".to_owned());
        }
        let glyphs = draft.unmapped + draft.characters;
        if draft.unmapped > 0 && draft.unmapped as f32 >= UNMAPPED_SHARE * glyphs as f32 {
            let message = format!(
                "{} of {glyphs} characters are unreadable: the file does not say what they are",
                draft.unmapped
            );
            warn("unmapped_glyphs", message);
        }
    }
}

/// A box as a key; boxes of parts are copied, never computed again.
fn key(bbox: &Rect) -> [u32; 4] {
    bbox.to_array().map(f32::to_bits)
}
