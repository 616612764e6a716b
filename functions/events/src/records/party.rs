//! Who comes to an event, or waits for it: a customer, or a guest who is none.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Counter, Customer, EmailAddress, Id, Name, email::comparable_email, text::digest};
use work::customer::CustomerRecord;

use super::event::Event;

/// Somebody who is no customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventGuest {
    /// Name of the guest, which the ticket shows unless it names somebody else.
    pub name: Name,
    /// Address for mail; one guest of an event has it.
    pub email: EmailAddress,
}

/// Refuses a request that names both a customer and a guest, or nobody.
///
/// # Errors
/// 422 `customer_or_guest` on `guest`.
pub fn check_one(customer: Option<Id<Customer>>, guest: Option<&EventGuest>) -> Result<(), ApiError> {
    if customer.is_some() == guest.is_some() {
        let message = "a customer or a guest comes: give one of them";
        return Err(ApiError::rule("guest", "customer_or_guest", message));
    }
    Ok(())
}

/// By what somebody is recognised at an event, so that nobody has more seats than one may: the customer, and the e-mail
/// address of a member or a guest. Digests, which say nothing at another event.
#[must_use]
pub fn limit_keys(event: Id<Event>, customer: Option<&CustomerRecord>, guest: Option<&EventGuest>) -> Vec<String> {
    let email = match (customer, guest) {
        (Some(CustomerRecord::Member(member)), _) => Some(&member.body.email),
        (Some(CustomerRecord::Company(_)), _) | (None, None) => None,
        (None, Some(guest)) => Some(&guest.email),
    };
    let id = customer.map(|customer| digest(&format!("{event}#customer#{}", customer.id())));
    let email = email.map(|email| digest(&format!("{event}#email#{}", comparable_email(email.as_str()))));
    id.into_iter().chain(email).collect()
}

/// Counts the seats of somebody at an event.
#[must_use]
pub fn seats_held(event: Id<Event>, key: &str) -> Counter {
    Counter::new("event_seats_held", format!("{event}#{key}"))
}
