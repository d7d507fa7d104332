//! Printed numbers, units, periods, column headers, labels and the formulas between figures, on any words.

#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};
use caiwen_fuzz::{checks, vocabulary};
use doc::{DocKind, Identity, Period, Span, text};
use finance::{derive, metric::Metrics, number, period, unit};
use libfuzzer_sys::fuzz_target;
use rust_decimal::Decimal;

/// Words of one text, and texts of one table header.
const WORDS_MAX: usize = 8;
const HEADERS_MAX: usize = 5;

#[derive(Debug)]
struct Input {
    text: String,
    headers: Vec<String>,
    identity: Identity,
    today: period::Day,
}

impl<'a> Arbitrary<'a> for Input {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let kind = *u.choose(&DocKind::ALL)?;
        let span = *u.choose(&[Span::Q1, Span::H1, Span::Q3, Span::FY, Span::Q2Single, Span::Q4Single])?;
        // What four printed digits can be.
        let year = if u.ratio(1, 10)? { u.int_in_range(0..=9999)? } else { 2024 };
        let period = u.ratio(3, 4)?.then(|| Period::new(year, span));
        let today = (u.int_in_range(1900..=2200)?, u.int_in_range(1..=12)?, u.int_in_range(1..=31)?);
        let headers = (0..u.int_in_range(0..=HEADERS_MAX)?).map(|_| vocabulary::text(u, 4)).collect::<Result<_>>()?;
        let identity = Identity { kind, period, ..Identity::default() };
        Ok(Self { text: vocabulary::text(u, WORDS_MAX)?, headers, identity, today })
    }
}

fuzz_target!(|input: Input| {
    let text = &input.text;
    numbers(text);
    units(text);
    for mention in period::periods_in(text, input.today) {
        checks::is_range_of(text, &mention.range);
        let _ = (mention.period.label(), mention.period.year_before().end_date());
        let canonical = mention.period.to_string();
        assert_eq!(canonical.parse(), Ok(mention.period), "{canonical}");
    }
    for mention in period::dates_in(text, input.today) {
        checks::is_range_of(text, &mention.range);
    }
    let _ = (period::asks_latest(text), text.parse::<Period>());
    assert_eq!(period::column_meanings(&input.headers, &input.identity).len(), input.headers.len());
    let _ = period::column_meaning(text, &input.identity);
    let metrics = Metrics::builtin();
    let _ = (metrics.of_label(text), metrics.of_change_label(text), text::squeeze(text));
});

fn numbers(text: &str) {
    let mut values: Vec<Decimal> = Vec::new();
    if let Some(number) = number::parse_number(text) {
        assert!(!number::is_no_value(text), "{text:?} is a number and none");
        values.push(number.value);
    }
    for mention in number::numbers_in(text) {
        checks::is_range_of(text, &mention.range);
        values.extend([mention.in_base().0, mention.signed()]);
    }
    for pair in values.windows(2) {
        formulas(pair[0], pair[1]);
    }
}

fn units(text: &str) {
    let found = [unit::parse_unit(text), unit::parse_unit_line(text), unit::unit_in_label(text).map(|(unit, _)| unit)];
    for unit in found.into_iter().flatten() {
        assert!(unit.scale > Decimal::ZERO, "{unit:?}");
        let _ = unit::to_base(Decimal::MAX, &unit);
    }
}

fn formulas(a: Decimal, b: Decimal) {
    let _ = (derive::growth(a, b), derive::ratio(a, b, "a", "b"), derive::multiple(a, b, "a", "b"));
    let _ = (derive::gross_margin(a, b), derive::net_margin(a, b), derive::debt_ratio(a, b));
    let _ = (derive::single_quarter(a, b), derive::trailing_twelve_months(a, b, b), derive::free_cash_flow(a, b));
    let _ = (derive::points(a, b), derive::compound_growth(a, b, 3), derive::rounded(a, 2));
}
