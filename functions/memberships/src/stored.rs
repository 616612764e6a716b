//! Finding a membership plan on either of its lists.

use shared::{
    ApiError,
    api::Call,
    domain::{Id, MembershipPlan, Metadata, Record},
};

/// The membership plan with this id, active or not.
pub async fn get_any(call: &Call, id: Id<MembershipPlan>) -> Result<Record<MembershipPlan>, ApiError> {
    call.store.find_any(&call.caller.tenant, id).await?.ok_or_else(ApiError::not_found)
}

/// The same, about to be changed, in a version that `If-Match` allows.
pub async fn get_any_for_change(call: &Call, id: Id<MembershipPlan>) -> Result<Record<MembershipPlan>, ApiError> {
    let record = get_any(call, id).await?;
    call.check_version(&record)?;
    Ok(record)
}

/// The next version of a membership plan, on the list where it then belongs.
pub fn next_version(
    call: &Call,
    before: &Record<MembershipPlan>,
    body: MembershipPlan,
    metadata: Option<Metadata>,
) -> Record<MembershipPlan> {
    Record { record_set: body.record_set(), ..call.next_version(before, body, metadata) }
}

/// A new membership plan, on the list where it belongs.
pub fn new_record(call: &Call, body: MembershipPlan, metadata: Option<Metadata>) -> Record<MembershipPlan> {
    Record { record_set: body.record_set(), ..call.new_record(body, metadata) }
}
