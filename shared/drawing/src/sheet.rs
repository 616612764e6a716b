//! A sheet that is filled from top to bottom, page after page.

use values::ApiError;

use crate::{
    canvas::{Canvas, Place, Style},
    units::{HEIGHT, WIDTH},
};

/// Left edge of what is drawn.
pub const LEFT: i64 = 50_000;
/// Right edge of what is drawn.
pub const RIGHT: i64 = WIDTH - 50_000;
/// First line of a page.
const TOP: i64 = HEIGHT - 60_000;
/// Last line of a page, above its number.
const BOTTOM: i64 = 70_000;

/// Style of running text, nine points high.
pub const TEXT: Style = Style { bold: false, size: 9_000, grey: 0 };
/// What matters in it.
pub const STRONG: Style = Style { bold: true, size: 9_000, grey: 0 };
/// What stands beside it.
pub const SMALL: Style = Style { bold: false, size: 7_500, grey: 40 };
/// The name of the document, and of who bills.
pub const TITLE: Style = Style { bold: true, size: 18_000, grey: 0 };

/// The sheet and the line on which it goes on.
pub struct Sheet {
    canvas: Canvas,
    /// Height of the present line above the lower edge.
    pub y: i64,
}

impl Sheet {
    /// An empty sheet.
    ///
    /// # Errors
    /// 500 when a font cannot be read.
    pub fn new() -> Result<Self, ApiError> {
        Ok(Self { canvas: Canvas::new()?, y: TOP })
    }

    /// Makes room for so much height; answers whether that took a new page.
    pub fn room(&mut self, height: i64) -> bool {
        let is_full = self.y - height < BOTTOM;
        if is_full {
            self.canvas.rotate();
            self.y = TOP;
        }
        is_full
    }

    /// A text on the present line.
    pub fn at(&mut self, style: Style, place: Place, text: &str) {
        self.canvas.text(style, place, self.y, text);
    }

    /// A text on a line of its own, in as many lines as it takes, and goes on below it.
    pub fn paragraph(&mut self, style: Style, from: i64, to: i64, text: &str) {
        for line in self.canvas.wrapped(style, to - from, text) {
            self.room(line_height(style));
            self.canvas.text(style, Place::Left(from), self.y, &line);
            self.y -= line_height(style);
        }
    }

    /// The lines that a text takes.
    #[must_use]
    pub fn lines(&self, style: Style, width: i64, text: &str) -> Vec<String> {
        self.canvas.wrapped(style, width, text)
    }

    /// A thin line across the page.
    pub fn rule(&mut self) {
        self.canvas.rule(LEFT, RIGHT, self.y);
    }

    /// The document, each page with its number.
    ///
    /// # Errors
    /// 500 when a font cannot be embedded.
    pub fn written(mut self, title: &str) -> Result<String, ApiError> {
        let pages = self.canvas.pages();
        for page in 0..pages {
            let number = format!("{title} · {} / {pages}", page + 1);
            self.canvas.text_on(page, SMALL, Place::Right(RIGHT), 40_000, &number);
        }
        self.canvas.written(title)
    }
}

/// From one line of a style to the next.
#[must_use]
pub const fn line_height(style: Style) -> i64 {
    style.size * 14 / 10
}
