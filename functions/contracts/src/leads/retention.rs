//! Retention: a lead that nobody changed for as long as the merchant keeps leads is put away, with everything about the
//! person. It is looked at after a day, then every week, because the merchant may change how long that is.

use agreements::lead::Lead;
use records::visitor::next_look;
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::{Entity as _, Record, RecordSet};
use values::{ApiError, Id};

/// What is done when a lead falls due.
#[must_use]
pub fn due_work() -> DueWork {
    DueWork::of(|call, id: Id<Lead>| async move {
        let days = call.read_merchant().await?.body.retention.lead_days;
        retry(&call, || tend(&call, id, days)).await
    })
}

async fn tend(call: &Call, id: Id<Lead>, kept_days: u32) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if before.body.look_at.is_none_or(|at| call.now < at) {
        return Ok(false);
    }
    let mut transaction = call.transaction();
    if let Some(look_at) = next_look(before.body.kept_since, kept_days, call.now) {
        let after = Lead { look_at: Some(look_at), ..before.body.clone() };
        // When it is looked at next is no change of the lead: it makes no version, and no event.
        transaction.replace(&before, &Record { body: after, ..before.clone() });
    } else {
        let nobody = before.body.put_away().unwrap_or_else(|| before.body.clone());
        transaction.replace(&before, &call.moved(&before, nobody, RecordSet::Archived));
    }
    call.store.commit(transaction).await.map(|()| true)
}
