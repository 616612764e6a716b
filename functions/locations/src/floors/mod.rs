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

pub fn routes() -> [Route; 5] {
    [
        Route::get("/floors", list::list).named("list_floors", "List floors").described(
            "Newest first. Without a filter the list is strongly consistent; with `location_id` it may lag a moment.",
        ),
        Route::post("/floors", create::create)
            .named("create_floor", "Create floor")
            .described(
                "The name is unique among the location's floors, whatever its case, accents' encoding and spacing.",
            )
            .refusing(&[AlreadyExists])
            .example(
                || json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Garden level", "level": -1}),
            ),
        Route::get("/floors/{id}", get::get).named("get_floor", "Get floor"),
        Route::put("/floors/{id}", update::update)
            .named("update_floor", "Update floor")
            .described("Fields that are left out stay as they are. A floor stays at its location.")
            .refusing(&[AlreadyExists])
            .example(|| json!({"name": "Second floor", "level": 2})),
        Route::delete("/floors/{id}", archive::archive)
            .named("archive_floor", "Archive floor")
            .described(
                "The floor is gone for every operation, and its name is free again. Refused with 409 `in_use` while \
                 resources stand on it.",
            )
            .refusing(&[InUse]),
    ]
}
