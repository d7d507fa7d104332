//! What a list of contents says: which titles stand on which pages. It helps to find headings, and is compared with
//! those that were found.

use std::collections::HashMap;

use doc::{Document, NoiseKind, PageIndex, Warning, text::squeeze};

use crate::{
    caption,
    layout::Draft,
    noise::{entry_parts, is_contents_title},
    numbering::{Numbering, numbering},
};

/// Disagreements that are listed for a document at most.
const WARNINGS_MAX: usize = 20;
/// Printed numbers say where a page is when this share of the pages has one.
const LABELLED_SHARE: f32 = 0.5;
/// Letters of a title, at least.
const LETTERS_MIN: usize = 2;

/// An entry of a list of contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its words without leaders and number.
    title: String,
    /// The number at its end as printed.
    printed: String,
    /// The place of the page that carries this number among the pages that were read, where one does.
    page: Option<usize>,
}

/// All entries of the lists that are marked in these pages, in order.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    entries: Vec<Entry>,
    /// By the letters of their titles.
    places: HashMap<String, Vec<Listed>>,
}

/// Where the list has a title.
#[derive(Clone, Copy, Debug)]
struct Listed {
    /// The number of its heading.
    number: Option<Numbering>,
    /// Its page, where it is known.
    page: Option<usize>,
}

impl Contents {
    /// Reads the lines that are marked as lists of contents.
    pub fn of(drafts: &[Draft]) -> Self {
        let mut contents = Self::default();
        // An entry of two lines has its number at the end of the second.
        let mut open = String::new();
        for (place, draft) in drafts.iter().enumerate() {
            for line in draft.lines().filter(|line| line.noise == Some(NoiseKind::Contents)) {
                let text = line.line.text();
                let starts = numbering(&text).is_some();
                let Some((title, printed)) = entry_parts(&text) else {
                    open = if starts { text } else { String::new() };
                    continue;
                };
                let title = if starts { title.to_owned() } else { format!("{open}{title}") };
                open.clear();
                contents.add(title, printed, page_of(drafts, printed, place));
            }
        }
        contents
    }

    fn add(&mut self, title: String, printed: &str, page: Option<usize>) {
        let number = numbering(&title);
        let words = &title[number.map_or(0, |number| number.length)..];
        let letters = letters(words);
        let itself = is_contents_title(&title) || is_contents_title(words);
        if itself || letters.chars().count() < LETTERS_MIN || caption::is_figure_title(&title) {
            return;
        }
        self.places.entry(letters).or_default().push(Listed { number, page });
        self.entries.push(Entry { title, printed: printed.to_owned(), page });
    }

    /// Does the list say that these words are a title on this page (or on one that is not known)? What the title is
    /// followed by in its line does not count: `（三）大陆投资资讯：无。`.
    pub fn names(&self, text: &str, page: usize) -> bool {
        if self.places.is_empty() {
            return false;
        }
        let number = numbering(text);
        let words = &text[number.map_or(0, |number| number.length)..];
        let before_colon = words.split([':', '：']).next().unwrap_or(words);
        [words, before_colon].into_iter().any(|words| {
            let places = self.places.get(&letters(words)).map_or(&[][..], Vec::as_slice);
            places.iter().any(|listed| agree(listed.number, number) && listed.page.is_none_or(|at| at == page))
        })
    }

    /// Warns of entries whose heading stands on another page, or nowhere.
    pub fn compare(&self, document: &mut Document) {
        let mut found: HashMap<String, Vec<PageIndex>> = HashMap::new();
        for section in &document.sections {
            found.entry(letters(&section.title)).or_default().push(section.page);
        }
        let read: Vec<PageIndex> = document.pages.iter().map(|page| page.index).collect();
        let mut warnings = Vec::new();
        for entry in &self.entries {
            let Some(page) = entry.page.and_then(|page| read.get(page)).copied() else { continue };
            let pages = found.get(&letters(&entry.title)).map_or(&[][..], Vec::as_slice);
            // A title that stands nowhere may be worded in another way there.
            let Some(other) = pages.iter().min_by_key(|other| other.0.abs_diff(page.0)) else { continue };
            if !pages.contains(&page) {
                warnings.push(Warning {
                    page: Some(*other),
                    code: "contents_disagree".to_owned(),
                    message: format!(
                        "the list of contents has “{}” on page {}, its heading stands on page {}",
                        entry.title,
                        entry.printed,
                        printed_on(document, *other)
                    ),
                });
            }
        }
        warnings.truncate(WARNINGS_MAX);
        document.warnings.extend(warnings);
    }
}

/// Two numbers of one form are the same; a list may number in another form than its headings.
fn agree(listed: Option<Numbering>, printed: Option<Numbering>) -> bool {
    match (listed, printed) {
        (Some(listed), Some(printed)) => listed.form != printed.form || listed.value == printed.value,
        _ => true,
    }
}

