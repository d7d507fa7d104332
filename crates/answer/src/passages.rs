//! Answers by quoting: the table row or sentence that speaks most of what was asked.

use std::collections::HashSet;

use doc::{
    Basis, ChunkKind, ChunkRow, Rect, Scope,
    text::{Tokenizer, fold, squeeze},
};
use finance::metric::Metrics;
use retrieve::{Evidence, Piece, Plan, QuestionKind, Retrieval, StoredFact, StoredPage, facts::period_end};

use crate::{
    compose,
    quote::{Citations, Cited, stands_on},
    reply::{Answer, Figure, Missing, Mode, Status},
};

/// What a word counts that stands only in the heading path, caption or title.
const CONTEXT_SHARE: f32 = 0.5;
/// Share of the question's weight that a passage must speak of.
const COVERAGE_MIN: f32 = 0.35;
/// Share of the weight of what is asked about that a passage must speak of.
const SUBJECT_COVERAGE_MIN: f32 = 0.5;
/// A second passage is quoted too when it is nearly as good.
const SECOND_SHARE: f32 = 0.85;
/// Passages of one answer at most, a facet each when there are several.
const PASSAGES_MAX: usize = 2;
/// Longest sentence quoted, characters.
const SENTENCE_CHARS_MAX: usize = 300;
/// What finding another wording, a number, a reason, or a high rank adds.
const VARIANT_BONUS: f32 = 0.08;
const NUMBER_BONUS: f32 = 0.06;
const REASON_BONUS: f32 = 0.15;
const RANK_BONUS: f32 = 0.12;

/// More fitting wordings than this add nothing.
const VARIANTS_COUNTED_MAX: usize = 3;

const REASON_WORDS: [&str; 7] = ["主要系", "主要是", "所致", "由于", "原因", "因为", "受"];

/// `None` when no passage speaks of enough of the question.
pub fn answer(plan: &Plan, retrieval: &Retrieval, evidence: &Evidence) -> Option<Answer> {
    let question = Question::new(plan, evidence);
    let mut passages: Vec<Passage<'_>> = Vec::new();
    for (rank, piece) in evidence.pieces.iter().enumerate() {
        passages.extend(passages_of(piece).filter_map(|passage| question.score(passage, rank)));
    }
    passages.sort_by(|a, b| b.score.total_cmp(&a.score));
    let chosen = choose(passages, retrieval.facets.len());
    if chosen.is_empty() {
        return None;
    }
    let mut citations = Citations::default();
    let mut figures = Vec::new();
    let mut lines = Vec::new();
    for passage in &chosen {
        let Some(n) = citations.add(&passage.cited()) else { continue };
        let cells = question.cells(passage);
        let own: Vec<Figure> = cells.iter().map(|stored| figure(stored, passage, n)).collect();
        lines.push(line(passage, &own, n));
        figures.extend(own);
    }
    let missing =
        retrieval.missing_sources.iter().map(|source| Missing { what: plan.phrases.join(" "), source: source.clone() });
    Some(Answer {
        status: Status::Answered,
        text: lines.join("\n"),
        summary: "没有语言模型参与：引用资料中与问题最接近的原文。".to_owned(),
        figures,
        citations: citations.into_list(),
        missing: missing.collect(),
        mode: Mode::Extract,
        ..Answer::default()
    })
}

/// Something that can be quoted.
struct Passage<'a> {
    piece: &'a Piece,
    row: Option<&'a ChunkRow>,
    quote: String,
    page: &'a StoredPage,
    bbox: Rect,
    score: f32,
}

impl Passage<'_> {
    fn cited(&self) -> Cited<'_> {
        let chunk = &self.piece.hit.chunk;
        Cited { document: &chunk.document, page: self.page, bbox: self.bbox, quote: &self.quote, chunk_id: &chunk.id.0 }
    }
}

fn passages_of(piece: &Piece) -> Box<dyn Iterator<Item = Passage<'_>> + '_> {
    let chunk = &piece.hit.chunk.chunk;
    match chunk.kind {
        ChunkKind::Table => Box::new(chunk.rows.iter().filter_map(move |row| {
            let page = piece.pages.iter().find(|page| page.index == row.span.page)?;
            Some(Passage { piece, row: Some(row), quote: row.quote.clone(), page, bbox: row.span.bbox, score: 0.0 })
        })),
        ChunkKind::Text => Box::new(sentences(&chunk.text).filter_map(move |sentence| {
            let page = piece.pages.iter().find(|page| stands_on(sentence, page))?;
            let span = chunk.spans.iter().find(|span| span.page == page.index)?;
            Some(Passage { piece, row: None, quote: sentence.to_owned(), page, bbox: span.bbox, score: 0.0 })
        })),
    }
}

