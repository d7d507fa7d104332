//! One test a kind of table: a small drawing in, rows out.

use doc::Rect;
use proptest::prelude::*;

use super::{
    drawn::{Drawing, ROW, check, rows},
    find_tables,
    join::join,
};
use crate::content::{Rule, RuleKind};

const XS: [f32; 4] = [60.0, 200.0, 300.0, 400.0];

fn yearly() -> [&'static [&'static str]; 4] {
    [
        &["项目", "2024年", "2023年"],
        &["营业收入", "1,234.50", "1,100.00"],
        &["营业成本", "800.10", "750.20"],
        &["净利润", "434.40", "349.80"],
    ]
}

#[test]
fn a_ruled_table_is_read_cell_by_cell() {
    let drawing = Drawing::new().grid(100.0, &XS, &yearly());
    assert_eq!(drawing.rows(), yearly());
    assert_eq!(drawing.table().header_rows, [0]);
    assert_eq!(drawing.table().bbox, Rect::new(60.0, 100.0, 400.0, 180.0));
}

#[test]
fn a_merged_header_spans_and_both_its_rows_are_headers() {
    let drawing = Drawing::new()
        .horizontal(100.0, 60.0, 400.0)
        .horizontal(120.0, 200.0, 400.0)
        .horizontal(140.0, 60.0, 400.0)
        .horizontal(160.0, 60.0, 400.0)
        .vertical(60.0, 100.0, 160.0)
        .vertical(200.0, 100.0, 160.0)
        .vertical(300.0, 120.0, 160.0)
        .vertical(400.0, 100.0, 160.0)
        .words(70.0, 115.0, "项目")
        .words(280.0, 105.0, "上年同期")
        .words(220.0, 125.0, "调整前")
        .words(320.0, 125.0, "调整后")
        .words(70.0, 145.0, "收入")
        .words(220.0, 145.0, "5.10")
        .words(320.0, 145.0, "4.20");
    let table = drawing.table();
    let spans: Vec<(usize, usize, &str)> =
        table.cells.iter().map(|cell| (cell.row_span, cell.col_span, cell.text.as_str())).collect();
    assert_eq!(spans[..2], [(2, 1, "项目"), (1, 2, "上年同期")]);
    assert_eq!(table.header_rows, [0, 1]);
}

