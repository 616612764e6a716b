//! Close the books through a day, and open days again.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes};
use values::{ApiError, Day, ErrorCode, LongText};
use wallets_and_journal::{Books, books::last_closable_day};

use super::stored::stored;

/// Through which day the books are to be closed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BooksClose {
    /// Last day that is closed, in the time zone of the merchant.
    through: Day,
}

/// Through which day the books are to be closed from now on, and why others are opened.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BooksReopen {
    /// Last day that stays closed; none does when it is null or left out.
    through: Option<Day>,
    /// Why, for whoever asks later.
    reason: LongText,
}

/// Closes the books through a day; what is closed already stays so.
pub async fn close(call: Call, Body(input): Body<BooksClose>) -> Changes<Books> {
    if last_closable_day(call.now).is_none_or(|last| input.through > last) {
        let message =
            "a day is closed once it has been over everywhere for half a day: from the day after next on, in UTC";
        return Err(ApiError::rule("through", "not_over", message));
    }
    let mut update = call.update_of(stored(&call).await?)?;
    match update.present.closed_through {
        Some(closed) if closed > input.through => {
            let message = "the books are closed through a later day: days are opened again by reopening, with a reason";
            return Err(ApiError::rule("through", "before_closed_through", message));
        }
        Some(closed) if closed == input.through => {}
        _ => {
            let zone = call.read_merchant().await?.body.default_time_zone;
            update.after.set_closed_through(Some(input.through), zone);
            update.after.closed_at = Some(call.now);
        }
    }
    update.commit().await
}

/// Opens days again.
pub async fn reopen(call: Call, Body(input): Body<BooksReopen>) -> Changes<Books> {
    if !call.caller.acts_as_owner() {
        let message = "closed books are opened by an owner, or by a client with merchant:admin";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    if input.reason.as_str().trim().is_empty() {
        return Err(ApiError::rule("reason", "required", "what opens closed books has a reason"));
    }
    let mut update = call.update_of(stored(&call).await?)?;
    let Some(closed) = update.present.closed_through else {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the books are not closed"));
    };
    if input.through.is_some_and(|through| through >= closed) {
        let message = "what stays closed ends before what is closed now";
        return Err(ApiError::rule("through", "not_before_closed_through", message));
    }
    let zone = call.read_merchant().await?.body.default_time_zone;
    update.after.set_closed_through(input.through, zone);
    update.after.reopened_at = Some(call.now);
    update.after.reopening_reason = input.reason;
    update.commit().await
}
