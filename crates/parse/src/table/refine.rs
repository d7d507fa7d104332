//! Cuts cells where lines were left out: cells merged in the body though the header parts them, and rows of numbers
//! below each other without a line between them.

use std::collections::{BTreeSet, HashMap};

use doc::Rect;

use super::{
    aligned::{Region, Shape, row_edges, row_groups},
    columns::Columns,
    figure::Kind,
    grid::{Grid, Place},
    text::fills_line,
    words::{CURRENCIES, TAILS, Word, rows_in, words},
};
use crate::content::Glyph;

/// How far left of a grid its labels may begin, points, at most as far as the grid is wide.
const LABELS_WIDTH_MAX: f32 = 220.0;
/// How much of its height a label may stand out of its row.
const LABEL_SLACK_SHARE: f32 = 0.3;
/// Fewest rows of a grid with labels outside.
const LABELLED_ROWS_MIN: usize = 4;
/// What is free left of such labels, and what the new column begins before them, points.
const LABEL_GAP_MIN: f32 = 12.0;
const LABEL_MARGIN: f32 = 2.0;
/// As many merged cells alike whose words keep to the columns were not meant to be merged.
const ALIKE_MIN: usize = 3;
/// As many cells of a row hold numbers below each other, each at least as many, when the row is several.
const STACKS_MIN: usize = 2;
const STACKED_MIN: usize = 2;
/// Two numbers below each other may be one entry (`5.21` and `(3.4%)`); labels beside both tell two rows.
const STACKED_SURELY: usize = 3;

/// A grid with more of its rows of values side by side in one cell than this share is drawn in part only.
const UNPARTED_SHARE_MAX: f32 = 0.4;

/// Cuts what lines leave out.
///
/// `None` when so many columns have no line that the alignment of words tells more than the lines.
pub fn refined(mut grid: Grid, glyphs: &[&Glyph]) -> Option<Grid> {
    let mut contents = contents_of(&grid, glyphs);
    if join_signs(&mut grid, &contents) {
        contents = contents_of(&grid, glyphs);
    }
    if unmerge_columns(&mut grid, &contents) {
        contents = contents_of(&grid, glyphs);
    }
    if unmerge_rows(&mut grid, &contents) {
        contents = contents_of(&grid, glyphs);
    }
    if unparted_share(&contents) > UNPARTED_SHARE_MAX {
        return None;
    }
    cut_rows(&mut grid, &contents);
    Some(grid)
}

/// Joins columns of nothing but signs to their numbers: `$` to the right, `)` and `%` to the left.
fn join_signs(grid: &mut Grid, contents: &[Vec<Word>]) -> bool {
    let only = |col: usize, signs: &[&str]| {
        let own = grid.places.iter().zip(contents);
        let own = own.filter(|(place, words)| place.col == col && place.col_span == 1 && !words.is_empty());
        let mut texts = own.flat_map(|(_, words)| words).peekable();
        texts.peek().is_some() && texts.all(|word| signs.contains(&word.text.as_str()))
    };
    let edge_of = |col: usize| match col {
        col if only(col, &TAILS) => Some(col),
        col if only(col, &CURRENCIES) => Some(col + 1),
        _ => None,
    };
    let edges: Vec<usize> = (0..grid.columns()).filter_map(edge_of).collect();
    let removed = edges.into_iter().rev().filter(|edge| grid.remove_column_edge(*edge)).count();
    removed > 0
}

/// Of the rows of text with values in all cells, the share that has several values in one cell.
fn unparted_share(contents: &[Vec<Word>]) -> f32 {
    let (mut rows, mut unparted) = (0.0, 0.0);
    for words in contents {
        let same_row = |a: &Word, b: &Word| (a.bbox.center_y() - b.bbox.center_y()).abs() < a.size / 2.0;
        for row in words.chunk_by(same_row) {
            let values = row.iter().filter(|word| word.is_value()).count();
            rows += f32::from(values > 0);
            unparted += f32::from(values > 1);
        }
    }
    if rows == 0.0 { 0.0 } else { unparted / rows }
}

