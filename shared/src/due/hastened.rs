//! Due work that does not wait for the sweep: a message of the queue names a record that is due now ([`Call::hasten`]).
//!
//! The work is the one that is registered for its kind, decides by the record alone and asks for the next message
//! itself, so that a message may come twice or never: what the queue loses, the sweep finds in the index of what is
//! due.

use work::{
    Context,
    queue::{InProcessQueue, WorkMessage},
    unit_of_work::read_sandbox_clock,
};

use super::{Limits, Registry, run::NAME};
use crate::api::Call;
use values::{ApiError, Timestamp};

/// Merchants share the workers of the queue in a process; one has at most so many at a time.
const OF_MERCHANT_MAX: usize = 2;

/// Does the due work of the record that a message names, by the clock of the merchant.
///
/// # Errors
/// 500 when nothing is registered for the kind; 503 when the work cannot be done now, so that the message comes back.
pub async fn work_message(context: &Context, registry: &Registry, message: &WorkMessage) -> Result<(), ApiError> {
    let kind = message.kind.as_deref().unwrap_or_default();
    let work = registry.work_of(kind).ok_or_else(|| ApiError::internal(format!("no due work for {kind}")))?;
    let Some(now) = present(context, message).await? else { return Ok(()) };
    let call = Call::of_job_at(context, message.tenant(), NAME, now);
    work.run(call, message.record, Limits::SCHEDULED.per_record).await.map(drop)
}

/// The present instant by the merchant's clock; `None` while a request advances it, and does what is due in order.
async fn present(context: &Context, message: &WorkMessage) -> Result<Option<Timestamp>, ApiError> {
    let (tenant, now) = (message.tenant(), context.clock.now());
    if !tenant.is_sandbox() {
        return Ok(Some(now));
    }
    let clock = read_sandbox_clock(&context.store, &tenant).await?;
    Ok(clock.filter(|clock| !clock.body.is_standing(now)).map(|clock| clock.body.at(now)))
}

/// Does the work of the next message that a queue in the memory of this process has; whether it had one. What fails is
/// left to the sweep.
pub async fn work_next(context: &Context, registry: &Registry, queue: &InProcessQueue) -> bool {
    let Some(message) = queue.take(OF_MERCHANT_MAX) else { return false };
    let done = work_message(context, registry, &message).await;
    queue.done(&message);
    if let Err(error) = done {
        let line = serde_json::json!({"level": "error", "message": "hastened work failed", "record": message.record,
            "cause": format!("{error:?}")});
        context.log.write(&line);
    }
    true
}
