//! An answer that is not JSON: lines of comma-separated values, for spreadsheets and other programs.

use serde_json::{Value, json};

use super::reply::{Answer, Meta, Reply};
use values::ApiError;

/// Characters that set the direction of text: they are not shown, and may have what stands beside them read in another order.
const DIRECTIONS: [char; 12] = [
    '\u{061c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}',
];

/// A text that no spreadsheet takes for a formula, and that shows its letters in their order: without characters that set the direction of
/// text. Letters of scripts that are written from right to left stay as they are.
#[must_use]
pub fn guarded(text: &str) -> String {
    let text = text.replace(DIRECTIONS, "");
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

/// 200 with comma-separated values (RFC 4180); refusals are JSON as everywhere.
#[derive(Clone, Debug)]
pub struct Csv(pub String);

impl Reply for Csv {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "text/csv; charset=utf-8";

    fn schema() -> (String, Value) {
        let description = "Comma-separated values (RFC 4180) with a line of column names.";
        ("Csv".to_owned(), json!({"type": "string", "description": description}))
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}
