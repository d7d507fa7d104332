//! Highlights: a box on the picture that leaves what is printed in it readable.

use doc::Rect;

use super::paint::Picture;

/// A mark reaches so far beyond its box on every side, points: figures lean over the edge of their cell.
pub const GROWTH: f32 = 1.5;
/// The highlighter: what is white becomes this colour, what is black stays black.
const INK: [u8; 3] = [255, 233, 92];
/// The line around a mark, which shows on dark ground too.
const FRAME: [u8; 3] = [240, 120, 0];
/// How much of the line's colour covers the ground, of 255.
const FRAME_STRENGTH: u16 = 170;
/// Thickness of the line, points; at least one pixel.
const FRAME_THICKNESS: f32 = 0.8;

/// Pixels `x0..x1` × `y0..y1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Area {
    x0: usize,
    y0: usize,
    x1: usize,
    y1: usize,
}

/// Highlights these boxes, given in points of the page; where several overlap, the colour is laid on once.
pub fn mark(picture: &mut Picture, boxes: &[Rect]) {
    let inner: Vec<Area> = boxes.iter().filter_map(|area| pixels(picture, &area.grown(GROWTH), 0)).collect();
    let thickness = ((picture.dpi / 72.0 * FRAME_THICKNESS).round() as usize).max(1);
    let outer: Vec<Area> = boxes.iter().filter_map(|area| pixels(picture, &area.grown(GROWTH), thickness)).collect();
    let width = picture.width;
    let mut painted = vec![false; picture.rgb.len() / 3];
    for area in &inner {
        for_each(area, width, |pixel| {
            if !std::mem::replace(&mut painted[pixel], true) {
                highlight(&mut picture.rgb[3 * pixel..3 * pixel + 3]);
            }
        });
    }
    for area in &outer {
        for_each(area, width, |pixel| {
            if !std::mem::replace(&mut painted[pixel], true) {
                frame(&mut picture.rgb[3 * pixel..3 * pixel + 3]);
            }
        });
    }
}

/// The pixels that a box of the page touches, moved out by so many; `None` of one that is not on the page.
fn pixels(picture: &Picture, area: &Rect, out: usize) -> Option<Area> {
    let place = |at: f32, size: usize, points: f32| (at / points * size as f32).clamp(0.0, size as f32);
    let (width, height) = picture.page;
    let x0 = place(area.x0, picture.width, width).floor() as usize;
    let x1 = place(area.x1, picture.width, width).ceil() as usize;
    let y0 = place(area.y0, picture.height, height).floor() as usize;
    let y1 = place(area.y1, picture.height, height).ceil() as usize;
    (x0 < x1 && y0 < y1).then(|| Area {
        x0: x0.saturating_sub(out),
        y0: y0.saturating_sub(out),
        x1: (x1 + out).min(picture.width),
        y1: (y1 + out).min(picture.height),
    })
}

fn for_each(area: &Area, width: usize, mut each: impl FnMut(usize)) {
    for y in area.y0..area.y1 {
        (area.x0..area.x1).for_each(|x| each(y * width + x));
    }
}

/// As a felt pen does: the ground takes the colour, the letters keep theirs.
fn highlight(pixel: &mut [u8]) {
    for (channel, ink) in pixel.iter_mut().zip(INK) {
        *channel = scaled(*channel, u16::from(ink));
    }
}

fn frame(pixel: &mut [u8]) {
    for (channel, color) in pixel.iter_mut().zip(FRAME) {
        *channel = scaled(color, FRAME_STRENGTH) + scaled(*channel, 255 - FRAME_STRENGTH);
    }
}

/// `channel` × `share` ÷ 255; shares that add up to 255 give no more than 255.
fn scaled(channel: u8, share: u16) -> u8 {
    u8::try_from(u16::from(channel) * share / 255).unwrap_or(u8::MAX)
}
