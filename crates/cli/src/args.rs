//! What can be typed, and what it means.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use doc::{DocKind, Period, Rect};
use engine::Filters;

/// 财问：对上市公司文件提问，答案精确到单元格。Questions to Chinese listed companies' documents, answered to the cell.
#[derive(Debug, Parser)]
#[command(name = "caiwen", version, propagate_version = true)]
pub struct Arguments {
    #[command(flatten)]
    pub global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// Accepted before and after the command.
#[derive(Debug, Args)]
pub struct Global {
    /// 资料库目录 The library's folder
    #[arg(long, global = true, env = "CAIWEN_HOME", default_value = "caiwen-data", value_name = "DIR")]
    pub home: PathBuf,
    /// 配置文件 Configuration file (default: caiwen.toml in the home)
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// 知识库 Knowledge base
    #[arg(long, global = true, default_value = "default", value_name = "NAME")]
    pub kb: String,
    /// “去年”“最近”从哪天算起 The day that relative words count from (default: today)
    #[arg(long, global = true, value_name = "YYYY-MM-DD")]
    pub today: Option<String>,
    /// 每个命令输出一个 JSON One JSON document on standard output
    #[arg(long, global = true)]
    pub json: bool,
    /// 多说 Say more (twice: everything)
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// 少说 Say only what is wrong
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// 读入文件与目录（PDF）Take in files and folders
    Ingest(Ingest),
    /// 提问，得到带出处的答案 Ask; `-` reads questions from standard input
    Ask(Ask),
    /// 只检索 Find evidence only; `-` reads questions from standard input
    Search(Search),
    /// 展示每一步如何得出 Show every stage of an answer
    Explain(Explain),
    /// 已抽取的数据 Extracted figures
    Facts(Facts),
    /// 不入库，直接看一个文件的表格 Tables of a file without storing it
    Tables(Tables),
    /// 把一页画成图片并标出位置 A page as a picture, with marks
    Show(Show),
    /// 资料库里的文件 The documents of the library
    #[command(subcommand)]
    Docs(Docs),
    /// 检查安装 Check the installation
    Doctor,
    /// 用自带样例演示 Read the sample documents and answer the sample questions
    Demo,
}

#[derive(Debug, Args)]
pub struct Ingest {
    /// 文件或目录 Files and folders (recursive)
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// 谁可以看（标签）Tags of who may see them
    #[arg(long, value_delimiter = ',', value_name = "TAG")]
    pub access: Vec<String>,
}

#[derive(Debug, Args)]
pub struct Ask {
    /// 问题；`-` 从标准输入逐行读 The question; `-`: one a line from standard input
    pub question: String,
    #[command(flatten)]
    pub filters: FilterArguments,
    /// 不用语言模型（目前总是如此）Without a language model (always so at present)
    #[arg(long)]
    pub no_llm: bool,
}

#[derive(Debug, Args)]
pub struct Search {
    /// 问题；`-` 从标准输入逐行读 The question; `-`: one a line from standard input
    pub question: String,
    /// 检索方式 How to search
    #[arg(long, value_enum, default_value_t = Mode::Auto)]
    pub mode: Mode,
    /// 结果数 Results
    #[arg(long, default_value_t = 10, value_name = "N")]
    pub top_k: usize,
    #[command(flatten)]
    pub filters: FilterArguments,
}

/// Ways to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Mode {
    /// What is there: words and figures.
    Auto,
    /// Words and figures, no vectors.
    Bm25,
}

#[derive(Debug, Args)]
pub struct Explain {
    /// 问题 The question
    pub question: String,
    /// 应找到的页：看它丢在哪一步 A page that should be found, as FILE:PAGE: says where it was lost
    #[arg(long, value_name = "FILE:PAGE")]
    pub gold: Option<String>,
    #[command(flatten)]
    pub filters: FilterArguments,
}

#[derive(Debug, Args)]
pub struct Facts {
    /// 文件（编号、路径或其结尾）Document: id, path or the end of one
    #[arg(long, value_name = "DOC")]
    pub doc: Vec<String>,
    /// 公司 Company
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub company: Vec<String>,
    /// 指标 Canonical metric
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub metric: Vec<String>,
    /// 期间 Period (2024FY, 2024H1, 2024Q3S …)
    #[arg(long, value_delimiter = ',', value_name = "PERIOD")]
    pub period: Vec<Period>,
    /// 口径 Scope
    #[arg(long, value_enum)]
    pub scope: Option<Scope>,
    /// 只看存疑的 Only doubtful ones
    #[arg(long)]
    pub suspect: bool,
    /// 输出格式 Output format
    #[arg(long, value_enum, default_value_t = FactsFormat::Table)]
    pub format: FactsFormat,
}

/// Scopes as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scope {
    /// 合并.
    Consolidated,
    /// 母公司.
    Parent,
}

/// Formats of `facts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FactsFormat {
    /// For reading.
    Table,
    /// Comma-separated values.
    Csv,
    /// As `--json`.
    Json,
}

#[derive(Debug, Args)]
pub struct Tables {
    /// PDF 文件 The PDF file
    pub file: PathBuf,
    /// 只看这些页 Only these pages (3,4 or 3-6)
    #[arg(long, value_name = "PAGES")]
    pub pages: Option<String>,
    /// 输出格式 Output format
    #[arg(long, value_enum, default_value_t = TablesFormat::Md)]
    pub format: TablesFormat,
}

/// Formats of `tables`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TablesFormat {
    /// As `--json`.
    Json,
    /// Markdown.
    Md,
    /// Comma-separated values, a blank line between tables.
    Csv,
    /// HTML with row and column spans.
    Html,
}

