//! The accounting identities that printed figures must satisfy.

use std::collections::HashMap;

use doc::{Basis, Fact, Period, Scope};
use rust_decimal::Decimal;

use crate::{derive, number::parse_number};

/// Sum of the first names = sum of the second; a name with `?` counts zero where it is not printed, one with `-` is
/// taken away, one with `~` is a cost that some tables print as a negative number.
const IDENTITIES: [(&[&str], &[&str]); 10] = [
    (&["资产总计"], &["负债合计", "所有者权益合计"]),
    (&["资产总计"], &["负债和所有者权益总计"]),
    (&["资产总计"], &["流动资产合计", "非流动资产合计"]),
    (&["负债合计"], &["流动负债合计", "非流动负债合计"]),
    (&["所有者权益合计"], &["归属于母公司所有者权益合计", "少数股东权益"]),
    (&["利润总额"], &["净利润", "~所得税费用"]),
    (&["净利润"], &["归属于母公司股东的净利润", "少数股东损益"]),
    (
        &["现金及现金等价物净增加额"],
        &[
            "经营活动产生的现金流量净额",
            "投资活动产生的现金流量净额",
            "筹资活动产生的现金流量净额",
            "?汇率变动对现金及现金等价物的影响",
        ],
    ),
    (&["期末现金及现金等价物余额"], &["期初现金及现金等价物余额", "现金及现金等价物净增加额"]),
    (&["利润总额"], &["营业利润", "营业外收入", "-营业外支出"]),
];

/// Adds a reason to `suspect` of every fact that fails an identity, and of every printed change that its two values
/// do not give.
///
/// Each holds to the printed rounding: one unit in the last place for each operand.
pub fn mark_suspects(facts: &mut [Fact]) {
    let groups = groups(facts);
    let mut doubts: Vec<(usize, String)> = Vec::new();
    for group in groups.values() {
        for (left, right) in IDENTITIES {
            if let Some((members, reason)) = fails(facts, group, left, right) {
                doubts.extend(members.into_iter().map(|index| (index, reason.clone())));
            }
        }
    }
    doubts.extend(wrong_changes(facts));
    for (index, reason) in doubts {
        if !facts[index].suspect.contains(&reason) {
            facts[index].suspect.push(reason);
        }
    }
}

/// One statement's figures: metric to the facts that print it. The day is left out, so that a flow and a balance of
/// one period meet, but a restated opening balance stays apart.
type Group<'a> = HashMap<&'a str, Vec<usize>>;

type GroupKey = (Period, Scope, bool, bool, bool);

fn group_key(fact: &Fact) -> Option<GroupKey> {
    let period = fact.period?;
    let opening = fact.as_of.ends_with("-01-01");
    Some((period, fact.scope, fact.basis == Basis::BeforeRestatement, fact.forecast, opening))
}

fn groups(facts: &[Fact]) -> HashMap<GroupKey, Group<'_>> {
    let mut groups: HashMap<GroupKey, Group<'_>> = HashMap::new();
    for (index, fact) in facts.iter().enumerate().filter(|(_, fact)| !fact.metric.is_empty()) {
        if let Some(key) = group_key(fact) {
            groups.entry(key).or_default().entry(&fact.metric).or_default().push(index);
        }
    }
    groups
}

/// The value of one unit in the last printed place, by the scale that lies between the printed number and the value.
fn step(fact: &Fact) -> Decimal {
    let Some(number) = parse_number(&fact.raw) else { return Decimal::ONE };
    let scale = fact.value.checked_div(number.value).map_or(Decimal::ONE, |scale| scale.abs());
    let scale = if scale.is_zero() { Decimal::ONE } else { scale };
    Decimal::new(1, number.places.min(Decimal::MAX_SCALE)).checked_mul(scale).unwrap_or(Decimal::ONE)
}

/// Tables in thousands or more may leave small items out.
const COARSE_STEP: Decimal = Decimal::ONE_THOUSAND;

