//! The project's own chores: `cargo xtask ci` checks everything, `cargo xtask tidy` the rules of the house,
//! `cargo xtask fuzz` what odd input does.
//!
//! Out of scope: anything that a user of the program needs.

mod ci;
mod deny;
mod fuzz;
mod markdown;
mod repo;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
usage: cargo xtask <command>

  ci                every check in order, stops at the first that fails
  ci --only STEP    one of them: fmt, clippy, test, doc, deny, tidy
  tidy              the rules of the house: crate edges, file fronts, true documents
  fuzz [TARGET|all] [--seconds N]
                    odd input for N seconds a target (60); 0: only what is known already";

/// Exit code of a command line that could not be understood, as in the program itself.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let outcome = match words.as_slice() {
        ["ci"] => ci::all(&root),
        ["ci", "--only", name] => match ci::step(name) {
            Some(step) => ci::only(step, &root),
            None => return usage(&format!("no step is called `{name}`")),
        },
        ["tidy"] => tidy::run(&root),
        ["fuzz", words @ ..] => match fuzz::parse(words) {
            Ok(run) => fuzz::run(&run, &root),
            Err(reason) => return usage(&reason),
        },
        ["help" | "--help" | "-h"] => return usage(""),
        [] => return usage("no command given"),
        _ => return usage(&format!("unknown command `{}`", words.join(" "))),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Says how the program is called; with a reason it is a mistake of the caller.
fn usage(reason: &str) -> ExitCode {
    if reason.is_empty() {
        eprintln!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    eprintln!("error: {reason}\n\n{USAGE}");
    ExitCode::from(EXIT_USAGE)
}

/// The root of the workspace: two folders above this crate. Cargo says where that is now; where the program was
/// compiled may be another checkout that shares its build products.
fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    here.ancestors().nth(2).unwrap_or(&here).to_path_buf()
}
