//! Floors: the levels of a location.

mod archive;
mod create;
mod get;
mod list;
mod update;

use serde_json::json;
use shared::{
    ErrorCode::{AlreadyExists, InUse},
    api::Route,
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_floors", "/floors", list::list).described(
            "Newest first. Without a filter the list is strongly consistent; with `location_id` it may lag a moment.",
        ),
        Route::post("create_floor", "/floors", create::create)
            .described(
                "The name is unique among the location's floors, whatever its case, accents' encoding and spacing.",
            )
            .refusing(&[AlreadyExists])
            .example(
                || json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Garden level", "level": -1}),
            ),
        Route::get("get_floor", "/floors/{id}", get::get),
        Route::put("update_floor", "/floors/{id}", update::update)
            .described("Fields that are left out stay as they are. A floor stays at its location.")
            .refusing(&[AlreadyExists])
            .example(|| json!({"name": "Second floor", "level": 2})),
        Route::delete("archive_floor", "/floors/{id}", archive::archive)
            .described(
                "The floor is gone for every operation, and its name is free again. Refused with 409 `in_use` while \
                 resources stand on it.",
            )
            .refusing(&[InUse]),
    ]
}
