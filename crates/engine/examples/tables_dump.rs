//! Prints the tables of a file with their headers.
#![allow(clippy::print_stdout)]
fn main() {
    let path = std::env::args().nth(1).unwrap_or_default();
    let Ok(bytes) = std::fs::read(&path) else { return };
    let Ok(document) = parse::read(bytes, &parse::ReadOptions::default()) else { return };
    for (index, table) in document.tables.iter().enumerate() {
        let pages: Vec<u32> = table.parts.iter().map(|(page, _)| page.0 + 1).collect();
        println!(
            "=== T{index} p{pages:?} caption={:?} unit={:?} section={:?} headers={:?} {:?}",
            table.caption,
            table.unit,
            document.section_path(table.section),
            table.header_rows,
            table.method
        );
        for (row, cells) in table.grid().iter().enumerate() {
            println!("{row}: {}", cells.join(" | "));
        }
    }
}
