//! Options of a product, and the stock that belongs to them.

use std::collections::BTreeSet;

use shared::api::Call;
use values::{ApiError, ErrorCode, Timestamp};

use crate::records::{option::ShopOption, product::ShopProduct, stock::ShopStock};

/// Gives the options that are new an id.
///
/// # Errors
/// 422 for an id that the product does not have, or that stands twice.
pub fn identify(call: &Call, before: &[ShopOption], after: &mut [ShopOption]) -> Result<(), ApiError> {
    let known: BTreeSet<_> = before.iter().filter_map(|option| option.id).collect();
    let mut seen = BTreeSet::new();
    for (position, option) in after.iter_mut().enumerate() {
        let field = format!("options[{position}].id");
        match option.id {
            None => option.id = Some(call.ids.next()),
            Some(id) if !known.contains(&id) => return Err(ApiError::reference_not_found(field)),
            Some(id) if !seen.insert(id) => {
                return Err(ApiError::rule(field, "repeated", "each option stands once"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Refuses options that name no live tax rate, unless they named it before.
///
/// # Errors
/// 422 naming `options[n].tax_rate_id`.
pub async fn require_tax_rates(call: &Call, before: &[ShopOption], after: &[ShopOption]) -> Result<(), ApiError> {
    for (position, option) in after.iter().enumerate() {
        let had = before.iter().find(|before| before.id == option.id).and_then(|before| before.tax_rate_id);
        call.require_tax_rate(had, option.tax_rate_id, &format!("options[{position}].tax_rate_id")).await?;
    }
    Ok(())
}

/// The stock of a product that has other options now: what is counted is there, and what is gone had nothing left.
///
/// # Errors
/// 409 `in_use` when something is on hand of an option that is gone, or kept by an order.
pub fn follow(stock: &mut ShopStock, product: &ShopProduct, now: Timestamp) -> Result<(), ApiError> {
    let is_there = |id| product.options.iter().any(|option| option.id == Some(id));
    let gone = stock.options.iter().filter(|option| !is_there(option.option_id));
    if gone.clone().any(|option| option.on_hand != 0 || option.reserved != 0) {
        let message = "something is on hand of an option that would go, or kept by an order";
        return Err(ApiError::conflict(ErrorCode::InUse, message).at("options", "in_use"));
    }
    stock.options.retain(|option| is_there(option.option_id));
    for option in &product.options {
        let Some(id) = option.id else { continue };
        if option.stock_tracked {
            stock.of_mut(id).set_level(option.low_stock_level, now);
        } else if stock.of(id).is_some() {
            stock.of_mut(id).set_level(None, now);
        }
    }
    Ok(())
}
