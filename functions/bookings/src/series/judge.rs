//! Decides occurrences: each as a single booking is decided, in order, on one reading of all calendars.

use agreements::subscription::entitlements::Entitlements;
use scheduling::{Booking, ScheduleSnapshot, booking::BookingState, booking_frequency::BookingChanges, booking_slots};
use shared::api::Call;
use store::Record;
use values::{ApiError, ErrorCode, Timestamp};

use super::{
    new_series::BookingSeriesCreate,
    record::{BookingSeries, Occurrence, OnConflict, Skipped, period_of},
    size::{self, Room, Size},
};
use crate::{new_booking::decide, paying::Paying};

/// An occurrence that is to be booked, with its position in the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planned {
    /// Its position in the series, from 0.
    pub number: usize,
    /// Its booking and start.
    pub occurrence: Occurrence,
}

/// An occurrence that cannot be booked.
#[derive(Clone, Debug)]
pub struct Refused {
    /// When it would start.
    pub start: Timestamp,
    /// Why not: a conflict or a broken rule.
    pub error: ApiError,
}

/// What can be booked and what cannot.
#[derive(Debug, Default)]
pub struct Judged {
    /// New bookings, in order.
    pub bookings: Vec<Record<Booking>>,
    /// The others, in order.
    pub refused: Vec<Refused>,
    /// The customer's other bookings, with these.
    pub free_bookings: BookingChanges,
}

impl Judged {
    /// Adds what was decided later.
    pub fn add(&mut self, later: Self) {
        self.bookings.extend(later.bookings);
        self.refused.extend(later.refused);
    }
}

/// The occurrences of a series that start at these instants.
#[must_use]
pub fn numbered(call: &Call, starts: &[Timestamp]) -> Vec<Planned> {
    let planned = |(number, start): (usize, &Timestamp)| Planned {
        number,
        occurrence: Occurrence { booking_id: call.ids.next(), start: *start },
    };
    starts.iter().enumerate().map(planned).collect()
}

/// Decides every occurrence by the rules of a single booking and enters the time of those that fit into the calendars
/// that were read, in memory. Any error but a conflict or a broken rule ends the whole.
///
/// # Errors
/// 503 when the calendars cannot be read.
pub async fn judge(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    planned: &[Planned],
    snapshot: &mut ScheduleSnapshot,
    (entitlements, paying): (&Entitlements, &mut Paying),
) -> Result<Judged, ApiError> {
    let mut judged = Judged::default();
    let mut wanted = Vec::new();
    for one in planned {
        match decided(call, input, series, one, snapshot, entitlements) {
            Ok(booking) => wanted.push((one, booking)),
            Err(error) => judged.refuse(one, error)?,
        }
    }
    let days: Vec<_> = wanted.iter().flat_map(|(_, booking)| booking_slots::days_of(&booking.body)).collect();
    size::check_days(days.len())?;
    snapshot.read_days(call, days).await?;
    for (one, mut booking) in wanted {
        let payable = pay(call, input, (snapshot, entitlements), paying, &mut booking);
        let taken = match payable.and_then(|()| take(snapshot, &booking, call.now)) {
            Ok(()) => admit(call, &mut judged.free_bookings, snapshot, &booking, input.is_override).await,
            refused => refused,
        };
        match taken {
            Ok(()) => {
                paying.charge(call, &mut booking)?;
                judged.bookings.push(booking);
            }
            Err(error) => judged.refuse(one, error)?,
        }
    }
    judged.refused.sort_by_key(|refused| refused.start);
    Ok(judged)
}

/// The booking of an occurrence, if no rule is in its way.
fn decided(
    call: &Call,
    input: &BookingSeriesCreate,
    series: &Record<BookingSeries>,
    planned: &Planned,
    snapshot: &ScheduleSnapshot,
    entitlements: &Entitlements,
) -> Result<Record<Booking>, ApiError> {
    let period = period_of(planned.occurrence.start, input.duration_minutes)?;
    let request = input.booking(period.start(), period.end());
    let booking = decide(call, &request, period, snapshot, entitlements, None)?;
    let mut booking = Booking { series_id: Some(series.id.cast()), ..booking };
    if let Some(until) = series.body.provisional_until {
        (booking.state, booking.void_at) = (BookingState::Pending, Some(until));
    }
    let record = Record { id: planned.occurrence.booking_id, ..call.new_record(booking, None) };
    size::check_one(Size::of(None, &record, snapshot), snapshot)?;
    Ok(record)
}

/// Says who pays for an occurrence, and refuses one that could not be paid after those before it.
fn pay(
    call: &Call,
    input: &BookingSeriesCreate,
    of: (&ScheduleSnapshot, &Entitlements),
    paying: &Paying,
    booking: &mut Record<Booking>,
) -> Result<(), ApiError> {
    input.booking(booking.body.start, booking.body.end).set_payment(call, paying, of, booking)
}

