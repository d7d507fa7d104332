//! Holds the reading of tables to labels made by eye: whole tables cell by cell, and pages of charts without any.
//!
//! The documents are not part of the project. A label names a file of the data folder and keeps of its words only short
//! digests, so that a table can be compared but not read here. How labels are made stands in `README.md` beside them.

#![allow(clippy::print_stdout)] // The tests report rates and what to look at.

mod charts;
mod tables;

use std::path::{Path, PathBuf};

use doc::{Document, PageIndex, Rect};
use parse::{ReadOptions, read};
use serde::Deserialize;
use sha2::{Digest, Sha256};

/// Which half of the labels: work on the reading looks at the faults of one and is measured on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Half {
    Development,
    HeldOut,
}

impl Half {
    const ALL: [Half; 2] = [Half::Development, Half::HeldOut];

    /// By a digest of file and first page: fixed, and not chosen by anybody.
    fn of(file: &str, page: u32) -> Self {
        match Sha256::digest(format!("{file}#{page}"))[0] % 2 {
            0 => Half::Development,
            _ => Half::HeldOut,
        }
    }

    /// Are its faults told one by one? Those of the held-out half are for the day when a rate is doubted.
    fn is_shown(self) -> bool {
        self == Half::Development || std::env::var_os("CAIWEN_SHOW_HELD_OUT").is_some()
    }
}

/// A place on a page, in points from its top left as displayed.
#[derive(Clone, Debug, Deserialize)]
struct Place {
    /// 1-based, as shown.
    page: u32,
    /// x0, y0, x1, y1.
    #[serde(rename = "box")]
    corners: [f32; 4],
}

impl Place {
    fn index(&self) -> PageIndex {
        PageIndex(self.page - 1)
    }

    fn rect(&self) -> Rect {
        let [x0, y0, x1, y1] = self.corners;
        Rect::new(x0, y0, x1, y1)
    }
}

/// The area of what two boxes have in common, square points.
fn common_area(a: &Rect, b: &Rect) -> f32 {
    let width = a.x1.min(b.x1) - a.x0.max(b.x0);
    let height = a.y1.min(b.y1) - a.y0.max(b.y0);
    width.max(0.0) * height.max(0.0)
}

fn area(of: &Rect) -> f32 {
    of.width() * of.height()
}

/// The folder of the documents, or nothing and a word about it where it is not there.
fn documents() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/docs");
    if !root.is_dir() {
        println!("skipped: ../shared is not there");
        return None;
    }
    Some(root)
}

/// Reads some pages of a file, each once.
fn read_pages(root: &Path, file: &str, pages: impl IntoIterator<Item = PageIndex>) -> Document {
    let bytes = std::fs::read(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let options = ReadOptions { pages: Some(pages.into_iter().collect()), ..ReadOptions::default() };
    read(bytes, &options).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn lines<'a, T: Deserialize<'a>>(data: &'a str) -> Vec<T> {
    data.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}
