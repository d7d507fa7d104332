//! Pictures, looked at pixel by pixel.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use doc::{PageIndex, Rect};
use proptest::prelude::*;

use super::*;
use crate::{ReadOptions, content::Glyph, read};

/// Brighter than this in every channel is paper, darker than [`INK_MAX`] in every channel is ink.
const PAPER_MIN: u8 = 250;
const INK_MAX: u8 = 110;

const DPI: f32 = 110.0;

/// A file with one page: its boxes and rotation, and what it draws with the font `/F1` (Helvetica).
fn pdf(page: &str, content: &str) -> Vec<u8> {
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        format!("<< /Type /Page /Parent 2 0 R {page} /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    let mut file = "%PDF-1.7\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", file.len()));
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", index + 1));
    }
    let start = file.len();
    let size = objects.len() + 1;
    format!("{file}{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").into_bytes()
}

const WORD: &str = "BT /F1 12 Tf 150 400 Td (4,711.25) Tj ET";

fn none() -> FontSource {
    Arc::new(|| None)
}

fn request(marks: Vec<Rect>) -> PageRequest {
    PageRequest { dpi: DPI, pixels_max: PIXELS_MAX, marks, words: Vec::new() }
}

fn draw(bytes: &[u8], index: u32, request: &PageRequest, fonts: FontSource) -> DrawnPage {
    page(bytes.to_vec(), PageIndex(index), request, fonts).expect("drawn")
}

fn glyphs(bytes: &[u8], index: u32) -> Vec<Glyph> {
    let file = PdfFile::open(bytes.to_vec()).expect("opened");
    let mut glyphs = Vec::new();
    file.for_each_page(
        |page| page == PageIndex(index),
        |mut content| {
            clean(&mut content);
            glyphs.append(&mut content.glyphs);
        },
    );
    glyphs
}

/// The pixels of a box, as `(x, y)`.
fn pixels_in(picture: &Picture, area: &Rect) -> Vec<(usize, usize)> {
    let side = |at: f32, size: usize, points: f32| ((at / points * size as f32).max(0.0).round() as usize).min(size);
    let (width, height) = picture.page;
    let (x0, x1) = (side(area.x0, picture.width, width), side(area.x1, picture.width, width));
    let (y0, y1) = (side(area.y0, picture.height, height), side(area.y1, picture.height, height));
    (y0..y1).flat_map(|y| (x0..x1).map(move |x| (x, y))).collect()
}

fn everywhere(picture: &Picture) -> Vec<(usize, usize)> {
    (0..picture.height).flat_map(|y| (0..picture.width).map(move |x| (x, y))).collect()
}

fn is_ink(picture: &Picture, (x, y): (usize, usize)) -> bool {
    picture.pixel(x, y).is_some_and(|pixel| pixel.iter().all(|channel| *channel < INK_MAX))
}

fn is_paper(picture: &Picture, (x, y): (usize, usize)) -> bool {
    picture.pixel(x, y).is_some_and(|pixel| pixel.iter().all(|channel| *channel > PAPER_MIN))
}

fn ink(picture: &Picture, area: &Rect) -> usize {
    pixels_in(picture, area).into_iter().filter(|at| is_ink(picture, *at)).count()
}

/// The mark changes the paper in its box and none outside, and leaves the ink.
fn check_mark(plain: &Picture, marked: &Picture, area: &Rect) {
    let inside = pixels_in(marked, area);
    assert!(inside.iter().any(|at| is_paper(plain, *at)), "paper in {area:?}");
    for at in &inside {
        assert_eq!(is_ink(plain, *at), is_ink(marked, *at), "ink at {at:?}");
        assert!(!is_paper(marked, *at), "paper at {at:?} is highlighted");
    }
    let reach = area.grown(GROWTH + 2.0);
    let outside: std::collections::HashSet<_> = pixels_in(marked, &reach).into_iter().collect();
    for (x, y) in everywhere(marked).into_iter().filter(|at| !outside.contains(at)) {
        assert_eq!(plain.pixel(x, y), marked.pixel(x, y), "outside at {x}, {y}");
    }
}

