//! An answer that is not JSON: lines of comma-separated values, for spreadsheets and other programs.

use serde_json::{Value, json};

use super::reply::{Answer, Meta, Reply};
use crate::error::ApiError;

/// A text that no spreadsheet takes for a formula.
#[must_use]
pub fn guarded(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text.to_owned() }
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
