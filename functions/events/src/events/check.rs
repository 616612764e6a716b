//! The rules that the fields of an event keep among themselves.

use chrono::Duration;
use values::{ApiError, Timestamp};

use crate::records::event::Event;

/// Longest event, in days.
const DAYS_MAX: i64 = 31;

/// Refuses fields that do not go together.
///
/// # Errors
/// 422 naming the field.
pub fn fields(event: &Event) -> Result<(), ApiError> {
    if event.end_time <= event.start_time {
        return Err(ApiError::rule("end_time", "end_not_after_start", "end must be after start"));
    }
    if event.start_time.plus(Duration::days(DAYS_MAX)) < event.end_time {
        return Err(ApiError::rule("end_time", "too_long", format!("an event is at most {DAYS_MAX} days long")));
    }
    if event.registration_closes_at.is_some_and(|closes| event.end_time < closes) {
        let message = "registration closes before the event is over";
        return Err(ApiError::rule("registration_closes_at", "after_end", message));
    }
    if event.registration_opens_at.is_some_and(|opens| event.closes_at() <= opens) {
        let message = "registration opens before it closes";
        return Err(ApiError::rule("registration_opens_at", "opens_after_close", message));
    }
    let price = event.price.minor_in(event.currency, "price")?;
    let visitor_price = event.visitor_price.map(|price| price.minor_in(event.currency, "visitor_price")).transpose()?;
    if event.credit_price.is_some_and(|credits| credits > 0) && price == 0 {
        let message = "what credits pay for has a price in money, too";
        return Err(ApiError::rule("credit_price", "needs_price", message));
    }
    let costs = price > 0 || visitor_price.is_some_and(|price| price > 0);
    if event.credit_price == Some(0) && costs {
        let message = "no credits pay for nothing what costs money: leave it out where credits do not pay";
        return Err(ApiError::rule("credit_price", "free_in_credits", message));
    }
    if event.capacity.is_some_and(|capacity| capacity < event.max_per_customer) {
        let message = "nobody has more seats than there are: see capacity";
        return Err(ApiError::rule("max_per_customer", "above_capacity", message));
    }
    Ok(())
}

/// Refuses what takes place before now.
///
/// # Errors
/// 422 `in_the_past` on `end_time`.
pub fn is_ahead(event: &Event, now: Timestamp) -> Result<(), ApiError> {
    if event.end_time <= now {
        return Err(ApiError::rule("end_time", "in_the_past", "the event would be over"));
    }
    Ok(())
}
