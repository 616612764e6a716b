//! A request for a series, and what making one comes to.

use records::Member;
use scheduling::{Resource, booking::PaymentSource};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Committed, Created};
use store::Record;
use values::{Customer, Id, LongText, Metadata, ShortText, Timestamp, recurrence::RecurrenceRule};

use super::record::{BookingSeries, OnConflict};
use crate::{new_booking::BookingCreate, paying::PaymentAsked};

/// A series of bookings to be made by one rule.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingSeriesCreate {
    /// Resource that each booking of the series books.
    pub resource_id: Id<Resource>,
    /// What is booked with it, all or nothing: one unit of each.
    #[serde(default)]
    #[schemars(length(max = 5))]
    pub additional_resource_ids: Vec<Id<Resource>>,
    /// Who books: a member or a company.
    pub customer_id: Id<Customer>,
    /// Person who books for a company.
    pub member_id: Option<Id<Member>>,
    /// First instant of the first booking. The others start at the same local time.
    pub first_start_time: Timestamp,
    /// How long each booking lasts, as time passes.
    #[schemars(range(min = 1, max = 46_080))]
    pub duration_minutes: i64,
    /// Rule by which the bookings repeat, and which ends by a count or a day.
    pub rule: RecurrenceRule,
    /// What becomes of an occurrence that cannot be booked; `fail` when left out.
    #[serde(default)]
    pub on_conflict: OnConflict,
    /// What it is for.
    #[serde(default)]
    pub title: ShortText,
    /// How many people come; 1 when left out.
    #[schemars(range(min = 1, max = 100_000))]
    pub attendees: Option<i64>,
    /// Units of the resource; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    pub units: Option<u32>,
    /// For the people who run the place.
    #[serde(default)]
    pub notes: LongText,
    /// How each booking is paid.
    #[serde(default)]
    pub payment_source: PaymentSource,
    /// Whether money pays what credits or day passes do not.
    #[serde(default)]
    pub allow_mixed: bool,
    /// Sets policy aside; needs the scope `bookings:override`. What is taken stays taken.
    #[serde(default, rename = "override")]
    pub is_override: bool,
    /// Your own keys of the series.
    pub metadata: Option<Metadata>,
}

impl BookingSeriesCreate {
    /// How each booking is to be paid.
    #[must_use]
    pub const fn payment(&self) -> PaymentAsked {
        PaymentAsked { source: self.payment_source, allow_mixed: self.allow_mixed }
    }

    /// The request for one of its bookings.
    #[must_use]
    pub fn booking(&self, start_time: Timestamp, end_time: Timestamp) -> BookingCreate {
        BookingCreate {
            resource_id: self.resource_id,
            additional_resource_ids: self.additional_resource_ids.clone(),
            customer_id: self.customer_id,
            start_time,
            end_time,
            title: self.title.clone(),
            attendees: self.attendees,
            units: self.units,
            member_id: self.member_id,
            notes: self.notes.clone(),
            payment_source: self.payment_source,
            allow_mixed: self.allow_mixed,
            quote_id: None,
            hold_id: None,
            price_override: None,
            is_override: self.is_override,
            metadata: None,
        }
    }
}

/// A series as it was written when it became active, and the answer, which shows it as it will be when it is finished.
pub type CreatedSeries = (Record<BookingSeries>, Committed<Created<Record<BookingSeries>>>);
