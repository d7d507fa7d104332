//! The accounting identities that printed figures must satisfy.

use doc::Fact;

/// Adds a reason to `suspect` of every fact that fails an identity or contradicts another printing of itself.
pub fn mark_suspects(facts: &mut [Fact]) {
    let _ = facts;
}
