//! Damaged files: nothing panics or hangs, words are rebuilt, and what is damaged in the truth is said.
#![allow(clippy::unwrap_used, reason = "helpers of tests, which the lint does not know for such")]

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
};

use store::{FactFilter, Store, StoreError};
use support::{body_query, check_whole, open, sample, tokenizer, view};

const ROUNDS: u64 = 60;

/// Numbers that look random and are the same in every run.
fn noise(seed: u64) -> u64 {
    let mixed = (seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 31)
}

/// Two documents, published apart, and files of the word index in an order that does not depend on their names.
fn library(home: &Path) {
    let store = open(home);
    let mut writer = store.writer().unwrap();
    sample("a", "alpha", 5).publish(&mut writer);
    sample("b", "beta", 5).publish(&mut writer);
    writer.close().unwrap();
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path()).collect();
    files.sort_by_key(|path| (path.extension().map(ToOwned::to_owned), path.metadata().map_or(0, |meta| meta.len())));
    files
}

/// Flips a bit, cuts the end off, empties or deletes.
fn spoil(path: &Path, seed: u64) {
    let mut bytes = fs::read(path).unwrap();
    let at = if bytes.is_empty() { 0 } else { noise(seed * 3) as usize % bytes.len() };
    match noise(seed * 5) % 6 {
        0 => return fs::remove_file(path).unwrap(),
        1 => bytes.clear(),
        2 => bytes.truncate(at),
        _ if bytes.is_empty() => bytes.push(7),
        _ => bytes[at] ^= 1 << (noise(seed * 7) % 8),
    }
    fs::write(path, bytes).unwrap();
}

/// The default message of a panic that is caught on purpose would only frighten.
fn quietly() {
    std::panic::set_hook(Box::new(|info| {
        if !info.location().is_some_and(|at| at.file().contains("tantivy")) {
            eprintln!("{info}");
        }
    }));
}

#[test]
fn a_damaged_word_index_is_an_error_until_it_is_rebuilt() {
    quietly();
    for round in 0..ROUNDS {
        let folder = tempfile::tempdir().unwrap();
        library(folder.path());
        let files = files(&folder.path().join("text"));
        let path = &files[noise(round) as usize % files.len()];
        spoil(path, round);
        let what = format!("round {round}: {}", path.display());

        let store = open(folder.path());
        let now = view(&store);
        match now.search_words(&body_query(&store, "alpha"), 10) {
            Ok(_) | Err(StoreError::TextIndex { .. }) => {}
            Err(error) => panic!("{what}: {error:?}"),
        }
        assert_eq!(now.facts(&FactFilter::default()).unwrap().len(), 20, "{what}: figures do not need words");
        let mut writer = store.writer().unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let verified = writer.verify().unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert!(verified.damaged.is_empty(), "{what}");
        assert_eq!(check_whole(&store).unwrap(), 2, "{what}");
        sample("c", "gamma", 2).publish(&mut writer);
        writer.close().unwrap_or_else(|error| panic!("{what}: {error:?}"));
        assert_eq!(check_whole(&open(folder.path())).unwrap(), 3, "{what}");
    }
}

/// Damages files of the word index, and looks whether it is noticed and put right.
fn is_rebuilt_after(spoil: impl Fn(&Path)) {
    quietly();
    let folder = tempfile::tempdir().unwrap();
    library(folder.path());
    files(&folder.path().join("text")).iter().for_each(|path| spoil(path));
    let store = open(folder.path());
    assert_eq!(store.text_state().unwrap(), store::TextState::Corrupt);
    store.writer().unwrap().close().unwrap();
    assert_eq!(check_whole(&store).unwrap(), 2);
}

#[test]
fn a_count_of_stored_fields_that_is_wrong_takes_no_memory() {
    is_rebuilt_after(|path| {
        if path.extension().is_some_and(|extension| extension == "store") {
            let mut bytes = fs::read(path).unwrap();
            // As many entries as a number of this length can say, wherever the count may stand.
            bytes.chunks_exact_mut(5).for_each(|number| number.copy_from_slice(&[0x7f, 0x7f, 0x7f, 0x7f, 0x8f]));
            fs::write(path, bytes).unwrap();
        }
    });
}

#[test]
fn a_count_of_units_that_is_wrong_takes_no_memory() {
    is_rebuilt_after(|path| {
        if path.ends_with("meta.json") {
            let text = fs::read_to_string(path).unwrap();
            fs::write(path, text.replace("\"max_doc\": ", "\"max_doc\": 40000000")).unwrap();
        }
    });
}

#[test]
fn a_damaged_database_is_said_and_never_read_as_something_else() {
    quietly();
    for round in 0..ROUNDS {
        let folder = tempfile::tempdir().unwrap();
        library(folder.path());
        let path = folder.path().join("meta.db");
        let mut bytes = fs::read(&path).unwrap();
        for hit in 0..8 {
            let at = noise(round * 8 + hit) as usize % bytes.len();
            bytes[at] ^= 0xff;
        }
        fs::write(&path, bytes).unwrap();

        let Ok(store) = Store::open(folder.path(), tokenizer()) else { continue };
        let Ok(now) = store.view(&store::Asker { kb: None, access: store::Access::All }) else { continue };
        let whole = [sample("a", "alpha", 5), sample("b", "beta", 5)];
        for record in now.documents(&store::DocFilter::default()) {
            let Some(expected) = whole.iter().find(|one| one.path == record.path) else { continue };
            if let Ok(Some(document)) = now.document(&record.doc_id) {
                assert_eq!(document, expected.document, "round {round}");
            }
            let only = now.only(std::slice::from_ref(&record.doc_id));
            for stored in only.facts(&FactFilter::default()).unwrap_or_default() {
                assert!(expected.facts.contains(&stored.fact), "round {round}: {:?}", stored.fact);
            }
            for stored in now.chunks_of(&record.doc_id, 0..u32::MAX).unwrap_or_default() {
                assert!(expected.chunks.contains(&stored.chunk), "round {round}: {:?}", stored.chunk);
            }
        }
        let _ = now.search_words(&body_query(&store, "alpha"), 10);
        if let Ok(mut writer) = store.writer() {
            let _ = writer.verify();
        }
    }
}
