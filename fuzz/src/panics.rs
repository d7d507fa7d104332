//! Lets panics of other crates pass that our own code catches on purpose, and ends the process at those of ours.

use std::{cell::RefCell, panic::PanicHookInfo};

/// A folder that stands in the path of our sources and of no dependency's.
const OURS: &str = "../crates/";

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Puts this rule in place of the fuzzer's, for which every panic is a crash, also one that is caught.
pub fn forgive_caught() {
    let strict = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if is_ours(info) {
            strict(info);
        } else {
            LAST.with_borrow_mut(|last| *last = info.to_string());
        }
    }));
}

/// Runs a target; a panic that nothing caught is told and passed on.
pub fn watched(target: impl FnOnce()) {
    if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(target)) {
        LAST.with_borrow(|last| eprintln!("not caught: {last}"));
        std::panic::resume_unwind(panic);
    }
}

fn is_ours(info: &PanicHookInfo<'_>) -> bool {
    info.location().is_some_and(|at| at.file().contains(OURS) || at.file().starts_with("crates/"))
}
