//! The documents agree: links lead somewhere, both READMEs show the same commands, the changelog is open.

use super::Finding;
use crate::markdown::{self, Fence};
use crate::repo::Repo;

const README: &str = "README.md";
const README_ENGLISH: &str = "README.en.md";
const CHANGELOG: &str = "CHANGELOG.md";
const CI: &str = ".ci/run";

/// The one command that checks everything.
const TEST_COMMAND: &str = "cargo xtask ci";

/// Links to files of the repository lead to one.
pub fn links(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (path, text) in repo.texts().filter(|(path, _)| path.ends_with(".md")) {
        for (line, target) in markdown::links(text) {
            let file = target.split('#').next().unwrap_or_default();
            if !file.is_empty() && !target.contains(':') && !repo.has_path(&beside(path, file)) {
                findings.push(Finding::new(path, line, format!("the link leads nowhere: {target}")));
            }
        }
    }
    findings
}

/// The Chinese and the English README have the same blocks of code, remarks apart, and CI runs the test command.
pub fn readmes(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    let chinese = markdown::fences(repo.text(README));
    let english = markdown::fences(repo.text(README_ENGLISH));
    if chinese.len() != english.len() {
        let message = format!("{} blocks of code, {README} has {}", english.len(), chinese.len());
        findings.push(Finding::new(README_ENGLISH, 0, message));
    }
    for (ours, theirs) in chinese.iter().zip(&english) {
        if code(ours) != code(theirs) {
            let message = format!("this block is not the one of {README} line {}", ours.line);
            findings.push(Finding::new(README_ENGLISH, theirs.line, message));
        }
    }
    if !chinese.iter().any(|fence| code(fence).iter().any(|line| line == TEST_COMMAND)) {
        findings.push(Finding::new(README, 0, format!("does not show `{TEST_COMMAND}`")));
    }
    let runs = |line: &str| line.trim().trim_start_matches("exec ") == TEST_COMMAND;
    if !repo.text(CI).lines().any(runs) {
        findings.push(Finding::new(CI, 0, format!("does not run `{TEST_COMMAND}`, the test command of {README}")));
    }
    findings
}

/// The changelog's first section is for what is not released yet, and says something.
pub fn changelog(repo: &Repo) -> Vec<Finding> {
    let mut lines = repo.text(CHANGELOG).lines().enumerate().skip_while(|(_, line)| !line.starts_with("## "));
    let Some((index, heading)) = lines.next() else {
        return vec![Finding::new(CHANGELOG, 0, "has no section")];
    };
    let entries = lines.take_while(|(_, line)| !line.starts_with("## ")).filter(|(_, line)| line.starts_with("- "));
    if !heading.to_lowercase().contains("unreleased") {
        return vec![Finding::new(CHANGELOG, index + 1, "the first section is not the unreleased one")];
    }
    if entries.count() == 0 {
        return vec![Finding::new(CHANGELOG, index + 1, "the unreleased section has no entry")];
    }
    Vec::new()
}

/// A block's lines without remarks, trailing blanks and empty lines: what two languages must agree on.
fn code(fence: &Fence) -> Vec<String> {
    let mut lines = vec![fence.language.clone()];
    for line in &fence.lines {
        let line = if line.starts_with('#') { "" } else { line.split(" # ").next().unwrap_or_default() };
        if !line.trim().is_empty() {
            lines.push(line.trim_end().to_owned());
        }
    }
    lines
}

/// The path from the root of what `target` names in the file at `path`.
fn beside(path: &str, target: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::tests::repo;

    #[test]
    fn a_link_to_nothing_is_found() {
        let repo = repo(&[
            ("README.md", "[a](docs/a.md#part) [b](docs/b.md) [c](https://example.org/x) [d](#here)"),
            ("docs/a.md", "[back](../README.md) [out](../LICENSE)"),
        ]);
        let found: Vec<(String, String)> =
            links(&repo).into_iter().map(|finding| (finding.path, finding.message)).collect();
        assert_eq!(found.len(), 2);
        assert!(found[0].1.contains("docs/b.md") && found[1].1.contains("../LICENSE"), "{found:?}");
    }

    #[test]
    fn remarks_may_differ_between_the_languages_commands_may_not() {
        let chinese = "# 财问\n```sh\n# 全部检查\ncargo xtask ci   # 检查\ncaiwen ask 利润\n```\n";
        let english = "# caiwen\n```sh\ncargo xtask ci # checks\ncaiwen ask 利润\n```\n";
        let ci = (CI, "exec cargo xtask ci\n");
        assert_eq!(readmes(&repo(&[(README, chinese), (README_ENGLISH, english), ci])), []);
        let other = english.replace("ask", "search");
        let found = readmes(&repo(&[(README, chinese), (README_ENGLISH, &other), ci]));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].path.as_str(), found[0].line), (README_ENGLISH, 2));
    }

    #[test]
    fn a_missing_block_and_another_test_command_are_found() {
        let chinese = "```sh\nmake test\n```\n";
        let found = readmes(&repo(&[(README, chinese), (CI, "cargo test # cargo xtask ci\n")]));
        let paths: Vec<&str> = found.iter().map(|finding| finding.path.as_str()).collect();
        assert_eq!(paths, [README_ENGLISH, README, CI]);
    }

    #[test]
    fn the_changelog_is_open_and_not_empty() {
        let open = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- asks\n\n## [0.1.0]\n";
        assert_eq!(changelog(&repo(&[(CHANGELOG, open)])), []);
        for wrong in ["", "## [0.1.0]\n- asks\n", "## [Unreleased]\n\n## [0.1.0]\n- asks\n"] {
            assert_eq!(changelog(&repo(&[(CHANGELOG, wrong)])).len(), 1, "{wrong}");
        }
    }
}
