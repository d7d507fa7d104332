//! Bytes → everything that is stored of a document, on a thread whose failure is only that document's.

use std::{
    any::Any,
    fs::File,
    io::{self, Read},
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    thread,
};

use doc::{Document, PageIndex, PageNo, Warning};
use parse::render::{FontSource, RenderError};
use sha2::{Digest, Sha256};

use super::{DrawJob, Drawn, Job, NO_SUCH_PAGE, Prepared, ReadFailure};
use crate::{
    fonts::FontSearch,
    limits::{Limit, Limits, Step},
    show,
};

/// Bytes read of a file at a time while it is hashed.
const HASH_BLOCK_BYTES: usize = 1 << 20;

/// Is told how far the reading is.
pub trait Watcher: Sync {
    /// The file is open and has so many pages.
    fn opened(&self, pages: u32);
    /// This begins now.
    fn at(&self, step: Step);
}

/// Bytes → everything that is stored.
pub fn prepare(
    job: &Job,
    left_out: &[PageNo],
    limits: &Limits,
    watcher: &dyn Watcher,
) -> Result<Prepared, ReadFailure> {
    guarded(limits, watcher, |watcher| {
        let bytes = contents(&job.path, limits)?;
        if hex_digest(&bytes) != job.sha256 {
            return Err(ReadFailure::new("changed", "the file changed while it was being read; ingest it again"));
        }
        let mut document = read(bytes, None, left_out, limits, watcher)?;
        let (identity, doubts) = finance::extract::identity(&document);
        let facts = finance::extract::facts(&document, &identity);
        let mut chunks = parse::chunk::chunks_by(&document, job.chunking);
        document.warnings.extend(doubts);
        document.warnings.extend(cut(&mut chunks, limits));
        if chunks.iter().all(|chunk| chunk.noise) && document.warnings.is_empty() {
            document.warnings.push(warning(None, "no_words", "no words were found that a question could find"));
        }
        Ok(Prepared { document, identity, chunks, facts })
    })
}

/// The document without anything derived from it.
pub fn read_alone(
    path: &Path,
    pages: Option<&[PageNo]>,
    limits: &Limits,
    watcher: &dyn Watcher,
) -> Result<Document, ReadFailure> {
    guarded(limits, watcher, |watcher| read(contents(path, limits)?, pages, &[], limits, watcher))
}

/// A page as a picture; a font is looked for only when the page needs one.
pub fn draw(job: &DrawJob, limits: &Limits, watcher: &dyn Watcher) -> Result<Drawn, ReadFailure> {
    guarded(limits, watcher, |watcher| {
        let bytes = contents(Path::new(&job.path), limits)?;
        if !job.sha256.is_empty() && hex_digest(&bytes) != job.sha256 {
            return Err(ReadFailure::new("changed", "the file changed while it was being read; ingest it again"));
        }
        watcher.at(Step::Page(job.page));
        let search: Arc<OnceLock<FontSearch>> = Arc::default();
        let (places, result) = (job.fonts.clone(), Arc::clone(&search));
        let fonts: FontSource =
            Arc::new(move || result.get_or_init(|| places.search()).found.as_ref().map(|found| found.font.clone()));
        let page = parse::render::page(bytes, job.page.into(), &job.request, fonts).map_err(|error| match error {
            RenderError::Read(error) => read_failure(&error),
            RenderError::NoSuchPage { .. } => ReadFailure::new(NO_SUCH_PAGE, error.to_string()),
        })?;
        let warnings = show::warnings(&page, job, search.get().unwrap_or(&FontSearch::default()));
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
        let (width, height, dpi) = (side(page.picture.width), side(page.picture.height), page.picture.dpi);
        Ok(Drawn { width, height, dpi, png: page.picture.png(), marks: page.marks, warnings })
    })
}

