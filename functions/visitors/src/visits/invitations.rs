//! How many visitors a member invites by a session in a day: each gets a letter, and nobody is to send letters to
//! strangers through a merchant.

use records::Member;
use shared::api::Call;
use store::{Expression, Key, Transaction};
use values::{ApiError, ErrorCode, Id, Timestamp};
use work::auth::Standpoint;

/// Space of the items' keys, one for each member.
const SPACE: &str = "visitor_invitations";
/// The field that has the day and the invitations.
const TAKEN: &str = "taken";
/// Visits, or visits by a rule, of a member in a day of UTC.
const INVITATIONS_MAX: i64 = 50;
/// A day is a number of this many, of which the invitations are the rest.
const DAY: i64 = 1_000;
/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// Counts an invitation of a member who acts; those who run the place invite as many as they like.
///
/// # Errors
/// 429 `rate_limited` when the member has invited so many today.
pub async fn count(call: &Call) -> Result<(), ApiError> {
    let Some(Standpoint::Customer(member)) = call.caller.standpoint() else { return Ok(()) };
    for step in [one_more, first, one_more] {
        match call.store.commit(step(call, member.id)).await {
            Err(error) if error.code == ErrorCode::RateLimited => {}
            other => return other,
        }
    }
    Err(refused())
}

/// A number below any that an invitation of the day leaves.
fn base(now: Timestamp) -> i64 {
    now.millis() / DAY_MS * DAY
}

/// Another invitation of the present day.
fn one_more(call: &Call, member: Id<Member>) -> Transaction {
    let mut transaction = call.transaction();
    let within = Expression::new("#taken >= :base AND #taken < :most")
        .name("#taken", TAKEN)
        .number(":base", base(call.now))
        .number(":most", base(call.now) + INVITATIONS_MAX);
    transaction.add_in_value(&key(call, member), TAKEN, 1, Some(within), refused());
    transaction
}

/// The first invitation of the present day.
fn first(call: &Call, member: Id<Member>) -> Transaction {
    let mut transaction = call.transaction();
    let earlier = Expression::new("attribute_not_exists(#taken) OR #taken < :base")
        .name("#taken", TAKEN)
        .number(":base", base(call.now));
    let value = serde_json::json!({ TAKEN: base(call.now) + 1 });
    transaction.put_encoded(&key(call, member), &value, earlier, refused());
    transaction
}

fn key(call: &Call, member: Id<Member>) -> Key {
    Key::single(call.tenant(), SPACE, &member.to_string())
}

fn refused() -> ApiError {
    ApiError::new(ErrorCode::RateLimited, "too many visitors were invited today; come back tomorrow")
}
