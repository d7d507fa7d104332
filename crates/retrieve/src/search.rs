//! Plan → evidence: words and figures are ranked each for itself, fused by rank, tidied.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use doc::{
    ChunkId, DocId, DocKind, Identity, Scope,
    text::{Tokenizer, squeeze},
};
use finance::metric::Metrics;
use store::{DocFilter, DocumentRecord, FieldBoosts, StoreError, StoredChunk, Units, View, WordHit, WordQuery};

use crate::{
    Library,
    facts::{self, FoundFact},
    plan::{Filters, Plan, PlanCompany, QuestionKind, Source},
};

/// Chunks that are looked at a facet. Rows are no candidates of their own: on the development questions they bury
/// the chunks that answer (Hit@5 .91 without, .88 with them); a figure's row is found by its metric.
pub const CANDIDATES_MAX: usize = 240;
/// Facets of one question: companies or sources that each must show.
const FACETS_MAX: usize = 6;
/// The constant of reciprocal rank fusion (Cormack et al. 2009).
const FUSION_K: f32 = 60.0;

/// What ranking counts; chosen on the development questions.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Weight of a word of the question.
    pub word: f32,
    /// Weight of a whole term of the field, beside its character pairs.
    pub term: f32,
    /// Weight of words that were added.
    pub added: f32,
    /// Weight of words for the period.
    pub period_words: f32,
    /// Field factors.
    pub boosts: FieldBoosts,
    /// The document reports on the period that is asked / on another one.
    pub period: (f32, f32),
    /// Without a period: the newest report of its kind / an older one.
    pub recency: (f32, f32),
    /// The document is of the kind that is named / is not.
    pub kind: (f32, f32),
    /// Research about a company where its own figures are asked.
    pub research: f32,
    /// Published on a day that is named, or a few days off / on another.
    pub published: (f32, f32),
    /// The document is in the language that is named / is not.
    pub language: (f32, f32),
    /// A 摘要 beside the full report.
    pub is_abstract: f32,
    /// Statements of the scope that is asked / of the other one.
    pub scope: (f32, f32),
    /// A row of it is the metric's.
    pub label: f32,
    /// Weight of the list of figures in the fusion, the list of words having 1.
    pub facts: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            word: 1.0,
            term: 1.5,
            added: 0.35,
            period_words: 0.25,
            boosts: FieldBoosts { title: 0.4, heading: 0.6, body: 1.0 },
            period: (1.5, 0.85),
            recency: (1.15, 0.9),
            kind: (1.4, 0.9),
            research: 0.8,
            published: (1.6, 0.85),
            language: (1.4, 0.8),
            is_abstract: 0.97,
            scope: (1.4, 0.6),
            label: 1.35,
            facts: 2.0,
        }
    }
}

/// Every signal of a hit; larger is better, ranks count from 1.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    /// BM25.
    pub bm25: Option<f32>,
    /// Rank in the list of words, after the factors.
    pub bm25_rank: Option<usize>,
    /// BM25 times the factors.
    pub adjusted: Option<f32>,
    /// Rank in the list of figures.
    pub facts_rank: Option<usize>,
    /// Reciprocal rank fusion of the lists.
    pub fused: f32,
}

/// A piece of evidence.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The chunk.
    pub chunk: StoredChunk,
    /// The row of the figure that brought it, if one did.
    pub row: Option<usize>,
    /// Which facet (company or source) it stands for.
    pub facet: usize,
    /// Why it stands where it stands.
    pub scores: Scores,
}

/// A chunk on its way, with every factor that was applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The chunk.
    pub chunk: ChunkId,
    /// The row of the figure that brought it, if one did.
    pub row: Option<usize>,
    /// The document.
    pub document: Arc<DocumentRecord>,
    /// Pages, 1-based.
    pub pages: Vec<u32>,
    /// Factors by name.
    pub factors: Vec<(&'static str, f32)>,
    /// Every signal.
    pub scores: Scores,
}

