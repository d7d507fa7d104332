//! Reads documents with bytes of them changed, thousands of times: none may make the reading panic or never end.
//!
//! ```sh
//! cargo run --release -p engine --example mutate -- 10000 [SEED] [FILE OR FOLDER]...
//! ```
//!
//! Without files: the sample documents, and the small ones of `../shared` where they are. Each file is also taken with
//! its streams unpacked, so that changes reach what is drawn and not only how it is packed. The same seed changes the
//! same bytes. A file that does harm is kept under the folder for temporary files, and the exit code is 1.

#![allow(clippy::print_stdout, reason = "its results are what it prints")]

use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    io::Read,
    panic::{self, AssertUnwindSafe},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// A changed file that takes longer to read hangs.
const TIME_MAX: Duration = Duration::from_secs(20);
/// Files of `../shared` are taken up to this size, bytes.
const SHARED_BYTES_MAX: u64 = 400_000;
/// Changes of one file at most.
const CHANGES_MAX: u64 = 24;
/// Bytes of a stretch that is moved, repeated or deleted at most.
const STRETCH_MAX: u64 = 400;
/// Words that mean something in a file.
const WORDS: [&[u8]; 20] = [
    b" 0 ",
    b" -1 ",
    b" 99999999999 ",
    b"<<",
    b">>",
    b"[",
    b"]",
    b"(",
    b")",
    b" R ",
    b"/Kids",
    b"/Length 0 ",
    b" Do ",
    b" Tj ",
    b" cm ",
    b" q ",
    b" Q ",
    b" BT ",
    b"endstream",
    b" 1e9 ",
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let mut number = |default: u64| -> Result<u64, Box<dyn Error>> {
        arguments.next().map_or(Ok(default), |word| Ok(word.to_string_lossy().parse()?))
    };
    let (runs, seed) = (number(1_000)?, number(1)?);
    let files = files(&arguments.map(PathBuf::from).collect::<Vec<_>>())?;
    println!("{} files (half of them unpacked), {runs} runs, seed {seed}", files.len());
    let panics = listen();
    let now = Arc::new(Mutex::new(None));
    watch(Arc::clone(&now));
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    let start = Instant::now();
    for run in 0..runs {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ run.wrapping_mul(0xbf58_476d_1ce4_e5b9) | 1);
        let bytes = changed(&files[random.below(files.len() as u64) as usize], &mut random);
        let begun = Instant::now();
        *lock(&now) = Some(UnderWay { begun, bytes: bytes.clone() });
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| read(bytes.clone())));
        *lock(&now) = None;
        slowest = slowest.max(begun.elapsed());
        let outcome = outcome.unwrap_or_else(|_| {
            println!("run {run} panicked: {} {}", lock(&panics).pop().unwrap_or_default(), keep(&bytes, "panic", run));
            "panicked"
        });
        *counts.entry(outcome).or_default() += 1;
    }
    println!("{counts:?}, slowest {slowest:?}, all {:?}", start.elapsed());
    Ok(if counts.contains_key("panicked") { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The file that is being read.
struct UnderWay {
    begun: Instant,
    bytes: Vec<u8>,
}

/// Everything that is done with a document before it is stored.
fn read(bytes: Vec<u8>) -> &'static str {
    let Ok(document) = parse::read(bytes, &parse::ReadOptions::default()) else { return "refused" };
    let (identity, _) = finance::extract::identity(&document);
    let facts = finance::extract::facts(&document, &identity);
    let chunks = parse::chunk::chunks(&document);
    if chunks.is_empty() && facts.is_empty() { "read, without words" } else { "read" }
}

/// The files, each as it is and unpacked.
fn files(named: &[PathBuf]) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    if named.is_empty() {
        pdfs(&root.join("samples/docs"), u64::MAX, &mut paths)?;
        let shared = root.join("../shared/data");
        if shared.is_dir() {
            pdfs(&shared, SHARED_BYTES_MAX, &mut paths)?;
        } else {
            println!("skipped: ../shared is not there");
        }
    }
    for path in named {
        pdfs(path, u64::MAX, &mut paths)?;
    }
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        let bytes = fs::read(path)?;
        files.push(unpacked(&bytes));
        files.push(bytes);
    }
    if files.is_empty() { Err("no PDF files there".into()) } else { Ok(files) }
}

