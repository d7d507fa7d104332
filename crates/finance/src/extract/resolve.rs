//! One figure a metric, period and scope: which printing counts, which only repeats it, which contradicts it.

use std::collections::HashMap;

use doc::{DocKind, Fact, Identity, Period, Scope, Span};
use rust_decimal::Decimal;

use super::{facts::key_of, table_kind::Trust};

/// A fact with what was left out of it.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub fact: Fact,
    pub trust: Trust,
    /// The value of one unit in the last printed place, in base units.
    pub step: Decimal,
    /// Its 本报告期 may be the quarter or the nine months.
    pub ambiguous: bool,
    /// An amount in the table's money unit.
    pub in_money: bool,
}

impl Candidate {
    /// Do the two agree as far as both are printed?
    fn agrees(&self, other: &Candidate) -> bool {
        (self.fact.value - other.fact.value).abs() <= self.step.max(other.step)
    }

    fn drop_metric(&mut self) {
        self.fact.metric.clear();
    }
}

/// Decides among several printings of one figure. Afterwards facts with a metric contradict each other only where
/// they are marked.
pub(super) fn resolve(candidates: &mut [Candidate], identity: &Identity) {
    settle_quarters(candidates);
    settle_opening_days(candidates);
    settle_units(candidates);
    if identity.kind == DocKind::ResearchReport {
        settle_net_profit(candidates);
    }
    let mut keys: Vec<_> = Vec::new();
    let mut groups: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, candidate) in candidates.iter().enumerate() {
        if candidate.fact.metric.is_empty() {
            continue;
        }
        let Some(key) = key_of(&candidate.fact) else { continue };
        let group = groups.entry(key.clone()).or_default();
        if group.is_empty() {
            keys.push(key);
        }
        group.push(index);
    }
    let richness = richness(candidates);
    for key in keys {
        if let Some(group) = groups.get(&key) {
            settle(candidates, group, identity, &richness);
        }
    }
    // A figure without a period answers no question.
    candidates.iter_mut().filter(|candidate| candidate.fact.period.is_none()).for_each(Candidate::drop_metric);
    for candidate in candidates
        .iter_mut()
        .filter(|candidate| candidate.in_money && candidate.fact.unit.is_empty() && !candidate.fact.metric.is_empty())
    {
        candidate.fact.suspect.push("no unit is printed with the table".to_owned());
    }
}

/// A statement may date its opening balance 1 January: the same figure as 期初 or 上年度末 elsewhere is that balance.
fn settle_opening_days(candidates: &mut [Candidate]) {
    let opening =
        |candidate: &&Candidate| candidate.trust == Trust::Statement && candidate.fact.as_of.ends_with("-01-01");
    let days: HashMap<(String, Option<Period>, Scope, Decimal), String> = candidates
        .iter()
        .filter(opening)
        .map(|candidate| {
            let fact = &candidate.fact;
            ((fact.metric.clone(), fact.period, fact.scope, fact.value), fact.as_of.clone())
        })
        .collect();
    if days.is_empty() {
        return;
    }
    for candidate in
        candidates.iter_mut().filter(|candidate| !candidate.fact.metric.is_empty() && !candidate.fact.as_of.is_empty())
    {
        let fact = &mut candidate.fact;
        if let Some(day) = days.get(&(fact.metric.clone(), fact.period, fact.scope, fact.value)) {
            fact.as_of.clone_from(day);
        }
    }
}

/// Scales that a table's unit may have.
const SCALES: [u32; 5] = [1, 1_000, 10_000, 1_000_000, 100_000_000];
/// Smaller printed numbers agree by chance.
const TELLING_MIN: Decimal = Decimal::ONE_HUNDRED;
/// So many figures must agree, where there are as many.
const VOTES_MIN: usize = 2;

