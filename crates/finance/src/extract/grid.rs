//! A table's grid as facts need it: groups of columns with their labels, and the header of every column at every row.

use std::collections::HashMap;

use doc::{Table, text::is_cjk};

use crate::{
    folded::squeeze_fold,
    number::{is_no_value, parse_number},
};

/// A table with quick access by grid place.
pub(super) struct Grid<'a> {
    pub table: &'a Table,
    cover: Vec<Vec<usize>>,
    is_header: Vec<bool>,
}

/// Neighbouring columns that share a label column: one table of several set side by side in one grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The columns that name the rows.
    pub labels: Vec<usize>,
    /// The columns after them, up to the next group.
    pub values: Vec<usize>,
}

impl<'a> Grid<'a> {
    pub fn new(table: &'a Table) -> Self {
        let mut is_header = vec![false; table.rows.len()];
        for row in &table.header_rows {
            if let Some(place) = is_header.get_mut(*row) {
                *place = true;
            }
        }
        Self { table, cover: table.cover(), is_header }
    }

    pub fn rows(&self) -> usize {
        self.table.rows.len()
    }

    pub fn is_header(&self, row: usize) -> bool {
        self.is_header.get(row).copied().unwrap_or(false)
    }

    /// The words at a place, those of a merged cell at each of its places.
    pub fn text(&self, row: usize, col: usize) -> &'a str {
        self.cell_index(row, col).map_or("", |index| self.table.cells[index].text.trim())
    }

    /// The words of the cell that begins here; empty inside a merged cell.
    pub fn own_text(&self, row: usize, col: usize) -> &'a str {
        let starts = |index: &usize| {
            let cell = &self.table.cells[*index];
            cell.row == row && cell.col == col
        };
        self.cell_index(row, col).filter(starts).map_or("", |index| self.table.cells[index].text.trim())
    }

    pub fn cell_index(&self, row: usize, col: usize) -> Option<usize> {
        let index = *self.cover.get(row)?.get(col)?;
        (index < self.table.cells.len()).then_some(index)
    }

    /// Groups of columns. The first column is a label column in any case.
    pub fn groups(&self) -> Vec<Group> {
        let kinds: Vec<ColumnKind> = (0..self.table.columns).map(|col| self.column_kind(col)).collect();
        let mut groups: Vec<Group> = Vec::new();
        for (col, kind) in kinds.iter().enumerate().filter(|(col, _)| *col == 0 || !self.is_note_column(*col)) {
            let numbers_follow = kinds.get(col + 1..).is_some_and(|rest| {
                rest.iter().take_while(|kind| **kind != ColumnKind::Words).any(|kind| *kind == ColumnKind::Numbers)
            });
            let words = *kind == ColumnKind::Words;
            match groups.last_mut() {
                None => groups.push(Group { labels: vec![col], values: Vec::new() }),
                Some(group) if words && group.values.is_empty() => group.labels.push(col),
                Some(group)
                    if words && numbers_follow && group.values.iter().any(|col| kinds[*col] == ColumnKind::Numbers) =>
                {
                    groups.push(Group { labels: vec![col], values: Vec::new() });
                }
                Some(group) => group.values.push(col),
            }
        }
        groups.retain(|group| !group.values.is_empty());
        groups
    }

    /// A column of references to notes (附注 七、1): neither labels nor figures.
    fn is_note_column(&self, col: usize) -> bool {
        let first = self.table.header_rows.first().map(|row| squeeze_fold(self.text(*row, col)));
        first.is_some_and(|text| text.starts_with("附注") || ["注释", "note", "notes", "注"].contains(&text.as_str()))
    }

    /// Columns of amounts, not of shares or references: most of their numbers have thousands marks.
    pub fn amount_columns(&self) -> Vec<usize> {
        let is_amounts = |col: &usize| {
            let texts =
                (0..self.rows()).map(|row| self.own_text(row, *col)).filter(|text| parse_number(text).is_some());
            let (marked, all) = texts.fold((0usize, 0usize), |(marked, all), text| {
                (marked + usize::from(text.contains([',', '，'])), all + 1)
            });
            all > 0 && marked * 2 > all
        };
        (0..self.table.columns).filter(is_amounts).collect()
    }

    /// What most cells of a column are.
    fn column_kind(&self, col: usize) -> ColumnKind {
        let (mut numbers, mut words) = (0usize, 0usize);
        for row in (0..self.rows()).filter(|row| !self.is_header(*row)) {
            let text = self.own_text(row, col);
            if text.is_empty() || is_no_value(text) {
                continue;
            }
            if parse_number(text).is_some() {
                numbers += 1;
            } else if text.chars().any(char::is_alphabetic) {
                words += 1;
            }
        }
        match (numbers, words) {
            (0, 0) => ColumnKind::Empty,
            (numbers, words) if numbers * 2 >= words => ColumnKind::Numbers,
            _ => ColumnKind::Words,
        }
    }

    /// The label of a row in a group: the last non-empty label cell, and all of them joined.
    pub fn label(&self, row: usize, group: &Group) -> (String, String) {
        let mut parts: Vec<&str> = Vec::new();
        for col in &group.labels {
            let text = self.text(row, *col);
            if !text.is_empty()
                && !is_reference(text)
                && parts.last() != Some(&text)
                && text.chars().any(|c| is_cjk(c) || c.is_alphabetic() || c == '%')
            {
                parts.push(text);
            }
        }
        (parts.last().map(|text| (*text).to_owned()).unwrap_or_default(), parts.join("/"))
    }

    /// Does the row of a group hold a number?
    pub fn has_numbers(&self, row: usize, group: &Group) -> bool {
        group.values.iter().any(|col| parse_number(self.own_text(row, *col)).is_some())
    }

    /// Is this row of a group a header of its own (years over the columns), though the table does not count it as one?
    pub fn is_inner_header(&self, row: usize, group: &Group) -> bool {
        let texts: Vec<&str> =
            group.values.iter().map(|col| self.text(row, *col)).filter(|text| !text.is_empty()).collect();
        texts.len() >= 2
            && texts.iter().all(|text| is_year_header(text))
            && texts.windows(2).all(|pair| pair[0] != pair[1])
    }
}

