//! Who may apply for a benefit.

use agreements::subscription::entitlements::Entitlements;
use records::{EntitlementsAt, Location, MembershipPlan, membership_plan::BenefitKind};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Customer, Id, audience::Audience};

use crate::records::benefit::{Benefit, Visibility};

/// The customer exists and is not blocked, and the benefit is for the customer now: by its audience, and, while active
/// membership plans name it, by a subscription to one of them.
///
/// # Errors
/// 422 naming `customer_id` or `benefit_id`, at once or when the transaction is committed.
pub async fn check_customer(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<Customer>,
    benefit: &Record<Benefit>,
    location: &Record<Location>,
) -> Result<(), ApiError> {
    let audience = audience_of(benefit.body.visibility);
    if audience == Audience::Admins {
        let message = "the benefit is for those who run the space";
        return Err(ApiError::rule("benefit_id", "for_admins", message));
    }
    let naming = MembershipPlan::naming(benefit.id.cast());
    let (customer, naming_now) = tokio::join!(
        call.welcome_customer(transaction, id, "customer_id"),
        call.store.read_counter(call.tenant(), &naming)
    );
    let (customer, is_named) = (customer?, naming_now? > 0);
    if audience == Audience::Public && !is_named {
        transaction.require_zero(&naming, for_subscribers());
        return Ok(());
    }
    let entitlements = Box::pin(Entitlements::read(call, &customer, location)).await?.at(call.now);
    if is_named || audience == Audience::ExclusiveMembers {
        let plan = find_naming_plan(call, &entitlements, benefit.id.cast()).await?.ok_or_else(for_subscribers)?;
        transaction.require_unchanged(&plan);
    } else {
        transaction.require_zero(&naming, for_subscribers());
    }
    let is_for_them = audience == Audience::ExclusiveMembers || entitlements.is_among(audience, &[]);
    if is_for_them { Ok(()) } else { Err(for_members()) }
}

/// A membership plan of the customer that names the benefit and is active.
async fn find_naming_plan(
    call: &Call,
    entitlements: &EntitlementsAt,
    benefit: Id<BenefitKind>,
) -> Result<Option<Record<MembershipPlan>>, ApiError> {
    if entitlements.plans.is_empty() {
        return Ok(None);
    }
    let plans = call.store.find_all(call.tenant(), &entitlements.plans).await?;
    Ok(plans.into_iter().find(|plan| plan.body.is_active && plan.body.exclusive_benefit_ids.contains(&benefit)))
}

const fn audience_of(visibility: Visibility) -> Audience {
    match visibility {
        Visibility::Public => Audience::Public,
        Visibility::NetworkMembers => Audience::NetworkMembers,
        Visibility::Members => Audience::Members,
        Visibility::ExclusiveMembers => Audience::ExclusiveMembers,
        Visibility::Admins => Audience::Admins,
    }
}

fn for_subscribers() -> ApiError {
    let message = "the benefit is for subscribers of the membership plans that name it";
    ApiError::rule("benefit_id", "for_subscribers", message)
}

fn for_members() -> ApiError {
    ApiError::rule("benefit_id", "for_members", "the benefit is for members of the location, or of its network")
}
