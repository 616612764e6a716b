//! Categories of benefits.

mod delete;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use shared::{
    ErrorCode::InUse,
    api::{Body, Call, Changes, Created, Creates, Listing, Lists, New, Patch, PathId, Route, get},
    domain::{Id, Location},
    store::List,
};

use crate::records::category::BenefitCategory;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_benefit_categories", "/benefit-categories", list)
            .described("Newest first. With `location_id` the list may lag a moment behind."),
        Route::post("create_benefit_category", "/benefit-categories", create)
            .example(|| json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Software"})),
        Route::get("get_benefit_category", "/benefit-categories/{id}", get::<BenefitCategory>),
        Route::put("update_benefit_category", "/benefit-categories/{id}", update)
            .described(
                "Fields that are left out stay as they are; an empty object changes nothing. Benefits of an inactive \
                 category cannot be applied for; applications that exist go on.",
            )
            .example(|| json!({"name": "Software and tools", "is_active": false})),
        Route::delete("delete_benefit_category", "/benefit-categories/{id}", delete::delete)
            .described(
                "Refused while it has live benefits, unless `move_to` names another category of the location: then up \
                 to 50 benefits move there in the same step.",
            )
            .refusing(&[InUse]),
    ]
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct BenefitCategoryFilter {
    /// Only categories of this location.
    location_id: Option<Id<Location>>,
    /// Only active, or only inactive categories.
    is_active: Option<bool>,
}

async fn list(call: Call, Listing { filter, paging }: Listing<BenefitCategoryFilter>) -> Lists<BenefitCategory> {
    let categories = List::first_of([BenefitCategory::BY_LOCATION.asked(filter.location_id.as_ref())])
        .only("is_active", filter.is_active.as_ref());
    call.page(categories, paging).await
}

async fn create(call: Call, Body(new): Body<New<BenefitCategory>>) -> Creates<BenefitCategory> {
    let location = call.reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let category = call.new_record(new.fields, new.metadata);
    let mut transaction = call.transaction();
    transaction.create(&category);
    transaction.require_active(&location, "location_id");
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(category)).await
}

async fn update(
    call: Call,
    PathId(id): PathId<BenefitCategory>,
    Body(patch): Body<Patch<BenefitCategory>>,
) -> Changes<BenefitCategory> {
    call.update(id).await?.patched(&patch)?.commit().await
}