#[test]
fn a_table_without_side_borders_keeps_its_outer_columns() {
    let mut drawing = Drawing::new().text_rows(105.0, ROW, &XS, &yearly());
    for row in 0..=4 {
        drawing = drawing.horizontal(100.0 + ROW * row as f32, 60.0, 400.0);
    }
    let drawing = drawing.vertical(200.0, 100.0, 180.0).vertical(300.0, 100.0, 180.0);
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn three_horizontal_lines_frame_a_table() {
    let drawing = Drawing::new()
        .words(60.0, 84.0, "表1：盈利预测")
        .horizontal(100.0, 60.0, 400.0)
        .horizontal(118.0, 60.0, 400.0)
        .horizontal(180.0, 60.0, 400.0)
        .text_rows(105.0, 18.0, &XS, &yearly())
        .words(60.0, 190.0, "资料来源：公司公告");
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn every_second_row_coloured_is_one_table() {
    let mut drawing = Drawing::new().text_rows(105.0, ROW, &XS, &yearly());
    for row in [0, 2] {
        let top = 100.0 + ROW * row as f32;
        drawing = drawing.area(Rect::new(60.0, top, 400.0, top + ROW));
    }
    assert_eq!(drawing.rows(), yearly());
    assert_eq!(drawing.table().header_rows, [0]);
}

#[test]
fn coloured_cells_with_white_lines_between_are_a_table() {
    let mut drawing = Drawing::new().text_rows(105.0, ROW, &XS, &yearly());
    for row in 0..4 {
        let top = 100.0 + ROW * row as f32;
        for pair in XS.windows(2) {
            drawing = drawing.area(Rect::new(pair[0] + 0.5, top + 0.5, pair[1] - 0.5, top + ROW - 0.5));
        }
    }
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn white_lines_on_a_coloured_area_are_walls() {
    let mut drawing = Drawing::new().text_rows(105.0, ROW, &XS, &yearly()).area(Rect::new(60.0, 100.0, 400.0, 180.0));
    let white = |at: f32, from: f32, to: f32| Rule { at, from, to, kind: RuleKind::White };
    drawing.page.horizontals.extend([120.0, 140.0, 160.0].map(|y| white(y, 60.0, 400.0)));
    drawing.page.verticals.extend([200.0, 300.0].map(|x| white(x, 100.0, 180.0)));
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn numbers_in_line_are_a_table_without_any_line() {
    let drawing = Drawing::new().text_rows(105.0, 15.0, &XS, &yearly());
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn tables_side_by_side_are_several() {
    let right = [340.0, 440.0, 500.0, 560.0];
    let left = [40.0, 140.0, 200.0, 260.0];
    let cash: [&[&str]; 4] = [
        &["现金流量表", "2024年", "2023年"],
        &["净利润", "434.40", "349.80"],
        &["折旧", "20.10", "18.20"],
        &["资本支出", "-99.00", "-80.00"],
    ];
    let drawing = Drawing::new().text_rows(105.0, 15.0, &left, &yearly()).text_rows(105.0, 15.0, &right, &cash);
    let tables: Vec<_> = drawing.tables().iter().map(rows).collect();
    assert_eq!(tables, [yearly().map(|row| row.to_vec()), cash.map(|row| row.to_vec())]);
}

#[test]
fn a_header_of_years_that_comes_again_starts_another_table() {
    let ratios: [&[&str]; 3] =
        [&["财务比率", "2024年", "2023年"], &["毛利率", "35.1%", "31.8%"], &["净利率", "12.1%", "11.0%"]];
    let all: Vec<&[&str]> = yearly().into_iter().chain(ratios).collect();
    let drawing = Drawing::new().text_rows(105.0, 15.0, &XS, &all);
    let tables: Vec<_> = drawing.tables().iter().map(rows).collect();
    assert_eq!(tables.len(), 2, "{tables:?}");
    assert_eq!(tables[1], ratios);
}

#[test]
fn an_empty_column_stays() {
    let with_gap: [&[&str]; 3] = [&["项目", "", "2023年"], &["收入", "", "1.00"], &["成本", "", "0.50"]];
    assert_eq!(Drawing::new().grid(100.0, &XS, &with_gap).rows(), with_gap);
}

#[test]
fn the_gap_of_a_double_border_is_no_column() {
    let drawing =
        Drawing::new().grid(100.0, &XS, &yearly()).vertical(203.0, 100.0, 180.0).vertical(397.0, 100.0, 180.0);
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn dotted_lines_are_lines() {
    let mut drawing = Drawing::new().text_rows(105.0, ROW, &XS, &yearly());
    for row in 0..=4 {
        for dot in 0..170 {
            let x = 60.0 + 2.0 * dot as f32;
            drawing = drawing.horizontal(100.0 + ROW * row as f32, x, x + 1.0);
        }
    }
    for x in XS {
        drawing = drawing.vertical(x, 100.0, 180.0);
    }
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn an_underline_in_a_cell_is_no_wall() {
    let drawing = Drawing::new().grid(100.0, &XS, &yearly()).horizontal(135.5, 63.0, 103.0);
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn a_label_on_two_lines_is_one_row() {
    let drawing = Drawing::new()
        .text_rows(105.0, 30.0, &XS, &yearly())
        .words(63.0, 225.0, "归属于上市公司股东的净利润")
        .words(63.0, 237.0, "（扣除非经常性损益）")
        .right(297.0, 237.0, "401.30")
        .right(397.0, 237.0, "322.00");
    let rows = drawing.rows();
    assert_eq!(rows[4], ["归属于上市公司股东的净利润（扣除非经常性损益）", "401.30", "322.00"]);
}

#[test]
fn a_number_broken_in_a_narrow_cell_is_one_and_two_numbers_stay_two() {
    let narrow = [60.0, 140.0, 210.0, 330.0];
    let drawing = Drawing::new()
        .horizontal(100.0, 60.0, 330.0)
        .horizontal(120.0, 60.0, 330.0)
        .horizontal(150.0, 60.0, 330.0)
        .text_rows(105.0, ROW, &narrow, &[&["项目", "金额", "区间"]])
        .words(63.0, 130.0, "存货")
        .words(143.0, 123.0, "352,408,318.7")
        .words(143.0, 136.0, "1")
        .words(213.0, 123.0, "10.20")
        .words(213.0, 136.0, "15.80");
    let drawing = narrow.iter().fold(drawing, |drawing, x| drawing.vertical(*x, 100.0, 150.0));
    assert_eq!(drawing.rows()[1], ["存货", "352,408,318.71", "10.20 15.80"]);
}

#[test]
fn rows_without_lines_between_are_rows() {
    let drawing = XS
        .iter()
        .fold(Drawing::new(), |drawing, x| drawing.vertical(*x, 100.0, 180.0))
        .horizontal(100.0, 60.0, 400.0)
        .horizontal(120.0, 60.0, 400.0)
        .horizontal(180.0, 60.0, 400.0)
        .text_rows(105.0, ROW, &XS, &yearly());
    assert_eq!(drawing.rows(), yearly());
}

#[test]
fn a_header_half_way_is_a_header() {
    let accounts: [&[&str]; 5] = [
        &["主要会计数据", "2024年", "2023年"],
        &["营业收入", "1,234.50", "1,100.00"],
        &["", "2024年末", "2023年末"],
        &["总资产", "9,876.50", "9,000.00"],
        &["净资产", "5,432.10", "5,000.00"],
    ];
    assert_eq!(Drawing::new().grid(100.0, &XS, &accounts).table().header_rows, [0, 2]);
}

#[test]
fn labels_and_values_have_no_header() {
    let list: [&[&str]; 3] =
        [&["公司的中文名称", "某某股份有限公司"], &["公司的法定代表人", "张三"], &["公司网址", "www.example.com"]];
    assert!(Drawing::new().grid(100.0, &XS[..3], &list).table().header_rows.is_empty());
}

#[test]
fn a_full_width_title_starts_a_table_only_with_other_columns() {
    let upper = [60.0, 200.0, 300.0, 400.0];
    let holders: [&[&str]; 2] = [&["股东名称", "持股数量", "比例"], &["甲公司", "1,000", "5.10"]];
    let same = Drawing::new().grid(100.0, &upper, &holders).grid(160.0, &upper, &holders);
    let other = Drawing::new().grid(100.0, &upper, &holders).grid(
        160.0,
        &[60.0, 260.0, 400.0],
        &[&["股东名称", "股份种类"], &["甲公司", "普通股"]],
    );
    let titled = |drawing: Drawing| {
        drawing.vertical(60.0, 140.0, 160.0).vertical(400.0, 140.0, 160.0).words(150.0, 145.0, "无限售条件股东持股情况")
    };
    assert_eq!(titled(same).table().row_boxes.len(), 5);
    let parted = titled(other).tables();
    assert_eq!(parted.iter().map(|table| table.columns).collect::<Vec<_>>(), [3, 2]);
    assert_eq!(rows(&parted[1])[0][0], "无限售条件股东持股情况");
}

#[test]
fn a_frame_around_text_is_no_table() {
    let box_of_text = Drawing::new()
        .horizontal(100.0, 60.0, 500.0)
        .horizontal(160.0, 60.0, 500.0)
        .vertical(60.0, 100.0, 160.0)
        .vertical(500.0, 100.0, 160.0)
        .words(70.0, 110.0, "本公司董事会及全体董事保证本公告内容不存在任何虚假记载")
        .words(70.0, 130.0, "并对其内容的真实性承担法律责任");
    assert_eq!(box_of_text.tables(), []);
}

#[test]
fn a_chart_is_no_table() {
    let mut chart = Drawing::new();
    for step in 0..8 {
        let y = 100.0 + 20.0 * step as f32;
        chart = chart.horizontal(y, 90.0, 500.0).right(85.0, y - 5.0, &format!("{}", 80 - 10 * step));
        chart = chart.words(505.0, y - 5.0, &format!("{}%", 40 - 5 * step));
    }
    assert_eq!(chart.words(150.0, 130.0, "45.1").words(300.0, 150.0, "38.2").tables(), []);
}

#[test]
fn a_list_of_contents_is_no_table() {
    let titles = ["第一节 释义", "第二节 公司简介", "第三节 管理层讨论", "第四节 公司治理", "第五节 环境"];
    let contents = titles.iter().enumerate().fold(Drawing::new(), |drawing, (line, title)| {
        let dots = ".".repeat(60 - title.chars().count());
        drawing.words(80.0, 100.0 + 20.0 * line as f32, &format!("{title}{dots}")).right(
            520.0,
            100.0 + 20.0 * line as f32,
            &format!("{}", 4 + 3 * line),
        )
    });
    assert_eq!(contents.tables(), []);
}

#[test]
fn two_columns_of_running_text_are_no_table() {
    let line = "报告期内公司实现营业收入稳步增长主营业务毛利率";
    let drawing =
        (0..12).fold(Drawing::new().horizontal(60.0, 40.0, 560.0).horizontal(400.0, 40.0, 560.0), |drawing, row| {
            let y = 80.0 + 15.0 * row as f32;
            drawing.words(45.0, y, line).words(310.0, y, line)
        });
    assert_eq!(drawing.tables(), []);
}

#[test]
fn a_hundred_thousand_lines_are_a_drawing() {
    let mut drawing = Drawing::new().words(100.0, 100.0, "地图");
    let rule = |index: usize, at: f32| Rule {
        at,
        from: (index % 500) as f32,
        to: (index % 500) as f32 + 9.0,
        kind: RuleKind::Line,
    };
    drawing.page.horizontals = (0..50_000).map(|index| rule(index, (index % 840) as f32 + 0.37)).collect();
    drawing.page.verticals = (0..50_000).map(|index| rule(index, (index % 590) as f32 + 0.61)).collect();
    drawing.tables().iter().for_each(check);
}

fn page_break(first: &[&[&str]], second: &[&[&str]]) -> Vec<super::PagePart> {
    let bottom = 800.0 - ROW * first.len() as f32;
    let mut parts = Drawing::new().grid(bottom, &XS, first).parts(0);
    parts.extend(Drawing::new().grid(60.0, &XS, second).parts(1));
    parts
}

#[test]
fn a_table_goes_on_overleaf_and_its_header_is_said_once() {
    let next: [&[&str]; 2] = [&["项目", "2024年", "2023年"], &["所得税", "100.00", "90.00"]];
    let tables = join(page_break(&yearly(), &next));
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0].row_text(4), "所得税 100.00 90.00");
    assert_eq!(tables[0].rows.len(), 5);
    assert_eq!(tables[0].rows[4].page.0, 1, "a row keeps its page");
    assert_eq!(tables[0].column_header(4, 1), "2024年");
}

#[test]
fn a_label_cut_by_the_page_is_put_together() {
    let first: [&[&str]; 3] =
        [&["项目", "2024年", "2023年"], &["收入", "9.00", "8.00"], &["销售商品提供劳务收到的现", "5.00", "4.00"]];
    let tables = join(page_break(&first, &[&["金", "", ""], &["收到的税费返还", "1.00", "0.50"]]));
    assert_eq!(tables[0].row_text(2), "销售商品提供劳务收到的现金 5.00 4.00");
    assert_eq!(tables[0].row_text(3), "收到的税费返还 1.00 0.50");
}

#[test]
fn a_row_printed_on_both_pages_is_one() {
    let again: [&[&str]; 2] = [&["净利润", "434.40", "349.80"], &["所得税", "100.00", "90.00"]];
    let long: [&[&str]; 2] = [&["净利润", "5,434.40", "349.80"], &["所得税", "100.00", "90.00"]];
    let first: [&[&str]; 3] =
        [&["项目", "2024年", "2023年"], &["收入", "1.00", "2.00"], &["净利润", "5,434.40", "349.80"]];
    assert_eq!(join(page_break(&first, &long))[0].rows.len(), 4);
    assert_eq!(join(page_break(&first, &again))[0].rows.len(), 5, "another number is another row");
}

#[test]
fn a_heading_after_the_page_break_is_not_put_to_the_row_before() {
    let first: [&[&str]; 2] = [&["项目", "2024年", "2023年"], &["收入", "9.00", "8.00"]];
    let tables = join(page_break(&first, &[&["流动负债：", "", ""], &["短期借款", "1.00", "0.50"]]));
    assert_eq!(tables[0].rows.len(), 4);
}

#[test]
fn text_or_other_columns_between_part_tables() {
    let mut with_text = page_break(&yearly(), &yearly());
    with_text[1].text_above = true;
    assert_eq!(join(with_text).len(), 2);
    let mut parts = Drawing::new().grid(700.0, &XS, &yearly()).parts(0);
    parts.extend(Drawing::new().grid(60.0, &[60.0, 250.0, 500.0], &[&["a", "b"], &["c", "d"]]).parts(1));
    assert_eq!(join(parts).len(), 2);
}

#[test]
fn a_part_with_merged_columns_joins_on_the_edges_of_both() {
    let mut parts = Drawing::new().grid(720.0, &XS, &yearly()).parts(0);
    let next: [&[&str]; 2] = [&["", "期末余额"], &["总资产", "9,876.50"]];
    parts.extend(Drawing::new().grid(60.0, &[60.0, 200.0, 400.0], &next).parts(1));
    let tables = join(parts);
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0].columns, 3);
    assert_eq!(tables[0].header_rows, [0, 4]);
    assert_eq!(tables[0].column_header(5, 2), "期末余额", "a merged cell speaks for both columns");
}

/// Words that a cell may hold.
fn cell_words() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[0-9]{1,3}\\.[0-9]{2}",
        2 => "[营业收入成本利润资产]{1,4}",
        1 => Just(String::new()),
        1 => Just("-".to_owned()),
    ]
}

proptest! {
    #[test]
    fn every_glyph_of_a_table_is_in_one_cell(
        texts in prop::collection::vec(prop::collection::vec(cell_words(), 2..5), 2..7),
        missing in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        ruled in any::<bool>(),
    ) {
        let columns = texts.iter().map(Vec::len).max().unwrap_or(2);
        let xs: Vec<f32> = (0..=columns).map(|col| 60.0 + 90.0 * col as f32).collect();
        let rows: Vec<Vec<&str>> = texts.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        let mut drawing = Drawing::new();
        drawing = if ruled { drawing.grid(100.0, &xs, &rows) } else { drawing.text_rows(100.0, 16.0, &xs, &rows) };
        for index in missing {
            if ruled && !drawing.page.verticals.is_empty() {
                let at = index.index(drawing.page.verticals.len());
                drawing.page.verticals.remove(at);
            }
        }
        for table in find_tables(&drawing.page) {
            check(&table);
            let inside = |glyph: &&crate::content::Glyph| table.bbox.contains(glyph.bbox.center_x(), glyph.bbox.center_y());
            let mut drawn: Vec<char> = drawing.page.glyphs.iter().filter(inside).map(|glyph| glyph.char).collect();
            let mut written: Vec<char> =
                table.cells.iter().flat_map(|cell| cell.text.chars()).filter(|c| !c.is_whitespace()).collect();
            drawn.sort_unstable();
            written.sort_unstable();
            prop_assert_eq!(drawn, written);
        }
    }
}
