//! A font as a document embeds it: only the letters that are used, measured in thousandths of a point without binary
//! floats.

use std::{collections::BTreeMap, fmt::Write as _};

use subsetter::{GlyphRemapper, subset};
use ttf_parser::Face;
use unicode_normalization::UnicodeNormalization as _;
use values::{ApiError, text};

/// A font and what of it is used.
pub struct Font {
    data: &'static [u8],
    face: Face<'static>,
    glyphs: GlyphRemapper,
    /// The letter and width of each glyph that is used, by its number in the document.
    used: BTreeMap<u16, (char, i64)>,
}

/// What a document needs to embed a font.
pub struct Embedded {
    /// The font's file with only the used glyphs.
    pub file: Vec<u8>,
    /// Letter and width, in thousandths of the size, of each glyph.
    pub used: BTreeMap<u16, (char, i64)>,
    /// Height above and depth below the line, and the height of capitals, in thousandths of the size.
    pub metrics: [i64; 3],
    /// What surrounds every glyph.
    pub bounds: [i64; 4],
}

impl Font {
    /// A font of this file.
    ///
    /// # Errors
    /// 500 when it is none.
    pub fn new(data: &'static [u8]) -> Result<Self, ApiError> {
        let face = Face::parse(data, 0).map_err(|error| ApiError::internal(format!("a font is not read: {error}")))?;
        Ok(Self { data, face, glyphs: GlyphRemapper::new(), used: BTreeMap::new() })
    }

    /// How wide a text is at a size, both in thousandths of a point.
    #[must_use]
    pub fn width(&self, text: &str, size: i64) -> i64 {
        letters(text).map(|letter| self.advance(letter)).sum::<i64>() * size / 1_000
    }

    /// The text as the numbers of its glyphs, which are embedded from now on. A letter that the font has not is an
    /// empty box.
    pub fn shown(&mut self, text: &str) -> String {
        let mut shown = String::new();
        for letter in letters(text) {
            let glyph = self.face.glyph_index(letter).map_or(0, |glyph| glyph.0);
            let number = self.glyphs.remap(glyph);
            let width = self.advance(letter);
            self.used.entry(number).or_insert((letter, width));
            let _ = write!(shown, "{number:04X}");
        }
        shown
    }

    /// The font as it is embedded.
    ///
    /// # Errors
    /// 500 when it cannot be cut.
    pub fn embedded(self) -> Result<Embedded, ApiError> {
        let file = subset(self.data, 0, &self.glyphs)
            .map_err(|error| ApiError::internal(format!("a font is not cut: {error}")))?;
        let (face, bounds) = (&self.face, self.face.global_bounding_box());
        let capital = face.capital_height().unwrap_or(face.ascender());
        let metrics = [face.ascender(), face.descender(), capital].map(|units| self.scaled(units.into()));
        let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max].map(|units| self.scaled(units.into()));
        Ok(Embedded { file, used: self.used, metrics, bounds })
    }

    /// How far a letter moves the pen, in thousandths of the size.
    fn advance(&self, letter: char) -> i64 {
        let glyph = self.face.glyph_index(letter).unwrap_or(ttf_parser::GlyphId(0));
        self.scaled(self.face.glyph_hor_advance(glyph).unwrap_or(0).into())
    }

    fn scaled(&self, units: i64) -> i64 {
        units * 1_000 / i64::from(self.face.units_per_em()).max(1)
    }
}

/// The letters of a text that have a glyph.
fn letters(text: &str) -> impl Iterator<Item = char> {
    text.nfc().filter(|letter| !text::is_invisible(*letter))
}
