//! What a booking owes: its price in money, and the same in credits and day passes where these pay for it.

use billing::{arithmetic::share_up, settlement::Owed};
use scheduling::{
    Resource, ScheduleSnapshot,
    booking::{
        BookingRequest,
        length::{Length, ms_by_day},
    },
    booking_price::PriceBreakdown,
    discount::Discount,
    rate::rate_for,
};
use values::{ApiError, Id, Name, Percent, Period};

/// Characters of a resource's name in the description of an invoice item, which has room for 200.
const NAME_CHARS: usize = 150;

/// What a request at this price owes. Credits pay for it where each of its resources has a price in them or costs
/// nothing, day passes where each takes them or costs nothing. `discounts` are those that reduce credits; of each
/// resource the best applies.
///
/// # Errors
/// 422 when it does not fit.
pub fn owed(
    request: &BookingRequest<'_>,
    others: &[(Id<Resource>, &Resource)],
    price: &PriceBreakdown,
    discounts: &[Discount],
) -> Result<Owed, ApiError> {
    let (mut credits, mut day_passes) = (Vec::new(), Vec::new());
    for (position, part) in request.with_others(others).enumerate() {
        let is_free = price.rate_lines.get(position).is_none_or(|line| line.amount_minor == 0);
        let otherwise = if is_free { Units::Free } else { Units::NotPayable };
        credits.push(credits_of(&part, discounts)?.unwrap_or(otherwise));
        day_passes.push(day_passes_of(&part).unwrap_or(otherwise));
    }
    let item_minor = if request.location.tax_inclusive { price.total_minor } else { price.subtotal_minor };
    Ok(Owed {
        money_minor: price.total_minor,
        item_minor,
        credits: together(&credits)?,
        day_passes: together(&day_passes)?,
    })
}

/// What a resource of a booking costs in a unit.
#[derive(Clone, Copy, Debug)]
enum Units {
    /// Number of credits or day passes that it costs.
    Cost(i64),
    /// Nothing, because it costs nothing in money either.
    Free,
    /// The unit does not pay for it.
    NotPayable,
}

/// The sum; none when the unit does not pay for one of them, or for any.
fn together(parts: &[Units]) -> Result<Option<i64>, ApiError> {
    let mut total: Option<i64> = None;
    for part in parts {
        match part {
            Units::Cost(units) => {
                total = Some(total.unwrap_or_default().checked_add(*units).ok_or_else(out_of_range)?);
            }
            Units::Free => {}
            Units::NotPayable => return Ok(None),
        }
    }
    Ok(total)
}

/// Credits of the rate of the whole length for all units, begun ones whole; none when the resource has no price in
/// credits.
fn credits_of(part: &BookingRequest<'_>, discounts: &[Discount]) -> Result<Option<Units>, ApiError> {
    let (resource, zone) = (part.resource, part.location.time_zone);
    if resource.credit_rates.is_empty() {
        return Ok(None);
    }
    let length = Length::of(part.period, zone);
    let rate = rate_for(&resource.credit_rates, length.minutes_at_most(), part.period.start().local_in(zone));
    let full = rate.map_or(Some(0), |rate| rate.credits(length.minutes_passed(), part.units.into()));
    let full = full.ok_or_else(out_of_range)?;
    let whole = Percent::HUNDRED.ten_thousandths();
    let best = discounts.iter().map(|discount| discount.on(resource.resource_type)).max().unwrap_or_default();
    let off = best.ten_thousandths().min(whole);
    Ok(Some(Units::Cost(share_up(full, whole - off, whole)?)))
}

/// One day pass for each local day and unit; none when the resource does not take them.
fn day_passes_of(part: &BookingRequest<'_>) -> Option<Units> {
    if !part.resource.day_passes_enabled {
        return None;
    }
    let days = ms_by_day(part.period, part.location.time_zone).len();
    Some(Units::Cost(i64::try_from(days).unwrap_or(i64::MAX).saturating_mul(part.units.into())))
}

/// What the invoice item of a booking says: the resource, and when by the clock of its location.
#[must_use]
pub fn description(snapshot: &ScheduleSnapshot, period: Period) -> Name {
    let zone = snapshot.location.body.time_zone;
    let (start, end) = (period.start().local_in(zone), period.end().local_in(zone));
    let name: String = snapshot.resource().body.name.as_str().chars().take(NAME_CHARS).collect();
    let until = if start.date() == end.date() { "%H:%M" } else { "%Y-%m-%d %H:%M" };
    Name::new(format!("{name}, {} to {}", start.format("%Y-%m-%d %H:%M"), end.format(until)))
}

fn out_of_range() -> ApiError {
    ApiError::rule("resource_id", "price_out_of_range", "the price in credits is larger than any amount may be")
}
