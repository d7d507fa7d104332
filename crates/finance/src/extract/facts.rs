//! The figures of a document's tables, each with what it means.

use doc::{Basis, DocKind, Document, Fact, Identity, Period, Scope, Span, Table};
use rust_decimal::Decimal;

use super::{
    grid::{Grid, Group, Headers},
    resolve::{self, Candidate},
    table_kind::{Classifier, TableKind, Trust},
};
use crate::{
    check,
    folded::squeeze_fold,
    metric::{Metric, Metrics, Nature},
    number::{Number, NumberKind, parse_number},
    period::{ColumnMeaning, Role, column_meanings},
    unit::{self, Unit},
};

/// Every figure of the document's tables with what it means.
///
/// A metric is given only where the figure is the company's own and does not contradict a statement; else the label
/// alone. What contradicts an accounting identity or another printing is marked `suspect`.
pub fn facts(document: &Document, identity: &Identity) -> Vec<Fact> {
    let mut classifier = Classifier::new(document, identity);
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut carried: Option<Carried> = None;
    for (index, table) in document.tables.iter().enumerate() {
        let grid = Grid::new(table);
        let mut kind = classifier.read(index, &grid);
        let continued = carried.take().filter(|carried| kind.opens_page && carried.goes_on_in(table));
        if let Some(carried) = continued.as_ref().filter(|_| {
            table.header_rows.is_empty()
                || kind.trust > continued.as_ref().map_or(Trust::Others, |carried| carried.kind.trust)
        }) {
            kind = carried.kind.clone();
        }
        let mut reader = Reader {
            index,
            grid,
            kind,
            identity,
            inherited: continued.map(|carried| carried.headers),
            out: Vec::new(),
        };
        let headers = reader.read();
        carried = Some(Carried { last_page: last_page(table), kind: reader.kind.clone(), headers });
        candidates.extend(reader.out);
    }
    resolve::resolve(&mut candidates, identity);
    let mut facts: Vec<Fact> = candidates.into_iter().map(|candidate| candidate.fact).collect();
    check::mark_suspects(&mut facts);
    facts
}

/// What a table hands on to a part of it on the next page that could not be joined to it.
struct Carried {
    last_page: u32,
    kind: TableKind,
    headers: Vec<String>,
}

impl Carried {
    /// The next table begins on the page after this one's end with rows that have no header above them.
    fn goes_on_in(&self, table: &Table) -> bool {
        let first = table.parts.first().map_or(0, |(page, _)| page.0);
        let headless = table.header_rows.first().is_none_or(|row| *row > 0);
        headless && first.checked_sub(1) == Some(self.last_page) && !self.headers.is_empty()
    }
}

/// Headers with the periods of a line above the table put over its columns of amounts, where the headers themselves
/// name none and there are as many; else `None`.
fn dated_above(grid: &Grid<'_>, kind: &TableKind, texts: &[String], meanings: &[ColumnMeaning]) -> Option<Vec<String>> {
    if kind.opening_periods.len() < 2 || meanings.iter().any(|meaning| meaning.period.is_some()) {
        return None;
    }
    let amounts = grid.amount_columns();
    if amounts.len() != kind.opening_periods.len() {
        return None;
    }
    let mut dated = texts.to_vec();
    dated.resize(grid.table.columns, String::new());
    for (col, period) in amounts.into_iter().zip(&kind.opening_periods) {
        dated[col] = if dated[col].is_empty() { period.clone() } else { format!("{period}/{}", dated[col]) };
    }
    Some(dated)
}

/// Headers for a row without one: those of the table before, column by column, or in order where the row has as many
/// filled cells as that table has columns of figures.
fn inherited_headers(grid: &Grid<'_>, row: usize, inherited: &[String]) -> Option<Vec<String>> {
    if inherited.len() == grid.table.columns {
        return Some(inherited.to_vec());
    }
    let filled: Vec<usize> = (1..grid.table.columns).filter(|col| !grid.own_text(row, *col).is_empty()).collect();
    let figures: Vec<&String> = inherited.iter().skip(1).filter(|header| !header.is_empty()).collect();
    if filled.len() != figures.len() || filled.is_empty() {
        return None;
    }
    let mut headers = vec![String::new(); grid.table.columns];
    for (col, header) in filled.into_iter().zip(figures) {
        headers[col].clone_from(header);
    }
    Some(headers)
}

