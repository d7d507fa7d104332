//! Every limit can be set, and whoever reaches one is told which, at which page, and what to do.

mod common;

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use common::{
    bad, caiwen, code, command, json, text_pdf,
    watch::{family, watch},
};
use serde_json::Value;
use tempfile::TempDir;

/// A library with a configuration, and a folder of files.
struct Place {
    folder: TempDir,
}

impl Place {
    fn new(configuration: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let place = Self { folder };
        fs::create_dir(place.home()).expect("made");
        fs::create_dir(place.files()).expect("made");
        fs::write(place.home().join("caiwen.toml"), configuration).expect("written");
        place
    }

    fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    fn add(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        fs::write(self.files().join(name), bytes).expect("written");
        self
    }

    fn ingest(&self) -> (i32, Value) {
        let output = caiwen(&self.home(), &["ingest", self.files().to_str().expect("text"), "--json"]);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked at"), "{output:?}");
        (code(&output), json(&output))
    }

    /// The one document of an intake.
    fn document(&self) -> Value {
        let (_, reply) = self.ingest();
        assert_eq!(reply["documents"].as_array().map(Vec::len), Some(1), "{reply}");
        reply["documents"][0].clone()
    }
}

/// The document is refused because of this limit, at this page.
fn assert_refused(document: &Value, key: &str, page: Option<u32>) {
    let error = &document["error"];
    assert_eq!(document["status"], "failed", "{document}");
    assert_eq!(error["limit"], format!("limits.{key}"), "{document}");
    let message = error["message"].as_str().expect("a message");
    assert!(message.contains(key) && message.contains("raise"), "{message}");
    assert_eq!(error["page"].as_u64(), page.map(u64::from), "{document}");
    assert!(page.is_none_or(|page| message.contains(&page.to_string())), "{message}");
}

/// The document is read, but for a part: a warning says so, at this page.
fn assert_cut(document: &Value, key: &str, page: Option<u32>) {
    assert_eq!(document["status"], "added", "{document}");
    let warnings = document["warnings"].as_array().expect("warnings");
    let of_limit = |warning: &&Value| warning["message"].as_str().is_some_and(|message| message.contains(key));
    let warning = warnings.iter().find(of_limit).unwrap_or_else(|| panic!("{key}: {document}"));
    assert_eq!(warning["page"].as_u64(), page.map(u64::from), "{document}");
}

fn page(content: &str) -> String {
    format!("BT /F1 12 Tf 72 720 Td {content} ET")
}

/// A page that takes very long: forms in forms, on a page of their own between two pages of words.
fn bomb_between_words() -> Vec<u8> {
    bad::pages_of(&[&page("(The first page.) Tj"), bad::DOUBLING, &page("(The third page speaks of walnuts.) Tj")])
}

#[test]
fn a_file_may_be_too_large() {
    let place = Place::new("[limits]\nfile_bytes_max = 1000\n");
    place.add("a.pdf", text_pdf(&["A line of a file that is too large."; 40]));
    assert_refused(&place.document(), "file_bytes_max", None);
}

#[test]
fn an_intake_may_have_too_many_files_and_too_deep_folders() {
    let place = Place::new("[limits]\nfiles_max = 2\n");
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.pdf"] {
        place.add(name, text_pdf(&[name]));
    }
    let (exit, reply) = place.ingest();
    let documents = reply["documents"].as_array().expect("documents");
    let failed: Vec<_> = documents.iter().filter(|document| document["status"] == "failed").collect();
    assert_eq!((exit, documents.len(), failed.len()), (5, 3, 1), "{reply}");
    assert_refused(failed[0], "files_max", None);

    let place = Place::new("[limits]\nfolder_depth_max = 1\n");
    fs::create_dir_all(place.files().join("1/2")).expect("made");
    place.add("1/a.pdf", text_pdf(&["a"])).add("1/2/b.pdf", text_pdf(&["b"]));
    let (_, reply) = place.ingest();
    let documents = reply["documents"].as_array().expect("documents");
    assert_eq!(documents.len(), 2, "{reply}");
    let deep = documents.iter().find(|document| document["status"] == "failed").expect("one too deep");
    assert_refused(deep, "folder_depth_max", None);
}

#[test]
fn a_document_may_have_too_many_pages_and_chunks() {
    let place = Place::new("[limits]\npages_max = 3\n");
    place.add("a.pdf", bad::pages(5, &page("(Words.) Tj")));
    let document = place.document();
    assert_cut(&document, "pages_max", None);
    assert_eq!(document["pages"], 3);

    let place = Place::new("[limits]\ndocument_chunks_max = 2\n");
    let contents: Vec<String> = (0..12)
        .map(|number| {
            let line =
                format!("(Page {number} speaks at length of orchards, harbours, walnuts and bridges.) Tj 0 -14 Td ");
            page(&line.repeat(30))
        })
        .collect();
    place.add("a.pdf", bad::pages_of(&contents.iter().map(String::as_str).collect::<Vec<_>>()));
    let document = place.document();
    assert_eq!(document["chunks"], 2, "{document}");
    let warned =
        document["warnings"].as_array().expect("warnings").iter().find(|warning| warning["code"] == "truncated");
    assert!(warned.is_some_and(|warning| warning["page"].as_u64() > Some(1)), "{document}");
}

