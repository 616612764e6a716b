//! The evacuation list to print, as CSV.

use records::Location;
use shared::api::{Call, Csv, PathId, csv::Cell};
use values::{ApiError, Name};

use crate::{
    evacuation_entries::{EvacuationList, EventGuestPresent, PersonPresent},
    evacuation_list::read_list,
};

/// Columns of the list to print.
const COLUMNS: [&str; 8] = ["seen", "name", "people", "phone", "kind", "badge", "since", "resources"];

/// Get evacuation list as CSV
pub async fn get_csv(call: Call, PathId(id): PathId<Location>) -> Result<Csv, ApiError> {
    Ok(printed(&read_list(&call, id).await?))
}

/// The list to print: a line for each entry, with a place to tick it off.
fn printed(list: &EvacuationList) -> Csv {
    let others = (!list.is_complete).then(|| {
        let mut line = [const { Cell::Value(String::new()) }; COLUMNS.len()];
        line[1] = Cell::value(format!("and others: {} people in all", list.people));
        line
    });
    let guests = list.event_guests.iter().map(guest_line);
    Csv::of(COLUMNS, list.present.iter().map(line).chain(guests).chain(others))
}

fn line(one: &PersonPresent) -> [Cell; COLUMNS.len()] {
    let kind = match (one.visit_id, one.booking_id, one.check_in_id, one.event_registration_id) {
        (Some(_), _, _, _) => "visitor",
        (None, Some(_), _, _) => "booking",
        (None, None, None, Some(_)) => "event",
        (None, None, _, _) => "check_in",
    };
    let resources: Vec<&str> = one.resources.iter().map(Name::as_str).collect();
    let badge = one.badge_number.map(|number| format!("{number:04}")).unwrap_or_default();
    [
        Cell::value(""),
        Cell::text(&one.name),
        Cell::value(one.people),
        Cell::text(one.phone.as_str()),
        Cell::value(kind),
        Cell::value(badge),
        Cell::value(one.checked_in_at),
        Cell::text(resources.join("; ")),
    ]
}

fn guest_line(guest: &EventGuestPresent) -> [Cell; COLUMNS.len()] {
    let mut line = [const { Cell::Value(String::new()) }; COLUMNS.len()];
    line[1] = Cell::text(&guest.name);
    line[2] = Cell::value(guest.people);
    line[4] = Cell::value("event");
    line[6] = Cell::value(guest.checked_in_at);
    line
}
