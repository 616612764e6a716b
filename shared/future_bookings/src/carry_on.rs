//! Carries out an operation on a record that goes, after its request was answered with 202 (decision 52).
//!
//! Each step cancels bookings that fit one transaction, which also writes the record with how far it has come; a step
//! that died is done again by the next message or the sweep, and none is done twice. When no booking is left, the last
//! write lets the record go, or says what refused that.

use std::time::Duration;

use records::{Company, Location, Member, RecordOperation};
use scheduling::{Booking, Resource, claims::OnFutureBookings};
use shared::api::{Call, ChangesOrAccepts, Committed, OrAccepted, Update, retry};
use store::{Entity, Record, Transaction};
use values::{ApiError, ErrorCode, Id, LongText, Timestamp, operation::is_final};

use crate::{batches::split_into_batches, operator_cancellation};

/// With less time than this left no other step is begun in the same process.
const STEP_TIME: Duration = Duration::from_secs(4);

/// A record that holds an operation.
pub trait HoldsOperation: Entity {
    /// What is carried out for it, or was last.
    fn operation(&self) -> Option<&RecordOperation>;

    /// Where it holds that.
    fn operation_mut(&mut self) -> &mut Option<RecordOperation>;

    /// Opens the record, where another change has closed it: whoever writes it next does (`scheduling::closing`).
    fn open(&mut self) {}
}

impl HoldsOperation for Resource {
    fn operation(&self) -> Option<&RecordOperation> {
        self.operation.as_ref()
    }

    fn operation_mut(&mut self) -> &mut Option<RecordOperation> {
        &mut self.operation
    }

    fn open(&mut self) {
        self.closed_until = None;
    }
}

macro_rules! hold_operations {
    ($($entity:ty),*) => {
        $(impl HoldsOperation for $entity {
            fn operation(&self) -> Option<&RecordOperation> {
                self.operation.as_ref()
            }

            fn operation_mut(&mut self) -> &mut Option<RecordOperation> {
                &mut self.operation
            }
        })*
    };
}

hold_operations!(Company, Location, Member);

/// What an area does for its records in steps.
pub trait CarriesOut: Send + Sync {
    /// The records.
    type Of: HoldsOperation;
    /// What bookings are cancelled with.
    const COMMENT: &str;

    /// Of the bookings that are to be cancelled the first ones; none when none is left.
    fn find_first(call: &Call, id: Id<Self::Of>)
    -> impl Future<Output = Result<Vec<Record<Booking>>, ApiError>> + Send;

    /// Ends the operation once no booking is left.
    fn finish(
        call: &Call,
        record: &Record<Self::Of>,
        operation: &RecordOperation,
    ) -> impl Future<Output = Result<(), ApiError>> + Send;
}

/// Stores what is carried out for a record, and has it begin.
///
/// # Errors
/// 409 `version_conflict` when the record has changed; 503 when it cannot be stored.
pub async fn accept<E: HoldsOperation>(
    call: &Call,
    before: &Record<E>,
    operation: RecordOperation,
) -> ChangesOrAccepts<E> {
    let after = with_operation(call, before, operation);
    let mut transaction = call.transaction();
    transaction.replace(before, &after);
    let answer = call.commit(transaction, OrAccepted::Accepted(after.clone())).await?;
    // What the queue does not get, the sweep finds.
    drop(call.hasten(&after).await);
    Ok(answer)
}

/// Answers a request for what is being carried out already, and has it go on.
///
/// # Errors
/// 500 when the record does not serialize.
pub async fn accept_again<E: HoldsOperation>(call: &Call, record: Record<E>) -> ChangesOrAccepts<E> {
    drop(call.hasten(&record).await);
    call.unchanged(OrAccepted::Accepted(record))
}

/// Makes a change of a record; it is accepted when an operation of the record does what the request `cancels` bookings
/// for.
///
/// # Errors
/// Those of the update.
pub async fn commit<E: HoldsOperation>(call: &Call, update: Update<'_, E>, cancels: bool) -> ChangesOrAccepts<E> {
    if !is_accepted(&update, cancels) {
        return update.commit().await.map(Committed::done);
    }
    let after = update.next_version();
    let answer = update.commit_answering(OrAccepted::Accepted(after.clone())).await?;
    drop(call.hasten(&after).await);
    Ok(answer)
}

