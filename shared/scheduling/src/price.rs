//! The price of a booking: rates by length, capped per day, minus the plan's discount, with tax. Integers only; every
//! line is rounded once, and the total is the sum of rounded lines.

use std::collections::{BTreeMap, BTreeSet};

use billing::arithmetic::allocate;
use money_documents::known_tax_rates::KnownTaxRates;
use records::{AskedTax, Location};
use values::{ApiError, Currency, Day, Id, Money, Percent, money::AMOUNT_MAX};

use crate::{
    Resource,
    booking::{
        BookingRequest,
        length::{Length, ms_by_day},
    },
    booking_price::{DiscountLine, PriceBreakdown, RateLine, TaxLine},
    discount::Discount,
    rate::rate_for,
    resource::ResourceType,
};

/// The price of a request and of one unit of each of `others`, which are booked with it. Each has the best of these
/// discounts.
pub fn price(
    request: &BookingRequest<'_>,
    others: &[(Id<Resource>, &Resource)],
    discounts: &[Discount],
    tax_rates: &KnownTaxRates,
) -> Result<PriceBreakdown, ApiError> {
    let currency = request.location.currency;
    let mut breakdown = PriceBreakdown::default();
    let (mut net_by_tax, mut nets) = (BTreeMap::<Percent, i64>::new(), Vec::new());
    let first = first_day(request)?;
    let mut asked_ids = BTreeSet::new();
    let mut all_ids = BTreeSet::new();
    for part in request.with_others(others) {
        let line = rate_line(&part)?;
        let off = discount_line(discounts, part.resource.resource_type, line.amount_minor, currency)?;
        let net = line.amount_minor - off.as_ref().map_or(0, |off| off.amount_minor);
        let asked = tax_rates.asked_on(asked_tax(part.resource, part.location), first);
        let tax_rate = asked.rate;
        if net != 0 {
            asked_ids.insert(asked.tax_rate_id);
        }
        all_ids.insert(asked.tax_rate_id);
        *net_by_tax.entry(tax_rate).or_default() += net;
        nets.push((tax_rate, net));
        breakdown.subtotal_minor += net;
        breakdown.rate_lines.push(line);
        breakdown.discount_lines.extend(off);
    }
    breakdown.total_minor = breakdown.subtotal_minor;
    breakdown.has_several_taxes = asked_ids.len() > 1;
    if asked_ids.is_empty() && all_ids.len() == 1 {
        // What costs nothing is taxed so if it is given a price.
        asked_ids = all_ids;
    }
    breakdown.tax_rate_id = asked_ids.into_iter().next().flatten().filter(|_| !breakdown.has_several_taxes);
    for (rate, minor) in net_by_tax.into_iter().filter(|(rate, _)| *rate != Percent::ZERO) {
        let line = tax_line(rate, minor, (request.location.tax_inclusive, currency))?;
        breakdown.total_minor += if line.inclusive { 0 } else { line.amount_minor };
        breakdown.tax_lines.push(line);
    }
    within_range(breakdown.total_minor, currency)?;
    if nets.len() > 1 {
        breakdown.shares_minor = shares(&nets, &breakdown.tax_lines);
    }
    Ok(breakdown)
}

/// The price of the same for `subtotal_minor` instead: each resource and each tax has the part of it that it has of
/// `list`. Of what would have cost nothing it is all the first resource's, and taxed at the highest rate there is.
///
/// # Errors
/// 422 `price_out_of_range` on `price_override.amount`.
pub fn in_place_of(list: &PriceBreakdown, subtotal_minor: i64, currency: Currency) -> Result<PriceBreakdown, ApiError> {
    let mut price = PriceBreakdown { subtotal_minor, total_minor: subtotal_minor, ..list.clone() };
    price.discount_lines.clear();
    let weights: Vec<i64> = list.rate_lines.iter().map(|line| line.amount_minor).collect();
    for (line, minor) in price.rate_lines.iter_mut().zip(divided(subtotal_minor, &weights, 0)) {
        line.amount_minor = minor;
    }
    let net = |line: &TaxLine| line.taxable_minor + if line.inclusive { line.amount_minor } else { 0 };
    let mut nets: Vec<i64> = list.tax_lines.iter().map(net).collect();
    let highest = nets.len().saturating_sub(1);
    nets.push(list.subtotal_minor - nets.iter().sum::<i64>());
    for (line, minor) in price.tax_lines.iter_mut().zip(divided(subtotal_minor, &nets, highest)) {
        *line = tax_line(line.rate, minor, (line.inclusive, currency)).map_err(|_| too_large())?;
        price.total_minor += if line.inclusive { 0 } else { line.amount_minor };
    }
    within_range(price.total_minor, currency).map_err(|_| too_large())?;
    if !list.shares_minor.is_empty() {
        price.shares_minor = divided(price.total_minor, &list.shares_minor, 0);
    }
    Ok(price)
}

/// An amount in proportion to weights; all of it at the position `otherwise` when there is none.
fn divided(minor: i64, weights: &[i64], otherwise: usize) -> Vec<i64> {
    let mut parts = allocate(minor, weights);
    if parts.iter().sum::<i64>() != minor
        && let Some(part) = parts.get_mut(otherwise)
    {
        *part = minor;
    }
    parts
}

