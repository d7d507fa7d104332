//! Contents lists and legal standard text: kept, but marked, so that they stay out of the index.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use doc::{NoiseKind, text::squeeze};

use crate::{
    layout::{
        Draft, DraftLine, Item,
        paragraph::{Content, Piece, Role},
        table_lines,
    },
    numbering::{Form, numbering},
    table::PageTable,
};

/// Leader dots in a row, and where no page number follows in the line.
const LEADERS_MIN: usize = 5;
const UNNUMBERED_LEADERS_MIN: usize = 12;
/// Lines with leaders on a page that make a list of contents.
const CONTENTS_LINES_MIN: usize = 3;
/// Entries of a list of contents without leaders, under its title: how many, their length, their share of the lines,
/// the share of numbers that are not smaller than the one before, and lines in a row that are none.
const PLAIN_ENTRIES_MIN: usize = 4;
const ENTRY_CHARS_MAX: usize = 140;
const ENTRIES_SHARE: f32 = 0.55;
const RISING_SHARE: f32 = 0.75;
const OTHER_LINES_MAX: usize = 4;
/// Signs that lead from an entry to its number.
const LEADERS: &str = ".·•．・﹒_…⋯-—–";
/// Digits of a page number.
const NUMBER_DIGITS_MAX: usize = 4;
/// Headings of chapters that make a statutory document.
const CHAPTERS_MIN: usize = 3;
/// Numbers in a table of figures, and their share of its cells.
const FIGURES_MIN: usize = 12;
const FIGURES_SHARE: f32 = 0.4;
/// Characters of a disclaimer's title.
const TITLE_CHARS_MAX: usize = 40;

/// `第一节 释义 ........ 4`: leader dots, and a page number at the end.
pub fn is_contents_line(text: &str) -> bool {
    let mut leaders = 0;
    let mut most = 0;
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '.' | '·' | '•' | '．' | '・' | '﹒' | '_' => leaders += 1,
            '…' | '⋯' => leaders += 3,
            _ => leaders = 0,
        }
        most = most.max(leaders);
    }
    let numbered = text.trim_end().ends_with(|c: char| c.is_ascii_digit() || matches!(c, 'i' | 'v' | 'x' | ')' | '-'));
    if numbered { most >= LEADERS_MIN } else { leaders >= UNNUMBERED_LEADERS_MIN }
}

/// The title of a list of contents.
pub fn is_contents_title(text: &str) -> bool {
    const TITLES: [&str; 14] = [
        "目录",
        "目錄",
        "目次",
        "内容目录",
        "正文目录",
        "图表目录",
        "图目录",
        "表目录",
        "图表目錄",
        "contents",
        "tableofcontents",
        "插图目录",
        "表格目录",
        "财务附注目录",
    ];
    let squeezed = squeeze(text).to_lowercase();
    TITLES.contains(&squeezed.trim_matches([':', '.']))
}

/// Marks lists of contents.
pub fn mark_contents(drafts: &mut [Draft]) {
    // The last page number of a list that may go on overleaf.
    let mut before = None;
    for draft in drafts {
        let lines = list_items(draft);
        let leaders = lines.iter().filter(|line| line.texts.iter().any(|text| is_contents_line(text))).count();
        let with_leaders = leaders >= CONTENTS_LINES_MIN;
        let list = list_range(&lines, before);
        before = list.as_ref().filter(|list| list.end == lines.len()).and_then(|list| {
            let mut numbers =
                lines[list.clone()].iter().flat_map(|line| &line.texts).filter_map(|text| entry_number(text));
            numbers.next_back()
        });
        let mut listed = HashSet::new();
        for (position, line) in lines.iter().enumerate() {
            let in_list = list.as_ref().is_some_and(|list| list.contains(&position));
            let dotted = line.texts.iter().filter(|text| is_contents_line(text)).count() * 2 >= line.texts.len();
            let title = line.texts.len() == 1 && is_contents_title(&line.texts[0]);
            if in_list || (with_leaders && (dotted || title)) {
                listed.insert(line.place);
            }
        }
        if !listed.is_empty() {
            mark_items(draft, &listed);
        }
    }
}

