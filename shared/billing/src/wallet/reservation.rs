//! Charges that wait for the cycle that pays them, and what cycles to come leave for further ones.

use std::fmt;

use serde::{Deserialize, Serialize};
use values::{Id, LocationReference, Timestamp};

use super::{
    bucket::{Bucket, SpentAt},
    posting::{PostingKind, Unit},
};

/// Most charges of a wallet that wait, of both units together: what keeps its record under 48 KB.
pub const RESERVATIONS_MAX: usize = 60;
/// Most charges of a unit that are posted at one instant, or that wait for no cycle of a subscription: what one
/// transaction can post.
pub const RESERVATIONS_AT_ONCE_MAX: usize = 20;

/// A limit of the charges that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingLimit {
    /// Of all charges that wait in a wallet.
    OfWallet,
    /// Of a unit for one instant.
    AtOnce,
    /// Of a unit for no period of a subscription.
    OfNoCycle,
}

impl fmt::Display for WaitingLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OfWallet => write!(formatter, "at most {RESERVATIONS_MAX} charges of a wallet wait"),
            Self::AtOnce => write!(formatter, "at most {RESERVATIONS_AT_ONCE_MAX} charges wait for one instant"),
            Self::OfNoCycle => {
                write!(formatter, "at most {RESERVATIONS_AT_ONCE_MAX} charges wait that are for no period")
            }
        }
    }
}

/// A charge that waits for the cycle that pays it. Field names are short in the store.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reservation {
    /// The transaction that is scheduled.
    #[serde(rename = "i", alias = "id")]
    pub id: Id<()>,
    /// How many of the unit are to be charged.
    #[serde(rename = "n", alias = "amount")]
    pub amount: i64,
    /// Reason for the charge, as its posting will name it.
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
    /// Identifier of the subscription that grants it.
    pub subscription_id: Id<()>,
    /// First instant of the cycle, when it grants.
    pub starts_at: Timestamp,
    /// When what it grants expires.
    pub expires_at: Timestamp,
    /// Where what it grants can be used.
    pub location_id: Id<LocationReference>,
    /// Credits that the cycle grants.
    pub credits: i64,
    /// Day passes that the cycle grants.
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
    pub(super) fn pays(&self, spent_at: &SpentAt) -> bool {
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
    /// Cycle whose grant the charge reserves.
    pub cycle: CycleToCome,
    /// How much of the charge the cycle is to pay.
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
