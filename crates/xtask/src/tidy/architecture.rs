//! ARCHITECTURE.md is true: its table of crates is the workspace, its edges are the only ones, what it names exists.

use std::collections::BTreeSet;

use super::Finding;
use crate::markdown::{self, Table};
use crate::repo::{Crate, Repo};

const FILE: &str = "ARCHITECTURE.md";

/// Columns of the table of crates.
const CRATE: &str = "crate";
const MODULES: &str = "what lives there";
const MAY_USE: &str = "may use";
const TESTS_ALSO: &str = "tests also";
/// First column of the table of heavy dependencies.
const DEPENDENCY: &str = "dependency";

/// Endings by which a name in code quotes is taken for a path even without a slash.
const PATH_ENDINGS: [&str; 5] = [".md", ".rs", ".toml", ".json", ".lock"];

/// A row of the table of crates.
struct Row {
    line: usize,
    name: String,
    modules: BTreeSet<String>,
    may_use: BTreeSet<String>,
    tests_also: BTreeSet<String>,
}

/// Every crate has one row, and every row a crate.
pub fn rows(repo: &Repo) -> Vec<Finding> {
    let rows = match read_rows(repo) {
        Ok(rows) => rows,
        Err(finding) => return vec![finding],
    };
    let mut findings = Vec::new();
    for member in &repo.crates {
        match rows.iter().filter(|row| row.name == member.name).count() {
            1 => {}
            0 => findings.push(Finding::new(FILE, 0, format!("crate `{}` has no row in the table", member.name))),
            _ => findings.push(Finding::new(FILE, 0, format!("crate `{}` has several rows", member.name))),
        }
    }
    for row in rows {
        let named = row.may_use.iter().chain(&row.tests_also).chain([&row.name]);
        for name in named.filter(|name| find(repo, name).is_none()) {
            findings.push(Finding::new(FILE, row.line, format!("there is no crate `{name}`")));
        }
    }
    findings
}

/// No crate uses another that its row does not list; its tests may use those of a column of their own besides.
pub fn edges(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for row in read_rows(repo).unwrap_or_default() {
        let Some(member) = find(repo, &row.name) else { continue };
        let manifest = format!("{}/Cargo.toml", member.folder);
        for other in member.uses.difference(&row.may_use) {
            let message = format!("`{}` may not use `{other}`: {FILE} line {} does not list it", row.name, row.line);
            findings.push(Finding::new(&manifest, 0, message));
        }
        for other in member.tests_use.iter().filter(|other| !row.may_use.contains(*other)) {
            if !row.tests_also.contains(other) {
                let message = format!("tests of `{}` may not use `{other}`: {FILE} line {}", row.name, row.line);
                findings.push(Finding::new(&manifest, 0, message));
            }
        }
    }
    findings
}

/// Modules in a crate's row are files of that crate; dependencies with a line of justification are used.
pub fn parts(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for row in read_rows(repo).unwrap_or_default() {
        let Some(member) = find(repo, &row.name) else { continue };
        for module in row.modules.iter().filter(|module| !has_module(repo, member, module)) {
            findings.push(Finding::new(FILE, row.line, format!("crate `{}` has no module `{module}`", row.name)));
        }
    }
    let used: BTreeSet<&str> =
        repo.crates.iter().flat_map(|member| member.external.iter().map(String::as_str)).collect();
    for (line, cells) in tables_by_first(repo, DEPENDENCY).into_iter().flat_map(|table| table.rows) {
        let names = cells.first().map(|cell| markdown::code_in(cell)).unwrap_or_default();
        for name in names.into_iter().filter(|name| !used.contains(name)) {
            findings.push(Finding::new(FILE, line, format!("no crate depends on `{name}`")));
        }
    }
    findings
}

/// Paths and types in code quotes exist.
pub fn names(repo: &Repo) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, span) in markdown::spans(repo.text(FILE)) {
        if is_path(span) {
            if !repo.has_path(span) {
                findings.push(Finding::new(FILE, line, format!("there is no `{span}`")));
            }
        } else if let Some(name) = type_name(span)
            && !defines_type(repo, name)
        {
            findings.push(Finding::new(FILE, line, format!("no source file defines `{name}`")));
        }
    }
    findings
}

fn read_rows(repo: &Repo) -> Result<Vec<Row>, Finding> {
    let missing = || Finding::new(FILE, 0, format!("no table with the columns `{CRATE}` and `{MAY_USE}`"));
    let has_edges = |table: &Table| column(table, MAY_USE).is_some();
    let table = tables_by_first(repo, CRATE).into_iter().find(has_edges).ok_or_else(missing)?;
    let in_column = |name: &str, cells: &[String]| -> BTreeSet<String> {
        let cell = column(&table, name).and_then(|at| cells.get(at));
        cell.map(|cell| markdown::code_in(cell).into_iter().map(str::to_owned).collect()).unwrap_or_default()
    };
    let rows = table.rows.iter().map(|(line, cells)| Row {
        line: *line,
        name: in_column(CRATE, cells).into_iter().next().unwrap_or_default(),
        modules: in_column(MODULES, cells).into_iter().filter(|name| is_module_name(name)).collect(),
        may_use: in_column(MAY_USE, cells),
        tests_also: in_column(TESTS_ALSO, cells),
    });
    Ok(rows.collect())
}

fn tables_by_first(repo: &Repo, first: &str) -> Vec<Table> {
    let mut tables = markdown::tables(repo.text(FILE));
    tables.retain(|table| table.header.first().is_some_and(|name| name == first));
    tables
}

/// The column whose header begins with this name.
fn column(table: &Table, name: &str) -> Option<usize> {
    table.header.iter().position(|header| header.starts_with(name))
}

