//! Answers by quoting: the table rows and sentences that speak most of what was asked.

use doc::{
    ChunkKind, ChunkRow, DocKind, Rect, Scope,
    text::{fold, squeeze},
};
use finance::metric::Metrics;
use retrieve::{
    Evidence, Piece, Plan, QuestionKind, Retrieval, StoredFact, StoredPage, facts::period_end, search::statement_scope,
};

use crate::{
    compose,
    cover::{Words, set},
    quote::{Citations, Cited, stands_on},
    reply::{Answer, Figure, Missing, Mode, Status},
};

/// What a word counts that stands only in the heading path, caption or title.
const CONTEXT_SHARE: f32 = 0.5;
/// Share of the question's weight that a passage must speak of.
const COVERAGE_MIN: f32 = 0.5;
/// Share of the weight of what is asked about, beside the metric, that a passage must speak of.
const SUBJECT_COVERAGE_MIN: f32 = 0.7;
/// Another passage is quoted too when it speaks of this share of what the first ones leave open, and that is at least
/// this share of the question.
const REST_COVERAGE_MIN: f32 = 0.5;
const REST_MIN: f32 = 0.2;
/// Passages of one answer at most, a facet each when there are several.
const PASSAGES_MAX: usize = 3;
/// Longest sentence quoted, characters.
const SENTENCE_CHARS_MAX: usize = 300;
/// What finding another wording, a number, a change, a reason, or a high rank adds.
const VARIANT_BONUS: f32 = 0.08;
const NUMBER_BONUS: f32 = 0.06;
const CHANGE_BONUS: f32 = 0.08;
const REASON_BONUS: f32 = 0.2;
const RANK_BONUS: f32 = 0.12;
/// What a document of another period costs, when one is asked for.
const OTHER_PERIOD_COST: f32 = 0.15;
/// More fitting wordings than this add nothing.
const VARIANTS_COUNTED_MAX: usize = 3;

/// What a row of numbers costs, where a name is asked for.
const NUMBERS_COST: f32 = 0.2;
/// Caption, unit line and header of a table chunk.
const HEAD_LINES: usize = 3;

const SOURCE_WORDS: [&str; 5] = ["资料来源", "数据来源", "来源", "Source", "資料來源"];
const REASON_WORDS: [&str; 6] = ["主要系", "主要是", "所致", "由于", "导致", "主要原因"];
const CHANGE_WORDS: [&str; 6] = ["增减", "变动", "同比", "增长", "变化", "增速"];

/// `None` when no passage speaks of enough of the question.
pub fn answer(plan: &Plan, retrieval: &Retrieval, evidence: &Evidence) -> Option<Answer> {
    let question = Question::new(plan, evidence);
    let chosen = question.choose(question.passages(evidence), retrieval.facets.len());
    let mut answer = Answer {
        status: Status::Answered,
        summary: "没有语言模型参与：引用资料中与问题最接近的原文。".to_owned(),
        mode: Mode::Extract,
        ..Answer::default()
    };
    let mut citations = Citations::default();
    let mut lines = Vec::new();
    for passage in &chosen {
        let Some(n) = citations.add(&passage.cited()) else { continue };
        let own: Vec<Figure> = question.cells(passage).iter().map(|stored| passage.figure(stored, n)).collect();
        lines.push(line(passage, &own, n));
        answer.figures.extend(own);
    }
    if lines.is_empty() {
        return None;
    }
    lines.extend(compose::assumed(plan));
    answer.text = lines.join("\n");
    answer.citations = citations.into_list();
    answer.missing = retrieval
        .missing_sources
        .iter()
        .map(|source| Missing { what: plan.phrases.join(" "), source: source.clone() })
        .collect();
    Some(answer)
}

/// The best passage that gives a reason, as a line with its citation; `None` where no document gives one.
pub fn reason(plan: &Plan, evidence: &Evidence, citations: &mut Citations) -> Option<String> {
    let question = Question::new(plan, evidence);
    let mut passages = question.passages(evidence);
    passages.retain(|passage| {
        !question.is_other_period(passage) && REASON_WORDS.iter().any(|word| passage.text().contains(word))
    });
    let best = passages.into_iter().next()?;
    let n = citations.add(&best.cited())?;
    Some(line(&best, &[], n))
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

    /// A figure of its row, under the name that the library uses for the company.
    fn figure(&self, stored: &StoredFact, citation: usize) -> Figure {
        Figure::printed(&stored.fact, &self.piece.hit.chunk.document.identity, &self.quote, citation)
    }

    /// Its words; a row with its headers.
    fn text(&self) -> &str {
        self.row.map_or(self.quote.as_str(), |row| row.text.as_str())
    }

    /// The printed figures of its row.
    fn facts(&self) -> impl Iterator<Item = &StoredFact> {
        let row = self.row.map(|row| row.row);
        self.piece.facts.iter().filter(move |stored| Some(stored.fact.row) == row)
    }

    /// Whose figures they are, where the place says so.
    fn scope(&self) -> Option<Scope> {
        self.facts()
            .next()
            .map(|stored| stored.fact.scope)
            .or_else(|| statement_scope(&self.piece.hit.chunk.chunk.section))
    }
}

