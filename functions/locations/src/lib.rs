//! Locations: the merchant's places and their floors (`docs/areas/locations.md`).
//!
//! Most areas have records at a location. Each such record is counted in the location's counters (`Location::uses`,
//! `Location::prices`), on which archiving the location and changing its currency depend; no list is read to decide.
//! Who is there comes from bookings, check-ins and visits.

mod archive;
mod change;
mod checked_in;
mod create;
mod deactivation;
mod evacuation_csv;
mod evacuation_entries;
mod evacuation_list;
mod event_types;
mod floors;
mod list;
mod occupancy;
mod persons;
mod presence;
mod rules;
mod time_zone;
mod under_way;
mod update;

use agreements::subscription::renewing::renew_wallet;
use records::Location;
use serde_json::json;
use shared::api::{People, Route, Routes, get};
use values::{
    Access, Area,
    ErrorCode::{AlreadyExists, InUse, InvalidState},
    Scope,
};

pub use self::{deactivation::due_work, event_types::event_types};

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Locations, [locations(), floors::routes()]).renewing_wallets(renew_wallet)
}

fn locations() -> Vec<Route> {
    vec![
        Route::get("list_locations", "/locations", list::list).by_ids().sorted_by(&["name"]).people(People::Public, &[]).described(
            "Newest first. Without a filter the list is strongly consistent; with `network_group` it may lag a moment.",
        ),
        Route::post("create_location", "/locations", create::create)
            .described(
                "The name is unique among the merchant's locations, active or not, whatever its case, accents' encoding \
                 and spacing. Intervals of a schedule do not overlap, nor do holidays repeat a day.",
            )
            .refusing(&[AlreadyExists])
            .example(|| {
                json!({"name": "Keizersgracht", "time_zone": "Europe/Amsterdam", "currency": "EUR",
                    "address": {"line1": "Keizersgracht 126", "city": "Amsterdam", "country_code": "NL"},
                    "email": "keizersgracht@acme.example", "latitude": 52.375, "longitude": 4.875,
                    "opening_hours": [{"weekday": "monday", "opens": "08:00", "closes": "18:00"}],
                    "holidays": [{"date": "2027-04-27", "name": "King's Day"}], "tax_rate": 21})
            }),
        Route::get("get_location", "/locations/{id}", get::<Location>).managed().people(People::Public, &[]),
        Route::get("get_location_occupancy", "/locations/{id}/occupancy", occupancy::get).managed()
            .labelled("Get occupancy")
            .described(
                "Who is here now by bookings: people of those that are checked in, and people who are expected of those \
                 that are under way without check-in; people who have checked in at the location itself; and visitors. Which resources there are, and who has checked in at the location, \
                 comes from an index, which may lag a write by a moment; what stands in their calendars does not.",
            ),
        Route::get("get_evacuation_list", "/locations/{id}/evacuation-list", evacuation_list::get).managed()
            .described(
                "Who is there now, by name: everybody who has checked in at the location and not left, and the people of bookings that \
                 are checked in, and visitors. Whoever is both stands there once. At most 2,000 entries; `people` counts everybody. It does not \
                 lag, but for a resource that was made a moment ago.",
            )
            .needing(Scope { area: Area::Members, access: Access::Read }),
        Route::get("get_evacuation_list_csv", "/locations/{id}/evacuation-list.csv", evacuation_csv::get_csv).managed()
            .labelled("Get evacuation list as CSV")
            .described("The same to print: a line for each entry, by name, with a place to tick it off.")
            .needing(Scope { area: Area::Members, access: Access::Read }),
        Route::put("update_location", "/locations/{id}", update::update).managed()
            .described(
                "Fields that are left out stay as they are; `null` clears the coordinates. The currency is fixed while \
                 anything here has a price: 409 `in_use`. While anything here is booked or held, `is_active` becomes false \
                 only with `on_future_bookings`: `keep` lets bookings stand, `cancel` takes them back as the operator \
                 does; sent again it finishes what was left. When that is more than one request may do, the answer is 202 with the location, \
                 whose `operation` shows how far it has come; `is_active` true cancels it before its first step, and is refused after \
                 that. While another `time_zone` shifts bookings on the clock \
                 here, it changes only with `confirmed_version`: a request with `dry_run` writes nothing and tells \
                 what is shifted and which version to confirm.",
            )
            .refusing(&[AlreadyExists, InUse, InvalidState])
            .example(|| json!({"description": "Canal house with a garden.", "tax_rate": 9})),
        Route::delete("delete_location", "/locations/{id}", archive::archive)
            .described(
                "The location is gone for every operation, and its name is free again. Refused with 409 `in_use` while \
                 floors, resources, membership plans or anything else stand here, or registrations are open.",
            )
            .refusing(&[InUse]),
    ]
}
