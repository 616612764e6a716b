use proptest::prelude::*;
use records::{Location, location::Holiday};
use uuid::Uuid;
use values::{
    Day, Id, ShortText,
    schedule::{OpeningHours, Weekday},
};

use super::{BookableResource, Period, Question, ResourceCalendar, Slot, SlotKind, Timestamp, steps};
use crate::{
    booking::{
        BookingRequest, policy,
        sample::{local, location, member, period, request, room, zone},
    },
    resource::Resource,
    resource_assignment::{Assigned, Days, ResourceAssignments},
    slot::conflict,
};

/// Midnights in Amsterdam around which clocks change in a night, and one in which they do not.
const NIGHTS: [&str; 3] = ["2026-12-01T00:00", "2027-03-28T00:00", "2027-10-31T00:00"];
/// What is looked at: a day and a half, in minutes.
const SPAN: i64 = 36 * 60;

/// What is drawn: minutes count from a midnight.
#[derive(Clone, Debug)]
struct Draw {
    night: usize,
    units: (u32, u32),
    step: Option<u32>,
    buffers: (u32, u32),
    slots: Vec<(i64, i64, u32, u32, bool)>,
    child: Vec<(i64, i64)>,
    hours: Vec<(u32, u32)>,
    assigned: Option<(i64, u32)>,
    holiday: Option<i64>,
    minutes: i64,
    from: i64,
}

fn draw() -> impl Strategy<Value = Draw> {
    let slots = prop::collection::vec((-120..SPAN, 1_i64..300, 1_u32..3, 0_u32..40, any::<bool>()), 0..6);
    let child = prop::collection::vec((0..SPAN, 1_i64..200), 0..3);
    let hours = prop::collection::vec((0_u32..20, 1_u32..12), 0..3);
    let limits = (prop::option::of((0_i64..2, 1_u32..3)), prop::option::of(0_i64..2));
    let own = ((1_u32..4, 1_u32..3), prop::option::of(prop::sample::select(vec![7_u32, 30, 50, 90])));
    let asked = (1_i64..8, 0_i64..90);
    (0..NIGHTS.len(), own, (0_u32..30, 0_u32..30), slots, child, hours, limits, asked).prop_map(
        |(night, (units, step), buffers, slots, child, hours, (assigned, holiday), (length, from))| {
            let minutes = length * i64::from(step.unwrap_or(15));
            Draw { night, units, step, buffers, slots, child, hours, assigned, holiday, minutes, from }
        },
    )
}

impl Draw {
    fn at(&self, minute: i64) -> Timestamp {
        local(NIGHTS[self.night]).plus(chrono::Duration::minutes(minute))
    }

    fn day(&self, number: i64) -> Day {
        Day::new(self.at(0).day_in(zone()) + chrono::Duration::days(number)).expect("a day")
    }

    fn slot(&self, number: usize, (start, length): (i64, i64), units: u32, buffers: (u32, u32)) -> Slot {
        Slot {
            id: Uuid::from_u128(number as u128 + 1),
            kind: SlotKind::Booking,
            start: self.at(start),
            end: self.at(start + length),
            buffer_before_minutes: buffers.0,
            buffer_after_minutes: buffers.1,
            units,
            customer: None,
            cooldown_minutes: 0,
            until: None,
        }
    }

    /// The slots of the resource; some of them no longer count.
    fn slots(&self) -> Vec<Slot> {
        let slot = |(number, (start, length, units, buffer, gone)): (usize, &(i64, i64, u32, u32, bool))| {
            let until = gone.then(|| self.at(-600));
            Slot { until, ..self.slot(number, (*start, *length), *units, (*buffer, buffer / 2)) }
        };
        self.slots.iter().enumerate().map(slot).collect()
    }

    fn part_slots(&self) -> Vec<Slot> {
        self.child.iter().enumerate().map(|(number, times)| self.slot(number, *times, 1, (0, 0))).collect()
    }

    fn resource(&self) -> Resource {
        let mut resource = room();
        resource.units = self.units.0;
        resource.policy.step_minutes = self.step;
        (resource.policy.buffer_before_minutes, resource.policy.buffer_after_minutes) = self.buffers;
        let weekdays = [0, 1].map(|number| Weekday::of(self.day(number).date()));
        let hours = |weekday, opens: u32, length: u32| {
            let closes = format!("{:02}:30", (opens + length) % 24);
            OpeningHours { weekday, opens: format!("{opens:02}:15"), closes }
        };
        for (opens, length) in &self.hours {
            resource.schedule.default.extend(weekdays.map(|weekday| hours(weekday, *opens, *length)));
        }
        resource
    }

    fn location(&self) -> Location {
        let holidays = self.holiday.map(|number| Holiday { date: self.day(number), name: ShortText::default() });
        Location { holidays: holidays.into_iter().collect(), ..location() }
    }

