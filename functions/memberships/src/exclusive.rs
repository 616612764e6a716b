//! What only subscribers of a membership plan get: resources, which say so themselves because bookings read them, and
//! benefits, which are counted.

use records::{Location, MembershipPlan, membership_plan::BenefitKind};
use scheduling::Resource;
use shared::api::Call;
use store::{HeldRecord, Record, RecordSet, Transaction};
use values::{ApiError, Id, KindName, ResourceReference};

/// Actions of the transaction beside those that name something: the plan, its location, its counters, its publication
/// and the answer.
const OTHER_ACTIONS: usize = 12;
/// Resources and benefits that one request adds to the lists or takes out of them, a benefit that is added counting
/// twice. The transaction changes no calendar lists.
const CHANGES_MAX: usize = store::transaction::WRITES_MAX - OTHER_ACTIONS;

/// Names in `transaction` what a membership plan reserves for its subscribers from now on, and gives free what it does
/// no longer: an inactive one reserves nothing. What is in a list is looked at when it enters the list; what is
/// archived later stays in it.
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
    let resources = Change::of(before, after, |plan| &plan.exclusive_resource_ids);
    let benefits = Change::of(before, after, |plan| &plan.exclusive_benefit_ids);
    if resources.len() + benefits.len() + benefits.entering.len() > CHANGES_MAX {
        let field = if resources.len() > benefits.len() { "exclusive_resource_ids" } else { "exclusive_benefit_ids" };
        let message = format!(
            "one request adds and removes at most {CHANGES_MAX} resources and benefits, an added benefit counting twice"
        );
        return Err(ApiError::rule(field, "too_many_changes", message));
    }
    name_resources(call, transaction, id, after.location_id, &resources).await?;
    name_benefits(call, transaction, after.location_id, &benefits).await
}

async fn name_resources(
    call: &Call,
    transaction: &mut Transaction,
    plan: Id<MembershipPlan>,
    location: Id<Location>,
    change: &Change<ResourceReference>,
) -> Result<(), ApiError> {
    let ids: Vec<Id<Resource>> = change.all().map(Id::cast).collect();
    let found = call.store.find_all(call.tenant(), &ids).await?;
    for (position, id) in &change.entering {
        let field = format!("exclusive_resource_ids[{position}]");
        let resource = found.iter().find(|resource| resource.id == id.cast());
        let Some(resource) = resource else {
            return Err(call.explain_missing_reference(id.cast::<Resource>(), field).await);
        };
        if resource.body.location_id != location {
            return Err(ApiError::rule(field, "other_location", "the resource stands at another location"));
        }
    }
    for resource in found {
        let is_named = change.named.contains(&resource.id.cast());
        if !is_named && !change.freed.contains(&resource.id.cast()) {
            continue;
        }
        // Writing a resource opens it.
        let mut body = Resource { closed_until: None, ..resource.body.clone() };
        body.exclusive_membership_plan_ids.retain(|own| *own != plan);
        if is_named {
            body.exclusive_membership_plan_ids.push(plan);
        }
        transaction.replace(&resource, &call.next_version(&resource, body, None));
    }
    Ok(())
}

async fn name_benefits(
    call: &Call,
    transaction: &mut Transaction,
    location: Id<Location>,
    change: &Change<BenefitKind>,
) -> Result<(), ApiError> {
    let ids: Vec<_> = change.entering.iter().map(|(_, id)| id.uuid()).collect();
    let found = call.store.find_held(call.tenant(), KindName::Benefit, &ids).await?;
    for (position, benefit) in &change.entering {
        let field = format!("exclusive_benefit_ids[{position}]");
        let at_location = |found: &&Record<HeldRecord>| found.body.text("location_id") == location.to_string();
        let known = found.iter().find(|found| found.id == benefit.cast()).filter(at_location);
        match known.map(|found| found.record_set) {
            Some(RecordSet::Live) => {
                let archived = ApiError::reference_archived(field);
                transaction.require_at_location(KindName::Benefit, benefit.uuid(), location, archived);
            }
            Some(RecordSet::Archived) => return Err(ApiError::reference_archived(field)),
            None => return Err(ApiError::reference_not_found(field)),
        }
    }
    for benefit in &change.named {
        transaction.add(&MembershipPlan::naming(*benefit), 1);
    }
    for benefit in &change.freed {
        transaction.add(&MembershipPlan::naming(*benefit), -1);
    }
    Ok(())
}

/// What a change of a membership plan does to one of its lists.
struct Change<K> {
    /// What the list has more than before, each with its position.
    entering: Vec<(usize, Id<K>)>,
    /// What the membership plan reserves from now on.
    named: Vec<Id<K>>,
    /// What it no longer does.
    freed: Vec<Id<K>>,
}

impl<K> Change<K> {
    fn of(
        before: Option<&MembershipPlan>,
        after: &MembershipPlan,
        list: impl Fn(&MembershipPlan) -> &Vec<Id<K>>,
    ) -> Self {
        let reserved = |plan: &MembershipPlan| if plan.is_active { list(plan).clone() } else { Vec::new() };
        let (listed, held) = (before.map(&list).cloned().unwrap_or_default(), before.map(reserved).unwrap_or_default());
        let holds = reserved(after);
        Self {
            entering: list(after).iter().copied().enumerate().filter(|(_, id)| !listed.contains(id)).collect(),
            named: holds.iter().copied().filter(|id| !held.contains(id)).collect(),
            freed: held.iter().copied().filter(|id| !holds.contains(id)).collect(),
        }
    }

    /// Everything that is looked at.
    fn all(&self) -> impl Iterator<Item = Id<K>> {
        let entering = self.entering.iter().map(|(_, id)| *id);
        entering
            .filter(|id| !self.named.contains(id))
            .chain(self.named.iter().copied())
            .chain(self.freed.iter().copied())
    }

    fn len(&self) -> usize {
        self.named.len() + self.freed.len()
    }
}
