//! Takes out of a page what was drawn but isn't meant to be read: doubled glyphs of fake bold, hidden template
//! marks, stamps and download marks that lie across the page.

use std::collections::HashMap;

use doc::{NoiseKind, Rect};

use crate::content::{Direction, Glyph, PageContent, Removed};

/// Two equal glyphs nearer than these shares of width and size are one glyph drawn twice. Wider would eat “ll”.
const DOUBLE_WIDTH_SHARE: f32 = 0.3;
const DOUBLE_SIZE_SHARE: f32 = 0.25;
/// Cell of the lookup grid, points; no double is farther off.
const GRID_STEP: f32 = 8.0;
/// Length of a template mark between its brackets.
const MARK_LENGTH: std::ops::RangeInclusive<usize> = 4..=48;
/// Invisible text is a picture's OCR layer when it is at least this share of the page, else leftovers of a template.
const OCR_LAYER_SHARE: f32 = 0.5;

/// Cleans one page in place; what is taken out is kept in [`PageContent::removed`].
pub fn clean(page: &mut PageContent) {
    remove_turned(page);
    remove_invisible(page);
    merge_doubles(page);
    remove_template_marks(page);
}

fn remove_turned(page: &mut PageContent) {
    let turned = take(&mut page.glyphs, |glyph| glyph.direction != Direction::Upright);
    page.removed.extend(grouped(&turned, NoiseKind::Watermark));
}

fn remove_invisible(page: &mut PageContent) {
    let invisible = page.glyphs.iter().filter(|glyph| glyph.invisible).count();
    if invisible == 0 || invisible as f32 >= page.glyphs.len() as f32 * OCR_LAYER_SHARE {
        return;
    }
    let hidden = take(&mut page.glyphs, |glyph| glyph.invisible);
    page.removed.extend(grouped(&hidden, NoiseKind::TemplateMark));
}

/// A glyph drawn again at nearly the same place makes the first one bold and is dropped.
fn merge_doubles(page: &mut PageContent) {
    let mut seen: HashMap<(char, i32, i32), Vec<usize>> = HashMap::with_capacity(page.glyphs.len());
    let mut kept: Vec<Glyph> = Vec::with_capacity(page.glyphs.len());
    // Truncation instead of rounding down only makes the cells around zero larger.
    let cell = |at: f32| (at / GRID_STEP) as i32;
    for glyph in std::mem::take(&mut page.glyphs) {
        let (x, y) = (glyph.bbox.x0, glyph.bbox.y0);
        let near = (DOUBLE_WIDTH_SHARE * glyph.bbox.width()).min(DOUBLE_SIZE_SHARE * glyph.size).clamp(0.0, GRID_STEP);
        let cells = (cell(x - near)..=cell(x + near))
            .flat_map(|column| (cell(y - near)..=cell(y + near)).map(move |row| (column, row)));
        let neighbours = cells.filter_map(|(column, row)| seen.get(&(glyph.char, column, row)));
        let double = neighbours.flatten().copied().find(|index| {
            let other: &Glyph = &kept[*index];
            (other.bbox.x0 - x).abs() < near && (other.bbox.y0 - y).abs() < near
        });
        match double {
            Some(index) => {
                kept[index].bold = true;
                kept[index].space_after |= glyph.space_after;
            }
            None => {
                seen.entry((glyph.char, cell(x), cell(y))).or_default().push(kept.len());
                kept.push(glyph);
            }
        }
    }
    page.glyphs = kept;
}

/// Hidden marks such as `[Table_Title]` in nearly every broker template; they stand between the glyphs they mark,
/// so they must go before glyphs are sorted by place.
fn remove_template_marks(page: &mut PageContent) {
    let mut at = 0;
    while at < page.glyphs.len() {
        match mark_length(&page.glyphs[at..]) {
            Some(length) => {
                let mark: Vec<Glyph> = page.glyphs.drain(at..at + length).collect();
                page.removed.extend(grouped(&mark, NoiseKind::TemplateMark));
            }
            None => at += 1,
        }
    }
}

