//! What is free instead of an occurrence whose time is taken: the same resource a little earlier or later on, and other
//! resources of its kind at the same time.

use chrono::Duration;
use scheduling::{
    Booking, Resource, ScheduleSnapshot,
    booking::{BookingOutcome, BookingState},
    booking_frequency, booking_slots,
};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::Call;
use store::{List, Record};
use values::{Amount, ApiError, Id, Name, Timestamp};

use agreements::subscription::entitlements::Entitlements;
use work::customer::CustomerRecord;

use super::{new_series::BookingSeriesCreate, record::period_of};
use crate::{new_booking::decide, subscribers};

/// By how many minutes an occurrence is moved, the nearest first.
const SHIFTS_MINUTES: [i64; 6] = [15, 30, 45, 60, 90, 120];
/// Other resources that are offered.
const RESOURCES_MAX: usize = 4;
/// Other resources that are looked at for that: those whose capacity is nearest.
const RESOURCES_TRIED_MAX: usize = 12;
/// Resources of the location among which these are found, the newest.
const RESOURCES_READ_MAX: usize = 500;
/// Conflicts for which something is looked for; of later ones only what is in the way is told.
const CONFLICTS_MAX: usize = 30;

/// Something that is free instead.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OccurrenceAlternative {
    /// The resource: the one that was asked for, or another one of its kind.
    resource_id: Id<Resource>,
    /// What people call it.
    resource_name: Name,
    /// First instant of the booking.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// What would become of it: a resource whose bookings are approved has it `pending`.
    outcome: BookingOutcome,
    /// What it costs, tax included.
    total_amount: Amount,
}

/// The alternatives of conflicts, by the starts of these.
pub type Alternatives = Vec<(Timestamp, Vec<OccurrenceAlternative>)>;

/// What is free instead of the occurrences at these starts, as a booking by itself would be judged; who pays is not.
///
/// # Errors
/// 503 when the calendars cannot be read.
pub async fn find(
    call: &Call,
    input: &BookingSeriesCreate,
    starts: &[Timestamp],
    (snapshot, entitlements): (&mut ScheduleSnapshot, &Entitlements),
    customer: &CustomerRecord,
) -> Result<Alternatives, ApiError> {
    let mut found: Alternatives = starts.iter().take(CONFLICTS_MAX).map(|start| (*start, Vec::new())).collect();
    if found.is_empty() {
        return Ok(found);
    }
    let shifted = found.iter().flat_map(|(start, _)| shifts().map(|minutes| start.plus(Duration::minutes(minutes))));
    let shifted: Vec<Timestamp> = shifted.collect();
    let fitting = fitting(call, input, &shifted, (&mut *snapshot, entitlements)).await?;
    for (start, alternatives) in &mut found {
        for is_earlier in [true, false] {
            let on_this_side = |booking: &&Booking| {
                let minutes = booking.start.millis().abs_diff(start.millis()) / 60_000;
                SHIFTS_MINUTES.iter().any(|shift| shift.unsigned_abs() == minutes)
                    && (booking.start < *start) == is_earlier
            };
            let nearest =
                fitting.iter().filter(on_this_side).min_by_key(|one| one.start.millis().abs_diff(start.millis()));
            alternatives.extend(nearest.map(|booking| alternative(snapshot, booking)));
        }
    }
    let mut offered = 0;
    for resource in similar(call, input, snapshot).await? {
        if offered == RESOURCES_MAX {
            break;
        }
        let other = BookingSeriesCreate { resource_id: resource.id, ..input.clone() };
        let first = period_of(found[0].0, input.duration_minutes)?;
        let loaded = ScheduleSnapshot::load(call, resource.id, &other.additional_resource_ids, first, Vec::new()).await;
        // One that was put away meanwhile, or that cannot be booked with the others, is no alternative.
        let Some(mut loaded) = settled(loaded)? else { continue };
        let entitlements = subscribers::read_entitlements(call, &loaded, customer).await?;
        let starts: Vec<Timestamp> = found.iter().map(|(start, _)| *start).collect();
        let bookings = self::fitting(call, &other, &starts, (&mut loaded, &entitlements)).await?;
        offered += usize::from(!bookings.is_empty());
        for booking in bookings {
            if let Some((_, alternatives)) = found.iter_mut().find(|(start, _)| *start == booking.start) {
                alternatives.push(alternative(&loaded, &booking));
            }
        }
    }
    Ok(found)
}

