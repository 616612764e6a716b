//! Duplicate a membership plan.

use records::publication::create_membership_plan;
use records::{Location, MembershipPlan, membership_plan::MembershipPlanFields};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, PathId, retry};
use values::{ApiError, Id, Name};

use crate::{exclusive, references, stored::get_any};

const NAME_MAX: usize = 200;
const COPY: &str = " (copy)";

/// What is different in the copy.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipPlanDuplicate {
    /// Name of the copy; that of the original and `(copy)` when left out.
    name: Option<Name>,
    /// Where the copy is sold, in the same currency; at the original's location when left out.
    location_id: Option<Id<Location>>,
}

/// Creates an active membership plan with the same terms, at the same or another location.
pub async fn duplicate(
    call: Call,
    PathId(id): PathId<MembershipPlan>,
    Body(input): Body<MembershipPlanDuplicate>,
) -> Creates<MembershipPlan> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<MembershipPlan>, input: &MembershipPlanDuplicate) -> Creates<MembershipPlan> {
    let original = get_any(call, id).await?;
    let location = references::read_location(call, input.location_id.unwrap_or(original.body.location_id)).await?;
    if location.body.currency != original.body.currency {
        let message = format!("the price is in {}", original.body.currency);
        return Err(ApiError::rule("location_id", "other_currency", message));
    }
    let mut fields = MembershipPlanFields {
        name: input.name.clone().unwrap_or_else(|| copy_of(&original.body.name)),
        location_id: location.id,
        price: original.body.price_at(call.now),
        is_active: true,
        plan_id: None,
        inherits: Vec::new(),
        ..original.body.fields.clone()
    };
    if location.id != original.body.location_id {
        fields.exclusive_resource_ids.clear();
        fields.exclusive_benefit_ids.clear();
    }
    let copy = call.new_record(MembershipPlan::from(fields), Some(original.metadata));
    let mut transaction = call.transaction();
    create_membership_plan(&mut transaction, &location, &copy);
    exclusive::name(call, &mut transaction, copy.id, None, &copy.body).await?;
    call.commit(transaction, Created(copy)).await
}

fn copy_of(name: &Name) -> Name {
    let kept: String = name.as_str().chars().take(NAME_MAX - COPY.len()).collect();
    Name::new(kept + COPY)
}
