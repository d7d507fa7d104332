//! Runs the program and watches the memory of every process that it has, where the system shows it.

use std::{
    collections::HashMap,
    fs,
    process::{Command, Output, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// How often processes are looked at.
const EVERY: Duration = Duration::from_millis(5);

/// A run and what it took.
pub struct Watched {
    /// What it said.
    pub output: Output,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// Largest resident memory of one process, bytes; 0 where the system does not tell.
    pub peak_bytes: u64,
}

/// Runs a command to its end.
pub fn watch(mut command: Command) -> Watched {
    let start = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
    let (over, peak) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(0)));
    let watcher = {
        let (over, peak, id) = (over.clone(), peak.clone(), child.id());
        std::thread::spawn(move || {
            while !over.load(Ordering::Relaxed) {
                let now = family(id).into_iter().map(peak_of).max().unwrap_or(0);
                let mut peak = peak.lock().expect("whole");
                *peak = now.max(*peak);
                drop(peak);
                std::thread::sleep(EVERY);
            }
        })
    };
    let output = child.wait_with_output().expect("ends");
    over.store(true, Ordering::Relaxed);
    watcher.join().expect("ends");
    let peak_bytes = *peak.lock().expect("whole");
    Watched { output, elapsed: start.elapsed(), peak_bytes }
}

/// A process and everything that it started.
pub fn family(root: u32) -> Vec<u32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parents: HashMap<u32, u32> = ids.filter_map(|id| Some((id, parent_of(id)?))).collect();
    let belongs = |mut id: u32| loop {
        if id == root {
            break true;
        }
        match parents.get(&id) {
            Some(parent) if *parent != id => id = *parent,
            _ => break false,
        }
    };
    parents.keys().copied().filter(|id| belongs(*id)).collect()
}

fn status_line(id: u32, name: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

fn parent_of(id: u32) -> Option<u32> {
    status_line(id, "PPid:").and_then(|parent| u32::try_from(parent).ok())
}

/// The largest resident memory that a process has had, bytes.
fn peak_of(id: u32) -> u64 {
    status_line(id, "VmHWM:").unwrap_or(0) << 10
}
