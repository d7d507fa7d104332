//! Taking documents in: find, hash, read, store, publish; a failed file never stops the rest.

use std::{
    collections::HashMap,
    fs,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use doc::DocId;
use parse::chunk::Strategy;
use store::{DocumentRecord, Intake, NewVersion, Writer};

use crate::{
    Engine, EngineError, Stop, discover,
    limits::{Limit, Limits, Step},
    names::{locator_text, path_text},
    reader::{self, Event, Job, PageRead, Prepared, ReadFailure, Reader},
    self_check::{self, SelfCheck},
};

/// What to take in.
#[derive(Clone, Debug)]
pub struct IngestRequest {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Knowledge base.
    pub kb: String,
    /// Tags of who may see it; empty: everybody.
    pub access: Vec<String>,
    /// Seconds since 1970.
    pub now: i64,
    /// Ends the intake early: what was stored is published, the rest is left for the next one.
    pub stop: Stop,
}

/// Is told how the intake goes.
pub trait Observer {
    /// Files were found.
    fn found(&mut self, files: usize);
    /// A page was read.
    fn page(&mut self, progress: PageRead);
    /// A file is done, for better or worse.
    fn done(&mut self, outcome: &Outcome);
}

/// What became of a file.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The path as given; bytes that are no text as `\xHH`.
    pub path: String,
    /// What became of it.
    pub status: Status,
    /// The document, unless it failed.
    pub record: Option<Arc<DocumentRecord>>,
    /// Why it failed: code and message.
    pub error: Option<ReadFailure>,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// New.
    Added,
    /// Known with the same content.
    Unchanged,
    /// Known with other content: another version.
    Updated,
    /// Could not be read or stored.
    Failed,
}

impl Status {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Added => "added",
            Status::Unchanged => "unchanged",
            Status::Updated => "updated",
            Status::Failed => "failed",
        }
    }
}

/// What became of all files.
#[derive(Clone, Debug, Default)]
pub struct IngestReport {
    /// One a file, in the order in which they were found.
    pub outcomes: Vec<Outcome>,
    /// Files that were not looked at or not done because of a wish to stop.
    pub left: Option<usize>,
    /// Pages read.
    pub pages: u64,
    /// What broke the store in the middle; documents that are reported as taken in are so all the same.
    pub broken: Option<Arc<EngineError>>,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Mean length of the new chunks, o200k_base tokens.
    pub mean_tokens: f64,
    /// Rows of the new documents that were searched for and found.
    pub self_check: SelfCheck,
}

impl IngestReport {
    /// How many files failed.
    pub fn failed(&self) -> usize {
        self.outcomes.iter().filter(|outcome| outcome.status == Status::Failed).count()
    }
}

impl Engine {
    /// Takes documents in. What was reported to the observer as done is stored for good.
    ///
    /// # Errors
    /// Only when the store cannot be written from the beginning, by another process perhaps; what is wrong with a
    /// file, and a store that breaks in the middle, is in the report.
    pub fn ingest(&self, request: &IngestRequest, observer: &mut dyn Observer) -> Result<IngestReport, EngineError> {
        let start = Instant::now();
        let limits = &self.config.limits;
        let (files, unusable) = discover::files(&request.paths, limits, &request.stop);
        observer.found(files.len() + unusable.len());
        let writer = self.store.writer()?;
        let mut intake = Running::new(
            request,
            writer,
            observer,
            self.config.ingest.batch_documents,
            self.config.ingest.batch_seconds,
        );
        let all = files.len() + unusable.len();
        for unusable in unusable {
            intake.refuse(path_text(&unusable.path), unusable.why);
        }
        let jobs = intake.sort_out(&files, limits, self.config.ingest.chunking)?;
        self.reader(&intake.stop).read(jobs, |event| intake.take(event));
        let mut report = intake.finish();
        if request.stop.is_set() {
            report.left = Some(all - report.outcomes.len());
        } else if report.broken.is_none() {
            report.self_check = self_check::run(self, &request.kb, &report.outcomes)?;
        }
        report.elapsed = start.elapsed();
        Ok(report)
    }

