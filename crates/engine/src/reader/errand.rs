//! One document and the worker that reads it: once more without a page that does harm.

use std::path::Path;

use doc::{PageNo, Warning};

use super::{
    Job, Prepared, ReadFailure,
    protocol::{Reply, Request},
    worker::{Allowance, Progress, Worker},
};
use crate::limits::{Limit, Step};

/// What is to be read, by what, within which bounds.
pub struct Errand<'a> {
    /// The program to run as worker.
    pub program: &'a Path,
    /// The document.
    pub job: &'a Job,
    /// What it may still take, all attempts together.
    pub allowance: Allowance<'a>,
}

/// A page that is left out, and what it did.
type Harm = (PageNo, ReadFailure);

impl Errand<'_> {
    /// Reads the document in the process that is there, or in a new one; leaves one there that can be used again, or
    /// none. `page` is told of each page that was read, once.
    pub fn run(&self, process: &mut Option<Worker>, mut page: impl FnMut(PageNo)) -> Result<Prepared, ReadFailure> {
        let mut pages = PagesDone::default();
        let mut harms: Vec<Harm> = Vec::new();
        loop {
            let mut progress = Progress::default();
            pages.begins(Step::Opening);
            let result = self.attempt(process, &harms, &mut progress, |step| {
                if let Some(done) = pages.begins(step) {
                    page(done);
                }
            });
            let failure = match result {
                Ok(mut prepared) => {
                    prepared.document.warnings.extend(harms.into_iter().map(|harm| self.warning(harm)));
                    return Ok(prepared);
                }
                Err(failure) => failure,
            };
            let may_leave_out = harms.len() < self.allowance.limits.pages_left_out_max as usize && progress.pages > 1;
            match harmful_page(&failure).filter(|_| may_leave_out) {
                Some(page) => harms.push((page, failure)),
                None => return Err(failure),
            }
        }
    }

    fn attempt(
        &self,
        process: &mut Option<Worker>,
        harms: &[Harm],
        progress: &mut Progress,
        step: impl FnMut(Step),
    ) -> Result<Prepared, ReadFailure> {
        let request = Request::Prepare {
            path: self.job.path.as_os_str().to_owned(),
            sha256: self.job.sha256.clone(),
            left_out: harms.iter().map(|(page, _)| *page).collect(),
            chunking: self.job.chunking,
            limits: self.allowance.limits.clone(),
        };
        // A process that ended between two documents says nothing about the second.
        let used = process.take().and_then(|mut used| used.ask(&request).is_ok().then_some(used));
        let mut worker = match used {
            Some(used) => used,
            None => {
                let mut new = Worker::start(self.program)?;
                new.ask(&request)?;
                new
            }
        };
        let Reply::Done(result) = worker.wait(&self.allowance, progress, step)? else {
            return Err(super::out_of_step());
        };
        *process = Some(worker);
        result.map(|prepared| *prepared).map_err(Into::into)
    }

    fn warning(&self, (page, failure): Harm) -> Warning {
        let why = failure.limit.map_or(failure.message, |limit| self.allowance.limits.left_out(limit));
        Warning { page: Some(page.into()), code: failure.code.to_owned(), message: why }
    }
}

/// The page at which it happened, where reading that page again would do the same harm.
fn harmful_page(failure: &ReadFailure) -> Option<PageNo> {
    let again = matches!(failure.limit, Some(Limit::PageTime | Limit::Memory | Limit::Nesting));
    match failure.step {
        Step::Page(page) if again || failure.code == super::CRASHED => Some(page),
        _ => None,
    }
}

/// Turns steps that begin into pages that are done, each once.
#[derive(Default)]
pub struct PagesDone {
    current: Option<PageNo>,
    last: Option<PageNo>,
}

impl PagesDone {
    /// A step begins; gives the page that is done with that. Opening, that is another attempt, ends no page.
    pub fn begins(&mut self, step: Step) -> Option<PageNo> {
        let before = self.current.take();
        let done = before.filter(|page| step != Step::Opening && self.last.is_none_or(|last| *page > last));
        self.last = done.or(self.last);
        self.current = match step {
            Step::Page(page) => Some(page),
            Step::Opening | Step::Together(_) => None,
        };
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    #[test]
    fn pages_are_counted_once_though_a_document_is_read_twice() {
        let mut pages = PagesDone::default();
        let steps = [1, 2, 3].map(|page| Step::Page(PageNo(page)));
        let first: Vec<_> = steps.into_iter().filter_map(|step| pages.begins(step)).collect();
        assert_eq!(first, [PageNo(1), PageNo(2)]);
        let again = [
            Step::Opening,
            Step::Page(PageNo(1)),
            Step::Page(PageNo(2)),
            Step::Page(PageNo(4)),
            Step::Together(PageNo(4)),
        ];
        let second: Vec<_> = again.into_iter().filter_map(|step| pages.begins(step)).collect();
        assert_eq!(second, [PageNo(4)]);
    }

    #[test]
    fn only_what_happens_at_a_page_is_blamed_on_it() {
        let limits = Limits::default();
        let at = |step| ReadFailure::limit(&limits, Limit::PageTime, step);
        assert_eq!(harmful_page(&at(Step::Page(PageNo(4)))), Some(PageNo(4)));
        assert_eq!(harmful_page(&at(Step::Opening)), None);
        assert_eq!(harmful_page(&at(Step::Together(PageNo(4)))), None);
        let late = ReadFailure::limit(&limits, Limit::DocumentTime, Step::Page(PageNo(4)));
        assert_eq!(harmful_page(&late), None, "the time of the document is over for every page");
        assert_eq!(harmful_page(&ReadFailure::new("damaged", "no")), None);
    }
}
