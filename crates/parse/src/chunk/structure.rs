//! Chunks that follow the document: words cut by headings, then paragraphs; a table never cut inside a row, and every
//! part of a large one with caption, unit and header.
//!
//! Every row also exists as words with its headers. Nothing of the document is lost: what is noise becomes chunks
//! marked as noise.

use doc::{
    Block, BlockKind, Chunk, ChunkKind, ChunkRow, ChunkTable, Document, NoiseKind, PageIndex, PageSpan, Rect, Table,
    text::{count_tokens, squeeze},
};

use super::dialogue::{self, Turn};

/// Wanted length of a text chunk, characters.
const TEXT_CHARS: usize = 600;
/// A text chunk is never longer, characters.
const TEXT_CHARS_MAX: usize = 1_500;
/// A chunk shorter than this takes in the next section when that one isn't higher, characters.
const TEXT_CHARS_MIN: usize = 120;
/// The sentence repeated from the chunk before is left out when longer, characters.
const OVERLAP_CHARS_MAX: usize = 160;
/// Wanted length of a table chunk, header included, characters.
const TABLE_CHARS: usize = 1_200;
/// Characters of a cell in a row's words; a cell that holds an essay is text, not a figure.
const ROW_CELL_CHARS_MAX: usize = 240;

/// Cuts a document, in content order; the chunks together cover all of its words.
pub fn chunks(document: &Document) -> Vec<Chunk> {
    let mut chunker = Chunker {
        document,
        chunks: Vec::new(),
        text: TextPart::default(),
        noise: TextPart::default(),
        done: vec![false; document.tables.len()],
    };
    let blocks: Vec<(PageIndex, &Block)> =
        document.pages.iter().flat_map(|page| page.blocks.iter().map(|block| (page.index, block))).collect();
    let turns = dialogue::turns(&blocks.iter().map(|(_, block)| *block).collect::<Vec<_>>());
    for (position, (page, block)) in blocks.iter().enumerate() {
        let same_page = blocks[position + 1..].iter().take_while(|(other, _)| other == page);
        let next = same_page.map(|(_, next)| next).find(|next| next.kind != BlockKind::Caption && next.noise.is_none());
        let table_below = next.and_then(|next| match next.kind {
            BlockKind::Table { table, .. } => document.tables.get(table),
            _ => None,
        });
        chunker.add(block, *page, table_below, turns[position]);
    }
    chunker.flush_text();
    chunker.flush_noise();
    chunker.chunks
}

struct Chunker<'a> {
    document: &'a Document,
    chunks: Vec<Chunk>,
    text: TextPart,
    noise: TextPart,
    /// Tables already cut.
    done: Vec<bool>,
}

/// Words under way.
#[derive(Default)]
struct TextPart {
    section: Option<usize>,
    level: u8,
    text: String,
    chars: usize,
    /// Does it hold more than headings?
    has_body: bool,
    spans: Vec<PageSpan>,
}

impl TextPart {
    fn push(&mut self, text: &str, page: PageIndex, bbox: Rect) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(text);
        self.chars += text.chars().count();
        match self.spans.last_mut() {
            Some(span) if span.page == page => span.bbox = span.bbox.union(&bbox),
            _ => self.spans.push(PageSpan { page, bbox }),
        }
    }
}

