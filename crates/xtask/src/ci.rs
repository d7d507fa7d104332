//! All checks in order, each with a header and its time; the first that fails ends the run.
//!
//! Clippy, tests and documentation are all built with the release profile: the C code of SQLite, build scripts,
//! macros and the checked dependencies are then compiled once for the three, and the binary that the tests run is the
//! one that a user builds.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{deny, tidy};

/// Every step in the order it runs.
const STEPS: [Step; 6] = [
    Step { name: "fmt", what: "cargo fmt --all --check", run: fmt },
    Step { name: "clippy", what: "cargo clippy --workspace --all-targets, warnings are errors", run: clippy },
    Step { name: "test", what: "cargo test --workspace", run: test },
    Step { name: "doc", what: "cargo doc --workspace, warnings are errors", run: doc },
    Step { name: "deny", what: "cargo deny: licences, duplicates, sources", run: deny::check },
    Step { name: "tidy", what: "the rules of the house", run: tidy::run_counted },
];

/// One check.
pub struct Step {
    name: &'static str,
    what: &'static str,
    run: fn(&Path) -> Result<Tally, String>,
}

/// How many tests ran, and how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    passed: u64,
    failed: u64,
    skipped: u64,
}

/// Runs every step.
///
/// # Errors
/// Which step failed, and how to run it alone.
pub fn all(root: &Path) -> Result<(), String> {
    let mut times = Vec::new();
    let mut tally = Tally::default();
    for (number, step) in STEPS.iter().enumerate() {
        eprintln!("\n== {}/{} {}: {}", number + 1, STEPS.len(), step.name, step.what);
        let start = Instant::now();
        let outcome = (step.run)(root);
        let seconds = start.elapsed().as_secs_f64();
        tally.add(outcome.map_err(|reason| failure(step, seconds, &reason))?);
        eprintln!("== {} done in {seconds:.1} s", step.name);
        times.push((step.name, seconds));
    }
    let each: Vec<String> = times.iter().map(|(name, seconds)| format!("{name} {seconds:.1} s")).collect();
    eprintln!("\n== all done: {}", each.join(", "));
    close(tally)
}

/// The step of that name.
pub fn step(name: &str) -> Option<&'static Step> {
    STEPS.iter().find(|step| step.name == name)
}

/// Runs one step.
///
/// # Errors
/// What failed in it.
pub fn only(step: &Step, root: &Path) -> Result<(), String> {
    eprintln!("== {}: {}", step.name, step.what);
    let start = Instant::now();
    let tally = (step.run)(root).map_err(|reason| failure(step, start.elapsed().as_secs_f64(), &reason))?;
    eprintln!("== {} done in {:.1} s", step.name, start.elapsed().as_secs_f64());
    if tally == Tally::default() { Ok(()) } else { close(tally) }
}

/// Runs `cargo` with these arguments and waits for it.
///
/// # Errors
/// It did not start, or ended with another code than 0.
pub fn cargo(root: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<(), String> {
    let status = cargo_command(root, arguments)
        .envs(environment.iter().copied())
        .status()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`cargo {}` ended with {status}", arguments.join(" "))) }
}

fn fmt(root: &Path) -> Result<Tally, String> {
    // The names of the files; what is different in them nobody needs to read.
    cargo(root, &["fmt", "--all", "--check", "--", "--files-with-diff"], &[])
        .map_err(|reason| format!("{reason}\nhint: `cargo fmt --all` formats every file"))?;
    Ok(Tally::default())
}

fn clippy(root: &Path) -> Result<Tally, String> {
    cargo(root, &["clippy", "--workspace", "--all-targets", "--release", "--", "-D", "warnings"], &[])?;
    Ok(Tally::default())
}

fn doc(root: &Path) -> Result<Tally, String> {
    cargo(root, &["doc", "--workspace", "--no-deps", "--release"], &[("RUSTDOCFLAGS", "-Dwarnings")])?;
    Ok(Tally::default())
}

/// Runs the tests, shows their output as it comes, and counts them by their closing lines.
fn test(root: &Path) -> Result<Tally, String> {
    let arguments = ["test", "--workspace", "--release", "--no-fail-fast"];
    let mut child = cargo_command(root, &arguments)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo did not start: {error}"))?;
    let output = child.stdout.take().ok_or("the output of cargo could not be read")?;
    let mut tally = Tally::default();
    for line in BufReader::new(output).split(b'\n') {
        let line = line.map_err(|error| format!("the output of cargo broke off: {error}"))?;
        let line = String::from_utf8_lossy(&line);
        say(&line)?;
        tally.add(Tally::of_line(&line).unwrap_or_default());
    }
    let status = child.wait().map_err(|error| format!("cargo was lost: {error}"))?;
    if !status.success() {
        return Err(format!("`cargo {}` ended with {status}; {}", arguments.join(" "), tally.sentence()));
    }
    if tally.passed == 0 {
        return Err("no test ran".to_owned());
    }
    Ok(tally)
}

fn cargo_command(root: &Path, arguments: &[&str]) -> Command {
    // Cargo says which of its binaries called us; outside of it the one on the path is meant.
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root);
    command
}

fn failure(step: &Step, seconds: f64, reason: &str) -> String {
    let name = step.name;
    format!("step `{name}` failed after {seconds:.1} s: {reason}\nhint: `cargo xtask ci --only {name}` runs it alone")
}

/// The closing line: how many tests ran, in the form that any reader of test output knows.
fn close(tally: Tally) -> Result<(), String> {
    say(&format!("tests: {}", tally.sentence()))
}

fn say(line: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| format!("standard output is gone: {error}"))
}

impl Tally {
    /// The counts of a `test result:` line; `None` of any other line.
    fn of_line(line: &str) -> Option<Tally> {
        let (_, counts) = line.trim().strip_prefix("test result: ")?.split_once(". ")?;
        let mut tally = Tally::default();
        for part in counts.split(';') {
            let Some((number, what)) = part.trim().split_once(' ') else { continue };
            let Ok(number) = number.parse::<u64>() else { continue };
            match what {
                "passed" => tally.passed = number,
                "failed" => tally.failed = number,
                "ignored" => tally.skipped = number,
                _ => {}
            }
        }
        Some(tally)
    }

    fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    fn sentence(&self) -> String {
        format!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_are_counted_and_others_are_not() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.02s";
        assert_eq!(Tally::of_line(line), Some(Tally { passed: 12, failed: 3, skipped: 1 }));
        assert_eq!(Tally::of_line("test tests::a_result ... ok"), None);
        assert_eq!(Tally::of_line("12 passed; 3 failed"), None);
    }

    #[test]
    fn the_closing_sentence_has_the_plain_form() {
        let mut tally = Tally { passed: 2, failed: 0, skipped: 1 };
        tally.add(Tally { passed: 3, failed: 1, skipped: 0 });
        assert_eq!(tally.sentence(), "5 passed, 1 failed, 1 skipped");
    }

    #[test]
    fn every_step_has_a_name_of_its_own_and_a_failure_names_it() {
        for step in &STEPS {
            assert_eq!(STEPS.iter().filter(|other| other.name == step.name).count(), 1);
            let message = failure(step, 1.25, "why");
            assert!(message.contains(&format!("--only {}", step.name)) && message.contains("why"), "{message}");
        }
        assert!(step("nothing").is_none());
    }
}
