//! Shows a page as a picture with marks, from exactly the bytes that were taken in.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use doc::{PageNo, Rect, Warning};
use parse::render::{DrawnPage, FontUse, PageRequest};
use store::DocumentRecord;

use crate::{
    Config, Engine, EngineError, Stop,
    fonts::{FontPlaces, FontSearch, HINT},
    names::{locator_path, locator_text, path_text},
    reader::{DrawJob, Drawn, NO_SUCH_PAGE, ReadFailure, Reader, hash},
};

/// Pages before and after the shown one that are read to find its printed number.
const NEIGHBOURS: u32 = 4;
/// The smallest and the largest resolution, pixels an inch.
pub const DPI_RANGE: std::ops::RangeInclusive<u16> = 10..=1200;

/// What to show of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct ShowRequest {
    /// Which page.
    pub page: PageNo,
    /// Pixels an inch.
    pub dpi: u16,
    /// Boxes to mark, points of the page.
    pub marks: Vec<Rect>,
    /// Words to mark wherever they stand on the page.
    pub words: Vec<String>,
}

/// A page as a picture.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The document in the library; empty for a file that is not in it.
    pub doc_id: String,
    /// The path as it was given.
    pub path: String,
    /// The file that was drawn.
    pub file: PathBuf,
    /// Which page.
    pub page: PageNo,
    /// The number printed on it; empty where none is.
    pub page_label: String,
    /// The picture and what is to be said about it.
    pub drawn: Drawn,
}

impl Engine {
    /// Draws a page of a document of the library, named by id, path or the end of one.
    ///
    /// # Errors
    /// When no document or several fit, when its file is gone or has changed, or has no such page, or when the page
    /// takes too much time or memory.
    pub fn show(&self, kb: &str, name: &Path, request: &ShowRequest) -> Result<Shown, EngineError> {
        let record = self.find_file(kb, name)?;
        let file = current_file(&record).map_err(|source| read_error(Path::new(&record.path), source))?;
        let fonts = FontPlaces::new(self.store.home(), &self.config);
        let reader = drawing_reader(&self.config, self.worker.clone());
        let drawn = draw(&reader, &file, &record.sha256, fonts, request)?;
        let document = self.view(kb)?.document(&record.doc_id)?;
        let page =
            document.and_then(|document| document.pages.into_iter().find(|page| page.index.number() == request.page));
        let page_label = page.map(|page| page.label).unwrap_or_default();
        let (doc_id, path) = (record.doc_id.0.clone(), record.path.clone());
        Ok(Shown { doc_id, path, file, page: request.page, page_label, drawn })
    }

    /// Draws a page of a file that is in no library; `home` is where fonts are looked for.
    ///
    /// # Errors
    /// When the file cannot be read or has no such page, or when the page takes too much time or memory.
    pub fn show_file(
        path: &Path,
        home: &Path,
        config: &Config,
        worker: Option<PathBuf>,
        request: &ShowRequest,
    ) -> Result<Shown, EngineError> {
        let reader = drawing_reader(config, worker);
        let drawn = draw(&reader, path, "", FontPlaces::new(home, config), request)?;
        let page_label = printed_number(&reader, path, request.page);
        let (file, path) = (path.to_owned(), path_text(path));
        Ok(Shown { doc_id: String::new(), path, file, page: request.page, page_label, drawn })
    }

    /// The font that stands in for Chinese fonts which files do not carry.
    pub fn find_font(home: &Path, config: &Config) -> FontSearch {
        FontPlaces::new(home, config).search()
    }

    /// The document that was read from this very file, else the one that the name fits.
    fn find_file(&self, kb: &str, name: &Path) -> Result<Arc<DocumentRecord>, EngineError> {
        let locator = std::fs::canonicalize(name).ok().filter(|path| path.is_file()).map(|path| locator_text(&path));
        let by_locator = match locator {
            Some(locator) => self.view(kb)?.find(&locator).into_iter().find(|record| record.locator == locator),
            None => None,
        };
        by_locator.map_or_else(|| self.find_one(kb, &path_text(name)), Ok)
    }
}

