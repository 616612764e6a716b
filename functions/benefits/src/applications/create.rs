//! Apply for a benefit.

use shared::api::{Body, Call, Created, Creates, New, retry};
use store::{Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode};

use crate::{
    records::{
        application::{BenefitApplication, end_of_time},
        benefit::{ApplicationMode, Benefit},
    },
    rules::{code_assignment::take_code, customer::check_customer, entitlement},
};

/// Apply for a benefit
pub async fn create(call: Call, Body(new): Body<New<BenefitApplication>>) -> Creates<BenefitApplication> {
    retry(&call, || apply(&call, &new)).await
}

async fn apply(call: &Call, new: &New<BenefitApplication>) -> Creates<BenefitApplication> {
    let benefit = call.require_reference(new.fields.benefit_id, "benefit_id").await?;
    benefit.body.check_open(call.now)?;
    let mut transaction = call.transaction();
    let location = call.get(benefit.body.location_id).await?;
    transaction.require_unchanged(&benefit);
    require_active_category(call, &mut transaction, &benefit.body).await?;
    if !location.body.is_active {
        return Err(location_inactive());
    }
    check_customer(call, &mut transaction, new.fields.customer_id, &benefit, &location).await?;
    transaction.require_still(&location, "is_active", &true, location_inactive());
    let mut application = BenefitApplication {
        fields: new.fields.clone(),
        location_id: benefit.body.location_id,
        category_id: benefit.body.category_id,
        lapses_at: end_of_time(),
        allowance_period: entitlement::allowance_period(call, &benefit.body, &location.body),
        lapse_written: None,
    };
    entitlement::take(&mut transaction, &application, &benefit);
    if benefit.body.application_mode != ApplicationMode::Approval {
        let code = take_code(call, &mut transaction, &benefit).await?;
        application.approve(code, &benefit.body, call.now);
    }
    let numbers = BenefitApplication::numbers(benefit.body.location_id);
    // Read last, so that little time is left in which another application takes the number.
    let last = call.store.read_counter(call.tenant(), &numbers).await?;
    application.number = last + 1;
    transaction.take_number(&numbers, last);
    let application = call.new_record(application, new.metadata.clone());
    transaction.create(&application);
    call.commit(transaction, Created(application)).await
}

fn location_inactive() -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, "the benefit's location is not active")
}

/// Benefits of an inactive category are not for anybody.
async fn require_active_category(
    call: &Call,
    transaction: &mut Transaction,
    benefit: &Benefit,
) -> Result<(), ApiError> {
    let Some(category) = benefit.category_id else { return Ok(()) };
    // The category may have been deleted since the benefit was read; then the benefit was moved to another category and
    // must be read again.
    let category = call.store.find(call.tenant(), category).await?.ok_or_else(version_conflict)?;
    if !category.body.is_active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the benefit's category is not active"));
    }
    transaction.require_unchanged(&category);
    Ok(())
}