/// Marks lines; a table that is a list of contents becomes lines.
fn mark_items(draft: &mut Draft, listed: &HashSet<(usize, usize)>) {
    let noise = Some(NoiseKind::Contents);
    for (number, column) in draft.columns.iter_mut().enumerate() {
        let items = std::mem::take(&mut column.items);
        for (item, entry) in items.into_iter().enumerate() {
            match entry {
                Item::Line(line) if listed.contains(&(number, item)) => {
                    column.items.push(Item::Line(DraftLine { noise, ..line }));
                }
                Item::Table(table) if listed.contains(&(number, item)) => {
                    let lines = table_lines(&draft.tables[table]).into_iter();
                    column.items.extend(lines.map(|line| Item::Line(DraftLine { line, noise })));
                }
                other => column.items.push(other),
            }
        }
    }
}

/// A line, or a table by its rows, and its place: column and item.
struct ListItem {
    place: (usize, usize),
    texts: Vec<String>,
}

fn list_items(draft: &Draft) -> Vec<ListItem> {
    let mut items = Vec::new();
    for (column, part) in draft.columns.iter().enumerate() {
        for (item, entry) in part.items.iter().enumerate() {
            let texts = match entry {
                Item::Line(line) if line.noise.is_some() => continue,
                Item::Line(line) => vec![line.line.text()],
                Item::Table(table) => row_texts(&draft.tables[*table]),
            };
            items.push(ListItem { place: (column, item), texts });
        }
    }
    items
}

fn row_texts(table: &PageTable) -> Vec<String> {
    let row = |row: usize| {
        let cells = table.cells.iter().filter(|cell| cell.row == row && !cell.text.is_empty());
        cells.map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    (0..table.row_boxes.len()).map(row).collect()
}

/// The list under a contents title, or the rest of one from the page before: most of its lines end in page numbers
/// that rise.
fn list_range(items: &[ListItem], before: Option<u32>) -> Option<std::ops::Range<usize>> {
    let title = items.iter().position(|item| item.texts.len() == 1 && is_contents_title(&item.texts[0]));
    let start = title.or(before.map(|_| 0))?;
    let (mut numbers, mut texts, mut end, mut others): (Vec<u32>, usize, usize, usize) = (Vec::new(), 0, start, 0);
    let mut texts_to_end = 0;
    for (position, item) in items.iter().enumerate().skip(start) {
        let found: Vec<u32> = item.texts.iter().filter_map(|text| entry_number(text)).collect();
        texts += item.texts.len();
        others = if found.is_empty() { others + 1 } else { 0 };
        if others > OTHER_LINES_MAX {
            break;
        }
        if !found.is_empty() {
            numbers.extend(found);
            (end, texts_to_end) = (position + 1, texts);
        }
    }
    let rising = numbers.windows(2).filter(|pair| pair[0] <= pair[1]).count();
    let first =
        before.filter(|_| title.is_none()).is_none_or(|before| numbers.first().is_some_and(|first| *first >= before));
    let listed = numbers.len() >= PLAIN_ENTRIES_MIN
        && numbers.len() as f32 >= ENTRIES_SHARE * texts_to_end as f32
        && rising as f32 >= RISING_SHARE * (numbers.len() - 1) as f32;
    (listed && first).then_some(start..end)
}

/// The page number at the end of an entry: `会计政策 17`, `會計政策 17 ~ 27` (the first of the two).
fn entry_number(text: &str) -> Option<u32> {
    entry_parts(text)?.1.parse().ok()
}

/// The title of an entry, without leaders, and its printed page number.
pub fn entry_parts(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_end();
    if text.chars().count() > ENTRY_CHARS_MAX {
        return None;
    }
    let last = |text: &str| {
        text.rfind(|c: char| !c.is_ascii_digit())
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8))
    };
    let number = last(text);
    let mut entry = (&text[..number], &text[number..]);
    let before = entry.0.trim_end();
    if let Some(range) = before.strip_suffix(['~', '～', '-', '–', '—', '〜']) {
        let range = range.trim_end();
        let first = last(range);
        if first < range.len() {
            entry = (&range[..first], &range[first..]);
        }
    }
    let letters = entry.0.chars().filter(|c| c.is_alphabetic()).count();
    let decimal = entry.0.ends_with(['.', ',', '，', '/', '(']) && !is_contents_line(text);
    let title = entry.0.trim_end_matches(|c: char| c.is_whitespace() || LEADERS.contains(c));
    let numbered = !entry.1.is_empty() && entry.1.len() <= NUMBER_DIGITS_MAX;
    (letters >= 2 && !decimal && numbered).then_some((title, entry.1))
}

