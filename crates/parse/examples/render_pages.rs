//! Draws the first pages of every PDF under a folder on one thread at 110 dpi and prints pages a second, stage by
//! stage: `cargo run --release -p parse --example render_pages FOLDER [PAGES-A-FILE [FONT]]`. Says which files name
//! fonts that they do not carry, and what FONT cannot draw of them.

use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use doc::PageIndex;
use parse::{
    pdf::PdfFile,
    render::{FallbackFont, FontSource, FontUse, PIXELS_MAX, Painter},
};

const DPI: f32 = 110.0;
const PAGES_A_FILE: u32 = 10;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("name a folder of PDF files")?;
    let pages_max = arguments.next().map_or(Ok(PAGES_A_FILE), |pages| pages.parse())?;
    let font = arguments.next().map(|path| Ok::<_, std::io::Error>(FallbackFont::new(std::fs::read(path)?)));
    let font = font.transpose()?.transpose()?;
    let mut files = Vec::new();
    collect(Path::new(&folder), &mut files)?;
    files.sort();
    let mut out = std::io::stdout().lock();
    let (mut pages, mut bytes, mut drawing, mut encoding) = (0_u32, 0, Duration::ZERO, Duration::ZERO);
    for path in &files {
        let Ok(file) = PdfFile::open(std::fs::read(path)?) else { continue };
        let font = font.clone();
        let fonts: FontSource = Arc::new(move || font.clone());
        let painter = Painter::new(&file, fonts);
        for index in (0..pages_max).map(PageIndex) {
            let start = Instant::now();
            let Some(picture) = painter.picture(index, DPI, PIXELS_MAX) else { break };
            drawing += start.elapsed();
            let start = Instant::now();
            bytes += picture.png().len();
            encoding += start.elapsed();
            pages += 1;
            match painter.font_use(index) {
                FontUse::NotNeeded => {}
                font_use => writeln!(out, "{} page {}: {font_use:?}", path.display(), index.number())?,
            }
        }
    }
    let rate = |time: Duration| f64::from(pages) / time.as_secs_f64().max(1e-9);
    writeln!(
        out,
        "{} files, {pages} pages at {DPI} dpi, {} KB a page",
        files.len(),
        bytes / 1024 / pages.max(1) as usize
    )?;
    writeln!(out, "drawing  {:7.3} s {:6.0} pages/s", drawing.as_secs_f64(), rate(drawing))?;
    writeln!(out, "PNG      {:7.3} s {:6.0} pages/s", encoding.as_secs_f64(), rate(encoding))?;
    writeln!(out, "together {:7.3} s {:6.0} pages/s", (drawing + encoding).as_secs_f64(), rate(drawing + encoding))?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdf")) {
            files.push(path);
        }
    }
    Ok(())
}
