//! What a table is: whose figures, which statement, in which unit, and how far its labels can be trusted.

use std::collections::HashMap;

use doc::{BlockKind, DocKind, Document, Identity, NoiseKind, Scope};

use super::grid::Grid;
use crate::{
    folded::squeeze_fold,
    metric::{Metrics, Statement},
    unit::{self, Unit},
};

/// How far a table's labels name the company's own totals; the smaller the more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Trust {
    /// One of the statements.
    Statement,
    /// 主要会计数据, 分季度主要财务数据.
    KeyData,
    /// Other tables of the report about the company as a whole.
    Company,
    /// Notes to the statements: a figure counts where a statement prints the same.
    Notes,
    /// Subsidiaries, associates, segments, competitors: labels are about others.
    Others,
}

/// A table's place in its document.
#[derive(Clone, Debug)]
pub(super) struct TableKind {
    pub trust: Trust,
    pub scope: Scope,
    /// The unit of its line, caption or the text before it.
    pub unit: Option<Unit>,
    /// Nothing but running text stands before it on its page.
    pub opens_page: bool,
    /// The periods of a line above it that is little more than periods (`113年12月31日 112年12月31日`), as printed.
    pub opening_periods: Vec<String>,
}

/// Blocks looked at before a table for its title and unit.
const LEAD_BLOCKS_MAX: usize = 6;
/// A line that is a unit and nothing else (元, 人民币千元) is no longer, in folded characters.
const UNIT_CHARS_MAX: usize = 8;
/// Lines above a table that may carry its unit.
const UNIT_LINES_MAX: usize = 3;
/// Statement items that make a table a statement without a title.
const ITEMS_MIN: usize = 10;
/// Statement items that a titled statement shows at least.
const TITLED_ITEMS_MIN: usize = 3;

/// Reads the tables of a document in order.
pub(super) struct Classifier<'a> {
    document: &'a Document,
    identity: &'a Identity,
    /// Page and block where each table begins.
    starts: HashMap<usize, (usize, usize)>,
    /// The last table that was a statement, so far.
    last_statement: Option<usize>,
    /// Where parts under other accounting rules begin and end, as page and block.
    other_rules: Vec<(Place, Place)>,
    seen_consolidated: Vec<Statement>,
    /// A report of one company without its group (個體財務報告).
    is_individual: bool,
}

impl<'a> Classifier<'a> {
    pub fn new(document: &'a Document, identity: &'a Identity) -> Self {
        let mut starts = HashMap::new();
        for (page, content) in document.pages.iter().enumerate() {
            for (at, block) in content.blocks.iter().enumerate() {
                if let BlockKind::Table { table, .. } = block.kind {
                    starts.entry(table).or_insert((page, at));
                }
            }
        }
        Self {
            document,
            identity,
            starts,
            last_statement: None,
            other_rules: other_rules(document),
            seen_consolidated: Vec::new(),
            is_individual: squeeze_fold(&identity.title).contains("个体财务"),
        }
    }

    pub fn read(&mut self, index: usize, grid: &Grid<'_>) -> TableKind {
        let table = grid.table;
        let path =
            self.document.section_path(table.section).iter().map(|title| squeeze_fold(title)).collect::<Vec<_>>();
        let lead = self.lead(index);
        let titles = titles(grid, &path, &lead);
        let items = items(grid);
        let unit = self.unit(grid, &lead);
        let statement = statement_title(&titles).or_else(|| self.chapter_statement(&path));
        let own_titles = own_titles(grid);
        let whose = |chapter: Scope| if self.is_individual { Scope::Parent } else { chapter };
        let (trust, scope) = if is_others(&path, &own_titles) || self.is_by_other_rules(index) {
            (Trust::Others, whose(parent_chapter(&path)))
        } else if let Some((kind, scope)) = self.statement(statement, &items) {
            self.last_statement = Some(index);
            if scope == Scope::Consolidated && !self.seen_consolidated.contains(&kind) {
                self.seen_consolidated.push(kind);
            }
            (Trust::Statement, whose(scope))
        } else {
            (self.plain_trust(index, &path, &titles), whose(parent_chapter(&path)))
        };
        TableKind {
            trust,
            scope,
            unit,
            opens_page: self.opens_page(index),
            opening_periods: opening_periods(&table.caption, &lead),
        }
    }

