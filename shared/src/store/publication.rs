//! Storing a new membership plan; the plans area and the memberships area both do it.

use super::transaction::Transaction;
use crate::{
    domain::{Location, MembershipPlan, Record},
    error::{ApiError, ErrorCode},
};

/// Actions of [`Transaction::create_membership_plan`].
pub const MEMBERSHIP_PLAN_ACTIONS: usize = 5;

impl Transaction {
    /// Stores a new membership plan. From then on its location cannot be archived and keeps its currency, also while
    /// the membership plan is inactive, because it can be restored. If it was made from a plan, the plan is marked as
    /// published at this location, which is possible once.
    pub fn create_membership_plan(&mut self, location: &Record<Location>, created: &Record<MembershipPlan>) {
        let moved = ApiError::conflict(ErrorCode::VersionConflict, "the location was changed at the same moment");
        self.create(created);
        self.require_still(location, "currency", &created.body.currency, moved);
        for counter in [Location::uses(location.id), Location::prices(location.id)] {
            self.add(&counter, 1);
        }
        if let Some(plan) = created.body.plan_id {
            let message = "the plan is being published there at this moment";
            let published = ApiError::conflict(ErrorCode::VersionConflict, message);
            self.claim(&MembershipPlan::published_key(plan, location.id), created.id, published);
        }
    }
}
