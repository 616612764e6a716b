//! Open buckets of one unit: granting, charging, expiring.

use serde::{Deserialize, Serialize};
use values::{ApiError, ErrorCode, Id, Timestamp};

use super::{
    bucket::{Bucket, SpentAt},
    posting::{Posting, PostingKind},
    reservation::{Reservation, WaitingLimit},
};

/// Most open buckets of a unit: what keeps the record of a wallet under 48 KB.
pub const BUCKETS_MAX: usize = 50;

/// Open buckets of one unit, in the order in which they are charged, and what is reserved of cycles to come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Buckets {
    pub(super) open: Vec<Bucket>,
    pub(super) reserved: Vec<Reservation>,
}

/// Why a wallet refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalletError {
    /// There is not enough.
    Insufficient {
        /// What is asked for.
        needed: i64,
        /// What could be had.
        available: i64,
    },
    /// An amount of nothing, or below.
    NotPositive,
    /// Of what is to be taken back, something was used.
    AlreadyUsed,
    /// What is to be taken back has expired.
    AlreadyExpired,
    /// More is reserved of a cycle than it grants.
    CycleExhausted {
        /// What is left of the cycle.
        left: i64,
    },
    /// It holds as many different buckets as it can.
    Full,
    /// As many charges wait as may.
    TooManyWaiting(WaitingLimit),
}

impl From<WalletError> for ApiError {
    /// 402 `insufficient_balance`, 409 `invalid_state` or `capacity_exceeded`, 422 `out_of_range`; naming `amount`.
    fn from(error: WalletError) -> Self {
        match error {
            WalletError::Insufficient { needed, available } => {
                Self::new(ErrorCode::InsufficientBalance, format!("{needed} are needed, {available} are there"))
                    .at("amount", "insufficient_balance")
            }
            WalletError::CycleExhausted { left } => {
                Self::new(ErrorCode::InsufficientBalance, format!("{left} are left of that cycle"))
                    .at("amount", "insufficient_balance")
            }
            WalletError::NotPositive => Self::rule("amount", "out_of_range", "an amount is above zero"),
            WalletError::AlreadyUsed => Self::conflict(ErrorCode::InvalidState, "some of it was used already"),
            WalletError::AlreadyExpired => Self::conflict(ErrorCode::InvalidState, "it has expired"),
            WalletError::Full => {
                let message = format!("a wallet holds at most {BUCKETS_MAX} different buckets of a unit");
                Self::conflict(ErrorCode::CapacityExceeded, message)
            }
            WalletError::TooManyWaiting(limit) => Self::conflict(ErrorCode::CapacityExceeded, limit.to_string()),
        }
    }
}

/// What a customer has of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Everything that can be spent now, expiring or not.
    pub total: i64,
    /// What expires, soonest first.
    pub expiring: Vec<Bucket>,
    /// What never expires, in the unit.
    pub permanent: i64,
    /// What is reserved of cycles to come, which the total does not hold yet.
    pub scheduled: i64,
}

impl Buckets {
    /// Open buckets in the order in which they are charged.
    #[must_use]
    pub fn open(&self) -> &[Bucket] {
        &self.open
    }

    /// What is reserved of cycles to come.
    #[must_use]
    pub fn reserved(&self) -> &[Reservation] {
        &self.reserved
    }

    /// All that its buckets hold.
    #[must_use]
    pub fn total(&self) -> i64 {
        self.open.iter().map(|bucket| bucket.amount).sum()
    }

    /// What can be charged at an instant, of what pays where it is spent.
    #[must_use]
    pub fn available(&self, at: Timestamp, spent_at: &SpentAt) -> i64 {
        let usable = self.open.iter().filter(|bucket| spent_at.takes(bucket) && !bucket.has_expired(at));
        usable.map(|bucket| bucket.amount).sum()
    }

    /// What a customer is shown at an instant.
    #[must_use]
    pub fn balance(&self, at: Timestamp) -> Balance {
        let live = || self.open.iter().filter(|bucket| !bucket.has_expired(at));
        Balance {
            total: live().map(|bucket| bucket.amount).sum(),
            expiring: live().filter(|bucket| bucket.expires_at.is_some()).cloned().collect(),
            permanent: live().filter(|bucket| bucket.expires_at.is_none()).map(|bucket| bucket.amount).sum(),
            scheduled: self.reserved.iter().map(|reservation| reservation.amount).sum(),
        }
    }

    /// When something next happens to them by itself.
    #[must_use]
    pub fn next_event_at(&self) -> Option<Timestamp> {
        let expiries = self.open.iter().filter_map(|bucket| bucket.expires_at);
        expiries.chain(self.reserved.iter().map(|reservation| reservation.posts_at)).min()
    }

    /// Adds a bucket. One that expires with another of the same origin, location and currency, both
    /// bought or both given, joins it.
    ///
    /// Whoever grants at `at` has first brought the wallet to that instant.
    ///
    /// # Errors
    /// [`WalletError::NotPositive`], [`WalletError::Full`].
    pub fn grant(&mut self, bucket: Bucket, kind: PostingKind, at: Timestamp) -> Result<Posting, WalletError> {
        if bucket.amount <= 0 {
            return Err(WalletError::NotPositive);
        }
        let part = self.add(bucket)?;
        Ok(self.posting(kind, at, 1, vec![part]))
    }

    /// Takes `amount`, earliest expiry first and permanent last, of what pays where it is spent.
    ///
    /// # Errors
    /// [`WalletError::NotPositive`], [`WalletError::Insufficient`].
    pub fn charge(
        &mut self,
        amount: i64,
        kind: PostingKind,
        at: Timestamp,
        spent_at: &SpentAt,
    ) -> Result<Posting, WalletError> {
        if amount <= 0 {
            return Err(WalletError::NotPositive);
        }
        let available = self.available(at, spent_at);
        if available < amount {
            return Err(WalletError::Insufficient { needed: amount, available });
        }
        let parts = self.take(amount, at, spent_at);
        Ok(self.posting(kind, at, -1, parts))
    }

