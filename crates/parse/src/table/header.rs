//! Finds the header rows of a table: what says what the figures below it are.

use std::collections::HashMap;

use doc::Cell;

use super::figure::{Kind, kind_of};

/// Longest header cell, characters; a longer text is a sentence.
const HEADER_LENGTH_MAX: usize = 60;
/// Same for a header half-way.
const HALF_WAY_LENGTH_MAX: usize = 30;
/// Longest header cell of a table of up to four columns without figures, characters: forms have longer values.
const WORDS_HEADER_LENGTH_MAX: usize = 16;
/// Of two columns the second holds figures in at least this share of the rows when its first cell is a header.
const FIGURES_SHARE_MIN: f32 = 0.6;
/// In a table of two columns of words all values are at least as many times as long as their header.
const SHORTER_TIMES: usize = 2;
/// How many rows below a header half-way its first figure may stand.
const FIGURES_WITHIN: usize = 4;
/// Words of the headers of tables without figures and of headers half-way: what a column is about, not a value.
const HEADER_WORDS: [&str; 37] = [
    "项目",
    "項目",
    "名称",
    "名稱",
    "内容",
    "说明",
    "姓名",
    "职务",
    "日期",
    "类别",
    "类型",
    "种类",
    "序号",
    "备注",
    "原因",
    "情况",
    "本期",
    "上期",
    "本年",
    "上年",
    "报告期",
    "期末",
    "期初",
    "年末",
    "年初",
    "同期",
    "同比",
    "金额",
    "金額",
    "比例",
    "增减",
    "变动",
    "余额",
    "账面",
    "数量",
    "附注",
    "附註",
];

/// What one row holds.
#[derive(Default)]
struct Row<'a> {
    cells: Vec<(&'a Cell, Kind)>,
}

impl Row<'_> {
    /// One cell over all columns: a title, not a header of columns.
    fn is_title(&self, columns: usize) -> bool {
        matches!(self.cells.as_slice(), [(cell, _)] if cell.col_span == columns)
    }

    fn values(&self) -> impl Iterator<Item = &(&Cell, Kind)> {
        self.cells.iter().filter(|(cell, _)| cell.col > 0)
    }

    fn has_figures(&self) -> bool {
        self.values().any(|(_, kind)| *kind == Kind::Figure)
    }

    /// Words or periods over the columns and no figure.
    fn can_be_header(&self) -> bool {
        !self.has_figures()
            && self.values().any(|(_, kind)| *kind != Kind::Empty)
            && self.cells.iter().all(|(cell, _)| cell.text.chars().count() <= HEADER_LENGTH_MAX)
    }
}

/// The header rows, rising: those at the top and those half-way.
pub fn header_rows(cells: &[Cell], rows: usize, columns: usize) -> Vec<usize> {
    let mut table: Vec<Row<'_>> = (0..rows).map(|_| Row::default()).collect();
    for cell in cells {
        if let Some(row) = table.get_mut(cell.row) {
            row.cells.push((cell, kind_of(&cell.text)));
        }
    }
    let first = table.iter().position(|row| !row.is_title(columns)).unwrap_or(rows);
    let mut headers = run_from(&table, first);
    if !headers.is_empty() && !speaks_of_columns(&table, first, columns) {
        headers.clear();
    }
    let top: HashMap<usize, &str> =
        headers.iter().flat_map(|row| table[*row].values()).map(|(cell, _)| (cell.col, cell.text.as_str())).collect();
    let mut row = headers.last().map_or(first, |last| last + 1);
    while row < rows {
        let run = if is_half_way(&table, row, columns, &top) { run_from(&table, row) } else { Vec::new() };
        row = run.last().map_or(row, |last| *last) + 1;
        headers.extend(run);
    }
    headers
}

