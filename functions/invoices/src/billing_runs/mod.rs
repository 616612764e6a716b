//! Billing runs: what waits at a location becomes invoices, one for each customer, after the request (`docs/areas/invoices.md`,
//! 27).

mod compose;
mod create;
mod list;
mod preview;
pub mod record;
mod result;
mod step;
mod waiting;

use serde_json::json;
use shared::{
    api::{Route, get},
    due::DueWork,
};
use values::ErrorCode::{AlreadyExists, InvalidState, RuleViolation};

use self::record::BillingRun;

/// What the sweep does with billing runs.
pub fn due_work() -> DueWork {
    DueWork::of(|call, id| async move { step::carry_on(&call, id).await })
}

/// The operations on billing runs.
pub fn routes() -> Vec<Route> {
    vec![
        Route::post("create_billing_run", "/billing-runs", create::create)
            .described(
                "Invoices all that waits for an invoice at a location: after the answer, an invoice for each customer, of at \
                 most 80 items, the oldest first. With `up_to` only what is for that day or before. They stay drafts unless \
                 `issue` is true. What is refused of one customer concerns no other: it waits on, and \
                 `GET /billing-runs/{id}/results` says why. What begins to wait later is left to the next run.",
            )
            .refusing(&[AlreadyExists, RuleViolation])
            .example(|| json!({"location_id": "0199a000-0000-7000-8000-000000000001", "up_to": "2026-11-30"})),
        Route::post("preview_billing_run", "/billing-runs/preview", preview::preview)
            .described(
                "What such a run would invoice if it were begun now: how many customers, invoices and items, the totals \
                 before and after tax, and each customer with what they would be asked for, the largest first. What \
                 balances would pay is not taken off. Nothing is stored.",
            )
            .refusing(&[RuleViolation])
            .example(|| json!({"location_id": "0199a000-0000-7000-8000-000000000001"})),
        Route::get("list_billing_runs", "/billing-runs", list::list).described("Newest first."),
        Route::get("get_billing_run", "/billing-runs/{id}", get::<BillingRun>)
            .described("How far it is, and what it has invoiced beside what was expected when it was asked for."),
        Route::get("list_billing_run_results", "/billing-runs/{id}/results", list::list_results).described(
            "The invoices that the run has made and the customers of whom it made none, in the order in which they came.",
        ),
        Route::post("cancel_billing_run", "/billing-runs/{id}/cancel", create::cancel)
            .described("Nothing more is invoiced. Invoices that it has made stay as they are.")
            .refusing(&[InvalidState]),
    ]
}
