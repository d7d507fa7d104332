//! Tells tables from what only looks like one: frames around text, charts, page furniture.

use std::ops::Range;

use doc::TableMethod;

use super::{
    PageTable,
    aligned::{Region, Shape, row_groups},
    figure::{Kind, kind_of},
    words::{TextRow, Word},
};
use crate::content::Rule;

/// A grid with fewer written cells than this share is a chart or an empty form.
const WRITTEN_SHARE_MIN: f32 = 0.25;
/// A written header of at least this many cells makes a table of an empty form.
const HEADER_CELLS_MIN: usize = 3;
/// With labels in this share of its rows it is a form whose values happen to be missing.
const FORM_LABELS_SHARE: f32 = 0.6;
/// A cell with more characters is a column of the page: in coloured areas always, between lines when it holds this
/// share of the text.
const PAGE_TEXT_MIN: usize = 400;
const PAGE_TEXT_SHARE: f32 = 0.7;
/// Coloured areas in which fewer rows than this share have two cells are a panel of text.
const SEVERAL_CELLS_SHARE: f32 = 0.4;
/// Smallest table, points.
const WIDTH_MIN: f32 = 40.0;

/// Is it one?
pub fn is_table(table: &PageTable) -> bool {
    let written = table.cells.iter().filter(|cell| !cell.text.is_empty()).count();
    let first_row: Vec<_> = table.cells.iter().filter(|cell| cell.row == 0).collect();
    let first_row_full = first_row.len() >= HEADER_CELLS_MIN && first_row.iter().all(|cell| !cell.text.is_empty());
    let labels = table.cells.iter().filter(|cell| cell.col == 0);
    let labelled = labels.clone().filter(|cell| kind_of(&cell.text) == Kind::Words).count();
    let form = labelled as f32 >= FORM_LABELS_SHARE * labels.count() as f32 && labelled > 1;
    let enough = written as f32 >= WRITTEN_SHARE_MIN * table.cells.len() as f32 || first_row_full || form;
    let longest = table.cells.iter().map(|cell| cell.text.chars().count()).max().unwrap_or_default();
    let all: usize = table.cells.iter().map(|cell| cell.text.chars().count()).sum();
    let is_page = longest > PAGE_TEXT_MIN
        && (table.method != TableMethod::Ruled || longest as f32 > PAGE_TEXT_SHARE * all as f32);
    if is_page {
        return false;
    }
    let has_values = table.cells.iter().any(|cell| matches!(kind_of(&cell.text), Kind::Figure | Kind::Period));
    let rows_min = match table.method {
        TableMethod::Ruled => 1,
        _ if has_values => 2,
        _ => TEXT_ROWS_MIN,
    };
    let full = table.method == TableMethod::Ruled && written as f32 >= DENSE_SHARE * table.cells.len() as f32;
    let named = table.cells.iter().any(|cell| kind_of(&cell.text) == Kind::Words);
    let by_row = |row: usize| table.cells.iter().filter(|cell| cell.row == row && !cell.text.is_empty()).count();
    let rows: Vec<usize> = (0..table.row_boxes.len()).map(by_row).filter(|count| *count > 0).collect();
    let several = rows.iter().filter(|count| **count > 1).count();
    let is_panel = table.method != TableMethod::Ruled && (several as f32) < SEVERAL_CELLS_SHARE * rows.len() as f32;
    (named || full)
        && !is_panel
        && table.row_boxes.len() >= rows_min
        && table.columns >= 2
        && written >= 2
        && enough
        && table.bbox.width() >= WIDTH_MIN
}

/// A column of running text has at least this many lines close to each other of which all but the last fill its
/// width, and this share of all its lines do; it is this wide, in font sizes, and its lines are not farther apart.
const PROSE_LINES_MIN: usize = 4;
const PROSE_FULL_SHARE: f32 = 0.45;
const PROSE_GAP_SIZES: f32 = 1.2;
const PROSE_WIDTH_SIZES: f32 = 12.0;
/// A line is full when it covers this share of the column.
const FULL_LINE_SHARE: f32 = 0.85;
/// A line over at least this share of the region parts its rows.
const WHOLE_LINE_SHARE: f32 = 0.85;
/// A scale has at least this many steps; the share of them that are alike, and how much they may differ.
const STEPS_MIN: usize = 3;
const EVEN_SHARE: f32 = 0.8;
const STEP_SLACK: f64 = 0.01;
/// A table of words in two columns has more rows than this; less is an address or a pair of names.
const TEXT_ROWS_MIN: usize = 3;
/// Fewer rows with a label than this share are the figures of a chart, unless this share of the grid is written.
const LABELLED_ROWS_SHARE_MIN: f32 = 0.3;
const DENSE_SHARE: f32 = 0.8;
/// Of the rows of an aligned table at least this share has a second word.
const SEVERAL_WORDS_SHARE: f32 = 0.5;