/// The header row that starts here and the ones that its merged cells reach or part into.
fn run_from(table: &[Row<'_>], start: usize) -> Vec<usize> {
    if !table.get(start).is_some_and(Row::can_be_header) {
        return Vec::new();
    }
    let mut run = vec![start];
    let (mut reach, mut any_parted) = (start, false);
    for row in start.. {
        let cells = &table[row].cells;
        let covered =
            cells.iter().filter(|(cell, _)| !cell.text.is_empty()).map(|(cell, _)| cell.row + cell.row_span - 1);
        reach = covered.max().unwrap_or(row).max(reach);
        let parted = cells.iter().any(|(cell, kind)| cell.col > 0 && cell.col_span > 1 && *kind != Kind::Empty);
        any_parted |= parted;
        let next = row + 1;
        // A label merged over rows that no header parts is one of a list of labels and values.
        let goes_on = (any_parted && next <= reach || parted) && table.get(next).is_some_and(Row::can_be_header);
        if !goes_on {
            return run;
        }
        run.push(next);
    }
    run
}

/// Does this row name columns, or is it the first pair of label and value?
fn speaks_of_columns(table: &[Row<'_>], first: usize, columns: usize) -> bool {
    let rest = &table[first + 1..];
    let figures = rest.iter().filter(|row| row.has_figures()).count();
    match (figures, columns) {
        (0, ..=2) => names_two_columns(table, first),
        (0, ..=4) => differs_from_body(table, first, WORDS_HEADER_LENGTH_MAX),
        (0, _) => differs_from_body(table, first, HEADER_LENGTH_MAX),
        (_, ..=2) => figures as f32 >= FIGURES_SHARE_MIN * rest.len() as f32,
        _ => true,
    }
}

/// Words over words in two columns: both are header words, or all values are much longer than the first one.
fn names_two_columns(table: &[Row<'_>], first: usize) -> bool {
    let row = &table[first];
    let named = row.cells.iter().filter(|(cell, _)| has_header_word(&cell.text)).count();
    let length = |row: &Row<'_>| row.values().map(|(cell, _)| cell.text.chars().count()).sum::<usize>();
    let others: Vec<usize> = table[first + 1..].iter().map(length).filter(|length| *length > 0).collect();
    named >= 2 || others.len() > 1 && others.iter().all(|other| *other >= SHORTER_TIMES * length(row))
}

/// Words over words in several columns: short ones, none of which is said again below it (`释义` repeats its verb).
fn differs_from_body(table: &[Row<'_>], first: usize, length_max: usize) -> bool {
    let below = |col: usize| {
        let cells = table.get(first + 1).map(|row| row.cells.iter().filter(|(cell, _)| cell.col == col));
        cells.into_iter().flatten().map(|(cell, _)| cell.text.as_str()).next()
    };
    table[first]
        .values()
        .filter(|(_, kind)| *kind != Kind::Empty)
        .all(|(cell, _)| cell.text.chars().count() <= length_max && below(cell.col) != Some(cell.text.as_str()))
}

fn has_header_word(text: &str) -> bool {
    HEADER_WORDS.iter().any(|word| text.contains(word))
}

/// Do the columns get other headers from this row on?
fn is_half_way(table: &[Row<'_>], row: usize, columns: usize, top: &HashMap<usize, &str>) -> bool {
    if !table[row].can_be_header() || table[row].is_title(columns) {
        return false;
    }
    let figures_follow = table[row + 1..].iter().take(FIGURES_WITHIN).any(Row::has_figures);
    let values: Vec<&(&Cell, Kind)> = table[row].values().filter(|(_, kind)| *kind != Kind::Empty).collect();
    let wide = values.iter().map(|(cell, _)| cell.col_span).sum::<usize>() * 2 >= columns - 1;
    if !figures_follow || !wide {
        return false;
    }
    let repeated = values.iter().filter(|(cell, _)| top.get(&cell.col) == Some(&cell.text.as_str())).count();
    let named = values.iter().filter(|(cell, kind)| *kind == Kind::Period || has_header_word(&cell.text)).count();
    let short = table[row].cells.iter().all(|(cell, _)| cell.text.chars().count() <= HALF_WAY_LENGTH_MAX);
    let after_title = row > 0 && table[row - 1].is_title(columns);
    short && (after_title || repeated * 2 >= values.len().max(1) || named * 2 > values.len())
}
