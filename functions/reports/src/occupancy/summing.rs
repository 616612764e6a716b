//! Adds rows up to the figures of a report.

use std::collections::BTreeMap;

use figures::{
    occupancy::Measure,
    resource_letters::{hour_letter, letter},
    rows::Row,
    sums::Cells,
};
use scheduling::resource::ResourceType;
use values::{Day, schedule::Weekday};

use super::hours::Opening;

/// Numbers of some bookings, and of the hours in which they could be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Minutes of bookings that stand.
    pub booked: i64,
    /// Minutes in which something can be booked.
    pub bookable: i64,
    /// Bookings that stand.
    pub bookings: i64,
    /// Bookings that were cancelled, and their minutes.
    pub cancelled: [i64; 2],
    /// Bookings to which nobody came, and their minutes.
    pub no_shows: [i64; 2],
}

impl Counted {
    fn add(&mut self, other: &Self) {
        self.booked += other.booked;
        self.bookable += other.bookable;
        self.bookings += other.bookings;
        for at in [0, 1] {
            self.cancelled[at] += other.cancelled[at];
            self.no_shows[at] += other.no_shows[at];
        }
    }
}

/// What a report has.
#[derive(Debug, Default)]
pub struct Occupancy {
    /// All together.
    pub total: Counted,
    /// Booked and bookable minutes by weekday and hour.
    pub by_hour: [[[i64; 2]; 24]; 7],
    /// By day, in order.
    pub by_day: Vec<(Day, Counted)>,
    /// By type of resource, those that have anything.
    pub by_type: Vec<(ResourceType, Counted)>,
}

/// Adds up the days of a report for some types.
#[must_use]
pub fn summed(days: &[Day], types: &[ResourceType], rows: Vec<Row>, opening: &Opening) -> Occupancy {
    let rows: BTreeMap<String, Cells> = rows.into_iter().map(|row| (row.sort, row.cells)).collect();
    let none = Cells::new();
    let mut found = Occupancy::default();
    let mut by_type = vec![Counted::default(); types.len()];
    for day in days {
        let cells = rows.get(&day.to_string()).unwrap_or(&none);
        let mut of_day = Counted::default();
        for (resource_type, of_type) in types.iter().zip(&mut by_type) {
            let open = opening.minutes(*resource_type, *day);
            let counted = of_cells(cells, *resource_type, &open, &mut found.by_hour[weekday(*day)]);
            of_day.add(&counted);
            of_type.add(&counted);
        }
        found.total.add(&of_day);
        found.by_day.push((*day, of_day));
    }
    let has_any = |(_, counted): &(ResourceType, Counted)| *counted != Counted::default();
    found.by_type = types.iter().copied().zip(by_type).filter(has_any).collect();
    found
}

fn weekday(day: Day) -> usize {
    Weekday::of(day.date()) as usize
}

/// The numbers of a type on a day, whose hours are added to those of its weekday.
fn of_cells(cells: &Cells, resource_type: ResourceType, open: &[i64; 24], hours: &mut [[i64; 2]; 24]) -> Counted {
    let of_type = letter(resource_type);
    let number = |what: char| cells.get(&[of_type, what].iter().collect::<String>()).copied().unwrap_or_default();
    let measured = |measure: Measure| number(measure.digit());
    let mut counted = Counted {
        bookings: measured(Measure::Bookings),
        cancelled: [measured(Measure::CancelledBookings), measured(Measure::CancelledMinutes)],
        no_shows: [measured(Measure::NoShowBookings), measured(Measure::NoShowMinutes)],
        ..Counted::default()
    };
    for ((hour, bookable), of_hour) in (0..24).zip(open).zip(hours) {
        let booked = number(hour_letter(hour));
        counted.booked += booked;
        counted.bookable += bookable;
        of_hour[0] += booked;
        of_hour[1] += bookable;
    }
    counted
}
