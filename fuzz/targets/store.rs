//! A library folder whose files were damaged: opened, listed, read, searched, and put right by the next writer.

#![no_main]

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use arbitrary::{Arbitrary, Unstructured};
use caiwen_fuzz::{library, panics, pdf};
use doc::{PageIndex, text::Tokenizer};
use libfuzzer_sys::fuzz_target;
use rusqlite::{Connection, types::Value};
use store::{Access, Asker, DocFilter, FactFilter, FieldBoosts, Store, Units, WordQuery};
use tempfile::TempDir;

/// Damages of one input at most.
const DAMAGES_MAX: usize = 6;
/// The header of a packed cell: its kind, a checksum and its length, 4 bytes each but the kind.
const CELL_HEADER_BYTES: usize = 9;
/// Kind of a cell that is compressed.
const LZ4: u8 = 1;

/// What is done to a folder.
#[derive(Arbitrary, Debug)]
enum Damage {
    /// Other bytes at a place of a file.
    Overwrite { file: u8, at: u32, bytes: Vec<u8> },
    /// The end is cut off.
    Truncate { file: u8, at: u32 },
    /// Bytes put in between.
    Insert { file: u8, at: u32, bytes: Vec<u8> },
    /// Nothing of it stays.
    Replace { file: u8, bytes: Vec<u8> },
    /// It is gone.
    Remove { file: u8 },
    /// One takes the place of another.
    Swap { file: u8, other: u8 },
    /// Another value in a cell of the database, which stays sound as a file.
    Cell { column: u8, row: u8, value: CellValue },
    /// Other bytes inside a packed cell, with the right checksum.
    Packed { column: u8, row: u8, at: u16, bytes: Vec<u8> },
}

#[derive(Arbitrary, Debug)]
enum CellValue {
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

/// The columns whose values are read as something.
const COLUMNS: &[(&str, &str)] = &[
    ("document", "doc_id"),
    ("document", "kb"),
    ("document", "current"),
    ("document", "last_version"),
    ("document", "access"),
    ("version", "document"),
    ("version", "version"),
    ("version", "staged"),
    ("version", "access"),
    ("version", "identity"),
    ("version", "warnings"),
    ("version", "pages"),
    ("version", "chunks"),
    ("version", "facts"),
    ("version", "units"),
    ("version", "sha256"),
    ("page", "key"),
    ("page", "width"),
    ("chunk", "key"),
    ("chunk", "in_table"),
    ("chunk", "first_row"),
    ("chunk", "end_row"),
    ("fact", "key"),
    ("fact", "metric"),
    ("fact", "period"),
    ("journal", "seq"),
    ("journal", "doc_id"),
    ("meta", "value"),
];
/// The columns with packed values.
const PACKED: &[(&str, &str)] = &[("body", "data"), ("page", "text"), ("chunk", "data"), ("fact", "data")];

/// A sound library in memory, and the folder that is written again for each input.
struct Made {
    files: Vec<(PathBuf, Vec<u8>)>,
    tokenizer: Arc<Tokenizer>,
    folder: TempDir,
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let made = library::library();
    let files = library::files_below(made.folder.path());
    Made { files, tokenizer: made.tokenizer.clone(), folder: library::temporary_folder() }
});

fuzz_target!(
    init: {
        // tantivy panics at damaged files, and the store catches that.
        panics::forgive_caught();
    },
    |bytes: &[u8]| {
        let u = &mut Unstructured::new(bytes);
        let Ok(writes) = u.ratio(1, 4) else { return };
        let Ok(count) = u.int_in_range(1..=DAMAGES_MAX) else { return };
        let damages: Vec<Damage> = (0..count).map_while(|_| u.arbitrary().ok()).collect();
        let home = MADE.folder.path().join("library");
        damage(&home, damages);
        panics::watched(|| {
            read(&home);
            if writes {
                put_right(&home);
            }
        });
    }
);

fn damage(home: &Path, damages: Vec<Damage>) {
    let mut files = MADE.files.clone();
    let mut cells = Vec::new();
    for damage in damages {
        let count = files.len();
        let at = |file: u8| usize::from(file) % count.max(1);
        match damage {
            _ if files.is_empty() => {}
            Damage::Overwrite { file, at: from, bytes } => overwrite(&mut files[at(file)].1, from as usize, &bytes),
            Damage::Truncate { file, at: from } => {
                let bytes = &mut files[at(file)].1;
                bytes.truncate(from as usize % (bytes.len() + 1));
            }
            Damage::Insert { file, at: from, bytes } => {
                let file = &mut files[at(file)].1;
                let from = from as usize % (file.len() + 1);
                file.splice(from..from, bytes);
            }
            Damage::Replace { file, bytes } => files[at(file)].1 = bytes,
            Damage::Remove { file } => drop(files.remove(at(file))),
            Damage::Swap { file, other } => {
                let moved = std::mem::take(&mut files[at(file)].1);
                files[at(other)].1 = moved;
            }
            inside @ (Damage::Cell { .. } | Damage::Packed { .. }) => cells.push(inside),
        }
    }
    let _ = fs::remove_dir_all(home);
    for (path, bytes) in &files {
        let path = home.join(path);
        fs::create_dir_all(path.parent().unwrap_or(home)).expect("the temporary folder can be written");
        fs::write(path, bytes).expect("the temporary folder can be written");
    }
    // A database that is no longer sound keeps the damage that it has.
    for cell in cells {
        let _ = damage_cell(&home.join("meta.db"), cell);
    }
}

