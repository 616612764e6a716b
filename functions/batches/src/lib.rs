//! Batches and imports (`docs/areas/batches.md`): one operation for up to 100 records in one request, and for the rows of
//! a file; and exports, which are such files.
//!
//! It is the one function that has all areas in it (decision 68): each item is a request of its own to one of their
//! operations, in this process.

mod exports;
mod imports;
mod input;
mod offered;
mod result;
mod run;

use serde_json::json;
use shared::api::{People, Route, Routes};
use values::Area;

pub use self::imports::{due_work, event_types};

/// The operations of this part of the merchant area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Merchant, [vec![batches()], imports::routes(), exports::routes()])
}

fn batches() -> Route {
    Route::post("run_batch", "/batches", run::run)
        .described(
            "Sends up to 100 requests to one operation, one after the other, each judged by itself: a refusal of one \
             changes nothing of the others. The answer is 200 and has a result for each item, in their order. With an \
             `Idempotency-Key`, a repeat of the same batch goes on where it stopped: what an item has created is not \
             created again. What is not run for lack of time says so. Not for operations that read, on API clients, or on \
             sessions.",
        )
        .running_others()
        .people(People::Public, &["operation", "items", "stop_on_failure", "dry_run"])
        .example(|| {
            json!({"operation": "create_plan", "items": [
                {"body": {"name": "Ten days", "price": 120, "currency": "EUR", "billing_cycle": "monthly"}},
                {"body": {"name": "Twenty days", "price": 200, "currency": "EUR", "billing_cycle": "monthly"}}]})
        })
}
