//! What may become of a booking. Pure: each function takes the booking as it is and returns it as it will be, or 409.

use chrono::Duration;
use values::{ApiError, ErrorCode, LongText, Timestamp};

use crate::booking::{Booking, BookingState, BookingStatus, Cancellation, CancellationReason};

/// A pending booking waits this long for approval, and never beyond its start (`docs/areas/bookings.md`, 13).
const APPROVAL_HOURS: i64 = 24;

/// Approves a pending booking, which becomes confirmed.
pub fn confirmed(booking: &Booking, now: Timestamp) -> Result<Booking, ApiError> {
    expect(booking, now, &[BookingStatus::Pending], "confirmed")?;
    let mut after = Booking { state: BookingState::Confirmed, ..booking.clone() };
    after.void_at = void_at(&after, now);
    Ok(after)
}

/// Pending or confirmed becomes cancelled, before it begins.
pub fn cancelled(
    booking: &Booking,
    now: Timestamp,
    reason: CancellationReason,
    comment: LongText,
    fee_minor: i64,
) -> Result<Booking, ApiError> {
    let (allowed, action): (&[BookingStatus], _) = match reason {
        CancellationReason::Declined => (&[BookingStatus::Pending], "declined"),
        CancellationReason::Customer
        | CancellationReason::Operator
        | CancellationReason::Expired
        | CancellationReason::NoShow => (&[BookingStatus::Pending, BookingStatus::Confirmed], "cancelled"),
    };
    expect(booking, now, allowed, action)?;
    if booking.start <= now {
        return Err(invalid("a booking that has begun ends by check-out or as a no-show, and is not cancelled"));
    }
    Ok(ended(booking, Cancellation { at: now, reason, comment, fee_minor }))
}

/// Pending or confirmed becomes cancelled at no fee, also after it has begun: because what it stands on goes, or
/// because it never came about.
pub fn withdrawn(booking: &Booking, now: Timestamp, comment: LongText) -> Result<Booking, ApiError> {
    expect(booking, now, &[BookingStatus::Pending, BookingStatus::Confirmed], "cancelled")?;
    Ok(ended(
        booking,
        Cancellation { at: now, reason: CancellationReason::Operator, comment, fee_minor: 0 },
    ))
}

/// Confirmed becomes checked in, inside the check-in window.
pub fn checked_in(booking: &Booking, now: Timestamp) -> Result<Booking, ApiError> {
    expect(booking, now, &[BookingStatus::Confirmed], "checked in")?;
    if booking.checked_in_at.is_some() {
        return Err(invalid("the booking is checked in already"));
    }
    let opens = booking.start.plus(-Duration::minutes(booking.check_in().opens_minutes.into()));
    if now < opens {
        return Err(invalid(format!("check-in opens at {opens}")));
    }
    Ok(Booking { checked_in_at: Some(now), void_at: None, ..booking.clone() })
}

/// Checked in becomes checked out and completed. Its end stays as it was booked; the rest of the time is free.
pub fn checked_out(booking: &Booking, now: Timestamp) -> Result<Booking, ApiError> {
    expect(booking, now, &[BookingStatus::Confirmed], "checked out")?;
    if booking.checked_in_at.is_none() {
        return Err(invalid("only a booking that is checked in can be checked out"));
    }
    Ok(Booking { checked_out_at: Some(now), state: BookingState::Completed, void_at: None, ..booking.clone() })
}

/// Nobody came. Said before the end, it cancels the booking: what is left of the time is free, and the fee of the
/// policy is due. Said later, the booking stays completed and is marked.
pub fn not_shown(booking: &Booking, now: Timestamp) -> Result<Booking, ApiError> {
    expect(booking, now, &[BookingStatus::Confirmed, BookingStatus::Completed], "marked as no-show")?;
    if booking.checked_in_at.is_some() {
        return Err(invalid("somebody has checked in"));
    }
    if booking.no_show {
        return Err(invalid("the booking is marked already"));
    }
    if now < booking.start {
        return Err(invalid("the booking has not begun"));
    }
    if booking.end <= now {
        return Ok(Booking { no_show: true, state: BookingState::Completed, void_at: None, ..booking.clone() });
    }
    let fee_minor = booking.no_show_fee_minor();
    let reason = CancellationReason::NoShow;
    let after = ended(booking, Cancellation { at: now, reason, comment: LongText::default(), fee_minor });
    Ok(Booking { no_show: true, ..after })
}

/// The booking with what time has done to it by itself written into it; what a client sees stays the same. `None` when
/// nothing is due.
#[must_use]
pub fn materialised(booking: &Booking, now: Timestamp) -> Option<Booking> {
    if booking.due_at().is_none_or(|due_at| now < due_at) {
        return None;
    }
    Some(match booking.cancellation_at(now) {
        Some(cancellation) => {
            let no_show = cancellation.reason == CancellationReason::NoShow;
            Booking { no_show, ..ended(booking, cancellation) }
        }
        None => Booking { state: BookingState::Completed, void_at: None, ..booking.clone() },
    })
}

fn ended(booking: &Booking, cancellation: Cancellation) -> Booking {
    Booking { state: BookingState::Cancelled, void_at: None, cancellation: Some(cancellation), ..booking.clone() }
}

/// When a booking stops being pending or confirmed by itself. One that is made or moved after it has begun is released
/// so many minutes from then. One that ends before it would be released is completed instead.
#[must_use]
pub fn void_at(booking: &Booking, now: Timestamp) -> Option<Timestamp> {
    match booking.state {
        BookingState::Pending => Some(now.plus(Duration::hours(APPROVAL_HOURS)).min(booking.start)),
        BookingState::Confirmed if booking.checked_in_at.is_none() => {
            let check_in = booking.check_in();
            let minutes = if check_in.enabled { check_in.auto_release_minutes? } else { return None };
            let release = booking.start.max(now).plus(Duration::minutes(minutes.into()));
            (release < booking.end).then_some(release)
        }
        BookingState::Confirmed | BookingState::Cancelled | BookingState::Completed => None,
    }
}

/// 409 unless the booking can be cancelled now: it is pending or confirmed and has not begun.
pub fn expect_cancellable(booking: &Booking, now: Timestamp) -> Result<(), ApiError> {
    let reason = CancellationReason::Customer;
    cancelled(booking, now, reason, LongText::default(), 0).map(drop)
}

/// 409 unless the booking has one of these states now.
pub fn expect(booking: &Booking, now: Timestamp, allowed: &[BookingStatus], action: &str) -> Result<(), ApiError> {
    let status = booking.status(now);
    if allowed.contains(&status) {
        return Ok(());
    }
    let status = match status {
        BookingStatus::Pending => "pending",
        BookingStatus::Confirmed => "confirmed",
        BookingStatus::Cancelled => "cancelled",
        BookingStatus::Completed => "completed",
    };
    Err(invalid(format!("a {status} booking cannot be {action}")))
}

fn invalid(message: impl Into<std::borrow::Cow<'static, str>>) -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, message)
}
