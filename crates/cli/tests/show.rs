//! Pages as pictures: of exactly the bytes that were taken in, with marks, within bounds.

mod common;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use common::{bad, caiwen, code, command, json, pdf, samples, stream, text_pdf};
use serde_json::Value;

/// Longer than any page may take to be given up, with the start of two processes.
const GIVEN_UP_WITHIN: Duration = Duration::from_secs(12);

fn text(path: &Path) -> &str {
    path.to_str().expect("a path that is text")
}

/// Width and height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && &png[12..16] == b"IHDR", "a PNG");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (side(16), side(20))
}

/// A library with one report of one page, and the report.
fn library(folder: &Path) -> (PathBuf, PathBuf) {
    let (home, file) = (folder.join("home"), folder.join("a report.pdf"));
    fs::write(&file, text_pdf(&["Revenue was 4,711 apples.", "Costs were 12 apples."])).expect("written");
    assert_eq!(code(&caiwen(&home, &["ingest", text(&file)])), 0);
    (home, file)
}

#[test]
fn a_picture_goes_to_standard_output_or_to_a_file_that_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = library(folder.path());
    let piped = caiwen(&home, &["show", "a report.pdf", "--page", "1"]);
    assert_eq!((code(&piped), size(&piped.stdout)), (0, (935, 1210)));

    let out = folder.path().join("page.png");
    let shown =
        json(&caiwen(&home, &["show", text(&file), "--page", "1", "--dpi", "72", "--json", "--out", text(&out)]));
    assert_eq!((shown["page"].clone(), shown["dpi"].clone()), (Value::from(1), Value::from(72.0)));
    assert_eq!((shown["path"].as_str(), shown["file"].as_str()), (Some(text(&file)), Some(text(&out))));
    assert_eq!(shown["page_label"], "");
    let (width, height) = size(&fs::read(&out).expect("written"));
    assert_eq!((shown["width"].clone(), shown["height"].clone()), (Value::from(width), Value::from(height)));

    let output = command(&home, &["show", "a report.pdf", "--page", "1", "--json"]).current_dir(folder.path()).output();
    let named = json(&output.expect("run"))["file"].as_str().expect("a file").to_owned();
    assert_eq!(named, "a report-p1.png");
    size(&fs::read(folder.path().join(named)).expect("written"));
}

#[test]
fn marks_are_those_of_the_words_and_of_the_boxes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, _) = library(folder.path());
    let out = folder.path().join("page.png");
    let run = |more: &[&str]| {
        let line = [&["show", "a report.pdf", "--page", "1", "--json", "--out", text(&out)], more].concat();
        let shown = json(&caiwen(&home, &line));
        (shown, fs::read(&out).expect("written"))
    };
    let (plain, picture) = run(&[]);
    assert_eq!(
        (plain["marks"].clone(), plain["warnings"].clone()),
        (Value::from(Vec::<Value>::new()), plain["marks"].clone())
    );
    let (words, by_words) = run(&["--mark-text", "4,711 apples"]);
    let place = words["marks"][0].to_string();
    assert_ne!(picture, by_words);
    let (boxes, by_box) = run(&["--mark", &place]);
    assert_eq!((boxes["marks"].clone(), by_box), (words["marks"].clone(), by_words));
    let (absent, same) = run(&["--mark-text", "pears", "--mark=-90,-90,-80,-80"]);
    let codes: Vec<_> = absent["warnings"].as_array().into_iter().flatten().map(|said| said["code"].clone()).collect();
    assert_eq!((codes, same), (vec![Value::from("words_not_found"), Value::from("mark_outside")], picture));
}

