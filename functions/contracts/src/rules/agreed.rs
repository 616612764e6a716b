//! What the items of a contract stand on: membership plans and resources of its location.

use records::MembershipPlan;
use scheduling::Resource;
use shared::api::Call;
use store::Record;
use values::cycle::Cycle;
use values::{Amount, ApiError, Currency};

use crate::records::{
    contract::Contract,
    contract_fields::{ContractFields, ContractItem},
};

/// An item with what it names.
#[derive(Clone, Debug)]
pub struct AgreedItem {
    /// The item as the contract has it.
    pub item: ContractItem,
    /// Membership plan of a `plan`; none of other items.
    pub plan: Option<Record<MembershipPlan>>,
    /// Resource that a `resource` assigns; none of other items.
    pub resource: Option<Record<Resource>>,
}

impl AgreedItem {
    /// What people read: the item's own description, or the name of what it names.
    #[must_use]
    pub fn name(&self) -> &str {
        let named = self.plan.as_ref().map(|plan| plan.body.name.as_str());
        let named = named.or_else(|| self.resource.as_ref().map(|resource| resource.body.name.as_str()));
        Some(self.item.description.as_str()).filter(|own| !own.is_empty()).or(named).unwrap_or_default()
    }

    /// Price of one: the item's own, or its plan's at an instant.
    #[must_use]
    pub fn price(&self, now: values::Timestamp) -> Option<Amount> {
        self.item.price.or_else(|| self.plan.as_ref().map(|plan| plan.body.price_at(now)))
    }

    /// Price of one in minor units.
    ///
    /// # Errors
    /// 500 when what is stored does not fit the currency.
    pub fn price_minor(&self, currency: Currency, now: values::Timestamp) -> Result<i64, ApiError> {
        self.price(now).map_or(Ok(0), |price| price.minor_in(currency, "price"))
    }

    /// How often its price is due.
    #[must_use]
    pub fn cycle(&self) -> Option<Cycle> {
        self.plan.as_ref().map(|plan| plan.body.cycle)
    }
}

/// Reads what the items of a contract name.
///
/// # Errors
/// 422 naming `items[n].membership_plan_id` or `items[n].resource_id`: `reference_not_found`, `reference_archived`,
/// `other_location`.
pub async fn read_items(call: &Call, fields: &ContractFields) -> Result<Vec<AgreedItem>, ApiError> {
    let mut agreed = Vec::with_capacity(fields.items.len());
    for (position, item) in fields.items.iter().enumerate() {
        let plan = match item.membership_plan_id {
            Some(id) => Some(plan(call, fields, id, &format!("items[{position}].membership_plan_id")).await?),
            None => None,
        };
        let resource = match item.resource_id {
            Some(id) => Some(read_resource(call, fields, id, &format!("items[{position}].resource_id")).await?),
            None => None,
        };
        agreed.push(AgreedItem { item: item.clone(), plan, resource });
    }
    Ok(agreed)
}

async fn plan(
    call: &Call,
    fields: &ContractFields,
    id: values::Id<MembershipPlan>,
    field: &str,
) -> Result<Record<MembershipPlan>, ApiError> {
    let found = call.store.find_any(call.tenant(), id).await?;
    let plan = found.ok_or_else(|| ApiError::reference_not_found(field))?;
    if plan.body.location_id != fields.location_id {
        return Err(ApiError::rule(field, "other_location", "the membership plan is one of another location"));
    }
    Ok(plan)
}

async fn read_resource(
    call: &Call,
    fields: &ContractFields,
    id: values::Id<Resource>,
    field: &str,
) -> Result<Record<Resource>, ApiError> {
    let resource = call.require_reference(id, field).await?;
    if resource.body.location_id != fields.location_id {
        return Err(ApiError::rule(field, "other_location", "the resource is one of another location"));
    }
    if !resource.body.resource_type.is_assignable() {
        let message = "only offices, dedicated desks, parking spaces and stations are assigned";
        return Err(ApiError::rule(field, "not_assignable", message));
    }
    Ok(resource)
}

/// Refuses a contract whose plans and resources nobody can have now.
///
/// # Errors
/// 422 naming the item.
pub fn check_active(contract: &Contract, agreed: &[AgreedItem]) -> Result<(), ApiError> {
    debug_assert_eq!(contract.items.len(), agreed.len(), "each item was read");
    for (position, item) in agreed.iter().enumerate() {
        if item.plan.as_ref().is_some_and(|plan| !plan.body.is_active) {
            return Err(plan_inactive(position));
        }
        if item.resource.as_ref().is_some_and(|resource| !resource.body.is_active) {
            let field = format!("items[{position}].resource_id");
            return Err(ApiError::rule(field, "resource_inactive", "the resource is not active"));
        }
    }
    Ok(())
}

/// 422: nobody can have the plan of this item now.
#[must_use]
pub fn plan_inactive(position: usize) -> ApiError {
    let field = format!("items[{position}].membership_plan_id");
    ApiError::rule(field, "membership_plan_inactive", "the membership plan is not active")
}
