//! What the fuzz targets share: odd inputs made from random bytes, and what must hold of every outcome.
//!
//! Out of scope: anything that the program needs. Nothing here is linked into it.
//!
//! ```sh
//! cargo xtask fuzz all --seconds 60
//! ```

pub mod checks;
pub mod document;
pub mod library;
pub mod memory;
pub mod page;
pub mod panics;
pub mod pdf;
pub mod vocabulary;
