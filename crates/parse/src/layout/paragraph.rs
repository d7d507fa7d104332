//! Lines → paragraphs: lines of one column are joined where the print runs on.

use std::collections::HashMap;

use doc::{NoiseKind, Rect, text::is_cjk};

use crate::{
    caption,
    line::{Line, push_wrapped},
    numbering::{Form, numbering},
};

use super::{Column, Draft, Item};

/// A line ends short when its end is farther from the column's edge than the next word is wide, plus this share of
/// the font size.
const SLACK_SHARE: f32 = 0.8;
/// Average width of a Latin letter, share of the font size.
const LETTER_SHARE: f32 = 0.5;
/// Chinese lines may end so much early for the sake of punctuation, share of the font size.
const CJK_SLACK_SHARE: f32 = 1.6;
/// A line starts this share of the font size to the right of the column's edge to count as indented.
const INDENT_SHARE: f32 = 0.9;
/// Hanging lines of a list item start at most so far to the right of its mark, share of the font size.
const HANGING_SHARE: f32 = 4.0;
/// Fonts whose sizes differ by more than this share do not make one paragraph.
const SIZE_SHARE: f32 = 0.13;
/// A step from line to line that is larger by this factor than the usual one starts a paragraph.
const STEP_FACTOR: f32 = 1.3;
/// Largest step inside a paragraph, share of the font size, and where it is wider than usual.
const WIDE_STEP_SIZE_MAX: f32 = 2.6;
const STEP_SIZE_MAX: f32 = 3.2;
/// An edge is one at which so many lines end, within this share of the font size.
const EDGE_LINES_MIN: usize = 3;
const EDGE_SLACK_SHARE: f32 = 1.2;
/// Words of a line that are set apart by so many font sizes are a row, not a sentence.
const ROW_GAP_SIZE_MIN: f32 = 2.5;
/// Lines set ragged right still fill this share of the column when their sentence goes on.
const RAGGED_SHARE: f32 = 0.6;
/// So many lines, at least so many font sizes wide, end at an edge in the middle of a sentence: text wraps there.
const WRAPPED_LINES_MIN: usize = 2;
const WRAPPED_WIDTH_SIZE_MIN: f32 = 15.0;
/// Titles this much larger than the text may wrap before the column's edge, when they are at least so many font sizes
/// wide and their lines start within this of each other, points.
const TITLE_FACTOR: f32 = 1.25;
const TITLE_STEP_SIZE_MAX: f32 = 1.8;
const TITLE_WIDTH_SIZE_MIN: f32 = 10.0;
const ALIGNED_SLACK: f32 = 2.0;
/// A line is centred when its margins differ by less than this, and are wider than this, points.
const CENTRED_SLACK: f32 = 8.0;
const CENTRED_MARGIN_MIN: f32 = 40.0;

/// A block under construction.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Words, or the table of the page.
    pub content: Content,
    /// What it is.
    pub role: Role,
    /// Why it is no text, if it isn't.
    pub noise: Option<NoiseKind>,
    /// Where.
    pub bbox: Rect,
    /// Font size of most of it, points.
    pub size: f32,
    /// All of it is bold.
    pub bold: bool,
    /// Number of printed lines.
    pub lines: usize,
    /// It stands in the middle of its column.
    pub centred: bool,
    /// Its words are set apart, as a label and its value.
    pub row: bool,
    /// The column of the page that it stands in.
    pub column: usize,
}

/// What a piece holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// Words.
    Text(String),
    /// An index into [`Draft::tables`].
    Table(usize),
}

/// What a piece of words is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Running words (and tables).
    Body,
    /// A heading, level 1 the highest.
    Heading(u8),
    /// Title or unit line of a table or figure.
    Caption,
    /// Source or note below a table.
    Footnote,
}

impl Piece {
    /// Its words; empty for a table.
    pub fn text(&self) -> &str {
        match &self.content {
            Content::Text(text) => text,
            Content::Table(_) => "",
        }
    }

