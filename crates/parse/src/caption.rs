//! Titles, unit lines and notes around tables.

use std::sync::LazyLock;

use doc::{Table, text::squeeze};

use crate::{
    layout::paragraph::{Content, Piece, Role, ends_sentence},
    numbering::numbering,
};

/// Characters of a unit line, of a title and of a date line.
const UNIT_LINE_CHARS_MAX: usize = 60;
const TITLE_CHARS_MAX: usize = 45;
const DATE_CHARS_MAX: usize = 24;
const FIGURE_TITLE_CHARS_MAX: usize = 60;
/// Pieces above a table that may be its captions.
const CAPTIONS_MAX: usize = 6;
/// Titles without a number among them.
const TITLES_MAX: usize = 2;
/// A caption stands no farther above than this many times its font size.
const GAP_SHARE: f32 = 3.0;
/// Rows at the top of a table that may hold its title or unit line.
const INNER_ROWS: usize = 3;
/// A piece above a table may reach into its box by this, points.
const TOUCH_SLACK: f32 = 4.0;

/// Ends of words that lead over to a table.
const LEADING_WORDS: [&str; 6] = ["如下", "下列", "以下", "下表", "如下表", "following"];
/// Words before a unit that is no money: `单位：元`, `金额单位`, `货币单位`.
const UNIT_WORDS: [&str; 2] = ["单位", "單位"];
/// Whole texts that are unit lines without the word 单位, after squeezing, brackets apart.
const CURRENCIES: [&str; 14] = [
    "人民币",
    "人民幣",
    "新台币",
    "新臺幣",
    "新台幣",
    "港币",
    "港元",
    "港幣",
    "美元",
    "rmb",
    "us$",
    "hk$",
    "nt$",
    "usd",
];
const SCALES: [&str; 16] = [
    "元",
    "千元",
    "仟元",
    "万元",
    "萬元",
    "百万元",
    "百萬元",
    "百万",
    "百萬",
    "亿元",
    "億元",
    "亿",
    "million",
    "millions",
    "thousands",
    "mn",
];

/// The unit line within a text as printed, if it is one: from 单位 on, or the whole text.
pub fn unit_line(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > UNIT_LINE_CHARS_MAX {
        return None;
    }
    labelled_unit(text).or_else(|| is_bare_unit(text).then_some(text))
}

/// `单位：元 币种：人民币`, also behind a company or date; but not `编制单位：…`.
fn labelled_unit(text: &str) -> Option<&str> {
    let starts = UNIT_WORDS.iter().flat_map(|word| text.match_indices(word));
    for (at, word) in starts {
        let before = text[..at]
            .trim_end_matches("金额")
            .trim_end_matches("货币")
            .trim_end_matches("计量")
            .trim_end_matches("数量");
        let after = text[at + word.len()..].trim_start();
        let free =
            before.chars().next_back().is_none_or(|c| c.is_whitespace() || "（([、/，,：:；;日度月年）)".contains(c));
        let colon = after.starts_with([':', '：']) || (after.starts_with('为') && before.is_empty());
        let said = after
            .trim_start_matches([':', '：', '为', ' '])
            .chars()
            .next()
            .is_some_and(|c| c.is_alphanumeric() || "（(%％".contains(c));
        if free && colon && said {
            let end = text.find("审计类型").filter(|end| *end > at).unwrap_or(text.len());
            let unit = text[before.len()..end].trim();
            let opened = unit.contains(['（', '(']);
            return Some(if opened { unit } else { unit.trim_end_matches(['）', ')']) });
        }
    }
    let currency = text.find("币种").or_else(|| text.find("幣種"))?;
    text[currency + "币种".len()..].trim_start().starts_with([':', '：']).then(|| text[currency..].trim())
}

