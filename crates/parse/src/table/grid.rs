//! A grid of column and row edges with its cells, before and after the glyphs are put in.

use std::collections::BTreeSet;

use doc::Rect;

use crate::content::Glyph;

/// A column that holds no text of its own is the gap of a double border when it is narrower than this, points.
const SLIVER_WIDTH_MAX: f32 = 12.0;
/// Same for a row, points.
const SLIVER_HEIGHT_MAX: f32 = 4.0;

/// Edges and the cells between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Column edges, rising, one more than columns.
    pub xs: Vec<f32>,
    /// Row edges, rising, one more than rows.
    pub ys: Vec<f32>,
    /// Non-overlapping places that cover the grid, by row then column.
    pub places: Vec<Place>,
}

/// Where a cell stands in its grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// First row.
    pub row: usize,
    /// First column.
    pub col: usize,
    /// Rows covered, at least 1.
    pub row_span: usize,
    /// Columns covered, at least 1.
    pub col_span: usize,
}

impl Place {
    /// One past the last row.
    pub fn end_row(&self) -> usize {
        self.row + self.row_span
    }

    /// One past the last column.
    pub fn end_col(&self) -> usize {
        self.col + self.col_span
    }
}

impl Grid {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.ys.len().saturating_sub(1)
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.xs.len().saturating_sub(1)
    }

    /// Around all of it.
    pub fn bbox(&self) -> Rect {
        self.bbox_of(&Place { row: 0, col: 0, row_span: self.rows(), col_span: self.columns() })
    }

    /// The box of a cell.
    pub fn bbox_of(&self, place: &Place) -> Rect {
        let edge = |edges: &[f32], index: usize| edges.get(index).copied().unwrap_or_default();
        Rect {
            x0: edge(&self.xs, place.col),
            y0: edge(&self.ys, place.row),
            x1: edge(&self.xs, place.end_col()),
            y1: edge(&self.ys, place.end_row()),
        }
    }

    /// The index of the cell that covers each grid place, row by row.
    pub fn cover(&self) -> Vec<usize> {
        let columns = self.columns();
        let mut cover = vec![0; self.rows() * columns];
        for (index, place) in self.places.iter().enumerate() {
            for row in place.row..place.end_row() {
                cover[row * columns + place.col..row * columns + place.end_col()].fill(index);
            }
        }
        cover
    }

    /// Row and column of a point; `None` outside.
    pub fn at(&self, x: f32, y: f32) -> Option<(usize, usize)> {
        self.bbox().contains(x, y).then(|| (interval(&self.ys, y), interval(&self.xs, x)))
    }

    /// The glyphs of each cell; every glyph whose centre is inside the grid is in exactly one.
    pub fn sort_in<'a>(&self, glyphs: &[&'a Glyph]) -> Vec<Vec<&'a Glyph>> {
        let (cover, columns) = (self.cover(), self.columns());
        let mut cells = vec![Vec::new(); self.places.len()];
        for glyph in glyphs {
            if let Some((row, col)) = self.at(glyph.bbox.center_x(), glyph.bbox.center_y()) {
                cells[cover[row * columns + col]].push(*glyph);
            }
        }
        cells
    }

    /// Cuts a row at these heights; a cell of that row alone is cut too when `cut` says so by its index, else it
    /// covers all the new rows.
    pub fn split_row(&mut self, row: usize, heights: &[f32], cut: impl Fn(usize) -> bool) {
        let added = heights.len();
        self.ys.splice(row + 1..row + 1, heights.iter().copied());
        let mut places = Vec::with_capacity(self.places.len() + added);
        for (index, place) in self.places.iter().enumerate() {
            let mut place = *place;
            if place.row > row {
                place.row += added;
            } else if place.end_row() > row && !(place.row_span == 1 && cut(index)) {
                place.row_span += added;
            } else if place.end_row() > row {
                places.extend((0..=added).map(|step| Place { row: row + step, ..place }));
                continue;
            }
            places.push(place);
        }
        self.set_places(places);
    }

    /// Adds a column left of the first one, a cell a row.
    pub fn add_first_column(&mut self, left: f32) {
        self.places.iter_mut().for_each(|place| place.col += 1);
        let rows = 0..self.rows();
        self.places.extend(rows.map(|row| Place { row, col: 0, row_span: 1, col_span: 1 }));
        self.xs.insert(0, left);
        self.places.sort_unstable_by_key(|place| (place.row, place.col));
    }

    /// The rows from `first` up to `end` as a grid of its own, without the column edges that no cell of it needs.
    pub fn part(&self, first: usize, end: usize) -> Grid {
        let inside = self.places.iter().filter(|place| place.row >= first && place.row < end);
        let places = inside.map(|place| Place {
            row: place.row - first,
            row_span: place.row_span.min(end - place.row),
            ..*place
        });
        let mut part = Grid { xs: self.xs.clone(), ys: self.ys[first..=end].to_vec(), places: places.collect() };
        part.drop_unused_edges();
        part
    }

    /// Removes edges at which no cell starts, and the slivers between double borders.
    pub fn compact(&mut self, has_text: &[bool]) {
        let written: Vec<&Place> =
            self.places.iter().zip(has_text).filter(|(_, text)| **text).map(|(p, _)| p).collect();
        let columns = slivers(&self.xs, SLIVER_WIDTH_MAX, written.iter().map(|place| (place.col, place.end_col())));
        let rows = slivers(&self.ys, SLIVER_HEIGHT_MAX, written.iter().map(|place| (place.row, place.end_row())));
        if columns.iter().all(|sliver| *sliver) || rows.iter().all(|sliver| *sliver) {
            return;
        }
        let (column_map, xs) = without(&self.xs, &columns);
        let (row_map, ys) = without(&self.ys, &rows);
        let mut places = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let (row, end_row) = (row_map[place.row], row_map[place.end_row()]);
            let (col, end_col) = (column_map[place.col], column_map[place.end_col()]);
            if end_row > row && end_col > col {
                places.push(Place { row, col, row_span: end_row - row, col_span: end_col - col });
            }
        }
        (self.xs, self.ys, self.places) = (xs, ys, places);
        self.drop_unused_edges();
    }

    /// Joins the cells on both sides of an inner column edge; `false`, and nothing done, where they don't match.
    pub fn remove_column_edge(&mut self, edge: usize) -> bool {
        if edge == 0 || edge >= self.columns() {
            return false;
        }
        let right_of = |left: &Place| {
            let matches = |place: &&Place| (place.col, place.row, place.row_span) == (edge, left.row, left.row_span);
            self.places.iter().find(matches).map(|place| place.col_span)
        };
        let lefts = self.places.iter().filter(|place| place.end_col() == edge).count();
        let rights = self.places.iter().filter(|place| place.col == edge).count();
        let widths: Vec<Option<usize>> =
            self.places.iter().map(|place| (place.end_col() == edge).then(|| right_of(place)).flatten()).collect();
        if lefts != rights || widths.iter().flatten().count() != lefts {
            return false;
        }
        for (place, width) in self.places.iter_mut().zip(widths) {
            place.col_span += width.unwrap_or_default();
        }
        self.places.retain(|place| place.col != edge);
        self.drop_unused_edges();
        true
    }

    /// Removes inner edges at which no cell starts.
    fn drop_unused_edges(&mut self) {
        let unused = |edges: usize, starts: &dyn Fn(&Place) -> usize| -> Vec<bool> {
            let mut unused = vec![true; edges];
            self.places.iter().for_each(|place| unused[starts(place)] = false);
            // The first interval has nothing before it to be joined to.
            if let Some(first) = unused.first_mut() {
                *first = false;
            }
            unused
        };
        let columns = unused(self.columns(), &|place| place.col);
        let rows = unused(self.rows(), &|place| place.row);
        let (column_map, xs) = without(&self.xs, &columns);
        let (row_map, ys) = without(&self.ys, &rows);
        for place in &mut self.places {
            let (row, end_row) = (row_map[place.row], row_map[place.end_row()]);
            let (col, end_col) = (column_map[place.col], column_map[place.end_col()]);
            *place = Place { row, col, row_span: end_row - row, col_span: end_col - col };
        }
        (self.xs, self.ys) = (xs, ys);
    }

    /// Replaces the cells; they must cover the grid again.
    pub fn set_places(&mut self, mut places: Vec<Place>) {
        places.sort_unstable_by_key(|place| (place.row, place.col));
        self.places = places;
    }
}

