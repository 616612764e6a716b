//! What a transaction requires of a location, and storing a new membership plan, which the plans area and the memberships
//! area both do.

use serde_json::json;

use super::transaction::Transaction;
use crate::{
    domain::{Location, MembershipPlan, Record},
    error::{ApiError, ErrorCode},
};

/// Actions of [`Transaction::create_membership_plan`].
pub const MEMBERSHIP_PLAN_ACTIONS: usize = 5;

impl Transaction {
    /// Requires that a location is still there and active, because nothing is made at an inactive one; otherwise 422
    /// `location_inactive` naming `field`.
    pub fn require_active(&mut self, location: &Record<Location>, field: &str) {
        self.require_fields(location, &[("is_active", &json!(true))], Location::inactive(field));
    }

    /// Stores a new membership plan. From then on its location keeps its currency, also while the membership plan is
    /// inactive, because it can be restored; while it is active, the location cannot be archived. The location must be active. If it was made from a plan, the plan is marked as
    /// published at this location, which is possible once.
    pub fn create_membership_plan(&mut self, location: &Record<Location>, created: &Record<MembershipPlan>) {
        let moved = ApiError::conflict(ErrorCode::VersionConflict, "the location was changed at the same moment");
        self.create(created);
        let fields = [("currency", &json!(created.body.currency)), ("is_active", &json!(true))];
        self.require_fields(location, &fields, moved);
        self.add(&Location::prices(location.id), 1);
        if created.body.is_active {
            self.add(&Location::uses(location.id), 1);
        }
        if let Some(plan) = created.body.plan_id {
            let message = "the plan is being published there at this moment";
            let published = ApiError::conflict(ErrorCode::VersionConflict, message);
            self.claim(&MembershipPlan::published_key(plan, location.id), created.id, published);
        }
    }
}
