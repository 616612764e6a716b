//! Create a benefit category.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates},
    domain::{Id, Location, Metadata, Name},
};

use crate::records::category::BenefitCategory;

/// A new category.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCategoryCreate {
    /// Where it is.
    location_id: Id<Location>,
    /// What people call it.
    name: Name,
    /// Whether its benefits can be applied for; true when left out.
    is_active: Option<bool>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create benefit category
pub async fn create(call: Call, Body(input): Body<BenefitCategoryCreate>) -> Creates<BenefitCategory> {
    let location = call.reference(input.location_id, "location_id").await?;
    let category =
        BenefitCategory { location_id: location.id, name: input.name, is_active: input.is_active.unwrap_or(true) };
    let category = call.new_record(category, input.metadata);
    let mut transaction = call.transaction();
    transaction.create(&category);
    transaction.require(&location, ApiError::reference_not_found("location_id"));
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(category)).await
}
