//! Identifiers of events: the same change of the stream has the same event, however often it is looked at.

use sha2::{Digest, Sha256};

use records::LoggedEvent;
use values::{Id, Timestamp};

/// Versions that are told apart: there are twelve bits for them.
const VERSIONS_MAX: i64 = 0xfff;

/// The id of the event of a change at `at`. It is a UUID of version 7, whose time is the change's; what is random in
/// others is the version that the record has since, so that two changes of it within a millisecond stand in their
/// order, and a digest of the item's key and of the change's number in the stream.
#[must_use]
pub fn event_id(
    at: Timestamp,
    version: i64,
    (partition, sort): (&str, &str),
    sequence_number: &str,
) -> Id<LoggedEvent> {
    let digest = Sha256::digest(format!("{partition}\n{sort}\n{sequence_number}"));
    let mut tail = [0; 10];
    tail.copy_from_slice(&digest[..10]);
    let order = u16::try_from(version.clamp(0, VERSIONS_MAX)).unwrap_or_default();
    tail[..2].copy_from_slice(&order.to_be_bytes());
    let millis = u64::try_from(at.millis()).unwrap_or(0);
    Id::new(uuid::Builder::from_unix_timestamp_millis(millis, &tail).into_uuid())
}

#[cfg(test)]
mod tests {
    use super::event_id;
    use values::Timestamp;

    #[test]
    fn the_same_change_has_the_same_id_and_another_has_another() {
        let at = Timestamp::from_millis(1_800_000_000_123).expect("an instant");
        let id = event_id(at, 3, ("m#booking", "b"), "100");
        assert_eq!(id, event_id(at, 3, ("m#booking", "b"), "100"));
        let others = [("m#booking", "b", "101"), ("m#booking", "c", "100"), ("n#booking", "b", "100")];
        for (partition, sort, number) in others {
            assert_ne!(id, event_id(at, 3, (partition, sort), number));
        }
        assert_eq!(id.uuid().get_version_num(), 7);
        assert_eq!(id.uuid().get_timestamp().expect("a time").to_unix(), (1_800_000_000, 123_000_000));
    }

    #[test]
    fn ids_sort_by_the_time_of_the_change_and_within_it_by_the_version() {
        let id = |millis, version| {
            let at = Timestamp::from_millis(millis).expect("an instant");
            event_id(at, version, ("m", "b"), "9").to_string()
        };
        let ids = [id(1_000, 7), id(1_001, 1), id(1_001, 2), id(1_001, 300), id(1_001, 9_000), id(5_000, 1)];
        assert!(ids.is_sorted(), "{ids:?}");
    }
}