/// The sentences of a text; lines end sentences too.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = |c: char| matches!(c, '。' | '！' | '？' | '\n');
    text.split_inclusive(ends).map(str::trim).filter(|sentence| {
        let length = sentence.chars().count();
        (4..=SENTENCE_CHARS_MAX).contains(&length)
    })
}

/// The question as far as passages are measured by it.
struct Question<'a> {
    plan: &'a Plan,
    tokenizer: Tokenizer,
    /// Tokens with their weights.
    tokens: Vec<(String, f32)>,
    total: f32,
    /// Tokens of what is asked about, beside the metric.
    subject: Vec<(String, f32)>,
    subject_total: f32,
    /// Everyday words with what filings say for them, folded.
    variants: Vec<(String, Vec<String>)>,
}

impl<'a> Question<'a> {
    fn new(plan: &'a Plan, evidence: &Evidence) -> Self {
        let tokenizer = Tokenizer::default();
        let tokens = weighed(&plan.phrases, &tokenizer, evidence);
        let subject = weighed(&plan.subject, &tokenizer, evidence);
        let sum = |tokens: &[(String, f32)]| tokens.iter().map(|(_, weight)| weight).sum();
        let (total, subject_total) = (sum(&tokens), sum(&subject));
        let variants = plan
            .variants
            .iter()
            .map(|variant| (variant.said.clone(), variant.search.iter().map(|word| fold(word)).collect()))
            .collect();
        Self { plan, tokenizer, tokens, total, subject, subject_total, variants }
    }

    /// `None` when it speaks of too little.
    fn score<'b>(&self, mut passage: Passage<'b>, rank: usize) -> Option<Passage<'b>> {
        let chunk = &passage.piece.hit.chunk.chunk;
        let own_text = passage.row.map_or(passage.quote.as_str(), |row| row.text.as_str());
        let context = format!(
            "{} {}",
            chunk.section.join(" "),
            if passage.row.is_some() { chunk.text.lines().next().unwrap_or_default() } else { "" }
        );
        let own: HashSet<String> = self.tokenizer.tokens(own_text).into_iter().collect();
        let around: HashSet<String> = self.tokenizer.tokens(&context).into_iter().collect();
        let metric_row = self.is_metric_row(passage.row);
        let folded = fold(own_text);
        let said: Vec<&str> = self
            .variants
            .iter()
            .filter(|(_, search)| search.iter().any(|word| folded.contains(word.as_str())))
            .map(|(said, _)| said.as_str())
            .collect();
        let cover = |token: &String| -> f32 {
            if own.contains(token)
                || (metric_row && self.is_metric_token(token))
                || said.iter().any(|said| said.contains(token.as_str()))
            {
                1.0
            } else if around.contains(token) {
                CONTEXT_SHARE
            } else {
                0.0
            }
        };
        let covered: f32 = self.tokens.iter().map(|(token, weight)| weight * cover(token)).sum();
        let of_subject: f32 = self.subject.iter().map(|(token, weight)| weight * cover(token)).sum();
        if of_subject < self.subject_total * SUBJECT_COVERAGE_MIN {
            return None;
        }
        let variants = said.len().min(VARIANTS_COUNTED_MAX);
        let coverage = if self.total > 0.0 { covered / self.total } else { 0.0 };
        let bonus = VARIANT_BONUS * variants as f32;
        if coverage + bonus < COVERAGE_MIN {
            return None;
        }
        let number = own_text.chars().any(|c| c.is_ascii_digit()) && self.plan.kind != QuestionKind::Words;
        let reason = self.plan.wants_reason && REASON_WORDS.iter().any(|word| own_text.contains(word));
        passage.score = coverage
            + bonus
            + if number { NUMBER_BONUS } else { 0.0 }
            + if reason { REASON_BONUS } else { 0.0 }
            + RANK_BONUS / (rank + 1) as f32
            - self.period_penalty(&passage);
        Some(passage)
    }

    fn is_metric_row(&self, row: Option<&ChunkRow>) -> bool {
        let metric = row.and_then(|row| Metrics::builtin().of_label(&row.label));
        metric.is_some_and(|metric| self.plan.metrics.contains(&metric.name))
    }

    fn is_metric_token(&self, token: &str) -> bool {
        self.plan.metrics.iter().any(|metric| metric.contains(token))
    }

    /// A document of another period, when one is asked for.
    fn period_penalty(&self, passage: &Passage<'_>) -> f32 {
        const OTHER_PERIOD: f32 = 0.15;
        let own = passage.piece.hit.chunk.document.identity.period;
        let other =
            own.is_some_and(|own| !self.plan.periods.iter().any(|wanted| period_end(*wanted) == period_end(own)));
        if other && !self.plan.periods.is_empty() { OTHER_PERIOD } else { 0.0 }
    }

    /// The cells of a row that answer: by the column's header and period.
    fn cells<'b>(&self, passage: &'b Passage<'_>) -> Vec<&'b StoredFact> {
        let Some(row) = passage.row else { return Vec::new() };
        let mut cells: Vec<(f32, &StoredFact)> = passage
            .piece
            .facts
            .iter()
            .filter(|stored| stored.fact.row == row.row)
            .map(|stored| (self.cell_score(passage, stored), stored))
            .collect();
        cells.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.fact.column.cmp(&b.1.fact.column)));
        let count = if self.plan.wants_change { 2 } else { 1 };
        cells.into_iter().take(count).map(|(_, stored)| stored).collect()
    }

    fn cell_score(&self, passage: &Passage<'_>, stored: &StoredFact) -> f32 {
        const PERIOD_FIT: f32 = 1.0;
        const OWN_PERIOD: f32 = 0.5;
        let header: HashSet<String> = self.tokenizer.tokens(&stored.fact.column_header).into_iter().collect();
        let covered: f32 =
            self.tokens.iter().filter(|(token, _)| header.contains(token)).map(|(_, weight)| weight).sum();
        let column_metric = Metrics::builtin().of_label(&stored.fact.column_header);
        let metric = column_metric.is_some_and(|metric| self.plan.metrics.contains(&metric.name));
        let own_period = passage.piece.hit.chunk.document.identity.period;
        let period = match stored.fact.period {
            Some(period) if self.plan.periods.iter().any(|wanted| period_end(*wanted) == period_end(period)) => {
                PERIOD_FIT
            }
            Some(period) if self.plan.periods.is_empty() && Some(period) == own_period => OWN_PERIOD,
            Some(_) if !self.plan.periods.is_empty() => -PERIOD_FIT,
            _ => 0.0,
        };
        covered / self.total.max(1.0) + if metric { 1.0 } else { 0.0 } + period
    }
}

