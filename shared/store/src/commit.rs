//! Commits a transaction: one conditional put when it touches one item, otherwise one `TransactWriteItems`.
//!
//! The SDK repeats throttled calls but not cancelled transactions. A transaction that was cancelled because others were
//! writing the same items is sent again here, with the same client token: an answer that was lost is then found again,
//! and nothing happens twice. A condition that failed is the answer; whether to decide anew is up to `api::retry`.
//!
//! Inside a decision that is made anew anyway, a transaction that met another writer is not sent again: what the other
//! wrote is most often what this one depends on, so that sending it again would only keep the next from being written,
//! and fail.

use std::{cell::RefCell, time::Duration};

use aws_sdk_dynamodb::{
    operation::{
        put_item::{PutItemError, PutItemOutput},
        transact_write_items::{TransactWriteItemsError, TransactWriteItemsOutput},
    },
    types::{CancellationReason, ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure},
};

use super::{
    Store,
    error::{StoreError, from_sdk},
    expression::Expression,
    item::{self, Item, WRITE_ID},
    key::Key,
    lists::buckets::COMMITTED_WITHIN_MS,
    transaction::{Action, Transaction, WRITES_MAX, version_conflict},
    write::{Write, some},
};
use platform::retry::{TRANSACTION_ATTEMPTS_MAX, longest_decision_pause, longest_pause};
use values::ApiError;

tokio::task_local! {
    /// Set while a decision is being made that is made anew when others come in between: the item over which it met
    /// them.
    static DECIDED_ANEW: RefCell<Option<Key>>;
}

/// Runs an attempt at a decision that its caller makes anew after a `version_conflict`. A transaction in it that meets
/// another writer fails with one at once. With its outcome comes the item over which it met the other, where a
/// transaction did.
pub async fn decide_anew<F: Future>(attempt: F) -> (F::Output, Option<Key>) {
    DECIDED_ANEW
        .scope(RefCell::default(), async {
            let outcome = attempt.await;
            (outcome, DECIDED_ANEW.with(RefCell::take))
        })
        .await
}

/// Remembers over which item a decision met another; whether it is one that is made anew.
fn met_another(action: Option<&Action>) -> bool {
    DECIDED_ANEW.try_with(|met| met.replace(action.map(|action| action.write.key()))).is_ok()
}

/// How one attempt ended.
enum Attempt {
    Done,
    /// The condition of the action with this position failed.
    Refused(usize),
    /// Others were writing the same items, that of the action with this position among them; without one DynamoDB
    /// throttled.
    Contended(String, Option<usize>),
}

impl Store {
    /// Makes everything in `transaction` happen, or nothing.
    ///
    /// # Errors
    /// The refusal of the first action whose condition failed; within `decide_anew` a `version_conflict` also for a
    /// transaction that met another writer; 503 when DynamoDB stays busy or unreachable.
    pub async fn commit(&self, mut transaction: Transaction) -> Result<(), ApiError> {
        transaction.write_calendar_changes(&self.ids.token());
        self.commit_alone(transaction).await
    }

    /// The same for what changes nothing in lists by time.
    pub(super) async fn commit_alone(&self, transaction: Transaction) -> Result<(), ApiError> {
        if let Some(fault) = transaction.fault {
            return Err(fault);
        }
        let own = transaction.actions.len();
        let mut contention = String::new();
        let begun_ms = self.ids.now().millis();
        for attempt in 0..TRANSACTION_ATTEMPTS_MAX {
            if attempt > 0 {
                self.pause(attempt).await;
                // What it changes in lists by time is sorted by when it began, and counted up to a position after a
                // while.
                if self.ids.now().millis() - begun_ms > COMMITTED_WITHIN_MS {
                    break;
                }
            }
            // The counts of lists are read again for each attempt: they may have changed, and unlike the records it is
            // for this code to adjust them.
            let counts_changes = self.list_count_changes(&transaction.moves).await?;
            // A client token is valid for exactly one content. With counts in the transaction each attempt has another
            // content, so it gets another token. That is safe: only an attempt that DynamoDB has cancelled is repeated.
            let token = if counts_changes.is_empty() { transaction.write_id.clone() } else { self.ids.token() };
            let actions: Vec<Action> = transaction.actions.iter().cloned().chain(counts_changes).collect();
            let ended = match actions.as_slice() {
                [] => Attempt::Done,
                [Action { write: Write::Put { item, condition }, .. }] => {
                    self.put_one(item, condition, &transaction.write_id).await?
                }
                several => self.write_all(several.iter().map(|action| action.write.clone()), token).await?,
            };
            match ended {
                Attempt::Done => return Ok(()),
                Attempt::Refused(position) if position < own => {
                    met_another(actions.get(position));
                    return Err(actions[position].refusal.clone());
                }
                Attempt::Refused(_) => "the list's counts changed at the same moment".clone_into(&mut contention),
                Attempt::Contended(_, position) if met_another(position.and_then(|position| actions.get(position))) => {
                    return Err(version_conflict());
                }
                Attempt::Contended(cause, _) => contention = cause,
            }
        }
        Err(ApiError::unavailable(contention))
    }

