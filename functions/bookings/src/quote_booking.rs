//! Quote a booking: its price, what is in its way and which rules it breaks.

use chrono::Duration;
use scheduling::{
    Resource, ScheduleSnapshot,
    booking::policy,
    booking_frequency,
    slot::{Slot, SlotKind},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Data},
    customer::CustomerRecord,
    domain::{Customer, Id, LongText, Period, ShortText, Timestamp},
    error::TimeConflict,
};
use uuid::Uuid;

use crate::{
    booking_period::period_of,
    customer_tier,
    hold::BookingHold,
    new_booking::needs_approval,
    price::price,
    quote::{BookingQuote, BrokenRule, PricedRequest},
    subscribers,
};

/// How long a quote is good for.
const QUOTE_MINUTES: i64 = 15;

/// A booking to be priced.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingQuoteCreate {
    /// What would be booked.
    resource_id: Id<Resource>,
    /// What would be booked with it: one unit of each.
    #[serde(default)]
    #[schemars(length(max = 5))]
    additional_resource_ids: Vec<Id<Resource>>,
    /// Who would book: a member or a company.
    customer_id: Id<Customer>,
    /// First instant.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// Units of the resource; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    units: Option<u32>,
    /// How many people would come; 1 when left out.
    #[schemars(range(min = 1, max = 100_000))]
    attendees: Option<i64>,
    /// Hold that would be turned into the booking; it is not in its way.
    hold_id: Option<Id<()>>,
}

/// Quote booking
pub async fn quote(call: Call, Body(input): Body<BookingQuoteCreate>) -> Changes<BookingQuote> {
    let period = period_of(input.start_time, input.end_time)?;
    policy::check_length(period)?;
    let (snapshot, customer, hold) = tokio::join!(
        ScheduleSnapshot::load(&call, input.resource_id, &input.additional_resource_ids, period, Vec::new()),
        call.customer(input.customer_id, "customer_id"),
        own_hold(&call, &input),
    );
    let (mut snapshot, customer) = (snapshot?, customer?);
    subscribers::admit(&call, &mut snapshot, &customer, &[period.start()]).await?;
    let conflicts = conflicts(&mut snapshot, &input, period, hold?, call.now)?;
    let mut quote = quoted(&snapshot, &customer, &input, period, conflicts, call.now)?;
    let (slot, total_minor) = (slot(&snapshot, &input, period), quote.price.total_minor);
    let too_often = booking_frequency::violations(&call, &snapshot, input.customer_id, &slot, total_minor).await?;
    quote.violations.extend(too_often.into_iter().map(BrokenRule::from));
    let quote = call.new_record(quote, None);
    let mut transaction = call.transaction();
    transaction.create(&quote);
    call.commit(transaction, Data(quote)).await
}

/// The hold that the request names.
async fn own_hold(call: &Call, input: &BookingQuoteCreate) -> Result<Option<Uuid>, ApiError> {
    let Some(id) = input.hold_id else { return Ok(None) };
    call.reference::<BookingHold>(id.cast(), "hold_id").await?;
    Ok(Some(id.uuid()))
}

/// The slot it would take in a calendar.
fn slot(snapshot: &ScheduleSnapshot, input: &BookingQuoteCreate, period: Period) -> Slot {
    let policy = &snapshot.resource().body.policy;
    Slot {
        id: Uuid::nil(),
        kind: SlotKind::Booking,
        start: period.start(),
        end: period.end(),
        buffer_before_minutes: policy.buffer_before_minutes,
        buffer_after_minutes: policy.buffer_after_minutes,
        units: input.units.unwrap_or(1),
        customer: Some(input.customer_id.uuid()),
        cooldown_minutes: policy.cooldown_minutes,
        until: None,
    }
}

/// The intervals in the way, one for each resource. Asking for more units than the resource has is a broken rule and no
/// conflict.
fn conflicts(
    snapshot: &mut ScheduleSnapshot,
    input: &BookingQuoteCreate,
    period: Period,
    hold: Option<Uuid>,
    now: Timestamp,
) -> Result<Vec<TimeConflict>, ApiError> {
    let taken = snapshot.taken(input.units.unwrap_or(1).min(snapshot.resource().body.units));
    let slot = slot(snapshot, input, period);
    let slot = |units| Slot { units, ..slot.clone() };
    let mut conflicts = Vec::new();
    for one in taken {
        if let Some(hold) = hold {
            snapshot.calendar.free(one.resource_id, hold, &slot(0).days(), now);
        }
        match snapshot.take(std::slice::from_ref(&one), slot, now) {
            Err(error) if error.code == ErrorCode::BookingConflict => conflicts.extend(error.conflicts),
            outcome => outcome?,
        }
    }
    Ok(conflicts)
}

fn quoted(
    snapshot: &ScheduleSnapshot,
    customer: &CustomerRecord,
    input: &BookingQuoteCreate,
    period: Period,
    conflicts: Vec<TimeConflict>,
    now: Timestamp,
) -> Result<BookingQuote, ApiError> {
    let asked = (input.units.unwrap_or(1), input.attendees.unwrap_or(1));
    let (request, others) = (snapshot.request(period, asked, customer_tier::tier_of(customer), now), snapshot.others());
    let blocked = customer.is_blocked().then(|| BrokenRule {
        field: ShortText::new("customer_id"),
        reason: ShortText::new("customer_blocked"),
        message: LongText::new("a blocked member makes no bookings"),
    });
    let broken = policy::violations_of_all(&request, &others).into_iter().map(BrokenRule::from);
    Ok(BookingQuote {
        facts: PricedRequest::of(&request, &input.additional_resource_ids, input.customer_id),
        price: price(&request, &others, customer_tier::discount_of(customer))?,
        conflicts,
        violations: blocked.into_iter().chain(broken).collect(),
        needs_approval: needs_approval(&request, &others),
        expires_at: now.plus(Duration::minutes(QUOTE_MINUTES)),
    })
}
