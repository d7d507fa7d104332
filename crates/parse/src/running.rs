//! Running headers and footers and printed page numbers, told from text by their repetition over the pages.
//!
//! A word at the top or foot of a page is running text when the same word, its digits apart, stands at the same
//! height on many pages. A line that is there once stays text. A page number is one whose distance from the physical
//! number stays the same.

mod title;

use std::collections::{BTreeMap, HashMap, HashSet};

use doc::NoiseKind;

use crate::{
    caption,
    layout::{Draft, DraftLine, Item, table_lines},
    line::Line,
};

/// Where running text may stand: these shares of the page's height from its top and foot.
const HEADER_SHARE: f32 = 0.13;
const FOOTER_SHARE: f32 = 0.15;
/// The same text at heights that differ by less than this, points, is at the same place.
const PLACE_SLACK: f32 = 3.0;
/// Running text stands on at least this share of the pages…
const PAGES_SHARE: f32 = 0.3;
/// …or on so many pages of a chapter, at this share of the chapter's pages (left and right pages may differ).
const CHAPTER_PAGES_MIN: usize = 4;
const CHAPTER_SHARE: f32 = 0.45;
/// What could be a title or a unit line must stand on this share of the pages.
const DOUBTFUL_SHARE: f32 = 0.6;
/// So many pages with the same distance between printed and physical number make a numbering.
const NUMBERING_PAGES_MIN: usize = 3;
/// A lone number this near to the page's edge is a page number without further proof, share of the height.
const EDGE_SHARE: f32 = 0.08;
/// Digits of a page number.
const NUMBER_DIGITS_MAX: usize = 4;
/// Running text has so many letters: `15、` at the same place is the number of a heading.
const LETTERS_MIN: usize = 2;
/// Running text of so many characters is known again at any height.
const STRAY_CHARS_MIN: usize = 6;
/// Words near the top and foot of a page that are looked at; a drawing has more.
const SPOTS_MAX: usize = 400;
/// Numbers of a page number of a volume: `3-1-3-12`.
const VOLUME_NUMBERS_MAX: usize = 4;
/// A box of running text has no more rows.
const BOX_ROWS_MAX: usize = 3;

/// Marks running text on all pages and sets [`Draft::label`] where a number is printed.
pub fn mark(drafts: &mut [Draft]) {
    dissolve_boxes(drafts);
    let spots = spots(drafts);
    let mut found: HashMap<Place, NoiseKind> = HashMap::new();
    let mut labels: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    let groups = groups(&spots);
    let mut open: Vec<&Vec<&Spot>> = Vec::new();
    for group in &groups {
        let running = runs_through(group, drafts.len());
        let numbers = numbering(group, drafts);
        if group.first().is_some_and(|spot| spot.is_number()) {
            // At the same height on page after page, and nothing beside it.
            let alone: Vec<_> = numbers.into_iter().filter(|(spot, _)| spot.alone).collect();
            if alone.len() >= NUMBERING_PAGES_MIN {
                collect_labels(&alone, &mut labels);
                found.extend(alone.iter().map(|(spot, _)| (spot.place, NoiseKind::PageNumber)));
            }
        } else if running {
            collect_labels(&numbers, &mut labels);
        }
        if running {
            found.extend(group.iter().map(|spot| (spot.place, spot.kind())));
        } else {
            open.push(group);
        }
    }
    for numbers in number_groups(&spots).iter().map(|group| numbering(group, drafts)) {
        collect_labels(&numbers, &mut labels);
        found.extend(numbers.iter().map(|(spot, _)| (spot.place, NoiseKind::PageNumber)));
    }
    mark_chapters(&open, &spots, &mut found);
    mark_strays(&spots, &mut found);
    mark_titles(drafts, &mut found);
    for (page, (_, label)) in labels {
        drafts[page].label = label;
    }
    apply(drafts, &found);
}

/// The label that most pages agree with wins.
fn collect_labels(numbers: &[(&Spot, String)], labels: &mut BTreeMap<usize, (usize, String)>) {
    for (spot, label) in numbers {
        let best = labels.entry(spot.place.page).or_default();
        if numbers.len() > best.0 {
            *best = (numbers.len(), label.clone());
        }
    }
}

