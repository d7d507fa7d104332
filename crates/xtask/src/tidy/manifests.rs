//! Manifests: lints, licence and versions are said once, in the workspace.

use super::Finding;
use crate::repo::Repo;

const ROOT: &str = "Cargo.toml";

/// Lines that every crate's manifest has, with what is lost without them.
const INHERITED: [(&str, &str); 4] = [
    ("[lints]\nworkspace = true", "the workspace's lints"),
    ("license.workspace = true", "the workspace's licence"),
    ("rust-version.workspace = true", "the oldest compiler that is supported"),
    ("publish.workspace = true", "that crates are not published"),
];

/// Every crate takes lints, licence and the versions of what it depends on from the workspace.
pub fn inherit(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in &repo.crates {
        let path = format!("{}/Cargo.toml", member.folder);
        let text = repo.text(&path).replace("\r\n", "\n");
        for (lines, what) in INHERITED.iter().filter(|(lines, _)| !text.contains(lines)) {
            findings.push(Finding::new(&path, 0, format!("does not take over {what}: `{}`", lines.replace('\n', " "))));
        }
        for (line, entry) in dependencies(&text).filter(|(_, entry)| !takes_over(entry)) {
            let message = format!("a version of its own: move it to [workspace.dependencies] of {ROOT}: `{entry}`");
            findings.push(Finding::new(&path, line, message));
        }
    }
    findings
}

/// The workspace's list of dependencies of others is sorted, so that two additions rarely meet.
pub fn sorted(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut last = "";
    for (line, entry) in dependencies(repo.text(ROOT)).filter(|(_, entry)| !entry.contains("path =")) {
        let name = entry.split([' ', '=', '.']).next().unwrap_or_default();
        if name < last {
            findings.push(Finding::new(ROOT, line, format!("`{name}` stands behind `{last}`")));
        }
        last = name;
    }
    findings
}

/// The entries of every section of dependencies, with their line (1-based); entries of several lines by their first.
fn dependencies(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut inside = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if line.starts_with('[') {
            inside = line.trim_end().ends_with("dependencies]");
            return None;
        }
        let entry = inside && line.starts_with(|letter: char| letter.is_ascii_alphabetic());
        entry.then_some((index + 1, line))
    })
}

fn takes_over(entry: &str) -> bool {
    entry.contains(".workspace = true") || entry.contains("workspace = true,") || entry.contains("{ workspace = true }")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::tests::{member, repo};

    const GOOD: &str = "\
[package]
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[lints]
workspace = true

[dependencies]
doc.workspace = true
serde = { workspace = true, features = [\"rc\"] }
";

    #[test]
    fn a_crate_that_takes_everything_over_passes() {
        let mut repo = repo(&[("crates/a/Cargo.toml", GOOD)]);
        repo.crates = vec![member("a", &[], &[])];
        assert_eq!(inherit(&repo), []);
    }

    #[test]
    fn a_version_of_its_own_and_missing_lints_are_found() {
        let poor = GOOD.replace("[lints]\nworkspace = true\n", "") + "\n[dev-dependencies]\ninsta = \"1\"\n";
        let mut repo = repo(&[("crates/a/Cargo.toml", &poor)]);
        repo.crates = vec![member("a", &[], &[])];
        let found: Vec<String> = inherit(&repo).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 2);
        assert!(found[0].contains("lints") && found[1].contains("insta"), "{found:?}");
    }

    #[test]
    fn the_list_is_sorted() {
        let text = "[workspace.dependencies]\nzoo = { path = \"crates/zoo\" }\na = \"1\"\nc = \"1\"\nb = \"1\"\n\n[profile]\na = 1\n";
        let found = sorted(&repo(&[(ROOT, text)]));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].line, found[0].message.as_str()), (5, "`b` stands behind `c`"));
    }
}