#[derive(Debug, Args)]
pub struct Show {
    /// 编号、路径或其结尾，或库外的 PDF 文件 Id, path or the end of one, or a PDF file outside of the library
    #[arg(value_name = "DOC")]
    pub document: PathBuf,
    /// 第几页（从 1 数）Which page, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub page: u32,
    /// 标出一处：出处或数据里的 box A box to mark, as citations and facts have it, in points
    #[arg(long, value_name = "x0,y0,x1,y1", value_parser = mark, allow_hyphen_values = true)]
    pub mark: Vec<Rect>,
    /// 标出这些字所在的行或单元格 Words to mark wherever they stand
    #[arg(long, value_name = "WORDS")]
    pub mark_text: Vec<String>,
    /// 每英寸像素 Pixels an inch
    #[arg(long, default_value_t = 110, value_name = "N", value_parser = dpi)]
    pub dpi: u16,
    /// 写到哪个文件（- 为标准输出）The file to write; - is standard output
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A box as `x0,y0,x1,y1`, in brackets or not.
fn mark(text: &str) -> Result<Rect, String> {
    let wrong = || "four numbers: x0,y0,x1,y1".to_owned();
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    let numbers: Result<Vec<f32>, _> = inner.split(',').map(|part| part.trim().parse()).collect();
    match numbers.map_err(|_| wrong())?[..] {
        [x0, y0, x1, y1] if [x0, y0, x1, y1].iter().all(|side| side.is_finite()) => Ok(Rect::new(x0, y0, x1, y1)),
        _ => Err(wrong()),
    }
}

fn dpi(text: &str) -> Result<u16, String> {
    let range = engine::DPI_RANGE;
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("a number from {} to {}", range.start(), range.end()))
}

#[derive(Debug, Subcommand)]
pub enum Docs {
    /// 列出文件 List documents
    List {
        #[command(flatten)]
        filters: FilterArguments,
    },
    /// 一个文件的内容 What was read of a document
    Show {
        /// 编号、路径或其结尾，或库外的 PDF 文件 Id, path or the end of one, or a PDF file outside of the library
        document: String,
        /// 只看这些页 Only these pages
        #[arg(long, value_name = "PAGES")]
        pages: Option<String>,
        /// 标题树 Its headings
        #[arg(long, conflicts_with_all = ["noise", "md"])]
        outline: bool,
        /// 未收入索引的内容及原因 What was kept out of the index, and why
        #[arg(long, conflicts_with = "md")]
        noise: bool,
        /// 输出 Markdown，标出页码 As Markdown, with page marks
        #[arg(long)]
        md: bool,
    },
    /// 移除文件 Remove a document
    Remove {
        /// 编号、路径或其结尾 Id, path or the end of one
        document: String,
    },
    /// 一个文件的各个版本 All versions of a document
    History {
        /// 编号 Id
        document: String,
    },
    /// 恢复旧版本 Bring an older version back
    Rollback {
        /// 编号 Id
        document: String,
        /// 版本 Version
        version: u32,
    },
    /// 检查并修复资料库 Check the library and rebuild what is derived
    Verify,
}

/// What documents may be used.
#[derive(Debug, Default, Args)]
pub struct FilterArguments {
    /// 公司 Company by name
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub company: Vec<String>,
    /// 证券代码 Stock code
    #[arg(long, value_delimiter = ',', value_name = "CODE")]
    pub code: Vec<String>,
    /// 文件类型 Kind of document (annual_report, research_report …)
    #[arg(long, value_delimiter = ',', value_name = "KIND", value_parser = kind)]
    pub kind: Vec<DocKind>,
    /// 报告期 Period that documents report on
    #[arg(long, value_delimiter = ',', value_name = "PERIOD")]
    pub period: Vec<Period>,
    /// 章节 Words of the heading path
    #[arg(long, default_value = "", value_name = "TEXT")]
    pub section: String,
    /// 发布机构 Publisher
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub source: Vec<String>,
    /// 发布日期不早于 Published on or after
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub since: Option<String>,
    /// 发布日期不晚于 Published on or before
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub until: Option<String>,
}

fn kind(name: &str) -> Result<DocKind, String> {
    let names = || DocKind::ALL.map(DocKind::as_str).join(", ");
    DocKind::from_name(name).ok_or_else(|| format!("one of {}", names()))
}

impl FilterArguments {
    /// What was typed as what is needed.
    pub fn filters(&self) -> Filters {
        Filters {
            companies: self.company.clone(),
            codes: self.code.clone(),
            kinds: self.kind.clone(),
            periods: self.period.clone(),
            publishers: self.source.clone(),
            section: self.section.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_box_is_typed_as_it_is_printed() {
        assert_eq!(mark("[70.5, 10, 90,20.25]"), Ok(Rect::new(70.5, 10.0, 90.0, 20.25)));
        assert_eq!(mark("-1,2,3,4"), Ok(Rect::new(-1.0, 2.0, 3.0, 4.0)));
        for wrong in ["", "1,2,3", "1,2,3,4,5", "a,b,c,d", "1,2,3,inf", "nan,1,2,3"] {
            assert!(mark(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn global_flags_stand_before_or_after_the_command() {
        for line in ["caiwen --json --home a ask 问", "caiwen ask 问 --json --home a"] {
            let parsed = Arguments::try_parse_from(line.split(' ')).expect(line);
            assert!(parsed.global.json && parsed.global.home.ends_with("a"), "{line}");
        }
    }
}
