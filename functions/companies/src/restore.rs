//! Restore an archived company.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId},
    domain::{Company, Customer, Location, company::CompanyStatus},
};

/// Restore company
pub async fn restore(call: Call, PathId(id): PathId<Company>) -> Changes<Company> {
    let before = call.get_for_change(id).await?;
    if before.body.status == CompanyStatus::Active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is not archived"));
    }
    let location = call.store.find(&call.caller.tenant, before.body.location_id).await?.ok_or_else(location_gone)?;
    let after = call.next_version(&before, Company { status: CompanyStatus::Active, ..before.body.clone() }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    transaction.require(&location, location_gone());
    transaction.add(&Location::uses(location.id), 1);
    transaction.open(&Customer::bookings(id.cast()));
    call.commit(transaction, Data(after)).await
}

fn location_gone() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "the company's location is archived").at("location_id", "archived")
}
