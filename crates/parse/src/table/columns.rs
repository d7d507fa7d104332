//! Finds columns from the alignment of words: what no word of the body crosses parts two columns.

use super::{
    figure::is_dash,
    words::{TextRow, Word},
};

/// A gap between columns is at least this wide, points.
const GAP_MIN: f32 = 1.5;
/// One word in this many rows may cross a gap: a long label, a note.
const ROWS_PER_CROSSING: usize = 16;
/// A word that covers less than this share of itself or of the column does not belong to that column.
const COVER_SHARE: f32 = 0.3;

/// The columns of a table, from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// Left and right end of what is written in each.
    pub ranges: Vec<(f32, f32)>,
}

impl Columns {
    /// The columns of these rows (the body of a table, without titles and headers).
    pub fn of(rows: &[&TextRow<'_>]) -> Self {
        let crossings = rows.len() / ROWS_PER_CROSSING;
        // Dashes stand in the middle of a column whose numbers end at the right, so they tell no edges.
        let words = || rows.iter().flat_map(|row| row.words.iter().copied()).filter(|word| !is_dash(&word.text));
        let mut ranges = covered(words(), crossings);
        if crossings > 0 {
            // What stands in a gap without crossing it is a thinly filled column.
            let in_gaps = words().filter(|word| ranges.iter().all(|range| shared(word, *range) <= 0.0));
            let thin = covered(in_gaps, 0);
            ranges.extend(thin);
            ranges.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let mut columns = Self { ranges };
        columns.add_blank_columns(rows);
        columns
    }

    /// Adds columns of nothing but dashes: those beside which both neighbours are written in the same row.
    fn add_blank_columns(&mut self, rows: &[&TextRow<'_>]) {
        let blanks = rows.iter().flat_map(|row| row.words.iter().copied()).filter(|word| is_dash(&word.text));
        let in_gaps = covered(blanks.filter(|word| self.is_in_gap(word)), 0);
        for range in in_gaps {
            let next = self.ranges.partition_point(|other| other.0 < range.0);
            let neighbours = [next.checked_sub(1), Some(next)];
            let is_column =
                rows.iter().filter(|row| row.words.iter().any(|word| shared(word, range) > 0.0)).any(|row| {
                    let written = |column: &(f32, f32)| row.words.iter().any(|word| shared(word, *column) > 0.0);
                    neighbours.iter().flatten().filter_map(|index| self.ranges.get(*index)).all(written)
                });
            if is_column {
                self.ranges.insert(next, range);
            }
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The first and last column that a word covers; the nearest one when it covers none.
    pub fn covered_by(&self, word: &Word) -> (usize, usize) {
        let covers = |range: &(f32, f32)| {
            let least = word.bbox.width().min(range.1 - range.0).max(f32::EPSILON);
            shared(word, *range) > COVER_SHARE * least
        };
        let mut covered = self.ranges.iter().enumerate().filter(|(_, range)| covers(range)).map(|(index, _)| index);
        match covered.next() {
            Some(first) => (first, covered.next_back().unwrap_or(first)),
            None => {
                let nearest = self.nearest(word);
                (nearest, nearest)
            }
        }
    }

    /// Does the word stand between the columns, in none of them?
    pub fn is_in_gap(&self, word: &Word) -> bool {
        self.ranges.iter().all(|range| shared(word, *range) <= 0.0)
    }

    /// Adds a column for a word that stands in a gap.
    pub fn add(&mut self, word: &Word) {
        let at = self.ranges.partition_point(|range| range.0 < word.bbox.x0);
        self.ranges.insert(at, (word.bbox.x0, word.bbox.x1));
    }

    /// The edges between the columns, with the outer ones given.
    pub fn edges(&self, left: f32, right: f32) -> Vec<f32> {
        let inner = self.ranges.windows(2).map(|pair| (pair[0].1 + pair[1].0) / 2.0);
        std::iter::once(left).chain(inner).chain(std::iter::once(right)).collect()
    }

    fn nearest(&self, word: &Word) -> usize {
        let distance = |range: &(f32, f32)| {
            let apart = (range.0 - word.bbox.x1).max(word.bbox.x0 - range.1).max(0.0);
            apart + (range.0 + range.1 - 2.0 * word.bbox.center_x()).abs() * 1e-3
        };
        let by_distance = self.ranges.iter().enumerate().min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        by_distance.map_or(0, |(index, _)| index)
    }
}

/// The stretches of x that more than `crossings` words cover, nearly touching ones joined.
fn covered<'a>(words: impl Iterator<Item = &'a Word>, crossings: usize) -> Vec<(f32, f32)> {
    let mut ends: Vec<(f32, i32)> = words.flat_map(|word| [(word.bbox.x0, 1), (word.bbox.x1, -1)]).collect();
    ends.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
    let least = i32::try_from(crossings).unwrap_or(i32::MAX);
    let (mut depth, mut start) = (0, 0.0);
    let mut ranges: Vec<(f32, f32)> = Vec::new();
    for (x, step) in ends {
        let before = depth;
        depth += step;
        if before <= least && depth > least {
            start = x;
        } else if before > least && depth <= least {
            match ranges.last_mut() {
                Some(last) if start < last.1 + GAP_MIN => last.1 = last.1.max(x),
                _ => ranges.push((start, x)),
            }
        }
    }
    ranges
}

fn shared(word: &Word, range: (f32, f32)) -> f32 {
    word.bbox.x1.min(range.1) - word.bbox.x0.max(range.0)
}
