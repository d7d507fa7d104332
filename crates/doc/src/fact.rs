//! A figure with everything that says what it means and where it was printed.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::{PageIndex, Period, Rect};

/// Whose figures: the group's or the parent company's alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// 合并.
    #[default]
    Consolidated,
    /// 母公司.
    Parent,
}

impl Scope {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::Consolidated => "consolidated",
            Scope::Parent => "parent",
        }
    }

    /// The word for people.
    pub fn label(self) -> &'static str {
        match self {
            Scope::Consolidated => "合并口径",
            Scope::Parent => "母公司口径",
        }
    }
}

/// Before or after a restatement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// Nothing was restated.
    #[default]
    AsReported,
    /// 调整后.
    AsRestated,
    /// 调整前.
    BeforeRestatement,
}

/// One printed figure of a table, exact, with its cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// Canonical name; empty when none fits.
    pub metric: String,
    /// The row's label as printed.
    pub label: String,
    /// The period; `None` where the table does not say.
    pub period: Option<Period>,
    /// For a balance: the day, `YYYY-MM-DD`; empty for a flow.
    pub as_of: String,
    /// Whose figures.
    pub scope: Scope,
    /// Exact, in `unit`.
    pub value: Decimal,
    /// Base unit: 元, %, 百分点, 元/股, 股, 户, 人, …; empty where unknown.
    pub unit: String,
    /// As printed.
    pub raw: String,
    /// The unit as printed.
    pub unit_printed: String,
    /// The page it is printed on.
    pub page: PageIndex,
    /// Its cell's box.
    pub bbox: Rect,
    /// Index into the document's tables.
    pub table: usize,
    /// Grid row.
    pub row: usize,
    /// Grid column.
    pub column: usize,
    /// The column's header as printed, levels joined by `/`.
    pub column_header: String,
    /// Before or after a restatement.
    pub basis: Basis,
    /// A forecast, not an actual?
    pub forecast: bool,
    /// Reasons for doubt; empty when none.
    pub suspect: Vec<String>,
}