/// Headers of single chapters: outermost on their pages, so that no title or table header is taken for one.
fn mark_chapters(open: &[&Vec<&Spot>], spots: &[Spot], found: &mut HashMap<Place, NoiseKind>) {
    const PASSES: usize = 3;
    let mut by_edge: HashMap<(usize, bool), Vec<&Spot>> = HashMap::new();
    for spot in spots {
        by_edge.entry((spot.place.page, spot.at_top)).or_default().push(spot);
    }
    for _ in 0..PASSES {
        let before = found.len();
        for group in open.iter().filter(|group| runs_through_chapter(group)) {
            let outermost = group.iter().filter(|spot| {
                let edge = by_edge.get(&(spot.place.page, spot.at_top)).into_iter().flatten();
                let mut outer = edge.filter(|other| other.distance < spot.distance - PLACE_SLACK);
                outer.all(|other| found.contains_key(&other.place))
            });
            if outermost.count() == group.len() {
                found.extend(group.iter().map(|spot| (spot.place, spot.kind())));
            }
        }
        if found.len() == before {
            return;
        }
    }
}

/// The words of a running header at another height, as covers and last pages have them.
fn mark_strays(spots: &[Spot], found: &mut HashMap<Place, NoiseKind>) {
    let known: HashSet<(bool, &str)> = spots
        .iter()
        .filter(|spot| found.contains_key(&spot.place) && spot.text.chars().count() >= STRAY_CHARS_MIN)
        .map(|spot| (spot.at_top, spot.text.as_str()))
        .collect();
    for spot in spots {
        if known.contains(&(spot.at_top, &spot.text)) {
            found.entry(spot.place).or_insert(spot.kind());
        }
    }
}

/// Headers that are known by their words alone.
fn mark_titles(drafts: &[Draft], found: &mut HashMap<Place, NoiseKind>) {
    for (page, draft) in drafts.iter().enumerate() {
        let Some((column, item)) = title::running_title(draft) else { continue };
        let Item::Line(line) = &draft.columns[column].items[item] else { continue };
        for word in 0..line.line.words.len() {
            found.entry(Place { page, column, item, word }).or_insert(NoiseKind::RunningHeader);
        }
    }
}

/// A word's position: page, column, item, word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Place {
    page: usize,
    column: usize,
    item: usize,
    word: usize,
}

/// A word near the top or foot of a page.
#[derive(Debug)]
struct Spot {
    place: Place,
    /// Its text without white space, each run of digits as `#`.
    pattern: String,
    /// The runs of digits, or the value of a roman numeral.
    numbers: Vec<u32>,
    text: String,
    at_top: bool,
    /// Distance of its middle from that edge of the page, points.
    distance: f32,
    /// It is all of its line.
    alone: bool,
    /// It is the page's lowest or highest line, and near the edge.
    at_edge: bool,
    /// Bold: rather a title than running text.
    bold: bool,
}

impl Spot {
    fn kind(&self) -> NoiseKind {
        if self.at_top { NoiseKind::RunningHeader } else { NoiseKind::RunningFooter }
    }

    /// Is it a page number by its form: digits with signs, or with the words that go with page numbers?
    fn is_number(&self) -> bool {
        let mut form = self.pattern.to_lowercase();
        for word in ["page", "of", "第", "页", "頁", "共", "附表", "附錄", "附录"] {
            form = form.replace(word, "");
        }
        // The letter of an appendix: `A-3`, `F-12`, `附表一第3頁`.
        let letters = form.chars().filter(|c| c.is_alphanumeric()).count();
        let appendix = letters == 1 && (form.contains("-#") || self.pattern.starts_with('附'));
        let volume = form.trim_matches(|c: char| c != '#').split('#').all(|joint| matches!(joint, "" | "-"));
        let numbers = self.numbers.len();
        let few = (1..=2).contains(&numbers) || (volume && numbers > 2 && numbers <= VOLUME_NUMBERS_MAX);
        few && (letters == 0 || appendix)
    }

