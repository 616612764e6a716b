//! Calendar blocks: time the operator takes out of a resource, all its units and children.

use records::Location;
use scheduling::{
    CalendarBlock, Resource,
    blocking::{NewBlock, block_time, move_block, unblock_time},
    calendar_block::BlockKind,
    origin::check_own,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Created, Creates, Data, Listing, Lists, New, Patch, PathId, retry};
use store::{Expression, List};
use values::{Id, Timestamp};

use crate::waitlist::offer::{FreedTime, release_and_offer};

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
    /// Only blocks that end at this instant or later.
    ends_from: Option<Timestamp>,
}

/// Takes all units of a resource and its children out of their calendars for a time.
pub async fn create(call: Call, Body(new): Body<New<CalendarBlock>>) -> Creates<CalendarBlock> {
    let (call, new) = (&call, &new);
    retry(call, move || async move {
        let new = NewBlock { fields: new.fields.clone(), made_by: None, metadata: new.metadata.clone() };
        let mut transaction = call.transaction();
        let block = block_time(call, &mut transaction, new).await?;
        call.commit(transaction, Created(block)).await
    })
    .await
}

/// Lists the blocks of a resource, or else those at a location.
pub async fn list(call: Call, Listing { filter, paging }: Listing<CalendarBlockFilter>) -> Lists<CalendarBlock> {
    let blocks = List::first_of([
        CalendarBlock::BY_RESOURCE.asked(filter.resource_id.as_ref()),
        CalendarBlock::BY_LOCATION.asked(filter.location_id.as_ref()),
    ]);
    let also = if filter.resource_id.is_some() { filter.location_id } else { None };
    let blocks = blocks.only("location_id", also.as_ref()).only("kind", filter.kind.as_ref());
    call.page(blocks.matching(filter.ends_from.map(ending_from)), paging).await
}

/// The condition of an end at this instant or later, which records of before have under another name.
fn ending_from(instant: Timestamp) -> Expression {
    Expression::new("#body.#end_time >= :ends_from OR #body.#end >= :ends_from")
        .name("#body", "body")
        .name("#end_time", "end_time")
        .name("#end", "end")
        .string(":ends_from", instant.to_string())
}

/// Changes a block that no event or ticket made, and moves it when its time changes.
pub async fn update(
    call: Call,
    PathId(id): PathId<CalendarBlock>,
    Body(patch): Body<Patch<CalendarBlock>>,
) -> Changes<CalendarBlock> {
    let (call, patch) = (&call, &patch);
    retry(call, move || async move {
        let mut update = call.update(id).await?.patched(patch)?;
        if update.is_unchanged() {
            return update.commit().await;
        }
        check_own(update.before.body.made_by.as_ref())?;
        move_block(call, &mut update.transaction, &update.before, &mut update.after).await?;
        release_and_offer(call, freed(&update.before.body), update.commit()).await
    })
    .await
}

/// Archives a block that no event or ticket made; its time is free again.
pub async fn delete(call: Call, PathId(id): PathId<CalendarBlock>) -> Changes<CalendarBlock> {
    let call = &call;
    retry(call, move || async move {
        let before = call.get_for_change(id).await?;
        check_own(before.body.made_by.as_ref())?;
        let mut transaction = call.transaction();
        let after = unblock_time(call, &mut transaction, &before).await?;
        release_and_offer(call, freed(&before.body), call.commit(transaction, Data(after))).await
    })
    .await
}

/// What is free again when a block goes.
fn freed(block: &CalendarBlock) -> Option<FreedTime> {
    FreedTime::of(block.location_id, &block.taken, block.period())
}
