//! Availability: when resources are free, and when a booking of them may start. Nothing is held by asking.

mod asked;
mod calendars;
mod get;
mod search;

use shared::api::{People, Route};
use values::ErrorCode::RuleViolation;

/// The operations on availability.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("get_resource_availability", "/resources/{id}/availability", get::get).people(People::OwnCompany("customer_id"), &["duration_minutes", "from", "to", "units"])
            .labelled("Get availability")
            .described(
                "`periods` are the longest ones in which location and resource are open and enough units are neither \
                 taken nor assigned, in the past too; buffers and limits are not in them. `start_times`, with \
                 `duration_minutes`, are the steps at which a booking of that length would be taken now for the customer, \
                 or without `customer_id` for somebody who is not a member: by buffers, limits and every other rule. A booking lies between `from` and `to`, \
                 at most 31 days apart. What is not active has neither.",
            )
            .refusing(&[RuleViolation]),
        Route::get("search_availability", "/availability", search::search).people(People::OwnCompany("customer_id"), &["amenity", "capacity", "duration_minutes", "from", "location_id", "to", "type", "units"])
            .described(
                "The active resources of a location, newest first, each as `/resources/{id}/availability` has it, for \
                 at most 7 days. Which resources there are comes from an index, which may lag a write by a moment; \
                 what is free never does.",
            )
            .refusing(&[RuleViolation]),
    ]
}
