//! Invoicing the next period before it begins.

use agreements::subscription::{Subscription, renewing};
use billing::subscription_status::SubscriptionAction;
use shared::api::{Call, Changes, PathId, retry};
use values::{ApiError, ErrorCode};

use crate::stored;

/// Invoices the next period before it begins.
pub async fn renew_now(call: Call, PathId(id): PathId<Subscription>) -> Changes<Subscription> {
    retry(&call, || async {
        let before = Box::pin(stored::catch_up_for_change(&call, id)).await?;
        let body = &before.body;
        body.status(call.now).allows(SubscriptionAction::RenewNow)?;
        let refused = |message: &str| Err(ApiError::conflict(ErrorCode::InvalidState, message.to_owned()));
        if body.is_invoiced(body.next_number()) {
            return refused("the next period was invoiced already");
        }
        let first = body.schedule.period(body.next_number())?.first();
        if body.scheduled.as_ref().is_some_and(|change| change.effective <= first && change.schedule.is_some()) {
            return refused("it goes to another cycle with the next period");
        }
        let mut transaction = call.transaction();
        call.welcome_customer(&mut transaction, body.customer_id, "customer_id").await?;
        let Some(after) = Box::pin(renewing::renew(&call, &mut transaction, id, body, true)).await? else {
            return refused("it ends with the present period");
        };
        // A change that waits for the period begins with it.
        let after = Subscription {
            plan: if body.scheduled.is_some() { body.plan.clone() } else { after.plan.clone() },
            membership_plan_id: body.membership_plan_id,
            scheduled: body.scheduled.clone(),
            ..after
        };
        stored::commit(&call, transaction, &before, after.dated(call.now)?, None, None).await
    })
    .await
}
