//! Anonymise a member: the record stays because documents name it, and the personal data is removed.

use agreements::subscription::{CustomerSubscriptions, renewing::renew_wallet};
use future_bookings::{
    carry_on,
    customer_leaving::{self, CustomerLeavingChoice, Leaving},
};
use records::{Authenticator, Member, RecordOperation, RecordTask, member::MemberStatus};
use shared::api::{Call, ChangesOrAccepts, Data, PathId, Query, Update, retry};
use store::transaction::version_conflict;
use values::{ApiError, Id};
use work::{on_heap, unit_of_work::Crossing};

use crate::{erasure, nobody, owners};

/// Removes a member's personal data for good; the record stays because documents name it.
pub async fn anonymise(
    call: Call,
    PathId(id): PathId<Member>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> ChangesOrAccepts<Member> {
    retry(&call, || anonymise_once(&call, id, choice)).await
}

async fn anonymise_once(call: &Call, id: Id<Member>, choice: CustomerLeavingChoice) -> ChangesOrAccepts<Member> {
    let update = call.update(id).await?.without_metadata();
    if update.present.status == MemberStatus::Deleted && !is_open(&update) {
        erasure::ensure(call, &update.before).await?;
        let answer = call.unchanged(Data(update.before))?;
        follow(call, id).await;
        return Ok(answer.done());
    }
    on_heap(|| leave(call, update, choice, RecordTask::AnonymiseMember)).await
}

/// Delete member: anonymises the person and puts the record away.
pub async fn delete(
    call: Call,
    PathId(id): PathId<Member>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> ChangesOrAccepts<Member> {
    retry(&call, || delete_once(&call, id, choice)).await
}

async fn delete_once(call: &Call, id: Id<Member>, choice: CustomerLeavingChoice) -> ChangesOrAccepts<Member> {
    let update = call.update(id).await?.without_metadata().archived();
    on_heap(|| leave(call, update, choice, RecordTask::DeleteMember)).await
}

fn is_open(update: &Update<'_, Member>) -> bool {
    update.present.operation.as_ref().is_some_and(RecordOperation::is_open)
}

/// Lets the member go, once nothing stands in the way of that: at once, or in steps.
async fn leave(
    call: &Call,
    mut update: Update<'_, Member>,
    choice: CustomerLeavingChoice,
    task: RecordTask,
) -> ChangesOrAccepts<Member> {
    let id = update.before.id;
    if choice.repeats(update.present.operation.as_ref(), task)? {
        return carry_on::accept_again(call, update.before).await;
    }
    match on_heap(|| prepare(call, &mut update, choice)).await? {
        Leaving::Now => {
            let gone = update.commit().await?;
            follow(call, id).await;
            Ok(gone.done())
        }
        Leaving::InSteps(bookings) => {
            let operation = RecordOperation::new(task, bookings, choice.ends_assignments(), call.now);
            carry_on::accept(call, &update.before, operation).await
        }
    }
}

/// Prepares the update that lets a member go.
///
/// # Errors
/// 409 `in_use` with what stands in the way.
pub async fn prepare(
    call: &Call,
    update: &mut Update<'_, Member>,
    choice: CustomerLeavingChoice,
) -> Result<Leaving, ApiError> {
    match update.present.status {
        MemberStatus::Active | MemberStatus::Blocked => on_heap(|| forget_person(call, update)).await?,
        MemberStatus::Deleted => erasure::ensure(call, &update.before).await?,
    }
    let customer = update.before.id.cast();
    // What comes back of what time has ended is in the balance then, where it is seen.
    renew_wallet(call, customer, Crossing::Retry).await?;
    CustomerSubscriptions::read(call, customer).await?.require_none_live(call, &mut update.transaction).await?;
    on_heap(|| customer_leaving::end(call, &mut update.transaction, customer, choice)).await
}

/// What follows once the member is nobody: entries on waiting lists end, and what is written elsewhere is emptied. What
/// there is no time for is the sweep's.
pub async fn follow(call: &Call, id: Id<Member>) {
    erasure::advance(call, id).await;
    customer_leaving::leave_waiting_lists(call, id.cast(), call.time_for_more()).await;
}

/// Ends what the person holds, leaves the member without the person, and begins to remove what is held elsewhere.
async fn forget_person(call: &Call, update: &mut Update<'_, Member>) -> Result<(), ApiError> {
    let Update { before, after, transaction, .. } = update;
    owners::judge_leaving(call, &before.body).await?;
    for (_, place) in before.body.companies.iter() {
        let place = call.store.find(call.tenant(), place.cast()).await?.ok_or_else(version_conflict)?;
        call.leave_company(transaction, &place, after).await?;
    }
    erasure::withdraw_open(call, transaction, before).await?;
    erasure::begin(call, transaction, before);
    if before.body.has_authenticator {
        let authenticator = call.store.find(call.tenant(), before.id.cast::<Authenticator>()).await?;
        transaction.remove(&authenticator.ok_or_else(version_conflict)?);
    }
    let mut nobody = Member::new(nobody::email(before.id), nobody::name());
    nobody.status = MemberStatus::Deleted;
    nobody.location_ids.clone_from(&after.location_ids);
    nobody.sessions_ended_at = Some(call.received());
    *after = nobody;
    owners::count(call, transaction, Some(&before.body), after)
}