    /// Can only be a page number, even on a single page?
    fn is_plain_number(&self) -> bool {
        let worded = self.pattern.contains(['页', '頁']) || self.pattern.to_lowercase().starts_with("page");
        let signed = ["-#-", "—#—", "–#–", "~#~", "#/#"].contains(&self.pattern.as_str());
        let bare = self.pattern == "#" && !self.at_top && self.alone;
        self.is_number() && (worded || (signed && self.alone) || (bare && self.at_edge))
    }
}

fn spots(drafts: &[Draft]) -> Vec<Spot> {
    let mut spots = Vec::new();
    for (page, draft) in drafts.iter().enumerate() {
        let limit = spots.len() + SPOTS_MAX;
        for (column, part) in draft.columns.iter().enumerate() {
            for (item, entry) in part.items.iter().enumerate() {
                let Item::Line(DraftLine { line, .. }) = entry else { continue };
                if spots.len() >= limit {
                    continue;
                }
                let at_top = line.bbox.y1 < HEADER_SHARE * draft.height;
                if !at_top && line.bbox.y0 < (1.0 - FOOTER_SHARE) * draft.height {
                    continue;
                }
                for (word, content) in line.words.iter().enumerate() {
                    let place = Place { page, column, item, word };
                    let middle = content.bbox.center_y();
                    let (pattern, numbers) = pattern(&content.text);
                    spots.push(Spot {
                        place,
                        pattern,
                        numbers,
                        text: content.text.clone(),
                        at_top,
                        distance: if at_top { middle } else { draft.height - middle },
                        alone: line.words.len() == 1,
                        at_edge: {
                            let distance = if at_top { middle } else { draft.height - middle };
                            distance < EDGE_SHARE * draft.height
                        },
                        bold: content.bold,
                    });
                }
            }
        }
    }
    spots
}

/// The text with `#` for runs of digits, and their values; a roman numeral alone counts as a number.
fn pattern(text: &str) -> (String, Vec<u32>) {
    if let Some(value) = roman(text) {
        return ("#".to_owned(), vec![value]);
    }
    let (mut pattern, mut numbers, mut digits) = (String::new(), Vec::new(), String::new());
    let mut close = |digits: &mut String, pattern: &mut String| {
        if !digits.is_empty() {
            pattern.push('#');
            numbers.push(if digits.len() <= NUMBER_DIGITS_MAX { digits.parse().unwrap_or(0) } else { 0 });
            digits.clear();
        }
    };
    for c in doc::text::squeeze(text).chars() {
        if c.is_ascii_digit() {
            digits.push(c);
        } else {
            close(&mut digits, &mut pattern);
            pattern.push(c);
        }
    }
    close(&mut digits, &mut pattern);
    (pattern, numbers)
}

/// The value of a small roman numeral in one case: `iv`, `XII`.
fn roman(text: &str) -> Option<u32> {
    const LENGTH_MAX: usize = 6;
    let value_of = |c: char| match c.to_ascii_lowercase() {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        'l' => Some(50),
        _ => None,
    };
    let one_case = text.chars().all(|c| c.is_ascii_lowercase()) || text.chars().all(|c| c.is_ascii_uppercase());
    if text.is_empty() || text.len() > LENGTH_MAX || !one_case {
        return None;
    }
    let values: Vec<u32> = text.chars().map(value_of).collect::<Option<_>>()?;
    let mut total = 0_i64;
    for (position, value) in values.iter().enumerate() {
        let smaller = values.get(position + 1).is_some_and(|next| next > value);
        total += if smaller { -i64::from(*value) } else { i64::from(*value) };
    }
    u32::try_from(total).ok().filter(|total| *total > 0)
}

/// Words of the same pattern at the same edge and height.
fn groups(spots: &[Spot]) -> Vec<Vec<&Spot>> {
    let mut by_pattern: BTreeMap<(bool, &str), Vec<&Spot>> = BTreeMap::new();
    for spot in spots {
        by_pattern.entry((spot.at_top, &spot.pattern)).or_default().push(spot);
    }
    let mut groups = Vec::new();
    for mut same in by_pattern.into_values() {
        same.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        groups.extend(same.chunk_by(|a, b| b.distance - a.distance < PLACE_SLACK).map(<[&Spot]>::to_vec));
    }
    groups
}

