//! The JSON of the contract: what other programs rely on, translated from the domain types.

use std::{error::Error, path::Path};

use answer::{Answer, Status as AnswerStatus};
use doc::{ChunkKind, Document, Table, Warning};
use retrieve::{Hit, Plan, QuestionKind, Retrieval, Source};
use serde_json::{Value, json};
use store::{DocumentRecord, StoredFact};

use crate::{Asked, Explained, IngestReport, Limit, Outcome, Question, Shown, names::path_text, reader::ReadFailure};

/// Said with every answer.
pub const DISCLAIMER: &str = "仅供参考，不构成投资建议";

/// The reply of `show`: the picture was written to `file`.
pub fn shown(shown: &Shown, file: &Path) -> Value {
    let drawn = &shown.drawn;
    json!({
        "doc_id": shown.doc_id,
        "path": shown.path,
        "page": shown.page,
        "page_label": shown.page_label,
        "width": drawn.width,
        "height": drawn.height,
        "dpi": rounded(f64::from(drawn.dpi)),
        "file": path_text(file),
        "marks": drawn.marks.iter().map(|mark| mark.to_array()).collect::<Vec<_>>(),
        "warnings": drawn.warnings.iter().map(warning).collect::<Vec<_>>(),
    })
}

/// The reply of `ingest`.
pub fn ingest(report: &IngestReport) -> Value {
    let seconds = report.elapsed.as_secs_f64();
    let records: Vec<&DocumentRecord> =
        report.outcomes.iter().filter_map(|outcome| outcome.record.as_deref()).collect();
    json!({
        "documents": report.outcomes.iter().map(outcome).collect::<Vec<_>>(),
        "pages_total": report.pages,
        "seconds": rounded(seconds),
        "pages_per_second": rounded(if seconds > 0.0 { report.pages as f64 / seconds } else { 0.0 }),
        "chunks_total": records.iter().map(|record| record.chunks).sum::<u32>(),
        "tables_total": records.iter().map(|record| record.tables).sum::<u32>(),
        "self_check": {"asked": report.self_check.asked, "found": report.self_check.found},
        "error": report.broken.as_ref().map_or(Value::Null, |error| json!({"code": "store", "message": whole(&**error)})),
        "interrupted": report.left.is_some(),
        "left": report.left.unwrap_or(0),
    })
}

/// What an error says, with every cause.
pub fn whole(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        cause = error.source();
    }
    message
}

/// One line of the reply of `ingest`.
pub fn outcome(outcome: &Outcome) -> Value {
    let mut value = match &outcome.record {
        Some(record) => document(record),
        None => json!({"path": outcome.path, "doc_id": "", "warnings": []}),
    };
    value["path"] = json!(outcome.path);
    value["status"] = json!(outcome.status.as_str());
    value["error"] = outcome.error.as_ref().map_or(Value::Null, failure);
    value
}

/// Why a file failed: how far its reading was, and the key of the limit that it reached, "" where none.
fn failure(failure: &ReadFailure) -> Value {
    json!({
        "code": failure.code,
        "message": failure.message,
        "page": failure.step.page(),
        "limit": failure.limit.map(Limit::key).unwrap_or_default(),
    })
}

/// One entry of `docs list`.
pub fn document(record: &DocumentRecord) -> Value {
    let identity = &record.identity;
    json!({
        "doc_id": record.doc_id,
        "path": record.path,
        "kb": record.kb,
        "status": "ready",
        "version": record.version,
        "title": identity.title,
        "kind": identity.kind.as_str(),
        "is_abstract": identity.is_abstract,
        "company": identity.company,
        "company_full": identity.company_full,
        "stock_code": identity.stock_code,
        "period": identity.period.map(|period| period.to_string()).unwrap_or_default(),
        "publisher": identity.publisher,
        "published_on": identity.published_on,
        "language": identity.language,
        "pages": record.pages,
        "tables": record.tables,
        "chunks": record.chunks,
        "facts": record.facts,
        "facts_suspect": record.facts_suspect,
        "ocr_pages": 0,
        "warnings": record.warnings.iter().map(warning).collect::<Vec<_>>(),
        "error": null,
    })
}

