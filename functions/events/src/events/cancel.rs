//! Cancel an event: at once, and then everything that people have of it, as far as the request's time goes.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{Id, LongText};

use crate::{
    records::{
        event::Event,
        event_state::{EventCancellation, EventStatus},
    },
    rules::{blocks, claims, closing, showing},
};

/// Why it is cancelled.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventCancel {
    /// Reason for the cancellation, in words; empty when left out.
    #[serde(default)]
    reason: LongText,
}

/// Cancels a draft or published event, and ends registrations as far as the request's time allows.
pub async fn cancel(call: Call, PathId(id): PathId<Event>, Body(input): Body<EventCancel>) -> Changes<Event> {
    let answer = retry(&call, || attempt(&call, id, &input)).await?;
    // On the heap: few requests get here. What is left when the time is over is the sweep's, or that of a repeat.
    drop(tokio::time::timeout(call.time_for_more(), Box::pin(closing::close(&call, id))).await);
    Ok(answer)
}

async fn attempt(call: &Call, id: Id<Event>, input: &EventCancel) -> Changes<Event> {
    let before = call.get_for_change(id).await?;
    let mut shown = [before.clone()];
    showing::fill_in_seats(call, &mut shown).await?;
    let [seen] = shown;
    if before.body.status == EventStatus::Cancelled && before.body.closing_due.is_some() {
        // It is under way: this request goes on with it.
        return call.unchanged(Data(seen));
    }
    before.body.status_at(call.now).require(&[EventStatus::Draft, EventStatus::Published])?;
    let mut body = seen.body;
    body.status = EventStatus::Cancelled;
    body.cancellation = Some(EventCancellation { at: call.now, reason: input.reason.clone() });
    body.closing_due = Some(closing::due_after(call.now));
    let mut transaction = call.transaction();
    blocks::release(call, &mut transaction, &mut body).await?;
    claims::follow(&mut transaction, (id, body.location_id), claims::of(&before.body), None);
    let after = call.next_version(&before, body, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
