//! `GET /event-log`: a page of the events of the last 90 days, with their exact total, at a cost that does not grow
//! with them.

use super::counts::{all_events, of_object, of_object_type, of_type};
use records::LoggedEvent;
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
        match (&self.event_type, &self.object_type, self.object_id) {
            (None, None, None) => Ok((List::live(), all_events())),
            (Some(name), None, None) => Ok((List::by(&LoggedEvent::BY_TYPE, name), of_type(name))),
            (None, Some(name), None) => Ok((List::by(&LoggedEvent::BY_OBJECT_TYPE, name), of_object_type(name))),
            (None, None, Some(id)) => Ok((List::by(&LoggedEvent::BY_OBJECT, &id), of_object(id))),
            (event_type, object_type, _) => {
                let message = "one of type, object_type and object_id can be asked for, with from and to";
                let field = if object_type.is_some() && event_type.is_some() { "object_type" } else { "object_id" };
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