/// What retrieval gives.
#[derive(Clone, Debug, Default)]
pub struct Retrieval {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Figures that fit the plan with the number of their facet, best first.
    pub facts: Vec<(usize, FoundFact)>,
    /// Names of the facets, in order.
    pub facets: Vec<String>,
    /// All candidates of all facets, best first, for `explain`.
    pub candidates: Vec<Candidate>,
    /// Sources that the question names and the library does not hold.
    pub missing_sources: Vec<String>,
    /// Documents that passed the filters.
    pub documents: usize,
    /// The search terms with their weights.
    pub terms: Vec<(String, f32)>,
}

/// Finds the evidence for a plan.
///
/// # Errors
/// When the store cannot be read.
pub fn retrieve(
    plan: &Plan,
    filters: &Filters,
    (library, view): (&Library, &View),
    tokenizer: &Tokenizer,
    settings: &Settings,
    top_k: usize,
) -> Result<Retrieval, StoreError> {
    let allowed = view.filtered(&library.completed(filters).documents());
    let (facets, missing_sources) = facets(plan, &allowed);
    let terms = query_terms(plan, settings, |text| tokenizer.tokens(text));
    let mut retrieval = Retrieval { missing_sources, terms, ..Retrieval::default() };
    let mut lists: Vec<Vec<Hit>> = Vec::new();
    for (number, facet) in facets.into_iter().enumerate() {
        let list = search_facet(plan, filters, &facet, settings, number, &mut retrieval)?;
        retrieval.documents += facet.view.documents(&DocFilter::default()).len();
        retrieval.facets.push(facet.name);
        lists.push(list);
    }
    retrieval.hits = tidy(lists, top_k);
    name_companies(library, &mut retrieval);
    Ok(retrieval)
}

/// What is shown names every company as the whole library names it.
fn name_companies(library: &Library, retrieval: &mut Retrieval) {
    for hit in &mut retrieval.hits {
        hit.chunk.document = library.named(&hit.chunk.document);
    }
    for (_, figure) in &mut retrieval.facts {
        figure.stored.document = library.named(&figure.stored.document);
    }
}

struct Facet {
    name: String,
    view: View,
}

/// One facet a source or company that the question names, so that each is represented.
fn facets(plan: &Plan, allowed: &View) -> (Vec<Facet>, Vec<String>) {
    let companies: Vec<String> = plan.companies.iter().flat_map(PlanCompany::names).collect();
    let narrowed = |filter: DocFilter| allowed.filtered(&filter);
    let is_empty = |view: &View| view.documents(&DocFilter::default()).is_empty();
    let mut facets = Vec::new();
    let mut missing = Vec::new();
    for source in &plan.sources {
        let (name, filter) = match source {
            Source::Publisher { name, names } => (
                name.clone(),
                DocFilter { companies: companies.clone(), publishers: names.clone(), ..DocFilter::default() },
            ),
            Source::Titled(word) => {
                let titled = |record: &&Arc<DocumentRecord>| squeeze(&record.identity.title).contains(word);
                let all = allowed.documents(&DocFilter { companies: companies.clone(), ..DocFilter::default() });
                let doc_ids: Vec<DocId> = all.iter().filter(titled).map(|record| record.doc_id.clone()).collect();
                if doc_ids.is_empty() {
                    continue;
                }
                ((*word).to_owned(), DocFilter { doc_ids, ..DocFilter::default() })
            }
            Source::Company => (
                "公司".to_owned(),
                DocFilter { companies: companies.clone(), kinds: OWN_KINDS.to_vec(), ..DocFilter::default() },
            ),
        };
        let view = narrowed(filter);
        if is_empty(&view) { missing.push(name) } else { facets.push(Facet { name, view }) }
    }
    if facets.is_empty() {
        for company in &plan.companies {
            let view = narrowed(DocFilter { companies: company.names().collect(), ..DocFilter::default() });
            if !is_empty(&view) {
                facets.push(Facet { name: company.name.clone(), view });
            }
        }
    }
    if facets.is_empty() {
        facets.push(Facet { name: String::new(), view: allowed.clone() });
    }
    facets.truncate(FACETS_MAX);
    (facets, missing)
}

