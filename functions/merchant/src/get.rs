//! Get the calling client's merchant.

use shared::{
    ApiError,
    api::{Call, Data},
};

use crate::shown::{ShownMerchant, own};

/// Get merchant
pub async fn get(call: Call) -> Result<Data<ShownMerchant>, ApiError> {
    ShownMerchant::of(&call, own(&call).await?).await.map(Data)
}
