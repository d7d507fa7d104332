//! Reads files where reading can be stopped: in worker processes with a limit of memory and of time.
//!
//! The PDF interpreter cannot be interrupted and a small file can ask for gigabytes, so a document is read by a child
//! of this program. A child that takes too long is killed, one that asks for too much memory ends itself; either way
//! only that document is given up. [`serve`] is the child's side.

use std::{
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Mutex, mpsc},
    time::{Duration, Instant},
};

use doc::{Chunk, Document, Fact, Identity, PageIndex, PageNo};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::limits::Limits;

/// The argument that makes the program a worker: `caiwen read-worker`.
pub const WORKER_ARGUMENT: &str = "read-worker";
/// Frames between the processes are never longer, bytes.
const FRAME_BYTES_MAX: u32 = 1 << 30;
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
}

/// Why a file could not be read; the message is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ReadFailure {
    /// `damaged`, `encrypted`, `empty`, `time_limit`, `memory_limit`, `changed`, `unreadable`.
    pub code: &'static str,
    /// What, where, what next.
    pub message: String,
}

/// How far a job is.
#[derive(Clone, Copy, Debug)]
pub struct PageRead {
    /// The job.
    pub job: usize,
    /// Pages read so far.
    pub pages: u32,
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
}

impl Reader {
    /// Reads all jobs; `each` is called on this thread with every event.
    pub fn read(&self, jobs: Vec<Job>, mut each: impl FnMut(Event)) {
        let workers = self.workers.clamp(1, jobs.len().max(1));
        let queue = Mutex::new(jobs.into_iter());
        let next = || queue.lock().ok().and_then(|mut jobs| jobs.next());
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
        let Some(program) = &self.worker else { return read_alone(path, pages.as_deref(), &self.limits, |_| {}) };
        let mut worker = Worker::start(program)?;
        worker.send(&Request::Read { path: path.to_owned(), pages, limits: self.limits.clone() })?;
        match worker.wait(&self.limits, |_| {})? {
            Reply::Read(result) => result.map(|document| *document).map_err(Into::into),
            _ => Err(out_of_step()),
        }
    }

    fn work(&self, next: impl Fn() -> Option<Job>, events: mpsc::SyncSender<Event>) {
        let mut process = None;
        while let Some(job) = next() {
            let page = |pages| {
                // A caller that has gone away does not stop the reading of what it asked for.
                let _ = events.send(Event::Page(PageRead { job: job.index, pages }));
            };
            let result = match &self.worker {
                Some(program) => self.read_in_process(program, &mut process, &job, page),
                None => prepare(&job.path, &job.sha256, &self.limits, page),
            };
            if events.send(Event::Done(job.index, Box::new(result))).is_err() {
                break;
            }
        }
    }

    fn read_in_process(
        &self,
        program: &Path,
        process: &mut Option<Worker>,
        job: &Job,
        page: impl Fn(u32),
    ) -> Result<Prepared, ReadFailure> {
        if process.is_none() {
            *process = Some(Worker::start(program)?);
        }
        let result = match process.as_mut() {
            Some(worker) => worker.read(job, &self.limits, page),
            None => return Err(failure("unreadable", "no reading process")),
        };
        match result {
            Ok(prepared) => prepared,
            Err(given_up) => {
                // The process is gone or in an unknown state: the next job gets a new one.
                *process = None;
                Err(given_up)
            }
        }
    }
}

fn failure(code: &'static str, message: impl Into<String>) -> ReadFailure {
    ReadFailure { code, message: message.into() }
}

/// A worker process; killed when dropped.
struct Worker {
    child: Child,
    replies: mpsc::Receiver<Reply>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    fn start(program: &Path) -> Result<Self, ReadFailure> {
        let failed =
            |error: io::Error| failure("unreadable", format!("the reading process could not be started: {error}"));
        let mut child = Command::new(program)
            .arg(WORKER_ARGUMENT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(failed)?;
        let output = child.stdout.take().ok_or_else(|| failed(io::Error::other("it has no output")))?;
        let (sender, replies) = mpsc::sync_channel(WAITING_MAX);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(reply) = receive(&mut output) {
                if sender.send(reply).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, replies })
    }

