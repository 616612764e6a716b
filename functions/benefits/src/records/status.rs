//! States of an application, and which follow which.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// State of an application.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BenefitApplicationStatus")]
pub enum ApplicationStatus {
    /// Waits for a decision.
    #[default]
    Submitted,
    /// Was approved, at once or by a decision, and can be redeemed.
    Approved,
    /// Was refused by a decision; allowance and quota were given back.
    Rejected,
    /// Was withdrawn before it was redeemed; allowance and quota were given back.
    Cancelled,
    /// The customer has used the benefit.
    Redeemed,
    /// Was approved and not used in time. Derived when it is read, never stored.
    Expired,
}

/// What can be done to an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplicationAction {
    /// Approves a submitted application, which gets its code.
    Approve,
    /// Refuses a submitted application; allowance and quota are given back.
    Reject,
    /// Withdraws a submitted or approved application.
    Cancel,
    /// Notes that the customer has used the approved benefit.
    Redeem,
}

impl ApplicationStatus {
    /// The state after `action`; `None` when this state does not allow it.
    #[must_use]
    pub const fn after(self, action: ApplicationAction) -> Option<Self> {
        match (self, action) {
            (Self::Submitted, ApplicationAction::Approve) => Some(Self::Approved),
            (Self::Submitted, ApplicationAction::Reject) => Some(Self::Rejected),
            (Self::Submitted | Self::Approved, ApplicationAction::Cancel) => Some(Self::Cancelled),
            (Self::Approved, ApplicationAction::Redeem) => Some(Self::Redeemed),
            (Self::Submitted, ApplicationAction::Redeem)
            | (Self::Approved, ApplicationAction::Approve | ApplicationAction::Reject)
            | (Self::Rejected | Self::Cancelled | Self::Redeemed | Self::Expired, _) => None,
        }
    }

    /// The state on the wire and in the store.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Submitted => "submitted",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
            Self::Redeemed => "redeemed",
            Self::Expired => "expired",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        ApplicationAction::{Approve, Cancel, Redeem, Reject},
        ApplicationStatus::{Approved, Cancelled, Expired, Redeemed, Rejected, Submitted},
    };

    #[test]
    fn only_these_states_follow_each_other() {
        for (state, expected) in [
            (Submitted, [Some(Approved), Some(Rejected), Some(Cancelled), None]),
            (Approved, [None, None, Some(Cancelled), Some(Redeemed)]),
            (Rejected, [None; 4]),
            (Cancelled, [None; 4]),
            (Redeemed, [None; 4]),
            (Expired, [None; 4]),
        ] {
            assert_eq!([Approve, Reject, Cancel, Redeem].map(|action| state.after(action)), expected, "{state:?}");
        }
    }

    #[test]
    fn a_state_is_stored_as_it_is_written() {
        for state in [Submitted, Approved, Rejected, Cancelled, Redeemed, Expired] {
            assert_eq!(serde_json::to_value(state).expect("a state"), state.as_str());
        }
    }
}
