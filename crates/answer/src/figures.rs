//! Answers from looked-up figures: one for each company or source, metric and period.

use std::collections::HashSet;

use doc::Period;
use finance::{
    derive,
    metric::{Metrics, Statement},
};
use retrieve::{Evidence, Figure as Found, Plan, QuestionKind, Retrieval, facts::CHANGE};

use crate::{
    compose,
    cover::{Words, set},
    passages,
    quote::{Citations, Cited},
    reply::{Answer, Choice, Derivation, Figure, Missing, Mode, Status},
};

/// Figures of one answer at most.
const FIGURES_MAX: usize = 12;
/// Share of the weight of what is asked about, beside the metric, that a figure's row must speak of.
const SUBJECT_COVERAGE_MIN: f32 = 0.6;
/// Choices offered at most.
const CHOICES_MAX: usize = 8;

/// `None` when no figure fits what was asked.
pub fn answer(plan: &Plan, retrieval: &Retrieval, evidence: &Evidence) -> Option<Answer> {
    let subject = Words::of(&plan.subject, evidence);
    let fitting: Vec<&Found> = evidence.figures.iter().filter(|figure| speaks_of(&subject, figure)).collect();
    let amounts = fitting.iter().filter(|figure| !figure.found.stored.fact.metric.ends_with(CHANGE)).count();
    if amounts == 0 {
        return None;
    }
    if let Some(question) = ask_back(plan, &fitting) {
        return Some(question);
    }
    let chosen = choose(plan, &fitting);
    let mut citations = Citations::default();
    let figures: Vec<Figure> =
        chosen.iter().filter_map(|found| figure(found, &mut citations)).take(FIGURES_MAX).collect();
    if figures.is_empty() {
        return None;
    }
    let mut figures = figures;
    figures.extend(share(plan, &figures));
    let mut text = compose::figures(plan, &figures);
    if plan.wants_reason
        && let Some(reason) = passages::reason(plan, evidence, &mut citations)
    {
        text = format!("{text}\n{reason}");
    }
    Some(Answer {
        status: Status::Answered,
        text,
        summary: compose::figures_summary(plan, &figures),
        missing: missing(plan, retrieval, &chosen),
        figures,
        citations: citations.into_list(),
        mode: Mode::Facts,
        ..Answer::default()
    })
}

/// A product or region that is asked for must be in the row or its headers.
fn speaks_of(subject: &Words, figure: &Found) -> bool {
    let fact = &figure.found.stored.fact;
    let words = set(&format!("{} {} {}", fact.label, fact.column_header, figure.quote));
    subject.share(|word| f32::from(u8::from(words.contains(word)))) >= SUBJECT_COVERAGE_MIN
}

/// The question leaves the period open and the readings differ.
fn ask_back(plan: &Plan, fitting: &[&Found]) -> Option<Answer> {
    let statement =
        |name: &String| Metrics::builtin().by_name(name).is_some_and(|metric| metric.statement != Statement::Other);
    if !plan.periods.is_empty()
        || plan.latest
        || plan.kind != QuestionKind::Figure
        || !plan.metrics.iter().all(statement)
    {
        return None;
    }
    let mut periods: Vec<Period> = fitting.iter().filter_map(|figure| figure.found.stored.fact.period).collect();
    periods.sort_by_key(|period| std::cmp::Reverse((period.end_date(), period.span)));
    periods.dedup();
    if periods.len() < 2 {
        return None;
    }
    let company = plan.companies.first().map(|company| company.name.as_str()).unwrap_or_default();
    let metric = plan.metrics.join("、");
    let choices: Vec<Choice> = periods
        .iter()
        .take(CHOICES_MAX)
        .map(|period| Choice {
            label: format!("{company}{}{metric}（{}）", period.label(), plan.scope.label()),
            period: period.to_string(),
            scope: plan.scope.as_str().to_owned(),
        })
        .collect();
    let text = format!(
        "请问要哪个报告期的{metric}？可选：{}",
        periods.iter().take(CHOICES_MAX).map(|period| period.label()).collect::<Vec<_>>().join("、")
    );
    Some(Answer { status: Status::Clarify, text, choices, mode: Mode::Facts, ..Answer::default() })
}

/// The best figure of each facet, metric and period; without a period only the newest.
fn choose<'a>(plan: &Plan, fitting: &[&'a Found]) -> Vec<&'a Found> {
    let mut seen = HashSet::new();
    let newest_only = plan.periods.is_empty() && plan.kind != QuestionKind::Trend;
    let mut chosen = Vec::new();
    for figure in fitting {
        let found = &figure.found;
        let newest = !newest_only || Some(found.period_rank) == newest_rank(fitting, figure);
        if newest && seen.insert((figure.facet, found.metric_rank, found.period_rank)) {
            chosen.push(*figure);
        }
    }
    chosen.sort_by_key(|figure| (figure.facet, figure.found.period_rank, figure.found.metric_rank));
    chosen
}

fn newest_rank(fitting: &[&Found], figure: &Found) -> Option<usize> {
    let same = |other: &&&Found| other.facet == figure.facet && other.found.metric_rank == figure.found.metric_rank;
    fitting.iter().filter(same).map(|other| other.found.period_rank).min()
}

/// `None` when its row's quote does not stand on the page.
fn figure(found: &Found, citations: &mut Citations) -> Option<Figure> {
    let (stored, fact) = (&found.found.stored, &found.found.stored.fact);
    let cited = Cited {
        document: &stored.document,
        page: &found.page,
        bbox: fact.bbox,
        quote: &found.quote,
        chunk_id: &found.chunk_id,
    };
    let citation = citations.add(&cited)?;
    Some(Figure::printed(fact, &stored.document.identity, &found.quote, citation))
}

/// What share of the second metric the first one is, where that is asked and both are there.
fn share(plan: &Plan, figures: &[Figure]) -> Option<Figure> {
    /// Decimal places of a computed percentage.
    const PLACES: u32 = 2;
    let [part, whole, ..] = plan.metrics.as_slice() else { return None };
    let position = |metric: &String| figures.iter().position(|figure| figure.metric == *metric);
    let (first, second) = (position(part).filter(|_| plan.wants_share)?, position(whole)?);
    let (a, b) = (&figures[first], &figures[second]);
    if a.period != b.period || a.company != b.company || a.unit != b.unit || a.scope != b.scope {
        return None;
    }
    let ratio = derive::ratio(a.value, b.value, part, whole)?;
    Some(Figure {
        label: format!("{part}占{whole}的比例"),
        metric: String::new(),
        value: derive::rounded(ratio.value, PLACES),
        unit: ratio.unit,
        raw: String::new(),
        derived: Some(Derivation { formula: ratio.formula, operands: vec![first, second] }),
        verified: a.verified && b.verified,
        ..a.clone()
    })
}

/// Facets and metrics for which nothing was found.
fn missing(plan: &Plan, retrieval: &Retrieval, chosen: &[&Found]) -> Vec<Missing> {
    let mut missing: Vec<Missing> = Vec::new();
    for (facet, source) in retrieval.facets.iter().enumerate() {
        for (rank, metric) in plan.metrics.iter().enumerate() {
            if !chosen.iter().any(|figure| figure.facet == facet && figure.found.metric_rank == rank) {
                missing.push(Missing { what: metric.clone(), source: source.clone() });
            }
        }
    }
    missing.extend(
        retrieval
            .missing_sources
            .iter()
            .map(|source| Missing { what: plan.metrics.join("、"), source: source.clone() }),
    );
    missing
}
