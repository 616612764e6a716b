//! Update a membership plan.

use shared::{
    ApiError,
    api::{Body, Call, Changes, Patch, PathId, Update},
    domain::MembershipPlan,
};

use crate::{activity::check_restorable, links, references, rules, stored};

/// Update membership plan
pub async fn update(
    call: Call,
    PathId(id): PathId<MembershipPlan>,
    Body(patch): Body<Patch<MembershipPlan>>,
) -> Changes<MembershipPlan> {
    let mut update = stored::update(&call, id).await?.patched(&patch)?;
    rules::check_currency(update.after.currency, update.present.currency)?;
    follow_plan(&call, &mut update, &patch).await?;
    rules::check(Some(&update.present), &update.after, patch.gives("tax_rate"))?;
    check_restorable(&call, &update.present, &update.after).await?;
    references::exclusive_resources(&call, Some(&update.present), &update.after).await?;
    update.commit().await
}

/// Another value in an inherited field makes it the membership plan's own; `inherits` links fields again, at the values of the
/// plan, which must stay as it was read.
async fn follow_plan(
    call: &Call,
    update: &mut Update<'_, MembershipPlan>,
    patch: &Patch<MembershipPlan>,
) -> Result<(), ApiError> {
    if !patch.gives("inherits") {
        links::release_changed(&update.present, &mut update.after);
        return Ok(());
    }
    let plan = match update.after.plan_id {
        Some(id) if !update.after.inherits.is_empty() => call.store.find(call.tenant(), id).await?,
        Some(_) | None => None,
    };
    links::link(&mut update.after, plan.as_ref().map(|plan| &plan.body))?;
    if let Some(plan) = &plan {
        update.transaction.require_unchanged(plan);
    }
    Ok(())
}
