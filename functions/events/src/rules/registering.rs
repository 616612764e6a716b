//! How somebody registers: directly, or by an offer of seats that came free.

use billing::settlement::{MoneyBy, PaymentTerms};
use chrono::Duration;
use money_documents::known_tax_rates::read_asked_on;
use records::publication::RequireActive as _;
use records::{AskedTax, EntitlementsAt, Location};
use settlement::{
    Settling, SourceAccount,
    purchase::{Purchase, UNPAID_MINUTES},
};
use shared::{api::Call, codes::random_letters};
use store::{Record, Transaction};
use values::{
    ApiError, Customer, Day, ErrorCode, Id, LongText, Metadata, Percent, ShortText, Timestamp, audience::OfferAudience,
};
use work::customer::CustomerRecord;

use super::{operator, seat_changes::SeatChanges, settling};
use crate::records::{
    event::Event,
    event_state::EventStatus,
    party::{EventGuest, limit_keys, seats_held},
    registration::{EventRegistration, QR_PAYLOAD},
    registration_facts::RegistrationFacts,
    registration_fields::EventRegistrationFields,
    registration_state::{RegistrationStatus, Role, TicketPaymentSource},
    ticket_price::{PricingTerms, TicketPrice},
    waitlist_entry::EventWaitlistEntry,
};

/// Letters of a ticket's code.
const CODE_LETTERS: usize = 10;

/// Who registers, for how many seats, and how it is paid.
#[derive(Clone, Debug)]
pub struct Registering {
    /// Who registers, when a customer.
    pub customer_id: Option<Id<Customer>>,
    /// Who registers, when nobody's customer.
    pub guest: Option<EventGuest>,
    /// Number of seats, all of which are taken or none.
    pub quantity: i64,
    /// As what they come.
    pub role: Role,
    /// With what it is paid; `none` when left out of what costs nothing.
    pub payment_source: Option<TicketPaymentSource>,
    /// Who comes, by name.
    pub attendee_name: Option<ShortText>,
    /// Comment of whoever registers; may be empty.
    pub comment: LongText,
    /// The client's own keys.
    pub metadata: Option<Metadata>,
    /// The entry whose offer this takes.
    pub entry_id: Option<Id<EventWaitlistEntry>>,
}

/// A registration, with everything that making it changes in `transaction`.
///
/// # Errors
/// 402 `insufficient_balance`, 403, 409 `invalid_state` or `capacity_exceeded`, 422 naming what forbids it.
pub async fn register(
    call: &Call,
    transaction: &mut Transaction,
    mut seats: SeatChanges,
    asked: &Registering,
) -> Result<Record<EventRegistration>, ApiError> {
    check_event(call, &seats.event.body, asked)?;
    let (location, customer) = tokio::join!(call.get(seats.event.body.location_id), async {
        match asked.customer_id {
            Some(id) => call.welcome_customer(transaction, id, "customer_id").await.map(Some),
            None => welcome_guest(call, asked.guest.as_ref()).await.map(|()| None),
        }
    });
    let (location, customer) = (location?, customer?);
    location.body.check_active("event_id")?;
    let (body, mut settling) = draft(call, &seats.event, &location, customer.as_ref(), asked).await?;
    let mut new = call.new_record(body, asked.metadata.clone());
    new.body.qr_payload = QR_PAYLOAD.sign(call, new.id).await?;
    let owed = new.body.price.owed;
    settling::settle(call, &mut settling, (new.id, &mut new.body), false, owed)?;
    match asked.entry_id {
        Some(entry) => seats.take_offered(entry, asked.quantity),
        None => seats.take(asked.quantity, call.now)?,
    }
    count_seats(transaction, &seats.event, &new.body);
    if let Some(customer) = new.body.customer_id {
        transaction.add(&Customer::open_registrations(customer), 1);
    }
    if !settling.at(&location) {
        transaction.require_active(&location, "event_id");
    }
    transaction.create(&new);
    seats.write(call, transaction, false).await?;
    settling.write(call, transaction).await?;
    Ok(new)
}

/// Refuses a guest who is a blocked member.
pub async fn welcome_guest(call: &Call, guest: Option<&EventGuest>) -> Result<(), ApiError> {
    match guest {
        Some(guest) => call.welcome_guest(&guest.email, "guest").await,
        None => Ok(()),
    }
}