    /// Is it words that are no noise?
    pub fn is_text(&self) -> bool {
        self.noise.is_none() && matches!(self.content, Content::Text(_))
    }
}

/// What is usual in a document.
#[derive(Clone, Debug, Default)]
pub struct Usual {
    /// Font size of most letters, points.
    pub size: f32,
    /// Most lines are bold.
    pub bold: bool,
    /// The step from line to line inside paragraphs, share of the font size.
    step: f32,
    /// The left and right edge of full-width text by page width, points.
    edges: HashMap<i32, (f32, f32)>,
}

impl Usual {
    /// Measures it on the lines of all pages.
    pub fn of(drafts: &[Draft]) -> Self {
        let (mut sizes, mut steps) = (Count::default(), Count::default());
        let mut edges = HashMap::<i32, (Count, Count)>::new();
        let (mut bold, mut all) = (0, 0);
        for draft in drafts {
            for column in &draft.columns {
                let mut previous: Option<&Line> = None;
                for line in text_lines(column) {
                    let letters = line.words.iter().map(|word| word.text.chars().count()).sum::<usize>();
                    sizes.add(line.size(), letters);
                    all += letters;
                    bold += if line.bold() { letters } else { 0 };
                    if let Some(above) = previous.filter(|above| near(above.size(), line.size())) {
                        steps.add(
                            (line.bbox.center_y() - above.bbox.center_y()) / line.size().max(1.0) * STEP_SCALE,
                            letters,
                        );
                    }
                    if column.whole_width && line.bbox.width() > draft.width / 2.0 {
                        let (left, right) = edges.entry(draft.width as i32).or_default();
                        left.add(line.bbox.x0, 1);
                        right.add(line.bbox.x1, 1);
                    }
                    previous = Some(line);
                }
            }
        }
        let both = |(left, right): (Count, Count)| Some((left.most()?, right.most()?));
        let edges = edges.into_iter().filter_map(|(width, counts)| Some((width, both(counts)?))).collect();
        Self {
            size: sizes.most().unwrap_or_default(),
            bold: bold * 2 > all,
            step: steps.most().unwrap_or_default() / STEP_SCALE,
            edges,
        }
    }
}

/// Steps are counted in hundredths of the font size, rounded as sizes are.
const STEP_SCALE: f32 = 10.0;

/// Counts values rounded to half a point.
#[derive(Default)]
struct Count(HashMap<i32, usize>);

impl Count {
    fn add(&mut self, value: f32, weight: usize) {
        if value.is_finite() {
            *self.0.entry((value * 2.0).round() as i32).or_default() += weight;
        }
    }

    /// The commonest value.
    fn most(&self) -> Option<f32> {
        self.0.iter().max_by_key(|(value, count)| (**count, **value)).map(|(value, _)| *value as f32 / 2.0)
    }
}

fn text_lines(column: &Column) -> impl Iterator<Item = &Line> {
    column.items.iter().filter_map(|item| match item {
        Item::Line(line) if line.noise.is_none() => Some(&line.line),
        _ => None,
    })
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() <= SIZE_SHARE * a.max(b)
}

/// The pieces of a page in reading order.
pub fn pieces(draft: &Draft, usual: &Usual) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (number, column) in draft.columns.iter().enumerate() {
        let edges = Edges::of(column, draft, usual);
        let mut open: Option<Open> = None;
        for item in &column.items {
            match item {
                Item::Table(table) => {
                    pieces.extend(open.take().map(|open| open.close(number, &edges)));
                    pieces.push(table_piece(draft, *table, number));
                }
                Item::Line(line) if line.noise.is_some() => {
                    let noise = Open::new(&line.line).close(number, &edges);
                    let noise = Piece { noise: line.noise, ..noise };
                    // Running text at the top is the first in the order, the rest goes in at its place.
                    pieces.extend(open.take().map(|open| open.close(number, &edges)));
                    pieces.push(noise);
                }
                Item::Line(line) => match &mut open {
                    Some(paragraph) if paragraph.goes_on(&line.line, &edges, usual) => paragraph.push(&line.line),
                    _ => {
                        pieces.extend(open.take().map(|open| open.close(number, &edges)));
                        open = Some(Open::new(&line.line));
                    }
                },
            }
        }
        pieces.extend(open.take().map(|open| open.close(number, &edges)));
    }
    pieces
}

