//! Files that no report is: refused or read within bounds, and nothing else is harmed by them.

#![allow(clippy::print_stdout, reason = "figures of a run are said")]

mod common;

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use common::{
    bad::{self, Letters},
    command, encrypted, json, stream, text_pdf,
    watch::{Watched, watch},
};
use serde_json::Value;

/// No file may hold an intake up for longer.
const ELAPSED_MAX: Duration = Duration::from_secs(10);
/// No process may ever need more, bytes.
const MEMORY_BYTES_MAX: u64 = 1 << 30;
/// A file found in every folder beside the bad ones.
const GOOD: &str = "good.pdf";

/// What must become of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wants {
    /// It is read, and words of it can be found.
    Words,
    /// It is read, or refused with a reason.
    Anything,
    /// It is refused with one of these codes.
    Refused(&'static [&'static str]),
}

type Case = (&'static str, Wants, Vec<u8>);

/// Takes the files and a good one in; checks what must hold for every one of them.
fn check(cases: Vec<Case>) {
    let folder = tempfile::tempdir().expect("a folder");
    let files = folder.path().join("files");
    fs::create_dir(&files).expect("made");
    fs::write(files.join(GOOD), text_pdf(&["All is well."])).expect("written");
    let mut wants = BTreeMap::new();
    for (name, want, bytes) in cases {
        fs::write(files.join(format!("{name}.pdf")), bytes).expect("written");
        assert!(wants.insert(name, want).is_none(), "{name} twice");
    }
    let run = watch(command(&folder.path().join("home"), &["ingest", files.to_str().expect("a path"), "--json"]));
    let names = wants.keys().copied().collect::<Vec<_>>();
    println!("{:5.2} s {:4} MB {names:?}", run.elapsed.as_secs_f64(), run.peak_bytes >> 20);
    let documents = documents(&run);
    assert_eq!(documents.len(), wants.len() + 1);
    for (name, document) in &documents {
        match wants.get(name.as_str()) {
            Some(want) => check_one(*want, document),
            None => assert_eq!(document["status"], "added", "{document}"),
        }
    }
    assert!(run.elapsed < ELAPSED_MAX, "{names:?}: {:?}", run.elapsed);
    assert!(run.peak_bytes < MEMORY_BYTES_MAX, "{names:?}: {} bytes", run.peak_bytes);
}

/// The documents of a report by the names of their files; the report is one JSON document, and nothing panicked.
fn documents(run: &Watched) -> BTreeMap<String, Value> {
    let errors = String::from_utf8_lossy(&run.output.stderr);
    assert!(!errors.contains("panicked at"), "{errors}");
    let reply = json(&run.output);
    let documents = reply["documents"].as_array().expect("documents");
    let name = |document: &Value| {
        let path = document["path"].as_str().expect("a path");
        Path::new(path).file_stem().expect("a name").to_str().expect("text").to_owned()
    };
    documents.iter().map(|document| (name(document), document.clone())).collect()
}

fn check_one(want: Wants, document: &Value) {
    let code = document["error"]["code"].as_str().unwrap_or_default();
    let failed = document["status"] == "failed";
    assert!(failed || document["status"] == "added", "{document}");
    assert_eq!(failed, document["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{document}");
    assert_ne!(code, "crashed", "{document}");
    match want {
        Wants::Words => assert!(document["chunks"].as_u64().is_some_and(|chunks| chunks > 0), "{document}"),
        Wants::Refused(codes) => assert!(codes.contains(&code), "{document}"),
        Wants::Anything => {
            let silent = document["chunks"] == 0 && document["warnings"].as_array().is_some_and(Vec::is_empty);
            assert!(failed || !silent, "a file without words is said to have none: {document}");
        }
    }
}

const DAMAGED: Wants = Wants::Refused(&["damaged"]);

#[test]
fn files_that_are_no_pdf_or_only_a_part_of_one() {
    let whole = text_pdf(&["The second half is missing."; 40]);
    let sample = fs::read_dir(common::samples().join("docs")).expect("samples").flatten().next().expect("a sample");
    let sample = fs::read(sample.path()).expect("read");
    let cut = |bytes: &[u8], part: usize, of: usize| bytes[..bytes.len() * part / of].to_vec();
    let mut zip = b"PK\x03\x04\x14\0\0\0\x08\0".to_vec();
    zip.extend(bad::deflate(&[b'x'; 5_000]));
    check(vec![
        ("empty", Wants::Refused(&["empty"]), vec![]),
        ("one byte", DAMAGED, b"%".to_vec()),
        ("header only", DAMAGED, b"%PDF-1.7\n".to_vec()),
        ("a page of the web", DAMAGED, b"<!DOCTYPE html><html><body>404</body></html>".to_vec()),
        ("an archive", DAMAGED, zip),
        ("a picture", DAMAGED, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x10\0\0\0\x10\0\x08\x06\0\0\0".to_vec()),
        ("zeros", DAMAGED, vec![0; 100_000]),
        ("words before and after", Wants::Words, [&b"HTTP/1.1 200 OK\r\n\r\n"[..], &whole, b"\n<!-- -->\n"].concat()),
        ("cut at a tenth", Wants::Anything, cut(&whole, 1, 10)),
        ("cut at a half", Wants::Anything, cut(&whole, 1, 2)),
        ("cut before the end", Wants::Words, whole[..whole.len() - 20].to_vec()),
        ("sample cut at a third", Wants::Anything, cut(&sample, 1, 3)),
        ("sample cut at two thirds", Wants::Anything, cut(&sample, 2, 3)),
        ("sample cut near the end", Wants::Anything, cut(&sample, 99, 100)),
    ]);
}

#[test]
fn encrypted_files() {
    check(vec![
        (
            "a password to open it",
            Wants::Refused(&["encrypted"]),
            encrypted::pdf("geheim", "Owner", "Nobody reads this."),
        ),
        ("permissions only", Wants::Words, encrypted::pdf("", "Owner", "Anybody may read this.")),
        ("an unknown cipher", Wants::Refused(&["damaged", "encrypted"]), encrypted::unknown_cipher()),
    ]);
}

#[test]
fn page_trees_and_tables_of_objects_that_lie() {
    check(vec![
        ("a count of a million", Wants::Words, bad::lying_count()),
        ("a million kids", Wants::Words, bad::million_kids()),
        ("a tree that doubles", Wants::Words, bad::doubling_tree()),
        ("a tree in itself", Wants::Words, bad::cyclic_tree()),
        ("a tree of 5000 levels", Wants::Words, bad::deep_tree()),
        ("the table is at 0", Wants::Words, bad::with_start("0")),
        ("the table is before the file", Wants::Words, bad::with_start("-1")),
        ("the table is nowhere", Wants::Words, bad::with_start("99999999999999999999")),
        ("the table is a word", Wants::Words, bad::with_start("here")),
        ("a table before itself", Wants::Words, bad::cyclic_xref()),
        ("wrong places in the table", Wants::Words, bad::shifted_xref()),
        ("bookmarks in a circle", Wants::Words, bad::cyclic_outline()),
        ("arrays in arrays", Wants::Anything, bad::nested(1_000_000, "[", "]")),
        ("400 arrays in arrays", Wants::Words, bad::nested(400, "[", "]")),
        ("400 dictionaries", Wants::Anything, bad::nested(400, "<< /A ", ">>")),
        (
            "10000 filters",
            Wants::Anything,
            bad::page_with(stream(&format!("/Filter [{}]", "/ASCIIHexDecode ".repeat(10_000)), b"00>"), "", vec![]),
        ),
    ]);
}

#[test]
fn pages_of_garbage() {
    let text = |content: String| bad::drawn(&content);
    check(vec![
        ("a form in itself", Wants::Anything, bad::cyclic_form()),
        ("operators in no order", Wants::Anything, bad::garbage_operators(300_000)),
        ("bytes of every value", Wants::Anything, bad::garbage_bytes(2_000_000)),
        ("states saved", Wants::Anything, text("q ".repeat(2_000_000))),
        ("states restored", Wants::Anything, text("Q ".repeat(2_000_000))),
        ("marks begun", Wants::Anything, text("/A BMC ".repeat(1_000_000))),
        ("texts begun", Wants::Anything, text("BT ".repeat(1_000_000))),
        ("numbers", Wants::Anything, text("1 ".repeat(5_000_000))),
        ("clips in clips", Wants::Anything, text("0 0 600 600 re W n ".repeat(500_000))),
        ("an open string", Wants::Anything, text("(".repeat(5_000_000))),
        ("a path of a million points", Wants::Anything, text(format!("0 0 m {} S", "5 5 l 9 9 l ".repeat(1_000_000)))),
        ("no fonts", Wants::Words, bad::missing_fonts()),
        ("endless ranges", Wants::Anything, bad::endless_ranges()),
        ("an unknown filter", Wants::Anything, bad::page_with(stream("/Filter /No", b"BT ET"), "", vec![])),
        ("lzw", Wants::Anything, bad::page_with(stream("/Filter /LZWDecode", &[0x80; 3_000_000]), "", vec![])),
    ]);
}

#[test]
fn pictures_of_garbage_and_of_impossible_sizes() {
    let picture = |keys: &str| bad::picture(&format!("/Width 100 /Height 100 {keys}"), &[0xff; 500]);
    check(vec![
        ("jbig2", Wants::Words, picture("/BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode")),
        ("jpx", Wants::Words, picture("/Filter /JPXDecode")),
        ("dct", Wants::Words, picture("/Filter /DCTDecode")),
        (
            "ccitt",
            Wants::Words,
            picture("/BitsPerComponent 1 /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 2000000000 >>"),
        ),
        (
            "predictor",
            Wants::Words,
            picture(
                "/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 2147483647 /Colors 200 /BitsPerComponent 32 >>",
            ),
        ),
        (
            "huge",
            Wants::Words,
            bad::picture("/Width 2000000000 /Height 2000000000 /BitsPerComponent 8 /ColorSpace /DeviceRGB", b"x"),
        ),
        (
            "negative",
            Wants::Words,
            bad::picture("/Width -5 /Height 0 /BitsPerComponent 8 /ColorSpace /DeviceRGB", b"x"),
        ),
        (
            "huge mask",
            Wants::Words,
            bad::picture("/Width 30000 /Height 30000 /ImageMask true /BitsPerComponent 1", &[0xff; 500]),
        ),
        (
            "inflating",
            Wants::Words,
            bad::picture(
                "/Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode",
                &bad::deflated_spaces(300),
            ),
        ),
    ]);
}

#[test]
fn paper_of_impossible_sizes() {
    check(vec![
        ("no area", Wants::Anything, bad::paper("[0 0 0 0]")),
        ("negative", Wants::Anything, bad::paper("[0 0 -612 -792]")),
        ("upside down", Wants::Words, bad::paper("[612 792 0 0]")),
        ("no numbers", Wants::Anything, bad::paper("[0 0 nan inf]")),
        ("a word", Wants::Anything, bad::paper("(none)")),
        ("three numbers", Wants::Anything, bad::paper("[0 0 1]")),
        ("very small", Wants::Anything, bad::paper("[0 0 0.0001 0.0001]")),
        ("very large", Wants::Words, bad::paper("[0 0 1000000000 1000000000]")),
        ("far away", Wants::Anything, bad::paper("[1000000000 1000000000 1000000612 1000000792]")),
        ("beyond numbers", Wants::Anything, bad::paper(&format!("[0 0 {} {}]", "9".repeat(40), "9".repeat(400)))),
        (
            "turned by a word",
            Wants::Words,
            bad::page_of(
                bad::PAPER,
                stream("", b"BT /F1 12 Tf 72 700 Td (A turned word.) Tj ET"),
                &format!("/Rotate (x) /UserUnit 1000000000 /Resources << /Font << /F1 {} >> >>", bad::FONT),
                vec![],
            ),
        ),
    ]);
}

#[test]
fn pages_with_more_on_them_than_on_any_report() {
    check(vec![
        ("a grid of 300", Wants::Anything, bad::grid(300)),
        ("a grid of 50000", Wants::Anything, bad::grid(50_000)),
        ("100000 lines", Wants::Anything, bad::scattered_rules(100_000)),
        ("100000 boxes", Wants::Anything, bad::scattered_boxes(100_000)),
        ("200000 letters in lines", Wants::Words, bad::letters(200_000, Letters::Lines)),
        ("200000 letters in one line", Wants::Anything, bad::letters(200_000, Letters::OneLine)),
    ]);
    check(vec![
        ("200000 letters in one place", Wants::Words, bad::letters(200_000, Letters::Heap)),
        ("200000 letters anywhere", Wants::Words, bad::letters(200_000, Letters::Scattered)),
        ("200000 figures", Wants::Words, bad::letters(200_000, Letters::Figures)),
        ("letters in a grid of 300", Wants::Words, bad::grid_with_letters(300, 100_000)),
    ]);
}

#[test]
fn documents_of_very_many_pages() {
    check(vec![("25000 pages", Wants::Anything, bad::pages(25_000, "BT /F1 12 Tf 72 720 Td (The same words.) Tj ET"))]);
}

#[test]
fn files_that_take_all_the_time() {
    const TIME: Wants = Wants::Refused(&["time_limit"]);
    check(vec![
        ("forms that double", TIME, bad::doubling_forms()),
        ("pictures in the text", Wants::Anything, bad::drawn(&"BI /W 1 /H 1 ID ".repeat(500_000))),
    ]);
    check(vec![("a million dictionaries", Wants::Anything, bad::nested(1_000_000, "<< /A ", ">>"))]);
}

#[test]
fn files_that_take_all_the_memory() {
    const MUCH: Wants = Wants::Refused(&["memory_limit", "time_limit"]);
    let start = Instant::now();
    check(vec![("content", MUCH, bad::inflating_content())]);
    check(vec![("content compressed twice", MUCH, bad::inflating_twice())]);
    check(vec![("a font of 400 MB", Wants::Words, bad::giant_font(400))]);
    check(vec![("a map of 20000000 letters", MUCH, bad::giant_unicode_map(20_000_000))]);
    println!("all of them: {:?}", start.elapsed());
}
