//! A membership plan in short.

use records::{Location, MembershipPlan};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Expandable, Named};
use store::Record;
use uuid::Uuid;
use values::{Amount, ApiError, Area, Currency, Id, Name, Scope, cycle::Cycle};
use work::UnitOfWork;

use crate::{
    reading,
    seen::{ids, shown},
};

/// Membership plans, as records name them: inactive ones, too, because subscriptions to them go on.
#[derive(Clone, Copy, Debug)]
pub struct MembershipPlans;

/// A membership plan in short, as records name it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MembershipPlanSummary {
    /// Identifier of the membership plan.
    id: Id<MembershipPlan>,
    /// Where it is sold.
    location_id: Id<Location>,
    /// What people call it.
    name: Name,
    /// How long one cycle is.
    cycle: Cycle,
    /// Price of one cycle now for new subscribers, in major units.
    price: Amount,
    /// ISO 4217 code of the price.
    currency: Currency,
    /// Whether it can be subscribed to.
    is_active: bool,
}

impl Expandable for MembershipPlans {
    type View = MembershipPlanSummary;

    const SCOPE: Scope = reading(Area::Memberships);

    async fn find(work: &UnitOfWork, named: &[Named]) -> Result<Vec<(Uuid, MembershipPlanSummary)>, ApiError> {
        let found = work.store.find_all_any(work.tenant(), &ids(named)).await?;
        shown(work, found, |plan| summary(plan, plan.body.price_at(work.now))).await
    }
}

fn summary(plan: &Record<MembershipPlan>, price: Amount) -> MembershipPlanSummary {
    let fields = &plan.body.fields;
    MembershipPlanSummary {
        id: plan.id,
        location_id: fields.location_id,
        name: fields.name.clone(),
        cycle: fields.cycle,
        price,
        currency: fields.currency,
        is_active: fields.is_active,
    }
}
