//! `cargo xtask fuzz`: builds the targets in `fuzz` with cargo-fuzz and runs each for a while within bounds.
//!
//! No sanitizer: the crates hold no unsafe code to speak of, and without one the stable compiler does. Panics, sums
//! that overflow, hangs and memory that runs away are what is looked for. What a run finds worth keeping stays in
//! `target/fuzz/corpus`; only the seeds are in the repository.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::ci;

/// What is installed where no cargo-fuzz is found.
const PACKAGE: &str = "cargo-fuzz";
/// The version that these calls were tried with.
const PACKAGE_VERSION: &str = "0.13.2";
/// Time of one target unless another is said, seconds.
const SECONDS: u64 = 60;
/// Time of one input at most, seconds.
const INPUT_SECONDS_MAX: u64 = 10;
/// Memory of the process at most, MiB. An input may hold 1 GiB (see `fuzz/src/memory.rs`); the rest is the fuzzer's.
const MEMORY_MIB_MAX: u64 = 2_048;
/// Length of one input at most, bytes: the smallest that reach everything, since every input has its time.
const INPUT_BYTES_MAX: u64 = 8_192;
/// Lines of a failed run that are shown.
const LINES_SHOWN: usize = 60;

/// What is to be run.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    /// A target by its name; `None`: all of them.
    target: Option<String>,
    /// Time of each; 0 runs what is known already and looks for nothing new.
    seconds: u64,
}

/// What a finished run says of itself, by the names of the fuzzer.
type Statistics = BTreeMap<String, u64>;

/// Reads `[TARGET|all] [--seconds N]`.
///
/// # Errors
/// What could not be understood.
pub fn parse(words: &[&str]) -> Result<Run, String> {
    let mut run = Run { target: None, seconds: SECONDS };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match *word {
            "--seconds" => {
                let number = words.next().and_then(|number| number.parse().ok());
                run.seconds = number.ok_or("`--seconds` needs a whole number")?;
            }
            "all" => run.target = None,
            option if option.starts_with('-') => return Err(format!("unknown option `{option}`")),
            name => run.target = Some(name.to_owned()),
        }
    }
    Ok(run)
}

/// Builds and runs the targets, one after the other.
///
/// # Errors
/// Which target crashed, hung or took too much memory, and how to see it again.
pub fn run(run: &Run, root: &Path) -> Result<(), String> {
    let all = targets(root)?;
    let chosen: Vec<&String> = all.iter().filter(|name| run.target.as_ref().is_none_or(|one| one == *name)).collect();
    if chosen.is_empty() {
        return Err(format!("no such target; there are {}", all.join(", ")));
    }
    let tool = find_or_install(root)?;
    for name in chosen {
        let program = build(root, &tool, name)?;
        let start = Instant::now();
        let statistics = fuzz(root, &program, name, run.seconds)?;
        let figure = |name: &str| statistics.get(name).copied().unwrap_or_default();
        eprintln!(
            "{name}: {} executions in {:.0} s, slowest input {} s, {} MiB at most, no crash",
            figure("number_of_executed_units"),
            start.elapsed().as_secs_f64(),
            figure("slowest_unit_time_sec"),
            figure("peak_rss_mb"),
        );
    }
    Ok(())
}

/// The names of the targets, sorted: their files.
fn targets(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("fuzz/targets");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let mut names: Vec<String> = paths.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    Ok(names)
}

fn find_or_install(root: &Path) -> Result<PathBuf, String> {
    let tools = root.join("target").join("tools");
    let own = tools.join("bin").join(format!("{PACKAGE}{}", std::env::consts::EXE_SUFFIX));
    for candidate in [PathBuf::from(PACKAGE), own.clone()] {
        let asked = Command::new(&candidate).args(["fuzz", "--version"]).output();
        if asked.is_ok_and(|output| output.status.success()) {
            return Ok(candidate);
        }
    }
    eprintln!("installing {PACKAGE} into {}, which takes some minutes", tools.display());
    let folder = tools.to_string_lossy();
    ci::cargo(root, &["install", PACKAGE, "--locked", "--version", PACKAGE_VERSION, "--root", &folder], &[])?;
    Ok(own)
}

