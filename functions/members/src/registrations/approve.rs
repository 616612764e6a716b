//! Approve a registration: the person becomes a member, all in one transaction.

use agreements::{
    lead::became::note_member,
    registration::{
        admit::admit,
        references::Known,
        subscribing::{follow_up, subscribe},
    },
};
use shared::api::{Call, Changes, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use super::{MemberRegistration, RegistrationStatus, open};

/// Approves a registration: the person becomes a member, or is linked to one.
pub async fn approve(call: Call, PathId(id): PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    // Others may subscribe to the same plan at the same moment.
    Box::pin(retry(&call, || Box::pin(attempt(&call, id)))).await
}

async fn attempt(call: &Call, id: Id<MemberRegistration>) -> Changes<MemberRegistration> {
    let mut update = call.update(id).await?;
    let status = match update.present.status(call.now) {
        RegistrationStatus::Pending => RegistrationStatus::Approved,
        RegistrationStatus::Invited => RegistrationStatus::Accepted,
        other => return Err(not_in_state(other)),
    };
    let known = Known::read(call, &[&update.present]).await?;
    let references = known.references(&update.present)?;
    let member = admit(call, &mut update.transaction, &update.present, &references).await?;
    if let Some(lead) = update.present.lead_id {
        note_member(call, &mut update.transaction, lead.cast(), member).await?;
    }
    let subscribed = subscribe(call, &mut update.transaction, &references, member).await?;
    update.after = update.present.decided(call, status, Some(member));
    update.after.subscription_id = subscribed.map(|subscribed| subscribed.id);
    open::close(&mut update.transaction, id, &update.present);
    follow_up(call, update.commit().await, subscribed).await
}

/// 409: what is asked cannot be done to a registration in this state.
pub fn not_in_state(status: RegistrationStatus) -> ApiError {
    let message = match status {
        RegistrationStatus::Pending => "the registration waits for approval",
        RegistrationStatus::Invited => "the invitation waits to be accepted",
        RegistrationStatus::Approved => "the registration was approved",
        RegistrationStatus::Accepted => "the invitation was accepted",
        RegistrationStatus::Rejected => "the registration was rejected",
        RegistrationStatus::Expired => "the registration expired",
        RegistrationStatus::Withdrawn => "the registration was withdrawn",
    };
    ApiError::conflict(ErrorCode::InvalidState, message)
}
