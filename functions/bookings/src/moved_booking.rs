//! A request to move a booking, and what the booking becomes by it. Bookings of a series move by the same rules.

use agreements::subscription::entitlements::Entitlements;
use scheduling::{
    Booking, Resource, ScheduleSnapshot,
    booking::{
        BookingPayment, BookingRequest, BookingState, BookingStatus, Part, cancellation, late_fee,
        payment::not_less,
        transition::{self, void_at},
    },
    booking_price::PriceBreakdown,
    discount::{self, Discount},
    price,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use values::{ApiError, CustomerTier, Id, Period, Timestamp, audience::Audience};

use crate::{
    booking_period::period_of,
    new_booking::needs_approval,
    owed::{description, owed},
    policy_check::check_policy,
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
    /// First instant of the booking after the move; as before when left out.
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

impl BookingReschedule {
    /// Whether the booking keeps what it has, in the same number.
    fn keeps_resources(&self, booking: &Booking) -> bool {
        self.resource_id.is_none_or(|id| id == booking.resource_id)
            && self.additional_resource_ids.as_ref().is_none_or(|ids| *ids == booking.additional_resource_ids)
            && self.units.is_none_or(|units| units == booking.units)
    }
}

/// The new period, of the same length unless an end is given. A booking that has begun keeps its start; one that costs
/// a fee to cancel can only be made longer.
pub fn new_period(call: &Call, booking: &Booking, input: &BookingReschedule) -> Result<Period, ApiError> {
    let movable = [BookingStatus::Pending, BookingStatus::Confirmed];
    transition::expect(booking, call.now, &movable, "rescheduled")?;
    let start = input.start_time.unwrap_or(booking.start);
    let end = input.end_time.unwrap_or_else(|| start.plus(booking.end.utc() - booking.start.utc()));
    let under_way = booking.start <= call.now;
    let only_longer = start == booking.start && booking.end <= end && input.keeps_resources(booking);
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

/// The booking at its new time and on its new resource, judged by the policy and at the rates of now. Of each resource
/// that it had it keeps the policy that was agreed. A late move makes neither it nor its cancellation cheaper; by
/// override its price is that of now all the same.
pub fn moved(
    call: &Call,
    before: &Booking,
    input: &BookingReschedule,
    period: Period,
    snapshot: &ScheduleSnapshot,
    entitlements: &Entitlements,
) -> Result<Booking, ApiError> {
    if snapshot.location.id != before.location_id {
        return Err(ApiError::rule("resource_id", "other_location", "a booking stays at its location"));
    }
    let (resource, others) = (snapshot.resource(), snapshot.others());
    let asked = (input.units.unwrap_or(before.units), before.people());
    let mut customer = entitlements.at(period.start());
    if before.is_member && before.start == period.start() {
        // Who booked this start as a member goes on as one.
        customer.tier = CustomerTier::Member;
        customer.audience = customer.audience.max(Audience::Members);
    }
    // A booking that has begun was made in time, so lead time is judged as of its start.
    let request = snapshot.request(period, asked, &customer, call.now.min(before.start));
    check_policy(&request, &others, input.is_override)?;
    let discounts = discount::discounts_at(entitlements, period.start());
    let price = price::price(&request, &others, &discounts, &snapshot.tax_rates)?;
    let currency = snapshot.location.body.currency;
    let is_kept = currency == before.currency;
    let (price, price_override) = match &before.price_override {
        Some(given) if is_kept => {
            given.at_rates(price, currency).map(|(price, given)| (price, Some(Box::new(given))))?
        }
        Some(_) | None => (price, None),
    };
    let is_as_before = !input.is_override && is_kept && late_fee::keeps_price(before, &price, call.now);
    let (price, price_override) =
        if is_as_before { (before.price.clone(), before.price_override.clone()) } else { (price, price_override) };
    let is_not_cheaper = !input.is_override && is_kept && late_fee::is_late(before, call.now);
    let payment = payment_at(before, &request, snapshot, &discounts, &price, is_not_cheaper)?;
    let mut policies = snapshot.agreed(before);
    let taken = snapshot.taken_by(request.units, &policies);
    let own_policy = policies.remove(0);
    let mut after = Booking {
        resource_id: resource.id,
        resource_type: Some(resource.body.resource_type),
        additional_resource_ids: others.iter().map(|(id, _)| *id).collect(),
        start: period.start(),
        end: period.end(),
        units: request.units,
        price,
        price_override,
        payment,
        currency,
        taken,
        policy: own_policy.clone(),
        additional_policies: policies.into_iter().cloned().collect(),
        is_member: customer.tier == CustomerTier::Member,
        late_fee: if is_kept { late_fee::kept_fee(before, call.now) } else { None },
        overridden: before.overridden || input.is_override,
        ..before.clone()
    };
    // A booking that has begun can only become longer, and a pending one cannot have begun.
    let is_asked_anew = !input.is_override && call.now < before.start && is_another(before, &after);
    if is_asked_anew && needs_approval(&request, &others) {
        after.state = BookingState::Pending;
    }
    after.checked_in_at = if is_checked_in_there(before, &after) { before.checked_in_at } else { None };
    after.void_at = ends_by_itself(before, &after, call.now);
    Ok(after)
}

/// The payment of a booking at its new price, which is not settled yet. A late move makes it cheaper in no unit.
fn payment_at(
    before: &Booking,
    request: &BookingRequest<'_>,
    snapshot: &ScheduleSnapshot,
    discounts: &[Discount],
    price: &PriceBreakdown,
    is_not_cheaper: bool,
) -> Result<Option<Box<BookingPayment>>, ApiError> {
    let Some(payment) = &before.payment else { return Ok(None) };
    let discounts = if payment.discounts_apply_to_credits { discounts } else { &[] };
    let owed = owed(request, &snapshot.others(), price, discounts)?;
    let owed = if is_not_cheaper { not_less(payment.price, owed) } else { owed };
    Ok(Some(Box::new(payment.at_price(owed, description(snapshot, request.period)))))
}

/// Whether who has checked in to the booking has done so for this, too: another start or resource is checked in to
/// anew. What is added to it without a check-in of its own is not.
fn is_checked_in_there(before: &Booking, after: &Booking) -> bool {
    let is_another = |part: &Part<'_>| {
        !before.asks_for(part.resource_id) && (part.resource_id == after.resource_id || part.policy.check_in.enabled)
    };
    before.start == after.start && !after.parts().iter().any(is_another)
}

/// Moving a booking gives it no more time to be approved or to be checked in to than it had; only what was confirmed
/// and is to be approved again, or begins at another time, has its time anew.
fn ends_by_itself(before: &Booking, after: &Booking, now: Timestamp) -> Option<Timestamp> {
    let anew = void_at(after, now);
    match (before.state, after.state) {
        (BookingState::Pending, BookingState::Pending) => before.void_at.into_iter().chain(anew).min(),
        (BookingState::Confirmed, BookingState::Confirmed) if is_checked_in_there(before, after) => {
            if anew.is_some() {
                before.void_at.or(anew)
            } else {
                None
            }
        }
        _ => anew,
    }
}

/// Whether somebody who approved the booking has not approved this: another start, a resource that it did not have, or
/// more units. One that only lasts longer stays approved: that, too, is possible when cancelling costs a fee, which a
/// pending booking would not.
fn is_another(before: &Booking, after: &Booking) -> bool {
    // Of an additional resource a booking has one unit.
    let units = |id: &Id<Resource>| {
        if *id == before.resource_id { before.units } else { u32::from(before.additional_resource_ids.contains(id)) }
    };
    before.start != after.start
        || units(&after.resource_id) < after.units
        || after.additional_resource_ids.iter().any(|id| units(id) == 0)
}