/// Takes the time of a booking in all of its calendars or in none.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way.
pub fn take(snapshot: &mut ScheduleSnapshot, booking: &Record<Booking>, now: Timestamp) -> Result<(), ApiError> {
    let (body, id) = (&booking.body, booking.id.uuid());
    let taken = snapshot.take(&body.taken, |units| body.slot(id, units), now);
    if taken.is_err() {
        booking_slots::free(&mut snapshot.calendar, booking, now);
    }
    taken
}

/// Records a booking among the customer's free bookings. If a rule about those refuses it, its time is freed again.
async fn admit(
    call: &Call,
    free_bookings: &mut BookingChanges,
    snapshot: &mut ScheduleSnapshot,
    booking: &Record<Booking>,
    is_override: bool,
) -> Result<(), ApiError> {
    let entered = free_bookings.admit(call, snapshot, booking.id.uuid(), (None, &booking.body), is_override).await;
    if entered.is_err() {
        booking_slots::free(&mut snapshot.calendar, booking, call.now);
    }
    entered
}

impl Judged {
    fn refuse(&mut self, planned: &Planned, error: ApiError) -> Result<(), ApiError> {
        if !is_refusal(&error) {
            return Err(error);
        }
        let error = located(error, planned.number);
        self.refused.push(Refused { start: planned.occurrence.start, error });
        Ok(())
    }

    /// The same occurrences, unless the request does not allow the refused ones: with `fail` none may be refused,
    /// otherwise not all of them.
    ///
    /// # Errors
    /// The first refusal; of several, a conflict before a broken rule when everything is refused.
    pub fn checked(self, on_conflict: OnConflict) -> Result<Self, ApiError> {
        let is_enough = match on_conflict {
            OnConflict::Fail => self.refused.is_empty(),
            OnConflict::Skip | OnConflict::Waitlist => !self.bookings.is_empty(),
        };
        if is_enough {
            return Ok(self);
        }
        let mut errors: Vec<ApiError> = self.refused.into_iter().map(|refused| refused.error).collect();
        if on_conflict != OnConflict::Fail {
            errors.sort_by_key(|error| error.code != ErrorCode::BookingConflict);
        }
        Err(errors.into_iter().next().unwrap_or_else(|| ApiError::internal("a series without occurrences")))
    }

    /// Why nothing of a series can be booked, from what is known of all its occurrences, in order: a conflict before a
    /// broken rule.
    #[must_use]
    pub fn nothing_of(skipped: &[Skipped]) -> ApiError {
        let conflict = ErrorCode::BookingConflict.as_str();
        let number = skipped.iter().position(|skipped| skipped.reason.as_str() == conflict).unwrap_or(0);
        let reason = skipped.get(number).map_or(conflict, |skipped| skipped.reason.as_str()).to_owned();
        let code = if reason == conflict { ErrorCode::BookingConflict } else { ErrorCode::RuleViolation };
        ApiError::new(code, "no occurrence of the series can be booked").at(format!("occurrences[{number}]"), reason)
    }

    /// The occurrences that can be booked.
    #[must_use]
    pub fn occurrences(&self) -> Vec<Occurrence> {
        let of = |booking: &Record<Booking>| Occurrence { booking_id: booking.id, start: booking.body.start };
        self.bookings.iter().map(of).collect()
    }

    /// What cannot be booked; what is taken is to wait on the waiting list if the series asks for it.
    #[must_use]
    pub fn skipped(&self, on_conflict: OnConflict) -> Vec<Skipped> {
        let of = |refused: &Refused| {
            let waits = on_conflict == OnConflict::Waitlist && refused.error.code == ErrorCode::BookingConflict;
            Skipped { is_to_queue: waits, ..Skipped::of(refused.start, &refused.error) }
        };
        self.refused.iter().map(of).collect()
    }

    /// The occurrences that can be booked, those that fit one transaction together.
    #[must_use]
    pub fn runs(&self, planned: &[Planned], snapshot: &ScheduleSnapshot) -> Vec<Vec<Planned>> {
        let of = |booking: &Record<Booking>| {
            let planned = planned.iter().find(|planned| planned.occurrence.booking_id == booking.id)?;
            Some((*planned, Size::of(None, booking, snapshot)))
        };
        size::runs(self.bookings.iter().filter_map(of).collect(), Room::of(snapshot))
    }
}

/// Whether an occurrence is refused by it, and not the request.
#[must_use]
pub fn is_refusal(error: &ApiError) -> bool {
    matches!(error.code, ErrorCode::BookingConflict | ErrorCode::RuleViolation | ErrorCode::InsufficientBalance)
}

/// Names the occurrence whose time is refused.
#[must_use]
pub fn located(mut error: ApiError, number: usize) -> ApiError {
    for field in &mut error.fields {
        if matches!(field.field.as_str(), "start_time" | "end_time") {
            field.field = format!("occurrences[{number}]");
        }
    }
    error
}
