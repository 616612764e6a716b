use records::{EntitlementsAt, Location, location::Holiday};
use values::{
    Day, ShortText,
    schedule::{OpeningHours, Weekday},
};

use super::violations;
use crate::{
    booking::{
        BookingRequest,
        sample::{local, location, period, request, room},
    },
    resource::{Limits, Resource},
};

const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

fn every_day(opens: &str, closes: &str) -> Vec<OpeningHours> {
    WEEK.map(|weekday| OpeningHours { weekday, opens: opens.to_owned(), closes: closes.to_owned() }).to_vec()
}

fn reasons(request: &BookingRequest<'_>) -> Vec<&'static str> {
    violations(request).iter().map(|violation| violation.reason).collect()
}

/// Reasons against a member's request from one local time to another, asked for at 2026-11-21 10:00 local time unless
/// the request lies in another year.
fn against(resource: &Resource, location: &Location, start: &str, end: &str) -> Vec<&'static str> {
    let now = if start < "2026-11" { "2026-01-01T00:00" } else { "2026-11-21T10:00" };
    reasons(&request(resource, location, period(local(start), local(end)), local(now)))
}

fn with(change: impl FnOnce(&mut Resource)) -> Resource {
    let mut resource = room();
    change(&mut resource);
    resource
}

fn check(resource: &Resource, cases: &[(&str, &str, &[&str])]) {
    for (start, end, expected) in cases {
        assert_eq!(&against(resource, &location(), start, end), expected, "{start} to {end}");
    }
}

#[test]
fn a_resource_with_only_what_is_required_takes_every_wish_that_is_not_past() {
    check(
        &room(),
        &[
            ("2026-11-21T10:00", "2026-11-21T10:01", &[]),
            ("2026-11-21T09:59", "2026-11-21T11:00", &["in_the_past"]),
            ("2036-11-21T03:07", "2036-12-22T03:07", &[]),
        ],
    );
}

#[test]
fn what_is_switched_off_is_not_booked_and_no_override_helps() {
    let (off, mut closed) = (with(|room| room.is_active = false), location());
    closed.is_active = false;
    let period = period(local("2026-11-22T10:00"), local("2026-11-22T11:00"));
    let found = violations(&request(&off, &closed, period, local("2026-11-21T10:00")));
    assert_eq!(found.iter().map(|one| one.reason).collect::<Vec<_>>(), ["resource_inactive", "location_inactive"]);
    assert!(found.iter().all(|one| !one.is_overridable()));
}

#[test]
fn units_and_people_have_their_most() {
    let desks = with(|room| (room.units, room.capacity) = (3, Some(8)));
    let location = location();
    let period = period(local("2026-11-22T10:00"), local("2026-11-22T11:00"));
    for (units, attendees, expected) in [
        (3, 8, &[] as &[&str]),
        (4, 8, &["over_units"]),
        (3, 9, &["over_capacity"]),
        (4, 9, &["over_units", "over_capacity"]),
    ] {
        let request =
            BookingRequest { units, attendees, ..request(&desks, &location, period, local("2026-11-21T10:00")) };
        assert_eq!(reasons(&request), expected, "{units} units for {attendees}");
    }
    let crowd = room();
    let request =
        BookingRequest { attendees: 100_000, ..request(&crowd, &location, period, local("2026-11-21T10:00")) };
    assert!(reasons(&request).is_empty());
}

#[test]
fn an_override_reaches_every_rule_but_the_physical_ones() {
    let strict = with(|room| {
        room.capacity = Some(1);
        room.policy.step_minutes = Some(60);
        room.policy.max_minutes = Some(60);
        room.policy.lead_time_minutes = Some(60);
        room.schedule.default = every_day("09:00", "10:00");
    });
    let location = location();
    let period = period(local("2026-11-20T10:05"), local("2026-12-31T10:00"));
    let request =
        BookingRequest { units: 2, attendees: 2, ..request(&strict, &location, period, local("2026-11-21T10:00")) };
    let physical: Vec<_> =
        violations(&request).into_iter().filter(|one| !one.is_overridable()).map(|one| one.reason).collect();
    assert_eq!(physical, ["booking_too_long", "over_units", "over_capacity"]);
    let policy = ["in_the_past", "too_late", "outside_opening_hours", "too_long", "off_step"];
    let found: Vec<_> =
        violations(&request).into_iter().filter(super::Violation::is_overridable).map(|one| one.reason).collect();
    assert_eq!(found, policy);
}

