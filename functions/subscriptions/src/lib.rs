//! Subscriptions: customers' agreements on a membership plan (`docs/areas/subscriptions.md`).
//!
//! Rules are in `billing`, what is stored and renewed in `agreements::subscription`; here are the operations. A preview
//! decides by the same function as the change that it shows.

mod cancel;
mod carry_out;
mod change_plan;
mod create;
mod event_types;
mod item_requests;
mod items;
mod letters;
mod list;
mod new_subscription;
mod pause;
mod preview;
mod previewed_invoice;
mod renew_now;
mod return_deposit;
mod stored;
mod sweep;
mod update;

use agreements::subscription::renewing::renew_wallet;
use expansions::OF_SUBSCRIPTIONS;
use serde_json::json;
use shared::api::{People, Route, Routes};
use values::{
    Access, Area,
    ErrorCode::{CapacityExceeded, InvalidState},
    Scope,
};

pub use self::event_types::event_types;
pub use self::letters::letters;
pub use self::sweep::due_work;

/// Reads subscriptions and changes nothing, although it is sent by POST.
const PREVIEW: Scope = Scope { area: Area::Subscriptions, access: Access::Read };

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Subscriptions, [reads(), writes(), ending(), changing(), item_routes()])
        .renewing_wallets(renew_wallet)
}

fn reads() -> Vec<Route> {
    vec![
        Route::get("list_subscriptions", "/subscriptions", list::list).by_ids().sorted_by(&["current_period_end", "end_date", "start_date"]).expanding(OF_SUBSCRIPTIONS).managed().people(People::OwnCompany("customer_id"), &["location_id", "membership_plan_id", "status"]).described(
            "Newest first. The list is strongly consistent; filtered by customer or plan it may lag by a moment. `status` is \
             that of the moment of the request.",
        ),
        Route::get("get_subscription", "/subscriptions/{id}", stored::get).expanding(OF_SUBSCRIPTIONS).managed().people(People::Own(""), &[])
            .described("Periods that have begun since it was last looked at are renewed first."),
    ]
}

fn writes() -> Vec<Route> {
    vec![
        Route::post("create_subscription", "/subscriptions", create::create)
            .described(
                "The customer is not blocked or archived; the membership plan, its location and its plan are active. Price, \
                 tax, discounts and allowance are those of the membership plan now, and stay. What has begun by then is \
                 invoiced and granted at once.",
            )
            .refusing(&[CapacityExceeded])
            .example(example),
        Route::post("preview_subscription", "/subscriptions/preview", preview::preview)
            .labelled("Preview subscription")
            .needing(PREVIEW)
            .described("What creating it would make, its first invoice and the one after it; nothing is stored.")
            .example(example),
        Route::put("update_subscription", "/subscriptions/{id}", update::update)
            .described(
                "A larger `quantity` is charged for the remaining days of the period at once, a smaller one begins with \
                 the next period.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"quantity": 2})),
    ]
}

fn example() -> serde_json::Value {
    json!({"customer_id": "0199a000-0000-7000-8000-000000000002",
        "membership_plan_id": "0199a000-0000-7000-8000-000000000003", "start_date": "2027-01-15",
        "anchor": {"day_of_month": 1}, "quantity": 1})
}

fn ending() -> Vec<Route> {
    vec![
        Route::post("cancel_subscription", "/subscriptions/{id}/cancel", cancel::cancel).people(People::Own(""), &[])
            .described(
                "It ends with the first period that ends after the notice period and the commitment. With `timing` `now` \
                 it ends with the local day, for the early termination fee, of which `fee_percent` may say another part; \
                 the fee and, with `proration`, a credit for unused days go to the next invoice or are invoiced at once.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"timing": "at_period_end"})),
        Route::post("uncancel_subscription", "/subscriptions/{id}/uncancel", cancel::uncancel)
            .described(
                "Takes notice back, until it has ended. What was ended at once stays ended, and so does a period that was \
                 charged only until the end. A change that was to come after the end is not brought back.",
            )
            .refusing(&[InvalidState]),
        Route::post("return_subscription_deposit", "/subscriptions/{id}/return-deposit", return_deposit::return_deposit)
            .described(
                "Gives back what is held of the deposit before the subscription ends, by a credit note on the invoice that \
                 charged it: first it takes off what is due there. Of what was paid, `keep_amount` stays with the merchant \
                 for a `reason`, `refund_amount` is refunded, and the rest goes to the customer's balance and pays what is \
                 open. At the end nothing more comes back.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"keep_amount": 20, "reason": "A key was not returned."})),
        Route::post("pause_subscription", "/subscriptions/{id}/pause", pause::pause)
            .described(
                "From the first period that begins on or after `from`, or the next one, until the first on or after \
                 `until`: no charges, no allowance and no benefits. With `behaviour` `draft` the dues are put into drafts. \
                 A commitment ends so much later.",
            )
            .refusing(&[InvalidState])
            .example(|| json!({"from": "2027-02-01", "until": "2027-04-01", "behaviour": "void"})),
        Route::post("resume_subscription", "/subscriptions/{id}/resume", pause::resume)
            .described("The pause ends with the period; one that has not begun is called off.")
            .refusing(&[InvalidState]),
    ]
}

fn changing() -> Vec<Route> {
    vec![
        Route::post("change_subscription_plan", "/subscriptions/{id}/change-plan", change_plan::change).people(People::Own(""), &["membership_plan_id"])
            .described(
                "To another membership plan of the same location and currency. What costs as much or more a day begins at \
                 once: unused days are credited, the remaining ones charged. What costs less begins with the next period. \
                 `timing` and `proration` say otherwise.",
            )
            .refusing(&[CapacityExceeded, InvalidState])
            .example(change_example),
        Route::post(
            "preview_subscription_plan_change",
            "/subscriptions/{id}/change-plan-preview",
            change_plan::preview,
        ).people(People::Own(""), &["membership_plan_id"])
        .needing(PREVIEW)
        .described("What the change would do now; nothing is stored.")
        .refusing(&[InvalidState])
        .example(change_example),
        Route::post("renew_subscription_now", "/subscriptions/{id}/renew-now", renew_now::renew_now)
            .described("Invoices the next period now. Its allowance is granted when it begins.")
            .refusing(&[InvalidState]),
    ]
}

fn change_example() -> serde_json::Value {
    json!({"membership_plan_id": "0199a000-0000-7000-8000-000000000004", "proration": "prorate"})
}

fn item_routes() -> Vec<Route> {
    vec![
        Route::post("add_subscription_item", "/subscriptions/{id}/items", items::add)
            .described(
                "Charged once, or with every period, from the first period on that begins on or after `start_date`; the \
                 next one when that is left out. Answers the subscription.",
            )
            .refusing(&[CapacityExceeded, InvalidState])
            .example(|| json!({"description": "Locker", "unit_amount": 15, "quantity": 1, "recurrence": "recurring"})),
        Route::delete("remove_subscription_item", "/subscriptions/{id}/items/{item_id}", items::remove)
            .labelled("Remove subscription item")
            .described("It is charged no more. What was charged stays. Answers the subscription.")
            .refusing(&[InvalidState]),
    ]
}
