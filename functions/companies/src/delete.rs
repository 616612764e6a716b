//! Delete a company: it answers 404 afterwards, and documents keep it.

use future_bookings::{
    carry_on,
    customer_leaving::{CustomerLeavingChoice, Leaving},
};
use records::{Company, Location, RecordTask, company::CompanyStatus};
use shared::api::{Call, ChangesOrAccepts, PathId, Query, Update, retry};
use store::transaction::version_conflict;
use values::{ApiError, ErrorCode, Id};

use crate::{going, leaving};

/// What is carried out when it takes steps.
const TASK: RecordTask = RecordTask::DeleteCompany;

/// Deletes a company without members; it answers 404 afterwards, and documents keep it.
pub async fn delete(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> ChangesOrAccepts<Company> {
    // A registration may name the company at the same moment.
    retry(&call, || attempt(&call, id, choice)).await
}

async fn attempt(call: &Call, id: Id<Company>, choice: CustomerLeavingChoice) -> ChangesOrAccepts<Company> {
    let mut update = call.update(id).await?.archived();
    if let Some(company) = going::find_repeated(&update, TASK)? {
        return carry_on::accept_again(call, company).await;
    }
    let leaving = prepare(call, &mut update, choice).await?;
    going::go(call, update, leaving, (TASK, choice)).await
}

/// Prepares the update that deletes a company.
///
/// # Errors
/// What stands in the way.
pub async fn prepare(
    call: &Call,
    update: &mut Update<'_, Company>,
    choice: CustomerLeavingChoice,
) -> Result<Leaving, ApiError> {
    let id = update.before.id;
    let has_members = ApiError::conflict(ErrorCode::InUse, "the company has members");
    if call.store.read_counter(call.tenant(), &Company::members(id)).await? > 0 {
        return Err(has_members);
    }
    let leaving = leaving::leave(call, &mut update.transaction, id, choice).await?;
    update.transaction.require_zero(&Company::members(id), has_members);
    if update.present.status == CompanyStatus::Active {
        update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    }
    update.after.status = CompanyStatus::Archived;
    Ok(leaving)
}