fn last_page(table: &Table) -> u32 {
    table.parts.last().map_or(0, |(page, _)| page.0)
}

/// Reads one table.
struct Reader<'a> {
    index: usize,
    grid: Grid<'a>,
    kind: TableKind,
    identity: &'a Identity,
    /// Headers of the table that this one continues.
    inherited: Option<Vec<String>>,
    out: Vec<Candidate>,
}

/// What the rows before say about the next one, in one group of columns.
#[derive(Clone, Default)]
struct RowState<'m> {
    /// The last heading row (成长能力, 每股指标).
    section: String,
    /// A label row without numbers, whose numbers may stand in the next row.
    pending: String,
    /// The last row's metric, for a row that is only “同比”.
    metric: Option<&'m Metric>,
    label: String,
}

/// What a row's label says.
struct Row<'m> {
    label: String,
    metric: Option<&'m Metric>,
    /// The figures are changes of the metric.
    change: bool,
    unit: Option<Unit>,
    /// A period in the label (`营业收入_本报告期`).
    period: Option<Period>,
}

/// What a column says, and what stands beside it.
struct Column<'a> {
    col: usize,
    meaning: ColumnMeaning,
    header: &'a str,
    headers: &'a [String],
}

/// An amount of the row's item, or its change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Figure {
    Amount,
    Change,
}

