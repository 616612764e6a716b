//! Carries a change of plan or quantity out: what it charges is invoiced and what it grants is granted, in the transaction that
//! changes the subscription.

use bookkeeping::{
    OpenWallet, current_wallet,
    subscription::{
        Subscription, agreeing, allowance_change,
        charging::{self, Billed, ChargedLine},
        cycle_to_come,
        plan_change::DecidedChange,
    },
};
use records::MembershipPlan;
use shared::api::{Call, Changes};
use store::{Record, Transaction};
use values::{ApiError, Day, Id, Metadata};

use crate::stored;

/// Carries a change out; `plan` is the plan that it goes to.
///
/// # Errors
/// The refusals of the transaction.
pub async fn carry_out(
    call: &Call,
    before: &Record<Subscription>,
    decided: DecidedChange,
    (plan, metadata): (Option<&Record<MembershipPlan>>, Option<Metadata>),
) -> Changes<Subscription> {
    let mut transaction = call.transaction();
    if decided.is_more || decided.lines.iter().any(|line| line.amount_minor > 0) {
        // More for the customer is what a blocked one may not have.
        call.welcome_customer(&mut transaction, before.body.customer_id, "customer_id").await?;
    }
    let mut after = decided.after.clone();
    let (lines, days) = invoiced(&decided, &before.body);
    let mut wallet = current_wallet::opened(call, after.customer_id).await?;
    let allowances = (decided.allowances.as_slice(), decided.ends_grants);
    allowance_change::carry_out(call, &mut wallet, (before.id, &before.body, &mut after), allowances).await?;
    cycle_to_come::note(&mut wallet, (before.id, &after));
    Box::pin(invoice(call, &mut transaction, (before.id, &mut after), wallet, (lines, days))).await?;
    let after = after.dated(call.now)?;
    let outcome = Box::pin(stored::changed(call, transaction, before, (after, metadata), plan)).await;
    match plan {
        Some(plan) => Box::pin(agreeing::settled(call, outcome, (before.id, plan.id))).await,
        None => outcome,
    }
}

/// What a change charges and credits, and for which days.
#[must_use]
pub fn invoiced(decided: &DecidedChange, before: &Subscription) -> (Vec<ChargedLine>, (Day, Day)) {
    let after = &decided.after;
    let lines = charging::of_change(&decided.lines, &before.plan, &after.plan, after.present_dues());
    let days = lines.iter().filter_map(|line| line.days).fold((decided.effective, decided.effective), widest);
    (lines, days)
}

/// Invoices lines and writes the wallet.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn invoice(
    call: &Call,
    transaction: &mut Transaction,
    subscription: (Id<Subscription>, &mut Subscription),
    mut wallet: OpenWallet,
    (lines, days): (Vec<ChargedLine>, (Day, Day)),
) -> Result<(), ApiError> {
    let billed = Billed { lines, days, is_draft: false };
    Box::pin(charging::invoice(call, transaction, subscription, &mut wallet, billed)).await?;
    Box::pin(wallet.write(call, transaction)).await
}

fn widest((first, after): (Day, Day), (other_first, other_after): (Day, Day)) -> (Day, Day) {
    (first.min(other_first), after.max(other_after))
}
