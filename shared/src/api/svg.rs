//! An answer that is not JSON: a picture to show and print.

use serde_json::{Value, json};

use super::reply::{Answer, Meta, Reply};
use crate::error::ApiError;

/// 200 with a picture; refusals are JSON as everywhere.
#[derive(Clone, Debug)]
pub struct Svg(pub String);

impl Reply for Svg {
    const STATUS: u16 = 200;
    const MEDIA_TYPE: &'static str = "image/svg+xml; charset=utf-8";

    fn schema() -> (String, Value) {
        ("Svg".to_owned(), json!({"type": "string", "description": "A picture (SVG 1.1)."}))
    }

    fn render(self, _meta: &Meta) -> Result<Answer, ApiError> {
        Ok(Answer { media_type: Some(Self::MEDIA_TYPE), ..Answer::new(Self::STATUS, self.0) })
    }
}
