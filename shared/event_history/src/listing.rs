//! `GET /event-log`: a page of the events of the last 90 days, with their exact total, at a cost that does not grow
//! with them.

use super::counts::{all_events, of_actor, of_object, of_object_type, of_type};
use records::{LoggedEvent, Member};
use shared::api::{Call, Page};
use store::{List, ListQuery, Paging, Record, TimeList, lists::DayList};
use values::{ApiError, Id, Timestamp};

/// Which events are asked for.
#[derive(Clone, Debug, Default)]
pub struct EventFilter {
    /// Only events of this type, such as `booking.created`.
    pub event_type: Option<String>,
    /// Only events about objects of this type.
    pub object_type: Option<String>,
    /// Only events of the record with this id.
    pub object_id: Option<Id<()>>,
    /// Only events of what this member did.
    pub actor_id: Option<Id<Member>>,
    /// Only events at or after this instant.
    pub from: Option<Timestamp>,
    /// Only events before this instant.
    pub to: Option<Timestamp>,
}

impl EventFilter {
    /// The list that has them, and how it is counted.
    ///
    /// # Errors
    /// 422 `not_together` when it is no one list: each of them is counted by itself.
    fn list(&self) -> Result<(List<LoggedEvent>, DayList), ApiError> {
        let lists = [
            self.event_type.as_ref().map(|name| ("type", List::by(&LoggedEvent::BY_TYPE, name), of_type(name))),
            self.object_type
                .as_ref()
                .map(|name| ("object_type", List::by(&LoggedEvent::BY_OBJECT_TYPE, name), of_object_type(name))),
            self.object_id.map(|id| ("object_id", List::by(&LoggedEvent::BY_OBJECT, &id), of_object(id))),
            self.actor_id.map(|id| ("actor_id", List::by(&LoggedEvent::BY_ACTOR, &id), of_actor(id))),
        ];
        let mut lists = lists.into_iter().flatten();
        match (lists.next(), lists.next()) {
            (None, _) => Ok((List::live(), all_events())),
            (Some((_, list, counted)), None) => Ok((list, counted)),
            (Some(_), Some((field, ..))) => {
                let message = "one of type, object_type, object_id and actor_id can be asked for, with from and to";
                Err(ApiError::rule(field, "not_together", message))
            }
        }
    }
}

/// A page of events.
///
/// # Errors
/// 400 for a cursor that is not of this list, 422 `not_together`.
pub async fn read_page(
    call: &Call,
    filter: &EventFilter,
    paging: Paging,
) -> Result<Page<Record<LoggedEvent>>, ApiError> {
    let (list, counted) = filter.list()?;
    let shown_from = LoggedEvent::shown_from(call.now);
    let from = filter.from.map_or(shown_from, |from| from.max(shown_from));
    let to = filter.to.map(|to| to.max(from));
    // Bound to what was asked for and not to the day from which events are shown, so that a cursor holds over midnight.
    let asked = list.clone().between(filter.from.map(|at| at.to_string()), filter.to.map(|at| at.to_string()));
    let events = TimeList::of_days(list, counted, call.now).between(Some(from), to);
    call.page(ListQuery::from(events).asked_as(asked), paging).await
}
