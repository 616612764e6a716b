//! Approve a request: it becomes a visit, in one transaction.

use records::publication::RequireActive as _;
use records::{VisitorRequest, visitor_request::VisitorRequestStatus};
use scheduling::visits;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use values::{Id, LongText, ShortText, Timestamp};

use super::waiting::check_waits;
use crate::{
    blocklist::Blocklist,
    visits::{
        create::{Expected, visit},
        host,
        window::Window,
    },
};

/// For when the visitor is expected.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorRequestApprove {
    /// When the visitor is expected; now when left out.
    expected_at: Option<Timestamp>,
}

/// Approves a pending request, which makes a visit for now or later.
pub async fn approve(
    call: Call,
    PathId(id): PathId<VisitorRequest>,
    Body(input): Body<VisitorRequestApprove>,
) -> Changes<VisitorRequest> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<VisitorRequest>, input: &VisitorRequestApprove) -> Changes<VisitorRequest> {
    let mut update = call.update(id).await?;
    check_waits(&update.present)?;
    let request = update.present.clone();
    let (location, blocklist) = tokio::try_join!(
        call.require_reference(request.location_id, "location_id"),
        Blocklist::read(call, &request.visitor)
    )?;
    location.body.check_active("location_id")?;
    update.transaction.require_active(&location, "location_id");
    host::welcome(call, &mut update.transaction, request.host_id).await?;
    blocklist.admit(call, &mut update.transaction).await?;
    let window = Window::of(&location.body, input.expected_at.unwrap_or(call.now), None, call.now)?;
    let expected = Expected {
        location_id: location.id,
        host_id: request.host_id,
        contact_id: None,
        visitor: request.visitor.clone(),
        reason: ShortText::default(),
        comment: LongText::default(),
        booking_id: None,
        event_id: None,
    };
    let visit = visit(call, expected, window, None).await?;
    update.transaction.create(&visit);
    update.after = request.decided(VisitorRequestStatus::Approved, call.now);
    update.after.visit_id = Some(visit.id);
    // A request that waited was counted, as the visit is now.
    visits::count(&mut update.transaction, location.id, 0);
    shared::codes::taken_anew(update.commit().await)
}
