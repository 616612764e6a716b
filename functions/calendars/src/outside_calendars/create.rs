//! Add an outside calendar to a resource.

use platform::outgoing::{LocalReceivers, address};
use shared::api::{Body, Call, Created, Creates, New};
use store::Record;
use values::{ApiError, ErrorCode, Id};
use work::sealed;

use super::{
    record::{CALENDARS_MAX, OutsideCalendar, OutsideCalendarFields, Readings},
    state::{OutsideCalendarState, message, state_of},
};
use crate::outside::FEED_PATH;

/// Adds an outside calendar, which is read at once.
pub async fn create(call: Call, Body(new): Body<New<OutsideCalendar>>) -> Creates<OutsideCalendar> {
    check(&call, &new.fields)?;
    let resource = call.require_reference(new.fields.resource_id, "resource_id").await?;
    let (location_id, readings) = (resource.body.location_id, Readings::default());
    let calendar = OutsideCalendar { fields: new.fields, location_id, sealed_password: None, readings };
    let mut calendar = call.new_record(calendar, new.metadata);
    seal_password(&call, calendar.id, &mut calendar.body).await?;
    let state = call.new_record_of(state_of(calendar.id), OutsideCalendarState::new(call.now), None);
    let mut transaction = call.transaction();
    transaction.create(&calendar);
    transaction.create(&state);
    transaction.require_unchanged(&resource);
    let full = ApiError::conflict(ErrorCode::CapacityExceeded, "a merchant has at most 500 outside calendars");
    transaction.add_up_to(&OutsideCalendar::of_merchant(call.tenant().merchant()), 1, CALENDARS_MAX, full);
    let committed = call.commit(transaction, Created(calendar)).await?;
    hand_over(&call, &state).await;
    Ok(committed)
}

/// Hands a calendar to the queue, after the commit. What cannot be handed over is due, and the sweep does it.
pub async fn hand_over(call: &Call, state: &Record<OutsideCalendarState>) {
    drop(call.calendar_queue.send(&[message(call.tenant(), state)], 0).await);
}

/// Encrypts the password that a request gave.
///
/// # Errors
/// 503 when the deployment's secret cannot be read.
pub async fn seal_password(
    call: &Call,
    id: Id<OutsideCalendar>,
    calendar: &mut OutsideCalendar,
) -> Result<(), ApiError> {
    if let Some(password) = calendar.password.take() {
        let sealed = sealed::seal(&call.secrets, &call.ids, &id.to_string(), password.as_str()).await?;
        calendar.sealed_password = Some(sealed);
    }
    Ok(())
}

/// Refuses an address that requests are not sent to, and one of our own feeds: a resource would block itself.
///
/// # Errors
/// 422 naming `address`.
pub fn check(call: &Call, fields: &OutsideCalendarFields) -> Result<(), ApiError> {
    let address = fields.address.as_str();
    if let Err(fault) = address::target(address, call.allow_local_webhooks.into()) {
        let message = "an outside calendar is at https and a name of the public Internet, on port 443 or above 1024";
        return Err(ApiError::rule("address", fault.told().0, message));
    }
    if is_own_feed(call, address) {
        return Err(ApiError::rule("address", "own_feed", "a feed of this service has its own bookings in it"));
    }
    Ok(())
}

/// Whether an address is that of our feeds, however it is written.
fn is_own_feed(call: &Call, address: &str) -> bool {
    let target = |text: &str| address::target(text, LocalReceivers::Allowed).ok();
    let own = call.public_url.as_ref().and_then(|public| target(&format!("{public}{FEED_PATH}")));
    let (Some(own), Some(asked)) = (own, target(address)) else { return false };
    let is_same_host = own.is_local && asked.is_local || own.host == asked.host.trim_end_matches('.');
    let path = asked.path.split('?').next().unwrap_or_default();
    is_same_host && own.port == asked.port && path == own.path
}
