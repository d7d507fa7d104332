//! Drafts of pages → the document: running text out, paragraphs, headings, captions, joined tables, sections.

use std::collections::HashMap;

use doc::{Block, BlockKind, Document, NoiseKind, OutlineEntry, Page, PageIndex, Rect, Section, Table, Warning};

use crate::{
    caption::{self, Captions},
    contents::Contents,
    headings,
    layout::{
        Draft,
        paragraph::{Content, Piece, Role, Usual, pieces},
    },
    noise,
    numbering::{Form, numbering},
    running,
    table::{PagePart, PageTable, join},
};

/// Unmapped glyphs are worth a warning from this share of a page's glyphs on.
const UNMAPPED_SHARE: f32 = 0.05;
/// Notes at the foot of a page stand in this share of its height, in print smaller by this factor.
const FOOT_SHARE: f32 = 0.25;
const SMALL_FACTOR: f32 = 0.92;
/// So many turned characters, and more of them than upright ones, are worth a warning.
const TURNED_MIN: usize = 50;
/// Pieces that touch a table by less than this, points, stand above or below it.
const TOUCH_SLACK: f32 = 3.0;

/// Puts the pages together; pages that were not read are there without blocks, so that index and place agree.
pub fn assemble(mut drafts: Vec<Draft>, outline: Vec<OutlineEntry>, page_count: usize) -> Document {
    running::mark(&mut drafts);
    noise::mark_contents(&mut drafts);
    let contents = Contents::of(&drafts);
    let usual = Usual::of(&drafts);
    let mut pages: Vec<Vec<Piece>> = drafts.iter().map(|draft| pieces(draft, &usual)).collect();
    let order = headings::mark(&mut pages, &usual, &outline, &contents);
    let tables: Vec<&[PageTable]> = drafts.iter().map(|draft| draft.tables.as_slice()).collect();
    noise::mark_disclaimers(&mut pages, &tables);
    let captions = attach_captions(&mut pages, &drafts);
    mark_foot_notes(&mut pages, &drafts, &usual);
    let tables = join(parts(&mut drafts, &pages));

    let mut builder = Builder::new(tables, outline, page_count, order);
    for (draft, pieces) in drafts.iter().zip(&pages) {
        builder.add_page(draft, pieces, &captions);
    }
    let mut document = builder.document;
    set_depths(&mut document);
    contents.compare(&mut document);
    document
}

