//! What the program and its workers say to each other: frames of a length and a value.

use std::{
    ffi::OsString,
    io::{self, Read, Write},
};

use doc::{Document, PageNo};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use parse::chunk::Strategy;

use super::{DrawJob, Drawn, Prepared, ReadFailure};
use crate::limits::{Limit, Limits, Step};

/// Frames between the processes are never longer, bytes.
const FRAME_BYTES_MAX: u32 = 1 << 30;

/// What a worker is asked.
#[derive(Serialize, Deserialize)]
pub enum Request {
    /// Everything that is stored of a document, these pages left out.
    Prepare {
        /// The file's name as the system has it; not all names are text.
        path: OsString,
        /// What its content must be.
        sha256: String,
        /// Pages that are not to be read.
        left_out: Vec<PageNo>,
        /// How it is cut into pieces.
        chunking: Strategy,
        limits: Limits,
    },
    /// The document alone, all pages or only some.
    Read { path: OsString, pages: Option<Vec<PageNo>>, limits: Limits },
    /// A page as a picture.
    Draw { job: DrawJob, limits: Limits },
    /// Are you there?
    Ping,
}

/// What a worker answers.
#[derive(Serialize, Deserialize)]
pub enum Reply {
    /// The file is open and has so many pages.
    Opened(u32),
    /// This begins now.
    At(Step),
    /// The answer to [`Request::Prepare`].
    Done(Result<Box<Prepared>, WireFailure>),
    /// The answer to [`Request::Read`].
    Read(Result<Box<Document>, WireFailure>),
    /// The answer to [`Request::Draw`].
    Drawn(Result<Box<Drawn>, WireFailure>),
    /// The answer to [`Request::Ping`].
    Pong,
}

/// A failure between processes.
#[derive(Serialize, Deserialize)]
pub struct WireFailure {
    code: String,
    message: String,
    step: Step,
    limit: Option<Limit>,
}

impl From<ReadFailure> for WireFailure {
    fn from(failure: ReadFailure) -> Self {
        let ReadFailure { code, message, step, limit } = failure;
        Self { code: code.to_owned(), message, step, limit }
    }
}

impl From<WireFailure> for ReadFailure {
    fn from(wire: WireFailure) -> Self {
        let WireFailure { code, message, step, limit } = wire;
        let code = super::CODES.into_iter().find(|known| *known == code).unwrap_or("unreadable");
        Self { code, message, step, limit }
    }
}

/// Writes a frame.
pub fn send(output: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(value).map_err(io::Error::other)?;
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length <= FRAME_BYTES_MAX);
    let length = length.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "a frame is too long"))?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(&bytes)?;
    output.flush()
}

/// Reads a frame.
pub fn receive<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    input.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length);
    if length > FRAME_BYTES_MAX {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is too long"));
    }
    let mut bytes = Vec::new();
    input.take(u64::from(length)).read_to_end(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}
