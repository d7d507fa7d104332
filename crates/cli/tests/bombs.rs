//! Files that ask for more time or memory than any report: refused or read within bounds, the rest unharmed.

mod common;

use std::{
    fs,
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use common::{caiwen, json, pdf, stream, text_pdf};
use flate2::{Compression, write::ZlibEncoder};
use serde_json::Value;

/// No document may hold the intake up for longer.
const SECONDS_MAX: u64 = 10;

fn deflate(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).expect("in memory");
    encoder.finish().expect("in memory")
}

/// A zlib stream of that many zero bytes, made a piece at a time.
fn deflated_zeros(megabytes: usize) -> Vec<u8> {
    let piece = vec![b' '; 1 << 20];
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for _ in 0..megabytes {
        encoder.write_all(&piece).expect("in memory");
    }
    encoder.finish().expect("in memory")
}

fn page_with(content: Vec<u8>, resources: &str, more: Vec<Vec<u8>>) -> Vec<u8> {
    let page =
        format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << {resources} >> >>");
    let mut objects = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        page.into_bytes(),
        content,
    ];
    objects.extend(more);
    pdf(&objects)
}

/// Forty forms, each of which draws the next one twice: 2^40 drawings from a few kilobytes.
fn doubling_forms() -> Vec<u8> {
    const LEVELS: usize = 40;
    const FIRST: usize = 5;
    let form = |level: usize| {
        let next = FIRST + level + 1;
        let dictionary =
            format!("/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /N {next} 0 R >> >>");
        stream(&dictionary, b"/N Do /N Do")
    };
    let mut forms: Vec<Vec<u8>> = (0..LEVELS).map(form).collect();
    forms.push(stream("/Type /XObject /Subtype /Form /BBox [0 0 612 792]", b"0 0 m 1 1 l S"));
    page_with(stream("", b"/N Do"), &format!("/XObject << /N {FIRST} 0 R >>"), forms)
}

/// Two gigabytes of white space as page content in two megabytes.
fn inflating_content() -> Vec<u8> {
    page_with(stream("/Filter /FlateDecode", &deflated_zeros(2_048)), "", vec![])
}

/// The same, compressed twice: a few kilobytes.
fn inflating_twice() -> Vec<u8> {
    page_with(stream("/Filter [/FlateDecode /FlateDecode]", &deflate(&deflated_zeros(1_536))), "", vec![])
}

#[test]
fn bombs_are_given_up_and_their_neighbours_read() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in [("forms", doubling_forms()), ("inflating", inflating_content()), ("twice", inflating_twice())]
    {
        let files = folder.path().join(name);
        fs::create_dir(&files).expect("made");
        fs::write(files.join("bomb.pdf"), bytes).expect("written");
        fs::write(files.join("a good one.pdf"), text_pdf(&["All is well."])).expect("written");
        fs::write(files.join("z good one.pdf"), text_pdf(&["All is still well."])).expect("written");
        check(&folder.path().join(format!("home of {name}")), &files);
    }
}

fn check(home: &Path, files: &Path) {
    let start = Instant::now();
    let output = caiwen(home, &["ingest", files.to_str().expect("a path"), "--json"]);
    let elapsed = start.elapsed();
    let reply = json(&output);
    let documents = reply["documents"].as_array().expect("documents");
    assert_eq!(documents.len(), 3);
    for document in documents {
        let path = document["path"].as_str().expect("a path");
        if path.ends_with("bomb.pdf") {
            let given_up = document["status"] == "failed" && document["error"]["code"] != Value::Null;
            let read = document["status"] == "added";
            assert!(given_up || read, "{document}");
        } else {
            assert_eq!(document["status"], "added", "{document}");
        }
    }
    assert!(elapsed < Duration::from_secs(SECONDS_MAX + 2), "{}: {elapsed:?}", files.display());
}
