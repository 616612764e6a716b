//! Get a member.

use shared::{
    api::{Call, Data, PathId, Shows},
    domain::Member,
};

/// Get member
pub async fn get(call: Call, PathId(id): PathId<Member>) -> Shows<Member> {
    call.get(id).await.map(Data)
}
