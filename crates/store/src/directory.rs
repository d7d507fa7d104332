//! The word index's files, readable also where nothing can be written: on a read-only disk, in somebody else's folder.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
};

use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, META_LOCK, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
    error::{DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError},
};

/// Files mapped into memory. The lock that keeps a reader's files from being deleted while it opens them is done
/// without where this process may not write; files that vanish then are an error, and the next snapshot is whole.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    mapped: MmapDirectory,
    path: PathBuf,
}

impl Files {
    pub(crate) fn open(path: PathBuf) -> Result<Self, OpenDirectoryError> {
        Ok(Self { mapped: MmapDirectory::open(&path)?, path })
    }
}

/// The mode of files that this process makes, learnt from a file that was made in the ordinary way.
fn ordinary_mode(folder: &Path) -> io::Result<fs::Permissions> {
    Ok(fs::metadata(folder.join(META_LOCK.filepath.as_path()))?.permissions())
}

/// Holds nothing.
struct NoLock;

impl Directory for Files {
    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        let closed = |error: &io::Error| {
            matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
        };
        match self.mapped.acquire_lock(lock) {
            Err(LockError::IoError(error)) if lock.filepath == META_LOCK.filepath && closed(&error) => {
                Ok(DirectoryLock::from(Box::new(NoLock)))
            }
            other => other,
        }
    }

    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.mapped.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.mapped.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.mapped.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        self.mapped.open_write(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.mapped.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        self.mapped.atomic_write(path, data)?;
        // The file comes from a temporary one, which its owner alone may read; whoever may read the others may read it.
        let readable = ordinary_mode(&self.path).and_then(|mode| fs::set_permissions(self.path.join(path), mode));
        if let Err(error) = readable {
            tracing::debug!(%error, "the word index stays its owner's");
        }
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        self.mapped.sync_directory()
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.mapped.watch(callback)
    }
}
