//! Change an outside calendar, have it read at once, or put it away.

use shared::api::{Body, Call, Changes, Data, Patch, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id};

use super::{
    create::{check, hand_over, seal_password},
    record::OutsideCalendar,
    state::{OutsideCalendarState, state_of},
};

/// Changes an outside calendar; with another address it is read anew, at once.
pub async fn update(
    call: Call,
    PathId(id): PathId<OutsideCalendar>,
    Body(patch): Body<Patch<OutsideCalendar>>,
) -> Changes<OutsideCalendar> {
    retry(&call, || update_once(&call, id, &patch)).await
}

/// Readings write down how it goes at any moment.
async fn update_once(call: &Call, id: Id<OutsideCalendar>, patch: &Patch<OutsideCalendar>) -> Changes<OutsideCalendar> {
    let mut update = call.update(id).await?.patched(patch)?;
    check(call, &update.after)?;
    // A password is for one server: whoever names another one gives that one's password.
    if update.after.address != update.before.body.address {
        update.after.sealed_password = None;
    }
    seal_password(call, id, &mut update.after).await?;
    let is_begun = update.after.is_active && !update.before.body.is_active;
    if is_begun {
        let readings = &mut update.after.readings;
        (readings.disabled_at, readings.failure, readings.failing_since) = (None, None, None);
    }
    let is_read_anew = is_begun || !update.after.is_read_as(&update.before.body);
    let is_renamed = update.after.name != update.before.body.name;
    if !is_read_anew && !is_renamed {
        return update.commit().await;
    }
    let before = find_state(call, id).await?;
    let body = if is_renamed { before.body.clone().renamed(call.now) } else { before.body.clone() };
    if !(is_read_anew || is_renamed && body.is_open()) {
        return update.commit().await;
    }
    let body = if is_read_anew { body.begun_anew(call.now) } else { body };
    let state = call.next_version(&before, body, None);
    update.transaction.replace(&before, &state);
    let committed = update.commit().await?;
    hand_over(call, &state).await;
    Ok(committed)
}

/// Has a calendar read at once.
pub async fn read_now(call: Call, PathId(id): PathId<OutsideCalendar>) -> Changes<OutsideCalendar> {
    retry(&call, || read_once(&call, id)).await
}

async fn read_once(call: &Call, id: Id<OutsideCalendar>) -> Changes<OutsideCalendar> {
    let calendar = call.get_for_change(id).await?;
    if !calendar.body.is_active {
        let message = "the calendar is not read: it is not active";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let before = find_state(call, id).await?;
    let Some(asked) = before.body.clone().asked_for(call.now, call.received()) else {
        return call.unchanged(Data(calendar));
    };
    let state = call.next_version(&before, asked, None);
    let mut transaction = call.transaction();
    transaction.require_unchanged(&calendar);
    transaction.replace(&before, &state);
    let committed = call.commit(transaction, Data(calendar)).await?;
    hand_over(call, &state).await;
    Ok(committed)
}

/// Puts a calendar away; its blocks go, some at a time.
pub async fn archive(call: Call, PathId(id): PathId<OutsideCalendar>) -> Changes<OutsideCalendar> {
    retry(&call, || archive_once(&call, id)).await
}

async fn archive_once(call: &Call, id: Id<OutsideCalendar>) -> Changes<OutsideCalendar> {
    let mut update = call.update(id).await?.archived();
    update.after.sealed_password = None;
    let before = find_state(call, id).await?;
    let state = call.next_version(&before, before.body.clone().ending(call.now), None);
    update.transaction.replace(&before, &state);
    update.transaction.add(&OutsideCalendar::of_merchant(call.tenant().merchant()), -1);
    let committed = update.commit().await?;
    hand_over(call, &state).await;
    Ok(committed)
}

async fn find_state(call: &Call, id: Id<OutsideCalendar>) -> Result<Record<OutsideCalendarState>, ApiError> {
    let state = call.store.find(call.tenant(), state_of(id)).await?;
    state.ok_or_else(|| ApiError::internal(format!("the outside calendar {id} has no state")))
}
