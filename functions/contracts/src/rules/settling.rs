//! What the issue settles of what was left open, so that what is signed is what is charged.

use records::Location;
use shared::api::Call;
use values::{Amount, ApiError};

use super::agreed::AgreedItem;
use crate::records::{
    contract::Contract,
    contract_fields::{ContractItemKind, OnSigned},
    terms::ContractTerms,
};

/// Settles what the plans of a contract cost and ask for, as they do now: whatever becomes of them later.
///
/// # Errors
/// 422 on `deposit` when those of its plans are too much together.
pub fn settle(
    call: &Call,
    contract: &mut Contract,
    agreed: &[AgreedItem],
    location: &Location,
) -> Result<(), ApiError> {
    for (item, agreed) in contract.fields.items.iter_mut().zip(agreed) {
        if item.kind == ContractItemKind::Plan && item.price.is_none() {
            item.price = agreed.price(call.now);
        }
    }
    if contract.on_signed == OnSigned::CreateSubscriptions && contract.deposit.is_none() {
        contract.fields.deposit = deposit(contract, agreed)?;
    }
    let plans = agreed.iter().filter_map(|item| item.plan.as_ref());
    contract.terms = Some(ContractTerms::of(location, plans));
    Ok(())
}

/// The deposits of its plans together; none when they ask for none.
fn deposit(contract: &Contract, agreed: &[AgreedItem]) -> Result<Option<Amount>, ApiError> {
    let mut minor = 0_i64;
    for plan in agreed.iter().filter_map(|item| item.plan.as_ref()) {
        minor = minor.saturating_add(plan.body.deposit_amount.minor_in(contract.currency, "deposit")?);
    }
    let sum = Amount::of(minor, contract.currency);
    sum.minor_in(contract.currency, "deposit")?;
    Ok((minor > 0).then_some(sum))
}
