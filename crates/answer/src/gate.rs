//! When not to answer: advice, unknown companies, periods and sources that are not there, nothing found.

use doc::{Period, text::fold};
use finance::metric::{Metrics, Statement};
use retrieve::{Evidence, Library, Plan, QuestionKind, Retrieval, Source, facts::period_end};

use crate::reply::{Answer, RefusalCode};

/// Names that are offered at most.
const NEAREST_MAX: usize = 5;

/// Refusals that need no evidence.
pub fn before(plan: &Plan, retrieval: &Retrieval, library: &Library) -> Option<Answer> {
    match plan.kind {
        QuestionKind::Advice => {
            let message = "财问不提供买卖建议；可以查询已披露的财务数据，或券商已公开的评级与目标价。";
            return Some(Answer::refused(RefusalCode::Advice, message, offers(plan, library)));
        }
        QuestionKind::Prediction => {
            let message = "财问不预测股价或未来走势；可以查询已披露的财务数据，或券商已公开的预测。";
            return Some(Answer::refused(RefusalCode::Prediction, message, offers(plan, library)));
        }
        _ => {}
    }
    if let Some(name) = &plan.unknown_company {
        let nearest = nearest_companies(name, library);
        let message = format!("资料库中没有“{name}”的文件，不能用其他公司的数据代替。");
        return Some(Answer::refused(RefusalCode::NoSuchCompany, message, nearest));
    }
    if retrieval.documents == 0 {
        let message = "资料库中没有符合条件的文件。";
        return Some(Answer::refused(RefusalCode::NotInLibrary, message, offers(plan, library)));
    }
    let publishers = plan.sources.iter().filter(|source| matches!(source, Source::Publisher { .. })).count();
    if publishers > 0 && retrieval.missing_sources.len() >= publishers {
        let message = format!("资料库中没有{}的相关文件。", retrieval.missing_sources.join("、"));
        return Some(Answer::refused(RefusalCode::NotInLibrary, message, offers(plan, library)));
    }
    None
}

/// A figure of a period that no document of the company covers.
pub fn period(plan: &Plan, evidence: &Evidence, library: &Library) -> Option<Answer> {
    let statement =
        |name: &String| Metrics::builtin().by_name(name).is_some_and(|metric| metric.statement != Statement::Other);
    let company = plan.companies.first().filter(|_| plan.companies.len() == 1)?;
    if !plan.metrics.iter().any(statement) || plan.periods.is_empty() || plan.forecast || !plan.sources.is_empty() {
        return None;
    }
    let covered = library.periods_of(&company.name);
    let named = covered_by_documents(plan, evidence);
    if covered.is_empty()
        || plan.periods.iter().any(|wanted| is_covered(*wanted, &covered) || named.contains(&period_end(*wanted)))
    {
        return None;
    }
    let wanted: Vec<String> = plan.periods.iter().map(|period| period.label()).collect();
    let message = format!("资料库中没有{}{}的报告，无法给出该期间的数据。", company.name, wanted.join("、"));
    let nearest =
        covered.iter().take(NEAREST_MAX).map(|period| format!("{}{}", company.name, period.label())).collect();
    Some(Answer::refused(RefusalCode::PeriodNotAvailable, message, nearest))
}

/// A report covers its own period, the year before as comparative, and the quarters inside it.
fn is_covered(wanted: Period, covered: &[Period]) -> bool {
    covered.iter().any(|own| {
        let wanted = period_end(wanted);
        wanted == *own
            || wanted == own.year_before()
            || (wanted.year == own.year && wanted.end_date() <= own.end_date())
    })
}

fn covered_by_documents(plan: &Plan, evidence: &Evidence) -> Vec<Period> {
    let documents = evidence.pieces.iter().map(|piece| &piece.hit.chunk.document.identity);
    let own = documents.filter(|identity| plan.companies.iter().any(|company| company.name == identity.company));
    own.filter(|identity| identity.kind == doc::DocKind::Announcement)
        .filter_map(|identity| identity.period)
        .map(period_end)
        .collect()
}

/// Nothing in the evidence speaks of what was asked.
pub fn nothing_found(plan: &Plan, library: &Library) -> Answer {
    let what = if plan.subject.is_empty() { plan.phrases.join(" ") } else { plan.subject.join(" ") };
    let scope = plan.companies.iter().map(|company| company.name.as_str()).collect::<Vec<_>>().join("、");
    let place =
        if scope.is_empty() { "资料库的文件".to_owned() } else { format!("资料库中{scope}的文件") };
    let message = format!("在{place}中没有找到关于“{what}”的披露。");
    Answer::refused(RefusalCode::NotDisclosed, message, offers(plan, library))
}

/// What exists near the question.
fn offers(plan: &Plan, library: &Library) -> Vec<String> {
    let mut offers = Vec::new();
    for company in &plan.companies {
        let periods = library.periods_of(&company.name);
        offers.extend(periods.iter().take(NEAREST_MAX).map(|period| format!("{}{}报告", company.name, period.label())));
    }
    if offers.is_empty() {
        offers = company_names(library);
    }
    offers.truncate(NEAREST_MAX);
    offers
}

fn company_names(library: &Library) -> Vec<String> {
    let mut names: Vec<String> =
        library.records.iter().map(|record| record.identity.company.clone()).filter(|name| !name.is_empty()).collect();
    names.sort();
    names.dedup();
    names
}

/// Companies whose names share most characters with the unknown one.
fn nearest_companies(name: &str, library: &Library) -> Vec<String> {
    let wanted = fold(name);
    let shared = |known: &String| fold(known).chars().filter(|c| wanted.contains(*c)).count();
    let mut names = company_names(library);
    names.sort_by_key(|known| std::cmp::Reverse(shared(known)));
    names.truncate(NEAREST_MAX);
    names
}