/// `人民币百万元`, `（新台幣仟元）`, `(RMB in millions)`.
fn is_bare_unit(text: &str) -> bool {
    const CHARS_MAX: usize = 60;
    let squeezed = squeeze(text).to_lowercase();
    let inner = squeezed.trim_matches(|c| matches!(c, '(' | ')' | '[' | ']'));
    let bracketed = inner.len() < squeezed.len();
    if inner.chars().count() > CHARS_MAX || ends_sentence(text) {
        return false;
    }
    let currency = CURRENCIES.iter().find_map(|currency| inner.strip_prefix(currency));
    let scaled = |rest: &str| SCALES.contains(&rest) || (rest.starts_with("in") && SCALES.contains(&&rest[2..]));
    match currency {
        Some(rest) => scaled(rest) || (bracketed && SCALES.iter().any(|scale| rest.starts_with(scale))),
        None => {
            bracketed && (scaled(inner) || inner.starts_with("in") && SCALES.iter().any(|scale| inner.contains(scale)))
        }
    }
}

/// `资料来源：…`, `数据来源`, `注：`, `Source: …`.
pub fn is_note(text: &str) -> bool {
    is_source(text)
        || starts_with_any(
            text,
            &["注：", "注:", "注1", "注 1", "附注：", "备注：", "备注:", "註：", "註:", "Note:", "Notes:", "NOTE:"],
        )
}

/// `资料来源：…`.
pub fn is_source(text: &str) -> bool {
    starts_with_any(
        text,
        &[
            "资料来源",
            "数据来源",
            "資料來源",
            "數據來源",
            "来源：",
            "来源:",
            "Source:",
            "Sources:",
            "Source：",
            "SOURCE:",
            "信息来源",
            "图片来源",
        ],
    )
}

fn starts_with_any(text: &str, starts: &[&str]) -> bool {
    let text = text.trim_start();
    starts.iter().any(|start| text.starts_with(start))
}

/// `图表 3：…`, `表1 …`, `Figure 2: …`.
pub fn is_figure_title(text: &str) -> bool {
    let text = text.trim();
    if text.chars().count() > FIGURE_TITLE_CHARS_MAX * 2 || ends_sentence(text) {
        return false;
    }
    let words = [
        "图表", "圖表", "图", "圖", "表", "附表", "附图", "Figure", "Fig.", "Table", "Exhibit", "Chart", "FIGURE",
        "TABLE",
    ];
    let Some(rest) = words.iter().find_map(|word| text.strip_prefix(word)) else { return false };
    let rest = rest.trim_start();
    let digits = rest.chars().take_while(|c| c.is_ascii_digit() || matches!(c, '-' | '.' | '一'..='十')).count();
    let digits = rest.char_indices().nth(digits).map_or(rest.len(), |(at, _)| at);
    let after = &rest[digits..];
    digits > 0 && (after.is_empty() || after.starts_with([':', '：', ' ', '、', '.', '．', '|', '\u{3000}']))
}

/// A tick-box line such as `√适用 □不适用`.
pub fn is_tick_line(text: &str) -> bool {
    const CHARS_MAX: usize = 14;
    let squeezed = squeeze(text);
    let boxes = squeezed.chars().filter(|c| TICK_BOXES.contains(c)).count();
    if boxes > 1 {
        return true;
    }
    let boxed = boxes == 1;
    squeezed.chars().count() <= CHARS_MAX && (squeezed.contains("不适用") || (boxed && squeezed.contains(['是', '否'])))
}

/// `2024年12月31日`, `2024 年度`, `2024年1—6月`, `编制单位：…`.
fn is_date_or_maker(text: &str) -> bool {
    let squeezed = squeeze(text);
    if starts_with_any(&squeezed, &["编制单位", "編製單位", "公司名称:"]) {
        return true;
    }
    let dated =
        squeezed.chars().filter(|c| c.is_ascii_digit() || "年月日度至-—–季前一二三四止期间截".contains(*c)).count();
    let all = squeezed.chars().count();
    all <= DATE_CHARS_MAX && squeezed.contains(['年', '月']) && dated == all
}

/// `\u{f052}` and its neighbour are ticked boxes of symbol fonts.
const TICK_BOXES: [char; 8] = ['√', '□', '☑', '☐', '☒', '■', '\u{f052}', '\u{f0a3}'];

struct StatementWords {
    before: Vec<&'static str>,
    nouns: Vec<&'static str>,
    after: Vec<&'static str>,
}