/// Kinds of documents that a company writes itself.
const OWN_KINDS: [DocKind; 6] = [
    DocKind::AnnualReport,
    DocKind::SemiannualReport,
    DocKind::QuarterlyReport,
    DocKind::Announcement,
    DocKind::MeetingMinutes,
    DocKind::Prospectus,
];

fn query_terms(plan: &Plan, settings: &Settings, cut: impl Fn(&str) -> Vec<String>) -> Vec<(String, f32)> {
    let mut weights: BTreeMap<String, f32> = BTreeMap::new();
    let mut add = |text: &str, weight: f32| {
        for token in cut(text) {
            let weight = if token.starts_with('=') { weight * settings.term } else { weight };
            let known = weights.entry(token).or_insert(0.0);
            *known = known.max(weight);
        }
    };
    for phrase in &plan.phrases {
        add(phrase, settings.word);
    }
    for metric in &plan.metrics {
        add(metric, settings.word);
        if let Some(metric) = Metrics::builtin().by_name(metric) {
            for synonym in &metric.synonyms {
                add(synonym, settings.added);
            }
        }
    }
    for variant in plan.variants.iter().flat_map(|variant| variant.search.iter().chain(&variant.near)) {
        add(variant, settings.added);
    }
    for period in &plan.periods {
        add(&period.label(), settings.period_words);
        add(&format!("{}年", period.year), settings.period_words);
    }
    // A question of names only is searched by them.
    if weights.is_empty() {
        for company in &plan.companies {
            for token in cut(&company.name) {
                weights.insert(token, settings.word);
            }
        }
    }
    weights.into_iter().collect()
}

/// Words and figures of one facet, fused.
fn search_facet(
    plan: &Plan,
    filters: &Filters,
    facet: &Facet,
    settings: &Settings,
    number: usize,
    retrieval: &mut Retrieval,
) -> Result<Vec<Hit>, StoreError> {
    let query = WordQuery { terms: retrieval.terms.clone(), boosts: settings.boosts, units: Units::Chunks };
    let found = facet.view.search_words(&query, CANDIDATES_MAX)?;
    let figures = facts::lookup(plan, &facet.view)?;
    let mut chunks = load_chunks(&facet.view, &found)?;
    let newest = newest_by_kind(&facet.view);
    let mut candidates: HashMap<ChunkId, Candidate> = HashMap::new();
    for hit in &found {
        if let Some(chunk) = chunks.get(&hit.chunk) {
            add_word_hit(plan, settings, &newest, chunk, hit, &mut candidates);
        }
    }
    rank_words(&mut candidates);
    add_figures(&facet.view, &figures, &mut chunks, &mut candidates)?;
    let mut ranked: Vec<Candidate> = candidates.into_values().collect();
    let section = squeeze(&filters.section);
    if !section.is_empty() {
        ranked.retain(|candidate| {
            chunks.get(&candidate.chunk).is_some_and(|chunk| squeeze(&chunk.chunk.section.join("/")).contains(&section))
        });
    }
    for candidate in &mut ranked {
        candidate.scores.fused = fused(&candidate.scores, settings);
    }
    ranked.sort_by(|a, b| b.scores.fused.total_cmp(&a.scores.fused).then_with(|| a.chunk.cmp(&b.chunk)));
    let hits = ranked.iter().filter_map(|candidate| {
        let chunk = chunks.get(&candidate.chunk)?.clone();
        Some(Hit { chunk, row: candidate.row, facet: number, scores: candidate.scores.clone() })
    });
    let hits = hits.collect();
    retrieval.candidates.extend(ranked);
    retrieval.facts.extend(figures.into_iter().map(|figure| (number, figure)));
    Ok(hits)
}

fn load_chunks(view: &View, hits: &[WordHit]) -> Result<HashMap<ChunkId, StoredChunk>, StoreError> {
    let mut seen = HashSet::new();
    let ids: Vec<ChunkId> = hits.iter().filter(|hit| seen.insert(&hit.chunk)).map(|hit| hit.chunk.clone()).collect();
    Ok(view.chunks(&ids)?.into_iter().map(|chunk| (chunk.id.clone(), chunk)).collect())
}

