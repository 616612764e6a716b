//! Charges that wait in a wallet, and what time makes of them.

use std::collections::BTreeMap;

use billing::wallet::{Advanced, Begins, Posting, Reservation, SpentAt, TimedGrant, Unit};
use values::{ApiError, ErrorCode, Id, Timestamp};
use work::UnitOfWork;

use super::{About, Charge, Noted, OpenWallet, Scheduled, ScheduledOn};
use crate::wallet_transaction::{CreditTransaction, DayPassTransaction, TransactionStatus, WalletTransaction};

impl OpenWallet {
    /// Schedules a charge on a cycle of a subscription, or on none. Answers the transaction that waits.
    ///
    /// # Errors
    /// 402 when more is scheduled of a cycle than it grants, 409 `capacity_exceeded`, 422 for an amount of nothing.
    pub fn schedule(
        &mut self,
        work: &UnitOfWork,
        charge: Charge,
        posts_at: Timestamp,
        cycle: ScheduledOn,
        about: &About,
    ) -> Result<Id<()>, ApiError> {
        let Charge { unit, amount, kind, spent_at } = charge;
        let id = work.ids.next();
        let subscription_id = cycle.subscription_id;
        let reservation = Reservation { id, amount, kind, posts_at, spent_at, subscription_id };
        self.after.wallet.reserve(unit, reservation, cycle.grants)?;
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
        let found = read(work, &[(unit, id)]).await?.remove(&id).ok_or_else(ApiError::not_found)?;
        self.release_found(unit, id, found)
    }

    /// The same of a transaction that was read.
    ///
    /// # Errors
    /// 409 `invalid_state` when it does not wait any more.
    pub fn release_found(&mut self, unit: Unit, id: Id<()>, found: Scheduled) -> Result<WalletTransaction, ApiError> {
        if !self.after.wallet.of_mut(unit).release(id) {
            return Err(ApiError::conflict(ErrorCode::InvalidState, "the transaction is not scheduled any more"));
        }
        let after = WalletTransaction { status: TransactionStatus::Void, ..found.body().clone() };
        self.change(unit, id, found, after.clone(), None);
        Ok(after)
    }

    /// Where and when something takes place now whose charge waits.
    pub fn rebook(&mut self, unit: Unit, id: Id<()>, spent_at: SpentAt) {
        self.after.wallet.of_mut(unit).rebook(id, spent_at);
    }

    /// Brings one unit to an instant, with the grants that are dated until then and the cycles that begin: at each
    /// instant first expiry, then grants, then what was scheduled.
    ///
    /// # Errors
    /// 409 `capacity_exceeded`; otherwise only when the store cannot be read.
    pub async fn advance(
        &mut self,
        work: &UnitOfWork,
        unit: Unit,
        until: Timestamp,
        begins: Begins,
        mut grants: Vec<(TimedGrant, About)>,
    ) -> Result<(), ApiError> {
        grants.retain(|(grant, _)| grant.at <= until);
        grants.sort_by_key(|(grant, _)| (grant.at, grant.bucket.id));
        let timed = grants.iter().map(|(grant, _)| grant.clone()).collect();
        let Advanced { postings, posted, unfunded } = self.after.wallet.of_mut(unit).advance(until, timed, begins)?;
        let ids = posted.iter().map(|(one, _)| one).chain(&unfunded).map(|one| (unit, one.id));
        let mut scheduled = read(work, &ids.collect::<Vec<_>>()).await?;
        let mut found = |id| scheduled.remove(&id).ok_or_else(ApiError::not_found);
        let mut abouts = grants.into_iter().map(|(_, about)| about);
        for (index, posting) in postings.into_iter().enumerate() {
            if let Some((reservation, _)) = posted.iter().find(|(_, at)| *at == index) {
                let number = self.after.take_number(unit);
                let before = found(reservation.id)?;
                let after = before.body().clone().posted(&posting, number);
                self.change(unit, reservation.id, before, after, Some(posting));
            } else {
                // Nothing but a grant comes in by itself.
                let about = if posting.amount > 0 { abouts.next() } else { None };
                self.note(work, unit, posting, &about.unwrap_or_default());
            }
        }
        for reservation in unfunded {
            let before = found(reservation.id)?;
            let after = WalletTransaction { status: TransactionStatus::Void, ..before.body().clone() };
            self.change(unit, reservation.id, before, after, None);
        }
        Ok(())
    }

    /// Notes what becomes of the record of a scheduled charge.
    fn change(
        &mut self,
        unit: Unit,
        id: Id<()>,
        before: Scheduled,
        after: WalletTransaction,
        posting: Option<Posting>,
    ) {
        self.noted.push(Noted { unit, id, before: Some(before), after, metadata: None, posting });
    }
}

impl Scheduled {
    /// The transaction as it is stored, whatever its unit.
    #[must_use]
    pub const fn body(&self) -> &WalletTransaction {
        match self {
            Self::Credits(record) => &record.body.0,
            Self::DayPasses(record) => &record.body.0,
        }
    }
}

/// Reads scheduled charges as they are stored.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(work: &UnitOfWork, ids: &[(Unit, Id<()>)]) -> Result<BTreeMap<Id<()>, Scheduled>, ApiError> {
    let of_unit = |unit| ids.iter().filter(move |(of, _)| *of == unit).map(|(_, id)| *id);
    let credits: Vec<Id<CreditTransaction>> = of_unit(Unit::Credits).map(Id::cast).collect();
    let day_passes: Vec<Id<DayPassTransaction>> = of_unit(Unit::DayPasses).map(Id::cast).collect();
    let mut found = BTreeMap::new();
    if !credits.is_empty() {
        let credits = work.store.find_all(work.tenant(), &credits).await?;
        found.extend(credits.into_iter().map(|record| (record.id.cast(), Scheduled::Credits(record))));
    }
    if !day_passes.is_empty() {
        let day_passes = work.store.find_all(work.tenant(), &day_passes).await?;
        found.extend(day_passes.into_iter().map(|record| (record.id.cast(), Scheduled::DayPasses(record))));
    }
    Ok(found)
}
