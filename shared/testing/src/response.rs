//! What a test is answered.

use std::collections::BTreeMap;

use serde_json::Value;

/// An answer of the service, as a client gets it.
#[derive(Clone, Debug)]
pub struct TestResponse {
    /// HTTP status of the answer.
    pub status: u16,
    /// Headers by name, in lower case.
    pub headers: BTreeMap<String, String>,
    /// The body as text, empty when there is none.
    pub text: String,
    /// The body as JSON; null when it is none.
    pub body: Value,
}

impl TestResponse {
    pub(super) fn of(answer: &Value) -> Self {
        let text = answer["body"].as_str().unwrap_or_default().to_owned();
        let header = |(name, value): (&String, &Value)| (name.clone(), value.as_str().unwrap_or_default().to_owned());
        Self {
            status: answer["statusCode"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or_default(),
            headers: answer["headers"].as_object().into_iter().flatten().map(header).collect(),
            body: serde_json::from_str(&text).unwrap_or_default(),
            text,
        }
    }

    /// A header; empty when it is not there.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    /// `error.code`; empty when there is none.
    #[must_use]
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }

    /// Status, code, field and reason of a refusal, such as `400 validation_error name required`.
    #[must_use]
    pub fn refusal(&self) -> String {
        let error = &self.body["error"];
        let detail = |name: &str| error["details"][name].as_str().map(|text| format!(" {text}")).unwrap_or_default();
        format!("{} {}{}{}", self.status, self.code(), detail("field"), detail("reason"))
    }

    /// All offending fields, such as `name required`.
    #[must_use]
    pub fn fields(&self) -> Vec<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let errors = self.body["error"]["details"]["errors"].as_array().into_iter().flatten();
        errors.map(|error| format!("{} {}", text(&error["field"]), text(&error["reason"]))).collect()
    }

    /// The identifier of the record in the answer: `data.id`.
    #[must_use]
    pub fn id(&self) -> String {
        self.body["data"]["id"].as_str().unwrap_or_default().to_owned()
    }
}