fn warning(warning: &Warning) -> Value {
    json!({"page": warning.page.map(|page| page.number().0), "code": warning.code, "message": warning.message})
}

/// The reply of `search`.
pub fn search(question: &Question, asked: &Asked) -> Value {
    json!({
        "question": question.text,
        "plan": plan(question, &asked.plan),
        "hits": asked.retrieval.hits.iter().enumerate().map(|(index, found)| hit(index + 1, found, asked)).collect::<Vec<_>>(),
        "timings_ms": timings(asked),
        "degraded": [],
    })
}

fn plan(question: &Question, plan: &Plan) -> Value {
    let sources = plan.sources.iter().map(|source| match source {
        Source::Publisher { name, .. } => name.as_str(),
        Source::Company => "公司",
        Source::Titled(word) => word,
    });
    let filters = &question.filters;
    json!({
        "kind": plan.kind.as_str(),
        "companies": plan.companies.iter().map(|company| json!({"name": company.name, "code": company.code})).collect::<Vec<_>>(),
        "metrics": plan.metrics,
        "periods": plan.periods,
        "scope": plan.scope.as_str(),
        "sources": sources.collect::<Vec<_>>(),
        "kinds": plan.kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>(),
        "phrases": plan.phrases,
        "subject": plan.subject,
        "variants": plan.variants.iter().flat_map(|variant| variant.search.iter().chain(&variant.near)).collect::<Vec<_>>(),
        "weights": {"bm25": 1.0, "dense": 0.0},
        "filters": {
            "companies": filters.companies, "codes": filters.codes, "kinds": filters.kinds.iter().map(|kind| kind.as_str()).collect::<Vec<_>>(),
            "periods": filters.periods, "sources": filters.publishers, "section": filters.section,
            "since": filters.since.clone().unwrap_or_default(), "until": filters.until.clone().unwrap_or_default(),
        },
        "assumed": plan.assumed,
    })
}

fn hit(rank: usize, hit: &Hit, asked: &Asked) -> Value {
    let (chunk, record) = (&hit.chunk.chunk, &hit.chunk.document);
    let identity = &record.identity;
    let label = |page| asked.labels.get(&(record.doc_id.clone(), page)).cloned().unwrap_or_default();
    let pages = chunk
        .spans
        .iter()
        .map(|span| json!({"page": span.page.number(), "page_label": label(span.page), "box": span.bbox.to_array()}));
    json!({
        "rank": rank,
        "chunk_id": hit.chunk.id,
        "doc_id": record.doc_id,
        "path": record.path,
        "title": identity.title,
        "company": identity.company,
        "stock_code": identity.stock_code,
        "kind": identity.kind.as_str(),
        "period": identity.period.map(|period| period.to_string()).unwrap_or_default(),
        "publisher": identity.publisher,
        "published_on": identity.published_on,
        "section": chunk.section,
        "block": match chunk.kind { ChunkKind::Table => "table", ChunkKind::Text => "text" },
        "pages": pages.collect::<Vec<_>>(),
        "text": chunk.text,
        "tokens": chunk.tokens,
        "scores": {
            "bm25": hit.scores.bm25, "bm25_rank": hit.scores.bm25_rank, "adjusted": hit.scores.adjusted,
            "facts_rank": hit.scores.facts_rank, "dense": null, "dense_rank": null, "fused": hit.scores.fused, "rerank": null,
        },
    })
}

fn timings(asked: &Asked) -> Value {
    let stages =
        asked.timings.iter().map(|(stage, time)| ((*stage).to_owned(), json!(rounded(time.as_secs_f64() * 1_000.0))));
    Value::Object(stages.collect())
}

