//! A letter for each type of resource: names of cells are short, because a year of them is read at once.

use scheduling::resource::ResourceType;

/// Every type of resource, in the order in which reports have them.
pub const RESOURCE_TYPES: [ResourceType; 11] = [
    ResourceType::MeetingRoom,
    ResourceType::ConferenceRoom,
    ResourceType::EventSpace,
    ResourceType::PhoneBooth,
    ResourceType::Studio,
    ResourceType::HotDesk,
    ResourceType::DedicatedDesk,
    ResourceType::Office,
    ResourceType::Parking,
    ResourceType::Equipment,
    ResourceType::Station,
];

/// The letter of a type; stored, so never changed.
#[must_use]
pub const fn letter(resource_type: ResourceType) -> char {
    match resource_type {
        ResourceType::MeetingRoom => 'a',
        ResourceType::ConferenceRoom => 'b',
        ResourceType::EventSpace => 'c',
        ResourceType::PhoneBooth => 'd',
        ResourceType::Studio => 'e',
        ResourceType::HotDesk => 'f',
        ResourceType::DedicatedDesk => 'g',
        ResourceType::Office => 'h',
        ResourceType::Parking => 'i',
        ResourceType::Equipment => 'j',
        ResourceType::Station => 'k',
    }
}

/// The letter of an hour, `A` to `X`.
#[must_use]
pub fn hour_letter(hour: u8) -> char {
    char::from(b'A' + hour.min(23))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{RESOURCE_TYPES, hour_letter, letter};

    #[test]
    fn every_type_and_every_hour_has_a_letter_of_its_own() {
        assert_eq!(RESOURCE_TYPES.map(letter).into_iter().collect::<BTreeSet<_>>().len(), 11);
        assert_eq!((0..24).map(hour_letter).collect::<BTreeSet<_>>().len(), 24);
    }
}
