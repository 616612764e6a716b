//! Another time zone of a location. Bookings and series keep their instants and the zone that they were made in, so the
//! location's clock shows another time for them; assignments keep their local days, which become other instants.

use records::Location;
use scheduling::{
    Booking, ResourceAssignments,
    booking::SeriesKind,
    location_resources::LocationResources,
    resource_assignment::Days,
    slot::{Slot, SlotKind},
    upcoming::{overfull, read_ahead, read_ahead_of_all},
};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Committed, Data, OrAccepted, Shown, retry};
use store::{Entity, Record, record::RecordView};
use values::{ApiError, ErrorCode, Id, ShortText, TimeZone, Timestamp};

/// Shifted bookings that a dry run lists.
const LISTED_MAX: usize = 100;
/// Shifted bookings of which a dry run tells the series.
const READ_MAX: usize = 2_000;

/// What an update answers: the location, whose bookings may still be cancelled in steps.
pub type Updates = Result<Committed<OrAccepted<Data<UpdatedLocation>, UpdatedLocation>>, ApiError>;

/// A location after an update, or as it would be.
#[derive(Clone, Debug)]
pub struct UpdatedLocation {
    /// The location with its changed fields.
    pub record: Record<Location>,
    /// What another time zone would shift; only in the answer to a dry run.
    pub shift: Option<TimeZoneShift>,
}

/// A location after an update, or as it would be.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "UpdatedLocation")]
pub struct UpdatedLocationView {
    /// The location with its changed fields.
    #[serde(flatten)]
    location: RecordView<Location>,
    /// What the other time zone would shift; only in the answer to a dry run that gives another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    time_zone_shift: Option<TimeZoneShift>,
}

/// What another time zone would shift.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TimeZoneShift {
    /// The time zone as it is.
    from: TimeZone,
    /// The time zone as it would be.
    to: TimeZone,
    /// Version of the location, to be sent as `confirmed_version`.
    version: i64,
    /// How many bookings would be shifted.
    bookings_total: usize,
    /// The first 100 of them, by their start.
    bookings: Vec<ShiftedBooking>,
    /// The series that the first 2,000 of them belong to.
    series_ids: Vec<Id<SeriesKind>>,
}

/// A booking that keeps its instants, for which the location's clock shows another time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShiftedBooking {
    /// Identifier of the booking that shifts.
    id: Id<Booking>,
    /// First instant of the booking, which the change leaves as it is.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// What the clock shows at its start now.
    local_start: ShortText,
    /// What the clock would show.
    new_local_start: ShortText,
}

impl Shown for UpdatedLocation {
    type View = UpdatedLocationView;

    fn show(&self, now: Timestamp) -> UpdatedLocationView {
        UpdatedLocationView { location: self.record.view(now), time_zone_shift: self.shift.clone() }
    }

    fn version(&self) -> Option<i64> {
        Some(self.record.version)
    }

    fn location(&self) -> Option<String> {
        Some(self.record.body.path(self.record.id))
    }
}

/// What another time zone would shift.
///
/// # Errors
/// 503 while others keep changing the resources.
pub async fn shift(
    call: &Call,
    location: &Record<Location>,
    zones: (TimeZone, TimeZone),
) -> Result<TimeZoneShift, ApiError> {
    let resources = retry(call, || LocationResources::load(call, location.id)).await?;
    let mut slots = read_ahead_of_all(call, &resources.records).await?;
    slots.retain(|slot| slot.kind == SlotKind::Booking && is_shifted(slot, zones));
    let ids: Vec<Id<Booking>> = slots.iter().take(READ_MAX).map(|slot| Id::new(slot.id)).collect();
    let bookings = call.store.find_all(call.tenant(), &ids).await?;
    let mut series_ids: Vec<Id<SeriesKind>> = bookings.iter().filter_map(|booking| booking.body.series_id).collect();
    series_ids.sort_unstable();
    series_ids.dedup();
    Ok(TimeZoneShift {
        from: zones.0,
        to: zones.1,
        version: location.version,
        bookings_total: slots.len(),
        bookings: slots.iter().take(LISTED_MAX).map(|slot| shifted(slot, zones)).collect(),
        series_ids,
    })
}

fn shifted(slot: &Slot, (from, to): (TimeZone, TimeZone)) -> ShiftedBooking {
    ShiftedBooking {
        id: Id::new(slot.id),
        start_time: slot.start,
        end_time: slot.end,
        local_start: local(slot.start, from),
        new_local_start: local(slot.start, to),
    }
}

/// Whether the clock shows another time for the start or the end of a slot.
#[must_use]
pub fn is_shifted(slot: &Slot, (from, to): (TimeZone, TimeZone)) -> bool {
    [slot.start, slot.end].into_iter().any(|at| local(at, from) != local(at, to))
}

fn local(at: Timestamp, zone: TimeZone) -> ShortText {
    ShortText::new(at.local_in(zone).format("%Y-%m-%dT%H:%M:%S").to_string())
}

/// Refuses a time zone in which the days of an assignment would be instants at which something is booked.
///
/// # Errors
/// 409 `in_use` naming `time_zone`.
pub async fn check_assignments(call: &Call, resources: &LocationResources, zone: TimeZone) -> Result<(), ApiError> {
    let ids: Vec<_> = resources.records.iter().map(|resource| ResourceAssignments::id_of(resource.id)).collect();
    let found = ResourceAssignments::read(call, &ids).await?;
    for assignments in found.iter().filter(|assignments| !assignments.body.assigned.is_empty()) {
        let own = |resource: &&Record<_>| ResourceAssignments::id_of(resource.id) == assignments.id;
        let Some(resource) = resources.records.iter().find(own) else { continue };
        let slots = read_ahead(call, resource.id).await?;
        let overfull = overfull(&slots, Some(&assignments.body), resource.body.units, zone, call.now);
        let mut taken = overfull.first().copied();
        for child in &resource.body.child_resource_ids {
            let slots = read_ahead(call, *child).await?;
            taken =
                taken.or(slots.iter().find(|slot| is_assigned(&assignments.body, slot, zone)).map(|slot| slot.start));
        }
        if let Some(at) = taken {
            let message =
                format!("in this time zone {} would be assigned while it is booked, at {at}", resource.body.name);
            return Err(ApiError::conflict(ErrorCode::InUse, message).at("time_zone", "assigned"));
        }
    }
    Ok(())
}

fn is_assigned(assignments: &ResourceAssignments, slot: &Slot, zone: TimeZone) -> bool {
    let days = slot.period().and_then(|period| Days::of(period, zone));
    days.is_some_and(|days| assignments.assigned.iter().any(|assigned| assigned.days.overlaps(days)))
}
