//! Writes the seeds that are made by code: `cargo run --example seeds` in this folder.

use std::{fs, io, path::Path};

use caiwen_fuzz::{library, pdf};

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let write = |target: &str, name: &str, bytes: &[u8]| {
        let folder = corpus.join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(name), bytes)
    };
    let page = |name: &str, bytes: &[u8]| write("pdf", name, bytes).and_then(|()| write("render", name, bytes));
    for (name, bytes) in library::reports() {
        page(name, &bytes)?;
    }
    page("rich.pdf", &pdf::rich_file())?;
    let lines = pdf::words(70.0, 780.0, 12.0, "一、公司简介") + &pdf::words(70.0, 760.0, 10.5, "公司从事减速器制造。");
    page("lines", lines.as_bytes())?;
    let rows: &[&[&str]] = &[&["项目", "期末余额"], &["货币资金", "1,234.56"], &["合计", "1,234.56"]];
    page("table", pdf::table(70.0, 700.0, &[150.0, 100.0], rows).as_bytes())?;
    let drawn = "q 0.8 g 70 600 300 20 re f 1 0 0 RG 2 w 70 590 m 400 590 l S Q q 1 0 0 1 50 50 cm 0 0 100 100 re W n \
        BT /H 12 Tf 0.7 0.7 -0.7 0.7 10 10 Tm (slanted) Tj 1 0 0 1 60 500 Tm [(Rev)-200(enue) 12.5] TJ 3 Tr (hidden) Tj \
        T* (next) ' ET Q";
    page("drawn", drawn.as_bytes())?;
    for target in ["documents", "questions", "store", "tables", "words"] {
        for (name, length) in LENGTHS {
            write(target, name, &noise(length))?;
        }
    }
    Ok(())
}

/// Seeds for targets that make their input from bytes: any bytes will do, and long ones make more.
const LENGTHS: [(&str, usize); 3] = [("short", 96), ("middle", 512), ("long", 2_048)];

/// Bytes that look random and are the same in every run (Marsaglia's xorshift).
fn noise(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ length as u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..length).map(|_| next()).collect()
}