fn drawing_reader(config: &Config, worker: Option<PathBuf>) -> Reader {
    Reader { worker, workers: 1, limits: config.limits.clone(), stop: Stop::default() }
}

fn draw(
    reader: &Reader,
    file: &Path,
    sha256: &str,
    fonts: FontPlaces,
    request: &ShowRequest,
) -> Result<Drawn, EngineError> {
    let job = DrawJob {
        path: file.as_os_str().to_owned(),
        sha256: sha256.to_owned(),
        page: request.page,
        request: PageRequest {
            dpi: f32::from(request.dpi),
            pixels_max: reader.limits.page_pixels_max as usize,
            marks: request.marks.clone(),
            words: request.words.clone(),
        },
        fonts,
    };
    reader.draw(job).map_err(|source| {
        if source.code == NO_SUCH_PAGE {
            EngineError::NoSuchPage { path: path_text(file), page: request.page, message: source.message }
        } else {
            read_error(file, source)
        }
    })
}

fn read_error(path: &Path, source: ReadFailure) -> EngineError {
    EngineError::Read { path: path.to_owned(), source }
}

/// The file with the bytes that were taken in: where it was then, else under the path as it was given.
fn current_file(record: &DocumentRecord) -> Result<PathBuf, ReadFailure> {
    let places = [locator_path(&record.locator), PathBuf::from(&record.path)];
    let mut there = false;
    for place in &places {
        match hash(place) {
            Ok(sha256) if sha256 == record.sha256 => return Ok(place.clone()),
            Ok(_) => there = true,
            Err(_) => {}
        }
    }
    let place = places[0].display();
    Err(if there {
        let message = format!(
            "the file is not the one that was taken in as version {}, so its pages may say something else; ingest it again",
            record.version
        );
        ReadFailure::new("changed", message)
    } else {
        ReadFailure::new("missing", format!("the file is no longer at {place}; put it back, or ingest it where it is"))
    })
}

/// The number printed on a page, told from the pages around it; empty where it cannot be told.
fn printed_number(reader: &Reader, path: &Path, page: PageNo) -> String {
    let around = page.0.saturating_sub(NEIGHBOURS).max(1)..=page.0.saturating_add(NEIGHBOURS);
    let document = reader.read_one(path, Some(around.map(PageNo).collect()));
    let pages = document.map(|document| document.pages).unwrap_or_default();
    pages.into_iter().find(|found| found.index.number() == page).map(|page| page.label).unwrap_or_default()
}

/// What is to be said about a drawn page.
pub(crate) fn warnings(page: &DrawnPage, job: &DrawJob, fonts: &FontSearch) -> Vec<Warning> {
    let mut said = Vec::new();
    let index = Some(job.page.into());
    let mut say = |code: &str, message: String| said.push(Warning { page: index, code: code.to_owned(), message });
    if !fonts.problem.is_empty() {
        say("bad_font", fonts.problem.clone());
    }
    match &page.font_use {
        FontUse::Missing => say(
            "no_font",
            format!(
                "words are missing from the picture: the file does not carry its Chinese font, and none was found; {}",
                HINT
            ),
        ),
        FontUse::StandIn(lacking) if !lacking.is_empty() => {
            let name = fonts.found.as_ref().map(|found| found.font.name().to_owned()).unwrap_or_default();
            let letters: String = lacking.iter().collect();
            say(
                "font_lacks",
                format!(
                    "do not trust these letters in the picture, the font {name} lacks them: {letters}; name another font by [show] font"
                ),
            );
        }
        _ => {}
    }
    let (width, height) = page.picture.page;
    for words in &page.not_found {
        say("words_not_found", format!("{words:?} does not stand on page {}", job.page));
    }
    for mark in &page.outside {
        say(
            "mark_outside",
            format!("the mark {:?} lies outside of the page ({width:.0} × {height:.0} points)", mark.to_array()),
        );
    }
    if page.picture.dpi < job.request.dpi {
        let dpi = page.picture.dpi;
        say(
            "drawn_smaller",
            format!(
                "the page is {width:.0} × {height:.0} points and was drawn at {dpi:.1} dpi; limits.page_pixels_max bounds a picture"
            ),
        );
    }
    said
}