/// A table without a unit has the one by which its figures are those of a table with a unit; else it stays unknown.
fn settle_units(candidates: &mut [Candidate]) {
    let mut known: HashMap<(&str, Option<Period>, Scope), Vec<&Candidate>> = HashMap::new();
    for candidate in candidates.iter().filter(|candidate| {
        candidate.in_money
            && candidate.trust <= Trust::Company
            && !candidate.fact.metric.is_empty()
            && !candidate.fact.unit.is_empty()
    }) {
        let fact = &candidate.fact;
        known.entry((fact.metric.as_str(), fact.period, fact.scope)).or_default().push(candidate);
    }
    let mut votes: HashMap<usize, Vec<(u32, &str)>> = HashMap::new();
    let mut asked: HashMap<usize, usize> = HashMap::new();
    for candidate in candidates
        .iter()
        .filter(|candidate| candidate.in_money && candidate.fact.unit.is_empty() && !candidate.fact.metric.is_empty())
    {
        let fact = &candidate.fact;
        let Some(printed) =
            known.get(&(fact.metric.as_str(), fact.period, fact.scope)).filter(|_| fact.value.abs() >= TELLING_MIN)
        else {
            continue;
        };
        *asked.entry(fact.table).or_default() += 1;
        let found = SCALES.into_iter().find_map(|scale| {
            let by = Decimal::from(scale);
            let (value, step) = (fact.value.checked_mul(by)?, candidate.step.checked_mul(by)?);
            let same = |other: &&&Candidate| (value - other.fact.value).abs() <= step.max(other.step);
            printed.iter().find(same).map(|other| (scale, other.fact.unit.as_str()))
        });
        votes.entry(fact.table).or_default().extend(found);
    }
    let mut units: HashMap<usize, (Decimal, String)> = HashMap::new();
    for (table, votes) in votes {
        let Some(first) = votes.first() else { continue };
        let enough = VOTES_MIN.min(asked.get(&table).copied().unwrap_or(0));
        if votes.len() >= enough && votes.iter().all(|vote| vote == first) {
            units.insert(table, (Decimal::from(first.0), first.1.to_owned()));
        }
    }
    for candidate in candidates.iter_mut().filter(|candidate| candidate.in_money && candidate.fact.unit.is_empty()) {
        let Some((scale, unit)) = units.get(&candidate.fact.table) else { continue };
        if let (Some(value), Some(step)) =
            (candidate.fact.value.checked_mul(*scale), candidate.step.checked_mul(*scale))
        {
            (candidate.fact.value, candidate.step) = (value, step);
            candidate.fact.unit.clone_from(unit);
        }
    }
}

/// Brokers write 净利润 for the owners' share too: where a table says so and there are minorities, it is that.
fn settle_net_profit(candidates: &mut [Candidate]) {
    const TOTAL: &str = "净利润";
    const OWNERS: &str = "归属于母公司股东的净利润";
    const MINORITY: &str = "少数股东损益";
    let of = |metric: &'static str, candidates: &[Candidate]| -> Vec<Candidate> {
        candidates.iter().filter(|candidate| candidate.fact.metric == metric).cloned().collect()
    };
    let (owners, minorities) = (of(OWNERS, candidates), of(MINORITY, candidates));
    for candidate in candidates.iter_mut().filter(|candidate| candidate.fact.metric == TOTAL) {
        let period = candidate.fact.period;
        let is_owners = owners.iter().any(|other| other.fact.period == period && other.agrees(candidate));
        let has_minorities = minorities
            .iter()
            .any(|other| other.fact.period == period && other.fact.value.abs() > other.step.max(candidate.step));
        if is_owners && has_minorities {
            OWNERS.clone_into(&mut candidate.fact.metric);
        }
    }
}

