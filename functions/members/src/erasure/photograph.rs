//! Deletes the photograph of a member who was anonymised, as `delete_upload` does: the file is gone at once, and its
//! content by the sweep.

use records::{FileRemoval, Upload};
use shared::api::{Call, retry};
use store::{Record, RecordSet};
use values::{ApiError, Id, Metadata};

/// Deletes it, unless that was done.
pub async fn delete(call: &Call, id: Id<Upload>) -> Result<(), ApiError> {
    retry(call, || async {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(()) };
        let after = call.next_version(&before, before.body.clone(), Some(Metadata::default()));
        let removal = call.new_record(FileRemoval::new(call.now), None);
        let mut transaction = call.transaction();
        transaction.replace(&before, &Record { record_set: RecordSet::Archived, ..after });
        transaction.begin(&Record { id: id.cast(), ..removal });
        call.store.commit(transaction).await
    })
    .await
}