    /// One attempt at a transaction. Only a cancelled transaction may be repeated: after any other failure it may have
    /// happened, and a repetition under another token could fail on its own earlier success.
    async fn write_all(&self, writes: impl Iterator<Item = Write>, token: String) -> Result<Attempt, StoreError> {
        let items = writes.map(|write| write.into_action(&self.table)).collect::<Result<Vec<_>, _>>()?;
        if items.len() > WRITES_MAX {
            return Err(StoreError::Internal(format!("{} actions in one transaction", items.len())));
        }
        let outcome = self
            .client
            .transact_write_items()
            .set_transact_items(Some(items))
            .client_request_token(token)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        self.meter.add(outcome.as_ref().map(TransactWriteItemsOutput::consumed_capacity).unwrap_or_default());
        let Err(error) = outcome else { return Ok(Attempt::Done) };
        match error.as_service_error() {
            Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) => {
                judge(cancelled.cancellation_reasons())
            }
            _ => Err(from_sdk(error)),
        }
    }

    /// Stores one item. A failed condition counts as success when the item there is our own earlier write.
    async fn put_one(&self, item: &Item, condition: &Expression, write_id: &str) -> Result<Attempt, StoreError> {
        let outcome = self
            .client
            .put_item()
            .table_name(&*self.table)
            .set_item(Some(item.clone()))
            .condition_expression(&condition.text)
            .set_expression_attribute_names(some(condition.names.clone()))
            .set_expression_attribute_values(some(condition.values.clone()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .send()
            .await;
        self.meter.add(outcome.as_ref().ok().and_then(PutItemOutput::consumed_capacity));
        let Err(error) = outcome else { return Ok(Attempt::Done) };
        match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(failed)) => {
                let ours = failed.item().and_then(|item| item::text(item, WRITE_ID)) == Some(write_id);
                Ok(if ours { Attempt::Done } else { Attempt::Refused(0) })
            }
            // Another transaction is writing this item at the moment; the SDK does not repeat such a put.
            Some(PutItemError::TransactionConflictException(_)) => {
                Ok(Attempt::Contended("another transaction holds the item".to_owned(), Some(0)))
            }
            _ => Err(from_sdk(error)),
        }
    }

    /// Waits a random part of the longest pause before attempt number `attempt`: 1 is the first repetition.
    pub async fn pause(&self, attempt: u32) {
        self.pause_within(longest_pause(attempt)).await;
    }

    /// Waits before a decision is made again, after the failed attempt number `attempt`: for a turn of the item over
    /// which it met another, or at random when there is none, or no turn can be taken.
    pub async fn pause_decision(&self, attempt: u32, met: Option<Key>) {
        if let Some(key) = met
            && let Ok(Some(wait)) = self.take_turn(&key).await
        {
            return tokio::time::sleep(wait).await;
        }
        self.pause_within(longest_decision_pause(attempt)).await;
    }

    async fn pause_within(&self, longest: Duration) {
        let longest = u64::try_from(longest.as_millis()).unwrap_or(u64::MAX);
        tokio::time::sleep(Duration::from_millis(self.ids.below(longest.saturating_add(1)))).await;
    }
}

/// What a cancelled transaction means. DynamoDB gives a reason for each action; the gravest decides: first our own
/// mistake, then a failed condition, then throttling or a conflict.
fn judge(reasons: &[CancellationReason]) -> Result<Attempt, StoreError> {
    let codes: Vec<&str> = reasons.iter().map(|reason| reason.code().unwrap_or("None")).collect();
    let contention =
        |code: &&str| matches!(*code, "TransactionConflict" | "ThrottlingError" | "ProvisionedThroughputExceeded");
    if let Some(fault) =
        codes.iter().find(|code| !matches!(**code, "None" | "ConditionalCheckFailed") && !contention(code))
    {
        return Err(StoreError::Internal(format!("transaction cancelled: {fault}")));
    }
    if let Some(position) = codes.iter().position(|code| *code == "ConditionalCheckFailed") {
        return Ok(Attempt::Refused(position));
    }
    // Where DynamoDB throttled nobody else is in the way: a turn would begin at once.
    let position = codes.iter().position(|code| *code == "TransactionConflict");
    Ok(Attempt::Contended(format!("transaction cancelled: {}", codes.join(", ")), position))
}

#[cfg(test)]
mod tests {
    use aws_sdk_dynamodb::types::CancellationReason;

    use super::{Attempt, judge};

    fn verdict(codes: &[&str]) -> String {
        let reasons: Vec<_> = codes.iter().map(|code| CancellationReason::builder().code(*code).build()).collect();
        match judge(&reasons) {
            Ok(Attempt::Done) => "done".to_owned(),
            Ok(Attempt::Refused(position)) => format!("refused {position}"),
            Ok(Attempt::Contended(_, Some(position))) => format!("again {position}"),
            Ok(Attempt::Contended(_, None)) => "later".to_owned(),
            Err(_) => "fault".to_owned(),
        }
    }

    #[test]
    fn a_mixed_cancellation_is_judged_by_its_gravest_reason() {
        for (codes, expected) in [
            (&["None", "TransactionConflict"][..], "again 1"),
            (&["ThrottlingError", "None"], "later"),
            (&["ProvisionedThroughputExceeded", "TransactionConflict"], "again 1"),
            (&["TransactionConflict", "ConditionalCheckFailed"], "refused 1"),
            (&["ConditionalCheckFailed", "ThrottlingError", "ConditionalCheckFailed"], "refused 0"),
            (&["ConditionalCheckFailed", "ValidationError"], "fault"),
            (&["None", "ItemCollectionSizeLimitExceeded"], "fault"),
            (&["DuplicateItem", "None"], "fault"),
        ] {
            assert_eq!(verdict(codes), expected, "{codes:?}");
        }
    }
}
