//! Faults of the world around: a full disk, a closed folder, files that change, clocks that jump, kills at any moment.

#![allow(clippy::print_stdout, reason = "what is skipped, and figures of a run, are said")]

mod common;

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use common::{bad, caiwen, code, command, json, ordinary_user, text_pdf};
use engine::{Config, Engine, IngestRequest, Observer, Outcome, Stop, reader::PageRead};
use serde_json::Value;

fn word(file: &Path, word: &str) {
    fs::write(file, text_pdf(&[&format!("The word in this file is {word}.")])).expect("written");
}

fn ingest(home: &Path, path: &Path) -> Output {
    let output = caiwen(home, &["ingest", path.to_str().expect("text"), "--json"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked at"), "{output:?}");
    output
}

fn has(home: &Path, word: &str) -> bool {
    let output = caiwen(home, &["search", word, "--json"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked at"), "{output:?}");
    let reply = json(&output);
    let mut hits = reply["hits"].as_array().into_iter().flatten();
    hits.any(|hit| hit["text"].as_str().is_some_and(|text| text.contains(word)))
}

fn listed(home: &Path) -> BTreeSet<String> {
    let reply = json(&caiwen(home, &["docs", "list", "--json"]));
    // Killed while the folder was made: there is nothing in it yet.
    if reply["error"]["message"].as_str().is_some_and(|message| message.starts_with("no library")) {
        return BTreeSet::new();
    }
    let documents = reply["documents"].as_array().unwrap_or_else(|| panic!("{reply}"));
    documents.iter().filter_map(|document| document["path"].as_str()).map(str::to_owned).collect()
}

fn message(output: &Output) -> String {
    json(output)["error"]["message"].as_str().unwrap_or_default().to_owned()
}

/// A file system of its own, taken away when dropped.
struct Disk {
    place: PathBuf,
}

impl Disk {
    /// Only the administrator may make one, and not everywhere; says so where not.
    fn small(place: &Path, megabytes: usize) -> Option<Self> {
        fs::create_dir_all(place).expect("made");
        let size = format!("size={megabytes}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(place).output();
        if mounted.is_ok_and(|output| output.status.success()) {
            return Some(Self { place: place.to_owned() });
        }
        println!("skipped: a small disk cannot be mounted here");
        None
    }

    fn remount(&self, option: &str) -> bool {
        let options = format!("remount,{option}");
        Command::new("mount").args(["-o", &options]).arg(&self.place).status().is_ok_and(|status| status.success())
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.place).status();
    }
}

#[test]
fn a_full_disk_is_said_and_nothing_taken_in_is_lost() {
    const MEGABYTES: usize = 22;
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = Disk::small(&folder.path().join("disk"), MEGABYTES) else { return };
    let files = folder.path().join("files");
    fs::create_dir(&files).expect("made");
    for number in 0..20 {
        fs::write(files.join(format!("{number:02}.pdf")), bad::tables(4 + number)).expect("written");
    }
    let config = folder.path().join("caiwen.toml");
    fs::write(&config, "[ingest]\nbatch_documents = 2\n").expect("written");
    let mut before_it_was_full = 0;
    for ballast in [13, 14, 15, 16] {
        let home = disk.place.join("home");
        let _ = fs::remove_dir_all(&home);
        fs::write(disk.place.join("ballast"), vec![1; ballast << 20]).expect("written");
        let first = folder.path().join("first.pdf");
        word(&first, "harbour");
        let started = code(&ingest(&home, &first)) == 0;
        let (files, config) = (files.to_str().expect("text"), config.to_str().expect("text"));
        let output = caiwen(&home, &["ingest", files, "--json", "--config", config]);
        assert_eq!(code(&output), 1, "the disk is small: {output:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked at"), "{output:?}");
        let reply = json(&output);
        let message = message(&output);
        assert!(message.contains("no space left") && message.contains("free some"), "{reply}");
        println!("{ballast} MB of ballast: {} documents before the disk was full", taken(&reply).len());
        before_it_was_full += taken(&reply).len();
        // With room again, everything that was reported is there, and the same command goes on.
        fs::remove_file(disk.place.join("ballast")).expect("removed");
        let small = folder.path().join("small.pdf");
        word(&small, "walnut");
        if started {
            let there = listed(&home);
            assert!(taken(&reply).iter().all(|path| there.contains(path)), "{reply} {there:?}");
            assert!(has(&home, "harbour"), "{:?}", caiwen(&home, &["search", "harbour", "--json"]));
        }
        assert_eq!(code(&ingest(&home, &small)), 0);
        assert!(has(&home, "walnut"));
        let verify = caiwen(&home, &["docs", "verify", "--json"]);
        assert_eq!(code(&verify), 0, "{verify:?}");
    }
    assert!(before_it_was_full > 0, "the disk was full too soon to say anything");
}

/// Paths that a report says to be in.
fn taken(reply: &Value) -> Vec<String> {
    let documents = reply["documents"].as_array().into_iter().flatten();
    let taken = documents.filter(|document| document["status"] != "failed");
    taken.filter_map(|document| document["path"].as_str()).map(str::to_owned).collect()
}

#[test]
fn a_library_on_a_disk_that_cannot_be_written_can_be_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some(disk) = Disk::small(&folder.path().join("disk"), 64) else { return };
    let (home, file) = (disk.place.join("home"), folder.path().join("a.pdf"));
    word(&file, "harbour");
    assert_eq!(code(&ingest(&home, &file)), 0);
    if !disk.remount("ro") {
        println!("skipped: a disk cannot be made read-only here");
        return;
    }
    assert!(has(&home, "harbour"));
    assert_eq!(listed(&home).len(), 1);
    word(&file, "walnut");
    let output = ingest(&home, &file);
    assert_eq!(code(&output), 1);
    assert!(message(&output).contains("cannot be written"), "{output:?}");
}

#[test]
fn a_home_that_may_not_be_written_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let Some((folder, run)) = ordinary_user() else { return };
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).expect("made");
    let file = folder.path().join("a.pdf");
    word(&file, "harbour");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("set");
    let output = run(&closed.join("home"), &["ingest", file.to_str().expect("text"), "--json"]);
    assert_eq!(code(&output), 1, "{output:?}");
    assert!(message(&output).contains("cannot be written") && message(&output).contains("permissions"), "{output:?}");

    // A library that belongs to somebody else can be asked.
    let home = folder.path().join("home");
    assert_eq!(code(&ingest(&home, &file)), 0);
    assert_eq!(code(&caiwen(&home, &["docs", "list"])), 0);
    let output = run(&home, &["search", "harbour", "--json"]);
    assert_eq!(code(&output), 0, "{output:?}");
    let output = run(&home, &["docs", "remove", "a.pdf", "--json"]);
    assert_eq!(code(&output), 1, "{output:?}");
    assert!(message(&output).contains("cannot be written"), "{output:?}");
}

