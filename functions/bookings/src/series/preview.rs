//! What a series would book: every occurrence, with what is in its way and what is free instead.

use records::Location;
use scheduling::{Resource, booking::BookingOutcome};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Body, Call, Data, Plain};
use values::{
    Amount, ApiError, Currency, ErrorCode, Id, TimeZone, Timestamp,
    error::{FieldError, TimeConflict},
    total::Total,
};

use super::{
    alternatives::{self, OccurrenceAlternative},
    create::{Considered, consider},
    judge::{Judged, Planned, Refused},
    new_series::BookingSeriesCreate,
    record::{OnConflict, period_of},
};
use crate::{policy_check::check_override, quote::BrokenRule};

/// What a series would book.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookingSeriesPreview {
    /// Resource that would be booked.
    resource_id: Id<Resource>,
    /// Where it is.
    location_id: Id<Location>,
    /// Time zone there: the occurrences keep their local time in it.
    time_zone: TimeZone,
    /// Currency of all amounts.
    currency: Currency,
    /// Whether the series would be made, as its `on_conflict` says.
    is_possible: bool,
    /// Occurrences that would be booked.
    bookable_count: usize,
    /// Occurrences that could not be.
    refused_count: usize,
    /// What those that would be booked cost together, tax included; credits or day passes may pay it.
    total_amount: Total,
    /// Every occurrence, in order.
    occurrences: Vec<OccurrencePreview>,
}

/// An occurrence of a series that is not made.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OccurrencePreview {
    /// First instant of the booking.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// What would become of it.
    outcome: BookingOutcome,
    /// What it costs, tax included; null when it would be refused.
    total_amount: Option<Amount>,
    /// Intervals in the way, and not whose they are.
    conflicts: Vec<TimeConflict>,
    /// Rules that it would break.
    violations: Vec<BrokenRule>,
    /// Of one whose time is taken, what is free instead: the same resource up to two hours earlier and later, and up to
    /// four others of its kind at the same time. Each would be judged as a booking by itself.
    alternatives: Vec<OccurrenceAlternative>,
}

/// Judges a series that is not made; stores nothing.
pub async fn preview(
    call: Call,
    Body(input): Body<BookingSeriesCreate>,
) -> Result<Data<Plain<BookingSeriesPreview>>, ApiError> {
    check_override(&call, input.is_override)?;
    input.rule.check()?;
    let (call, input) = (&call, &input);
    let Considered { mut snapshot, bookers, entitlements, planned, judged, .. } = consider(call, input).await?;
    let is_taken = |refused: &&Refused| refused.error.code == ErrorCode::BookingConflict;
    let taken: Vec<Timestamp> = judged.refused.iter().filter(is_taken).map(|refused| refused.start).collect();
    let found = (&mut snapshot, &entitlements);
    let mut alternatives = alternatives::find(call, input, &taken, found, &bookers.customer).await?;
    let currency = snapshot.location.body.currency;
    let mut occurrences = Vec::with_capacity(planned.len());
    for one in &planned {
        let free = alternatives.iter_mut().find(|(start, _)| *start == one.occurrence.start);
        let free = free.map(|(_, free)| std::mem::take(free)).unwrap_or_default();
        occurrences.push(occurrence(input, one, (&judged, currency), free)?);
    }
    let total_minor = judged.bookings.iter().map(|booking| booking.body.price.total_minor).sum();
    Ok(Data(Plain(BookingSeriesPreview {
        resource_id: input.resource_id,
        location_id: snapshot.location.id,
        time_zone: snapshot.location.body.time_zone,
        currency,
        is_possible: match input.on_conflict {
            OnConflict::Fail => judged.refused.is_empty(),
            OnConflict::Skip | OnConflict::Waitlist => !judged.bookings.is_empty(),
        },
        bookable_count: judged.bookings.len(),
        refused_count: judged.refused.len(),
        total_amount: Total::of(total_minor, currency),
        occurrences,
    })))
}

fn occurrence(
    input: &BookingSeriesCreate,
    planned: &Planned,
    (judged, currency): (&Judged, Currency),
    free: Vec<OccurrenceAlternative>,
) -> Result<OccurrencePreview, ApiError> {
    let period = period_of(planned.occurrence.start, input.duration_minutes)?;
    let booking = judged.bookings.iter().find(|booking| booking.id == planned.occurrence.booking_id);
    let refused = judged.refused.iter().find(|refused| refused.start == period.start()).filter(|_| booking.is_none());
    let outcome = booking.map_or(BookingOutcome::Refused, |booking| alternatives::outcome_of(&booking.body));
    let violations = refused.filter(|refused| refused.error.code != ErrorCode::BookingConflict);
    Ok(OccurrencePreview {
        start_time: period.start(),
        end_time: period.end(),
        outcome,
        total_amount: booking.map(|booking| Amount::of(booking.body.price.total_minor, currency)),
        conflicts: refused.map(|refused| refused.error.conflicts.to_vec()).unwrap_or_default(),
        violations: violations.map(|refused| broken_rules(&refused.error)).unwrap_or_default(),
        alternatives: free,
    })
}

/// Every rule that a refusal names.
fn broken_rules(error: &ApiError) -> Vec<BrokenRule> {
    if error.fields.is_empty() {
        return vec![BrokenRule::of(error, "start_time")];
    }
    let of =
        |field: &FieldError| BrokenRule::of(&ApiError { fields: vec![field.clone()], ..error.clone() }, "start_time");
    error.fields.iter().map(of).collect()
}