/// Whether an operation of the record does what a request `cancels` bookings for.
#[must_use]
pub fn is_accepted<E: HoldsOperation>(update: &Update<'_, E>, cancels: bool) -> bool {
    cancels && update.after.operation().is_some_and(RecordOperation::is_open)
}

/// Whether bookings are being cancelled already as a request asks.
///
/// # Errors
/// 409 `invalid_state` when it asks that they are kept.
pub fn is_under_way<E: HoldsOperation>(body: &E, choice: Option<OnFutureBookings>) -> Result<bool, ApiError> {
    let is_open = body.operation().is_some_and(RecordOperation::is_open);
    match choice.filter(|_| is_open) {
        Some(OnFutureBookings::Cancel) => Ok(true),
        Some(OnFutureBookings::Keep) => {
            Err(ApiError::conflict(ErrorCode::InvalidState, "its bookings are being cancelled"))
        }
        None => Ok(false),
    }
}

/// What is carried out for a resource or a location after an update: its bookings are cancelled in steps, unless that
/// is done already. What waits for its first step is cancelled when the record becomes active again.
///
/// # Errors
/// 409 `invalid_state` when it becomes active after the first step.
pub fn operation_after<E: HoldsOperation>(
    update: &Update<'_, E>,
    (is_active, in_steps): (bool, Option<&RecordOperation>),
    now: Timestamp,
) -> Result<Option<RecordOperation>, ApiError> {
    let present = update.present.operation();
    match present.filter(|operation| operation.is_open()) {
        Some(open) if is_active => open.cancelled(now).map(Some),
        Some(open) => Ok(Some(open.clone())),
        None => Ok(in_steps.or(present).cloned()),
    }
}

/// Does what is left to be done for a record: the next step of its operation, and others as long as there is time and
/// no queue; whether there was anything.
///
/// # Errors
/// 503 when that cannot be done now; it stays due.
pub async fn carry_on<C: CarriesOut>(call: &Call, id: Id<C::Of>) -> Result<bool, ApiError> {
    let mut was_open = false;
    while let Some(record) = retry(call, move || step::<C>(call, id)).await? {
        was_open = true;
        if call.hasten(&record).await.is_ok() || call.time_left() < STEP_TIME {
            break;
        }
    }
    Ok(was_open)
}

/// Does the next step; the record after it, when steps are left.
async fn step<C: CarriesOut>(call: &Call, id: Id<C::Of>) -> Result<Option<Record<C::Of>>, ApiError> {
    let Some(record) = call.store.find(call.tenant(), id).await? else { return Ok(None) };
    let Some(operation) = record.body.operation().filter(|operation| operation.is_open()) else { return Ok(None) };
    let found = C::find_first(call, id).await?;
    if let Some(batch) = split_into_batches(call, &found).await?.first() {
        let (transaction, cancelled) = operator_cancellation::prepare(call, batch, &LongText::new(C::COMMENT)).await?;
        return write(call, transaction, &record, operation.stepped(cancelled, call.now)).await.map(Some);
    }
    match C::finish(call, &record, operation).await {
        Err(error) if is_final(&error) => {
            write(call, call.transaction(), &record, operation.failed(&error, call.now)).await.map(|_| None)
        }
        finished => finished.map(|()| None),
    }
}

/// Writes the record with what became of its operation.
///
/// # Errors
/// 409 `version_conflict` when the record, or what the step rests on, has changed.
pub async fn write<E: HoldsOperation>(
    call: &Call,
    mut transaction: Transaction,
    before: &Record<E>,
    operation: RecordOperation,
) -> Result<Record<E>, ApiError> {
    let after = with_operation(call, before, operation);
    transaction.replace(before, &after);
    call.store.commit(transaction).await?;
    Ok(after)
}

fn with_operation<E: HoldsOperation>(call: &Call, before: &Record<E>, operation: RecordOperation) -> Record<E> {
    let mut body = before.body.clone();
    *body.operation_mut() = Some(operation);
    body.open();
    call.next_version(before, body, None)
}
