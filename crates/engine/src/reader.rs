//! Reads files where reading can be stopped: in worker processes with a limit of memory and of time.
//!
//! The PDF interpreter cannot be interrupted and a small file can ask for gigabytes, so a document is read by a child
//! of this program. A child that takes too long is killed, one that asks for too much memory ends itself; the document
//! is then read again without the page at which that happened, or only that document is given up.
//!
//! `errand` is one document and its attempts, `worker` a child as the program sees it, `protocol` what the two say to
//! each other, `serve` the child's side, `prepare` the reading itself.

mod errand;
mod prepare;
mod protocol;
mod serve;
mod worker;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError, mpsc},
};

use doc::{Chunk, Document, Fact, Identity, PageNo, Rect, Warning};
use parse::{chunk::Strategy, render::PageRequest};
use serde::{Deserialize, Serialize};

use crate::{
    Stop,
    fonts::FontPlaces,
    limits::{Limit, Limits, Step},
};
use errand::{Errand, PagesDone};
use prepare::Watcher;
use protocol::{Reply, Request};
use worker::{Allowance, Progress, Worker};

pub use prepare::{hash, hex_digest};
pub use serve::serve;

/// The argument that makes the program a worker: `caiwen read-worker`.
pub const WORKER_ARGUMENT: &str = "read-worker";
/// Finished documents that wait for the writer at most.
const WAITING_MAX: usize = 2;

/// A document read and taken apart, ready for the store.
#[derive(Debug, Serialize, Deserialize)]
pub struct Prepared {
    /// What the pages say.
    pub document: Document,
    /// Who it is.
    pub identity: Identity,
    /// What is indexed.
    pub chunks: Vec<Chunk>,
    /// Its figures.
    pub facts: Vec<Fact>,
}

/// A file to read.
#[derive(Clone, Debug)]
pub struct Job {
    /// Position in the caller's list.
    pub index: usize,
    /// The file.
    pub path: PathBuf,
    /// SHA-256 of the content that the caller has seen, lower-case hex.
    pub sha256: String,
    /// How it is cut into pieces.
    pub chunking: Strategy,
}

/// A page to draw.
#[derive(Debug, Serialize, Deserialize)]
pub struct DrawJob {
    /// The file's name as the system has it.
    pub path: OsString,
    /// What its content must be, SHA-256 in lower-case hex; empty: anything.
    pub sha256: String,
    /// Which page.
    pub page: PageNo,
    /// How, and what to mark.
    pub request: PageRequest,
    /// Where fonts are looked for.
    pub fonts: FontPlaces,
}

/// A page that was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Pixels an inch.
    pub dpi: f32,
    /// The boxes that were marked, points of the page.
    pub marks: Vec<Rect>,
    /// The picture, PNG.
    pub png: Vec<u8>,
    /// What is missing from it or doubtful.
    pub warnings: Vec<Warning>,
}

/// Why a file could not be read; the message is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadFailure {
    /// One of the stable codes that the JSON shows.
    pub code: &'static str,
    /// What, where, what next.
    pub message: String,
    /// How far the reading was.
    pub step: Step,
    /// The limit that was reached.
    pub limit: Option<Limit>,
}

/// Codes of failures that come from a worker.
const CODES: [&str; 9] =
    ["damaged", "encrypted", "empty", "changed", CRASHED, "file_limit", "memory_limit", NO_SUCH_PAGE, "unreadable"];
/// The document has fewer pages.
pub(crate) const NO_SUCH_PAGE: &str = "no_such_page";
/// The reading itself has a fault.
const CRASHED: &str = "crashed";

impl ReadFailure {
    /// A failure that has nothing to do with pages or limits.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), step: Step::Opening, limit: None }
    }

    /// A limit was reached at this step.
    pub fn limit(limits: &Limits, limit: Limit, step: Step) -> Self {
        Self { code: limit.code(), message: limits.given_up(limit, step), step, limit: Some(limit) }
    }

    /// The reading itself has a fault.
    fn crashed(step: Step, what: &str) -> Self {
        let place = step.place();
        let message = format!("broke off {place}: a fault of this program ({what}); please report it with the file");
        Self { code: CRASHED, message, step, limit: None }
    }
}

/// How far a job is.
#[derive(Clone, Copy, Debug)]
pub struct PageRead {
    /// The job.
    pub job: usize,
    /// The page that was read.
    pub page: PageNo,
}

/// What comes out of reading, in the order in which it is finished.
pub enum Event {
    /// A page was read.
    Page(PageRead),
    /// A job is done.
    Done(usize, Box<Result<Prepared, ReadFailure>>),
}

