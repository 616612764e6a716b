//! Create a lead.

use agreements::lead::Lead;
use shared::api::{Body, Call, Created, Creates, New};
use values::ApiError;

use super::references;

/// Makes a lead in an open stage.
pub async fn create(call: Call, Body(new): Body<New<Lead>>) -> Creates<Lead> {
    if !new.fields.stage.is_open() {
        let message = "a lead begins in one of the open stages: it is won by converting and lost by losing it";
        return Err(ApiError::rule("stage", "not_open", message));
    }
    let mut transaction = call.transaction();
    references::check(&call, &mut transaction, None, &new.fields).await?;
    let lead = call.new_record(Lead::new(new.fields, call.now), new.metadata);
    transaction.create(&lead);
    call.commit(transaction, Created(lead)).await
}