static STATEMENTS: LazyLock<StatementWords> = LazyLock::new(|| {
    let mut words = StatementWords { before: Vec::new(), nouns: Vec::new(), after: Vec::new() };
    let mut part = "";
    for line in include_str!("../data/statement_titles.txt").lines() {
        match line.trim() {
            "" => {}
            comment if comment.starts_with('#') => {}
            title if title.starts_with('[') => part = title,
            word => match part {
                "[before]" => words.before.push(word),
                "[noun]" => words.nouns.push(word),
                _ => words.after.push(word),
            },
        }
    }
    for list in [&mut words.before, &mut words.nouns, &mut words.after] {
        list.sort_by_key(|word| std::cmp::Reverse(word.len()));
    }
    words
});

/// The title of a financial statement: `合并资产负债表`, `2、 母公司现金流量表（续）`.
pub fn is_statement_title(text: &str) -> bool {
    const CHARS_MAX: usize = 90;
    let start = numbering(text).map_or(0, |number| number.length);
    let mut rest: String = squeeze(&text[start..]).to_lowercase();
    if rest.chars().count() > CHARS_MAX {
        return false;
    }
    let words = &*STATEMENTS;
    let mut found = false;
    // Words may be joined by 及, and a title can name two statements of one kind.
    while !rest.is_empty() {
        let noun = words.nouns.iter().find(|noun| rest.starts_with(**noun));
        let other = words.before.iter().chain(&words.after).find(|word| rest.starts_with(**word));
        if let Some(noun) = noun {
            found = true;
            rest.drain(..noun.len());
        } else if let Some(word) = other {
            rest.drain(..word.len());
        } else if rest.starts_with(|c: char| c.is_ascii_digit() || "()年月日度至-—–、".contains(c)) {
            rest.remove(0);
        } else {
            return false;
        }
    }
    found
}

/// Could the text belong to a table or figure as title, unit line or date? Such lines are never joined to a paragraph.
pub fn may_be_caption(text: &str) -> bool {
    unit_line(text).is_some()
        || is_date_or_maker(text)
        || is_figure_title(text)
        || is_statement_title(text)
        || is_continuation(text)
}

/// `（续）`, `续表`, `接上表`: the table goes on from the page before.
pub fn is_continuation(text: &str) -> bool {
    let squeezed = squeeze(text);
    ["(续)", "(續)", "续表", "續表", "续上表", "接上表", "(续表)", "(continued)", "(接上页)"].iter().any(|mark| {
        squeezed == *mark
            || (squeezed.chars().count() <= TITLE_CHARS_MAX && mark.starts_with('(') && squeezed.ends_with(mark))
    })
}

/// Where a piece stands: page, position on it.
pub type Place = (usize, usize);

/// What was found around a table's first part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Captions {
    /// Title lines from top to bottom.
    pub titles: Vec<String>,
    /// The unit line.
    pub unit: String,
}

impl Captions {
    /// The title lines in one.
    pub fn title(&self) -> String {
        self.titles.join(" ")
    }
}

/// Marks the captions above and the notes below the table at `place` and gives what they say.
pub fn attach(pages: &mut [Vec<Piece>], place: Place) -> Captions {
    let mut captions = Captions::default();
    let mut below = place;
    while captions.titles.len() < CAPTIONS_MAX {
        let Some(above) = piece_above(pages, below, place) else { break };
        let piece = &pages[above.0][above.1];
        if !step(piece, &mut captions) {
            break;
        }
        pages[above.0][above.1].role = Role::Caption;
        below = above;
    }
    captions.titles.reverse();
    mark_notes(&mut pages[place.0], place.1);
    captions
}

