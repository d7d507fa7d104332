//! Tells captions, sources, notes and unit lines from rows of a table by how they begin.

/// Longest number of a caption (`A-12.`), bytes.
const NUMBER_LENGTH_MAX: usize = 6;
/// How sources, notes and unit lines begin.
const NOTES: [&str; 22] = [
    "（单位",
    "(单位",
    "（人民币",
    "币种",
    "单位：",
    "单位:",
    "單位：",
    "單位:",
    "资料来源",
    "資料來源",
    "数据来源",
    "来源：",
    "来源:",
    "注：",
    "注:",
    "备注：",
    "附注：",
    "Source:",
    "Sources:",
    "SOURCE:",
    "Note:",
    "Notes:",
];
/// How captions begin; a number follows.
const CAPTIONS: [&str; 8] = ["图表", "图", "表", "圖", "Table ", "TABLE ", "Figure ", "Exhibit "];

/// Is it one?
pub fn is_note(text: &str) -> bool {
    let numbered = |rest: &str| {
        rest.split_whitespace().next().is_some_and(|word| {
            word.starts_with(|c: char| c.is_ascii_digit())
                || word.len() <= NUMBER_LENGTH_MAX && word.contains(|c: char| c.is_ascii_digit())
        })
    };
    NOTES.iter().any(|note| text.starts_with(note))
        || CAPTIONS.iter().any(|caption| text.strip_prefix(caption).is_some_and(numbered))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_need_a_number_and_notes_a_colon() {
        for note in [
            "单位：元",
            "资料来源：公司公告",
            "图表 3：盈利预测",
            "表2 可比公司",
            "Table A-2. Totals",
            "Source: FactSet",
            "注：合计",
        ] {
            assert!(is_note(note), "{note}");
        }
        for label in
            ["图书收入", "表内负债", "Table Games revenue", "Notes payable", "Source of funds", "单位数", "注册资本"]
        {
            assert!(!is_note(label), "{label}");
        }
    }
}
