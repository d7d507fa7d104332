//! What an answer is made of.

use doc::{Basis, DocId, Fact, Identity, PageNo, Period, Rect, Scope, text::squeeze};
use rust_decimal::Decimal;

/// An answer, a refusal or a question back.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Which of the three.
    pub status: Status,
    /// Words for people, with citation marks `[1]`.
    pub text: String,
    /// How it came about, in a sentence.
    pub summary: String,
    /// The figures it states, exact.
    pub figures: Vec<Figure>,
    /// Where it is printed.
    pub citations: Vec<Citation>,
    /// What was asked for and is not in a source.
    pub missing: Vec<Missing>,
    /// For a question back: what can be meant.
    pub choices: Vec<Choice>,
    /// For a refusal: why, and the nearest that exists.
    pub refusal: Option<Refusal>,
    /// How it was made.
    pub mode: Mode,
}

/// What an answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Answered from the documents.
    Answered,
    /// Not answered, with the reason.
    #[default]
    Refused,
    /// Asked back.
    Clarify,
}

/// How an answer was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// From looked-up figures.
    Facts,
    /// Quoted from the best row or sentence.
    #[default]
    Extract,
}

/// A figure of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The row's label as printed.
    pub label: String,
    /// Canonical metric; empty where none fits.
    pub metric: String,
    /// Short name of the company.
    pub company: String,
    /// Its code.
    pub stock_code: String,
    /// The period.
    pub period: Option<Period>,
    /// The day, for a balance.
    pub as_of: String,
    /// Whose figure.
    pub scope: Scope,
    /// Exact, in `unit`.
    pub value: Decimal,
    /// Base unit.
    pub unit: String,
    /// As printed.
    pub raw: String,
    /// A forecast?
    pub forecast: bool,
    /// Restated?
    pub restated: bool,
    /// For a computed one: how.
    pub derived: Option<Derivation>,
    /// Number of its citation; of a computed one its first operand's.
    pub citation: usize,
    /// Was it found again in the cited row (a computed one: were all its operands)?
    pub verified: bool,
}

impl Figure {
    /// A printed figure of a document with this identity, from the row that is quoted.
    pub fn printed(fact: &Fact, identity: &Identity, quote: &str, citation: usize) -> Self {
        Self {
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
            derived: None,
            citation,
            verified: squeeze(quote).contains(&squeeze(&fact.raw)),
        }
    }
}

/// How a figure was computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    /// With the operands' names.
    pub formula: String,
    /// Indices of the operands among the answer's figures.
    pub operands: Vec<usize>,
}

/// Where something is printed; its quote was checked against the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    /// 1-based number, as in the text.
    pub n: usize,
    /// The document.
    pub doc_id: DocId,
    /// Its path as given.
    pub path: String,
    /// Its title.
    pub title: String,
    /// Physical page.
    pub page: PageNo,
    /// Printed page number.
    pub page_label: String,
    /// Where on the page.
    pub bbox: Rect,
    /// The words as printed.
    pub quote: String,
    /// The chunk it comes from.
    pub chunk_id: String,
}

/// Something that a source does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// What was looked for.
    pub what: String,
    /// Where.
    pub source: String,
}

/// Something that the question can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Words for people.
    pub label: String,
    /// The period it stands for, canonical.
    pub period: String,
    /// The scope it stands for.
    pub scope: String,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Stable code.
    pub code: RefusalCode,
    /// Words for people.
    pub message: String,
    /// The nearest that exists.
    pub nearest: Vec<String>,
}

/// Reasons for a refusal; the names of the JSON contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCode {
    /// The company is not in the library.
    NoSuchCompany,
    /// The period is not covered.
    PeriodNotAvailable,
    /// The documents don't say it.
    NotDisclosed,
    /// No document that could say it.
    NotInLibrary,
    /// Asks for advice.
    Advice,
    /// Asks for a prediction.
    Prediction,
    /// What was found is too weak.
    LowConfidence,
}

impl RefusalCode {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            RefusalCode::NoSuchCompany => "no_such_company",
            RefusalCode::PeriodNotAvailable => "period_not_available",
            RefusalCode::NotDisclosed => "not_disclosed",
            RefusalCode::NotInLibrary => "not_in_library",
            RefusalCode::Advice => "advice",
            RefusalCode::Prediction => "prediction",
            RefusalCode::LowConfidence => "low_confidence",
        }
    }
}

impl Answer {
    /// A refusal; its message is the text.
    pub fn refused(code: RefusalCode, message: impl Into<String>, nearest: Vec<String>) -> Self {
        let message = message.into();
        let refusal = Refusal { code, message: message.clone(), nearest };
        Self { status: Status::Refused, text: message, refusal: Some(refusal), ..Self::default() }
    }
}
