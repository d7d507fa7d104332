//! Headings and their tree.
//!
//! A heading is a short line without a sentence's end that stands out: by a number of a form that the document sets
//! off (bold, larger), by its size, by being bold, by the file's own bookmarks, or as the title of a financial
//! statement. Its level comes from the form of its number in filings, and from its size in other reports.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::LazyLock,
};

use doc::{
    OutlineEntry,
    text::{is_cjk, squeeze},
};

use crate::{
    caption,
    contents::Contents,
    layout::paragraph::{Piece, Role, Usual, ends_sentence},
    numbering::{Form, Numbering, numbering},
};

/// Longest heading, characters: with a number, without one, and not set off from the text.
const NUMBERED_CHARS_MAX: usize = 60;
const UNNUMBERED_CHARS_MAX: usize = 50;
const PLAIN_CHARS_MAX: usize = 32;
/// Chinese letters of a title that may have more digits than letters: `某某股份 (123456 CH)`.
const IDEOGRAPHS_MIN: usize = 4;
/// Latin letters count as this share of a character.
const LATIN_SHARE: f32 = 0.4;
/// Printed lines of a heading.
const LINES_MAX: usize = 3;
/// Larger than body text by this factor: set off; and large enough to be a heading without a number.
const LARGER_FACTOR: f32 = 1.06;
const LARGE_FACTOR: f32 = 1.14;
/// Words set apart in one line are a label and its value, below this factor of the text's size.
const TITLE_FACTOR: f32 = 1.5;
/// A bold line without a number has words this near below it, in font sizes, and so many characters of them.
const BELOW_SHARE: f32 = 3.5;
const WORDS_BELOW_MIN: usize = 25;
/// A form of number is set off in a document when this share of its candidates is.
const SET_OFF_SHARE: f32 = 0.25;
/// From so many headings of chapters or of `一、` on, levels follow the forms of numbers.
const FORMAL_HEADINGS_MIN: usize = 3;
/// Sizes nearer than this factor are one level; more levels by size than this are one.
const SAME_SIZE_FACTOR: f32 = 1.07;
const SIZE_LEVELS_MAX: usize = 5;
/// Levels between two sizes, for the forms of numbers.
const SIZE_STEP: u16 = 200;

/// Headings looked at to see whether a sequence goes on.
const FOLLOWING_MAX: usize = 400;
/// Ranks are spread, so that there is room inside an item of any form, and for a title over what stands inside.
const RANK_STEP: u16 = 20;
const INNER_STEP: u16 = 2;
/// Ranks of headings without a number among the forms (see [`form_rank`]) in a formal document.
const LARGE_RANK: u16 = 20;
const INNER_LARGE_RANK: u16 = 26;
const STATEMENT_RANK: u16 = 36;
const BOLD_RANK: u16 = 90;

/// A heading that was found.
struct Found {
    place: (usize, usize),
    number: Option<Numbering>,
    size: f32,
    statement: bool,
    large: bool,
    /// Known by its words: `重要提示`.
    known: bool,
}

/// How a document orders its headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the forms of their numbers, as filings and rules do.
    ByNumber,
    /// By their size, as reports do.
    BySize,
}

/// Gives headings their role and level on all pages.
pub fn mark(pages: &mut [Vec<Piece>], usual: &Usual, outline: &[OutlineEntry], contents: &Contents) -> Order {
    let bookmarks = outline.iter().map(|entry| squeeze(&entry.title)).collect();
    let candidates = candidates(pages, usual, &Named { bookmarks, contents });
    let set_off = forms_set_off(&candidates);
    let mut counter = Counter::default();
    let mut found = Vec::new();
    for candidate in candidates {
        if counter.accepts(&candidate, &set_off) {
            found.push(Found {
                place: candidate.place,
                number: candidate.number,
                size: candidate.size,
                statement: candidate.statement,
                large: candidate.large,
                known: candidate.known,
            });
        }
    }
    let order = order_of(&found);
    for (heading, level) in found.iter().zip(levels(&found, order)) {
        pages[heading.place.0][heading.place.1].role = Role::Heading(level);
    }
    order
}

