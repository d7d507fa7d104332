//! What the tests of the program share: running it, and making PDF files.
#![allow(dead_code, clippy::print_stdout, reason = "each test uses its part of this and may say what it skips")]

pub mod bad;
pub mod encrypted;
pub mod watch;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;

/// The program under test.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_caiwen");

/// The sample documents of the project.
pub fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples")
}

/// The development documents beside the project, where they are there; says so where not.
pub fn shared() -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    if shared.join("data/docs").is_dir() {
        return Some(shared);
    }
    println!("skipped: ../shared is not there");
    None
}

/// Runs the program on a library, in English, with these arguments.
pub fn caiwen(home: &Path, arguments: &[&str]) -> Output {
    command(home, arguments).output().expect("the program starts")
}

/// Runs the program with lines on its standard input.
pub fn caiwen_with_input(home: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command(home, arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("an input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // A program that ends early closes its input.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    output
}

/// The command, not yet started.
pub fn command(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.env("LC_ALL", "C").env_remove("CAIWEN_HOME").arg("--home").arg(home).args(arguments);
    command
}

/// The one JSON document of a run.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {} {}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
    })
}

/// The exit code of a run.
pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

/// A PDF from the bodies of its objects; object 1 is the catalogue. A body is everything between `obj` and `endobj`.
pub fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(bytes.len());
        bytes.extend(format!("{} 0 obj\n", index + 1).into_bytes());
        bytes.extend(object);
        bytes.extend(b"\nendobj\n");
    }
    let start = bytes.len();
    bytes.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for offset in offsets {
        bytes.extend(format!("{offset:010} 00000 n \n").into_bytes());
    }
    bytes.extend(
        format!("trailer\n<< /Size {} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n", objects.len() + 1).into_bytes(),
    );
    bytes
}

/// The body of a stream object.
pub fn stream(dictionary: &str, data: &[u8]) -> Vec<u8> {
    let mut body = format!("<< {dictionary} /Length {} >>\nstream\n", data.len()).into_bytes();
    body.extend(data);
    body.extend(b"\nendstream");
    body
}

/// A one-page PDF with these lines of Latin text.
pub fn text_pdf(lines: &[&str]) -> Vec<u8> {
    let mut content = "BT /F1 12 Tf 72 720 Td 16 TL\n".to_owned();
    for line in lines {
        content.push_str(&format!("({}) Tj T*\n", line.replace(['(', ')', '\\'], " ")));
    }
    content.push_str("ET");
    pdf(&[
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_vec(),
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_vec(),
        stream("", content.as_bytes()),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
    ])
}

/// Runs the program as a person without special rights.
pub type RunAs = Box<dyn Fn(&Path, &[&str]) -> Output>;

/// A folder that belongs to an ordinary user, and a way to run the program as that user: permissions mean nothing to
/// the administrator. Says so where that is not possible.
#[cfg(unix)]
pub fn ordinary_user() -> Option<(tempfile::TempDir, RunAs)> {
    use std::os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    };
    const NOBODY: u32 = 65_534;
    let folder = tempfile::tempdir().expect("a folder");
    if folder.path().metadata().expect("there").uid() != 0 {
        return Some((folder, Box::new(caiwen)));
    }
    // The program may lie where only its owner comes.
    let program = folder.path().join("program");
    std::fs::copy(PROGRAM, &program).expect("copied");
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).expect("set");
    chown(folder.path(), Some(NOBODY), Some(NOBODY)).expect("given");
    let run = move |home: &Path, arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.env("LC_ALL", "C").arg("--home").arg(home).args(arguments).current_dir("/").uid(NOBODY).gid(NOBODY);
        command.output()
    };
    // While another thread starts a process, the copy may still be open for writing there.
    let started = (0..50).find_map(|attempt| {
        let started = run(&folder.path().join("home"), &["--version"]);
        if started.as_ref().is_err_and(|error| error.kind() == std::io::ErrorKind::ExecutableFileBusy && attempt < 49) {
            std::thread::sleep(std::time::Duration::from_millis(20));
            return None;
        }
        Some(started)
    });
    if let Some(Err(error)) = started {
        println!("skipped: the program cannot be run as another user: {error}");
        return None;
    }
    Some((folder, Box::new(move |home, arguments| run(home, arguments).expect("started before"))))
}
