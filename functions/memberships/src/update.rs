//! Update a membership plan.

use records::MembershipPlan;
use shared::api::{Body, Call, Changes, Patch, PathId, Update, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{activity::follow, links, rules, stored};

/// Changes fields of a membership plan, active or not.
pub async fn update(
    call: Call,
    PathId(id): PathId<MembershipPlan>,
    Body(patch): Body<Patch<MembershipPlan>>,
) -> Changes<MembershipPlan> {
    if patch.gives("exclusive_resource_ids") || patch.gives("is_active") {
        // The resources that it names are records that others may change at the same moment.
        return retry(&call, || attempt(&call, id, &patch)).await;
    }
    attempt(&call, id, &patch).await
}

async fn attempt(call: &Call, id: Id<MembershipPlan>, patch: &Patch<MembershipPlan>) -> Changes<MembershipPlan> {
    let mut update = stored::update(call, id).await?.patched(patch)?;
    // It is no part of what is stored, and a patch leaves only that.
    update.after.subscriber_count = update.present.subscriber_count;
    rules::check_currency(update.after.currency, update.present.currency)?;
    call.require_tax_rate(update.present.tax_rate_id, update.after.tax_rate_id, "tax_rate_id").await?;
    if update.after.cycle != update.present.cycle {
        // Periods of its subscriptions are counted by it.
        update.transaction.require_zero(&MembershipPlan::subscribers(id), cycle_in_use());
    }
    let plan_is_required = follow_plan(call, &mut update, patch).await?;
    rules::check(Some(&update.present), &update.after, patch.gives("tax_rate"))?;
    follow(call, &mut update, plan_is_required).await?;
    update.commit().await
}

/// Another value in an inherited field makes it the membership plan's own; `inherits` links fields again, at the values
/// of the plan, which must stay as it was read. Whether it must, is the result.
async fn follow_plan(
    call: &Call,
    update: &mut Update<'_, MembershipPlan>,
    patch: &Patch<MembershipPlan>,
) -> Result<bool, ApiError> {
    if !patch.gives("inherits") {
        links::release_changed(&update.present, &mut update.after);
        return Ok(false);
    }
    let plan = match update.after.plan_id {
        Some(id) if !update.after.inherits.is_empty() => call.store.find(call.tenant(), id).await?,
        Some(_) | None => None,
    };
    links::link(&mut update.after, plan.as_ref().map(|plan| &plan.body), |field| patch.gives(field))?;
    if let Some(plan) = &plan {
        update.transaction.require_unchanged(plan);
    }
    Ok(plan.is_some())
}

fn cycle_in_use() -> ApiError {
    ApiError::conflict(ErrorCode::InUse, "there are subscriptions to the membership plan").at("cycle", "in_use")
}
