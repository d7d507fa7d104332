//! Hits → evidence: with each piece the pages it stands on, its printed figures, and what every word weighs.
//!
//! What answers are made from; nothing beyond it may be quoted.

use std::collections::HashMap;

use doc::{PageIndex, text::Tokenizer};
use store::{DocFilter, FactFilter, StoreError, StoredFact, StoredPage, View};

use crate::{
    facts::FoundFact,
    plan::Plan,
    search::{Hit, Retrieval},
    terms::is_weak,
};

/// Pieces of evidence that answers are made from at most.
pub const PIECES_MAX: usize = 12;
/// What a pair weighs that holds a character which only joins words.
const WEAK_SHARE: f32 = 0.25;
/// Looked-up figures that answers are made from at most.
pub const FIGURES_MAX: usize = 64;

/// What may be said and quoted.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Best first.
    pub pieces: Vec<Piece>,
    /// Looked-up figures with their rows, best first.
    pub figures: Vec<Figure>,
    /// What a token of the question weighs: high when rare in the library; absent ones weigh most.
    pub weights: HashMap<String, f32>,
}

/// A hit with what belongs to it.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The hit.
    pub hit: Hit,
    /// The pages it stands on.
    pub pages: Vec<StoredPage>,
    /// The printed figures of its rows, for a table.
    pub facts: Vec<StoredFact>,
}

/// A looked-up figure with the row it is printed in.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The figure.
    pub found: FoundFact,
    /// The facet it was found for.
    pub facet: usize,
    /// The row's cells in order.
    pub quote: String,
    /// The chunk that holds the row.
    pub chunk_id: String,
    /// The page it is printed on.
    pub page: StoredPage,
}

/// Reads what the answer needs of the store.
///
/// # Errors
/// When the store cannot be read.
pub fn gather(retrieval: &Retrieval, plan: &Plan, view: &View) -> Result<Evidence, StoreError> {
    let mut pages = Pages { view, read: HashMap::new() };
    let mut evidence = Evidence { weights: weights(plan, view)?, ..Evidence::default() };
    let mut facts: HashMap<String, Vec<StoredFact>> = HashMap::new();
    for hit in retrieval.hits.iter().take(PIECES_MAX) {
        let doc_id = &hit.chunk.document.doc_id;
        let mut own_pages = Vec::new();
        for span in &hit.chunk.chunk.spans {
            own_pages.extend(pages.get(doc_id, span.page)?);
        }
        let mut own_facts = Vec::new();
        if let Some(part) = hit.chunk.chunk.table {
            if !facts.contains_key(&doc_id.0) {
                let filter = FactFilter {
                    documents: DocFilter { doc_ids: vec![doc_id.clone()], ..DocFilter::default() },
                    ..FactFilter::default()
                };
                facts.insert(doc_id.0.clone(), view.facts(&filter)?);
            }
            let all = facts.get(&doc_id.0).map(Vec::as_slice).unwrap_or_default();
            let inside = |stored: &&StoredFact| {
                stored.fact.table == part.table && (part.first_row..part.end_row).contains(&stored.fact.row)
            };
            own_facts = all.iter().filter(inside).cloned().collect();
        }
        evidence.pieces.push(Piece { hit: hit.clone(), pages: own_pages, facts: own_facts });
    }
    for (facet, found) in retrieval.facts.iter().take(FIGURES_MAX) {
        let fact = &found.stored.fact;
        let doc_id = &found.stored.document.doc_id;
        let Some(chunk) = view.chunk_of_row(doc_id, fact.table, fact.row)? else { continue };
        let Some(row) = chunk.chunk.rows.iter().find(|row| row.row == fact.row) else { continue };
        let Some(page) = pages.get(doc_id, fact.page)? else { continue };
        evidence.figures.push(Figure {
            found: found.clone(),
            facet: *facet,
            quote: row.quote.clone(),
            chunk_id: chunk.id.0.clone(),
            page,
        });
    }
    Ok(evidence)
}

struct Pages<'a> {
    view: &'a View,
    read: HashMap<(String, PageIndex), Option<StoredPage>>,
}

impl Pages<'_> {
    fn get(&mut self, doc_id: &doc::DocId, page: PageIndex) -> Result<Option<StoredPage>, StoreError> {
        let key = (doc_id.0.clone(), page);
        if let Some(known) = self.read.get(&key) {
            return Ok(known.clone());
        }
        let read = self.view.page(doc_id, page)?;
        self.read.insert(key, read.clone());
        Ok(read)
    }
}

/// Inverse document frequency over the whole library, BM25's form; pairs that only join two words weigh little.
fn weights(plan: &Plan, view: &View) -> Result<HashMap<String, f32>, StoreError> {
    // Pairs in their order, without the whole terms that the index has beside them.
    let tokenizer = Tokenizer::default();
    let mut weights = HashMap::new();
    for phrase in plan.phrases.iter().chain(&plan.subject) {
        let tokens = tokenizer.tokens(phrase);
        let mut counts = Vec::with_capacity(tokens.len());
        let mut all = 0;
        for token in &tokens {
            let frequency = view.term_frequency(token)?;
            counts.push(frequency.chunks + frequency.rows);
            all = frequency.chunks_total + frequency.rows_total;
        }
        for (index, token) in tokens.into_iter().enumerate() {
            let (all, with) = (all as f32, counts[index] as f32);
            let rarity = ((all - with + 0.5) / (with + 0.5)).ln_1p();
            let joins = is_weak(&token) || is_junction(&counts, index);
            let weight = if joins { rarity * WEAK_SHARE } else { rarity };
            let known = weights.entry(token).or_insert(weight);
            *known = known.min(weight);
        }
    }
    Ok(weights)
}

/// Is this pair much rarer than both of its neighbours? Then it spans the end of one word and the start of the next.
fn is_junction(counts: &[u64], index: usize) -> bool {
    /// How many times rarer.
    const RARER: u64 = 4;
    let (Some(before), Some(after)) =
        (index.checked_sub(1).and_then(|before| counts.get(before)), counts.get(index + 1))
    else {
        return false;
    };
    counts[index] * RARER < *before.min(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_pair_between_common_ones_joins_words() {
        // 酒类 类产 产品 品成 成本
        let counts = [900, 3, 5_000, 10, 4_000];
        assert!(is_junction(&counts, 1) && is_junction(&counts, 3));
        assert!(!is_junction(&counts, 0) && !is_junction(&counts, 2) && !is_junction(&counts, 4));
        // 司美 美格 格鲁 鲁肽: a name that is nowhere stays heavy.
        assert!(!is_junction(&[0, 0, 0, 0], 1));
    }
}
