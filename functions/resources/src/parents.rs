//! Parents and children: a room that can be divided, an office with its desks. One level deep; the parent keeps the
//! list of its children, and both records change in one transaction.

use records::Location;
use scheduling::{Resource, ResourceAssignments, assigning, resource::CHILDREN_MAX, resource_assignment::Days};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id};

/// The parents that a resource joins and leaves, when its parent changes.
///
/// # Errors
/// 422 naming `parent_resource_id` when it cannot be its parent; 409 when the parent has too many children.
pub async fn read_changed(
    call: &Call,
    before: Option<&Record<Resource>>,
    after: &Resource,
) -> Result<Vec<Record<Resource>>, ApiError> {
    let (old, new) = (before.and_then(|before| before.body.parent_resource_id), after.parent_resource_id);
    let mut parents = Vec::new();
    if old != new
        && let Some(new) = new
    {
        if before.is_some_and(|before| before.id == new) {
            return Err(refusal("own_parent", "a resource is not a part of itself"));
        }
        let parent = call.require_reference(new, "parent_resource_id").await?;
        check_pair(&parent.body, after)?;
        parents.push(parent);
    }
    if old != new
        && let Some(old) = old
    {
        parents.push(call.get(old).await?);
    }
    Ok(parents)
}

/// Moves a child from the parent it had to the one it names now; both are among `parents`.
///
/// # Errors
/// 409 when it is assigned on the same days as the one it joins.
pub async fn follow(
    call: &Call,
    transaction: &mut Transaction,
    child: &Record<Resource>,
    parents: &[Record<Resource>],
    location: &Location,
) -> Result<(), ApiError> {
    for parent in parents {
        if child.body.parent_resource_id == Some(parent.id) {
            check_assignments(call, transaction, [parent.id, child.id], location).await?;
            write(call, transaction, parent, |children| children.push(child.id));
        } else {
            leave(call, transaction, parent, child.id);
        }
    }
    Ok(())
}

/// Removes a child from its parent's list.
pub fn leave(call: &Call, transaction: &mut Transaction, parent: &Record<Resource>, child: Id<Resource>) {
    write(call, transaction, parent, |children| children.retain(|id| *id != child));
}

fn write(
    call: &Call,
    transaction: &mut Transaction,
    parent: &Record<Resource>,
    change: impl FnOnce(&mut Vec<Id<Resource>>),
) {
    let mut body = Resource { closed_until: None, ..parent.body.clone() };
    change(&mut body.child_resource_ids);
    transaction.replace(parent, &call.next_version(parent, body, None));
}

fn check_pair(parent: &Resource, child: &Resource) -> Result<(), ApiError> {
    if parent.location_id != child.location_id {
        return Err(refusal("other_location", "a part stands at the location of the whole"));
    }
    if parent.parent_resource_id.is_some() {
        return Err(refusal("parent_is_a_part", "the parent is itself a part of something"));
    }
    if !child.child_resource_ids.is_empty() {
        return Err(refusal("has_parts", "a resource that has parts cannot be a part"));
    }
    if parent.child_resource_ids.len() >= CHILDREN_MAX {
        let message = format!("a resource has at most {CHILDREN_MAX} parts");
        return Err(ApiError::conflict(ErrorCode::CapacityExceeded, message));
    }
    Ok(())
}

/// A parent and its child cannot be assigned on the same days: they share their space.
async fn check_assignments(
    call: &Call,
    transaction: &mut Transaction,
    pair: [Id<Resource>; 2],
    location: &Location,
) -> Result<(), ApiError> {
    let ids = pair.map(ResourceAssignments::id_of);
    let found = ResourceAssignments::read(call, &ids).await?;
    for assignments in &found {
        transaction.require_unchanged(assignments);
    }
    let [one, other] = found.as_slice() else { return Ok(()) };
    let ahead = Days { first: assigning::today(call, location)?, last: None };
    let mut planned = one.body.assigned.iter().filter_map(|assigned| assigned.days.shared_with(ahead));
    match planned.find_map(|days| other.body.conflict(days, None, 1)) {
        Some(days) => Err(assigning::conflict("parent_resource_id", days)),
        None => Ok(()),
    }
}

fn refusal(reason: &'static str, message: &'static str) -> ApiError {
    ApiError::rule("parent_resource_id", reason, message)
}
