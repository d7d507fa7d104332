//! What goes in comes out, once, in its newest version, and not after it was removed.

mod common;

use std::{fs, process::Stdio, time::Duration};

use common::{caiwen, caiwen_with_input, code, command, json, text_pdf};
use serde_json::Value;

fn ingest(home: &std::path::Path, path: &std::path::Path) -> Value {
    json(&caiwen(home, &["ingest", path.to_str().expect("a path"), "--json"]))
}

fn words_of(home: &std::path::Path, question: &str) -> String {
    let reply = json(&caiwen(home, &["search", question, "--json"]));
    reply["hits"].as_array().into_iter().flatten().filter_map(|hit| hit["text"].as_str()).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_same_file_twice_changes_nothing_and_a_changed_one_is_version_two() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = (folder.path().join("home"), folder.path().join("a report.PDF"));
    fs::write(&file, text_pdf(&["Revenue of the orchard was 4,711 apples."])).expect("written");
    assert_eq!(ingest(&home, &file)["documents"][0]["status"], "added");
    assert_eq!(ingest(&home, &file)["documents"][0]["status"], "unchanged");
    assert!(words_of(&home, "orchard apples").contains("4,711"));

    fs::write(&file, text_pdf(&["Revenue of the orchard was 5,000 apples."])).expect("written");
    let updated = ingest(&home, &file);
    assert_eq!(updated["documents"][0]["status"], "updated");
    assert_eq!(updated["documents"][0]["version"], 2);
    let words = words_of(&home, "orchard apples");
    assert!(words.contains("5,000") && !words.contains("4,711"), "{words}");

    let id = updated["documents"][0]["doc_id"].as_str().expect("an id").to_owned();
    assert_eq!(code(&caiwen(&home, &["docs", "rollback", &id, "1"])), 0);
    assert!(words_of(&home, "orchard apples").contains("4,711"));
}

#[test]
fn a_removed_document_is_gone_at_once_and_may_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = (folder.path().join("home"), folder.path().join("x.pdf"));
    fs::write(&file, text_pdf(&["The secret word is xylophone."])).expect("written");
    ingest(&home, &file);
    assert!(words_of(&home, "xylophone").contains("xylophone"));
    assert_eq!(code(&caiwen(&home, &["docs", "remove", "x.pdf"])), 0);
    let search = caiwen(&home, &["search", "xylophone", "--json"]);
    assert_eq!(code(&search), 3);
    assert_eq!(json(&search)["hits"], Value::Array(vec![]));
    let ask = caiwen(&home, &["ask", "xylophone", "--json"]);
    assert_eq!((code(&ask), json(&ask)["status"].clone()), (3, Value::from("refused")));
    assert_eq!(json(&caiwen(&home, &["docs", "list", "--json"]))["documents"], Value::Array(vec![]));
    assert_eq!(ingest(&home, &file)["documents"][0]["status"], "added");
    assert!(words_of(&home, "xylophone").contains("xylophone"));
}

#[test]
fn a_bad_file_never_stops_the_rest() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("文件 与 emoji 😀"));
    fs::create_dir(&files).expect("made");
    fs::write(files.join("good.pdf"), text_pdf(&["All is well in the harbour."])).expect("written");
    fs::write(files.join("empty.pdf"), b"").expect("written");
    fs::write(files.join("not.pdf"), b"<html>no pdf</html>").expect("written");
    let whole = text_pdf(&["The second half is missing."]);
    fs::write(files.join("truncated.pdf"), &whole[..whole.len() / 3]).expect("written");
    let output = caiwen(&home, &["ingest", files.to_str().expect("a path"), "--json"]);
    assert_eq!(code(&output), 5, "{}", String::from_utf8_lossy(&output.stderr));
    let reply = json(&output);
    let documents = reply["documents"].as_array().expect("documents");
    assert_eq!(documents.len(), 4);
    for document in documents {
        let path = document["path"].as_str().expect("a path");
        let failed = document["status"] == "failed";
        assert_eq!(failed, document["error"]["message"].is_string(), "{document}");
        assert_eq!(path.ends_with("good.pdf"), !failed, "{document}");
    }
    assert!(words_of(&home, "harbour").contains("harbour"));
}

#[test]
fn exit_codes_and_json_say_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    let absent = caiwen(&home, &["ask", "有没有", "--json"]);
    assert_eq!(code(&absent), 1);
    assert!(json(&absent)["error"]["message"].as_str().is_some_and(|message| message.contains("ingest")), "{absent:?}");
    assert!(!home.exists(), "a question makes no library");
    assert_eq!(code(&caiwen(&home, &["no-such-command"])), 2);
    assert_eq!(code(&caiwen(&home, &["ask"])), 2);
    fs::write(folder.path().join("a.pdf"), text_pdf(&["Words."])).expect("written");
    ingest(&home, &folder.path().join("a.pdf"));
    assert_eq!(code(&caiwen(&home, &["ask", "", "--json"])), 2);
    assert_eq!(code(&caiwen(&home, &["ask", "words", "--today", "31.12.2025"])), 2);
    fs::write(home.join("caiwen.toml"), "[limits]\nno_such_key = 1\n").expect("written");
    let config = caiwen(&home, &["ask", "words"]);
    assert_eq!(code(&config), 2);
    assert!(String::from_utf8_lossy(&config.stderr).contains("no_such_key"));
}

#[test]
fn a_batch_gives_one_line_a_question_and_goes_on_after_a_bad_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = (folder.path().join("home"), folder.path().join("a.pdf"));
    fs::write(&file, text_pdf(&["The bridge is 120 metres long."])).expect("written");
    ingest(&home, &file);
    let long = "长".repeat(3_000);
    let output =
        caiwen_with_input(&home, &["ask", "-", "--json"], &format!("How long is the bridge?\n\n{long}\nbridge\n"));
    assert_eq!(code(&output), 0);
    let lines: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0]["status"].is_string() && lines[2]["status"].is_string());
    assert_eq!(lines[1]["error"]["code"], "bad_question");
}

#[test]
fn a_reader_that_goes_away_is_no_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = (folder.path().join("home"), folder.path().join("a.pdf"));
    fs::write(&file, text_pdf(&["Words."])).expect("written");
    ingest(&home, &file);
    let mut child = command(&home, &["ask", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("an input");
    for _ in 0..50 {
        if std::io::Write::write_all(&mut input, b"words\n").is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().expect("ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn a_second_writer_is_told_who_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    fs::create_dir(&files).expect("made");
    fs::write(files.join("slow.pdf"), text_pdf(&["Words."])).expect("written");
    ingest(&home, &files);
    // The lock is held by this process, as another writer would.
    let store = engine::Engine::open(&home, engine::Config::default(), None).expect("opens");
    let writer = store.store().writer().expect("the only writer");
    fs::write(files.join("other.pdf"), text_pdf(&["Other words."])).expect("written");
    let output = caiwen(&home, &["ingest", files.to_str().expect("a path"), "--json"]);
    assert_eq!(code(&output), 1);
    let message = json(&output)["error"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(message.contains(&std::process::id().to_string()), "{message}");
    drop(writer);
    std::thread::sleep(Duration::from_millis(10));
    assert_eq!(code(&caiwen(&home, &["ingest", files.to_str().expect("a path")])), 0);
}
