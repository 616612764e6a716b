use agreements::subscription::{Subscription, agreeing};
use shared::api::{Body, Call, Created, Creates, retry};

use crate::new_subscription::SubscriptionCreate;

/// Creates a subscription, and invoices and grants what has begun by then.
pub async fn create(call: Call, Body(input): Body<SubscriptionCreate>) -> Creates<Subscription> {
    let mut tries = agreeing::Tries::default();
    // Others may subscribe, be invoiced or take the last seat at the same moment.
    retry(&call, || {
        let with_first = tries.next_with_first();
        Box::pin(attempt(&call, &input, with_first))
    })
    .await
}

async fn attempt(call: &Call, input: &SubscriptionCreate, with_first: bool) -> Creates<Subscription> {
    let mut transaction = call.transaction();
    call.welcome_customer(&mut transaction, input.customer_id, "customer_id").await?;
    let (agreed, offer) = input.agree(call).await?;
    let subscription =
        agreeing::subscribe(call, &mut transaction, agreed, input.metadata.clone(), &offer, with_first).await?;
    let (id, plan) = (subscription.id, offer.plan.id);
    let outcome = call.commit(transaction, Created(subscription)).await;
    agreeing::follow_up(call, outcome, id, plan).await
}
