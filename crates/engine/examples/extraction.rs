//! Reads every PDF of the folders given and prints one JSON line each: identity and facts. Add `--text` for the first
//! pages as blocks.

#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = arguments.iter().any(|argument| argument == "--text");
    let quiet = arguments.iter().any(|argument| argument == "--no-facts");
    let mut files = Vec::new();
    for argument in arguments.iter().filter(|argument| !argument.starts_with("--")) {
        collect(Path::new(argument), &mut files);
    }
    files.sort();
    for file in files {
        report(&file, text, !quiet);
    }
}

fn collect(path: &Path, files: &mut Vec<PathBuf>) {
    if let Ok(entries) = std::fs::read_dir(path) {
        entries.flatten().for_each(|entry| collect(&entry.path(), files));
    } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) {
        files.push(path.to_owned());
    }
}

fn report(path: &Path, text: bool, with_facts: bool) {
    let Ok(bytes) = std::fs::read(path) else { return };
    let document = match parse::read(bytes, &parse::ReadOptions::default()) {
        Ok(document) => document,
        Err(error) => {
            println!("{}", serde_json::json!({"path": path, "error": error.to_string()}));
            return;
        }
    };
    let (identity, warnings) = finance::extract::identity(&document);
    let facts = if with_facts { finance::extract::facts(&document, &identity) } else { Vec::new() };
    println!("{}", serde_json::json!({"path": path, "identity": identity, "warnings": warnings, "facts": facts}));
    if text {
        for page in document.pages.iter().take(3) {
            println!("--- page {}", page.index.number());
            for block in &page.blocks {
                println!(
                    "[{:?} {:?} {:.0} {:.0}] {}",
                    block.kind, block.noise, block.font_size, block.bbox.y0, block.text
                );
            }
        }
    }
}
