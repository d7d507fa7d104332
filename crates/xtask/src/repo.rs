//! What the rules of the house look at: the repository's files and its crates with the edges between them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Files larger than this are data: they exist, but are not read as text.
const TEXT_BYTES_MAX: u64 = 4 << 20;

/// The repository as it is now, ignored files left out.
#[derive(Debug, Default)]
pub struct Repo {
    /// Path from the root, `/` between its parts, to the words in it; `None` where it is not text.
    pub files: BTreeMap<String, Option<String>>,
    /// The crates of the workspace, by name.
    pub crates: Vec<Crate>,
}

/// A crate and what it uses.
#[derive(Debug, Default)]
pub struct Crate {
    /// Its name.
    pub name: String,
    /// Its folder from the root.
    pub folder: String,
    /// Crates of this workspace that its code uses, build scripts included.
    pub uses: BTreeSet<String>,
    /// Crates of this workspace that its tests use.
    pub tests_use: BTreeSet<String>,
    /// Crates of others that its code uses.
    pub external: BTreeSet<String>,
}

impl Repo {
    /// Reads it from disk.
    ///
    /// # Errors
    /// git or cargo do not answer, or a file can't be read.
    pub fn read(root: &Path) -> Result<Repo, String> {
        let listed = output(root, "git", &["ls-files", "--cached", "--others", "--exclude-standard", "-z"])?;
        let mut files = BTreeMap::new();
        for name in listed.split('\0').filter(|name| !name.is_empty()) {
            let path = root.join(name);
            // A file that is deleted but still in the index is no file any more; a link is not followed.
            let Ok(metadata) = path.symlink_metadata() else { continue };
            if metadata.is_file() {
                let bytes = if metadata.len() <= TEXT_BYTES_MAX {
                    std::fs::read(&path).map_err(|error| format!("{name} can't be read: {error}"))?
                } else {
                    vec![0]
                };
                files.insert(name.to_owned(), as_text(bytes));
            }
        }
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let metadata = output(root, &cargo, &["metadata", "--no-deps", "--format-version", "1"])?;
        let metadata = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
        Ok(Repo { files, crates: crates(&metadata)? })
    }

    /// The words of a file; empty where it is not there or not text.
    pub fn text(&self, path: &str) -> &str {
        self.files.get(path).and_then(Option::as_deref).unwrap_or_default()
    }

    /// Every text file with its path.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }

    /// Is there a file, or a folder with files, at this path from the root?
    pub fn has_path(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.files
            .keys()
            .any(|file| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }
}

fn as_text(bytes: Vec<u8>) -> Option<String> {
    if bytes.contains(&0) { None } else { String::from_utf8(bytes).ok() }
}

fn output(root: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let call = format!("{program} {}", arguments.join(" "));
    let output = Command::new(program)
        .args(arguments)
        .current_dir(root)
        .output()
        .map_err(|error| format!("`{call}` did not start: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{call}` ended with {}: {}", output.status, reason.trim()));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("`{call}`: {error}"))
}

/// The workspace's crates from `cargo metadata --no-deps`.
fn crates(metadata: &Value) -> Result<Vec<Crate>, String> {
    let root = metadata["workspace_root"].as_str().ok_or("cargo metadata names no root")?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let names: BTreeSet<&str> = packages.iter().filter_map(|package| package["name"].as_str()).collect();
    let mut crates = Vec::new();
    for package in packages {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap_or_default());
        let folder = manifest.parent().and_then(|folder| folder.strip_prefix(root).ok()).unwrap_or(Path::new(""));
        let mut found = Crate {
            name: package["name"].as_str().unwrap_or_default().to_owned(),
            folder: folder.to_string_lossy().replace('\\', "/"),
            ..Crate::default()
        };
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let name = dependency["name"].as_str().unwrap_or_default();
            let list = match (names.contains(name), dependency["kind"].as_str()) {
                (true, Some("dev")) => &mut found.tests_use,
                (true, _) => &mut found.uses,
                (false, _) => &mut found.external,
            };
            list.insert(name.to_owned());
        }
        crates.push(found);
    }
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(crates)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A repository of these files, without crates.
    pub(crate) fn repo(files: &[(&str, &str)]) -> Repo {
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), Some((*text).to_owned()))).collect();
        Repo { files, crates: Vec::new() }
    }

    /// A crate in `crates/` with these edges.
    pub(crate) fn member(name: &str, uses: &[&str], tests_use: &[&str]) -> Crate {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Crate {
            name: name.to_owned(),
            folder: format!("crates/{name}"),
            uses: set(uses),
            tests_use: set(tests_use),
            external: BTreeSet::new(),
        }
    }

    #[test]
    fn edges_are_told_apart_by_kind_and_by_owner() {
        let metadata = serde_json::json!({
            "workspace_root": "/somewhere",
            "packages": [
                {"name": "b", "manifest_path": "/somewhere/crates/b/Cargo.toml", "dependencies": [
                    {"name": "a", "kind": null}, {"name": "serde", "kind": null}, {"name": "c", "kind": "dev"}]},
                {"name": "a", "manifest_path": "/somewhere/crates/a/Cargo.toml", "dependencies": [
                    {"name": "c", "kind": "build"}, {"name": "insta", "kind": "dev"}]},
                {"name": "c", "manifest_path": "/somewhere/crates/c/Cargo.toml", "dependencies": []},
            ]
        });
        let found = crates(&metadata).unwrap();
        let names: Vec<&str> = found.iter().map(|member| member.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(found[0].uses, BTreeSet::from(["c".to_owned()]));
        assert_eq!(found[1].folder, "crates/b");
        assert_eq!(found[1].uses, BTreeSet::from(["a".to_owned()]));
        assert_eq!(found[1].tests_use, BTreeSet::from(["c".to_owned()]));
        assert_eq!(found[1].external, BTreeSet::from(["serde".to_owned()]));
    }

    #[test]
    fn a_folder_exists_when_a_file_is_in_it() {
        let repo = repo(&[("crates/doc/src/lib.rs", "")]);
        assert!(repo.has_path("crates/doc/") && repo.has_path("crates/doc/src/lib.rs"));
        assert!(!repo.has_path("crates/do"));
    }

    #[test]
    fn bytes_with_a_zero_are_no_text() {
        assert_eq!(as_text(vec![b'a', 0]), None);
        assert_eq!(as_text("页".into()), Some("页".to_owned()));
    }

    #[test]
    fn this_repository_is_read() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let repo = Repo::read(root).unwrap();
        assert!(repo.text("crates/xtask/src/repo.rs").starts_with("//!"));
        let xtask = repo.crates.iter().find(|member| member.name == "xtask").unwrap();
        assert!(xtask.uses.is_empty() && xtask.external.contains("serde_json"));
        assert!(!repo.files.keys().any(|path| path.starts_with("target/")));
    }
}
