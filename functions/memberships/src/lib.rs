//! Memberships: the membership plans that customers can subscribe to (`docs/areas/memberships.md`).
//!
//! A membership plan is among the live records while it is active, and on `/memberships/deleted` afterwards; it is
//! never deleted. It may follow a plan of the catalogue in the fields it inherits. Who signs up becomes a member and a
//! subscriber.

mod activity;
mod create;
mod duplicate;
mod event_types;
mod exclusive;
mod links;
mod list;
mod references;
mod rules;
mod sign_up;
mod stored;
mod subscribers;
mod update;

use expansions::OF_SUBSCRIPTIONS;
use serde_json::json;
use shared::api::{People, Route, Routes};
use values::{
    Area,
    ErrorCode::{AlreadyExists, CapacityExceeded, InUse, InvalidState, RuleViolation, VersionConflict},
};

pub use self::event_types::event_types;

/// The operations of this area.
#[must_use]
pub fn routes() -> Routes {
    Routes::of(Area::Memberships, [reads(), writes(), actions()])
}

fn reads() -> Vec<Route> {
    vec![
        Route::get("list_memberships", "/memberships", list::list).by_ids().sorted_by(&["name"]).people(People::Public, &["cycle", "location_id", "q"]).labelled("List membership plans").described(
            "The active ones, newest first. Without a filter the list is strongly consistent; with `location_id` it may \
             lag a moment.",
        ),
        Route::get("list_deleted_memberships", "/memberships/deleted", list::list_deleted)
            .labelled("List inactive membership plans")
            .described("Newest first, strongly consistent. They stay readable by their id and can be restored."),
        Route::get("get_membership", "/memberships/{id}", stored::get).people(People::Public, &[])
            .labelled("Get membership plan")
            .described("Active or inactive."),
        Route::get("list_membership_subscribers", "/memberships/{id}/subscribers", subscribers::list).expanding(OF_SUBSCRIPTIONS)
            .labelled("List subscribers")
            .described(
                "The subscriptions to the membership plan that have not ended, newest first. The list is read from an \
                 index, which may lag a moment.",
            ),
    ]
}

fn writes() -> Vec<Route> {
    vec![
        Route::post("create_membership", "/memberships", create::create)
            .labelled("Create membership plan")
            .described(
                "The location is active, and the currency is its currency. With `plan_id` it becomes that plan's offer \
                 there, of which a location has one: what is left out is as in the plan, and the fields in `inherits` \
                 follow it. A field that is both inherited and given is given the plan's value.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState, VersionConflict])
            .example(|| {
                json!({"location_id": "0199a000-0000-7000-8000-000000000001", "name": "Flex desk", "cycle": "monthly",
                    "price": 199, "currency": "EUR", "description": "Any free desk, any day.", "expiring_credits": 10,
                    "discount_rooms": 15, "minimum_commitment": true, "commitment_cycles": 3, "signup_enabled": true,
                    "signup_type": "immediate", "notice_days": 30})
            }),
        Route::put("update_membership", "/memberships/{id}", update::update)
            .labelled("Update membership plan")
            .described(
                "Active or inactive. Fields that are left out stay as they are. Another value in an inherited field makes \
                 it the membership plan's own; `inherits` links fields again, at the plan's present values. `is_active` \
                 does what delete and restore do.",
            )
            .refusing(&[InUse, InvalidState])
            .example(|| json!({"price": 209, "discount_rooms": 20})),
        Route::delete("deactivate_membership", "/memberships/{id}", activity::deactivate)
            .labelled("Deactivate membership plan")
            .described(
                "It moves to `/memberships/deleted` with `is_active` false: no sign-up, no new subscriptions. Doing it \
                 again changes nothing. Refused with 409 `in_use` while a contract with it waits for signatures.",
            )
            .refusing(&[InUse]),
    ]
}

fn actions() -> Vec<Route> {
    vec![
        Route::post("restore_membership", "/memberships/{id}/restore", activity::restore)
            .labelled("Restore membership plan")
            .described(
                "It is active again, if its location is, and its plan when it has one. Doing it again changes nothing.",
            )
            .refusing(&[InvalidState]),
        Route::post("duplicate_membership", "/memberships/{id}/duplicate", duplicate::duplicate)
            .labelled("Duplicate membership plan")
            .described(
                "Makes an active membership plan of the same terms, at another location if asked for, where it leaves \
                 exclusive resources and benefits behind. It has no plan and inherits nothing; its price is the present one.",
            )
            .example(|| json!({"name": "Flex desk 2027"})),
        Route::post("sign_up_membership", "/memberships/{id}/sign-up", sign_up::sign_up).people(People::Own("customer_id"), &["message"])
            .labelled("Sign up for membership plan")
            .described(
                "Makes a registration for a member, or for somebody with `email` and `name`. With `signup_type` \
                 `immediate` it is approved, and the subscription begins today (`subscription_id`); otherwise, and when the \
                 plan has no seat left, it waits for approval. Without `signup_enabled` nobody signs up.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState, RuleViolation, VersionConflict])
            .example(|| json!({"email": "noor@example.com", "name": "Noor Visser", "message": "From Monday on, please."})),
    ]
}
