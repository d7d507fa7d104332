//! A document as Markdown: pages marked, headings by their depth, tables as tables, noise left out.
//!
//! What a person or a program reads in place of the PDF. A table that crosses pages stands on each page with its header
//! again; a merged cell is written at its first place and empty after; the words of several header rows are joined by
//! `/`, because Markdown has one header row.

use doc::{Block, BlockKind, Document, Page, PageNo, Table, text::squeeze};

/// Markdown has headings of so many levels.
const LEVELS_MAX: usize = 6;

/// The pages of a document as Markdown; all where `wanted` is `None`.
pub fn markdown(document: &Document, wanted: Option<&[PageNo]>) -> String {
    let mut out = String::new();
    for page in &document.pages {
        if wanted.is_none_or(|wanted| wanted.contains(&page.index.number())) {
            add_page(&mut out, document, page);
        }
    }
    out
}

fn add_page(out: &mut String, document: &Document, page: &Page) {
    out.push_str(&page_mark(page));
    out.push_str("\n\n");
    let mut blocks = page.blocks.iter().filter(|block| block.noise.is_none()).peekable();
    while let Some(block) = blocks.next() {
        if block.kind == BlockKind::Caption && stands_in_table(document, block, blocks.clone()) {
            continue;
        }
        let text = match block.kind {
            BlockKind::Heading { .. } => heading(document, block),
            BlockKind::Paragraph => paragraph(&block.text),
            BlockKind::Caption => format!("**{}**", inline(&block.text)),
            BlockKind::Footnote => format!("> {}", inline(&block.text)),
            BlockKind::Table { table, first_row, end_row } => match document.tables.get(table) {
                Some(table) => part(table, first_row, end_row),
                None => continue,
            },
        };
        out.push_str(&text);
        // Items of one list stand together.
        let list = |text: &str| text.starts_with("- ");
        let next = blocks.peek().filter(|next| next.kind == BlockKind::Paragraph);
        let goes_on = list(&text) && next.is_some_and(|next| list(&paragraph(&next.text)));
        out.push_str(if goes_on { "\n" } else { "\n\n" });
    }
}

/// `<!-- 第 12 页 -->`, with the printed number where it is another one.
fn page_mark(page: &Page) -> String {
    let number = page.index.number();
    let printed = if page.label.is_empty() || page.label == number.0.to_string() {
        String::new()
    } else {
        format!("，印刷页码 {}", page.label.replace("--", "- -"))
    };
    let unread = if page.has_text { "" } else { "，没有文字层" };
    format!("<!-- 第 {number} 页{printed}{unread} -->")
}

/// Is it the title or the unit line that the next table says itself?
fn stands_in_table<'a>(document: &Document, caption: &Block, after: impl Iterator<Item = &'a Block>) -> bool {
    let mut after = after.skip_while(|block| block.kind == BlockKind::Caption);
    let Some(BlockKind::Table { table, first_row: 0, .. }) = after.next().map(|block| block.kind) else { return false };
    let words = squeeze(&caption.text);
    document.tables.get(table).is_some_and(|table| {
        // Title and unit may stand in one line.
        let said = squeeze(&format!("{}{}", table.caption, table.unit));
        said.contains(&words)
    })
}

fn heading(document: &Document, block: &Block) -> String {
    let depth = document.section_path(block.section).len().clamp(1, LEVELS_MAX);
    format!("{} {}", "#".repeat(depth), inline(&block.text))
}

/// A paragraph; one with a bullet becomes an item of a list.
fn paragraph(text: &str) -> String {
    let mut chars = text.chars();
    let bullet = chars.next().is_some_and(is_bullet);
    let item = chars.as_str().trim_start();
    // A box to be ticked is no bullet: `□适用`.
    if bullet && !item.is_empty() {
        return format!("- {}", inline(item));
    }
    let text = inline(text);
    // What Markdown would take for a mark at the start of a line.
    if text.starts_with(['#', '>', '+', '-', '=']) { format!("\\{text}") } else { text }
}

fn is_bullet(c: char) -> bool {
    "•●○■▪▫◆◇►▶➢➤➔※★☆·▲".contains(c) || matches!(c as u32, 0xF000..=0xF0FF)
}