#[test]
fn a_citation_is_marked_on_its_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, out) = (folder.path().join("home"), folder.path().join("page.png"));
    assert_eq!(code(&caiwen(&home, &["ingest", text(&samples().join("docs"))])), 0);
    let answer = json(&caiwen(&home, &["ask", "澄江智造2024年营业收入是多少？", "--json"]));
    let citation = &answer["citations"][0];
    let (id, page) = (citation["doc_id"].as_str().expect("an id"), citation["page"].to_string());
    let line = ["show", id, "--page", &page, "--mark", &citation["box"].to_string(), "--json", "--out", text(&out)];
    let shown = json(&caiwen(&home, &line));
    assert_eq!(shown["marks"][0], citation["box"]);
    assert_eq!(
        (shown["page_label"].clone(), shown["path"].clone()),
        (citation["page_label"].clone(), citation["path"].clone())
    );
    // A quote stands where its citation is.
    let raw = answer["figures"][0]["raw"].as_str().expect("a figure");
    let found = json(&caiwen(&home, &["show", id, "--page", &page, "--mark-text", raw, "--json", "--out", text(&out)]));
    let marks = found["marks"].as_array().expect("marks");
    assert!(marks.contains(&citation["box"]), "{marks:?} and {citation}");
}

#[test]
fn only_the_bytes_that_were_taken_in_are_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = library(folder.path());
    fs::write(&file, text_pdf(&["Revenue was 9,999 apples."])).expect("written");
    let changed = caiwen(&home, &["show", "a report.pdf", "--page", "1", "--json"]);
    assert_eq!((code(&changed), json(&changed)["error"]["code"].clone()), (1, Value::from("changed")));
    fs::remove_file(&file).expect("removed");
    let missing = caiwen(&home, &["show", "a report.pdf", "--page", "1", "--json"]);
    assert_eq!((code(&missing), json(&missing)["error"]["code"].clone()), (1, Value::from("missing")));
}

#[test]
fn a_file_that_is_in_no_library_is_shown_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, _) = library(folder.path());
    let sample = samples().join("docs/澄江智造2024年年度报告.pdf");
    for home in [home, folder.path().join("no home")] {
        let out = folder.path().join("page.png");
        let shown = json(&caiwen(&home, &["show", text(&sample), "--page", "6", "--json", "--out", text(&out)]));
        assert_eq!((shown["doc_id"].clone(), shown["page_label"].clone()), (Value::from(""), Value::from("4")));
        assert!(fs::read(&out).expect("written").len() > 10_000);
    }
    assert!(!folder.path().join("no home").exists());
}

#[test]
fn wrong_wishes_are_wrong_usage_and_write_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file) = library(folder.path());
    let before = fs::read(&file).expect("read");
    let lines: [&[&str]; 6] = [
        &["show", "a report.pdf", "--page", "2"],
        &["show", "a report.pdf", "--page", "0"],
        &["show", "a report.pdf", "--page", "1", "--mark", "1,2,3"],
        &["show", "a report.pdf", "--page", "1", "--dpi", "9000"],
        &["show", "a report.pdf", "--page", "1", "--json", "--out", "-"],
        &["show", "a report.pdf", "--page", "1", "--out", text(&file)],
    ];
    for line in lines {
        let output = caiwen(&home, line);
        assert_eq!(code(&output), 2, "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(fs::read(&file).expect("read"), before, "a picture never takes the place of a document");
    let none = caiwen(&home, &["show", "no such.pdf", "--page", "1", "--json"]);
    assert_eq!(json(&none)["error"]["code"], "no_such_document");
}

#[test]
fn a_page_without_end_is_smaller_and_a_page_that_never_ends_is_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, out) = (folder.path().join("home"), folder.path().join("page.png"));
    let huge = folder.path().join("huge.pdf");
    let page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 14400 14400] /Contents 4 0 R >>".to_vec();
    let objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page,
        stream("", b"0 0 14400 14400 re f"),
    ];
    fs::write(&huge, pdf(&objects)).expect("written");
    let shown =
        json(&caiwen(&home, &["show", text(&huge), "--page", "1", "--dpi", "600", "--json", "--out", text(&out)]));
    let pixels = shown["width"].as_u64().zip(shown["height"].as_u64()).map(|(width, height)| width * height);
    assert!(pixels.is_some_and(|pixels| pixels < 41_000_000), "{shown}");
    assert_eq!(shown["warnings"][0]["code"], "drawn_smaller");

    let bomb = folder.path().join("bomb.pdf");
    fs::write(&bomb, bad::doubling_forms()).expect("written");
    let start = Instant::now();
    let output = caiwen(&home, &["show", text(&bomb), "--page", "1", "--json"]);
    assert_eq!((code(&output), start.elapsed() < GIVEN_UP_WITHIN), (1, true), "{:?}", start.elapsed());
    assert!(json(&output)["error"]["message"].as_str().is_some_and(|said| said.contains("page_seconds_max")));
}

