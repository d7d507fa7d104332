//! A running header known by its words: `某某股份有限公司 2023年年度报告全文`, small, as the first line of a page of
//! text. Needed where repetition says nothing: in a file of a page or two, or with a header that changes.

use doc::text::squeeze;

use crate::layout::{Draft, DraftLine, Item};

/// The line stands in this share of the page's height.
const TOP_SHARE: f32 = 0.09;
/// Larger than the page's text by this factor: a title.
const LARGER_FACTOR: f32 = 1.06;
/// A page with fewer characters is a cover.
const PAGE_CHARACTERS_MIN: usize = 100;
/// Characters of the line, and of a company's name in it.
const LINE_CHARS_MAX: usize = 60;
/// Points between the line and the next one, in sizes of the line, at least.
const GAP_SHARE: f32 = 1.5;

/// What such lines end with, after squeezing.
const KINDS: [&str; 12] = [
    "年度报告",
    "半年度报告",
    "季度报告",
    "年报",
    "半年报",
    "季报",
    "年度報告",
    "季度報告",
    "招股说明书",
    "募集说明书",
    "审计报告",
    "财务报表附注",
];
const ENDS: [&str; 7] = ["全文", "摘要", "正文", "(修订版)", "(更正后)", "(更新后)", "(修订稿)"];

/// Column and item of the page's first line where it is a running header by its words.
pub fn running_title(draft: &Draft) -> Option<(usize, usize)> {
    if draft.characters < PAGE_CHARACTERS_MIN {
        return None;
    }
    let lines = || {
        draft.columns.iter().enumerate().flat_map(|(column, part)| {
            part.items.iter().enumerate().filter_map(move |(item, entry)| match entry {
                Item::Line(line) => Some(((column, item), line)),
                Item::Table(_) => None,
            })
        })
    };
    let (place, first) = lines().min_by(|(_, a), (_, b)| a.line.bbox.y0.total_cmp(&b.line.bbox.y0))?;
    let line = &first.line;
    let top = line.bbox.y1 < TOP_SHARE * draft.height && !line.bold();
    let small = line.size() <= LARGER_FACTOR * usual_size(lines().map(|(_, line)| line))?;
    let below = |y: f32| y > line.bbox.y0 && y - line.bbox.y1 < GAP_SHARE * line.size();
    let near_lines = lines().any(|(other, next)| other != place && below(next.line.bbox.y0));
    let apart = !near_lines && !draft.tables.iter().any(|table| table.bbox.y0 < line.bbox.y0);
    (top && small && apart && names_the_report(&line.text())).then_some(place)
}

/// The commonest font size of the page's letters, in half points.
fn usual_size<'a>(lines: impl Iterator<Item = &'a DraftLine>) -> Option<f32> {
    let mut counts = std::collections::BTreeMap::<i32, usize>::new();
    for line in lines {
        let letters = line.line.words.iter().map(|word| word.text.chars().count()).sum::<usize>();
        *counts.entry((line.line.size() * 2.0).round() as i32).or_default() += letters;
    }
    counts.into_iter().max_by_key(|(_, letters)| *letters).map(|(size, _)| size as f32 / 2.0)
}

/// `2023年年度报告`, with a company's name before and 全文 or the like after, and nothing else.
fn names_the_report(text: &str) -> bool {
    let squeezed = squeeze(text);
    if squeezed.chars().count() > LINE_CHARS_MAX || squeezed.contains(['。', ',', ':', ';', '、', '《']) {
        return false;
    }
    let mut rest = squeezed.as_str();
    while let Some(shorter) = ENDS.iter().find_map(|end| rest.strip_suffix(end)) {
        rest = shorter;
    }
    let Some(before) = KINDS.iter().find_map(|kind| rest.strip_suffix(kind)) else { return false };
    let before = before.trim_end_matches(['半', '一', '二', '三', '四', '第', '年', '度']);
    let name = before.trim_end_matches(|c: char| c.is_ascii_digit() || "〇○零一二三四五六七八九".contains(c));
    let dated = name.len() < before.len();
    let named = ["公司", "集团", "银行", "Limited", "Ltd."].iter().any(|end| name.ends_with(end));
    (dated && name.is_empty()) || named
}

#[cfg(test)]
mod tests {
    use doc::NoiseKind;

    use super::*;
    use crate::testing::{TestPage, block, document};

    #[test]
    fn a_line_that_only_names_the_report_is_known() {
        for text in [
            "某某股份有限公司 2023 年年度报告全文",
            "2023 年年度报告",
            "某某集团 2024年半年度报告摘要",
            "某某股份有限公司2025年第三季度报告",
            "某某股份有限公司 招股说明书",
        ] {
            assert!(names_the_report(text), "{text}");
        }
        for text in ["公司2023年年度报告摘自年报", "请阅读2023年年度报告", "年度报告", "审阅了《2023年年度报告》"]
        {
            assert!(!names_the_report(text), "{text}");
        }
    }

    #[test]
    fn it_is_running_text_on_a_single_page_and_a_title_is_not() {
        let words = "报告期内公司实现营业收入一百亿元，同比增长百分之十，主要由于产品销量增加。".repeat(4);
        let page = |size: f32, bold: bool| {
            let page = TestPage::new(1).styled(300.0, 44.0, size, bold, "某某股份有限公司 2023 年年度报告");
            document(vec![page.text(50.0, 100.0, &words)])
        };
        assert_eq!(block(&page(9.0, false), 1, "某某").noise, Some(NoiseKind::RunningHeader));
        assert_eq!(block(&page(9.0, true), 1, "某某").noise, None);
        assert_eq!(block(&page(16.0, false), 1, "某某").noise, None);
    }
}
