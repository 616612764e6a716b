use super::{EventSeats, WaitingParty};
use crate::records::seat_terms::SeatTerms;
use values::{Id, Timestamp};

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("an instant")
}

fn id<K>(number: usize) -> Id<K> {
    Id::parse(&format!("0199a000-0000-7000-8000-{number:012}")).expect("an id")
}

fn seats(open: i64, waiting: &[i64]) -> EventSeats {
    let party = |(number, quantity): (usize, &i64)| WaitingParty {
        entry_id: id(number),
        quantity: *quantity,
        holders: vec![number.to_string()],
    };
    let waiting = waiting.iter().enumerate().map(party).collect();
    EventSeats { open, waiting, ..EventSeats::none(id(99)) }
}

/// Ten seats, of which a party has at most ten; registration closes at noon.
fn terms(passing: bool, now: &str) -> SeatTerms {
    let (now, closes_at) = (at(now), at("2027-01-01T12:00:00Z"));
    SeatTerms { capacity: Some(10), party_max: 10, passing, is_open: now < closes_at, closes_at, now }
}

fn offered(waiting: &[i64], free: i64, passing: bool) -> Vec<i64> {
    let mut seats = seats(10 - free, waiting);
    let terms = terms(passing, "2027-01-01T10:00:00Z");
    seats.promote(&terms, at("2027-01-03T10:00:00Z"), 10);
    assert!(!seats.can_promote(&terms));
    seats.offers.iter().map(|offer| offer.quantity).collect()
}

#[test]
fn the_line_is_served_in_turn_and_a_small_party_passes_where_that_is_allowed() {
    assert_eq!(offered(&[2, 2, 1], 4, false), [2, 2]);
    assert_eq!(offered(&[5, 1], 4, false), [0; 0]);
    assert_eq!(offered(&[5, 1, 2, 2], 4, true), [1, 2]);
}

#[test]
fn who_can_never_be_served_stands_in_nobodys_way() {
    assert_eq!(offered(&[11, 2], 4, false), [2]);
    let mut seats = seats(6, &[3, 1]);
    let few = SeatTerms { party_max: 2, ..terms(false, "2027-01-01T10:00:00Z") };
    assert_eq!(seats.promote(&few, few.closes_at, 10).len(), 1);
    assert!(seats.take(2, &few).is_ok(), "the party of three waits for nothing");
}

#[test]
fn what_is_offered_is_kept_until_the_offer_is_over_or_registration_closes() {
    let (now, later) = (terms(false, "2027-01-01T10:00:00Z"), terms(false, "2027-01-01T11:00:00Z"));
    for expires in ["2027-01-01T11:00:00Z", "2027-01-03T10:00:00Z"] {
        let mut seats = seats(8, &[2]);
        assert_eq!(seats.promote(&now, at(expires), 10).len(), 1);
        assert_eq!(seats.free(&now), Some(0));
        assert!(seats.take(1, &now).is_err());
        let over = SeatTerms { closes_at: later.now, is_open: false, ..later };
        assert_eq!(seats.free(&over), Some(2), "{expires}");
        assert!(seats.take(2, &over).is_ok(), "{expires}");
    }
}

#[test]
fn nobody_passes_those_who_wait() {
    let (strict, passing) = (terms(false, "2027-01-01T10:00:00Z"), terms(true, "2027-01-01T10:00:00Z"));
    assert!(seats(8, &[3]).take(1, &strict).is_err());
    assert!(seats(8, &[3]).take(1, &passing).is_ok());
    assert!(seats(8, &[3, 2]).take(1, &passing).is_err(), "there is room for the party of two");
    assert!(
        seats(8, &[3]).take(1, &terms(false, "2027-01-01T12:00:00Z")).is_ok(),
        "a host, once registration has closed"
    );
}
