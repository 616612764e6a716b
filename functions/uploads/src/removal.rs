//! Removes the content of a deleted upload: by the request as far as it can, and for good by the sweep, when nothing
//! can be on its way to complete the upload any more.

use records::{FileRemoval, Upload};
use shared::{api::Call, due::DueWork};
use values::{ApiError, Id};

/// What the sweep does with deleted uploads.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(finish)]
}

async fn finish(call: Call, id: Id<FileRemoval>) -> Result<bool, ApiError> {
    let Some(job) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    call.files.delete(call.tenant(), id.cast::<Upload>()).await?;
    let mut transaction = call.transaction();
    transaction.remove(&job);
    call.store.commit(transaction).await?;
    Ok(true)
}
