//! The test clock of sandbox merchants (`docs/areas/test-clock.md`, 14 to 18).
//!
//! It is part of the merchant area and a function of its own: advancing a clock does the time-driven work of all areas,
//! which no area knows and the function of the merchant area should not have to carry.

mod advance;

use records::SandboxClock;
use serde_json::json;
use shared::api::{Call, Data, Route, Routes};
use store::Record;
use values::{
    ApiError, Area,
    ErrorCode::{InvalidState, NotFound, RuleViolation, VersionConflict},
    Scope,
};
use work::unit_of_work::read_sandbox_clock;

/// The operations on the test clock; each needs `merchant:admin`.
#[must_use]
pub fn routes() -> Routes {
    let routes = [
        Route::get("get_test_clock", "/test-clock", get)
            .labelled("Get test clock")
            .described("Of a sandbox merchant; a live one is answered 404.")
            .refusing(&[NotFound]),
        Route::post("advance_test_clock", "/test-clock", advance::advance)
            .labelled("Advance test clock")
            .described(
                "Moves the clock of a sandbox merchant forward, by two years at most, and does whatever falls due on the way in order \
                 of time: each record with the clock at the instant at which it falls due. Then the clock runs on from there. What does \
                 not fit into one request is done by the next: while `is_complete` is false, send the same request again, with \
                 another `Idempotency-Key` or none. Other requests of the merchant are answered 503 meanwhile. A live merchant is \
                 answered 404.",
            )
            .refusing(&[InvalidState, NotFound, RuleViolation, VersionConflict])
            .example(|| json!({"advance_to": "2027-11-23T09:20:00Z"})),
    ];
    Routes::of(Area::Merchant, [routes.into_iter().map(|route| route.needing(Scope::MERCHANT_ADMIN)).collect()])
}

/// The clock of a sandbox merchant; a live merchant has none.
async fn get(call: Call) -> Result<Data<Record<SandboxClock>>, ApiError> {
    if !call.tenant().is_sandbox() {
        return Err(ApiError::not_found());
    }
    read_sandbox_clock(&call.store, call.tenant()).await?.map(Data).ok_or_else(ApiError::not_found)
}