/// Words on one line, with nothing that Markdown reads as a mark.
fn inline(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut spaced = true;
    for c in text.chars() {
        match c {
            c if c.is_whitespace() || c.is_control() => {
                if !spaced {
                    out.push(' ');
                }
                spaced = true;
                continue;
            }
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
        spaced = false;
    }
    out.trim_end().to_owned()
}

/// Some rows of a table, with title, unit and header.
fn part(table: &Table, first: usize, end: usize) -> String {
    let (cover, goes_on) = (table.cover(), first > 0);
    let is_header = |row: usize| table.header_rows.binary_search(&row).is_ok();
    // A title or unit line in a row of its own is said above the table.
    let said = squeeze(&format!("{}{}", table.caption, table.unit));
    let is_said = |row: usize| {
        let words = squeeze(&table.row_text(row));
        row == 0 && !words.is_empty() && said.contains(&words)
    };
    let first = if first + 1 < end && is_said(first) { first + 1 } else { first };
    // The rows up to the first that is no header make the header, or those above the part.
    let own = (first..end).take_while(|row| is_header(*row)).count();
    let body = first + own;
    let header: Vec<String> = (0..table.columns).map(|col| cell(&table.column_header(body, col))).collect();
    let mut lines = title(table, goes_on);
    lines.push(line(header));
    lines.push(format!("|{}", " --- |".repeat(table.columns)));
    for row in body..end {
        let place = |(col, index): (usize, &usize)| {
            let found = table.cells.get(*index).filter(|cell| cell.row == row && cell.col == col);
            let text = found.map_or(String::new(), |found| cell(&found.text));
            if is_header(row) && !text.is_empty() { format!("**{text}**") } else { text }
        };
        lines.push(line(cover.get(row).into_iter().flatten().enumerate().map(place)));
    }
    lines.join("\n")
}

/// `**货币资金**（单位：元）` and the empty line before a table.
fn title(table: &Table, goes_on: bool) -> Vec<String> {
    let unit = table.unit.trim_matches(['（', '）', '(', ')']);
    let unit = if unit.is_empty() { String::new() } else { format!("（{}）", inline(unit)) };
    let again = if goes_on { "（续）" } else { "" };
    let caption = if table.caption.is_empty() { String::new() } else { format!("**{}**", inline(&table.caption)) };
    let title = format!("{caption}{unit}{again}");
    if title.is_empty() { Vec::new() } else { vec![title, String::new()] }
}

fn line(cells: impl IntoIterator<Item = String>) -> String {
    let mut line = "|".to_owned();
    for cell in cells {
        line.push(' ');
        line.push_str(&cell);
        line.push_str(" |");
    }
    line
}

fn cell(text: &str) -> String {
    text.lines().map(inline).collect::<Vec<_>>().join("<br>")
}

#[cfg(test)]
mod tests {
    use doc::{Cell, NoiseKind, PageIndex, Rect, Section, TableMethod, TableRow};

    use super::*;

    fn block(kind: BlockKind, text: &str) -> Block {
        Block { kind, noise: None, bbox: Rect::default(), text: text.to_owned(), font_size: 10.0, section: None }
    }

    fn page(number: u32, label: &str, blocks: Vec<Block>) -> Page {
        Page {
            index: PageIndex(number - 1),
            label: label.to_owned(),
            blocks,
            has_text: true,
            width: 595.0,
            height: 842.0,
        }
    }

    fn table(header_rows: Vec<usize>, cells: &[(usize, usize, usize, usize, &str)]) -> Table {
        let rows = cells.iter().map(|cell| cell.0 + cell.2).max().unwrap_or(0);
        let place = |(row, col, row_span, col_span, text): &(usize, usize, usize, usize, &str)| Cell {
            row: *row,
            col: *col,
            row_span: *row_span,
            col_span: *col_span,
            text: (*text).to_owned(),
            page: PageIndex(0),
            bbox: Rect::default(),
        };
        Table {
            caption: "货币资金".to_owned(),
            unit: "单位：元".to_owned(),
            section: None,
            columns: cells.iter().map(|cell| cell.1 + cell.3).max().unwrap_or(0),
            header_rows,
            rows: vec![TableRow { page: PageIndex(0), bbox: Rect::default() }; rows],
            cells: cells.iter().map(place).collect(),
            parts: Vec::new(),
            method: TableMethod::Ruled,
        }
    }

    #[test]
    fn headings_follow_the_tree_and_noise_is_left_out() {
        let section =
            |title: &str, level, parent| Section { title: title.to_owned(), level, page: PageIndex(0), parent };
        let heading =
            |section, text: &str| Block { section: Some(section), ..block(BlockKind::Heading { level: 9 }, text) };
        let mut footer = block(BlockKind::Paragraph, "12 / 200");
        footer.noise = Some(NoiseKind::PageNumber);
        let document = Document {
            sections: vec![section("第十节", 1, None), section("一、报表", 4, Some(0))],
            pages: vec![
                page(1, "", vec![heading(0, "第十节"), heading(1, "一、报表"), footer]),
                page(2, "i", vec![block(BlockKind::Footnote, "注：含税")]),
            ],
            ..Document::default()
        };
        let all = "<!-- 第 1 页 -->\n\n# 第十节\n\n## 一、报表\n\n<!-- 第 2 页，印刷页码 i -->\n\n> 注：含税\n\n";
        assert_eq!(markdown(&document, None), all);
        assert_eq!(markdown(&document, Some(&[PageNo(2)])), all[all.find("<!-- 第 2").expect("page 2")..]);
    }

    #[test]
    fn a_table_has_one_header_row_and_says_title_and_unit_once() {
        let cells = [
            (0, 0, 2, 1, "项目"),
            (0, 1, 1, 2, "2024年"),
            (1, 1, 1, 1, "调整后"),
            (1, 2, 1, 1, "调整前"),
            (2, 0, 1, 1, "现金|库存"),
            (2, 1, 1, 2, "5"),
            (3, 0, 1, 1, "存款"),
            (3, 1, 1, 1, "7"),
            (3, 2, 1, 1, "6"),
        ];
        let blocks = |first_row, end_row| {
            vec![block(BlockKind::Caption, "单位：元"), block(BlockKind::Table { table: 0, first_row, end_row }, "")]
        };
        let document = Document {
            tables: vec![table(vec![0, 1], &cells)],
            pages: vec![page(1, "1", blocks(0, 3)), page(2, "2", blocks(3, 4)[1..].to_vec())],
            ..Document::default()
        };
        let header = "| 项目 | 2024年/调整后 | 2024年/调整前 |\n| --- | --- | --- |\n";
        assert_eq!(
            markdown(&document, None),
            format!(
                "<!-- 第 1 页 -->\n\n**货币资金**（单位：元）\n\n{header}| 现金\\|库存 | 5 |  |\n\n\
                 <!-- 第 2 页 -->\n\n**货币资金**（单位：元）（续）\n\n{header}| 存款 | 7 | 6 |\n\n"
            )
        );
    }

    #[test]
    fn a_title_inside_the_table_is_said_once() {
        let cells = [
            (0, 0, 1, 2, "货币资金"),
            (1, 0, 1, 1, "项目"),
            (1, 1, 1, 1, "金额"),
            (2, 0, 1, 1, "现金"),
            (2, 1, 1, 1, "5"),
        ];
        let table = table(vec![0, 1], &cells);
        assert_eq!(
            part(&table, 0, 3),
            "**货币资金**（单位：元）\n\n| 货币资金/项目 | 货币资金/金额 |\n| --- | --- |\n| 现金 | 5 |"
        );
        let plain = Table { header_rows: vec![1], ..table };
        assert_eq!(part(&plain, 0, 3), "**货币资金**（单位：元）\n\n| 项目 | 金额 |\n| --- | --- |\n| 现金 | 5 |");
    }

    #[test]
    fn words_are_no_marks_and_bullets_are_a_list() {
        let blocks = ["• 收入*增长*", "■ 利润", "# 号码", "□适用 √不适用", "-5"];
        let document = Document {
            pages: vec![page(1, "1", blocks.map(|text| block(BlockKind::Paragraph, text)).to_vec())],
            ..Document::default()
        };
        let body = "- 收入\\*增长\\*\n- 利润\n\n\\# 号码\n\n□适用 √不适用\n\n\\-5\n\n";
        assert_eq!(markdown(&document, None), format!("<!-- 第 1 页 -->\n\n{body}"));
    }
}
