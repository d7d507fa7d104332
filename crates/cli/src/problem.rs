//! What stops a command, and the exit code it gives: the one table of the contract.

use std::{io, process::ExitCode};

use engine::EngineError;

/// Done in part: some documents failed.
pub const PARTLY: u8 = 5;
/// Refused or nothing found.
pub const NOTHING: u8 = 3;

/// Everything that can stop a command.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The engine failed; its message says how.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// Wrong usage that only shows later than the arguments.
    #[error("{0}")]
    Usage(String),
    /// The reader of our output went away.
    #[error("output closed")]
    ClosedPipe,
    /// Input or output failed.
    #[error(transparent)]
    Io(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe { Problem::ClosedPipe } else { Problem::Io(error) }
    }
}

impl From<engine::StoreError> for Problem {
    fn from(error: engine::StoreError) -> Self {
        Problem::Engine(error.into())
    }
}

impl Problem {
    /// The exit code of the contract.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Problem::Usage(_)
            | Problem::Engine(EngineError::Question(_) | EngineError::Config { .. } | EngineError::NoSuchPage { .. }) => {
                ExitCode::from(2)
            }
            Problem::ClosedPipe => ExitCode::SUCCESS,
            Problem::Engine(_) | Problem::Io(_) => ExitCode::FAILURE,
        }
    }

    /// A stable code for JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Problem::Usage(_) => "usage",
            Problem::Engine(EngineError::Question(_)) => "bad_question",
            Problem::Engine(EngineError::Config { .. }) => "bad_config",
            Problem::Engine(EngineError::NoSuchDocument(_)) => "no_such_document",
            Problem::Engine(EngineError::SeveralDocuments { .. }) => "several_documents",
            Problem::Engine(EngineError::NoSuchPage { .. }) => "no_such_page",
            Problem::Engine(EngineError::Read { source, .. })
                if source.code == "changed" || source.code == "missing" =>
            {
                source.code
            }
            Problem::Engine(EngineError::Read { .. }) => "unreadable",
            Problem::Engine(_) => "store",
            Problem::ClosedPipe | Problem::Io(_) => "io",
        }
    }
}