/// The tokens of these phrases, each once, with what they weigh.
fn weighed(phrases: &[String], tokenizer: &Tokenizer, evidence: &Evidence) -> Vec<(String, f32)> {
    let mut seen = HashSet::new();
    let mut tokens = Vec::new();
    for token in phrases.iter().flat_map(|phrase| tokenizer.tokens(phrase)) {
        if seen.insert(token.clone()) {
            let weight = evidence.weights.get(&token).copied().unwrap_or(1.0);
            tokens.push((token, weight));
        }
    }
    tokens
}

/// The best passage; with several facets the best of each, else a second one that is nearly as good.
fn choose(passages: Vec<Passage<'_>>, facets: usize) -> Vec<Passage<'_>> {
    let mut chosen: Vec<Passage<'_>> = Vec::new();
    let best = passages.first().map_or(0.0, |passage| passage.score);
    for passage in passages {
        let facet_taken = chosen.iter().any(|other| other.piece.hit.facet == passage.piece.hit.facet);
        let same = chosen.iter().any(|other| squeeze(&other.quote) == squeeze(&passage.quote));
        let wanted = if facets > 1 { !facet_taken } else { passage.score >= best * SECOND_SHARE };
        if wanted && !same && chosen.len() < PASSAGES_MAX.max(facets) {
            chosen.push(passage);
        }
    }
    chosen
}

fn figure(stored: &StoredFact, passage: &Passage<'_>, citation: usize) -> Figure {
    let (fact, identity) = (&stored.fact, &stored.document.identity);
    Figure {
        label: fact.label.clone(),
        metric: fact.metric.clone(),
        company: identity.company.clone(),
        stock_code: identity.stock_code.clone(),
        period: fact.period,
        as_of: fact.as_of.clone(),
        scope: fact.scope,
        value: fact.value,
        unit: fact.unit.clone(),
        raw: fact.raw.clone(),
        forecast: fact.forecast,
        restated: fact.basis == Basis::AsRestated,
        citation,
        verified: squeeze(&passage.quote).contains(&squeeze(&fact.raw)),
    }
}

fn line(passage: &Passage<'_>, figures: &[Figure], n: usize) -> String {
    let identity = &passage.piece.hit.chunk.document.identity;
    let Some(row) = passage.row else { return format!("{} [{n}]", passage.quote) };
    let period = identity.period.map(|period| period.label()).unwrap_or_default();
    let scope = if figures.iter().any(|figure| figure.scope == Scope::Parent) { "（母公司口径）" } else { "" };
    if figures.is_empty() {
        return format!("{}{period}：{} [{n}]", identity.company, row.text);
    }
    let cells: Vec<String> = figures.iter().map(|figure| compose::value(figure)).collect();
    format!("{}{period} {}：{}{scope}。原表：{} [{n}]", identity.company, row.label, cells.join("，"), row.text)
}