fn order_of(found: &[Found]) -> Order {
    let formal = |heading: &&Found| {
        let form = heading.number.map(|number| number.form);
        matches!(form, Some(Form::Part | Form::Chapter | Form::Section | Form::Chinese))
    };
    if found.iter().filter(formal).count() >= FORMAL_HEADINGS_MIN { Order::ByNumber } else { Order::BySize }
}

/// A text that has a heading's form.
struct Candidate {
    place: (usize, usize),
    number: Option<Numbering>,
    size: f32,
    /// Bold or larger in a text that isn't.
    set_off: bool,
    /// So large that it is a heading without a number.
    large: bool,
    /// It needs no further proof: bookmarked, known, a statement's title.
    certain: bool,
    /// Known by its words.
    known: bool,
    statement: bool,
    /// Short enough to be a heading that isn't set off.
    plain: bool,
}

/// What the file itself names as titles.
struct Named<'a> {
    /// Its bookmarks, squeezed.
    bookmarks: HashSet<String>,
    /// Its lists of contents.
    contents: &'a Contents,
}

fn candidates(pages: &[Vec<Piece>], usual: &Usual, named: &Named<'_>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for (page, pieces) in pages.iter().enumerate() {
        for (position, piece) in pieces.iter().enumerate() {
            if piece.is_text() && piece.role == Role::Body {
                let next = pieces[position + 1..].iter().find(|next| next.noise.is_none());
                candidates.extend(candidate(piece, next, (page, position), usual, named));
            }
        }
    }
    candidates
}

fn candidate(
    piece: &Piece,
    next: Option<&Piece>,
    place: (usize, usize),
    usual: &Usual,
    named: &Named<'_>,
) -> Option<Candidate> {
    let text = piece.text().trim();
    let number = numbering(text).filter(|number| !matches!(number.form, Form::Article | Form::Bullet));
    let length = length_of(text);
    let longest = if number.is_some() { NUMBERED_CHARS_MAX } else { UNNUMBERED_CHARS_MAX };
    // Most pieces are paragraphs: what is dear is asked of the others only.
    if piece.lines > LINES_MAX {
        return None;
    }
    let listed = named.contents.names(text, place.0);
    let too_long = length > longest as f32 && !listed;
    if too_long || !(listed || is_title_like(text, number)) {
        return None;
    }
    let statement = caption::is_statement_title(text);
    let large = piece.size > LARGE_FACTOR * usual.size;
    let bold = piece.bold && !usual.bold;
    let set_off = bold || piece.size > LARGER_FACTOR * usual.size;
    let squeezed = squeeze(text);
    let known = HEADING_TITLES.contains(&squeezed.to_lowercase());
    let bookmarked = listed || named.bookmarks.contains(&squeezed);
    let colons = text.trim_end_matches(['：', ':']).matches(['：', ':']).count();
    let labelled = colons > 0 || piece.row;
    let values = piece.row && piece.size < TITLE_FACTOR * usual.size;
    if number.is_none() && (colons > 1 || values) {
        return None;
    }
    let unnumbered_bold = bold && !labelled && next.is_some_and(|next| leads_to(piece, next));
    if number.is_none() && !(statement || large || known || bookmarked || unnumbered_bold) {
        return None;
    }
    Some(Candidate {
        place,
        number,
        size: piece.size,
        set_off,
        large,
        certain: statement || bookmarked || known,
        known,
        statement,
        plain: length <= PLAIN_CHARS_MAX as f32
            && piece.lines == 1
            && !text.ends_with(['：', ':'])
            && !squeezed.contains([':', ',']),
    })
}

/// Does the bold line stand directly over words that it could be the title of? Labels in charts and names do not, and
/// the bold line over a table is its caption.
fn leads_to(piece: &Piece, next: &Piece) -> bool {
    let near = next.bbox.y0 - piece.bbox.y1 < BELOW_SHARE * piece.size && next.bbox.y0 > piece.bbox.center_y();
    let words = next.lines > 1 || next.text().chars().count() >= WORDS_BELOW_MIN || next.bold;
    piece.lines == 1 && near && next.is_text() && words && caption::unit_line(next.text()).is_none()
}

