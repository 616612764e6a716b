//! Which fields of a membership plan follow its plan.

use records::{MembershipPlan, Plan, membership_plan::InheritedField};
use values::ApiError;
use values::price::PriceChanges;

/// Links the fields in `inherits`, and only these, to the plan: they take over its present values, planned price
/// changes included. `is_given` tells which fields the request has.
///
/// # Errors
/// 422 naming `inherits`: `plan_required` without a plan, `other_currency` for a price that is not in the location's;
/// 422 `inherited` naming a field that the request gives another value than it inherits.
pub fn link(
    membership_plan: &mut MembershipPlan,
    plan: Option<&Plan>,
    is_given: impl Fn(&str) -> bool,
) -> Result<(), ApiError> {
    match plan {
        Some(plan) => {
            check_currency(membership_plan, plan)?;
            let own = membership_plan.clone();
            membership_plan.inherit(plan);
            let ignored =
                |field: &&InheritedField| is_given(name_of(**field)) && !is_same(**field, &own, membership_plan);
            if let Some(field) = own.inherits.iter().find(ignored) {
                let message = "the field follows the plan, which has another value; leave it out of inherits";
                return Err(ApiError::rule(name_of(*field), "inherited", message));
            }
        }
        None if membership_plan.inherits.is_empty() => {}
        None => return Err(ApiError::rule("inherits", "plan_required", "only what has a plan can inherit from it")),
    }
    drop_changes_of_own_price(membership_plan);
    Ok(())
}

/// Removes from `inherits` the fields to which the client gave another value: they are the membership plan's own from
/// then on.
pub fn release_changed(before: &MembershipPlan, after: &mut MembershipPlan) {
    let mut inherits = after.inherits.clone();
    inherits.retain(|field| is_same(*field, before, after));
    after.inherits = inherits;
    drop_changes_of_own_price(after);
}

/// A price that is not inherited does not follow the plan's, so changes that are planned for the plan's price are
/// dropped.
fn drop_changes_of_own_price(membership_plan: &mut MembershipPlan) {
    if !membership_plan.inherits.contains(&InheritedField::Price) {
        membership_plan.price_changes = PriceChanges::default();
    }
}

/// The field as requests name it.
const fn name_of(field: InheritedField) -> &'static str {
    match field {
        InheritedField::Name => "name",
        InheritedField::Description => "description",
        InheritedField::Price => "price",
        InheritedField::Currency => "currency",
        InheritedField::Cycle => "cycle",
        InheritedField::ExpiringCredits => "expiring_credits",
        InheritedField::ExpiringDayPasses => "expiring_day_passes",
    }
}

fn is_same(field: InheritedField, before: &MembershipPlan, after: &MembershipPlan) -> bool {
    match field {
        InheritedField::Name => before.name == after.name,
        InheritedField::Description => before.description == after.description,
        InheritedField::Price => before.price == after.price,
        InheritedField::Currency => before.currency == after.currency,
        InheritedField::Cycle => before.cycle == after.cycle,
        InheritedField::ExpiringCredits => before.expiring_credits == after.expiring_credits,
        InheritedField::ExpiringDayPasses => before.expiring_day_passes == after.expiring_day_passes,
    }
}

fn check_currency(membership_plan: &MembershipPlan, plan: &Plan) -> Result<(), ApiError> {
    let priced = |field: &InheritedField| matches!(field, InheritedField::Price | InheritedField::Currency);
    match membership_plan.inherits.iter().position(priced) {
        Some(position) if membership_plan.currency != plan.currency => {
            let message =
                format!("the plan's price is in {}, the location's in {}", plan.currency, membership_plan.currency);
            Err(ApiError::rule(format!("inherits[{position}]"), "other_currency", message))
        }
        Some(_) | None => Ok(()),
    }
}
