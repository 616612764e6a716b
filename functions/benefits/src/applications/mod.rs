//! Applications of customers for benefits.

mod approve;
mod create;
pub mod lapse;
mod list;

use expansions::Customers;
use serde_json::json;
use shared::api::{Call, Changes, Expansion, PathId, People, Route, get};
use values::ErrorCode::{AlreadyExists, CapacityExceeded, InvalidState, RuleViolation};

use crate::{
    records::{application::BenefitApplication, status::ApplicationAction},
    rules::entitlement,
};

/// What applications name.
pub const NAMED: &[Expansion] = &[Expansion::of::<Customers>("customer_id")];

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("list_benefit_applications", "/benefit-applications", list::list).by_ids().sorted_by(&["expires_at"]).expanding(NAMED).people(People::OwnCompany("customer_id"), &["benefit_id", "category_id", "end_date", "location_id", "start_date", "status"])
            .described(
                "Newest first. With `benefit_id`, `customer_id`, `category_id` or `location_id` the list may lag a moment behind. \
                 `status` asks for the status at the moment of the request: `approved` leaves out what has expired.",
            )
            .refusing(&[RuleViolation]),
        Route::post("create_benefit_application", "/benefit-applications", create::create).people(People::OwnCompany("customer_id"), &["benefit_id", "comment"])
            .labelled("Apply for a benefit")
            .described(
                "Takes from the benefit's allowance and quota; in the modes `auto` and `link` it is approved at once and \
                 gets its code. Refused while the benefit or its category is inactive and outside the benefit's window. \
                 Applications of a location are numbered from 1 without a gap.",
            )
            .refusing(&[AlreadyExists, CapacityExceeded, InvalidState])
            .example(|| {
                json!({"benefit_id": "0199a000-0000-7000-8000-000000000001",
                    "customer_id": "0199a000-0000-7000-8000-000000000002", "comment": "For the whole team."})
            }),
        Route::get("get_benefit_application", "/benefit-applications/{id}", get::<BenefitApplication>).expanding(NAMED).people(People::Own(""), &[]),
        Route::post("approve_benefit_application", "/benefit-applications/{id}/approve", approve::approve)
            .described(
                "It gets its code, and expires when the benefit's window ends. Refused after that window, when the \
                 benefit was archived and when its pool has no code left.",
            )
            .refusing(&[CapacityExceeded, InvalidState]),
        Route::post("reject_benefit_application", "/benefit-applications/{id}/reject", reject)
            .described("Allowance and quota are given back.")
            .refusing(&[InvalidState]),
        Route::post("cancel_benefit_application", "/benefit-applications/{id}/cancel", cancel).people(People::Own(""), &[])
            .described(
                "Submitted or approved. Allowance and quota are given back; a code of a pool is not, because the \
                 customer has seen it.",
            )
            .refusing(&[InvalidState]),
        Route::post("redeem_benefit_application", "/benefit-applications/{id}/redeem", redeem)
            .described("Approved, once, and before it expires.")
            .refusing(&[InvalidState]),
    ]
}

async fn reject(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    let mut update = call.update(id).await?;
    update.after.status = update.present.status_after(ApplicationAction::Reject, call.now)?;
    update.after.decided_at = Some(call.now);
    update.after.decided_by = Some(call.caller.client);
    entitlement::give_back(&mut update.transaction, &update.after);
    update.commit().await
}

async fn cancel(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    let mut update = call.update(id).await?;
    update.after.status = update.present.status_after(ApplicationAction::Cancel, call.now)?;
    entitlement::give_back(&mut update.transaction, &update.after);
    update.commit().await
}

async fn redeem(call: Call, PathId(id): PathId<BenefitApplication>) -> Changes<BenefitApplication> {
    let mut update = call.update(id).await?;
    update.after.status = update.present.status_after(ApplicationAction::Redeem, call.now)?;
    update.commit().await
}
