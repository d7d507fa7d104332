//! Every answer's quote stands on the page that it names, and the figures it gives are in their quotes.

mod common;

use std::{collections::HashMap, fs, path::Path};

use common::{caiwen, caiwen_with_input, code, json, samples, shared};
use doc::text::squeeze;
use serde_json::Value;

/// The questions of a set, one a line.
fn questions(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a question set");
    let cases = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    cases.filter_map(|case| case["question"].as_str().map(|question| question.replace('\n', " "))).collect()
}

/// The words of every page of a document, as `docs show` gives them, running text left out.
fn pages_of(home: &Path, doc_id: &str) -> HashMap<u64, String> {
    let reply = json(&caiwen(home, &["docs", "show", doc_id, "--json"]));
    let mut pages: HashMap<u64, String> = HashMap::new();
    for block in reply["blocks"].as_array().expect("blocks") {
        let running = matches!(
            block["noise"].as_str(),
            Some("running_header" | "running_footer" | "page_number" | "watermark" | "template_mark")
        );
        if !running {
            let page = pages.entry(block["page"].as_u64().expect("a page")).or_default();
            page.push_str(&squeeze(block["text"].as_str().unwrap_or_default()));
        }
    }
    pages
}

/// Asks everything; gives how many citations were checked.
fn check(home: &Path, questions: &[String]) -> usize {
    let output = caiwen_with_input(home, &["ask", "-", "--json", "--today", "2025-12-31"], &questions.join("\n"));
    let replies: Vec<Value> =
        String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(replies.len(), questions.len());
    let listed = json(&caiwen(home, &["docs", "list", "--json"]));
    let page_counts: HashMap<String, u64> = listed["documents"]
        .as_array()
        .expect("documents")
        .iter()
        .map(|document| {
            (document["doc_id"].as_str().expect("an id").to_owned(), document["pages"].as_u64().expect("pages"))
        })
        .collect();
    let mut read: HashMap<String, HashMap<u64, String>> = HashMap::new();
    let mut checked = 0;
    for reply in &replies {
        let citations = reply["citations"].as_array().expect("citations");
        assert_eq!(reply["status"] == "answered", !citations.is_empty(), "{reply}");
        for (index, citation) in citations.iter().enumerate() {
            let doc_id = citation["doc_id"].as_str().expect("an id");
            let page = citation["page"].as_u64().expect("a page");
            assert_eq!(citation["n"], index + 1);
            assert!((1..=page_counts[doc_id]).contains(&page), "{citation}");
            let pages = read.entry(doc_id.to_owned()).or_insert_with(|| pages_of(home, doc_id));
            let quote = squeeze(citation["quote"].as_str().unwrap_or_default());
            assert!(
                !quote.is_empty() && pages.get(&page).is_some_and(|text| text.contains(&quote)),
                "{}: {citation}",
                reply["question"]
            );
            checked += 1;
        }
        for figure in reply["figures"].as_array().expect("figures") {
            let n = figure["citation"].as_u64().and_then(|n| usize::try_from(n).ok()).expect("a citation");
            let quote = squeeze(citations[n - 1]["quote"].as_str().unwrap_or_default());
            let raw = squeeze(figure["raw"].as_str().unwrap_or_default());
            assert!(quote.contains(&raw), "{}: {figure}", reply["question"]);
            assert_eq!(figure["verified"], true, "{figure}");
        }
    }
    checked
}

#[test]
fn quotes_of_answers_about_the_samples_stand_on_their_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    let documents = samples().join("docs");
    assert_eq!(code(&caiwen(&home, &["ingest", documents.to_str().expect("a path")])), 0);
    let checked = check(&home, &questions(&samples().join("questions.jsonl")));
    assert!(checked > 10, "only {checked} citations");
}

#[test]
fn quotes_of_answers_about_the_development_documents_stand_on_their_pages() {
    let Some(shared) = shared() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().join("home");
    let docs = shared.join("data/docs");
    let folders = ["filings", "research", "industry", "various", "traditional", "english"].map(|name| docs.join(name));
    let mut arguments = vec!["ingest"];
    arguments.extend(folders.iter().map(|folder| folder.to_str().expect("a path")));
    assert_eq!(code(&caiwen(&home, &arguments)), 0);
    let sets = shared.join("data/questions");
    let mut all = questions(&sets.join("questions.jsonl"));
    all.extend(questions(&sets.join("traps.jsonl")));
    let checked = check(&home, &all);
    assert!(checked > 30, "only {checked} citations");
}