/// How much a title says about the text below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Title {
    /// Nothing but legal standard text follows.
    Strong,
    /// The same, where a strong title stands in the report, too.
    Weak,
    /// Legal standard text up to the next heading.
    Passage,
    /// No title: words within such text.
    Phrase,
}

static DISCLAIMER_TITLES: LazyLock<HashMap<String, Title>> = LazyLock::new(|| {
    let mut titles = HashMap::new();
    let mut kind = Title::Strong;
    for line in include_str!("../data/disclaimer_titles.txt").lines() {
        match line {
            "[strong]" => kind = Title::Strong,
            "[weak]" => kind = Title::Weak,
            "[passage]" => kind = Title::Passage,
            "[phrase]" => kind = Title::Phrase,
            comment if comment.starts_with('#') || comment.is_empty() => {}
            title => {
                titles.insert(squeeze(title), kind);
            }
        }
    }
    titles
});

static DISCLAIMER_PHRASES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let phrases = DISCLAIMER_TITLES.iter().filter(|(_, kind)| **kind == Title::Phrase);
    phrases.map(|(phrase, _)| phrase.clone()).collect()
});

/// Is it the title of legal standard text? A broker's name may stand before it.
fn disclaimer_title(text: &str) -> Option<Title> {
    if text.chars().count() > TITLE_CHARS_MAX {
        return None;
    }
    let start = numbering(text).map_or(0, |number| number.length);
    let squeezed = squeeze(&text[start..]).to_lowercase();
    let title = squeezed.trim_matches(|c: char| !c.is_alphanumeric());
    let of_broker = title.find("证券").map(|at| &title[at + "证券".len()..]);
    DISCLAIMER_TITLES.get(title).or_else(|| DISCLAIMER_TITLES.get(of_broker?)).copied()
}

/// Marks the legal standard text of a report.
///
/// Towards the end of a report everything after the first strong title is such text, but for tables of figures; before,
/// it reaches to the next heading. Statutory filings have none: their 重要提示 and 声明 are decisive text.
pub fn mark_disclaimers(pages: &mut [Vec<Piece>], tables: &[&[PageTable]]) {
    let tail_from = (pages.len() / 2).max(1);
    let strong = |piece: &Piece| piece.is_text() && disclaimer_title(piece.text()) == Some(Title::Strong);
    let legal =
        |piece: &Piece| piece.is_text() && DISCLAIMER_PHRASES.iter().any(|phrase| piece.text().contains(phrase));
    let said = pages.iter().flatten().any(strong) || pages.iter().skip(tail_from).flatten().any(legal);
    let reported = said && !is_filing(pages);
    let (mut inside, mut tail) = (false, false);
    for (page, pieces) in pages.iter_mut().enumerate() {
        for piece in pieces.iter_mut().filter(|piece| piece.noise.is_none()) {
            let title = if piece.is_text() { disclaimer_title(piece.text()) } else { None };
            let starts = match title {
                Some(Title::Strong) => reported,
                Some(Title::Weak) => reported && page >= tail_from,
                Some(Title::Passage) => true,
                Some(Title::Phrase) | None => false,
            };
            let figures = matches!(piece.content, Content::Table(table) if has_figures(&tables[page][table]));
            if starts {
                inside = true;
                tail |= title != Some(Title::Passage) && page >= tail_from;
            } else if figures || (matches!(piece.role, Role::Heading(_)) && !tail) {
                (inside, tail) = (false, false);
            }
            if inside {
                piece.noise = Some(NoiseKind::Disclaimer);
            }
        }
    }
}

/// Chapters of a statutory document.
fn is_filing(pages: &[Vec<Piece>]) -> bool {
    let chapter = |piece: &&Piece| {
        let form = numbering(piece.text()).map(|number| number.form);
        matches!(piece.role, Role::Heading(_)) && matches!(form, Some(Form::Chapter | Form::Section))
    };
    pages.iter().flatten().filter(chapter).count() >= CHAPTERS_MIN
}

