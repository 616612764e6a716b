//! Quote a booking: its price, what is in its way and which rules it breaks.

use agreements::subscription::entitlements::Entitlements;
use chrono::Duration;
use records::Member;
use scheduling::{
    Booking, Resource, ScheduleSnapshot,
    booking::{BookingRequest, BookingState, PaymentSource, policy},
    booking_frequency,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data};
use store::Record;
use uuid::Uuid;
use values::{ApiError, Customer, ErrorCode, Id, LongText, ShortText, Timestamp, error::TimeConflict};

use crate::{
    booking_customer::Bookers,
    booking_period::period_of,
    hold,
    new_booking::{BookingCreate, drafted},
    paying::Paying,
    price_override::{PriceOverrideInput, check_may_give},
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
    /// First instant of the booking to be quoted.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// Person who would book for a company.
    member_id: Option<Id<Member>>,
    /// Units of the resource; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    units: Option<u32>,
    /// How many people would come; 1 when left out.
    #[schemars(range(min = 1, max = 100_000))]
    attendees: Option<i64>,
    /// Hold that would be turned into the booking; it is not in its way.
    hold_id: Option<Id<()>>,
    /// How it would be paid.
    #[serde(default)]
    payment_source: PaymentSource,
    /// Whether money would pay what credits or day passes do not.
    #[serde(default)]
    allow_mixed: bool,
    /// Price that staff would give it instead of the one by its rates; needs the scope `bookings:override`.
    price_override: Option<PriceOverrideInput>,
}

impl BookingQuoteCreate {
    /// The booking that would be asked for.
    fn wanted(self) -> BookingCreate {
        BookingCreate {
            resource_id: self.resource_id,
            additional_resource_ids: self.additional_resource_ids,
            customer_id: self.customer_id,
            start_time: self.start_time,
            end_time: self.end_time,
            title: ShortText::default(),
            attendees: self.attendees,
            units: self.units,
            member_id: self.member_id,
            notes: LongText::default(),
            payment_source: self.payment_source,
            allow_mixed: self.allow_mixed,
            quote_id: None,
            hold_id: self.hold_id,
            is_override: false,
            price_override: self.price_override,
            metadata: None,
        }
    }
}

/// Prices a booking that is not made, and tells conflicts and broken rules; the price holds for 15 minutes.
pub async fn quote(call: Call, Body(input): Body<BookingQuoteCreate>) -> Changes<BookingQuote> {
    check_may_give(&call, input.price_override.as_ref())?;
    let period = period_of(input.start_time, input.end_time)?;
    let wanted = input.wanted();
    let (snapshot, bookers, hold) = tokio::join!(
        ScheduleSnapshot::load(&call, wanted.resource_id, &wanted.additional_resource_ids, period, Vec::new()),
        Bookers::read(&call, wanted.customer_id, wanted.member_id),
        hold::find_named(&call, wanted.hold_id),
    );
    let (mut snapshot, bookers, hold) = (snapshot?, bookers?, hold?);
    let entitlements = subscribers::read_entitlements(&call, &snapshot, &bookers.customer).await?;
    let mut violations: Vec<_> =
        bookers.check().err().map(|error| BrokenRule::of(&error, "customer_id")).into_iter().collect();
    if let Some(hold) = &hold {
        match hold::check_redeemable(hold, &wanted, period, call.now) {
            Ok(()) => hold::free(&mut snapshot.calendar, hold, call.now),
            Err(error) => violations.push(BrokenRule::of(&error, "hold_id")),
        }
    }
    let booking = drafted(&call, &wanted, period, &snapshot, &entitlements)?;
    let customer = entitlements.at(period.start());
    let request = wanted.request(period, &snapshot, &customer, call.now);
    let facts = PricedRequest::of(&request, &wanted.additional_resource_ids, wanted.customer_id);
    violations.extend(find_broken_rules(&call, &request, &snapshot, &booking).await?);
    let mut booking = call.new_record(booking, None);
    match charge_in_memory(&call, &wanted, &snapshot, &bookers, &entitlements, &mut booking).await {
        Err(error) if matches!(error.code, ErrorCode::InsufficientBalance | ErrorCode::RuleViolation) => {
            booking.body.payment = None;
            violations.push(BrokenRule::of(&error, "payment_source"));
        }
        outcome => outcome?,
    }
    let booking = booking.body;
    let quote = BookingQuote {
        facts,
        conflicts: conflicts(&mut snapshot, &booking, call.now)?,
        violations,
        needs_approval: booking.state == BookingState::Pending,
        price: booking.price,
        price_override: booking.price_override,
        payment_source: booking.payment_source,
        payment: booking.payment,
        expires_at: call.now.plus(Duration::minutes(QUOTE_MINUTES)),
    };
    let quote = call.new_record(quote, None);
    let mut transaction = call.transaction();
    transaction.create(&quote);
    call.commit(transaction, Data(quote)).await
}

/// Charges the booking in memory only.
async fn charge_in_memory(
    call: &Call,
    wanted: &BookingCreate,
    snapshot: &ScheduleSnapshot,
    bookers: &Bookers,
    entitlements: &Entitlements,
    booking: &mut Record<Booking>,
) -> Result<(), ApiError> {
    let mut paying = Paying::read(call, wanted.payment(), bookers, (&snapshot.location, wanted.start_time)).await?;
    wanted.set_payment(call, &paying, (snapshot, entitlements), booking)?;
    paying.charge(call, booking)
}

/// Rules of policy that the booking would break.
async fn find_broken_rules(
    call: &Call,
    request: &BookingRequest<'_>,
    snapshot: &ScheduleSnapshot,
    booking: &Booking,
) -> Result<Vec<BrokenRule>, ApiError> {
    let too_often = booking_frequency::find_violations(call, snapshot, Uuid::nil(), booking).await?;
    let of_policy = policy::violations_of_all(request, &snapshot.others()).into_iter().chain(too_often);
    let size = snapshot.check_size(&booking.taken, |units| booking.slot(Uuid::nil(), units)).err();
    let too_large = size.map(|error| BrokenRule::of(&error, "additional_resource_ids"));
    Ok(of_policy.map(BrokenRule::from).chain(too_large).collect())
}

/// The intervals in the way, one for each resource. Asking for more units than the resource has is a broken rule and no
/// conflict.
fn conflicts(
    snapshot: &mut ScheduleSnapshot,
    booking: &Booking,
    now: Timestamp,
) -> Result<Vec<TimeConflict>, ApiError> {
    let most = snapshot.resource().body.units;
    let mut conflicts = Vec::new();
    for taken in &booking.taken {
        let is_first = taken.resource_id == booking.resource_id;
        let units = if is_first { taken.units.min(most) } else { taken.units };
        match snapshot.take_one(taken, booking.slot(Uuid::nil(), units), now) {
            Err(error) if error.code == ErrorCode::BookingConflict => conflicts.extend(error.conflicts),
            outcome => outcome?,
        }
    }
    Ok(conflicts)
}