fn passages_of(piece: &Piece) -> Box<dyn Iterator<Item = Passage<'_>> + '_> {
    let chunk = &piece.hit.chunk.chunk;
    match chunk.kind {
        ChunkKind::Table => Box::new(chunk.rows.iter().filter_map(move |row| {
            let page = piece.pages.iter().find(|page| page.index == row.span.page)?;
            // A row of a label alone says nothing.
            let says_something = row.text != row.label;
            says_something.then(|| Passage {
                piece,
                row: Some(row),
                quote: row.quote.clone(),
                page,
                bbox: row.span.bbox,
                score: 0.0,
            })
        })),
        ChunkKind::Text => Box::new(sentences(&chunk.text).filter_map(move |sentence| {
            if chunk.section.iter().any(|title| squeeze(title) == squeeze(sentence)) || is_heading_like(sentence) {
                return None;
            }
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

/// Are all values of the row numbers?
fn has_only_numbers(row: &ChunkRow) -> bool {
    let mut values = row.text.split(" | ").skip(1).map(|value| value.rsplit(": ").next().unwrap_or(value));
    values.all(|value| value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '(' | '—')))
}

/// A source line, or a short line without an end or a figure, a heading: they say nothing by themselves.
fn is_heading_like(sentence: &str) -> bool {
    const CHARS_MAX: usize = 30;
    if SOURCE_WORDS.iter().any(|word| sentence.starts_with(word)) {
        return true;
    }
    let body = sentence.trim_start_matches(|c: char| !c.is_alphabetic() || "一二三四五六七八九十".contains(c));
    let ends = sentence.ends_with(['。', '！', '？', '；', '.', ';']);
    !ends
        && sentence.chars().count() <= CHARS_MAX
        && !body.chars().any(|c| c.is_ascii_digit())
        && !body.contains(['：', ':', '，'])
}

/// The question as far as passages are measured by it.
struct Question<'a> {
    plan: &'a Plan,
    words: Words,
    /// What is asked about, beside the metric.
    subject: Words,
    /// Everyday words with what filings say for them, folded.
    variants: Vec<(Vec<String>, Vec<String>)>,
}

impl<'a> Question<'a> {
    fn new(plan: &'a Plan, evidence: &Evidence) -> Self {
        let variants = plan
            .variants
            .iter()
            .map(|variant| (variant.said.clone(), variant.search.iter().map(|word| fold(word)).collect()));
        Self {
            plan,
            words: Words::of(&plan.phrases, evidence),
            subject: Words::of(&plan.subject, evidence),
            variants: variants.collect(),
        }
    }

    /// All passages that speak of enough, best first.
    fn passages<'b>(&self, evidence: &'b Evidence) -> Vec<Passage<'b>> {
        let mut passages: Vec<Passage<'b>> = Vec::new();
        for (rank, piece) in evidence.pieces.iter().enumerate() {
            passages.extend(passages_of(piece).filter_map(|passage| self.score(passage, rank)));
        }
        passages.sort_by(|a, b| b.score.total_cmp(&a.score));
        passages
    }

    /// `None` when it speaks of too little, or of other statements than those asked for.
    fn score<'b>(&self, mut passage: Passage<'b>, rank: usize) -> Option<Passage<'b>> {
        if self.is_other_scope(&passage)
            || self.is_empty_cell(&passage)
            || self.is_other_metric(passage.row)
            || !self.has_unit(&passage)
        {
            return None;
        }
        let said = self.said(passage.text());
        let coverage = self.words.share(|word| self.cover(&passage, &said, word));
        let bonus = VARIANT_BONUS * said.len().min(VARIANTS_COUNTED_MAX) as f32;
        let subject = self.subject.share(|word| self.cover(&passage, &said, word));
        if coverage + bonus < COVERAGE_MIN || subject < SUBJECT_COVERAGE_MIN {
            return None;
        }
        let text = passage.text();
        let holds = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let number =
            text.chars().any(|c| c.is_ascii_digit()) && !self.plan.wants_words && self.plan.kind != QuestionKind::Words;
        let bonuses = [
            (number, NUMBER_BONUS),
            (self.plan.wants_change && holds(&CHANGE_WORDS), CHANGE_BONUS),
            (self.plan.wants_reason && holds(&REASON_WORDS), REASON_BONUS),
            (self.is_other_period(&passage), -OTHER_PERIOD_COST),
            (self.plan.wants_words && passage.row.is_some_and(has_only_numbers), -NUMBERS_COST),
        ];
        let added: f32 = bonuses.iter().filter(|(holds, _)| *holds).map(|(_, bonus)| bonus).sum();
        passage.score = coverage + bonus + added + RANK_BONUS / (rank + 1) as f32;
        Some(passage)
    }

    /// How much a passage speaks of a word: itself, by another wording, or only around it.
    fn cover(&self, passage: &Passage<'_>, said: &[&str], word: &str) -> f32 {
        let by_metric =
            || self.is_metric_row(passage.row) && self.plan.metrics.iter().any(|metric| metric.contains(word));
        let chunk = &passage.piece.hit.chunk.chunk;
        if set(passage.text()).contains(word) || said.iter().any(|said| said.contains(word)) || by_metric() {
            1.0
        } else if set(&chunk.section.join(" ")).contains(word)
            || (passage.row.is_some() && set(chunk.text.lines().next().unwrap_or_default()).contains(word))
        {
            CONTEXT_SHARE
        } else {
            0.0
        }
    }

    /// The everyday words of the question for which the text has a filing's word.
    fn said(&self, text: &str) -> Vec<&str> {
        let folded = fold(text);
        let fits = |(_, search): &&(Vec<String>, Vec<String>)| search.iter().any(|word| folded.contains(word.as_str()));
        self.variants.iter().filter(fits).flat_map(|(said, _)| said.iter().map(String::as_str)).collect()
    }

    fn is_metric_row(&self, row: Option<&ChunkRow>) -> bool {
        let metric = row.and_then(|row| Metrics::builtin().of_label(&row.label));
        metric.is_some_and(|metric| self.plan.metrics.contains(&metric.name))
    }

    /// A row of another metric than those asked for, where nothing else is asked for.
    fn is_other_metric(&self, row: Option<&ChunkRow>) -> bool {
        let metric = row.and_then(|row| Metrics::builtin().of_label(&row.label));
        !self.plan.metrics.is_empty() && metric.is_some_and(|metric| !self.plan.metrics.contains(&metric.name))
    }

    /// Does it say a quantity of the kind that is asked for?
    fn has_unit(&self, passage: &Passage<'_>) -> bool {
        let unit = self.plan.wanted_unit.as_str();
        let table = || {
            passage.row.is_some()
                && passage.piece.hit.chunk.chunk.text.lines().take(HEAD_LINES).any(|line| line.contains(unit))
        };
        unit.is_empty()
            || passage.text().contains(unit)
            || (unit == "人" && passage.text().contains('名'))
            || table()
            || passage.facts().any(|stored| stored.fact.unit.contains(unit))
    }

    fn is_other_scope(&self, passage: &Passage<'_>) -> bool {
        let scope = passage.scope();
        match self.plan.scope {
            Scope::Parent => scope != Some(Scope::Parent) && !passage.text().contains("母公司"),
            Scope::Consolidated => self.plan.scope_said && scope == Some(Scope::Parent),
        }
    }

    /// A row of the metric whose cell for the period is empty: another period's figure is no answer.
    fn is_empty_cell(&self, passage: &Passage<'_>) -> bool {
        !self.plan.periods.is_empty()
            && self.is_metric_row(passage.row)
            && self.plan.kind == QuestionKind::Figure
            && self.cells(passage).is_empty()
    }

    fn is_other_period(&self, passage: &Passage<'_>) -> bool {
        let own = passage.piece.hit.chunk.document.identity.period;
        !self.plan.periods.is_empty() && own.is_some_and(|own| !self.is_asked(own))
    }

    fn is_asked(&self, period: doc::Period) -> bool {
        self.plan.periods.iter().any(|wanted| period_end(*wanted) == period_end(period))
    }

    /// The cells of a row that answer: by the column's header and period; with a change, where one is asked for.
    fn cells<'b>(&self, passage: &'b Passage<'_>) -> Vec<&'b StoredFact> {
        if self.plan.wants_words {
            return Vec::new();
        }
        let fitting = passage.facts().filter(|stored| {
            self.plan.periods.is_empty() || stored.fact.period.is_none_or(|period| self.is_asked(period))
        });
        let mut cells: Vec<(f32, &StoredFact)> =
            fitting.map(|stored| (self.cell_score(passage, stored), stored)).collect();
        cells.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.fact.column.cmp(&b.1.fact.column)));
        let is_change = |stored: &StoredFact| CHANGE_WORDS.iter().any(|word| stored.fact.column_header.contains(word));
        let best = cells.first().map(|(_, stored)| *stored);
        let change = cells
            .iter()
            .map(|(_, stored)| *stored)
            .find(|stored| is_change(stored) && Some(stored.fact.column) != best.map(|best| best.fact.column));
        best.into_iter().chain(change.filter(|_| self.plan.wants_change)).collect()
    }

    fn cell_score(&self, passage: &Passage<'_>, stored: &StoredFact) -> f32 {
        const PERIOD_FIT: f32 = 0.4;
        const OWN_PERIOD: f32 = 0.3;
        const CHANGE_COST: f32 = 0.3;
        const UNIT_FIT: f32 = 0.3;
        let header = set(&stored.fact.column_header);
        let covered = if self.words.is_empty() {
            0.0
        } else {
            self.words.share(|word| f32::from(u8::from(header.contains(word))))
        };
        let column_metric = Metrics::builtin().of_label(&stored.fact.column_header);
        let metric = column_metric.is_some_and(|metric| self.plan.metrics.contains(&metric.name));
        let own_period = passage.piece.hit.chunk.document.identity.period;
        let period = match stored.fact.period {
            Some(period) if self.is_asked(period) => PERIOD_FIT,
            Some(period) if self.plan.periods.is_empty() && Some(period) == own_period => OWN_PERIOD,
            _ => 0.0,
        };
        let change = CHANGE_WORDS.iter().any(|word| stored.fact.column_header.contains(word));
        let unit = !self.plan.wanted_unit.is_empty() && stored.fact.unit.contains(&self.plan.wanted_unit);
        let added = [(metric, 1.0), (change, -CHANGE_COST), (unit, UNIT_FIT)];
        covered + period + added.iter().filter(|(holds, _)| *holds).map(|(_, bonus)| bonus).sum::<f32>()
    }

    /// The best passage; then those that speak of what it leaves open. With several facets the best of each.
    fn choose<'b>(&self, passages: Vec<Passage<'b>>, facets: usize) -> Vec<Passage<'b>> {
        let mut chosen: Vec<Passage<'b>> = Vec::new();
        let mut rest = self.words.clone();
        for passage in passages {
            if chosen.len() >= PASSAGES_MAX.max(facets)
                || chosen.iter().any(|other| squeeze(&other.quote) == squeeze(&passage.quote))
            {
                continue;
            }
            let facet_taken = chosen.iter().any(|other| other.piece.hit.facet == passage.piece.hit.facet);
            let said = self.said(passage.text());
            let open = rest.total() >= self.words.total() * REST_MIN;
            let adds = || {
                open && rest.share(|word| f32::from(u8::from(self.cover(&passage, &said, word) >= 1.0)))
                    >= REST_COVERAGE_MIN
            };
            if chosen.is_empty() || (facets > 1 && !facet_taken) || (facets <= 1 && adds()) {
                rest = rest.without(|word| self.cover(&passage, &said, word) > 0.0);
                chosen.push(passage);
            }
        }
        chosen
    }
}