/// Each shift, earlier and later.
fn shifts() -> impl Iterator<Item = i64> {
    SHIFTS_MINUTES.into_iter().flat_map(|minutes| [-minutes, minutes])
}

/// Bookings at these starts that no rule and no other booking is in the way of.
async fn fitting(
    call: &Call,
    input: &BookingSeriesCreate,
    starts: &[Timestamp],
    (snapshot, entitlements): (&mut ScheduleSnapshot, &Entitlements),
) -> Result<Vec<Booking>, ApiError> {
    let mut allowed = Vec::new();
    for start in starts {
        let period = period_of(*start, input.duration_minutes)?;
        let request = input.booking(period.start(), period.end());
        allowed.extend(settled(decide(call, &request, period, snapshot, entitlements, None))?);
    }
    snapshot.read_days(call, allowed.iter().flat_map(booking_slots::days_of).collect()).await?;
    let id = call.ids.next::<Booking>().uuid();
    allowed.retain(|booking| snapshot.has_room(&booking.taken, |units| booking.slot(id, units), call.now));
    let mut fitting = Vec::with_capacity(allowed.len());
    for booking in allowed {
        if input.is_override || booking_frequency::find_violations(call, snapshot, id, &booking).await?.is_empty() {
            fitting.push(booking);
        }
    }
    Ok(fitting)
}

/// Nothing where the request is refused; what is of the moment stays an error.
fn settled<T>(outcome: Result<T, ApiError>) -> Result<Option<T>, ApiError> {
    match outcome {
        Err(error) if error.status() < 500 => Ok(None),
        outcome => outcome.map(Some),
    }
}

/// Other resources of the same kind at the location that the caller sees and that have the room, those whose capacity is
/// nearest first.
async fn similar(
    call: &Call,
    input: &BookingSeriesCreate,
    snapshot: &ScheduleSnapshot,
) -> Result<Vec<Record<Resource>>, ApiError> {
    let wanted = snapshot.resource();
    let list = List::by(&Resource::BY_LOCATION, &snapshot.location.id);
    let mut found = call.store.all(call.tenant(), &list, RESOURCES_READ_MAX).await?.records;
    let attendees = u32::try_from(input.attendees.unwrap_or(1)).unwrap_or(u32::MAX);
    found.retain(|resource| {
        let is_asked_for = snapshot.asked.iter().any(|asked| asked.id == resource.id);
        let has_room = resource.body.capacity.is_none_or(|capacity| attendees <= capacity);
        let is_of_the_kind = resource.body.resource_type == wanted.body.resource_type;
        // What takes a resource takes its parts, so that none of them is free.
        let is_part = resource.body.parent_resource_id == Some(wanted.id);
        is_of_the_kind && has_room && resource.body.is_active && !is_asked_for && !is_part
    });
    let capacity = |resource: &Record<Resource>| resource.body.capacity.unwrap_or(u32::MAX);
    found.sort_by_cached_key(|one| {
        (capacity(one).abs_diff(capacity(wanted)), one.body.name.as_str().to_owned(), one.id)
    });
    let mut similar = Vec::new();
    for resource in found {
        if similar.len() == RESOURCES_TRIED_MAX {
            break;
        }
        if call.sees(&resource).await? {
            similar.push(resource);
        }
    }
    Ok(similar)
}

fn alternative(snapshot: &ScheduleSnapshot, booking: &Booking) -> OccurrenceAlternative {
    let resource = snapshot.resource();
    OccurrenceAlternative {
        resource_id: resource.id,
        resource_name: resource.body.name.clone(),
        start_time: booking.start,
        end_time: booking.end,
        outcome: outcome_of(booking),
        total_amount: Amount::of(booking.price.total_minor, snapshot.location.body.currency),
    }
}

/// What becomes of a booking that nothing is in the way of.
pub fn outcome_of(booking: &Booking) -> BookingOutcome {
    if booking.state == BookingState::Pending { BookingOutcome::Pending } else { BookingOutcome::Confirmed }
}
