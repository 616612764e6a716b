//! Set up an authenticator: show a key, and take a code that shows that the app has it.

use chrono::Duration;
use records::{
    Authenticator, Member, Session,
    authenticator::{AuthenticatorStatus, SET_UP_MINUTES},
    session::SessionSecondFactor,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Created, Data, PathId, retry};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id, ShortText};
use work::sealed;

use super::{
    answers::{CodesShown, KeyShown},
    asked::{own_member, require_right},
    recovery::{random, with_new_codes},
    totp::{self, KEY_BYTES},
};

/// For whom an authenticator is set up.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAuthenticator {
    /// Member whose sign-ins it is for.
    member_id: Id<Member>,
}

/// A code of an authenticator.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeOfApp {
    /// The six digits that the app shows.
    code: ShortText,
}

/// Makes the key of an authenticator and shows it once.
pub async fn create(call: Call, Body(input): Body<NewAuthenticator>) -> Result<Committed<Created<KeyShown>>, ApiError> {
    retry(&call, || create_once(&call, input.member_id)).await
}

async fn create_once(call: &Call, member: Id<Member>) -> Result<Committed<Created<KeyShown>>, ApiError> {
    let member = own_member(call, member, "member_id").await?;
    let id = member.id.cast::<Authenticator>();
    let before = call.store.find(call.tenant(), id).await?;
    if before.as_ref().is_some_and(|before| before.body.status() == AuthenticatorStatus::Active) {
        let message = "the member has an authenticator: remove it before another one is set up";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let random: [u8; KEY_BYTES] = random(call)?;
    let key = totp::base32(&random);
    let body = Authenticator {
        member_id: member.id,
        key: sealed::seal(&call.secrets, &call.ids, &id.to_string(), &key).await?,
        confirmed_at: None,
        set_up_until: call.now.plus(Duration::minutes(SET_UP_MINUTES)),
        last_step: 0,
        wrong_tries: 0,
        closed_times: 0,
        closed_until: None,
        recovery_codes: Vec::new(),
    };
    let mut transaction = call.transaction();
    let record = match before {
        None => {
            let record = call.new_record_of(id, body, None);
            transaction.begin(&record);
            record
        }
        Some(before) => {
            let record = call.next_version(&before, body, None);
            transaction.replace(&before, &record);
            record
        }
    };
    let merchant = call.read_merchant().await?;
    let shown = KeyShown::new(record, key, (merchant.body.name.as_str(), member.body.email.as_str()))?;
    call.commit(transaction, Created(shown)).await
}

/// Takes the first code of an authenticator, which is asked for codes from then on.
pub async fn confirm(
    call: Call,
    PathId(id): PathId<Authenticator>,
    Body(input): Body<CodeOfApp>,
) -> Result<Committed<Data<CodesShown>>, ApiError> {
    retry(&call, || confirm_once(&call, id, input.code.as_str())).await
}

async fn confirm_once(call: &Call, id: Id<Authenticator>, code: &str) -> Result<Committed<Data<CodesShown>>, ApiError> {
    let before = call.get_for_change(id).await?;
    let member = own_member(call, before.body.member_id, "id").await?;
    if before.body.status() == AuthenticatorStatus::Active {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the authenticator is confirmed"));
    }
    if before.body.set_up_until <= call.now {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "it took too long: set up an authenticator anew"));
    }
    let body = require_right(call, &before, code).await?;
    let (body, codes) = with_new_codes(call, id, body)?;
    let after = call.next_version(&before, Authenticator { confirmed_at: Some(call.now), ..body }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let protected = Member { has_authenticator: true, ..member.body.clone() };
    transaction.replace(&member, &call.next_version(&member, protected, None));
    give_to_session(call, &mut transaction).await?;
    call.commit(transaction, Data(CodesShown { authenticator: after, codes })).await
}

/// The session in which it is done has the second factor from now on.
async fn give_to_session(call: &Call, transaction: &mut Transaction) -> Result<(), ApiError> {
    let Some(person) = &call.caller.person else { return Ok(()) };
    let before: Record<Session> = call.store.find(call.tenant(), person.session).await?.ok_or_else(version_conflict)?;
    let is_without =
        matches!(before.body.second_factor, SessionSecondFactor::Missing | SessionSecondFactor::NotRequired);
    if is_without {
        let after = Session { second_factor: SessionSecondFactor::Given, ..before.body.clone() };
        transaction.replace(&before, &call.next_version(&before, after, None));
    }
    Ok(())
}
