use records::publication::RequireActive as _;
use records::{Company, Location, company::CompanyStatus};
use shared::api::{Body, Call, Created, Creates, New};

use crate::tax;

/// Makes an active company at an active location.
pub async fn create(call: Call, Body(new): Body<New<Company>>) -> Creates<Company> {
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    tax::check(&call, &new.fields).await?;
    let tax_id_status = tax::id_status(&new.fields);
    let company = Company { fields: new.fields, tax_id_status, status: CompanyStatus::Active, operation: None };
    let company = call.new_record(company, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&company);
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(company)).await
}
