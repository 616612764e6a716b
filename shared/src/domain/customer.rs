//! Customer: a member or a company, which is served and billed. Both share one space of identifiers.

use super::{Counter, Id, Kind, KindName, MembershipPlan, audience::Audience};

/// A member or a company; it has no record of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Customer;

impl Kind for Customer {
    const KIND: KindName = KindName::Customer;
}

impl Customer {
    /// Counts the bookings of a customer that are stored as live. It is closed while the customer makes none.
    #[must_use]
    pub fn bookings(id: Id<Self>) -> Counter {
        Counter::new("customer_bookings", id)
    }

    /// Counts the assignments of a customer that have not ended, as far as that was written down.
    #[must_use]
    pub fn assignments(id: Id<Self>) -> Counter {
        Counter::new("customer_assignments", id)
    }
}

/// How a customer is treated by policy: as a member or as the public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CustomerTier {
    /// A member: the resource's own limits, its default schedule and the member ladder.
    Member,
    /// Anybody else: the public limits, the public schedule and the public ladder.
    Public,
}

/// What a customer is at a location at an instant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandingAt {
    /// How policy treats the customer.
    pub tier: CustomerTier,
    /// The narrowest audience that the customer is in without being named: the public, network members or members.
    pub audience: Audience,
    /// Membership plans of which the customer is a subscriber there, each once.
    pub plans: Vec<Id<MembershipPlan>>,
}

/// Somebody without a subscription.
static PUBLIC: StandingAt = StandingAt { tier: CustomerTier::Public, audience: Audience::Public, plans: Vec::new() };

impl StandingAt {
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