/// Refuses what an event does not allow now, or not to this client.
fn check_event(call: &Call, event: &Event, asked: &Registering) -> Result<(), ApiError> {
    event.status_at(call.now).require(&[EventStatus::Published])?;
    let is_host = asked.role == Role::Host;
    if is_host {
        operator::require(call, "role")?;
    }
    if event.visibility == OfferAudience::Admins && !is_host {
        operator::require(call, "event_id")?;
    }
    let refused = |reason, message: String| Err(ApiError::rule("event_id", reason, message));
    if !is_host && event.registration_opens_at.is_some_and(|opens| call.now < opens) {
        return refused("registration_not_open", "registration has not opened yet".to_owned());
    }
    if !is_host && event.closes_at() <= call.now {
        return refused("registration_closed", "registration has closed".to_owned());
    }
    if !is_host && asked.quantity > event.max_per_customer {
        let message = format!("nobody has more than {} seats: see max_per_customer", event.max_per_customer);
        return Err(ApiError::rule("quantity", "above_max_per_customer", message));
    }
    Ok(())
}

/// Nobody has more seats of an event than one may, by however many registrations; whoever holds it may.
fn count_seats(transaction: &mut Transaction, event: &Record<Event>, new: &EventRegistration) {
    for key in &new.limit_keys {
        let most = event.body.max_per_customer;
        transaction.add_up_to(&seats_held(event.id, key), new.quantity, most, above_max(most));
    }
}

/// The refusal of more seats than one may have, by whatever registrations.
pub fn above_max(most: i64) -> ApiError {
    let message = format!("nobody has more than {most} seats: see max_per_customer");
    ApiError::conflict(ErrorCode::CapacityExceeded, message).at("quantity", "above_max_per_customer")
}

/// Refuses somebody for whom the event is not.
///
/// # Errors
/// 422 `not_for_customer` naming who it is.
pub fn check_audience(event: &Event, entitlements: &EntitlementsAt, is_customer: bool) -> Result<(), ApiError> {
    if entitlements.is_among(event.visibility.audience(), &[]) {
        return Ok(());
    }
    let field = if is_customer { "customer_id" } else { "guest" };
    Err(ApiError::rule(field, "not_for_customer", "the event is for others: see its visibility"))
}

/// The registration with its price and its payer, before anything is charged.
async fn draft(
    call: &Call,
    event: &Record<Event>,
    location: &Record<Location>,
    customer: Option<&CustomerRecord>,
    asked: &Registering,
) -> Result<(EventRegistration, Settling), ApiError> {
    let is_host = asked.role == Role::Host;
    let source = asked.payment_source.unwrap_or(TicketPaymentSource::None);
    let purchase = match customer {
        Some(customer) => Some(Box::pin(Purchase::read(call, customer, location, source.source())).await?),
        None => None,
    };
    let known = purchase.as_ref().map(|known| known.entitlements.at(event.body.start_time));
    let entitlements = known.unwrap_or_else(|| EntitlementsAt::public().clone());
    if !is_host && event.body.visibility != OfferAudience::Admins {
        check_audience(&event.body, &entitlements, customer.is_some())?;
    }
    let tax = read_tax(call, &event.body, &location.body).await?;
    let price = priced(event, (location, tax), purchase.as_ref(), &entitlements, asked)?;
    check_source(call, source, &price, customer.is_some())?;
    let terms = PaymentTerms { source: source.source(), mixed_with: None::<MoneyBy> };
    let account = match &purchase {
        Some(purchase) if source != TicketPaymentSource::None => {
            let payer = purchase.payer(call, &price.owed, |allowed| allowed.events)?;
            let spender = if source == TicketPaymentSource::Credits { payer.spender.clone() } else { None };
            Some(SourceAccount::new(payer.id, terms, spender))
        }
        Some(_) | None => None,
    };
    let is_paid = source != TicketPaymentSource::External || price.is_free();
    let name = customer.map(|customer| customer.name().to_string());
    let name = name.or_else(|| asked.guest.as_ref().map(|guest| guest.name.to_string())).unwrap_or_default();
    let fields = EventRegistrationFields {
        attendee_name: asked.attendee_name.clone().unwrap_or_else(|| ShortText::new(name)),
        comment: asked.comment.clone(),
    };
    let limit_keys = if is_host { Vec::new() } else { limit_keys(event.id, customer, asked.guest.as_ref()) };
    let cross_location = purchase.as_ref().is_some_and(|purchase| purchase.settings.cross_location);
    let settling = purchase.map(|purchase| purchase.settling).unwrap_or_default();
    let facts = RegistrationFacts {
        fields,
        event_id: event.id,
        event_title: event.body.title.clone(),
        location_id: event.body.location_id,
        customer_id: asked.customer_id,
        guest: asked.guest.clone(),
        quantity: asked.quantity,
        role: asked.role,
        payment_source: source,
        currency: event.body.currency,
        payment_reference: ShortText::default(),
        ticket_code: random_letters::<CODE_LETTERS>(&call.ids)?,
        qr_payload: String::new(),
        checked_in_count: 0,
    };
    let registration = EventRegistration {
        facts,
        days: days(&event.body, &location.body)?,
        cross_location,
        owed_minor: price.owed.money_minor,
        price,
        account,
        status: if is_paid { RegistrationStatus::Confirmed } else { RegistrationStatus::Pending },
        expires_at: (!is_paid).then(|| call.now.plus(Duration::minutes(UNPAID_MINUTES))),
        paid_at: is_paid.then_some(call.now),
        limit_keys,
        checked_in_at: None,
        cancellation: None,
        look_at: None,
        ended_at: None,
        event: None,
    };
    Ok((registration, settling))
}

