//! Who a document is: read from its own pages, never from its file name.

use serde::{Deserialize, Serialize};

use crate::Period;

/// What kind of document it is; the names of the JSON contract.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocKind {
    /// 年度报告, 年报摘要.
    AnnualReport,
    /// 半年度报告.
    SemiannualReport,
    /// 第一季度报告, 第三季度报告.
    QuarterlyReport,
    /// 临时公告, 更正公告, 业绩预告, 业绩快报.
    Announcement,
    /// 券商研报 about a company.
    ResearchReport,
    /// 调研纪要, 业绩说明会.
    MeetingMinutes,
    /// 招股说明书, 重组预案.
    Prospectus,
    /// 行业报告.
    IndustryReport,
    /// 政策.
    Policy,
    /// 资讯.
    News,
    /// Nothing of these.
    #[default]
    Other,
}

impl DocKind {
    /// All kinds, in the order of the contract.
    pub const ALL: [DocKind; 11] = [
        DocKind::AnnualReport,
        DocKind::SemiannualReport,
        DocKind::QuarterlyReport,
        DocKind::Announcement,
        DocKind::ResearchReport,
        DocKind::MeetingMinutes,
        DocKind::Prospectus,
        DocKind::IndustryReport,
        DocKind::Policy,
        DocKind::News,
        DocKind::Other,
    ];

    /// The name in JSON and on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            DocKind::AnnualReport => "annual_report",
            DocKind::SemiannualReport => "semiannual_report",
            DocKind::QuarterlyReport => "quarterly_report",
            DocKind::Announcement => "announcement",
            DocKind::ResearchReport => "research_report",
            DocKind::MeetingMinutes => "meeting_minutes",
            DocKind::Prospectus => "prospectus",
            DocKind::IndustryReport => "industry_report",
            DocKind::Policy => "policy",
            DocKind::News => "news",
            DocKind::Other => "other",
        }
    }

    /// The kind of that name.
    pub fn from_name(name: &str) -> Option<DocKind> {
        DocKind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// A statutory periodic report of the company itself?
    pub fn is_periodic_report(self) -> bool {
        matches!(self, DocKind::AnnualReport | DocKind::SemiannualReport | DocKind::QuarterlyReport)
    }
}

/// A document's identity. Strings are empty where the pages don't say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Short name of the company (证券简称), else its full name.
    pub company: String,
    /// 公司全称.
    pub company_full: String,
    /// Former and other names under which it is known.
    pub aliases: Vec<String>,
    /// 证券代码, as printed (`600519`, `02359`).
    pub stock_code: String,
    /// What it is.
    pub kind: DocKind,
    /// A 摘要 of the full report?
    pub is_abstract: bool,
    /// The period it reports on.
    pub period: Option<Period>,
    /// Its title as printed.
    pub title: String,
    /// Who published it: the company, a broker, an institute.
    pub publisher: String,
    /// Other names of the publisher (`CMB International` for 招银国际).
    pub publisher_aliases: Vec<String>,
    /// `YYYY-MM-DD`; empty where unknown.
    pub published_on: String,
    /// `zh-Hans`, `zh-Hant` or `en`.
    pub language: String,
}

impl Identity {
    /// The line put in front of every indexed piece: company, code, period, title, publisher.
    pub fn index_line(&self) -> String {
        let period = self.period.map(|period| period.to_string()).unwrap_or_default();
        let mut parts: Vec<&str> = vec![&self.company];
        if self.company_full != self.company {
            parts.push(&self.company_full);
        }
        parts.extend([self.stock_code.as_str(), period.as_str(), self.title.as_str(), self.publisher.as_str()]);
        parts.extend(self.publisher_aliases.iter().map(String::as_str));
        parts.retain(|part| !part.is_empty());
        parts.join(" ")
    }
}
