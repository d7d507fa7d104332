//! Bookmarks and text strings of a PDF file, read from its raw objects.

use std::collections::HashSet;

use doc::{OutlineEntry, PageIndex};
use hayro_syntax::{
    Pdf,
    object::{Array, Dict, MaybeRef, Object, ObjectIdentifier},
};

/// Bookmarks read at most, and their greatest depth: damaged files have endless ones.
const ENTRIES_MAX: usize = 5_000;
const DEPTH_MAX: u8 = 12;

/// The bookmarks in reading order; empty where the file has none.
pub fn read(pdf: &Pdf) -> Vec<OutlineEntry> {
    let mut entries = Vec::new();
    let root = pdf.xref().get::<Dict<'_>>(pdf.xref().root_id());
    if let Some(outlines) = root.and_then(|root| root.get::<Dict<'_>>("Outlines")) {
        let pages = page_ids(pdf);
        let mut seen = HashSet::new();
        walk(outlines, 1, &pages, &mut seen, &mut entries);
    }
    entries
}

fn walk(
    parent: Dict<'_>,
    level: u8,
    pages: &[Option<ObjectIdentifier>],
    seen: &mut HashSet<ObjectIdentifier>,
    entries: &mut Vec<OutlineEntry>,
) {
    let mut next = parent.get::<Dict<'_>>("First");
    while let Some(item) = next {
        let new = item.obj_id().is_none_or(|id| seen.insert(id));
        if entries.len() >= ENTRIES_MAX || !new {
            return;
        }
        if let Some(title) = item.get::<hayro_syntax::object::String<'_>>("Title") {
            let title = text_string(title.as_bytes()).trim().to_owned();
            entries.push(OutlineEntry { title, level, page: target(&item, pages) });
        }
        if level < DEPTH_MAX {
            walk(item.clone(), level + 1, pages, seen, entries);
        }
        next = item.get::<Dict<'_>>("Next");
    }
}

/// The page a bookmark leads to, where it says so directly or by a GoTo action.
fn target(item: &Dict<'_>, pages: &[Option<ObjectIdentifier>]) -> Option<PageIndex> {
    let action = item.get::<Dict<'_>>("A");
    let place = item.get::<Array<'_>>("Dest").or_else(|| action?.get::<Array<'_>>("D"))?;
    match place.raw_iter().next()? {
        MaybeRef::Ref(reference) => {
            let id = ObjectIdentifier::from(reference);
            let index = pages.iter().position(|page| *page == Some(id))?;
            u32::try_from(index).ok().map(PageIndex)
        }
        MaybeRef::NotRef(Object::Number(number)) => u32::try_from(number.as_i64()).ok().map(PageIndex),
        MaybeRef::NotRef(_) => None,
    }
}

fn page_ids(pdf: &Pdf) -> Vec<Option<ObjectIdentifier>> {
    pdf.pages().iter().map(|page| page.raw().obj_id()).collect()
}

/// A PDF text string: UTF-16 or UTF-8 by its mark, else Latin-1.
pub fn text_string(bytes: &[u8]) -> String {
    let units = |pair: fn([u8; 2]) -> u16| -> Vec<u16> {
        bytes[2..].chunks_exact(2).map(|two| pair([two[0], two[1]])).collect()
    };
    match bytes {
        [0xFE, 0xFF, ..] => String::from_utf16_lossy(&units(u16::from_be_bytes)),
        [0xFF, 0xFE, ..] => String::from_utf16_lossy(&units(u16::from_le_bytes)),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_strings_are_read_by_their_mark() {
        assert_eq!(text_string(&[0xFE, 0xFF, 0x5E, 0x74]), "年");
        assert_eq!(text_string(&[0xFF, 0xFE, 0x74, 0x5E]), "年");
        assert_eq!(text_string("\u{feff}年".as_bytes()), "年");
        assert_eq!(text_string(b"Word"), "Word");
        assert_eq!(text_string(&[0xFE, 0xFF]), "");
    }
}