/// The members of an identity that does not hold, and why; `None` where it holds or cannot be checked.
fn fails(facts: &[Fact], group: &Group<'_>, left: &[&str], right: &[&str]) -> Option<(Vec<usize>, String)> {
    let mut sides =
        Sides { facts, group, members: Vec::new(), tolerance: Decimal::ZERO, costs: Decimal::ZERO, left_out: false };
    let (left_sum, right_sum) = (sides.sum(left)?, sides.sum(right)?);
    let difference = left_sum.checked_sub(right_sum)?;
    let by_sign = difference.checked_add(sides.costs)?.checked_add(sides.costs)?.abs() <= sides.tolerance;
    let coarse = sides.left_out && sides.tolerance >= COARSE_STEP;
    if difference.abs() <= sides.tolerance || by_sign || coarse {
        return None;
    }
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| name.trim_start_matches(['?', '~']))
            .collect::<Vec<_>>()
            .join(" + ")
            .replace("+ -", "− ")
    };
    Some((sides.members, format!("{} ({left_sum}) is not {} ({right_sum})", names(left), names(right))))
}

/// The operands of an identity while they are added up.
struct Sides<'a> {
    facts: &'a [Fact],
    group: &'a Group<'a>,
    members: Vec<usize>,
    tolerance: Decimal,
    /// Costs that are printed as negative numbers.
    costs: Decimal,
    /// An operand is not printed.
    left_out: bool,
}

impl Sides<'_> {
    fn sum(&mut self, names: &[&str]) -> Option<Decimal> {
        let mut sum = Decimal::ZERO;
        for name in names {
            let bare = name.trim_start_matches(['?', '-', '~']);
            let Some(printed) = self.group.get(bare) else {
                if name.starts_with('?') {
                    self.left_out = true;
                    continue;
                }
                return None;
            };
            let fact = &self.facts[*printed.first()?];
            self.tolerance = self.tolerance.checked_add(step(fact))?;
            self.members.extend(printed);
            if name.starts_with('~') && fact.value.is_sign_negative() {
                self.costs = self.costs.checked_add(fact.value)?;
            }
            sum = if name.starts_with('-') { sum.checked_sub(fact.value)? } else { sum.checked_add(fact.value)? };
        }
        Some(sum)
    }
}

/// Percentage points by which a printed change may differ from the computed one beside its own rounding.
const CHANGE_TOLERANCE: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Printed changes that the two values do not give.
fn wrong_changes(facts: &[Fact]) -> Vec<(usize, String)> {
    let groups = groups(facts);
    let value = |metric: &str, period: Period, like: &Fact| {
        let of = |before: bool| {
            let key = (period, like.scope, before, like.forecast, false);
            groups
                .get(&key)
                .and_then(|group| group.get(metric))
                .and_then(|printed| printed.first())
                .map(|index| &facts[*index])
        };
        of(like.basis == Basis::BeforeRestatement).or_else(|| of(false))
    };
    let mut doubts = Vec::new();
    for (index, fact) in facts.iter().enumerate() {
        let (Some(metric), Some(period)) = (fact.metric.strip_suffix("同比变动"), fact.period) else { continue };
        // A balance is compared with the end of last year, a flow with the same period of last year.
        let before =
            if fact.as_of.is_empty() { period.year_before() } else { Period::new(period.year - 1, doc::Span::FY) };
        let (Some(this), Some(last)) = (value(metric, period, fact), value(metric, before, fact)) else { continue };
        let last_like = last.forecast == this.forecast || !last.forecast;
        let expected = if fact.unit == "百分点" {
            this.value.checked_sub(last.value)
        } else {
            derive::growth(this.value, last.value).rate
        };
        let Some(expected) = expected.filter(|_| last_like) else { continue };
        let rounding = spread(this, last, &fact.unit)
            .and_then(|spread| spread.checked_add(step(fact)))
            .and_then(|rounding| rounding.checked_add(CHANGE_TOLERANCE));
        let off = expected.checked_sub(fact.value).map(|off| off.abs());
        if off.zip(rounding).is_some_and(|(off, rounding)| off > rounding) {
            let shown = derive::rounded(expected, 2);
            doubts.push((index, format!("the two values give {shown}")));
        }
    }
    doubts
}

