use super::{EventSeats, WaitingParty};
use shared::domain::{Id, Timestamp};

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
        holder: number.to_string(),
    };
    let waiting = waiting.iter().enumerate().map(party).collect();
    EventSeats { open, waiting, ..EventSeats::none(id(99)) }
}

fn offered(waiting: &[i64], free: i64, passing: bool) -> Vec<i64> {
    let mut seats = seats(10 - free, waiting);
    let (now, until) = (at("2027-01-01T10:00:00Z"), at("2027-01-01T12:00:00Z"));
    seats.promote((Some(10), passing), (now, until), 10);
    assert!(!seats.can_promote((Some(10), passing), now));
    seats.offers.iter().map(|offer| offer.quantity).collect()
}

#[test]
fn the_line_is_served_in_turn_and_a_small_party_passes_where_that_is_allowed() {
    assert_eq!(offered(&[2, 2, 1], 4, false), [2, 2]);
    assert_eq!(offered(&[5, 1], 4, false), [0; 0]);
    assert_eq!(offered(&[5, 1, 2, 2], 4, true), [1, 2]);
}

#[test]
fn what_is_offered_is_kept_until_the_offer_is_over() {
    let mut seats = seats(8, &[2]);
    let (now, until) = (at("2027-01-01T10:00:00Z"), at("2027-01-01T12:00:00Z"));
    assert_eq!(seats.promote((Some(10), false), (now, until), 10).len(), 1);
    assert_eq!(seats.free(Some(10), now), Some(0));
    assert!(seats.take(1, (Some(10), false), now).is_err());
    assert_eq!(seats.free(Some(10), until), Some(2));
    assert!(seats.take(2, (Some(10), false), until).is_ok());
}

#[test]
fn nobody_passes_those_who_wait() {
    let now = at("2027-01-01T10:00:00Z");
    assert!(seats(8, &[3]).take(1, (Some(10), false), now).is_err());
    assert!(seats(8, &[3]).take(1, (Some(10), true), now).is_ok());
}
