//! Returning the deposit of a subscription before it ends, and keeping of it what there is a reason for.

use agreements::subscription::{
    Subscription,
    returning_deposit::{self, DepositReturn},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use values::{Amount, ApiError, Id, LongText};

use crate::stored;

/// What becomes of what was paid of a deposit: what is neither refunded nor kept goes to the customer's balance.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionDepositReturn {
    /// What is refunded to how it was paid: the credit note promises it, and a refund of the payment names the note.
    #[serde(default)]
    refund_amount: Amount,
    /// What the merchant keeps, such as for damage.
    #[serde(default)]
    keep_amount: Amount,
    /// Why something is kept; needed then, and only then.
    #[serde(default)]
    reason: LongText,
}

/// Returns what is held of a deposit.
pub async fn return_deposit(
    call: Call,
    PathId(id): PathId<Subscription>,
    Body(input): Body<SubscriptionDepositReturn>,
) -> Changes<Subscription> {
    Box::pin(retry(&call, || Box::pin(attempt(&call, id, &input)))).await
}

async fn attempt(call: &Call, id: Id<Subscription>, input: &SubscriptionDepositReturn) -> Changes<Subscription> {
    let before = Box::pin(stored::catch_up_for_way_out(call, id)).await?.record;
    let decided = input.decided(&before.body)?;
    let mut after = before.body.clone();
    let mut transaction = call.transaction();
    let returned = returning_deposit::return_deposit(call, &mut transaction, id, &mut after, &decided);
    Box::pin(returned).await?;
    stored::commit(call, transaction, &before, after.dated(call.now)?, None, None).await
}

impl SubscriptionDepositReturn {
    fn decided(&self, subscription: &Subscription) -> Result<DepositReturn, ApiError> {
        let decided = DepositReturn {
            refund_minor: self.refund_amount.minor_in(subscription.currency, "refund_amount")?,
            keep_minor: self.keep_amount.minor_in(subscription.currency, "keep_amount")?,
            reason: self.reason.clone(),
        };
        match (decided.keep_minor > 0, self.reason.as_str().trim().is_empty()) {
            (true, true) => Err(ApiError::rule("reason", "required", "what is kept is kept for a reason")),
            (false, false) => {
                let message = "only what is kept has a reason";
                Err(ApiError::rule("reason", "not_of_this_decision", message))
            }
            (true, false) | (false, true) => Ok(decided),
        }
    }
}
