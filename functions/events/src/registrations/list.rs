use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::{Expression, List, Record, expression::NOW};
use values::{ApiError, Customer, Id, Timestamp};

use crate::{
    records::{
        event::Event, event_state::EventStatus, registration::EventRegistration, registration_state::RegistrationStatus,
    },
    rules::{at_location, showing},
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRegistrationFilter {
    /// Only registrations for this event.
    event_id: Option<Id<Event>>,
    /// Only registrations of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only registrations for events at this location; with `event_id` or `customer_id`.
    location_id: Option<Id<Location>>,
    /// Only registrations in this state now; with `event_id`.
    status: Option<RegistrationStatus>,
}

/// Lists registrations; their state follows from their event and the time.
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<EventRegistrationFilter>,
) -> Lists<EventRegistration> {
    at_location::require_narrower(filter.location_id, filter.event_id.is_some() || filter.customer_id.is_some())?;
    let condition = match (filter.status, filter.event_id) {
        (None, _) => None,
        (Some(_), None) => {
            let message = "the state of a registration depends on its event: name the event";
            return Err(ApiError::rule("event_id", "required_with_status", message));
        }
        (Some(status), Some(event)) => {
            let event = call.store.find_any(call.tenant(), event).await?;
            Some(in_status(status, event.as_ref(), call.now))
        }
    };
    let event = if filter.customer_id.is_some() { filter.event_id.as_ref() } else { None };
    let registrations = List::first_of([
        EventRegistration::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        EventRegistration::BY_EVENT.asked(filter.event_id.as_ref()),
    ])
    .only("event_id", event)
    .only("location_id", filter.location_id.as_ref())
    .matching(condition);
    let mut page = call.page(registrations, paging).await?;
    showing::fill_in_registrations(&call, &mut page.data).await?;
    Ok(page)
}

/// The condition of a status, out of the stored facts, the event and the time: what was not paid in time and what is
/// for an event that was cancelled is cancelled, and after the event whoever had a ticket came or did not.
fn in_status(status: RegistrationStatus, event: Option<&Record<Event>>, now: Timestamp) -> Expression {
    let stored = "#body.#status = :status";
    let live = "#body.#status IN (:pending, :confirmed)";
    let is_cancelled = event.is_some_and(|event| event.body.status == EventStatus::Cancelled);
    let is_over = event.is_some_and(|event| event.body.status_at(now) == EventStatus::Completed);
    let unpaid = if is_over {
        "#body.#status = :pending"
    } else {
        "#body.#status = :pending AND attribute_not_exists(#body.#paid_at) AND #body.#expires_at <= :now"
    };
    let came = "#body.#status = :confirmed AND #body.#count > :none";
    let missed = "#body.#status = :confirmed AND NOT (#body.#count > :none)";
    let nothing = "#body.#status = :status AND #body.#status = :nothing".to_owned();
    let text = match status {
        RegistrationStatus::Cancelled if is_cancelled => format!("{stored} OR {live}"),
        RegistrationStatus::Cancelled => format!("{stored} OR {unpaid}"),
        RegistrationStatus::Pending | RegistrationStatus::Confirmed if is_cancelled => nothing,
        RegistrationStatus::Pending | RegistrationStatus::Confirmed if is_over => nothing,
        RegistrationStatus::Pending => format!("{stored} AND NOT ({unpaid})"),
        RegistrationStatus::Attended if is_over => format!("{stored} OR {came}"),
        RegistrationStatus::NoShow if is_over => format!("{stored} OR {missed}"),
        RegistrationStatus::Confirmed | RegistrationStatus::Attended | RegistrationStatus::NoShow => stored.to_owned(),
    };
    let uses = |placeholder: &str| text.contains(placeholder);
    let mut expression = Expression::new(text.clone()).name("#body", "body").name("#status", "status");
    expression = expression.string(":status", status.as_str());
    for (placeholder, name) in [("#paid_at", "paid_at"), ("#expires_at", "expires_at"), ("#count", "checked_in_count")]
    {
        if uses(placeholder) {
            expression = expression.name(placeholder, name);
        }
    }
    for (placeholder, value) in [(":pending", "pending"), (":confirmed", "confirmed"), (":nothing", "nothing")] {
        if uses(placeholder) {
            expression = expression.string(placeholder, value);
        }
    }
    if uses(":none") {
        expression = expression.number(":none", 0);
    }
    if uses(NOW) {
        expression = expression.string(NOW, now.to_string());
    }
    expression
}