    fn reader(&self, stop: &Stop) -> Reader {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let workers = match self.config.ingest.workers {
            0 => processors,
            workers => workers,
        };
        Reader { worker: self.worker.clone(), workers, limits: self.config.limits.clone(), stop: stop.clone() }
    }
}

/// An intake under way.
struct Running<'a> {
    request: &'a IngestRequest,
    writer: Writer,
    observer: &'a mut dyn Observer,
    batch_documents: usize,
    batch_time: Duration,
    outcomes: Vec<Option<Outcome>>,
    /// By job: position in `outcomes`, path, locator, hash.
    files: Vec<FileJob>,
    /// Staged documents that wait for publication, by id.
    waiting: HashMap<DocId, (usize, Status)>,
    last_publication: Instant,
    pages: u64,
    chunks: u64,
    tokens: u64,
    /// The first failure of the store: nothing more is written after it, and nothing more read.
    broken: Option<store::StoreError>,
    stop: Stop,
}

#[derive(Clone)]
struct FileJob {
    outcome: usize,
    path: String,
    locator: String,
    sha256: String,
}

impl<'a> Running<'a> {
    fn new(
        request: &'a IngestRequest,
        writer: Writer,
        observer: &'a mut dyn Observer,
        batch_documents: usize,
        batch_seconds: u64,
    ) -> Self {
        Self {
            request,
            writer,
            observer,
            batch_documents: batch_documents.max(1),
            batch_time: Duration::from_secs(batch_seconds),
            outcomes: Vec::new(),
            files: Vec::new(),
            waiting: HashMap::new(),
            last_publication: Instant::now(),
            pages: 0,
            chunks: 0,
            tokens: 0,
            broken: None,
            stop: request.stop.below(),
        }
    }

