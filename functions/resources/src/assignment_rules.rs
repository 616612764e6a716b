//! Checks that a change of a resource fits its assignments.

use records::Location;
use scheduling::{
    Resource, ResourceAssignments,
    assigning::today,
    claims::{self, Going},
    resource_assignment::Days,
};
use shared::api::Call;
use store::{Record, Transaction};
use values::ApiError;

use crate::change::{in_use, said};

/// Gives a resource that can be assigned its record of assignments, unless it has one from before.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn begin_assignments(
    call: &Call,
    transaction: &mut Transaction,
    resource: &Record<Resource>,
) -> Result<(), ApiError> {
    let id = ResourceAssignments::id_of(resource.id);
    let is_new = resource.version == 1;
    if !resource.body.resource_type.is_assignable() || (!is_new && find_assignments(call, resource).await?.is_some()) {
        return Ok(());
    }
    let assignments = Record { id, ..call.new_record(ResourceAssignments::default(), None) };
    transaction.create(&assignments);
    Ok(())
}

/// Refuses a change of units or type that existing assignments do not fit into.
///
/// # Errors
/// 409 `in_use` naming the field.
pub async fn check_still_fits(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Resource>,
    after: &Record<Resource>,
    location: &Location,
    going: Option<Going>,
) -> Result<(), ApiError> {
    let was_assignable = before.body.resource_type.is_assignable();
    let stays_assignable = was_assignable && after.body.resource_type.is_assignable();
    let is_given = going.is_some() && was_assignable;
    if after.body.units < before.body.units || was_assignable != stays_assignable || is_given {
        check_assignments(call, transaction, after, location, going).await?;
    }
    if !was_assignable {
        begin_assignments(call, transaction, after).await?;
    }
    Ok(())
}

/// Refuses that the resource goes while somebody has it for days that must stay, now or later, also at the moment of
/// the `transaction`.
///
/// # Errors
/// 409 `in_use` naming what stands in the way.
pub async fn check_given(
    call: &Call,
    transaction: &mut Transaction,
    resource: &Record<Resource>,
    location: &Location,
    going: Going,
) -> Result<(), ApiError> {
    if let Some(assignments) = find_assignments(call, resource).await? {
        let given = claims::of_assignments(&assignments.body, today(call, location)?, location.time_zone);
        claims::refuse(&given, going, said(going))?;
        transaction.require_unchanged(&assignments);
    }
    Ok(())
}

async fn check_assignments(
    call: &Call,
    transaction: &mut Transaction,
    after: &Record<Resource>,
    location: &Location,
    going: Option<Going>,
) -> Result<(), ApiError> {
    let Some(assignments) = find_assignments(call, after).await? else { return Ok(()) };
    let ahead = Days { first: today(call, location)?, last: None };
    if let Some(going) = going {
        let given = claims::of_assignments(&assignments.body, ahead.first, location.time_zone);
        claims::refuse(&given, going, said(going))?;
    }
    if !after.body.resource_type.is_assignable() && assignments.body.is_taken_from(ahead.first) {
        return Err(in_use("type", "the resource is assigned, now or later, and this type is not"));
    }
    if let Some(days) = assignments.body.conflict(ahead, Some(0), after.body.units) {
        return Err(in_use("units", format!("more units are assigned {days}")));
    }
    transaction.require_unchanged(&assignments);
    Ok(())
}

async fn find_assignments(
    call: &Call,
    resource: &Record<Resource>,
) -> Result<Option<Record<ResourceAssignments>>, ApiError> {
    Ok(ResourceAssignments::read(call, &[ResourceAssignments::id_of(resource.id)]).await?.pop())
}
