//! Collects what a PDF page draws: hayro's interpreter calls this device with every glyph and path.

use doc::Rect;
use hayro_interpret::{
    BlendMode, ClipPath, Device, DrawMode, DrawProps, Image, ImageDrawProps, Paint, SoftMask,
    font::{Glyph as FontGlyph, GlyphRun},
    hayro_cmap::BfString,
};
use kurbo::{Affine, BezPath, PathEl, Point, Shape};

use crate::{
    PageMax,
    content::{Direction, Fill, Glyph, PageContent, Rule, RuleKind},
    pdf::symbol,
};

/// Filled boxes up to this thickness are lines, points.
const LINE_THICKNESS_MAX: f32 = 3.0;
/// Strokes shorter than this are no lines, points (dotted lines are joined later from such dots, see [`DOT_MIN`]).
const DOT_MIN: f32 = 0.4;
/// Channel value from which a colour counts as white.
const WHITE_FROM: u8 = 250;
/// A fill that covers at least these shares of the page's width and height is its background.
const BACKGROUND_SHARE: (f32, f32) = (0.97, 0.9);
/// Font units of an em, and the em box's descent and ascent in them.
const EM: f64 = 1000.0;
const DESCENT: f64 = -120.0;
const ASCENT: f64 = 880.0;
/// Font weight from which letters are bold.
const BOLD_FROM: u32 = 600;
/// Largest sine of a baseline that still counts as straight.
const STRAIGHT_SINE_MAX: f64 = 0.03;
/// How far outside its clip a glyph's centre may stand, points.
const CLIP_SLACK: f32 = 2.0;
/// Corners of a path that can still be a box.
const BOX_POINTS_MAX: usize = 6;

/// Collects one page.
pub struct ContentDevice {
    /// What was drawn so far.
    pub content: PageContent,
    run: u32,
    clips: Vec<Rect>,
    /// A drawing with more is a bomb or a map, not a report.
    max: PageMax,
}

impl ContentDevice {
    pub fn new(content: PageContent, max: PageMax) -> Self {
        Self { content, run: 0, clips: Vec::new(), max }
    }

    fn clip(&self) -> Option<&Rect> {
        self.clips.last()
    }

    fn add_glyph(&mut self, glyph: &FontGlyph<'_>, transform: Affine, style: RunStyle) {
        let Some(unicode) = glyph.as_unicode() else {
            self.content.unmapped += 1;
            return;
        };
        let advance = match glyph {
            FontGlyph::Outline(outline) => outline.advance_width(),
            FontGlyph::Type3(type3) => type3.advance_width(),
        };
        let advance = f64::from(advance.unwrap_or(EM as f32));
        let corner = |x: f64, y: f64| transform * Point::new(x, y);
        let (a, b, c, d) =
            (corner(0.0, DESCENT), corner(advance, DESCENT), corner(0.0, ASCENT), corner(advance, ASCENT));
        let xs = [a.x, b.x, c.x, d.x].map(|x| x as f32);
        let ys = [a.y, b.y, c.y, d.y].map(|y| y as f32);
        let bbox = Rect::new(min(xs), min(ys), max(xs), max(ys));
        if !(bbox.x0.is_finite() && bbox.y0.is_finite() && bbox.x1.is_finite() && bbox.y1.is_finite()) {
            return;
        }
        let visible = Rect::new(0.0, 0.0, self.content.width, self.content.height);
        let inside = |area: &Rect| area.grown(CLIP_SLACK).contains(bbox.center_x(), bbox.center_y());
        if !inside(&visible) || !self.clip().is_none_or(inside) {
            return;
        }
        let size = (c.distance(a) / (ASCENT - DESCENT) * EM) as f32;
        let text = match unicode {
            BfString::Char(c) => c.to_string(),
            BfString::String(text) => text,
        };
        self.add_characters(&text, bbox, size, style, direction_of(transform));
    }

    /// A ligature stands for several characters: they share its width.
    fn add_characters(&mut self, text: &str, bbox: Rect, size: f32, style: RunStyle, direction: Direction) {
        let count = text.chars().count().max(1) as f32;
        let width = bbox.width() / count;
        for (position, char) in text.chars().enumerate() {
            if char.is_whitespace() || char.is_control() {
                if let Some(last) = self.content.glyphs.last_mut() {
                    last.space_after = true;
                }
                continue;
            }
            if self.content.glyphs.len() >= self.max.glyphs {
                self.content.truncated = true;
                return;
            }
            let x0 = bbox.x0 + width * position as f32;
            self.content.glyphs.push(Glyph {
                char: symbol::plain(doc::text::unified(char)),
                bbox: Rect::new(x0, bbox.y0, x0 + width, bbox.y1),
                size,
                run: self.run,
                bold: style.bold,
                space_after: false,
                invisible: style.invisible,
                direction,
            });
        }
    }

