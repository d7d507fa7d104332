//! After an intake: some of the new documents' own rows are searched, and must come back.

use doc::ChunkKind;
use store::{DocFilter, FieldBoosts, Units, WordQuery};

use crate::{Engine, EngineError, Outcome, Status};

/// Rows searched a document.
const ROWS_A_DOCUMENT: usize = 2;
/// Documents looked at in one intake.
const DOCUMENTS_MAX: usize = 64;
/// Chunks read of a document to pick rows from.
const CHUNKS_MAX: u32 = 400;
/// A row must come back among so many hits.
const WITHIN: usize = 10;

/// How many rows were searched and how many came back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfCheck {
    /// Rows searched.
    pub asked: usize,
    /// Rows that came back.
    pub found: usize,
}

/// Searches rows of the documents that were added or updated.
pub fn run(engine: &Engine, kb: &str, outcomes: &[Outcome]) -> Result<SelfCheck, EngineError> {
    let view = engine.view(kb)?;
    let mut check = SelfCheck::default();
    let new = outcomes.iter().filter(|outcome| matches!(outcome.status, Status::Added | Status::Updated));
    for record in new.filter_map(|outcome| outcome.record.as_ref()).take(DOCUMENTS_MAX) {
        let own = view.filtered(&DocFilter { doc_ids: vec![record.doc_id.clone()], ..DocFilter::default() });
        let chunks = own.chunks_of(&record.doc_id, 0..record.chunks.min(CHUNKS_MAX))?;
        let tables: Vec<_> =
            chunks.iter().filter(|chunk| chunk.chunk.kind == ChunkKind::Table && !chunk.chunk.noise).collect();
        // Evenly over the document, the same rows each time.
        let step = (tables.len() / ROWS_A_DOCUMENT).max(1);
        for chunk in tables.iter().step_by(step).take(ROWS_A_DOCUMENT) {
            let rows = &chunk.chunk.rows;
            let Some(row) = rows.get(rows.len() / 2).filter(|row| !row.label.is_empty()) else { continue };
            let terms =
                engine.tokenizer.tokens(&row.text).into_iter().take(store::QUERY_TERMS_MAX).map(|token| (token, 1.0));
            let query = WordQuery { terms: terms.collect(), boosts: FieldBoosts::default(), units: Units::Rows };
            check.asked += 1;
            let hits = own.search_words(&query, WITHIN)?;
            check.found += usize::from(hits.iter().any(|hit| hit.chunk == chunk.id));
        }
    }
    Ok(check)
}
