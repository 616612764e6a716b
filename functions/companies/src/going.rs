//! How a company goes: at once, or in steps when its bookings are too many to be cancelled by one request.

use future_bookings::{
    carry_on,
    customer_leaving::{CustomerLeavingChoice, Leaving},
};
use records::{Company, RecordOperation, RecordTask};
use shared::api::{Call, ChangesOrAccepts, PathId, Query, Update, on_heap, retry};
use store::Record;
use values::{ApiError, Id};

use crate::{archive, delete, leaving};

/// Archives an active company: it keeps its members, and is customer of nothing new until it is restored.
pub async fn archive(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> ChangesOrAccepts<Company> {
    go(&call, id, RecordTask::ArchiveCompany, choice).await
}

/// Deletes a company without members; it answers 404 afterwards, and documents keep it.
pub async fn delete(
    call: Call,
    PathId(id): PathId<Company>,
    Query(choice): Query<CustomerLeavingChoice>,
) -> ChangesOrAccepts<Company> {
    go(&call, id, RecordTask::DeleteCompany, choice).await
}

/// Lets a company go by this task, or stores that it is carried out in steps. What is being carried out already is
/// asked for again by whoever repeats the request.
///
/// # Errors
/// 409 `invalid_state` while something else is carried out for it, and what stands in its way.
async fn go(
    call: &Call,
    id: Id<Company>,
    task: RecordTask,
    choice: CustomerLeavingChoice,
) -> ChangesOrAccepts<Company> {
    // A registration may name the company at the same moment.
    retry(call, || attempt(call, id, task, choice)).await
}

async fn attempt(
    call: &Call,
    id: Id<Company>,
    task: RecordTask,
    choice: CustomerLeavingChoice,
) -> ChangesOrAccepts<Company> {
    let before = call.get_for_change(id).await?;
    if choice.repeats(before.body.operation.as_ref(), task)? {
        return carry_on::accept_again(call, before).await;
    }
    let (update, leaving) = on_heap(|| prepare(call, before, task, choice)).await?;
    match leaving {
        Leaving::Now => {
            let gone = on_heap(|| update.commit()).await?;
            leaving::end_waiting(call, id).await;
            Ok(gone.done())
        }
        Leaving::InSteps(bookings) => {
            let operation = RecordOperation::new(task, bookings, choice.ends_assignments(), call.now);
            carry_on::accept(call, &update.before, operation).await
        }
    }
}

/// Prepares the update by which a company goes.
///
/// # Errors
/// What stands in its way.
pub async fn prepare(
    call: &Call,
    before: Record<Company>,
    task: RecordTask,
    choice: CustomerLeavingChoice,
) -> Result<(Update<'_, Company>, Leaving), ApiError> {
    let mut update = call.update_of(before)?;
    let leaving = if task == RecordTask::DeleteCompany {
        update = update.archived();
        on_heap(|| delete::prepare(call, &mut update, choice)).await?
    } else {
        on_heap(|| archive::prepare(call, &mut update, choice)).await?
    };
    Ok((update, leaving))
}
