//! Names and places that files have in the world: other encodings, odd letters, links, devices, closed doors.
#![cfg(unix)]

mod common;

use std::{
    ffi::OsStr,
    fs,
    os::unix::{
        ffi::OsStrExt,
        fs::{PermissionsExt, symlink},
    },
    path::{Path, PathBuf},
    process::{Command, Output},
};

use common::{caiwen, code, command, json, text_pdf};
use serde_json::Value;

fn ingest(home: &Path, path: &Path) -> (i32, Vec<Value>) {
    report(&command(home, &["ingest", "--json"]).arg(path).output().expect("starts"))
}

fn report(output: &Output) -> (i32, Vec<Value>) {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked at"), "{errors}");
    (code(output), json(output)["documents"].as_array().expect("documents").clone())
}

fn word(file: &Path, word: &str) {
    fs::write(file, text_pdf(&[&format!("The word in this file is {word}.")])).expect("written");
}

/// The path of the hit for a word.
fn found(home: &Path, word: &str) -> String {
    let reply = json(&caiwen(home, &["search", word, "--json"]));
    let hits = reply["hits"].as_array().expect("hits");
    let of_word = hits.iter().find(|hit| hit["text"].as_str().is_some_and(|text| text.contains(word)));
    of_word.and_then(|hit| hit["path"].as_str()).unwrap_or_else(|| panic!("{word}: {reply}")).to_owned()
}

/// What a shell's `printf %b` makes of a path in a report.
fn as_bytes(path: &str) -> Vec<u8> {
    engine::locator_path(&format!("bytes:{path}")).as_os_str().as_bytes().to_vec()
}

#[test]
fn names_that_are_no_text_are_read_and_told_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    // 年报 and 季报 in GBK: in a careless report both are the same marks of replacement.
    let names: [&[u8]; 2] = [b"\xc4\xea\xb1\xa8.pdf", b"\xbc\xbe\xb1\xa8.pdf"];
    let inner = files.join(OsStr::from_bytes(b"\xb9\xab\xcb\xbe"));
    fs::create_dir_all(&inner).expect("made");
    word(&inner.join(OsStr::from_bytes(names[0])), "orchid");
    word(&inner.join(OsStr::from_bytes(names[1])), "walnut");
    let (exit, documents) = ingest(&home, &files);
    assert_eq!((exit, documents.len()), (0, 2), "{documents:?}");
    assert!(documents.iter().all(|document| document["status"] == "added"), "{documents:?}");
    for (name, word) in names.iter().zip(["orchid", "walnut"]) {
        let path = found(&home, word);
        let file = PathBuf::from(OsStr::from_bytes(&as_bytes(&path)));
        assert_eq!(file.file_name().expect("a name").as_bytes(), *name, "{path}");
        assert!(file.is_file(), "the report leads to the file: {path}");
    }
    // Named by itself, as a shell would, it is the same document.
    let (exit, again) = ingest(&home, &inner.join(OsStr::from_bytes(names[0])));
    assert_eq!((exit, again[0]["status"].as_str()), (0, Some("unchanged")), "{again:?}");
    // It can be named by what the report says.
    let path = found(&home, "orchid");
    assert_eq!(code(&caiwen(&home, &["docs", "remove", &path])), 0);
    // Without storing it too.
    let tables =
        command(&home, &["tables", "--json"]).arg(inner.join(OsStr::from_bytes(names[1]))).output().expect("starts");
    assert_eq!(code(&tables), 3, "{tables:?}");
    json(&tables);
}

#[test]
fn an_argument_that_is_no_text_is_wrong_usage_and_no_crash() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [vec![&b"\xd6\xd0"[..]], vec![b"ask", b"\xd6\xd0"], vec![b"ingest", b"--kb", b"\xd6\xd0", b"x"]] {
        let mut command = Command::new(common::PROGRAM);
        command.args(arguments.iter().map(|argument| OsStr::from_bytes(argument))).current_dir(folder.path());
        let output = command.output().expect("starts");
        assert_eq!(code(&output), 2, "{output:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked at"), "{output:?}");
    }
}

