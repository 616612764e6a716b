//! Extras of bookings: products that are ordered for a booking, such as coffee for a meeting (`docs/areas/shop.md`, 24
//! to 28).

use chrono::Duration;
use scheduling::{Booking, Resource};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Day, Id, Timestamp};

/// For what bookings a product is an extra, and until when it is ordered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ShopExtra")]
pub struct ExtraTerms {
    /// Resources with which it can be ordered; any of the location when empty.
    #[serde(default)]
    #[schemars(length(max = 50), extend("uniqueItems" = true))]
    pub resource_ids: Vec<Id<Resource>>,
    /// Until how many hours before the booking begins it is ordered, and cancelled by the customer.
    #[serde(default)]
    #[schemars(range(min = 0, max = 2160))]
    pub lead_hours: u16,
    /// Whether the quantity of an order is for each of the booking's people, or for all of them together.
    #[serde(default)]
    pub per: ExtraPer,
}

/// What the quantity of an extra is counted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ShopExtraPer")]
pub enum ExtraPer {
    /// So many in all.
    #[default]
    Booking,
    /// So many for each attendee and visitor, as the booking has them when it is ordered.
    Person,
}

/// The booking for which an order is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForBooking {
    /// The booking.
    pub booking_id: Id<Booking>,
    /// When it begins, as it was seen last.
    pub starts_at: Timestamp,
    /// Its local day.
    pub day: Day,
    /// The longest lead time of what was ordered.
    pub lead_hours: u16,
    /// When it is looked at again, while the order is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_at: Option<Timestamp>,
}

impl ExtraTerms {
    /// How many pieces are ordered when somebody asks for `quantity`.
    #[must_use]
    pub fn pieces(&self, quantity: i64, booking: &Booking) -> i64 {
        match self.per {
            ExtraPer::Booking => quantity,
            ExtraPer::Person => quantity.saturating_mul(booking.people().max(1)),
        }
    }

    /// Whether it can be ordered with what is booked.
    #[must_use]
    pub fn is_for(&self, booking: &Booking) -> bool {
        self.resource_ids.is_empty() || self.resource_ids.iter().any(|id| booking.asks_for(*id))
    }
}

impl ForBooking {
    /// The order of extras for a booking as it is at an instant.
    ///
    /// # Errors
    /// 500 for a booking after the year 9999.
    pub fn of(id: Id<Booking>, booking: &Booking, lead_hours: u16, now: Timestamp) -> Result<Self, ApiError> {
        let day = Day::new(booking.start.day_in(booking.time_zone));
        let day = day.ok_or_else(|| ApiError::internal("a booking after the year 9999"))?;
        let mut order = Self { booking_id: id, starts_at: booking.start, day, lead_hours, look_at: None };
        order.look_at = order.next_look(booking, now);
        Ok(order)
    }

    /// The last instant at which the customer changes it.
    #[must_use]
    pub fn changes_until(&self) -> Timestamp {
        before(self.starts_at, self.lead_hours)
    }

    /// Whether the booking begins when it did, and is to be looked at later.
    #[must_use]
    pub fn is_as_seen(&self, booking: &Booking, now: Timestamp) -> bool {
        self.starts_at == booking.start && self.look_at.is_none_or(|at| now < at)
    }

    /// When the booking is looked at next: every day, when the lead time begins, and at its start and end. Whatever
    /// cancels it asks for a look at once; this finds what was missed.
    fn next_look(&self, booking: &Booking, now: Timestamp) -> Option<Timestamp> {
        let instants = [self.changes_until(), booking.start, booking.end];
        let next = instants.into_iter().filter(|at| now < *at).min()?;
        Some(next.min(now.plus(Duration::days(1))))
    }
}

/// So many hours before an instant.
#[must_use]
pub fn before(at: Timestamp, hours: u16) -> Timestamp {
    at.plus(-Duration::hours(hours.into()))
}
