//! A writer killed at any moment: what was acknowledged is there, whole, and nothing half-done is seen.
//!
//! The parent starts this same test binary as a child that writes and reports each step, and kills it (SIGKILL) after
//! a random time. Steps are a function of their number, so the parent knows what must be there.

#![allow(clippy::unwrap_used, reason = "helpers of tests, which the lint does not know for such")]

mod support;

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use store::{DocFilter, Store, TextState, Writer};
use support::{check_whole, found_in, open, sample, view};

/// Kills of a writer in full swing.
const KILLS: u64 = 40;
/// Kills while the folder is being created.
const EARLY_KILLS: u64 = 12;
const PATHS: u64 = 5;
const PAGES: u32 = 25;
const HOME: &str = "CRASH_TEST_HOME";
const FIRST_STEP: &str = "CRASH_TEST_FIRST_STEP";

enum Step {
    /// New or changed documents at these paths, published together.
    Publish([u64; 2]),
    Remove(u64),
    Purge,
    Verify,
}

fn step(number: u64) -> Step {
    let path = |salt: u64| number.wrapping_mul(7).wrapping_add(salt) % PATHS;
    match number % 9 {
        3 | 7 => Step::Remove(path(1)),
        5 if number.is_multiple_of(2) => Step::Purge,
        5 => Step::Verify,
        _ => Step::Publish([path(0), path(2)]),
    }
}

/// A word of letters only, another one for each step.
fn mark(number: u64) -> String {
    let letters = (0..4).scan(number, |rest, _| {
        let letter = char::from(b'a' + (*rest % 26) as u8);
        *rest /= 26;
        Some(letter)
    });
    format!("mark{}", letters.collect::<String>())
}

fn name(path: u64) -> String {
    format!("document{path}")
}

/// What must be visible after so many steps: path to mark.
fn state_after(steps: u64) -> BTreeMap<String, String> {
    let mut state = BTreeMap::new();
    for number in 0..steps {
        match step(number) {
            Step::Publish(paths) => state.extend(paths.map(|path| (name(path), mark(number)))),
            Step::Remove(path) => drop(state.remove(&name(path))),
            Step::Purge | Step::Verify => {}
        }
    }
    state
}

/// What is visible: path to mark, each found by its words.
fn state_of(home: &Path, steps: u64) -> BTreeMap<String, String> {
    let store = open(home);
    assert_eq!(
        store.text_state().unwrap(),
        TextState::Ready,
        "words and list agree even before a writer puts things right"
    );
    check_whole(&store).unwrap();
    let view = view(&store);
    let mut state = BTreeMap::new();
    for record in view.documents(&DocFilter::default()) {
        let only = view.only(std::slice::from_ref(&record.doc_id));
        let marks: Vec<String> =
            (0..=steps).map(mark).filter(|mark| !found_in(&store, &only, mark).is_empty()).collect();
        assert_eq!(marks.len(), 1, "{}: words of one version only", record.path);
        state.insert(record.path.clone(), marks[0].clone());
    }
    state
}

#[test]
#[ignore = "the process that is killed; started by the tests below"]
fn child() {
    let home = std::env::var(HOME).expect("the parent names the folder");
    let first: u64 = std::env::var(FIRST_STEP).expect("the parent names the step").parse().unwrap();
    let store = open(Path::new(&home));
    let mut writer = store.writer().expect("the lock of a killed process is free");
    let mut report = std::io::stdout().lock();
    for number in first.. {
        take(&store, &mut writer, number);
        writeln!(report, "done {number}").unwrap();
        report.flush().unwrap();
    }
}

fn take(store: &Store, writer: &mut Writer, number: u64) {
    match step(number) {
        Step::Publish(paths) => {
            for path in paths {
                sample(&name(path), &mark(number), PAGES).add(writer);
            }
            writer.publish().unwrap();
        }
        Step::Remove(path) => {
            if let Some(record) = view(store).find(&name(path)).first() {
                writer.remove(&record.doc_id).unwrap();
            }
        }
        Step::Purge => drop(writer.purge().unwrap()),
        Step::Verify => assert_eq!(writer.verify().unwrap().damaged, [""; 0]),
    }
}

/// From when the time to the kill is counted.
#[derive(Clone, Copy, PartialEq)]
enum From {
    /// The start of the process: hits its opening and recovery.
    Start,
    /// Its first acknowledged step: hits it at work, however busy the machine is.
    FirstStep,
}

/// Runs a child from a step on, kills it, and gives the number of steps that were acknowledged.
fn run_and_kill(home: &Path, first: u64, from: From, after: Duration) -> u64 {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "child", "--nocapture"])
        .env(HOME, home)
        .env(FIRST_STEP, first.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    // The first report shares its line with the harness's own words.
    let mut next_done = || lines.find_map(|line| line.rsplit_once("done ")?.1.parse::<u64>().ok());
    let mut done = if from == From::FirstStep { next_done() } else { None };
    std::thread::sleep(after);
    child.kill().unwrap();
    while let Some(next) = next_done() {
        done = Some(next);
    }
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert!(!errors.contains("panicked"), "{errors}");
    child.wait().unwrap();
    done.map_or(first, |done| done + 1)
}

/// Numbers that look random and are the same in every run.
fn noise(seed: u64) -> u64 {
    let mixed = (seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}

#[test]
fn a_killed_writer_loses_nothing_and_shows_nothing_half() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("library");
    let (mut steps, mut under_way) = (0, 0);
    for kill in 0..KILLS {
        let from = if kill.is_multiple_of(3) { From::Start } else { From::FirstStep };
        let done = run_and_kill(&home, steps, from, Duration::from_micros(noise(kill) % 80_000));
        let (acknowledged, next) = (state_after(done), state_after(done + 1));
        let seen = state_of(&home, done);
        assert!(seen == acknowledged || seen == next, "kill {kill} after step {done}: {seen:?}, not {acknowledged:?}");

        // The next writer finishes or drops what was under way.
        let store = open(&home);
        let mut writer = store.writer().unwrap();
        assert_eq!(writer.staged(), 0);
        let seen = state_of(&home, done);
        // Publication had not begun for what was only in part stored: of that, whole documents.
        let mut partly = acknowledged.clone();
        if let Step::Publish([first, _]) = step(done) {
            partly.insert(name(first), mark(done));
        }
        assert!(
            [&acknowledged, &partly, &next].contains(&&seen),
            "kill {kill} after step {done}, then a writer: {seen:?}"
        );
        assert_eq!(writer.verify().unwrap().damaged, [""; 0]);
        under_way += u64::from(seen != acknowledged);
        steps = done;
        if seen != acknowledged {
            // What a caller does after an interruption: the same again.
            take(&store, &mut writer, done);
            assert_eq!(state_of(&home, done), next);
            steps += 1;
        }
        drop(writer);
    }
    println!("{KILLS} kills, {steps} steps, {under_way} finished by the next writer");
    assert!(steps > KILLS / 2, "the child got to work: {steps} steps");
}

#[test]
fn a_kill_while_the_folder_is_made_leaves_one_that_opens() {
    for kill in 0..EARLY_KILLS {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("library");
        let done = run_and_kill(&home, 0, From::Start, Duration::from_micros(500 + noise(kill) % 30_000));
        let seen = state_of(&home, done);
        assert!(seen == state_after(done) || seen == state_after(done + 1));
        let store = open(&home);
        let mut writer = store.writer().unwrap();
        sample("late", "alpha", 1).publish(&mut writer);
        check_whole(&store).unwrap();
    }
}
