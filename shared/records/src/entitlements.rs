//! What a customer is at a location, as rules and prices ask.

use super::MembershipPlan;
use values::{CustomerTier, Id, audience::Audience};

/// What a customer is at a location at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntitlementsAt {
    /// How policy treats the customer.
    pub tier: CustomerTier,
    /// The narrowest audience that the customer is in without being named: the public, network members or members.
    pub audience: Audience,
    /// Membership plans of which the customer is a subscriber there, each once.
    pub plans: Vec<Id<MembershipPlan>>,
}

/// Somebody without a subscription.
static PUBLIC: EntitlementsAt =
    EntitlementsAt { tier: CustomerTier::Public, audience: Audience::Public, plans: Vec::new() };

impl EntitlementsAt {
    /// Somebody without a subscription, or of whom nothing is known.
    #[must_use]
    pub fn public() -> &'static Self {
        &PUBLIC
    }

    /// Whether the customer is a subscriber of one of these membership plans.
    #[must_use]
    pub fn subscribes_to_any(&self, plans: &[Id<MembershipPlan>]) -> bool {
        plans.iter().any(|plan| self.plans.contains(plan))
    }

    /// Whether something for this audience is for the customer. What is for exclusive members is for subscribers of the
    /// membership plans that name it.
    #[must_use]
    pub fn is_among(&self, audience: Audience, naming: &[Id<MembershipPlan>]) -> bool {
        match audience {
            Audience::Public | Audience::NetworkMembers | Audience::Members => audience <= self.audience,
            Audience::ExclusiveMembers => self.subscribes_to_any(naming),
            Audience::Admins => false,
        }
    }
}
