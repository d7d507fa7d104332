//! Why a question got its answer: every stage with its outcome, and where a wanted page was lost.

use doc::PageNo;
use retrieve::Candidate;

use crate::{Asked, Engine, EngineError, Question};

/// A page that should have been found: the end of a path and a physical page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gold {
    /// The end of the document's path.
    pub path: String,
    /// Its page.
    pub page: PageNo,
}

/// An answer and the way to it.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The answer and everything it was made from.
    pub asked: Asked,
    /// What became of the wanted page.
    pub gold: Option<String>,
}

impl Engine {
    /// Answers a question and says how.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub fn explain(&self, question: &Question, gold: Option<&Gold>) -> Result<Explained, EngineError> {
        let asked = self.ask(question)?;
        let gold = gold.map(|gold| self.trace(question, &asked, gold)).transpose()?;
        Ok(Explained { asked, gold })
    }

    /// The stage at which a page was lost.
    fn trace(&self, question: &Question, asked: &Asked, gold: &Gold) -> Result<String, EngineError> {
        let view = self.view(&question.kb)?;
        let Some(record) = view.find(&gold.path).pop() else {
            return Ok(format!("{}: not in the library", gold.path));
        };
        if gold.page.0 == 0 || gold.page.0 > record.pages {
            return Ok(format!("{} has {} pages", record.path, record.pages));
        }
        if !view
            .filtered(&question.filters.documents())
            .documents(&store::DocFilter::default())
            .iter()
            .any(|other| other.doc_id == record.doc_id)
        {
            return Ok("lost at the filters: the document does not pass them".to_owned());
        }
        let on_page = |candidate: &&Candidate| {
            candidate.document.doc_id == record.doc_id && candidate.pages.contains(&gold.page.0)
        };
        let Some(best) = asked.retrieval.candidates.iter().find(on_page) else {
            return Ok("lost at the search by words: no piece of the page is among the candidates (or the company or source restriction left it out)".to_owned());
        };
        let rank = asked.retrieval.hits.iter().position(|hit| {
            hit.chunk.document.doc_id == record.doc_id
                && hit.chunk.chunk.spans.iter().any(|span| span.page.number() == gold.page)
        });
        let scores = &best.scores;
        let ranks = format!(
            "words rank {:?}, figures rank {:?}, fused {:.5}, factors {:?}",
            scores.bm25_rank, scores.facts_rank, scores.fused, best.factors
        );
        let Some(rank) = rank else {
            return Ok(format!("lost at the fusion: {ranks}"));
        };
        let cited = asked
            .answer
            .citations
            .iter()
            .any(|citation| citation.doc_id == record.doc_id && citation.page == gold.page);
        let end = if cited { "cited in the answer" } else { "found, but not cited" };
        Ok(format!("{end}: hit {}; {ranks}", rank + 1))
    }
}
