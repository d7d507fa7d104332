//! `docs show`: a document as Markdown, its headings, what was kept out of the index; in the library and outside of it.

mod common;

use common::{caiwen, code, json, samples};
use doc::text::squeeze;

const REPORT: &str = "docs/澄江智造2024年年度报告.pdf";

fn words(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_document_is_the_same_markdown_in_the_library_and_outside() {
    let home = tempfile::tempdir().expect("a folder");
    let file = samples().join(REPORT);
    let file = file.to_str().expect("a path");
    let outside = caiwen(home.path(), &["docs", "show", file, "--md"]);
    assert_eq!(code(&outside), 0, "{}", String::from_utf8_lossy(&outside.stderr));
    assert_eq!(code(&caiwen(home.path(), &["ingest", file])), 0);
    let inside = caiwen(home.path(), &["docs", "show", file, "--md"]);
    assert_eq!(words(&inside), words(&outside));
    let whole = json(&caiwen(home.path(), &["docs", "show", file, "--md", "--json"]));
    assert_eq!(whole["markdown"].as_str().map(str::trim_end), Some(words(&inside).trim_end()));
}

#[test]
fn markdown_marks_its_pages_and_has_every_figure_of_the_tables() {
    let home = tempfile::tempdir().expect("a folder");
    let file = samples().join(REPORT);
    let file = file.to_str().expect("a path");
    let text = words(&caiwen(home.path(), &["docs", "show", file, "--md"]));
    let pages = text.matches("<!-- 第 ").count();
    let document = json(&caiwen(home.path(), &["docs", "show", file, "--json"]));
    let blocks = document["blocks"].as_array().expect("blocks");
    let last = blocks.iter().filter_map(|block| block["page"].as_u64()).max().unwrap_or(0);
    assert_eq!(pages as u64, last);
    assert!(text.lines().any(|line| line.starts_with("# ")), "there are headings");
    // Tables keep the number of their columns from row to row.
    for table in text.split("\n\n").filter(|part| part.contains("| --- |")) {
        let rows = table.lines().filter(|line| line.starts_with('|'));
        let counts: Vec<usize> = rows.map(|row| row.replace("\\|", "").matches('|').count()).collect();
        assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{table}");
    }
    let tables = json(&caiwen(home.path(), &["tables", file, "--json"]));
    let plain = squeeze(&text.replace('\\', ""));
    for cell in tables["tables"].as_array().into_iter().flatten().flat_map(|table| table["cells"].as_array()).flatten()
    {
        let cell = squeeze(cell["text"].as_str().unwrap_or_default());
        // Levels of a header are joined, and long cells may hold a line's end.
        if cell.chars().all(|c| c.is_ascii_digit() || ",.-".contains(c)) {
            assert!(plain.contains(&cell), "{cell}");
        }
    }
}

#[test]
fn headings_are_indented_by_depth_and_noise_is_listed_once() {
    let home = tempfile::tempdir().expect("a folder");
    let file = samples().join(REPORT);
    let file = file.to_str().expect("a path");
    let outline = words(&caiwen(home.path(), &["docs", "show", file, "--outline"]));
    let depth = |line: &str| {
        let title = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        (title.len() - title.trim_start().len() - 1) / 2
    };
    let depths: Vec<usize> = outline.lines().map(depth).collect();
    assert!(depths.windows(2).all(|pair| pair[1] <= pair[0] + 1), "no level is left out: {outline}");
    assert!(depths.iter().any(|depth| *depth > 0), "{outline}");
    let noise = words(&caiwen(home.path(), &["docs", "show", file, "--noise"]));
    let headers = noise.lines().filter(|line| line.contains("年度报告")).count();
    assert!((1..=3).contains(&headers), "a header of all pages is one line: {noise}");
    assert_ne!(code(&caiwen(home.path(), &["docs", "show", file, "--noise", "--md"])), 0, "one view at a time");
    assert_ne!(code(&caiwen(home.path(), &["docs", "show", "no such file", "--md"])), 0);
}