/// Characters, with Latin letters and digits counted by their width.
fn length_of(text: &str) -> f32 {
    text.chars().map(|c| if c.is_ascii() { LATIN_SHARE } else { 1.0 }).sum()
}

/// Words that could be a title: letters, no sentence, no label with its value, no date, unit or tick box.
fn is_title_like(text: &str, number: Option<Numbering>) -> bool {
    let words = &text[number.map_or(0, |number| number.length)..];
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    let ideographs = words.chars().filter(|c| is_cjk(*c)).count();
    let digits = words.chars().filter(|c| c.is_ascii_digit()).count();
    let enough = ideographs >= 2 || letters >= 4 || (number.is_some() && letters >= 2);
    let colon_ended = text.ends_with(['：', ':']);
    // `Item 1. Business.`
    let outer = number.is_some_and(|number| matches!(number.form, Form::Part | Form::Chapter | Form::Section));
    let dotted = outer && text.is_ascii() && text.ends_with('.');
    let sentence = (ends_sentence(text) && !colon_ended && !dotted)
        || words.contains(['。', '；'])
        || text.ends_with(['，', '、', ',']);
    let bracketed = number.is_none() && text.starts_with(['(', '（']) && text.ends_with([')', '）']);
    let caption =
        bracketed || caption::unit_line(text).is_some() || caption::is_note(text) || caption::is_figure_title(text);
    let address = words.contains('@') || words.contains("www.") || words.contains("://");
    enough
        && (digits < letters || ideographs >= IDEOGRAPHS_MIN)
        && !address
        && !sentence
        && !caption
        && !caption::is_tick_line(text)
}

static HEADING_TITLES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let lines = include_str!("../data/heading_titles.txt").lines();
    lines.filter(|line| !line.starts_with('#') && !line.is_empty()).map(squeeze).collect()
});

/// The forms of number that the document sets off from its text: without that, one of such a form is a list item.
fn forms_set_off(candidates: &[Candidate]) -> HashSet<Form> {
    let mut counts: HashMap<Form, (usize, usize)> = HashMap::new();
    for candidate in candidates {
        if let Some(number) = candidate.number {
            let count = counts.entry(number.form).or_default();
            count.0 += usize::from(candidate.set_off);
            count.1 += 1;
        }
    }
    let often = counts.into_iter().filter(|(_, (set_off, all))| *set_off as f32 >= SET_OFF_SHARE * *all as f32);
    often.map(|(form, _)| form).collect()
}

/// Follows the numbers, so that a plain heading is one that goes on counting.
#[derive(Default)]
struct Counter {
    last: BTreeMap<Form, u32>,
}

impl Counter {
    fn accepts(&mut self, candidate: &Candidate, set_off: &HashSet<Form>) -> bool {
        let Some(number) = candidate.number else {
            return candidate.certain || candidate.large || candidate.set_off;
        };
        let counts_on = number.value == 1 || self.last.get(&number.form).is_some_and(|last| number.value == last + 1);
        let outer = matches!(number.form, Form::Part | Form::Chapter | Form::Section);
        let inner = matches!(number.form, Form::Circled | Form::Letter);
        let accepted = candidate.certain
            || candidate.set_off
            || (outer && candidate.plain)
            || (candidate.plain && counts_on && !inner && !set_off.contains(&number.form));
        if accepted {
            self.last.insert(number.form, number.value);
            self.last.retain(|form, _| *form <= number.form);
        }
        accepted
    }
}

fn form_rank(form: Form) -> u16 {
    match form {
        Form::Part => 10,
        Form::Chapter => 14,
        Form::Section => 18,
        Form::Chinese => 24,
        Form::ChineseInBrackets => 30,
        Form::ArabicBare => 38,
        Form::Arabic(parts) => 40 + u16::from(parts.min(9)),
        Form::ArabicInBrackets => 50,
        Form::Letter => 60,
        Form::Circled => 70,
        Form::Article | Form::Bullet => BOLD_RANK,
    }
}