fn table_piece(draft: &Draft, table: usize, column: usize) -> Piece {
    Piece {
        content: Content::Table(table),
        role: Role::Body,
        noise: None,
        bbox: draft.tables[table].bbox,
        size: 0.0,
        bold: false,
        lines: 0,
        centred: false,
        row: false,
        column,
    }
}

/// The edges of a column's text.
struct Edges {
    left: f32,
    right: f32,
}

impl Edges {
    fn of(column: &Column, draft: &Draft, usual: &Usual) -> Self {
        let mut lefts: Vec<f32> = text_lines(column).map(|line| line.bbox.x0).collect();
        let mut rights: Vec<f32> = text_lines(column).map(|line| line.bbox.x1).collect();
        lefts.sort_by(f32::total_cmp);
        rights.sort_by(|a, b| b.total_cmp(a));
        let slack = EDGE_SLACK_SHARE * usual.size;
        let shared = |edges: &[f32]| {
            edges.windows(EDGE_LINES_MIN).find(|run| (run[0] - run[run.len() - 1]).abs() < slack).map(|run| run[0])
        };
        let left = shared(&lefts).or(lefts.first().copied()).unwrap_or(column.x0);
        let of_pages = usual.edges.get(&(draft.width as i32)).filter(|_| column.whole_width);
        // A page whose text starts farther left than usual ends farther left, too.
        let of_pages = of_pages.map(|(usual_left, right)| right + (left - usual_left).min(0.0));
        let right = match (shared(&rights), of_pages) {
            (Some(here), Some(usual)) if !wraps_at(column, here, slack) => here.max(usual),
            (here, usual) => here.or(usual).unwrap_or(column.x1),
        };
        Self { left, right }
    }
}

/// Do several lines that end at this x, without ending a sentence, have a line close below?
fn wraps_at(column: &Column, right: f32, slack: f32) -> bool {
    let lines: Vec<&Line> = text_lines(column).collect();
    let wraps = |pair: &&[&Line]| {
        let (line, next) = (pair[0], pair[1]);
        let close = next.bbox.center_y() - line.bbox.center_y() < WIDE_STEP_SIZE_MAX * line.size();
        let wide = line.bbox.width() > WRAPPED_WIDTH_SIZE_MIN * line.size();
        let text = next.text();
        close
            && wide
            && (right - line.bbox.x1).abs() < slack
            && !ends_sentence(&line.text())
            && numbering(&text).is_none()
    };
    lines.windows(2).filter(wraps).count() >= WRAPPED_LINES_MIN
}

/// A paragraph that may go on.
struct Open {
    lines: Vec<Line>,
    text: String,
    /// The last step from line to line, points.
    step: Option<f32>,
}

impl Open {
    fn new(line: &Line) -> Self {
        Self { lines: vec![line.clone()], text: line.text(), step: None }
    }

    fn push(&mut self, line: &Line) {
        self.step = Some(self.step_to(line));
        push_wrapped(&mut self.text, &line.text());
        self.lines.push(line.clone());
    }

    fn last(&self) -> &Line {
        &self.lines[self.lines.len() - 1]
    }

    fn step_to(&self, line: &Line) -> f32 {
        line.bbox.center_y() - self.last().bbox.center_y()
    }

