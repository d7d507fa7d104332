//! Evidence → answer: printed figures, else the best row or sentence, each with a quote that was checked against its
//! page; else a refusal that says why and what exists.
//!
//! No language model is needed or used here. Nothing is said that is not in the evidence.
//!
//! Out of scope: HTTP, files, finding (crate `retrieve`).
//!
//! ```
//! use retrieve::{Evidence, Filters, Library, Retrieval, understand};
//! let library = Library::default();
//! let plan = understand("这只股票现在能买吗？", &Filters::default(), &library, (2025, 12, 31));
//! let answer = answer::answer(&plan, &Retrieval::default(), &Evidence::default(), &library);
//! assert_eq!(answer.status, answer::Status::Refused);
//! ```

mod compose;
mod cover;
mod figures;
mod gate;
mod passages;
mod quote;
mod reply;

use retrieve::{Evidence, Library, Plan, Retrieval};

pub use reply::{Answer, Choice, Citation, Derivation, Figure, Missing, Mode, Refusal, RefusalCode, Status};

/// Answers a question from its evidence; first the figures, then rows and sentences.
pub fn answer(plan: &Plan, retrieval: &Retrieval, evidence: &Evidence, library: &Library) -> Answer {
    if let Some(refusal) = gate::before(plan, retrieval, library) {
        return refusal;
    }
    if let Some(answer) = figures::answer(plan, retrieval, evidence) {
        return answer;
    }
    if let Some(refusal) = gate::period(plan, evidence, library) {
        return refusal;
    }
    passages::answer(plan, retrieval, evidence).unwrap_or_else(|| gate::nothing_found(plan, library))
}
