//! Quote a booking: its price, what is in its way and which rules it breaks; and book at a quoted price.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, CustomerRecord, Data},
    domain::{
        Amount, Currency, Customer, Entity, Id, Kind, Line, Period, Resource, Text, Timestamp,
        booking_price::{PriceBreakdown, PriceBreakdownView},
        calendar::{Slot, SlotKind},
    },
    error::TimeConflict,
};
use uuid::Uuid;

use crate::{
    create::period_of,
    hold::BookingHold,
    policy::{self, Violation},
    price::price,
    scene::Scene,
    standing,
    wish::Wish,
};

/// How long a quote is good for.
const QUOTE_MINUTES: i64 = 15;

/// A stored quote. It is never changed, and nothing refers to it but the bookings made by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookingQuote {
    /// What was priced.
    facts: Facts,
    /// Its price then.
    price: PriceBreakdown,
    /// What was in the way.
    conflicts: Vec<TimeConflict>,
    /// Rules it broke.
    violations: Vec<BrokenRule>,
    /// When the price is no longer promised.
    expires_at: Timestamp,
}

/// What a price is the price of. A booking by the quote has the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    resource_id: Id<Resource>,
    /// In order of their ids: which of them a request names first changes nothing.
    additional_resource_ids: Vec<Id<Resource>>,
    customer_id: Id<Customer>,
    start: Timestamp,
    end: Timestamp,
    units: u32,
    currency: Currency,
}

impl Facts {
    /// What the price of this wish depends on.
    pub fn of(wish: &Wish<'_>, additional: &[Id<Resource>], customer_id: Id<Customer>) -> Self {
        let mut additional_resource_ids = additional.to_vec();
        additional_resource_ids.sort_unstable();
        Self {
            resource_id: wish.resource_id,
            additional_resource_ids,
            customer_id,
            start: wish.period.start(),
            end: wish.period.end(),
            units: wish.units,
            currency: wish.location.currency,
        }
    }
}

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
    let (scene, customer, hold) = tokio::join!(
        Scene::load(&call, input.resource_id, &input.additional_resource_ids, period, Vec::new()),
        call.customer(input.customer_id, "customer_id"),
        own_hold(&call, &input),
    );
    let (mut scene, customer) = (scene?, customer?);
    let conflicts = conflicts(&mut scene, &input, period, hold?, call.now)?;
    let quote = call.new_record(quoted(&scene, &customer, &input, period, conflicts, call.now)?, None);
    let mut transaction = call.transaction();
    transaction.create(&quote);
    call.commit(transaction, Data(quote)).await
}

/// Refuses a booking by a quote that is not exactly the charge: `price` is that of now, for what is booked now.
pub async fn redeem(call: &Call, id: Id<()>, facts: &Facts, price: &PriceBreakdown) -> Result<(), ApiError> {
    let quote = call.reference::<BookingQuote>(id.cast(), "quote_id").await?.body;
    let stale = if quote.expires_at <= call.now {
        "the quote has expired"
    } else if quote.facts != *facts {
        "the quote is for another booking"
    } else if quote.price != *price {
        "the price is no longer the quoted one"
    } else {
        return Ok(());
    };
    Err(ApiError::conflict(ErrorCode::QuoteStale, stale).at("quote_id", "quote_stale"))
}

/// The hold that the request names.
async fn own_hold(call: &Call, input: &BookingQuoteCreate) -> Result<Option<Uuid>, ApiError> {
    let Some(id) = input.hold_id else { return Ok(None) };
    call.reference::<BookingHold>(id.cast(), "hold_id").await?;
    Ok(Some(id.uuid()))
}