    /// Does the table stand in a part that restates the figures under other accounting rules?
    fn is_by_other_rules(&self, index: usize) -> bool {
        self.starts
            .get(&index)
            .is_some_and(|place| self.other_rules.iter().any(|(from, to)| from <= place && place < to))
    }

    /// The statement whose chapter a part of it stands in (流動資產 under 個體資產負債表), where parts have headings.
    fn chapter_statement(&self, path: &[String]) -> Option<(Statement, Option<Scope>)> {
        let chapters: Vec<String> = path.iter().rev().take(2).cloned().collect();
        (self.identity.language == "zh-Hant").then(|| statement_title(&chapters)).flatten()
    }

    fn opens_page(&self, index: usize) -> bool {
        self.starts.get(&index).is_some_and(|(page, at)| {
            self.document.pages[*page].blocks[..*at]
                .iter()
                .all(|block| block.noise.is_some() || block.text.trim().is_empty())
        })
    }

    /// The texts before a table, the nearest first, up to the table before it.
    fn lead(&self, index: usize) -> Vec<String> {
        let Some((page, at)) = self.starts.get(&index).copied() else { return Vec::new() };
        let mut texts = Vec::new();
        let here = self.document.pages[page].blocks[..at].iter().rev();
        let before = page.checked_sub(1).map(|page| self.document.pages[page].blocks.iter().rev());
        for block in here.chain(before.into_iter().flatten()) {
            if matches!(block.kind, BlockKind::Table { .. }) || texts.len() >= LEAD_BLOCKS_MAX {
                break;
            }
            let running = matches!(
                block.noise,
                Some(
                    NoiseKind::RunningHeader | NoiseKind::RunningFooter | NoiseKind::PageNumber | NoiseKind::Watermark
                )
            );
            if !running && !block.text.trim().is_empty() {
                texts.push(squeeze_fold(&block.text));
            }
        }
        texts
    }

    /// From the table's own line, else its caption and title rows, its first header cell, else a unit line before it.
    fn unit(&self, grid: &Grid<'_>, lead: &[String]) -> Option<Unit> {
        let table = grid.table;
        let own = unit::parse_unit_line(&table.unit).or_else(|| worded_unit(&table.caption));
        let corner = || {
            (0..grid.rows().min(3))
                .find_map(|row| worded_unit(grid.text(row, 0)).or_else(|| corner_unit(grid.text(row, 0))))
        };
        let alone = |text: &str| (text.chars().count() <= UNIT_CHARS_MAX).then(|| unit::parse_unit(text)).flatten();
        let before = || lead.iter().take(UNIT_LINES_MAX).find_map(|text| worded_unit(text).or_else(|| alone(text)));
        own.or_else(corner).or_else(before)
    }

    fn statement(&self, title: Option<(Statement, Option<Scope>)>, items: &Items) -> Option<(Statement, Scope)> {
        let (kind, scope) = match title {
            Some((kind, scope)) if items.of(kind) >= TITLED_ITEMS_MIN => (kind, scope),
            _ => (items.most()?, None),
        };
        if self.identity.kind == DocKind::ResearchReport {
            return None;
        }
        let guessed = || {
            if items.consolidated || !self.seen_consolidated.contains(&kind) {
                Scope::Consolidated
            } else {
                Scope::Parent
            }
        };
        Some((kind, scope.unwrap_or_else(guessed)))
    }

    fn plain_trust(&self, index: usize, path: &[String], titles: &[String]) -> Trust {
        let notes = path
            .iter()
            .any(|title| ["附注", "项目注释", "会计政策", "会计估计"].iter().any(|word| title.contains(word)));
        let key = titles.iter().chain(path.last()).any(|title| {
            let named = ["主要会计数据", "主要财务指标", "主要财务数据", "分季度主要财务", "季度数据"]
                .iter()
                .any(|word| title.contains(word));
            named && !["变动", "子公司", "参股"].iter().any(|word| title.contains(word))
        });
        let after_statements =
            self.last_statement.is_some_and(|last| index > last) && self.identity.kind != DocKind::QuarterlyReport;
        if notes {
            Trust::Notes
        } else if key {
            Trust::KeyData
        } else if after_statements && self.identity.kind.is_periodic_report() {
            Trust::Notes
        } else if self.identity.kind == DocKind::IndustryReport {
            Trust::Others
        } else {
            Trust::Company
        }
    }
}

