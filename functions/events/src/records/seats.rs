//! What is taken of an event, what is offered, and who waits: one versioned record of the event's id, so that whoever takes seats gets all
//! of them or none, nobody gets what another has, and the line is served in turn (`docs/decisions/0036-seats.md`).

use serde::{Deserialize, Serialize};
use shared::{
    ApiError, ErrorCode,
    domain::{Entity, Id, Indexes, Kind, KindName, Location, Timestamp},
};

use super::{
    event_state::{Availability, SeatNumbers},
    waitlist_entry::EventWaitlistEntry,
};

/// Most parties that wait for one event; with about 150 bytes each they fit one record (48 KB).
pub const WAITING_MAX: usize = 150;

/// The seats of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventSeats {
    /// Where.
    pub location_id: Id<Location>,
    /// Seats of registrations that are pending or confirmed, as far as their end was written down.
    pub open: i64,
    /// Seats of registrations that were ended by the end of the event.
    #[serde(default)]
    pub past: i64,
    /// Seats that are kept for somebody who waited.
    #[serde(default)]
    pub offers: Vec<SeatOffer>,
    /// Who waits, in the order in which they came.
    #[serde(default)]
    pub waiting: Vec<WaitingParty>,
    /// When somebody looks at it again, because one write had no room for everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look_at: Option<Timestamp>,
}

/// Seats that are kept for an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatOffer {
    /// The entry.
    pub entry_id: Id<EventWaitlistEntry>,
    /// How many.
    pub quantity: i64,
    /// Until when.
    pub expires_at: Timestamp,
    /// Who waited, so that nobody waits twice.
    pub holder: String,
}

/// Somebody who waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingParty {
    /// The entry.
    pub entry_id: Id<EventWaitlistEntry>,
    /// How many seats they need together.
    pub quantity: i64,
    /// Who waits, so that nobody waits twice.
    pub holder: String,
}

impl EventSeats {
    /// Those of a new event.
    #[must_use]
    pub const fn none(location_id: Id<Location>) -> Self {
        Self { location_id, open: 0, past: 0, offers: Vec::new(), waiting: Vec::new(), look_at: None }
    }

    /// Seats that are kept for offers at an instant: an offer that is over keeps nothing.
    #[must_use]
    pub fn offered(&self, now: Timestamp) -> i64 {
        self.offers.iter().filter(|offer| now < offer.expires_at).map(|offer| offer.quantity).sum()
    }

    /// Seats that nobody has; no limit when none.
    #[must_use]
    pub fn free(&self, capacity: Option<i64>, now: Timestamp) -> Option<i64> {
        capacity.map(|capacity| capacity - self.open - self.past - self.offered(now))
    }

    /// Whether so many are free.
    #[must_use]
    pub fn fits(&self, quantity: i64, capacity: Option<i64>, now: Timestamp) -> bool {
        self.free(capacity, now).is_none_or(|free| quantity <= free)
    }

    /// How many are taken, for an answer.
    #[must_use]
    pub fn numbers(&self, capacity: Option<i64>, now: Timestamp) -> SeatNumbers {
        SeatNumbers {
            taken: self.open + self.past,
            offered: self.offered(now),
            waited_for: self.waiting.iter().map(|party| party.quantity).sum(),
            available: self.availability(capacity, now),
        }
    }

    /// Whether seats are left.
    fn availability(&self, capacity: Option<i64>, now: Timestamp) -> Availability {
        match (capacity, self.free(capacity, now)) {
            (Some(_), Some(free)) if free <= 0 => Availability::SoldOut,
            (Some(capacity), Some(free)) if free * 10 <= capacity => Availability::Limited,
            _ => Availability::Available,
        }
    }

    /// Whether nobody has, is offered or waits for anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open == 0 && self.offers.is_empty() && self.waiting.is_empty()
    }

    /// Whether anybody waits for whom there would ever be room.
    fn waits(&self, capacity: Option<i64>) -> bool {
        self.waiting.iter().any(|party| capacity.is_none_or(|capacity| party.quantity <= capacity))
    }

    /// Takes seats, all or none. Nobody passes those who wait, unless `passing` says that others may pass those for whom there is no room.
    ///
    /// # Errors
    /// 409 `capacity_exceeded` naming `quantity`.
    pub fn take(
        &mut self,
        quantity: i64,
        (capacity, passing): (Option<i64>, bool),
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let full = |message: String| {
            Err(ApiError::conflict(ErrorCode::CapacityExceeded, message).at("quantity", "capacity_exceeded"))
        };
        if !self.fits(quantity, capacity, now) {
            let free = self.free(capacity, now).unwrap_or_default().max(0);
            return full(format!("{quantity} seats are wanted, {free} are free"));
        }
        let is_passed = if passing { self.can_promote((capacity, passing), now) } else { self.waits(capacity) };
        if is_passed {
            return full("others wait for the seats that are free".to_owned());
        }
        self.open += quantity;
        Ok(())
    }

    /// Offers what is free to those who wait, in turn, at most so many; the entries that are offered something.
    pub fn promote(
        &mut self,
        (capacity, passing): (Option<i64>, bool),
        (now, expires_at): (Timestamp, Timestamp),
        most: usize,
    ) -> Vec<Id<EventWaitlistEntry>> {
        let mut offered = Vec::new();
        let mut position = 0;
        while let Some(party) = self.waiting.get(position).filter(|_| offered.len() < most).cloned() {
            if self.fits(party.quantity, capacity, now) {
                self.waiting.remove(position);
                offered.push(party.entry_id);
                let WaitingParty { entry_id, quantity, holder } = party;
                self.offers.push(SeatOffer { entry_id, quantity, expires_at, holder });
            } else if passing || capacity.is_some_and(|capacity| capacity < party.quantity) {
                position += 1;
            } else {
                break;
            }
        }
        offered
    }

    /// Whether somebody who waits could be offered something.
    #[must_use]
    pub fn can_promote(&self, (capacity, passing): (Option<i64>, bool), now: Timestamp) -> bool {
        let mut able = self.waiting.iter().filter(|party| capacity.is_none_or(|capacity| party.quantity <= capacity));
        if passing {
            return able.any(|party| self.fits(party.quantity, capacity, now));
        }
        able.next().is_some_and(|party| self.fits(party.quantity, capacity, now))
    }

    /// Whether somebody waits, or is offered something at an instant.
    #[must_use]
    pub fn has(&self, holder: &str, now: Timestamp) -> bool {
        let offers = self.offers.iter().filter(|offer| now < offer.expires_at).map(|offer| &offer.holder);
        self.waiting.iter().map(|party| &party.holder).chain(offers).any(|one| one == holder)
    }

    /// Without an entry.
    pub fn drop_entry(&mut self, id: Id<EventWaitlistEntry>) {
        self.waiting.retain(|party| party.entry_id != id);
        self.offers.retain(|offer| offer.entry_id != id);
    }
}

impl Kind for EventSeats {
    const KIND: KindName = KindName::EventSeats;
}

impl Entity for EventSeats {
    const PATH: &'static str = "/events";
    type View = i64;

    fn view(&self, _now: Timestamp) -> i64 {
        self.open + self.past
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.offers.iter().map(|offer| offer.expires_at).chain(self.look_at).min())
    }
}

#[cfg(test)]
mod tests;
