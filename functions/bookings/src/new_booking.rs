//! A request for a booking, and the booking that it becomes. Series and the waiting list make the same request for
//! theirs.

use agreements::subscription::entitlements::Entitlements;
use records::{EntitlementsAt, Member};
use scheduling::{
    Booking, Resource, ScheduleSnapshot,
    booking::{BookingOutcome, BookingRequest, BookingState, PaymentSource, policy, transition::void_at},
    discount, price,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::Call;
use store::Record;
use values::{ApiError, Customer, CustomerTier, Id, LongText, Metadata, Period, ShortText, Timestamp};

use crate::{
    paying::{Paying, PaymentAsked},
    policy_check::check_policy,
    price_override::PriceOverrideInput,
    quote::{BookingQuote, PricedRequest},
};

/// A booking to be made: of what, for whom, when, and how it is paid.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingCreate {
    /// Resource that is booked; its children are taken with it.
    pub resource_id: Id<Resource>,
    /// What is booked with it, all or nothing: one unit of each.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub additional_resource_ids: Vec<Id<Resource>>,
    /// Who books: a member or a company.
    pub customer_id: Id<Customer>,
    /// First instant of the booking.
    pub start_time: Timestamp,
    /// First instant after it.
    pub end_time: Timestamp,
    /// What it is for.
    #[serde(default)]
    pub title: ShortText,
    /// How many people come; 1 when left out.
    #[schemars(range(min = 1, max = 100_000))]
    pub attendees: Option<i64>,
    /// Units of the resource; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    pub units: Option<u32>,
    /// Person who books for a company.
    pub member_id: Option<Id<Member>>,
    /// For the people who run the place.
    #[serde(default)]
    pub notes: LongText,
    /// How it is paid.
    #[serde(default)]
    pub payment_source: PaymentSource,
    /// Whether money pays what credits or day passes do not: on the payer's invoice, or outside of this service.
    #[serde(default)]
    pub allow_mixed: bool,
    /// Quote whose price must still hold.
    pub quote_id: Option<Id<()>>,
    /// Hold that is turned into the booking.
    pub hold_id: Option<Id<()>>,
    /// Sets policy aside; needs the scope `bookings:override`. What is taken stays taken.
    #[serde(default, rename = "override")]
    pub is_override: bool,
    /// Price that staff give it instead of the one by its rates; needs the scope `bookings:override`.
    pub price_override: Option<PriceOverrideInput>,
    /// The client's own keys and values of the booking; none when left out.
    pub metadata: Option<Metadata>,
}

/// The booking that the request becomes, or why it does not.
pub fn decide(
    call: &Call,
    input: &BookingCreate,
    period: Period,
    snapshot: &ScheduleSnapshot,
    entitlements: &Entitlements,
    quote: Option<&BookingQuote>,
) -> Result<Booking, ApiError> {
    let customer = entitlements.at(period.start());
    let request = input.request(period, snapshot, &customer, call.now);
    check_policy(&request, &snapshot.others(), input.is_override)?;
    let booking = drafted(call, input, period, snapshot, entitlements)?;
    if let Some(quote) = quote {
        let facts = PricedRequest::of(&request, &input.additional_resource_ids, input.customer_id);
        quote.check(call.now, &facts, &booking.price)?;
    }
    Ok(booking)
}

impl BookingCreate {
    /// How it is to be paid.
    pub const fn payment(&self) -> PaymentAsked {
        PaymentAsked { source: self.payment_source, allow_mixed: self.allow_mixed }
    }

    /// Says who pays for the booking that the request becomes, and what it owes; refuses one that could not be paid.
    ///
    /// # Errors
    /// 402 `insufficient_balance`; 422 on `payment_source`.
    pub fn set_payment(
        &self,
        call: &Call,
        paying: &Paying,
        (snapshot, entitlements): (&ScheduleSnapshot, &Entitlements),
        booking: &mut Record<Booking>,
    ) -> Result<(), ApiError> {
        let Some(period) = Period::new(booking.body.start, booking.body.end) else { return Ok(()) };
        let customer = entitlements.at(period.start());
        let request = self.request(period, snapshot, &customer, call.now);
        let discounts = discount::discounts_at(entitlements, period.start());
        paying.set_payment(call, (&request, snapshot), &discounts, booking)
    }

    /// The request for the first resource, as policy and price judge it.
    pub fn request<'a>(
        &self,
        period: Period,
        snapshot: &'a ScheduleSnapshot,
        customer: &'a EntitlementsAt,
        now: Timestamp,
    ) -> BookingRequest<'a> {
        let asked = (self.units.unwrap_or(1), self.attendees.unwrap_or(1));
        snapshot.request(period, asked, customer, now)
    }
}

/// The booking that the request would become if no rule were in its way.
///
/// # Errors
/// 422 when it has no price.
pub fn drafted(
    call: &Call,
    input: &BookingCreate,
    period: Period,
    snapshot: &ScheduleSnapshot,
    entitlements: &Entitlements,
) -> Result<Booking, ApiError> {
    let customer = entitlements.at(period.start());
    let (resource, others) = (snapshot.resource(), snapshot.others());
    let request = input.request(period, snapshot, &customer, call.now);
    let pending = !input.is_override && needs_approval(&request, &others);
    let discounts = discount::discounts_at(entitlements, period.start());
    let price = price::price(&request, &others, &discounts, &snapshot.tax_rates)?;
    let currency = snapshot.location.body.currency;
    let (price, price_override) = match &input.price_override {
        Some(given) => given.in_place_of(call, price, currency).map(|(price, given)| (price, Some(Box::new(given))))?,
        None => (price, None),
    };
    let mut booking = Booking {
        resource_id: resource.id,
        resource_type: Some(resource.body.resource_type),
        additional_resource_ids: input.additional_resource_ids.clone(),
        customer_id: input.customer_id,
        location_id: snapshot.location.id,
        start: period.start(),
        end: period.end(),
        state: if pending { BookingState::Pending } else { BookingState::Confirmed },
        void_at: None,
        title: input.title.clone(),
        attendees: request.attendees,
        units: request.units,
        member_id: input.member_id,
        series_id: None,
        notes: input.notes.clone(),
        payment_source: input.payment_source,
        payment: None,
        quote_id: input.quote_id.map(Id::uuid),
        price,
        price_override,
        currency,
        policy: resource.body.policy.clone(),
        additional_policies: others.iter().map(|(_, other)| other.policy.clone()).collect(),
        late_fee: None,
        is_member: customer.tier == CustomerTier::Member,
        time_zone: snapshot.location.body.time_zone,
        taken: snapshot.taken(request.units),
        overridden: input.is_override,
        checked_in_at: None,
        checked_out_at: None,
        no_show: false,
        cancellation: None,
        visitor_ids: Vec::new(),
        extras_order_ids: Vec::new(),
        handed_over_from_id: None,
        handed_over_to_id: None,
    };
    booking.void_at = void_at(&booking, call.now);
    Ok(booking)
}

/// Whether the booking needs approval: because a resource requires it, or because the customer is not among those who
/// may book it.
pub fn needs_approval(request: &BookingRequest<'_>, others: &[(Id<Resource>, &Resource)]) -> bool {
    let mut all = std::iter::once(request.resource).chain(others.iter().map(|(_, resource)| *resource));
    all.any(|resource| policy::outcome(resource, request.customer) == BookingOutcome::Pending)
}
