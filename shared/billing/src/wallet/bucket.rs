//! A bucket: credits or day passes of one origin, with one expiry.

use serde::{Deserialize, Serialize};
use values::{Currency, Id, Kind, KindName, LocationReference, Timestamp};

use crate::arithmetic::share;

/// Credits or day passes of one origin; in a posting, the part of a bucket that it moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bucket {
    /// Identifier of the bucket in its wallet.
    pub id: Id<Bucket>,
    /// How many; above zero.
    pub amount: i64,
    /// When they expire; never when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// When the subscription that granted them ends because notice was given, which may be taken back: they do not pay
    /// for what takes place from then on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice_ends_at: Option<Timestamp>,
    /// Where they can be used; everywhere when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location_id: Option<Id<LocationReference>>,
    /// Subscription that granted them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subscription_id: Option<Id<()>>,
    /// What was paid for them, without tax, and is owed until they are used or expire; 0 when they were given.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value_minor: i64,
    /// Currency of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// Whether it was bought, whoever has it now; none in a bucket that was stored before this was noted.
    #[serde(rename = "b", default, skip_serializing_if = "Option::is_none")]
    pub is_bought: Option<bool>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn is_zero(minor: &i64) -> bool {
    *minor == 0
}

impl Kind for Bucket {
    const KIND: KindName = KindName::WalletBucket;
}

/// Where something is paid for. Field names are short in the store, where it stands in each charge that waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpentAt {
    /// The location; none for what is bound to no location.
    #[serde(rename = "l", alias = "location_id", default, skip_serializing_if = "Option::is_none")]
    pub location_id: Option<Id<LocationReference>>,
    /// Whether the merchant lets credits of one location pay at another.
    #[serde(rename = "x", alias = "cross_location", default, skip_serializing_if = "std::ops::Not::not")]
    pub cross_location: bool,
    /// When what is paid for takes place: what expires until then does not pay for it.
    #[serde(rename = "t", alias = "takes_place_at", default, skip_serializing_if = "Option::is_none")]
    pub takes_place_at: Option<Timestamp>,
}

impl SpentAt {
    /// A place where every bucket pays, wherever it came from.
    pub const ANYWHERE: Self = Self { location_id: None, cross_location: true, takes_place_at: None };

    /// Whether a bucket pays here.
    #[must_use]
    pub fn takes(&self, bucket: &Bucket) -> bool {
        let is_here = self.cross_location || bucket.location_id.is_none() || bucket.location_id == self.location_id;
        is_here && self.is_before_end_of(bucket)
    }

    /// Whether what is paid for takes place before a bucket ends.
    #[must_use]
    pub fn is_before_end_of(&self, bucket: &Bucket) -> bool {
        self.takes_place_at.is_none_or(|at| bucket.ends_at().is_none_or(|ends| at < ends))
    }
}

impl Bucket {
    /// A bucket that was given, not sold.
    #[must_use]
    pub const fn given(id: Id<Self>, amount: i64, expires_at: Option<Timestamp>) -> Self {
        Self {
            id,
            amount,
            expires_at,
            notice_ends_at: None,
            location_id: None,
            subscription_id: None,
            value_minor: 0,
            currency: None,
            is_bought: Some(false),
        }
    }

    /// A bucket that was sold. What was paid for it is its value, unless that was paid outside.
    #[must_use]
    pub const fn bought(id: Id<Self>, amount: i64, expires_at: Option<Timestamp>) -> Self {
        Self { is_bought: Some(true), ..Self::given(id, amount, expires_at) }
    }

    /// Whether it has expired at an instant.
    #[must_use]
    pub fn has_expired(&self, at: Timestamp) -> bool {
        self.expires_at.is_some_and(|expires| expires <= at)
    }

    /// When it is gone as far as is known: it expires, or its subscription ends.
    #[must_use]
    pub fn ends_at(&self) -> Option<Timestamp> {
        self.expires_at.into_iter().chain(self.notice_ends_at).min()
    }

    /// Where it stands in the order of charges: earliest expiry first, permanent last, of equals the oldest.
    #[must_use]
    pub(crate) fn order(&self) -> (bool, Option<Timestamp>, Id<Self>) {
        (self.expires_at.is_none(), self.expires_at, self.id)
    }

    /// Takes `amount` of it out, at most all, with its share of the value; what is left keeps the rest.
    pub(crate) fn split(&mut self, amount: i64) -> Self {
        let amount = amount.clamp(0, self.amount);
        // A share of at most the whole fits.
        let value_minor = share(self.value_minor, amount, self.amount).unwrap_or_default();
        self.amount -= amount;
        self.value_minor -= value_minor;
        Self { amount, value_minor, ..self.clone() }
    }

    /// Whether both can be one bucket without loss.
    #[must_use]
    pub(crate) fn merges_with(&self, other: &Self) -> bool {
        self.expires_at == other.expires_at
            && self.subscription_id == other.subscription_id
            && self.is_bought == other.is_bought
            && self.is_alike(other)
    }

    /// Takes in another one, of which it keeps the amount and the value; what was bought of either counts as such.
    pub(crate) fn take_in(&mut self, other: &Self) {
        self.amount += other.amount;
        self.value_minor += other.value_minor;
        self.is_bought = match (self.is_bought, other.is_bought) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            (None, _) | (_, None) => None,
        };
    }

    /// Whether both can be one bucket but for their expiry and their origin, such as whether they were bought.
    #[must_use]
    pub(crate) fn is_alike(&self, other: &Self) -> bool {
        self.location_id == other.location_id
            && self.currency == other.currency
            && self.expires_at.is_some() == other.expires_at.is_some()
    }
}
