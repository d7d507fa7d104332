//! Pages → pixels, by hayro.

use std::{collections::BTreeSet, sync::Arc};

use doc::PageIndex;
use hayro::{
    RenderCache, RenderSettings, render_into,
    vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit, color::palette::css::WHITE},
};
use hayro_interpret::{
    BlendMode, ClipPath, Context, Device, DrawMode, DrawProps, Image, ImageDrawProps, InterpreterCache,
    InterpreterSettings, SoftMask, TransformExt,
    font::{Glyph, GlyphRun},
    hayro_cmap::BfString,
    interpret_page,
};
use hayro_syntax::page::Page;
use kurbo::{Affine, BezPath, Rect};

use super::font::{Fallback, FallbackFont, FontSource};
use crate::pdf::PdfFile;

/// Pixels of a picture unless more are allowed (A4 has 1.2 million at 110 dpi).
pub const PIXELS_MAX: usize = 40_000_000;
/// Pixels of a picture's longer side.
pub const SIDE_MAX: usize = 16_384;
/// Points to an inch.
const POINTS: f32 = 72.0;

/// A page as pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Width and height of the page, points.
    pub page: (f32, f32),
    /// Pixels an inch; a side is rounded to whole pixels.
    pub dpi: f32,
    /// Three bytes a pixel, row by row from the top left.
    pub rgb: Vec<u8>,
}

impl Picture {
    /// Red, green and blue of a pixel; `None` outside.
    pub fn pixel(&self, x: usize, y: usize) -> Option<[u8; 3]> {
        if x >= self.width {
            return None;
        }
        let at = 3 * (y * self.width + x);
        self.rgb.get(at..at + 3).and_then(|pixel| pixel.try_into().ok())
    }
}

/// What a page took from the stand-in for fonts that the file does not carry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FontUse {
    /// Nothing: the file carries its fonts.
    NotNeeded,
    /// It was drawn with the stand-in, which lacks these characters: what stands in their place is wrong.
    StandIn(BTreeSet<char>),
    /// There is no stand-in: Chinese letters are missing.
    Missing,
}

/// Draws pages of one file.
pub struct Painter<'a> {
    file: &'a PdfFile,
    cache: RenderCache<'a>,
    settings: InterpreterSettings,
    fallback: Arc<Fallback>,
}

impl<'a> Painter<'a> {
    /// Draws pages of this file, with a font for Chinese from `fonts`.
    pub fn new(file: &'a PdfFile, fonts: FontSource) -> Self {
        let fallback = Arc::new(Fallback::new(fonts));
        let resolver = Arc::clone(&fallback);
        let settings = InterpreterSettings {
            font_resolver: Arc::new(move |query| Some(resolver.resolve(query))),
            ..InterpreterSettings::default()
        };
        Self { file, cache: RenderCache::new(), settings, fallback }
    }

    /// The page at so many dots an inch, fewer where it would have more pixels than that or a side longer than
    /// [`SIDE_MAX`]; `None` where the file has no such page.
    pub fn picture(&self, index: PageIndex, dpi: f32, pixels_max: usize) -> Option<Picture> {
        let page = self.file.page(index)?;
        let size = page.render_dimensions();
        let (width, height, dpi) = pixels(size, dpi, pixels_max);
        let mut context = RenderContext::new(width, height);
        let scale =
            Affine::scale_non_uniform(f64::from(width) / f64::from(size.0), f64::from(height) / f64::from(size.1));
        let transform = scale * page.initial_transform(true).to_kurbo();
        render_into(page, &self.cache, &self.settings, &drawing(), &mut context, transform);
        context.flush();
        let mut pixmap = Pixmap::new(width, height);
        let rasterizer = RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() };
        context.render_with(&mut pixmap, &mut Resources::default(), rasterizer);
        // On white paper nothing is left transparent.
        let rgb = pixmap.data_as_u8_slice().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Some(Picture { width: usize::from(width), height: usize::from(height), page: size, dpi, rgb })
    }

    /// Which font a page that was drawn needed beyond those of the file.
    pub fn font_use(&self, index: PageIndex) -> FontUse {
        match self.fallback.asked() {
            None => FontUse::NotNeeded,
            Some(None) => FontUse::Missing,
            Some(Some(font)) => {
                let lacking = self.file.page(index).map(|page| self.lacking(page, font)).unwrap_or_default();
                FontUse::StandIn(lacking)
            }
        }
    }

    /// Characters of the page that the stand-in should have drawn and has not.
    fn lacking(&self, page: &Page<'_>, font: &FallbackFont) -> BTreeSet<char> {
        let (width, height) = page.render_dimensions();
        let bounds = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
        let transform = page.initial_transform(true).to_kurbo();
        let cache = InterpreterCache::new();
        let mut context = Context::new(transform, bounds, &cache, page.xref(), self.settings.clone());
        let mut device = StandInGlyphs { font, lacking: BTreeSet::new() };
        interpret_page(page, &mut context, &mut device);
        device.lacking
    }
}

/// Without hinting: it changes little at these sizes, takes a fifth of the time, and the rules that a damaged font
/// brings for it may lead in circles.
fn drawing() -> RenderSettings {
    RenderSettings { hinting: false, ..RenderSettings::default() }
}

/// Width and height in pixels within the bounds, and the resolution that gives.
fn pixels(page: (f32, f32), dpi: f32, pixels_max: usize) -> (u16, u16, f32) {
    let (width, height) = (f64::from(page.0), f64::from(page.1));
    let wanted = f64::from(dpi / POINTS);
    let by_area = (pixels_max as f64 / (width * height)).sqrt();
    let by_side = SIDE_MAX as f64 / width.max(height);
    let scale = wanted.min(by_area).min(by_side);
    // A page without a usable size is drawn as one pixel.
    let side = |points: f64| (points * scale).round().clamp(1.0, SIDE_MAX as f64) as u16;
    (side(width), side(height), if scale < wanted { (scale * f64::from(POINTS)) as f32 } else { dpi })
}

/// Looks for characters that the stand-in lacks; the interpreter then takes any glyph of it.
struct StandInGlyphs<'f> {
    font: &'f FallbackFont,
    lacking: BTreeSet<char>,
}

impl Device<'_> for StandInGlyphs<'_> {
    fn draw_glyph_run(&mut self, run: &GlyphRun<'_, '_>, _: DrawProps<'_>, mode: &DrawMode) {
        let drawn = run.glyphs().iter().filter_map(|glyph| match &**glyph {
            Glyph::Outline(outline) if !matches!(mode, DrawMode::Invisible) => Some(outline),
            _ => None,
        });
        for glyph in drawn.filter(|glyph| glyph.font_data().is_some_and(|found| self.font.is(&found.data))) {
            match glyph.as_unicode() {
                Some(BfString::Char(c)) if c.is_whitespace() || c.is_control() || self.font.has(c) => {}
                Some(BfString::Char(c)) => {
                    self.lacking.insert(c);
                }
                Some(BfString::String(text)) => self.lacking.extend(text.chars()),
                None => {
                    self.lacking.insert(char::REPLACEMENT_CHARACTER);
                }
            }
        }
    }

    fn draw_path(&mut self, _: &BezPath, _: DrawProps<'_>, _: &DrawMode) {}
    fn push_clip_path(&mut self, _: &ClipPath) {}
    fn push_transparency_group(&mut self, _: f32, _: Option<SoftMask<'_>>, _: BlendMode) {}
    fn draw_image(&mut self, _: Image<'_, '_>, _: ImageDrawProps<'_>) {}
    fn pop_clip(&mut self) {}
    fn pop_transparency_group(&mut self) {}
}
