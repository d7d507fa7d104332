//! What the library holds, as far as questions name it: companies, publishers, periods.

use std::{collections::HashMap, sync::Arc};

use doc::{DocId, Identity, Period, text::fold};
use finance::company::Companies;
use store::{DocFilter, DocumentRecord, View};

use crate::plan::Filters;

/// The names in a library. Build it once for a view and share it between questions.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Companies that the documents name.
    pub companies: Companies,
    /// All visible documents, their companies named as the whole library names them.
    pub records: Vec<Arc<DocumentRecord>>,
    by_id: HashMap<DocId, usize>,
}

impl Library {
    /// Collects the names of everything in the view.
    pub fn new(view: &View) -> Self {
        let mut records = view.documents(&DocFilter::default());
        let companies = Companies::from_identities(records.iter().map(|record| &record.identity));
        for record in &mut records {
            let identity = companies.completed(&record.identity);
            if identity != record.identity {
                *record = Arc::new(DocumentRecord { identity, ..DocumentRecord::clone(record) });
            }
        }
        let by_id = records.iter().enumerate().map(|(index, record)| (record.doc_id.clone(), index)).collect();
        Self { companies, records, by_id }
    }

    /// The record with what the whole library knows of its company: a report in another language names it its own
    /// way. A document that came later is given as it is.
    pub fn named(&self, record: &Arc<DocumentRecord>) -> Arc<DocumentRecord> {
        let known = self.by_id.get(&record.doc_id).and_then(|index| self.records.get(*index));
        Arc::clone(known.filter(|known| known.version == record.version).unwrap_or(record))
    }

    /// The filters with every company under its code too.
    pub fn completed(&self, filters: &Filters) -> Filters {
        let mut completed = filters.clone();
        for name in &filters.companies {
            completed.codes.extend(
                self.companies.find_in(name).into_iter().map(|company| company.code).filter(|code| !code.is_empty()),
            );
        }
        completed
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
