//! The rules of the house, each a function from the repository to what breaks it.

mod architecture;
mod documents;
mod manifests;
mod sources;

use std::fmt;
use std::path::Path;

use crate::ci::Tally;
use crate::repo::Repo;

/// Every rule, in the order it is told.
const RULES: [Rule; 13] = [
    Rule { name: "every crate has a row in ARCHITECTURE.md", find: architecture::rows },
    Rule { name: "crates use only what their row allows", find: architecture::edges },
    Rule { name: "modules and dependencies named in ARCHITECTURE.md exist", find: architecture::parts },
    Rule { name: "paths and types named in ARCHITECTURE.md exist", find: architecture::names },
    Rule { name: "lints, licence and versions are said once, in the workspace", find: manifests::inherit },
    Rule { name: "the workspace's list of dependencies is sorted", find: manifests::sorted },
    Rule { name: "every source file opens with its job", find: sources::fronts },
    Rule { name: "every lib.rs is a front: purpose, out of scope, example", find: sources::lib_fronts },
    Rule { name: "crates that compute open no file and ask no clock", find: sources::doors },
    Rule { name: "no path of a developer's machine, no host of a registry", find: sources::leaks },
    Rule { name: "links between documents lead somewhere", find: documents::links },
    Rule { name: "both READMEs show the same commands, and CI runs the one they name", find: documents::readmes },
    Rule { name: "CHANGELOG.md has a section for what is not released", find: documents::changelog },
];

/// One rule.
struct Rule {
    name: &'static str,
    find: fn(&Repo) -> Vec<Finding>,
}

/// A place that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, from the root.
    pub path: String,
    /// The line, 1-based; 0 where it is about the whole file.
    pub line: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl Finding {
    fn new(path: &str, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.path, self.message),
            line => write!(f, "{}:{line}: {}", self.path, self.message),
        }
    }
}

/// Checks every rule and tells all that breaks one.
///
/// # Errors
/// How many places break a rule.
pub fn run(root: &Path) -> Result<(), String> {
    let repo = Repo::read(root)?;
    let mut places = 0;
    for rule in &RULES {
        let findings = (rule.find)(&repo);
        eprintln!("{} {}", if findings.is_empty() { "ok  " } else { "FAIL" }, rule.name);
        for finding in &findings {
            eprintln!("     {finding}");
        }
        places += findings.len();
    }
    if places == 0 { Ok(()) } else { Err(format!("{places} places break a rule of the house")) }
}

/// [`run`] as a step of `ci`.
///
/// # Errors
/// As there.
pub fn run_counted(root: &Path) -> Result<Tally, String> {
    run(root).map(|()| Tally::default())
}
