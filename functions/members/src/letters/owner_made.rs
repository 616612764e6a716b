//! Letter to the owners: there is one more of them. Whoever took over an account must not be able to do that unseen.

use mailing::{Draft, Facts, LetterSource, LetterType, recipients, text};
use records::{LoggedEvent, Member, logged_event::JsonText, member::MemberRole};
use serde::Deserialize;
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use super::names::whole_name;

/// A member who was made.
const CREATED: &str = "member.created";
/// A member who was changed.
const UPDATED: &str = "member.updated";

/// What owners are told of new ones.
pub fn source() -> LetterSource {
    LetterSource::new(&[CREATED, UPDATED], drafts)
}

/// Nothing once the member is no owner any more.
async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    if !became_owner(&event.body) {
        return Ok(Vec::new());
    }
    let id: Id<Member> = event.body.object_id.cast();
    let member = work.store.find(work.tenant(), id).await?;
    let Some(member) = member.filter(|member| member.body.role == MemberRole::Owner) else { return Ok(Vec::new()) };
    let facts = Facts::from([("member", text(whole_name(&member.body)))]);
    let owners = recipients::of_owners(&work).await?;
    let others = owners.into_iter().filter(|owner| owner.member_id != Some(member.id));
    Ok(others.map(|owner| Draft::new(LetterType::OwnerMade, owner, None, facts.clone())).collect())
}

/// What is read of the texts of an event.
#[derive(Debug, Default, Deserialize)]
struct Told {
    /// What the member may do; none where that did not change, of what was before.
    #[serde(default)]
    role: Option<MemberRole>,
}

/// Whether the change that is told made an owner of the member.
fn became_owner(event: &LoggedEvent) -> bool {
    if role_in(&event.object) != Some(MemberRole::Owner) {
        return false;
    }
    let before = role_in(&event.previous_attributes);
    event.event_type == CREATED || before.is_some_and(|before| before != MemberRole::Owner)
}

/// None where nothing of the record is kept, either.
fn role_in(told: &JsonText) -> Option<MemberRole> {
    serde_json::from_str::<Told>(told.as_str()).unwrap_or_default().role
}

#[cfg(test)]
mod tests {
    use records::{
        LoggedEvent,
        logged_event::{EventActor, JsonText},
    };
    use serde_json::{Value, json};
    use values::{Id, Timestamp};

    use super::{CREATED, UPDATED, became_owner};

    fn event(event_type: &str, object: &Value, previous: &Value) -> LoggedEvent {
        let actor: Option<EventActor> = None;
        LoggedEvent {
            event_type: event_type.to_owned(),
            object_type: "member".to_owned(),
            object_id: Id::parse("0199a000-0000-7000-8000-000000000001").expect("an id"),
            object_version: 1,
            object: JsonText::of(object),
            previous_attributes: JsonText::of(previous),
            actor,
            request_id: None,
            occurred_at: Timestamp::EPOCH,
            people: Vec::new(),
            expanded: JsonText::absent(),
            location_ids: Vec::new(),
        }
    }

    #[test]
    fn only_who_was_no_owner_became_one() {
        let (owner, admin, same) = (json!({"role": "owner", "name": "Ada"}), json!({"role": "admin"}), json!({}));
        for (event_type, object, previous, expected) in [
            (CREATED, &owner, &same, true),
            (CREATED, &admin, &same, false),
            (UPDATED, &owner, &admin, true),
            (UPDATED, &owner, &same, false),
            (UPDATED, &admin, &owner, false),
        ] {
            assert_eq!(
                became_owner(&event(event_type, object, previous)),
                expected,
                "{event_type} {object} {previous}"
            );
        }
        assert!(!became_owner(&event(CREATED, &owner, &same).emptied()));
    }
}
