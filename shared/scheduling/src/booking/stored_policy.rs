//! The policies in a stored booking. Keys with their default value are left out, because every booking contains the
//! policy, in the table and in each of its indexes; when it is read they have their default again.

use records::booking_policy::BookingPolicy;
use serde::{
    Serialize, Serializer,
    ser::{SerializeMap, SerializeSeq},
};

/// Writes one policy without its default values, for `serialize_with`.
pub fn serialize<S: Serializer>(policy: &BookingPolicy, serializer: S) -> Result<S::Ok, S::Error> {
    // Every key by its name, so that a new one cannot be forgotten here.
    let BookingPolicy {
        step_minutes,
        min_minutes,
        max_minutes,
        lead_time_minutes,
        book_ahead_days,
        buffer_before_minutes,
        buffer_after_minutes,
        cooldown_minutes,
        max_free_bookings,
        cancellation_policy,
        check_in,
    } = policy;
    let mut map = serializer.serialize_map(None)?;
    entry(&mut map, "step_minutes", step_minutes)?;
    entry(&mut map, "min_minutes", min_minutes)?;
    entry(&mut map, "max_minutes", max_minutes)?;
    entry(&mut map, "lead_time_minutes", lead_time_minutes)?;
    entry(&mut map, "book_ahead_days", book_ahead_days)?;
    entry(&mut map, "buffer_before_minutes", buffer_before_minutes)?;
    entry(&mut map, "buffer_after_minutes", buffer_after_minutes)?;
    entry(&mut map, "cooldown_minutes", cooldown_minutes)?;
    entry(&mut map, "max_free_bookings", max_free_bookings)?;
    entry(&mut map, "cancellation_policy", cancellation_policy)?;
    entry(&mut map, "check_in", check_in)?;
    map.end()
}

/// For `serialize_with`, of several.
pub fn serialize_all<S: Serializer>(policies: &[BookingPolicy], serializer: S) -> Result<S::Ok, S::Error> {
    let mut all = serializer.serialize_seq(Some(policies.len()))?;
    for policy in policies {
        all.serialize_element(&Stored(policy))?;
    }
    all.end()
}

struct Stored<'a>(&'a BookingPolicy);

impl Serialize for Stored<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer)
    }
}

fn entry<M: SerializeMap, T: Serialize + Default + PartialEq>(
    map: &mut M,
    key: &str,
    value: &T,
) -> Result<(), M::Error> {
    if *value == T::default() { Ok(()) } else { map.serialize_entry(key, value) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{
        Booking,
        booking::sample::{at, booking},
    };
    use records::booking_policy::{BookingPolicy, CheckInPolicy};

    #[test]
    fn a_stored_policy_has_what_it_says_and_is_read_as_it_was() {
        let check_in = CheckInPolicy { enabled: true, opens_minutes: 10, auto_release_minutes: Some(15) };
        let full = BookingPolicy {
            step_minutes: Some(15),
            min_minutes: Some(30),
            max_minutes: Some(60),
            lead_time_minutes: Some(0),
            book_ahead_days: Some(0),
            buffer_before_minutes: 5,
            buffer_after_minutes: 10,
            cooldown_minutes: 20,
            max_free_bookings: Some(3),
            check_in,
            ..BookingPolicy::default()
        };
        for (policy, keys) in [(BookingPolicy::default(), 0), (full, 10)] {
            let additional_policies = vec![BookingPolicy::default(), policy.clone()];
            let before =
                Booking { policy, additional_policies, ..booking(at("2026-11-22T12:00"), at("2026-11-22T14:00"), 0) };
            let stored = json!(before);
            assert_eq!(stored["policy"].as_object().map(serde_json::Map::len), Some(keys));
            assert_eq!(stored["additional_policies"], json!([{}, stored["policy"]]));
            let after: Booking = serde_json::from_value(stored).expect("a booking");
            assert_eq!(after, before);
        }
    }
}