impl Chunker<'_> {
    fn add(&mut self, block: &Block, page: PageIndex, table_below: Option<&Table>, turn: Turn) {
        match block.noise {
            Some(NoiseKind::Contents | NoiseKind::Disclaimer) if !matches!(block.kind, BlockKind::Table { .. }) => {
                self.noise.push(&block.text, page, block.bbox);
                if self.noise.chars >= TEXT_CHARS_MAX {
                    self.flush_noise();
                }
                return;
            }
            Some(NoiseKind::Contents | NoiseKind::Disclaimer) | None => {}
            Some(_) => return,
        }
        match block.kind {
            BlockKind::Table { table, .. } => {
                self.flush_text();
                self.add_table(table, block.noise.is_some());
            }
            // It stands in the table's own chunk.
            BlockKind::Caption if table_below.is_some_and(|table| says(table, &block.text)) => {}
            BlockKind::Heading { level } => self.add_heading(block, level, page),
            BlockKind::Paragraph | BlockKind::Caption | BlockKind::Footnote => self.add_paragraph(block, page, turn),
        }
    }

    fn add_heading(&mut self, block: &Block, level: u8, page: PageIndex) {
        let small = self.text.chars < TEXT_CHARS_MIN && self.text.level <= level;
        if self.text.has_body && !small {
            self.flush_text();
        }
        if self.text.text.is_empty() {
            self.text.section = block.section;
            self.text.level = level;
        }
        if !self.text.has_body {
            self.text.section = block.section;
        }
        self.text.push(&block.text, page, block.bbox);
    }

    fn add_paragraph(&mut self, block: &Block, page: PageIndex, turn: Turn) {
        // A question opens a chunk where its answer would not fit, and a short answer is never parted from it.
        if let Turn::Question(pair) = turn
            && self.text.has_body
            && self.text.chars + pair > TEXT_CHARS
        {
            self.restart();
        }
        if turn == Turn::Answer && self.text.chars + block.text.chars().count() <= TEXT_CHARS_MAX {
            self.push_body(block, &block.text, page);
            return;
        }
        for piece in pieces(&block.text, TEXT_CHARS_MAX) {
            let length = piece.chars().count();
            if self.text.has_body
                && self.text.chars + length > TEXT_CHARS.max(self.text.chars.min(TEXT_CHARS_MIN) + TEXT_CHARS)
            {
                let overlap = last_sentence(&self.text.text).map(str::to_owned);
                let (last, level) = (self.text.spans.last().copied(), self.text.level);
                self.flush_text();
                if let (Some(sentence), Some(span)) = (overlap, last) {
                    self.text.push(&sentence, span.page, span.bbox);
                }
                self.text.level = level;
            }
            self.push_body(block, piece, page);
        }
    }

    fn push_body(&mut self, block: &Block, piece: &str, page: PageIndex) {
        if !self.text.has_body {
            self.text.section = block.section.or(self.text.section);
        }
        self.text.has_body = true;
        self.text.push(piece, page, block.bbox);
    }

    /// A new chunk of the same level, without a sentence of the one before.
    fn restart(&mut self) {
        let level = self.text.level;
        self.flush_text();
        self.text.level = level;
    }

    fn flush_text(&mut self) {
        let part = std::mem::take(&mut self.text);
        self.push_text(part, false);
    }

    fn flush_noise(&mut self) {
        let part = std::mem::take(&mut self.noise);
        self.push_text(part, true);
    }

    fn push_text(&mut self, part: TextPart, noise: bool) {
        if part.text.trim().is_empty() {
            return;
        }
        let section = self.document.section_path(part.section);
        self.push(Chunk {
            ordinal: 0,
            kind: ChunkKind::Text,
            section,
            spans: part.spans,
            tokens: count_tokens(&part.text),
            text: part.text,
            table: None,
            rows: Vec::new(),
            noise,
        });
    }

    fn push(&mut self, mut chunk: Chunk) {
        chunk.ordinal = u32::try_from(self.chunks.len()).unwrap_or(u32::MAX);
        self.chunks.push(chunk);
    }

    /// Cuts a table when its first part is met; the later parts of a cross-page table are already in.
    fn add_table(&mut self, index: usize, noise: bool) {
        let Some(table) = self.document.tables.get(index) else { return };
        if std::mem::replace(&mut self.done[index], true) {
            return;
        }
        let section = self.document.section_path(table.section);
        let view = TableView::new(table);
        for (first_row, end_row) in view.parts() {
            let mut rows: Vec<ChunkRow> = (first_row..end_row).filter_map(|row| view.row(row)).collect();
            for text in view.texts(first_row, end_row) {
                self.push(Chunk {
                    ordinal: 0,
                    kind: ChunkKind::Table,
                    section: section.clone(),
                    spans: view.spans(first_row, end_row),
                    tokens: count_tokens(&text),
                    text,
                    table: Some(ChunkTable { table: index, first_row, end_row }),
                    // The rows are found by the first part.
                    rows: std::mem::take(&mut rows),
                    noise,
                });
            }
        }
    }
}

