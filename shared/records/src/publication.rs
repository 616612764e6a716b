//! What a transaction requires of a location, and storing a new membership plan, which the plans area and the
//! memberships area both do.

use serde_json::json;

use super::{Location, MembershipPlan};
use store::Record;
use store::Transaction;
use values::{ApiError, ErrorCode};

/// Actions that [`create_membership_plan`] adds to a transaction, at most.
pub const MEMBERSHIP_PLAN_ACTIONS: usize = 5;

/// Requires of a location that something is made there.
pub trait RequireActive {
    /// Requires that a location is still there and active, because nothing is made at an inactive one; otherwise 422
    /// `location_inactive` naming `field`.
    fn require_active(&mut self, location: &Record<Location>, field: &str);
}

impl RequireActive for Transaction {
    fn require_active(&mut self, location: &Record<Location>, field: &str) {
        self.require_fields(location, &[("is_active", &json!(true))], Location::inactive(field));
    }
}

/// Stores a new membership plan. From then on its location keeps its currency, also while the membership plan is
/// inactive, because it can be restored; while it is active, the location cannot be archived. The location must be
/// active. If it was made from a plan, the plan is marked as published at this location, which is possible once.
pub fn create_membership_plan(
    transaction: &mut Transaction,
    location: &Record<Location>,
    created: &Record<MembershipPlan>,
) {
    let moved = ApiError::conflict(ErrorCode::VersionConflict, "the location was changed at the same moment");
    transaction.create(created);
    let fields = [("currency", &json!(created.body.currency)), ("is_active", &json!(true))];
    transaction.require_fields(location, &fields, moved);
    transaction.add(&Location::prices(location.id), 1);
    if created.body.is_active {
        transaction.add(&Location::uses(location.id), 1);
    }
    if let Some(plan) = created.body.plan_id {
        let message = "the plan is being published there at this moment";
        let published = ApiError::conflict(ErrorCode::VersionConflict, message);
        transaction.claim(&MembershipPlan::published_key(plan, location.id), created.id, published);
    }
}
