//! Joins what a page draws piecewise into whole ruling lines: dots, dashes and cell borders end to end become one
//! rule, rules side by side become one position.

use crate::content::Rule;

/// Rules nearer than this across their direction are one, points.
const SNAP: f32 = 1.5;
/// Rules of one position with a gap up to this are one, points: dots, dashes, corners that don't meet.
const GAP_MAX: f32 = 3.0;
/// Shorter ones are strokes of a drawing or of a glyph, points.
const LENGTH_MIN: f32 = 5.0;
/// Joined rules a page may have in one direction; more is a drawing or a map, and its longest ones are taken.
const JOINED_MAX: usize = 1_500;

/// The rules of one direction joined, by position and then by start.
pub fn joined(rules: impl IntoIterator<Item = Rule>) -> Vec<Rule> {
    let mut sorted: Vec<Rule> = rules.into_iter().collect();
    sorted.sort_unstable_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut joined: Vec<Rule> = Vec::new();
    let mut start = 0;
    while start < sorted.len() {
        let end = position_end(&sorted, start);
        join_position(&mut sorted[start..end], &mut joined);
        start = end;
    }
    joined.retain(|rule| rule.to - rule.from > LENGTH_MIN);
    if joined.len() > JOINED_MAX {
        joined.sort_unstable_by(|a, b| (b.to - b.from).total_cmp(&(a.to - a.from)));
        joined.truncate(JOINED_MAX);
    }
    joined.sort_unstable_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    joined
}

/// One past the last rule that stands at the position of `start`; a chain of small steps is cut after two of them.
fn position_end(sorted: &[Rule], start: usize) -> usize {
    let mut end = start + 1;
    while end < sorted.len()
        && sorted[end].at - sorted[end - 1].at <= SNAP
        && sorted[end].at - sorted[start].at <= 2.0 * SNAP
    {
        end += 1;
    }
    end
}

fn join_position(rules: &mut [Rule], joined: &mut Vec<Rule>) {
    rules.sort_unstable_by(|a, b| a.from.total_cmp(&b.from));
    let mut run = 0;
    while run < rules.len() {
        let mut whole = rules[run];
        let mut next = run + 1;
        while next < rules.len() && rules[next].from <= whole.to + GAP_MAX {
            whole.to = whole.to.max(rules[next].to);
            whole.kind = whole.kind.max(rules[next].kind);
            next += 1;
        }
        whole.at = position_of(&rules[run..next]);
        joined.push(whole);
        run = next;
    }
}

/// The mean position, weighted by length: a long rule is not moved by a tick that touches it.
fn position_of(rules: &[Rule]) -> f32 {
    let weight = |rule: &Rule| rule.to - rule.from + f32::EPSILON;
    let total: f32 = rules.iter().map(weight).sum();
    rules.iter().map(|rule| rule.at * weight(rule)).sum::<f32>() / total
}