/// Page numbers of one form at one edge: their height may differ from page to page, but a bare number farther in is
/// rather one of a chart.
fn number_groups(spots: &[Spot]) -> Vec<Vec<&Spot>> {
    let mut by_pattern: BTreeMap<(bool, &str), Vec<&Spot>> = BTreeMap::new();
    for spot in spots.iter().filter(|spot| spot.is_number() && (spot.at_edge || spot.pattern != "#")) {
        by_pattern.entry((spot.at_top, &spot.pattern)).or_default().push(spot);
    }
    by_pattern.into_values().collect()
}

/// The words of a group that hold the printed page number, with that number as printed.
fn numbering<'a>(group: &[&'a Spot], drafts: &[Draft]) -> Vec<(&'a Spot, String)> {
    let places = group.first().map_or(0, |spot| spot.numbers.len());
    let mut best: Vec<(&Spot, String)> = Vec::new();
    for place in 0..places {
        let mut by_offset: BTreeMap<i64, Vec<&Spot>> = BTreeMap::new();
        for spot in group {
            if let Some(number) = spot.numbers.get(place).filter(|number| **number > 0) {
                let offset = i64::from(*number) - i64::from(drafts[spot.place.page].index.number().0);
                by_offset.entry(offset).or_default().push(spot);
            }
        }
        let mut numbered: Vec<(&Spot, String)> = Vec::new();
        for members in by_offset.into_values() {
            let pages = pages_of(&members);
            let at_edge = pages >= 2 && members.iter().all(|spot| spot.at_edge);
            let enough = pages >= NUMBERING_PAGES_MIN || at_edge;
            for spot in members {
                if enough || (place == 0 && spot.is_plain_number()) {
                    numbered.push((spot, label(spot, place)));
                }
            }
        }
        if numbered.len() > best.len() {
            best = numbered;
        }
    }
    best
}

/// The number as printed: digits, a roman numeral, or with what names an appendix (`F-12`).
fn label(spot: &Spot, place: usize) -> String {
    let digits = spot.text.contains(|c: char| c.is_ascii_digit());
    let prefixed =
        spot.is_number() && spot.pattern.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '附');
    let worded = spot.pattern.to_lowercase().starts_with('p');
    let inner = spot.text.trim_matches(|c: char| !c.is_ascii_digit());
    if spot.is_number() && !worded && inner.contains('-') && inner.chars().all(|c| c.is_ascii_digit() || c == '-') {
        return inner.to_owned();
    }
    if !digits || (prefixed && !worded) { spot.text.clone() } else { spot.numbers[place].to_string() }
}

fn pages_of(group: &[&Spot]) -> usize {
    let mut pages: Vec<usize> = group.iter().map(|spot| spot.place.page).collect();
    pages.sort_unstable();
    pages.dedup();
    pages.len()
}

/// Does the group stand on so many pages of the document that it is no text?
fn runs_through(group: &[&Spot], page_count: usize) -> bool {
    let Some(sample) = group.first().filter(|spot| has_words(spot)) else { return false };
    let pages = pages_of(group);
    let share = pages as f32 / page_count as f32;
    let doubtful = caption::may_be_caption(&sample.text) || caption::is_note(&sample.text) || sample.bold;
    if doubtful {
        return share >= DOUBTFUL_SHARE && pages >= NUMBERING_PAGES_MIN;
    }
    let same_text = group.iter().all(|spot| spot.text == sample.text);
    let of_few_pages = page_count < CHAPTER_PAGES_MIN && pages >= 2 && share >= DOUBTFUL_SHARE && same_text;
    (pages >= NUMBERING_PAGES_MIN && share >= PAGES_SHARE) || of_few_pages
}

/// Does the group stand alone in its line on most pages from its first to its last?
fn runs_through_chapter(group: &[&Spot]) -> bool {
    let Some(sample) = group.first().filter(|spot| has_words(spot)) else { return false };
    let pages = pages_of(group);
    let numbers = || group.iter().map(|spot| spot.place.page);
    let (first, last) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
    let doubtful = caption::may_be_caption(&sample.text) || caption::is_note(&sample.text);
    let same = group.iter().all(|spot| spot.text == sample.text && spot.alone && !spot.bold);
    same && !doubtful && pages >= CHAPTER_PAGES_MIN && pages as f32 >= CHAPTER_SHARE * (last - first + 1) as f32
}

