//! The consumer of the table's stream beside the API, as the function does it in AWS.

use std::time::Duration;

use serde_json::{Value, json};
use testing::TableStream;
use work::Context;

/// How long nobody looks at a stream at whose end the consumer is.
const PAUSE: Duration = Duration::from_millis(500);

/// Makes events of whatever is written, until it is dropped. What fails is handed over again.
pub async fn consume_as_it_happens(context: &Context, stream: &mut TableStream) {
    let mut batch = Value::Null;
    loop {
        if is_empty(&batch) {
            batch = stream.next_batch().unwrap_or_else(|fault| told(context, &fault));
        }
        if is_empty(&batch) {
            tokio::time::sleep(PAUSE).await;
            continue;
        }
        let outcome = ::outbox::consume(context, &batch).await;
        if outcome.failed.is_empty() {
            batch = stream.trim().map_or_else(|fault| told(context, &fault), |()| Value::Null);
        } else {
            tokio::time::sleep(PAUSE).await;
        }
    }
}

fn is_empty(batch: &Value) -> bool {
    batch["Records"].as_array().is_none_or(Vec::is_empty)
}

/// Says what is wrong with the stream; there is no batch then.
fn told(context: &Context, fault: &str) -> Value {
    context.log.write(&json!({"level": "error", "message": "outbox", "cause": fault}));
    Value::Null
}
