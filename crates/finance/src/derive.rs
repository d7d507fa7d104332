//! Derived figures: growth, ratios, single quarters, compound growth; exact, each with its formula.

use rust_decimal::{Decimal, RoundingStrategy};

/// A derived figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Unrounded (28 digits); ratios are per cent: 15.71 for 15.71 %.
    pub value: Decimal,
    /// `%`, 百分点, 倍, or the unit of the operands.
    pub unit: String,
    /// The formula in the field's words: `(营业收入 − 营业成本) / 营业收入`.
    pub formula: String,
}

/// A change between two periods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// This − before, in the unit of the operands.
    pub difference: Decimal,
    /// (this − before) / |before| in per cent; `None` where before is zero.
    pub rate: Option<Decimal>,
    /// What must be said in place of or beside the rate, where a sign makes it misleading.
    pub remark: Option<Remark>,
    /// The formula in the field's words.
    pub formula: String,
}

/// Why a growth rate says little.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Remark {
    /// The base is zero: there is no rate.
    ZeroBase,
    /// 由负转正.
    TurnedPositive,
    /// 由正转负.
    TurnedNegative,
    /// Both negative, the loss is smaller.
    LossNarrowed,
    /// Both negative, the loss is larger.
    LossWidened,
}

impl Remark {
    /// The words for people.
    pub fn label(self) -> &'static str {
        match self {
            Remark::ZeroBase => "上期为零，无法计算增长率",
            Remark::TurnedPositive => "由负转正",
            Remark::TurnedNegative => "由正转负",
            Remark::LossNarrowed => "两期均为负，亏损收窄",
            Remark::LossWidened => "两期均为负，亏损扩大",
        }
    }
}

/// Rounds half away from zero, as printed figures are.
pub fn rounded(value: Decimal, places: u32) -> Decimal {
    value.round_dp_with_strategy(places, RoundingStrategy::MidpointAwayFromZero)
}

/// 同比 or 环比: the change of one metric from `before` to `this`.
pub fn growth(this: Decimal, before: Decimal) -> Growth {
    let difference = this.saturating_sub(before);
    let rate = percent(difference, before.abs());
    let remark = match (before.is_zero(), before.is_sign_negative(), this.is_sign_negative()) {
        (true, ..) => Some(Remark::ZeroBase),
        (_, true, false) => Some(Remark::TurnedPositive),
        (_, false, true) => Some(Remark::TurnedNegative),
        (_, true, true) if this > before => Some(Remark::LossNarrowed),
        (_, true, true) => Some(Remark::LossWidened),
        _ => None,
    };
    Growth { difference, rate, remark, formula: "(本期 − 上期) / |上期|".to_owned() }
}

/// `part / whole` in per cent under these names; `None` where the whole is zero.
pub fn ratio(part: Decimal, whole: Decimal, part_name: &str, whole_name: &str) -> Option<Derived> {
    let value = percent(part, whole)?;
    Some(Derived { value, unit: "%".to_owned(), formula: format!("{part_name} / {whole_name}") })
}

/// `part / whole` as a multiple; `None` where the whole is zero.
pub fn multiple(part: Decimal, whole: Decimal, part_name: &str, whole_name: &str) -> Option<Derived> {
    let value = part.checked_div(whole)?;
    Some(Derived { value, unit: "倍".to_owned(), formula: format!("{part_name} / {whole_name}") })
}

/// 毛利率 = (营业收入 − 营业成本) / 营业收入.
pub fn gross_margin(revenue: Decimal, cost: Decimal) -> Option<Derived> {
    let value = percent(revenue.checked_sub(cost)?, revenue)?;
    Some(Derived { value, unit: "%".to_owned(), formula: "(营业收入 − 营业成本) / 营业收入".to_owned() })
}

/// 净利率 = 净利润 / 营业总收入.
pub fn net_margin(net_profit: Decimal, total_revenue: Decimal) -> Option<Derived> {
    ratio(net_profit, total_revenue, "净利润", "营业总收入")
}

/// 资产负债率 = 负债合计 / 资产总计.
pub fn debt_ratio(liabilities: Decimal, assets: Decimal) -> Option<Derived> {
    ratio(liabilities, assets, "负债合计", "资产总计")
}

/// A single quarter = cumulative − cumulative of the quarter before, in 元.
pub fn single_quarter(cumulative: Decimal, before: Decimal) -> Derived {
    Derived {
        value: cumulative.saturating_sub(before),
        unit: "元".to_owned(),
        formula: "本期累计 − 上一季度累计".to_owned(),
    }
}

/// TTM = last full year + this cumulative − last year's same cumulative, in 元.
pub fn trailing_twelve_months(last_year: Decimal, this: Decimal, same_last_year: Decimal) -> Derived {
    let value = last_year.saturating_add(this).saturating_sub(same_last_year);
    Derived { value, unit: "元".to_owned(), formula: "上年全年 + 本期累计 − 上年同期累计".to_owned() }
}

/// 自由现金流 = 经营活动产生的现金流量净额 − 购建固定资产、无形资产和其他长期资产支付的现金, in 元.
pub fn free_cash_flow(operating: Decimal, capital_spending: Decimal) -> Derived {
    let formula = "经营活动产生的现金流量净额 − 购建固定资产、无形资产和其他长期资产支付的现金".to_owned();
    Derived { value: operating.saturating_sub(capital_spending), unit: "元".to_owned(), formula }
}

