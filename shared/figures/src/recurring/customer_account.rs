//! Keeps the accounts of customers who subscribe. A customer has one, because whether they are lost depends on all of
//! their subscriptions.

use std::collections::BTreeMap;

use agreements::subscription::record::Subscription;
use serde::{Deserialize, Serialize};
use store::RecordSet;
use values::{ApiError, Customer, Day, Id, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use super::{
    BOOK,
    customer_sums::{SeenSubscription, customer_sums},
    timeline::{Step, seen},
};
use crate::account;

/// What is remembered of a customer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedCustomer {
    /// Their subscriptions by id, those that have ended too.
    pub subscriptions: BTreeMap<String, SeenSubscription>,
    /// When the last of them had changed that was seen.
    pub changed_at: Option<Timestamp>,
}

/// Looks at subscriptions as they are now, and adds to the sums what they lack of their customers.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn count(work: &UnitOfWork, ids: &[Id<Subscription>]) -> Result<(), ApiError> {
    let found = work.store.find_all_any(work.tenant(), ids).await?;
    for subscription in found {
        let customer = subscription.body.customer_id;
        retry(work, || count_one(work, customer, subscription.id)).await?;
    }
    Ok(())
}

async fn count_one(work: &UnitOfWork, customer: Id<Customer>, id: Id<Subscription>) -> Result<(), ApiError> {
    let name = customer.to_string();
    let account = account::read::<CountedCustomer>(work, BOOK, &name).await?;
    let Some(subscription) = work.store.find_any(work.tenant(), id).await? else { return Ok(()) };
    let mut memory = account.as_ref().map(|account| account.memory.clone()).unwrap_or_default();
    let known = memory.subscriptions.get(&id.to_string());
    let is_live = subscription.record_set == RecordSet::Live;
    let steps = steps_of(known, &subscription.body, subscription.updated_at, is_live);
    // A change that changes no step is not written down.
    if known.map(|known| known.steps.as_slice()).unwrap_or_default() != steps {
        let now = SeenSubscription {
            version: subscription.version,
            location_id: subscription.body.location_id,
            currency: subscription.body.currency,
            steps,
        };
        memory.subscriptions.insert(id.to_string(), now);
        memory.changed_at = memory.changed_at.max(Some(subscription.updated_at));
    }
    let sums = customer_sums(&memory.subscriptions);
    account::settle(work, BOOK, &name, account, (&sums, &memory)).await
}

/// The steps of a subscription as it is since it was last changed, after what was seen of it before.
#[must_use]
pub fn steps_of(
    known: Option<&SeenSubscription>,
    subscription: &Subscription,
    changed_at: Timestamp,
    is_live: bool,
) -> Vec<Step> {
    let before = known.map(|known| known.steps.as_slice()).unwrap_or_default();
    match Day::new(changed_at.day_in(subscription.zone)) {
        Some(today) if is_live => seen(before, subscription, today),
        Some(_) | None => before.to_vec(),
    }
}