#[test]
fn a_booking_lasts_at_most_31_days_by_the_clock_or_as_time_passes() {
    check(
        &room(),
        &[
            ("2026-12-01T00:00", "2027-01-01T00:00", &[]),
            ("2026-12-01T00:00", "2027-01-01T00:01", &["booking_too_long"]),
            ("2026-10-01T00:00", "2026-11-01T00:00", &[]), // an hour longer
            ("2026-10-01T00:00", "2026-11-01T00:01", &["booking_too_long"]),
            ("2026-03-01T00:00", "2026-04-01T01:00", &[]), // 31 times 24 hours
            ("2026-03-01T00:00", "2026-04-01T01:01", &["booking_too_long"]),
        ],
    );
}

#[test]
fn lengths_have_limits_and_a_day_is_a_day_whatever_the_clocks_do() {
    let hours = with(|room| (room.policy.min_minutes, room.policy.max_minutes) = (Some(30), Some(120)));
    check(
        &hours,
        &[
            ("2026-11-22T10:00", "2026-11-22T10:29", &["too_short"]),
            ("2026-11-22T10:00", "2026-11-22T10:30", &[]),
            ("2026-11-22T10:00", "2026-11-22T12:00", &[]),
            ("2026-11-22T10:00", "2026-11-22T12:01", &["too_long"]),
        ],
    );
    let days = with(|room| {
        (room.policy.min_minutes, room.policy.max_minutes) = (Some(1_440), Some(1_440));
        room.policy.step_minutes = Some(1_440);
    });
    check(
        &days,
        &[
            ("2026-03-29T00:00", "2026-03-30T00:00", &[]), // 23 hours
            ("2026-10-25T00:00", "2026-10-26T00:00", &[]), // 25 hours
            ("2026-11-25T00:00", "2026-11-26T00:00", &[]),
            ("2026-11-25T00:00", "2026-11-25T23:59", &["too_short", "off_step"]),
        ],
    );
}

#[test]
fn start_and_length_are_steps_of_the_local_day() {
    let quarter = with(|room| room.policy.step_minutes = Some(15));
    check(
        &quarter,
        &[
            ("2026-11-22T10:15", "2026-11-22T10:30", &[]),
            ("2026-11-22T10:10", "2026-11-22T10:25", &["off_step"]),
            ("2026-11-22T10:15", "2026-11-22T10:35", &["off_step"]),
            ("2026-11-22T23:45", "2026-11-23T00:15", &[]),
        ],
    );
    // Steps of the local day and not of the hour or of UTC.
    let fifty = with(|room| room.policy.step_minutes = Some(50));
    check(
        &fifty,
        &[
            ("2026-11-22T00:50", "2026-11-22T01:40", &[]),
            ("2026-11-22T01:40", "2026-11-22T03:20", &[]),
            ("2026-11-22T01:00", "2026-11-22T01:50", &["off_step"]),
        ],
    );
    // On 2026-03-29 the clock goes from two to three o'clock: a skipped step is at three.
    let two_hours = with(|room| room.policy.step_minutes = Some(120));
    check(
        &two_hours,
        &[
            ("2026-03-29T02:00", "2026-03-29T05:00", &[]),
            ("2026-03-29T00:00", "2026-03-29T04:00", &[]),
            ("2026-03-29T05:00", "2026-03-29T07:00", &["off_step"]),
            ("2026-03-30T03:00", "2026-03-30T05:00", &["off_step"]),
        ],
    );
}

#[test]
fn seconds_are_never_on_a_step() {
    let (quarter, location) = (with(|room| room.policy.step_minutes = Some(1)), location());
    let second = |instant: values::Timestamp| instant.plus(chrono::Duration::milliseconds(1));
    let (start, end) = (local("2026-11-22T10:00"), local("2026-11-22T10:15"));
    for (start, end, expected) in
        [(start, end, &[] as &[&str]), (second(start), second(end), &["off_step"]), (start, second(end), &["off_step"])]
    {
        let request = request(&quarter, &location, period(start, end), local("2026-11-21T10:00"));
        assert_eq!(reasons(&request), expected, "{start} to {end}");
    }
}

