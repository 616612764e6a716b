//! Create a membership plan.

use records::publication::create_membership_plan;
use records::{MembershipPlan, Plan};
use shared::api::{Body, Call, Created, Creates, New, retry};
use store::Record;
use values::ApiError;

use crate::{exclusive, links, references, rules};

/// Creates a membership plan of a location, on its own terms or as the offer of a plan.
pub async fn create(call: Call, Body(new): Body<New<MembershipPlan>>) -> Creates<MembershipPlan> {
    // The resources that it names are records that others may change at the same moment.
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<MembershipPlan>) -> Creates<MembershipPlan> {
    let location = references::read_location(call, new.fields.location_id).await?;
    rules::check_currency(new.fields.currency, location.body.currency)?;
    let plan = match new.fields.plan_id {
        Some(id) => Some(references::read_plan(call, id, location.id).await?),
        None => None,
    };
    call.require_tax_rate(None, new.fields.tax_rate_id, "tax_rate_id").await?;
    let body = composed(new, plan.as_ref())?;
    rules::check(None, &body, new.gives("tax_rate"))?;
    let created = call.new_record(body, new.metadata.clone());
    let mut transaction = call.transaction();
    create_membership_plan(&mut transaction, &location, &created);
    exclusive::name(call, &mut transaction, created.id, None, &created.body).await?;
    if let Some(before) = &plan {
        let mut body = before.body.clone();
        body.add_publication(location.id, created.id.cast())?;
        transaction.replace(before, &call.next_version(before, body, None));
    }
    call.commit(transaction, Created(created)).await
}

/// The membership plan; what was left out is as in its plan, and what it inherits follows the plan.
fn composed(new: &New<MembershipPlan>, plan: Option<&Record<Plan>>) -> Result<MembershipPlan, ApiError> {
    let mut body = MembershipPlan::from(new.fields.clone());
    if let Some(Record { body: plan, .. }) = plan {
        let own = new.fields.clone();
        body.description = if new.gives("description") { own.description } else { plan.description.clone() };
        body.expiring_credits = if new.gives("expiring_credits") { own.expiring_credits } else { plan.credits };
        body.expiring_day_passes =
            if new.gives("expiring_day_passes") { own.expiring_day_passes } else { plan.day_passes };
    }
    links::link(&mut body, plan.map(|plan| &plan.body), |field| new.gives(field))?;
    Ok(body)
}
