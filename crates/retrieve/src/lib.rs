//! Question → plan → candidates → evidence: finding the page that answers, and saying why it was found.
//!
//! The stages, in order: [`mod@understand`] (companies, metrics, periods, scope, sources) → [`facts`] (printed figures
//! that fit) and [`search`] (words) → fusion by rank → tidying → [`Retrieval`]. Every candidate keeps every signal.
//!
//! Out of scope: prompts, files, the clock (today is handed in).
//!
//! Limits: [`search::CANDIDATES_MAX`] chunks are ranked a facet.
//!
//! ```
//! use retrieve::{Filters, Library, QuestionKind, understand};
//! let plan = understand("2024年母公司的营业收入是多少？", &Filters::default(), &Library::default(), (2025, 12, 31));
//! assert_eq!((plan.kind, plan.metrics.as_slice()), (QuestionKind::Figure, ["营业收入".to_owned()].as_slice()));
//! ```

pub mod evidence;
pub mod facts;
pub mod library;
pub mod plan;
pub mod search;
pub mod terms;
pub mod understand;

pub use evidence::{Evidence, Figure, Piece, gather};
pub use facts::FoundFact;
pub use library::Library;
pub use plan::{Date, Filters, Plan, PlanCompany, QuestionKind, Source};
pub use store::{DocumentRecord, StoredFact, StoredPage};

pub use search::{Candidate, Hit, Retrieval, Scores, Settings, retrieve};
pub use understand::understand;
