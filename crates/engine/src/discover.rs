//! Paths → files to read: folders are walked, links that lead in a circle are not followed twice.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    Stop,
    limits::{Limit, Limits, Step},
    reader::ReadFailure,
};

/// A file that was named or found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The path as given, or below the folder that was given.
    pub path: PathBuf,
    /// Its canonical form: what decides whether a file is known.
    pub locator: PathBuf,
}

/// A path that cannot be used, and why.
#[derive(Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The path as given.
    pub path: PathBuf,
    /// What is wrong with it.
    pub why: ReadFailure,
}

/// All files under these paths in a stable order, and what could not be used.
pub fn files(paths: &[PathBuf], limits: &Limits, stop: &Stop) -> (Vec<Found>, Vec<Unusable>) {
    let mut walk = Walk {
        limits,
        stop,
        found: Vec::new(),
        unusable: Vec::new(),
        files: HashSet::new(),
        folders: HashSet::new(),
        too_many: false,
    };
    for path in paths {
        walk.named(path);
    }
    (walk.found, walk.unusable)
}

struct Walk<'a> {
    limits: &'a Limits,
    stop: &'a Stop,
    found: Vec<Found>,
    unusable: Vec<Unusable>,
    files: HashSet<PathBuf>,
    folders: HashSet<PathBuf>,
    /// There were more files than an intake takes; said once.
    too_many: bool,
}

impl Walk<'_> {
    /// A path that a person named: whatever is wrong with it is said.
    fn named(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.folder(path, 0),
            Ok(metadata) if metadata.is_file() => {
                if is_pdf(path) {
                    self.file(path);
                } else {
                    self.refuse(path, "this kind of file cannot be read yet; PDF can");
                }
            }
            Ok(_) => self.refuse(path, "neither a file nor a folder"),
            Err(error) => self.refuse(path, &error.to_string()),
        }
    }

    fn folder(&mut self, path: &Path, depth: usize) {
        if self.stop.is_set() || self.too_many {
            return;
        }
        let canonical = match fs::canonicalize(path) {
            Ok(canonical) => canonical,
            Err(error) => return self.refuse(path, &error.to_string()),
        };
        if !self.folders.insert(canonical) {
            return;
        }
        if depth > self.limits.folder_depth_max {
            return self.reached(path, Limit::FolderDepth);
        }
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => return self.refuse(path, &error.to_string()),
        };
        let mut below: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        below.sort();
        for path in below {
            self.entry(&path, depth);
        }
    }

    /// What stands in a folder: hidden things and other kinds of files are passed over, but what is called a PDF and
    /// cannot be used is said.
    fn entry(&mut self, path: &Path, depth: usize) {
        if path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b".")) {
            return;
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.folder(path, depth + 1),
            _ if !is_pdf(path) => {}
            Ok(metadata) if metadata.is_file() => self.file(path),
            Ok(_) => self.refuse(path, "neither a file nor a folder"),
            Err(error) => self.refuse(path, &error.to_string()),
        }
    }

    fn file(&mut self, path: &Path) {
        match fs::canonicalize(path) {
            Ok(locator) if self.files.contains(&locator) => {}
            Ok(_) if self.found.len() >= self.limits.files_max => {
                if !self.too_many {
                    self.too_many = true;
                    self.reached(path, Limit::Files);
                }
            }
            Ok(locator) => {
                self.files.insert(locator.clone());
                self.found.push(Found { path: path.to_owned(), locator });
            }
            Err(error) => self.refuse(path, &error.to_string()),
        }
    }

    fn refuse(&mut self, path: &Path, message: &str) {
        self.unusable.push(Unusable { path: path.to_owned(), why: ReadFailure::new("unreadable", message) });
    }

    fn reached(&mut self, path: &Path, limit: Limit) {
        let why = ReadFailure {
            message: self.limits.left_out(limit),
            ..ReadFailure::limit(self.limits, limit, Step::Opening)
        };
        self.unusable.push(Unusable { path: path.to_owned(), why });
    }
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[PathBuf]) -> (Vec<Found>, Vec<Unusable>) {
        super::files(paths, &Limits::default(), &Stop::default())
    }

    #[test]
    fn folders_are_walked_once_and_other_files_passed_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let inner = folder.path().join("报告 2024");
        fs::create_dir(&inner).expect("made");
        for name in ["b.PDF", "a.pdf", "c.txt", ".hidden.pdf"] {
            fs::write(inner.join(name), b"x").expect("written");
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path(), inner.join("circle")).expect("linked");
        let (found, unusable) = files(&[folder.path().to_owned(), inner.join("a.pdf")]);
        let names: Vec<_> = found.iter().filter_map(|file| file.path.file_name()).collect();
        assert_eq!(names, ["a.pdf", "b.PDF"]);
        assert!(unusable.is_empty());
    }

    #[test]
    fn a_named_path_that_cannot_be_used_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = folder.path().join("a.txt");
        fs::write(&text, b"x").expect("written");
        let (found, unusable) = files(&[text, folder.path().join("none.pdf")]);
        assert!(found.is_empty());
        assert_eq!(unusable.len(), 2);
    }

    #[test]
    fn what_is_beyond_a_limit_is_said_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let deep = folder.path().join("1/2/3");
        fs::create_dir_all(&deep).expect("made");
        for path in [
            folder.path().join("a.pdf"),
            folder.path().join("1/b.pdf"),
            folder.path().join("1/2/c.pdf"),
            deep.join("d.pdf"),
        ] {
            fs::write(path, b"x").expect("written");
        }
        let limits = Limits { files_max: 2, ..Limits::default() };
        let (found, unusable) = super::files(&[folder.path().to_owned()], &limits, &Stop::default());
        assert_eq!((found.len(), unusable.len()), (2, 1));
        assert_eq!(unusable[0].why.limit, Some(Limit::Files));
        let limits = Limits { folder_depth_max: 2, ..Limits::default() };
        let (found, unusable) = super::files(&[folder.path().to_owned()], &limits, &Stop::default());
        assert_eq!((found.len(), unusable.len()), (3, 1));
        assert!(unusable[0].why.message.contains("limits.folder_depth_max"), "{:?}", unusable[0]);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_called_a_pdf_and_is_none_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        std::os::unix::fs::symlink("nowhere", folder.path().join("dangling.pdf")).expect("linked");
        std::os::unix::fs::symlink("nowhere", folder.path().join("dangling.txt")).expect("linked");
        std::os::unix::fs::symlink("/dev/null", folder.path().join("device.pdf")).expect("linked");
        fs::create_dir(folder.path().join("folder.pdf")).expect("made");
        fs::write(folder.path().join("folder.pdf/inner.pdf"), b"x").expect("written");
        let (found, unusable) = files(&[folder.path().to_owned()]);
        assert_eq!((found.len(), unusable.len()), (1, 2), "{unusable:?}");
    }
}
