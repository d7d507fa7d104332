//! Extraction on documents made by hand: a page of lines and tables, as the reader gives them.

use doc::{
    Basis, Block, BlockKind, Cell, DocKind, Document, Fact, Page, PageIndex, Rect, Scope, Section, Table, TableMethod,
    TableRow,
};

use super::{facts, identity};

/// Builds a document page by page.
#[derive(Default)]
struct Maker {
    document: Document,
}

impl Maker {
    fn page(mut self) -> Self {
        let index = PageIndex(u32::try_from(self.document.pages.len()).expect("few pages"));
        self.document.pages.push(Page { index, has_text: true, width: 595.0, height: 842.0, ..Page::default() });
        self
    }

    fn block(mut self, kind: BlockKind, text: &str, font_size: f32) -> Self {
        let page = self.document.pages.last_mut().expect("a page");
        let top = 20.0 * page.blocks.len() as f32;
        let section = self.document.sections.len().checked_sub(1);
        page.blocks.push(Block {
            kind,
            noise: None,
            bbox: Rect::new(0.0, top, 500.0, top + 12.0),
            text: text.to_owned(),
            font_size,
            section,
        });
        self
    }

    fn line(self, text: &str) -> Self {
        self.block(BlockKind::Paragraph, text, 10.0)
    }

    fn title(self, text: &str) -> Self {
        self.block(BlockKind::Heading { level: 1 }, text, 22.0)
    }

    fn section(mut self, title: &str) -> Self {
        let page = PageIndex(u32::try_from(self.document.pages.len() - 1).expect("few pages"));
        self.document.sections.push(Section { title: title.to_owned(), level: 1, page, parent: None });
        self.block(BlockKind::Heading { level: 1 }, title, 12.0)
    }

    /// Rows with `|` between cells; the first `headers` rows are the header.
    fn table(mut self, unit: &str, headers: &[usize], rows: &[&str]) -> Self {
        let page = self.document.pages.last().expect("a page").index;
        let grid: Vec<Vec<&str>> = rows.iter().map(|row| row.split('|').map(str::trim).collect()).collect();
        let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
        let mut cells = Vec::new();
        for (row, texts) in grid.iter().enumerate() {
            for col in 0..columns {
                let text = texts.get(col).copied().unwrap_or_default().to_owned();
                cells.push(Cell { row, col, row_span: 1, col_span: 1, text, page, bbox: Rect::default() });
            }
        }
        let index = self.document.tables.len();
        self.document.tables.push(Table {
            caption: String::new(),
            unit: unit.to_owned(),
            section: self.document.sections.len().checked_sub(1),
            columns,
            header_rows: headers.to_vec(),
            rows: vec![TableRow { page, bbox: Rect::default() }; grid.len()],
            cells,
            parts: vec![(page, Rect::default())],
            method: TableMethod::Ruled,
        });
        self.block(BlockKind::Table { table: index, first_row: 0, end_row: grid.len() }, &rows.join("\n"), 0.0)
    }

    fn facts(self) -> Vec<Fact> {
        let (identity, _) = identity(&self.document);
        facts(&self.document, &identity)
    }
}

fn report(title: &str) -> Maker {
    Maker::default().page().line("证券代码：600999 证券简称：山海股份").title("山海股份有限公司").title(title).page()
}

/// All facts of a metric in short: period, day, scope, value, unit.
fn shown(facts: &[Fact], metric: &str) -> Vec<String> {
    let of = facts.iter().filter(|fact| fact.metric == metric);
    of.map(|fact| {
        let period = fact.period.map(|period| period.to_string()).unwrap_or_default();
        let day = if fact.as_of.is_empty() { String::new() } else { format!("@{}", fact.as_of) };
        let scope = if fact.scope == Scope::Parent { " parent" } else { "" };
        let basis = if fact.basis == Basis::AsReported { String::new() } else { format!(" {:?}", fact.basis) };
        let forecast = if fact.forecast { "E" } else { "" };
        format!("{period}{day}{scope} {}{}{basis}{forecast}", fact.value.normalize(), fact.unit)
    })
    .collect()
}

