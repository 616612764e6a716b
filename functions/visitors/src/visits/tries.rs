//! Wrong codes: an API client has five tries a minute. A try is taken before the code is looked at, so that many at
//! once find no more, and given back when the code was right. Who finds all of them taken waits a moment, because right
//! ones come back.

use shared::api::Call;
use store::{Expression, Key, Transaction};
use values::{ApiError, ErrorCode, Timestamp};

/// Space of the items' keys, one for each client.
const SPACE: &str = "visitor_code_tries";
/// The field that has the minute and the tries.
const TAKEN: &str = "taken";
/// Tries of a minute.
const TRIES_MAX: i64 = 5;
/// How often a try is asked for.
const ATTEMPTS_MAX: u32 = 6;
/// A minute is a number of this many, of which the tries are the rest.
const MINUTE: i64 = 10;

/// A number below any that a try of the minute leaves.
fn base(now: Timestamp) -> i64 {
    now.millis() / 60_000 * MINUTE
}

/// Takes a try.
///
/// # Errors
/// 429 `rate_limited` when the client has had five in this minute.
pub async fn take(call: &Call) -> Result<(), ApiError> {
    for attempt in 1..=ATTEMPTS_MAX {
        for step in [one_more, first, one_more] {
            match call.store.commit(step(call)).await {
                Err(error) if error.code == ErrorCode::RateLimited => {}
                other => return other,
            }
        }
        if attempt < ATTEMPTS_MAX {
            call.store.pause(attempt).await;
        }
    }
    Err(refused())
}

/// Another try of the present minute.
fn one_more(call: &Call) -> Transaction {
    let mut transaction = call.transaction();
    let within = Expression::new("#taken >= :base AND #taken < :most")
        .name("#taken", TAKEN)
        .number(":base", base(call.now))
        .number(":most", base(call.now) + TRIES_MAX);
    transaction.add_in_value(&key(call), TAKEN, 1, Some(within), refused());
    transaction
}

/// The first try of the present minute.
fn first(call: &Call) -> Transaction {
    let mut transaction = call.transaction();
    let earlier = Expression::new("attribute_not_exists(#taken) OR #taken < :base")
        .name("#taken", TAKEN)
        .number(":base", base(call.now));
    let value = serde_json::json!({ TAKEN: base(call.now) + 1 });
    transaction.put_encoded(&key(call), &value, earlier, refused());
    transaction
}

/// Gives the try back with the check-in: the code was right.
pub fn give_back(call: &Call, transaction: &mut Transaction) {
    let refusal = ApiError::internal("a change without a condition was refused");
    transaction.add_in_value(&key(call), TAKEN, -1, None, refusal);
}

/// Gives a try back although there is no check-in: the code was right, and the visitor may come in otherwise. What
/// fails here is given back by the end of the minute.
pub async fn return_one(call: &Call) {
    let mut transaction = call.transaction();
    give_back(call, &mut transaction);
    drop(call.store.commit(transaction).await);
}

fn key(call: &Call) -> Key {
    Key::single(call.tenant(), SPACE, &call.caller.client.to_string())
}

fn refused() -> ApiError {
    ApiError::new(ErrorCode::RateLimited, "too many wrong codes; wait a minute")
}
