//! Retention: what time does to the records of this area, and in the end the purge of what they have about people. What
//! ended is looked at after a day, then every week, because the merchant may change how long it keeps visitors' data.

use records::{VisitorContact, VisitorRequest, VisitorVisit};
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::{Entity as _, RecordSet};
use values::{ApiError, Id};

use crate::{
    purge::{Decision, decision},
    requests, visits,
};

/// What falls due in this area, and what is then done.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id: Id<VisitorVisit>| async move {
            let days = read_kept_days(&call).await?;
            retry(&call, || visits::tend::tend(&call, id, days)).await
        }),
        DueWork::of(|call, id: Id<VisitorRequest>| async move {
            let days = read_kept_days(&call).await?;
            retry(&call, || requests::tend::tend(&call, id, days)).await
        }),
        DueWork::of(|call, id: Id<VisitorContact>| async move {
            let days = read_kept_days(&call).await?;
            retry(&call, || tend_contact(&call, id, days)).await
        }),
    ]
}

/// How long the merchant keeps visitors' data.
async fn read_kept_days(call: &Call) -> Result<u32, ApiError> {
    Ok(call.read_merchant().await?.body.retention.visitor_days)
}

/// Puts a contact away, with everything about the person, when nothing has happened for so long.
async fn tend_contact(call: &Call, id: Id<VisitorContact>, kept_days: u32) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let mut transaction = call.transaction();
    match decision(before.body.look_at, before.body.kept_since, kept_days, call.now) {
        Decision::Nothing => return Ok(false),
        Decision::LookAt(at) => {
            let after = VisitorContact { look_at: Some(at), ..before.body.clone() };
            transaction.replace(&before, &call.next_version(&before, after, None));
        }
        Decision::Purge => {
            let nobody = before.body.put_away().unwrap_or_else(|| before.body.clone());
            transaction.replace(&before, &call.moved(&before, nobody, RecordSet::Archived));
        }
    }
    call.store.commit(transaction).await.map(|()| true)
}