#[test]
fn a_table_on_the_last_page_that_can_be_counted_is_no_panic() {
    let mut document =
        Maker::default().page().table("元", &[0], &["项目|本期", "收入|1"]).table("元", &[], &["成本|2"]).document;
    document.tables[0].parts[0].0 = PageIndex(u32::MAX);
    assert_eq!(facts(&document, &identity(&document).0).len(), 1);
}

#[test]
fn key_data_change_their_header_half_way() {
    let facts = report("2024年年度报告")
        .section("主要会计数据")
        .table(
            "单位：元 币种：人民币",
            &[0, 4],
            &[
                "主要会计数据 | 2024年 | 2023年 | 本期比上年同期增减(%) | 2022年",
                "营业收入 | 1,100.00 | 1,000.00 | 10.00 | 900.00",
                "归属于上市公司股东的净利润 | (50.00) | 40.00 | -225.00 | 不适用",
                "加权平均净资产收益率（%） | 36.02 | 34.19 | 增加1.83个百分点 | 30.26",
                " | 2024年末 | 2023年末 | 本期末比上年同期末增减(%) | 2022年末",
                "总资产 | 5,000.00 | 4,000.00 | 25.00 | 3,000.00",
            ],
        )
        .facts();
    assert_eq!(shown(&facts, "营业收入"), ["2024FY 1100元", "2023FY 1000元", "2022FY 900元"]);
    assert_eq!(shown(&facts, "营业收入同比变动"), ["2024FY 10%"]);
    assert_eq!(shown(&facts, "归属于母公司股东的净利润"), ["2024FY -50元", "2023FY 40元"]);
    assert_eq!(shown(&facts, "加权平均净资产收益率"), ["2024FY 36.02%", "2023FY 34.19%", "2022FY 30.26%"]);
    assert_eq!(shown(&facts, "加权平均净资产收益率同比变动"), ["2024FY 1.83百分点"]);
    assert_eq!(
        shown(&facts, "资产总计"),
        ["2024FY@2024-12-31 5000元", "2023FY@2023-12-31 4000元", "2022FY@2022-12-31 3000元"]
    );
    assert_eq!(shown(&facts, "资产总计同比变动"), ["2024FY@2024-12-31 25%"]);
    assert!(facts.iter().all(|fact| fact.suspect.is_empty()));
}

#[test]
fn the_third_quarter_and_the_nine_months_stay_apart() {
    let facts = report("2023年第三季度报告")
        .section("主要会计数据和财务指标")
        .table(
            "单位：元",
            &[0],
            &["项目 | 本报告期 | 上年同期 | 年初至报告期末 | 上年同期", "营业收入 | 30.00 | 20.00 | 90.00 | 60.00"],
        )
        .section("财务指标发生变动的情况、原因")
        .table(
            "单位：元",
            &[0],
            &[
                "项目 | 本报告期 | 上年同期 | 变动比例",
                "营业收入 | 90.00 | 60.00 | 50.00%",
                "销售费用 | 9.00 | 8.00 | 12.50%",
            ],
        )
        .facts();
    assert_eq!(
        shown(&facts, "营业收入"),
        ["2023Q3S 30元", "2022Q3S 20元", "2023Q3 90元", "2022Q3 60元", "2023Q3 90元", "2022Q3 60元"]
    );
    assert_eq!(
        shown(&facts, "销售费用"),
        ["2023Q3 9元", "2022Q3 8元"],
        "the nine months by the revenue in the same table"
    );
    assert!(facts.iter().all(|fact| fact.suspect.is_empty()));
}

const BALANCE: [&str; 5] = [
    "项目 | 附注 | 2024年12月31日 | 2023年12月31日",
    "货币资金 | 七、1 | 100.00 | 90.00",
    "资产总计 | | 500.00 | 400.00",
    "负债合计 | | 200.00 | 150.00",
    "所有者权益（或股东权益）合计 | | 300.00 | 250.00",
];

