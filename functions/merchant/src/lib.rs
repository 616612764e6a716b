//! Merchant: the tenant's own settings and its API clients (`docs/areas/merchant.md`).
//!
//! A merchant is the tenant: it comes only from the caller's credential and has no id in any path. Its API clients are
//! the credentials; who manages them needs `merchant:clients`.

mod api_clients;
mod event_types;
mod shown;
mod update;

use serde_json::json;
use shared::api::{Route, Routes};
use values::{
    Area,
    ErrorCode::{VersionConflict, VersionMismatch},
};

pub use self::event_types::event_types;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Merchant, [merchant(), api_clients::routes()])
}

fn merchant() -> Vec<Route> {
    vec![
        Route::get("get_merchant", "/merchant", shown::get).described("The calling client's own."),
        Route::put("update_merchant", "/merchant", update::update)
            .described(
                "Fields that are left out stay as they are, in nested objects too; an array replaces the array that was \
                 there. Another `number_prefix` opens another sequence of invoice numbers, and an earlier prefix goes on \
                 where it was.",
            )
            .refusing(&[VersionConflict, VersionMismatch])
            .example(|| {
                json!({"legal_name": "Acme Spaces B.V.", "email": "office@acme.example",
                    "address": {"line1": "Keizersgracht 1", "city": "Amsterdam", "country_code": "NL"},
                    "invoice_settings": {"number_prefix": "AC-", "due_days": 30},
                    "booking_defaults": {"step_minutes": 30, "min_minutes": 30, "max_minutes": 480,
                        "cancellation_policy": {"free_minutes": 1440,
                            "member_ladder": [{"minutes_before": 1440, "fee_percent": 50}, {"minutes_before": 120, "fee_percent": 100}]}}})
            }),
    ]
}
