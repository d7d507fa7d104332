//! Source files say what they are for, and no file says where it was made.

use super::Finding;
use crate::repo::Repo;

/// What a library's front must say, and how that is recognised in it.
const FRONT: [(&str, &str); 2] = [("what is out of scope", "out of scope"), ("an example", "```")];

/// Crates that compute and nothing else.
const PURE: [&str; 5] = ["doc", "finance", "parse", "retrieve", "answer"];

/// Doors to the outside: files, the environment, the clock, other processes, the network.
const DOORS: [&str; 8] =
    ["std::fs", "fs::", "File::", "env::var", "Instant::now", "SystemTime::now", "process::Command", "std::net"];

/// Where the tests of a file begin; they may read files.
const TESTS: &str = "#[cfg(test)]";

/// Folders in which developers keep their work, as the parts between the slashes.
const MACHINE_FOLDERS: [&str; 4] = ["work", "home", "root", "Users"];

/// Registries and hubs, by the parts of their hosts (in parts so that this file passes its own rule).
const HOSTS: [(&str, &str); 8] = [
    ("crates", "io"),
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("debian", "org"),
    ("huggingface", "co"),
    ("modelscope", "cn"),
];

/// Written by cargo, which names the registry in it.
const LOCK: &str = "Cargo.lock";

/// Every source file opens with `//!` and a sentence.
pub fn fronts(repo: &Repo) -> Vec<Finding> {
    let sources = repo.texts().filter(|(path, _)| path.ends_with(".rs"));
    let bare = sources.filter(|(_, text)| {
        let first = text.lines().next().unwrap_or_default();
        first.strip_prefix("//!").is_none_or(|job| job.split_whitespace().count() < 2)
    });
    bare.map(|(path, _)| Finding::new(path, 1, "the first line is not `//!` with the file's job")).collect()
}

/// Every library opens with purpose, what is out of scope, and an example.
pub fn lib_fronts(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in &repo.crates {
        let path = format!("{}/src/lib.rs", member.folder);
        if !repo.has_path(&path) {
            continue;
        }
        let front: Vec<&str> = repo.text(&path).lines().map_while(|line| line.strip_prefix("//!")).collect();
        let front = front.join("\n").to_lowercase();
        for (what, mark) in FRONT {
            if !front.contains(mark) {
                findings.push(Finding::new(&path, 1, format!("the front does not give {what}")));
            }
        }
    }
    findings
}

/// Crates that compute open no file, read no variable of the environment and ask no clock.
pub fn doors(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in repo.texts().filter(|(path, _)| is_pure_source(path)) {
        let code = text.lines().take_while(|line| line.trim() != TESTS).enumerate();
        for (index, line) in code.filter(|(_, line)| !line.trim_start().starts_with("//")) {
            if let Some(door) = DOORS.iter().find(|door| uses(line, door)) {
                findings.push(Finding::new(path, index + 1, format!("`{door}` in a crate that only computes")));
            }
        }
    }
    findings
}

/// A source of a crate that computes; modules that are tests only have `tests` or `testing` for a name.
fn is_pure_source(path: &str) -> bool {
    let Some((member, source)) = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) else {
        return false;
    };
    let is_test = source.trim_end_matches(".rs").split('/').any(|part| part == "tests" || part == "testing");
    PURE.contains(&member) && source.ends_with(".rs") && !is_test
}

/// Is the door named, and not as the end of a longer name (`PdfFile::`)?
fn uses(line: &str, door: &str) -> bool {
    line.match_indices(door).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|letter| !letter.is_alphanumeric() && letter != '_')
    })
}

/// No file names a path of a developer's machine or a host of a registry.
pub fn leaks(repo: &Repo) -> Vec<Finding> {
    let folders = MACHINE_FOLDERS.map(|folder| format!("/{folder}/"));
    let hosts = HOSTS.map(|(name, end)| format!("{name}.{end}"));
    let mut findings = Vec::new();
    for (path, text) in repo.texts().filter(|(path, _)| *path != LOCK) {
        for (index, line) in text.lines().enumerate() {
            for folder in folders.iter().filter(|folder| opens_path(line, folder)) {
                let message = format!("a path of a developer's machine: `{folder}…`");
                findings.push(Finding::new(path, index + 1, message));
            }
            for host in hosts.iter().filter(|host| names_host(line, host)) {
                findings.push(Finding::new(path, index + 1, format!("a host of a registry: `{host}`")));
            }
        }
    }
    findings
}

