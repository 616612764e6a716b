//! Get a benefit category.

use shared::api::{Call, Data, PathId, Shows};

use crate::records::category::BenefitCategory;

/// Get benefit category
pub async fn get(call: Call, PathId(id): PathId<BenefitCategory>) -> Shows<BenefitCategory> {
    call.get(id).await.map(Data)
}