fn has_words(spot: &Spot) -> bool {
    spot.pattern.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS_MIN && !spot.is_number()
}

/// Sets the marks; a line that is running text in part only is split.
fn apply(drafts: &mut [Draft], found: &HashMap<Place, NoiseKind>) {
    for (page, draft) in drafts.iter_mut().enumerate() {
        for (column, part) in draft.columns.iter_mut().enumerate() {
            let items = std::mem::take(&mut part.items);
            for (item, entry) in items.into_iter().enumerate() {
                match entry {
                    Item::Line(line) => {
                        let kind = |word| found.get(&Place { page, column, item, word }).copied();
                        part.items.extend(split(line, kind).into_iter().map(Item::Line));
                    }
                    table => part.items.push(table),
                }
            }
        }
    }
}

fn split(line: DraftLine, kind: impl Fn(usize) -> Option<NoiseKind>) -> Vec<DraftLine> {
    let mut kinds: Vec<Option<NoiseKind>> = (0..line.line.words.len()).map(kind).collect();
    if kinds.iter().all(Option::is_none) {
        return vec![line];
    }
    // Dashes and strokes around a page number belong to it.
    for (position, word) in line.line.words.iter().enumerate() {
        if kinds[position].is_none() && word.text.chars().all(|c| !c.is_alphanumeric()) {
            kinds[position] = kinds.iter().flatten().next().copied();
        }
    }
    let mut pieces: Vec<DraftLine> = Vec::new();
    for (word, noise) in line.line.words.into_iter().zip(kinds) {
        match pieces.last_mut() {
            Some(piece) if piece.noise == noise => {
                piece.line.bbox = piece.line.bbox.union(&word.bbox);
                piece.line.words.push(word);
            }
            _ => pieces.push(DraftLine { line: Line { bbox: word.bbox, words: vec![word] }, noise }),
        }
    }
    pieces
}

/// Turns small tables that are boxes of running text (a ruled header) back into lines.
fn dissolve_boxes(drafts: &mut [Draft]) {
    let mut counts: HashMap<(bool, String), usize> = HashMap::new();
    for draft in drafts.iter() {
        for table in 0..draft.tables.len() {
            if let Some(key) = box_key(draft, table) {
                *counts.entry(key).or_default() += 1;
            }
        }
    }
    let enough = (PAGES_SHARE * drafts.len() as f32).max(2.0) as usize;
    counts.retain(|_, count| *count >= enough);
    if counts.is_empty() {
        return;
    }
    for draft in drafts.iter_mut() {
        let running: Vec<bool> = (0..draft.tables.len())
            .map(|table| box_key(draft, table).is_some_and(|key| counts.contains_key(&key)))
            .collect();
        for column in &mut draft.columns {
            let items = std::mem::take(&mut column.items);
            for item in items {
                match item {
                    Item::Table(table) if running[table] => {
                        let lines = table_lines(&draft.tables[table]);
                        column.items.extend(lines.into_iter().map(|line| Item::Line(line.into())));
                    }
                    other => column.items.push(other),
                }
            }
        }
    }
}

/// What a small table in the zone of running text says, digits apart.
fn box_key(draft: &Draft, table: usize) -> Option<(bool, String)> {
    let table = &draft.tables[table];
    let at_top = table.bbox.y1 < HEADER_SHARE * draft.height;
    let at_foot = table.bbox.y0 > (1.0 - FOOTER_SHARE) * draft.height;
    if table.row_boxes.len() > BOX_ROWS_MAX || !(at_top || at_foot) {
        return None;
    }
    let text: String = table.cells.iter().map(|cell| cell.text.as_str()).collect();
    Some((at_top, pattern(&text).0))
}

#[cfg(test)]
mod tests {
    use doc::{Document, NoiseKind};

    use super::*;
    use crate::testing::{HEIGHT, TestPage, block, document, texts};

