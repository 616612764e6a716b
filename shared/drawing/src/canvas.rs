//! Pages that are drawn on: texts and lines at places in thousandths of a point, from the lower left corner of an A4
//! page.

use std::fmt::Write as _;

use values::ApiError;

use crate::{file, font::Font, units::decimal};

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether it is bold.
    pub bold: bool,
    /// Size of the letters, in thousandths of a point.
    pub size: i64,
    /// Its lightness, in hundredths: black is 0.
    pub grey: u8,
}

/// Where a text begins or ends.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// The text begins at this distance from the left edge.
    Left(i64),
    /// The text ends at this distance from the left edge.
    Right(i64),
}

/// Pages and the fonts of their texts.
pub struct Canvas {
    regular: Font,
    bold: Font,
    pages: Vec<String>,
}

impl Canvas {
    /// One empty page.
    ///
    /// # Errors
    /// 500 when a font cannot be read.
    pub fn new() -> Result<Self, ApiError> {
        let (regular, bold) = (Font::new(notosans::REGULAR_TTF)?, Font::new(notosans::BOLD_TTF)?);
        Ok(Self { regular, bold, pages: vec![String::new()] })
    }

    /// How many pages there are.
    #[must_use]
    pub const fn pages(&self) -> usize {
        self.pages.len()
    }

    /// One more page, which is drawn on from now on.
    pub fn rotate(&mut self) {
        self.pages.push(String::new());
    }

    /// A text on the last page, on the line `y`.
    pub fn text(&mut self, style: Style, place: Place, y: i64, text: &str) {
        let page = self.pages.len() - 1;
        self.text_on(page, style, place, y, text);
    }

    /// A text on a page.
    pub fn text_on(&mut self, page: usize, style: Style, place: Place, y: i64, text: &str) {
        let x = match place {
            Place::Left(x) => x,
            Place::Right(x) => x - self.width(style, text),
        };
        let (name, font) = if style.bold { ("F2", &mut self.bold) } else { ("F1", &mut self.regular) };
        let shown = font.shown(text);
        let (size, grey) = (decimal(style.size), decimal(i64::from(style.grey) * 10));
        if let Some(page) = self.pages.get_mut(page)
            && !shown.is_empty()
        {
            let _ = writeln!(page, "BT {grey} g /{name} {size} Tf {} {} Td <{shown}> Tj ET", decimal(x), decimal(y));
        }
    }

    /// A thin line across the last page.
    pub fn rule(&mut self, from: i64, to: i64, y: i64) {
        if let Some(page) = self.pages.last_mut() {
            let (from, to, y) = (decimal(from), decimal(to), decimal(y));
            let _ = writeln!(page, "0.7 G 0.5 w {from} {y} m {to} {y} l S");
        }
    }

    /// How wide a text is.
    #[must_use]
    pub fn width(&self, style: Style, text: &str) -> i64 {
        if style.bold { self.bold.width(text, style.size) } else { self.regular.width(text, style.size) }
    }

    /// A text in lines that are no wider than `width`, broken between words, and inside a word that is wider by itself.
    #[must_use]
    pub fn wrapped(&self, style: Style, width: i64, text: &str) -> Vec<String> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if self.width(style, &joined) <= width {
                    line = joined;
                    continue;
                }
                if !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                }
                line = self.broken(style, width, word, &mut lines);
            }
            lines.push(line);
        }
        lines
    }

    /// Puts the beginnings of a word that is too wide into `lines`, and answers its end. Each letter is measured once,
    /// so that a word of thousands of combining marks, which have no width, takes no longer than any other.
    fn broken(&self, style: Style, width: i64, word: &str, lines: &mut Vec<String>) -> String {
        let (mut line, mut drawn) = (String::new(), 0);
        let mut letters = [0; 4];
        for letter in word.chars() {
            let advance = self.width(style, letter.encode_utf8(&mut letters));
            if drawn + advance > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                drawn = 0;
            }
            line.push(letter);
            drawn += advance;
        }
        line
    }

    /// The document.
    ///
    /// # Errors
    /// 500 when a font cannot be embedded.
    pub fn written(self, title: &str) -> Result<String, ApiError> {
        Ok(file::written(title, &self.pages, [self.regular.embedded()?, self.bold.embedded()?]))
    }
}
