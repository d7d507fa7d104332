//! Prints the blocks of one page.
#![allow(clippy::print_stdout)]
fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(path), Some(page)) = (arguments.first(), arguments.get(1).and_then(|page| page.parse::<usize>().ok()))
    else {
        return;
    };
    let Ok(bytes) = std::fs::read(path) else { return };
    let Ok(document) = parse::read(bytes, &parse::ReadOptions::default()) else { return };
    for block in &document.pages[page - 1].blocks {
        println!("[{:?} {:?} {:.0} {:.0}] {}", block.kind, block.noise, block.font_size, block.bbox.y0, block.text);
    }
}
