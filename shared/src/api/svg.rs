//! An answer that is not JSON: a picture to show and print, and the QR code in it.

use std::fmt::Write as _;

use qrcodegen::{QrCode, QrCodeEcc};
use serde_json::{Value, json};

use super::reply::{Answer, Meta, Reply};
use values::{ApiError, text};

/// 200 with a picture; refusals are JSON as everywhere.
#[derive(Clone, Debug)]
pub struct Svg(pub String);

impl Reply for Svg {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "image/svg+xml; charset=utf-8";

    fn schema() -> (String, Value) {
        (
            "Svg".to_owned(),
            json!({"type": "string", "format": "binary", "description": "A picture (SVG 1.1)."}),
        )
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}

/// A QR code as a picture.
#[derive(Clone, Debug)]
pub struct QrPicture {
    /// Width and height in modules, with a margin of four on each side, without which a reader may not find the code.
    pub modules: i32,
    /// The dark modules as the path of a drawing.
    pub path: String,
}

impl QrPicture {
    /// The code of a text.
    ///
    /// # Errors
    /// 500 when the text is too long for one.
    pub fn of(text: &str) -> Result<Self, ApiError> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium);
        let code = code.map_err(|error| ApiError::internal(format!("no QR code of a payload: {error:?}")))?;
        let mut path = String::new();
        for y in 0..code.size() {
            for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
                // Writing into a string cannot fail.
                let _ = write!(path, "M{} {}h1v1h-1z", x + 4, y + 4);
            }
        }
        Ok(Self { modules: code.size() + 8, path })
    }
}

/// A text between the tags of a picture: what XML does not allow is left out, and so are tabs, line ends and characters
/// that are not shown.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text::shown(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => {}
            other if other.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn a_picture_has_no_tag_of_a_text_and_no_character_that_is_not_shown() {
        assert_eq!(escaped("<b>\u{202e}A\u{85}\u{200b}\u{feff}&\t\u{0}\u{ffff}</b>"), "&lt;b&gt;A&amp;&lt;/b&gt;");
        assert_eq!(escaped("\u{5e9}\u{200d}"), "\u{5e9}\u{200d}");
    }
}
