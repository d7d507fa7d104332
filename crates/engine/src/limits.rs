//! What a document and a question may take.

use serde::{Deserialize, Serialize};

/// Named bounds, each with its default and a configuration key of the same name under `[limits]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Size of a file, bytes.
    pub file_bytes_max: u64,
    /// Pages of a document.
    pub pages_max: u32,
    /// Wall-clock time to read one document, seconds.
    pub document_seconds_max: u64,
    /// Wall-clock time to read one page, seconds.
    pub page_seconds_max: u64,
    /// Address space of the process that reads a document, bytes.
    pub document_memory_bytes_max: u64,
    /// Length of a question, characters.
    pub question_chars_max: usize,
    /// Results of a search.
    pub top_k_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes_max: 512 << 20,
            pages_max: 20_000,
            document_seconds_max: 120,
            page_seconds_max: 8,
            document_memory_bytes_max: 1 << 30,
            question_chars_max: 2_000,
            top_k_max: 200,
        }
    }
}