#[test]
fn the_group_and_the_parent_company_stay_apart() {
    let facts = report("2024年年度报告")
        .section("合并资产负债表")
        .table("单位：元 币种：人民币", &[0], &BALANCE)
        .section("母公司资产负债表")
        .table(
            "单位：元 币种：人民币",
            &[0],
            &BALANCE.map(|row| row.replace("100.00", "120.00")).each_ref().map(String::as_str),
        )
        .facts();
    assert_eq!(
        shown(&facts, "货币资金"),
        [
            "2024FY@2024-12-31 100元",
            "2023FY@2023-12-31 90元",
            "2024FY@2024-12-31 parent 120元",
            "2023FY@2023-12-31 parent 90元"
        ]
    );
}

#[test]
fn figures_that_break_an_identity_or_each_other_are_marked() {
    let broken = BALANCE.map(|row| row.replace("200.00", "210.00"));
    let facts = report("2024年年度报告")
        .section("合并资产负债表")
        .table("单位：元", &[0], &broken.each_ref().map(String::as_str))
        .facts();
    let suspects: Vec<&str> =
        facts.iter().filter(|fact| !fact.suspect.is_empty()).map(|fact| fact.metric.as_str()).collect();
    assert_eq!(suspects, ["资产总计", "负债合计", "所有者权益合计"], "and only those of 2024");

    let facts = report("2024年年度报告")
        .section("主要会计数据")
        .table("单位：元", &[0], &["项目 | 2024年末", "总资产 | 501.00"])
        .section("合并资产负债表")
        .table("单位：元", &[0], &BALANCE)
        .facts();
    let assets = facts.iter().filter(|fact| fact.metric == "资产总计" && fact.as_of == "2024-12-31");
    assert!(assets.clone().count() == 2 && assets.clone().all(|fact| !fact.suspect.is_empty()));
}

#[test]
fn restatements_are_kept_and_marked() {
    let facts = report("2023年第一季度报告")
        .section("主要会计数据和财务指标")
        .table(
            "",
            &[0, 1],
            &[
                " | 本报告期 | 上年同期 | 上年同期 | 增减（%）",
                " | | 调整前 | 调整后 | 调整后",
                "营业收入（元） | 150.00 | 90.00 | 100.00 | 50.00%",
            ],
        )
        .facts();
    assert_eq!(shown(&facts, "营业收入"), ["2023Q1 150元", "2022Q1 90元 BeforeRestatement", "2022Q1 100元 AsRestated"]);
    assert_eq!(shown(&facts, "营业收入同比变动"), ["2023Q1 50%"]);
}

#[test]
fn rows_about_others_or_parts_name_no_metric() {
    let facts = report("2024年年度报告")
        .section("合并资产负债表")
        .table("单位：元", &[0], &BALANCE)
        .section("七、合并财务报表项目注释")
        .table("单位：元", &[0], &["项目 | 期末余额 | 期初余额", "货币资金 | 100.00 | 90.00", "应收账款 | 7.00 | 6.00"])
        .section("重要的非全资子公司的主要财务信息")
        .table("单位：元", &[0], &["项目 | 本期发生额 | 上期发生额", "营业收入 | 9.00 | 8.00"])
        .facts();
    assert_eq!(shown(&facts, "货币资金").len(), 4, "a note that repeats the statement is another place of it");
    assert!(shown(&facts, "应收账款").is_empty() && shown(&facts, "营业收入").is_empty());
    let kept: Vec<&str> = facts.iter().filter(|fact| fact.metric.is_empty()).map(|fact| fact.label.as_str()).collect();
    assert_eq!(kept, ["应收账款", "应收账款", "营业收入", "营业收入"], "the label stays");
}

#[test]
fn segments_in_columns_are_no_totals() {
    let facts = report("2024年年度报告")
        .section("主营业务分行业情况")
        .table(
            "单位：元",
            &[0],
            &[
                "分行业 | 营业收入 | 营业成本 | 毛利率（%）",
                "营业收入 | 9.00 | 3.00 | 66.67",
                "酒类 | 8.00 | 2.00 | 75.00",
            ],
        )
        .facts();
    assert!(facts.iter().all(|fact| fact.metric.is_empty()));
}

