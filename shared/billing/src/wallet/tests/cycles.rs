//! What is reserved of cycles to come.

use super::{cycle_grant, *};

#[test]
fn a_scheduled_charge_is_reserved_and_posts_when_its_cycle_begins() {
    let (mut held, _) = holding(vec![bucket(1, 4, Some(30))]);
    held.reserve(reservation(60, 3, 30), 4).expect("a reservation");
    assert_eq!(held.reserve(reservation(61, 2, 30), 4), Err(WalletError::CycleExhausted { left: 1 }));
    assert_eq!((held.balance(at(1)).total, held.balance(at(1)).scheduled), (4, 3));
    assert_eq!(held.next_event_at(), Some(at(30)));
    let grants = vec![cycle_grant(2, 4, 30, 60)];
    let advanced = held.advance(at(30), grants, Begins::CycleOf(id(9))).expect("an advance");
    let kinds: Vec<_> = advanced.postings.iter().map(|posting| (posting.kind, posting.balance_after)).collect();
    assert_eq!(
        kinds,
        [(PostingKind::Expiration, 0), (PostingKind::SubscriptionAllocation, 4), (PostingKind::Booking, 1)]
    );
    assert_eq!(advanced.posted.iter().map(|(_, index)| *index).collect::<Vec<_>>(), [2]);
    assert_eq!(held.balance(at(31)).scheduled, 0);
}

#[test]
fn a_scheduled_charge_waits_for_its_own_cycle_and_is_told_when_that_does_not_come() {
    let mut held = Buckets::default();
    held.reserve(reservation(60, 3, 30), 4).expect("a reservation");
    for begins in [Begins::None, Begins::CycleOf(id(8))] {
        let advanced = held.advance(at(30), Vec::new(), begins).expect("an advance");
        assert_eq!((advanced.unfunded.len(), held.reserved().len()), (0, 1), "{begins:?}");
    }
    let advanced = held.advance(at(31), Vec::new(), Begins::Every).expect("an advance");
    assert_eq!((advanced.unfunded.len(), held.reserved().len(), held.total()), (1, 0, 0));
}

#[test]
fn a_cycle_that_grants_less_pays_what_was_reserved_first() {
    let mut held = Buckets::default();
    for (number, amount) in [(60, 3), (61, 2), (62, 1)] {
        held.reserve(reservation(number, amount, 30), 6).expect("a reservation");
    }
    let advanced = held.advance(at(30), vec![cycle_grant(2, 4, 30, 60)], Begins::CycleOf(id(9))).expect("an advance");
    let posted: Vec<_> = advanced.posted.iter().map(|(one, _)| one.amount).collect();
    let unfunded: Vec<_> = advanced.unfunded.iter().map(|one| one.amount).collect();
    assert_eq!((posted, unfunded, held.total()), (vec![3, 1], vec![2], 0));
}

#[test]
fn what_a_cycle_grants_pays_in_the_order_of_its_expiry() {
    let cycle = CycleToCome {
        subscription_id: id(9),
        starts_at: at(30),
        expires_at: at(60),
        location_id: id(100),
        credits: 4,
        day_passes: 0,
    };
    let (credits, _) = holding(vec![bucket(1, 2, Some(29)), bucket(2, 1, Some(50)), bucket(3, 5, None)]);
    let mut held = Wallet { credits, ..Wallet::default() };
    held.reserve(Unit::Credits, reservation(60, 1, 30), 4).expect("a reservation");
    let spent = |day| SpentAt { location_id: Some(id(100)), cross_location: false, takes_place_at: Some(at(day)) };
    let parts = |day: i64, amount| held.parts_of_charge(Unit::Credits, amount, at(1), &spent(day), &[cycle]);
    let of_cycle = |amount| vec![ReservedPart { cycle, amount }];
    for (day, amount, now, reserved) in [
        (40, 1, 1, Vec::new()),
        (40, 3, 1, of_cycle(2)),
        (40, 4, 1, of_cycle(3)),
        (40, 6, 3, of_cycle(3)),
        (55, 4, 1, of_cycle(3)),
        (29, 3, 3, Vec::new()),
        (60, 3, 3, Vec::new()),
    ] {
        assert_eq!(parts(day, amount), ChargeParts { now, reserved }, "{amount} on day {day}");
    }
    let available = |day| held.available_with(Unit::Credits, at(1), &spent(day), &[cycle]);
    assert_eq!([28, 29, 40, 55, 60].map(available), [8, 6, 9, 8, 5]);
    let elsewhere = SpentAt { location_id: Some(id(101)), ..spent(40) };
    assert_eq!(held.available_with(Unit::Credits, at(1), &elsewhere, &[cycle]), 6);
}
