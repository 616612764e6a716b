//! How a company goes: at once, or in steps when its bookings are too many to be cancelled by one request.

use future_bookings::{
    carry_on,
    customer_leaving::{CustomerLeavingChoice, Leaving},
};
use records::{Company, RecordOperation, RecordTask};
use shared::api::{Call, ChangesOrAccepts, Update};
use store::Record;
use values::ApiError;

use crate::leaving;

/// The company, if the same is being carried out for it already.
///
/// # Errors
/// 409 `invalid_state` while something else is.
pub fn find_repeated(update: &Update<'_, Company>, task: RecordTask) -> Result<Option<Record<Company>>, ApiError> {
    let open = RecordOperation::of_repeat(update.present.operation.as_ref(), task)?;
    Ok(open.map(|_| update.before.clone()))
}

/// Makes the update that lets a company go, or stores that it is carried out in steps.
///
/// # Errors
/// 409 `version_conflict` when the company has changed, and what stands in its way.
pub async fn go(
    call: &Call,
    update: Update<'_, Company>,
    leaving: Leaving,
    (task, choice): (RecordTask, CustomerLeavingChoice),
) -> ChangesOrAccepts<Company> {
    match leaving {
        Leaving::Now => {
            let id = update.before.id;
            let gone = update.commit().await?;
            leaving::end_waiting(call, id).await;
            Ok(gone.done())
        }
        Leaving::InSteps(bookings) => {
            let operation = RecordOperation::new(task, bookings, choice.ends_assignments(), call.now);
            carry_on::accept(call, &update.before, operation).await
        }
    }
}
