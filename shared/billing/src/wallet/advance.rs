//! What time does to a wallet: grants at the start of a cycle, scheduled charges, expiry. Late gives the same as on
//! time.

use values::{Id, Timestamp};

use super::{
    bucket::{Bucket, SpentAt},
    buckets::{Buckets, WalletError},
    posting::{Posting, PostingKind},
    reservation::{RESERVATIONS_AT_ONCE_MAX, Reservation, WaitingLimit},
};

/// A grant dated at the start of its cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedGrant {
    /// Instant at which the granted bucket opens.
    pub at: Timestamp,
    /// Reason for the grant, as its posting names it.
    pub kind: PostingKind,
    /// Bucket that the grant opens.
    pub bucket: Bucket,
}

/// Which cycles begin on the way to an instant: what was scheduled on one waits for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begins {
    /// None: what was scheduled on a cycle goes on waiting.
    None,
    /// That of a subscription, at the instant itself: what was scheduled on it is charged, whether or not it grants
    /// anything.
    CycleOf(Id<()>),
    /// All have begun that ever will: what still waits for one that should have, waits for one that does not come.
    Every,
}

/// What happened on the way to an instant, in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advanced {
    /// Postings of grants, charges and expiries on the way.
    pub postings: Vec<Posting>,
    /// Scheduled charges that were posted, with the index of their posting in `postings`.
    pub posted: Vec<(Reservation, usize)>,
    /// Scheduled charges for which the cycle did not grant enough, such as of a subscription that ended before: what
    /// they paid for is to be paid otherwise.
    pub unfunded: Vec<Reservation>,
}

impl Buckets {
    /// Schedules a charge on a cycle to come that grants `cycle_amount`; [`super::Wallet::reserve`] counts both units.
    ///
    /// # Errors
    /// [`WalletError::NotPositive`], [`WalletError::CycleExhausted`], [`WalletError::TooManyWaiting`].
    pub(super) fn reserve(&mut self, reservation: Reservation, cycle_amount: i64) -> Result<(), WalletError> {
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
        let count = |other: &dyn Fn(&Reservation) -> bool| self.reserved.iter().filter(|one| other(one)).count();
        if count(&|other| other.posts_at == reservation.posts_at) >= RESERVATIONS_AT_ONCE_MAX {
            return Err(WalletError::TooManyWaiting(WaitingLimit::AtOnce));
        }
        if !reservation.is_of_cycle() && count(&|other| !other.is_of_cycle()) >= RESERVATIONS_AT_ONCE_MAX {
            return Err(WalletError::TooManyWaiting(WaitingLimit::OfNoCycle));
        }
        self.reserved.push(reservation);
        self.reserved.sort_by_key(|reservation| (reservation.posts_at, reservation.id));
        Ok(())
    }

    /// Where and when something takes place now that waits for its cycle.
    pub fn rebook(&mut self, id: Id<()>, spent_at: SpentAt) {
        for reservation in self.reserved.iter_mut().filter(|reservation| reservation.id == id) {
            reservation.spent_at = spent_at;
        }
    }

    /// Gives up a scheduled charge; whether it was there.
    pub fn release(&mut self, id: Id<()>) -> bool {
        let before = self.reserved.len();
        self.reserved.retain(|reservation| reservation.id != id);
        self.reserved.len() < before
    }

    /// Brings the wallet to `now`: at each instant first what expires then, next what is granted, last what was
    /// scheduled. What was scheduled on a cycle is charged when that begins; on one that does not come it is not
    /// charged at all.
    ///
    /// # Errors
    /// Those of [`Buckets::grant`]; nothing is changed then.
    pub fn advance(
        &mut self,
        now: Timestamp,
        grants: Vec<TimedGrant>,
        begins: Begins,
    ) -> Result<Advanced, WalletError> {
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
            after.post_scheduled(instant, |one| one.begins(begins, now), &mut advanced);
        }
        advanced.postings.extend(after.expire(now));
        if begins == Begins::Every {
            after.give_up(now, &mut advanced);
        }
        *self = after;
        Ok(advanced)
    }

    /// Charges what was scheduled for an instant and waits for nothing else.
    fn post_scheduled(&mut self, instant: Timestamp, begins: impl Fn(&Reservation) -> bool, advanced: &mut Advanced) {
        let is_due = |one: &Reservation| one.posts_at <= instant && begins(one);
        let (due, later): (Vec<Reservation>, _) = self.reserved.drain(..).partition(is_due);
        self.reserved = later;
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

    /// Gives up what waits for cycles that should have begun and did not.
    fn give_up(&mut self, now: Timestamp, advanced: &mut Advanced) {
        let (late, later): (Vec<Reservation>, _) =
            self.reserved.drain(..).partition(|one| one.is_of_cycle() && one.posts_at <= now);
        self.reserved = later;
        advanced.unfunded.extend(late);
    }
}

impl Reservation {
    /// Whether it can be charged at its instant on the way to `now`.
    fn begins(&self, begins: Begins, now: Timestamp) -> bool {
        let its_cycle = match begins {
            Begins::CycleOf(subscription) => self.subscription_id == subscription && self.posts_at == now,
            Begins::None | Begins::Every => false,
        };
        !self.is_of_cycle() || its_cycle
    }
}