#[test]
fn brokers_tables_give_forecasts_and_changes() {
    let facts = Maker::default()
        .page()
        .line("证券研究报告")
        .title("山海股份（600999.SH）2024年年报点评")
        .line("分析师：王某 执业证书：S0100000000000")
        .line("2025年03月19日")
        .table(
            "",
            &[0],
            &[
                "盈利预测（百万元） | 2024A | 2025E | 2026E",
                "营业收入 | 1,000 | 1,200 | 1,500",
                "同比（%） | 5.0 | 20.0 | 25.0",
                "归母净利润 | 100.5 | 120.6 | 150.8",
                "EPS-最新摊薄（元/股） | 1.00 | 1.21 | 1.51",
                "毛利率(%) | 40.0 | 41.0 | 42.0",
                "P/E | 20.0 | 16.5 | 13.2",
            ],
        )
        .facts();
    assert_eq!(shown(&facts, "营业收入"), ["2024FY 1000000000元", "2025FY 1200000000元E", "2026FY 1500000000元E"]);
    assert_eq!(shown(&facts, "营业收入同比变动"), ["2024FY 5%", "2025FY 20%E", "2026FY 25%E"]);
    assert_eq!(
        shown(&facts, "归属于母公司股东的净利润"),
        ["2024FY 100500000元", "2025FY 120600000元E", "2026FY 150800000元E"]
    );
    assert_eq!(shown(&facts, "基本每股收益"), ["2024FY 1元/股", "2025FY 1.21元/股E", "2026FY 1.51元/股E"]);
    assert_eq!(shown(&facts, "毛利率"), ["2024FY 40%", "2025FY 41%E", "2026FY 42%E"]);
}

#[test]
fn tables_side_by_side_have_labels_of_their_own() {
    let facts = Maker::default()
        .page()
        .line("证券研究报告")
        .title("山海股份（600999.SH）点评")
        .table(
            "单位：百万元",
            &[0],
            &[
                "利润表 | 2024A | 2025E | 资产负债表 | 2024A | 2025E",
                "营业收入 | 100 | 120 | 货币资金 | 30 | 40",
                "成长能力 | | | 存货 | 5 | 6",
                "营业收入 | 10.0% | 20.0% | 资产总计 | 300 | 310",
            ],
        )
        .facts();
    assert_eq!(shown(&facts, "货币资金"), ["2024FY@2024-12-31 30000000元", "2025FY@2025-12-31 40000000元E"]);
    assert_eq!(shown(&facts, "营业收入"), ["2024FY 100000000元", "2025FY 120000000元E"]);
    assert_eq!(shown(&facts, "营业收入同比变动"), ["2024FY 10%", "2025FY 20%E"]);
}

#[test]
fn headers_go_on_over_a_page_break() {
    let facts = report("2024年第一季度报告")
        .section("主要会计数据")
        .table("单位：元", &[0], &["项目 | 本报告期 | 上年同期", "营业收入 | 10.00 | 9.00"])
        .page()
        .table("", &[], &["加权平均净资产收益率（%） | | 2.27 | | 1.74"])
        .facts();
    assert_eq!(shown(&facts, "加权平均净资产收益率"), ["2024Q1 2.27%", "2023Q1 1.74%"]);
}

#[test]
fn periods_above_a_table_stand_over_its_amounts() {
    let facts = Maker::default()
        .page()
        .title("山海電腦股份有限公司")
        .title("個體財務報告暨會計師查核報告")
        .line("民國 113 年度及 112 年度")
        .page()
        .line("個 體 資 產 負 債 表")
        .line("單位：新台幣仟元")
        .line("113 年 12 月 31 日 112 年 12 月 31 日")
        .table(
            "",
            &[0],
            &[
                "資產 | 附註 | 金額 | % | 金額 | %",
                "存貨 | 六(六) | 72,171 | 18 | 56,438 | 16",
                "流動資產合計 | | 156,992 | 39 | 119,992 | 34",
                "資產總計 | | $403,337 | 100 | $348,025 | 100",
            ],
        )
        .facts();
    assert_eq!(
        shown(&facts, "资产总计"),
        ["2024FY@2024-12-31 parent 403337000新台币元", "2023FY@2023-12-31 parent 348025000新台币元"]
    );
    assert_eq!(shown(&facts, "存货").len(), 2, "the shares of the total are no amounts");
}

