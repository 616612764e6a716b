//! Which fields of a membership plan follow its plan.

use shared::{
    ApiError,
    domain::{MembershipPlan, Plan, Timestamp, membership_plan::InheritedField, price::Price},
};

/// Links `fields`, and only these, to the plan: they take over its present values, planned price changes included.
///
/// # Errors
/// 422 naming `inherits`: `plan_required` without a plan, `other_currency` for a price that is not in the location's.
pub fn link(
    offer: &mut MembershipPlan,
    fields: Vec<InheritedField>,
    plan: Option<&Plan>,
    now: Timestamp,
) -> Result<(), ApiError> {
    match plan {
        Some(plan) => {
            check_currency(&fields, offer, plan)?;
            offer.inherits = fields;
            offer.inherit(plan);
        }
        None if fields.is_empty() => offer.inherits = fields,
        None => return Err(ApiError::rule("inherits", "plan_required", "only what has a plan can inherit from it")),
    }
    own_price(offer, now);
    Ok(())
}

/// Unlinks what the client gave another value: it is the membership plan's own from then on.
pub fn release_changed(before: &MembershipPlan, after: &mut MembershipPlan, now: Timestamp) {
    let mut inherits = after.inherits.clone();
    inherits.retain(|field| is_same(*field, before, after));
    after.inherits = inherits;
    own_price(after, now);
}

/// A price of its own does not change when the plan's does, so changes that were planned for the plan's are dropped.
fn own_price(offer: &mut MembershipPlan, now: Timestamp) {
    if !offer.inherits.contains(&InheritedField::Price) {
        offer.price = Price::fixed(offer.price.at(now));
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

fn check_currency(fields: &[InheritedField], offer: &MembershipPlan, plan: &Plan) -> Result<(), ApiError> {
    let priced = |field: &InheritedField| matches!(field, InheritedField::Price | InheritedField::Currency);
    match fields.iter().position(priced) {
        Some(position) if offer.currency != plan.currency => {
            let message = format!("the plan's price is in {}, the location's in {}", plan.currency, offer.currency);
            Err(ApiError::rule(format!("inherits[{position}]"), "other_currency", message))
        }
        Some(_) | None => Ok(()),
    }
}
