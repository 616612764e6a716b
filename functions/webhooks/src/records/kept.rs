//! For how long deliveries are shown and kept: by the time of their events, by the merchant's clock, whole UTC days.
//! Lists, a get and replays go by the same rule.

use chrono::Duration;
use records::logged_event::start_of_day;
use values::{Id, Timestamp};

use super::delivery::WebhookDelivery;

/// Of how many days the events are whose deliveries are shown.
const DELIVERY_DAYS: i64 = 30;

impl WebhookDelivery {
    /// When its event happened, by the merchant's clock: its id is dated by that.
    #[must_use]
    pub fn dated(id: Id<Self>) -> Timestamp {
        let (seconds, nanos) = id.uuid().get_timestamp().map_or((0, 0), |at| at.to_unix());
        let millis = i64::try_from(seconds).unwrap_or_default() * 1_000 + i64::from(nanos / 1_000_000);
        Timestamp::from_millis(millis).unwrap_or(Timestamp::EPOCH)
    }

    /// The first UTC day, as its first instant, of whose events deliveries are shown, and can be replayed, at `now` of
    /// the merchant's clock.
    #[must_use]
    pub fn shown_from(now: Timestamp) -> Timestamp {
        start_of_day(now.plus(Duration::days(-DELIVERY_DAYS)))
    }

    /// Whether a delivery is shown at `now`: DynamoDB deletes late what is over.
    #[must_use]
    pub fn is_shown(id: Id<Self>, now: Timestamp) -> bool {
        Self::shown_from(now) <= Self::dated(id)
    }

    /// When nothing of an instant's UTC day is shown any more: nothing of a day is deleted while it is shown and
    /// counted.
    #[must_use]
    pub fn gone_after(at: Timestamp) -> Timestamp {
        start_of_day(at).plus(Duration::days(DELIVERY_DAYS + 2))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use values::{Id, Timestamp};

    use crate::records::delivery::WebhookDelivery;

    fn at(text: &str) -> Timestamp {
        Timestamp::parse(text).expect("an instant")
    }

    #[test]
    fn a_delivery_is_shown_for_thirty_days_after_the_day_of_its_event_and_deleted_later() {
        let event_at = at("2026-11-21T09:00:00Z");
        let millis = u64::try_from(event_at.millis()).expect("after 1970");
        let id = Id::new(uuid::Builder::from_unix_timestamp_millis(millis, &[7; 10]).into_uuid());
        assert_eq!(WebhookDelivery::dated(id), event_at);
        assert!(WebhookDelivery::is_shown(id, at("2026-12-21T23:59:59Z")));
        assert!(!WebhookDelivery::is_shown(id, at("2026-12-22T00:00:00Z")));
        assert_eq!(WebhookDelivery::gone_after(event_at), at("2026-12-23T00:00:00Z"));
        assert_eq!(WebhookDelivery::dated(Id::new(Uuid::nil())), Timestamp::EPOCH);
    }
}