/// Builds a target and gives its program.
fn build(root: &Path, tool: &Path, name: &str) -> Result<PathBuf, String> {
    let products = root.join("target").join("fuzz");
    let host = host()?;
    let status = Command::new(tool)
        .args(["fuzz", "build", "--sanitizer", "none", "--release", "--target", &host, "--target-dir"])
        .arg(&products)
        .arg(name)
        .current_dir(root)
        .status()
        .map_err(|error| format!("{} did not start: {error}", tool.display()))?;
    if !status.success() {
        return Err(format!("target `{name}` was not built: {PACKAGE} ended with {status}"));
    }
    Ok(products.join(host).join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// The machine that the compiler builds for by default.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output().map_err(|error| format!("rustc did not start: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say its host".to_owned())
}

/// Runs a target's program within its bounds and reads its closing figures.
fn fuzz(root: &Path, program: &Path, name: &str, seconds: u64) -> Result<Statistics, String> {
    let found = root.join("target/fuzz/corpus").join(name);
    let crashes = root.join("target/fuzz/crashes").join(name);
    for folder in [&found, &crashes] {
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut command = Command::new(program);
    // What is found goes to the first folder; the others are only read.
    command.arg(&found).arg(root.join("fuzz/corpus").join(name));
    let words = root.join("fuzz/dictionaries").join(format!("{name}.dict"));
    if words.is_file() {
        command.arg(format!("-dict={}", words.display()));
    }
    command.arg(format!("-artifact_prefix={}{}", crashes.display(), std::path::MAIN_SEPARATOR));
    command.arg(format!("-timeout={INPUT_SECONDS_MAX}")).arg(format!("-rss_limit_mb={MEMORY_MIB_MAX}"));
    command.arg(format!("-max_len={INPUT_BYTES_MAX}")).arg("-print_final_stats=1");
    command.arg(if seconds == 0 { "-runs=0".to_owned() } else { format!("-max_total_time={seconds}") });
    eprintln!("{name}: runs for {seconds} s");
    let mut child = command
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{} did not start: {error}", program.display()))?;
    let output = child.stderr.take().ok_or("the output of the fuzzer could not be read")?;
    let lines: Vec<String> = BufReader::new(output)
        .split(b'\n')
        .map_while(Result::ok)
        .map(|line| String::from_utf8_lossy(&line).into_owned())
        .collect();
    let status = child.wait().map_err(|error| format!("the fuzzer was lost: {error}"))?;
    if !status.success() {
        lines[lines.len().saturating_sub(LINES_SHOWN)..].iter().for_each(|line| eprintln!("{line}"));
        return Err(format!(
            "target `{name}` ended with {status}\nhint: the input is in {}; `{} FILE` runs it again",
            crashes.display(),
            program.display()
        ));
    }
    Ok(lines.iter().filter_map(|line| statistic(line)).collect())
}

/// The name and number of a closing line (`stat::number_of_executed_units: 12`).
fn statistic(line: &str) -> Option<(String, u64)> {
    let (name, number) = line.strip_prefix("stat::")?.split_once(':')?;
    Some((name.to_owned(), number.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_command_line_become_a_run() {
        assert_eq!(parse(&[]), Ok(Run { target: None, seconds: SECONDS }));
        assert_eq!(parse(&["all", "--seconds", "5"]), Ok(Run { target: None, seconds: 5 }));
        assert_eq!(parse(&["--seconds", "0", "pdf"]), Ok(Run { target: Some("pdf".to_owned()), seconds: 0 }));
        for wrong in [&["--seconds"][..], &["pdf", "--seconds", "x"], &["--fast"]] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn closing_figures_are_read_and_other_lines_are_not() {
        let line = "stat::number_of_executed_units: 1234";
        assert_eq!(statistic(line), Some(("number_of_executed_units".to_owned(), 1234)));
        assert_eq!(statistic("#2 INITED cov: 5 ft: 6"), None);
        assert_eq!(statistic("stat::broken: no number"), None);
    }

    #[test]
    fn every_target_has_its_file_its_entry_and_its_seeds() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let manifest = std::fs::read_to_string(root.join("fuzz/Cargo.toml")).unwrap();
        let names = targets(root).unwrap();
        assert!(!names.is_empty());
        for name in names {
            assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"targets/{name}.rs\"")), "{name}");
            assert!(root.join("fuzz/corpus").join(&name).read_dir().unwrap().next().is_some(), "{name}");
        }
    }
}