    /// Hashes the files and gives those that must be read.
    fn sort_out(
        &mut self,
        files: &[discover::Found],
        limits: &Limits,
        chunking: Strategy,
    ) -> Result<Vec<Job>, EngineError> {
        let mut jobs = Vec::new();
        for file in files {
            if self.request.stop.is_set() {
                break;
            }
            let path = path_text(&file.path);
            let size = fs::metadata(&file.path).map(|metadata| metadata.len());
            if size.as_ref().is_ok_and(|size| *size > limits.file_bytes_max) {
                self.refuse(path, ReadFailure::limit(limits, Limit::FileBytes, Step::Opening));
                continue;
            }
            let sha256 = match reader::hash(&file.path) {
                Ok(sha256) => sha256,
                Err(error) => {
                    self.refuse(path, ReadFailure::new("unreadable", format!("cannot be read: {error}")));
                    continue;
                }
            };
            let locator = locator_text(&file.locator);
            let outcome = self.outcomes.len();
            self.outcomes.push(None);
            if let Intake::Unchanged(record) = self.writer.check(&self.request.kb, &locator, &sha256)? {
                self.set(outcome, Outcome { path, status: Status::Unchanged, record: Some(record), error: None });
                continue;
            }
            jobs.push(Job { index: self.files.len(), path: file.path.clone(), sha256: sha256.clone(), chunking });
            self.files.push(FileJob { outcome, path, locator, sha256 });
        }
        Ok(jobs)
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Page(progress) => {
                self.pages += 1;
                self.observer.page(progress);
            }
            Event::Done(job, result) => {
                let file = self.files[job].clone();
                match *result {
                    Ok(prepared) => self.store(&file, &prepared),
                    Err(error) => self.fail(&file, error),
                }
            }
        }
    }

    fn store(&mut self, file: &FileJob, prepared: &Prepared) {
        if self.broken.is_some() {
            return self.fail(file, ReadFailure::new("store", "not stored: the store failed before"));
        }
        let known = self.writer.check(&self.request.kb, &file.locator, &file.sha256);
        let status = if matches!(known, Ok(Intake::Changed { .. })) { Status::Updated } else { Status::Added };
        let new = NewVersion {
            kb: &self.request.kb,
            path: &file.path,
            locator: &file.locator,
            sha256: &file.sha256,
            ingested_at: self.request.now,
            identity: &prepared.identity,
            document: &prepared.document,
            chunks: &prepared.chunks,
            facts: &prepared.facts,
            access: &self.request.access,
        };
        match self.writer.add(&new) {
            Ok(staged) if staged.unchanged => {
                // The same content came twice in one intake; its record follows with the publication.
                self.waiting.entry(staged.doc_id).or_insert((file.outcome, Status::Unchanged));
                self.outcomes[file.outcome].get_or_insert(Outcome {
                    path: file.path.clone(),
                    status: Status::Unchanged,
                    record: None,
                    error: None,
                });
            }
            Ok(staged) => {
                self.chunks += prepared.chunks.len() as u64;
                self.tokens += prepared.chunks.iter().map(|chunk| u64::from(chunk.tokens)).sum::<u64>();
                self.waiting.insert(staged.doc_id, (file.outcome, status));
            }
            Err(error) => {
                let message = error.to_string();
                if !matches!(error, store::StoreError::Invalid(_)) {
                    self.breaks(error);
                }
                return self.fail(file, ReadFailure::new("store", message));
            }
        }
        if self.waiting.len() >= self.batch_documents || self.last_publication.elapsed() >= self.batch_time {
            self.publish();
        }
    }

    fn publish(&mut self) {
        self.last_publication = Instant::now();
        match self.writer.publish() {
            Ok(records) => {
                for record in records {
                    if let Some((outcome, status)) = self.waiting.remove(&record.doc_id) {
                        // Another path of the same content may stand first in the waiting list.
                        let path = self.path_of(outcome);
                        self.set(outcome, Outcome { path, status, record: Some(record), error: None });
                    }
                }
            }
            Err(error) => self.breaks(error),
        }
    }

    fn breaks(&mut self, error: store::StoreError) {
        self.stop.set();
        self.broken.get_or_insert(error);
    }

    fn path_of(&self, outcome: usize) -> String {
        self.files.iter().find(|file| file.outcome == outcome).map(|file| file.path.clone()).unwrap_or_default()
    }

    fn fail(&mut self, file: &FileJob, error: ReadFailure) {
        self.set(
            file.outcome,
            Outcome { path: file.path.clone(), status: Status::Failed, record: None, error: Some(error) },
        );
    }

    /// A path that is not even a file to read.
    fn refuse(&mut self, path: String, why: ReadFailure) {
        let outcome = self.outcomes.len();
        self.outcomes.push(None);
        self.set(outcome, Outcome { path, status: Status::Failed, record: None, error: Some(why) });
    }

    fn set(&mut self, index: usize, outcome: Outcome) {
        self.observer.done(&outcome);
        self.outcomes[index] = Some(outcome);
    }

    fn finish(mut self) -> IngestReport {
        // A store that broke while a document was added may still publish those before it.
        self.publish();
        if self.broken.is_some() {
            let not_done: Vec<FileJob> =
                self.files.iter().filter(|file| self.outcomes[file.outcome].is_none()).cloned().collect();
            for file in not_done {
                self.fail(&file, ReadFailure::new("store", "not taken in: the store failed; ingest it again"));
            }
        } else if let Err(error) = self.writer.close() {
            self.broken = Some(error);
        }
        let outcomes = self.outcomes.into_iter().flatten().collect();
        let mean_tokens = self.tokens as f64 / self.chunks.max(1) as f64;
        let broken = self.broken.map(|error| Arc::new(error.into()));
        IngestReport { outcomes, pages: self.pages, mean_tokens, broken, ..IngestReport::default() }
    }
}
