//! The operations on outside calendars.

use serde_json::json;
use shared::api::{Route, get};
use values::ErrorCode::{CapacityExceeded, InvalidState};

use super::{create, list, record::OutsideCalendar, update};

/// They are for API clients, admins and owners: an address may be a secret.
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_outside_calendars", "/outside-calendars", list::list).described("Newest first."),
        Route::post("create_outside_calendar", "/outside-calendars", create::create)
            .described(
                "A calendar elsewhere, such as that of a room in the company's own calendar, whose busy times block a resource: a file of \
                 iCalendar or a collection of a CalDAV server, read every five minutes. Of a busy time that meets a booking what is left \
                 is blocked, and it is told: `conflicts`, and the event `outside_calendar.conflict_found`. A merchant has 500 at the most.",
            )
            .refusing(&[CapacityExceeded])
            .example(|| {
                json!({"name": "Board room at Blue Ltd", "resource_id": "01990000-0000-7000-8000-000000000007", "type": "caldav",
                    "address": "https://dav.example.com/calendars/board-room/", "username": "colonnade",
                    "password": "from the server"})
            }),
        Route::get("get_outside_calendar", "/outside-calendars/{id}", get::<OutsideCalendar>),
        Route::put("update_outside_calendar", "/outside-calendars/{id}", update::update)
            .described(
                "Fields that are left out stay as they are; the password goes with another address. With another address, type, user \
                 or password, and when it becomes active, it is read at once.",
            )
            .example(|| json!({"name": "Board room"})),
        Route::post("read_outside_calendar", "/outside-calendars/{id}/read-now", update::read_now)
            .labelled("Read an outside calendar now")
            .described("It is read within seconds, and not more often than every five seconds; the answer does not wait for it.")
            .refusing(&[InvalidState]),
        Route::delete("delete_outside_calendar", "/outside-calendars/{id}", update::archive)
            .described("It is read no more, and its blocks go within a minute."),
    ]
}
