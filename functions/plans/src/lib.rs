//! Plans: the merchant-wide catalogue (`docs/areas/plans.md`).
//!
//! A plan has no location. Publishing makes it a membership plan at each location, whose inherited fields follow the
//! plan. A subscription will keep a copy of its terms, so that no change here reaches a period that has begun.

mod adoption;
mod create;
mod event_types;
mod get;
mod list;
mod price_change;
mod publications;
mod publish;
mod update;

use serde_json::json;
use shared::api::{People, Route, Routes};
use values::{
    Area,
    ErrorCode::{AlreadyExists, CapacityExceeded, InUse, InvalidState},
};

pub use self::event_types::event_types;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Plans, [plans()])
}

fn plans() -> Vec<Route> {
    vec![
        Route::get("list_plans", "/plans", list::list).by_ids().sorted_by(&["name"]).people(People::Public, &["billing_cycle", "currency", "q"]).described(
            "Newest first. Without a filter the list is strongly consistent; so are its totals.",
        ),
        Route::post("create_plan", "/plans", create::create)
            .described("The name is unique among active plans, whatever its case, accents' encoding and spacing.")
            .refusing(&[AlreadyExists])
            .example(|| {
                json!({"name": "Flex", "description": "Ten days a month.", "price": 149.5, "currency": "EUR",
                    "billing_cycle": "monthly", "credits": 20, "day_passes": 10, "features": ["Ten day passes", "Coffee"]})
            }),
        Route::get("get_plan", "/plans/{id}", get::get).people(People::Public, &[]),
        Route::put("update_plan", "/plans/{id}", update::update)
            .described(
                "Fields that are left out stay as they are. Membership plans follow in the fields they inherit. \
                 Currency and billing cycle are fixed once the plan is published.",
            )
            .refusing(&[AlreadyExists, InUse])
            .example(|| json!({"description": "Twelve days a month.", "day_passes": 12})),
        Route::delete("deactivate_plan", "/plans/{id}", update::deactivate).labelled("Deactivate plan").described(
            "The plan stays readable with `is_active` false: no publishing and no new subscriptions. Its name is free again.",
        ),
        Route::post("publish_plan", "/plans/{id}/publish", publish::publish)
            .described(
                "Makes the plan a membership plan at each location that does not have it yet; publishing again changes \
                 nothing, unless its membership plan there is inactive, which is refused. A location of another currency needs a price of its own in `overrides`.",
            )
            .refusing(&[InvalidState, CapacityExceeded])
            .example(|| json!({"location_ids": ["0199a000-0000-7000-8000-000000000001"]})),
        Route::post("change_plan_price", "/plans/{id}/price-change", price_change::change_price)
            .described(
                "Plans a price from an instant on, here and in the membership plans that inherit the price. With \
                 `apply_to` `renewals` the longest notice of those must still be ahead.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"price": 159, "effective_from": "2027-01-01T00:00:00Z", "apply_to": "new"})),
        Route::get("get_plan_adoption", "/plans/{id}/adoption", adoption::get_adoption)
            .described("Which locations offer the plan, on which terms, and what they keep from it."),
    ]
}