#[test]
fn a_page_may_have_too_many_letters_and_lines() {
    let place = Place::new("[limits]\npage_glyphs_max = 100\n");
    place.add("a.pdf", bad::pages_of(&[&page("(Few.) Tj"), &page(&"(many letters) Tj 0 -20 Td ".repeat(20))]));
    assert_cut(&place.document(), "page_glyphs_max", Some(2));

    let place = Place::new("[limits]\npage_objects_max = 10\n");
    place.add("a.pdf", bad::grid(20));
    assert_cut(&place.document(), "page_objects_max", Some(1));
}

#[test]
fn a_page_that_takes_too_long_is_left_out_and_the_others_are_read() {
    let place = Place::new("[limits]\npage_seconds_max = 1\n");
    place.add("a.pdf", bomb_between_words());
    let document = place.document();
    assert_cut(&document, "page_seconds_max", Some(2));
    assert_eq!(document["pages"], 3, "{document}");
    let reply = json(&caiwen(&place.home(), &["search", "walnuts", "--json"]));
    let pages = reply["hits"][0]["pages"].as_array().expect("pages");
    assert!(pages.iter().any(|place| place["page"] == 3), "{reply}");
}

#[test]
fn a_document_with_more_such_pages_than_may_be_left_out_is_refused() {
    let place = Place::new("[limits]\npage_seconds_max = 1\npages_left_out_max = 0\n");
    place.add("a.pdf", bomb_between_words());
    assert_refused(&place.document(), "page_seconds_max", Some(2));
    let place = Place::new("[limits]\npage_seconds_max = 1\n");
    place.add("a.pdf", bad::pages_of(&[&page("(Words.) Tj"), bad::DOUBLING, bad::DOUBLING]));
    assert_refused(&place.document(), "page_seconds_max", Some(3));
}

#[test]
fn a_document_may_take_too_long_as_a_whole() {
    let place = Place::new("[limits]\npage_seconds_max = 5\ndocument_seconds_max = 1\n");
    place.add("a.pdf", bomb_between_words());
    assert_refused(&place.document(), "document_seconds_max", Some(2));
}

#[test]
fn a_document_may_need_too_much_memory() {
    let place = Place::new(&format!("[limits]\ndocument_memory_bytes_max = {}\n", 300 << 20));
    place.add("a.pdf", bad::inflating_content()).add("b.pdf", text_pdf(&["All is well."]));
    let run = watch(command(&place.home(), &["ingest", place.files().to_str().expect("text"), "--json"]));
    let reply = json(&run.output);
    assert_refused(&reply["documents"][0], "document_memory_bytes_max", Some(1));
    assert_eq!(reply["documents"][1]["status"], "added");
    assert!(run.peak_bytes < 300 << 20, "{} bytes", run.peak_bytes);
}

#[test]
fn things_may_be_nested_too_deeply() {
    let place = Place::new(&format!("[limits]\nnesting_stack_bytes_max = {}\n", 64 << 10));
    place.add("a.pdf", bad::forms_in_forms(45)).add("b.pdf", text_pdf(&["All is well."]));
    let (_, reply) = place.ingest();
    assert_refused(&reply["documents"][0], "nesting_stack_bytes_max", Some(1));
    // The default is enough for what the library for reading PDF allows.
    let place = Place::new("");
    place.add("a.pdf", bad::forms_in_forms(45));
    assert_eq!(place.document()["status"], "added");
}

