//! What is taken of a resource from now on, by its calendar.

use chrono::{Duration, NaiveDate};
use futures_util::{StreamExt, TryStreamExt, stream};
use store::Record;
use values::{ApiError, Id, TimeZone, Timestamp};
use work::UnitOfWork;

use crate::{
    calendar::Calendar,
    resource::Resource,
    resource_assignment::{Days, ResourceAssignments},
    slot::Slot,
};

/// Calendars that are read at the same time.
const READ_AT_ONCE_MAX: usize = 8;

/// Every slot of a resource that counts and has not ended, each once; read from the table itself, so nothing is
/// missing.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn read_ahead(work: &UnitOfWork, id: Id<Resource>) -> Result<Vec<Slot>, ApiError> {
    let yesterday = work.now.plus(-Duration::days(1)).utc().date_naive();
    let last = NaiveDate::from_ymd_opt(9999, 12, 31).unwrap_or(yesterday);
    let calendar = Calendar::read_resource(work, id.uuid(), yesterday, last).await?;
    let mut slots: Vec<Slot> = calendar.slots_of(id);
    slots.retain(|slot| slot.counts(work.now) && work.now < slot.end);
    slots.sort_by_key(|slot| (slot.start, slot.id));
    slots.dedup_by_key(|slot| slot.id);
    Ok(slots)
}

/// Every slot of these resources that counts and has not ended, earliest first; one that several of them hold is there
/// once.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn read_ahead_of_all(work: &UnitOfWork, resources: &[Record<Resource>]) -> Result<Vec<Slot>, ApiError> {
    let ids: Vec<Id<Resource>> = resources.iter().map(|resource| resource.id).collect();
    let each = stream::iter(ids).map(|id| read_ahead(work, id));
    let mut slots: Vec<Slot> = each.buffered(READ_AT_ONCE_MAX).try_concat().await?;
    slots.sort_by_key(|slot| (slot.start, slot.id));
    slots.dedup_by_key(|slot| slot.id);
    Ok(slots)
}

/// Instants from `now` on at which slots and assignments together take more than `units`. They can only begin where a
/// slot or an assignment does.
#[must_use]
pub fn overfull(
    slots: &[Slot],
    assignments: Option<&ResourceAssignments>,
    units: u32,
    zone: TimeZone,
    now: Timestamp,
) -> Vec<Timestamp> {
    let assigned = assignments.map(|assignments| assignments.assigned.as_slice()).unwrap_or_default();
    let starts = slots.iter().map(|slot| slot.start);
    let mut points: Vec<Timestamp> =
        starts.chain(assigned.iter().filter_map(|one| one.days.first.start_in(zone))).map(|at| at.max(now)).collect();
    points.sort_unstable();
    points.dedup();
    points.retain(|at| {
        let booked: u32 = slots.iter().filter(|slot| is_under_way(slot, *at)).map(|slot| slot.units).sum();
        let assigned =
            assignments.zip(Days::at(*at, zone)).map_or(0, |(assignments, day)| assignments.units_taken(day, units));
        booked > 0 && booked.saturating_add(assigned) > units
    });
    points
}

/// Whether a slot's time, without its buffers, has begun and not ended.
#[must_use]
pub fn is_under_way(slot: &Slot, at: Timestamp) -> bool {
    slot.start <= at && at < slot.end
}
