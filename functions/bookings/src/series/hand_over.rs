//! Hand bookings of a series over to another customer: each in a transaction of its own, once all are judged
//! (`docs/areas/bookings.md`, 70).

use std::time::Duration;

use records::Member;
use scheduling::{Booking, booking::PaymentSource};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Committed, Data, PathId, reply::Plain, retry};
use store::Record;
use values::{ApiError, Customer, ErrorCode, Id, LongText, ShortText, Timestamp};

use super::{
    record::BookingSeries,
    scope::{Subject, nothing_left, read_subject},
    scope_of_change::SeriesScope,
};
use crate::{
    hand_over::{BookingHandOver, BookingHandOverPreview, decided, previewed},
    policy_check::check_override,
};

/// Bookings that a request hands over: each is judged twice and written.
const AT_ONCE_MAX: usize = 20;
/// With less time than this left no other booking is begun.
const BOOKING_TIME: Duration = Duration::from_secs(3);

/// Which bookings of a series are handed over, to whom, and how they pay.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingSeriesHandOver {
    /// Which bookings that have not begun; `all` when left out.
    #[serde(default)]
    scope: SeriesScope,
    /// The booking that the scope is about.
    booking_id: Option<Id<Booking>>,
    /// Who has the bookings from now on: a member or a company.
    customer_id: Id<Customer>,
    /// Person who books for a company.
    member_id: Option<Id<Member>>,
    /// How each is paid; as before when left out.
    payment_source: Option<PaymentSource>,
    /// Whether money pays what credits or day passes do not; as before when left out.
    allow_mixed: Option<bool>,
    /// What they are for; empty when left out, because the customer of before wrote what they were for.
    title: Option<ShortText>,
    /// Reason for handing them over, in words, which the customer of before is told.
    #[serde(default)]
    comment: LongText,
    /// Sets policy aside; needs the scope `bookings:override`.
    #[serde(default, rename = "override")]
    is_override: bool,
}

impl BookingSeriesHandOver {
    /// To whom each of the bookings is handed over, and how they pay.
    fn of_each(&self) -> BookingHandOver {
        BookingHandOver {
            customer_id: self.customer_id,
            member_id: self.member_id,
            payment_source: self.payment_source,
            allow_mixed: self.allow_mixed,
            title: self.title.clone(),
            comment: self.comment.clone(),
            is_override: self.is_override,
        }
    }
}

/// What became of the bookings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookingSeriesHandedOver {
    /// Bookings that were handed over, in order of their starts.
    handed_over: Vec<HandedOver>,
    /// Bookings that were refused after others were handed over; they stay as they are.
    refused: Vec<NotHandedOver>,
    /// How many bookings in scope are left for the next request.
    left: usize,
}

/// A booking that was handed over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HandedOver {
    /// The booking of before, which is cancelled.
    booking_id: Id<Booking>,
    /// The booking of the other customer.
    to_booking_id: Id<Booking>,
    /// When it starts.
    start_time: Timestamp,
}

/// A booking that was not handed over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NotHandedOver {
    /// The booking, which stays as it is.
    booking_id: Id<Booking>,
    /// When it starts.
    start_time: Timestamp,
    /// Why it was refused, as an error of the booking alone would say.
    reason: ShortText,
}

/// What handing bookings of a series over would come to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookingSeriesHandOverPreview {
    /// What each of the next bookings would come to, in order of their starts.
    bookings: Vec<PreviewedBooking>,
    /// How many more bookings are in scope.
    left: usize,
}

/// What handing one booking of a series over would come to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PreviewedBooking {
    /// The booking that would be handed over.
    booking_id: Id<Booking>,
    /// When it starts.
    start_time: Timestamp,
    /// What it would come to; null when it is refused.
    preview: Option<BookingHandOverPreview>,
    /// Why it is refused; null when it is not.
    reason: Option<ShortText>,
}

type Answered = Result<Committed<Data<Plain<BookingSeriesHandedOver>>>, ApiError>;