/// One word on a page: it stands in its box, and the box is where the picture has its ink.
fn check_word(page: &str) -> Picture {
    let bytes = pdf(page, WORD);
    let document = read(bytes.clone(), &ReadOptions::default()).expect("read");
    let block = document.pages[0].blocks.first().expect("a block");
    assert_eq!(block.text, "4,711.25");
    let plain = draw(&bytes, 0, &request(vec![]), none()).picture;
    let marked = draw(&bytes, 0, &request(vec![block.bbox]), none()).picture;
    let all = everywhere(&plain).into_iter().filter(|at| is_ink(&plain, *at)).count();
    assert!(all > 30, "the word is drawn");
    assert_eq!(ink(&plain, &block.bbox.grown(GROWTH)), all, "all ink is in the mark of {:?}", block.bbox);
    check_mark(&plain, &marked, &block.bbox);
    plain
}

#[test]
fn a_word_is_inside_its_mark() {
    let picture = check_word("/MediaBox [0 0 612 792]");
    assert_eq!((picture.width, picture.height), (935, 1210));
}

#[test]
fn a_word_of_a_cropped_page_is_inside_its_mark() {
    let picture = check_word("/MediaBox [0 0 612 792] /CropBox [100 350 300 450]");
    assert_eq!(picture.page, (200.0, 100.0));
}

#[test]
fn a_page_on_its_side_is_drawn_as_it_is_read() {
    // The word runs up the page and is turned upright by the page's rotation.
    let word = "BT /F1 12 Tf 0 1 -1 0 400 150 Tm (4,711.25) Tj ET";
    let bytes = pdf("/MediaBox [0 0 612 792] /Rotate 90", word);
    let found = draw(&bytes, 0, &PageRequest { words: vec!["4,711.25".to_owned()], ..request(vec![]) }, none());
    let plain = draw(&bytes, 0, &request(vec![]), none()).picture;
    assert_eq!((plain.width, plain.height), (1210, 935));
    let [area] = found.marks[..] else { panic!("one place, not {:?}", found.marks) };
    assert!(ink(&plain, &area) > 30, "the word is drawn in {area:?}");
    check_mark(&plain, &found.picture, &area);
}

#[test]
fn a_cell_is_inside_its_mark() {
    let Some(bytes) = sample("澄江智造2024年年度报告.pdf") else { return };
    let page_index = PageIndex(5); // page 6 has the key figures
    let options = ReadOptions { pages: Some(vec![page_index]), ..ReadOptions::default() };
    let document = read(bytes.clone(), &options).expect("read");
    let cells = document.tables.iter().flat_map(|table| &table.cells);
    let figures: Vec<_> = cells
        .filter(|cell| {
            cell.page == page_index && cell.text.contains('.') && cell.text.starts_with(|c: char| c.is_ascii_digit())
        })
        .take(6)
        .collect();
    assert!(figures.len() > 3, "figures on the page");
    let plain = draw(&bytes, page_index.0, &request(vec![]), none()).picture;
    let glyphs = glyphs(&bytes, page_index.0);
    for cell in figures {
        let marked = draw(&bytes, page_index.0, &request(vec![cell.bbox]), none()).picture;
        check_mark(&plain, &marked, &cell.bbox);
        let inside = |glyph: &&Glyph| cell.bbox.contains(glyph.bbox.center_x(), glyph.bbox.center_y());
        let digits: Vec<_> = glyphs.iter().filter(inside).collect();
        assert_eq!(
            digits.iter().map(|glyph| glyph.char).collect::<String>(),
            cell.text.replace(char::is_whitespace, "")
        );
        for digit in digits.iter().filter(|glyph| glyph.char.is_ascii_digit()) {
            let mark = cell.bbox.grown(GROWTH);
            assert!(digit.bbox.x0 >= mark.x0 && digit.bbox.x1 <= mark.x1, "{} in {}", digit.char, cell.text);
            assert!(ink(&marked, &digit.bbox) > 4, "{} of {} is drawn", digit.char, cell.text);
        }
    }
}