/// The number of glyphs of the mark that starts here: `[`, a word of letters, digits and at least one `_`, `]`.
fn mark_length(glyphs: &[Glyph]) -> Option<usize> {
    let opening = glyphs.first().filter(|glyph| matches!(glyph.char, '[' | '［'))?;
    let inner = glyphs[1..].iter().take(*MARK_LENGTH.end() + 1);
    let length = inner.take_while(|glyph| glyph.char.is_ascii_alphanumeric() || glyph.char == '_').count();
    let word = &glyphs[1..1 + length];
    let closed = glyphs.get(1 + length).is_some_and(|glyph| matches!(glyph.char, ']' | '］'));
    let named = word.first().is_some_and(|glyph| glyph.char.is_ascii_alphabetic())
        && (word.iter().any(|glyph| glyph.char == '_') || word.starts_with_word("Table"));
    let near = (word.first()?.bbox.y0 - opening.bbox.y0).abs() < opening.size;
    (closed && named && near && MARK_LENGTH.contains(&length)).then_some(length + 2)
}

trait StartsWithWord {
    fn starts_with_word(&self, word: &str) -> bool;
}

impl StartsWithWord for [Glyph] {
    fn starts_with_word(&self, word: &str) -> bool {
        word.chars().enumerate().all(|(index, char)| self.get(index).is_some_and(|glyph| glyph.char == char))
    }
}

fn take(glyphs: &mut Vec<Glyph>, out: impl Fn(&Glyph) -> bool) -> Vec<Glyph> {
    let (taken, kept) = std::mem::take(glyphs).into_iter().partition(|glyph| out(glyph));
    *glyphs = kept;
    taken
}

/// One entry for each run of the file.
fn grouped(glyphs: &[Glyph], kind: NoiseKind) -> Vec<Removed> {
    let runs = glyphs.chunk_by(|a, b| a.run == b.run);
    runs.map(|run| Removed {
        kind,
        text: run.iter().map(|glyph| glyph.char).collect(),
        bbox: Rect::around(run.iter().map(|glyph| &glyph.bbox)).unwrap_or_default(),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str, step: f32) -> PageContent {
        let glyph = |(index, char): (usize, char)| Glyph {
            char,
            bbox: Rect::new(index as f32 * step, 0.0, index as f32 * step + 5.0, 10.0),
            size: 10.0,
            run: 1,
            bold: false,
            space_after: false,
            invisible: false,
            direction: Direction::Upright,
        };
        PageContent { glyphs: text.chars().enumerate().map(glyph).collect(), ..PageContent::default() }
    }

    fn text(page: &PageContent) -> String {
        page.glyphs.iter().map(|glyph| glyph.char).collect()
    }

    #[test]
    fn template_marks_go_and_real_brackets_stay() {
        let mut marked = page("资[Table_Finance]产[2024][表]", 5.0);
        clean(&mut marked);
        assert_eq!(text(&marked), "资产[2024][表]");
        assert_eq!(marked.removed[0].text, "[Table_Finance]");
    }

    #[test]
    fn a_double_is_dropped_and_makes_bold_but_double_letters_stay() {
        let mut doubled = page("年年", 0.5);
        clean(&mut doubled);
        assert_eq!(text(&doubled), "年");
        assert!(doubled.glyphs[0].bold);
        let mut million = page("million...", 2.0);
        clean(&mut million);
        assert_eq!(text(&million), "million...");
    }

    #[test]
    fn slanted_glyphs_are_a_watermark_and_an_ocr_layer_stays() {
        let mut stamped = page("共享储能", 5.0);
        stamped.glyphs[1].direction = Direction::Slanted;
        clean(&mut stamped);
        assert_eq!(text(&stamped), "共储能");
        let mut scanned = page("扫描", 5.0);
        scanned.glyphs.iter_mut().for_each(|glyph| glyph.invisible = true);
        clean(&mut scanned);
        assert_eq!(text(&scanned), "扫描");
    }
}
