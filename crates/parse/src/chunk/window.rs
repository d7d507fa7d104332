//! Windows that slide over a document's words, whatever they are: the way most systems cut.

use doc::{Chunk, ChunkKind, Document, NoiseKind, PageSpan, text::count_tokens};

/// What a window is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Characters.
    Character,
    /// Lines: a line of a table, a paragraph's or heading's line of print is one.
    Line,
    /// o200k_base tokens.
    Token,
}

/// A window's size and what it shares with the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Measured in.
    pub unit: Unit,
    /// Size.
    pub size: usize,
    /// Shared with the window before, smaller than `size`.
    pub overlap: usize,
}

/// 512 characters, 64 shared.
pub const FIXED: Window = Window { unit: Unit::Character, size: 512, overlap: 64 };
/// 30 lines, 5 shared.
pub const LINES: Window = Window { unit: Unit::Line, size: 30, overlap: 5 };
/// 256 tokens, 32 shared.
pub const TOKENS: Window = Window { unit: Unit::Token, size: 256, overlap: 32 };

/// A piece that is never cut: a line, a character, or a word's worth of them.
struct Piece<'a> {
    text: &'a str,
    span: PageSpan,
    length: usize,
    ends_line: bool,
}

/// Cuts a document; running text is left out, everything else is in at least one window.
pub fn chunks(document: &Document, window: Window) -> Vec<Chunk> {
    let pieces = pieces(document, window.unit);
    let mut chunks = Vec::new();
    let mut first = 0;
    while first < pieces.len() {
        let end = end_of(&pieces, first, window.size);
        chunks.push(chunk(&pieces[first..end], chunks.len()));
        if end >= pieces.len() {
            break;
        }
        first = start_of_next(&pieces, first, end, window.overlap);
    }
    chunks
}

fn pieces(document: &Document, unit: Unit) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for page in &document.pages {
        for block in &page.blocks {
            let kept = matches!(block.noise, None | Some(NoiseKind::Contents | NoiseKind::Disclaimer));
            if !kept {
                continue;
            }
            let span = PageSpan { page: page.index, bbox: block.bbox };
            for line in block.text.lines().filter(|line| !line.trim().is_empty()) {
                match unit {
                    Unit::Line => pieces.push(Piece { text: line, span, length: 1, ends_line: true }),
                    Unit::Character => push_characters(line, span, &mut pieces, |_| 1),
                    // Counting a character at a time is never less than the tokens of the whole.
                    Unit::Token => push_characters(line, span, &mut pieces, |text| count_tokens(text) as usize),
                }
            }
        }
    }
    pieces
}

fn push_characters<'a>(line: &'a str, span: PageSpan, pieces: &mut Vec<Piece<'a>>, length: impl Fn(&str) -> usize) {
    for (at, char) in line.char_indices() {
        let end = at + char.len_utf8();
        let text = &line[at..end];
        pieces.push(Piece { text, span, length: length(text), ends_line: end == line.len() });
    }
}

/// One past the last piece that fits; at least one piece.
fn end_of(pieces: &[Piece<'_>], first: usize, size: usize) -> usize {
    let mut length = 0;
    for (index, piece) in pieces.iter().enumerate().skip(first) {
        length += piece.length;
        if length > size {
            return index.max(first + 1);
        }
    }
    pieces.len()
}

/// Where the next window starts: back from `end` by the overlap, but past `first`.
fn start_of_next(pieces: &[Piece<'_>], first: usize, end: usize, overlap: usize) -> usize {
    let mut length = 0;
    let mut start = end;
    while start > first + 1 && length + pieces[start - 1].length <= overlap {
        start -= 1;
        length += pieces[start].length;
    }
    start
}

fn chunk(pieces: &[Piece<'_>], ordinal: usize) -> Chunk {
    let mut text = String::new();
    let mut spans: Vec<PageSpan> = Vec::new();
    for piece in pieces {
        text.push_str(piece.text);
        if piece.ends_line {
            text.push('\n');
        }
        match spans.last_mut() {
            Some(span) if span.page == piece.span.page => span.bbox = span.bbox.union(&piece.span.bbox),
            _ => spans.push(piece.span),
        }
    }
    let text = text.trim_end().to_owned();
    Chunk {
        ordinal: u32::try_from(ordinal).unwrap_or(u32::MAX),
        kind: ChunkKind::Text,
        section: Vec::new(),
        spans,
        tokens: count_tokens(&text),
        text,
        table: None,
        rows: Vec::new(),
        noise: false,
    }
}

#[cfg(test)]
mod tests {
    use doc::{Block, BlockKind, Page, PageIndex, Rect};

    use super::*;

    fn document(lines: usize) -> Document {
        let page = |number: u32| Page {
            index: PageIndex(number),
            blocks: (0..lines)
                .map(|line| Block {
                    kind: BlockKind::Paragraph,
                    noise: None,
                    bbox: Rect::default(),
                    text: format!("第{number}页第{line}行的文字，共有二十来个字左右。"),
                    font_size: 10.0,
                    section: None,
                })
                .collect(),
            ..Page::default()
        };
        Document { pages: (0..3).map(page).collect(), ..Document::default() }
    }

    #[test]
    fn windows_have_their_size_and_share_what_they_should() {
        let document = document(40);
        for window in [FIXED, LINES, TOKENS] {
            let chunks = chunks(&document, window);
            assert!(chunks.len() > 2, "{window:?}");
            for pair in chunks.windows(2) {
                let start: String = pair[1].text.chars().take(5).collect();
                assert!(pair[0].text.contains(&start), "{window:?}");
            }
            let size = |chunk: &Chunk| match window.unit {
                Unit::Character => chunk.text.chars().filter(|c| *c != '\n').count(),
                Unit::Line => chunk.text.lines().count(),
                Unit::Token => 0,
            };
            assert!(chunks.iter().all(|chunk| size(chunk) <= window.size), "{window:?}");
        }
    }

    #[test]
    fn every_line_is_in_a_window_whole_or_in_two() {
        let document = document(40);
        let chunks = chunks(&document, LINES);
        for page in &document.pages {
            for block in &page.blocks {
                let found = chunks.iter().find(|chunk| chunk.text.contains(&block.text));
                assert!(
                    found.is_some_and(|chunk| chunk.spans.iter().any(|span| span.page == page.index)),
                    "{}",
                    block.text
                );
            }
        }
        assert!(super::chunks(&Document::default(), FIXED).is_empty());
    }
}
