//! Begin a billing run, and cancel it.

use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Created, Creates, Data, PathId, retry};
use store::Record;
use values::{
    ApiError, Day, ErrorCode, Id,
    operation::{Operation, OperationStatus},
};
use work::auth::StandingRequester;

use super::{
    compose::expect,
    record::{BilledSums, BillingRun},
    waiting::Waiting,
};

/// What is to be invoiced.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BillingRunCreate {
    /// Where what is invoiced waits.
    pub location_id: Id<Location>,
    /// Last day of what is invoiced: an item is of the first day of its period, or without one of the local day on which
    /// it was made. Everything when left out.
    pub up_to: Option<Day>,
    /// Whether the invoices are issued, too, which changes nothing of a preview; they stay drafts when left out.
    #[serde(default)]
    issue: bool,
}

/// The location of a run, and what waits there.
///
/// # Errors
/// 422 naming `location_id`.
pub async fn read(
    call: &Call,
    location_id: Id<Location>,
    up_to: Option<Day>,
) -> Result<(Record<Location>, Waiting), ApiError> {
    let location = call.require_reference(location_id, "location_id").await?;
    let time_zone = location.body.time_zone;
    Ok((location, Waiting { location_id, time_zone, up_to, since: call.now }))
}

/// Begins a run; its invoices are made after the answer.
pub async fn create(call: Call, Body(input): Body<BillingRunCreate>) -> Creates<BillingRun> {
    let (answer, run) = retry(&call, || create_once(&call, &input)).await?;
    // What the queue does not get, the sweep finds.
    drop(call.hasten(&run).await);
    Ok(answer)
}

type Begun = (shared::api::Committed<Created<Record<BillingRun>>>, Record<BillingRun>);

async fn create_once(call: &Call, input: &BillingRunCreate) -> Result<Begun, ApiError> {
    let (location, waiting) = read(call, input.location_id, input.up_to).await?;
    let expected = expect(call, &location, &waiting).await?;
    let expected = expected.iter().fold(BilledSums::default(), |sums, customer| sums.plus(customer.sums));
    let run = call.new_record(
        BillingRun {
            location_id: location.id,
            up_to: input.up_to,
            issue: input.issue,
            requester: StandingRequester::of(&call.caller),
            currency: location.body.currency,
            expected,
            invoiced: BilledSums::default(),
            issued: 0,
            refused: 0,
            results: 0,
            after: None,
            to_issue: None,
            asked_at: call.now,
            progress: Operation::new(call.now),
        },
        None,
    );
    let mut transaction = call.transaction();
    transaction.create(&run);
    let answer = call.commit(transaction, Created(run.clone())).await?;
    Ok((answer, run))
}

/// Cancels a run: nothing more is invoiced.
pub async fn cancel(call: Call, PathId(id): PathId<BillingRun>) -> Changes<BillingRun> {
    retry(&call, || cancel_once(&call, id)).await
}

async fn cancel_once(call: &Call, id: Id<BillingRun>) -> Changes<BillingRun> {
    let before = call.get_for_change(id).await?;
    if !before.body.progress.is_open() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the run has ended").at("status", "ended"));
    }
    let after = call.next_version(&before, before.body.stepped(OperationStatus::Cancelled, call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
