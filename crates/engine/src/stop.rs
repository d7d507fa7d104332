//! A wish to stop, seen by all who work on something long.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Cheap to clone; all clones are one. Once set it stays set.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<AtomicBool>,
    above: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// Another one that also sees this one's wish, but not the other way round.
    #[must_use]
    pub fn below(&self) -> Self {
        Self { own: Arc::default(), above: Some(Arc::clone(&self.own)) }
    }

    /// Asks for the end.
    pub fn set(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Has somebody asked for the end?
    pub fn is_set(&self) -> bool {
        let above = self.above.iter();
        above.chain([&self.own]).any(|wish| wish.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_goes_down_and_not_up() {
        let above = Stop::default();
        let below = above.below();
        below.clone().set();
        assert!(below.is_set() && !above.is_set());
        let other = above.below();
        above.set();
        assert!(other.is_set());
    }
}
