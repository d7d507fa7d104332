//! Plan → printed figures that fit: metric × period × scope, resolved to cells.

use doc::{Basis, DocKind, Period, Scope, Span};
use finance::metric::{Metrics, Nature};
use store::{DocFilter, FactFilter, StoreError, StoredFact, Suspicion, View};

use crate::plan::{Plan, QuestionKind, Source};

/// The end of the name of a metric that is another one's printed change.
pub const CHANGE: &str = "同比变动";

/// A figure that fits, and how well.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundFact {
    /// The figure.
    pub stored: StoredFact,
    /// Position of its metric in the plan; changes follow all metrics.
    pub metric_rank: usize,
    /// Position of its period in the plan, or its age where the plan names none.
    pub period_rank: usize,
    /// Smaller is better: how directly the document speaks about the period.
    pub distance: u32,
}

/// Looks up the figures of a plan within a view, best first. Empty when no metric is named.
///
/// # Errors
/// When the store cannot be read.
pub fn lookup(plan: &Plan, view: &View) -> Result<Vec<FoundFact>, StoreError> {
    if plan.metrics.is_empty() {
        return Ok(Vec::new());
    }
    let metrics = wanted_metrics(plan);
    let filter = FactFilter {
        documents: DocFilter::default(),
        metrics: metrics.clone(),
        periods: wanted_periods(plan),
        scope: Some(plan.scope),
        forecast: None,
        suspicion: Suspicion::Any,
    };
    let mut found: Vec<FoundFact> = Vec::new();
    for stored in view.facts(&filter)? {
        if let Some(fact) = place(plan, &metrics, stored) {
            found.push(fact);
        }
    }
    rank_periods_by_age(plan, &mut found);
    found.sort_by(|a, b| {
        let key = |fact: &FoundFact| (fact.metric_rank, fact.period_rank, fact.distance, fact.stored.fact.page);
        key(a)
            .cmp(&key(b))
            .then_with(|| a.stored.document.doc_id.cmp(&b.stored.document.doc_id))
            .then(a.stored.ordinal.cmp(&b.stored.ordinal))
    });
    Ok(found)
}

fn wanted_metrics(plan: &Plan) -> Vec<String> {
    let mut metrics = plan.metrics.clone();
    if plan.wants_change {
        metrics.extend(plan.metrics.iter().map(|metric| format!("{metric}{CHANGE}")));
    }
    metrics
}

/// The plan's periods, and the balance-sheet reading of single quarters.
fn wanted_periods(plan: &Plan) -> Vec<Period> {
    let mut periods = Vec::new();
    for period in &plan.periods {
        for wanted in [*period, period_end(*period)] {
            if !periods.contains(&wanted) {
                periods.push(wanted);
            }
        }
    }
    periods
}

/// The cumulative period that ends on the same day: what a balance at a quarter's end is filed under.
pub fn period_end(period: Period) -> Period {
    let span = match period.span {
        Span::Q2Single => Span::H1,
        Span::Q3Single => Span::Q3,
        Span::Q4Single => Span::FY,
        span => span,
    };
    Period::new(period.year, span)
}

/// `None` for a figure that only looks like what is asked.
fn place(plan: &Plan, metrics: &[String], stored: StoredFact) -> Option<FoundFact> {
    let fact = &stored.fact;
    let metric_rank = metrics.iter().position(|metric| *metric == fact.metric)?;
    let period = fact.period?;
    let base = fact.metric.strip_suffix(CHANGE).unwrap_or(&fact.metric);
    let stock = Metrics::builtin().by_name(base).is_some_and(|metric| metric.nature == Nature::Stock);
    let period_rank = if plan.periods.is_empty() {
        0
    } else {
        plan.periods.iter().position(|wanted| if stock { period_end(*wanted) == period } else { *wanted == period })?
    };
    if fact.forecast && !(plan.forecast || plan.kind == QuestionKind::Forecast || has_publisher(plan)) {
        return None;
    }
    let distance = distance(plan, &stored);
    Some(FoundFact { stored, metric_rank, period_rank, distance })
}

fn has_publisher(plan: &Plan) -> bool {
    plan.sources.iter().any(|source| matches!(source, Source::Publisher { .. }))
}

/// Penalties, largest first: wrong basis, doubt, not the company's own document, another period's document, figures
/// that are not final (业绩预告, 业绩快报), an abstract.
fn distance(plan: &Plan, stored: &StoredFact) -> u32 {
    let (fact, identity) = (&stored.fact, &stored.document.identity);
    let before = fact.basis == Basis::BeforeRestatement;
    let wrong_basis = before != plan.before_restatement && fact.basis != Basis::AsReported;
    let research = identity.kind == DocKind::ResearchReport;
    let wrong_kind = research != has_publisher(plan) || !(plan.kinds.is_empty() || plan.kinds.contains(&identity.kind));
    let preliminary = identity.kind == DocKind::Announcement && !plan.kinds.contains(&DocKind::Announcement);
    let own_period = fact.period.map(period_end) == identity.period.map(period_end);
    // A later report restates; when a restatement is asked for it is the one to quote.
    let penalties = [
        (wrong_basis, 64),
        (!fact.suspect.is_empty(), 32),
        (wrong_kind, 16),
        (!own_period, 8),
        (preliminary, 4),
        (identity.is_abstract, 2),
        (stored.fact.scope == Scope::Parent && plan.scope != Scope::Parent, 128),
    ];
    penalties.iter().filter(|(holds, _)| *holds).map(|(_, penalty)| penalty).sum()
}

/// Without a period in the question the newest figures come first.
fn rank_periods_by_age(plan: &Plan, found: &mut [FoundFact]) {
    if !plan.periods.is_empty() {
        return;
    }
    let mut ends: Vec<String> = found.iter().filter_map(|fact| fact.stored.fact.period).map(Period::end_date).collect();
    ends.sort_by(|a, b| b.cmp(a));
    ends.dedup();
    for fact in found {
        let end = fact.stored.fact.period.map(Period::end_date);
        fact.period_rank = ends.iter().position(|other| Some(other) == end.as_ref()).unwrap_or(usize::MAX);
    }
}
