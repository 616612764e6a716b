//! Letter about a second factor: whoever took it away, or set up one of their own, must not do that unseen.

use mailing::{Draft, Fact, Facts, LetterSource, LetterType, Recipient, recipients, text};
use records::{LoggedEvent, Member, logged_event::JsonText, member::MemberRole};
use serde::Deserialize;
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use super::names::whole_name;

/// What the member is told of the second factor, and owners of one that was removed, or that somebody set up who runs the
/// place.
pub fn source() -> LetterSource {
    LetterSource::new(&["member.updated"], drafts)
}

async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some(is_set_up) = changed_to(&event.body) else { return Ok(Vec::new()) };
    let id: Id<Member> = event.body.object_id.cast();
    let Some(member) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let facts = Facts::from([("member", text(whole_name(&member.body))), ("is_set_up", Fact::Flag(is_set_up))]);
    // Whoever reads the mailbox of somebody who runs the place could set one up first.
    let is_told = !is_set_up || member.body.role != MemberRole::Member;
    let owners = if is_told { recipients::of_owners(&work).await? } else { Vec::new() };
    let others = owners.into_iter().filter(|owner| owner.member_id != Some(member.id));
    let told = [Recipient::member(&member)].into_iter().chain(others);
    Ok(told.map(|reader| Draft::new(LetterType::SecondFactorChanged, reader, None, facts.clone())).collect())
}

/// What is read of the texts of an event.
#[derive(Debug, Default, Deserialize)]
struct Seen {
    #[serde(default)]
    has_authenticator: Option<bool>,
}

/// Whether there is an authenticator after the change that is told; none where that did not change.
fn changed_to(event: &LoggedEvent) -> Option<bool> {
    let seen = |told: &JsonText| serde_json::from_str::<Seen>(told.as_str()).unwrap_or_default().has_authenticator;
    seen(&event.previous_attributes).and_then(|_| seen(&event.object))
}