/// Levels become depths in the tree: while it grows they are ranks with gaps between them.
fn set_depths(document: &mut Document) {
    for index in 0..document.sections.len() {
        let parent = document.sections[index].parent.filter(|parent| *parent < index);
        let above = parent.map_or(0, |parent| document.sections[parent].level);
        document.sections[index].level = above.saturating_add(1);
    }
    for block in document.pages.iter_mut().flat_map(|page| &mut page.blocks) {
        if let (BlockKind::Heading { level }, Some(section), None) = (&mut block.kind, block.section, block.noise) {
            *level = document.sections[section].level;
        }
    }
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

/// Notes in small print at the foot of a page.
fn mark_foot_notes(pages: &mut [Vec<Piece>], drafts: &[Draft], usual: &Usual) {
    for (pieces, draft) in pages.iter_mut().zip(drafts) {
        let low = draft.height * (1.0 - FOOT_SHARE);
        let small = |piece: &Piece| piece.size < SMALL_FACTOR * usual.size && piece.bbox.y0 > low;
        // A bullet or a box to be ticked is no mark of a note.
        let numbered = |text: &str| numbering(text).is_some_and(|number| number.form != Form::Bullet);
        let marked = |text: &str| text.starts_with(['*', '†', '‡', '注', '註']) || numbered(text);
        for piece in pieces.iter_mut().filter(|piece| piece.is_text() && piece.role == Role::Body) {
            if small(piece) && marked(piece.text()) {
                piece.role = Role::Footnote;
            }
        }
    }
}

/// Takes the tables out of the drafts, in content order, with what stands around them.
fn parts(drafts: &mut [Draft], pages: &[Vec<Piece>]) -> Vec<PagePart> {
    let mut parts = Vec::new();
    for (draft, pieces) in drafts.iter_mut().zip(pages) {
        let mut tables: Vec<Option<PageTable>> = std::mem::take(&mut draft.tables).into_iter().map(Some).collect();
        let words: Vec<&Piece> = pieces.iter().filter(|other| other.is_text() && !goes_on(other)).collect();
        for piece in pieces {
            let Content::Table(table) = piece.content else { continue };
            let Some(table) = tables.get_mut(table).and_then(Option::take) else { continue };
            parts.push(PagePart {
                page: draft.index,
                page_height: draft.height,
                page_width: draft.width,
                table,
                text_above: words.iter().any(|other| other.bbox.y1 <= piece.bbox.y0 + TOUCH_SLACK),
                text_below: words.iter().any(|other| other.bbox.y0 >= piece.bbox.y1 - TOUCH_SLACK),
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
    order: headings::Order,
}

impl Builder {
    fn new(tables: Vec<Table>, outline: Vec<OutlineEntry>, page_count: usize, order: headings::Order) -> Self {
        let mut table_of = HashMap::new();
        for (index, table) in tables.iter().enumerate() {
            for (page, bbox) in &table.parts {
                table_of.insert((*page, key(bbox)), index);
            }
        }
        let unread = |index| Page { index: PageIndex(index), has_text: true, ..Page::default() };
        let pages = (0..page_count).map_while(|index| u32::try_from(index).ok()).map(unread).collect();
        Self { document: Document { tables, outline, pages, ..Document::default() }, table_of, path: Vec::new(), order }
    }

    fn add_page(&mut self, draft: &Draft, pieces: &[Piece], captions: &HashMap<(PageIndex, usize), Captions>) {
        self.warn(draft);
        if self.stands_over_a_statement() {
            self.path.pop();
        }
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
        let text = rows_text(&self.document.tables[table], first_row, end_row);
        Some(Block {
            kind: BlockKind::Table { table, first_row, end_row },
            noise: piece.noise,
            bbox: piece.bbox,
            text,
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
        if self.stands_over_a_statement() && captions.titles.iter().any(|title| !caption::may_be_caption(title)) {
            self.path.pop();
        }
        let section = self.section();
        let table = &mut self.document.tables[table];
        table.caption = if captions.titles.is_empty() { inside.title() } else { captions.title() };
        table.unit = if captions.unit.is_empty() { inside.unit } else { captions.unit };
        table.section = section;
    }

    /// In a report the title of a statement stands over one table of its page; in a filing over all up to the next title.
    fn stands_over_a_statement(&self) -> bool {
        let title = self.section().map(|section| &self.document.sections[section].title);
        self.order == headings::Order::BySize && title.is_some_and(|title| caption::is_statement_title(title))
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
        let turned = draft.removed.iter().filter(|removed| removed.kind == NoiseKind::Watermark);
        let turned: usize = turned.map(|removed| removed.text.chars().count()).sum();
        if turned > TURNED_MIN.max(draft.characters) {
            warn("turned_text", "most words of the page are turned; they are listed as marks, not as text".to_owned());
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

/// The words of some rows, a row a line; the same as [`Table::row_text`] of each, in one go.
fn rows_text(table: &Table, first_row: usize, end_row: usize) -> String {
    let start = table.cells.partition_point(|cell| cell.row < first_row);
    let cells = table.cells[start..].iter().take_while(|cell| cell.row < end_row).filter(|cell| !cell.text.is_empty());
    let (mut text, mut row) = (String::new(), None);
    for cell in cells {
        match row {
            Some(row) if row == cell.row => text.push(' '),
            Some(_) => text.push('\n'),
            None => {}
        }
        row = Some(cell.row);
        text.push_str(&cell.text);
    }
    text
}

/// A box as a key; boxes of parts are copied, never computed again.
fn key(bbox: &Rect) -> [u32; 4] {
    bbox.to_array().map(f32::to_bits)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use doc::{BlockKind, Rect, text::squeeze};
    use proptest::prelude::*;

    use crate::testing::{HEIGHT, TestPage, WIDTH, block, document};

    const ROWS: [&[&str]; 3] = [&["项目", "2024年"], &["货币资金", "1,234.56"], &["存货", "78.90"]];

    #[test]
    fn the_text_of_a_table_has_a_row_a_line() {
        let page = TestPage::new(1).table(Rect::new(50.0, 120.0, 450.0, 180.0), &ROWS).text(50.0, 300.0, "正文");
        let document = document(vec![page]);
        let table = block(&document, 1, "项目");
        assert_eq!(table.kind, BlockKind::Table { table: 0, first_row: 0, end_row: 3 });
        assert_eq!(table.text, "项目 2024年\n货币资金 1,234.56\n存货 78.90");
    }

    #[test]
    fn a_page_of_a_picture_is_reported_and_an_empty_cover_is_not() {
        let document =
            document(vec![TestPage::new(1).image().text(50.0, 80.0, "目"), TestPage::new(2).text(50.0, 80.0, "封面")]);
        let warned: Vec<_> = document.warnings.iter().map(|warning| (warning.page, warning.code.as_str())).collect();
        assert_eq!(warned, [(Some(doc::PageIndex(0)), "no_text")]);
        assert_eq!(document.pages.iter().map(|page| page.has_text).collect::<Vec<_>>(), [false, true]);
    }

    #[test]
    fn small_print_with_a_mark_at_the_foot_is_a_note() {
        let page = TestPage::new(1).text(50.0, 100.0, "① 正文中的第一点说明得比较详细，占了整整一行文字。").styled(
            50.0,
            760.0,
            8.0,
            false,
            "① 当前剧烈的短期波动不在讨论范围之内。",
        );
        let document = document(vec![page]);
        let kinds: Vec<_> = document.pages[0].blocks.iter().map(|block| block.kind).collect();
        assert_eq!(kinds, [BlockKind::Paragraph, BlockKind::Footnote]);
    }

    #[test]
    fn pages_that_were_not_read_keep_their_place() {
        let drafts = vec![crate::layout::Draft { index: doc::PageIndex(2), has_text: true, ..Default::default() }];
        let document = crate::assemble::assemble(drafts, Vec::new(), 4);
        assert_eq!(document.pages.iter().map(|page| page.index.0).collect::<Vec<_>>(), [0, 1, 2, 3]);
    }

    fn count(text: &str, counts: &mut BTreeMap<char, i64>, by: i64) {
        for c in squeeze(text).chars() {
            *counts.entry(c).or_default() += by;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn every_glyph_is_in_exactly_one_block(
            words in prop::collection::vec((0.0..WIDTH - 60.0, 0.0..HEIGHT - 20.0, 6.0..20.0_f32, any::<bool>(),
                "[一二图表第节单位元目录年收入。：、A-Za-z0-9.•（）() ]{1,24}"), 0..40),
            pages in 1_u32..4,
            with_table in any::<bool>(),
        ) {
            let page = |number: u32| {
                let mut page = TestPage::new(number);
                if with_table {
                    // A header that is repeated overleaf is left out when the parts are joined.
                    let title = format!("项目{number}");
                    page = page.table(Rect::new(100.0, 300.0, 400.0, 380.0), &[&[&title, "2024年"], ROWS[1], ROWS[2]]);
                }
                let outside = |x: f32, y: f32| !(with_table && (250.0..420.0).contains(&y) && x < 420.0);
                for (x, y, size, bold, text) in words.iter().filter(|(x, y, ..)| outside(*x, *y)) {
                    page = page.styled(*x, *y, *size, *bold, text);
                }
                page
            };
            let made: Vec<TestPage> = (1..=pages).map(page).collect();
            let mut counts: BTreeMap<char, i64> = BTreeMap::new();
            for glyph in made.iter().flat_map(TestPage::glyphs) {
                count(glyph.char.encode_utf8(&mut [0; 4]), &mut counts, 1);
            }
            for block in document(made).pages.iter().flat_map(|page| &page.blocks) {
                count(&block.text, &mut counts, -1);
            }
            counts.retain(|c, count| *count != 0 && *c != '-');
            prop_assert!(counts.is_empty(), "{counts:?}");
        }
    }
}
