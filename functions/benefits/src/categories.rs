use serde_json::json;
use shared::{
    api::{People, Route, get},
    category::{create, delete, list, update},
};
use values::ErrorCode::InUse;

use crate::records::{benefit::Benefit, category::BenefitCategory};

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_benefit_categories", "/benefit-categories", list::<BenefitCategory>)
            .by_ids()
            .people(People::Public, &["location_id"])
            .described("Newest first. With `location_id` the list may lag a moment behind."),
        Route::post("create_benefit_category", "/benefit-categories", create::<BenefitCategory>)
            .example(|| json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Software"})),
        Route::get("get_benefit_category", "/benefit-categories/{id}", get::<BenefitCategory>)
            .people(People::Public, &[]),
        Route::put("update_benefit_category", "/benefit-categories/{id}", update::<BenefitCategory>)
            .described(
                "Fields that are left out stay as they are; an empty object changes nothing. Benefits of an inactive \
                 category cannot be applied for; applications that exist go on.",
            )
            .example(|| json!({"name": "Software and tools", "is_active": false})),
        Route::delete("delete_benefit_category", "/benefit-categories/{id}", delete::<Benefit>)
            .described(
                "Refused while it has live benefits, unless `move_to` names another category of the location: then up \
                 to 50 benefits move there in the same step.",
            )
            .refusing(&[InUse]),
    ]
}
