//! Turns: many writers of one item that come back at random keep meeting, and whoever has bad luck long enough runs out
//! of time. So who has met another takes the next free moment of the item, and comes back then: one writer after the
//! other, in the order in which they asked ([decision 42](../../../docs/decisions/0042-turns.md)).
//!
//! A turn is nothing but a moment. Nobody has to give it back, so a process that dies keeps nobody waiting; a writer
//! that comes outside of its turn is still kept out by the conditions of its transaction. The moments are of real time,
//! whatever the clock of the records says: they are when a process wakes.

use std::time::Duration;

use aws_sdk_dynamodb::{
    error::SdkError,
    operation::update_item::{UpdateItemError, UpdateItemOutput},
    types::{ReturnConsumedCapacity, ReturnValue},
};

use super::{
    Store,
    error::{StoreError, from_sdk},
    expression::Expression,
    item,
    key::Key,
    table::EXPIRES_AT,
    write::some,
};
use platform::{
    retry::{TURN, TURNS_AHEAD_MAX},
    system_clock::SystemClock,
};
use values::{Clock as _, text::digest};

/// The moment of the next turn that nobody has yet, in milliseconds since 1970.
const NEXT_AT: &str = "next_at_ms";
/// Seconds after its last turn at which the item may be deleted.
const KEPT_SECONDS: i64 = 3_600;
/// Tries to take one: in each that fails another was faster.
const TRIES_MAX: u32 = 3;

impl Store {
    /// Takes the next turn at the item with this key, and says how long it is until then; `None` when it is too far
    /// away.
    ///
    /// # Errors
    /// When the store cannot be written.
    pub(super) async fn take_turn(&self, key: &Key) -> Result<Option<Duration>, StoreError> {
        let key = turn_key(key);
        let now = SystemClock.now().millis();
        let [turn, ahead] = [TURN, TURNS_AHEAD_MAX].map(|span| i64::try_from(span.as_millis()).unwrap_or(i64::MAX));
        for _ in 0..TRIES_MAX {
            let Some(next) = self.turn_after(&key, after_the_last(now, turn, ahead)).await? else { return Ok(None) };
            if let Ok(wait) = u64::try_from(next - turn - now) {
                return Ok(Some(Duration::from_millis(wait)));
            }
            // Nobody has taken one for a while.
            if self.turn_after(&key, from_now_on(now, turn)).await?.is_some() {
                return Ok(Some(Duration::ZERO));
            }
        }
        Ok(None)
    }

    /// The moment of the next turn after this update; `None` when its condition fails.
    async fn turn_after(&self, key: &Key, (update, condition): (Expression, &str)) -> Result<Option<i64>, StoreError> {
        let outcome = self
            .client
            .update_item()
            .table_name(&*self.table)
            .set_key(Some(key.attributes()))
            .update_expression(update.text)
            .condition_expression(condition)
            .set_expression_attribute_names(some(update.names))
            .set_expression_attribute_values(some(update.values))
            .return_values(ReturnValue::AllNew)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        self.meter.add(outcome.as_ref().ok().and_then(UpdateItemOutput::consumed_capacity));
        match outcome {
            Ok(answer) => Ok(answer.attributes().and_then(|item| item::integer(item, NEXT_AT))),
            Err(SdkError::ServiceError(refused))
                if matches!(refused.err(), UpdateItemError::ConditionalCheckFailedException(_)) =>
            {
                Ok(None)
            }
            Err(error) => Err(from_sdk(error)),
        }
    }
}

/// Key of the item beside the one with this key, of the same merchant.
fn turn_key(key: &Key) -> Key {
    let merchant = key.partition.split('#').next().unwrap_or_default();
    let name = digest(&format!("{} {}", key.partition, key.sort));
    Key { partition: format!("{merchant}#turn#{name}"), sort: "-".to_owned() }
}

/// The turn after all that were taken, or at once when there were none, unless they reach further ahead than `ahead`.
fn after_the_last(now: i64, turn: i64, ahead: i64) -> (Expression, &'static str) {
    let update = setting("if_not_exists(#next, :now) + :turn", now, turn);
    (update.number(":latest", now + ahead), "attribute_not_exists(#next) OR #next < :latest")
}

/// A turn that begins at once.
fn from_now_on(now: i64, turn: i64) -> (Expression, &'static str) {
    (setting(":now + :turn", now, turn), "#next <= :now")
}

fn setting(next: &str, now: i64, turn: i64) -> Expression {
    Expression::new(format!("SET #next = {next}, #expires = :expires"))
        .name("#next", NEXT_AT)
        .name("#expires", EXPIRES_AT)
        .number(":now", now)
        .number(":turn", turn)
        .number(":expires", now / 1_000 + KEPT_SECONDS)
}
