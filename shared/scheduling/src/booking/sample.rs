//! A location, a resource, a booking and requests for unit tests.
#![expect(clippy::expect_used, clippy::missing_panics_doc, reason = "what a test is made of must be right")]

use records::{
    EntitlementsAt, Location,
    booking_policy::BookingPolicy,
    late_fee_rule::LateFeeRule,
    location::{TicketSettings, VisitorSettings},
};
use serde::{
    Deserialize,
    de::value::{self, MapDeserializer},
};
use uuid::Uuid;
use values::{
    Address, Currency, CustomerTier, Id, LongText, Name, OptionalEmail, Percent, Period, ShortText, TimeZone,
    Timestamp, audience::Audience,
};

use crate::{
    booking::{Booking, BookingRequest, BookingState, PaymentSource},
    booking_price::PriceBreakdown,
    resource::{Resource, ResourceFields},
};

/// An instant from `2026-11-21T09:00`, in UTC.
#[must_use]
pub fn at(text: &str) -> Timestamp {
    Timestamp::parse(&format!("{text}:00Z")).expect("an instant")
}

/// An instant by the clock of Amsterdam; the first one when the clock shows it twice.
#[must_use]
pub fn local(text: &str) -> Timestamp {
    let shown = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M").expect("a local time");
    zone().first_at(shown).expect("an instant")
}

/// The period between two instants of a test.
#[must_use]
pub fn period(start: Timestamp, end: Timestamp) -> Period {
    Period::new(start, end).expect("a period")
}

/// Time zone of the test's location: Amsterdam.
#[must_use]
pub fn zone() -> TimeZone {
    TimeZone::parse("Europe/Amsterdam").expect("a zone")
}

/// A location in Amsterdam: UTC+1, in summer UTC+2; prices in euros, no tax.
#[must_use]
pub fn location() -> Location {
    Location {
        name: Name::new("Keizersgracht"),
        address: Address::default(),
        time_zone: zone(),
        currency: Currency::parse("EUR").expect("a currency"),
        email: OptionalEmail::default(),
        phone: ShortText::default(),
        latitude: None,
        longitude: None,
        description: LongText::default(),
        opening_hours: Vec::new(),
        public_hours: Vec::new(),
        holidays: Vec::new(),
        tax_rate: Percent::ZERO,
        tax_rate_id: None,
        tax_inclusive: false,
        is_active: true,
        network_group: ShortText::default(),
        visitor_settings: VisitorSettings::default(),
        ticket_settings: TicketSettings::default(),
        late_fees: LateFeeRule::default(),
        language: None,
        operation: None,
    }
}

/// A meeting room with only what is required.
#[must_use]
pub fn room() -> Resource {
    let location = Uuid::from_u128(1).to_string();
    let required = [("location_id", location.as_str()), ("name", "Blue room"), ("type", "meeting_room")];
    let fields = ResourceFields::deserialize(MapDeserializer::<_, value::Error>::new(required.into_iter()));
    Resource::from(fields.expect("a resource"))
}

/// A member's confirmed booking of a period at a price, under a policy without limits.
#[must_use]
pub fn booking(start: Timestamp, end: Timestamp, total_minor: i64) -> Booking {
    Booking {
        resource_id: Id::new(Uuid::from_u128(2)),
        resource_type: None,
        additional_resource_ids: Vec::new(),
        customer_id: Id::new(Uuid::from_u128(4)),
        location_id: Id::new(Uuid::from_u128(1)),
        start,
        end,
        state: BookingState::Confirmed,
        void_at: None,
        title: ShortText::default(),
        attendees: 1,
        units: 1,
        member_id: None,
        series_id: None,
        notes: LongText::default(),
        payment_source: PaymentSource::None,
        payment: None,
        quote_id: None,
        price: PriceBreakdown { subtotal_minor: total_minor, total_minor, ..PriceBreakdown::default() },
        price_override: None,
        currency: Currency::parse("EUR").expect("a currency"),
        policy: BookingPolicy::default(),
        additional_policies: Vec::new(),
        late_fee: None,
        is_member: true,
        time_zone: zone(),
        taken: Vec::new(),
        overridden: false,
        checked_in_at: None,
        checked_out_at: None,
        no_show: false,
        cancellation: None,
        visitor_ids: Vec::new(),
        extras_order_ids: Vec::new(),
        handed_over_from_id: None,
        handed_over_to_id: None,
    }
}

/// Somebody who is a member of the location.
#[must_use]
pub fn member() -> &'static EntitlementsAt {
    static MEMBER: EntitlementsAt =
        EntitlementsAt { tier: CustomerTier::Member, audience: Audience::Members, plans: Vec::new() };
    &MEMBER
}

/// A member's request for one unit and one person, asked for at the given instant.
#[must_use]
pub fn request<'a>(
    resource: &'a Resource,
    location: &'a Location,
    period: Period,
    now: Timestamp,
) -> BookingRequest<'a> {
    BookingRequest {
        resource_id: Id::new(Uuid::from_u128(2)),
        resource,
        location,
        period,
        units: 1,
        attendees: 1,
        customer: member(),
        now,
    }
}