/// Takes one piece above the table as a caption; false where the captions end.
fn step(piece: &Piece, captions: &mut Captions) -> bool {
    let text = piece.text();
    if piece.lines > 2 || is_tick_line(text) || is_note(text) || matches!(piece.role, Role::Heading(_) | Role::Footnote)
    {
        return false;
    }
    if let Some(unit) = unit_line(text) {
        if !captions.unit.is_empty() {
            return false;
        }
        captions.unit = unit.to_owned();
        let rest = text.trim().trim_end_matches(unit).trim();
        if !rest.is_empty() && rest.len() < text.trim().len() {
            captions.titles.push(rest.to_owned());
        }
        return true;
    }
    let dated = is_date_or_maker(text) || is_continuation(text);
    let titles = captions.titles.iter().filter(|title| !is_date_or_maker(title)).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let worded = letters >= 2 && digits < letters && !piece.row;
    let short = worded && text.chars().count() <= TITLE_CHARS_MAX && piece.lines == 1 && !ends_in_words(text);
    if dated || is_figure_title(text) || (short && titles == 0) || (short && piece.centred && titles < TITLES_MAX) {
        captions.titles.push(text.to_owned());
        return true;
    }
    false
}

/// Does it end as a sentence, or lead over to the table in words (`详见下表：`)?
fn ends_in_words(text: &str) -> bool {
    let text = text.trim_end();
    let title = text.trim_end_matches(['：', ':']);
    let leads = title.len() < text.len()
        && (title.contains(['，', ',']) || LEADING_WORDS.iter().any(|word| title.ends_with(word)));
    leads || (ends_sentence(text) && title.len() == text.len())
}

/// The piece that stands directly above: on the same page above the table and near, or last on the page before.
fn piece_above(pages: &[Vec<Piece>], below: Place, table: Place) -> Option<Place> {
    let body = |piece: &Piece| piece.noise.is_none();
    let (page, at) = below;
    let lower = &pages[page][at];
    let previous = pages[page][..at]
        .iter()
        .rposition(|piece| body(piece) && stands_over(piece, &pages[table.0][table.1], page == table.0));
    let found = match previous {
        Some(position) => (page, position),
        None if page == table.0 && page > 0 => {
            let position = pages[page - 1].iter().rposition(body)?;
            (page - 1, position)
        }
        None => return None,
    };
    let piece = &pages[found.0][found.1];
    let near = found.0 != page || lower.bbox.y0 - piece.bbox.y1 < GAP_SHARE * piece.size.max(lower.size);
    (piece.is_text() && near).then_some(found)
}

fn stands_over(piece: &Piece, table: &Piece, same_page: bool) -> bool {
    let over = piece.bbox.y1 <= table.bbox.y0 + TOUCH_SLACK;
    let beside = piece.bbox.x0 < table.bbox.x1 && piece.bbox.x1 > table.bbox.x0;
    !same_page || (over && (beside || piece.column == table.column))
}

fn mark_notes(page: &mut [Piece], table: usize) {
    let bottom = page[table].bbox.y1;
    for piece in page.iter_mut().skip(table + 1).filter(|piece| piece.noise.is_none()) {
        let below = piece.bbox.y0 >= bottom - TOUCH_SLACK;
        if !(below && matches!(piece.content, Content::Text(_)) && is_note(piece.text())) {
            break;
        }
        piece.role = Role::Footnote;
    }
}

/// What the first rows of a table say of it: its title where a row is one cell, and its unit line.
pub fn inside(table: &Table) -> Captions {
    let mut captions = Captions::default();
    for row in 0..table.rows.len().min(INNER_ROWS) {
        let mut cells = table.cells.iter().filter(|cell| cell.row == row && !cell.text.is_empty());
        let (Some(only), None) = (cells.next(), cells.next()) else { continue };
        let whole = only.col_span == table.columns;
        match unit_line(&only.text) {
            Some(unit) if captions.unit.is_empty() && (whole || unit == only.text.trim()) => {
                captions.unit = unit.to_owned()
            }
            _ if row == 0 && whole && only.text.chars().count() <= TITLE_CHARS_MAX => {
                captions.titles.push(only.text.clone())
            }
            _ => {}
        }
    }
    captions
}

#[cfg(test)]
mod tests {
    use doc::{BlockKind, Rect};

    use super::*;
    use crate::testing::{TestPage, block, document};

    const ROWS: [&[&str]; 2] = [&["项目", "2024年"], &["货币资金", "1,234.56"]];

    fn area(y: f32) -> Rect {
        Rect::new(50.0, y, 450.0, y + 40.0)
    }

