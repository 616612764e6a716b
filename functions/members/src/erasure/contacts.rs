//! What anonymising a member does to contacts of visitors under the person's addresses, and to their visits that are
//! over: the same as when their retention is over.

use mailing::forget_letters_about;
use records::{VisitorContact, VisitorVisit, visitor_visit::VisitStatus};
use shared::api::{Call, retry};
use store::{Entity as _, List, Record, RecordSet};
use values::{ApiError, EmailAddress, Id, Metadata, OptionalEmail};

use super::{portion::Portion, task::MemberErasure};

/// Takes the person out of contacts under an address, and of their visits, as much as the portion allows; whether
/// nothing is left. A contact that is blocked stays, with the address alone by which the person is refused.
pub async fn forget(
    call: &Call,
    email: &EmailAddress,
    task: &MemberErasure,
    portion: Portion,
) -> Result<bool, ApiError> {
    let address = OptionalEmail::new(email.as_str());
    let list =
        List::by(&VisitorContact::BY_EMAIL, &address).created(None, Some(task.until())).only("blocked", Some(&false));
    let found = call.store.all(call.tenant(), &list, portion.records).await?;
    let mut is_all = !found.has_more;
    for contact in &found.records {
        if portion.is_spent(call) {
            return Ok(false);
        }
        is_all &= forget_visits(call, contact.id, portion).await?;
        retry(call, || forget_contact(call, contact.id)).await?;
    }
    Ok(is_all)
}

async fn forget_contact(call: &Call, id: Id<VisitorContact>) -> Result<(), ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(()) };
    if before.body.blocked {
        return Ok(());
    }
    let mut transaction = call.transaction();
    let body = before.body.put_away().unwrap_or_else(|| before.body.clone());
    let after = call.next_version(&before, body, Some(Metadata::default()));
    let after = Record { record_set: RecordSet::Archived, ..after };
    transaction.replace(&before, &after);
    call.store.commit(transaction).await
}

/// Visits that are over lose the visitor; one that is to come keeps whom the host expects, until its retention is over.
async fn forget_visits(call: &Call, contact: Id<VisitorContact>, portion: Portion) -> Result<bool, ApiError> {
    let found = call.store.all(call.tenant(), &List::by(&VisitorVisit::BY_CONTACT, &contact), portion.records).await?;
    for visit in &found.records {
        if portion.is_spent(call) {
            return Ok(false);
        }
        retry(call, || forget_visit(call, visit.id)).await?;
    }
    Ok(!found.has_more)
}

async fn forget_visit(call: &Call, id: Id<VisitorVisit>) -> Result<(), ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(()) };
    let is_over = !matches!(before.body.status(call.now), VisitStatus::Expected | VisitStatus::CheckedIn);
    if before.body.purged_at.is_some() || before.body.is_live() || !is_over {
        return Ok(());
    }
    forget_letters_about(call, id.cast()).await?;
    let mut transaction = call.transaction();
    let body = before.body.clone().purged(call.now);
    transaction.replace(&before, &call.next_version(&before, body, Some(Metadata::default())));
    call.store.commit(transaction).await
}
