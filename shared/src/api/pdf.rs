//! An answer that is not JSON: a page to read and print.

use serde_json::{Value, json};

use super::reply::{Answer, Meta, Reply};
use values::ApiError;

/// 200 with a PDF document; refusals are JSON as everywhere. It is written in ASCII alone, so that it passes a gateway
/// as text.
#[derive(Clone, Debug)]
pub struct Pdf(pub String);

impl Reply for Pdf {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "application/pdf";

    fn schema() -> (String, Value) {
        (
            "Pdf".to_owned(),
            json!({"type": "string", "format": "binary", "description": "A PDF document (ISO 32000), in ASCII characters alone."}),
        )
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}