    fn book(&self) -> Option<ResourceAssignments> {
        self.assigned.map(|(number, units)| ResourceAssignments {
            assigned: vec![Assigned {
                assignment_id: Id::new(Uuid::from_u128(9)),
                days: Days { first: self.day(number), last: Some(self.day(number)) },
                units: Some(units),
                held: None,
            }],
            closed_until: None,
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Every minute of a period is judged by itself, and every minute is tried as a start, with all rules.
    #[test]
    fn periods_and_starts_agree_with_trying_every_minute(draw in draw()) {
        let (resource, location, book, child) = (draw.resource(), draw.location(), draw.book(), room());
        let (slots, part_slots) = (draw.slots(), draw.part_slots());
        let (within, units) = (period(draw.at(draw.from), draw.at(SPAN)), draw.units.1);
        let now = draw.at(-60);
        let question = Question { within, units, customer: member(), booker: None, now };
        let own = ResourceCalendar::new(Id::new(Uuid::from_u128(2)), &resource, &slots, book.as_ref(), now);
        let children = vec![ResourceCalendar::new(Id::new(Uuid::from_u128(3)), &child, &part_slots, None, now)];
        let site = BookableResource { location: &location, own, children, parent: None };
        let free = site.free_periods(&question);

        let wish_of = |start: i64, length: i64| BookingRequest { units, ..request(&resource, &location, period(draw.at(start), draw.at(start + length)), now) };
        let taken = |slots: &[Slot], minute: i64| -> u32 {
            slots.iter().filter(|slot| slot.counts(now) && slot.start <= draw.at(minute) && draw.at(minute) < slot.end).map(|slot| slot.units).sum()
        };
        let assigned = |minute: i64| -> u32 {
            let day = Day::new(draw.at(minute).day_in(zone())).expect("a day");
            book.iter().flat_map(|book| &book.assigned).filter(|assigned| assigned.days.has(day)).filter_map(|assigned| assigned.units).sum()
        };
        let mut expected: Vec<(i64, i64, u32)> = Vec::new();
        for minute in draw.from..SPAN {
            let is_open = !policy::violations(&wish_of(minute, 1)).iter().any(|one| one.reason == "outside_opening_hours");
            let left = resource.units.saturating_sub(taken(&slots, minute) + assigned(minute));
            if is_open && left >= units && taken(&part_slots, minute) == 0 {
                match expected.last_mut().filter(|last| last.1 == minute) {
                    Some(last) => (last.1, last.2) = (minute + 1, last.2.min(left)),
                    None => expected.push((minute, minute + 1, left)),
                }
            }
        }
        let shown: Vec<_> = expected.iter().map(|(from, to, left)| (draw.at(*from), draw.at(*to), *left)).collect();
        prop_assert_eq!(free.iter().map(|one| (one.start_time, one.end_time, one.units_free)).collect::<Vec<_>>(), shown);

        let fits = |start: &i64| {
            let slot = |units| draw.slot(99, (*start, draw.minutes), units, draw.buffers);
            let request = wish_of(*start, draw.minutes);
            let left = book.as_ref().map_or(Ok(resource.units), |assignments| assignments.left(request.period, units, resource.units, zone()));
            policy::violations(&request).is_empty()
                && left.is_ok_and(|left| conflict(&slots, &slot(units), left, now).is_none())
                && conflict(&part_slots, &slot(1), 1, now).is_none()
        };
        let mut stepped = resource.clone();
        stepped.policy.step_minutes = draw.step.or(Some(15));
        let on_step = |start: &i64| {
            let request = BookingRequest { resource: &stepped, ..wish_of(*start, draw.minutes) };
            !policy::violations(&request).iter().any(|one| (one.field, one.reason) == ("start_time", "off_step"))
        };
        let expected: Vec<_> = (draw.from..=SPAN - draw.minutes).filter(|start| fits(start) && on_step(start)).map(|start| draw.at(start)).collect();
        let minutes = u32::try_from(draw.minutes).expect("minutes");
        prop_assert_eq!(site.starts(&question, &free, minutes, usize::MAX), Some(expected));
    }
}

/// Steps of an hour between two local times, as UTC.
fn hourly(first: &str, last: &str) -> Vec<String> {
    steps(local(first), local(last), 60, zone()).map(|start| start.to_string()[11..16].to_owned()).collect()
}

#[test]
fn a_skipped_step_is_where_the_clock_goes_on_and_a_repeated_one_is_two() {
    assert_eq!(hourly("2027-03-28T01:00", "2027-03-28T04:00"), ["00:00", "01:00", "02:00"]);
    assert_eq!(hourly("2027-10-31T01:00", "2027-10-31T03:00"), ["23:00", "00:00", "01:00", "02:00"]);
    assert_eq!(hourly("2026-12-01T23:30", "2026-12-02T01:30"), ["23:00", "00:00"]);
    let half = |text: &str| Period::new(local("2026-12-01T00:00"), local(text)).expect("a period");
    let odd: Vec<_> = steps(half("2026-12-01T02:30").start(), half("2026-12-02T01:00").end(), 50, zone()).collect();
    assert!(odd.contains(&local("2026-12-01T23:20")) && odd.contains(&local("2026-12-02T00:00")), "{odd:?}");
}
