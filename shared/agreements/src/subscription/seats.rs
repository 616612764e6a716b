//! How many subscribers a membership plan has, and whether there is room for another one: one counter, changed in the
//! transactions that begin and end a subscription, so that a limit is exact however many sign up at once.

use records::MembershipPlan;
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id};

/// Takes a seat of a plan; 409 `capacity_exceeded` when there is none.
pub fn take(transaction: &mut Transaction, plan: &Record<MembershipPlan>) {
    let counter = MembershipPlan::subscribers(plan.id);
    match plan.body.max_subscribers {
        Some(most) => transaction.add_up_to(&counter, 1, most, full()),
        None => transaction.add(&counter, 1),
    }
}

/// Gives a seat back.
pub fn give_back(transaction: &mut Transaction, plan: Id<MembershipPlan>) {
    transaction.add(&MembershipPlan::subscribers(plan), -1);
}

/// 409: no seat is left.
#[must_use]
pub fn full() -> ApiError {
    ApiError::conflict(ErrorCode::CapacityExceeded, "the membership plan has as many subscribers as it takes")
        .at("membership_plan_id", "max_subscribers")
}
