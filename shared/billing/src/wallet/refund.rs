//! Giving back and taking back: refunds mirror the buckets that were charged, reversals and transfers move parts of
//! them.

use chrono::Duration;
use values::{Id, Timestamp};

use super::{
    bucket::{Bucket, SpentAt},
    buckets::{Buckets, WalletError},
    posting::{Posting, PostingKind},
};

/// Days for which what comes back lives when its bucket has expired and the operator cancelled.
pub const REPLACEMENT_DAYS: i64 = 30;

/// Who caused a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefundBy {
    /// The customer: what has expired since stays expired.
    Customer,
    /// The operator: what has expired since comes back for 30 days, in this bucket.
    Operator(Id<Bucket>),
}

/// What a refund gives back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refunded {
    /// Its posting; none when all has expired.
    pub posting: Option<Posting>,
    /// What has expired and does not come back.
    pub lost: Vec<Bucket>,
}

/// A transfer's two postings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transferred {
    /// In the wallet that gives.
    pub from: Posting,
    /// In the wallet that gets.
    pub to: Posting,
}

/// Of what a charge took, the parts to give back when only `amount` of it comes back: what was taken last comes first.
/// Answers them and what stays charged.
#[must_use]
pub fn parts_of(charged: &[Bucket], amount: i64) -> (Vec<Bucket>, Vec<Bucket>) {
    let mut rest = amount;
    let (mut back, mut kept) = (Vec::new(), Vec::new());
    for part in charged.iter().rev() {
        let mut left = part.clone();
        let returned = left.split(rest);
        rest -= returned.amount;
        back.extend((returned.amount > 0).then_some(returned));
        kept.extend((left.amount > 0).then_some(left));
    }
    kept.reverse();
    (back, kept)
}

impl Buckets {
    /// Gives charged parts back to the buckets that they came from; a bucket that was used up opens again.
    ///
    /// # Errors
    /// [`WalletError::Full`]; nothing is changed then.
    pub fn refund(&mut self, parts: &[Bucket], by: RefundBy, at: Timestamp) -> Result<Refunded, WalletError> {
        let mut after = self.clone();
        let (mut returned, mut lost) = (Vec::new(), Vec::new());
        for part in parts.iter().filter(|part| part.amount > 0) {
            match (part.has_expired(at), by) {
                (false, _) => returned.push(after.add(part.clone())?),
                (true, RefundBy::Customer) => lost.push(part.clone()),
                (true, RefundBy::Operator(id)) => {
                    let expires_at = Some(at.plus(Duration::days(REPLACEMENT_DAYS)));
                    // No longer the subscription's: its end does not take it away.
                    let replacement =
                        Bucket { id, expires_at, notice_ends_at: None, subscription_id: None, ..part.clone() };
                    returned.push(after.add(replacement)?);
                }
            }
        }
        *self = after;
        let posting = (!returned.is_empty()).then(|| self.posting(PostingKind::Refund, at, 1, returned));
        Ok(Refunded { posting, lost })
    }

    /// Takes back what a grant gave, from the bucket that has it. In a bucket that others were added to, the value of
    /// the grant is taken as far as it is there, and with the last of the bucket all that is left of it.
    ///
    /// # Errors
    /// [`WalletError::AlreadyExpired`], [`WalletError::AlreadyUsed`].
    pub fn withdraw(&mut self, granted: &Bucket, kind: PostingKind, at: Timestamp) -> Result<Posting, WalletError> {
        if granted.has_expired(at) {
            return Err(WalletError::AlreadyExpired);
        }
        let Some(home) = self.open.iter_mut().find(|open| open.id == granted.id) else {
            return Err(WalletError::AlreadyUsed);
        };
        if home.amount < granted.amount {
            return Err(WalletError::AlreadyUsed);
        }
        home.amount -= granted.amount;
        let value = if home.amount == 0 { home.value_minor } else { granted.value_minor.min(home.value_minor) };
        home.value_minor -= value;
        let part = Bucket { value_minor: value, ..granted.clone() };
        self.open.retain(|bucket| bucket.amount > 0);
        Ok(self.posting(kind, at, -1, vec![part]))
    }
}

/// A part as somebody else has it, who does not have its subscription: it ends when it would have.
fn of_nobody(part: &Bucket, id: Id<Bucket>) -> Bucket {
    Bucket { id, expires_at: part.ends_at(), notice_ends_at: None, subscription_id: None, ..part.clone() }
}

/// Moves `amount` from one customer to another; expiry, location and value go with it. `new_id` names the buckets
/// there.
///
/// # Errors
/// [`WalletError`]; nothing is changed then.
pub fn transfer(
    (from, to): (&mut Buckets, &mut Buckets),
    amount: i64,
    at: Timestamp,
    spent_at: &SpentAt,
    mut new_id: impl FnMut() -> Id<Bucket>,
) -> Result<Transferred, WalletError> {
    let (mut giver, mut receiver) = (from.clone(), to.clone());
    let given = giver.charge(amount, PostingKind::Transfer, at, spent_at)?;
    let mut got = Vec::new();
    for part in &given.buckets {
        got.push(receiver.add(of_nobody(part, new_id()))?);
    }
    let received = receiver.posting(PostingKind::Transfer, at, 1, got);
    (*from, *to) = (giver, receiver);
    Ok(Transferred { from: given, to: received })
}
