//! Codes to redeem a benefit with: pools of them are imported, each is given to one application.

mod get;
mod import;
mod list;

use serde_json::json;
use shared::{
    ErrorCode::{AlreadyExists, CapacityExceeded, VersionConflict},
    api::Route,
};

/// The operations on codes.
#[must_use]
pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_benefit_codes", "/benefit-codes", list::list)
            .described(
                "Imports, newest first, each with its codes in the order in which they are given out. \
                 A code that nobody has yet is masked. With `benefit_id` the list may lag a moment behind.",
            ),
        Route::post("import_benefit_codes", "/benefit-codes", import::import)
            .described(
                "Adds codes to the pool of a benefit with `redemption_code_mode` `pool`. A code is in a pool only once; \
                 either all are added or none. A pool has at most 100 imports.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, VersionConflict])
            .example(|| {
                json!({"benefit_id": "0199a000-0000-7000-8000-000000000001", "codes": ["NTN-7QX2", "NTN-91KD"]})
            }),
        Route::get("get_benefit_codes", "/benefit-codes/{id}", get::get)
            .described("One import. A code that nobody has yet is masked."),
    ]
}
