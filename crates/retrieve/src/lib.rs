//! retrieve