/// A difference of two ratios, in 百分点.
pub fn points(this: Decimal, before: Decimal) -> Derived {
    Derived {
        value: this.saturating_sub(before), unit: "百分点".to_owned(), formula: "本期 − 上期".to_owned()
    }
}

/// 年复合增长率 = (last / first)^(1 / years) − 1; `None` where an end is not positive or there are no years.
pub fn compound_growth(first: Decimal, last: Decimal, years: u32) -> Option<Derived> {
    if first <= Decimal::ZERO || last <= Decimal::ZERO || years == 0 || years > YEARS_MAX {
        return None;
    }
    let value = (root(last.checked_div(first)?, years)? - Decimal::ONE).checked_mul(Decimal::ONE_HUNDRED)?;
    Some(Derived { value, unit: "%".to_owned(), formula: format!("(期末 / 期初)^(1/{years}) − 1") })
}

/// No series of reports is longer.
const YEARS_MAX: u32 = 50;
/// Newton's steps: each doubles the digits that are right, and the start is within a factor of the root.
const ROOT_STEPS_MAX: u32 = 200;
/// Where the root counts as found.
const ROOT_PRECISION: Decimal = Decimal::from_parts(1, 0, 0, false, 20);

/// The `degree`-th root of a positive number by Newton's method; `None` where it leaves the range of decimals.
fn root(value: Decimal, degree: u32) -> Option<Decimal> {
    let n = Decimal::from(degree);
    let mut guess = if value > Decimal::ONE { value.checked_div(n)? + Decimal::ONE } else { Decimal::ONE };
    for _ in 0..ROOT_STEPS_MAX {
        let power = (1..degree).try_fold(Decimal::ONE, |power, _| power.checked_mul(guess))?;
        let next = guess.checked_mul(n - Decimal::ONE)?.checked_add(value.checked_div(power)?)? / n;
        if (next - guess).abs() <= ROOT_PRECISION {
            return Some(next);
        }
        guess = next;
    }
    Some(guess)
}

fn percent(part: Decimal, whole: Decimal) -> Option<Decimal> {
    part.checked_mul(Decimal::ONE_HUNDRED)?.checked_div(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().expect(text)
    }

    #[test]
    fn sums_beyond_all_decimals_are_no_panic() {
        for (a, b) in [(Decimal::MAX, Decimal::MIN), (Decimal::MIN, Decimal::MAX), (Decimal::MAX, Decimal::MAX)] {
            assert!(growth(a, b).rate.is_none_or(|rate| rate.is_zero()));
            let _ = (gross_margin(a, b), single_quarter(a, b), trailing_twelve_months(a, a, b));
            let _ = (free_cash_flow(a, b), points(a, b), compound_growth(a, Decimal::ONE, 2));
        }
    }

    #[test]
    fn growth_is_by_the_absolute_base_and_says_what_signs_mean() {
        let up = growth(d("170899152276.34"), d("147693604994.14"));
        assert_eq!((up.rate.map(|rate| rounded(rate, 2)), up.remark), (Some(d("15.71")), None));
        let turned = growth(d("10"), d("-5"));
        assert_eq!((turned.rate, turned.remark), (Some(d("300")), Some(Remark::TurnedPositive)));
        assert_eq!(growth(d("-5"), d("10")).remark, Some(Remark::TurnedNegative));
        assert_eq!(growth(d("-5"), d("-10")).remark, Some(Remark::LossNarrowed));
        assert_eq!(growth(d("-15"), d("-10")).remark, Some(Remark::LossWidened));
        let none = growth(d("5"), d("0"));
        assert_eq!((none.rate, none.remark), (None, Some(Remark::ZeroBase)));
    }

    #[test]
    fn ratios_and_quarters_are_exact() {
        let margin = gross_margin(d("142615399.97"), d("33524559.06")).expect("a margin");
        assert_eq!((rounded(margin.value, 2), margin.unit.as_str()), (d("76.49"), "%"));
        assert_eq!(gross_margin(d("0"), d("1")), None);
        assert_eq!(single_quarter(d("4239822013.11"), d("1942210693.65")).value, d("2297611319.46"));
        assert_eq!(free_cash_flow(d("92463692168.43"), d("4678712053.56")).value, d("87784980114.87"));
        assert_eq!(trailing_twelve_months(d("100"), d("30"), d("20")).value, d("110"));
        assert_eq!(rounded(d("2.345"), 2), d("2.35"));
        assert_eq!(rounded(d("-2.345"), 2), d("-2.35"));
    }

    #[test]
    fn compound_growth_inverts_compounding() {
        let grown = compound_growth(d("100"), d("121"), 2).expect("a rate");
        assert_eq!(rounded(grown.value, 10), d("10"));
        let shrunk = compound_growth(d("100"), d("72.9"), 3).expect("a rate");
        assert_eq!(rounded(shrunk.value, 10), d("-10"));
        assert_eq!(compound_growth(d("-1"), d("2"), 2), None);
        assert_eq!(compound_growth(d("1"), d("2"), 0), None);
    }

    proptest::proptest! {
        #[test]
        fn a_root_raised_again_is_the_number(value in 1u64..1_000_000_000_000, degree in 1u32..12) {
            let value = Decimal::new(i64::try_from(value).unwrap_or(1), 6);
            if let Some(found) = root(value, degree) {
                let power = (0..degree).fold(Decimal::ONE, |power, _| power * found);
                proptest::prop_assert!(((power - value) / value).abs() < Decimal::new(1, 10), "{found}^{degree}");
            }
        }
    }
}