impl Reader<'_> {
    /// Gives the headers of the last rows.
    fn read(&mut self) -> Vec<String> {
        let groups = self.grid.groups();
        let mut headers = Headers::default();
        let mut meanings: Vec<ColumnMeaning> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        let mut states = vec![RowState::default(); groups.len()];
        for row in 0..self.grid.rows() {
            if headers.advance(&self.grid, row, &groups) {
                texts.clone_from(&headers.texts);
                meanings = column_meanings(&texts, self.identity);
            }
            if headers.is_empty()
                && let Some(inherited) =
                    self.inherited.as_ref().and_then(|inherited| inherited_headers(&self.grid, row, inherited))
            {
                meanings = column_meanings(&inherited, self.identity);
                texts = inherited;
            }
            if let Some(dated) = dated_above(&self.grid, &self.kind, &texts, &meanings) {
                meanings = column_meanings(&dated, self.identity);
                texts = dated;
            }
            if self.grid.is_header(row) {
                continue;
            }
            if headers.is_empty() && texts.iter().all(String::is_empty) {
                self.read_pairs(row);
                continue;
            }
            for (group, state) in groups.iter().zip(&mut states) {
                if !self.grid.is_inner_header(row, group) {
                    self.read_row(row, group, &texts, &meanings, state);
                }
            }
        }
        texts
    }

    fn read_row(
        &mut self,
        row: usize,
        group: &Group,
        headers: &[String],
        meanings: &[ColumnMeaning],
        state: &mut RowState<'static>,
    ) {
        let (label, whole) = self.grid.label(row, group);
        if !self.grid.has_numbers(row, group) {
            if !label.is_empty() {
                state.section = squeeze_fold(&label);
                state.pending = label;
            }
            return;
        }
        let label = if label.is_empty() { std::mem::take(&mut state.pending) } else { label };
        state.pending.clear();
        if label.is_empty() {
            return;
        }
        let parsed = self.row_meaning(&label, &whole, state);
        for col in &group.values {
            let Some(number) = parse_number(self.grid.own_text(row, *col)) else { continue };
            let Some(meaning) = meanings.get(*col) else { continue };
            if matches!(meaning.role, Role::Note | Role::Label) {
                continue;
            }
            let header = headers.get(*col).map(String::as_str).unwrap_or_default();
            let meaning = self.completed(meaning, *col, group, meanings);
            self.add(row, &parsed, &number, &Column { col: *col, meaning, header, headers }, &state.section);
        }
        if !parsed.change {
            state.metric = parsed.metric;
            state.label = parsed.label;
        }
    }

    /// What the label says, with the row before it for a row that is only a change.
    fn row_meaning(&self, label: &str, whole: &str, state: &RowState<'static>) -> Row<'static> {
        let metrics = Metrics::builtin();
        let (bare, period) = self.split_period(label);
        let unit = unit::unit_in_label(&bare).map(|(unit, _)| unit);
        let row = |label: String, metric, change| Row { label, metric, change, unit: unit.clone(), period };
        if self.kind.trust == Trust::Others {
            return row(whole.to_owned(), None, false);
        }
        if is_change_label(&bare) {
            let label = if state.label.is_empty() { label.to_owned() } else { format!("{} {label}", state.label) };
            return Row { label, metric: state.metric, change: true, unit: None, period };
        }
        if let Some(metric) =
            metrics.of_label(&bare).or_else(|| unit::unit_in_label(&bare).and_then(|(_, rest)| metrics.of_label(&rest)))
        {
            return row(label.to_owned(), Some(metric), false);
        }
        if let Some(metric) = metrics.of_change_label(&bare) {
            return row(label.to_owned(), Some(metric), true);
        }
        row(if whole.is_empty() { label.to_owned() } else { whole.to_owned() }, None, false)
    }

    /// A period at the label's end (`营业收入_年初至报告期末`), with the label without it.
    fn split_period(&self, label: &str) -> (String, Option<Period>) {
        let none = || (label.to_owned(), None);
        let Some((bare, tail)) = label.rsplit_once(['_', '＿']) else { return none() };
        let Some(own) = self.identity.period else { return none() };
        let third = self.identity.kind == DocKind::QuarterlyReport && own.span == Span::Q3;
        match squeeze_fold(tail).as_str() {
            "本报告期" if third => (bare.to_owned(), Some(Period::new(own.year, Span::Q3Single))),
            "本报告期" | "本报告期末" | "年初至报告期末" | "期末" => (bare.to_owned(), Some(own)),
            _ => none(),
        }
    }

    /// The column's meaning; a change column without a period of its own is about the latest amounts before it.
    fn completed(
        &self,
        meaning: &ColumnMeaning,
        col: usize,
        group: &Group,
        meanings: &[ColumnMeaning],
    ) -> ColumnMeaning {
        let mut meaning = meaning.clone();
        let changes = matches!(meaning.role, Role::ChangePercent | Role::ChangePoints);
        if !changes || meaning.period.is_some() {
            return meaning;
        }
        let before = group.values.iter().take_while(|other| **other < col).filter_map(|other| meanings.get(*other));
        let amounts: Vec<&ColumnMeaning> =
            before.filter(|other| other.role == Role::Amount && other.period.is_some()).collect();
        if let Some(latest) = amounts.into_iter().max_by_key(|other| other.period.map(Period::end_date)) {
            meaning.period = latest.period;
            meaning.as_of.clone_from(&latest.as_of);
            meaning.forecast = latest.forecast;
        }
        meaning
    }

    /// Label and number side by side, without a header above (研发投入合计 | 1,234).
    fn read_pairs(&mut self, row: usize) {
        // Elsewhere a number without a header may be of any period.
        if !self.identity.kind.is_periodic_report() || self.identity.language == "en" {
            return;
        }
        let filled = (0..self.grid.table.columns)
            .map(|col| (col, self.grid.own_text(row, col)))
            .filter(|(_, text)| !text.is_empty());
        let cells: Vec<(usize, &str, Option<Number>)> =
            filled.map(|(col, text)| (col, text, parse_number(text))).collect();
        for (at, (_, label, _)) in cells.iter().enumerate().filter(|(_, (_, _, number))| number.is_none()) {
            let [(col, _, Some(number)), rest @ ..] = &cells[at + 1..] else { continue };
            let more = matches!(rest.first(), Some((_, _, Some(_))));
            let parsed = self.row_meaning(label, label, &RowState::default());
            if more || parsed.metric.is_none() {
                continue;
            }
            let meaning = ColumnMeaning {
                role: Role::Amount,
                period: self.identity.period,
                as_of: None,
                basis: Basis::AsReported,
                forecast: false,
                scope: None,
                unit: None,
            };
            self.add(row, &parsed, number, &Column { col: *col, meaning, header: "", headers: &[] }, "");
        }
    }

    fn add(&mut self, row: usize, parsed: &Row<'static>, number: &Number, column: &Column<'_>, section: &str) {
        let Column { col, meaning, header, headers } = column;
        let Some(index) = self.grid.cell_index(row, *col) else { return };
        let cell = &self.grid.table.cells[index];
        let figure = figure_of(parsed, number, meaning, section);
        let share = matches!(meaning.role, Role::ShareOfTotal | Role::Other);
        let (base, scale, printed) = self.unit_of(parsed, number, meaning, figure);
        let metric = parsed.metric.filter(|metric| {
            let suits = match figure {
                Figure::Change => !is_other_base(header, &parsed.label),
                Figure::Amount => fits(metric, &base, number),
            };
            suits && !share && !names_metric(header)
        });
        let name = match (metric, figure) {
            (Some(metric), Figure::Change) => format!("{}同比变动", metric.name),
            (Some(metric), Figure::Amount) => metric.name.clone(),
            (None, _) => String::new(),
        };
        let meaning = &self.for_nature(meaning, metric, header);
        let period =
            parsed.period.or(meaning.period).filter(|period| self.is_possible(*period, metric, meaning, header));
        let (period, as_of) = timing(metric, period, meaning, figure);
        let fact = Fact {
            metric: name,
            label: parsed.label.clone(),
            period,
            as_of,
            scope: meaning.scope.unwrap_or(self.kind.scope),
            value: unit::to_base(number.value, &Unit { base: base.clone(), scale, printed: String::new() }),
            unit: base,
            raw: cell.text.clone(),
            unit_printed: printed,
            page: cell.page,
            bbox: cell.bbox,
            table: self.index,
            row,
            column: *col,
            column_header: (*header).to_owned(),
            basis: meaning.basis,
            forecast: meaning.forecast,
            suspect: Vec::new(),
        };
        let step = number_step(number, scale);
        let money = metric.map_or_else(|| !is_no_amount(&fact.label), |metric| metric.unit == "元");
        let in_money = money && figure == Figure::Amount && !share;
        let ambiguous = self.is_ambiguous(header, headers, parsed);
        self.out.push(Candidate { fact, trust: self.kind.trust, step, ambiguous, in_money });
    }

    /// No report prints actual figures of a time after its own period, and no flow belongs to 上年度末 or 期初.
    fn is_possible(&self, period: Period, metric: Option<&Metric>, meaning: &ColumnMeaning, header: &str) -> bool {
        let Some(own) = self.identity.period.filter(|_| self.identity.kind.is_periodic_report()) else { return true };
        let later = period.end_date() > own.end_date() && !meaning.forecast;
        let flow = metric.is_some_and(|metric| metric.nature != Nature::Stock);
        let relative = meaning.as_of.is_some() && !header.contains(|c: char| c.is_ascii_digit());
        let displaced = flow && relative && period != own;
        !later && !displaced
    }

    /// A header of two levels for two kinds of rows (`上年度末/上年同期`): the level that suits the metric.
    fn for_nature(&self, meaning: &ColumnMeaning, metric: Option<&Metric>, header: &str) -> ColumnMeaning {
        let flow = metric.is_some_and(|metric| metric.nature != Nature::Stock);
        let levels: Vec<&str> = header.split('/').collect();
        if !flow || meaning.as_of.is_none() || levels.len() < 2 {
            return meaning.clone();
        }
        let fitting = column_meanings(&levels, self.identity)
            .into_iter()
            .find(|level| level.period.is_some() && level.as_of.is_none() && level.role == meaning.role);
        fitting.map_or_else(
            || meaning.clone(),
            |level| ColumnMeaning { period: level.period, as_of: None, ..meaning.clone() },
        )
    }

    /// In a third-quarter report 本报告期 is the quarter where 年初至报告期末 stands beside it; alone it may be either.
    fn is_ambiguous(&self, header: &str, headers: &[String], parsed: &Row<'_>) -> bool {
        let third = self.identity.kind == DocKind::QuarterlyReport
            && self.identity.period.is_some_and(|own| own.span == Span::Q3);
        let both = headers.iter().any(|header| header.contains("年初至"));
        let own = headers.iter().any(|header| header.contains("本报告期") && !header.contains("本报告期末"));
        third && own && !both && parsed.period.is_none() && !header.contains('末')
    }

    /// Base unit, scale and the unit as printed, from the cell, the row, the column, the metric and the table, in
    /// this order.
    fn unit_of(
        &self,
        parsed: &Row<'_>,
        number: &Number,
        meaning: &ColumnMeaning,
        figure: Figure,
    ) -> (String, Decimal, String) {
        let plain = |base: &str, printed: &str| (base.to_owned(), Decimal::ONE, printed.to_owned());
        let ratio = parsed.metric.is_some_and(|metric| metric.nature == Nature::Ratio && metric.unit == "%");
        match number.kind {
            NumberKind::Points => return plain("百分点", "百分点"),
            _ if figure == Figure::Change && (ratio || meaning.role == Role::ChangePoints) => {
                return plain("百分点", "%");
            }
            _ if figure == Figure::Change => return plain("%", "%"),
            NumberKind::Percent => return plain("%", "%"),
            NumberKind::Plain => {}
        }
        let per_share =
            parsed.metric.is_some_and(|metric| metric.nature == Nature::PerShare) || parsed.label.contains("每股");
        let column = meaning.unit.clone().filter(|unit| unit.base != "%" || meaning.role == Role::ShareOfTotal);
        let own = unit::parse_unit(&number.unit).or_else(|| parsed.unit.clone()).or(column);
        if let Some(unit) = own {
            let base = if per_share && !unit.base.contains('/') && !unit.base.is_empty() {
                format!("{}/股", unit.base)
            } else {
                unit.base
            };
            return (base, unit.scale, unit.printed);
        }
        if meaning.role == Role::ShareOfTotal {
            return plain("%", "");
        }
        let table = self.kind.unit.clone();
        if per_share {
            let currency = table.map(|unit| unit.base).filter(|base| base.ends_with('元') && !base.is_empty());
            let usual = if self.identity.language == "en" { "" } else { "元" };
            return plain(&format!("{}/股", currency.unwrap_or_else(|| usual.to_owned())), "");
        }
        match parsed.metric {
            Some(metric) if metric.unit == "元" => {}
            Some(metric) => return plain(&metric.unit, ""),
            None if is_no_amount(&parsed.label) => return plain("", ""),
            None => {}
        }
        table.map_or_else(|| plain("", ""), |unit| (unit.base, unit.scale, unit.printed))
    }
}

