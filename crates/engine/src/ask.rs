//! Question → answer: a stage a line.

use std::{
    collections::{HashMap, hash_map::Entry},
    time::{Duration, Instant},
};

use answer::{Answer, Status};
use doc::{DocId, PageIndex};
use retrieve::{Date, Evidence, Filters, Plan, Retrieval, gather, retrieve, understand};
use store::View;

use crate::{Ambiguous, Engine, EngineError};

/// A question with everything that decides its answer.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The words.
    pub text: String,
    /// Knowledge base.
    pub kb: String,
    /// What documents may be used.
    pub filters: Filters,
    /// The day that relative words count from.
    pub today: Date,
    /// Hits wanted.
    pub top_k: usize,
}

/// An answer with everything it was made from.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// What was understood.
    pub plan: Plan,
    /// What was found.
    pub retrieval: Retrieval,
    /// What the answer was made from; empty for a search.
    pub evidence: Evidence,
    /// The answer; empty for a search.
    pub answer: Answer,
    /// Printed page numbers of the hits' pages.
    pub labels: HashMap<(DocId, PageIndex), String>,
    /// State of the library that was asked.
    pub index_version: u64,
    /// Time of each stage.
    pub timings: Vec<(&'static str, Duration)>,
}

/// Hits that answers are made from.
const ANSWER_TOP_K: usize = 12;

impl Engine {
    /// Finds evidence.
    ///
    /// # Errors
    /// When the question is empty or too long, or the store cannot be read.
    pub fn search(&self, question: &Question) -> Result<Asked, EngineError> {
        self.check(question)?;
        let view = self.view(&question.kb)?;
        self.find(question, &view)
    }

    /// Finds evidence and answers from it.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub fn ask(&self, question: &Question) -> Result<Asked, EngineError> {
        self.check(question)?;
        let view = self.view(&question.kb)?;
        let library = self.library(&question.kb, &view);
        let wanted = Question { top_k: question.top_k.max(ANSWER_TOP_K), ..question.clone() };
        let mut asked = self.find(&wanted, &view)?;
        let mut clock = Clock::start();
        asked.evidence = gather(&asked.retrieval, &asked.plan, &view)?;
        clock.lap("evidence");
        asked.answer = answer::answer(&asked.plan, &asked.retrieval, &asked.evidence, &library);
        if asked.answer.status == Status::Clarify && self.config.ask.ambiguous == Ambiguous::Latest {
            asked.plan.latest = true;
            asked.plan.assumed.push("未指明报告期，取最新一期".to_owned());
            asked.answer = answer::answer(&asked.plan, &asked.retrieval, &asked.evidence, &library);
        }
        clock.lap("answer");
        asked.timings.extend(clock.laps);
        Ok(asked)
    }

    fn find(&self, question: &Question, view: &View) -> Result<Asked, EngineError> {
        let mut clock = Clock::start();
        let library = self.library(&question.kb, view);
        clock.lap("library");
        let plan = understand(&question.text, &question.filters, &library, question.today);
        clock.lap("understand");
        let retrieval =
            retrieve(&plan, &question.filters, (&library, view), &self.tokenizer, &self.settings, question.top_k)?;
        let labels = labels(&retrieval, view)?;
        clock.lap("retrieve");
        Ok(Asked {
            plan,
            retrieval,
            labels,
            index_version: view.index_version(),
            timings: clock.laps,
            ..Asked::default()
        })
    }

    fn check(&self, question: &Question) -> Result<(), EngineError> {
        let limit = self.config.limits.question_chars_max;
        if question.text.trim().is_empty() {
            return Err(EngineError::Question("the question is empty".to_owned()));
        }
        if question.text.chars().count() > limit {
            return Err(EngineError::Question(format!(
                "the question is longer than {limit} characters; shorten it or raise limits.question_chars_max"
            )));
        }
        if question.top_k > self.config.limits.top_k_max {
            return Err(EngineError::Question(format!(
                "more than {} results; raise limits.top_k_max",
                self.config.limits.top_k_max
            )));
        }
        Ok(())
    }
}

/// The printed numbers of the pages that hits stand on.
fn labels(retrieval: &Retrieval, view: &View) -> Result<HashMap<(DocId, PageIndex), String>, EngineError> {
    let mut labels = HashMap::new();
    for hit in &retrieval.hits {
        for span in &hit.chunk.chunk.spans {
            let key = (hit.chunk.document.doc_id.clone(), span.page);
            if let Entry::Vacant(place) = labels.entry(key) {
                let page = view.page(&hit.chunk.document.doc_id, span.page)?;
                place.insert(page.map(|page| page.label).unwrap_or_default());
            }
        }
    }
    Ok(labels)
}

struct Clock {
    last: Instant,
    laps: Vec<(&'static str, Duration)>,
}

impl Clock {
    fn start() -> Self {
        Self { last: Instant::now(), laps: Vec::new() }
    }

    fn lap(&mut self, stage: &'static str) {
        self.laps.push((stage, self.last.elapsed()));
        self.last = Instant::now();
    }
}
