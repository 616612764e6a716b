//! The end of a subscription: what is written down once time has ended it.

use billing::wallet::Unit;
use shared::{UnitOfWork, domain::Id, error::ApiError};

use super::{record::Subscription, storing, voided};
use crate::OpenWallet;

/// Writes down that a subscription has ended, if it has; whether there was anything to do.
///
/// # Errors
/// 409 `version_conflict` when it was changed meanwhile.
pub async fn write_end(work: &UnitOfWork, id: Id<Subscription>) -> Result<bool, ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(false) };
    if before.body.is_over || before.body.status(work.now).is_live() {
        return Ok(false);
    }
    let after = Subscription { is_over: true, ..before.body.clone() };
    let after = work.next_version(&before, after.dated(work.now)?, None);
    let mut transaction = work.transaction();
    if before.body.incomplete_since.is_some() {
        voided::void_first_invoice(work, &mut transaction, &before.body).await?;
    } else if let Some(ends_at) = after.body.moments.ends_at {
        // What rolled over ends with it.
        let mut wallet = Box::pin(OpenWallet::load(work, after.body.customer_id)).await?;
        wallet.end_subscription(id.cast(), ends_at);
        for unit in [Unit::Credits, Unit::DayPasses] {
            let until = wallet.wallet().free_until(unit, work.now);
            wallet.advance(work, (unit, until), Vec::new()).await?;
        }
        Box::pin(wallet.write(work, &mut transaction)).await?;
    }
    storing::replace(work, &mut transaction, &before, &after, None).await?;
    work.store.commit(transaction).await?;
    Ok(true)
}
