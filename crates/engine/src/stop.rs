//! A wish to stop, seen by all who work on something long.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Cheap to clone; all clones are one. Once set it stays set.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks for the end.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has somebody asked for the end?
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