fn printed_on(document: &Document, page: PageIndex) -> String {
    let label = document.pages.get(page.as_usize()).map_or("", |page| page.label.as_str());
    if label.is_empty() { page.number().to_string() } else { label.to_owned() }
}

/// The page with this printed number, the one after the list where several have it; the last number of a volume's
/// (`3-1-12`) counts.
fn page_of(drafts: &[Draft], printed: &str, list: usize) -> Option<usize> {
    let labelled = drafts.iter().filter(|draft| !draft.label.is_empty()).count();
    if (labelled as f32) < LABELLED_SHARE * drafts.len() as f32 {
        return None;
    }
    let same = |draft: &Draft| draft.label.rsplit('-').next() == Some(printed.trim_start_matches('0'));
    let mut pages = (0..drafts.len()).filter(|place| same(&drafts[*place]));
    pages.clone().find(|place| *place >= list).or_else(|| pages.next())
}

/// Letters and digits alone: spaces and punctuation differ between a list and its headings.
fn letters(text: &str) -> String {
    squeeze(text).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use crate::testing::{HEIGHT, TestPage, document, is_heading};

    const WORDS: &str = "报告期内公司实现营业收入一百亿元，同比增长百分之十，主要由于产品销量增加。";

    /// A list on the first page, then two pages each with a plain line that only the list knows as a title.
    fn report(listed: [&str; 2]) -> doc::Document {
        let list = TestPage::new(1)
            .bold(280.0, 80.0, "目录")
            .text(50.0, 110.0, &format!("公司概况...................... {}", listed[0]))
            .text(50.0, 130.0, &format!("主要风险...................... {}", listed[1]))
            .text(50.0, 150.0, "其他事项...................... 4")
            .text(290.0, HEIGHT - 40.0, "1");
        let page = |number: u32, title: &str| {
            TestPage::new(number).text(50.0, 100.0, title).text(70.0, 140.0, WORDS).text(70.0, 180.0, WORDS).text(
                290.0,
                HEIGHT - 40.0,
                &number.to_string(),
            )
        };
        document(vec![list, page(2, "公司概况"), page(3, "主要风险"), page(4, "其他事项")])
    }

    #[test]
    fn a_title_that_the_list_names_on_its_page_is_a_heading() {
        let document = report(["2", "3"]);
        let titles: Vec<_> = document.sections.iter().map(|section| (section.title.as_str(), section.page.0)).collect();
        assert_eq!(titles, [("公司概况", 1), ("主要风险", 2), ("其他事项", 3)]);
        assert!(document.pages[0].blocks.iter().all(|block| !is_heading(block)));
        assert!(document.warnings.is_empty(), "{:?}", document.warnings);
    }

    #[test]
    fn a_title_with_its_answer_in_one_line_is_a_heading_where_the_list_names_it() {
        let list = TestPage::new(1)
            .bold(280.0, 80.0, "目录")
            .text(50.0, 110.0, "1.转投资事业相关信息.......... 2")
            .text(50.0, 130.0, "2.大陆投资信息................ 2")
            .text(50.0, 150.0, "3.主要股东信息................ 3")
            .text(290.0, HEIGHT - 40.0, "1");
        let second = TestPage::new(2)
            .text(50.0, 100.0, "（一）转投资事业相关信息：")
            .text(70.0, 140.0, WORDS)
            .text(50.0, 180.0, "（二）大陆投资信息：无。")
            .text(50.0, 220.0, "（三）主要股东信息：无。")
            .text(290.0, HEIGHT - 40.0, "2");
        let third = TestPage::new(3).text(70.0, 140.0, WORDS).text(290.0, HEIGHT - 40.0, "3");
        let document = document(vec![list, second, third]);
        let titles: Vec<_> = document.sections.iter().map(|section| section.title.as_str()).collect();
        // The third stands on another page than the list says.
        assert_eq!(titles, ["（一）转投资事业相关信息：", "（二）大陆投资信息：无。"]);
    }

    #[test]
    fn a_list_that_names_another_page_is_a_warning_where_the_heading_stands() {
        let mut pages = Vec::new();
        for (number, title) in [(1, ""), (2, "一、公司概况"), (3, "二、主要风险"), (4, "三、其他事项")]
        {
            let page = TestPage::new(number).text(290.0, HEIGHT - 40.0, &number.to_string());
            pages.push(if title.is_empty() {
                page.text(50.0, 110.0, "一、公司概况...................... 2")
                    .text(50.0, 130.0, "二、主要风险...................... 4")
                    .text(50.0, 150.0, "三、其他事项...................... 4")
            } else {
                page.bold(50.0, 100.0, title).text(70.0, 140.0, WORDS)
            });
        }
        let document = document(pages);
        let warned: Vec<_> = document.warnings.iter().map(|warning| (warning.page, warning.code.as_str())).collect();
        assert_eq!(warned, [(Some(doc::PageIndex(2)), "contents_disagree")]);
        let message = &document.warnings[0].message;
        assert!(message.contains("主要风险") && message.contains("page 4") && message.ends_with("page 3"), "{message}");
    }
}
