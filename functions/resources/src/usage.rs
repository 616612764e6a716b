//! How much of a resource's time is open, booked and blocked. Pure: no IO.
//!
//! Time counts in unit minutes: two units for an hour are 120. Bookings count as far as they are in the resource's own
//! calendar, also those of its parent; what was cancelled, released or left early is not there. Holds and assignments
//! are no use. Open is what members find open: the widest hours there are.

use std::collections::HashSet;

use records::Location;
use scheduling::{
    Resource,
    levels::Levels,
    opening::open_periods,
    slot::{Slot, SlotKind},
};
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;
use values::{CustomerTier, Day, Decimal, Period};

const MINUTE_MS: i64 = 60_000;

/// Figures of a day, or of several together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    open_minutes: i64,
    booked_minutes: i64,
    booked_outside_minutes: i64,
    blocked_minutes: i64,
    bookings: HashSet<Uuid>,
    peak_units: i64,
}

/// How much is used.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct UsageView {
    /// Unit minutes in which location and resource are open, to members where hours differ.
    open_minutes: i64,
    /// Unit minutes booked in them.
    booked_minutes: i64,
    /// Unit minutes booked outside of them.
    booked_outside_minutes: i64,
    /// Unit minutes blocked in them.
    blocked_minutes: i64,
    /// Bookings, pending ones too.
    bookings: usize,
    /// Most units booked at the same moment.
    peak_units: i64,
    /// Booked of open, in percent with at most two decimals; 0 when it is never open.
    utilisation_percent: Decimal,
}

/// The figures of a local day, of slots that are each there once.
#[must_use]
pub fn of_day(resource: &Resource, location: &Location, slots: &[&Slot], date: Day) -> Usage {
    const OPEN: usize = 0;
    const BOOKED: usize = 1;
    const BLOCKED: usize = 2;
    let Some(day) = date.whole_in(location.time_zone) else { return Usage::default() };
    let mut levels = Levels::<3>::new(day);
    for open in open_periods(location, &resource.schedule, CustomerTier::Member, day) {
        levels.add(OPEN, open, 1);
    }
    let mut bookings = HashSet::new();
    for (slot, period) in slots.iter().filter_map(|slot| Some((slot, slot.period().filter(|own| own.overlaps(day))?))) {
        match slot.kind {
            SlotKind::Booking => {
                levels.add(BOOKED, period, slot.units);
                bookings.insert(slot.id);
            }
            SlotKind::Block => levels.add(BLOCKED, period, slot.units),
            SlotKind::Hold => {}
        }
    }
    let spans = levels.spans();
    let unit_minutes = |units: &dyn Fn(&[i64; 3]) -> i64| {
        let ms = |(span, amounts): &(Period, [i64; 3])| units(amounts) * (span.end().millis() - span.start().millis());
        spans.iter().map(ms).sum::<i64>() / MINUTE_MS
    };
    Usage {
        open_minutes: unit_minutes(&|amounts| amounts[OPEN] * i64::from(resource.units)),
        booked_minutes: unit_minutes(&|amounts| amounts[OPEN] * amounts[BOOKED]),
        booked_outside_minutes: unit_minutes(&|amounts| (1 - amounts[OPEN]) * amounts[BOOKED]),
        blocked_minutes: unit_minutes(&|amounts| amounts[OPEN] * amounts[BLOCKED]),
        bookings,
        peak_units: spans.iter().map(|(_, amounts)| amounts[BOOKED]).max().unwrap_or(0),
    }
}

impl Usage {
    /// Adds another day's figures; a booking on both days counts once.
    pub fn add(&mut self, day: &Self) {
        self.open_minutes += day.open_minutes;
        self.booked_minutes += day.booked_minutes;
        self.booked_outside_minutes += day.booked_outside_minutes;
        self.blocked_minutes += day.blocked_minutes;
        self.bookings.extend(&day.bookings);
        self.peak_units = self.peak_units.max(day.peak_units);
    }

    /// The figures as an answer shows them.
    #[must_use]
    pub fn view(&self) -> UsageView {
        UsageView {
            open_minutes: self.open_minutes,
            booked_minutes: self.booked_minutes,
            booked_outside_minutes: self.booked_outside_minutes,
            blocked_minutes: self.blocked_minutes,
            bookings: self.bookings.len(),
            peak_units: self.peak_units,
            utilisation_percent: percent(self.booked_minutes, self.open_minutes),
        }
    }
}

/// A share in percent, rounded half up to two decimals.
fn percent(part: i64, whole: i64) -> Decimal {
    if whole == 0 {
        return Decimal::new(0, 0);
    }
    Decimal::new((part * 20_000 + whole) / (whole * 2), 2)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn a_share_is_rounded_half_up_to_two_decimals_and_nothing_of_nothing_is_0() {
        for (part, whole, shown) in [
            (0, 0, "0"),
            (5, 0, "0"),
            (1, 3, "33.33"),
            (2, 3, "66.67"),
            (1, 8, "12.5"),
            (1, 20_000, "0.01"),
            (1, 20_001, "0"),
            (480, 480, "100"),
            (600, 480, "125"),
        ] {
            assert_eq!(percent(part, whole).to_string(), shown, "{part} of {whole}");
        }
    }
}