    /// Does the paragraph go on in this line?
    fn goes_on(&self, line: &Line, edges: &Edges, usual: &Usual) -> bool {
        let (last, size) = (self.last(), self.last().size().max(1.0));
        let (ended, text) = (last.text(), line.text());
        let usual_step = self.step.unwrap_or(usual.step * size);
        let step = self.step_to(line);
        // A wider step between the lines of one sentence is only wider spacing, up to a limit.
        let wide = usual_step > 0.0 && step > STEP_FACTOR * usual_step.max(size);
        let far = step > STEP_SIZE_MAX * size || (wide && (ends_sentence(&ended) || step > WIDE_STEP_SIZE_MAX * size));
        if far || !near(last.size(), line.size()) {
            return false;
        }
        if is_row(last) || is_row(line) {
            return false;
        }
        if caption::is_note(&text) || caption::may_be_caption(&ended) {
            return false;
        }
        if self.is_title_over(line, usual) {
            return true;
        }
        let sentence_goes_on = text.starts_with(char::is_lowercase)
            && !ends_sentence(&ended)
            && last.bbox.width() > RAGGED_SHARE * (edges.right - edges.left);
        if !sentence_goes_on && ends_short(last, line, edges.right) {
            return false;
        }
        let listed = numbering(&text);
        if listed.is_some_and(|listed| listed.form == Form::Bullet) || (listed.is_some() && ends_sentence(&ended)) {
            return false;
        }
        self.starts_in_line(line, edges, &ended)
    }

    /// Is it a large title that wraps? Then its first line is the longer one and both start at the same place.
    fn is_title_over(&self, line: &Line, usual: &Usual) -> bool {
        let last = self.last();
        let size = last.size();
        size > TITLE_FACTOR * usual.size
            && self.step_to(line) < TITLE_STEP_SIZE_MAX * size
            && (line.bbox.x0 - last.bbox.x0).abs() < ALIGNED_SLACK
            && last.bbox.width() > TITLE_WIDTH_SIZE_MIN * size
            && line.bbox.width() < last.bbox.width() + size
            && numbering(&line.text()).is_none()
            && !ends_sentence(&last.text())
    }

    /// Does the line start where a line of this paragraph would?
    fn starts_in_line(&self, line: &Line, edges: &Edges, ended: &str) -> bool {
        let (last, size) = (self.last(), line.size());
        let indent = INDENT_SHARE * size;
        let first = self.lines.len() == 1;
        let shift = line.bbox.x0 - last.bbox.x0;
        if shift > indent {
            let hanging = first && numbering(ended).is_some() && shift < HANGING_SHARE * size;
            return hanging;
        }
        if shift < -indent {
            return first;
        }
        let both_indented = line.bbox.x0 > edges.left + indent;
        let hanging = !first && numbering(&self.lines[0].text()).is_some();
        hanging || !(both_indented && ends_sentence(ended))
    }

    fn close(self, column: usize, edges: &Edges) -> Piece {
        let bbox = Rect::around(self.lines.iter().map(|line| &line.bbox)).unwrap_or_default();
        let longest = self.lines.iter().max_by_key(|line| line.words.iter().map(|word| word.text.len()).sum::<usize>());
        let (before, after) = (bbox.x0 - edges.left, edges.right - bbox.x1);
        Piece {
            role: Role::Body,
            noise: None,
            bbox,
            size: longest.map_or(0.0, Line::size),
            bold: self.lines.iter().all(|line| line.words.iter().all(|word| word.bold || is_mark(&word.text))),
            lines: self.lines.len(),
            row: self.lines.iter().any(is_row),
            centred: (before - after).abs() < CENTRED_SLACK && before > CENTRED_MARGIN_MIN,
            column,
            content: Content::Text(self.text),
        }
    }
}

/// Words set apart as in a list of labels and values; a mark in front of a list item is none of them.
fn is_row(line: &Line) -> bool {
    let words = match line.words.as_slice() {
        [first, rest @ ..] if is_mark(&first.text) || numbering(&line.text()).is_some() => rest,
        all => all,
    };
    words.windows(2).any(|pair| pair[1].bbox.x0 - pair[0].bbox.x1 > ROW_GAP_SIZE_MIN * line.size())
}

fn is_mark(text: &str) -> bool {
    text.chars().all(|c| !c.is_alphanumeric())
}

