//! A page as a picture, with marks: what a citation points at, for the eye.
//!
//! `paint` draws the page, `font` stands in for Chinese fonts that the file does not carry, `find` says where words
//! stand, `mark` highlights boxes. Boxes are those of [`doc`]: points from the top left of the displayed page.

mod find;
mod font;
mod mark;
mod paint;

#[cfg(test)]
mod tests;

use doc::{PageIndex, Rect};
use serde::{Deserialize, Serialize};

use crate::{ReadError, clean::clean, layout::lay_out, pdf::PdfFile, table::find_tables};

pub use font::{FallbackFont, FontError, FontSource};
pub use mark::{GROWTH, mark};
pub use paint::{FontUse, PIXELS_MAX, Painter, Picture, SIDE_MAX};

/// Marks on one page at most.
pub const MARKS_MAX: usize = 500;

/// What to draw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PageRequest {
    /// Pixels an inch.
    pub dpi: f32,
    /// Pixels at most; a page that would have more is drawn smaller.
    pub pixels_max: usize,
    /// Boxes to mark, points of the page.
    pub marks: Vec<Rect>,
    /// Words to mark wherever they stand on the page.
    pub words: Vec<String>,
}

/// A drawn page.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnPage {
    /// The picture, marks included.
    pub picture: Picture,
    /// All boxes that were marked.
    pub marks: Vec<Rect>,
    /// Words that stand nowhere on the page.
    pub not_found: Vec<String>,
    /// Which boxes lie outside the page.
    pub outside: Vec<Rect>,
    /// What it took beyond the fonts of the file.
    pub font_use: FontUse,
}

/// Why a page cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The file has fewer pages.
    #[error("the file has {pages} pages")]
    NoSuchPage {
        /// How many it has.
        pages: usize,
    },
}

/// Draws one page of a PDF and marks what was asked for.
///
/// # Errors
/// When the file cannot be read or has no such page, see [`RenderError`].
pub fn page(
    bytes: Vec<u8>,
    index: PageIndex,
    request: &PageRequest,
    fonts: FontSource,
) -> Result<DrawnPage, RenderError> {
    let file = PdfFile::open(bytes)?;
    let painter = Painter::new(&file, fonts);
    let picture = painter.picture(index, request.dpi, request.pixels_max);
    let mut picture = picture.ok_or(RenderError::NoSuchPage { pages: file.page_count() })?;
    let (mut marks, not_found) = places(&file, index, &request.words);
    let (width, height) = picture.page;
    let on_page = |area: &&Rect| area.x1 >= 0.0 && area.y1 >= 0.0 && area.x0 <= width && area.y0 <= height;
    let (inside, outside): (Vec<&Rect>, Vec<&Rect>) = request.marks.iter().partition(on_page);
    marks.extend(inside);
    marks.truncate(MARKS_MAX);
    mark(&mut picture, &marks);
    let font_use = painter.font_use(index);
    Ok(DrawnPage { picture, marks, not_found, outside: outside.into_iter().copied().collect(), font_use })
}

/// Where these words stand on the page, and which of them stand nowhere.
fn places(file: &PdfFile, index: PageIndex, words: &[String]) -> (Vec<Rect>, Vec<String>) {
    let (mut found, mut not_found) = (Vec::new(), Vec::new());
    if words.is_empty() {
        return (found, not_found);
    }
    file.for_each_page(
        |page| page == index,
        |mut content| {
            clean(&mut content);
            let glyphs = content.glyphs.clone();
            let tables = find_tables(&content);
            let text = find::PageText::new(&lay_out(content, tables), &glyphs);
            for words in words {
                let places = text.find(words);
                if places.is_empty() {
                    not_found.push(words.clone());
                }
                found.extend(places);
            }
        },
    );
    (found, not_found)
}

impl Picture {
    /// As PNG, without colours where there are none.
    pub fn png(&self) -> Vec<u8> {
        let is_gray = self.rgb.chunks_exact(3).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
        let gray: Vec<u8> = if is_gray { self.rgb.chunks_exact(3).map(|pixel| pixel[0]).collect() } else { Vec::new() };
        let (color, data) = if is_gray { (png::ColorType::Grayscale, &gray) } else { (png::ColorType::Rgb, &self.rgb) };
        let mut bytes = Vec::new();
        let size = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
        let mut encoder = png::Encoder::new(&mut bytes, size(self.width), size(self.height));
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        // Measured on pages of reports: four times as fast as the adaptive choice of filters, for 3 % more bytes.
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Paeth);
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(data));
        written.expect("a picture has a side of at least one pixel and three bytes a pixel, and memory takes all");
        bytes
    }
}
