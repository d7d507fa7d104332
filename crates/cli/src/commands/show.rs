//! `show`: a page as a picture, with marks on what is cited.

use std::{
    fs,
    io::{self, IsTerminal, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use engine::{Engine, EngineError, ShowRequest, Shown, StoreError, wire};

use crate::{
    args::{Global, Show},
    commands::{config, open, worker},
    language::say,
    output,
    problem::Problem,
};

/// Where the picture goes.
enum Destination {
    Output,
    File(PathBuf),
}

pub fn run(global: &Global, command: &Show) -> Result<ExitCode, Problem> {
    let destination = destination(global, command)?;
    let shown = draw(global, command)?;
    for warning in &shown.drawn.warnings {
        output::note(&format!("caiwen: {}", warning.message));
    }
    match destination {
        Destination::Output => {
            let mut output = io::stdout().lock();
            output.write_all(&shown.drawn.png)?;
            output.flush()?;
        }
        Destination::File(path) => {
            write(&path, &shown)?;
            if global.json {
                output::json_line(&wire::shown(&shown, &path))?;
            } else {
                output::line(&said(&shown, &path))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `--out`, else standard output where no person would see the bytes, else a file named after document and page.
fn destination(global: &Global, command: &Show) -> Result<Destination, Problem> {
    match &command.out {
        Some(path) if path.as_os_str() == "-" && global.json => {
            Err(Problem::Usage("--out - and --json: standard output takes one of them".to_owned()))
        }
        Some(path) if path.as_os_str() == "-" => Ok(Destination::Output),
        Some(path) if is_pdf(path) => {
            Err(Problem::Usage(format!("--out {}: this file is a PDF; name the picture to be written", path.display())))
        }
        Some(path) => Ok(Destination::File(path.clone())),
        None if global.json || io::stdout().is_terminal() => Ok(Destination::File(default_name(command))),
        None => Ok(Destination::Output),
    }
}

/// A picture never takes the place of a document.
fn is_pdf(path: &Path) -> bool {
    let mut start = [0; 5];
    fs::File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"%PDF-"
}

fn default_name(command: &Show) -> PathBuf {
    let mut name = command.document.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-p{}.png", command.page));
    PathBuf::from(name)
}

fn draw(global: &Global, command: &Show) -> Result<Shown, Problem> {
    let request = ShowRequest {
        page: doc::PageNo(command.page),
        dpi: command.dpi,
        marks: command.mark.clone(),
        words: command.mark_text.clone(),
    };
    let document = &command.document;
    let in_library = open(global).and_then(|engine| Ok(engine.show(&global.kb, document, &request)?));
    match in_library {
        Err(problem) if is_elsewhere(&problem) && document.is_file() => {
            Ok(Engine::show_file(document, &global.home, &config(global)?, worker(), &request)?)
        }
        shown => shown,
    }
}

/// Is it only that the library does not know the document, or that there is no library?
fn is_elsewhere(problem: &Problem) -> bool {
    let Problem::Engine(error) = problem else { return false };
    matches!(error, EngineError::NoSuchDocument(_) | EngineError::Store(StoreError::Absent { .. }))
}

fn write(path: &Path, shown: &Shown) -> Result<(), Problem> {
    fs::write(path, &shown.drawn.png)
        .map_err(|error| Problem::Io(io::Error::new(error.kind(), format!("{}: {error}", path.display()))))
}

fn said(shown: &Shown, path: &Path) -> String {
    let label = match shown.page_label.as_str() {
        "" => String::new(),
        label => format!("{}{label}", say("，印刷页码 ", ", printed ")),
    };
    format!(
        "{}  {} {} {}{label}  {} × {}  {} {}",
        path.display(),
        shown.path,
        say("第", "page"),
        shown.page,
        shown.drawn.width,
        shown.drawn.height,
        shown.drawn.marks.len(),
        say("处标记", "marks"),
    )
}
