//! The same bytes as for `pdf`, drawn as a picture with words marked.

#![no_main]

use std::sync::Arc;

use caiwen_fuzz::pdf;
use doc::{PageIndex, Rect};
use libfuzzer_sys::fuzz_target;
use parse::render::{PageRequest, page};

/// Low, so that many pages are drawn.
const DPI: f32 = 40.0;
const PIXELS_MAX: usize = 1_000_000;

fuzz_target!(|bytes: &[u8]| {
    let file = if bytes.starts_with(b"%PDF") { bytes.to_vec() } else { pdf::file(&[bytes]) };
    let marks = vec![Rect::new(70.0, 90.0, 300.0, 120.0)];
    let words = vec!["营业收入".to_owned()];
    let request = PageRequest { dpi: DPI, pixels_max: PIXELS_MAX, marks, words };
    if let Ok(drawn) = page(file, PageIndex(0), &request, Arc::new(|| None)) {
        assert_eq!(drawn.picture.rgb.len(), 3 * drawn.picture.width * drawn.picture.height);
        assert!(!drawn.picture.png().is_empty());
    }
});
