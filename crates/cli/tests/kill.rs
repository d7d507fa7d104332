//! kill −9 in the middle of an intake: the library opens, holds whole documents only, keeps what was there, goes on.

mod common;

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::Stdio,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use common::{caiwen, code, command, json, text_pdf};

/// Kills of one run of this test.
const KILLS: u32 = 20;
/// Documents that are taken in while the program is killed.
const DOCUMENTS: usize = 40;

fn listed(home: &Path) -> BTreeSet<String> {
    let reply = json(&caiwen(home, &["docs", "list", "--json"]));
    // Killed while the folder was made: there is nothing in it yet.
    if reply["error"]["message"].as_str().is_some_and(|message| message.starts_with("no library")) {
        return BTreeSet::new();
    }
    let documents = reply["documents"].as_array().unwrap_or_else(|| panic!("{reply}"));
    documents.iter().filter_map(|document| document["path"].as_str()).map(str::to_owned).collect()
}

#[test]
fn a_kill_at_any_moment_leaves_a_whole_library() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    fs::create_dir(&files).expect("made");
    for number in 0..DOCUMENTS {
        fs::write(
            files.join(format!("{number:02}.pdf")),
            text_pdf(&[&format!("Report number{number} of the harbour.")]),
        )
        .expect("written");
    }
    let files = files.to_str().expect("a path");
    let start = Instant::now();
    let first = folder.path().join("home of the clock");
    assert_eq!(code(&caiwen(&first, &["ingest", files])), 0);
    let whole = start.elapsed();
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").subsec_nanos();
    println!("seed {seed}, an unkilled intake takes {whole:?}");
    let mut random = u64::from(seed) | 1;
    let mut kept = BTreeSet::new();
    for kill in 0..KILLS {
        // xorshift: moments spread over the whole run, another sequence each time the test runs.
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let wait = whole.mul_f64((random % 1_000) as f64 / 1_000.0);
        let mut child = command(&home, &["ingest", files, "--json"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        std::thread::sleep(wait.max(Duration::from_millis(1)));
        child.kill().expect("killed or over");
        child.wait().expect("over");
        if !home.join("meta.db").exists() {
            continue;
        }
        let now = listed(&home);
        assert!(now.is_superset(&kept), "kill {kill}: {kept:?} became {now:?}");
        for path in &now {
            let number: usize =
                Path::new(path).file_stem().and_then(|stem| stem.to_str()).expect("a name").parse().expect("a number");
            let reply = json(&caiwen(&home, &["search", &format!("number{number}"), "--json"]));
            let found = reply["hits"].as_array().into_iter().flatten().any(|hit| hit["path"] == path.as_str());
            assert!(found, "kill {kill}: {path} is listed but not found");
        }
        kept = now;
        if kept.len() == DOCUMENTS {
            let all: Vec<String> = kept.iter().cloned().collect();
            for path in &all {
                assert_eq!(code(&caiwen(&home, &["docs", "remove", path])), 0);
            }
            kept.clear();
        }
    }
    assert_eq!(code(&caiwen(&home, &["ingest", files])), 0);
    assert_eq!(listed(&home).len(), DOCUMENTS);
    assert_eq!(code(&caiwen(&home, &["docs", "verify"])), 0);
}
