//! A small library of made-up reports, read from PDF files that are made here: what questions are asked of.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use doc::{Document, text::Tokenizer};
use finance::metric::Metrics;
use sha2::{Digest, Sha256};
use store::{NewVersion, Store};
use tempfile::TempDir;

use crate::pdf;

/// A library folder that goes when this is dropped.
pub struct Library {
    /// The folder.
    pub folder: TempDir,
    /// The opened store.
    pub store: Store,
    /// What documents and questions are cut with.
    pub tokenizer: Arc<Tokenizer>,
}

/// Two reports of one company and one of another, published.
///
/// # Panics
/// When the folder for temporary files cannot be written.
pub fn library() -> Library {
    let folder = temporary_folder();
    let tokenizer = Arc::new(Tokenizer::with_terms(Metrics::builtin().terms()));
    let store = Store::open(folder.path(), Arc::clone(&tokenizer)).expect("a fresh folder opens");
    let mut writer = store.writer().expect("a fresh folder has no other writer");
    for (path, file) in reports() {
        let document = parse::read(file.clone(), &parse::ReadOptions::default()).expect("a made report can be read");
        add(&mut writer, path, &file, &document);
    }
    writer.publish().expect("what is staged can be published");
    writer.close().expect("a writer closes");
    Library { folder, store, tokenizer }
}

/// Adds a document with everything that follows from it.
///
/// # Panics
/// When the store refuses it.
pub fn add(writer: &mut store::Writer, path: &str, file: &[u8], document: &Document) {
    let (identity, chunks, facts) = crate::checks::after_reading(document);
    let sha256: String = Sha256::digest(file).iter().map(|byte| format!("{byte:02x}")).collect();
    let new = NewVersion {
        kb: "default",
        path,
        locator: path,
        sha256: &sha256,
        ingested_at: 1_700_000_000,
        identity: &identity,
        document,
        chunks: &chunks,
        facts: &facts,
        access: &[],
    };
    writer.add(&new).expect("a document of this size can be stored");
}

/// A folder in memory where there is one: targets write it again and again.
///
/// # Panics
/// When no temporary folder can be made.
pub fn temporary_folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    tempfile::Builder::new().prefix("caiwen-fuzz-").tempdir_in(place).expect("a temporary folder can be made")
}

/// The files of a folder and below, by their path in it.
///
/// # Panics
/// When they cannot be read.
pub fn files_below(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let name = PathBuf::from(entry.file_name());
        if entry.path().is_dir() {
            let below = files_below(&entry.path());
            files.extend(below.into_iter().map(|(path, bytes)| (name.join(path), bytes)));
        } else {
            files.push((name, std::fs::read(entry.path()).expect("the file is there")));
        }
    }
    // tantivy names its files at random; an input must mean the same in every run.
    files.sort_by_key(|(path, bytes)| (path.extension().map(ToOwned::to_owned), bytes.len()));
    files
}

/// Made-up reports as files, with their paths.
pub fn reports() -> Vec<(&'static str, Vec<u8>)> {
    let cover = |title: &str, company: &str, code: &str| {
        pdf::words(150.0, 700.0, 20.0, company)
            + &pdf::words(180.0, 660.0, 20.0, title)
            + &pdf::words(70.0, 600.0, 10.5, &format!("证券代码：{code}    证券简称：{}", &company[..12]))
    };
    let income: &[&[&str]] = &[
        &["项目", "2024年度", "2023年度"],
        &["营业收入", "1,234,567.89", "1,034,567.89"],
        &["营业成本", "834,567.89", "734,567.89"],
        &["净利润", "200,000.00", "-150,000.00"],
        &["基本每股收益（元／股）", "0.52", "-0.41"],
    ];
    let quarter: &[&[&str]] = &[
        &["项目", "本报告期", "年初至报告期末", "年初至报告期末比上年同期增减(%)"],
        &["营业收入", "345.60", "987.65", "12.50"],
        &["归属于上市公司股东的净利润", "45.60", "87.65", "-2.50"],
    ];
    let body = |table: String| {
        pdf::words(70.0, 780.0, 14.0, "第十节 财务报告")
            + &pdf::words(70.0, 750.0, 10.5, "合并利润表")
            + &pdf::words(420.0, 730.0, 9.0, "单位：万元  币种：人民币")
            + &table
            + &pdf::words(70.0, 560.0, 10.5, "报告期内公司减速器业务收入增长，主要因为海外订单增加。")
    };
    let annual = body(pdf::table(70.0, 720.0, &[200.0, 120.0, 120.0], income));
    let third = body(pdf::table(70.0, 720.0, &[160.0, 90.0, 110.0, 100.0], quarter));
    let file = |cover: String, body: &str| pdf::file(&[cover.as_bytes(), body.as_bytes()]);
    vec![
        ("a.pdf", file(cover("2024年年度报告", "澄江智造股份有限公司", "609718"), &annual)),
        ("b.pdf", file(cover("2024年第三季度报告", "澄江智造股份有限公司", "609718"), &third)),
        ("c.pdf", file(cover("2024年年度报告", "苇川机电股份有限公司", "609719"), &annual)),
    ]
}