/// The reply of `ask`.
pub fn ask(question: &Question, asked: &Asked) -> Value {
    let answer = &asked.answer;
    let latency: f64 = asked.timings.iter().map(|(_, time)| time.as_secs_f64() * 1_000.0).sum();
    json!({
        "question": question.text,
        "status": status(answer.status),
        "answer": answer.text,
        "reasoning_summary": answer.summary,
        "steps": steps(&asked.plan, &asked.retrieval),
        "figures": answer.figures.iter().map(figure).collect::<Vec<_>>(),
        "citations": answer.citations.iter().map(citation).collect::<Vec<_>>(),
        "missing": answer.missing.iter().map(|missing| json!({"what": missing.what, "source": missing.source})).collect::<Vec<_>>(),
        "choices": answer.choices.iter().map(|choice| json!({"label": choice.label, "period": choice.period, "scope": choice.scope})).collect::<Vec<_>>(),
        "refusal": refusal(answer),
        "chart": null,
        "mode": match answer.mode { answer::Mode::Facts => "facts", answer::Mode::Extract => "extract" },
        "disclaimer": DISCLAIMER,
        "meta": {
            "from_cache": false, "degraded": [], "model": "", "prompt_tokens": 0, "completion_tokens": 0, "cost_yuan": "0",
            "latency_ms": rounded(latency), "attempts": 0, "rounds": 0, "fingerprint": "", "index_version": asked.index_version, "trace_id": "",
        },
    })
}

fn status(status: AnswerStatus) -> &'static str {
    match status {
        AnswerStatus::Answered => "answered",
        AnswerStatus::Refused => "refused",
        AnswerStatus::Clarify => "clarify",
    }
}

fn steps(plan: &Plan, retrieval: &Retrieval) -> Vec<String> {
    let companies = plan.companies.iter().map(|company| company.name.as_str()).collect::<Vec<_>>().join("、");
    let periods = plan.periods.iter().map(|period| period.label()).collect::<Vec<_>>().join("、");
    let kind = match plan.kind {
        QuestionKind::Figure => "数值",
        QuestionKind::Comparison => "对比",
        QuestionKind::Trend => "趋势",
        QuestionKind::Forecast => "预测",
        QuestionKind::Cause => "原因",
        QuestionKind::Words => "文字",
        QuestionKind::Advice => "建议",
        QuestionKind::Prediction => "走势预测",
    };
    vec![
        format!(
            "理解：{kind}问题；公司 {}；指标 {}；期间 {}；{}",
            or_dash(&companies),
            or_dash(&plan.metrics.join("、")),
            or_dash(&periods),
            plan.scope.label()
        ),
        format!(
            "检索：{}份文件，{}个候选，{}个匹配的报表数据",
            retrieval.documents,
            retrieval.candidates.len(),
            retrieval.facts.len()
        ),
    ]
}

fn or_dash(text: &str) -> &str {
    if text.is_empty() { "—" } else { text }
}

fn figure(figure: &answer::Figure) -> Value {
    json!({
        "label": figure.label, "metric": figure.metric, "company": figure.company, "stock_code": figure.stock_code,
        "period": figure.period.map(|period| period.to_string()).unwrap_or_default(), "as_of": figure.as_of,
        "scope": figure.scope.as_str(), "value": figure.value.normalize().to_string(), "unit": figure.unit, "raw": figure.raw,
        "forecast": figure.forecast, "restated": figure.restated, "derived": figure.derived.as_ref().map(|derived| json!({"formula": derived.formula, "operands": derived.operands})), "citation": figure.citation, "verified": figure.verified,
    })
}

fn citation(citation: &answer::Citation) -> Value {
    json!({
        "n": citation.n, "doc_id": citation.doc_id, "path": citation.path, "title": citation.title, "page": citation.page,
        "page_label": citation.page_label, "box": citation.bbox.to_array(), "quote": citation.quote, "chunk_id": citation.chunk_id,
    })
}

fn refusal(answer: &Answer) -> Value {
    answer.refusal.as_ref().map_or(
        Value::Null,
        |refusal| json!({"code": refusal.code.as_str(), "message": refusal.message, "nearest": refusal.nearest}),
    )
}