/// How many metrics each table names: a full forecast table outweighs a table of parts.
fn richness(candidates: &[Candidate]) -> HashMap<usize, usize> {
    let mut names: HashMap<usize, Vec<&str>> = HashMap::new();
    for candidate in candidates.iter().filter(|candidate| !candidate.fact.metric.is_empty()) {
        let known = names.entry(candidate.fact.table).or_default();
        if !known.contains(&candidate.fact.metric.as_str()) {
            known.push(&candidate.fact.metric);
        }
    }
    names.into_iter().map(|(table, names)| (table, names.len())).collect()
}

/// The printings of one key.
fn settle(candidates: &mut [Candidate], group: &[usize], identity: &Identity, richness: &HashMap<usize, usize>) {
    let rank = |index: &usize| {
        let candidate = &candidates[*index];
        let rich = richness.get(&candidate.fact.table).copied().unwrap_or(0);
        (candidate.trust, std::cmp::Reverse(rich), candidate.step, *index)
    };
    let Some(best) = group.iter().min_by_key(|index| rank(index)).copied() else { return };
    if candidates[best].trust >= Trust::Notes {
        // Nothing but notes prints it: they may be about a part only.
        group.iter().for_each(|index| candidates[*index].drop_metric());
        return;
    }
    let chosen = candidates[best].clone();
    let mut contradicted: Vec<usize> = Vec::new();
    for index in group.iter().copied().filter(|index| *index != best) {
        let other = &candidates[index];
        let equal = other.fact.value == chosen.fact.value;
        let loose = identity.kind == DocKind::ResearchReport && other.agrees(&chosen);
        let same_rank = other.trust <= Trust::KeyData && other.fact.table != chosen.fact.table;
        if equal || loose {
            continue;
        }
        if other.agrees(&chosen) || !same_rank {
            // Coarser printings, repeated labels in one table, and tables that may be about parts.
            candidates[index].drop_metric();
        } else {
            contradicted.push(index);
        }
    }
    for index in contradicted {
        let reason = |other: &Fact| format!("differs from {} on page {}", other.raw, other.page.number());
        let (first, second) = (reason(&candidates[index].fact), reason(&chosen.fact));
        candidates[best].fact.suspect.push(first);
        candidates[index].fact.suspect.push(second);
    }
}

/// 本报告期 in a third-quarter report outside 主要会计数据: the quarter or the nine months, whichever the rest of the
/// report confirms; neither where nothing does.
fn settle_quarters(candidates: &mut [Candidate]) {
    let tables: Vec<usize> = {
        let mut tables: Vec<usize> =
            candidates.iter().filter(|candidate| candidate.ambiguous).map(|candidate| candidate.fact.table).collect();
        tables.dedup();
        tables
    };
    for table in tables {
        let votes = |span: Span| {
            let own = candidates.iter().filter(|candidate| {
                candidate.ambiguous && candidate.fact.table == table && !candidate.fact.metric.is_empty()
            });
            own.filter(|candidate| {
                let period = candidate.fact.period.map(|period| read_as(period, span));
                candidates.iter().any(|other| {
                    !other.ambiguous
                        && other.trust <= Trust::KeyData
                        && other.fact.metric == candidate.fact.metric
                        && other.fact.period == period
                        && other.fact.value == candidate.fact.value
                })
            })
            .count()
        };
        let (single, cumulative) = (votes(Span::Q3Single), votes(Span::Q3));
        for candidate in candidates.iter_mut().filter(|candidate| candidate.ambiguous && candidate.fact.table == table)
        {
            candidate.fact.period = match single.cmp(&cumulative) {
                std::cmp::Ordering::Greater => candidate.fact.period.map(|period| read_as(period, Span::Q3Single)),
                std::cmp::Ordering::Less => candidate.fact.period.map(|period| read_as(period, Span::Q3)),
                std::cmp::Ordering::Equal => None,
            };
        }
    }
}

/// A third-quarter period as the quarter or the nine months; any other as it is.
fn read_as(period: Period, span: Span) -> Period {
    match period.span {
        Span::Q3 | Span::Q3Single => Period::new(period.year, span),
        _ => period,
    }
}