    #[test]
    fn unit_lines_are_known_and_their_unit_is_cut_out() {
        for (text, unit) in [
            ("单位：元 币种：人民币", Some("单位：元 币种：人民币")),
            ("（单位：万元）", Some("单位：万元")),
            ("金额单位：人民币元", Some("金额单位：人民币元")),
            ("编制单位：某某公司 单位：元 币种：人民币 审计类型：未经审计", Some("单位：元 币种：人民币")),
            ("人民币百万元", Some("人民币百万元")),
            ("（新台幣仟元）", Some("（新台幣仟元）")),
            ("(RMB in millions)", Some("(RMB in millions)")),
            ("编制单位：某某公司", None),
            ("工作单位：某某大学", None),
            ("公司收到人民币一亿元。", None),
            ("", None),
        ] {
            let found = unit_line(text).map(|unit| unit.trim_matches(|c| matches!(c, '（' | '）')));
            assert_eq!(found, unit.map(|unit| unit.trim_matches(|c| matches!(c, '（' | '）'))), "{text}");
        }
    }

    #[test]
    fn statement_titles_are_known_and_words_about_statements_are_not() {
        for title in [
            "合并资产负债表",
            "2、 母公司资产负债表",
            "母公司现金流量表（续）",
            "合并及母公司利润表",
            "2024年度合并所有者权益变动表",
            "個體綜合損益表",
            "Consolidated Statements of Cash Flows (continued)",
        ] {
            assert!(is_statement_title(title), "{title}");
        }
        for text in
            ["资产负债表日后事项", "合并财务报表", "利润表及现金流量表相关科目变动分析表", "母公司", "公司及集团", ""]
        {
            assert!(!is_statement_title(text), "{text}");
        }
    }

    #[test]
    fn a_unit_line_finds_its_table_over_the_date() {
        let page = TestPage::new(1)
            .text(200.0, 100.0, "主要项目情况")
            .text(350.0, 120.0, "单位：万元")
            .text(220.0, 140.0, "2024年12月31日")
            .table(area(160.0), &ROWS);
        let document = document(vec![page]);
        assert_eq!(document.tables[0].unit, "单位：万元");
        assert_eq!(document.tables[0].caption, "主要项目情况 2024年12月31日");
        for start in ["主要项目", "单位", "2024年12月"] {
            assert_eq!(block(&document, 1, start).kind, BlockKind::Caption, "{start}");
        }
    }

    #[test]
    fn a_unit_line_inside_the_table_counts_where_none_stands_above() {
        let rows: [&[&str]; 3] = [&["单位：千元"], &["项目", "2024年"], &["货币资金", "1,234"]];
        let document = document(vec![TestPage::new(1).table(area(160.0), &rows)]);
        assert_eq!(document.tables[0].unit, "单位：千元");
    }

    #[test]
    fn captions_at_the_end_of_a_page_belong_to_the_table_overleaf() {
        let first = TestPage::new(1).text(50.0, 100.0, "正文").text(350.0, 700.0, "单位：元");
        let document = document(vec![first, TestPage::new(2).table(area(60.0), &ROWS)]);
        assert_eq!(document.tables[0].unit, "单位：元");
    }

    #[test]
    fn tick_boxes_and_sentences_are_no_captions_and_sources_are_notes() {
        let page = TestPage::new(1)
            .text(50.0, 100.0, "公司的应收账款期末余额较上年有所增加，详见下表：")
            .text(50.0, 130.0, "√适用 □不适用")
            .table(area(150.0), &ROWS)
            .text(50.0, 195.0, "资料来源：公司公告");
        let document = document(vec![page]);
        assert_eq!(document.tables[0].caption, "");
        assert_eq!(block(&document, 1, "√适用").kind, BlockKind::Paragraph);
        assert_eq!(block(&document, 1, "资料来源").kind, BlockKind::Footnote);
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_them_fail(text in "\\PC{0,30}", word in "(单位|币种|表|图|（|：| )?") {
            let text = format!("{text}{word}{text}");
            let _ = (may_be_caption(&text), is_tick_line(&text), is_note(&text));
            proptest::prop_assert!(unit_line(&text).is_none_or(|unit| text.contains(unit)));
        }
    }
}
