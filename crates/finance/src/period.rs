//! Periods: named in questions and printed in column headers.

mod atoms;
mod column;
mod question;

pub use column::{ColumnMeaning, Role, column_meaning, column_meanings};
pub use question::{DateMention, PeriodMention, asks_latest, dates_in, periods_in};

/// A calendar day: year, month, day.
pub type Day = (i32, u32, u32);