fn pdfs(path: &Path, bytes_max: u64, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            pdfs(&entry?.path(), bytes_max, found)?;
        }
    } else if path.extension().is_some_and(|name| name.eq_ignore_ascii_case("pdf"))
        && path.metadata()?.len() <= bytes_max
    {
        found.push(path.to_owned());
    }
    Ok(())
}

/// The file with its deflated streams inflated; the table of objects is then wrong, as in many a damaged file.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    const FILTER: &[u8] = b"/FlateDecode";
    /// A dictionary is looked for so far before its stream.
    const DICTIONARY_BYTES_MAX: usize = 400;
    let mut out = Vec::new();
    let mut rest = bytes;
    while let Some(at) = find(rest, b"stream") {
        let mut data = at + b"stream".len();
        data += usize::from(rest.get(data) == Some(&b'\r'));
        data += usize::from(rest.get(data) == Some(&b'\n'));
        let end = find(&rest[data.min(rest.len())..], b"endstream").map_or(rest.len(), |end| data + end);
        let head = out.len();
        out.extend(&rest[..data.min(rest.len())]);
        let dictionary = head.max(out.len().saturating_sub(DICTIONARY_BYTES_MAX));
        let mut inflated = Vec::new();
        let packed = rest.get(data..end).unwrap_or_default();
        let filter = find(&out[dictionary..], FILTER).map(|filter| dictionary + filter);
        match filter {
            Some(filter) if flate2::read::ZlibDecoder::new(packed).read_to_end(&mut inflated).is_ok() => {
                // An empty list of filters, as long as the name was.
                out[filter..filter + FILTER.len()].copy_from_slice(b"[          ]");
                out.extend(inflated);
            }
            _ => out.extend(packed),
        }
        let next = rest.len().min(end + b"endstream".len());
        out.extend(rest.get(end..next).unwrap_or_default());
        rest = &rest[next..];
    }
    out.extend(rest);
    out
}

fn find(bytes: &[u8], word: &[u8]) -> Option<usize> {
    bytes.windows(word.len()).position(|window| window == word)
}

/// The file with some of its bytes changed.
fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(CHANGES_MAX) {
        let at = random.below(bytes.len().max(1) as u64) as usize;
        let stretch = at..bytes.len().min(at + random.below(STRETCH_MAX) as usize);
        match random.below(9) {
            0 | 1 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
            2 => bytes[stretch].fill(random.below(256) as u8),
            3 => drop(bytes.drain(stretch)),
            4 => {
                let copy = bytes[stretch].to_vec();
                let to = random.below(bytes.len().max(1) as u64) as usize;
                bytes.splice(to..to, copy);
            }
            5 | 6 => {
                let word = WORDS[random.below(WORDS.len() as u64) as usize];
                bytes.splice(at..at, word.iter().copied());
            }
            7 => bytes[stretch].iter_mut().filter(|byte| byte.is_ascii_digit()).for_each(|byte| {
                *byte = b'0' + random.below(10) as u8;
            }),
            _ if random.below(10) == 0 => bytes.truncate(at),
            _ => bytes[stretch].reverse(),
        }
    }
    bytes
}

/// xorshift: the same sequence for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }
}

/// Where panics happened.
fn listen() -> Arc<Mutex<Vec<String>>> {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hook = Arc::clone(&heard);
    panic::set_hook(Box::new(move |info| lock(&hook).push(info.to_string())));
    heard
}

/// Ends the program when a file takes too long: it cannot be interrupted.
fn watch(now: Arc<Mutex<Option<UnderWay>>>) {
    thread::spawn(move || {
        loop {
            thread::sleep(Duration::from_millis(200));
            if let Some(UnderWay { begun, bytes }) = &*lock(&now)
                && begun.elapsed() > TIME_MAX
            {
                println!("a file takes longer than {TIME_MAX:?} {}", keep(bytes, "hang", 0));
                std::process::exit(1);
            }
        }
    });
}

fn keep(bytes: &[u8], what: &str, run: u64) -> String {
    let path = std::env::temp_dir().join(format!("mutate-{what}-{run}.pdf"));
    match fs::write(&path, bytes) {
        Ok(()) => format!("kept as {}", path.display()),
        Err(error) => format!("not kept: {error}"),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
