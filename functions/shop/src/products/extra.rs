//! The resources with which a product is ordered as an extra.

use shared::api::Call;
use values::ApiError;

use crate::records::{extra::ExtraTerms, product::ShopProduct};

/// Requires that the resources of an extra are there, at the product's location. What the product had stays as it is.
///
/// # Errors
/// 422 on `extra.resource_ids[n]`: `reference_not_found`, `other_location`.
pub async fn require_resources(
    call: &Call,
    before: Option<&ExtraTerms>,
    product: &ShopProduct,
) -> Result<(), ApiError> {
    let had = before.map(|extra| extra.resource_ids.as_slice()).unwrap_or_default();
    let ids = product.extra.as_ref().map(|extra| extra.resource_ids.as_slice()).unwrap_or_default();
    if ids == had {
        return Ok(());
    }
    let field = |position: usize| format!("extra.resource_ids[{position}]");
    let resources = call.require_references(ids, field).await?;
    let elsewhere = resources.iter().find(|resource| resource.body.location_id != product.location_id);
    let Some(elsewhere) = elsewhere else { return Ok(()) };
    let position = ids.iter().position(|id| *id == elsewhere.id).unwrap_or_default();
    Err(ApiError::rule(
        field(position),
        "other_location",
        "the resource is at another location than the product",
    ))
}
