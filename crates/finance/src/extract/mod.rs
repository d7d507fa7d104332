//! What a document says of itself and which figures it prints.

mod dates;
mod facts;
mod front;
mod grid;
mod identity;
mod kind;
mod naming;
mod publisher;
mod resolve;
mod table_kind;

#[cfg(test)]
mod tests;

pub use facts::facts;
pub use identity::identity;
