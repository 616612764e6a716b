//! Get a benefit application.

use shared::api::{Call, Data, PathId, Shows};

use super::BenefitApplication;

/// Get benefit application
pub async fn get(call: Call, PathId(id): PathId<BenefitApplication>) -> Shows<BenefitApplication> {
    call.get(id).await.map(Data)
}
