//! Entries that time has ended: written down by the sweep, and what was held for them offered to the next.

use scheduling::waitlist::{
    entry::{WaitlistEntry, WaitlistState},
    waiting_list,
};
use shared::api::{Call, retry};
use values::{ApiError, Id, Period};

use super::offer::{FreedTime, release_and_offer};

/// Marks an entry as expired, if its time is over; true when it was marked.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn end(call: &Call, id: Id<WaitlistEntry>) -> Result<bool, ApiError> {
    retry(call, move || async move {
        let Some(before) = call.store.find(&call.caller.tenant, id).await? else { return Ok(false) };
        if before.body.void_at.is_none_or(|void_at| call.now < void_at) {
            return Ok(false);
        }
        let after = before.body.settled(WaitlistState::Expired);
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.next_version(&before, after, None));
        if before.body.state == WaitlistState::Waiting {
            waiting_list::leave(call, &mut transaction, &before).await?;
        }
        let offer = before.body.offer.as_ref();
        let freed = offer.and_then(|offer| {
            FreedTime::of(before.body.location_id, &offer.taken, Period::new(offer.start, offer.end))
        });
        release_and_offer(call, freed, call.store.commit(transaction)).await.map(|()| true)
    })
    .await
}
