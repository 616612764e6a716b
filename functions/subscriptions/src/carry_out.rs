//! Carries a change of plan or quantity out: what it charges is invoiced and what it grants is granted, in the transaction that
//! changes the subscription.

use billing::{plan_change::Direction, wallet::Unit};
use bookkeeping::{
    OpenWallet, current_wallet,
    subscription::{
        Subscription, agreeing,
        charging::{self, Billed, Charged, ChargedLine},
        plan_change::DecidedChange,
        renewing,
    },
};
use shared::{
    ApiError,
    api::{Call, Changes},
    domain::{Day, Id, MembershipPlan, Metadata, Record},
    store::Transaction,
};

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
    if decided.direction == Direction::Upgrade || decided.lines.iter().any(|line| line.amount_minor > 0) {
        // More for the customer is what a blocked one may not have.
        call.welcome_customer(&mut transaction, before.body.customer_id, "customer_id").await?;
    }
    let mut after = decided.after.clone();
    let lines = charging::of_change(&decided.lines, &before.body.plan, &decided.after.plan);
    let mut wallet = current_wallet::opened(call, after.customer_id).await?;
    if decided.ends_grants {
        wallet.end_subscription(before.id.cast(), call.now);
    }
    for unit in [Unit::Credits, Unit::DayPasses] {
        let grants = decided.grants.iter().filter(|grant| grant.unit == unit);
        let timed = grants.map(|grant| renewing::timed(call, (before.id, &after), grant)).collect();
        wallet.advance(call, (unit, call.now), timed).await?;
    }
    let days = lines.iter().filter_map(|line| line.days).fold((decided.effective, decided.effective), widest);
    let charged = Box::pin(invoice(call, &mut transaction, (before.id, &mut after), wallet, (lines, days))).await?;
    let period = after.renewed.unwrap_or_default();
    // Where as much is charged as credited, what was charged before stays charged.
    let is_even = matches!(charged, Charged::Nothing);
    if !is_even && decided.lines.iter().any(|line| line.amount_minor < 0) {
        after.note_credited(period);
    }
    if let Charged::Issued(issued) = &charged {
        let sum = decided.lines.iter().map(|line| line.amount_minor).fold(0_i64, i64::saturating_add);
        after.note_dues(issued, issued.lines.clone(), (period, sum));
    }
    let after = after.dated(call.now)?;
    let outcome = Box::pin(stored::changed(call, transaction, before, (after, metadata), plan)).await;
    match plan {
        Some(plan) => Box::pin(agreeing::settled(call, outcome, (before.id, plan.id))).await,
        None => outcome,
    }
}

/// Invoices lines and writes the wallet. Answers what became of the lines.
///
/// # Errors
/// 422 when an amount does not fit.
pub async fn invoice(
    call: &Call,
    transaction: &mut Transaction,
    subscription: (Id<Subscription>, &mut Subscription),
    mut wallet: OpenWallet,
    (lines, days): (Vec<ChargedLine>, (Day, Day)),
) -> Result<Charged, ApiError> {
    let billed = Billed { lines, days, is_draft: false };
    let charged = Box::pin(charging::invoice(call, transaction, subscription, &mut wallet, billed)).await?;
    Box::pin(wallet.write(call, transaction)).await?;
    Ok(charged)
}

fn widest((first, after): (Day, Day), (other_first, other_after): (Day, Day)) -> (Day, Day) {
    (first.min(other_first), after.max(other_after))
}
