//! Refund a payment, or a part of it.

use bookkeeping::{
    OpenWallet, PaymentTransaction,
    payment::{self, NewRefund},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Changes, PathId, retried},
    domain::{Amount, Id, LongText},
};

/// What goes back.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentRefundRequest {
    /// How much; all that is left when left out.
    amount: Option<Amount>,
    /// What the operator says.
    #[serde(default)]
    reason: LongText,
}

/// Refund a payment
pub async fn refund(
    call: Call,
    PathId(id): PathId<PaymentTransaction>,
    Body(input): Body<PaymentRefundRequest>,
) -> Changes<PaymentTransaction> {
    retried(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<PaymentTransaction>, input: &PaymentRefundRequest) -> Changes<PaymentTransaction> {
    let mut update = call.update(id).await?;
    let rest_minor = update.before.body.payment.refundable_minor();
    let amount = input.amount.map(|amount| amount.minor_in(update.after.currency, "amount")).transpose()?;
    let mut wallet = OpenWallet::load(call, update.after.customer_id).await?;
    let new =
        NewRefund { amount_minor: amount.unwrap_or(rest_minor), credit_note_id: None, reason: input.reason.clone() };
    let (after, _) = payment::refund(call, (&mut update.transaction, &mut wallet), &update.before, new).await?;
    update.after = after;
    wallet.write(call, &mut update.transaction).await?;
    update.commit().await
}
