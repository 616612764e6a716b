//! Look at letters, and send one again.

use event_history::can_see;
use mailing::{Letter, LetterStatus, LetterType, hand_over};
use records::{LoggedEvent, Member};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Changes, Data, Listing, Lists, Page, PathId, Route, Shows, retry};
use store::{List, Record};
use values::{ApiError, ErrorCode, Id};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_letters", "/letters", list).described(
            "Newest first, as long as they are kept (`retention.letter_days` of the merchant). With `member_id`, `event_id` or `object_id` the \
             list may lag by a moment. `subject` and `text` are empty unless the client has the scope `<area>:read` of what the letter is \
             about.",
        ),
        Route::get("get_letter", "/letters/{id}", get)
            .described(
                "What was sent, without codes and links that work by themselves, and what became of it. `subject` and `text` are empty unless the \
                 client has the scope `<area>:read` of what the letter is about.",
            ),
        Route::post("resend_letter", "/letters/{id}/resend", resend)
            .labelled("Send a letter again")
            .described(
                "Writes it anew from its record as that is now, and sends it under another `Message-ID`. It is not sent when it has nothing to \
                 tell any more, or nothing is sent to its reader: `reason` says why.",
            )
            .refusing(&[ErrorCode::InvalidState]),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LetterFilter {
    /// Only letters to this member.
    member_id: Option<Id<Member>>,
    /// Only letters about this event.
    event_id: Option<Id<LoggedEvent>>,
    /// Only letters about this record.
    object_id: Option<Id<()>>,
    /// Only letters of this type.
    letter: Option<LetterType>,
    /// Only letters that are so far.
    status: Option<LetterStatus>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<LetterFilter>) -> Lists<Letter> {
    let letters = List::first_of([
        Letter::BY_EVENT.asked(filter.event_id.as_ref()),
        Letter::BY_OBJECT.asked(filter.object_id.as_ref()),
        Letter::BY_MEMBER.asked(filter.member_id.as_ref()),
    ]);
    let letters = letters
        .only(
            "member_id",
            filter.member_id.as_ref().filter(|_| filter.event_id.is_some() || filter.object_id.is_some()),
        )
        .only("object_id", filter.object_id.as_ref().filter(|_| filter.event_id.is_some()))
        .only("letter", filter.letter.as_ref())
        .only("status", filter.status.as_ref());
    let Page { data, pagination } = call.page(letters, paging).await?;
    // The table deletes them some days late.
    let kept = data.into_iter().filter(|letter| letter.body.is_kept(call.now));
    Ok(Page { data: kept.map(|letter| as_it_may_be_seen(&call, letter)).collect(), pagination })
}

async fn get(call: Call, PathId(id): PathId<Letter>) -> Shows<Letter> {
    let letter = call.get(id).await?;
    if !letter.body.is_kept(call.now) {
        return Err(ApiError::not_found());
    }
    Ok(Data(as_it_may_be_seen(&call, letter)))
}

/// A letter as the calling client may see it, as the event log shows what letters are about.
fn as_it_may_be_seen(call: &Call, letter: Record<Letter>) -> Record<Letter> {
    let body = &letter.body;
    if body.event_id.is_none() || can_see(&call.caller.scopes, &body.object_type) {
        return letter;
    }
    let body = Letter { subject: String::new(), text: String::new(), ..letter.body };
    Record { body, ..letter }
}

async fn resend(call: Call, PathId(id): PathId<Letter>) -> Changes<Letter> {
    let (committed, letter) = retry(&call, || begin_anew(&call, id)).await?;
    // The answer stands. What cannot be handed over now is handed over by the sweep.
    drop(hand_over(&call.mailbox.queue, &call, &[letter]).await);
    Ok(committed)
}

type BegunAnew = (shared::api::Committed<Data<Record<Letter>>>, Record<Letter>);

async fn begin_anew(call: &Call, id: Id<Letter>) -> Result<BegunAnew, ApiError> {
    if !call.mailbox.sends() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "this deployment sends no letters"));
    }
    let before = call.get_for_change(id).await?;
    if !before.body.is_kept(call.now) {
        return Err(ApiError::not_found());
    }
    if before.body.event_id.is_none() {
        let message = "what it told is not kept: a code is asked for anew";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    if before.body.status == LetterStatus::Pending {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "it is still to be sent"));
    }
    let after = call.next_version(&before, before.body.clone().resent(call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let shown = as_it_may_be_seen(call, after.clone());
    let committed = call.commit(transaction, Data(shown)).await?;
    Ok((committed, after))
}