fn overwrite(file: &mut [u8], from: usize, bytes: &[u8]) {
    let from = from % (file.len() + 1);
    for (place, byte) in file[from..].iter_mut().zip(bytes) {
        *place = *byte;
    }
}

fn damage_cell(database: &Path, damage: Damage) -> rusqlite::Result<()> {
    let conn = Connection::open(database)?;
    conn.pragma_update(None, "synchronous", "OFF")?;
    let (column, row, value) = match damage {
        Damage::Cell { column, row, value } => {
            let value = match value {
                CellValue::Number(number) => Value::Integer(number),
                CellValue::Text(text) => Value::Text(text),
                CellValue::Bytes(bytes) => Value::Blob(bytes),
            };
            (COLUMNS[usize::from(column) % COLUMNS.len()], row, value)
        }
        Damage::Packed { column, row, at, bytes } => {
            let column = PACKED[usize::from(column) % PACKED.len()];
            let select = format!("SELECT {} FROM {} LIMIT 1 OFFSET ?", column.1, column.0);
            let cell: Vec<u8> = conn.query_row(&select, [row % 16], |found| found.get(0))?;
            (column, row, Value::Blob(repacked(&cell, usize::from(at), &bytes)))
        }
        _ => return Ok(()),
    };
    let (table, column) = column;
    let update =
        format!("UPDATE {table} SET {column} = ?1 WHERE rowid = (SELECT rowid FROM {table} LIMIT 1 OFFSET ?2)");
    conn.execute(&update, (value, row % 16))?;
    Ok(())
}

/// The cell with other bytes in its value, as the store would have packed them.
fn repacked(cell: &[u8], at: usize, bytes: &[u8]) -> Vec<u8> {
    let Some((header, packed)) = cell.split_first_chunk::<CELL_HEADER_BYTES>() else { return cell.to_vec() };
    let length = u32::from_le_bytes([header[5], header[6], header[7], header[8]]) as usize;
    let mut plain = match header[0] {
        LZ4 => lz4_flex::block::decompress(packed, length).unwrap_or_default(),
        _ => packed.to_vec(),
    };
    overwrite(&mut plain, at, bytes);
    let mut cell = vec![0];
    cell.extend(crc32fast::hash(&plain).to_le_bytes());
    cell.extend((plain.len() as u32).to_le_bytes());
    cell.extend(plain);
    cell
}

/// Everything that reading offers; an error is an answer.
fn read(home: &Path) {
    let Ok(store) = Store::open(home, Arc::clone(&MADE.tokenizer)) else { return };
    let _ = (store.stats(), store.text_state(), store.knowledge_bases(), store.index_version());
    for access in [Access::All, Access::Tags(Vec::new())] {
        let Ok(view) = store.view(&Asker { kb: None, access }) else { continue };
        let terms = MADE.tokenizer.tokens("减速器营业收入 609718").into_iter().map(|token| (token, 1.0)).collect();
        let query = WordQuery { terms, boosts: FieldBoosts::default(), units: Units::All };
        for hit in view.search_words(&query, 20).unwrap_or_default() {
            let _ = (view.explain_words(&query, &hit), view.chunks(std::slice::from_ref(&hit.chunk)));
        }
        let _ = (view.term_frequency("=营业收入"), view.facts(&FactFilter::default()), view.find("a.pdf"));
        let _ = retrieve::Library::new(&view);
        for record in view.documents(&DocFilter::default()) {
            let id = &record.doc_id;
            let _ = (view.document(id), view.page(id, PageIndex(0)), view.chunks_of(id, 0..u32::MAX));
            let _ = (view.chunk_of_row(id, 0, 1), store.history(id));
        }
    }
}

/// What is derived is rebuilt; afterwards a new document can be found.
fn put_right(home: &Path) {
    let Ok(store) = Store::open(home, Arc::clone(&MADE.tokenizer)) else { return };
    let Ok(mut writer) = store.writer() else { return };
    if writer.verify().is_err() {
        return;
    }
    let line = pdf::words(70.0, 700.0, 10.5, "谐波传动装置交付。");
    let file = pdf::file(&[line.as_bytes()]);
    let document = parse::read(file.clone(), &parse::ReadOptions::default()).expect("a made file can be read");
    library::add(&mut writer, "new.pdf", &file, &document);
    if writer.publish().is_err() || writer.close().is_err() {
        return;
    }
    let view = store.view(&Asker { kb: None, access: Access::All }).expect("what was published can be viewed");
    let terms = MADE.tokenizer.tokens("谐波").into_iter().map(|token| (token, 1.0)).collect();
    let query = WordQuery { terms, boosts: FieldBoosts::default(), units: Units::All };
    let hits = view.search_words(&query, 20).expect("words were rebuilt");
    assert!(hits.iter().any(|hit| view.record(&hit.doc_id).is_some_and(|record| record.path == "new.pdf")));
}
