//! One registration is open for an e-mail at a location.

use shared::{
    ApiError, ErrorCode,
    api::Call,
    domain::{Guard, Id, Record},
    store::Transaction,
};

use super::{MemberRegistration, registration::RegistrationStatus};

/// Whether another registration is in the way.
pub enum Place {
    /// None is.
    Free,
    /// One that expired; its place can be taken over.
    Expired(Box<Record<MemberRegistration>>),
    /// An open one.
    Taken(Id<MemberRegistration>),
}

/// Looks for the open registration with the e-mail and location of this one.
pub async fn find(call: &Call, registration: &MemberRegistration) -> Result<Place, ApiError> {
    let tenant = &call.caller.tenant;
    let holder = call.store.holder(tenant, &registration.open_guard()).await?;
    let Some(id) = holder.as_deref().and_then(Id::<MemberRegistration>::parse) else { return Ok(Place::Free) };
    let holder = call.store.find(tenant, id).await?;
    Ok(match holder {
        Some(holder) if holder.body.status(call.now) == RegistrationStatus::Expired => Place::Expired(Box::new(holder)),
        Some(_) | None => Place::Taken(id),
    })
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
    let guard: Guard = registration.body.open_guard();
    match place {
        Place::Free => transaction.claim(&guard, registration.id, taken()),
        Place::Expired(holder) => {
            transaction.take_over(&guard, holder.id, registration.id, taken());
            // An invitation that is sent again at this moment is open again.
            transaction.require_unchanged(&holder);
        }
        Place::Taken(_) => return Err(taken()),
    }
    transaction.create(registration);
    Ok(())
}

/// 409: somebody else is open there.
pub fn taken() -> ApiError {
    let message = "a registration with this e-mail is open at this location";
    ApiError::new(ErrorCode::AlreadyExists, message).at("email", "already_exists")
}
