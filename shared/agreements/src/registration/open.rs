//! One registration is open for an e-mail at a location.

use records::{Company, Location};
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id, UniqueKey};
use work::UnitOfWork;

use super::{MemberRegistration, record::RegistrationStatus};

/// Whether another registration is in the way.
pub enum Place {
    /// No registration is open for the e-mail address at the location.
    Free,
    /// One that expired; a new registration takes its place.
    Expired(Box<Record<MemberRegistration>>),
    /// Another registration is open, which has this identifier.
    Taken(Id<MemberRegistration>),
}

/// Looks for the open registration with the e-mail and location of this one.
pub async fn find(work: &UnitOfWork, registration: &MemberRegistration) -> Result<Place, ApiError> {
    Ok(find_all(work, &[registration]).await?.pop().unwrap_or(Place::Free))
}

/// Looks for the open registrations with the e-mail and location of each of these, in order.
pub async fn find_all(work: &UnitOfWork, registrations: &[&MemberRegistration]) -> Result<Vec<Place>, ApiError> {
    let tenant = &work.caller.tenant;
    let unique_keys: Vec<UniqueKey> = registrations.iter().map(|own| own.open_key()).collect();
    let holders = work.store.find_holders(tenant, &unique_keys).await?;
    let ids: Vec<Option<Id<MemberRegistration>>> =
        holders.iter().map(|holder| holder.as_deref().and_then(Id::parse)).collect();
    let found = work.store.find_all(tenant, &ids.iter().flatten().copied().collect::<Vec<_>>()).await?;
    let place = |id: Option<Id<MemberRegistration>>| {
        let Some(id) = id else { return Place::Free };
        match found.iter().find(|holder| holder.id == id) {
            Some(holder) if holder.body.status(work.now) == RegistrationStatus::Expired => {
                Place::Expired(Box::new(holder.clone()))
            }
            Some(_) | None => Place::Taken(id),
        }
    };
    Ok(ids.into_iter().map(place).collect())
}

/// Stores a registration as the open one of its e-mail and location.
///
/// # Errors
/// 409 when there is an open one.
pub fn store(
    transaction: &mut Transaction,
    registration: &Record<MemberRegistration>,
    place: Place,
) -> Result<(), ApiError> {
    let unique_key: UniqueKey = registration.body.open_key();
    match place {
        Place::Free => transaction.claim(&unique_key, registration.id, taken()),
        Place::Expired(holder) => {
            transaction.take_over(&unique_key, holder.id, registration.id, taken());
            // The expired registration must not change meanwhile: an invitation that is sent again would be open again.
            transaction.require_unchanged(&holder);
        }
        Place::Taken(_) => return Err(taken()),
    }
    count(transaction, &registration.body, 1);
    transaction.create(registration);
    Ok(())
}

/// Closes the open registration: its e-mail is free at the location.
pub fn close(transaction: &mut Transaction, id: Id<MemberRegistration>, registration: &MemberRegistration) {
    transaction.release_from(&registration.open_key(), id);
    count(transaction, registration, -1);
}

/// Moves an open registration to another instant of expiry.
pub fn prolong(transaction: &mut Transaction, before: &MemberRegistration, after: &MemberRegistration) {
    let counter =
        |one: &MemberRegistration| one.expires_at.map(|expiry| Location::registrations(one.location_id, expiry));
    if counter(before) != counter(after) {
        count(transaction, before, -1);
        count(transaction, after, 1);
    }
}

/// Counts an open registration, which keeps its location from being archived, and the company that it names from going.
fn count(transaction: &mut Transaction, registration: &MemberRegistration, change: i64) {
    let Some(expiry) = registration.expires_at else { return };
    transaction.add(&Location::registrations(registration.location_id, expiry), change);
    let Some(company) = registration.company_id else { return };
    transaction.add(&Company::registrations(company, expiry), change);
    if change > 0 {
        transaction.add(&Company::registrations_made(company), 1);
    }
}

/// 409: somebody else is open there.
#[must_use]
pub fn taken() -> ApiError {
    let message = "a registration with this e-mail is open at this location";
    ApiError::new(ErrorCode::AlreadyExists, message).at("email", "already_exists")
}
