//! What anonymising a member does to leads that became the member, or that have one of the person's addresses and became
//! nobody else: they are put away, as when they are deleted.

use agreements::lead::Lead;
use records::Member;
use shared::api::{Call, retry};
use store::{Entity as _, List, RecordSet};
use values::{ApiError, EmailAddress, Id, Metadata, OptionalEmail};

use super::{portion::Portion, task::MemberErasure};

/// Puts away the leads that became the member, as much as the portion allows; whether nothing is left.
pub async fn forget_become(call: &Call, member: Id<Member>, portion: Portion) -> Result<bool, ApiError> {
    forget(call, List::by(&Lead::BY_MEMBER, &member), member, portion).await
}

/// The same of the leads under an address that were made until the member was anonymised; what comes later is somebody
/// else's.
pub async fn forget_of_address(
    call: &Call,
    email: &EmailAddress,
    (member, task): (Id<Member>, &MemberErasure),
    portion: Portion,
) -> Result<bool, ApiError> {
    let address = OptionalEmail::new(email.as_str());
    let list = List::by(&Lead::BY_EMAIL, &address).created(None, Some(task.until()));
    forget(call, list, member, portion).await
}

async fn forget(call: &Call, list: List<Lead>, member: Id<Member>, portion: Portion) -> Result<bool, ApiError> {
    let found = call.store.all(call.tenant(), &list, portion.records).await?;
    for lead in &found.records {
        if portion.is_spent(call) {
            return Ok(false);
        }
        retry(call, || forget_one(call, lead.id, member)).await?;
    }
    Ok(!found.has_more)
}

async fn forget_one(call: &Call, id: Id<Lead>, member: Id<Member>) -> Result<(), ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(()) };
    // One that became somebody else is that person's.
    if before.body.became.member_id.is_some_and(|became| became != member) {
        return Ok(());
    }
    let mut transaction = call.transaction();
    let nobody = before.body.put_away().unwrap_or_else(|| before.body.clone());
    let mut after = call.next_version(&before, nobody, Some(Metadata::default()));
    after.record_set = RecordSet::Archived;
    transaction.replace(&before, &after);
    call.store.commit(transaction).await
}
