//! The worker's side: a child of the program that reads documents for it.

use std::{
    io::{self, BufReader, Stdout},
    path::Path,
    sync::{Mutex, PoisonError, mpsc},
    thread,
};

use super::{
    Job, ReadFailure,
    prepare::{Watcher, draw, prepare, read_alone},
    protocol::{Reply, Request, receive, send},
};
use crate::limits::{Limit, Limits, Step};

/// Reads requests from standard input until it ends, answers on standard output.
///
/// # Errors
/// When standard output is gone; there is nobody left to tell.
pub fn serve() -> io::Result<()> {
    let speaker = Speaker(Mutex::new(io::stdout()));
    for request in requests() {
        match request {
            Request::Prepare { path, sha256, left_out, chunking, limits } => {
                limit_memory(&limits);
                let result =
                    prepare(&Job { index: 0, path: path.into(), sha256, chunking }, &left_out, &limits, &speaker);
                speaker.answer(&Reply::Done(result.map(Box::new).map_err(Into::into)), |failure| {
                    Reply::Done(Err(failure.into()))
                })?;
            }
            Request::Read { path, pages, limits } => {
                limit_memory(&limits);
                let result = read_alone(Path::new(&path), pages.as_deref(), &limits, &speaker);
                speaker.answer(&Reply::Read(result.map(Box::new).map_err(Into::into)), |failure| {
                    Reply::Read(Err(failure.into()))
                })?;
            }
            Request::Draw { job, limits } => {
                limit_memory(&limits);
                let result = draw(&job, &limits, &speaker);
                speaker.answer(&Reply::Drawn(result.map(Box::new).map_err(Into::into)), |failure| {
                    Reply::Drawn(Err(failure.into()))
                })?;
            }
            Request::Ping => speaker.say(&Reply::Pong)?,
        }
    }
    Ok(())
}

/// The requests as they come. When no more can come, whoever asked is gone, killed perhaps: the process ends at once,
/// whatever it is reading, so that a document that never ends has no worker that never ends.
fn requests() -> mpsc::IntoIter<Request> {
    let (sender, requests) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        while let Ok(request) = receive(&mut input) {
            if sender.send(request).is_err() {
                break;
            }
        }
        std::process::exit(0);
    });
    requests.into_iter()
}

/// Standard output, one frame at a time.
struct Speaker(Mutex<Stdout>);

impl Speaker {
    fn say(&self, reply: &Reply) -> io::Result<()> {
        send(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner), reply)
    }

    /// Says a reply, or that it is too long to be said.
    fn answer(&self, reply: &Reply, failed: impl FnOnce(ReadFailure) -> Reply) -> io::Result<()> {
        match self.say(reply) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                let step = Step::default();
                self.say(&failed(ReadFailure::limit(&Limits::default(), Limit::Memory, step)))
            }
            said => said,
        }
    }
}

impl Watcher for Speaker {
    fn opened(&self, pages: u32) {
        // Nobody listening shows at the answer.
        let _ = self.say(&Reply::Opened(pages));
    }

    fn at(&self, step: Step) {
        let _ = self.say(&Reply::At(step));
    }
}

/// Past this the allocator fails and the process ends, which its parent reports.
fn limit_memory(limits: &Limits) {
    let bytes = limits.document_memory_bytes_max;
    // Where the system has no such limit, time is the only one left.
    let _ = rlimit::Resource::AS.set(bytes, bytes);
    // A process that ends so is expected and leaves no dump of a gigabyte.
    let _ = rlimit::Resource::CORE.set(0, 0);
}