#[test]
fn a_file_in_place_of_the_home_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = (folder.path().join("home"), folder.path().join("a.pdf"));
    word(&file, "harbour");
    fs::write(&home, b"no folder").expect("written");
    for arguments in [vec!["ingest", file.to_str().expect("text"), "--json"], vec!["search", "harbour", "--json"]] {
        let output = caiwen(&home, &arguments);
        assert_eq!(code(&output), 1, "{output:?}");
        assert!(message(&output).contains("home"), "{output:?}");
    }
    assert_eq!(fs::read(&home).expect("there"), b"no folder");
}

/// Runs an intake of two files, the first of which keeps the only worker busy, and does something to the second.
fn meanwhile(act: impl FnOnce(&Path)) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    fs::create_dir(&home).expect("made");
    fs::create_dir(&files).expect("made");
    fs::write(home.join("caiwen.toml"), "[ingest]\nworkers = 1\n[limits]\npage_seconds_max = 3\n").expect("written");
    fs::write(files.join("a.pdf"), bad::doubling_forms()).expect("written");
    word(&files.join("b.pdf"), "harbour");
    word(&files.join("c.pdf"), "walnut");
    let child = command(&home, &["ingest", files.to_str().expect("text"), "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    std::thread::sleep(Duration::from_millis(1_500));
    act(&files.join("b.pdf"));
    let output = child.wait_with_output().expect("ends");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked at"), "{output:?}");
    let reply = json(&output);
    assert_eq!((code(&output), &reply["documents"][2]["status"]), (5, &Value::from("added")), "{reply}");
    assert!(!has(&home, "harbour") && has(&home, "walnut"));
    reply["documents"][1].clone()
}

#[test]
fn a_file_that_changes_while_it_waits_is_not_taken_for_what_it_was() {
    let document = meanwhile(|file| word(file, "orchid"));
    assert_eq!(document["error"]["code"], "changed", "{document}");
    let document = meanwhile(|file| fs::write(file, b"").expect("written"));
    assert_eq!(document["error"]["code"], "changed", "{document}");
}

#[test]
fn a_file_that_vanishes_while_it_waits_is_said() {
    let document = meanwhile(|file| fs::remove_file(file).expect("removed"));
    assert_eq!(document["error"]["code"], "unreadable", "{document}");
    let document = meanwhile(|file| {
        fs::remove_file(file).expect("removed");
        fs::create_dir(file).expect("made");
    });
    assert_eq!(document["error"]["code"], "unreadable", "{document}");
}

#[test]
fn of_two_writers_at_once_one_is_told_and_the_other_is_not_disturbed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    fs::create_dir(&files).expect("made");
    for number in 0..30 {
        word(&files.join(format!("{number}.pdf")), &format!("number{number}"));
    }
    let start = || {
        command(&home, &["ingest", files.to_str().expect("text"), "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts")
    };
    let children: Vec<_> = (0..4).map(|_| start()).collect();
    let outputs: Vec<Output> = children.into_iter().map(|child| child.wait_with_output().expect("ends")).collect();
    let done = outputs.iter().filter(|output| code(output) == 0).count();
    assert!(done >= 1, "{outputs:?}");
    for output in outputs.iter().filter(|output| code(output) != 0) {
        let message = message(output);
        assert!(code(output) == 1 && message.contains("is being written by process"), "{output:?}");
    }
    assert_eq!(listed(&home).len(), 30);
    assert_eq!(code(&caiwen(&home, &["docs", "verify"])), 0);
}

struct Nobody;

impl Observer for Nobody {
    fn found(&mut self, _: usize) {}
    fn page(&mut self, _: PageRead) {}
    fn done(&mut self, _: &Outcome) {}
}

#[test]
fn a_clock_that_jumps_back_does_not_bring_old_versions_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = (folder.path().join("home"), folder.path().join("a.pdf"));
    let engine = Engine::open(&home, Config::default(), Some(common::PROGRAM.into())).expect("opens");
    for (content, now) in [("orchid", 4_000_000_000), ("walnut", 1_000_000_000), ("harbour", -5), ("bridge", i64::MAX)]
    {
        word(&file, content);
        let request = IngestRequest {
            paths: vec![file.clone()],
            kb: "default".to_owned(),
            access: vec![],
            now,
            stop: Stop::default(),
        };
        engine.ingest(&request, &mut Nobody).expect("taken in");
        assert!(has(&home, content), "{content} at {now}");
    }
    for old in ["orchid", "walnut", "harbour"] {
        assert!(!has(&home, old), "{old}");
    }
    let history = json(&caiwen(&home, &["docs", "history", "a.pdf", "--json"]));
    let versions: Vec<_> =
        history["versions"].as_array().expect("versions").iter().map(|one| &one["version"]).collect();
    assert_eq!(versions, [1, 2, 3, 4].iter().collect::<Vec<_>>());
}

