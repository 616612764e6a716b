//! Get an import of codes.

use shared::{
    ApiError,
    api::{Call, Data, PathId},
};

use crate::records::pool::{CodePool, PoolWithUse};

/// Get benefit codes
pub async fn get(call: Call, PathId(id): PathId<CodePool>) -> Result<Data<PoolWithUse>, ApiError> {
    let record = call.get(id).await?;
    let given_out = CodePool::given_out(record.body.benefit_id);
    let count = call.store.counted(&call.caller.tenant, &given_out).await?;
    Ok(Data(PoolWithUse::new(record, count)))
}
