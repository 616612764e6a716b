//! Get a benefit application.

use shared::api::{Call, Data, PathId, Shows};

use crate::records::application::BenefitApplication;

/// Get benefit application
pub async fn get(call: Call, PathId(id): PathId<BenefitApplication>) -> Shows<BenefitApplication> {
    call.get(id).await.map(Data)
}