/// Adds the column of labels that stands left of a grid without lines around it: beside nearly every row a word that
/// keeps to the row's height.
pub fn with_labels(mut grid: Grid, glyphs: &[Glyph]) -> Grid {
    let bbox = grid.bbox();
    let beside = Rect { x0: bbox.x0 - LABELS_WIDTH_MAX.min(bbox.width()), x1: bbox.x0, ..bbox };
    let inside = |glyph: &&Glyph| beside.contains(glyph.bbox.center_x(), glyph.bbox.center_y());
    let labels: Vec<Word> = words(glyphs.iter().filter(inside));
    let row_of = |word: &Word| {
        let row = grid.at(bbox.x0, word.bbox.center_y())?.0;
        let slack = LABEL_SLACK_SHARE * word.bbox.height();
        (word.bbox.y0 + slack >= grid.ys[row] && word.bbox.y1 - slack <= grid.ys[row + 1]).then_some(row)
    };
    let rows: Option<BTreeSet<usize>> = labels.iter().map(row_of).collect();
    let enough = |rows: &BTreeSet<usize>| grid.rows() >= LABELLED_ROWS_MIN && rows.len() + 1 >= grid.rows();
    if !rows.as_ref().is_some_and(enough) {
        return grid;
    }
    let left = labels.iter().map(|word| word.bbox.x0).fold(bbox.x0, f32::min);
    let before = Rect { x0: left - LABEL_GAP_MIN, x1: left - 0.1, ..bbox };
    if !glyphs.iter().any(|glyph| before.contains(glyph.bbox.center_x(), glyph.bbox.center_y())) {
        grid.add_first_column(left - LABEL_MARGIN);
    }
    grid
}

fn contents_of(grid: &Grid, glyphs: &[&Glyph]) -> Vec<Vec<Word>> {
    grid.sort_in(glyphs).into_iter().map(words).collect()
}

/// Cuts cells over several columns whose words stand in these columns, when enough of them are alike.
fn unmerge_columns(grid: &mut Grid, contents: &[Vec<Word>]) -> bool {
    let mut alike: HashMap<(usize, usize), usize> = HashMap::new();
    let kept_apart: Vec<bool> =
        grid.places.iter().zip(contents).map(|(place, words)| keeps_to_columns(grid, place, words)).collect();
    for (place, _) in grid.places.iter().zip(&kept_apart).filter(|(_, apart)| **apart) {
        *alike.entry((place.col, place.col_span)).or_default() += 1;
    }
    alike.retain(|_, count| *count >= ALIKE_MIN);
    if alike.is_empty() {
        return false;
    }
    let mut places = Vec::with_capacity(grid.places.len());
    for (place, words) in grid.places.iter().zip(contents) {
        // Once a column is known to be parted, a cell with words in one column only is parted too.
        let parted = alike.contains_key(&(place.col, place.col_span)) && crosses_no_edge(grid, place, words);
        if parted {
            places.extend((place.col..place.end_col()).map(|col| Place { col, col_span: 1, ..*place }));
        } else {
            places.push(*place);
        }
    }
    grid.set_places(places);
    true
}

/// Cuts cells over several rows that hold a value in each of them, when a row has enough of them.
fn unmerge_rows(grid: &mut Grid, contents: &[Vec<Word>]) -> bool {
    let mut alike: HashMap<(usize, usize), usize> = HashMap::new();
    let kept_apart: Vec<bool> =
        grid.places.iter().zip(contents).map(|(place, words)| keeps_to_rows(grid, place, words)).collect();
    for (place, words) in
        grid.places.iter().zip(contents).zip(&kept_apart).filter(|(_, apart)| **apart).map(|(it, _)| it)
    {
        if words.iter().all(Word::is_value) {
            *alike.entry((place.row, place.row_span)).or_default() += 1;
        }
    }
    alike.retain(|_, count| *count >= STACKS_MIN);
    if alike.is_empty() {
        return false;
    }
    let mut places = Vec::with_capacity(grid.places.len());
    for (place, apart) in grid.places.iter().zip(kept_apart) {
        if apart && alike.contains_key(&(place.row, place.row_span)) {
            places.extend((place.row..place.end_row()).map(|row| Place { row, row_span: 1, ..*place }));
        } else {
            places.push(*place);
        }
    }
    grid.set_places(places);
    true
}

/// One word in each of the rows that the cell covers.
fn keeps_to_rows(grid: &Grid, place: &Place, words: &[Word]) -> bool {
    let row = |word: &Word| grid.at(word.bbox.center_x(), word.bbox.center_y()).map(|(row, _)| row);
    let inner = &grid.ys[place.row + 1..place.end_row()];
    let crosses = |word: &Word| inner.iter().any(|edge| (word.bbox.center_y() - edge).abs() < word.size / 4.0);
    place.row_span >= 2
        && words.len() == place.row_span
        && words.iter().enumerate().all(|(index, word)| row(word) == Some(place.row + index) && !crosses(word))
}

