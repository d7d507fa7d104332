//! `ingest`: take files and folders in.

use std::process::ExitCode;

use engine::{IngestReport, IngestRequest, Outcome, Status, wire};

use crate::{
    args::{Global, Ingest},
    bar::Bar,
    commands::{create, now},
    interrupt::{self, INTERRUPTED},
    language::say,
    output::{self, one_line},
    problem::{PARTLY, Problem},
};

pub fn run(global: &Global, command: &Ingest) -> Result<ExitCode, Problem> {
    let engine = create(global)?;
    let request = IngestRequest {
        paths: command.paths.clone(),
        kb: global.kb.clone(),
        access: command.access.clone(),
        now: now(),
        stop: interrupt::stop(),
    };
    let mut bar = Bar::new();
    let report = engine.ingest(&request, &mut bar)?;
    bar.finish();
    if let Some(error) = &report.broken {
        output::note(&format!("caiwen: {}", wire::whole(&**error)));
    }
    if global.json {
        output::json_line(&wire::ingest(&report))?;
    } else {
        show(&report)?;
    }
    Ok(exit_code(&report))
}

/// All failed is a failure, some failed is done in part.
pub fn exit_code(report: &IngestReport) -> ExitCode {
    if report.broken.is_some() {
        return ExitCode::FAILURE;
    }
    if report.left.is_some() {
        return ExitCode::from(INTERRUPTED);
    }
    match report.failed() {
        0 => ExitCode::SUCCESS,
        failed if failed == report.outcomes.len() => ExitCode::FAILURE,
        _ => ExitCode::from(PARTLY),
    }
}

/// A table of documents and problems.
pub fn show(report: &IngestReport) -> std::io::Result<()> {
    for outcome in &report.outcomes {
        output::line(&line(outcome))?;
    }
    if let Some(left) = report.left {
        output::line(&format!(
            "{}: {left} {}",
            say("已中断", "interrupted"),
            say("个文件未读入；再次运行同一命令即可继续", "files not taken in; run the same command again to go on"),
        ))?;
    }
    let seconds = report.elapsed.as_secs_f64();
    let (chunks, tables, length) = totals(report);
    output::line(&format!(
        "{} {}, {} {}, {} {} ({} {}, {} {:.0}), {:.1} s, {:.0} {}",
        report.outcomes.len(),
        say("个文件", "documents"),
        report.pages,
        say("页", "pages"),
        chunks,
        say("个片段", "chunks"),
        tables,
        say("张表", "tables"),
        say("片段均长", "mean tokens"),
        length,
        seconds,
        report.pages as f64 / seconds.max(0.001),
        say("页/秒", "pages/s"),
    ))?;
    let check = report.self_check;
    if check.asked > 0 {
        output::line(&format!(
            "{}: {}/{}",
            say("自检（抽查表格行能否检索到）", "self-check (sampled table rows found again)"),
            check.found,
            check.asked
        ))?;
    }
    Ok(())
}

fn totals(report: &IngestReport) -> (u32, u32, f64) {
    let records: Vec<_> = report.outcomes.iter().filter_map(|outcome| outcome.record.as_ref()).collect();
    let chunks: u32 = records.iter().map(|record| record.chunks).sum();
    let tables = records.iter().map(|record| record.tables).sum();
    (chunks, tables, report.mean_tokens)
}

/// Codes of warnings that a part of the document was not read: said in full.
const LOSSES: [&str; 6] = ["truncated", "time_limit", "memory_limit", "nesting_limit", "crashed", "no_words"];

fn line(outcome: &Outcome) -> String {
    let status = match outcome.status {
        Status::Added => say("新增", "added"),
        Status::Unchanged => say("未变", "unchanged"),
        Status::Updated => say("更新", "updated"),
        Status::Failed => say("失败", "failed"),
    };
    let Some(record) = &outcome.record else {
        let message = outcome.error.as_ref().map(ToString::to_string).unwrap_or_default();
        return format!("{status}  {}  {message}", one_line(&outcome.path));
    };
    let identity = &record.identity;
    let period = identity.period.map(|period| period.to_string()).unwrap_or_default();
    let mut text = format!(
        "{status}  {}  {} {} {} {}  {}p {}t {}c {}f",
        one_line(&outcome.path),
        identity.company,
        identity.stock_code,
        identity.kind.as_str(),
        period,
        record.pages,
        record.tables,
        record.chunks,
        record.facts
    );
    if !record.warnings.is_empty() {
        text.push_str(&format!("  {}: {}", say("提示", "warnings"), record.warnings.len()));
    }
    for warning in record.warnings.iter().filter(|warning| LOSSES.contains(&warning.code.as_str())) {
        let page = warning.page.map(|page| format!("p.{} ", page.number())).unwrap_or_default();
        text.push_str(&format!("\n        {page}{}", warning.message));
    }
    text
}
