use scheduling::Resource;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::Id;

use super::record::OutsideCalendar;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutsideCalendarFilter {
    /// Only calendars that block this resource.
    resource_id: Option<Id<Resource>>,
}

/// Lists outside calendars, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<OutsideCalendarFilter>) -> Lists<OutsideCalendar> {
    let calendars = List::first_of([OutsideCalendar::BY_RESOURCE.asked(filter.resource_id.as_ref())]);
    call.page(calendars, paging).await
}
