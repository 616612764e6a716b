//! What falls due: a calendar that is to be read, or that was lost on its way through the queue. The sweep reads nothing
//! itself: it hands the calendar to the queue.

use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::Record;
use values::{ApiError, Id};

use super::state::{OutsideCalendarState, message};

/// What is done when a calendar falls due. Where a test clock is advanced, once in a month that passes, and at the end:
/// other servers are asked in real time.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { hand_over(&call, id).await }).looking_every_days(30)]
}

/// First it is noted when to look again, then it is handed over: if that fails, nothing is lost.
async fn hand_over(call: &Call, id: Id<OutsideCalendarState>) -> Result<bool, ApiError> {
    let Some(state) = retry(call, || note_once(call, id)).await? else { return Ok(false) };
    call.calendar_queue.send(&[message(call.tenant(), &state)], 0).await?;
    Ok(true)
}

async fn note_once(
    call: &Call,
    id: Id<OutsideCalendarState>,
) -> Result<Option<Record<OutsideCalendarState>>, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(None) };
    if before.body.due_at.is_none_or(|due_at| call.now < due_at) {
        return Ok(None);
    }
    let after = call.next_version(&before, before.body.clone().handed_over(call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.store.commit(transaction).await?;
    Ok(Some(after))
}