    /// `Err` means that the process must be replaced.
    fn read(
        &mut self,
        job: &Job,
        limits: &Limits,
        page: impl Fn(u32),
    ) -> Result<Result<Prepared, ReadFailure>, ReadFailure> {
        self.send(&Request::Prepare { path: job.path.clone(), sha256: job.sha256.clone(), limits: limits.clone() })?;
        match self.wait(limits, page)? {
            Reply::Done(result) => Ok(result.map(|prepared| *prepared).map_err(Into::into)),
            _ => Err(out_of_step()),
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), ReadFailure> {
        let input =
            self.child.stdin.as_mut().ok_or_else(|| failure("unreadable", "the reading process takes no input"))?;
        send(input, request).map_err(|error| failure("unreadable", format!("the reading process has ended: {error}")))
    }

    /// The answer to a request, unless it takes too long.
    fn wait(&mut self, limits: &Limits, page: impl Fn(u32)) -> Result<Reply, ReadFailure> {
        let deadline = Instant::now() + Duration::from_secs(limits.document_seconds_max);
        let page_limit = Duration::from_secs(limits.page_seconds_max);
        let mut reached = 0;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.replies.recv_timeout(left.min(page_limit)) {
                Ok(Reply::Page(pages)) => {
                    reached = pages;
                    page(pages);
                }
                Ok(reply) => return Ok(reply),
                Err(mpsc::RecvTimeoutError::Timeout) => return Err(time_limit(limits, reached, left <= page_limit)),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(self.ended(limits, reached)),
            }
        }
    }

    fn ended(&mut self, limits: &Limits, reached: u32) -> ReadFailure {
        let _ = self.child.wait();
        let megabytes = limits.document_memory_bytes_max >> 20;
        failure(
            "memory_limit",
            format!(
                "given up after page {reached}: reading needs more than {megabytes} MB or broke off; raise limits.document_memory_bytes_max or split the file"
            ),
        )
    }
}

fn out_of_step() -> ReadFailure {
    failure("unreadable", "the reading process answered out of step; try again")
}

fn time_limit(limits: &Limits, reached: u32, whole: bool) -> ReadFailure {
    let (seconds, what, key) = if whole {
        (limits.document_seconds_max, "the document", "limits.document_seconds_max")
    } else {
        (limits.page_seconds_max, "one page", "limits.page_seconds_max")
    };
    failure(
        "time_limit",
        format!("given up after page {reached}: {what} takes longer than {seconds} s; raise {key} or split the file"),
    )
}

#[derive(Serialize, Deserialize)]
enum Request {
    /// Everything that is stored of a document.
    Prepare { path: PathBuf, sha256: String, limits: Limits },
    /// The document alone, all pages or only some.
    Read { path: PathBuf, pages: Option<Vec<PageNo>>, limits: Limits },
    /// Are you there?
    Ping,
}

#[derive(Serialize, Deserialize)]
enum Reply {
    Page(u32),
    Done(Result<Box<Prepared>, WireFailure>),
    Read(Result<Box<Document>, WireFailure>),
    Pong,
}

/// A failure between processes.
#[derive(Serialize, Deserialize)]
struct WireFailure {
    code: String,
    message: String,
}

impl From<ReadFailure> for WireFailure {
    fn from(failure: ReadFailure) -> Self {
        Self { code: failure.code.to_owned(), message: failure.message }
    }
}

impl From<WireFailure> for ReadFailure {
    fn from(wire: WireFailure) -> Self {
        const CODES: [&str; 5] = ["damaged", "encrypted", "empty", "changed", "memory_limit"];
        let code = CODES.into_iter().find(|code| *code == wire.code).unwrap_or("unreadable");
        Self { code, message: wire.message }
    }
}

fn send(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(value).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= FRAME_BYTES_MAX);
    let length = length.ok_or_else(|| io::Error::other("a frame is too long"))?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(&bytes)?;
    output.flush()
}