/// The reply of `explain`: every stage with its outcome.
pub fn explain(question: &Question, explained: &Explained) -> Value {
    /// Candidates and figures shown.
    const SHOWN: usize = 40;
    let asked = &explained.asked;
    let retrieval = &asked.retrieval;
    let candidates = retrieval.candidates.iter().take(SHOWN).map(|candidate| {
        let factors = candidate.factors.iter().map(|(name, factor)| ((*name).to_owned(), json!(factor)));
        json!({
            "chunk_id": candidate.chunk, "path": candidate.document.path, "pages": candidate.pages, "row": candidate.row,
            "factors": Value::Object(factors.collect()), "bm25": candidate.scores.bm25, "adjusted": candidate.scores.adjusted,
            "bm25_rank": candidate.scores.bm25_rank, "facts_rank": candidate.scores.facts_rank, "fused": candidate.scores.fused,
        })
    });
    let figures = retrieval.facts.iter().take(SHOWN).map(|(facet, found)| {
        json!({"facet": facet, "metric_rank": found.metric_rank, "period_rank": found.period_rank, "distance": found.distance, "fact": fact(&found.stored)})
    });
    json!({
        "question": question.text,
        "plan": plan(question, &asked.plan),
        "filters": {"documents": retrieval.documents, "facets": retrieval.facets, "missing_sources": retrieval.missing_sources},
        "terms": retrieval.terms.iter().map(|(term, weight)| json!({"term": term, "weight": weight})).collect::<Vec<_>>(),
        "figures": figures.collect::<Vec<_>>(),
        "candidates": candidates.collect::<Vec<_>>(),
        "hits": retrieval.hits.iter().enumerate().map(|(index, found)| hit(index + 1, found, asked)).collect::<Vec<_>>(),
        "answer": ask(question, asked),
        "gold": explained.gold,
        "timings_ms": timings(asked),
    })
}

/// One entry of `facts`.
pub fn fact(stored: &StoredFact) -> Value {
    let (fact, record) = (&stored.fact, &stored.document);
    json!({
        "doc_id": record.doc_id, "path": record.path, "company": record.identity.company, "stock_code": record.identity.stock_code,
        "metric": fact.metric, "label": fact.label, "period": fact.period.map(|period| period.to_string()).unwrap_or_default(),
        "as_of": fact.as_of, "scope": fact.scope.as_str(), "value": fact.value.normalize().to_string(), "unit": fact.unit, "raw": fact.raw,
        "unit_printed": fact.unit_printed, "page": fact.page.number(), "box": fact.bbox.to_array(), "table": fact.table, "row": fact.row,
        "column": fact.column, "column_header": fact.column_header,
        "restated": fact.basis == doc::Basis::AsRestated, "basis": fact.basis, "forecast": fact.forecast,
        "publisher": record.identity.publisher, "suspect": fact.suspect,
    })
}

/// The reply of `tables`.
pub fn tables(document: &Document) -> Value {
    json!({"tables": document.tables.iter().map(|found| table(document, found)).collect::<Vec<_>>()})
}

fn table(document: &Document, table: &Table) -> Value {
    let cells = table.cells.iter().map(|cell| {
        json!({
            "row": cell.row, "col": cell.col, "row_span": cell.row_span, "col_span": cell.col_span, "text": cell.text,
            "page": cell.page.number(), "box": cell.bbox.to_array(),
        })
    });
    json!({
        "pages": table.parts.iter().map(|(page, _)| page.number()).collect::<Vec<_>>(),
        "caption": table.caption, "unit": table.unit, "section": document.section_path(table.section),
        "boxes": table.parts.iter().map(|(_, bbox)| bbox.to_array()).collect::<Vec<_>>(),
        "header_rows": table.header_rows, "rows": table.grid(), "cells": cells.collect::<Vec<_>>(),
    })
}

/// Two decimals are enough for times.
fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
