//! What the fields of a contract keep among themselves.

use std::{collections::HashSet, net::IpAddr};

use values::{ApiError, Currency, ShortText};

use crate::records::contract_fields::{ContractFields, ContractItem, ContractItemKind, OnSigned};

/// Most resources of a contract: all of them are assigned in one transaction.
pub const RESOURCES_MAX: usize = 8;

/// Refuses fields that do not go together.
///
/// # Errors
/// 422 naming the field.
pub fn check(fields: &ContractFields, currency: Currency) -> Result<(), ApiError> {
    check_days(fields)?;
    for (position, item) in fields.items.iter().enumerate() {
        check_item(item, currency, fields.on_signed)
            .map_err(|refusal| below(&format!("items[{position}]."), refusal))?;
    }
    check_resources(fields)?;
    let has_plan = fields.items.iter().any(|item| item.kind == ContractItemKind::Plan);
    if fields.on_signed == OnSigned::CreateSubscriptions && !has_plan {
        return Err(ApiError::rule("items", "needs_plan", "subscriptions are made of items that are plans"));
    }
    if let Some(deposit) = fields.deposit {
        deposit.minor_in(currency, "deposit")?;
        if fields.on_signed != OnSigned::CreateSubscriptions {
            let message = "a deposit is held by a subscription: create subscriptions on signing";
            return Err(ApiError::rule("deposit", "needs_subscription", message));
        }
    }
    Ok(())
}

/// Refuses what is neither empty nor an IP address, of version 4 or 6. Whether it is the signer's, only the client
/// knows.
///
/// # Errors
/// 422 `no_ip_address` on `ip_address`.
pub fn ip_address(text: &ShortText) -> Result<(), ApiError> {
    if text.as_str().is_empty() || text.as_str().parse::<IpAddr>().is_ok() {
        return Ok(());
    }
    let message = "an IP address is four numbers with dots (203.0.113.7) or groups with colons (2001:db8::7)";
    Err(ApiError::rule("ip_address", "no_ip_address", message))
}

fn check_days(fields: &ContractFields) -> Result<(), ApiError> {
    let Some(end) = fields.end_date else {
        if fields.auto_renew {
            let message = "what renews by itself has a last day of its first term";
            return Err(ApiError::rule("end_date", "required", message));
        }
        return Ok(());
    };
    if end < fields.start_date {
        return Err(ApiError::rule("end_date", "end_before_start", "end_date must not be before start_date"));
    }
    if fields.auto_renew && fields.renewal_term_months.is_none() {
        let message = "what renews by itself says for how many months";
        return Err(ApiError::rule("renewal_term_months", "required", message));
    }
    if fields.expires_at.is_some_and(|last| end < last) {
        let message = "a contract is not signed after its last day";
        return Err(ApiError::rule("expires_at", "after_end", message));
    }
    Ok(())
}

/// Refuses an item that does not have what its kind needs, or has what others need.
fn check_item(item: &ContractItem, currency: Currency, on_signed: OnSigned) -> Result<(), ApiError> {
    let required = |field, message| Err(ApiError::rule(field, "required", message));
    if let Some(price) = item.price {
        price.minor_in(currency, "price")?;
    }
    let (is_plan, is_resource) = (item.kind == ContractItemKind::Plan, item.kind == ContractItemKind::Resource);
    match (is_plan, item.membership_plan_id.is_some()) {
        (true, false) => return required("membership_plan_id", "a plan names its membership plan"),
        (false, true) => {
            return Err(ApiError::rule("membership_plan_id", "only_for_plan", "only a plan has a membership plan"));
        }
        (true, true) | (false, false) => {}
    }
    match (is_resource, item.resource_id.is_some()) {
        (true, false) => return required("resource_id", "a resource names what is assigned"),
        (false, true) => {
            return Err(ApiError::rule("resource_id", "only_for_resource", "only a resource names what is assigned"));
        }
        (true, true) | (false, false) => {}
    }
    if item.kind == ContractItemKind::OneOff {
        if item.description.as_str().trim().is_empty() {
            return required("description", "what is charged once is described");
        }
        if item.price.is_none() {
            return required("price", "what is charged once has a price");
        }
    }
    if is_resource && item.price.is_some() && on_signed == OnSigned::CreateSubscriptions {
        let message = "what is charged with every period is the price of a plan";
        return Err(ApiError::rule("price", "priced_by_plan", message));
    }
    Ok(())
}

fn check_resources(fields: &ContractFields) -> Result<(), ApiError> {
    let mut seen = HashSet::new();
    for (position, item) in fields.items.iter().enumerate() {
        let Some(resource) = item.resource_id else { continue };
        let field = format!("items[{position}].resource_id");
        if !seen.insert(resource) {
            return Err(ApiError::rule(field, "repeated", "the resource is in another item"));
        }
        if seen.len() > RESOURCES_MAX {
            let message = format!("a contract assigns at most {RESOURCES_MAX} resources");
            return Err(ApiError::rule(field, "too_many_resources", message));
        }
    }
    Ok(())
}

/// A refusal that names its fields below another one.
#[must_use]
pub fn below(prefix: &str, mut refusal: ApiError) -> ApiError {
    for fault in &mut refusal.fields {
        fault.field = format!("{prefix}{}", fault.field);
    }
    refusal
}

/// A refusal of one field, whichever it named.
#[must_use]
pub fn at_field(field: &str, mut refusal: ApiError) -> ApiError {
    for fault in &mut refusal.fields {
        field.clone_into(&mut fault.field);
    }
    refusal
}