    fn add_stroke(&mut self, points: &[(f32, f32)], kind: RuleKind) {
        for pair in points.windows(2) {
            let [(ax, ay), (bx, by)] = [pair[0], pair[1]];
            let (dx, dy) = ((ax - bx).abs(), (ay - by).abs());
            if dy <= 1.0 && dx > DOT_MIN && dx >= dy {
                self.add_horizontal((ay + by) / 2.0, ax.min(bx), ax.max(bx), kind);
            } else if dx <= 1.0 && dy > DOT_MIN {
                self.add_vertical((ax + bx) / 2.0, ay.min(by), ay.max(by), kind);
            }
        }
    }

    fn add_fill(&mut self, points: &[(f32, f32)], color: [u8; 3]) {
        let (Some(bbox), white) = (bounds(points), is_white(color)) else { return };
        let page = &self.content;
        let share = BACKGROUND_SHARE;
        if bbox.width() > page.width * share.0 && bbox.height() > page.height * share.1 {
            return;
        }
        let line_kind = if white { RuleKind::White } else { RuleKind::Line };
        if bbox.height() <= LINE_THICKNESS_MAX && bbox.width() > bbox.height() {
            self.add_horizontal(bbox.center_y(), bbox.x0, bbox.x1, line_kind);
        } else if bbox.width() <= LINE_THICKNESS_MAX {
            self.add_vertical(bbox.center_x(), bbox.y0, bbox.y1, line_kind);
        } else if points.len() <= BOX_POINTS_MAX && !white {
            for y in [bbox.y0, bbox.y1] {
                self.add_horizontal(y, bbox.x0, bbox.x1, RuleKind::FillEdge);
            }
            for x in [bbox.x0, bbox.x1] {
                self.add_vertical(x, bbox.y0, bbox.y1, RuleKind::FillEdge);
            }
            if self.content.fills.len() < self.max.objects {
                self.content.fills.push(Fill { bbox, color });
            }
        }
    }

    fn add_horizontal(&mut self, at: f32, from: f32, to: f32, kind: RuleKind) {
        let (from, to) = self.clip().map_or((from, to), |clip| (from.max(clip.x0 - 1.0), to.min(clip.x1 + 1.0)));
        let inside = self.clip().is_none_or(|clip| at >= clip.y0 - 1.0 && at <= clip.y1 + 1.0);
        if inside && to > from && self.has_room_for_rules() {
            self.content.horizontals.push(Rule { at, from, to, kind });
        }
    }

    fn add_vertical(&mut self, at: f32, from: f32, to: f32, kind: RuleKind) {
        let (from, to) = self.clip().map_or((from, to), |clip| (from.max(clip.y0 - 1.0), to.min(clip.y1 + 1.0)));
        let inside = self.clip().is_none_or(|clip| at >= clip.x0 - 1.0 && at <= clip.x1 + 1.0);
        if inside && to > from && self.has_room_for_rules() {
            self.content.verticals.push(Rule { at, from, to, kind });
        }
    }

    fn has_room_for_rules(&mut self) -> bool {
        let room = self.content.horizontals.len() + self.content.verticals.len() < self.max.objects;
        self.content.truncated |= !room;
        room
    }

    fn push_clip(&mut self, area: kurbo::Rect) {
        let area = Rect::new(area.x0 as f32, area.y0 as f32, area.x1 as f32, area.y1 as f32);
        let clipped = match self.clip() {
            Some(outer) => Rect {
                x0: area.x0.max(outer.x0),
                y0: area.y0.max(outer.y0),
                x1: area.x1.min(outer.x1).max(area.x0.max(outer.x0)),
                y1: area.y1.min(outer.y1).max(area.y0.max(outer.y0)),
            },
            None => area,
        };
        self.clips.push(clipped);
    }
}

/// What all glyphs of a run share.
#[derive(Clone, Copy)]
struct RunStyle {
    bold: bool,
    invisible: bool,
}

