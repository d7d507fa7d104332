//! The font that stands in for a Chinese font which a file names but does not carry.
//!
//! Such a font must have Latin letters and figures as well as Chinese: a Chinese font in a PDF draws English words too.

use std::sync::{Arc, OnceLock};

use hayro_interpret::font::{FontData, FontQuery};
use skrifa::{FontRef, MetadataProvider, string::StringId};

/// Every character of this sample must be there.
const SAMPLE: &str = "0123456789ABCXYZabcxyz.,%()+-营业总收入净利润亿元年末合并母公司資產負債，。《》（）—";
/// Faces looked at in one font collection.
const FACES_MAX: usize = 64;
/// Words in the name of a face that is drawn the mainland's way; collections carry Japanese and Korean ones too.
const MAINLAND: [&str; 4] = ["SC", "CN", "GB", "Hans"];

/// A font with Chinese and Latin letters.
#[derive(Clone)]
pub struct FallbackFont {
    data: FontData,
    face: u32,
    name: String,
}

/// A font that cannot stand in for others; the message says why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FontError {
    /// No TrueType or OpenType font, or a damaged one.
    #[error("no TrueType or OpenType font, or a damaged one")]
    Unreadable,
    /// It lacks letters that every report has.
    #[error("it has no {0:?}; a font with Chinese and Latin letters is needed")]
    Lacks(char),
}

impl FallbackFont {
    /// Takes the face of a font file (or collection) that fits best.
    ///
    /// # Errors
    /// When it is no font, or no face of it has both Chinese and Latin letters.
    pub fn new(bytes: Vec<u8>) -> Result<Self, FontError> {
        let mut problem = FontError::Unreadable;
        let mut best: Option<(bool, u32, String)> = None;
        for (face, font) in FontRef::fonts(&bytes).take(FACES_MAX).enumerate() {
            let Ok(font) = font else { continue };
            if let Some(lacking) = SAMPLE.chars().find(|c| font.charmap().map(*c).is_none()) {
                problem = FontError::Lacks(lacking);
                continue;
            }
            let name = name_of(&font);
            let mainland = name.split([' ', '-']).any(|word| MAINLAND.contains(&word));
            if best.as_ref().is_none_or(|(known, ..)| mainland && !known) {
                best = Some((mainland, u32::try_from(face).unwrap_or(0), name));
            }
        }
        let (_, face, name) = best.ok_or(problem)?;
        Ok(Self { data: Arc::new(bytes), face, name })
    }

    /// Its family name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has it a glyph for this character?
    pub fn has(&self, c: char) -> bool {
        let font = FontRef::from_index(self.data.as_ref().as_ref(), self.face);
        font.is_ok_and(|font| font.charmap().map(c).is_some())
    }

    /// Are these the bytes of this very font?
    pub(super) fn is(&self, data: &FontData) -> bool {
        std::ptr::addr_eq(Arc::as_ptr(&self.data), Arc::as_ptr(data))
    }
}

fn name_of(font: &FontRef<'_>) -> String {
    let name = font.localized_strings(StringId::FAMILY_NAME).english_or_first();
    name.map(|name| name.chars().collect()).unwrap_or_default()
}

/// Where the stand-in comes from, asked the first time that a page needs it.
pub type FontSource = Arc<dyn Fn() -> Option<FallbackFont> + Send + Sync>;

/// The stand-in once it is asked for.
pub(super) struct Fallback {
    source: FontSource,
    font: OnceLock<Option<FallbackFont>>,
}

impl Fallback {
    pub(super) fn new(source: FontSource) -> Self {
        Self { source, font: OnceLock::new() }
    }

    /// `None`: no page needed it. `Some(None)`: there is none.
    pub(super) fn asked(&self) -> Option<Option<&FallbackFont>> {
        self.font.get().map(Option::as_ref)
    }

    /// Font data and face for a font that the file does not carry.
    pub(super) fn resolve(&self, query: &FontQuery) -> (FontData, u32) {
        match query {
            FontQuery::Standard(font) => font.get_font_data(),
            // Only composite fonts come here, the kind that Chinese is written in; others are drawn as one of the
            // fourteen standard fonts.
            FontQuery::Fallback(query) => match self.font.get_or_init(|| (self.source)()) {
                Some(font) => (Arc::clone(&font.data), font.face),
                None => query.pick_standard_font().get_font_data(),
            },
        }
    }
}
