//! Parents and parts: a room that can be divided, an office with its desks. One level deep; the parent keeps the list
//! of its parts, and both records change in one transaction.

use shared::{
    ApiError, ErrorCode,
    api::Call,
    domain::{AssignmentBook, Id, Location, Record, Resource, resource::CHILDREN_MAX, resource_assignment::Days},
    store::Transaction,
};

use crate::claims;

/// The parent that a resource joins, if it names another one than before.
///
/// # Errors
/// 422 naming `parent_resource_id` when it cannot be a part of it; 409 when the parent has too many parts.
pub async fn joined(
    call: &Call,
    before: Option<&Record<Resource>>,
    after: &Resource,
) -> Result<Option<Record<Resource>>, ApiError> {
    let old = before.and_then(|before| before.body.parent_resource_id);
    let Some(new) = after.parent_resource_id.filter(|new| old != Some(*new)) else { return Ok(None) };
    if before.is_some_and(|before| before.id == new) {
        return Err(refusal("own_parent", "a resource is not a part of itself"));
    }
    let parent = call.reference(new, "parent_resource_id").await?;
    check_pair(&parent.body, after)?;
    Ok(Some(parent))
}

/// Moves a part from the parent it had to the one it joins.
///
/// # Errors
/// 409 when both are assigned on the same days.
pub async fn follow_parent(
    call: &Call,
    transaction: &mut Transaction,
    before: Option<&Resource>,
    child: &Record<Resource>,
    (joined, location): (Option<&Record<Resource>>, &Location),
) -> Result<(), ApiError> {
    let old = before.and_then(|before| before.parent_resource_id);
    if let Some(old) = old.filter(|old| child.body.parent_resource_id != Some(*old)) {
        leave(call, transaction, old, child.id).await?;
    }
    let Some(parent) = joined else { return Ok(()) };
    if before.is_some() {
        check_assignments(call, transaction, [parent.id, child.id], location).await?;
    }
    let mut body = Resource { closed_until: None, ..parent.body.clone() };
    body.child_resource_ids.push(child.id);
    transaction.replace(parent, &call.next_version(parent, body, None));
    Ok(())
}

/// Takes a part off its parent's list.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn leave(
    call: &Call,
    transaction: &mut Transaction,
    parent: Id<Resource>,
    child: Id<Resource>,
) -> Result<(), ApiError> {
    let parent = call.get(parent).await?;
    let mut body = Resource { closed_until: None, ..parent.body.clone() };
    body.child_resource_ids.retain(|id| *id != child);
    transaction.replace(&parent, &call.next_version(&parent, body, None));
    Ok(())
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

/// A whole and its part cannot be assigned on the same days: they share their space.
async fn check_assignments(
    call: &Call,
    transaction: &mut Transaction,
    pair: [Id<Resource>; 2],
    location: &Location,
) -> Result<(), ApiError> {
    let ids = pair.map(AssignmentBook::id_of);
    let books = call.store.find_all(&call.caller.tenant, &ids).await?;
    for book in &books {
        transaction.require_unchanged(book);
    }
    let [one, other] = books.as_slice() else { return Ok(()) };
    let ahead = Days { first: claims::today(call, location)?, last: None };
    let mut planned = one.body.assigned.iter().filter_map(|assigned| assigned.days.shared_with(ahead));
    match planned.find_map(|days| other.body.conflict(days, None, 1)) {
        Some(days) => Err(claims::conflict("parent_resource_id", days)),
        None => Ok(()),
    }
}

fn refusal(reason: &'static str, message: &'static str) -> ApiError {
    ApiError::rule("parent_resource_id", reason, message)
}