    fn noise_of(document: &Document, page: usize, start: &str) -> Option<NoiseKind> {
        block(document, page, start).noise
    }

    #[test]
    fn a_repeated_header_goes_and_a_single_line_at_its_place_stays() {
        let page = |number: u32| {
            let top = if number == 4 {
                "只在这一页出现的重要说明"
            } else {
                "某某股份有限公司2024年年度报告"
            };
            TestPage::new(number).text(200.0, 40.0, top).text(50.0, 200.0, "正文")
        };
        let document = document((1..=8).map(page).collect());
        assert_eq!(noise_of(&document, 1, "某某"), Some(NoiseKind::RunningHeader));
        assert_eq!(texts(&document, 4), ["只在这一页出现的重要说明", "正文"]);
        assert_eq!(texts(&document, 5), ["正文"]);
    }

    #[test]
    fn two_unnumbered_covers_make_printed_numbers_differ_from_physical_ones() {
        let page = |number: u32| {
            let page = TestPage::new(number).text(50.0, 200.0, "正文");
            if number > 2 { page.text(290.0, HEIGHT - 40.0, &(number - 2).to_string()) } else { page }
        };
        let document = document((1..=9).map(page).collect());
        let labels: Vec<&str> = document.pages.iter().map(|page| page.label.as_str()).collect();
        assert_eq!(labels, ["", "", "1", "2", "3", "4", "5", "6", "7"]);
        assert_eq!(noise_of(&document, 3, "1"), Some(NoiseKind::PageNumber));
    }

    #[test]
    fn all_usual_forms_of_page_numbers_are_read() {
        let forms: [fn(u32) -> String; 8] = [
            |n| format!("- {n} -"),
            |n| format!("{n} / 143"),
            |n| format!("第 {n} 页 共 143 页"),
            |n| format!("第{n}頁"),
            |n| format!("Page {n} of 12"),
            |n| format!("F-{n}"),
            |n| format!("3-1-{n}"),
            |n| ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"][n as usize - 1].to_owned(),
        ];
        for form in forms {
            let page = |number: u32| TestPage::new(number).text(50.0, 200.0, "正文").text(280.0, 800.0, &form(number));
            let document = document((1..=6).map(page).collect());
            let label = &document.pages[3].label;
            assert!(["4", "F-4", "3-1-4", "iv"].contains(&label.as_str()), "{}: {label}", form(4));
            assert_eq!(texts(&document, 4), ["正文"], "{}", form(4));
        }
    }

    #[test]
    fn numbers_that_do_not_count_the_pages_stay() {
        let values = ["12", "7", "95", "31", "8", "64"];
        let page = |number: u32| {
            TestPage::new(number).text(50.0, 200.0, "正文").text(280.0, 740.0, values[number as usize - 1])
        };
        let document = document((1..=6).map(page).collect());
        assert_eq!(texts(&document, 3), ["正文", "95"]);
        assert_eq!(document.pages[2].label, "");
    }

    #[test]
    fn a_unit_line_at_the_same_place_on_a_few_pages_stays() {
        let page = |number: u32| {
            let page = TestPage::new(number).text(50.0, 200.0, "正文");
            if (3..=6).contains(&number) { page.text(400.0, 70.0, "单位：元 币种：人民币") } else { page }
        };
        let document = document((1..=10).map(page).collect());
        assert_eq!(noise_of(&document, 4, "单位"), None);
    }

    #[test]
    fn a_line_that_is_running_text_in_part_is_split() {
        let page = |number: u32| {
            let page = TestPage::new(number).text(50.0, 200.0, "正文").text(50.0, 40.0, "某某股份有限公司");
            if number == 2 { page.text(400.0, 40.0, "本页更正") } else { page }
        };
        let document = document((1..=6).map(page).collect());
        assert_eq!(texts(&document, 2), ["本页更正", "正文"]);
    }

    #[test]
    fn roman_numerals_have_values_and_words_have_none() {
        assert_eq!(roman("iv"), Some(4));
        assert_eq!(roman("XII"), Some(12));
        assert_eq!(roman("mix"), None);
        assert_eq!(roman("Iv"), None);
        assert_eq!(roman(""), None);
    }
}
