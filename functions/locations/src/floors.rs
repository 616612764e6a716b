//! Floors: the levels of a location.

use records::publication::RequireActive as _;
use records::{Floor, Location};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, People, Route, get};
use store::List;
use values::{
    ApiError,
    ErrorCode::{AlreadyExists, InUse},
    Id,
};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_floors", "/floors", list).by_ids().sorted_by(&["name"]).people(People::Public, &["location_id"]).described(
            "Newest first. Without a filter the list is strongly consistent; with `location_id` it may lag a moment.",
        ),
        Route::post("create_floor", "/floors", create)
            .described(
                "The name is unique among the location's floors, whatever its case, accents' encoding and spacing.",
            )
            .refusing(&[AlreadyExists])
            .example(
                || json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Garden level", "level": -1}),
            ),
        Route::get("get_floor", "/floors/{id}", get::<Floor>).people(People::Public, &[]),
        Route::put("update_floor", "/floors/{id}", update)
            .described("Fields that are left out stay as they are. A floor stays at its location.")
            .refusing(&[AlreadyExists])
            .example(|| json!({"name": "Second floor", "level": 2})),
        Route::delete("delete_floor", "/floors/{id}", archive)
            .described(
                "The floor is gone for every operation, and its name is free again. Refused with 409 `in_use` while \
                 resources stand on it.",
            )
            .refusing(&[InUse]),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FloorFilter {
    /// Only floors of this location.
    location_id: Option<Id<Location>>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<FloorFilter>) -> Lists<Floor> {
    let floors = List::first_of([Floor::BY_LOCATION.asked(filter.location_id.as_ref())]);
    call.page(floors, paging).await
}

async fn create(call: Call, Body(new): Body<New<Floor>>) -> Creates<Floor> {
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let floor = call.new_record(new.fields, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&floor);
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(floor)).await
}

async fn update(call: Call, PathId(id): PathId<Floor>, Body(patch): Body<Patch<Floor>>) -> Changes<Floor> {
    call.update(id).await?.patched(&patch)?.commit().await
}

async fn archive(call: Call, PathId(id): PathId<Floor>) -> Changes<Floor> {
    let mut update = call.update(id).await?.archived();
    let uses = Location::uses(update.after.location_id);
    let in_use = ApiError::conflict(InUse, "resources stand on this floor");
    update.transaction.require_zero(&Floor::uses(id), in_use);
    update.transaction.add(&uses, -1);
    update.commit().await
}