/// A level for each heading: ranks that occur, counted from 1.
fn levels(found: &[Found], order: Order) -> Vec<u8> {
    let ranks: Vec<u16> = match order {
        Order::ByNumber => formal_ranks(found),
        Order::BySize => {
            let sizes = size_levels(found);
            found.iter().map(|heading| size_rank(heading, &sizes)).collect()
        }
    };
    let used: std::collections::BTreeSet<u16> = ranks.iter().copied().collect();
    let level_of: HashMap<u16, u8> = used.into_iter().zip(1_u8..=u8::MAX).collect();
    ranks.iter().map(|rank| level_of.get(rank).copied().unwrap_or(u8::MAX)).collect()
}

/// The middle size of the headings of each form.
fn typical_sizes(found: &[Found]) -> BTreeMap<u16, f32> {
    let mut sizes: BTreeMap<u16, Vec<f32>> = BTreeMap::new();
    for heading in found {
        if let Some(number) = heading.number {
            sizes.entry(form_rank(number.form)).or_default().push(heading.size);
        }
    }
    let middle = |mut sizes: Vec<f32>| {
        sizes.sort_by(f32::total_cmp);
        sizes[sizes.len() / 2]
    };
    sizes.into_iter().map(|(rank, sizes)| (rank, middle(sizes))).collect()
}

/// By the forms of numbers, outer ones first, but for sequences that stand inside an item of an inner form.
fn formal_ranks(found: &[Found]) -> Vec<u16> {
    let typical = typical_sizes(found);
    let chapter = first_chapter(found);
    let mut ranks = Vec::with_capacity(found.len());
    // The numbers that are open, from the outermost: form, value, rank.
    let mut open: Vec<(Form, u32, u16)> = Vec::new();
    for (position, heading) in found.iter().enumerate() {
        let Some(number) = heading.number else {
            let front = chapter.filter(|(first, _)| position < *first && (heading.large || heading.known));
            let alone = RANK_STEP * front.map_or_else(|| unnumbered_rank(heading, &typical), |(_, rank)| rank);
            let rank = over_first(heading, &open, &found[position + 1..]).map_or(alone, |over| over.min(alone));
            open.retain(|(_, _, outer)| *outer < rank);
            ranks.push(rank);
            continue;
        };
        let continued = open.iter().rposition(|(form, value, _)| *form == number.form && value + 1 == number.value);
        let rank = match continued {
            Some(place) if number.value > 1 => open[place].2,
            _ => first_rank(number, &open, &found[position..]),
        };
        open.retain(|(_, _, outer)| *outer < rank);
        open.push((number.form, number.value, rank));
        ranks.push(rank);
    }
    ranks
}

/// Where the chapters start, and their rank: what is large before (`重要提示`) is one of its own.
fn first_chapter(found: &[Found]) -> Option<(usize, u16)> {
    let form = |heading: &Found| heading.number.map(|number| number.form);
    let chapter = |heading: &Found| matches!(form(heading), Some(Form::Part | Form::Chapter | Form::Section));
    let first = found.iter().position(chapter)?;
    let rank = form_rank(form(&found[first])?);
    (found[first + 1..].iter().any(chapter)).then_some((first, rank))
}

/// One without a number directly over a sequence's first number holds the sequence: the rank just outside of it.
fn over_first(heading: &Found, open: &[(Form, u32, u16)], after: &[Found]) -> Option<u16> {
    let next = after.first()?;
    let number = next.number.filter(|number| number.value == 1 && !heading.statement)?;
    first_rank(number, open, after).checked_sub(1)
}

