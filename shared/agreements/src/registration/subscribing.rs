//! The subscription of a registration that names a membership plan: made with the member, in the same transaction.

use records::{Member, MembershipPlan};
use store::Transaction;
use values::{ApiError, Id};
use work::UnitOfWork;

use super::references::References;
use crate::subscription::{Subscription, agreeing, new::NewSubscription};

/// The subscription that a registration made, and what it is to.
#[derive(Clone, Copy, Debug)]
pub struct Subscribed {
    /// Identifier of the new subscription of the member.
    pub id: Id<Subscription>,
    plan: Id<MembershipPlan>,
}

/// Adds to `transaction`, which has a condition on the location already, the member's subscription from today on to the
/// plan that the registration names, if it names one.
///
/// # Errors
/// 422 naming `membership_plan_id`; 409 `capacity_exceeded`, at once or when the transaction is committed.
pub async fn subscribe(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    references: &References<'_>,
    member: Id<Member>,
) -> Result<Option<Subscribed>, ApiError> {
    let Some(plan) = references.plan else { return Ok(None) };
    let offer = agreeing::read_offer_of_plan(work, plan.clone(), "membership_plan_id").await?;
    let agreed = NewSubscription::of(member.cast()).agreed(&offer.plan, &offer.location, work.now)?;
    let subscription = work.new_record(agreed, None);
    agreeing::store(work, transaction, &subscription, &offer).await?;
    Ok(Some(Subscribed { id: subscription.id, plan: plan.id }))
}

/// Goes on from the outcome of that transaction: what has begun of the subscription is invoiced and granted.
///
/// # Errors
/// That of the outcome; 409 `version_conflict` to try again.
pub async fn follow_up<T>(
    work: &UnitOfWork,
    outcome: Result<T, ApiError>,
    subscribed: Option<Subscribed>,
) -> Result<T, ApiError> {
    match subscribed {
        Some(subscribed) => agreeing::follow_up(work, outcome, subscribed.id, subscribed.plan).await,
        None => outcome,
    }
}
