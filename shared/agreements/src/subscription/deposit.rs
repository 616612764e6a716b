//! The deposit comes back when the subscription has ended: credited by a note on the
//! invoice that charged it.

use billing::{
    documents::ItemKind,
    period::{local_day, plus_days},
};
use records::AskedTax;
use store::Transaction;
use values::{ApiError, Id};
use wallets_and_journal::OpenWallet;
use work::UnitOfWork;

use super::{
    bill,
    charged_line::{ChargedLine, about},
    charging::Billed,
    dues::ChargedFor,
    record::Subscription,
};

/// Puts what is charged of the deposit into `transaction` as a credit; nothing when nothing is.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn give_back(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    ended: &mut Subscription,
    wallet: &mut OpenWallet,
) -> Result<(), ApiError> {
    let Some(line) = credit(ended) else { return Ok(()) };
    let day = match ended.ends {
        Some(ends) => plus_days(ends, -1).unwrap_or(ends),
        None => local_day(work.now, ended.zone).unwrap_or(ended.first),
    };
    let billed = Billed { lines: vec![line], days: (day, day), is_draft: false };
    bill::bill(work, transaction, id, ended, wallet, &billed).await
}

/// The line that credits what is charged of the deposit; none when nothing is.
pub(super) fn credit(subscription: &Subscription) -> Option<ChargedLine> {
    let minor = subscription.charges.left_minor(ChargedFor::Deposit);
    let (description, charged_for) = (about("Deposit", &subscription.plan), Some(ChargedFor::Deposit));
    let line = || ChargedLine::of_amount(ItemKind::Deposit, -minor, AskedTax::default(), description, charged_for);
    (minor > 0).then(line)
}