/// A table whose cells are numbers for the most part, as no definition of ratings is.
fn has_figures(table: &PageTable) -> bool {
    let filled = || table.cells.iter().filter(|cell| !cell.text.is_empty());
    let is_figure = |text: &str| {
        let digits = text.chars().filter(char::is_ascii_digit).count();
        digits > 0 && digits * 2 >= text.chars().filter(|c| !c.is_whitespace()).count()
    };
    let figures = filled().filter(|cell| is_figure(&cell.text)).count();
    figures >= FIGURES_MIN && figures as f32 >= FIGURES_SHARE * filled().count() as f32
}

#[cfg(test)]
mod tests {
    use doc::NoiseKind;

    use super::*;
    use crate::testing::{TestPage, block, document};

    #[test]
    fn lists_of_contents_are_noise_and_a_single_dotted_line_is_not() {
        let listed = TestPage::new(1)
            .bold(280.0, 80.0, "目录")
            .text(50.0, 110.0, "第一节 释义...................... 4")
            .text(50.0, 130.0, "第二节 公司简介.................. 5")
            .text(50.0, 150.0, "第三节 管理层讨论与分析.......... 9");
        let plain = TestPage::new(2).text(50.0, 110.0, "签字：........................ 12");
        let document = document(vec![listed, plain]);
        assert!(document.pages[0].blocks.iter().all(|block| block.noise == Some(NoiseKind::Contents)));
        assert_eq!(block(&document, 2, "签字").noise, None);
        assert!(document.sections.is_empty());
    }

    #[test]
    fn a_list_of_contents_without_leaders_is_known_by_its_title() {
        let page = TestPage::new(1)
            .bold(280.0, 80.0, "目录")
            .text(50.0, 110.0, "释义")
            .text(500.0, 110.0, "4")
            .text(50.0, 130.0, "公司简介")
            .text(500.0, 130.0, "5")
            .text(50.0, 150.0, "经营情况")
            .text(500.0, 150.0, "9")
            .text(50.0, 170.0, "财务报告")
            .text(500.0, 170.0, "20");
        let document = document(vec![page]);
        assert!(document.pages[0].blocks.iter().all(|block| block.noise == Some(NoiseKind::Contents)));
    }

    fn report(last: TestPage) -> doc::Document {
        let body = |number| {
            TestPage::new(number).bold(50.0, 80.0, "投资要点").text(50.0, 110.0, "公司业绩符合预期，维持买入评级。")
        };
        document(vec![body(1), body(2), last])
    }

    #[test]
    fn legal_text_at_the_end_of_a_report_is_noise_to_its_end() {
        let last = TestPage::new(3)
            .bold(50.0, 80.0, "某某证券投资评级说明")
            .text(50.0, 110.0, "买入：预计涨幅在百分之二十以上。")
            .bold(50.0, 140.0, "某某证券研究所联系方式")
            .text(50.0, 170.0, "上海市浦东新区。");
        let document = report(last);
        assert!(document.pages[2].blocks.iter().all(|block| block.noise == Some(NoiseKind::Disclaimer)));
        assert_eq!(block(&document, 2, "公司业绩").noise, None);
    }

    #[test]
    fn decisive_words_of_a_filing_are_no_noise() {
        let cover =
            TestPage::new(1).bold(280.0, 80.0, "重要提示").text(50.0, 110.0, "会计师事务所出具了保留意见的审计报告。");
        let chapters = TestPage::new(2)
            .bold(50.0, 80.0, "第一节 释义")
            .bold(50.0, 110.0, "第二节 公司简介")
            .bold(50.0, 140.0, "第三节 经营情况")
            .bold(50.0, 170.0, "重要声明")
            .text(50.0, 200.0, "公司承诺按期兑付。");
        let document = document(vec![cover, chapters]);
        assert!(document.pages.iter().flat_map(|page| &page.blocks).all(|block| block.noise.is_none()));
    }

    #[test]
    fn leaders_are_dots_in_a_row() {
        assert!(is_contents_line("第一节 释义 ………… 4"));
        assert!(is_contents_line("一、收入 . . . . . . . . 12"));
        assert!(!is_contents_line("详见 www.example.com 3.1.2.5"));
        assert!(!is_contents_line("等等……"));
    }
}