#[test]
fn odd_letters_in_names_do_no_harm() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("a folder.pdf"));
    fs::create_dir(&files).expect("made");
    let names = [
        " leading and trailing .pdf",
        "😀 年报 2024.PDF",
        "two\nlines.pdf",
        "bell\u{7}and\u{1b}[31mred.pdf",
        "-.pdf",
        "--json.pdf",
        "$(reboot) `x` 'y' \"z\" \\ %s.pdf",
        "e\u{301}.pdf",
        "é.pdf",
    ];
    for (at, name) in names.iter().enumerate() {
        word(&files.join(name), &format!("number{at}"));
    }
    let long = format!("{}.pdf", "长".repeat(83));
    word(&files.join(&long), "longest");
    let output = caiwen(&home, &["ingest", files.to_str().expect("text"), "--json"]);
    let (exit, documents) = report(&output);
    assert_eq!((exit, documents.len()), (0, names.len() + 1), "{documents:?}");
    for (at, name) in names.iter().enumerate() {
        assert!(found(&home, &format!("number{at}")).ends_with(name), "{name}");
    }
    // For people, a name stays on its line and gives the terminal no orders.
    let text = caiwen(&home, &["docs", "list"]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert_eq!(text.lines().count(), names.len() + 1, "{text}");
    let again = caiwen(&home, &["ingest", files.to_str().expect("text")]);
    let again = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(!format!("{text}{again}").contains(['\u{7}', '\u{1b}']), "{text}{again}");
}

#[test]
fn links_devices_and_pipes_are_passed_or_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    fs::create_dir_all(files.join("below")).expect("made");
    word(&files.join("good.pdf"), "harbour");
    symlink("..", files.join("below/up")).expect("linked");
    symlink("itself.pdf", files.join("itself.pdf")).expect("linked");
    symlink("two", files.join("one")).expect("linked");
    symlink("one", files.join("two")).expect("linked");
    symlink("nowhere.pdf", files.join("dangling.pdf")).expect("linked");
    symlink("good.pdf", files.join("the same.pdf")).expect("linked");
    symlink("/dev/zero", files.join("endless.pdf")).expect("linked");
    let pipe = Command::new("mkfifo").arg(files.join("pipe.pdf")).status();
    let piped = pipe.is_ok_and(|status| status.success());
    let _socket = std::os::unix::net::UnixListener::bind(files.join("socket.pdf")).expect("bound");
    let (exit, documents) = ingest(&home, &files);
    assert_eq!(exit, 5, "{documents:?}");
    let failed: Vec<&str> = documents
        .iter()
        .filter(|document| document["status"] == "failed")
        .map(|document| document["path"].as_str().expect("a path").rsplit('/').next().expect("a name"))
        .collect();
    let mut wanted = vec!["dangling.pdf", "endless.pdf", "itself.pdf", "pipe.pdf", "socket.pdf"];
    wanted.retain(|name| piped || *name != "pipe.pdf");
    assert_eq!(failed, wanted);
    assert_eq!(documents.len(), failed.len() + 1, "one document under two names is one");
    found(&home, "harbour");
    for named in ["pipe.pdf", "endless.pdf", "dangling.pdf", "one", "none.pdf"] {
        let (exit, documents) = ingest(&home, &files.join(named));
        assert_eq!(exit, 1, "{documents:?}");
        assert_eq!(documents[0]["error"]["code"], "unreadable", "{documents:?}");
    }
}

#[test]
fn closed_files_and_folders_are_named_and_the_rest_is_read() {
    let Some((folder, run)) = common::ordinary_user() else { return };
    let (home, files) = (folder.path().join("home"), folder.path().join("files"));
    fs::create_dir_all(files.join("closed folder")).expect("made");
    word(&files.join("good.pdf"), "harbour");
    word(&files.join("closed.pdf"), "secret");
    word(&files.join("closed folder/inner.pdf"), "secret");
    let set = |path: PathBuf, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    set(files.join("closed.pdf"), 0);
    set(files.join("closed folder"), 0);
    let output = run(&home, &["ingest", files.to_str().expect("text"), "--json"]);
    set(files.join("closed folder"), 0o755);
    let (exit, documents) = report(&output);
    assert_eq!((exit, documents.len()), (5, 3), "{documents:?}");
    for document in &documents {
        let closed = document["path"].as_str().expect("a path").contains("closed");
        assert_eq!(document["status"] == "failed", closed, "{document}");
        assert!(
            !closed || document["error"]["message"].as_str().is_some_and(|message| message.contains("ermission")),
            "{document}"
        );
    }
}
