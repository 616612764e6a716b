//! What only subscribers of a membership plan get: resources, which say so themselves because bookings read them, and
//! benefits, which are counted.

use scheduling::Resource;
use shared::{
    ApiError,
    api::Call,
    domain::{Id, KindName, Location, MembershipPlan, ResourceReference, membership_plan::BenefitKind},
    store::Transaction,
};

/// Actions of the transaction beside those that name something: the plan, its location, its counters, its publication and
/// the answer.
const OTHER_ACTIONS: usize = 12;
/// Resources and benefits that one request adds to the lists or takes out of them, a benefit that is added counting
/// twice.
const CHANGES_MAX: usize = shared::store::transaction::ACTIONS_MAX - OTHER_ACTIONS;

/// Names in `transaction` what a membership plan reserves for its subscribers from now on, and gives free what it does
/// no longer. What is in a list is looked at when it enters the list; what is archived later stays named.
///
/// # Errors
/// 422 naming `exclusive_resource_ids[n]` or `exclusive_benefit_ids[n]`.
pub async fn name(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<MembershipPlan>,
    before: Option<&MembershipPlan>,
    after: &MembershipPlan,
) -> Result<(), ApiError> {
    let resources = Difference::of(before.map(|before| &before.exclusive_resource_ids), &after.exclusive_resource_ids);
    let benefits = Difference::of(before.map(|before| &before.exclusive_benefit_ids), &after.exclusive_benefit_ids);
    if resources.len() + benefits.len() + benefits.added.len() > CHANGES_MAX {
        let field = if resources.len() > benefits.len() { "exclusive_resource_ids" } else { "exclusive_benefit_ids" };
        let message = format!(
            "one request adds and removes at most {CHANGES_MAX} resources and benefits, an added benefit counting twice"
        );
        return Err(ApiError::rule(field, "too_many_changes", message));
    }
    name_resources(call, transaction, (id, after.location_id), &resources).await?;
    name_benefits(transaction, after.location_id, &benefits);
    Ok(())
}

async fn name_resources(
    call: &Call,
    transaction: &mut Transaction,
    (plan, location): (Id<MembershipPlan>, Id<Location>),
    change: &Difference<ResourceReference>,
) -> Result<(), ApiError> {
    let both = change.added.iter().chain(&change.removed);
    let ids: Vec<Id<Resource>> = both.map(|(_, resource)| resource.cast()).collect();
    let found = call.store.find_all(call.tenant(), &ids).await?;
    for (position, id) in &change.added {
        let field = format!("exclusive_resource_ids[{position}]");
        let resource = found.iter().find(|resource| resource.id == id.cast());
        let Some(resource) = resource else {
            return Err(call.missing_reference(id.cast::<Resource>(), field).await);
        };
        if resource.body.location_id != location {
            return Err(ApiError::rule(field, "other_location", "the resource stands at another location"));
        }
    }
    for resource in found {
        // Writing a resource opens it.
        let mut body = Resource { closed_until: None, ..resource.body.clone() };
        body.exclusive_membership_plan_ids.retain(|own| *own != plan);
        if change.added.iter().any(|(_, added)| added.cast() == resource.id) {
            body.exclusive_membership_plan_ids.push(plan);
        }
        transaction.replace(&resource, &call.next_version(&resource, body, None));
    }
    Ok(())
}

fn name_benefits(transaction: &mut Transaction, location: Id<Location>, change: &Difference<BenefitKind>) {
    for (position, benefit) in &change.added {
        let unknown = ApiError::reference_not_found(format!("exclusive_benefit_ids[{position}]"));
        transaction.require_at_location(KindName::Benefit, benefit.uuid(), location, unknown);
        transaction.add(&MembershipPlan::naming(*benefit), 1);
    }
    for (_, benefit) in &change.removed {
        transaction.add(&MembershipPlan::naming(*benefit), -1);
    }
}

/// What a list has more and less than before, each with its position.
struct Difference<K> {
    added: Vec<(usize, Id<K>)>,
    removed: Vec<(usize, Id<K>)>,
}

impl<K> Difference<K> {
    fn of(before: Option<&Vec<Id<K>>>, after: &[Id<K>]) -> Self {
        let before = before.map(Vec::as_slice).unwrap_or_default();
        let more = |list: &[Id<K>], than: &[Id<K>]| -> Vec<(usize, Id<K>)> {
            list.iter().copied().enumerate().filter(|(_, id)| !than.contains(id)).collect()
        };
        Self { added: more(after, before), removed: more(before, after) }
    }

    fn len(&self) -> usize {
        self.added.len() + self.removed.len()
    }
}
