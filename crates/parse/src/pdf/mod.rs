//! PDF bytes → what each page draws, by hayro.

mod device;
mod outline;
mod symbol;

use std::sync::Arc;

use doc::{OutlineEntry, PageIndex};
use hayro_interpret::{Context, InterpreterCache, InterpreterSettings, TransformExt, interpret_page};
use hayro_syntax::{DecryptionError, LoadPdfError, Pdf, page::Page};

use crate::{PageMax, ReadError, content::PageContent};

/// An opened PDF file.
pub struct PdfFile {
    pdf: Pdf,
    page_max: PageMax,
}

impl PdfFile {
    /// Opens the file; an owner password (permissions) does not matter, a user password does.
    ///
    /// # Errors
    /// [`ReadError::Empty`], [`ReadError::Encrypted`] or [`ReadError::Damaged`].
    pub fn open(bytes: Vec<u8>) -> Result<Self, ReadError> {
        if bytes.is_empty() {
            return Err(ReadError::Empty);
        }
        let pdf = Pdf::new(Arc::new(bytes)).map_err(|error| match error {
            LoadPdfError::Decryption(DecryptionError::PasswordProtected) => ReadError::Encrypted,
            LoadPdfError::Decryption(_) | LoadPdfError::Invalid => ReadError::Damaged,
        })?;
        // A file cut off before its pages, and any file that is no PDF at all.
        if pdf.pages().is_empty() {
            return Err(ReadError::Damaged);
        }
        Ok(Self { pdf, page_max: PageMax::default() })
    }

    /// The same with other bounds for what is read of a page.
    #[must_use]
    pub fn with_page_max(self, page_max: PageMax) -> Self {
        Self { page_max, ..self }
    }

    /// Number of pages.
    pub fn page_count(&self) -> usize {
        self.pdf.pages().len()
    }

    /// One page as the library has it.
    pub(crate) fn page(&self, index: PageIndex) -> Option<&Page<'_>> {
        self.pdf.pages().get(index.as_usize())
    }

    /// The file's bookmarks.
    pub fn outline(&self) -> Vec<OutlineEntry> {
        outline::read(&self.pdf)
    }

    /// The program that made the file.
    pub fn producer(&self) -> String {
        self.pdf.metadata().producer.as_deref().map(outline::text_string).unwrap_or_default()
    }

    /// Calls `each` with the content of every page, in order; pages outside `wanted` are left out. `wanted` is asked
    /// right before a page is read.
    pub fn for_each_page(&self, wanted: impl Fn(PageIndex) -> bool, mut each: impl FnMut(PageContent)) {
        let cache = InterpreterCache::new();
        let settings = InterpreterSettings::default();
        for (number, page) in self.pdf.pages().iter().enumerate() {
            let index = PageIndex(u32::try_from(number).unwrap_or(u32::MAX));
            if !wanted(index) {
                continue;
            }
            let (width, height) = page.render_dimensions();
            let bounds = kurbo::Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
            let transform = page.initial_transform(true).to_kurbo();
            let mut context = Context::new(transform, bounds, &cache, self.pdf.xref(), settings.clone());
            let empty = PageContent { index, width, height, ..PageContent::default() };
            let mut device = device::ContentDevice::new(empty, self.page_max);
            interpret_page(page, &mut context, &mut device);
            each(device.content);
        }
    }
}