/// The periods of the nearest line above a table that names two or more of them.
fn opening_periods(caption: &str, lead: &[String]) -> Vec<String> {
    const LINES_MAX: usize = 3;
    const FAR_DAY: (i32, u32, u32) = (2999, 12, 31);
    let lines = lead.iter().take(LINES_MAX).map(String::as_str).chain(std::iter::once(caption));
    for line in lines {
        let named: Vec<_> =
            crate::period::periods_in(line, FAR_DAY).into_iter().filter(|mention| mention.period.year < 2900).collect();
        let texts: Vec<String> =
            named.iter().filter_map(|mention| line.get(mention.range.clone())).map(str::to_owned).collect();
        if texts.len() >= 2 {
            return texts;
        }
    }
    Vec::new()
}

/// A page and a block of it.
type Place = (usize, usize);

/// Parts headed 按照国际财务报告准则编制 in a report whose statements follow Chinese rules, up to the next Chinese
/// statement: figures under two sets of rules must not mix.
fn other_rules(document: &Document) -> Vec<(Place, Place)> {
    const TITLE_CHARS_MAX: usize = 60;
    let mut parts: Vec<(Place, Place)> = Vec::new();
    for (page, content) in document.pages.iter().enumerate() {
        for (at, block) in content.blocks.iter().enumerate() {
            let folded = squeeze_fold(&block.text);
            if folded.chars().count() > TITLE_CHARS_MAX || matches!(block.kind, BlockKind::Table { .. }) {
                continue;
            }
            let ifrs = ["国际财务报告准则", "国际会计准则"].iter().any(|name| folded.contains(name));
            let chinese =
                ["合并资产负债表", "合并利润表", "母公司资产负债表"].iter().any(|name| folded.ends_with(name));
            match parts.last_mut() {
                Some((_, end)) if chinese && *end == END => *end = (page, at),
                Some((_, end)) if *end == END => {}
                _ if ifrs && (folded.contains("编制") || folded.contains("经调整")) => {
                    parts.push(((page, at), END))
                }
                _ => {}
            }
        }
    }
    parts
}

const END: Place = (usize::MAX, usize::MAX);

/// Are the rows about somebody else, or about parts of the company?
fn is_others(path: &[String], titles: &[String]) -> bool {
    const WORDS: [&str; 17] = [
        "子公司",
        "联营",
        "合营",
        "参股",
        "被投资",
        "关联方",
        "关联交易",
        "分部",
        "可比公司",
        "同行业",
        "业绩承诺",
        "重要非全资",
        "标的",
        "在其他主体中的权益",
        "合并范围",
        "相对估值",
        "估值表",
    ];
    let near = titles.iter().chain(path.iter().rev().take(2));
    near.into_iter().any(|title| WORDS.iter().any(|word| title.contains(word)) && !title.contains("员工"))
}

/// Texts that may be a table's title: caption, full-width first rows, the heading it stands under, what stands before.
fn titles(grid: &Grid<'_>, path: &[String], lead: &[String]) -> Vec<String> {
    let mut titles = own_titles(grid);
    const TITLE_CHARS_MAX: usize = 40;
    titles.extend(lead.iter().take(4).filter(|text| text.chars().count() <= TITLE_CHARS_MAX).cloned());
    titles.extend(path.last().cloned());
    titles.retain(|title| !title.is_empty());
    titles
}

/// Caption and full-width first rows.
fn own_titles(grid: &Grid<'_>) -> Vec<String> {
    let mut titles = vec![squeeze_fold(&grid.table.caption)];
    for row in 0..grid.rows().min(3) {
        let filled = (0..grid.table.columns).filter(|col| !grid.own_text(row, *col).is_empty()).count();
        if filled == 1 {
            titles.push(squeeze_fold(grid.text(row, 0)));
        }
    }
    titles
}

