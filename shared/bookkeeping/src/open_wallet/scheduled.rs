//! Charges that wait in a wallet, and what time makes of them.

use billing::wallet::{Advanced, Posting, PostingKind, Reservation, TimedGrant, Unit};
use shared::{
    ErrorCode, UnitOfWork,
    domain::{Id, Timestamp},
    error::ApiError,
};

use super::{About, Charge, Noted, OpenWallet, Scheduled};
use crate::wallet_transaction::{Direction, TransactionStatus, WalletTransaction};

impl OpenWallet {
    /// Schedules a charge: on a cycle of a subscription that grants `cycle_amount`, or on [`NO_CYCLE`]. Answers the transaction that waits.
    ///
    /// # Errors
    /// 402 when more is scheduled of a cycle than it grants, 409 `capacity_exceeded`, 422 for an amount of nothing.
    pub fn schedule(
        &mut self,
        work: &UnitOfWork,
        (charge, posts_at): (Charge, Timestamp),
        (subscription_id, cycle_amount): (Id<()>, i64),
        about: &About,
    ) -> Result<Id<()>, ApiError> {
        let Charge { unit, amount, kind, spent_at } = charge;
        let id = work.ids.next();
        let reservation = Reservation { id, amount, kind, posts_at, spent_at, subscription_id };
        self.after.wallet.of_mut(unit).reserve(reservation, cycle_amount)?;
        let waiting = self.unposted(kind, amount, about);
        let after = WalletTransaction { scheduled_for: Some(posts_at), ..waiting };
        let metadata = about.metadata.clone();
        self.noted.push(Noted { unit, id, before: None, after, metadata, posting: None });
        Ok(id)
    }

    /// Gives up a scheduled charge, whose transaction becomes void. Answers it as it will be.
    ///
    /// # Errors
    /// 409 `invalid_state` when it does not wait any more.
    pub async fn release(&mut self, work: &UnitOfWork, unit: Unit, id: Id<()>) -> Result<WalletTransaction, ApiError> {
        if !self.after.wallet.of_mut(unit).release(id) {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "the transaction is not scheduled any more"));
        }
        self.change_scheduled(work, unit, id, void).await
    }

    /// Brings one unit to an instant, with the grants that are dated until then: at each instant first expiry, then grants,
    /// then what was scheduled.
    ///
    /// # Errors
    /// 409 `capacity_exceeded`; otherwise only when the store cannot be read.
    pub async fn advance(
        &mut self,
        work: &UnitOfWork,
        (unit, until): (Unit, Timestamp),
        mut grants: Vec<(TimedGrant, About)>,
    ) -> Result<(), ApiError> {
        grants.retain(|(grant, _)| grant.at <= until);
        grants.sort_by_key(|(grant, _)| (grant.at, grant.bucket.id));
        let timed = grants.iter().map(|(grant, _)| grant.clone()).collect();
        let Advanced { postings, posted, unfunded } = self.after.wallet.of_mut(unit).advance(until, timed)?;
        let mut abouts = grants.into_iter().map(|(_, about)| about);
        for (index, posting) in postings.into_iter().enumerate() {
            if let Some((reservation, _)) = posted.iter().find(|(_, at)| *at == index) {
                let number = self.after.take_number(unit);
                let happened =
                    |scheduled: WalletTransaction| (scheduled.posted(&posting, number), Some(posting.clone()));
                self.change_scheduled(work, unit, reservation.id, happened).await?;
            } else {
                // Nothing but a grant comes in by itself.
                let about = if posting.amount > 0 { abouts.next() } else { None };
                self.note(work, unit, posting, &about.unwrap_or_default());
            }
        }
        for reservation in unfunded {
            self.change_scheduled(work, unit, reservation.id, void).await?;
            self.unfunded.push((unit, reservation));
        }
        Ok(())
    }

    pub(super) fn unposted(&self, kind: PostingKind, amount: i64, about: &About) -> WalletTransaction {
        WalletTransaction {
            customer_id: self.customer_id,
            location_id: about.location_id,
            kind,
            amount,
            direction: Direction::Out,
            buckets: Vec::new(),
            reason: about.reason.clone(),
            source: about.source,
            number: None,
            balance_after: None,
            status: TransactionStatus::Scheduled,
            scheduled_for: None,
            posted_at: None,
            reverses_id: None,
            reversed_by_id: None,
        }
    }

    /// Changes the record of a scheduled charge.
    async fn change_scheduled(
        &mut self,
        work: &UnitOfWork,
        unit: Unit,
        id: Id<()>,
        change: impl FnOnce(WalletTransaction) -> (WalletTransaction, Option<Posting>),
    ) -> Result<WalletTransaction, ApiError> {
        let before = match unit {
            Unit::Credits => Scheduled::Credits(work.get(id.cast()).await?),
            Unit::DayPasses => Scheduled::DayPasses(work.get(id.cast()).await?),
        };
        let (after, posting) = change(before.body().clone());
        self.noted.push(Noted { unit, id, before: Some(before), after: after.clone(), metadata: None, posting });
        Ok(after)
    }
}

impl Scheduled {
    const fn body(&self) -> &WalletTransaction {
        match self {
            Self::Credits(record) => &record.body.0,
            Self::DayPasses(record) => &record.body.0,
        }
    }
}

/// A scheduled transaction that does not happen.
fn void(scheduled: WalletTransaction) -> (WalletTransaction, Option<Posting>) {
    (WalletTransaction { status: TransactionStatus::Void, ..scheduled }, None)
}