/// Do these words stand in the table's title or unit line?
fn says(table: &Table, words: &str) -> bool {
    let words = squeeze(words);
    squeeze(&table.caption).contains(&words) || squeeze(&table.unit).contains(&words)
}

/// A table with what is asked of it again and again.
struct TableView<'a> {
    table: &'a Table,
    cover: Vec<Vec<usize>>,
    /// The cells that begin in each row and say something, in order.
    cells: Vec<Vec<&'a str>>,
    /// Length of each row's words, characters.
    lengths: Vec<usize>,
}

impl<'a> TableView<'a> {
    fn new(table: &'a Table) -> Self {
        let mut cells = vec![Vec::new(); table.rows.len()];
        let mut lengths = vec![0; table.rows.len()];
        for cell in table.cells.iter().filter(|cell| cell.row < table.rows.len()) {
            lengths[cell.row] += cell.text.chars().count() + 3;
            if !cell.text.is_empty() {
                cells[cell.row].push(cell.text.as_str());
            }
        }
        Self { table, cover: table.cover(), cells, lengths }
    }

    fn is_header(&self, row: usize) -> bool {
        self.table.header_rows.binary_search(&row).is_ok()
    }

    /// Row ranges of about [`TABLE_CHARS`] each; never inside a merged cell, never ending on a header row.
    fn parts(&self) -> Vec<(usize, usize)> {
        let rows = self.table.rows.len();
        let mut parts = Vec::new();
        let (mut first, mut length) = (0, 0);
        for row in 0..rows {
            let header: usize = if row == first { self.header_length(row) } else { 0 };
            let full = row > first && length + self.lengths[row] > TABLE_CHARS;
            if full && self.may_cut_before(row) {
                parts.push((first, row));
                first = row;
                length = self.header_length(row);
            }
            length += self.lengths[row] + header;
        }
        if first < rows {
            parts.push((first, rows));
        }
        parts
    }

    fn header_length(&self, row: usize) -> usize {
        self.table.headers_of(row).iter().map(|header| self.lengths[*header]).sum()
    }

    fn may_cut_before(&self, row: usize) -> bool {
        let after_header = row > 0 && self.is_header(row - 1);
        // A label cell that spans very many rows may be cut: it is repeated in every row's words.
        !after_header
    }

    fn text(&self, first: usize, end: usize) -> String {
        let mut lines: Vec<String> = Vec::new();
        lines.extend([&self.table.caption, &self.table.unit].into_iter().filter(|line| !line.is_empty()).cloned());
        lines.extend(self.table.headers_of(first).into_iter().map(|header| self.line(header)));
        lines.extend((first..end).map(|row| self.line(row)));
        lines.retain(|line| !line.is_empty());
        lines.join("\n")
    }

    /// The words of some rows; with an essay in a cell in several parts, each with title and unit.
    fn texts(&self, first: usize, end: usize) -> Vec<String> {
        let text = self.text(first, end);
        if !(first..end).any(|row| self.lengths[row] > TEXT_CHARS_MAX) {
            return vec![text];
        }
        let mut parts: Vec<String> = Vec::new();
        let lead: Vec<&str> =
            [self.table.caption.as_str(), &self.table.unit].into_iter().filter(|l| !l.is_empty()).collect();
        for piece in essay_pieces(&text) {
            let leads = parts.is_empty() || lead.is_empty();
            parts.push(if leads { piece.to_owned() } else { format!("{}\n{piece}", lead.join("\n")) });
        }
        parts
    }

