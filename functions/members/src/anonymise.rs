//! Anonymise a member: the record stays because documents name it, and the personal data is removed.

use agreements::subscription::CustomerSubscriptions;
use records::{Member, member::MemberStatus};
use scheduling::customer_leaving::{self, CustomerLeavingChoice};
use shared::api::{Call, Changes, Data, PathId, Query, Update, retry};
use store::transaction::version_conflict;
use values::{ApiError, Id};

use crate::{erasure, nobody, owners};

/// Removes a member's personal data for good; the record stays because documents name it.
pub async fn anonymise(
    call: Call,
    PathId(id): PathId<Member>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> Changes<Member> {
    let answer = retry(&call, || anonymise_once(&call, id, choice)).await?;
    follow(&call, id).await;
    Ok(answer)
}

async fn anonymise_once(call: &Call, id: Id<Member>, choice: CustomerLeavingChoice) -> Changes<Member> {
    let mut update = call.update(id).await?.without_metadata();
    if update.present.status == MemberStatus::Deleted {
        erasure::ensure(call, &update.before).await?;
        return call.unchanged(Data(update.before));
    }
    forget_person(call, &mut update).await?;
    leave(call, update, choice).await
}

/// Delete member: anonymises the person and puts the record away.
pub async fn delete(
    call: Call,
    PathId(id): PathId<Member>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> Changes<Member> {
    let answer = retry(&call, || delete_once(&call, id, choice)).await?;
    follow(&call, id).await;
    Ok(answer)
}

async fn delete_once(call: &Call, id: Id<Member>, choice: CustomerLeavingChoice) -> Changes<Member> {
    let mut update = call.update(id).await?.without_metadata().archived();
    match update.present.status {
        MemberStatus::Active | MemberStatus::Blocked => forget_person(call, &mut update).await?,
        MemberStatus::Deleted => erasure::ensure(call, &update.before).await?,
    }
    leave(call, update, choice).await
}

/// Lets the member go, once nothing stands in the way of that.
async fn leave(call: &Call, mut update: Update<'_, Member>, choice: CustomerLeavingChoice) -> Changes<Member> {
    let customer = update.before.id.cast();
    CustomerSubscriptions::read(call, customer).await?.require_none_live(call, &mut update.transaction).await?;
    customer_leaving::end(call, &mut update.transaction, customer, choice).await?;
    update.commit().await
}

/// What follows once the member is nobody: entries on waiting lists end, and what is written elsewhere is emptied. What
/// there is no time for is the sweep's.
async fn follow(call: &Call, id: Id<Member>) {
    erasure::advance(call, id).await;
    customer_leaving::leave_waiting_lists(call, id.cast(), call.time_for_more()).await;
}

/// Ends what the person holds, leaves the member without the person, and begins to remove what is held elsewhere.
async fn forget_person(call: &Call, update: &mut Update<'_, Member>) -> Result<(), ApiError> {
    let Update { before, after, transaction, .. } = update;
    for (_, place) in before.body.companies.iter() {
        let place = call.store.find(call.tenant(), place.cast()).await?.ok_or_else(version_conflict)?;
        call.leave_company(transaction, &place, after).await?;
    }
    erasure::withdraw_open(call, transaction, before).await?;
    erasure::begin(call, transaction, before);
    let mut nobody = Member::new(nobody::email(before.id), nobody::name());
    nobody.status = MemberStatus::Deleted;
    nobody.location_ids.clone_from(&after.location_ids);
    *after = nobody;
    owners::count(transaction, Some(&before.body), after);
    Ok(())
}