/// Does an absolute path in this line begin with that folder?
fn opens_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|letter| !letter.is_alphanumeric() && !"._-~/)}".contains(letter))
    })
}

/// Does this line name that host or one under it?
fn names_host(line: &str, host: &str) -> bool {
    line.match_indices(host).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + host.len()..].chars().next();
        let inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
        !before.is_some_and(inside) && !after.is_some_and(inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::tests::{member, repo};

    #[test]
    fn a_file_without_its_job_is_found() {
        let repo = repo(&[
            ("a.rs", "//! What it does.\n"),
            ("b.rs", "use std::fmt;\n"),
            ("c.rs", "//! x\n"),
            ("d.rs", ""),
            ("e.md", "no source"),
        ]);
        let found: Vec<String> = fronts(&repo).into_iter().map(|finding| finding.path).collect();
        assert_eq!(found, ["b.rs", "c.rs", "d.rs"]);
    }

    #[test]
    fn a_front_without_scope_or_example_is_found() {
        let good = "//! Words.\n//!\n//! Out of scope: bytes.\n//!\n//! ```\n//! let a = 1;\n//! ```\n\nmod a;\n";
        let poor = "//! Words.\n\n// Out of scope, but not in the front: ```\nmod a;\n";
        let mut repo = repo(&[("crates/a/src/lib.rs", good), ("crates/b/src/lib.rs", poor)]);
        repo.crates = vec![member("a", &[], &[]), member("b", &[], &[]), member("binary", &[], &[])];
        let found = lib_fronts(&repo);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|finding| finding.path == "crates/b/src/lib.rs"));
    }

    #[test]
    fn a_door_in_a_crate_that_computes_is_found() {
        let text = "//! std::fs is not used.\nuse std::fs;\nlet a = PdfFile::open(b);\nlet t = std::time::Instant::now();\n\n#[cfg(test)]\nmod tests {\n    use std::fs;\n}\n";
        let repo = repo(&[
            ("crates/parse/src/pdf/mod.rs", text),
            ("crates/parse/src/pdf/tests.rs", text),
            ("crates/parse/tests/documents.rs", text),
            ("crates/store/src/home.rs", text),
        ]);
        let found: Vec<(String, usize)> =
            doors(&repo).into_iter().map(|finding| (finding.path, finding.line)).collect();
        assert_eq!(
            found,
            [("crates/parse/src/pdf/mod.rs".to_owned(), 2), ("crates/parse/src/pdf/mod.rs".to_owned(), 4)]
        );
    }

    #[test]
    fn places_of_a_machine_and_hosts_are_found() {
        let folder = format!("/{}/someone", "home");
        let host = format!("see https://{}.{}/x", "pypi", "org");
        let lock = format!("registry+https://github.com/{}.{}-index", "crates", "io");
        let repo = repo(&[
            ("a.md", &format!("fine\ncd {folder}\n")),
            ("b.sh", &host),
            (LOCK, &lock),
            ("c.md", "../work/x, $HOME/root/y, target/work/z, /api/documents, pypi, crates, npm"),
        ]);
        let found: Vec<(String, usize)> =
            leaks(&repo).into_iter().map(|finding| (finding.path, finding.line)).collect();
        assert_eq!(found, [("a.md".to_owned(), 2), ("b.sh".to_owned(), 1)]);
    }

    #[test]
    fn a_host_is_a_whole_name() {
        let host = format!("{}.{}", "crates", "io");
        assert!(names_host(&format!("index.{host}/a"), &host));
        assert!(!names_host(&format!("my{host}"), &host));
        assert!(!names_host(&format!("{host}n"), &host));
    }
}