    /// The cells of a row, joined by ` | `; a cell that covers several rows is said in its first.
    fn line(&self, row: usize) -> String {
        self.cells[row].join(" | ")
    }

    fn spans(&self, first: usize, end: usize) -> Vec<PageSpan> {
        let mut spans: Vec<PageSpan> = Vec::new();
        for row in &self.table.rows[first..end] {
            match spans.last_mut() {
                Some(span) if span.page == row.page => span.bbox = span.bbox.union(&row.bbox),
                _ => spans.push(PageSpan { page: row.page, bbox: row.bbox }),
            }
        }
        spans
    }

    /// The row as words: its label, then every value with its column's header.
    fn row(&self, row: usize) -> Option<ChunkRow> {
        if self.is_header(row) {
            return None;
        }
        let mut label: Vec<&str> = Vec::new();
        let mut values: Vec<String> = Vec::new();
        let mut last = usize::MAX;
        for (col, &index) in self.cover[row].iter().enumerate() {
            if index == last {
                continue;
            }
            last = index;
            let Some(cell) = self.table.cells.get(index).filter(|cell| !cell.text.is_empty()) else { continue };
            let text = shortened(&cell.text);
            if values.is_empty() && (label.is_empty() || !has_digit(&cell.text)) && !is_figure(&cell.text) {
                label.push(text);
                continue;
            }
            let header = self.table.column_header(row, col);
            values.push(if header.is_empty() { text.to_owned() } else { format!("{header}: {text}") });
        }
        if label.is_empty() && values.is_empty() {
            return None;
        }
        let label = label.join(" ");
        let text = std::iter::once(label.clone()).chain(values).filter(|part| !part.is_empty()).collect::<Vec<_>>();
        let place = self.table.rows[row];
        let span = PageSpan { page: place.page, bbox: place.bbox };
        Some(ChunkRow { row, span, label, text: text.join(" | "), quote: self.cells[row].join(" ") })
    }
}

fn has_digit(text: &str) -> bool {
    text.chars().any(|c| c.is_numeric())
}

/// Digits and marks only: a value, not a label.
fn is_figure(text: &str) -> bool {
    has_digit(text) && text.chars().all(|c| !c.is_alphabetic())
}

fn shortened(text: &str) -> &str {
    text.char_indices().nth(ROW_CELL_CHARS_MAX).map_or(text, |(end, _)| &text[..end])
}

/// Ends of a sentence.
fn is_sentence_end(c: char) -> bool {
    matches!(c, '。' | '；' | '！' | '？' | '!' | '?' | ';')
}

/// Cuts a long text at sentence ends into pieces of at most `max` characters; a text without any is cut hard.
fn pieces(text: &str, max: usize) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((limit, _)) = rest.char_indices().nth(max) {
        let window = &rest[..limit];
        let end = window.char_indices().rev().find(|(_, c)| is_sentence_end(*c)).map(|(at, c)| at + c.len_utf8());
        let (piece, tail) = rest.split_at(end.unwrap_or(limit));
        pieces.push(piece);
        rest = tail;
    }
    if !rest.is_empty() {
        pieces.push(rest);
    }
    pieces
}

/// Cuts a long cell in front of its questions, so that each stays with its answer, and what is still too long at the
/// ends of sentences.
fn essay_pieces(text: &str) -> Vec<&str> {
    let starts = dialogue::question_starts(text);
    let mut parts: Vec<&str> = Vec::new();
    let mut from = 0;
    for (position, start) in starts.iter().enumerate() {
        let next = starts.get(position + 1).copied().unwrap_or(text.len());
        if text[from..next].chars().count() > TEXT_CHARS {
            parts.push(&text[from..*start]);
            from = *start;
        }
    }
    parts.push(&text[from..]);
    parts.into_iter().flat_map(|part| pieces(part, TEXT_CHARS_MAX)).collect()
}

