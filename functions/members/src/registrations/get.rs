//! Get a registration.

use shared::api::{Call, Data, PathId, Shows};

use super::MemberRegistration;

/// Get member registration
pub async fn get(call: Call, PathId(id): PathId<MemberRegistration>) -> Shows<MemberRegistration> {
    call.get(id).await.map(Data)
}