#[test]
fn changes_from_the_quarter_before_are_no_yearly_changes() {
    let facts = report("2024年第一季度报告")
        .section("主要财务数据")
        .table("单位：元", &[0], &["项目 | 本报告期 | 同比(%) | 环比(%)", "营业收入 | 10.00 | 5.00 | 7.00"])
        .facts();
    assert_eq!(shown(&facts, "营业收入同比变动"), ["2024Q1 5%"]);
}

#[test]
fn labels_and_numbers_side_by_side_need_no_header() {
    let facts = report("2024年年度报告")
        .section("研发投入情况表")
        .table(
            "单位：元",
            &[],
            &["本期费用化研发投入 | 12.00", "研发投入合计 | 15.00", "研发投入总额占营业收入比例（%） | 1.50"],
        )
        .facts();
    assert_eq!(shown(&facts, "研发投入"), ["2024FY 15元"]);
    assert_eq!(shown(&facts, "研发投入占营业收入比例"), ["2024FY 1.5%"]);
}

#[test]
fn identities_come_from_the_pages() {
    let (filing, warnings) = identity(&report("2024年半年度报告摘要").document);
    assert_eq!(
        (filing.company.as_str(), filing.company_full.as_str(), filing.stock_code.as_str()),
        ("山海股份", "山海股份有限公司", "600999")
    );
    assert_eq!(
        (filing.kind, filing.is_abstract, filing.period.map(|p| p.to_string()).as_deref()),
        (DocKind::SemiannualReport, true, Some("2024H1"))
    );
    assert!(warnings.is_empty());

    let research = Maker::default()
        .page()
        .line("Equity Research | Company Update")
        .title("ShanHai Tech (600999 CH)")
        .line("30 Jul 2025")
        .line("Wang Li, CFA li.wang@cmbi.com.hk")
        .document;
    let (research, _) = identity(&research);
    assert_eq!(
        (research.kind, research.stock_code.as_str(), research.publisher.as_str()),
        (DocKind::ResearchReport, "600999", "招银国际")
    );
    assert_eq!((research.published_on.as_str(), research.language.as_str()), ("2025-07-30", "en"));

    let taiwan = Maker::default()
        .page()
        .title("山海電腦股份有限公司")
        .title("個體財務報告暨會計師查核報告")
        .line("民國 113 年度及 112 年度")
        .line("(股票代碼 2999)")
        .document;
    let (taiwan, _) = identity(&taiwan);
    assert_eq!(
        (
            taiwan.kind,
            taiwan.period.map(|p| p.to_string()).as_deref(),
            taiwan.stock_code.as_str(),
            taiwan.language.as_str()
        ),
        (DocKind::AnnualReport, Some("2024FY"), "2999", "zh-Hant")
    );
}

#[test]
fn an_empty_document_says_nothing() {
    let (identity, warnings) = identity(&Document::default());
    assert!(identity.company.is_empty() && warnings.is_empty());
    assert!(facts(&Document::default(), &identity).is_empty());
}

proptest::proptest! {
    #[test]
    fn any_table_is_survived_and_every_fact_has_its_cell(rows in proptest::collection::vec("[营业收入项目本期末上年12,.()%|年E]{0,24}", 1..6), header in 0usize..3) {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let maker = report("2024年年度报告").table("单位：万元", &[header], &rows);
        let table = maker.document.tables[0].clone();
        for fact in maker.facts() {
            let cell = table.cells.iter().find(|cell| cell.row == fact.row && cell.col == fact.column);
            proptest::prop_assert_eq!(cell.map(|cell| cell.text.as_str()), Some(fact.raw.as_str()));
        }
    }
}