/// The statement that a title names, and whose: the title must end in its name.
fn statement_title(titles: &[String]) -> Option<(Statement, Option<Scope>)> {
    titles.iter().find_map(|title| {
        let bare = title.trim_end_matches(|c: char| "()续一二三未经审计0123456789、.:年月日度-".contains(c));
        let ends = |names: &[&str]| names.iter().any(|name| bare.ends_with(name));
        let kind =
            if ends(&["资产负债表", "财务状况表", "balancesheet", "balancesheets", "statementoffinancialposition"])
            {
                Statement::Balance
            } else if ends(&[
                "利润表",
                "损益表",
                "综合收益表",
                "综合损益表",
                "incomestatement",
                "statementofincome",
                "statementsofincome",
            ]) {
                Statement::Income
            } else if ends(&["现金流量表", "cashflowstatement", "statementofcashflows", "statementsofcashflows"]) {
                Statement::Cashflow
            } else {
                return None;
            };
        let about = ["相关科目", "变动", "补充", "附注", "项目"].iter().any(|word| bare.contains(word));
        let scope = if bare.contains("母公司") || bare.contains("个体") {
            Some(Scope::Parent)
        } else if bare.contains("合并") || bare.contains("consolidated") {
            Some(Scope::Consolidated)
        } else {
            None
        };
        (!about).then_some((kind, scope))
    })
}

/// 母公司财务报表主要项目注释 and its like.
fn parent_chapter(path: &[String]) -> Scope {
    let parent = path.iter().any(|title| {
        let chapter = title.contains("财务报表主要项目")
            || title.contains("财务报表项目注释")
            || title.contains("财务报表有关项目");
        chapter && title.contains("公司") && !title.contains("合并")
    });
    if parent { Scope::Parent } else { Scope::Consolidated }
}

/// A code may stand in front of the label.
const LABEL_COLUMNS_MAX: usize = 2;

/// How many items of each statement a table's labels name.
struct Items {
    balance: usize,
    income: usize,
    cashflow: usize,
    /// Rows that only consolidated statements have.
    consolidated: bool,
}

impl Items {
    fn of(&self, kind: Statement) -> usize {
        match kind {
            Statement::Balance => self.balance,
            Statement::Income => self.income,
            Statement::Cashflow => self.cashflow,
            _ => 0,
        }
    }

    /// The statement that the items are those of, if they are many and of no other.
    fn most(&self) -> Option<Statement> {
        let kinds = [Statement::Balance, Statement::Income, Statement::Cashflow];
        let best = kinds.into_iter().max_by_key(|kind| self.of(*kind))?;
        let others: usize = kinds.into_iter().filter(|kind| *kind != best).map(|kind| self.of(kind)).sum();
        (self.of(best) >= ITEMS_MIN && others * 4 <= self.of(best)).then_some(best)
    }
}

fn items(grid: &Grid<'_>) -> Items {
    let mut items = Items { balance: 0, income: 0, cashflow: 0, consolidated: false };
    for row in 0..grid.rows() {
        let label = (0..LABEL_COLUMNS_MAX).find_map(|col| Metrics::builtin().of_label(grid.own_text(row, col)));
        let Some(metric) = label else { continue };
        match metric.statement {
            Statement::Balance => items.balance += 1,
            Statement::Income => items.income += 1,
            Statement::Cashflow => items.cashflow += 1,
            _ => {}
        }
        items.consolidated |=
            ["归属于母公司所有者权益合计", "少数股东权益", "归属于母公司股东的净利润", "少数股东损益"]
                .contains(&metric.name.as_str());
    }
    items
}

/// A unit in a text that speaks of one (`单位：万元`, `（人民币百万元）`, `单位为人民币元`).
fn worded_unit(text: &str) -> Option<Unit> {
    let folded = squeeze_fold(text);
    const LINE_CHARS_MAX: usize = 60;
    let worded = ["单位", "人民币", "百万元", "千元", "万元", "亿元", "rmb", "million", "thousand", "'000"]
        .iter()
        .any(|word| folded.contains(word));
    (worded && folded.chars().count() <= LINE_CHARS_MAX).then(|| unit::parse_unit_line(text)).flatten()
}

/// `利润表（百万元）` in a table's corner.
fn corner_unit(text: &str) -> Option<Unit> {
    unit::unit_in_label(text).map(|(unit, _)| unit).filter(|unit| unit.scale > rust_decimal::Decimal::ONE)
}
