//! What becomes of an issued invoice: payments of it, what is taken back, what is given up. Each is put into the
//! transaction of whoever does it, which replaces the invoice under the version that was read.

use billing::{
    documents::{Excess, Paid},
    ledger::entries,
};
use store::{Record, Transaction};
use values::{ApiError, Money};
use wallets_and_journal::{OpenWallet, journal};
use work::UnitOfWork;

use crate::{customer_balance, invoice::Invoice, issuing::occasion, pending_items, voided_late_fees};

impl Invoice {
    /// Takes a payment, and answers how it is divided. Whoever records the payment posts its entry, and pays what is
    /// above what is due into the customer's balance.
    ///
    /// # Errors
    /// 409 `invalid_state`, 422 naming `amount`.
    pub fn take_payment(&mut self, work: &UnitOfWork, minor: i64, excess: Excess) -> Result<Paid, ApiError> {
        let mut money = self.money;
        let paid = money.pay(minor, excess)?;
        self.set_money(money, work.now);
        Ok(paid)
    }

    /// Takes a payment back that failed or was refunded without a credit note: what it paid is due again, with the rest
    /// that was written off. Answers this rest, of which whoever calls this posts the entry.
    ///
    /// # Errors
    /// 409 `invalid_state`, 422 naming `amount`.
    pub fn give_back_payment(&mut self, work: &UnitOfWork, minor: i64) -> Result<i64, ApiError> {
        let mut money = self.money;
        let reopened_minor = money.unpay(minor)?;
        self.set_money(money, work.now);
        Ok(reopened_minor)
    }
}

/// Voids an invoice: the customer's balance gets back what it paid, and credits that it had taken. Answers the invoice as it will be.
///
/// # Errors
/// 409 `invalid_state`, naming `customer_id` when the customer has gone to whose balance something would go.
pub async fn void(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<Invoice, ApiError> {
    let (after, returned) = void_only(work, transaction, invoice).await?;
    let corrections = pending_items::read_corrections(work, invoice).await?;
    if returned.minor() > 0 || !corrections.is_empty() {
        customer_balance::require_customer(work, transaction, after.customer_id, "customer_id").await?;
        let mut wallet = OpenWallet::read(work, after.customer_id).await?;
        for before in corrections {
            let free = before.body.waiting();
            pending_items::set_free(work, transaction, &before, free, after.tax_inclusive, &mut wallet).await?;
        }
        wallet.pay_in(returned)?;
        wallet.write(work, transaction).await?;
    }
    Ok(after)
}

/// The same for a caller that has the customer's wallet open, because it writes the wallet itself: what goes back to
/// the customer's balance is answered, to be paid into it.
///
/// # Errors
/// 409 `invalid_state`.
pub async fn void_only(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<(Invoice, Money), ApiError> {
    let mut after = invoice.body.clone();
    let mut money = after.money;
    let returned_minor = money.void()?;
    after.set_money(money, work.now);
    after.voided_at = Some(work.now);
    let occasion = occasion(work.now, invoice.id, &after);
    let entry = entries::invoice_voided(occasion, &after.document(), invoice.body.status, returned_minor)?;
    journal::post(work, transaction, entry).await?;
    voided_late_fees::take_back(work, transaction, invoice).await?;
    let returned = Money::new(returned_minor, after.currency);
    Ok((after, returned))
}

/// Gives an invoice up. Answers it as it will be.
///
/// # Errors
/// 409 `invalid_state` unless it is issued.
pub async fn give_up(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    invoice: &Record<Invoice>,
) -> Result<Invoice, ApiError> {
    let mut after = invoice.body.clone();
    let mut money = after.money;
    let lost = Money::new(money.give_up()?, after.currency);
    after.set_money(money, work.now);
    after.uncollectible_at = Some(work.now);
    if let Some(late) = &mut after.late_fees {
        late.account.is_closed = true;
    }
    let entry = entries::invoice_given_up(occasion(work.now, invoice.id, &after), lost)?;
    journal::post(work, transaction, entry).await?;
    Ok(after)
}
