//! Get an import of codes.

use shared::{
    ApiError,
    api::{Call, Data, PathId},
};

use super::{
    list::given_out,
    pool::{CodePool, PoolWithUse},
};

/// Get benefit codes
pub async fn get(call: Call, PathId(id): PathId<CodePool>) -> Result<Data<PoolWithUse>, ApiError> {
    let record = call.get(id).await?;
    let given_out = given_out(&call, record.body.benefit_id).await?;
    Ok(Data(PoolWithUse { record, given_out }))
}