/// The rank of a sequence's first number: that of its form, or just inside an open item that goes on after it.
fn first_rank(number: Numbering, open: &[(Form, u32, u16)], from_here: &[Found]) -> u16 {
    let rank = RANK_STEP * form_rank(number.form);
    if number.value != 1 {
        return rank;
    }
    // What follows up to the next heading of an outer form.
    let follows = || {
        let later = from_here[1..].iter().map_while(|heading| match heading.number {
            Some(later) if form_rank(later.form) < form_rank(number.form) => None,
            later => Some(later),
        });
        later.take(FOLLOWING_MAX).flatten()
    };
    let goes_on = |(form, value, outer): &&(Form, u32, u16)| {
        if *form == number.form {
            if number.form != Form::Chinese {
                return false;
            }
            // The number after it comes twice: once in the inner sequence and once in its own.
            return follows().filter(|later| later.form == *form && later.value == value + 1).count() > 1;
        }
        *outer >= rank && follows().find(|later| later.form == *form).is_some_and(|later| later.value == value + 1)
    };
    open.iter().rev().find(goes_on).map_or(rank, |(_, _, outer)| outer + INNER_STEP)
}

/// One without a number stands below all forms that are as large as it.
fn unnumbered_rank(heading: &Found, typical: &BTreeMap<u16, f32>) -> u16 {
    if heading.statement {
        return STATEMENT_RANK;
    }
    if !heading.large {
        return BOLD_RANK;
    }
    let chapters = typical.range(..=form_rank(Form::Section)).next().is_some();
    let least = if chapters { INNER_LARGE_RANK } else { LARGE_RANK };
    let as_large =
        typical.iter().filter(|(_, size)| **size * SAME_SIZE_FACTOR >= heading.size).map(|(rank, _)| *rank).max();
    as_large.map_or(least, |rank| (rank + 1).max(least))
}

/// The sizes of all headings, largest first, near ones as one.
fn size_levels(found: &[Found]) -> Vec<f32> {
    let mut sizes: Vec<f32> = found.iter().map(|heading| heading.size).collect();
    sizes.sort_by(|a, b| b.total_cmp(a));
    let mut levels: Vec<f32> = Vec::new();
    for size in sizes {
        if levels.last().is_none_or(|last| size * SAME_SIZE_FACTOR < *last) {
            levels.push(size);
        }
    }
    levels
}

/// By size, then by the form of its number.
fn size_rank(heading: &Found, sizes: &[f32]) -> u16 {
    let place = sizes.iter().position(|size| heading.size * SAME_SIZE_FACTOR >= *size).unwrap_or(sizes.len());
    let place = place.min(SIZE_LEVELS_MAX);
    let unnumbered = match (heading.statement, heading.large) {
        (true, _) => STATEMENT_RANK,
        (false, true) => 0,
        (false, false) => BOLD_RANK,
    };
    let form = heading.number.map_or(unnumbered, |number| form_rank(number.form));
    u16::try_from(place).unwrap_or(u16::MAX / SIZE_STEP) * SIZE_STEP + form
}

#[cfg(test)]
mod tests {
    use doc::{Document, Rect};

    use crate::testing::{TestPage, block, document, is_heading};

    const WORDS: &str = "报告期内公司实现营业收入一百亿元，同比增长百分之十，主要由于产品销量增加。";

    fn path(document: &Document, page: usize, start: &str) -> Vec<String> {
        document.section_path(block(document, page, start).section)
    }

    #[test]
    fn numbers_make_the_tree_and_plain_items_are_no_headings() {
        let page = TestPage::new(1)
            .bold(200.0, 60.0, "第十节  财务报告")
            .bold(50.0, 90.0, "一、财务报表")
            .bold(50.0, 120.0, "（一）会计政策")
            .bold(50.0, 150.0, "1、收入")
            .text(70.0, 180.0, WORDS)
            .text(50.0, 210.0, "1、这是列表中的第一项内容，不是标题；")
            .bold(50.0, 240.0, "2、存货")
            .text(70.0, 270.0, "存货按成本计量。")
            .bold(50.0, 300.0, "二、附注")
            .text(70.0, 330.0, "附注正文。");
        let document = document(vec![page]);
        assert_eq!(path(&document, 1, "报告期内"), ["第十节 财务报告", "一、财务报表", "（一）会计政策", "1、收入"]);
        assert_eq!(path(&document, 1, "存货按"), ["第十节 财务报告", "一、财务报表", "（一）会计政策", "2、存货"]);
        assert_eq!(path(&document, 1, "附注正文"), ["第十节 财务报告", "二、附注"]);
        assert!(!is_heading(block(&document, 1, "1、这是")));
    }