/// Hands the next bookings in scope over that have not begun.
pub async fn hand_over(
    call: Call,
    PathId(id): PathId<BookingSeries>,
    Body(input): Body<BookingSeriesHandOver>,
) -> Answered {
    check_override(&call, input.is_override)?;
    let (next, mut left) = find_next(&call, id, &input).await?;
    let to = input.of_each();
    for booking in &next {
        judge(&call, booking.id, &to).await?;
    }
    let (mut handed_over, mut refused) = (Vec::new(), Vec::new());
    for booking in &next {
        if call.time_left() < BOOKING_TIME {
            left += 1;
            continue;
        }
        let (booking_id, start_time) = (booking.id, booking.body.start);
        match write(&call, booking_id, &to).await {
            Ok(to_booking_id) => handed_over.push(HandedOver { booking_id, to_booking_id, start_time }),
            Err(error) if error.status() >= 500 && handed_over.is_empty() => return Err(error),
            Err(error) if error.status() >= 500 => left += 1,
            Err(error) => refused.push(NotHandedOver { booking_id, start_time, reason: reason(&error) }),
        }
    }
    call.unchanged(Data(Plain(BookingSeriesHandedOver { handed_over, refused, left })))
}

/// Tells what handing the next bookings in scope over would come to, each judged by itself.
pub async fn preview(
    call: Call,
    PathId(id): PathId<BookingSeries>,
    Body(input): Body<BookingSeriesHandOver>,
) -> Result<Data<Plain<BookingSeriesHandOverPreview>>, ApiError> {
    check_override(&call, input.is_override)?;
    let to = input.of_each();
    let (next, left) = find_next(&call, id, &input).await?;
    let mut bookings = Vec::with_capacity(next.len());
    for booking in next {
        let (preview, reason) = match judge(&call, booking.id, &to).await {
            Ok(preview) => (Some(preview), None),
            Err(error) if error.status() >= 500 => return Err(error),
            Err(error) => (None, Some(reason(&error))),
        };
        bookings.push(PreviewedBooking { booking_id: booking.id, start_time: booking.body.start, preview, reason });
    }
    Ok(Data(Plain(BookingSeriesHandOverPreview { bookings, left })))
}

/// The next bookings in scope that have not begun, and how many more there are.
async fn find_next(
    call: &Call,
    id: Id<BookingSeries>,
    input: &BookingSeriesHandOver,
) -> Result<(Vec<Record<Booking>>, usize), ApiError> {
    let Subject { series, mut live, .. } = read_subject(call, id, input.scope, input.booking_id).await?;
    if series.body.customer_id == input.customer_id {
        return Err(ApiError::rule("customer_id", "same_customer", "it is this customer's series"));
    }
    live.retain(|booking| call.now < booking.body.start);
    if live.is_empty() {
        return Err(nothing_left("handed over"));
    }
    live.sort_by_key(|booking| booking.body.start);
    let left = live.len().saturating_sub(AT_ONCE_MAX);
    live.truncate(AT_ONCE_MAX);
    Ok((live, left))
}

/// What handing a booking over would come to, with nothing written.
async fn judge(call: &Call, id: Id<Booking>, to: &BookingHandOver) -> Result<BookingHandOverPreview, ApiError> {
    retry(call, move || async move { Ok(previewed(&decided(call, call.get(id).await?, to).await?.0)) }).await
}

/// Hands a booking over; the one that takes its place.
async fn write(call: &Call, id: Id<Booking>, to: &BookingHandOver) -> Result<Id<Booking>, ApiError> {
    retry(call, move || async move {
        let (changed, transaction) = decided(call, call.get(id).await?, to).await?;
        call.store.commit(transaction).await?;
        Ok(changed.new.id)
    })
    .await
}

/// The reason of a refusal: of its first field, or its code.
fn reason(error: &ApiError) -> ShortText {
    let of_field = error.fields.first().map(|field| field.reason.to_string());
    let code = if error.code == ErrorCode::RuleViolation { of_field } else { None };
    ShortText::new(code.as_deref().unwrap_or_else(|| error.code.as_str()))
}
