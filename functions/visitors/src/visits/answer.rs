//! What the host says to a visitor who has come.

use records::{
    VisitorVisit,
    visitor_visit::{HostState, VisitStatus},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId};
use values::{ApiError, ErrorCode};

/// What the host says.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorAnswer {
    /// Whether the visitor is seen.
    host_state: HostAnswer,
}

/// Whether a host sees a visitor.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum HostAnswer {
    /// The host does not see the visitor, who leaves by checking out.
    Rejected,
    /// The visitor waits: the host comes.
    AcceptedHold,
    /// The visitor may go in.
    AcceptedGrant,
}

/// Answer visitor as host
pub async fn answer(
    call: Call,
    PathId(id): PathId<VisitorVisit>,
    Body(input): Body<VisitorAnswer>,
) -> Changes<VisitorVisit> {
    let mut update = call.update(id).await?;
    let present = (update.present.state == VisitStatus::CheckedIn).then_some(update.present.host_state);
    let next = match input.host_state {
        HostAnswer::Rejected => HostState::Rejected,
        HostAnswer::AcceptedHold => HostState::AcceptedHold,
        HostAnswer::AcceptedGrant => HostState::AcceptedGrant,
    };
    match (present, next) {
        (Some(HostState::Requested), _) | (Some(HostState::AcceptedHold), HostState::AcceptedGrant) => {}
        (None, _) => return Err(refused("the visitor is not there")),
        (Some(HostState::NotRequired), _) => return Err(refused("the host was not asked")),
        (Some(HostState::Rejected | HostState::AcceptedHold | HostState::AcceptedGrant), _) => {
            return Err(refused("the host has answered already"));
        }
    }
    update.after.host_state = next;
    update.commit().await
}

fn refused(message: &'static str) -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, message)
}
