//! Archive a company: it stops, and can be restored.

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
const TASK: RecordTask = RecordTask::ArchiveCompany;

/// Archives an active company: it keeps its members, and is customer of nothing new until it is restored.
pub async fn archive(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> ChangesOrAccepts<Company> {
    // A registration may name the company at the same moment.
    retry(&call, || attempt(&call, id, choice)).await
}

async fn attempt(call: &Call, id: Id<Company>, choice: CustomerLeavingChoice) -> ChangesOrAccepts<Company> {
    let mut update = call.update(id).await?;
    if let Some(company) = going::find_repeated(&update, TASK)? {
        return carry_on::accept_again(call, company).await;
    }
    let leaving = prepare(call, &mut update, choice).await?;
    going::go(call, update, leaving, (TASK, choice)).await
}

/// Prepares the update that archives a company.
///
/// # Errors
/// 409 `invalid_state` when it is archived already; what stands in the way.
pub async fn prepare(
    call: &Call,
    update: &mut Update<'_, Company>,
    choice: CustomerLeavingChoice,
) -> Result<Leaving, ApiError> {
    if update.present.status == CompanyStatus::Archived {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the company is archived already"));
    }
    update.after.status = CompanyStatus::Archived;
    let leaving = leaving::leave(call, &mut update.transaction, update.before.id, choice).await?;
    update.transaction.subtract_down_to(&Location::uses(update.after.location_id), 1, 0, version_conflict());
    Ok(leaving)
}
