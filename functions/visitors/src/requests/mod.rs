//! Requests: a visitor who comes unannounced asks for a host.

mod approve;
pub mod tend;
mod waiting;

use expansions::{Locations, Members};
use records::publication::RequireActive as _;
use records::{Location, Member, VisitorRequest, visitor_request::VisitorRequestStatus};
use scheduling::visits;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Expansion, Listing, Lists, New, PathId, Route, get, retry};
use store::{Expression, List, expression::NOW};
use values::{
    ApiError, Day,
    ErrorCode::{Forbidden, InvalidState},
    Id, Timestamp,
};

use self::waiting::check_waits;
use crate::{blocklist::Blocklist, example::EXAMPLE_ID, visits::host};

/// What requests name.
pub const NAMED: &[Expansion] =
    &[Expansion::of::<Members>("host_id").telling(), Expansion::of::<Locations>("location_id")];

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_visitor_requests", "/visitor-requests", list).by_ids().sorted_by(&["expires_at"]).expanding(NAMED).managed()
            .described("Newest first. Filtered by location or host it may lag a moment."),
        Route::post("create_visitor_request", "/visitor-requests", create)
            .described(
                "Somebody who is there, or comes by themselves, asks for a host. It waits until the end of the local day, then it expires.",
            )
            .refusing(&[Forbidden])
            .example(|| {
                json!({"location_id": EXAMPLE_ID, "host_id": EXAMPLE_ID, "visitor": {"name": "Vera Lang"},
                    "message": "I have the plans with me."})
            }),
        Route::get("get_visitor_request", "/visitor-requests/{id}", get::<VisitorRequest>).expanding(NAMED).managed(),
        Route::post("approve_visitor_request", "/visitor-requests/{id}/approve", approve::approve).managed()
            .described("Makes the visit, for now or a later instant. `visit_id` names it.")
            .refusing(&[Forbidden, InvalidState])
            .example(|| json!({"expected_at": "2027-01-11T10:00:00+01:00"})),
        Route::post("reject_visitor_request", "/visitor-requests/{id}/reject", reject).managed().refusing(&[InvalidState]),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct VisitorRequestFilter {
    /// Only requests in this state at this moment.
    status: Option<VisitorRequestStatus>,
    /// Only requests at this location.
    location_id: Option<Id<Location>>,
    /// Only requests for this host.
    host_id: Option<Id<Member>>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<VisitorRequestFilter>) -> Lists<VisitorRequest> {
    let at_location = filter.host_id.and(filter.location_id);
    let requests = List::first_of([
        VisitorRequest::BY_HOST.asked(filter.host_id.as_ref()),
        VisitorRequest::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("location_id", at_location.as_ref())
    .matching(filter.status.map(|status| in_state(status, call.now)));
    call.page(requests, paging).await
}

/// The condition of a state, out of the stored facts and the time.
fn in_state(status: VisitorRequestStatus, now: Timestamp) -> Expression {
    let expression = |text: &str| {
        let named = Expression::new(text).name("#body", "body").name("#state", "state");
        named.string(":pending", "pending").name("#expires", "expires_at").string(NOW, now.to_string())
    };
    match status {
        VisitorRequestStatus::Pending => expression("#body.#state = :pending AND #body.#expires > :now"),
        VisitorRequestStatus::Expired => {
            expression("#body.#state = :expired OR #body.#state = :pending AND #body.#expires <= :now")
                .string(":expired", "expired")
        }
        VisitorRequestStatus::Approved => decided("approved"),
        VisitorRequestStatus::Rejected => decided("rejected"),
    }
}

fn decided(state: &str) -> Expression {
    Expression::new("#body.#state = :state").name("#body", "body").name("#state", "state").string(":state", state)
}

async fn create(call: Call, Body(new): Body<New<VisitorRequest>>) -> Creates<VisitorRequest> {
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<VisitorRequest>) -> Creates<VisitorRequest> {
    let mut transaction = call.transaction();
    let (location, blocklist) = tokio::try_join!(
        call.require_reference(new.fields.location_id, "location_id"),
        Blocklist::read(call, &new.fields.visitor)
    )?;
    location.body.check_active("location_id")?;
    transaction.require_active(&location, "location_id");
    host::welcome(call, &mut transaction, new.fields.host_id).await?;
    blocklist.admit(call, &mut transaction).await?;
    let today = Day::new(call.now.day_in(location.body.time_zone));
    let ends = today.and_then(|day| day.end_in(location.body.time_zone));
    let ends = ends.ok_or_else(|| ApiError::internal("today is beyond the calendar"))?;
    let request = call.new_record(VisitorRequest::waiting(new.fields.clone(), ends), new.metadata.clone());
    visits::count(&mut transaction, location.id, 1);
    transaction.create(&request);
    call.commit(transaction, Created(request)).await
}

async fn reject(call: Call, PathId(id): PathId<VisitorRequest>) -> Changes<VisitorRequest> {
    retry(&call, || reject_once(&call, id)).await
}

async fn reject_once(call: &Call, id: Id<VisitorRequest>) -> Changes<VisitorRequest> {
    let mut update = call.update(id).await?;
    check_waits(&update.present)?;
    update.after = update.after.clone().decided(VisitorRequestStatus::Rejected, call.now);
    visits::count(&mut update.transaction, update.after.location_id, -1);
    update.commit().await
}
