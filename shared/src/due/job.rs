//! The sweep as a job: one invocation goes through the shard that its schedule names, or through the sandbox merchants.

use serde::Serialize;
use serde_json::Value;

use super::{Limits, Registry, Report, SHARDS, run, run_sandboxes, work_message};
use values::ApiError;
use work::{Context, queue::WorkMessage};

/// What an event names in place of a shard for the sandbox merchants.
const SANDBOXES: &str = "sandboxes";

/// The line of the log.
#[derive(Serialize)]
struct Line<'a> {
    level: &'static str,
    message: &'static str,
    shard: &'a Value,
    #[serde(flatten)]
    report: &'a Report,
}

/// Goes through the shard that `event` names, such as `{"shard": 3}`, through the sandbox merchants (`{"shard":
/// "sandboxes"}`), or through everything when it names none, and writes a line to the log. An event of the queue has
/// messages instead.
///
/// # Errors
/// 500 when a record failed, after everything was tried: the failed invocation is what the alarm counts. 500 when there
/// is no such shard.
pub async fn invoke(context: &Context, registry: &Registry, event: &Value) -> Result<(), ApiError> {
    if let Some(messages) = event["Records"].as_array() {
        return hastened(context, registry, messages).await;
    }
    let shard = &event["shard"];
    let of_shards = |shards| run(context, registry, shards, &Limits::SCHEDULED);
    let report = match shard.as_u64().and_then(|shard| u8::try_from(shard).ok()) {
        Some(shard) if shard < SHARDS => of_shards(shard..shard + 1).await,
        None if shard == SANDBOXES => run_sandboxes(context, registry, &Limits::SCHEDULED).await,
        None if shard.is_null() => {
            let sandboxes = run_sandboxes(context, registry, &Limits::SCHEDULED).await;
            of_shards(0..SHARDS).await.and(sandboxes)
        }
        _ => return Err(ApiError::internal(format!("no shard {shard}"))),
    };
    let line = Line { level: "info", message: "sweep", shard, report: &report };
    context.log.write(&serde_json::to_value(line).unwrap_or_default());
    match report.failed() {
        0 => Ok(()),
        failed => Err(ApiError::internal(format!("{failed} of {} records failed", report.looked_at))),
    }
}

/// Does the due work of the records that messages of the queue name.
async fn hastened(context: &Context, registry: &Registry, messages: &[Value]) -> Result<(), ApiError> {
    for message in messages {
        let message = message["body"].as_str().and_then(|body| serde_json::from_str::<WorkMessage>(body).ok());
        let message = message.ok_or_else(|| ApiError::internal("no message of ours"))?;
        work_message(context, registry, &message).await?;
    }
    Ok(())
}