/// The latest end of period of each kind of report, a company each.
fn newest_by_kind(view: &View) -> HashMap<(String, DocKind), String> {
    let mut newest: HashMap<(String, DocKind), String> = HashMap::new();
    for record in view.documents(&DocFilter::default()) {
        let age = age_of(&record.identity);
        let entry = newest.entry((record.identity.company.clone(), record.identity.kind)).or_default();
        if age > *entry {
            *entry = age;
        }
    }
    newest
}

/// The end of the period, else the day of publication.
fn age_of(identity: &Identity) -> String {
    identity.period.map_or_else(|| identity.published_on.clone(), doc::Period::end_date)
}

fn add_word_hit(
    plan: &Plan,
    settings: &Settings,
    newest: &HashMap<(String, DocKind), String>,
    chunk: &StoredChunk,
    hit: &WordHit,
    candidates: &mut HashMap<ChunkId, Candidate>,
) {
    let factors = factors(plan, settings, newest, chunk);
    let adjusted = factors.iter().fold(hit.score, |score, (_, factor)| score * factor);
    let candidate = Candidate {
        chunk: chunk.id.clone(),
        row: None,
        document: Arc::clone(&chunk.document),
        pages: pages_of(chunk),
        factors: factors.clone(),
        scores: Scores { bm25: Some(hit.score), adjusted: Some(adjusted), ..Scores::default() },
    };
    candidates.insert(chunk.id.clone(), candidate);
}

fn pages_of(chunk: &StoredChunk) -> Vec<u32> {
    chunk.chunk.spans.iter().map(|span| span.page.number().0).collect()
}

fn factors(
    plan: &Plan,
    settings: &Settings,
    newest: &HashMap<(String, DocKind), String>,
    chunk: &StoredChunk,
) -> Vec<(&'static str, f32)> {
    let identity = &chunk.document.identity;
    let mut factors = Vec::new();
    let choose = |holds: bool, pair: (f32, f32)| if holds { pair.0 } else { pair.1 };
    if let Some(period) = identity.period {
        if !plan.periods.is_empty() {
            let same = plan.periods.iter().any(|wanted| facts::period_end(*wanted) == facts::period_end(period));
            factors.push(("period", choose(same, settings.period)));
        } else if plan.kind != QuestionKind::Trend {
            let latest =
                newest.get(&(identity.company.clone(), identity.kind)).is_none_or(|latest| *latest <= age_of(identity));
            factors.push(("recency", choose(latest, settings.recency)));
        }
    }
    if !plan.kinds.is_empty() {
        factors.push(("kind", choose(plan.kinds.contains(&identity.kind), settings.kind)));
    }
    if identity.kind == DocKind::ResearchReport
        && !has_publisher(plan)
        && !plan.forecast
        && plan.kind != QuestionKind::Forecast
    {
        factors.push(("research", settings.research));
    }
    if !plan.dates.is_empty() && !identity.published_on.is_empty() {
        let near = plan.dates.iter().any(|(from, to)| is_near(&identity.published_on, from, to));
        factors.push(("published", choose(near, settings.published)));
    }
    if !plan.language.is_empty() && !identity.language.is_empty() {
        factors.push(("language", choose(plan.language == identity.language, settings.language)));
    }
    if identity.is_abstract {
        factors.push(("abstract", settings.is_abstract));
    }
    if let Some(scope) = statement_scope(&chunk.chunk.section)
        && (plan.scope_said || scope == Scope::Parent)
    {
        factors.push(("scope", choose(scope == plan.scope, settings.scope)));
    }
    let asked =
        |label: &str| Metrics::builtin().of_label(label).is_some_and(|metric| plan.metrics.contains(&metric.name));
    if !plan.metrics.is_empty() && chunk.chunk.rows.iter().any(|row| asked(&row.label)) {
        factors.push(("label", settings.label));
    }
    factors
}

/// A report is dated a day or two before or after the day that people know it by.
fn is_near(published_on: &str, from: &str, to: &str) -> bool {
    const DAYS: i64 = 3;
    let days = |date: &str| -> Option<i64> {
        let mut parts = date.split('-').map(|part| part.parse::<i64>().ok());
        let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
        // Months of 31 days keep the order and are near enough for a few days.
        Some((year * 12 + month) * 31 + day)
    };
    match (days(published_on), days(from), days(to)) {
        (Some(published), Some(from), Some(to)) => (from - DAYS..=to + DAYS).contains(&published),
        _ => false,
    }
}

