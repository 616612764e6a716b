//! The list of member registrations, and its filters.

use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{EmailAddress, Id, SearchText, Timestamp};

use super::{
    MemberRegistration,
    record::{RegistrationSource, RegistrationStatus},
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberRegistrationFilter {
    /// Only registrations in this state at this moment.
    status: Option<RegistrationStatus>,
    /// Only registrations at this location.
    location_id: Option<Id<Location>>,
    /// Only registrations with this e-mail, whatever its case.
    email: Option<EmailAddress>,
    /// Only registrations that came this way.
    source: Option<RegistrationSource>,
    /// Only registrations in whose name or e-mail a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists registrations of members, newest first.
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<MemberRegistrationFilter>,
) -> Lists<MemberRegistration> {
    // Fewer registrations have one e-mail than one location.
    let registrations = List::first_of([MemberRegistration::BY_EMAIL.asked(filter.email.as_ref())])
        .only("location_id", filter.location_id.as_ref())
        .otherwise([MemberRegistration::BY_LOCATION.asked(filter.location_id.as_ref())])
        .only("source", filter.source.as_ref())
        .finding(filter.q.as_ref());
    call.page(in_state(registrations, filter.status, call.now), paging).await
}

/// Narrows a list to a state, of which expiry is not stored.
pub fn in_state(
    registrations: List<MemberRegistration>,
    status: Option<RegistrationStatus>,
    now: Timestamp,
) -> List<MemberRegistration> {
    match status {
        None => registrations,
        Some(RegistrationStatus::Pending | RegistrationStatus::Invited) => {
            registrations.only("decided", status.as_ref()).ahead("expires_at", now)
        }
        Some(RegistrationStatus::Expired) => registrations.only("undecided", Some(&true)).past("expires_at", now),
        Some(
            RegistrationStatus::Approved
            | RegistrationStatus::Accepted
            | RegistrationStatus::Rejected
            | RegistrationStatus::Withdrawn,
        ) => registrations.only("decided", status.as_ref()),
    }
}
