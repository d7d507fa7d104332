//! Where words stand on a page: in which line or cell, compared without white space.
//!
//! Words are looked for inside single lines and cells first; then over the wrapped lines of a column and over the
//! cells of a row, as quotes are written.

use doc::{Rect, text::squeeze};

use crate::{
    content::Glyph,
    layout::{Draft, Item},
    line::Line,
    table::PageTable,
};

/// Longer words are not looked for, characters.
const WORDS_CHARS_MAX: usize = 2_000;
/// Places of the same words on a page at most.
const PLACES_MAX: usize = 200;

/// The words of a page with their places.
pub struct PageText {
    runs: Vec<Run>,
}

/// Pieces that are read one after the other: lines of a column, or cells of a row.
struct Run {
    kind: Kind,
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Lines,
    Cells,
}

/// A line or a cell.
struct Piece {
    /// Squeezed.
    text: Vec<char>,
    bbox: Rect,
    /// The place of every character, where it is known.
    places: Vec<Rect>,
}

/// Characters `start..end` of a run whose pieces are joined.
#[derive(Clone, Copy)]
struct Match {
    start: usize,
    end: usize,
}

/// Is this match good enough?
type Fits = fn(&Run, Match) -> bool;

impl PageText {
    /// The words of a page that was laid out, with the glyphs that they are made of.
    pub fn new(draft: &Draft, glyphs: &[Glyph]) -> Self {
        let mut runs = Vec::new();
        for column in &draft.columns {
            let mut lines = Vec::new();
            for item in &column.items {
                match item {
                    Item::Line(line) => lines.push(line_piece(&line.line, glyphs)),
                    Item::Table(index) => {
                        runs.push(Run { kind: Kind::Lines, pieces: std::mem::take(&mut lines) });
                        runs.extend(draft.tables.get(*index).into_iter().flat_map(rows));
                    }
                }
            }
            runs.push(Run { kind: Kind::Lines, pieces: lines });
        }
        Self { runs }
    }

    /// Boxes around these words wherever they stand; none where they don't.
    ///
    /// A number is found as a whole number where there is one: `25` marks no `125`.
    pub fn find(&self, words: &str) -> Vec<Rect> {
        let wanted: Vec<char> = squeeze(words).chars().take(WORDS_CHARS_MAX + 1).collect();
        if wanted.is_empty() || wanted.len() > WORDS_CHARS_MAX {
            return Vec::new();
        }
        let searches: [Fits; 3] = [
            |run, found| run.in_one_piece(found) && run.is_whole(found),
            |run, found| run.joins_pieces(found) && run.is_whole(found),
            |run, found| run.in_one_piece(found),
        ];
        for fits in searches {
            let mut places = Vec::new();
            for run in &self.runs {
                let text = run.text();
                let matches = matches(&text, &wanted).filter(|found| fits(run, *found));
                places.extend(matches.flat_map(|found| run.boxes(found)));
            }
            if !places.is_empty() {
                places.truncate(PLACES_MAX);
                return places;
            }
        }
        Vec::new()
    }
}

impl Run {
    fn text(&self) -> Vec<char> {
        self.pieces.iter().flat_map(|piece| piece.text.iter().copied()).collect()
    }

    /// Every piece with the position of its first character.
    fn starts(&self) -> impl Iterator<Item = (usize, &Piece)> {
        self.pieces.iter().scan(0, |at, piece| {
            let start = *at;
            *at += piece.text.len();
            Some((start, piece))
        })
    }

    fn in_one_piece(&self, found: Match) -> bool {
        self.starts().any(|(start, piece)| found.start >= start && found.end <= start + piece.text.len())
    }

    /// Lines go on in the next one anywhere; cells are joined whole.
    fn joins_pieces(&self, found: Match) -> bool {
        let begins = self.starts().any(|(start, _)| start == found.start);
        let ends = self.starts().any(|(start, piece)| start + piece.text.len() == found.end);
        self.kind == Kind::Lines || (begins && ends)
    }

    /// Does no number go on before or after it in its line or cell?
    fn is_whole(&self, found: Match) -> bool {
        let of = |at: usize| self.starts().find(|(start, piece)| (*start..start + piece.text.len()).contains(&at));
        let (Some((first, head)), Some((last, tail))) = (of(found.start), of(found.end - 1)) else { return false };
        let before = &head.text[..found.start - first];
        let after = &tail.text[found.end - last..];
        let (begin, end) = (head.text.get(found.start - first), tail.text.get(found.end - 1 - last));
        let goes_on = |near: Option<&char>, far: Option<&char>| {
            is_digit(near) || (near.is_some_and(|c| matches!(c, '.' | ',')) && is_digit(far))
        };
        let cut_before = is_digit(begin) && goes_on(before.last(), before.iter().rev().nth(1));
        let cut_after = is_digit(end) && goes_on(after.first(), after.get(1));
        !cut_before && !cut_after
    }

