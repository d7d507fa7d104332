//! The commands, each a file.

pub mod ask;
pub mod demo;
pub mod docs;
pub mod doctor;
pub mod document;
pub mod explain;
pub mod facts;
pub mod ingest;
pub mod search;
pub mod show;
pub mod tables;

use std::{
    io::BufRead,
    path::{Path, PathBuf},
};

use engine::{Config, Date, Engine};

use crate::{args::Global, problem::Problem};

/// The configuration: `--config`, else `caiwen.toml` in the home.
fn config(global: &Global) -> Result<Config, Problem> {
    if let Some(path) = &global.config
        && !path.exists()
    {
        return Err(Problem::Usage(format!("{}: no such configuration file", path.display())));
    }
    let path = global.config.clone().unwrap_or_else(|| global.home.join("caiwen.toml"));
    Ok(Config::read(&path)?)
}

/// Opens a library that must be there.
fn open(global: &Global) -> Result<Engine, Problem> {
    Ok(Engine::open_existing(&global.home, config(global)?, worker())?)
}

/// Opens a library, making it where there is none.
fn create(global: &Global) -> Result<Engine, Problem> {
    Ok(Engine::open(&global.home, config(global)?, worker())?)
}

/// This program reads documents in processes of itself.
fn worker() -> Option<PathBuf> {
    /// Where the system has it, this is the running program even after its file was replaced by another version.
    const RUNNING: &str = "/proc/self/exe";
    if Path::new(RUNNING).exists() { Some(RUNNING.into()) } else { std::env::current_exe().ok() }
}

/// The day that relative words count from: `--today`, else now in China.
fn today(global: &Global) -> Result<Date, Problem> {
    let china = time::UtcOffset::from_hms(8, 0, 0).unwrap_or(time::UtcOffset::UTC);
    let date = match &global.today {
        None => time::OffsetDateTime::now_utc().to_offset(china).date(),
        Some(text) => {
            let format = time::macros::format_description!("[year]-[month]-[day]");
            time::Date::parse(text, format)
                .map_err(|_| Problem::Usage(format!("--today {text}: expected YYYY-MM-DD")))?
        }
    };
    Ok((date.year(), u32::from(u8::from(date.month())), u32::from(date.day())))
}

/// Seconds since 1970.
fn now() -> i64 {
    time::OffsetDateTime::now_utc().unix_timestamp()
}

/// The questions: the one that was typed, or the lines of standard input, blank ones left out.
fn questions(typed: &str) -> Box<dyn Iterator<Item = std::io::Result<String>>> {
    if typed != "-" {
        return Box::new(std::iter::once(Ok(typed.to_owned())));
    }
    let lines = std::io::BufReader::new(std::io::stdin()).lines();
    Box::new(lines.filter(|line| line.as_ref().map_or(true, |line| !line.trim().is_empty())))
}

/// `3,4` or `3-6` as page numbers, 1-based.
fn pages(text: &str) -> Result<Vec<doc::PageNo>, Problem> {
    /// A range names pages at most.
    const PAGES_MAX: u32 = 100_000;
    let wrong = || Problem::Usage(format!("--pages {text}: expected numbers such as 3,4 or 3-6"));
    let mut pages = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| {
            text.trim().parse::<u32>().ok().filter(|number| (1..=PAGES_MAX).contains(number)).ok_or_else(wrong)
        };
        pages.extend((number(first)?..=number(last)?).map(doc::PageNo));
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_numbers_and_ranges() {
        let numbers =
            |text: &str| pages(text).map(|pages| pages.into_iter().map(|page| page.0).collect::<Vec<_>>()).ok();
        assert_eq!(numbers("3,5-7"), Some(vec![3, 5, 6, 7]));
        for wrong in ["", "0", "a", "3-", "1-999999999"] {
            assert_eq!(numbers(wrong), None, "{wrong}");
        }
    }
}