/// A reference to a note (六(四)(五), 七、72, 附注五): no label.
fn is_reference(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || "一二三四五六七八九十()（）、及,，.．附注註 ".contains(c))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnKind {
    Numbers,
    Words,
    Empty,
}

/// `2024`, `2025E`, `FY24A`, `1Q25`, `2024年`: nothing but a period.
fn is_year_header(text: &str) -> bool {
    const CHARS_MAX: usize = 10;
    let folded = squeeze_fold(text);
    let period_chars =
        |c: char| c.is_ascii_digit() || matches!(c, 'a' | 'e' | 'f' | 'y' | 'q' | 'h' | '年' | '度' | '/' | '-');
    let year =
        crate::period::periods_in(&folded, (2999, 12, 31)).first().is_some_and(|mention| mention.period.year < 2900);
    year && folded.chars().count() <= CHARS_MAX && folded.chars().all(period_chars)
}

/// The headers of all columns, followed row by row.
#[derive(Default)]
pub(super) struct Headers {
    /// Rows that speak now.
    run: Vec<usize>,
    /// One a column.
    pub texts: Vec<String>,
    /// Inner headers by column, newer than the run.
    inner: HashMap<usize, String>,
}

impl Headers {
    /// Moves on to a row; tells whether the headers changed.
    pub fn advance(&mut self, grid: &Grid<'_>, row: usize, groups: &[Group]) -> bool {
        let run = grid.table.headers_of(row);
        let mut changed = self.texts.len() != grid.table.columns;
        if run != self.run || changed {
            self.texts = (0..grid.table.columns).map(|col| header_text(grid, &run, col)).collect();
            self.run = run;
            self.inner.clear();
            changed = true;
        }
        for group in groups.iter().filter(|group| !grid.is_header(row) && grid.is_inner_header(row, group)) {
            for col in &group.values {
                self.inner.insert(*col, grid.text(row, *col).to_owned());
            }
            changed = true;
        }
        for (col, text) in &self.inner {
            if let Some(place) = self.texts.get_mut(*col) {
                place.clone_from(text);
            }
        }
        changed
    }

    /// Is there any header above the row?
    pub fn is_empty(&self) -> bool {
        self.run.is_empty() && self.inner.is_empty()
    }
}

/// A column's header, levels joined by `/`, repeats left out.
fn header_text(grid: &Grid<'_>, run: &[usize], col: usize) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for row in run {
        let text = grid.text(*row, col);
        if !text.is_empty() && parts.last() != Some(&text) {
            parts.push(text);
        }
    }
    parts.join("/")
}
