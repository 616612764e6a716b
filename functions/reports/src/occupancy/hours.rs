//! Bookable minutes of days, from the rows of the week and of the days on which something is closed.

use figures::{
    resource_letters::{hour_letter, letter},
    rows::Row,
    sums::Cells,
};
use scheduling::resource::ResourceType;
use values::{Day, schedule::Weekday};

/// What is open: a row of the week, and one for each day with something closed.
#[derive(Debug, Default)]
pub struct Opening {
    week: Cells,
    closed: Vec<Row>,
}

impl Opening {
    /// Of the rows as they are stored.
    #[must_use]
    pub fn of(week: Vec<Row>, closed: Vec<Row>) -> Self {
        Self { week: week.into_iter().next().map(|row| row.cells).unwrap_or_default(), closed }
    }

    /// Minutes of a type on a day by hour.
    #[must_use]
    pub fn minutes(&self, resource_type: ResourceType, day: Day) -> [i64; 24] {
        let of_type = letter(resource_type);
        let weekday = Weekday::of(day.date()) as usize;
        let name = day.to_string();
        let closed = self.closed.iter().find(|row| row.sort == name).map(|row| &row.cells);
        let mut minutes = [0; 24];
        for (hour, minutes) in (0..24).zip(&mut minutes) {
            let hour = hour_letter(hour);
            let open = self.week.get(&format!("{of_type}{weekday}{hour}")).copied().unwrap_or_default();
            let less = closed.and_then(|cells| cells.get(&format!("{of_type}{hour}"))).copied().unwrap_or_default();
            *minutes = (open - less).max(0);
        }
        minutes
    }
}
