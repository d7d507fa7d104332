//! Contents lists and legal standard text: kept, but marked, so that they stay out of the index.

use std::sync::LazyLock;

use doc::{NoiseKind, text::squeeze};

use crate::{
    layout::paragraph::{Content, Piece, Role},
    numbering::numbering,
    table::PageTable,
};

/// Leader dots in a row.
const LEADERS_MIN: usize = 5;
/// Lines with leaders on a page that make a list of contents.
const CONTENTS_LINES_MIN: usize = 3;
/// Entries of a list of contents without leaders, under its title.
const PLAIN_ENTRIES_MIN: usize = 4;
const ENTRY_CHARS_MAX: usize = 60;
/// Share of a table's rows that are contents entries.
const CONTENTS_ROWS_SHARE: f32 = 0.6;
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
    most >= LEADERS_MIN && (numbered || leaders > 0)
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

static DISCLAIMER_TITLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let lines = include_str!("../data/disclaimer_titles.txt").lines();
    lines.filter(|line| !line.starts_with('#') && !line.is_empty()).map(squeeze).collect()
});

/// Is it the title of legal standard text?
pub fn is_disclaimer_title(text: &str) -> bool {
    if text.chars().count() > TITLE_CHARS_MAX {
        return false;
    }
    let start = numbering(text).map_or(0, |number| number.length);
    let squeezed = squeeze(&text[start..]).to_lowercase();
    let title = squeezed.trim_matches(|c: char| !c.is_alphanumeric());
    DISCLAIMER_TITLES.iter().any(|known| known == title)
}

/// Marks the legal standard text of a report: from a heading that names it to the next heading that doesn't.
///
/// Statutory filings have none; their 重要提示 and 声明 are decisive text.
pub fn mark_disclaimers(pages: &mut [Vec<Piece>]) {
    let mut inside = false;
    for page in pages {
        for piece in page.iter_mut() {
            if piece.noise.is_some() {
                continue;
            }
            if matches!(piece.role, Role::Heading(_)) || (piece.is_text() && is_disclaimer_title(piece.text())) {
                inside = is_disclaimer_title(piece.text());
            }
            if inside {
                piece.noise = Some(NoiseKind::Disclaimer);
            }
        }
    }
}
