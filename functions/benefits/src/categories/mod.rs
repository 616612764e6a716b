//! Categories of benefits (interface 2.5 and 4.7).

mod category;
mod create;
mod delete;
mod get;
mod list;
mod membership;
mod update;

use serde_json::json;
use shared::{ErrorCode::InUse, api::Route};

pub use self::{
    category::BenefitCategory,
    membership::{enter, leave},
};

/// The operations on categories.
#[must_use]
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/benefit-categories", list::list)
            .named("list_benefit_categories", "List benefit categories")
            .described("Newest first. With `location_id` the list may lag a moment behind."),
        Route::post("/benefit-categories", create::create)
            .named("create_benefit_category", "Create benefit category")
            .example(|| json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Software"})),
        Route::get("/benefit-categories/{id}", get::get).named("get_benefit_category", "Get benefit category"),
        Route::put("/benefit-categories/{id}", update::update)
            .named("update_benefit_category", "Update benefit category")
            .described(
                "Fields that are left out stay as they are; an empty object changes nothing. Benefits of an inactive \
                 category cannot be applied for; applications that exist go on.",
            )
            .example(|| json!({"name": "Software and tools", "is_active": false})),
        Route::delete("/benefit-categories/{id}", delete::delete)
            .named("delete_benefit_category", "Delete benefit category")
            .described(
                "Refused while it has live benefits, unless `move_to` names another category of the location: then up \
                 to 50 benefits move there in the same step.",
            )
            .refusing(&[InUse]),
    ]
}