#[test]
fn a_damaged_or_missing_word_index_is_rebuilt() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    fs::create_dir(&files).expect("made");
    for name in ["harbour", "walnut", "orchid"] {
        word(&files.join(format!("{name}.pdf")), name);
    }
    assert_eq!(code(&ingest(&home, &files)), 0);
    let text = home.join("text");
    let spoil_all = |how: &dyn Fn(&Path)| {
        for entry in fs::read_dir(&text).expect("there").flatten() {
            how(&entry.path());
        }
    };
    let flip_some = |seed: u64| {
        let mut files: Vec<PathBuf> = fs::read_dir(&text).expect("there").flatten().map(|entry| entry.path()).collect();
        // The names are random, the kinds and sizes are not.
        files.sort_by_key(|file| {
            (file.extension().map(ToOwned::to_owned), fs::metadata(file).map_or(0, |meta| meta.len()))
        });
        let file = &files[bad::noise(seed) as usize % files.len()];
        let mut bytes = fs::read(file).expect("read");
        for flip in 0..bytes.len().min(20) as u64 {
            let at = bad::noise(seed * 100 + flip) as usize % bytes.len();
            bytes[at] ^= 1 << (flip % 8);
        }
        fs::write(file, bytes).expect("written");
    };
    let faults: [(&str, &dyn Fn()); 11] = [
        ("the folder is deleted", &|| fs::remove_dir_all(&text).expect("deleted")),
        ("the files are deleted", &|| spoil_all(&|file| fs::remove_file(file).expect("deleted"))),
        ("the files are empty", &|| spoil_all(&|file| fs::write(file, b"").expect("written"))),
        ("the files are noise", &|| spoil_all(&|file| fs::write(file, [0xa5; 999]).expect("written"))),
        ("bits are flipped", &|| flip_some(1)),
        ("bits are flipped", &|| flip_some(2)),
        ("bits are flipped", &|| flip_some(3)),
        ("bits are flipped", &|| flip_some(4)),
        ("bits are flipped", &|| flip_some(5)),
        ("bits are flipped", &|| flip_some(6)),
        ("the folder is a file", &|| {
            fs::remove_dir_all(&text).expect("deleted");
            fs::write(&text, b"no folder").expect("written");
        }),
    ];
    for (what, fault) in faults {
        fault();
        let output = caiwen(&home, &["search", "harbour", "--json"]);
        let found = code(&output) == 0 && has(&home, "harbour");
        assert!(found || code(&output) == 1 && message(&output).contains("docs verify"), "{what}: {output:?}");
        let doctor = caiwen(&home, &["doctor", "--json"]);
        // A damaged place that no word of this question touches does not show.
        assert!(found || json(&doctor)["ok"] == false || what.starts_with("bits"), "{what}: {doctor:?}");
        let verify = caiwen(&home, &["docs", "verify", "--json"]);
        assert_eq!(code(&verify), 0, "{what}: {verify:?}");
        for output in [&output, &doctor, &verify] {
            assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked at"), "{what}: {output:?}");
        }
        assert_eq!((&json(&verify)["documents"], &json(&verify)["damaged"]), (&Value::from(3), &Value::Array(vec![])));
        for word in ["harbour", "walnut", "orchid"] {
            assert!(has(&home, word), "{what}: {word}");
        }
        assert_eq!(json(&caiwen(&home, &["doctor", "--json"]))["ok"], true, "{what}");
    }
}

