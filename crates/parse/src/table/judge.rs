//! Tells tables from what only looks like one: frames around text, charts, page furniture.

use super::PageTable;

/// A grid with fewer written cells than this share is a chart or an empty form.
const WRITTEN_SHARE_MIN: f32 = 0.25;
/// Smallest table, points.
const WIDTH_MIN: f32 = 40.0;

/// Is it one?
pub fn is_table(table: &PageTable) -> bool {
    let written = table.cells.iter().filter(|cell| !cell.text.is_empty()).count();
    let first_row_full = table.cells.iter().filter(|cell| cell.row == 0).all(|cell| !cell.text.is_empty());
    let enough = written as f32 >= WRITTEN_SHARE_MIN * table.cells.len() as f32 || first_row_full;
    table.columns >= 2 && written >= 2 && enough && table.bbox.width() >= WIDTH_MIN
}
