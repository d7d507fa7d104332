//! Ctrl-C: at once, or, while documents are taken in, after what was stored is published.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use engine::Stop;

use crate::{language::say, output};

/// Interrupted, as the contract has it.
pub const INTERRUPTED: u8 = 130;
/// What may be finished after Ctrl-C is given so long. Ending before is safe, the next run goes on; only the report is
/// missing.
const GRACE: Duration = Duration::from_millis(1_500);

static STOP: LazyLock<Stop> = LazyLock::new(Stop::default);
/// Somebody looks at [`STOP`] and ends by itself.
static FINISHES: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C ends the program.
pub fn watch() {
    let set = ctrlc::set_handler(|| {
        if !FINISHES.load(Ordering::Relaxed) || STOP.is_set() {
            end();
        }
        STOP.set();
        output::note(say("正在收尾，再按一次立即结束", "finishing what is stored; again to end at once"));
        thread::spawn(|| {
            thread::sleep(GRACE);
            end();
        });
    });
    if let Err(error) = set {
        // Then the system ends the program, which is safe as well.
        output::note(&format!("caiwen: {error}"));
    }
}

/// The wish to stop, for a command that looks at it and ends cleanly.
pub fn stop() -> Stop {
    FINISHES.store(true, Ordering::Relaxed);
    STOP.clone()
}

/// The command that looked is done with what takes long.
pub fn is_over() {
    FINISHES.store(false, Ordering::Relaxed);
}

fn end() -> ! {
    std::process::exit(i32::from(INTERRUPTED))
}