#[test]
fn lead_time_is_counted_in_minutes_and_booking_ahead_in_local_days() {
    let limited = with(|room| (room.policy.lead_time_minutes, room.policy.book_ahead_days) = (Some(60), Some(1)));
    let location = location();
    for (now, start, expected) in [
        ("2026-11-21T10:00", "2026-11-21T10:59", &["too_late"] as &[&str]),
        ("2026-11-21T10:00", "2026-11-21T11:00", &[]),
        ("2026-11-21T00:00", "2026-11-22T23:59", &[]),
        ("2026-11-21T23:59", "2026-11-23T00:00", &["too_early"]),
        ("2026-11-22T00:00", "2026-11-23T00:00", &[]),
        ("2026-10-24T23:59", "2026-10-25T23:59", &[]), // 25 hours ahead, and tomorrow
        ("2026-03-28T00:30", "2026-03-30T00:00", &["too_early"]),
    ] {
        let end = local(start).plus(chrono::Duration::hours(1));
        let request = request(&limited, &location, period(local(start), end), local(now));
        assert_eq!(reasons(&request), expected, "{start}, asked at {now}");
    }
    let today = with(|room| room.policy.book_ahead_days = Some(0));
    check(
        &today,
        &[("2026-11-21T23:59", "2026-11-22T01:00", &[]), ("2026-11-22T00:00", "2026-11-22T01:00", &["too_early"])],
    );
}

#[test]
fn others_have_the_public_limits_where_there_are_some() {
    let resource = with(|room| {
        (room.policy.max_minutes, room.policy.book_ahead_days) = (Some(480), Some(30));
        room.public_limits = Limits { max_minutes: Some(60), book_ahead_days: Some(2), ..Limits::default() };
    });
    let location = location();
    let long = period(local("2026-11-25T10:00"), local("2026-11-25T12:00"));
    let member = request(&resource, &location, long, local("2026-11-21T10:00"));
    assert!(reasons(&member).is_empty());
    assert_eq!(reasons(&BookingRequest { customer: EntitlementsAt::public(), ..member }), ["too_early", "too_long"]);
}

#[test]
fn location_and_resource_must_both_be_open_through_the_whole_booking() {
    let room = with(|room| room.schedule.default = every_day("08:00", "24:00"));
    let location = Location { opening_hours: every_day("07:00", "20:00"), ..location() };
    for (start, end, open) in [
        ("2026-11-22T08:00", "2026-11-22T20:00", true),
        ("2026-11-22T07:30", "2026-11-22T09:00", false),
        ("2026-11-22T19:30", "2026-11-22T20:01", false),
        ("2026-03-29T08:00", "2026-03-29T20:00", true),
        ("2026-10-25T08:00", "2026-10-25T20:00", true),
        ("2026-10-25T19:59", "2026-10-25T20:01", false),
    ] {
        let expected: &[&str] = if open { &[] } else { &["outside_opening_hours"] };
        assert_eq!(against(&room, &location, start, end), expected, "{start} to {end}");
    }
}

#[test]
fn others_have_the_public_hours_of_the_location() {
    let (room, early) = (room(), period(local("2026-11-22T06:00"), local("2026-11-22T07:00")));
    let mut location = Location { opening_hours: every_day("05:00", "23:00"), ..location() };
    let public = |location: &Location| {
        reasons(&BookingRequest {
            customer: EntitlementsAt::public(),
            ..request(&room, location, early, local("2026-11-21T10:00"))
        })
    };
    assert!(public(&location).is_empty());
    location.public_hours = every_day("09:00", "17:00");
    assert_eq!(public(&location), ["outside_opening_hours"]);
    assert!(against(&room, &location, "2026-11-22T06:00", "2026-11-22T07:00").is_empty());
}

#[test]
fn holidays_and_closed_days_are_closed_from_local_midnight_to_midnight() {
    let day = Day::parse("2026-12-25").expect("a day");
    let holiday = Location { holidays: vec![Holiday { date: day, name: ShortText::default() }], ..location() };
    let closed = with(|room| room.schedule.closed_dates = vec![day]);
    for (resource, location) in [(&room(), &holiday), (&closed, &location())] {
        for (start, end, open) in [
            ("2026-12-24T23:00", "2026-12-25T00:00", true),
            ("2026-12-24T23:00", "2026-12-25T00:01", false),
            ("2026-12-25T12:00", "2026-12-25T13:00", false),
            ("2026-12-26T00:00", "2026-12-26T01:00", true),
        ] {
            let expected: &[&str] = if open { &[] } else { &["outside_opening_hours"] };
            assert_eq!(against(resource, location, start, end), expected, "{start} to {end}");
        }
    }
}
