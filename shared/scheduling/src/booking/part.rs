//! What a booking asks for: each of its resources with the policy that was agreed for it and its share of the price.
//! Each resource is judged by its own policy, whichever was named first (`docs/areas/bookings.md`, 46).

use records::booking_policy::{BookingPolicy, CheckInPolicy};
use uuid::Uuid;
use values::Id;

use crate::{booking::Booking, resource::Resource, slot::Slot};

/// A resource that a booking asks for.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// Resource that the booking takes.
    pub resource_id: Id<Resource>,
    /// What was agreed for it.
    pub policy: &'a BookingPolicy,
    /// What of the price falls to it, tax included, in minor units.
    pub share_minor: i64,
}

impl Booking {
    /// Its resource and those that are booked with it. A booking of before each had its own policy has one part, which
    /// is all of it.
    #[must_use]
    pub fn parts(&self) -> Vec<Part<'_>> {
        let ids = std::iter::once(self.resource_id).chain(self.additional_resource_ids.iter().copied());
        let policies = std::iter::once(&self.policy).chain(&self.additional_policies);
        let is_one = self.additional_policies.is_empty();
        let share = |position: usize| match self.price.shares_minor.get(position) {
            Some(share) if !is_one => *share,
            _ if position == 0 => self.price.total_minor,
            _ => 0,
        };
        let part = |(position, (resource_id, policy))| Part { resource_id, policy, share_minor: share(position) };
        ids.zip(policies).enumerate().map(part).collect()
    }

    /// What was agreed for a resource that it asks for.
    #[must_use]
    pub fn policy_of(&self, resource: Id<Resource>) -> Option<&BookingPolicy> {
        self.parts().into_iter().find(|part| part.resource_id == resource).map(|part| part.policy)
    }

    /// Whether it asks for a resource, which it may also take as a child of another one.
    #[must_use]
    pub fn asks_for(&self, resource: Id<Resource>) -> bool {
        self.resource_id == resource || self.additional_resource_ids.contains(&resource)
    }

    /// How people check in to it, which they do once: where one of its resources asks for it, by the narrowest of those
    /// that do.
    #[must_use]
    pub fn check_in(&self) -> CheckInPolicy {
        let parts = self.parts();
        let asking = || parts.iter().map(|part| &part.policy.check_in).filter(|check_in| check_in.enabled);
        let Some(opens_minutes) = asking().map(|check_in| check_in.opens_minutes).min() else {
            return self.policy.check_in.clone();
        };
        let auto_release_minutes = asking().filter_map(|check_in| check_in.auto_release_minutes).min();
        CheckInPolicy { enabled: true, opens_minutes, auto_release_minutes }
    }

    /// The slot it takes in the calendar of a resource; that of its first one where it takes nothing of it.
    #[must_use]
    pub fn slot_in(&self, id: Uuid, resource: Id<Resource>) -> Slot {
        let taken = self.taken.iter().find(|taken| taken.resource_id == resource);
        taken.map_or_else(|| self.slot(id, self.units), |taken| taken.slot(self.slot(id, taken.units)))
    }
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use records::booking_policy::BookingPolicy;
    use serde_json::json;
    use uuid::Uuid;
    use values::Id;

    use crate::{
        Booking,
        booking::{
            TakenResource, cancellation, frequency,
            sample::{at, booking},
        },
    };

    /// A booking of two resources for 100.01, the first with these rules, as it was stored before policies and shares
    /// were kept for each.
    fn of_before() -> Booking {
        let mut before = booking(at("2026-11-22T12:00"), at("2026-11-22T14:00"), 10_001);
        let resources = [before.resource_id, Id::new(Uuid::from_u128(7))];
        before.additional_resource_ids = vec![resources[1]];
        before.taken = resources.map(|resource_id| TakenResource { resource_id, units: 1, gaps: None }).into();
        before.policy = BookingPolicy { buffer_after_minutes: 720, cooldown_minutes: 20, ..BookingPolicy::default() };
        before.policy.cancellation_policy.free_minutes = 60;
        before.policy.check_in.opens_minutes = 5;
        let stored = json!(before);
        for key in ["additional_policies", "late_fee"] {
            assert!(stored.get(key).is_none(), "{key}");
        }
        assert_eq!(stored["taken"][0].as_object().map(serde_json::Map::len), Some(2));
        serde_json::from_value(stored).expect("a booking")
    }

    #[test]
    fn a_booking_of_before_follows_the_policy_of_its_first_resource_in_all() {
        let before = of_before();
        assert_eq!(before.parts().len(), 1);
        let late = before.start.plus(-Duration::minutes(59));
        assert_eq!(cancellation::fee_minor(&before, late, false), 10_001);
        assert_eq!(before.check_in(), before.policy.check_in);
        let days: Vec<_> =
            crate::booking_slots::days_of(&before).into_iter().map(|(id, day)| (id, day.to_string())).collect();
        let expected = before
            .taken
            .iter()
            .flat_map(|taken| ["2026-11-22", "2026-11-23"].map(|day| (taken.resource_id.uuid(), day.to_owned())));
        assert_eq!(days, expected.collect::<Vec<_>>(), "the gap of the first is kept in both calendars");
        let limited = BookingPolicy { max_free_bookings: Some(1), ..BookingPolicy::default() };
        let free =
            Booking { policy: limited, ..Booking { price: booking(late, before.start, 0).price, ..before.clone() } };
        assert_eq!(frequency::counted(&free), [free.resource_id]);
    }

    #[test]
    fn of_several_resources_each_has_its_share_and_its_policy() {
        let mut both = of_before();
        both.additional_policies = vec![BookingPolicy { max_free_bookings: Some(1), ..BookingPolicy::default() }];
        both.price.shares_minor = vec![10_001, 0];
        let shown: Vec<_> = both.parts().iter().map(|part| (part.resource_id, part.share_minor)).collect();
        assert_eq!(shown, [(both.resource_id, 10_001), (both.additional_resource_ids[0], 0)]);
        assert_eq!(frequency::counted(&both), both.additional_resource_ids);
    }
}