    #[test]
    fn a_sequence_inside_an_item_of_an_inner_form_stays_inside() {
        let mut page = TestPage::new(1);
        for (row, title) in
            ["一、公司", "1、简介", "2、业务", "（一）产品", "（二）模式", "3、数据", "二、事项", "三、其他"]
                .iter()
                .enumerate()
        {
            let y = 60.0 + 60.0 * row as f32;
            page = page.bold(50.0, y, title).text(70.0, y + 20.0, &format!("{row}{WORDS}"));
        }
        let document = document(vec![page]);
        assert_eq!(path(&document, 1, "4报告期"), ["一、公司", "2、业务", "（二）模式"]);
        assert_eq!(path(&document, 1, "5报告期"), ["一、公司", "3、数据"]);
    }

    #[test]
    fn a_sequence_of_the_same_form_inside_an_item_stays_inside() {
        let mut page = TestPage::new(1);
        let titles = [
            "第十节  报告",
            "一、审计报告",
            "一、审计意见",
            "二、意见基础",
            "三、其他信息",
            "二、财务报表",
            "三、附注",
        ];
        for (row, title) in titles.iter().enumerate() {
            let y = 60.0 + 60.0 * row as f32;
            page = page.bold(50.0, y, title).text(70.0, y + 20.0, &format!("{row}{WORDS}"));
        }
        let document = document(vec![page]);
        assert_eq!(path(&document, 1, "3报告期"), ["第十节 报告", "一、审计报告", "二、意见基础"]);
        assert_eq!(path(&document, 1, "5报告期"), ["第十节 报告", "二、财务报表"]);
    }

    #[test]
    fn a_statement_title_without_number_is_the_scope_of_the_table_below() {
        let rows: [&[&str]; 2] = [&["项目", "2024年"], &["货币资金", "1,234.56"]];
        let page = TestPage::new(1)
            .bold(50.0, 60.0, "二、财务报表")
            .text(230.0, 90.0, "合并资产负债表")
            .table(Rect::new(50.0, 120.0, 450.0, 160.0), &rows)
            .text(230.0, 200.0, "母公司资产负债表")
            .text(350.0, 220.0, "单位：元")
            .table(Rect::new(50.0, 240.0, 450.0, 280.0), &rows);
        let document = document(vec![page]);
        let paths: Vec<_> = document.tables.iter().map(|table| document.section_path(table.section)).collect();
        assert_eq!(paths, [["二、财务报表", "合并资产负债表"], ["二、财务报表", "母公司资产负债表"]]);
    }

    #[test]
    fn in_a_report_a_statement_title_stands_over_its_own_table_only() {
        let rows: [&[&str]; 2] = [&["会计年度", "2024A"], &["货币资金", "1,234"]];
        let first = TestPage::new(1)
            .styled(50.0, 60.0, 16.0, true, "业绩符合预期")
            .text(50.0, 90.0, WORDS)
            .styled(50.0, 120.0, 12.0, true, "现金流量表")
            .table(Rect::new(50.0, 140.0, 450.0, 180.0), &rows)
            .bold(50.0, 200.0, "主要财务比率")
            .table(Rect::new(50.0, 220.0, 450.0, 260.0), &rows);
        let second = TestPage::new(2).text(50.0, 60.0, WORDS).table(Rect::new(50.0, 240.0, 450.0, 280.0), &rows);
        let document = document(vec![first, second]);
        let paths: Vec<_> = document.tables.iter().map(|table| document.section_path(table.section)).collect();
        assert_eq!(paths[0], ["业绩符合预期", "现金流量表"]);
        assert_eq!(paths[1], ["业绩符合预期"]);
        assert_eq!(paths[2], ["业绩符合预期"]);
    }

