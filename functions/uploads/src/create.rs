use records::{FileKey, Upload};
use shared::api::{Body, Call, Committed, Created, New};
use values::{ApiError, Id};

use crate::linked::LinkedUpload;

/// Begins an upload, and gives a link to send the file's content to.
pub async fn create(call: Call, Body(new): Body<New<Upload>>) -> Result<Committed<Created<LinkedUpload>>, ApiError> {
    let mut upload = call.new_record(Upload::new(new.fields), new.metadata);
    upload.body.file_key = FileKey::of(upload.id);
    upload.body.member_id = call.caller.member().map(Id::cast);
    let mut transaction = call.transaction();
    transaction.create(&upload);
    let linked = LinkedUpload::new(&call, upload).await?;
    call.commit(transaction, Created(linked)).await
}
