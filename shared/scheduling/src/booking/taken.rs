//! A calendar that holds a booking, a hold or an offer, and the minutes that are kept free there.
//!
//! Each resource keeps its own gaps in its own calendar, whichever resource was named first. A child that is taken with
//! its parent keeps the larger buffers of the two.

use chrono::NaiveDate;
use records::booking_policy::BookingPolicy;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use values::Id;

use crate::{resource::Resource, slot::Slot};

/// A calendar that holds a booking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenResource {
    /// Resource whose calendar holds the booking.
    pub resource_id: Id<Resource>,
    /// Units that the booking takes in that calendar.
    pub units: u32,
    /// What is kept free there, where that is not what the first resource keeps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gaps: Option<Gaps>,
}

/// Minutes that are kept free. Field names are short in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gaps {
    /// Minutes kept free before the booking.
    #[serde(rename = "b")]
    pub before_minutes: u32,
    /// Minutes kept free after the booking.
    #[serde(rename = "a")]
    pub after_minutes: u32,
    /// Between two bookings of one customer.
    #[serde(rename = "d")]
    pub cooldown_minutes: u32,
}

impl Gaps {
    /// Those of a resource's policy.
    #[must_use]
    pub const fn of(policy: &BookingPolicy) -> Self {
        Self {
            before_minutes: policy.buffer_before_minutes,
            after_minutes: policy.buffer_after_minutes,
            cooldown_minutes: policy.cooldown_minutes,
        }
    }

    /// Those of a child that is taken with its parent: the larger buffers of the two. How often one customer books is
    /// the parent's rule then.
    #[must_use]
    pub fn with_child(self, child: &BookingPolicy) -> Self {
        Self {
            before_minutes: self.before_minutes.max(child.buffer_before_minutes),
            after_minutes: self.after_minutes.max(child.buffer_after_minutes),
            cooldown_minutes: self.cooldown_minutes,
        }
    }
}

impl TakenResource {
    /// The slot in this calendar, of what takes `first` in that of its first resource. Holds and offers keep no
    /// cooldown.
    #[must_use]
    pub fn slot(&self, first: Slot) -> Slot {
        let Some(gaps) = self.gaps else { return first };
        Slot {
            buffer_before_minutes: gaps.before_minutes,
            buffer_after_minutes: gaps.after_minutes,
            cooldown_minutes: if first.customer.is_some() { gaps.cooldown_minutes } else { first.cooldown_minutes },
            ..first
        }
    }
}

/// Every resource and UTC day whose item holds what takes `first` in the calendar of its first resource.
#[must_use]
pub fn days_of(taken: &[TakenResource], first: &Slot) -> Vec<(Uuid, NaiveDate)> {
    let days = |one: &TakenResource| one.slot(first.clone()).days();
    taken.iter().flat_map(|one| days(one).into_iter().map(|day| (one.resource_id.uuid(), day))).collect()
}