impl Device<'_> for ContentDevice {
    fn draw_path(&mut self, path: &BezPath, props: DrawProps<'_>, mode: &DrawMode) {
        self.content.drawn_paths += 1;
        let (stroked, filled) = match mode {
            DrawMode::Fill(_) => (false, true),
            DrawMode::Stroke(_) => (true, false),
            DrawMode::FillAndStroke(..) => (true, true),
            DrawMode::Invisible => return,
        };
        let Some(color) = color_of(&props.paint) else { return };
        let Some(lines) = straight_lines(path, props.transform) else { return };
        let stroke_kind = if is_white(color) { RuleKind::White } else { RuleKind::Line };
        for points in &lines {
            if stroked {
                self.add_stroke(points, stroke_kind);
            }
            if filled {
                self.add_fill(points, color);
            }
        }
    }

    fn push_clip_path(&mut self, clip: &ClipPath) {
        self.push_clip(clip.path.bounding_box());
    }

    fn push_clip_rect(&mut self, rect: &kurbo::Rect) {
        self.push_clip(*rect);
    }

    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'_>>, _: BlendMode) {}

    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, '_>, props: DrawProps<'_>, mode: &DrawMode) {
        self.run += 1;
        let bold_font = run.glyphs().first().is_some_and(|glyph| is_bold(glyph));
        let style = RunStyle {
            bold: bold_font || matches!(mode, DrawMode::FillAndStroke(..)),
            invisible: matches!(mode, DrawMode::Invisible),
        };
        for glyph in run.glyphs() {
            self.add_glyph(glyph, props.transform * glyph.transform(), style);
        }
    }

    fn draw_image(&mut self, image: Image<'_, '_>, props: ImageDrawProps<'_>) {
        let (width, height) = (f64::from(image.width()), f64::from(image.height()));
        let area = (props.transform * kurbo::Rect::new(0.0, 0.0, width, height).to_path(0.1)).bounding_box();
        if matches!(image, Image::Stencil(_)) {
            self.content.drawn_paths += 1;
        }
        if self.content.images.len() < self.max.objects {
            self.content.images.push(Rect::new(area.x0 as f32, area.y0 as f32, area.x1 as f32, area.y1 as f32));
        }
    }

    fn pop_clip(&mut self) {
        self.clips.pop();
    }

    fn pop_transparency_group(&mut self) {}
}

/// `None` for paint that leaves no mark.
fn color_of(paint: &Paint<'_>) -> Option<[u8; 3]> {
    match paint {
        Paint::Color(color) => {
            let [r, g, b, alpha] = color.to_rgba().to_rgba8();
            (alpha > 0).then_some([r, g, b])
        }
        Paint::Pattern(_) => Some([128; 3]),
    }
}

fn is_white(color: [u8; 3]) -> bool {
    color.iter().all(|channel| *channel > WHITE_FROM)
}

fn is_bold(glyph: &FontGlyph<'_>) -> bool {
    let FontGlyph::Outline(outline) = glyph else { return false };
    outline.font_data().is_some_and(|font| {
        font.weight.is_some_and(|weight| weight >= BOLD_FROM)
            || font.postscript_name.is_some_and(|name| name.contains("Bold") || name.contains("Heavy"))
    })
}

fn direction_of(transform: Affine) -> Direction {
    let [a, b, ..] = transform.as_coeffs();
    let length = a.hypot(b);
    if length == 0.0 {
        return Direction::Upright;
    }
    let (cosine, sine) = (a / length, b / length);
    if sine.abs() <= STRAIGHT_SINE_MAX && cosine > 0.0 {
        Direction::Upright
    } else if sine.abs() <= STRAIGHT_SINE_MAX || cosine.abs() <= STRAIGHT_SINE_MAX {
        Direction::Quarter
    } else {
        Direction::Slanted
    }
}

/// The sub-paths as displayed points; `None` for a path with curves, which is a drawing, not a table.
fn straight_lines(path: &BezPath, transform: Affine) -> Option<Vec<Vec<(f32, f32)>>> {
    let place = |point: Point| {
        let point = transform * point;
        (point.x as f32, point.y as f32)
    };
    let mut lines: Vec<Vec<(f32, f32)>> = Vec::new();
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(point) => lines.push(vec![place(point)]),
            PathEl::LineTo(point) => lines.last_mut()?.push(place(point)),
            PathEl::ClosePath => {
                let line = lines.last_mut()?;
                if let Some(first) = line.first().copied() {
                    line.push(first);
                }
            }
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => return None,
        }
    }
    lines.retain(|line| line.len() >= 2 && line.iter().all(|(x, y)| x.is_finite() && y.is_finite()));
    Some(lines)
}

fn bounds(points: &[(f32, f32)]) -> Option<Rect> {
    let (x, y) = *points.first()?;
    let start = Rect { x0: x, y0: y, x1: x, y1: y };
    Some(points.iter().fold(start, |area, (x, y)| area.union(&Rect { x0: *x, y0: *y, x1: *x, y1: *y })))
}

fn min(values: [f32; 4]) -> f32 {
    values.into_iter().fold(f32::INFINITY, f32::min)
}

fn max(values: [f32; 4]) -> f32 {
    values.into_iter().fold(f32::NEG_INFINITY, f32::max)
}