#[test]
fn the_table_of_faults_names_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("there");
    let (_, table) = page.split_once("**Faults.**").expect("the table");
    let rows =
        table.lines().skip_while(|line| !line.starts_with("|---")).skip(1).take_while(|line| line.starts_with('|'));
    let mut sources = String::new();
    for folder in ["crates/cli/tests", "crates/store/tests"] {
        for entry in fs::read_dir(root.join(folder)).expect("there").flatten().filter(|entry| entry.path().is_file()) {
            sources.push_str(&fs::read_to_string(entry.path()).expect("text"));
        }
    }
    let mut named = 0;
    for row in rows {
        let tests = row.trim_end_matches([' ', '|']).rsplit('|').next().expect("a last column");
        for test in tests.split('`').skip(1).step_by(2) {
            assert!(sources.contains(&format!("fn {test}()")), "no test is called {test}");
            named += 1;
        }
    }
    assert!(named > 10, "{named} tests named");
}

/// What is done to a library while it is killed.
#[derive(Clone, Copy, Debug)]
enum Work {
    Ingest,
    Change,
    Remove,
    Verify,
}

/// xorshift: another sequence each time the test runs; the seed is said.
struct Random(u64);

impl Random {
    fn from_clock() -> Self {
        let seed = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").subsec_nanos();
        println!("seed {seed}");
        Self(u64::from(seed) | 1)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// A library of which is known what must be in it.
struct Killed {
    home: PathBuf,
    files: PathBuf,
    /// The version of each file as it lies in the folder: the word in it is `number{n}version{v}`.
    versions: Vec<u64>,
    /// The version of each document that was seen last.
    seen: Vec<u64>,
    /// Documents that must be there.
    kept: BTreeSet<usize>,
}

impl Killed {
    const DOCUMENTS: usize = 24;

    fn new(folder: &Path) -> Self {
        let (home, files) = (folder.join("home"), folder.join("files"));
        fs::create_dir(&files).expect("made");
        let none = vec![0; Self::DOCUMENTS];
        let killed = Self { home, files, versions: none.clone(), seen: none, kept: BTreeSet::new() };
        (0..Self::DOCUMENTS).for_each(|number| killed.write(number));
        killed
    }

    fn file(&self, number: usize) -> PathBuf {
        self.files.join(format!("{number:02}.pdf"))
    }

    fn mark(number: usize, version: u64) -> String {
        format!("number{number}version{version}")
    }

    fn write(&self, number: usize) {
        let mark = Self::mark(number, self.versions[number]);
        let lines: Vec<String> = (0..30).map(|line| format!("Line {line} of {mark} speaks of the harbour.")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        fs::write(self.file(number), text_pdf(&lines)).expect("written");
    }

    /// Starts the work and kills it after a while.
    fn kill(&mut self, work: Work, after: Duration, random: &mut Random) -> Option<usize> {
        let number = random.below(Self::DOCUMENTS as u64) as usize;
        let files = self.files.to_str().expect("text").to_owned();
        let one = self.file(number).to_str().expect("text").to_owned();
        let arguments: Vec<&str> = match work {
            Work::Ingest | Work::Change => vec!["ingest", &files],
            Work::Remove => vec!["docs", "remove", &one],
            Work::Verify => vec!["docs", "verify"],
        };
        if matches!(work, Work::Change) {
            for number in 0..Self::DOCUMENTS / 3 {
                self.versions[number] += 1;
                self.write(number);
            }
        }
        let quiet = || Stdio::null();
        let mut child = command(&self.home, &arguments).stdout(quiet()).stderr(quiet()).spawn().expect("starts");
        std::thread::sleep(after);
        child.kill().expect("killed or over");
        child.wait().expect("over");
        matches!(work, Work::Remove).then_some(number)
    }

    /// The library opens, holds whole documents only, in one version each, and all that was seen in it before, but
    /// perhaps for the one that was being removed.
    fn check(&mut self, removed: Option<usize>, what: &str) {
        let number = |path: &String| -> usize {
            Path::new(path).file_stem().and_then(|stem| stem.to_str()).expect("a name").parse().expect("a number")
        };
        let now: BTreeSet<usize> = listed(&self.home).iter().map(number).collect();
        let lost: Vec<&usize> = self.kept.difference(&now).filter(|number| Some(**number) != removed).collect();
        assert!(lost.is_empty(), "{what}: {lost:?} lost");
        let questions: Vec<String> = now.iter().map(|number| format!("number{number}")).collect();
        let output = common::caiwen_with_input(&self.home, &["search", "-", "--json"], &questions.join("\n"));
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(lines.lines().count(), now.len(), "{what}: {output:?}");
        for number in &now {
            let there = |version: &u64| lines.contains(&format!("of {} speaks", Self::mark(*number, *version)));
            let seen: Vec<u64> = (0..=self.versions[*number]).filter(there).collect();
            assert_eq!(seen.len(), 1, "{what}: of {number} exactly one version can be found: {seen:?}");
            assert!(seen[0] >= self.seen[*number], "{what}: of {number} an older version came up: {seen:?}");
            self.seen[*number] = seen[0];
        }
        self.kept = now;
    }
}

/// Kills of the default run and of the slow one.
const KILLS: (u32, u32) = (16, 200);
/// Set to run what takes minutes.
const SLOW: &str = "CAIWEN_SLOW_TESTS";

#[test]
fn kills_at_random_moments_of_intake_change_removal_and_check_lose_nothing() {
    let kills = if std::env::var_os(SLOW).is_some() { KILLS.1 } else { KILLS.0 };
    let folder = tempfile::tempdir().expect("a folder");
    let mut killed = Killed::new(folder.path());
    let mut random = Random::from_clock();
    let start = Instant::now();
    assert_eq!(code(&ingest(&folder.path().join("home of the clock"), &killed.files)), 0);
    let whole_ms = u64::try_from(start.elapsed().as_millis()).expect("short");
    let works = [Work::Ingest, Work::Change, Work::Remove, Work::Verify];
    let mut checked = 0;
    for kill in 0..kills {
        let work = works[kill as usize % works.len()];
        let span = match work {
            Work::Ingest | Work::Change => whole_ms,
            Work::Remove | Work::Verify => whole_ms / 2,
        };
        let after = Duration::from_millis(1 + random.below(span.max(2)));
        let removed = killed.kill(work, after, &mut random);
        if killed.home.join("meta.db").exists() {
            killed.check(removed, &format!("kill {kill}, {work:?} after {after:?}"));
            checked += 1;
        }
    }
    println!("{kills} kills, {checked} libraries checked, {:?}", start.elapsed());
    assert_eq!(code(&ingest(&killed.home, &killed.files)), 0);
    killed.check(None, "at the end");
    assert_eq!(killed.kept.len(), Killed::DOCUMENTS);
    assert_eq!(code(&caiwen(&killed.home, &["docs", "verify"])), 0);
}