/// The value of one unit in the last printed place.
fn number_step(number: &Number, scale: Decimal) -> Decimal {
    let last = Decimal::new(1, number.places.min(Decimal::MAX_SCALE));
    last.checked_mul(scale).unwrap_or(last)
}

/// Does the unit suit the metric? A metric in money is not printed in shares or persons.
fn fits(metric: &Metric, base: &str, number: &Number) -> bool {
    match metric.unit.as_str() {
        "元" => base.ends_with('元') || base.is_empty(),
        "%" => base == "%" || (base.is_empty() && number.kind == NumberKind::Plain),
        "元/股" => base.ends_with("元/股"),
        "" => true,
        unit => base == unit || base.is_empty(),
    }
}

/// A change by its column or label, or a percentage in the row of an amount under a heading of growth (成长能力:
/// 营业收入 15.1%).
fn figure_of(parsed: &Row<'_>, number: &Number, meaning: &ColumnMeaning, section: &str) -> Figure {
    let amount = parsed.metric.is_some_and(|metric| metric.unit == "元");
    let percent = number.kind == NumberKind::Percent || parsed.unit.as_ref().is_some_and(|unit| unit.base == "%");
    let grows = amount && percent && ["成长", "增长", "增速"].iter().any(|word| section.contains(word));
    let changes = parsed.change || matches!(meaning.role, Role::ChangePercent | Role::ChangePoints);
    if changes || grows { Figure::Change } else { Figure::Amount }
}

