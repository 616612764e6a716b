//! A customer's wallet: open buckets of credits and of day passes, in one versioned record.
//!
//! Everything that happens to a wallet is a posting. At every moment its balance is the sum of its open buckets and the sum
//! of its postings, and never below zero.

pub mod advance;
pub mod bucket;
pub mod buckets;
pub mod posting;
pub mod refund;
pub mod reservation;

use serde::{Deserialize, Serialize};
use shared::domain::Timestamp;

pub use self::{
    advance::{Advanced, Begins, TimedGrant},
    bucket::{Bucket, SpentAt},
    buckets::{BUCKETS_MAX, Balance, Buckets, WalletError},
    posting::{Posting, PostingKind, Unit},
    refund::{RefundBy, Refunded, Transferred, transfer},
    reservation::{ChargeParts, CycleToCome, RESERVATIONS_AT_ONCE_MAX, RESERVATIONS_MAX, Reservation, ReservedPart},
};

/// What a customer has, in one versioned record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wallet {
    /// Credits.
    pub credits: Buckets,
    /// Day passes.
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
}

#[cfg(test)]
mod tests;