/// Reads documents side by side.
#[derive(Clone, Debug)]
pub struct Reader {
    /// The program to run as worker; `None` reads inside this process, without limits of memory and time.
    pub worker: Option<PathBuf>,
    /// Workers at the same time.
    pub workers: usize,
    /// What a document may take.
    pub limits: Limits,
    /// Ends the reading; what is not done then is not reported.
    pub stop: Stop,
}

impl Reader {
    /// Reads all jobs; `each` is called on this thread with every event.
    pub fn read(&self, jobs: Vec<Job>, mut each: impl FnMut(Event)) {
        let workers = self.workers.clamp(1, jobs.len().max(1));
        let queue = Mutex::new(jobs.into_iter());
        let next = || queue.lock().ok().and_then(|mut jobs| jobs.next()).filter(|_| !self.stop.is_set());
        let (events, incoming) = mpsc::sync_channel(WAITING_MAX);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let events = events.clone();
                scope.spawn(|| self.work(next, events));
            }
            drop(events);
            incoming.iter().for_each(&mut each);
        });
    }

    /// Reads one file without what is derived from it.
    ///
    /// # Errors
    /// When nothing of it can be read within the limits.
    pub fn read_one(&self, path: &Path, pages: Option<Vec<PageNo>>) -> Result<Document, ReadFailure> {
        let Some(program) = &self.worker else {
            return prepare::read_alone(path, pages.as_deref(), &self.limits, &Here::new(|_| {}));
        };
        let mut worker = Worker::start(program)?;
        worker.ask(&Request::Read { path: path.as_os_str().to_owned(), pages, limits: self.limits.clone() })?;
        let allowance = Allowance::new(&self.limits, &self.stop);
        match worker.wait(&allowance, &mut Progress::default(), |_| {})? {
            Reply::Read(result) => result.map(|document| *document).map_err(Into::into),
            _ => Err(out_of_step()),
        }
    }

    /// Draws a page.
    ///
    /// # Errors
    /// When it cannot be drawn within the limits.
    pub fn draw(&self, job: DrawJob) -> Result<Drawn, ReadFailure> {
        let Some(program) = &self.worker else {
            return prepare::draw(&job, &self.limits, &Here::new(|_| {}));
        };
        let mut worker = Worker::start(program)?;
        worker.ask(&Request::Draw { job, limits: self.limits.clone() })?;
        let allowance = Allowance::new(&self.limits, &self.stop);
        match worker.wait(&allowance, &mut Progress::default(), |_| {})? {
            Reply::Drawn(result) => result.map(|drawn| *drawn).map_err(Into::into),
            _ => Err(out_of_step()),
        }
    }

    fn work(&self, next: impl Fn() -> Option<Job>, events: mpsc::SyncSender<Event>) {
        let mut process = None;
        while let Some(job) = next() {
            let page = |page| {
                // A caller that has gone away does not stop the reading of what it asked for.
                let _ = events.send(Event::Page(PageRead { job: job.index, page }));
            };
            let result = match &self.worker {
                Some(program) => {
                    let allowance = Allowance::new(&self.limits, &self.stop);
                    Errand { program, job: &job, allowance }.run(&mut process, page)
                }
                None => prepare::prepare(&job, &[], &self.limits, &Here::new(page)),
            };
            // What was broken off by the wish to stop is not done, neither well nor badly.
            let broken_off = result.is_err() && self.stop.is_set();
            if broken_off || events.send(Event::Done(job.index, Box::new(result))).is_err() {
                break;
            }
        }
    }
}

fn out_of_step() -> ReadFailure {
    ReadFailure::new("unreadable", "the reading process answered out of step; try again")
}

/// Watches a reading in this process.
struct Here<F> {
    pages: Mutex<PagesDone>,
    page: F,
}

impl<F: Fn(PageNo) + Sync> Here<F> {
    fn new(page: F) -> Self {
        Self { pages: Mutex::default(), page }
    }
}

impl<F: Fn(PageNo) + Sync> Watcher for Here<F> {
    fn opened(&self, _: u32) {}

    fn at(&self, step: Step) {
        let done = self.pages.lock().unwrap_or_else(PoisonError::into_inner).begins(step);
        if let Some(done) = done {
            (self.page)(done);
        }
    }
}

/// Does the program answer as a worker?
///
/// # Errors
/// What is in the way.
pub fn check(program: &Path) -> Result<(), ReadFailure> {
    let mut worker = Worker::start(program)?;
    worker.ask(&Request::Ping)?;
    let (limits, stop) = (Limits::default(), Stop::default());
    match worker.wait(&Allowance::new(&limits, &stop), &mut Progress::default(), |_| {})? {
        Reply::Pong => Ok(()),
        _ => Err(out_of_step()),
    }
}
