//! finance
