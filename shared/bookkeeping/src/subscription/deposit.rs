//! The deposit comes back when the subscription has ended: as a credit that waits for the customer's next invoice.

use billing::{
    documents::{ItemKind, LineInput, Quantity},
    period::{local_day, plus_days},
};
use store::Transaction;
use values::{ApiError, Id, Percent};
use work::UnitOfWork;

use super::{
    charging::{self, Billed, ChargedLine},
    dues::ChargedFor,
    record::Subscription,
};
use crate::OpenWallet;

/// Puts what is charged of the deposit into `transaction` as a credit; nothing when nothing is.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn give_back(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    (id, ended): (Id<Subscription>, &mut Subscription),
    wallet: &mut OpenWallet,
) -> Result<(), ApiError> {
    let Some(line) = credit(ended) else { return Ok(()) };
    let day = match ended.ends {
        Some(ends) => plus_days(ends, -1).unwrap_or(ends),
        None => local_day(work.now, ended.zone).unwrap_or(ended.first),
    };
    let billed = Billed { lines: vec![line], days: (day, day), is_draft: false };
    Box::pin(charging::invoice(work, transaction, (id, ended), wallet, billed)).await.map(drop)
}

/// The line that credits what is charged of the deposit.
pub(super) fn credit(subscription: &Subscription) -> Option<ChargedLine> {
    let minor = subscription.charges.left_minor(ChargedFor::Deposit);
    let line = |minor: i64| LineInput {
        id: charging::nobody(),
        kind: ItemKind::Deposit,
        quantity: Quantity::ONE,
        unit_minor: -minor,
        discount: Percent::ZERO,
        tax_rate: Percent::ZERO,
    };
    (minor > 0).then(|| ChargedLine {
        input: line(minor),
        description: charging::about("Deposit", &subscription.plan),
        days: None,
        charged_for: Some(ChargedFor::Deposit),
    })
}
