//! A customer's wallet: open buckets of credits and of day passes, in one versioned record.
//!
//! Everything that happens to a wallet is a posting. At every moment its balance is the sum of its open buckets and the
//! sum of its postings, and never below zero.

pub mod advance;
pub mod bucket;
pub mod buckets;
pub mod posting;
pub mod refund;
pub mod reservation;

use serde::{Deserialize, Serialize};
use values::Timestamp;

pub use self::{
    advance::{Advanced, Begins, TimedGrant},
    bucket::{Bucket, SpentAt},
    buckets::{BUCKETS_MAX, Balance, Buckets, WalletError},
    posting::{Posting, PostingKind, Unit},
    refund::{RefundBy, Refunded, Transferred, transfer},
    reservation::{
        ChargeParts, CycleToCome, RESERVATIONS_AT_ONCE_MAX, RESERVATIONS_MAX, Reservation, ReservedPart, WaitingLimit,
    },
};

/// What a customer has, in one versioned record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wallet {
    /// Open buckets of the customer's credits.
    pub credits: Buckets,
    /// Open buckets of the customer's day passes.
    pub day_passes: Buckets,
}

impl Wallet {
    /// Buckets of a unit.
    #[must_use]
    pub const fn of(&self, unit: Unit) -> &Buckets {
        match unit {
            Unit::Credits => &self.credits,
            Unit::DayPasses => &self.day_passes,
        }
    }

    /// Buckets of a unit, to change them.
    pub const fn of_mut(&mut self, unit: Unit) -> &mut Buckets {
        match unit {
            Unit::Credits => &mut self.credits,
            Unit::DayPasses => &mut self.day_passes,
        }
    }

    /// When something next happens to it by itself: what the sweep waits for.
    #[must_use]
    pub fn next_event_at(&self) -> Option<Timestamp> {
        [&self.credits, &self.day_passes].into_iter().filter_map(Buckets::next_event_at).min()
    }

    /// Charges that wait, of both units.
    fn waiting(&self) -> usize {
        self.credits.reserved().len() + self.day_passes.reserved().len()
    }

    /// Schedules a charge on a cycle to come that grants `cycle_amount`.
    ///
    /// # Errors
    /// [`WalletError::NotPositive`], [`WalletError::CycleExhausted`], [`WalletError::TooManyWaiting`].
    pub fn reserve(&mut self, unit: Unit, reservation: Reservation, cycle_amount: i64) -> Result<(), WalletError> {
        if self.waiting() >= RESERVATIONS_MAX {
            return Err(WalletError::TooManyWaiting(WaitingLimit::OfWallet));
        }
        self.of_mut(unit).reserve(reservation, cycle_amount)
    }

    /// Why no further charge can wait for a cycle to come, if none can.
    fn limit_of(&self, unit: Unit, cycle: &CycleToCome) -> Option<WaitingLimit> {
        let at_once = self.of(unit).reserved().iter().filter(|other| other.posts_at == cycle.starts_at).count();
        if self.waiting() >= RESERVATIONS_MAX {
            return Some(WaitingLimit::OfWallet);
        }
        (at_once >= RESERVATIONS_AT_ONCE_MAX).then_some(WaitingLimit::AtOnce)
    }

    /// The limit because of which a cycle that would pay here pays nothing, if one is met.
    #[must_use]
    pub fn limit_met(&self, unit: Unit, spent_at: &SpentAt, cycles: &[CycleToCome]) -> Option<WaitingLimit> {
        let pays = |cycle: &&CycleToCome| cycle.pays(spent_at) && cycle.grants(unit) > 0;
        cycles.iter().filter(pays).find_map(|cycle| self.limit_of(unit, cycle))
    }

    /// What a cycle to come leaves to be reserved: what it grants, less what is reserved of it; nothing when no further
    /// charge can wait.
    fn left_of(&self, unit: Unit, cycle: &CycleToCome) -> i64 {
        if self.limit_of(unit, cycle).is_some() {
            return 0;
        }
        let reserved = self.of(unit).reserved();
        let of_cycle =
            |other: &&Reservation| other.posts_at == cycle.starts_at && other.subscription_id == cycle.subscription_id;
        let taken: i64 = reserved.iter().filter(of_cycle).map(|other| other.amount).sum();
        cycle.grants(unit).saturating_sub(taken).max(0)
    }

    /// What can be charged at an instant, of what pays where it is spent, or be reserved of these cycles.
    #[must_use]
    pub fn available_with(&self, unit: Unit, at: Timestamp, spent_at: &SpentAt, cycles: &[CycleToCome]) -> i64 {
        let to_come = cycles.iter().filter(|cycle| cycle.pays(spent_at)).map(|cycle| self.left_of(unit, cycle));
        to_come.fold(self.of(unit).available(at, spent_at), i64::saturating_add)
    }

    /// Splits a charge between the buckets and cycles to come. What a cycle grants stands among the buckets in the
    /// order of its expiry: what expires first pays first, what is permanent last.
    #[must_use]
    pub fn parts_of_charge(
        &self,
        unit: Unit,
        amount: i64,
        at: Timestamp,
        spent_at: &SpentAt,
        cycles: &[CycleToCome],
    ) -> ChargeParts {
        let mut cycles: Vec<&CycleToCome> = cycles.iter().filter(|cycle| cycle.pays(spent_at)).collect();
        cycles.sort_by_key(|cycle| (cycle.expires_at, cycle.starts_at, cycle.subscription_id));
        let usable = |bucket: &&Bucket| spent_at.takes(bucket) && !bucket.has_expired(at);
        let (mut parts, mut rest) = (ChargeParts::default(), amount);
        for cycle in cycles {
            let buckets = self.of(unit).open().iter().filter(usable);
            let held: i64 =
                buckets.filter(|bucket| bucket.has_expired(cycle.expires_at)).map(|bucket| bucket.amount).sum();
            let now = rest.min(held - parts.now).max(0);
            (parts.now, rest) = (parts.now + now, rest - now);
            let reserved = rest.min(self.left_of(unit, cycle));
            if reserved > 0 {
                parts.reserved.push(ReservedPart { cycle: *cycle, amount: reserved });
                rest -= reserved;
            }
        }
        parts.now += rest;
        parts
    }
}

#[cfg(test)]
mod tests;