fn receive<T: for<'de> Deserialize<'de>>(input: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > FRAME_BYTES_MAX {
        return Err(io::Error::other("a frame is too long"));
    }
    let mut bytes = Vec::new();
    input.take(u64::from(length)).read_to_end(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}

/// Does the program answer as a worker?
///
/// # Errors
/// What is in the way.
pub fn check(program: &Path) -> Result<(), ReadFailure> {
    let mut worker = Worker::start(program)?;
    worker.send(&Request::Ping)?;
    match worker.wait(&Limits::default(), |_| {})? {
        Reply::Pong => Ok(()),
        _ => Err(out_of_step()),
    }
}

/// The worker's side: reads requests from standard input until it ends, answers on standard output.
///
/// # Errors
/// When standard output is gone; there is nobody left to tell.
pub fn serve() -> io::Result<()> {
    let mut input = BufReader::new(io::stdin().lock());
    let output = Mutex::new(BufWriter::new(io::stdout().lock()));
    let answer = |reply: &Reply| match output.lock() {
        Ok(mut output) => send(&mut *output, reply),
        Err(_) => Err(io::Error::other("output is broken")),
    };
    let page = |pages| {
        // Nobody listening shows at the answer.
        let _ = answer(&Reply::Page(pages));
    };
    while let Ok(request) = receive::<Request>(&mut input) {
        let reply = match request {
            Request::Prepare { path, sha256, limits } => {
                limit_memory(limits.document_memory_bytes_max);
                Reply::Done(prepare(&path, &sha256, &limits, page).map(Box::new).map_err(Into::into))
            }
            Request::Read { path, pages, limits } => {
                limit_memory(limits.document_memory_bytes_max);
                Reply::Read(read_alone(&path, pages.as_deref(), &limits, page).map(Box::new).map_err(Into::into))
            }
            Request::Ping => Reply::Pong,
        };
        answer(&reply)?;
    }
    Ok(())
}

/// Past this the allocator fails and the process ends, which its parent reports.
fn limit_memory(bytes: u64) {
    // Where the system has no such limit, time is the only one left.
    let _ = rlimit::Resource::AS.set(bytes, bytes);
}

/// Bytes → everything that is stored, a stage a line.
fn prepare(path: &Path, sha256: &str, limits: &Limits, page: impl Fn(u32)) -> Result<Prepared, ReadFailure> {
    let bytes = std::fs::read(path).map_err(|error| failure("unreadable", format!("cannot be read: {error}")))?;
    if hex_digest(&bytes) != sha256 {
        return Err(failure("changed", "the file changed while it was being read; ingest it again"));
    }
    let report = |index: PageIndex| page(index.number().0);
    let options = parse::ReadOptions {
        pages_max: limits.pages_max as usize,
        progress: Some(parse::Progress(&report)),
        ..Default::default()
    };
    let document = parse::read(bytes, &options).map_err(|error| read_failure(&error))?;
    let (identity, doubts) = finance::extract::identity(&document);
    let facts = finance::extract::facts(&document, &identity);
    let chunks = parse::chunk::chunks(&document);
    let mut document = document;
    document.warnings.extend(doubts);
    Ok(Prepared { document, identity, chunks, facts })
}

/// The document without anything derived from it.
fn read_alone(
    path: &Path,
    pages: Option<&[PageNo]>,
    limits: &Limits,
    page: impl Fn(u32),
) -> Result<Document, ReadFailure> {
    let bytes = std::fs::read(path).map_err(|error| failure("unreadable", format!("cannot be read: {error}")))?;
    let report = |index: PageIndex| page(index.number().0);
    let options = parse::ReadOptions {
        pages: pages.map(|pages| pages.iter().map(|page| PageIndex::from(*page)).collect()),
        pages_max: limits.pages_max as usize,
        progress: Some(parse::Progress(&report)),
    };
    parse::read(bytes, &options).map_err(|error| read_failure(&error))
}

fn read_failure(error: &parse::ReadError) -> ReadFailure {
    let code = match error {
        parse::ReadError::Empty => "empty",
        parse::ReadError::Encrypted => "encrypted",
        parse::ReadError::Damaged => "damaged",
    };
    failure(code, error.to_string())
}

/// SHA-256 in lower-case hex.
pub fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
