//! The folder's layout, the writer's lock, and what an error in it means to a person.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use rusqlite::ErrorCode;
use tantivy::{
    TantivyError,
    directory::error::{LockError, OpenDirectoryError, OpenReadError, OpenWriteError},
};

use crate::{StoreError, TextState};

/// The format of the folder that this program reads and writes.
pub const FORMAT_VERSION: i64 = 1;

/// What is written to see whether the disk is full: an index thread asks for more, bytes.
const PROBE_BYTES: usize = 1 << 20;

/// The folder and the names in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Home {
    path: PathBuf,
}

impl Home {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The truth.
    pub(crate) fn database(&self) -> PathBuf {
        self.path.join("meta.db")
    }

    /// The database's log of changes that are not yet in it.
    pub(crate) fn log(&self) -> PathBuf {
        self.path.join("meta.db-wal")
    }

    /// The word index, which can be rebuilt.
    pub(crate) fn text(&self) -> PathBuf {
        self.path.join("text")
    }

    fn lock_file(&self) -> PathBuf {
        self.path.join("writer.lock")
    }

    /// Creates the folder where it is missing.
    pub(crate) fn create(&self) -> Result<(), StoreError> {
        fs::create_dir_all(&self.path).map_err(|source| self.io("creating the folder", &self.path, source))
    }

    /// The writer's lock, held until the file is dropped or the process ends, however it ends.
    pub(crate) fn lock(&self) -> Result<File, StoreError> {
        let path = self.lock_file();
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|source| self.io("opening", &path, source))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // The holder writes its number right after locking; an unreadable one is only a poorer message.
                let pid = file.read_to_string(&mut holder).ok().and_then(|_| holder.trim().parse().ok());
                return Err(StoreError::Locked { home: self.path.clone(), pid });
            }
            Err(TryLockError::Error(source)) => return Err(self.io("locking", &path, source)),
        }
        let note = file.set_len(0).and_then(|()| file.rewind()).and_then(|()| writeln!(file, "{}", std::process::id()));
        note.map_err(|source| self.io("writing", &path, source))?;
        Ok(file)
    }

    /// Deletes the word index.
    pub(crate) fn discard_text(&self) -> Result<(), StoreError> {
        let path = self.text();
        let deleted = match fs::remove_dir_all(&path) {
            Err(source) if source.kind() == io::ErrorKind::NotADirectory => fs::remove_file(&path),
            deleted => deleted,
        };
        match deleted {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(self.io("deleting", &path, source)),
            _ => Ok(()),
        }
    }

    /// Bytes of all files below a path of the folder; what vanishes meanwhile counts 0.
    pub(crate) fn bytes_below(path: &Path) -> u64 {
        match fs::metadata(path) {
            Ok(meta) if meta.is_dir() => fs::read_dir(path)
                .map_or(0, |entries| entries.flatten().map(|entry| Self::bytes_below(&entry.path())).sum()),
            Ok(meta) => meta.len(),
            Err(_) => 0,
        }
    }

    pub(crate) fn io(&self, action: &'static str, path: &Path, source: io::Error) -> StoreError {
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                StoreError::DiskFull { home: self.path.clone(), source: Box::new(source) }
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                StoreError::NotWritable { home: path.to_owned(), source: Box::new(source) }
            }
            _ => StoreError::Io { action, path: path.to_owned(), source },
        }
    }

    pub(crate) fn sql(&self, source: rusqlite::Error) -> StoreError {
        let home = self.path.clone();
        match source.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => StoreError::DiskFull { home, source: Box::new(source) },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                StoreError::NotWritable { home, source: Box::new(source) }
            }
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                self.corrupt("the database meta.db", Some(Box::new(source)))
            }
            _ => StoreError::Database { home, source },
        }
    }

    pub(crate) fn text_error(&self, source: TantivyError) -> StoreError {
        let home = self.path.clone();
        match io_kind(&source) {
            Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) => {
                StoreError::DiskFull { home, source: Box::new(source) }
            }
            Some(io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem) => {
                StoreError::NotWritable { home: self.text(), source: Box::new(source) }
            }
            // Threads of the index say only that they ended, or wrap what they met.
            _ if self.is_full() => StoreError::DiskFull { home, source: Box::new(source) },
            _ => StoreError::Text { home, source },
        }
    }

    /// Has the disk no room for even a little more?
    fn is_full(&self) -> bool {
        let probe = self.path.join("room.tmp");
        let full = fs::write(&probe, vec![1; PROBE_BYTES])
            .is_err_and(|error| matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded));
        let _ = fs::remove_file(&probe);
        full
    }

    pub(crate) fn text_index(&self, state: TextState) -> StoreError {
        StoreError::TextIndex { home: self.path.clone(), state: state.describe().to_owned() }
    }

    pub(crate) fn corrupt(
        &self,
        what: impl Into<String>,
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    ) -> StoreError {
        StoreError::Corrupt { home: self.path.clone(), what: what.into(), source }
    }
}

/// What the system said below an error of the word index, where it said something.
fn io_kind(error: &TantivyError) -> Option<io::ErrorKind> {
    match error {
        TantivyError::IoError(source) | TantivyError::LockFailure(LockError::IoError(source), _) => Some(source.kind()),
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, .. })
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, .. })
        | TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. }) => Some(io_error.kind()),
        _ => None,
    }
}
