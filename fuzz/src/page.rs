//! Random pages as the PDF interpreter would give them: ruled grids with cells, words, lines and areas anywhere.

use arbitrary::{Result, Unstructured};
use doc::{PageIndex, Rect, text::is_cjk};
use parse::content::{Direction, Fill, Glyph, PageContent, Rule, RuleKind};

use crate::vocabulary;

/// Things drawn on one page at most.
const DRAWN_MAX: usize = 40;
/// Glyphs of one page at most: what is slow with more is found with fewer by the time it takes.
const GLYPHS_MAX: usize = 3_000;
/// Rows and columns of one grid at most.
const GRID_MAX: usize = 12;
/// Coordinates that no report has and a broken file may.
const ODD: &[f32] =
    &[0.0, -0.0, -1.0, 1e-30, 0.5, 842.0, 1e5, 1e9, -1e9, 3e38, -3e38, f32::MAX, f32::MIN, f32::MIN_POSITIVE];

/// A page; every number in it is finite, as the interpreter takes care of.
pub fn page(u: &mut Unstructured<'_>, index: u32) -> Result<PageContent> {
    let (width, height) = match u.int_in_range(0..=9)? {
        0 => (842.0, 595.0),
        1 => (coordinate(u)?, coordinate(u)?),
        _ => (595.0, 842.0),
    };
    let mut page = PageContent { index: PageIndex(index), width, height, ..PageContent::default() };
    let mut run = 0;
    for _ in 0..u.int_in_range(0..=DRAWN_MAX)? {
        if u.is_empty() || page.glyphs.len() > GLYPHS_MAX {
            break;
        }
        run += 1;
        draw(u, &mut page, run)?;
    }
    Ok(page)
}

fn draw(u: &mut Unstructured<'_>, page: &mut PageContent, run: u32) -> Result<()> {
    match u.int_in_range(0..=11)? {
        0..=3 => {
            let (x, y, size) = (coordinate(u)?, coordinate(u)?, size(u)?);
            let words = vocabulary::text(u, 6)?;
            write(u, page, (x, y), size, run, &words)
        }
        4..=6 => grid(u, page, run),
        7 => {
            let rule = rule(u)?;
            page.horizontals.push(rule);
            Ok(())
        }
        8 => {
            let rule = rule(u)?;
            page.verticals.push(rule);
            Ok(())
        }
        9 => {
            let bbox = Rect::new(coordinate(u)?, coordinate(u)?, coordinate(u)?, coordinate(u)?);
            page.fills.push(Fill { bbox, color: u.arbitrary()? });
            Ok(())
        }
        10 => {
            page.images.push(Rect::new(coordinate(u)?, coordinate(u)?, coordinate(u)?, coordinate(u)?));
            page.drawn_paths += u.int_in_range(0..=600)?;
            page.unmapped += u.int_in_range(0..=100)?;
            Ok(())
        }
        _ => {
            let bbox = Rect::new(coordinate(u)?, coordinate(u)?, coordinate(u)?, coordinate(u)?);
            let glyph = glyph(u.arbitrary()?, bbox, size(u)?, run);
            page.glyphs.push(glyph);
            Ok(())
        }
    }
}

/// Letters side by side from a place on; a line feed goes down a line.
fn write(
    u: &mut Unstructured<'_>,
    page: &mut PageContent,
    (x, y): (f32, f32),
    size: f32,
    run: u32,
    words: &str,
) -> Result<()> {
    let odd = u.ratio(1, 12)?;
    let direction = if odd { *u.choose(&[Direction::Quarter, Direction::Slanted])? } else { Direction::Upright };
    let (bold, invisible) = (u.ratio(1, 5)?, u.ratio(1, 20)?);
    let (mut at, mut top) = (x, y);
    for char in words.chars() {
        if char == '\n' {
            (at, top) = (x, top + 1.5 * size);
            continue;
        }
        let width = if is_cjk(char) { size } else { size / 2.0 };
        if char.is_whitespace() || char.is_control() {
            if let Some(last) = page.glyphs.last_mut() {
                last.space_after = true;
            }
        } else {
            let bbox = Rect::new(at, top, at + width, top + size);
            if !bbox.to_array().iter().all(|edge| edge.is_finite()) {
                return Ok(());
            }
            page.glyphs.push(Glyph { bold, invisible, direction, ..glyph(char, bbox, size, run) });
        }
        at += width;
    }
    Ok(())
}

/// A grid of lines or bands, some left out, with words in its cells.
fn grid(u: &mut Unstructured<'_>, page: &mut PageContent, run: u32) -> Result<()> {
    let xs = edges(u)?;
    let ys = edges(u)?;
    let (Some(left), Some(right), Some(top), Some(bottom)) = (xs.first(), xs.last(), ys.first(), ys.last()) else {
        return Ok(());
    };
    let style = u.int_in_range(0..=4)?;
    for y in &ys {
        if style <= 2 && !u.ratio(1, 8)? {
            page.horizontals.push(Rule { at: *y, from: *left, to: *right, kind: RuleKind::Line });
        }
    }
    for x in &xs {
        if style <= 1 && !u.ratio(1, 8)? {
            page.verticals.push(Rule { at: *x, from: *top, to: *bottom, kind: RuleKind::Line });
        }
    }
    let size = size(u)?;
    for (row, y) in ys.windows(2).enumerate() {
        if style == 3 && row % 2 == 0 {
            page.fills.push(Fill { bbox: Rect::new(*left, y[0], *right, y[1]), color: [200, 210, 220] });
        }
        for x in xs.windows(2) {
            let words = vocabulary::text(u, 3)?;
            write(u, page, (x[0] + 2.0, y[0] + 1.0), size, run + row as u32, &words)?;
        }
    }
    Ok(())
}

/// Rising places, some of them equal.
fn edges(u: &mut Unstructured<'_>) -> Result<Vec<f32>> {
    let mut at = coordinate(u)?;
    let mut edges = vec![at];
    for _ in 0..u.int_in_range(1..=GRID_MAX)? {
        at += f32::from(u.arbitrary::<u8>()?) / 2.0;
        edges.push(at);
    }
    Ok(edges)
}

fn rule(u: &mut Unstructured<'_>) -> Result<Rule> {
    let (a, b) = (coordinate(u)?, coordinate(u)?);
    let kind = *u.choose(&[RuleKind::FillEdge, RuleKind::White, RuleKind::Line])?;
    Ok(Rule { at: coordinate(u)?, from: a.min(b), to: a.max(b), kind })
}

fn glyph(char: char, bbox: Rect, size: f32, run: u32) -> Glyph {
    let direction = Direction::Upright;
    Glyph { char, bbox, size, run, bold: false, space_after: false, invisible: false, direction }
}

fn size(u: &mut Unstructured<'_>) -> Result<f32> {
    Ok(match u.int_in_range(0..=15)? {
        0 => coordinate(u)?.abs(),
        1 => 0.0,
        other => 4.0 + other as f32,
    })
}

/// Half points on and around a page, odd ones now and then.
fn coordinate(u: &mut Unstructured<'_>) -> Result<f32> {
    if u.ratio(1, 40)? {
        return Ok(*u.choose(ODD)?);
    }
    Ok(f32::from(u.int_in_range::<i16>(-40..=1_760)?) / 2.0)
}