    #[test]
    fn a_statement_title_inside_its_table_counts_too() {
        let rows: [&[&str]; 3] = [&["母公司利润表"], &["项目", "2024年"], &["营业收入", "1,234.56"]];
        let document = document(vec![TestPage::new(1).table(Rect::new(50.0, 120.0, 450.0, 180.0), &rows)]);
        assert_eq!(document.section_path(document.tables[0].section), ["母公司利润表"]);
    }

    #[test]
    fn reports_without_numbers_are_ordered_by_size() {
        let page = TestPage::new(1)
            .styled(50.0, 60.0, 20.0, true, "Impressive growth")
            .styled(50.0, 100.0, 14.0, true, "Outlook")
            .lines(50.0, 130.0, &["Revenue grew by ten percent in the year and the", "margin of the group improved."])
            .bold(50.0, 170.0, "Capital allocation")
            .lines(50.0, 185.0, &["The board proposes a dividend of two yuan for all", "shareholders."]);
        let document = document(vec![page]);
        assert_eq!(path(&document, 1, "The board"), ["Impressive growth", "Outlook", "Capital allocation"]);
    }

    #[test]
    fn an_item_of_an_english_filing_may_end_with_a_full_stop() {
        let page = TestPage::new(1)
            .text(50.0, 60.0, "Item 1. Business.")
            .text(50.0, 80.0, "The company was founded in the year and makes many things.")
            .text(50.0, 100.0, "Item 2. Properties.")
            .text(50.0, 120.0, "The company owns its seat.");
        let document = document(vec![page]);
        assert_eq!(path(&document, 1, "The company was"), ["Item 1. Business."]);
        assert_eq!(path(&document, 1, "The company owns"), ["Item 2. Properties."]);
    }

    #[test]
    fn a_title_without_a_number_holds_the_sequence_that_starts_below_it() {
        let mut page = TestPage::new(1);
        let titles = [
            "第一节  报告",
            "1、其他应收款",
            "应收利息",
            "（1）分类",
            "（2）逾期",
            "应收股利",
            "（1）分类",
            "2、存货",
            "第二节  事项",
            "第三节  其他",
        ];
        for (row, title) in titles.iter().enumerate() {
            let y = 60.0 + 60.0 * row as f32;
            page = page.bold(50.0, y, title).text(70.0, y + 20.0, &format!("{row}{WORDS}"));
        }
        let document = document(vec![page]);
        assert_eq!(path(&document, 1, "4报告期"), ["第一节 报告", "1、其他应收款", "应收利息", "（2）逾期"]);
        assert_eq!(path(&document, 1, "6报告期"), ["第一节 报告", "1、其他应收款", "应收股利", "（1）分类"]);
        assert_eq!(path(&document, 1, "7报告期"), ["第一节 报告", "2、存货"]);
    }

    #[test]
    fn what_is_large_before_the_first_chapter_is_a_chapter_of_its_own() {
        let page = TestPage::new(1)
            .styled(200.0, 60.0, 14.0, true, "重要提示")
            .bold(50.0, 90.0, "一、声明")
            .text(70.0, 110.0, WORDS)
            .styled(200.0, 200.0, 14.0, true, "第一节  释义")
            .text(70.0, 230.0, "本报告中的词语。")
            .styled(200.0, 300.0, 14.0, true, "第二节  简介")
            .text(70.0, 330.0, "公司的名称。");
        let document = document(vec![page]);
        assert_eq!(path(&document, 1, "报告期内"), ["重要提示", "一、声明"]);
        assert_eq!(path(&document, 1, "本报告中"), ["第一节 释义"]);
    }

    #[test]
    fn labels_with_values_and_notes_in_brackets_are_no_headings() {
        let page = TestPage::new(1)
            .bold(50.0, 60.0, "董事長：王某某")
            .text(50.0, 80.0, WORDS)
            .bold(50.0, 120.0, "（續次頁）")
            .text(50.0, 140.0, WORDS);
        let document = document(vec![page]);
        assert!(document.sections.is_empty(), "{:?}", document.sections);
    }
}