#[test]
fn a_question_may_be_too_long_and_ask_for_too_much() {
    let place = Place::new("[limits]\nquestion_chars_max = 10\ntop_k_max = 5\n");
    place.add("a.pdf", text_pdf(&["Words."]));
    place.ingest();
    for (arguments, key) in [
        (["search", "eleven char", "--top-k", "5"], "question_chars_max"),
        (["search", "ten  chars", "--top-k", "6"], "top_k_max"),
    ] {
        let output = caiwen(&place.home(), &[&arguments[..], &["--json"]].concat());
        assert_eq!(code(&output), 2);
        let message = json(&output)["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(message.contains(key), "{message}");
    }
}

#[test]
fn a_long_document_of_tables_takes_little_memory() {
    /// Of any process, bytes.
    const PEAK_BYTES_MAX: u64 = 500 << 20;
    const PAGES: usize = 400;
    let place = Place::new("");
    place.add("tables.pdf", bad::tables(PAGES));
    let run = watch(command(&place.home(), &["ingest", place.files().to_str().expect("text"), "--json"]));
    let reply = json(&run.output);
    let document = &reply["documents"][0];
    println!(
        "{} tables, {} chunks, {:?}, {} MB",
        document["tables"],
        document["chunks"],
        run.elapsed,
        run.peak_bytes >> 20
    );
    assert_eq!((&document["status"], &document["pages"]), (&Value::from("added"), &Value::from(PAGES)));
    assert!(document["tables"].as_u64() > Some(0), "{document}");
    assert!(run.peak_bytes < PEAK_BYTES_MAX, "{} bytes", run.peak_bytes);
}

/// Sends what Ctrl-C sends.
#[cfg(unix)]
fn interrupt(process: u32) {
    let sent = Command::new("sh").args(["-c", &format!("kill -INT {process}")]).status().expect("a shell");
    assert!(sent.success());
}

/// No process of this run is there any more.
fn assert_gone(processes: &[u32]) {
    let over = |id: &u32| fs::read_to_string(format!("/proc/{id}/stat")).map_or(true, |stat| stat.contains(") Z "));
    let gone = || processes.iter().all(over);
    let start = Instant::now();
    while !gone() {
        assert!(start.elapsed() < Duration::from_secs(1), "workers outlive the program: {processes:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_soon_and_what_was_done_stays() {
    /// The promise.
    const ENDS_WITHIN: Duration = Duration::from_secs(2);
    const GOOD: usize = 6;
    let place = Place::new("[ingest]\nworkers = 2\n[limits]\npage_seconds_max = 60\n");
    for number in 0..GOOD {
        place.add(&format!("{number}.pdf"), text_pdf(&[&format!("Report number{number} of the harbour.")]));
    }
    place.add("never.pdf", bad::doubling_forms()).add("never again.pdf", bad::forms_that_never_end());
    place.add("z.pdf", text_pdf(&["Nobody came to read this."]));
    for json_wanted in [true, false] {
        let mut arguments = vec!["ingest", "", "--json"];
        let files = place.files();
        arguments[1] = files.to_str().expect("text");
        arguments.truncate(if json_wanted { 3 } else { 2 });
        let child =
            command(&place.home(), &arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("starts");
        std::thread::sleep(Duration::from_secs(4));
        let processes = family(child.id());
        let start = Instant::now();
        interrupt(child.id());
        let output = child.wait_with_output().expect("ends");
        println!("ended after {:?}", start.elapsed());
        assert!(start.elapsed() < ENDS_WITHIN, "{:?}", start.elapsed());
        assert_eq!(code(&output), 130, "{output:?}");
        assert_gone(&processes);
        if json_wanted {
            let reply = json(&output);
            assert_eq!((&reply["interrupted"], &reply["left"]), (&Value::from(true), &Value::from(3)), "{reply}");
            let done = reply["documents"].as_array().expect("documents");
            assert!(done.iter().all(|document| document["status"] == "added"), "{reply}");
            let listed = json(&caiwen(&place.home(), &["docs", "list", "--json"]));
            assert_eq!(listed["documents"].as_array().map(Vec::len), Some(done.len()));
        } else {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(text.contains("again to go on") && text.contains("unchanged"), "{text}");
        }
    }
    // The rest is read by the same command, when nothing stops it.
    fs::remove_file(place.files().join("never.pdf")).expect("removed");
    fs::remove_file(place.files().join("never again.pdf")).expect("removed");
    let (exit, reply) = place.ingest();
    assert_eq!(exit, 0, "{reply}");
    assert_eq!(json(&caiwen(&place.home(), &["search", "nobody", "--json"]))["hits"][0]["rank"], 1);
}

#[cfg(unix)]
#[test]
fn a_long_document_can_be_interrupted_at_any_step() {
    const ENDS_WITHIN: Duration = Duration::from_secs(2);
    let place = Place::new("");
    place.add("long.pdf", bad::tables(400));
    let files = place.files();
    for after_ms in [100, 400, 1_000, 2_500, 4_000] {
        let mut child = command(&place.home(), &["ingest", files.to_str().expect("text"), "--json"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("starts");
        std::thread::sleep(Duration::from_millis(after_ms));
        if child.try_wait().expect("known").is_some() {
            break;
        }
        let start = Instant::now();
        interrupt(child.id());
        let output = child.wait_with_output().expect("ends");
        println!("after {after_ms} ms: ended within {:?}", start.elapsed());
        assert!(start.elapsed() < ENDS_WITHIN, "{:?}", start.elapsed());
        // It may have been done just then.
        assert!([130, 0].contains(&code(&output)), "{output:?}");
    }
    let (exit, reply) = place.ingest();
    assert_eq!(exit, 0, "{reply}");
    assert_eq!(reply["documents"][0]["pages"], 400, "{reply}");
    assert_eq!(code(&caiwen(&place.home(), &["docs", "verify"])), 0);
}

#[cfg(unix)]
#[test]
fn workers_end_with_a_program_that_is_killed() {
    let place = Place::new("");
    place.add("never.pdf", bad::doubling_forms());
    let mut child = command(&place.home(), &["ingest", place.files().to_str().expect("text")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let start = Instant::now();
    while family(child.id()).len() < 2 && start.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let processes = family(child.id());
    child.kill().expect("killed");
    child.wait().expect("over");
    assert_gone(&processes);
}
