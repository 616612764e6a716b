//! Restore an archived company.

use serde_json::json;
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId},
    domain::{Company, Customer, Location, company::CompanyStatus},
};

/// Restore company
pub async fn restore(call: Call, PathId(id): PathId<Company>) -> Changes<Company> {
    let mut update = call.update(id).await?;
    if update.present.status == CompanyStatus::Active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is not archived"));
    }
    let location = call.store.find(call.tenant(), update.after.location_id).await?.ok_or_else(location_gone)?;
    update.after.status = CompanyStatus::Active;
    if !location.body.is_active {
        return Err(location_inactive());
    }
    update.transaction.require_fields(&location, &[("is_active", &json!(true))], location_inactive());
    update.transaction.add(&Location::uses(location.id), 1);
    update.transaction.open(&Customer::bookings(id.cast()));
    update.commit().await
}

fn location_inactive() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "the company's location is not active")
        .at("location_id", "location_inactive")
}

fn location_gone() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "the company's location is archived").at("location_id", "archived")
}