    /// Lets everything expire that does until `now`, each bucket with a posting of its own, dated at its expiry.
    pub fn expire(&mut self, now: Timestamp) -> Vec<Posting> {
        let mut postings = Vec::new();
        // In the order of charges, what expires first is in front.
        while let Some(expires_at) = self.open.first().filter(|first| first.has_expired(now)).and_then(|b| b.expires_at)
        {
            let expired = self.open.remove(0);
            let kind = if expired.subscription_id.is_some() {
                PostingKind::SubscriptionExpiration
            } else {
                PostingKind::Expiration
            };
            postings.push(self.posting(kind, expires_at, -1, vec![expired]));
        }
        postings
    }

    /// Makes what a subscription granted expire at `at` at the latest, because the subscription ends then. What is
    /// refunded to it afterwards has its old expiry: whoever refunds says so again.
    pub fn end_subscription(&mut self, subscription_id: Id<()>, at: Timestamp) {
        for bucket in self.open.iter_mut().filter(|bucket| bucket.subscription_id == Some(subscription_id)) {
            bucket.expires_at = Some(bucket.expires_at.map_or(at, |expires| expires.min(at)));
        }
        self.open.sort_by_key(Bucket::order);
    }

    /// Notes when a subscription ends because notice was given; none when it does not, or the notice was taken back.
    pub fn note_notice(&mut self, subscription_id: Id<()>, ends_at: Option<Timestamp>) {
        for bucket in self.open.iter_mut().filter(|bucket| bucket.subscription_id == Some(subscription_id)) {
            bucket.notice_ends_at = ends_at;
        }
    }

    /// What is left of what a subscription granted.
    #[must_use]
    pub fn granted_by(&self, subscription_id: Id<()>) -> i64 {
        let of = self.open.iter().filter(|bucket| bucket.subscription_id == Some(subscription_id));
        of.map(|bucket| bucket.amount).sum()
    }

    /// Takes back so many of what a subscription granted, as far as they are there: of what expires last first, because
    /// that was granted last. None when nothing is taken.
    pub fn revoke(&mut self, subscription_id: Id<()>, amount: i64, at: Timestamp) -> Option<Posting> {
        let of = self.open.iter_mut().rev().filter(|bucket| bucket.subscription_id == Some(subscription_id));
        let parts = split_off(of, amount.max(0));
        self.open.retain(|bucket| bucket.amount > 0);
        (!parts.is_empty()).then(|| self.posting(PostingKind::SubscriptionExpiration, at, -1, parts))
    }

    pub(super) fn posting(&self, kind: PostingKind, at: Timestamp, sign: i64, buckets: Vec<Bucket>) -> Posting {
        let amount = sign * buckets.iter().map(|bucket| bucket.amount).sum::<i64>();
        Posting { kind, at, amount, buckets, balance_after: self.total() }
    }

    /// Takes `amount`, which is there, out of the buckets that pay where it is spent.
    pub(super) fn take(&mut self, amount: i64, at: Timestamp, spent_at: &SpentAt) -> Vec<Bucket> {
        let pay = self.open.iter_mut().filter(|bucket| spent_at.takes(bucket) && !bucket.has_expired(at));
        let parts = split_off(pay, amount);
        self.open.retain(|bucket| bucket.amount > 0);
        parts
    }

    /// Adds to the bucket of the same id, to one that it merges with, or as a bucket of its own. Answers what was
    /// added, under the id of the bucket that has it now.
    pub(super) fn add(&mut self, bucket: Bucket) -> Result<Bucket, WalletError> {
        // The same bucket may expire at another instant by now: it was joined with one that lives longer, or ended with
        // its subscription.
        let home = self.open.iter().position(|open| open.id == bucket.id);
        let home = home.or_else(|| self.open.iter().position(|open| open.merges_with(&bucket)));
        if let Some(home) = home.and_then(|index| self.open.get_mut(index)) {
            home.take_in(&bucket);
            return Ok(Bucket { id: home.id, ..bucket });
        }
        let part = bucket.clone();
        self.open.push(bucket);
        self.open.sort_by_key(Bucket::order);
        if self.open.len() > BUCKETS_MAX && !self.merge_nearest() {
            self.open.retain(|open| open.id != part.id);
            return Err(WalletError::Full);
        }
        Ok(part)
    }

    /// Makes one bucket of the two that are alike and expire closest to each other, with the later expiry, so that
    /// nobody loses anything. Whether there were two.
    fn merge_nearest(&mut self) -> bool {
        let pairs = (0..self.open.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
        let gap = |&(earlier, later): &(usize, usize)| {
            let millis = |index: usize| self.open[index].expires_at.map_or(0, Timestamp::millis);
            millis(later) - millis(earlier)
        };
        let alike = |&(earlier, later): &(usize, usize)| self.open[earlier].is_alike(&self.open[later]);
        let Some((earlier, later)) = pairs.filter(alike).min_by_key(gap) else { return false };
        let gone = self.open.remove(earlier);
        let kept = &mut self.open[later - 1];
        kept.take_in(&gone);
        true
    }
}

/// Takes `amount` out of these buckets, one after the other, as far as they have it.
fn split_off<'a>(buckets: impl Iterator<Item = &'a mut Bucket>, amount: i64) -> Vec<Bucket> {
    let mut rest = amount;
    let mut parts = Vec::new();
    for bucket in buckets {
        if rest == 0 {
            break;
        }
        let part = bucket.split(rest);
        rest -= part.amount;
        parts.push(part);
    }
    parts
}
