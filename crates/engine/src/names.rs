//! Names of files as text, and back: not every name that a system has is text.
//!
//! A name in another encoding (GBK, say) keeps its readable parts; each byte that is no text is written as `\xHH`, as
//! shells have it, so that the file can be found. What decides whether a file is known is written so that no two
//! names ever become the same text.

use std::{
    ffi::OsStr,
    fmt::Write,
    path::{Path, PathBuf},
};

/// Stands before a locator that is no text as it is. A canonical path never begins so.
const ESCAPED: &str = "bytes:";

/// A path for people and for JSON.
pub fn path_text(path: &Path) -> String {
    path.to_str().map_or_else(|| escaped(path.as_os_str()), str::to_owned)
}

/// A canonical path as text that [`locator_path`] turns back.
pub fn locator_text(path: &Path) -> String {
    path.to_str().map_or_else(|| format!("{ESCAPED}{}", escaped(path.as_os_str())), str::to_owned)
}

/// The canonical path that `locator_text` was given.
pub fn locator_path(locator: &str) -> PathBuf {
    match locator.strip_prefix(ESCAPED) {
        Some(escaped) => bytes_path(unescaped(escaped)),
        None => PathBuf::from(locator),
    }
}

fn escaped(name: &OsStr) -> String {
    let mut text = String::new();
    for chunk in name.as_encoded_bytes().utf8_chunks() {
        text.push_str(&chunk.valid().replace('\\', r"\\"));
        for byte in chunk.invalid() {
            // Writing to a string does not fail.
            let _ = write!(text, r"\x{byte:02x}");
        }
    }
    text
}

fn unescaped(text: &str) -> Vec<u8> {
    let hex = |digits: &[u8]| u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok();
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let (byte, taken) = match (first, after) {
            (b'\\', [b'\\', ..]) => (b'\\', 2),
            (b'\\', [b'x', high, low, ..]) => hex(&[*high, *low]).map_or((b'\\', 1), |byte| (byte, 4)),
            _ => (*first, 1),
        };
        bytes.push(byte);
        rest = &rest[taken..];
    }
    bytes
}

#[cfg(unix)]
fn bytes_path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes))
}

#[cfg(not(unix))]
fn bytes_path(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use std::{collections::HashSet, os::unix::ffi::OsStrExt};

    use super::*;

    #[test]
    fn every_name_comes_back_and_no_two_are_the_same() {
        let names: [&[u8]; 9] = [
            b"/a/b.pdf",
            "/报告/年报.pdf".as_bytes(),
            b"/a/\xd6\xd0.pdf",
            br"/a/\xd6\xd0.pdf",
            b"/a/\xd6\\xd0.pdf",
            b"/a/\xff\\\\x41.pdf",
            b"/a/\xffx\\x4",
            b"/a/\xff\n .pdf",
            "/a/😀\u{fffd}.pdf".as_bytes(),
        ];
        let mut seen = HashSet::new();
        for name in names {
            let path = Path::new(OsStr::from_bytes(name));
            let text = locator_text(path);
            assert_eq!(locator_path(&text), path, "{text}");
            assert!(seen.insert(text.clone()), "{text}");
            assert!(path_text(path).contains(".pdf") || name.ends_with(b"4"));
        }
        assert_eq!(path_text(Path::new(OsStr::from_bytes(b"a/\xd6\xd0\xce\xc4 1.pdf"))), r"a/\xd6\xd0\xce\xc4 1.pdf");
    }
}
