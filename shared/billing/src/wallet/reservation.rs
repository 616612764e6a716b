//! Charges that wait for the cycle that pays them, and what cycles to come leave for further ones.

use serde::{Deserialize, Serialize};
use shared::domain::{Id, Location, Timestamp};

use super::{
    Wallet,
    bucket::{Bucket, SpentAt},
    buckets::{Buckets, WalletError},
    posting::{PostingKind, Unit},
};

/// Most charges of a wallet that wait, of both units together: what keeps its record under 48 KB.
pub const RESERVATIONS_MAX: usize = 60;
/// Most charges of a unit that are posted at one instant, or that wait for no cycle of a subscription: what one transaction can post.
pub const RESERVATIONS_AT_ONCE_MAX: usize = 20;

/// A charge that waits for the cycle that pays it. Field names are short in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    /// The transaction that is scheduled.
    #[serde(rename = "i", alias = "id")]
    pub id: Id<()>,
    /// How many.
    #[serde(rename = "n", alias = "amount")]
    pub amount: i64,
    /// Why.
    #[serde(rename = "k", alias = "kind")]
    pub kind: PostingKind,
    /// First instant of the cycle, when it is charged.
    #[serde(rename = "p", alias = "posts_at")]
    pub posts_at: Timestamp,
    /// Where it is spent.
    #[serde(rename = "a", alias = "spent_at")]
    pub spent_at: SpentAt,
    /// Subscription whose cycle it is.
    #[serde(rename = "s", alias = "subscription_id")]
    pub subscription_id: Id<()>,
}

impl Reservation {
    /// Whether it waits for a cycle of a subscription, and not for an instant alone.
    #[must_use]
    pub fn is_of_cycle(&self) -> bool {
        !self.subscription_id.uuid().is_nil()
    }
}

/// What a cycle of a subscription will grant when it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleToCome {
    /// The subscription.
    pub subscription_id: Id<()>,
    /// Its first instant.
    pub starts_at: Timestamp,
    /// When what it grants expires.
    pub expires_at: Timestamp,
    /// Where what it grants can be used.
    pub location_id: Id<Location>,
    /// Credits.
    pub credits: i64,
    /// Day passes.
    pub day_passes: i64,
}

impl CycleToCome {
    /// How many of a unit it grants.
    #[must_use]
    pub const fn grants(&self, unit: Unit) -> i64 {
        match unit {
            Unit::Credits => self.credits,
            Unit::DayPasses => self.day_passes,
        }
    }

    /// Whether what it grants pays for what is spent there: by its place, and by when that takes place.
    fn pays(&self, spent_at: &SpentAt) -> bool {
        let bucket = Bucket {
            location_id: Some(self.location_id),
            ..Bucket::given(Id::new(self.subscription_id.uuid()), 1, Some(self.expires_at))
        };
        spent_at.takes_place_at.is_some_and(|at| self.starts_at <= at) && spent_at.takes(&bucket)
    }
}

/// A part of a charge that is to be reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReservedPart {
    /// Of which cycle.
    pub cycle: CycleToCome,
    /// How many.
    pub amount: i64,
}

/// What pays for a charge: buckets now, and cycles when they begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChargeParts {
    /// From the buckets, in the order of charges.
    pub now: i64,
    /// Of cycles to come.
    pub reserved: Vec<ReservedPart>,
}

impl Wallet {
    /// Charges that wait, of both units.
    fn waiting(&self) -> usize {
        self.credits.reserved().len() + self.day_passes.reserved().len()
    }

    /// Schedules a charge on a cycle to come that grants `cycle_amount`.
    ///
    /// # Errors
    /// [`WalletError::NotPositive`], [`WalletError::CycleExhausted`], [`WalletError::Full`].
    pub fn reserve(&mut self, unit: Unit, reservation: Reservation, cycle_amount: i64) -> Result<(), WalletError> {
        if self.waiting() >= RESERVATIONS_MAX {
            return Err(WalletError::Full);
        }
        self.of_mut(unit).reserve(reservation, cycle_amount)
    }

    /// What a cycle to come leaves to be reserved: what it grants, less what is reserved of it; nothing when no further charge can wait.
    fn left_of(&self, unit: Unit, cycle: &CycleToCome) -> i64 {
        let reserved = self.of(unit).reserved();
        let at_once = reserved.iter().filter(|other| other.posts_at == cycle.starts_at).count();
        if self.waiting() >= RESERVATIONS_MAX || at_once >= RESERVATIONS_AT_ONCE_MAX {
            return 0;
        }
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

    /// Splits a charge between the buckets and cycles to come. What a cycle grants stands among the buckets in the order of its
    /// expiry: what expires first pays first, what is permanent last.
    #[must_use]
    pub fn parts_of_charge(
        &self,
        (unit, amount): (Unit, i64),
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

impl Buckets {
    /// Where and when something takes place now that waits for its cycle.
    pub fn rebook(&mut self, id: Id<()>, spent_at: SpentAt) {
        for reservation in self.reserved.iter_mut().filter(|reservation| reservation.id == id) {
            reservation.spent_at = spent_at;
        }
    }
}
