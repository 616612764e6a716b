//! Reschedule a booking: what it held is freed and what it needs is taken in one transaction.

use scheduling::{
    Booking, Resource, ScheduleSnapshot,
    booking::{
        BookingStatus, cancellation,
        transition::{self, void_at},
    },
    booking_frequency, booking_slots,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, PathId, retried},
    customer::CustomerRecord,
    domain::{CustomerTier, Id, Period, Timestamp},
};

use crate::{
    create::{check_override, check_policy, period_of},
    customer_tier, price, series,
    waitlist::offer::{FreedTime, releasing},
};

/// Where a booking moves to; what is left out stays.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingReschedule {
    /// Another resource of the same location.
    pub resource_id: Option<Id<Resource>>,
    /// What is booked with it, all or nothing.
    #[schemars(length(max = 5))]
    pub additional_resource_ids: Option<Vec<Id<Resource>>>,
    /// First instant.
    pub start_time: Option<Timestamp>,
    /// First instant after it.
    pub end_time: Option<Timestamp>,
    /// Units of the resource.
    #[schemars(range(min = 1, max = 10_000))]
    pub units: Option<u32>,
    /// Sets policy aside, the fee window too; needs the scope `bookings:override`.
    #[serde(default, rename = "override")]
    pub is_override: bool,
}

/// Reschedule booking
pub async fn reschedule(
    call: Call,
    PathId(id): PathId<Booking>,
    Body(input): Body<BookingReschedule>,
) -> Changes<Booking> {
    check_override(&call, input.is_override)?;
    let (call, input) = (&call, &input);
    retried(&call, move || async move {
        let before = call.get_for_change(id).await?;
        series::resume::before_change(call, &before.body).await?;
        let period = new_period(call, &before.body, input)?;
        let resource_id = input.resource_id.unwrap_or(before.body.resource_id);
        let additional = input.additional_resource_ids.as_ref().unwrap_or(&before.body.additional_resource_ids);
        let also = booking_slots::days_of(&before.body);
        let (snapshot, customer) = tokio::join!(
            ScheduleSnapshot::load(call, resource_id, additional, period, also),
            call.customer(before.body.customer_id, "customer_id"),
        );
        let (mut snapshot, customer) = (snapshot?, customer?);
        let body = moved(call, &before.body, input, period, &snapshot, &customer)?;
        let after = call.next_version(&before, body, None);
        let mut transaction = call.transaction();
        let bodies = (Some(&before.body), &after.body);
        booking_frequency::admit(call, &mut transaction, &snapshot, id.uuid(), bodies, input.is_override).await?;
        booking_slots::free(&mut snapshot.calendar, &before, call.now);
        snapshot.take(&after.body.taken, |units| after.body.slot(id.uuid(), units), call.now)?;
        transaction.replace(&before, &after);
        snapshot.write(&mut transaction);
        let freed = FreedTime::of(before.body.location_id, &before.body.taken, before.body.period());
        releasing(call, freed, call.commit(transaction, Data(after))).await
    })
    .await
}

/// When it will be. A booking under way keeps its start; one that costs a fee to cancel is not moved at all.
pub fn new_period(call: &Call, booking: &Booking, input: &BookingReschedule) -> Result<Period, ApiError> {
    let movable = [BookingStatus::Pending, BookingStatus::Confirmed];
    transition::expect(booking, call.now, &movable, "rescheduled")?;
    let start = input.start_time.unwrap_or(booking.start);
    let end = input.end_time.unwrap_or(booking.end);
    let under_way = booking.start <= call.now;
    let only_longer =
        start == booking.start && booking.end <= end && input.resource_id.is_none_or(|id| id == booking.resource_id);
    if input.is_override || (under_way && only_longer) {
        return period_of(start, end);
    }
    if under_way {
        let message = "a booking that has begun can only be made longer";
        return Err(ApiError::rule("start_time", "already_begun", message));
    }
    if cancellation::fee_window_open(booking, call.now) && !only_longer {
        let message = "a booking that costs a fee to cancel can only be moved by override";
        return Err(ApiError::rule("start_time", "fee_window", message));
    }
    period_of(start, end)
}

/// The booking at its new time and place, by the policy and rates of now.
pub fn moved(
    call: &Call,
    before: &Booking,
    input: &BookingReschedule,
    period: Period,
    snapshot: &ScheduleSnapshot,
    customer: &CustomerRecord,
) -> Result<Booking, ApiError> {
    if snapshot.location.id != before.location_id {
        return Err(ApiError::rule("resource_id", "other_location", "a booking stays at its location"));
    }
    let (resource, others) = (snapshot.resource(), snapshot.others());
    let asked = (input.units.unwrap_or(before.units), before.attendees);
    let tier = if before.is_member { CustomerTier::Member } else { customer_tier::tier_of(customer) };
    // A booking under way was in time when it began.
    let request = snapshot.request(period, asked, tier, call.now.min(before.start));
    check_policy(&request, &others, input.is_override)?;
    let mut after = Booking {
        resource_id: resource.id,
        additional_resource_ids: others.iter().map(|(id, _)| *id).collect(),
        start: period.start(),
        end: period.end(),
        units: request.units,
        price: price::price(&request, &others, customer_tier::discount_of(customer))?,
        currency: snapshot.location.body.currency,
        policy: resource.body.policy.clone(),
        taken: snapshot.taken(request.units),
        overridden: before.overridden || input.is_override,
        ..before.clone()
    };
    after.void_at = void_at(&after, call.now);
    Ok(after)
}
