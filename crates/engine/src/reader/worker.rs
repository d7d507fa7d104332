//! The program's side of a worker process: started, asked, watched, killed.

use std::{
    io::{self, BufReader, Read},
    path::Path,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::{Duration, Instant},
};

use super::{
    ReadFailure, WORKER_ARGUMENT,
    protocol::{Reply, Request, receive, send},
};
use crate::{
    Stop,
    limits::{Limit, Limits, Step},
};

/// Replies that wait to be taken.
const REPLIES_MAX: usize = 2;
/// How soon a wish to stop is seen.
const STOP_SEEN_WITHIN: Duration = Duration::from_millis(50);
/// What is kept of a worker's last words, bytes.
const LAST_WORDS_BYTES_MAX: usize = 4_096;

/// A worker process; killed when dropped.
pub struct Worker {
    child: Child,
    replies: mpsc::Receiver<Reply>,
    last_words: Arc<Mutex<Vec<u8>>>,
    listener: Option<thread::JoinHandle<()>>,
}

/// What a document may still take.
pub struct Allowance<'a> {
    pub limits: &'a Limits,
    /// When the whole document must be done.
    pub deadline: Instant,
    /// Asks for the end.
    pub stop: &'a Stop,
}

impl<'a> Allowance<'a> {
    /// The whole time of one document, from now on.
    pub fn new(limits: &'a Limits, stop: &'a Stop) -> Self {
        Self { limits, deadline: Instant::now() + Duration::from_secs(limits.document_seconds_max), stop }
    }
}

/// How the wait for an answer went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Pages of the file, once it is open.
    pub pages: u32,
    /// How far it is.
    pub step: Step,
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Worker {
    /// Starts the program as a worker.
    ///
    /// # Errors
    /// `unreadable` when the system does not let it.
    pub fn start(program: &Path) -> Result<Self, ReadFailure> {
        let failed = |error: io::Error| {
            ReadFailure::new("unreadable", format!("the reading process could not be started: {error}"))
        };
        let mut command = Command::new(program);
        command.arg(WORKER_ARGUMENT).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the program: it ends its workers itself, when it is ready.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(failed)?;
        let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(failed(io::Error::other("it has no output")));
        };
        let (sender, replies) = mpsc::sync_channel(REPLIES_MAX);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Ok(reply) = receive(&mut output) {
                if sender.send(reply).is_err() {
                    break;
                }
            }
        });
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&last_words);
        let listener = thread::spawn(move || listen(errors, &heard));
        Ok(Self { child, replies, last_words, listener: Some(listener) })
    }

    /// Asks for something.
    ///
    /// # Errors
    /// When the process is gone and must be replaced.
    pub fn ask(&mut self, request: &Request) -> Result<(), ReadFailure> {
        let gone = |error: io::Error| ReadFailure::new("unreadable", format!("the reading process has ended: {error}"));
        let input = self.child.stdin.as_mut().ok_or_else(|| gone(io::Error::other("it takes no input")))?;
        send(input, request).map_err(gone)
    }

    /// The answer to a request, unless it takes too long. `progress` is kept up to date, `each` is told of it.
    ///
    /// # Errors
    /// When the process must be replaced.
    pub fn wait(
        &mut self,
        allowance: &Allowance<'_>,
        progress: &mut Progress,
        mut each: impl FnMut(Step),
    ) -> Result<Reply, ReadFailure> {
        let limits = allowance.limits;
        let page_time = Duration::from_secs(limits.page_seconds_max);
        let mut step_end = allowance.deadline.min(Instant::now() + page_time);
        loop {
            if allowance.stop.is_set() {
                return Err(ReadFailure::new("interrupted", "interrupted; ingest it again"));
            }
            let left = step_end.saturating_duration_since(Instant::now());
            match self.replies.recv_timeout(left.min(STOP_SEEN_WITHIN)) {
                Ok(Reply::Opened(pages)) => progress.pages = pages,
                Ok(Reply::At(step)) => {
                    progress.step = step;
                    each(step);
                    step_end = match step {
                        // The work on all pages at once grows with their number.
                        Step::Together(_) => allowance.deadline,
                        Step::Opening | Step::Page(_) => allowance.deadline.min(Instant::now() + page_time),
                    };
                }
                Ok(reply) => return Ok(reply),
                Err(mpsc::RecvTimeoutError::Timeout) if Instant::now() >= step_end => {
                    let whole = step_end >= allowance.deadline;
                    let limit = if whole { Limit::DocumentTime } else { Limit::PageTime };
                    return Err(ReadFailure::limit(limits, limit, progress.step));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err(self.ended(limits, progress.step)),
            }
        }
    }

    /// Why the process ended by itself, from its last words.
    fn ended(&mut self, limits: &Limits, step: Step) -> ReadFailure {
        let status = self.child.wait();
        if let Some(listener) = self.listener.take() {
            // It ends with the process's output.
            let _ = listener.join();
        }
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words);
        let words = words.trim();
        if words.contains("overflowed its stack") {
            return ReadFailure::limit(limits, Limit::Nesting, step);
        }
        // The second: the system itself ended it, which it does when it runs out of memory.
        let killed = status.is_ok_and(|status| status.code().is_none()) && words.is_empty();
        if words.contains("memory allocation") || words.contains("capacity overflow") || killed {
            return ReadFailure::limit(limits, Limit::Memory, step);
        }
        ReadFailure::crashed(step, if words.is_empty() { "it said nothing" } else { words })
    }
}

/// Keeps the end of what is said.
fn listen(mut errors: impl Read, heard: &Mutex<Vec<u8>>) {
    let mut block = [0; 1024];
    while let Ok(count) = errors.read(&mut block) {
        if count == 0 {
            break;
        }
        let mut heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.extend(&block[..count]);
        let excess = heard.len().saturating_sub(LAST_WORDS_BYTES_MAX);
        heard.drain(..excess);
    }
}
