//! The little Markdown that the rules of the house read: tables, fenced code, code spans, links.

/// A table: its header's cells and, a row, the line it stands on (1-based) and its cells.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// Cells of the header, trimmed.
    pub header: Vec<String>,
    /// Rows under the line of dashes.
    pub rows: Vec<(usize, Vec<String>)>,
}

/// A fenced block of code.
#[derive(Debug, PartialEq, Eq)]
pub struct Fence {
    /// The line of its opening, 1-based.
    pub line: usize,
    /// The language named there; empty where none is.
    pub language: String,
    /// What stands in it.
    pub lines: Vec<String>,
}

/// All tables of a text.
pub fn tables(text: &str) -> Vec<Table> {
    let lines: Vec<(usize, &str)> = prose(text);
    let mut tables = Vec::new();
    let mut at = 0;
    while at + 1 < lines.len() {
        let (header, dashes) = (lines[at], lines[at + 1]);
        if cells(header.1).is_none() || !is_dashes(dashes.1) {
            at += 1;
            continue;
        }
        let mut table = Table { header: cells(header.1).unwrap_or_default(), rows: Vec::new() };
        at += 2;
        while let Some((line, row)) = lines.get(at).and_then(|(line, text)| Some((*line, cells(text)?))) {
            table.rows.push((line, row));
            at += 1;
        }
        tables.push(table);
    }
    tables
}

/// All fenced blocks of a text.
pub fn fences(text: &str) -> Vec<Fence> {
    let mut fences: Vec<Fence> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            if !open {
                fences.push(Fence { line: index + 1, language: language.trim().to_owned(), lines: Vec::new() });
            }
            open = !open;
        } else if open && let Some(fence) = fences.last_mut() {
            fence.lines.push(line.to_owned());
        }
    }
    fences
}

/// Everything between single back-quotes outside of fenced blocks, with its line (1-based).
pub fn spans(text: &str) -> Vec<(usize, &str)> {
    let lines = prose(text).into_iter();
    lines.flat_map(|(line, text)| code_in(text).into_iter().map(move |span| (line, span))).collect()
}

/// What stands between single back-quotes in one line.
pub fn code_in(line: &str) -> Vec<&str> {
    let parts: Vec<&str> = line.split('`').collect();
    // The last part is outside whether or not its quote was closed.
    let closed = parts.len().saturating_sub(1);
    parts[..closed].iter().skip(1).step_by(2).copied().filter(|span| !span.is_empty()).collect()
}

/// The targets of links outside of fenced blocks, with their line (1-based).
pub fn links(text: &str) -> Vec<(usize, &str)> {
    let mut links = Vec::new();
    for (line, text) in prose(text) {
        for part in text.split("](").skip(1) {
            if let Some((target, _)) = part.split_once(')') {
                links.push((line, target));
            }
        }
    }
    links
}

/// The lines outside of fenced blocks, with their number (1-based).
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut open = false;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            open = !open;
        } else if !open {
            lines.push((index + 1, line));
        }
    }
    lines
}

/// The cells of a table's line; `None` where it is none.
fn cells(line: &str) -> Option<Vec<String>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for letter in inner.chars() {
        match (letter, escaped) {
            ('|', false) => cells.push(String::new()),
            ('\\', false) => {
                escaped = true;
                continue;
            }
            _ => cells.last_mut()?.push(letter),
        }
        escaped = false;
    }
    Some(cells.into_iter().map(|cell| cell.trim().to_owned()).collect())
}

fn is_dashes(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('|') && line.contains('-') && line.chars().all(|letter| "|-: ".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
See [the design](docs/a.md) and `one`, `two`.

| crate | may use |
|---|---|
| `doc` | – |
| `a\\|b` | `doc` |

```sh
| not | a table |
|---|---|
`not code` [not](a-link)
```
after `three` and an open ` quote";

    #[test]
    fn a_table_is_found_with_its_lines_and_a_fence_is_not_a_table() {
        let tables = tables(TEXT);
        assert_eq!(tables.len(), 1);
        assert_eq!(tables[0].header, ["crate", "may use"]);
        assert_eq!(tables[0].rows[0], (5, vec!["`doc`".to_owned(), "–".to_owned()]));
        assert_eq!(tables[0].rows[1].1[0], "`a|b`");
    }

    #[test]
    fn code_and_links_count_outside_of_fences_only() {
        assert_eq!(spans(TEXT).into_iter().filter(|(line, _)| *line < 3).count(), 2);
        assert!(spans(TEXT).contains(&(13, "three")));
        assert!(!spans(TEXT).iter().any(|(_, span)| span.contains("not code") || span.contains("quote")));
        assert_eq!(links(TEXT), [(1, "docs/a.md")]);
    }

    #[test]
    fn a_fence_keeps_its_language_and_lines() {
        let fences = fences(TEXT);
        assert_eq!(fences.len(), 1);
        assert_eq!((fences[0].line, fences[0].language.as_str()), (8, "sh"));
        assert_eq!(fences[0].lines.len(), 3);
    }
}
