//! Writing: results to standard output, problems to standard error.

use std::{
    borrow::Cow,
    io::{self, IsTerminal, Write},
};

use serde_json::{Value, json};

use crate::problem::Problem;

/// One JSON document on a line.
pub fn json_line(value: &Value) -> io::Result<()> {
    let mut output = io::stdout().lock();
    serde_json::to_writer(&mut output, value).map_err(io::Error::from)?;
    output.write_all(b"\n")?;
    output.flush()
}

/// Words for people on a line.
pub fn line(text: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(harmless(text).as_bytes())?;
    output.write_all(b"\n")
}

/// A name on one line: files may be called anything.
pub fn one_line(name: &str) -> String {
    name.replace('\n', "\\n").replace('\r', "\\r").replace('\t', "\\t")
}

/// Words that give a terminal no orders.
fn harmless(text: &str) -> Cow<'_, str> {
    let order = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    if !text.contains(order) {
        return Cow::Borrowed(text);
    }
    let shown = |letter: char| if order(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Something that is no result; nobody listening is no problem.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(text));
}

/// Says what stopped the command, with every cause.
pub fn report(problem: &Problem, as_json: bool) {
    let message = engine::wire::whole(problem);
    if as_json {
        let _ = json_line(&json!({"error": {"code": problem.code(), "message": message}}));
    }
    note(&format!("caiwen: {message}"));
}

/// Bars and colour only where a person looks.
pub fn is_watched() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}
