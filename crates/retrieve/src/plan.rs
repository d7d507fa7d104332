//! What a question asks for, as far as rules can tell.

use doc::{DocKind, Period, Scope};

/// A day: year, month, day.
pub type Date = (i32, u32, u32);

/// What a question asks for. Everything in it was read from the question or is in `assumed`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// What kind of answer is wanted.
    pub kind: QuestionKind,
    /// Companies named.
    pub companies: Vec<PlanCompany>,
    /// Words that seem to name a company which the library does not have.
    pub unknown_company: Option<String>,
    /// Canonical metrics named, in order.
    pub metrics: Vec<String>,
    /// Periods named, in order.
    pub periods: Vec<Period>,
    /// The day, where a balance date is named, in the order of `periods`.
    pub as_of: Vec<Option<String>>,
    /// Whose figures.
    pub scope: Scope,
    /// Did the question say whose?
    pub scope_said: bool,
    /// Wants the figures before a restatement.
    pub before_restatement: bool,
    /// Asks for forecasts.
    pub forecast: bool,
    /// Asks for the change against a year ago.
    pub wants_change: bool,
    /// Asks for a name or for words, not for a figure.
    pub wants_words: bool,
    /// The unit that the answer must be in, where the question says it (元, 人, 吨, 台); empty where it does not.
    pub wanted_unit: String,
    /// Asks what share of the second metric the first one is.
    pub wants_share: bool,
    /// The language of the document that is named (`en`, `zh-Hans`); empty where none is.
    pub language: &'static str,
    /// Asks for a reason.
    pub wants_reason: bool,
    /// Asks for the latest there is.
    pub latest: bool,
    /// Publishers and kinds of documents that the question names, each a source that the evidence must show.
    pub sources: Vec<Source>,
    /// Kinds of documents that the question names.
    pub kinds: Vec<DocKind>,
    /// What is left of the question: the words that say what is searched.
    pub phrases: Vec<String>,
    /// What of it no metric, period or company accounts for: a product, a region, a customer. A looked-up figure
    /// answers only when its row speaks of this too.
    pub subject: Vec<String>,
    /// Other wordings that are searched too.
    pub variants: Vec<Variant>,
    /// Days of publication that are named, first and last (`YYYY-MM-DD`).
    pub dates: Vec<(String, String)>,
    /// What was taken for granted, in words for people.
    pub assumed: Vec<String>,
}

/// A company of the library that a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanCompany {
    /// Short name.
    pub name: String,
    /// 证券代码; empty where unknown.
    pub code: String,
}

impl PlanCompany {
    /// What its documents are filed under: a report in another language names the company its own way, but prints
    /// the same code.
    pub fn names(&self) -> impl Iterator<Item = String> + use<> {
        [self.name.clone(), self.code.clone()].into_iter().filter(|name| !name.is_empty())
    }
}

/// Where the answer should come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A named publisher, by its usual name and the other names it prints.
    Publisher {
        /// The usual name.
        name: String,
        /// Names in both languages, the usual one included.
        names: Vec<String>,
    },
    /// The company's own documents.
    Company,
    /// Documents whose title has this word (业绩快报, 业绩预告).
    Titled(&'static str),
}

/// Everyday words of a question and the words of filings that answer to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The words of the question, folded.
    pub said: Vec<String>,
    /// Other words for the same: searched too, and a passage with one of them says it.
    pub search: Vec<String>,
    /// Words that stand near the answer: only searched.
    pub near: Vec<String>,
}

/// What kind of answer is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuestionKind {
    /// A figure of one company and period.
    Figure,
    /// Figures of several companies, sources or periods side by side.
    Comparison,
    /// A figure over time.
    Trend,
    /// A forecast by somebody.
    Forecast,
    /// A reason.
    Cause,
    /// Words: a fact, a definition, a list.
    #[default]
    Words,
    /// Whether to buy or sell: refused.
    Advice,
    /// What a price will be: refused.
    Prediction,
}

impl QuestionKind {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            QuestionKind::Figure => "figure",
            QuestionKind::Comparison => "comparison",
            QuestionKind::Trend => "trend",
            QuestionKind::Forecast => "forecast",
            QuestionKind::Cause => "cause",
            QuestionKind::Words => "words",
            QuestionKind::Advice => "advice",
            QuestionKind::Prediction => "prediction",
        }
    }
}

/// What the caller allows, beside the question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filters {
    /// Companies by name or code.
    pub companies: Vec<String>,
    /// Stock codes.
    pub codes: Vec<String>,
    /// Kinds of documents.
    pub kinds: Vec<DocKind>,
    /// Periods that documents report on.
    pub periods: Vec<Period>,
    /// Publishers.
    pub publishers: Vec<String>,
    /// Words that must stand in the heading path.
    pub section: String,
    /// Published on or after (`YYYY-MM-DD`).
    pub since: Option<String>,
    /// Published on or before.
    pub until: Option<String>,
}

impl Filters {
    /// The part that documents decide.
    pub fn documents(&self) -> store::DocFilter {
        store::DocFilter {
            doc_ids: Vec::new(),
            companies: self.companies.iter().chain(&self.codes).cloned().collect(),
            kinds: self.kinds.clone(),
            periods: self.periods.clone(),
            publishers: self.publishers.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
        }
    }
}
