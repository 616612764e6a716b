use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id};

use crate::{
    records::{event::Event, waitlist_entry::EventWaitlistEntry},
    rules::{at_location, showing},
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "they are the names in the query")]
pub struct EventWaitlistFilter {
    /// Only entries for this event.
    event_id: Option<Id<Event>>,
    /// Only entries of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only entries for events at this location; with `event_id` or `customer_id`.
    location_id: Option<Id<Location>>,
}

/// List event waitlist entries
pub async fn list(call: Call, Listing { filter, paging }: Listing<EventWaitlistFilter>) -> Lists<EventWaitlistEntry> {
    at_location::require_narrower(filter.location_id, filter.event_id.is_some() || filter.customer_id.is_some())?;
    let event = if filter.customer_id.is_some() { filter.event_id.as_ref() } else { None };
    let entries = List::first_of([
        EventWaitlistEntry::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        EventWaitlistEntry::BY_EVENT.asked(filter.event_id.as_ref()),
    ])
    .only("event_id", event)
    .only("location_id", filter.location_id.as_ref());
    let mut page = call.page(entries, paging).await?;
    showing::fill_in_entries(&call, &mut page.data).await?;
    Ok(page)
}
