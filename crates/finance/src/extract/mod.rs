//! What a document says of itself and which figures it prints.

mod dates;
mod facts;
mod front;
mod identity;
mod kind;
mod naming;
mod publisher;

pub use facts::facts;
pub use identity::identity;