fn keeps_to_columns(grid: &Grid, place: &Place, words: &[Word]) -> bool {
    if place.col_span < 2 || words.len() < 2 || !crosses_no_edge(grid, place, words) {
        return false;
    }
    let column = |word: &Word| grid.at(word.bbox.center_x(), word.bbox.center_y()).map(|(_, col)| col);
    let first = column(&words[0]);
    words.iter().any(|word| column(word) != first)
}

fn crosses_no_edge(grid: &Grid, place: &Place, words: &[Word]) -> bool {
    let inner = &grid.xs[place.col + 1..place.end_col()];
    words.iter().all(|word| inner.iter().all(|edge| word.bbox.x1 <= *edge || word.bbox.x0 >= *edge))
}

/// Cuts rows that hold several rows of text.
fn cut_rows(grid: &mut Grid, contents: &[Vec<Word>]) {
    let mut cuts: Vec<(usize, Vec<f32>)> = Vec::new();
    for row in 0..grid.rows() {
        let inside: Vec<(&Place, &Vec<Word>)> =
            grid.places.iter().zip(contents).filter(|(place, _)| place.row == row && place.row_span == 1).collect();
        let stacks = inside.iter().filter(|(place, words)| is_stack(&grid.bbox_of(place), words)).count();
        let enough = stacks >= STACKS_MIN.min(inside.len().saturating_sub(1)).max(1);
        if enough && (is_tall(&inside) || has_labels(&inside)) {
            let heights = cut_heights(grid, row, &inside);
            if !heights.is_empty() {
                cuts.push((row, heights));
            }
        }
    }
    for (row, heights) in cuts.into_iter().rev() {
        let label_in_the_middle: Vec<bool> =
            grid.places.iter().zip(contents).map(|(place, words)| place.col == 0 && words.len() <= 1).collect();
        grid.split_row(row, &heights, |index| !label_in_the_middle.get(index).copied().unwrap_or(false));
    }
}

/// More than two numbers below each other, or a period above a number.
fn is_tall(inside: &[(&Place, &Vec<Word>)]) -> bool {
    let tall = inside.iter().filter(|(_, words)| {
        let values = words.iter().filter(|word| word.is_value()).count();
        let header_and_value = matches!(words.as_slice(), [a, b] if a.kind == Kind::Period && b.kind == Kind::Figure);
        values >= STACKED_SURELY || header_and_value
    });
    tall.count() >= STACKS_MIN.min(inside.len() - 1).max(1)
}

/// Does the first column hold as many labels as another column numbers?
fn has_labels(inside: &[(&Place, &Vec<Word>)]) -> bool {
    let label = inside.iter().find(|(place, _)| place.col == 0);
    label.is_some_and(|(_, words)| words.len() >= STACKED_MIN && words.iter().all(|word| word.kind == Kind::Words))
}

/// Numbers below each other, none of which is the rest of the one above it.
fn is_stack(bbox: &Rect, words: &[Word]) -> bool {
    let values = words.iter().filter(|word| word.is_value()).count();
    let above = words[..words.len().saturating_sub(1)].iter().filter(|word| word.kind == Kind::Figure);
    let wrapped = above.filter(|word| fills_line(word.bbox.width(), word.size, &word.text, bbox.width())).count();
    let below_each_other = words.windows(2).all(|pair| pair[1].bbox.center_y() > pair[0].bbox.y1 - pair[0].size / 2.0);
    let complete = wrapped == 0 || values >= STACKED_SURELY && wrapped * 2 <= words.len();
    values >= STACKED_MIN && values + 1 >= words.len() && complete && below_each_other
}

/// Where a row of the grid is to be cut, by its rows of text.
fn cut_heights(grid: &Grid, row: usize, inside: &[(&Place, &Vec<Word>)]) -> Vec<f32> {
    let area = grid.bbox_of(&Place { row, col: 0, row_span: 1, col_span: grid.columns() });
    let all: Vec<Word> = inside.iter().flat_map(|(_, words)| words.iter().cloned()).collect();
    let ranges = inside.iter().map(|(place, _)| (grid.xs[place.col], grid.xs[place.end_col()])).collect();
    let rows = rows_in(&all, &area);
    if rows.iter().filter(|row| row.values() > 0).count() < STACKED_MIN {
        return Vec::new();
    }
    let region = Region { area, rows, lines: Vec::new() };
    let shape = Shape { columns: Columns { ranges }, first_body: 0 };
    let groups = row_groups(&region, &shape);
    let edges = row_edges(&region, &groups);
    edges.get(1..edges.len() - 1).map(<[f32]>::to_vec).unwrap_or_default()
}
