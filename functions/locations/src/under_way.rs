//! What is under way at a location, by the calendars of its resources.

use std::collections::{BTreeMap, BTreeSet};

use chrono::Duration;
use records::{Location, booking_policy::OPENS_MINUTES_MAX};
use scheduling::{
    Booking, Resource,
    calendar::Calendar,
    slot::{Slot, SlotKind, days_between},
};
use shared::api::Call;
use store::{List, Record};
use values::{ApiError, Id};

/// Every resource of the location; one that was made a moment ago may be missing.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_resources(call: &Call, location: Id<Location>) -> Result<Vec<Record<Resource>>, ApiError> {
    let list = List::by(&Resource::BY_LOCATION, &location);
    Ok(call.store.all(&call.caller.tenant, &list, usize::MAX).await?.records)
}

/// Bookings that are in the resources' calendars now, or begin so soon that people may have checked in.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_bookings_now(
    call: &Call,
    resources: &[Record<Resource>],
) -> Result<BTreeMap<Id<Resource>, BTreeSet<Id<Booking>>>, ApiError> {
    let soon = call.now.plus(Duration::minutes(OPENS_MINUTES_MAX.into()));
    let days = days_between(call.now, soon);
    let wanted = resources.iter().flat_map(|resource| days.iter().map(|day| (resource.id.uuid(), *day)));
    let calendar = Calendar::read_days(call, wanted.collect()).await?;
    let is_now = |slot: &Slot| {
        slot.kind == SlotKind::Booking && slot.counts(call.now) && slot.start <= soon && call.now < slot.end
    };
    let ids = |resource: &Record<Resource>| {
        let slots = calendar.slots_of(resource.id).into_iter();
        (resource.id, slots.filter(is_now).map(|slot| Id::new(slot.id)).collect())
    };
    Ok(resources.iter().map(ids).collect())
}