/// Is a change counted from another time than a year ago (环比), or over several years?
fn is_other_base(header: &str, label: &str) -> bool {
    [header, label].into_iter().any(|text| {
        let folded = squeeze_fold(text);
        ["环比", "qoq", "较上季", "比上季", "cagr", "复合"].iter().any(|word| folded.contains(word))
    })
}

/// Period and day: a balance stands at the end of its period, a flow has no day.
fn timing(
    metric: Option<&Metric>,
    period: Option<Period>,
    meaning: &ColumnMeaning,
    figure: Figure,
) -> (Option<Period>, String) {
    let day = meaning.as_of.clone().unwrap_or_default();
    let Some(metric) = metric else { return (period, day) };
    if metric.nature != Nature::Stock {
        return (period, String::new());
    }
    let cumulative = period.map(|period| match period.span {
        Span::Q2Single => Period::new(period.year, Span::H1),
        Span::Q3Single => Period::new(period.year, Span::Q3),
        Span::Q4Single => Period::new(period.year, Span::FY),
        _ => period,
    });
    // The cash a period began with belongs to the period but not to its last day.
    if metric.name == "期初现金及现金等价物余额" {
        return (cumulative, String::new());
    }
    let end = cumulative.map(Period::end_date).unwrap_or_default();
    let displaced = figure == Figure::Change && day > end;
    (cumulative, if day.is_empty() || displaced { end } else { day })
}

