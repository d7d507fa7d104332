//! The bar of an intake: documents, pages a second, time left.

use engine::{Observer, Outcome, Status, reader::PageRead};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output;

/// Shows an intake on standard error.
pub struct Bar {
    bar: ProgressBar,
    pages: u64,
    started: std::time::Instant,
}

impl Bar {
    /// A bar that is drawn only on a terminal.
    pub fn new() -> Self {
        let target = if output::is_watched() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {eta}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style);
        Self { bar, pages: 0, started: std::time::Instant::now() }
    }

    /// Takes the bar away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for Bar {
    fn found(&mut self, files: usize) {
        self.bar.set_length(files as u64);
    }

    fn page(&mut self, _progress: PageRead) {
        self.pages += 1;
        let seconds = self.started.elapsed().as_secs_f64();
        self.bar.set_message(format!("{} p  {:.0} p/s", self.pages, self.pages as f64 / seconds.max(0.001)));
    }

    fn done(&mut self, outcome: &Outcome) {
        self.bar.inc(1);
        if outcome.status == Status::Failed {
            let message = outcome.error.as_ref().map(ToString::to_string).unwrap_or_default();
            self.bar.suspend(|| output::note(&format!("{}: {message}", output::one_line(&outcome.path))));
        }
    }
}