/// Who says it, then the words.
fn line(passage: &Passage<'_>, figures: &[Figure], n: usize) -> String {
    let identity = &passage.piece.hit.chunk.document.identity;
    let period = identity.period.map(|period| period.label()).unwrap_or_default();
    let publisher = if identity.kind == DocKind::ResearchReport { identity.publisher.as_str() } else { "" };
    let who = [publisher, identity.company.as_str(), period.as_str()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ");
    let colon = if who.is_empty() { "" } else { "：" };
    let Some(row) = passage.row else { return format!("{who}{colon}{} [{n}]", passage.quote) };
    if figures.is_empty() {
        return format!("{who}{colon}{} [{n}]", row.text);
    }
    let scope = if figures.iter().any(|figure| figure.scope == Scope::Parent) { "（母公司口径）" } else { "" };
    let cells: Vec<String> = figures
        .iter()
        .map(|figure| format!("{} {}", header_of(passage, figure), compose::value(figure)).trim().to_owned())
        .collect();
    format!("{who} {}：{}{scope}。原表：{} [{n}]", row.label, cells.join("，"), row.text)
}

fn header_of(passage: &Passage<'_>, figure: &Figure) -> String {
    let stored = passage.facts().find(|stored| stored.fact.raw == figure.raw && stored.fact.value == figure.value);
    stored.map(|stored| stored.fact.column_header.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_full_stops_and_lines() {
        let found: Vec<&str> = sentences("公司收入增长。主要系销量增加所致！\n短\n下一行没有句号").collect();
        assert_eq!(found, ["公司收入增长。", "主要系销量增加所致！", "下一行没有句号"]);
    }
}