/// The tax on its tickets, as of the day on which it begins.
async fn read_tax(call: &Call, event: &Event, location: &Location) -> Result<AskedTax, ApiError> {
    let asked = AskedTax::of(event.tax_rate_id, event.tax_rate, location);
    read_asked_on(call, asked, days(event, location)?.0).await
}

/// What it costs. Of several plans the best discount applies, not the sum; what nobody pays for costs nothing.
fn priced(
    event: &Record<Event>,
    (location, tax): (&Record<Location>, AskedTax),
    purchase: Option<&Purchase>,
    entitlements: &EntitlementsAt,
    asked: &Registering,
) -> Result<TicketPrice, ApiError> {
    let plans = purchase.into_iter().flat_map(|known| known.entitlements.plans_at(event.body.start_time));
    let discount = plans.fold(Percent::ZERO, |best, plan| best.max(plan.discounts.events));
    let discounts_apply_to_credits = purchase.is_some_and(|known| known.settings.discounts_apply_to_credits);
    let terms = PricingTerms { location: &location.body, tax, entitlements, discount, discounts_apply_to_credits };
    let is_given = asked.role == Role::Host || asked.payment_source == Some(TicketPaymentSource::None);
    TicketPrice::of(&event.body, &terms, (asked.quantity, is_given))
}

/// Refuses a payment that does not go with the price or with whoever pays.
///
/// # Errors
/// 403, 422 on `payment_source`.
fn check_source(
    call: &Call,
    source: TicketPaymentSource,
    price: &TicketPrice,
    is_customer: bool,
) -> Result<(), ApiError> {
    let refused = |reason, message| Err(ApiError::rule("payment_source", reason, message));
    match source {
        TicketPaymentSource::None if price.is_given => operator::require(call, "payment_source"),
        TicketPaymentSource::None if !price.is_free() => refused("required", "the event costs something: say who pays"),
        TicketPaymentSource::Credits | TicketPaymentSource::Invoice if !is_customer => {
            refused("not_payable", "a guest pays outside of this service")
        }
        TicketPaymentSource::None
        | TicketPaymentSource::Credits
        | TicketPaymentSource::Invoice
        | TicketPaymentSource::External => Ok(()),
    }
}

/// First and last day of an event, as its location has them.
fn days(event: &Event, location: &Location) -> Result<(Day, Day), ApiError> {
    let last = event.end_time.plus(-Duration::milliseconds(1)).max(event.start_time);
    let day = |at: Timestamp| {
        Day::new(at.day_in(location.time_zone)).ok_or_else(|| ApiError::internal("an event after the year 9999"))
    };
    Ok((day(event.start_time)?, day(last)?))
}
