//! What is held of a deposit, given back or kept before the subscription ends: a credit note on the invoice that charged
//! it takes off what is due; what was paid of it is refunded, kept for a reason, or goes to the customer's balance and
//! pays what is open (`docs/areas/subscriptions.md`, 29).

use billing::documents::PostPayment;
use money_documents::{
    customer_balance,
    set_off::{SetOff, set_off},
};
use store::{Transaction, transaction::ACTIONS_MAX};
use values::{ApiError, ErrorCode, Id, LongText, ShortText};
use wallets_and_journal::{
    BalanceClearing, OpenWallet,
    balance_clearing::{ClearingDecision, clear},
    current_wallet,
};
use work::UnitOfWork;

use super::{
    credit_plan::{CreditPlan, plan, read_charging},
    crediting_dues::{Changing, OTHER_ACTIONS, carry_out},
    deposit,
    record::Subscription,
};

/// Actions of what is kept: the clearing with its row in a list, and its entry.
const CLEARING_ACTIONS: usize = 6;

/// What becomes of what was paid of a deposit, in minor units; the rest goes to the customer's balance.
#[derive(Clone, Debug)]
pub struct DepositReturn {
    /// What is refunded to how it was paid.
    pub refund_minor: i64,
    /// What the merchant keeps.
    pub keep_minor: i64,
    /// Why something is kept.
    pub reason: LongText,
}

/// Returns what is held of a deposit in `transaction`. The subscription notes it.
///
/// # Errors
/// 409 `invalid_state` when nothing is held or the first payment is awaited, or the customer has gone; 422
/// `above_amount_paid` naming `refund_amount` or `keep_amount`; 503 when the store cannot be used.
pub async fn return_deposit(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<Subscription>,
    subscription: &mut Subscription,
    decided: &DepositReturn,
) -> Result<(), ApiError> {
    let held = deposit::credit(subscription).filter(|_| subscription.incomplete_since.is_none());
    let line = held.ok_or_else(|| {
        let message = "no deposit is held: none was charged and stands, or it came back already";
        ApiError::conflict(ErrorCode::InvalidState, message)
    })?;
    customer_balance::require_customer(work, transaction, subscription.customer_id, "customer_id").await?;
    let mut wallet = current_wallet::renew(work, subscription.customer_id).await?;
    let location = work.get(subscription.location_id).await?;
    let invoices = read_charging(work, transaction, subscription, &[&line]).await?;
    let room = ACTIONS_MAX.saturating_sub(transaction.actions() + OTHER_ACTIONS + CLEARING_ACTIONS);
    let mut planned = plan(work, subscription, vec![&line], invoices, room).await?;
    refund(&mut planned, decided.refund_minor)?;
    let currency = subscription.currency;
    let before_minor = wallet.wallet().money_in(currency).minor();
    let mut changing = Changing { work, transaction, id, subscription, wallet: &mut wallet };
    let changed = Box::pin(carry_out(&mut changing, planned, &location)).await?;
    if decided.keep_minor > wallet.wallet().money_in(currency).minor() - before_minor {
        return Err(above_paid("keep_amount"));
    }
    Box::pin(keep(work, transaction, &mut wallet, subscription, decided)).await?;
    let set = SetOff { corrected: None, reserved: OTHER_ACTIONS };
    Box::pin(set_off(work, transaction, &mut wallet, changed, set)).await?;
    Box::pin(wallet.write(work, transaction)).await
}

/// Books what is kept out of the wallet, which has gained it. The subscription notes it.
async fn keep(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    wallet: &mut OpenWallet,
    subscription: &mut Subscription,
    decided: &DepositReturn,
) -> Result<(), ApiError> {
    if decided.keep_minor == 0 {
        return Ok(());
    }
    let kept = BalanceClearing {
        customer_id: subscription.customer_id,
        currency: subscription.currency,
        amount_minor: decided.keep_minor,
        decision: ClearingDecision::Kept,
        method: None,
        gateway_reference: ShortText::default(),
        reason: decided.reason.clone(),
    };
    clear(work, transaction, wallet, kept, None).await?;
    subscription.deposit_kept_minor += decided.keep_minor;
    Ok(())
}

/// Has the notes of a plan promise to refund so much of what was paid.
fn refund(planned: &mut CreditPlan<'_>, minor: i64) -> Result<(), ApiError> {
    let mut left = minor;
    for one in &mut planned.charging {
        let refundable_minor = one.refundable_minor();
        let Some(crediting) = &mut one.crediting else { continue };
        let split = &mut crediting.split.post_payment;
        let refund_minor = left.min(split.credit_minor).min(refundable_minor);
        *split = PostPayment { credit_minor: split.credit_minor - refund_minor, refund_minor, ..*split };
        left -= refund_minor;
    }
    if left > 0 { Err(above_paid("refund_amount")) } else { Ok(()) }
}

fn above_paid(field: &str) -> ApiError {
    ApiError::rule(field, "above_amount_paid", "more than was paid of the deposit, and is left of that")
}