/// The last whole sentence of a text, where it is short enough to be repeated.
fn last_sentence(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let body = text.strip_suffix(is_sentence_end)?;
    let start = body.char_indices().rev().find(|(_, c)| is_sentence_end(*c) || *c == '\n');
    let sentence = &text[start.map_or(0, |(at, c)| at + c.len_utf8())..];
    (sentence.chars().count() <= OVERLAP_CHARS_MAX && sentence.len() < text.len()).then_some(sentence)
}

#[cfg(test)]
mod tests {
    use doc::{Cell, Page, Section, TableMethod, TableRow};

    use super::*;

    fn block(kind: BlockKind, text: &str) -> Block {
        Block {
            kind,
            noise: None,
            bbox: Rect::new(0.0, 0.0, 10.0, 10.0),
            text: text.to_owned(),
            font_size: 10.0,
            section: Some(0),
        }
    }

    fn document(blocks: Vec<Block>, tables: Vec<Table>) -> Document {
        let section = Section { title: "第一节 释义".to_owned(), level: 1, page: PageIndex(0), parent: None };
        let page = Page { blocks, has_text: true, ..Page::default() };
        Document { pages: vec![page], tables, sections: vec![section], ..Document::default() }
    }

    fn table(rows: &[&[&str]]) -> Table {
        let cells = rows.iter().enumerate().flat_map(|(row, texts)| {
            texts.iter().enumerate().map(move |(col, text)| Cell {
                row,
                col,
                row_span: 1,
                col_span: 1,
                text: (*text).to_owned(),
                page: PageIndex(0),
                bbox: Rect::default(),
            })
        });
        Table {
            caption: "主要数据".to_owned(),
            unit: "单位：元".to_owned(),
            section: Some(0),
            columns: rows[0].len(),
            header_rows: vec![0],
            rows: vec![TableRow { page: PageIndex(0), bbox: Rect::default() }; rows.len()],
            cells: cells.collect(),
            parts: vec![],
            method: TableMethod::Ruled,
        }
    }

    #[test]
    fn questions_stay_with_their_answers() {
        let answer = |number: usize| format!("答：第{number}个回答。{}", "公司的业务进展顺利。".repeat(20));
        let pairs = (1..=6).flat_map(|number| [format!("问：第{number}个问题如何？"), answer(number)]);
        let blocks = pairs.map(|text| block(BlockKind::Paragraph, &text)).collect();
        let chunks = chunks(&document(blocks, vec![]));
        assert!(chunks.len() > 1);
        for number in 1..=6 {
            let whole = |chunk: &&Chunk| {
                chunk.text.contains(&format!("第{number}个问题")) && chunk.text.contains(&answer(number))
            };
            assert_eq!(chunks.iter().filter(whole).count(), 1, "pair {number}");
        }
    }

    #[test]
    fn a_cell_with_a_record_of_questions_is_cut_between_them() {
        let pair = |number: usize| format!("问：第{number}个问题如何？答：{}", "公司的业务进展顺利。".repeat(20));
        let record: String = (1..=12).map(pair).collect();
        let table = table(&[&["项目", "内容"], &["交流内容", &record]]);
        let block = block(BlockKind::Table { table: 0, first_row: 0, end_row: 2 }, "");
        let chunks = chunks(&document(vec![block], vec![table]));
        assert!(chunks.len() > 3 && chunks.iter().all(|chunk| chunk.text.chars().count() <= TEXT_CHARS_MAX + 50));
        for number in 1..=12 {
            assert!(chunks.iter().any(|chunk| chunk.text.contains(&pair(number))), "pair {number}");
        }
        assert_eq!(chunks.iter().map(|chunk| chunk.rows.len()).sum::<usize>(), 1);
    }

