//! Grids from ruling lines: lines that cross belong together, a cell is what no wall parts.

use super::grid::{Grid, Place};
use crate::content::Rule;

/// How far two lines may miss each other and still cross, and how far apart edges of one grid may be and still be
/// one, points.
const CROSSING: f32 = 2.5;
/// A wall stands where lines cover at least this share of a side; underlines of words cover less.
const WALL_SHARE: f32 = 0.8;
/// Lines that go on beyond the outermost line across them by more than this leave the table open there, points.
const OVERHANG_MIN: f32 = 8.0;
/// How far the ends of such lines may be apart and still name one edge, points.
const OVERHANG_SNAP: f32 = 3.0;
/// Grid places of one table; more is a drawing.
const PLACES_MAX: usize = 60_000;

/// A grid of lines and whether it is closed above and below.
#[derive(Clone, Debug)]
pub struct Lattice {
    /// The cells.
    pub grid: Grid,
    /// No line stands at its top edge.
    pub open_top: bool,
    /// No line stands at its bottom edge.
    pub open_bottom: bool,
}

/// The grids that these rules draw, single boxes included.
pub fn lattices(horizontals: &[Rule], verticals: &[Rule]) -> Vec<Lattice> {
    let components = crossing_groups(horizontals, verticals);
    components.iter().filter_map(|(horizontals, verticals)| lattice(horizontals, verticals)).collect()
}

/// Sets of rules that cross each other, directly or through others.
fn crossing_groups(horizontals: &[Rule], verticals: &[Rule]) -> Vec<(Vec<Rule>, Vec<Rule>)> {
    let mut groups = Groups::new(horizontals.len() + verticals.len());
    for (index, horizontal) in horizontals.iter().enumerate() {
        let first = verticals.partition_point(|vertical| vertical.at < horizontal.from - CROSSING);
        let reached = verticals[first..].iter().take_while(|vertical| vertical.at <= horizontal.to + CROSSING);
        for (offset, vertical) in reached.enumerate() {
            if horizontal.at >= vertical.from - CROSSING && horizontal.at <= vertical.to + CROSSING {
                groups.unite(index, horizontals.len() + first + offset);
            }
        }
    }
    let mut members: Vec<(Vec<Rule>, Vec<Rule>)> = vec![Default::default(); horizontals.len() + verticals.len()];
    for (index, rule) in horizontals.iter().enumerate() {
        members[groups.root(index)].0.push(*rule);
    }
    for (index, rule) in verticals.iter().enumerate() {
        members[groups.root(horizontals.len() + index)].1.push(*rule);
    }
    members.retain(|(horizontals, verticals)| horizontals.len() >= 2 && !verticals.is_empty());
    members
}

/// Union-find.
struct Groups {
    parent: Vec<usize>,
}

impl Groups {
    fn new(count: usize) -> Self {
        Self { parent: (0..count).collect() }
    }

    fn root(&mut self, mut index: usize) -> usize {
        while self.parent[index] != index {
            self.parent[index] = self.parent[self.parent[index]];
            index = self.parent[index];
        }
        index
    }

    fn unite(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a] = b;
    }
}

fn lattice(horizontals: &[Rule], verticals: &[Rule]) -> Option<Lattice> {
    let xs = edges(verticals, horizontals);
    let ys = edges(horizontals, verticals);
    let (rows, columns) = (ys.len().checked_sub(1)?, xs.len().checked_sub(1)?);
    if rows == 0 || columns == 0 || rows * columns > PLACES_MAX {
        return None;
    }
    let across = coverage(horizontals, &ys, &xs);
    let along = coverage(verticals, &xs, &ys);
    let open = |row: usize| across[row].iter().filter(|wall| **wall).count() * 2 < columns;
    let (open_top, open_bottom) = (open(0), open(rows));
    let walls = Walls { across, along };
    let places = walls.flood(rows, columns);
    Some(Lattice { grid: Grid { xs, ys, places }, open_top, open_bottom })
}

/// The positions of the rules, and one more on each side that the rules across them reach beyond.
fn edges(rules: &[Rule], across: &[Rule]) -> Vec<f32> {
    let mut positions: Vec<f32> = rules.iter().map(|rule| rule.at).collect();
    positions.sort_unstable_by(f32::total_cmp);
    let (Some(first), Some(last)) = (positions.first().copied(), positions.last().copied()) else { return positions };
    let before = across.iter().map(|rule| rule.from).filter(|from| *from < first - OVERHANG_MIN);
    let after = across.iter().map(|rule| -rule.to).filter(|to| -to > last + OVERHANG_MIN);
    let enough = across.len().div_ceil(2).min(2);
    positions.extend(common_end(before.collect(), enough));
    positions.extend(common_end(after.collect(), enough).map(|to| -to));
    positions.sort_unstable_by(f32::total_cmp);
    let mut edges: Vec<f32> = Vec::new();
    for position in positions {
        if edges.last().is_none_or(|last| position - last > CROSSING) {
            edges.push(position);
        }
    }
    edges
}

/// The end that most of these lines share, the outermost (smallest) of equally common ones.
fn common_end(mut ends: Vec<f32>, enough: usize) -> Option<f32> {
    if ends.len() < enough {
        return None;
    }
    ends.sort_unstable_by(f32::total_cmp);
    let mut best: Option<(usize, f32)> = None;
    for (index, end) in ends.iter().enumerate() {
        let count = ends[index..].iter().take_while(|other| **other - end <= OVERHANG_SNAP).count();
        if best.is_none_or(|(most, _)| count > most) {
            best = Some((count, *end));
        }
    }
    best.map(|(_, end)| end)
}

