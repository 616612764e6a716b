//! Carries a change of plan or quantity out: what it charges is invoiced and what it grants is granted, in the
//! transaction that changes the subscription.

use agreements::subscription::{
    Subscription, agreeing, allowance_change, bill, charged_line, charging::Billed, cycle_to_come,
    plan_change::DecidedChange,
};
use records::MembershipPlan;
use shared::api::{Call, Changes};
use store::Record;
use values::{Day, Metadata};
use wallets_and_journal::current_wallet;

use crate::stored;

/// Carries a change out; `plan` is the plan that it goes to.
///
/// # Errors
/// The refusals of the transaction.
pub async fn carry_out(
    call: &Call,
    before: &Record<Subscription>,
    decided: DecidedChange,
    plan: Option<&Record<MembershipPlan>>,
    metadata: Option<Metadata>,
) -> Changes<Subscription> {
    let mut transaction = call.transaction();
    if decided.is_more || decided.lines.iter().any(|line| line.amount_minor > 0) {
        // More for the customer is what a blocked one may not have.
        call.welcome_customer(&mut transaction, before.body.customer_id, "customer_id").await?;
    }
    let mut after = decided.after.clone();
    let billed = billed(&decided, &before.body);
    let mut wallet = current_wallet::renew(call, after.customer_id).await?;
    let (allowances, ends_grants) = (decided.allowances.as_slice(), decided.ends_grants);
    allowance_change::carry_out(call, &mut wallet, before, &mut after, allowances, ends_grants).await?;
    cycle_to_come::note(&mut wallet, before.id, &after);
    bill::bill(call, &mut transaction, before.id, &mut after, &mut wallet, &billed).await?;
    Box::pin(wallet.write(call, &mut transaction)).await?;
    let after = after.dated(call.now)?;
    let outcome = Box::pin(stored::commit(call, transaction, before, after, metadata, plan)).await;
    match plan {
        Some(plan) => Box::pin(agreeing::follow_up(call, outcome, before.id, plan.id)).await,
        None => outcome,
    }
}

/// What a change charges and credits, for the change and for its preview alike.
#[must_use]
pub fn billed(decided: &DecidedChange, before: &Subscription) -> Billed {
    let after = &decided.after;
    let lines = charged_line::of_change(&decided.lines, &before.plan, &after.plan, after.present_dues());
    let days = lines.iter().filter_map(|line| line.days).fold((decided.effective, decided.effective), widest);
    Billed { lines, days, is_draft: false }
}

fn widest((first, after): (Day, Day), (other_first, other_after): (Day, Day)) -> (Day, Day) {
    (first.min(other_first), after.max(other_after))
}
