//! Create a booking.

use scheduling::{
    Booking, Resource, ScheduleSnapshot,
    booking::{BookingRequest, BookingState, PaymentSource, policy, transition::void_at},
    booking_frequency,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Created, Creates, retried},
    auth::Scope,
    customer::CustomerRecord,
    domain::{Customer, CustomerTier, Id, LongText, Member, Metadata, Period, ShortText, Timestamp},
};

use crate::{
    customer_tier, hold, price,
    quote::{self, BookingQuote, PricedRequest},
};

/// A new booking.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingCreate {
    /// What is booked.
    pub resource_id: Id<Resource>,
    /// What is booked with it, all or nothing: one unit of each.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub additional_resource_ids: Vec<Id<Resource>>,
    /// Who books: a member or a company.
    pub customer_id: Id<Customer>,
    /// First instant.
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
    /// Quote whose price must still hold.
    pub quote_id: Option<Id<()>>,
    /// Hold that is turned into the booking.
    pub hold_id: Option<Id<()>>,
    /// Sets policy aside; needs the scope `bookings:override`. What is taken stays taken.
    #[serde(default, rename = "override")]
    pub is_override: bool,
    /// Your own keys.
    pub metadata: Option<Metadata>,
}

/// Create booking
pub async fn create(call: Call, Body(input): Body<BookingCreate>) -> Creates<Booking> {
    let period = check_request(&call, &input)?;
    let (call, input) = (&call, &input);
    retried(&call, move || async move {
        let (snapshot, customer, hold, quote) = tokio::join!(
            ScheduleSnapshot::load(call, input.resource_id, &input.additional_resource_ids, period, Vec::new()),
            customer(call, input.customer_id, input.member_id),
            hold::redeemed(call, input, period),
            quote::named(call, input.quote_id),
        );
        let (hold, quote, mut snapshot, customer) = (hold?, quote?, snapshot?, customer?);
        let booking = decide(call, input, period, &snapshot, &customer, quote.as_ref())?;
        let booking = call.new_record(booking, input.metadata.clone());
        let mut transaction = call.transaction();
        if let Some(hold) = &hold {
            snapshot.read_days(call, hold::days_of(hold)).await?;
            hold::consume(call, &mut transaction, &mut snapshot.calendar, hold);
        }
        let (body, id) = (&booking.body, booking.id.uuid());
        booking_frequency::admit(call, &mut transaction, &snapshot, id, (None, body), input.is_override).await?;
        if let Err(error) = snapshot.take(&body.taken, |units| body.slot(id, units), call.now) {
            return Err(match &hold {
                Some(hold) => call.refused_on(hold, error).await,
                None => error,
            });
        }
        transaction.create(&booking);
        snapshot.write(&mut transaction);
        call.commit(transaction, Created(booking)).await
    })
    .await
}

/// What can be told without reading anything.
pub fn check_request(call: &Call, input: &BookingCreate) -> Result<Period, ApiError> {
    check_override(call, input.is_override)?;
    period_of(input.start_time, input.end_time)
}

/// Only some clients may set policy aside.
pub fn check_override(call: &Call, is_override: bool) -> Result<(), ApiError> {
    if is_override && !call.caller.scopes.allow(Scope::BOOKINGS_OVERRIDE) {
        let message = format!("override needs the scope {}", Scope::BOOKINGS_OVERRIDE);
        return Err(ApiError::new(ErrorCode::Forbidden, message).at("override", "scope_missing"));
    }
    Ok(())
}

/// The period from start to end, which comes after it.
pub fn period_of(start: Timestamp, end: Timestamp) -> Result<Period, ApiError> {
    let backwards = || ApiError::rule("end_time", "end_not_after_start", "end must be after start");
    let period = Period::new(start, end).ok_or_else(backwards)?;
    policy::check_length(period)?;
    Ok(period)
}

/// Who books, and for a company the person who does; blocked people book nothing.
pub async fn customer(
    call: &Call,
    customer_id: Id<Customer>,
    member_id: Option<Id<Member>>,
) -> Result<CustomerRecord, ApiError> {
    let member = async {
        match member_id {
            Some(id) => call.reference(id, "member_id").await.map(Some),
            None => Ok(None),
        }
    };
    let (customer, member) = tokio::join!(call.customer(customer_id, "customer_id"), member);
    let customer = customer?;
    if customer.is_blocked() {
        return Err(ApiError::rule("customer_id", "customer_blocked", "a blocked member makes no bookings"));
    }
    if let Some(member) = member? {
        let belongs = match &customer {
            CustomerRecord::Member(own) => own.id == member.id,
            CustomerRecord::Company(company) => member.body.companies.iter().any(|(id, _)| id == company.id),
        };
        if !belongs {
            return Err(ApiError::rule("member_id", "not_of_customer", "the person does not belong to the customer"));
        }
    }
    Ok(customer)
}

/// The booking that the request becomes, or why it does not.
pub fn decide(
    call: &Call,
    input: &BookingCreate,
    period: Period,
    snapshot: &ScheduleSnapshot,
    customer: &CustomerRecord,
    quote: Option<&BookingQuote>,
) -> Result<Booking, ApiError> {
    let (resource, others) = (snapshot.resource(), snapshot.others());
    let asked = (input.units.unwrap_or(1), input.attendees.unwrap_or(1));
    let request = snapshot.request(period, asked, customer_tier::tier_of(customer), call.now);
    check_policy(&request, &others, input.is_override)?;
    let price = price::price(&request, &others, customer_tier::discount_of(customer))?;
    if let Some(quote) = quote {
        quote.check(
            call.now,
            &PricedRequest::of(&request, &input.additional_resource_ids, input.customer_id),
            &price,
        )?;
    }
    let pending = !input.is_override && needs_approval(&request, &others);
    let mut booking = Booking {
        resource_id: resource.id,
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
        quote_id: input.quote_id.map(Id::uuid),
        price,
        currency: snapshot.location.body.currency,
        policy: resource.body.policy.clone(),
        is_member: request.tier == CustomerTier::Member,
        time_zone: snapshot.location.body.time_zone,
        taken: snapshot.taken(request.units),
        overridden: input.is_override,
        checked_in_at: None,
        checked_out_at: None,
        no_show: false,
        cancellation: None,
    };
    booking.void_at = void_at(&booking, call.now);
    Ok(booking)
}

/// Policy of the resource and of the additional ones; the first broken rule is the refusal's own, all are in it.
pub fn check_policy(
    request: &BookingRequest<'_>,
    others: &[(Id<Resource>, &Resource)],
    is_override: bool,
) -> Result<(), ApiError> {
    let all = policy::violations_of_all(request, others);
    let mut broken = all.into_iter().filter(|violation| !is_override || !violation.is_policy());
    let Some(first) = broken.next() else { return Ok(()) };
    let mut error = first.into_error();
    for violation in broken {
        error = error.at(violation.field, violation.reason);
    }
    Err(error)
}

/// Whether somebody must agree: the resource asks for it, or the customer may not book it without asking.
fn needs_approval(request: &BookingRequest<'_>, others: &[(Id<Resource>, &Resource)]) -> bool {
    let all = std::iter::once(request.resource).chain(others.iter().map(|(_, resource)| *resource));
    all.into_iter()
        .any(|resource| resource.requires_approval || !customer_tier::may_book(request.tier, resource.bookable_by()))
}