#[test]
fn a_page_without_end_is_drawn_smaller() {
    for (media_box, dpi) in
        [("0 0 14400 14400", 600.0), ("0 0 1000000 20", 110.0), ("0 0 1000000000000 1000000000000", 110.0)]
    {
        let bytes = pdf(&format!("/MediaBox [{media_box}]"), WORD);
        let picture = draw(&bytes, 0, &PageRequest { dpi, ..request(vec![]) }, none()).picture;
        assert!(picture.width <= SIDE_MAX && picture.height <= SIDE_MAX, "{media_box}");
        assert!(picture.width * picture.height <= PIXELS_MAX + SIDE_MAX, "{media_box}");
        assert!(picture.width >= 1 && picture.height >= 1 && picture.dpi < dpi, "{media_box}");
    }
}

#[test]
fn a_page_without_a_size_is_drawn() {
    for media_box in ["0 0 0 0", "0 0 0.001 5", "100 100 -5 -5"] {
        let bytes = pdf(&format!("/MediaBox [{media_box}]"), WORD);
        let picture = draw(&bytes, 0, &request(vec![]), none()).picture;
        assert_eq!(picture.rgb.len(), picture.width * picture.height * 3, "{media_box}");
        assert!(picture.width >= 1 && picture.height >= 1, "{media_box}");
    }
}

#[test]
fn a_page_that_is_not_there_is_said_with_the_number_of_pages() {
    let bytes = pdf("/MediaBox [0 0 612 792]", WORD);
    let problem = page(bytes, PageIndex(1), &request(vec![]), none());
    assert!(matches!(problem, Err(RenderError::NoSuchPage { pages: 1 })));
}

#[test]
fn marks_outside_of_the_page_and_words_that_are_not_there_are_said() {
    let bytes = pdf("/MediaBox [0 0 612 792]", WORD);
    let far = Rect::new(700.0, 10.0, 800.0, 20.0);
    let words = vec!["4,711".to_owned(), "absent".to_owned()];
    let drawn = draw(&bytes, 0, &PageRequest { words, ..request(vec![far]) }, none());
    assert_eq!((drawn.outside, drawn.not_found, drawn.marks.len()), (vec![far], vec!["absent".to_owned()], 1));
}

#[test]
fn png_has_the_pixels() {
    for (marks, channels) in [(vec![], 1), (vec![Rect::new(0.0, 0.0, 50.0, 50.0)], 3)] {
        let picture = draw(&pdf("/MediaBox [0 0 612 792]", WORD), 0, &request(marks), none()).picture;
        let mut reader = png::Decoder::new(std::io::Cursor::new(picture.png())).read_info().expect("a PNG");
        let mut samples = vec![0; reader.output_buffer_size().expect("small")];
        reader.next_frame(&mut samples).expect("a picture");
        let pixels: Vec<u8> =
            samples.chunks_exact(channels).flat_map(|pixel| pixel.iter().cycle().take(3)).copied().collect();
        assert_eq!(pixels, picture.rgb, "{channels} channels");
    }
}

