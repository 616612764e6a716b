//! What became of a batch and of each of its items.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use values::ShortText;

/// What became of a batch.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BatchResult {
    /// Operation id of what was run.
    pub operation: ShortText,
    /// How many items the operation accepted.
    pub succeeded: usize,
    /// How many it refused.
    pub failed: usize,
    /// How many were not run: for lack of time, because the client's limit was reached, or after a refusal.
    pub not_run: usize,
    /// What became of each item, in their order.
    pub results: Vec<BatchItemResult>,
}

/// What became of an item.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct BatchItemResult {
    /// Place of the item in the batch, from 0.
    pub index: usize,
    /// HTTP status of the operation's answer; null where it was not run.
    pub status: Option<u16>,
    /// `data` of the answer; null in a refusal, in a dry run, and where the answers are too much together.
    pub data: Option<AnyJson>,
    /// `error` of a refusal; null otherwise.
    pub error: Option<AnyJson>,
}

/// A JSON object of any fields, to the digit as an operation answered it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AnyJson(Box<RawValue>);

impl AnyJson {
    /// Its length as text in a function's answer, which is JSON with the body as a string: there every quote and
    /// backslash has another backslash before it.
    pub fn answered_bytes(&self) -> usize {
        let text = self.0.get();
        text.len() + text.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
    }
}

impl JsonSchema for AnyJson {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "AnyJson".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "additionalProperties": {}})
    }
}

/// The answer of an operation.
#[derive(Default, Deserialize)]
struct Envelope {
    data: Option<AnyJson>,
    error: Option<AnyJson>,
}

impl BatchItemResult {
    /// Of an item that was answered so.
    pub fn answered(index: usize, status: u16, answer: &str) -> Self {
        let envelope: Envelope = serde_json::from_str(answer).unwrap_or_default();
        Self { index, status: Some(status), data: envelope.data, error: envelope.error }
    }

    /// Of an item that was not run.
    pub const fn not_run(index: usize) -> Self {
        Self { index, status: None, data: None, error: None }
    }

    /// Whether the operation refused it.
    pub fn is_refused(&self) -> bool {
        self.status.is_some_and(|status| status >= 400)
    }
}

impl BatchResult {
    /// Of these results.
    pub fn of(operation: ShortText, results: Vec<BatchItemResult>) -> Self {
        let not_run = results.iter().filter(|result| result.status.is_none()).count();
        let failed = results.iter().filter(|result| result.is_refused()).count();
        Self { operation, succeeded: results.len() - failed - not_run, failed, not_run, results }
    }
}
