//! Calendar blocks: time the operator takes out of a resource, all its units and children.

use scheduling::{
    CalendarBlock, Resource,
    blocking::{NewBlock, block_time, change_block, unblock_time},
    calendar_block::BlockKind,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Created, Creates, Data, Listing, Lists, PathId, Shows, retried},
    domain::{Id, Location, Metadata, Period, ShortText, Timestamp},
    store::List,
};

use crate::{
    booking_period::period_of,
    waitlist::offer::{FreedTime, releasing},
};

/// A new block.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarBlockCreate {
    /// What is blocked.
    resource_id: Id<Resource>,
    /// First instant.
    start_time: Timestamp,
    /// First instant after it; at most 31 days later.
    end_time: Timestamp,
    /// Why, in words.
    #[serde(default)]
    reason: ShortText,
    /// Why.
    #[serde(default)]
    kind: BlockKind,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// What may change of a block.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarBlockPatch {
    /// First instant.
    start_time: Option<Timestamp>,
    /// First instant after it; at most 31 days later.
    end_time: Option<Timestamp>,
    /// Why, in words.
    reason: Option<ShortText>,
    /// Why.
    kind: Option<BlockKind>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CalendarBlockFilter {
    /// Only blocks of this resource.
    resource_id: Option<Id<Resource>>,
    /// Only blocks at this location.
    location_id: Option<Id<Location>>,
    /// Only blocks of this kind.
    kind: Option<BlockKind>,
}

/// Create calendar block
pub async fn create(call: Call, Body(input): Body<CalendarBlockCreate>) -> Creates<CalendarBlock> {
    let period = block_period(input.start_time, input.end_time)?;
    let (call, input) = (&call, &input);
    retried(call, move || async move {
        let new = NewBlock {
            resource_id: input.resource_id,
            period,
            reason: input.reason.clone(),
            kind: input.kind,
            made_by: None,
            metadata: input.metadata.clone(),
        };
        let mut transaction = call.transaction();
        let block = block_time(call, &mut transaction, new).await?;
        call.commit(transaction, Created(block)).await
    })
    .await
}

/// List calendar blocks
pub async fn list(call: Call, Listing { filter, paging }: Listing<CalendarBlockFilter>) -> Lists<CalendarBlock> {
    let blocks = List::first_of([
        CalendarBlock::BY_RESOURCE.asked(filter.resource_id.as_ref()),
        CalendarBlock::BY_LOCATION.asked(filter.location_id.as_ref()),
    ]);
    let also = filter.location_id.filter(|_| filter.resource_id.is_some());
    call.page(blocks.only("location_id", also.as_ref()).only("kind", filter.kind.as_ref()), paging).await
}

/// Get calendar block
pub async fn get(call: Call, PathId(id): PathId<CalendarBlock>) -> Shows<CalendarBlock> {
    call.get(id).await.map(Data)
}

/// Update calendar block
pub async fn update(
    call: Call,
    PathId(id): PathId<CalendarBlock>,
    Body(patch): Body<CalendarBlockPatch>,
) -> Changes<CalendarBlock> {
    let (call, patch) = (&call, &patch);
    retried(call, move || async move {
        let before = call.get_for_change(id).await?;
        let mut body = before.body.clone();
        body.start = patch.start_time.unwrap_or(body.start);
        body.end = patch.end_time.unwrap_or(body.end);
        body.reason = patch.reason.clone().unwrap_or(body.reason);
        body.kind = patch.kind.unwrap_or(body.kind);
        let period = block_period(body.start, body.end)?;
        let mut transaction = call.transaction();
        let changed = (body, period);
        let after = change_block(call, &mut transaction, &before, changed, patch.metadata.clone()).await?;
        releasing(call, freed(&before.body), call.commit(transaction, Data(after))).await
    })
    .await
}

/// Delete calendar block
pub async fn delete(call: Call, PathId(id): PathId<CalendarBlock>) -> Changes<CalendarBlock> {
    let call = &call;
    retried(call, move || async move {
        let before = call.get_for_change(id).await?;
        let mut transaction = call.transaction();
        let after = unblock_time(call, &mut transaction, &before).await?;
        releasing(call, freed(&before.body), call.commit(transaction, Data(after))).await
    })
    .await
}

fn block_period(start: Timestamp, end: Timestamp) -> Result<Period, ApiError> {
    let period = period_of(start, end)?;
    if period.minutes() > 31 * 24 * 60 {
        return Err(ApiError::rule("end_time", "too_long", "a block is at most 31 days long"));
    }
    Ok(period)
}

/// What is free again when a block goes.
fn freed(block: &CalendarBlock) -> Option<FreedTime> {
    FreedTime::of(block.location_id, &block.taken, Period::new(block.start, block.end))
}