#[test]
fn chinese_that_the_file_does_not_carry_is_drawn_with_its_latin_words() {
    let Some(bytes) = sample("澄江智造2025年三季报点评：业绩修复已反映在股价中.pdf") else {
        return;
    };
    let Some(font) = chinese_font() else {
        println!("skipped: no Chinese font on this machine");
        return;
    };
    let fonts: FontSource = Arc::new(move || Some(font.clone()));
    let drawn = draw(&bytes, 0, &request(vec![]), fonts);
    assert_eq!(drawn.font_use, FontUse::StandIn(Default::default()));
    let picture = drawn.picture;
    let glyphs = glyphs(&bytes, 0);
    let (chinese, latin): (Vec<&Glyph>, Vec<&Glyph>) =
        glyphs.iter().filter(|glyph| glyph.char.is_alphanumeric()).partition(|glyph| doc::text::is_cjk(glyph.char));
    assert!(chinese.len() > 100 && latin.len() > 20, "{} {}", chinese.len(), latin.len());
    for glyph in chinese.iter().chain(&latin) {
        assert!(contrast(&picture, &glyph.bbox) > 60, "{} at {:?} is drawn", glyph.char, glyph.bbox);
    }
    let same = |a: &&Glyph, b: &&Glyph| a.char == b.char && a.size == b.size;
    for group in [&chinese, &latin] {
        let mut different = 0;
        for (a, b) in group.iter().zip(group.iter().skip(1)).filter(|(a, b)| !same(a, b) && a.size == b.size) {
            different += 1;
            assert_ne!(shape(&picture, &a.bbox), shape(&picture, &b.bbox), "{} and {}", a.char, b.char);
        }
        assert!(different > 10, "letters that differ: {different}");
    }
    let missing = draw(&bytes, 0, &request(vec![]), none());
    assert_eq!(missing.font_use, FontUse::Missing);
}

/// How far the darkest and the brightest pixel of a box are apart.
fn contrast(picture: &Picture, area: &Rect) -> u8 {
    let levels = pixels_in(picture, area).into_iter().filter_map(|(x, y)| picture.pixel(x, y));
    let (low, high) = levels.fold((u8::MAX, 0), |(low, high), [_, green, _]| (low.min(green), high.max(green)));
    high.saturating_sub(low)
}

/// Where a box is darker than its middle level, row by row.
fn shape(picture: &Picture, area: &Rect) -> Vec<bool> {
    let levels: Vec<u8> =
        pixels_in(picture, area).into_iter().filter_map(|(x, y)| picture.pixel(x, y)).map(|pixel| pixel[1]).collect();
    let middle = levels.iter().min().zip(levels.iter().max()).map_or(0, |(low, high)| low / 2 + high / 2);
    levels.into_iter().map(|level| level < middle).collect()
}

#[test]
fn a_font_without_latin_or_without_chinese_is_no_stand_in() {
    assert_eq!(FallbackFont::new(Vec::new()).err(), Some(FontError::Unreadable));
    assert_eq!(FallbackFont::new(b"no font at all".to_vec()).err(), Some(FontError::Unreadable));
    let latin = Path::new("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf");
    match std::fs::read(latin) {
        Ok(bytes) => assert_eq!(FallbackFont::new(bytes).err(), Some(FontError::Lacks('营'))),
        Err(_) => println!("skipped: {} is not there", latin.display()),
    }
}

fn sample(name: &str) -> Option<Vec<u8>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/docs").join(name);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        println!("skipped: {} is not there", path.display());
    }
    bytes
}

/// Any font of this machine that can stand in.
fn chinese_font() -> Option<FallbackFont> {
    let mut folders = vec![PathBuf::from("/usr/share/fonts"), "/usr/local/share/fonts".into(), "/Library/Fonts".into()];
    folders.extend([PathBuf::from("/System/Library/Fonts"), "C:/Windows/Fonts".into()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| ["ttf", "ttc", "otf"].iter().any(|known| kind == *known))
                && let Some(font) = std::fs::read(&path).ok().and_then(|bytes| FallbackFont::new(bytes).ok())
            {
                return Some(font);
            }
        }
    }
    None
}

proptest! {
    #[test]
    fn any_mark_leaves_a_whole_picture(corners in prop::collection::vec(any::<[f32; 4]>(), 0..6)) {
        let marks: Vec<Rect> = corners.iter().map(|[a, b, c, d]| Rect::new(*a, *b, *c, *d)).collect();
        let mut picture = Picture { width: 20, height: 10, page: (40.0, 20.0), dpi: 36.0, rgb: vec![200; 600] };
        mark(&mut picture, &marks);
        prop_assert_eq!(picture.rgb.len(), 600);
    }
}
