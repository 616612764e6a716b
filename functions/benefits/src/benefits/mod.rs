//! Benefits themselves: terms, window, allowance.

mod archive;
mod create;
mod get;
mod list;
mod update;

use serde_json::json;
use shared::api::Route;

/// The operations on benefits.
#[must_use]
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_benefits", "/benefits", list::list)
            .described("Newest first. With `location_id` or `category_id` the list may lag a moment behind."),
        Route::post("create_benefit", "/benefits", create::create)
            .described(
                "The category stands at the same location. Mode `link` needs a `link_url`, codes `shared` need a \
                 `shared_code`; codes `pool` are imported afterwards.",
            )
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001", "title": "Two months of Notion",
                    "partner_name": "Notion", "allowance": {"kind": "per_period", "count": 1, "period": "year"},
                    "application_mode": "approval", "redemption_code_mode": "pool", "total_quota": 50,
                    "valid_until": "2027-12-31T23:00:00Z"})
            }),
        Route::get("get_benefit", "/benefits/{id}", get::get),
        Route::put("update_benefit", "/benefits/{id}", update::update)
            .described(
                "Fields that are left out stay as they are. Applications keep what they were given: a change of \
                 window, allowance, quota or codes is for those that come after.",
            )
            .example(|| json!({"featured": true, "total_quota": 80})),
        Route::delete("archive_benefit", "/benefits/{id}", archive::archive).described(
            "Its applications stay: those approved can be redeemed, those still submitted no longer approved.",
        ),
    ]
}
