//! The program: arguments → engine → words or JSON.
//!
//! Results go to standard output, all else to standard error. Exit codes are decided here and nowhere else.

mod args;
mod bar;
mod commands;
mod interrupt;
mod language;
mod output;
mod problem;

use std::process::ExitCode;

use args::{Arguments, Command};
use clap::Parser;
use problem::Problem;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == engine::reader::WORKER_ARGUMENT) {
        return if engine::reader::serve().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let arguments = Arguments::parse();
    start_log(&arguments);
    interrupt::watch();
    match run(&arguments) {
        Ok(code) => code,
        // Whoever read our output has seen enough.
        Err(Problem::ClosedPipe) => ExitCode::SUCCESS,
        Err(problem) => {
            output::report(&problem, arguments.global.json);
            problem.exit_code()
        }
    }
}

fn run(arguments: &Arguments) -> Result<ExitCode, Problem> {
    let global = &arguments.global;
    match &arguments.command {
        Command::Ingest(command) => commands::ingest::run(global, command),
        Command::Ask(command) => commands::ask::run(global, command),
        Command::Search(command) => commands::search::run(global, command),
        Command::Explain(command) => commands::explain::run(global, command),
        Command::Facts(command) => commands::facts::run(global, command),
        Command::Tables(command) => commands::tables::run(global, command),
        Command::Show(command) => commands::show::run(global, command),
        Command::Docs(command) => commands::docs::run(global, command),
        Command::Doctor => commands::doctor::run(global),
        Command::Demo => commands::demo::run(global),
    }
}

fn start_log(arguments: &Arguments) {
    let level = match (arguments.global.quiet, arguments.global.verbose) {
        (true, _) => "error",
        (false, 0) => "warn",
        (false, 1) => "info",
        (false, _) => "debug",
    };
    let filter = tracing_subscriber::EnvFilter::try_from_env("CAIWEN_LOG").unwrap_or_else(|_| level.into());
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(output::is_watched())
        .init();
}