    fn boxes(&self, found: Match) -> Vec<Rect> {
        let touched =
            self.starts().filter(|(start, piece)| found.start < start + piece.text.len() && found.end > *start);
        let parts = touched.map(|(start, piece)| {
            let from = found.start.saturating_sub(start);
            let to = (found.end - start).min(piece.text.len());
            piece.places.get(from..to).and_then(Rect::around).unwrap_or(piece.bbox)
        });
        match self.kind {
            Kind::Lines => parts.collect(),
            Kind::Cells => parts.reduce(|a, b| a.union(&b)).into_iter().collect(),
        }
    }
}

fn matches<'t>(text: &'t [char], wanted: &'t [char]) -> impl Iterator<Item = Match> + 't {
    let found = text.windows(wanted.len()).enumerate().filter(move |(_, window)| *window == wanted);
    found.map(|(start, window)| Match { start, end: start + window.len() })
}

fn is_digit(c: Option<&char>) -> bool {
    c.is_some_and(char::is_ascii_digit)
}

/// A line; its characters have places where they are its glyphs from left to right.
fn line_piece(line: &Line, glyphs: &[Glyph]) -> Piece {
    let text: Vec<char> = squeeze(&line.text()).chars().collect();
    let inside = |glyph: &&Glyph| line.bbox.contains(glyph.bbox.center_x(), glyph.bbox.center_y());
    let mut own: Vec<&Glyph> = glyphs.iter().filter(inside).collect();
    own.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    // One character may be written as several: ㎡ as m2.
    let placed = own.iter().flat_map(|glyph| {
        let mut buffer = [0; 4];
        let letters: Vec<char> = squeeze(glyph.char.encode_utf8(&mut buffer)).chars().collect();
        letters.into_iter().map(|c| (c, glyph.bbox))
    });
    let (letters, places): (Vec<char>, Vec<Rect>) = placed.unzip();
    Piece { bbox: line.bbox, places: if letters == text { places } else { Vec::new() }, text }
}

/// The rows of a table as they are quoted: the cells that begin in each.
fn rows(table: &PageTable) -> Vec<Run> {
    let mut rows: Vec<Run> = table.row_boxes.iter().map(|_| Run { kind: Kind::Cells, pieces: Vec::new() }).collect();
    for cell in table.cells.iter().filter(|cell| !cell.text.is_empty()) {
        if let Some(row) = rows.get_mut(cell.row) {
            row.pieces.push(Piece { text: squeeze(&cell.text).chars().collect(), bbox: cell.bbox, places: Vec::new() });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::TestPage;

    fn find(page: &TestPage, words: &str) -> Vec<Rect> {
        PageText::new(&page.draft(), page.glyphs()).find(words)
    }

    /// A table with columns 100 wide and rows 20 high from (50, 200), and text above it.
    fn page() -> TestPage {
        let area = Rect::new(50.0, 200.0, 350.0, 260.0);
        let rows: [&[&str]; 3] =
            [&["项目", "2024年", "2023年"], &["营业收入", "1,250.25", "250.25"], &["净利润", "78", "12"]];
        TestPage::new(1)
            .lines(50.0, 100.0, &["公司本年营业收入增长，主要因为新产", "品放量。其他没有变化。"])
            .table(area, &rows)
    }

    #[test]
    fn words_of_a_line_are_marked_and_nothing_beside_them() {
        // Ten points a character: the fifth begins at 90.
        assert_eq!(find(&page(), "营业收入增长"), [Rect::new(90.0, 100.0, 150.0, 110.0)]);
    }

    #[test]
    fn words_that_wrap_are_marked_on_both_lines() {
        let found = find(&page(), "新产品 放量");
        assert_eq!(found, [Rect::new(200.0, 100.0, 220.0, 110.0), Rect::new(50.0, 115.0, 80.0, 125.0)]);
    }

    #[test]
    fn a_number_is_found_whole_where_it_stands_whole() {
        assert_eq!(find(&page(), "250.25"), [Rect::new(250.0, 220.0, 350.0, 240.0)]);
        // Nowhere whole: any cell that has it.
        assert_eq!(find(&page(), "50.25").len(), 2);
    }

    #[test]
    fn a_row_is_found_as_it_is_quoted_and_cells_are_not_mixed() {
        assert_eq!(find(&page(), "营业收入 1,250.25 250.25"), [Rect::new(50.0, 220.0, 350.0, 240.0)]);
        // 78 and 12 stand beside each other; 781 and 812 are on no page.
        assert!(find(&page(), "781").is_empty() && find(&page(), "812").is_empty());
        assert!(find(&page(), "营业成本").is_empty() && find(&page(), " ").is_empty());
    }
}
