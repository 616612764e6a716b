use records::publication::RequireActive as _;
use shared::api::{Call, Changes, Data, PathId, retry};
use values::Id;

use super::check;
use crate::{
    records::{event::Event, event_state::EventStatus},
    rules::{blocks, claims, showing},
};

/// Publishes a draft that is not over; its resource is taken for its time.
pub async fn publish(call: Call, PathId(id): PathId<Event>) -> Changes<Event> {
    retry(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<Event>) -> Changes<Event> {
    let before = call.get_for_change(id).await?;
    before.body.status.require(&[EventStatus::Draft])?;
    check::is_ahead(&before.body, call.now)?;
    let location = call.get(before.body.location_id).await?;
    location.body.check_active("id")?;
    blocks::check_resource(call, before.body.resource_id, location.id).await?;
    let body = Event { status: EventStatus::Published, published_at: Some(call.now), ..before.body.clone() };
    let mut after = call.next_version(&before, body, None);
    let mut transaction = call.transaction();
    transaction.require_active(&location, "id");
    blocks::take(call, &mut transaction, &mut after).await?;
    claims::follow(&mut transaction, (id, location.id), None, claims::of(&after.body));
    transaction.replace(&before, &after);
    let mut shown = [after];
    showing::fill_in_seats(call, &mut shown).await?;
    let [after] = shown;
    call.commit(transaction, Data(after)).await
}
