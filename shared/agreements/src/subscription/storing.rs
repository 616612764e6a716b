//! Storing a subscription: with the record of its customer's subscriptions, and the seats that it takes of plans.

use records::{Location, MembershipPlan};
use store::{Record, Transaction};
use values::{ApiError, Id};
use work::UnitOfWork;

use super::{of_customer::CustomerSubscriptions, record::Subscription, seats};

impl Subscription {
    /// Plans of which it takes a seat: the present one, and the one that it goes to.
    fn seats(&self) -> Vec<Id<MembershipPlan>> {
        if self.is_over {
            return Vec::new();
        }
        let later = self.scheduled.as_ref().map(|change| change.plan.membership_plan_id);
        let mut plans = vec![self.plan.membership_plan_id];
        plans.extend(later.filter(|later| *later != self.plan.membership_plan_id));
        plans
    }
}

/// Stores a new subscription to `plan`, which must stay as it was read.
///
/// # Errors
/// 409 `capacity_exceeded` when the customer has too many, or, once committed, when the plan has no seat left.
pub async fn create(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    subscription: &Record<Subscription>,
    plan: &Record<MembershipPlan>,
) -> Result<(), ApiError> {
    seats::take(transaction, plan);
    transaction.require_unchanged(plan);
    transaction.add(&Location::subscriptions(subscription.body.location_id), 1);
    note_in_customer(work, transaction, subscription).await?;
    transaction.create(subscription);
    Ok(())
}

/// Stores the next version of a subscription. `plan` is the plan that it goes to, when it does.
///
/// # Errors
/// 409 `capacity_exceeded`, once committed, when that plan has no seat left.
pub async fn replace(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<Subscription>,
    after: &Record<Subscription>,
    plan: Option<&Record<MembershipPlan>>,
) -> Result<(), ApiError> {
    let (held, kept) = (before.body.seats(), after.body.seats());
    for given_back in held.iter().filter(|seat| !kept.contains(seat)) {
        seats::give_back(transaction, *given_back);
    }
    for taken in kept.iter().filter(|seat| !held.contains(seat)) {
        match plan.filter(|plan| plan.id == *taken) {
            Some(plan) => {
                seats::take(transaction, plan);
                transaction.require_unchanged(plan);
            }
            None => return Err(ApiError::internal(format!("a seat of {taken} is taken by nobody"))),
        }
    }
    if after.body.is_over && !before.body.is_over {
        transaction.add(&Location::subscriptions(after.body.location_id), -1);
    }
    note_in_customer(work, transaction, after).await?;
    transaction.replace(before, after);
    Ok(())
}

/// Notes a subscription in the record of its customer's.
async fn note_in_customer(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    subscription: &Record<Subscription>,
) -> Result<(), ApiError> {
    let mut own = CustomerSubscriptions::read(work, subscription.body.customer_id).await?;
    own.put(subscription.id, &subscription.body)?;
    own.write(transaction);
    Ok(())
}
