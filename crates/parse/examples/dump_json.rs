//! Scratch: dumps documents as JSON.
use std::{io::Write, path::PathBuf};
fn main() {
    let mut args = std::env::args().skip(1);
    let out = PathBuf::from(args.next().expect("out"));
    for file in args {
        let start = std::time::Instant::now();
        let path = PathBuf::from(&file);
        let mut stdout = std::io::stdout().lock();
        match parse::read(std::fs::read(&path).expect("readable"), &parse::ReadOptions::default()) {
            Ok(document) => {
                let took = start.elapsed().as_secs_f64();
                let name = path.file_stem().expect("name").to_string_lossy().into_owned();
                std::fs::write(out.join(format!("{name}.json")), serde_json::to_vec(&document).expect("json"))
                    .expect("written");
                writeln!(
                    stdout,
                    "{} pages {} tables {} sections {} warnings {:.3}s {}",
                    document.pages.len(),
                    document.tables.len(),
                    document.sections.len(),
                    document.warnings.len(),
                    took,
                    file
                )
                .expect("out");
            }
            Err(error) => writeln!(stdout, "FAILED {file}: {error}").expect("out"),
        }
    }
}