/// What is in the way, one interval of each resource. More units than there are is a broken rule and no conflict.
fn conflicts(
    scene: &mut Scene,
    input: &BookingQuoteCreate,
    period: Period,
    hold: Option<Uuid>,
    now: Timestamp,
) -> Result<Vec<TimeConflict>, ApiError> {
    let resource = &scene.resource().body;
    let taken = scene.taken(input.units.unwrap_or(1).min(resource.units));
    let (buffer_before_minutes, buffer_after_minutes) =
        (resource.policy.buffer_before_minutes, resource.policy.buffer_after_minutes);
    let slot = |units| Slot {
        id: Uuid::nil(),
        kind: SlotKind::Booking,
        start: period.start(),
        end: period.end(),
        buffer_before_minutes,
        buffer_after_minutes,
        units,
        until: None,
    };
    let mut conflicts = Vec::new();
    for one in taken {
        if let Some(hold) = hold {
            scene.calendar.free(one.resource_id, hold, &slot(0).days(), now);
        }
        match scene.take(std::slice::from_ref(&one), slot, now) {
            Err(error) if error.code == ErrorCode::BookingConflict => conflicts.extend(error.conflicts),
            outcome => outcome?,
        }
    }
    Ok(conflicts)
}

fn quoted(
    scene: &Scene,
    customer: &CustomerRecord,
    input: &BookingQuoteCreate,
    period: Period,
    conflicts: Vec<TimeConflict>,
    now: Timestamp,
) -> Result<BookingQuote, ApiError> {
    let resource = scene.resource();
    let wish = Wish {
        resource_id: resource.id,
        resource: &resource.body,
        location: &scene.location.body,
        period,
        units: input.units.unwrap_or(1),
        attendees: input.attendees.unwrap_or(1),
        standing: standing::standing_of(customer),
        now,
    };
    let others: Vec<_> = scene.asked[1..].iter().map(|other| (other.id, &other.body)).collect();
    let blocked = customer.is_blocked().then(|| BrokenRule {
        field: Line::new("customer_id"),
        reason: Line::new("customer_blocked"),
        message: Text::new("a blocked member makes no bookings"),
    });
    let broken = policy::violations_of_all(&wish, &others).into_iter().map(BrokenRule::from);
    Ok(BookingQuote {
        facts: Facts::of(&wish, &input.additional_resource_ids, input.customer_id),
        price: price(&wish, &others, standing::discount_of(customer))?,
        conflicts,
        violations: blocked.into_iter().chain(broken).collect(),
        expires_at: now.plus(Duration::minutes(QUOTE_MINUTES)),
    })
}

/// A rule that the booking would break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenRule {
    /// Field of the request that breaks it.
    field: Line,
    /// The rule's name, as the refusal of the booking would have it.
    reason: Line,
    /// A sentence for people.
    message: Text,
}

impl From<Violation> for BrokenRule {
    fn from(violation: Violation) -> Self {
        Self {
            field: Line::new(violation.field),
            reason: Line::new(violation.reason),
            message: Text::new(violation.message),
        }
    }
}

impl Kind for BookingQuote {
    const KIND: &'static str = "booking_quote";
}

impl Entity for BookingQuote {
    const PATH: &'static str = "/bookings/quote";
    type View = BookingQuoteView;

    fn view(&self, _now: Timestamp) -> BookingQuoteView {
        let Facts { resource_id, ref additional_resource_ids, customer_id, start, end, units, currency } = self.facts;
        BookingQuoteView {
            resource_id,
            additional_resource_ids: additional_resource_ids.clone(),
            customer_id,
            start_time: start,
            end_time: end,
            units,
            total_amount: Amount::of(self.price.total_minor, currency),
            currency,
            price_breakdown: self.price.view(currency),
            conflicts: self.conflicts.clone(),
            violations: self.violations.clone(),
            expires_at: self.expires_at,
        }
    }
}

/// What a booking would cost, and what speaks against it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "BookingQuote")]
pub struct BookingQuoteView {
    /// What would be booked.
    resource_id: Id<Resource>,
    /// What would be booked with it, in order of their ids.
    additional_resource_ids: Vec<Id<Resource>>,
    /// Who would book.
    customer_id: Id<Customer>,
    /// First instant.
    start_time: Timestamp,
    /// First instant after it.
    end_time: Timestamp,
    /// Units of the resource.
    units: u32,
    /// What the booking would be charged, tax included, in major units.
    total_amount: Amount,
    /// Currency of the price.
    currency: Currency,
    /// How the price comes about.
    price_breakdown: PriceBreakdownView,
    /// Intervals in the way: at most one of each resource, and not whose they are.
    conflicts: Vec<TimeConflict>,
    /// Rules that the booking would break.
    violations: Vec<BrokenRule>,
    /// When the price is no longer promised.
    expires_at: Timestamp,
}
