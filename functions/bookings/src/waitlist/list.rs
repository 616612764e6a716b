//! Get and list waiting-list entries, with their places on the waiting list.

use std::collections::BTreeSet;

use records::Location;
use scheduling::{
    Resource,
    waitlist::{
        WaitingList,
        entry::{WaitlistEntry, WaitlistState, WaitlistStatus},
    },
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Data, Listing, Lists, PathId, Shows};
use store::{Expression, List, Record, expression::NOW};
use values::{ApiError, Customer, Id, Timestamp};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitlistEntryFilter {
    /// Only entries for this resource.
    resource_id: Option<Id<Resource>>,
    /// Only entries of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only entries at this location.
    location_id: Option<Id<Location>>,
    /// Only entries of this status now.
    status: Option<WaitlistStatus>,
}

/// Lists entries with the places that those who wait have now.
pub async fn list(call: Call, Listing { filter, paging }: Listing<WaitlistEntryFilter>) -> Lists<WaitlistEntry> {
    let entries = List::first_of([
        WaitlistEntry::BY_RESOURCE.asked(filter.resource_id.as_ref()),
        WaitlistEntry::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        WaitlistEntry::BY_LOCATION.asked(filter.location_id.as_ref()),
    ]);
    let entries = entries
        .only("customer_id", if filter.resource_id.is_some() { filter.customer_id.as_ref() } else { None })
        .only("location_id", filter.location_id.as_ref())
        .matching(filter.status.map(|status| of_status(status, call.now)));
    let mut page = call.page(entries, paging).await?;
    look_up_places(&call, &mut page.data).await?;
    Ok(page)
}

/// Shows an entry, with its place on the list while it waits.
pub async fn get(call: Call, PathId(id): PathId<WaitlistEntry>) -> Shows<WaitlistEntry> {
    let mut entry = [call.get(id).await?];
    look_up_places(&call, &mut entry).await?;
    let [entry] = entry;
    Ok(Data(entry))
}

/// The condition of a status, out of the stored state and the time.
fn of_status(status: WaitlistStatus, now: Timestamp) -> Expression {
    let expression =
        |text: &str| Expression::new(text).name("#body", "body").name("#state", "state").name("#void", "void_at");
    let stands = |state: &str| {
        let text = "#body.#state = :state AND #body.#void > :now";
        expression(text).string(":state", state).string(NOW, now.to_string())
    };
    let is = |state: &str| {
        Expression::new("#body.#state = :state").name("#body", "body").name("#state", "state").string(":state", state)
    };
    match status {
        WaitlistStatus::Waiting => stands("waiting"),
        WaitlistStatus::Offered => stands("offered"),
        WaitlistStatus::Accepted => is("accepted"),
        WaitlistStatus::Declined => is("declined"),
        WaitlistStatus::Cancelled => is("cancelled"),
        WaitlistStatus::Expired => expression("#body.#state = :state OR #body.#void <= :now")
            .string(":state", "expired")
            .string(NOW, now.to_string()),
    }
}

/// Looks up the places of those who wait, in the lines as they are now.
async fn look_up_places(call: &Call, entries: &mut [Record<WaitlistEntry>]) -> Result<(), ApiError> {
    let waiting = entries.iter().filter(|entry| entry.body.state == WaitlistState::Waiting);
    let ids: BTreeSet<Id<WaitingList>> = waiting.map(|entry| WaitingList::id_of(entry.body.location_id)).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let lists = call.store.find_all(&call.caller.tenant, &ids.into_iter().collect::<Vec<_>>()).await?;
    for entry in entries {
        let line = lists.iter().find(|line| line.id == WaitingList::id_of(entry.body.location_id));
        entry.body.position = line.and_then(|line| line.body.position(entry.id, call.now));
    }
    Ok(())
}