/// SHA-256 in lower-case hex.
pub fn hex_digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// SHA-256 of a file in lower-case hex, read a block at a time.
///
/// # Errors
/// What the system says when the file cannot be read.
pub fn hash(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut hasher = Sha256::new();
    let mut block = vec![0; HASH_BLOCK_BYTES];
    loop {
        match file.read(&mut block) {
            Ok(0) => return Ok(hex(&hasher.finalize())),
            Ok(count) => hasher.update(&block[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn hex(digest: &[u8]) -> String {
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Runs on a thread of its own: its stack has a known size, and a fault in the reading of a damaged file becomes a
/// failure of that file that says where it was.
fn guarded<T: Send>(
    limits: &Limits,
    watcher: &dyn Watcher,
    work: impl FnOnce(&dyn Watcher) -> Result<T, ReadFailure> + Send,
) -> Result<T, ReadFailure> {
    let noting = Noting { watcher, at: Mutex::default() };
    let stack = usize::try_from(limits.nesting_stack_bytes_max).unwrap_or(usize::MAX);
    let joined = thread::scope(|scope| {
        let thread = thread::Builder::new().name("reading".to_owned()).stack_size(stack);
        let spawned = thread.spawn_scoped(scope, || work(&noting));
        spawned.map(|spawned| spawned.join())
    });
    match joined {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => Err(ReadFailure::crashed(noting.step(), &panic_words(&*panic))),
        Err(_) => Err(ReadFailure::limit(limits, Limit::Memory, noting.step())),
    }
}

/// What a panic says.
fn panic_words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no words".to_owned())
}

/// Remembers the last step.
struct Noting<'a> {
    watcher: &'a dyn Watcher,
    at: Mutex<Step>,
}

impl Noting<'_> {
    fn step(&self) -> Step {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watcher for Noting<'_> {
    fn opened(&self, pages: u32) {
        self.watcher.opened(pages);
    }

    fn at(&self, step: Step) {
        *self.at.lock().unwrap_or_else(PoisonError::into_inner) = step;
        self.watcher.at(step);
    }
}

fn contents(path: &Path, limits: &Limits) -> Result<Vec<u8>, ReadFailure> {
    let unreadable = |error: io::Error| ReadFailure::new("unreadable", format!("cannot be read: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // A file that grows while it is read ends all the same.
    file.take(limits.file_bytes_max.saturating_add(1)).read_to_end(&mut bytes).map_err(|error| {
        if error.kind() == io::ErrorKind::OutOfMemory {
            ReadFailure::limit(limits, Limit::Memory, Step::Opening)
        } else {
            unreadable(error)
        }
    })?;
    if bytes.len() as u64 > limits.file_bytes_max {
        return Err(ReadFailure::limit(limits, Limit::FileBytes, Step::Opening));
    }
    Ok(bytes)
}

fn read(
    bytes: Vec<u8>,
    pages: Option<&[PageNo]>,
    left_out: &[PageNo],
    limits: &Limits,
    watcher: &dyn Watcher,
) -> Result<Document, ReadFailure> {
    let indices = |pages: &[PageNo]| pages.iter().map(|page| PageIndex::from(*page)).collect::<Vec<_>>();
    let last = Mutex::new(PageNo(0));
    let report = |step| match step {
        parse::Step::Opened(pages) => watcher.opened(u32::try_from(pages).unwrap_or(u32::MAX)),
        parse::Step::Page(index) => {
            *last.lock().unwrap_or_else(PoisonError::into_inner) = index.number();
            watcher.at(Step::Page(index.number()));
        }
        parse::Step::Together => {
            watcher.at(Step::Together(*last.lock().unwrap_or_else(PoisonError::into_inner)));
        }
    };
    let options = parse::ReadOptions {
        pages: pages.map(indices),
        pages_max: limits.pages_max as usize,
        left_out: indices(left_out),
        page_max: parse::PageMax { glyphs: limits.page_glyphs_max as usize, objects: limits.page_objects_max as usize },
        progress: Some(parse::Progress(&report)),
    };
    let mut document = parse::read(bytes, &options).map_err(|error| read_failure(&error))?;
    for warning in document.warnings.iter_mut().filter(|warning| warning.code == Limit::Pages.code()) {
        let keys = match warning.page {
            None => Limit::Pages.key().to_owned(),
            Some(_) => format!("{} or {}", Limit::PageGlyphs.key(), Limit::PageObjects.key()),
        };
        warning.message.push_str(&format!("; raise {keys} to have the rest read"));
    }
    Ok(document)
}

/// Drops the chunks that are too many and says so.
fn cut(chunks: &mut Vec<doc::Chunk>, limits: &Limits) -> Option<Warning> {
    let first_left = chunks.get(limits.document_chunks_max as usize)?;
    let page = first_left.spans.first().map(|span| span.page);
    chunks.truncate(limits.document_chunks_max as usize);
    Some(warning(page, Limit::Chunks.code(), &limits.left_out(Limit::Chunks)))
}

fn warning(page: Option<PageIndex>, code: &str, message: &str) -> Warning {
    Warning { page, code: code.to_owned(), message: message.to_owned() }
}

fn read_failure(error: &parse::ReadError) -> ReadFailure {
    let code = match error {
        parse::ReadError::Empty => "empty",
        parse::ReadError::Encrypted => "encrypted",
        parse::ReadError::Damaged => "damaged",
    };
    ReadFailure::new(code, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nobody;

    impl Watcher for Nobody {
        fn opened(&self, _: u32) {}
        fn at(&self, _: Step) {}
    }

    #[test]
    fn a_fault_in_reading_is_a_failure_that_says_where() {
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let result = guarded::<()>(&Limits::default(), &Nobody, |watcher| {
            watcher.at(Step::Page(PageNo(3)));
            panic!("a fault");
        });
        std::panic::set_hook(quiet);
        let failure = result.expect_err("it broke off");
        assert_eq!((failure.code, failure.step), ("crashed", Step::Page(PageNo(3))));
        assert!(failure.message.contains("page 3"), "{failure}");
    }

    #[test]
    fn a_file_is_hashed_as_its_bytes_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        let bytes = vec![7; HASH_BLOCK_BYTES + 5];
        std::fs::write(&file, &bytes).expect("written");
        assert_eq!(hash(&file).expect("hashed"), hex_digest(&bytes));
    }

    #[test]
    fn a_file_larger_than_the_limit_is_not_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a");
        std::fs::write(&file, vec![7; 101]).expect("written");
        let limits = Limits { file_bytes_max: 100, ..Limits::default() };
        assert_eq!(contents(&file, &limits).expect_err("too large").limit, Some(Limit::FileBytes));
    }
}
