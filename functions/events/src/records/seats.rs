//! What is taken of an event, what is offered, and who waits: one versioned record of the event's id, so that whoever
//! takes seats gets all of them or none, nobody gets what another has, and the line is served in turn
//! (`docs/decisions/0036-seats.md`).

use records::Location;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use values::{ApiError, ErrorCode, Id, Kind, KindName, Timestamp};

use super::{
    event_state::{Availability, SeatNumbers},
    seat_terms::SeatTerms,
    waitlist_entry::EventWaitlistEntry,
};

/// Most parties that wait for one event; with about 250 bytes each they fit one record (48 KB).
pub const WAITING_MAX: usize = 150;

/// The seats of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventSeats {
    /// Location at which the event takes place.
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
    /// Entry in the waiting list to which the seats are offered.
    pub entry_id: Id<EventWaitlistEntry>,
    /// Number of seats that are kept, all those that the entry asks for.
    pub quantity: i64,
    /// Until when, unless registration closes before.
    pub expires_at: Timestamp,
    /// By what whoever waited is recognised, so that nobody waits twice.
    pub holders: Vec<String>,
}

/// A party that waits for seats of the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WaitingParty {
    /// Entry in the waiting list of the party that waits.
    pub entry_id: Id<EventWaitlistEntry>,
    /// How many seats they need together.
    pub quantity: i64,
    /// By what they are recognised, so that nobody waits twice.
    pub holders: Vec<String>,
}

impl EventSeats {
    /// Those of a new event.
    #[must_use]
    pub const fn none(location_id: Id<Location>) -> Self {
        Self { location_id, open: 0, past: 0, offers: Vec::new(), waiting: Vec::new(), look_at: None }
    }

    /// Seats that are kept for offers: an offer that is over keeps nothing.
    #[must_use]
    pub fn offered(&self, terms: &SeatTerms) -> i64 {
        self.offers.iter().filter(|offer| terms.keeps_until(offer.expires_at)).map(|offer| offer.quantity).sum()
    }

    /// Seats that nobody has; no limit when none.
    #[must_use]
    pub fn free(&self, terms: &SeatTerms) -> Option<i64> {
        terms.capacity.map(|capacity| capacity - self.open - self.past - self.offered(terms))
    }

    /// Whether so many are free.
    fn fits(&self, quantity: i64, terms: &SeatTerms) -> bool {
        self.free(terms).is_none_or(|free| quantity <= free)
    }

    /// How many are taken, for an answer.
    #[must_use]
    pub fn numbers(&self, terms: &SeatTerms) -> SeatNumbers {
        SeatNumbers {
            taken: self.open + self.past,
            offered: self.offered(terms),
            waited_for: self.waiting.iter().map(|party| party.quantity).sum(),
            available: self.availability(terms),
        }
    }

    /// Whether seats are left.
    fn availability(&self, terms: &SeatTerms) -> Availability {
        match (terms.capacity, self.free(terms)) {
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

    /// Takes seats, all or none. Nobody passes those who wait; where the event lets others pass, nobody passes those
    /// for whom there is room now.
    ///
    /// # Errors
    /// 409 `capacity_exceeded` naming `quantity`.
    pub fn take(&mut self, quantity: i64, terms: &SeatTerms) -> Result<(), ApiError> {
        let full = |message: String| {
            Err(ApiError::conflict(ErrorCode::CapacityExceeded, message).at("quantity", "capacity_exceeded"))
        };
        if !self.fits(quantity, terms) {
            let free = self.free(terms).unwrap_or_default().max(0);
            return full(format!("{quantity} seats are wanted, {free} are free"));
        }
        let is_passed = if terms.passing {
            self.can_promote(terms)
        } else {
            self.waiting.iter().any(|party| terms.serves(party.quantity))
        };
        if is_passed {
            return full("others wait for the seats that are free".to_owned());
        }
        self.open += quantity;
        Ok(())
    }

    /// Offers what is free to those who wait, in turn, at most so many; the entries that are offered something.
    pub fn promote(&mut self, terms: &SeatTerms, expires_at: Timestamp, most: usize) -> Vec<Id<EventWaitlistEntry>> {
        let mut offered = Vec::new();
        while let Some(position) = self.next_to_serve(terms)
            && offered.len() < most
        {
            let WaitingParty { entry_id, quantity, holders } = self.waiting.remove(position);
            offered.push(entry_id);
            self.offers.push(SeatOffer { entry_id, quantity, expires_at, holders });
        }
        offered
    }

    /// Whether somebody who waits could be offered something.
    #[must_use]
    pub fn can_promote(&self, terms: &SeatTerms) -> bool {
        self.next_to_serve(terms).is_some()
    }

    /// Where in the line the party stands that is offered seats next. Who can never be served stands in nobody's way.
    fn next_to_serve(&self, terms: &SeatTerms) -> Option<usize> {
        let mut able = self.waiting.iter().enumerate().filter(|(_, party)| terms.serves(party.quantity));
        let found = if terms.passing {
            able.find(|(_, party)| self.fits(party.quantity, terms))
        } else {
            able.next().filter(|(_, party)| self.fits(party.quantity, terms))
        };
        found.map(|(position, _)| position)
    }

    /// Whether one of these waits, or is offered something.
    #[must_use]
    pub fn has(&self, holders: &[String], terms: &SeatTerms) -> bool {
        let offers =
            self.offers.iter().filter(|offer| terms.keeps_until(offer.expires_at)).flat_map(|offer| &offer.holders);
        self.waiting.iter().flat_map(|party| &party.holders).chain(offers).any(|one| holders.contains(one))
    }

    /// Takes an entry out of the line and out of the offers.
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
