//! The queue of Amazon SQS: one operation, `SendMessageBatch` of its JSON protocol.

use std::sync::Arc;

use aws_credential_types::provider::SharedCredentialsProvider;
use serde_json::{Value, json};

use super::WorkMessage;
use crate::aws_json::{AwsJson, Protocol};
use values::{ApiError, Clock};

/// Most messages of one request (a quota of Amazon SQS).
const BATCH_MAX: usize = 10;
const SQS: Protocol = Protocol {
    service: "sqs",
    target: Some("AmazonSQS.SendMessageBatch"),
    media_type: "application/x-amz-json-1.0",
    title: "the queue",
};

/// A queue of Amazon SQS.
pub struct SqsQueue {
    url: String,
    service: AwsJson,
}

impl SqsQueue {
    /// The queue with this URL, such as `https://sqs.eu-west-1.amazonaws.com/123456789012/work`; requests go to its
    /// host.
    #[must_use]
    pub fn new(url: &str, region: &str, credentials: SharedCredentialsProvider, clock: Arc<dyn Clock>) -> Self {
        let host = url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        let service = AwsJson::new(SQS, (format!("{host}/"), region), credentials, clock);
        Self { url: url.to_owned(), service }
    }

    /// Puts messages into the queue, ten with a request.
    ///
    /// # Errors
    /// 503 when it cannot be reached or takes one of them not.
    pub async fn send(&self, messages: &[WorkMessage], delay_seconds: i64) -> Result<(), ApiError> {
        for batch in messages.chunks(BATCH_MAX) {
            let told = self.service.ask(&body(&self.url, batch, delay_seconds)).await?;
            if told["Failed"].as_array().is_some_and(|failed| !failed.is_empty()) {
                return Err(self.service.unreachable("it takes one of the messages not"));
            }
        }
        Ok(())
    }
}

/// What `SendMessageBatch` is asked. With a message group a standard queue is fair: a merchant with very many messages
/// does not keep those of others waiting.
fn body(url: &str, messages: &[WorkMessage], delay_seconds: i64) -> Value {
    let entry = |(number, message): (usize, &WorkMessage)| {
        json!({"Id": number.to_string(), "MessageBody": json!(message).to_string(),
            "MessageGroupId": message.merchant, "DelaySeconds": delay_seconds})
    };
    let entries: Vec<Value> = messages.iter().enumerate().map(entry).collect();
    json!({"QueueUrl": url, "Entries": entries})
}