/// Does a column's header name a metric, so that the row is a part of the company (a segment) and not its total?
fn names_metric(header: &str) -> bool {
    let last = header.rsplit('/').next().unwrap_or_default();
    let metrics = Metrics::builtin();
    let whole = metrics.of_label(header).or_else(|| metrics.of_label(last));
    let compared = || {
        let folded = squeeze_fold(header);
        let stem = ["比上年", "同比", "较上年"].iter().find_map(|word| folded.find(word).map(|at| &folded[..at]));
        stem.filter(|stem| !stem.is_empty()).and_then(|stem| metrics.of_label(stem))
    };
    whole.or_else(compared).is_some()
}

const CHANGE_LABELS: [&str; 24] = [
    "同比",
    "同比增长",
    "同比增速",
    "同比增长率",
    "增长率",
    "增速",
    "yoy",
    "yoygrowth",
    "growth",
    "+/-%",
    "+/-",
    "(+/-%)",
    "(+/-)%",
    "yoy增长",
    "增长率yoy",
    "同比增减",
    "同比变动",
    "同比变化",
    "增长率yoy%",
    "同比增速%",
    "同比%",
    "增长",
    "年增长率",
    "变动",
];

/// A label that says nothing but that the row holds changes of the row above (`同比（%）`, `YoY`, `增长率`).
fn is_change_label(label: &str) -> bool {
    let folded = squeeze_fold(label);
    let bare = folded.replace("(%)", "").replace("(yoy)", "yoy");
    let bare = bare.trim_matches(|c: char| matches!(c, ':' | '-' | '%' | '.' | '>'));
    CHANGE_LABELS.contains(&bare) || CHANGE_LABELS.contains(&folded.as_str())
}

/// Labels whose figures are not in the table's money unit.
fn is_no_amount(label: &str) -> bool {
    [
        "率",
        "比例",
        "占比",
        "百分比",
        "倍数",
        "天数",
        "次数",
        "人数",
        "数量",
        "户数",
        "股数",
        "比重",
        "P/E",
        "P/B",
        "PE",
        "PB",
        "margin",
        "ratio",
        "growth",
        "%",
    ]
    .iter()
    .any(|word| label.contains(word))
}

/// What two printings of one figure share: metric, period, scope, before a restatement, forecast, day.
pub(super) fn key_of(fact: &Fact) -> Option<(String, Period, Scope, bool, bool, String)> {
    let before = fact.basis == Basis::BeforeRestatement;
    // A restated opening balance keeps its own day.
    Some((fact.metric.clone(), fact.period?, fact.scope, before, fact.forecast, fact.as_of.clone()))
}
