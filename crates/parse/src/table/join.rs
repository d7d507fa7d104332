//! Joins the parts of tables that cross pages.

use doc::{Table, TableRow};

use super::PagePart;

/// The tables of a document in order; section, caption and unit are left empty.
pub fn join(parts: Vec<PagePart>) -> Vec<Table> {
    parts.into_iter().map(whole).collect()
}

fn whole(part: PagePart) -> Table {
    let PagePart { page, table, .. } = part;
    Table {
        caption: String::new(),
        unit: String::new(),
        section: None,
        columns: table.columns,
        header_rows: table.header_rows,
        rows: table.row_boxes.iter().map(|bbox| TableRow { page, bbox: *bbox }).collect(),
        cells: table.cells,
        parts: vec![(page, table.bbox)],
        method: table.method,
    }
}
