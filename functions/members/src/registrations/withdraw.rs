//! Withdraw a registration.

use shared::api::{Call, Changes, PathId};

use super::{MemberRegistration, registration::RegistrationStatus, reject::close};

/// Withdraw member registration
pub async fn withdraw(call: Call, id: PathId<MemberRegistration>) -> Changes<MemberRegistration> {
    close(call, id, RegistrationStatus::Withdrawn).await
}