fn find<'a>(repo: &'a Repo, name: &str) -> Option<&'a Crate> {
    repo.crates.iter().find(|member| member.name == name)
}

fn has_module(repo: &Repo, member: &Crate, module: &str) -> bool {
    let source = format!("{}/src/", member.folder);
    let inside = repo.files.keys().filter_map(|path| path.strip_prefix(&source));
    inside.flat_map(|path| path.split('/')).any(|part| part == module || part.strip_suffix(".rs") == Some(module))
}

fn is_module_name(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
}

/// Something with a slash or a known ending and no blank; a bare slash or ending is none.
fn is_path(span: &str) -> bool {
    let plain = span.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/".contains(letter));
    let outside = span.starts_with("../") || span.starts_with('/');
    let named = span.contains('/') || PATH_ENDINGS.iter().any(|ending| span.ends_with(ending));
    plain && !outside && named && span.len() > 1
}

/// The type that `Type`, `Type::item` or `Type{..}` names; `None` of anything else.
fn type_name(span: &str) -> Option<&str> {
    let end = span.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(span.len());
    let (name, rest) = span.split_at(end);
    let camel = name.starts_with(|letter: char| letter.is_ascii_uppercase())
        && name.contains(|letter: char| letter.is_ascii_lowercase());
    (camel && (rest.is_empty() || rest.starts_with("::") || rest.starts_with('{'))).then_some(name)
}

fn defines_type(repo: &Repo, name: &str) -> bool {
    let sources = repo.texts().filter(|(path, _)| path.ends_with(".rs"));
    sources.flat_map(|(_, text)| text.lines()).any(|line| {
        let words = line.trim_start().split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let mut words = words.skip_while(|word| !["struct", "enum", "trait", "type"].contains(word)).skip(1);
        words.next() == Some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repo::tests::{member, repo};

    const PAGE: &str = "\
The types are in `crates/doc/src/lib.rs`, `Document` first; `ask QUESTION` is a command.

| crate | what lives there (modules) | may use | tests also | must not know |
|---|---|---|---|---|
| `doc` | types: `period`, `Document` | – | – | I/O |
| `parse` | `pdf` | `doc` | `engine` | – |
| `engine` | the stages | `doc` `parse` | – | – |

| dependency | why |
|---|---|
| `hayro` | pages |
";

    fn good() -> Repo {
        let mut repo = repo(&[
            (FILE, PAGE),
            ("crates/doc/src/lib.rs", "//! Types.\npub struct Document;\n"),
            ("crates/doc/src/period.rs", "//! Periods.\n"),
            ("crates/parse/src/pdf/mod.rs", "//! Pages.\n"),
        ]);
        repo.crates = vec![
            member("doc", &[], &[]),
            member("engine", &["doc", "parse"], &[]),
            member("parse", &["doc"], &["engine"]),
        ];
        repo.crates[2].external.insert("hayro".to_owned());
        repo
    }

    fn messages(findings: &[Finding]) -> String {
        findings.iter().map(|finding| format!("{finding}\n")).collect()
    }

    #[test]
    fn a_true_page_passes() {
        for find in [rows, edges, parts, names] {
            assert_eq!(find(&good()), []);
        }
    }

    #[test]
    fn an_edge_that_is_not_listed_is_found() {
        let mut repo = good();
        repo.crates[0] = member("doc", &["engine"], &["parse"]);
        let found = messages(&edges(&repo));
        assert!(found.contains("crates/doc/Cargo.toml: `doc` may not use `engine`"), "{found}");
        assert!(found.contains("tests of `doc` may not use `parse`"), "{found}");
        assert_eq!(edges(&repo).len(), 2);
    }

    #[test]
    fn what_tests_may_use_code_may_not() {
        let mut repo = good();
        repo.crates[2].uses.insert("engine".to_owned());
        assert_eq!(edges(&repo).len(), 1);
    }

    #[test]
    fn rows_and_crates_are_the_same_set() {
        let mut repo = good();
        repo.crates.push(member("serve", &[], &[]));
        repo.crates.remove(0);
        let found = messages(&rows(&repo));
        assert!(found.contains("crate `serve` has no row"), "{found}");
        assert!(found.contains("there is no crate `doc`"), "{found}");
        repo.files.clear();
        assert!(messages(&rows(&repo)).contains("no table"));
    }

    #[test]
    fn a_module_or_a_dependency_that_is_gone_is_found() {
        let mut repo = good();
        repo.files.remove("crates/doc/src/period.rs");
        repo.crates[2].external.clear();
        let found = messages(&parts(&repo));
        assert!(found.contains(":5: crate `doc` has no module `period`"), "{found}");
        assert!(found.contains("no crate depends on `hayro`"), "{found}");
    }

    #[test]
    fn a_path_or_a_type_that_is_gone_is_found() {
        let mut repo = good();
        repo.files.remove("crates/doc/src/lib.rs");
        let found = messages(&names(&repo));
        assert!(found.contains(":1: there is no `crates/doc/src/lib.rs`"), "{found}");
        assert!(found.contains(":1: no source file defines `Document`"), "{found}");
    }

    #[test]
    fn names_are_told_apart_from_commands() {
        assert!(is_path("crates/doc") && is_path("deny.toml") && is_path(".ci/run"));
        assert!(!is_path("w / (k + rank)") && !is_path("../shared") && !is_path("ask"));
        assert_eq!(type_name("Document{pages}"), Some("Document"));
        assert_eq!(type_name("Engine::open"), Some("Engine"));
        assert_eq!(type_name("BM25"), None);
        assert_eq!(type_name("Not a type"), None);
    }
}
