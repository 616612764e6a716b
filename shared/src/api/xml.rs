//! An answer that is not JSON: an XML document, for programs that exchange documents.

use serde_json::{Value, json};

use super::reply::{Answer, Meta, Reply};
use values::ApiError;

/// 200 with an XML document; refusals are JSON as everywhere.
#[derive(Clone, Debug)]
pub struct Xml(pub String);

impl Reply for Xml {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "application/xml; charset=utf-8";

    fn schema() -> (String, Value) {
        ("Xml".to_owned(), json!({"type": "string", "description": "An XML document in UTF-8."}))
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}