/// The interval between rising edges in which a value lies, the nearest one when it lies outside.
fn interval(edges: &[f32], value: f32) -> usize {
    let last = edges.len().saturating_sub(2);
    edges.partition_point(|edge| *edge <= value).saturating_sub(1).min(last)
}

/// Which intervals are too narrow and not needed by any written cell (first interval and one past the last).
fn slivers(edges: &[f32], width_max: f32, written: impl Iterator<Item = (usize, usize)>) -> Vec<bool> {
    let mut slivers: Vec<bool> = edges.windows(2).map(|pair| pair[1] - pair[0] < width_max).collect();
    for (start, end) in written {
        if slivers[start..end].iter().all(|sliver| *sliver) {
            slivers[start] = false;
        }
    }
    slivers
}

/// New index of each old edge, and the edges left: a removed interval is given to the one before it, a first one to
/// the one after it.
fn without(edges: &[f32], removed: &[bool]) -> (Vec<usize>, Vec<f32>) {
    let mut map = Vec::with_capacity(edges.len());
    let mut left: Vec<f32> = Vec::with_capacity(edges.len());
    let mut next = 0;
    for (index, gone) in removed.iter().enumerate() {
        map.push(next);
        if !gone {
            left.push(edges[index]);
            next += 1;
        }
    }
    map.push(next);
    if let (Some(first), Some(start)) = (left.first_mut(), edges.first()) {
        *first = *start;
    }
    left.extend(edges.last());
    (map, left)
}

impl Grid {
    /// Cuts the grid above each full-width title below which the columns are others than above it.
    pub fn parts_by_title(self, has_text: &[bool]) -> Vec<Grid> {
        let (rows, columns) = (self.rows(), self.columns());
        let titles: Vec<usize> = self
            .places
            .iter()
            .zip(has_text)
            .filter(|(place, text)| **text && place.col_span == columns && place.row_span == 1)
            .map(|(place, _)| place.row)
            .collect();
        let mut cuts = vec![0];
        for (index, title) in titles.iter().enumerate() {
            let below = self.inner_edges(title + 1, titles.get(index + 1).copied().unwrap_or(rows));
            let above = self.inner_edges(cuts.last().copied().unwrap_or_default(), *title);
            if !above.is_empty() && !below.is_empty() && above != below {
                cuts.push(*title);
            }
        }
        if cuts.len() == 1 {
            return vec![self];
        }
        cuts.push(rows);
        cuts.windows(2).map(|pair| self.part(pair[0], pair[1])).collect()
    }

    /// The inner column edges at which a cell of these rows starts.
    fn inner_edges(&self, first: usize, end: usize) -> BTreeSet<usize> {
        let inside = self.places.iter().filter(|place| place.row >= first && place.row < end && place.col > 0);
        inside.map(|place| place.col).collect()
    }
}