/// How far the rounding of two printed values moves their growth, in per cent (or in points for ratios); `None` where
/// that is beyond all numbers.
fn spread(this: &Fact, last: &Fact, unit: &str) -> Option<Decimal> {
    if unit == "百分点" {
        return step(this).checked_add(step(last));
    }
    let base = last.value.abs();
    if base.is_zero() {
        return Some(Decimal::ZERO);
    }
    let ratio = this.value.abs().checked_div(base)?.max(Decimal::ONE);
    let moved = step(last).checked_mul(ratio)?.checked_add(step(this))?;
    moved.checked_div(base)?.checked_mul(Decimal::ONE_HUNDRED)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(metric: &str, period: &str, value: &str) -> Fact {
        Fact {
            metric: metric.to_owned(),
            label: metric.to_owned(),
            period: period.parse().ok(),
            as_of: String::new(),
            scope: Scope::Consolidated,
            value: value.parse().expect("a decimal"),
            unit: "元".to_owned(),
            raw: value.to_owned(),
            unit_printed: "元".to_owned(),
            page: doc::PageIndex(0),
            bbox: doc::Rect::default(),
            table: 0,
            row: 0,
            column: 0,
            column_header: String::new(),
            basis: Basis::AsReported,
            forecast: false,
            suspect: Vec::new(),
        }
    }

    fn suspects(mut facts: Vec<Fact>) -> Vec<String> {
        mark_suspects(&mut facts);
        facts.into_iter().filter(|fact| !fact.suspect.is_empty()).map(|fact| fact.metric).collect()
    }

    #[test]
    fn sums_that_hold_raise_no_doubt_and_others_do() {
        let sheet = |assets: &str| {
            vec![
                fact("资产总计", "2024FY", assets),
                fact("负债合计", "2024FY", "40.00"),
                fact("所有者权益合计", "2024FY", "60.00"),
            ]
        };
        assert!(suspects(sheet("100.00")).is_empty());
        assert!(suspects(sheet("100.02")).is_empty(), "within the printed rounding");
        let coarse =
            |value: &str, raw: &str, metric: &str| Fact { raw: raw.to_owned(), ..fact(metric, "2024FY", value) };
        let millions = vec![
            coarse("100000000", "100", "资产总计"),
            coarse("41000000", "41", "负债合计"),
            coarse("60000000", "60", "所有者权益合计"),
        ];
        assert!(suspects(millions).is_empty(), "a million either way when millions are printed");
        assert_eq!(suspects(sheet("101.00")).len(), 3);
    }

    #[test]
    fn other_periods_and_scopes_do_not_mix() {
        let mut facts = vec![
            fact("资产总计", "2024FY", "100"),
            fact("负债合计", "2024FY", "40"),
            fact("所有者权益合计", "2023FY", "70"),
        ];
        facts[1].scope = Scope::Parent;
        assert!(suspects(facts).is_empty());
    }

    #[test]
    fn figures_at_the_ends_of_all_numbers_are_no_panic() {
        let (most, least) = ("79228162514264337593543950335", "-0.0000000001");
        let facts = |this: &str, last: &str| {
            let change = Fact { unit: "百分点".to_owned(), ..fact("净利润同比变动", "2024FY", this) };
            vec![fact("净利润", "2024FY", this), fact("净利润", "2023FY", last), change]
        };
        for (this, last) in [(most, least), (least, most), (most, most)] {
            suspects(facts(this, last));
            suspects(facts(this, last).into_iter().map(|fact| Fact { unit: "%".to_owned(), ..fact }).collect());
        }
        suspects(["资产总计", "负债合计", "所有者权益合计"].map(|name| fact(name, "2024FY", most)).into());
    }

    #[test]
    fn a_printed_change_must_follow_from_its_values() {
        let mut change = fact("营业收入同比变动", "2024FY", "10.00");
        change.unit = "%".to_owned();
        let values =
            |change: Fact| vec![fact("营业收入", "2024FY", "110.00"), fact("营业收入", "2023FY", "100.00"), change];
        assert!(suspects(values(change.clone())).is_empty());
        "12.00".clone_into(&mut change.raw);
        change.value = "12.00".parse().expect("a decimal");
        assert_eq!(suspects(values(change)), ["营业收入同比变动"]);
    }
}
