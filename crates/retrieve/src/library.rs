//! What the library holds, as far as questions name it: companies, publishers, periods.

use std::sync::Arc;

use doc::{Identity, Period, text::fold};
use finance::company::Companies;
use store::{DocFilter, DocumentRecord, View};

/// The names in a library. Build it once for a view and share it between questions.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Companies that the documents name.
    pub companies: Companies,
    /// All visible documents.
    pub records: Vec<Arc<DocumentRecord>>,
}

impl Library {
    /// Collects the names of everything in the view.
    pub fn new(view: &View) -> Self {
        let records = view.documents(&DocFilter::default());
        let companies = Companies::from_identities(records.iter().map(|record| &record.identity));
        Self { companies, records }
    }

    /// Documents of a company, by its short name.
    pub fn of_company<'a>(&'a self, company: &'a str) -> impl Iterator<Item = &'a Arc<DocumentRecord>> {
        self.records.iter().filter(move |record| record.identity.company == company)
    }

    /// Periods that a company's own reports cover, newest first.
    pub fn periods_of(&self, company: &str) -> Vec<Period> {
        let own = self.of_company(company).filter(|record| record.identity.kind.is_periodic_report());
        let mut periods: Vec<Period> = own.filter_map(|record| record.identity.period).collect();
        periods.sort_by_key(|period| std::cmp::Reverse((period.end_date(), period.span)));
        periods.dedup();
        periods
    }

    /// The publishers in the library that a text names, beside the brokers that the dictionary knows.
    pub fn publishers_in(&self, question: &str) -> Vec<&Identity> {
        let question = fold(question);
        let mut found: Vec<&Identity> = Vec::new();
        for record in &self.records {
            let identity = &record.identity;
            let own = identity.publisher.is_empty()
                || identity.publisher == identity.company
                || identity.publisher == identity.company_full;
            let known = found.iter().any(|other| other.publisher == identity.publisher);
            if !own && !known && question.contains(&fold(&identity.publisher)) {
                found.push(identity);
            }
        }
        found
    }
}
