//! Reads every PDF under a folder on one thread and prints pages a second, stage by stage:
//! `cargo run --release -p parse --example pages_per_second FOLDER`.

use std::{
    io::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use parse::{ReadOptions, clean::clean, layout::lay_out, pdf::PdfFile, read, table::find_tables};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder of PDF files")?;
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files)?;
    files.sort();
    let mut out = std::io::stdout().lock();
    let mut total = Stages::default();
    for file in &files {
        let bytes = std::fs::read(file)?;
        let start = Instant::now();
        let Ok(document) = read(bytes.clone(), &ReadOptions::default()) else {
            writeln!(out, "not read: {}", file.display())?;
            continue;
        };
        let whole = start.elapsed();
        let stages = stages(bytes)?;
        writeln!(out, "{:7.0} pages/s {:5} pages  {}", rate(stages.pages, whole), stages.pages, file.display())?;
        total.add(&stages, whole);
        drop(document);
    }
    writeln!(out, "{} files, {} pages", files.len(), total.pages)?;
    for (name, time) in
        [("glyphs", total.glyphs), ("clean", total.clean), ("tables", total.tables), ("layout", total.layout)]
    {
        writeln!(out, "{name:8} {:7.3} s {:7.0} pages/s", time.as_secs_f64(), rate(total.pages, time))?;
    }
    writeln!(out, "whole    {:7.3} s {:7.0} pages/s", total.whole.as_secs_f64(), rate(total.pages, total.whole))?;
    Ok(())
}

/// Time spent in each stage.
#[derive(Default)]
struct Stages {
    pages: usize,
    glyphs: Duration,
    clean: Duration,
    tables: Duration,
    layout: Duration,
    whole: Duration,
}

impl Stages {
    fn add(&mut self, other: &Stages, whole: Duration) {
        self.pages += other.pages;
        self.glyphs += other.glyphs;
        self.clean += other.clean;
        self.tables += other.tables;
        self.layout += other.layout;
        self.whole += whole;
    }
}

fn stages(bytes: Vec<u8>) -> Result<Stages, Box<dyn std::error::Error>> {
    let mut stages = Stages::default();
    let mut start = Instant::now();
    let pdf = PdfFile::open(bytes)?;
    pdf.for_each_page(
        |_| true,
        |mut page| {
            stages.pages += 1;
            stages.glyphs += start.elapsed();
            let at = Instant::now();
            clean(&mut page);
            stages.clean += at.elapsed();
            let at = Instant::now();
            let tables = find_tables(&page);
            stages.tables += at.elapsed();
            let at = Instant::now();
            drop(lay_out(page, tables));
            stages.layout += at.elapsed();
            start = Instant::now();
        },
    );
    Ok(stages)
}

fn rate(pages: usize, time: Duration) -> f64 {
    pages as f64 / time.as_secs_f64().max(1e-9)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) {
            files.push(path);
        }
    }
    Ok(())
}
