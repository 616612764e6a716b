//! Update a resource.

use future_bookings::carry_on;
use records::{Location, RecordOperation};
use scheduling::{
    Resource,
    claims::{Going, OnFutureBookings},
    closing,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, ChangesOrAccepts, Committed, Patch, PathId, Update, on_heap, retry};
use store::Record;
use values::{ApiError, Id};

use crate::{assignment_rules, change::Change, deactivation, location_uses, parents, policy};

/// What may change of a resource; a field that is left out stays as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct ResourcePatch {
    /// What becomes of bookings that have not ended; only together with `is_active` false, which is refused while there
    /// are any unless this says something.
    on_future_bookings: Option<OnFutureBookings>,
    /// The resource's own fields.
    #[serde(flatten)]
    fields: Patch<Resource>,
}

/// Changes fields of a resource, as far as what is booked and assigned allows.
pub async fn update(
    call: Call,
    PathId(id): PathId<Resource>,
    Body(patch): Body<ResourcePatch>,
) -> ChangesOrAccepts<Resource> {
    let (call, patch) = (&call, &patch);
    if patch.on_future_bookings.is_some() && !patch.deactivates() {
        let message = "what becomes of bookings is said only where is_active becomes false";
        return Err(ApiError::rule("on_future_bookings", "without_deactivation", message));
    }
    let under_way = match patch.on_future_bookings {
        Some(_) => carry_on::is_under_way(&call.get(id).await?.body, patch.on_future_bookings)?,
        None => false,
    };
    let cancels = patch.cancels() && !under_way;
    let in_steps = &if cancels { on_heap(|| deactivation::in_steps(call, id)).await? } else { None };
    // While there are bookings to cancel, the request is not done when the resource is written.
    let cancels = cancels && in_steps.is_none();
    let step = &if cancels { call.unanswered() } else { call.clone() };
    // Parents and closed records may be changed by others at the same moment, so these updates are repeated when they
    // meet one.
    let updated = if patch.meets_others() {
        retry(call, || attempt(step, id, patch, in_steps.as_ref())).await?
    } else {
        on_heap(|| attempt(step, id, patch, None)).await?
    };
    if cancels {
        on_heap(|| deactivation::cancel_bookings(call, id)).await?;
    }
    Ok(updated)
}

async fn attempt(
    call: &Call,
    id: Id<Resource>,
    patch: &ResourcePatch,
    in_steps: Option<&RecordOperation>,
) -> ChangesOrAccepts<Resource> {
    let mut update = call.update(id).await?.patched(&patch.fields)?;
    update.after.operation = carry_on::operation_after(&update, (update.after.is_active, in_steps), call.now)?;
    let location = call.require_reference(update.after.location_id, "location_id").await?;
    update.after = update.after.priced_in(location.body.currency);
    if update.is_unchanged() {
        return if carry_on::is_accepted(&update, patch.cancels()) {
            carry_on::accept_again(call, update.before).await
        } else {
            update.commit().await.map(Committed::done)
        };
    }
    policy::check(&update.after, location.body.currency)?;
    call.require_tax_rate(update.before.body.tax_rate_id, update.after.tax_rate_id, "tax_rate_id").await?;
    call.require_new_files("media_keys", &update.after.media_keys, &update.before.body.media_keys).await?;
    let parents = on_heap(|| parents::read_changed(call, Some(&update.before), &update.after)).await?;
    let change = Change::between(&update.before.body, &update.after, patch.on_future_bookings);
    let closed = on_heap(|| change.admit(call, Some(&update.before), &parents, location.body.time_zone)).await?;
    let (before, parents) = closed.split_first().unwrap_or((&update.before, &[]));
    update.before = before.clone();
    update.after.closed_until = None;
    let (going, cancels) = (change.going, patch.cancels());
    let outcome = on_heap(|| commit_change(call, update, (parents, going, cancels), &location)).await;
    closing::reopen_unless_done(call, &closed, outcome).await
}

async fn commit_change(
    call: &Call,
    mut update: Update<'_, Resource>,
    (parents, going, cancels): (&[Record<Resource>], Option<Going>, bool),
    location: &Record<Location>,
) -> ChangesOrAccepts<Resource> {
    let after = update.next_version();
    let (before, transaction) = (&update.before, &mut update.transaction);
    location_uses::reprice(transaction, location, &before.body, &after.body);
    location_uses::change_floor(call, transaction, Some(&before.body), &after.body).await?;
    parents::follow(call, transaction, &after, parents, &location.body).await?;
    on_heap(|| assignment_rules::check_still_fits(call, transaction, before, &after, &location.body, going)).await?;
    on_heap(|| carry_on::commit(call, update, cancels)).await
}

impl ResourcePatch {
    /// Whether it cancels bookings.
    fn cancels(&self) -> bool {
        self.on_future_bookings == Some(OnFutureBookings::Cancel)
    }

    /// Whether it makes the resource inactive.
    fn deactivates(&self) -> bool {
        self.fields.given("is_active").is_some_and(|is_active| *is_active == false)
    }

    /// Whether the update may conflict with what others do at the same moment.
    fn meets_others(&self) -> bool {
        self.fields.gives("parent_resource_id") || self.fields.gives("units") || self.deactivates()
    }
}