/// Would the first word of the next line have found room at the end of this one?
fn ends_short(line: &Line, next: &Line, right: f32) -> bool {
    let size = line.size();
    let first = next.words.first().and_then(|word| word.text.split(' ').next()).unwrap_or_default();
    let token = first.chars().take_while(|c| !is_cjk(*c) && (c.is_alphanumeric() || c.is_ascii_punctuation())).count();
    let width = if token == 0 { CJK_SLACK_SHARE * size } else { LETTER_SHARE * size * token as f32 };
    right - line.bbox.x1 > width + SLACK_SHARE * size
}

/// Does a sentence or list item end here?
pub fn ends_sentence(text: &str) -> bool {
    let closing = |c: char| matches!(c, '”' | '’' | '"' | '）' | ')' | '」' | '』');
    let end = text.trim_end().trim_end_matches(closing);
    let mut tail = end.chars().rev();
    match tail.next() {
        Some('。' | '！' | '？' | '；' | ';' | '!' | '?' | '：' | ':') => true,
        Some('.') => tail.next().is_some_and(|c| !c.is_ascii_digit()),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{TestPage, document, texts};

    #[test]
    fn chinese_wraps_without_a_space_and_an_indent_starts_a_paragraph() {
        let page = TestPage::new(1)
            .text(70.0, 100.0, "公司主要从事医药研发外包服务业务")
            .text(50.0, 115.0, "报告期内收入稳定增长毛利率有所提升")
            .text(50.0, 130.0, "并且现金流充裕。")
            .text(70.0, 145.0, "下一年公司将继续投入研发扩大产能")
            .text(50.0, 160.0, "并开拓海外市场。");
        let expected = [
            "公司主要从事医药研发外包服务业务报告期内收入稳定增长毛利率有所提升并且现金流充裕。",
            "下一年公司将继续投入研发扩大产能并开拓海外市场。",
        ];
        assert_eq!(texts(&document(vec![page]), 1), expected);
    }

    #[test]
    fn english_wraps_with_a_space_and_a_wide_step_starts_a_paragraph() {
        let page = TestPage::new(1)
            .text(50.0, 100.0, "Revenue grew by ten percent in the year and the")
            .text(50.0, 113.0, "margin of the group improved in all the segments.")
            .text(50.0, 139.0, "The board proposes a dividend of two yuan for all")
            .text(50.0, 152.0, "shareholders.");
        let expected = [
            "Revenue grew by ten percent in the year and the margin of the group improved in all the segments.",
            "The board proposes a dividend of two yuan for all shareholders.",
        ];
        assert_eq!(texts(&document(vec![page]), 1), expected);
    }

    #[test]
    fn a_list_item_hangs_together_and_the_next_one_is_its_own() {
        let page = TestPage::new(1)
            .text(50.0, 100.0, "➢  收入保持高速增长公司在手订单持")
            .text(70.0, 115.0, "续增加。")
            .text(50.0, 130.0, "➢  利润率持续改善经营效率明显提升")
            .text(70.0, 145.0, "费用下降。");
        let document = document(vec![page]);
        assert_eq!(texts(&document, 1).len(), 2);
        assert!(texts(&document, 1)[0].ends_with("在手订单持续增加。"));
    }

    #[test]
    fn a_paragraph_that_goes_on_overleaf_is_a_block_on_each_page() {
        let first = TestPage::new(1).text(50.0, 700.0, "一句话没有说完就到了这一页的页底因此");
        let second = TestPage::new(2).text(50.0, 150.0, "在下一页继续说完。");
        let document = document(vec![first, second]);
        assert_eq!(texts(&document, 1).len() + texts(&document, 2).len(), 2);
    }

    #[test]
    fn a_large_title_wraps_before_the_edge() {
        let page = TestPage::new(1)
            .styled(50.0, 100.0, 20.0, true, "业绩显著好于预期海外业务保持高")
            .styled(50.0, 128.0, 20.0, true, "速增长")
            .text(50.0, 180.0, "报告期内公司实现营业收入一百亿元同比增长百分之十报告期内公司实现营业收入一百亿元。");
        assert_eq!(texts(&document(vec![page]), 1)[0], "业绩显著好于预期海外业务保持高速增长");
    }
}
