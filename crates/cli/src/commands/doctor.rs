//! `doctor`: is everything there that is needed, and what to do where it isn't.

use std::process::ExitCode;

use engine::{Engine, TextState};
use serde_json::json;

use crate::{
    args::Global,
    commands::{config, open, worker},
    language::say,
    output,
    problem::Problem,
};

/// One thing that was looked at.
struct Check {
    name: &'static str,
    good: bool,
    message: String,
}

pub fn run(global: &Global) -> Result<ExitCode, Problem> {
    let mut checks = vec![Check { name: "version", good: true, message: env!("CARGO_PKG_VERSION").to_owned() }];
    checks.push(configuration(global));
    checks.push(reading());
    checks.push(font(global));
    checks.extend(library(global));
    let good = checks.iter().all(|check| check.good);
    if global.json {
        let list = checks.iter().map(|check| json!({"name": check.name, "ok": check.good, "message": check.message}));
        output::json_line(&json!({"ok": good, "checks": list.collect::<Vec<_>>()}))?;
    } else {
        for check in &checks {
            let mark = if check.good { "ok  " } else { "FAIL" };
            output::line(&format!("{mark} {:14} {}", check.name, check.message))?;
        }
    }
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn configuration(global: &Global) -> Check {
    match config(global) {
        Ok(_) => Check { name: "configuration", good: true, message: say("可用", "usable").to_owned() },
        Err(problem) => Check { name: "configuration", good: false, message: problem.to_string() },
    }
}

/// Can documents be read in a process of their own?
fn reading() -> Check {
    let (good, message) = match worker().map(|program| Engine::check_worker(&program)) {
        Some(Ok(())) => {
            (true, say("独立进程，有内存和时间上限", "in a process of its own, limited in memory and time").to_owned())
        }
        Some(Err(error)) => (false, error.to_string()),
        None => (false, say("找不到程序自身的路径", "the program's own path is unknown").to_owned()),
    };
    Check { name: "reading", good, message }
}

/// The font that stands in where a document does not carry its Chinese one: only pictures of pages need it.
fn font(global: &Global) -> Check {
    let search = Engine::find_font(&global.home, &config(global).unwrap_or_default());
    let mut message = match search.found {
        Some(found) => format!("{}: {}", found.font.name(), found.path.display()),
        None => {
            let lack = say(
                "没有找到中文字体，未嵌入字体的页画成图片时会缺字",
                "no font with Chinese letters: pictures of pages whose file does not carry its fonts lack words",
            );
            format!("{lack}; {}", engine::FONT_HINT)
        }
    };
    if !search.problem.is_empty() {
        message = format!("{}; {message}", search.problem);
    }
    Check { name: "font", good: search.problem.is_empty(), message }
}

fn library(global: &Global) -> Vec<Check> {
    if !global.home.exists() {
        let hint = say("还没有资料库：先运行 caiwen ingest 目录", "no library yet: run `caiwen ingest FOLDER` first");
        return vec![Check { name: "library", good: true, message: format!("{}: {hint}", global.home.display()) }];
    }
    let opened = open(global).and_then(|engine| Ok((engine.store().stats()?, engine.store().text_state()?)));
    let (stats, text) = match opened {
        Ok(found) => found,
        Err(problem) => return vec![Check { name: "library", good: false, message: problem.to_string() }],
    };
    let counts = format!(
        "{}: {} {}, {} {}, {} {}, {} {}, {} MB",
        global.home.display(),
        stats.documents,
        say("个文件", "documents"),
        stats.pages,
        say("页", "pages"),
        stats.chunks,
        say("个片段", "chunks"),
        stats.facts,
        say("个数据", "figures"),
        (stats.database_bytes + stats.text_bytes) >> 20,
    );
    let ready = text == TextState::Ready || stats.documents == 0;
    let state = match text {
        _ if ready => say("可用", "ready").to_owned(),
        state => {
            format!("{state:?}: {}", say("运行 caiwen docs verify 重建", "run `caiwen docs verify` to rebuild it"))
        }
    };
    vec![
        Check { name: "library", good: true, message: counts },
        Check { name: "word index", good: ready, message: state },
    ]
}
