//! What an event says of a booking or a series, and what it says was before.

use records::LoggedEvent;
use scheduling::{Booking, Resource, booking::BookingStatus};
use serde::Deserialize;
use values::{Id, Timestamp};

use crate::series::record::SeriesStatus;

/// A booking as an event has it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct BookingTold {
    /// What was booked.
    pub resource_id: Id<Resource>,
    /// First instant of the booked time.
    pub start_time: Timestamp,
    /// First instant after it.
    pub end_time: Timestamp,
    /// What had become of it.
    pub status: BookingStatus,
    /// Until when it held its time without being confirmed.
    pub hold_expires_at: Option<Timestamp>,
}

/// What an event says was before; what had not changed is absent.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(default)]
pub struct BookingBefore {
    /// What was booked.
    pub resource_id: Option<Id<Resource>>,
    /// First instant of the booked time.
    pub start_time: Option<Timestamp>,
    /// First instant after it.
    pub end_time: Option<Timestamp>,
    /// What had become of it.
    pub status: Option<BookingStatus>,
}

/// A series as an event has it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct SeriesTold {
    /// What had become of it.
    pub status: SeriesStatus,
}

impl BookingTold {
    /// What an event says; none when nothing of it is kept.
    #[must_use]
    pub fn of(event: &LoggedEvent) -> Option<Self> {
        serde_json::from_str(event.object.as_str()).ok()
    }

    /// Whether the booking has the time and the place of which the event tells.
    #[must_use]
    pub fn is_still(&self, booking: &Booking) -> bool {
        (self.resource_id, self.start_time, self.end_time) == (booking.resource_id, booking.start, booking.end)
    }
}

impl BookingBefore {
    /// What an event says was before.
    #[must_use]
    pub fn of(event: &LoggedEvent) -> Self {
        serde_json::from_str(event.previous_attributes.as_str()).unwrap_or_default()
    }

    /// Whether it was confirmed before the event: then it may stand in somebody's calendar.
    #[must_use]
    pub fn was_confirmed(&self, told: &BookingTold) -> bool {
        self.status.unwrap_or(told.status) == BookingStatus::Confirmed
    }
}

impl SeriesTold {
    /// What an event says; none when nothing of it is kept.
    #[must_use]
    pub fn of(event: &LoggedEvent) -> Option<Self> {
        serde_json::from_str(event.object.as_str()).ok()
    }
}
