use records::Location;
use shared::api::{Body, Call, Created, Creates, New};

use crate::rules;

/// Creates a location whose name no live location of the merchant has.
pub async fn create(call: Call, Body(new): Body<New<Location>>) -> Creates<Location> {
    rules::check(&new.fields)?;
    call.require_tax_rate(None, new.fields.tax_rate_id, "tax_rate_id").await?;
    call.require_tax_rate(None, new.fields.late_fees.tax_rate_id, "late_fees.tax_rate_id").await?;
    let location = call.new_record(new.fields, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&location);
    call.commit(transaction, Created(location)).await
}
