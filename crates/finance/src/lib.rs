//! The field's knowledge: how Chinese financial documents print numbers, units, periods and metrics, who their
//! companies and publishers are, which figures they hold, and the exact formulas between those.
//!
//! Everything is pure computation on values. Out of scope: bytes, files, models, the clock (today is handed in) and
//! any particular company: names of companies come from the documents only.
//!
//! ```
//! use finance::{number::parse_number, unit};
//! let number = parse_number("(1,234.56)").unwrap();
//! let unit = unit::parse_unit_line("单位：万元").unwrap();
//! assert_eq!(unit::to_base(number.value, &unit).normalize().to_string(), "-12345600");
//! ```

mod folded;
mod words;

pub mod number;
pub mod unit;

pub mod metric;
pub mod period;

pub mod broker;
pub mod company;

pub mod check;
pub mod derive;
pub mod extract;
