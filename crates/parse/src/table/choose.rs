//! Chooses between tables that overlap: the same words can be read by walls and by alignment, whole and in pieces.

use doc::{Rect, TableMethod};

use super::{PageTable, words::Word};

/// Smaller tables that hold this share of the words of a larger one around them are taken instead of it.
const PIECES_SHARE: f32 = 0.87;
/// A table of words in line that has more rows than this is more than a heading above a ruled row.
const HEADED_ROW_MAX: usize = 2;

/// A table that may be chosen.
struct Rival {
    words: usize,
    walled: bool,
    table: PageTable,
}

impl Rival {
    fn overlaps(&self, other: &Rival) -> bool {
        self.table.bbox.overlap(&other.table.bbox) > 0.0
    }
}

/// Of tables that overlap, the one with most words; equally full ones by walls come before those by alignment.
pub fn choose(walled: Vec<PageTable>, framed: Vec<PageTable>, words: &[Word]) -> Vec<PageTable> {
    let rival = |table: PageTable, walled: bool| {
        let inside = |word: &&Word| table.bbox.contains(word.bbox.center_x(), word.bbox.center_y());
        Rival { words: words.iter().filter(inside).count(), walled, table }
    };
    let walled = walled.into_iter().map(|table| rival(table, true));
    let mut rivals: Vec<Rival> = walled.chain(framed.into_iter().map(|table| rival(table, false))).collect();
    rivals.sort_by(|a, b| b.words.cmp(&a.words).then(b.walled.cmp(&a.walled)));
    let mut chosen: Vec<&Rival> = Vec::new();
    for (index, rival) in rivals.iter().enumerate() {
        let free = chosen.iter().all(|other| !other.overlaps(rival));
        if free && !is_better_in_pieces(rival, &pieces_of(rival, &rivals[index + 1..])) {
            chosen.push(rival);
        }
    }
    chosen.into_iter().map(|rival| rival.table.clone()).collect()
}

/// The smaller tables that overlap this one and not each other, fullest first.
fn pieces_of<'a>(rival: &Rival, smaller: &'a [Rival]) -> Vec<&'a Rival> {
    let mut pieces: Vec<&Rival> = Vec::new();
    for piece in smaller.iter().filter(|piece| piece.overlaps(rival)) {
        if pieces.iter().all(|other| !other.overlaps(piece)) {
            pieces.push(piece);
        }
    }
    pieces
}

/// Are the pieces tables side by side under one line, or the same table read by its walls?
fn is_better_in_pieces(whole: &Rival, pieces: &[&Rival]) -> bool {
    let ruled = |piece: &&Rival| piece.table.method == TableMethod::Ruled;
    // A heading above the only row of a ruled table that ends the page is no row of it.
    let heads_a_row = whole.table.row_boxes.len() <= HEADED_ROW_MAX && pieces.first().is_some_and(ruled);
    if whole.walled || heads_a_row {
        return heads_a_row && !whole.walled;
    }
    // Walls tell merged cells better than alignment does, but a table without its header tells nothing.
    let as_good =
        |piece: &Rival| piece.walled && (!piece.table.header_rows.is_empty() || whole.table.header_rows.is_empty());
    let beside = pieces.iter().any(|a| pieces.iter().any(|b| is_beside(&a.table.bbox, &b.table.bbox)));
    let held: usize = pieces.iter().map(|piece| piece.words).sum();
    (beside || matches!(pieces, [piece] if as_good(piece))) && held as f32 >= PIECES_SHARE * whole.words as f32
}

/// Do two boxes stand beside each other, for most of the lower one's height?
fn is_beside(a: &Rect, b: &Rect) -> bool {
    let shared = a.y1.min(b.y1) - a.y0.max(b.y0);
    (a.x1 <= b.x0 || b.x1 <= a.x0) && shared * 2.0 > a.height().min(b.height())
}
