//! Apply for a benefit.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Created, Creates, retried},
    domain::{Customer, Id, LongText, Metadata},
    store::{Transaction, transaction::version_conflict},
};
use tokio::sync::OnceCell;

use crate::{
    records::{
        application::{BenefitApplication, end_of_time},
        benefit::{ApplicationMode, Benefit},
        status::ApplicationStatus,
    },
    rules::{code_assignment::code_for, customer::check_customer, entitlement},
};

/// A new application.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitApplicationCreate {
    /// The benefit.
    benefit_id: Id<Benefit>,
    /// Who wants it: a member or a company.
    customer_id: Id<Customer>,
    /// What the customer says.
    #[serde(default)]
    comment: LongText,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Apply for a benefit
pub async fn create(call: Call, Body(input): Body<BenefitApplicationCreate>) -> Creates<BenefitApplication> {
    let number = OnceCell::new();
    retried(&call, || apply(&call, &input, &number)).await
}

/// One attempt; the number that was drawn serves all of them.
async fn apply(call: &Call, input: &BenefitApplicationCreate, number: &OnceCell<i64>) -> Creates<BenefitApplication> {
    let benefit = call.reference(input.benefit_id, "benefit_id").await?;
    benefit.body.check_open(call.now)?;
    let mut transaction = call.transaction();
    check_customer(call, &mut transaction, input.customer_id).await?;
    transaction.require_unchanged(&benefit);
    require_active_category(call, &mut transaction, &benefit.body).await?;
    let period = entitlement::allowance_period(call, &benefit.body).await?;
    let mut application = input.submitted(&benefit.body, period);
    entitlement::take(&mut transaction, &application, &benefit);
    if benefit.body.application_mode != ApplicationMode::Approval {
        let code = code_for(call, &mut transaction, &benefit).await?;
        application = application.approved(code, &benefit.body, call.now);
    }
    let numbers = BenefitApplication::numbers(benefit.body.location_id);
    application.number = *number.get_or_try_init(|| call.store.draw(&call.caller.tenant, &numbers)).await?;
    let application = call.new_record(application, input.metadata.clone());
    transaction.create(&application);
    call.commit(transaction, Created(application)).await
}

/// Benefits of an inactive category are not for anybody.
async fn require_active_category(
    call: &Call,
    transaction: &mut Transaction,
    benefit: &Benefit,
) -> Result<(), ApiError> {
    let Some(category) = benefit.category_id else { return Ok(()) };
    // It may just have been deleted, with its benefits moved: then the benefit is another one, too.
    let category = call.store.find(&call.caller.tenant, category).await?.ok_or_else(version_conflict)?;
    if !category.body.is_active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the benefit's category is not active"));
    }
    transaction.require_unchanged(&category);
    Ok(())
}

impl BenefitApplicationCreate {
    fn submitted(&self, benefit: &Benefit, allowance_period: Option<String>) -> BenefitApplication {
        BenefitApplication {
            benefit_id: self.benefit_id,
            customer_id: self.customer_id,
            location_id: benefit.location_id,
            category_id: benefit.category_id,
            status: ApplicationStatus::Submitted,
            comment: self.comment.clone(),
            number: 0,
            decided_at: None,
            decided_by: None,
            code: None,
            lapses_at: end_of_time(),
            allowance_period,
        }
    }
}
