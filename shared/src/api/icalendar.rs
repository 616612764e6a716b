//! An answer that is not JSON: a calendar that other programs subscribe to.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::reply::{Answer, Meta, Reply};
use values::ApiError;

/// 200 with a calendar (RFC 5545); refusals are JSON as everywhere.
#[derive(Clone, Debug)]
pub struct ICalendar(pub String);

impl Reply for ICalendar {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "text/calendar; charset=utf-8";

    fn schema() -> (String, Value) {
        ("ICalendar".to_owned(), json!({"type": "string", "description": "A calendar (RFC 5545)."}))
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        let digest = URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.as_bytes()));
        Ok(Answer {
            media_type: Some(Self::MEDIA_TYPE),
            etag: Some(format!("\"{digest}\"")),
            ..Answer::new(Self::STATUS, self.0)
        })
    }
}