/// The local day on which a request begins: what a tax rate is on that applies.
fn first_day(request: &BookingRequest<'_>) -> Result<Day, ApiError> {
    Day::new(request.period.start().day_in(request.location.time_zone)).ok_or_else(out_of_range)
}

/// The tax that bookings of a resource ask for at its location.
#[must_use]
pub fn asked_tax(resource: &Resource, location: &Location) -> AskedTax {
    AskedTax::of(resource.tax_rate_id, resource.tax_rate, location)
}

/// What of the total falls to each resource, of which the tax rate and the net price are given: its own, and its part
/// of the tax that is added. Together they are the total.
fn shares(nets: &[(Percent, i64)], tax_lines: &[TaxLine]) -> Vec<i64> {
    let mut shares: Vec<i64> = nets.iter().map(|(_, net)| *net).collect();
    for line in tax_lines.iter().filter(|line| !line.inclusive && line.taxable_minor > 0) {
        let (mut reached, mut given) = (0_i64, 0_i64);
        for (share, (_, net)) in shares.iter_mut().zip(nets).filter(|(_, (rate, _))| *rate == line.rate) {
            reached += net;
            let until = i128::from(line.amount_minor) * i128::from(reached) / i128::from(line.taxable_minor);
            let until = i64::try_from(until).unwrap_or(line.amount_minor);
            *share += until - given;
            given = until;
        }
    }
    shares
}

/// What one resource costs: the rate of the whole length for all units, but on no local day more than the cap for each
/// unit. The price is divided among the days by the time that lies on each.
fn rate_line(request: &BookingRequest<'_>) -> Result<RateLine, ApiError> {
    let (resource, units, zone) = (request.resource, i64::from(request.units), request.location.time_zone);
    let length = Length::of(request.period, zone);
    let currency = request.location.currency;
    let (minutes, start) = (length.minutes_passed(), request.period.start().local_in(zone));
    let full = match rate_for(&resource.rates, length.minutes_at_most(), start) {
        None => 0,
        Some(rate) => rate.amount_minor(minutes, units, currency).ok_or_else(out_of_range)?,
    };
    let amount_minor = match resource.price_cap_per_day {
        None => full,
        Some(cap) => {
            let cap = cap.minor_in(currency, "price_cap_per_day")?.checked_mul(units).ok_or_else(out_of_range)?;
            let days = Money::new(full, currency).allocate(&ms_by_day(request.period, zone));
            days.into_iter().map(|day| day.minor().min(cap)).sum()
        }
    };
    within_range(amount_minor, currency)?;
    Ok(RateLine { resource_id: request.resource_id, minutes, units: request.units, amount_minor })
}

/// The best discount on a line; `None` when it is 0. A percentage is never more than the whole.
fn discount_line(
    discounts: &[Discount],
    resource_type: ResourceType,
    minor: i64,
    currency: Currency,
) -> Result<Option<DiscountLine>, ApiError> {
    let best = discounts
        .iter()
        .map(|one| (one.on(resource_type), one))
        .reduce(|best, one| if best.0 < one.0 { one } else { best });
    let Some((percent, discount)) = best else { return Ok(None) };
    let off = Money::new(minor, currency).percent(percent).map_err(|_| out_of_range())?;
    let line = DiscountLine { description: discount.description.clone(), percent, amount_minor: off.minor() };
    Ok(Some(line).filter(|line| line.amount_minor > 0))
}

/// Tax on what is left of the lines of one rate.
fn tax_line(rate: Percent, minor: i64, (inclusive, currency): (bool, Currency)) -> Result<TaxLine, ApiError> {
    let money = Money::new(minor, currency);
    if !inclusive {
        let tax = money.percent(rate).map_err(|_| out_of_range())?;
        return Ok(TaxLine { rate, taxable_minor: minor, amount_minor: tax.minor(), inclusive });
    }
    // A price of 121 that includes 21 % tax contains 21 of tax. The tax comes first in the division, so that of two
    // halves the tax is rounded up.
    let weight = |rate: Percent| u32::try_from(rate.ten_thousandths()).unwrap_or(0);
    let tax = money.allocate(&[weight(rate), weight(Percent::HUNDRED)]).first().map_or(0, |tax| tax.minor());
    Ok(TaxLine { rate, taxable_minor: minor - tax, amount_minor: tax, inclusive })
}

fn within_range(minor: i64, currency: Currency) -> Result<(), ApiError> {
    let most = AMOUNT_MAX.saturating_mul(10_i64.saturating_pow(currency.decimals()));
    if minor > most { Err(out_of_range()) } else { Ok(()) }
}

fn too_large() -> ApiError {
    ApiError::rule("price_override.amount", "price_out_of_range", "with tax it is larger than any amount may be")
}

fn out_of_range() -> ApiError {
    ApiError::rule("resource_id", "price_out_of_range", "the price is larger than any amount may be")
}

#[cfg(test)]
mod tests;
