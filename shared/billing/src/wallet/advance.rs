//! What time does to a wallet: grants at the start of a cycle, scheduled charges, expiry. Late gives the same as on time.

use shared::domain::{Id, Timestamp};

use super::{
    bucket::Bucket,
    buckets::{Buckets, WalletError},
    posting::{Posting, PostingKind},
    reservation::{RESERVATIONS_MAX, Reservation},
};

/// A grant dated at the start of its cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedGrant {
    /// When.
    pub at: Timestamp,
    /// Why.
    pub kind: PostingKind,
    /// What.
    pub bucket: Bucket,
}

/// What happened on the way to an instant, in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advanced {
    /// Postings.
    pub postings: Vec<Posting>,
    /// Scheduled charges that were posted, with the index of their posting in `postings`.
    pub posted: Vec<(Reservation, usize)>,
    /// Scheduled charges for which the cycle did not grant enough, such as of a subscription that ended before: what they
    /// paid for is to be paid otherwise.
    pub unfunded: Vec<Reservation>,
}

impl Buckets {
    /// Schedules a charge on a cycle to come that grants `cycle_amount`.
    ///
    /// # Errors
    /// [`WalletError::NotPositive`], [`WalletError::CycleExhausted`], [`WalletError::Full`].
    pub fn reserve(&mut self, reservation: Reservation, cycle_amount: i64) -> Result<(), WalletError> {
        if reservation.amount <= 0 {
            return Err(WalletError::NotPositive);
        }
        let same_cycle = |other: &&Reservation| {
            other.posts_at == reservation.posts_at && other.subscription_id == reservation.subscription_id
        };
        let taken: i64 = self.reserved.iter().filter(same_cycle).map(|other| other.amount).sum();
        let left = cycle_amount.saturating_sub(taken).max(0);
        if left < reservation.amount {
            return Err(WalletError::CycleExhausted { left });
        }
        if self.reserved.len() >= RESERVATIONS_MAX {
            return Err(WalletError::Full);
        }
        self.reserved.push(reservation);
        self.reserved.sort_by_key(|reservation| (reservation.posts_at, reservation.id));
        Ok(())
    }

    /// Gives up a scheduled charge; whether it was there.
    pub fn release(&mut self, id: Id<()>) -> bool {
        let before = self.reserved.len();
        self.reserved.retain(|reservation| reservation.id != id);
        self.reserved.len() < before
    }

    /// Brings the wallet to `now`: at each instant first what expires then, next what is granted, last what was scheduled.
    ///
    /// # Errors
    /// Those of [`Buckets::grant`]; nothing is changed then.
    pub fn advance(&mut self, now: Timestamp, grants: Vec<TimedGrant>) -> Result<Advanced, WalletError> {
        let mut after = self.clone();
        let mut advanced = Advanced::default();
        let mut grants: Vec<TimedGrant> = grants.into_iter().filter(|grant| grant.at <= now).collect();
        grants.sort_by_key(|grant| (grant.at, grant.bucket.id));
        let mut instants: Vec<Timestamp> = grants.iter().map(|grant| grant.at).collect();
        instants.extend(after.reserved.iter().map(|reservation| reservation.posts_at).filter(|at| *at <= now));
        instants.sort_unstable();
        instants.dedup();
        let mut grants = grants.into_iter().peekable();
        for instant in instants {
            advanced.postings.extend(after.expire(instant));
            while let Some(grant) = grants.next_if(|grant| grant.at == instant) {
                advanced.postings.push(after.grant(grant.bucket, grant.kind, instant)?);
            }
            after.post_scheduled(instant, &mut advanced);
        }
        advanced.postings.extend(after.expire(now));
        *self = after;
        Ok(advanced)
    }

    /// Charges what was scheduled for an instant.
    fn post_scheduled(&mut self, instant: Timestamp, advanced: &mut Advanced) {
        let (due, later) = self.reserved.drain(..).partition(|reservation| reservation.posts_at <= instant);
        self.reserved = later;
        let due: Vec<Reservation> = due;
        for reservation in due {
            match self.charge(reservation.amount, reservation.kind, instant, &reservation.spent_at) {
                Ok(posting) => {
                    advanced.posted.push((reservation, advanced.postings.len()));
                    advanced.postings.push(posting);
                }
                Err(_) => advanced.unfunded.push(reservation),
            }
        }
    }
}