/// Is the region a table, or columns of running text, a chart's axes, a form?
pub fn is_aligned(region: &Region<'_>, shape: &Shape) -> bool {
    let rows = region.rows.len();
    let groups = row_groups(region, shape);
    let words_of = |group: &Range<usize>| region.rows[group.clone()].iter().map(|row| row.words.len()).sum::<usize>();
    let several = groups.iter().filter(|group| words_of(group) >= 2).count();
    let whole = |rule: &&Rule| rule.to - rule.from > WHOLE_LINE_SHARE * region.area.width();
    let lined = region.lines.iter().filter(whole).count() * 2 >= rows;
    let prose = (0..shape.columns.len()).any(|column| is_prose(region, shape, column));
    let named = region.rows.iter().filter(|row| row.words.iter().any(|word| word.kind != Kind::Figure)).count();
    let words: usize = region.rows.iter().map(|row| row.words.len()).sum();
    let dense = words as f32 >= DENSE_SHARE * (rows * shape.columns.len()) as f32;
    let values = region.rows.iter().any(|row| row.values() > 0);
    (values || groups.len() > TEXT_ROWS_MIN || shape.columns.len() > 2)
        && (dense || named as f32 >= LABELLED_ROWS_SHARE_MIN * rows as f32)
        && several as f32 >= SEVERAL_WORDS_SHARE * groups.len() as f32
        && (lined || !prose)
        && !is_axes(region, shape)
        && !is_numbered_list(region, shape)
}

fn is_prose(region: &Region<'_>, shape: &Shape, column: usize) -> bool {
    let (x0, x1) = shape.columns.ranges[column];
    let words = region.rows.iter().flat_map(|row| &row.words).filter(|word| shape.columns.covered_by(word).0 == column);
    let wide = |word: &&&Word| word.kind == Kind::Words && x1 - x0 > PROSE_WIDTH_SIZES * word.size;
    let lines: Vec<&Word> = words.filter(|word| wide(word)).copied().collect();
    let full = |word: &Word| word.bbox.width() > FULL_LINE_SHARE * (x1 - x0);
    let together = |a: &&Word, b: &&Word| full(a) && b.bbox.y0 - a.bbox.y1 < PROSE_GAP_SIZES * a.size;
    let longest = lines.chunk_by(together).map(<[_]>::len).max().unwrap_or_default();
    longest >= PROSE_LINES_MIN
        && lines.iter().filter(|word| full(word)).count() as f32 >= PROSE_FULL_SHARE * lines.len() as f32
}

/// No numbers but in even steps: the scales beside a chart.
fn is_axes(region: &Region<'_>, shape: &Shape) -> bool {
    let column = |index: usize| -> Vec<f64> {
        let words = region.rows.iter().flat_map(|row| &row.words);
        let own = words.filter(|word| word.kind == Kind::Figure && shape.columns.covered_by(word).0 == index);
        own.map(|word| number(&word.text)).collect()
    };
    let mut columns = (0..shape.columns.len()).map(column).filter(|values| !values.is_empty()).peekable();
    columns.peek().is_some() && columns.all(|values| is_even(&values))
}

/// Numbers from one upwards and a text beside each: a list of contents.
fn is_numbered_list(region: &Region<'_>, shape: &Shape) -> bool {
    let firsts =
        region.rows.iter().filter_map(|row| row.words.first()).filter(|word| shape.columns.covered_by(word).0 == 0);
    let numbers: Vec<f64> = firsts.map(|word| number(&word.text)).collect();
    let figures = region.rows.iter().map(TextRow::figures).sum::<usize>();
    shape.columns.len() == 2
        && figures == numbers.len()
        && numbers.len() > 1
        && numbers.windows(2).all(|pair| pair[1] - pair[0] == 1.0)
}

/// The number in a figure, NaN where there is none; only for comparing steps.
fn number(text: &str) -> f64 {
    text.chars()
        .filter(|c| c.is_ascii_digit() || matches!(c, '.' | '-'))
        .collect::<String>()
        .parse()
        .unwrap_or(f64::NAN)
}

/// At least four numbers, nearly all of them as far from the one before.
fn is_even(values: &[f64]) -> bool {
    let steps: Vec<f64> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let alike = |first: f64| steps.iter().filter(|step| (*step - first).abs() <= first.abs() * STEP_SLACK).count();
    let most = steps.iter().filter(|step| **step != 0.0).map(|step| alike(*step)).max().unwrap_or_default();
    steps.len() >= STEPS_MIN && most as f32 >= EVEN_SHARE * steps.len() as f32
}
