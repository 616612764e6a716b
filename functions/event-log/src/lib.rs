//! The event log (`docs/areas/event-log.md`, 35 to 39): what changed in the last 90 days, newest first.
//!
//! It is part of the merchant area and a function of its own, so that whoever reads events in a loop takes nothing from
//! the function that others need for their credentials.

mod erasure;

use event_history::{EventFilter, EventType, ObjectType, read_page, shown_to};
use records::{LoggedEvent, Member, logged_event::EventView};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Data, Listing, Page, PathId, Plain, Route, Routes},
    due::DueWork,
};
use store::Record;
use values::{ApiError, Area, ErrorCode::RuleViolation, Id, Timestamp};

/// What falls due: events that are to be emptied.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { erasure::finish(&call, id).await })]
}

/// The operations of this part of the merchant area.
#[must_use]
pub fn routes() -> Routes {
    let routes = vec![
        Route::get("list_event_log", "/event-log", list)
            .labelled("List events of the log")
            .described(
                "What changed in the last 90 days, whoever changed it, newest first. One of `type`, `object_type`, `object_id` and \
                 `actor_id` can be asked for, with `from` and `to`. An event is in the log some seconds after the change. `object` and \
                 `previous_attributes` are null unless the client has the scope `<area>:read` of the object's area.",
            )
            .refusing(&[RuleViolation]),
        Route::get("get_logged_event", "/event-log/{id}", get).labelled("Get event of the log"),
    ];
    Routes::of(Area::Merchant, [routes])
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct EventLogFilter {
    /// Only events of this type.
    r#type: Option<EventType>,
    /// Only events about this type of object.
    object_type: Option<ObjectType>,
    /// Only events about the record with this id.
    object_id: Option<Id<()>>,
    /// Only events of what this member did.
    actor_id: Option<Id<Member>>,
    /// Only events that occurred at this instant or later.
    from: Option<Timestamp>,
    /// Only events that occurred before this instant.
    to: Option<Timestamp>,
}

/// List events of the log
async fn list(call: Call, input: Listing<EventLogFilter>) -> Result<Page<Plain<EventView>>, ApiError> {
    let EventLogFilter { r#type, object_type, object_id, actor_id, from, to } = input.filter;
    let filter = EventFilter {
        event_type: r#type.map(|name| name.as_str().to_owned()),
        object_type: object_type.map(|name| name.as_str().to_owned()),
        object_id,
        actor_id,
        from,
        to,
    };
    let Page { data, pagination } = read_page(&call, &filter, input.paging).await?;
    Ok(Page { data: data.iter().map(|event| shown(&call, event)).collect(), pagination })
}

/// Get event of the log
async fn get(call: Call, PathId(id): PathId<LoggedEvent>) -> Result<Data<Plain<EventView>>, ApiError> {
    let event = call.get(id).await?;
    if event.body.occurred_at < LoggedEvent::shown_from(call.now) {
        // DynamoDB deletes it days late.
        return Err(ApiError::not_found());
    }
    Ok(Data(shown(&call, &event)))
}

/// The event as the calling client may see it.
fn shown(call: &Call, event: &Record<LoggedEvent>) -> Plain<EventView> {
    Plain(shown_to(Some(&call.caller.scopes), event.id, &event.body))
}