#[test]
fn whatever_is_wrong_with_a_page_it_is_drawn_or_given_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (home, file, out) = (folder.path().join("home"), folder.path().join("a.pdf"), folder.path().join("a.png"));
    fs::create_dir(&home).expect("made");
    fs::write(home.join("caiwen.toml"), "[limits]\npage_seconds_max = 2\n").expect("written");
    let bad_pages: [(&str, Vec<u8>); 20] = [
        ("forms that never end", bad::forms_that_never_end()),
        ("forms in forms", bad::forms_in_forms(2_000)),
        ("a form in itself", bad::cyclic_form()),
        ("a count that lies", bad::lying_count()),
        ("a tree in itself", bad::cyclic_tree()),
        ("a deep tree", bad::deep_tree()),
        ("a giant font", bad::giant_font(64)),
        ("ranges without end", bad::endless_ranges()),
        ("missing fonts", bad::missing_fonts()),
        ("a giant picture", bad::picture("/Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8", b"")),
        (
            "a picture without pixels",
            bad::picture("/Width 0 /Height 0 /ColorSpace /DeviceGray /BitsPerComponent 1", b""),
        ),
        ("no paper", bad::paper("0 0 0 0")),
        ("paper inside out", bad::paper("612 792 0 0")),
        ("endless paper", bad::paper("-1000000000 -1000000000 1000000000 1000000000")),
        ("garbage operators", bad::garbage_operators(50_000)),
        ("garbage bytes", bad::garbage_bytes(100_000)),
        ("a grid", bad::grid(20_000)),
        ("boxes everywhere", bad::scattered_boxes(50_000)),
        ("brackets", bad::nested(100_000, "[", "]")),
        ("a table of offsets in itself", bad::cyclic_xref()),
    ];
    for (name, bytes) in bad_pages {
        fs::write(&file, bytes).expect("written");
        let start = Instant::now();
        let line = ["show", text(&file), "--page", "1", "--mark-text", "words", "--json", "--out", text(&out)];
        let output = caiwen(&home, &line);
        let elapsed = start.elapsed();
        let reply = json(&output);
        assert!(elapsed < GIVEN_UP_WITHIN, "{name}: {elapsed:?}");
        assert_ne!(reply["error"]["code"], "crashed", "{name}: {reply}");
        match code(&output) {
            0 => drop(size(&fs::read(&out).expect("written"))),
            given_up => assert!(given_up == 1 && reply["error"]["message"].is_string(), "{name}: {given_up} {reply}"),
        }
        let _ = fs::remove_file(&out);
    }
}

#[test]
fn doctor_says_which_font_there_is_or_how_to_get_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    let font = |home: &Path| {
        let checks = json(&caiwen(home, &["doctor", "--json"]))["checks"].clone();
        checks.as_array().into_iter().flatten().find(|check| check["name"] == "font").cloned().expect("a check")
    };
    let found = font(&home);
    assert_eq!(found["ok"], true);
    let message = found["message"].as_str().expect("a message");
    assert!(message.contains("fonts-noto-cjk") || message.contains(".t") || message.contains(".otf"), "{message}");
    fs::create_dir(&home).expect("made");
    fs::write(home.join("caiwen.toml"), "[show]\nfont = \"none.ttf\"\n").expect("written");
    let named = font(&home);
    assert!(named["ok"] == false && named["message"].as_str().is_some_and(|said| said.contains("none.ttf")), "{named}");
}
