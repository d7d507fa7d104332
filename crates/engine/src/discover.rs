//! Paths → files to read: folders are walked, links that lead in a circle are not followed twice.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

/// Files of one intake at most.
const FILES_MAX: usize = 200_000;
/// Folders inside folders at most.
const DEPTH_MAX: usize = 64;

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
    /// What is wrong with it, for people.
    pub message: String,
}

/// All files under these paths in a stable order, and what could not be used.
pub fn files(paths: &[PathBuf]) -> (Vec<Found>, Vec<Unusable>) {
    let mut walk = Walk::default();
    for path in paths {
        walk.named(path);
    }
    (walk.found, walk.unusable)
}

#[derive(Default)]
struct Walk {
    found: Vec<Found>,
    unusable: Vec<Unusable>,
    files: HashSet<PathBuf>,
    folders: HashSet<PathBuf>,
}

impl Walk {
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
        let canonical = match fs::canonicalize(path) {
            Ok(canonical) => canonical,
            Err(error) => return self.refuse(path, &error.to_string()),
        };
        if depth > DEPTH_MAX || !self.folders.insert(canonical) {
            return;
        }
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => return self.refuse(path, &error.to_string()),
        };
        let mut below: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
        below.sort();
        for path in below {
            let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() && !hidden => self.folder(&path, depth + 1),
                Ok(metadata) if metadata.is_file() && !hidden && is_pdf(&path) => self.file(&path),
                // Devices, sockets, other kinds of files and dangling links inside a folder are passed over.
                _ => {}
            }
        }
    }

    fn file(&mut self, path: &Path) {
        match fs::canonicalize(path) {
            Ok(locator) => {
                if self.found.len() < FILES_MAX && self.files.insert(locator.clone()) {
                    self.found.push(Found { path: path.to_owned(), locator });
                }
            }
            Err(error) => self.refuse(path, &error.to_string()),
        }
    }

    fn refuse(&mut self, path: &Path, message: &str) {
        self.unusable.push(Unusable { path: path.to_owned(), message: message.to_owned() });
    }
}

fn is_pdf(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