/// For every edge, which of its intervals are walls.
fn coverage(rules: &[Rule], edges: &[f32], intervals: &[f32]) -> Vec<Vec<bool>> {
    let mut covered = vec![vec![0.0_f32; intervals.len() - 1]; edges.len()];
    for rule in rules {
        let first = edges.partition_point(|edge| *edge < rule.at - CROSSING);
        let near = edges[first..].iter().take_while(|edge| **edge <= rule.at + CROSSING).count();
        let start = intervals.partition_point(|edge| *edge <= rule.from).saturating_sub(1);
        for edge in &mut covered[first..first + near] {
            for (index, pair) in intervals.windows(2).enumerate().skip(start) {
                if pair[0] >= rule.to {
                    break;
                }
                edge[index] += (rule.to.min(pair[1]) - rule.from.max(pair[0])).max(0.0);
            }
        }
    }
    let wall = |(index, length): (usize, f32)| length >= WALL_SHARE * (intervals[index + 1] - intervals[index]);
    covered.into_iter().map(|edge| edge.into_iter().enumerate().map(wall).collect()).collect()
}

/// Where walls stand: `across[edge][column]` above a row, `along[edge][row]` left of a column.
struct Walls {
    across: Vec<Vec<bool>>,
    along: Vec<Vec<bool>>,
}

impl Walls {
    /// The cells: from each free place to the right and then down until a wall or another cell.
    fn flood(&self, rows: usize, columns: usize) -> Vec<Place> {
        let mut taken = vec![false; rows * columns];
        let mut places = Vec::new();
        for row in 0..rows {
            for col in 0..columns {
                if taken[row * columns + col] {
                    continue;
                }
                let mut end_col = col + 1;
                while end_col < columns && !taken[row * columns + end_col] && !self.along[end_col][row] {
                    end_col += 1;
                }
                let mut end_row = row + 1;
                while end_row < rows && self.goes_on_below(end_row, col, end_col, columns, &taken) {
                    end_row += 1;
                }
                for row in row..end_row {
                    taken[row * columns + col..row * columns + end_col].fill(true);
                }
                places.push(Place { row, col, row_span: end_row - row, col_span: end_col - col });
            }
        }
        places
    }

    fn goes_on_below(&self, row: usize, col: usize, end_col: usize, columns: usize, taken: &[bool]) -> bool {
        let open_above = (col..end_col).all(|col| !self.across[row][col] && !taken[row * columns + col]);
        let open_inside = (col + 1..end_col).all(|edge| !self.along[edge][row]);
        let closed_right = end_col >= columns || self.along[end_col][row];
        open_above && open_inside && closed_right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::RuleKind;

    fn rule(at: f32, from: f32, to: f32) -> Rule {
        Rule { at, from, to, kind: RuleKind::Line }
    }

    fn grid(horizontals: &[Rule], verticals: &[Rule]) -> Grid {
        let mut all = lattices(horizontals, verticals);
        assert_eq!(all.len(), 1);
        all.remove(0).grid
    }

    #[test]
    fn a_wall_that_is_missing_merges_cells() {
        let horizontals = [rule(0.0, 0.0, 100.0), rule(10.0, 0.0, 100.0), rule(20.0, 0.0, 100.0)];
        let verticals = [rule(0.0, 0.0, 20.0), rule(50.0, 10.0, 20.0), rule(100.0, 0.0, 20.0)];
        let places = grid(&horizontals, &verticals).places;
        assert_eq!(places.len(), 3);
        assert_eq!(places[0], Place { row: 0, col: 0, row_span: 1, col_span: 2 });
    }

    #[test]
    fn lines_that_reach_beyond_the_last_one_across_leave_the_side_open() {
        let horizontals = [rule(0.0, 0.0, 100.0), rule(10.0, 0.0, 100.0), rule(20.0, 0.0, 100.0)];
        let verticals = [rule(40.0, 0.0, 20.0), rule(70.0, 0.0, 20.0)];
        assert_eq!(grid(&horizontals, &verticals).xs, [0.0, 40.0, 70.0, 100.0]);
    }

    #[test]
    fn one_long_line_does_not_widen_a_table() {
        let horizontals = [rule(0.0, -80.0, 100.0), rule(10.0, 0.0, 100.0), rule(20.0, 0.0, 100.0)];
        let verticals = [rule(0.0, 0.0, 20.0), rule(50.0, 0.0, 20.0), rule(100.0, 0.0, 20.0)];
        assert_eq!(grid(&horizontals, &verticals).xs, [0.0, 50.0, 100.0]);
    }

    #[test]
    fn an_underline_inside_a_cell_is_no_wall() {
        let horizontals = [rule(0.0, 0.0, 100.0), rule(8.0, 51.0, 80.0), rule(20.0, 0.0, 100.0)];
        let verticals = [rule(0.0, 0.0, 20.0), rule(50.0, 0.0, 20.0), rule(100.0, 0.0, 20.0)];
        assert_eq!(grid(&horizontals, &verticals).places.len(), 2, "the row edge at 8 has no wall");
    }

    #[test]
    fn a_table_cut_by_the_page_is_open_below() {
        let horizontals = [rule(0.0, 0.0, 100.0), rule(10.0, 0.0, 100.0)];
        let verticals = [rule(0.0, 0.0, 40.0), rule(50.0, 0.0, 40.0), rule(100.0, 0.0, 40.0)];
        let all = lattices(&horizontals, &verticals);
        assert_eq!((all[0].open_top, all[0].open_bottom), (false, true));
        assert_eq!(all[0].grid.ys, [0.0, 10.0, 40.0]);
    }
}
