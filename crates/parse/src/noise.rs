//! Contents lists and legal standard text: kept, but marked, so that they stay out of the index.

use std::{collections::HashMap, sync::LazyLock};

use doc::{NoiseKind, text::squeeze};

use crate::{
    layout::paragraph::{Content, Piece, Role},
    numbering::{Form, numbering},
    table::PageTable,
};

/// Leader dots in a row, and where no page number follows in the line.
const LEADERS_MIN: usize = 5;
const UNNUMBERED_LEADERS_MIN: usize = 12;
/// Lines with leaders on a page that make a list of contents.
const CONTENTS_LINES_MIN: usize = 3;
/// Entries of a list of contents without leaders, under its title.
const PLAIN_ENTRIES_MIN: usize = 4;
const ENTRY_CHARS_MAX: usize = 60;
/// Share of a table's rows that are contents entries.
const CONTENTS_ROWS_SHARE: f32 = 0.6;
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
fn is_contents_title(text: &str) -> bool {
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

/// Marks lists of contents on a page.
pub fn mark_contents(pieces: &mut [Piece], tables: &[PageTable]) {
    let listed: Vec<bool> = pieces
        .iter()
        .map(|piece| match &piece.content {
            Content::Text(text) => piece.noise.is_none() && is_contents_line(text),
            Content::Table(table) => is_contents_table(&tables[*table]),
        })
        .collect();
    let tables_listed = pieces.iter().zip(&listed).any(|(piece, listed)| *listed && piece.is_table());
    let plain = plain_entries(pieces);
    let whole = listed.iter().filter(|listed| **listed).count() >= CONTENTS_LINES_MIN || tables_listed;
    for (position, piece) in pieces.iter_mut().enumerate() {
        let title = piece.is_text() && is_contents_title(piece.text()) && (whole || plain.contains(&(position + 1)));
        if piece.noise.is_none() && ((whole && listed[position]) || title || plain.contains(&position)) {
            piece.noise = Some(NoiseKind::Contents);
        }
    }
}

/// Entries under a contents title that end in a number, without leaders.
fn plain_entries(pieces: &[Piece]) -> std::ops::Range<usize> {
    let Some(title) = pieces.iter().position(|piece| piece.is_text() && is_contents_title(piece.text())) else {
        return 0..0;
    };
    let is_entry = |piece: &Piece| {
        let text = piece.text().trim_end();
        let number = text.rsplit(' ').next().unwrap_or_default();
        piece.is_text()
            && text.chars().count() <= ENTRY_CHARS_MAX
            && !number.is_empty()
            && number.len() < text.len()
            && number.chars().all(|c| c.is_ascii_digit())
    };
    let entries = pieces[title + 1..].iter().take_while(|piece| is_entry(piece)).count();
    if entries >= PLAIN_ENTRIES_MIN { title + 1..title + 1 + entries } else { 0..0 }
}

fn is_contents_table(table: &PageTable) -> bool {
    let rows = table.row_boxes.len();
    let with_leaders = |row: usize| {
        let cells = table.cells.iter().filter(|cell| cell.row == row && !cell.text.is_empty());
        is_contents_line(&cells.map(|cell| cell.text.as_str()).collect::<Vec<_>>().join(" "))
    };
    let listed = (0..rows).filter(|row| with_leaders(*row)).count();
    listed >= CONTENTS_LINES_MIN && listed as f32 >= CONTENTS_ROWS_SHARE * rows as f32
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
