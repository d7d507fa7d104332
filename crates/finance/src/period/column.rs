//! What a column of a table holds, from its header and the document's own period.

use doc::{Basis, Identity, Period, Scope};

use crate::unit::Unit;

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnMeaning {
    /// Amounts, changes, notes, ….
    pub role: Role,
    /// The period its figures are about; `None` where the header does not say.
    pub period: Option<Period>,
    /// For balances: the day, `YYYY-MM-DD`.
    pub as_of: Option<String>,
    /// Before or after a restatement.
    pub basis: Basis,
    /// A forecast column (`2025E`)?
    pub forecast: bool,
    /// 合并 or 母公司, where the header says so.
    pub scope: Option<Scope>,
    /// The unit printed in the header.
    pub unit: Option<Unit>,
}

/// The kind of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Figures of the row's item.
    Amount,
    /// Changes in per cent.
    ChangePercent,
    /// Changes in percentage points.
    ChangePoints,
    /// Shares of a total, margins and other ratios of the row's item.
    ShareOfTotal,
    /// Note numbers, remarks.
    Note,
    /// Row labels.
    Label,
    /// Anything else.
    Other,
}

/// Reads a column header (levels joined by `/`) of a document with this identity.
pub fn column_meaning(header: &str, identity: &Identity) -> ColumnMeaning {
    let _ = header;
    ColumnMeaning {
        role: Role::Other,
        period: identity.period,
        as_of: None,
        basis: Basis::AsReported,
        forecast: false,
        scope: None,
        unit: None,
    }
}