/// Whose statements a heading path leads to, where it says so.
pub fn statement_scope(section: &[String]) -> Option<Scope> {
    section.iter().rev().find_map(|title| {
        if title.contains("母公司") && !title.contains("合并") {
            Some(Scope::Parent)
        } else if title.contains("合并") {
            Some(Scope::Consolidated)
        } else {
            None
        }
    })
}

fn has_publisher(plan: &Plan) -> bool {
    plan.sources.iter().any(|source| matches!(source, Source::Publisher { .. }))
}

fn rank_words(candidates: &mut HashMap<ChunkId, Candidate>) {
    let mut order: Vec<(ChunkId, f32)> = candidates
        .values()
        .map(|candidate| (candidate.chunk.clone(), candidate.scores.adjusted.unwrap_or_default()))
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    for (rank, (chunk, _)) in order.into_iter().enumerate() {
        if let Some(candidate) = candidates.get_mut(&chunk) {
            candidate.scores.bm25_rank = Some(rank + 1);
        }
    }
}

/// The chunks that hold the figures, in the figures' order; only the best places of each figure count.
fn add_figures(
    view: &View,
    figures: &[FoundFact],
    chunks: &mut HashMap<ChunkId, StoredChunk>,
    candidates: &mut HashMap<ChunkId, Candidate>,
) -> Result<(), StoreError> {
    /// Places of one figure (metric and period) that are brought forward.
    const PLACES_MAX: usize = 2;
    /// Figures that are brought forward a facet.
    const FIGURES_MAX: usize = 12;
    let mut places: HashMap<(usize, usize), usize> = HashMap::new();
    let mut rank = 0;
    for figure in figures {
        let count = places.entry((figure.metric_rank, figure.period_rank)).or_insert(0);
        if *count >= PLACES_MAX || rank >= FIGURES_MAX {
            continue;
        }
        *count += 1;
        let stored = &figure.stored;
        let Some(chunk) = view.chunk_of_row(&stored.document.doc_id, stored.fact.table, stored.fact.row)? else {
            continue;
        };
        rank += 1;
        let candidate = candidates.entry(chunk.id.clone()).or_insert_with(|| Candidate {
            chunk: chunk.id.clone(),
            row: Some(stored.fact.row),
            document: Arc::clone(&chunk.document),
            pages: pages_of(&chunk),
            factors: Vec::new(),
            scores: Scores::default(),
        });
        if candidate.scores.facts_rank.is_none() {
            candidate.scores.facts_rank = Some(rank);
            candidate.row = Some(stored.fact.row);
        }
        chunks.entry(chunk.id.clone()).or_insert(chunk);
    }
    Ok(())
}

/// Weighted reciprocal rank: scores of different lists never meet.
fn fused(scores: &Scores, settings: &Settings) -> f32 {
    let part = |rank: Option<usize>, weight: f32| rank.map_or(0.0, |rank| weight / (FUSION_K + rank as f32));
    part(scores.bm25_rank, 1.0) + part(scores.facts_rank, settings.facts)
}

/// Takes from the facets in turn, and leaves out what says the same again.
fn tidy(lists: Vec<Vec<Hit>>, top_k: usize) -> Vec<Hit> {
    let mut seen: HashSet<String> = HashSet::new();
    let mut queues: Vec<_> = lists.into_iter().map(Vec::into_iter).collect();
    let mut hits = Vec::new();
    while hits.len() < top_k {
        let before = hits.len();
        for queue in &mut queues {
            let fresh = queue.find(|hit| {
                seen.insert(format!("{}\u{1}{}", hit.chunk.document.doc_id, squeeze(&hit.chunk.chunk.text)))
            });
            if let Some(hit) = fresh
                && hits.len() < top_k
            {
                hits.push(hit);
            }
        }
        if hits.len() == before {
            break;
        }
    }
    hits
}
