//! A quote: what a booking would cost, and booking at exactly that price.

use billing::wallet::Unit;
use chrono::Duration;
use scheduling::{
    Booking, Resource,
    booking::{
        BookingOutcome, BookingPayment, BookingRequest, PaymentSource, PriceOverride, policy::Violation,
        price_override::PriceOverrideView,
    },
    booking_price::{PriceBreakdown, PriceBreakdownView},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use settlement::source_account::ChargesView;
use shared::api::Call;
use store::Entity;
use values::{
    Amount, ApiError, Currency, Customer, ErrorCode, Id, Kind, KindName, LongText, ShortText, Timestamp,
    error::TimeConflict,
};

/// A stored quote. It never changes; only bookings that were made by it refer to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BookingQuote {
    /// Request that was priced: resources, units, customer, time and currency.
    pub facts: PricedRequest,
    /// Price of the request when it was quoted.
    pub price: PriceBreakdown,
    /// Price that staff would have given instead of the one by the rates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price_override: Option<Box<PriceOverride>>,
    /// What was in the way.
    pub conflicts: Vec<TimeConflict>,
    /// Rules that the booking would have broken when it was quoted.
    pub violations: Vec<BrokenRule>,
    /// Whether it would wait for approval.
    #[serde(default)]
    pub needs_approval: bool,
    /// How it would be paid.
    #[serde(default)]
    pub payment_source: PaymentSource,
    /// Who would pay it, and what would be charged; none when nobody would or could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<Box<BookingPayment>>,
    /// When the price is no longer promised.
    pub expires_at: Timestamp,
}

/// What a price is the price of. A booking by the quote has the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PricedRequest {
    resource_id: Id<Resource>,
    /// Sorted by id, because the order in which a request names them has no meaning.
    additional_resource_ids: Vec<Id<Resource>>,
    customer_id: Id<Customer>,
    start: Timestamp,
    end: Timestamp,
    units: u32,
    currency: Currency,
}

impl PricedRequest {
    /// What the price of this request depends on.
    pub fn of(request: &BookingRequest<'_>, additional: &[Id<Resource>], customer_id: Id<Customer>) -> Self {
        let mut additional_resource_ids = additional.to_vec();
        additional_resource_ids.sort_unstable();
        Self {
            resource_id: request.resource_id,
            additional_resource_ids,
            customer_id,
            start: request.period.start(),
            end: request.period.end(),
            units: request.units,
            currency: request.location.currency,
        }
    }
}

/// The quote that a request names, if it names one.
pub async fn find_named(call: &Call, id: Option<Id<()>>) -> Result<Option<BookingQuote>, ApiError> {
    let Some(id) = id else { return Ok(None) };
    Ok(Some(call.require_reference::<BookingQuote>(id.cast(), "quote_id").await?.body))
}

impl BookingQuote {
    /// What becomes of the booking, as things were when it was quoted.
    fn outcome(&self) -> BookingOutcome {
        if !self.conflicts.is_empty() || !self.violations.is_empty() {
            BookingOutcome::Refused
        } else if self.needs_approval {
            BookingOutcome::Pending
        } else {
            BookingOutcome::Confirmed
        }
    }

    /// Refuses a booking by this quote when the quote has expired, is for another booking, or has another price than
    /// `price`, which is the price of now.
    pub fn check(&self, now: Timestamp, facts: &PricedRequest, price: &PriceBreakdown) -> Result<(), ApiError> {
        let stale = if self.expires_at <= now {
            "the quote has expired"
        } else if self.facts != *facts {
            "the quote is for another booking"
        } else if !self.price.agrees_with(price) {
            "the price is no longer the quoted one"
        } else {
            return Ok(());
        };
        Err(stale_quote(stale))
    }

    /// Refuses a booking by this quote that is paid as the quote says, and would be charged otherwise.
    pub fn check_payment(&self, booking: &Booking) -> Result<(), ApiError> {
        if self.payment_source == PaymentSource::None || self.payment_source != booking.payment_source {
            return Ok(());
        }
        let charged = |payment: &Option<Box<BookingPayment>>| {
            let account = &payment.as_ref()?.account;
            let charged = &account.charged;
            let units = (charged.units(Unit::Credits), charged.units(Unit::DayPasses));
            Some((account.payer_id, units, charged.pending_minor, charged.external_minor))
        };
        if charged(&self.payment) == charged(&booking.payment) {
            return Ok(());
        }
        Err(stale_quote("what is charged is no longer what was quoted"))
    }
}

fn stale_quote(message: &'static str) -> ApiError {
    ApiError::conflict(ErrorCode::QuoteStale, message).at("quote_id", "quote_stale")
}

/// A rule that the booking would break.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BrokenRule {
    /// Field of the request that breaks it.
    pub field: ShortText,
    /// The rule's name, as the refusal of the booking would have it.
    pub reason: ShortText,
    /// A sentence for people.
    pub message: LongText,
}

impl From<Violation> for BrokenRule {
    fn from(violation: Violation) -> Self {
        Self {
            field: ShortText::new(violation.field),
            reason: ShortText::new(violation.reason),
            message: LongText::new(violation.message),
        }
    }
}

impl BrokenRule {
    /// The rule by which creating the booking would be refused. `field` is what it is about when the refusal names
    /// none.
    pub fn of(error: &ApiError, field: &str) -> Self {
        let named = error.fields.first();
        let reason = named.map_or(error.code.as_str(), |named| &*named.reason);
        Self {
            field: ShortText::new(named.map_or(field, |named| &named.field)),
            reason: ShortText::new(reason),
            message: LongText::new(error.message.clone()),
        }
    }
}

impl Kind for BookingQuote {
    const KIND: KindName = KindName::BookingQuote;
}

impl Entity for BookingQuote {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["facts.customer_id"]);
    const PATH: &'static str = "/bookings/quote";
    type View = BookingQuoteView;

    /// A day after the promise, nobody asks why it no longer holds.
    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.expires_at.plus(Duration::days(1)))
    }

    fn view(&self, _now: Timestamp) -> BookingQuoteView {
        let PricedRequest { resource_id, ref additional_resource_ids, customer_id, start, end, units, currency } =
            self.facts;
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
            price_override: self.price_override.as_ref().map(|given| given.view(currency)),
            list_price: self.price_override.as_ref().map(|given| given.list.view(currency)),
            payment_source: self.payment_source,
            payer_id: self.payment.as_ref().map(|payment| payment.account.payer_id),
            charges: self.payment.as_ref().map(|payment| payment.account.view(currency)).unwrap_or_default(),
            conflicts: self.conflicts.clone(),
            violations: self.violations.clone(),
            outcome: self.outcome(),
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
    /// Customer who would book: a member or a company.
    customer_id: Id<Customer>,
    /// First instant of the booking that was quoted.
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
    /// Price that staff would give it instead of the one by its rates; null when none would.
    price_override: Option<PriceOverrideView>,
    /// What the booking would cost by its rates, where staff would give it another price; otherwise null.
    list_price: Option<PriceBreakdownView>,
    /// How it would be paid.
    payment_source: PaymentSource,
    /// Who would pay; null when nobody would, or could.
    payer_id: Option<Id<Customer>>,
    /// What would be charged.
    #[serde(flatten)]
    charges: ChargesView,
    /// Intervals in the way: at most one of each resource, and not whose they are.
    conflicts: Vec<TimeConflict>,
    /// Rules that the booking would break.
    violations: Vec<BrokenRule>,
    /// What becomes of the booking, as things are: it is refused when something is in the way or a rule is broken.
    outcome: BookingOutcome,
    /// When the price is no longer promised.
    expires_at: Timestamp,
}