    #[test]
    fn every_part_of_a_large_table_repeats_caption_unit_and_header() {
        let long = "很长的项目名称".repeat(8);
        let mut rows: Vec<Vec<&str>> = vec![vec!["项目", "2024年"]];
        rows.extend((0..60).map(|_| vec![long.as_str(), "1,234.56"]));
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let end = rows.len();
        let document =
            document(vec![block(BlockKind::Table { table: 0, first_row: 0, end_row: end }, "")], vec![table(&rows)]);
        let chunks = chunks(&document);
        assert!(chunks.len() > 2);
        for chunk in &chunks {
            assert!(chunk.text.starts_with("主要数据\n单位：元\n项目 | 2024年\n"), "{}", chunk.text);
        }
        let covered: usize =
            chunks.iter().filter_map(|chunk| chunk.table).map(|part| part.end_row - part.first_row).sum();
        assert_eq!(covered, end);
        assert_eq!(chunks[0].rows[0].text, format!("{long} | 2024年: 1,234.56"));
    }

    #[test]
    fn long_words_are_cut_at_sentences_with_one_repeated() {
        let paragraphs: Vec<Block> = (0..40)
            .map(|n| block(BlockKind::Paragraph, &format!("这是第{n}段文字，讲的是公司经营情况。其中第{n}句最后。")))
            .collect();
        let chunks = chunks(&document(paragraphs.clone(), vec![]));
        assert!(chunks.len() > 1);
        for chunk in &chunks {
            assert!(chunk.text.chars().count() <= TEXT_CHARS_MAX + OVERLAP_CHARS_MAX);
            assert_eq!(chunk.section, ["第一节 释义"]);
        }
        for paragraph in &paragraphs {
            assert!(chunks.iter().any(|chunk| chunk.text.contains(&paragraph.text)), "{}", paragraph.text);
        }
        let repeated = last_sentence(&chunks[0].text).expect("ends with a sentence");
        assert!(chunks[1].text.starts_with(repeated));
    }

    #[test]
    fn noise_is_kept_and_marked() {
        let mut contents = block(BlockKind::Paragraph, "第一节 释义........3");
        contents.noise = Some(NoiseKind::Contents);
        let mut header = block(BlockKind::Paragraph, "某公司年度报告");
        header.noise = Some(NoiseKind::RunningHeader);
        let chunks = chunks(&document(vec![header, contents, block(BlockKind::Paragraph, "正文。")], vec![]));
        let noisy: Vec<_> = chunks.iter().map(|chunk| (chunk.noise, chunk.text.as_str())).collect();
        assert_eq!(noisy, [(false, "正文。"), (true, "第一节 释义........3")]);
    }

    #[test]
    fn a_caption_that_its_table_does_not_say_is_not_lost() {
        let below = block(BlockKind::Table { table: 0, first_row: 0, end_row: 1 }, "项目");
        let captions = ["图1 销量", "单位： 元"].map(|text| block(BlockKind::Caption, text));
        let rows: Vec<&[&str]> = vec![&["项目"]];
        let chunks = chunks(&document([&captions[..], &[below]].concat(), vec![table(&rows)]));
        let texts: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        assert_eq!(texts, ["图1 销量", "主要数据\n单位：元\n项目"]);
    }

    #[test]
    fn a_caption_goes_with_its_table_and_a_heading_with_its_words() {
        let rows: Vec<&[&str]> = vec![&["项目", "金额"], &["存货", "5"]];
        let blocks = vec![
            block(BlockKind::Heading { level: 1 }, "第一节 释义"),
            block(BlockKind::Paragraph, "如下表所示："),
            block(BlockKind::Caption, "主要数据"),
            block(BlockKind::Table { table: 0, first_row: 0, end_row: 2 }, "项目 金额\n存货 5"),
        ];
        let chunks = chunks(&document(blocks, vec![table(&rows)]));
        assert_eq!(chunks[0].text, "第一节 释义\n如下表所示：");
        assert_eq!(chunks[1].text, "主要数据\n单位：元\n项目 | 金额\n存货 | 5");
        assert_eq!(chunks[1].rows.len(), 1);
    }
}
