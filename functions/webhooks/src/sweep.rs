//! What falls due: a delivery whose next attempt is to be made, or that was lost on its way through the queue; and an
//! endpoint to which events are being sent again. The sweep makes no attempt itself: it hands deliveries to the queue.

use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::Record;
use values::{ApiError, Id};

use crate::{
    fan_out::message,
    records::delivery::{DeliveryStatus, WebhookDelivery},
    replaying,
};

/// What is done when a delivery falls due. Where a test clock is advanced, a delivery is handed over once in a month
/// that passes, and at the end: attempts are made in real time, and receivers that do not answer must not hold the
/// clock up.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id| async move { hand_over(&call, id).await }).looking_every_days(30),
        DueWork::of(|call, id| async move { replaying::carry_on(&call, id).await }),
    ]
}

/// First it is noted when to look again, then it is handed over: if that fails, nothing is lost.
async fn hand_over(call: &Call, id: Id<WebhookDelivery>) -> Result<bool, ApiError> {
    let Some(delivery) = retry(call, || note_once(call, id)).await? else { return Ok(false) };
    call.queue.send(&[message(call.tenant(), &delivery)], 0).await?;
    Ok(true)
}

async fn note_once(call: &Call, id: Id<WebhookDelivery>) -> Result<Option<Record<WebhookDelivery>>, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(None) };
    let is_due = before.body.due_at.is_some_and(|due_at| due_at <= call.now);
    if before.body.status != DeliveryStatus::Pending || !is_due {
        return Ok(None);
    }
    let after = call.next_version(&before, before.body.clone().handed_over(call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.store.commit(transaction).await?;
    Ok(Some(after))
}
