//! What a lead names. It is looked at when the lead comes to name it: nothing of it is kept by being named, so that all
//! of it may go later.

use agreements::lead::LeadFields;
use records::{
    Location, Member, VisitorVisit,
    member::{MemberRole, MemberStatus},
    publication::RequireActive as _,
};
use scheduling::{Booking, Resource};
use shared::api::Call;
use store::Transaction;
use values::{ApiError, Id};
use work::customer::CustomerRecord;

/// Refuses what a lead comes to name and is not there, or is of another location. `transaction` fails when the location
/// is active no more.
///
/// # Errors
/// 422 naming the field: `reference_not_found`, `reference_archived`, `other_location`, `location_inactive`, and those
/// of the owner and of tours.
pub async fn check(
    call: &Call,
    transaction: &mut Transaction,
    before: Option<&LeadFields>,
    after: &LeadFields,
) -> Result<(), ApiError> {
    let is_moved = before.is_none_or(|before| before.location_id != after.location_id);
    if is_moved {
        let location = call.require_reference(after.location_id, "location_id").await?;
        location.body.check_active("location_id")?;
        transaction.require_active(&location, "location_id");
    }
    let is_new = |same: fn(&LeadFields, &LeadFields) -> bool| is_moved || !before.is_some_and(|had| same(had, after));
    if let Some(owner) = after.owner_id.filter(|_| is_new(|had, has| had.owner_id == has.owner_id)) {
        require_owner(call, owner, after.location_id).await?;
    }
    let plan = after.membership_plan_id.filter(|_| is_new(|had, has| had.membership_plan_id == has.membership_plan_id));
    if let Some(plan) = plan {
        let plan = call.require_reference(plan, "membership_plan_id").await?;
        require_at(plan.body.location_id, after.location_id, "membership_plan_id")?;
    }
    if let Some(resource) = after.resource_id.filter(|_| is_new(|had, has| had.resource_id == has.resource_id)) {
        let resource = call.require_reference(resource.cast::<Resource>(), "resource_id").await?;
        require_at(resource.body.location_id, after.location_id, "resource_id")?;
    }
    check_tours(call, before, after).await
}

/// The tours that are added are at the location; where others were does not matter any more.
async fn check_tours(call: &Call, before: Option<&LeadFields>, after: &LeadFields) -> Result<(), ApiError> {
    let had = before.map(|before| before.tour_visit_ids.as_slice()).unwrap_or_default();
    for (position, id) in added(&after.tour_visit_ids, had, "tour_visit_ids")? {
        let field = format!("tour_visit_ids[{position}]");
        let visit = call.require_reference::<VisitorVisit>(id, &field).await?;
        require_at(visit.body.facts.location_id, after.location_id, &field)?;
    }
    let had = before.map(|before| before.tour_booking_ids.as_slice()).unwrap_or_default();
    for (position, id) in added(&after.tour_booking_ids, had, "tour_booking_ids")? {
        let field = format!("tour_booking_ids[{position}]");
        let booking = call.require_reference(id.cast::<Booking>(), &field).await?;
        require_at(booking.body.location_id, after.location_id, &field)?;
    }
    Ok(())
}

/// Those of a list that were not in it before, with their positions.
///
/// # Errors
/// 422 `repeated` naming one that is in it twice.
fn added<K>(has: &[Id<K>], had: &[Id<K>], field: &str) -> Result<Vec<(usize, Id<K>)>, ApiError> {
    if let Some(position) = (1..has.len()).find(|&position| has[..position].contains(&has[position])) {
        return Err(ApiError::rule(format!("{field}[{position}]"), "repeated", "it is in the list before"));
    }
    Ok(has.iter().copied().enumerate().filter(|(_, id)| !had.contains(id)).collect())
}

fn require_at(place: Id<Location>, location: Id<Location>, field: &str) -> Result<(), ApiError> {
    if place == location {
        return Ok(());
    }
    Err(ApiError::rule(field, "other_location", "it is at another location than the lead"))
}

/// Who takes care of leads of a location: an active manager of it, admin or owner.
async fn require_owner(call: &Call, id: Id<Member>, location: Id<Location>) -> Result<(), ApiError> {
    let CustomerRecord::Member(member) = call.require_customer(id.cast(), "owner_id").await? else {
        return Err(ApiError::reference_not_found("owner_id"));
    };
    let is_staff = match member.body.role {
        MemberRole::Member => false,
        MemberRole::Manager => member.body.location_ids.contains(&location),
        MemberRole::Admin | MemberRole::Owner => true,
    };
    if is_staff && member.body.status == MemberStatus::Blocked {
        return Err(ApiError::rule("owner_id", "customer_blocked", "the member is blocked"));
    }
    if is_staff {
        return Ok(());
    }
    let message = "managers of the location, admins and owners take care of its leads";
    Err(ApiError::rule("owner_id", "not_on_team", message))
}
