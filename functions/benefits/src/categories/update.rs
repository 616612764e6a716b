//! Update a benefit category.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Changes, Data, PathId},
    domain::{Metadata, Name},
};

use crate::records::category::BenefitCategory;

/// What may change of a category; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCategoryPatch {
    /// What people call it.
    name: Option<Name>,
    /// Whether its benefits can be applied for.
    is_active: Option<bool>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update benefit category
pub async fn update(
    call: Call,
    PathId(id): PathId<BenefitCategory>,
    Body(patch): Body<BenefitCategoryPatch>,
) -> Changes<BenefitCategory> {
    let before = call.get_for_change(id).await?;
    let body = BenefitCategory {
        location_id: before.body.location_id,
        name: patch.name.unwrap_or_else(|| before.body.name.clone()),
        is_active: patch.is_active.unwrap_or(before.body.is_active),
    };
    if body == before.body && patch.metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, patch.metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
