//! Totals and pages of lists of visits (decision 46): exact after any history, whether changes are counted yet or not.

use chrono::Duration;
use records::{Member, VisitorContact, VisitorVisit, visitor_visit::VisitStatus};
use serde_json::{Value, json};
use testing::TestApp;
use tests::{
    NOBODY, accepted,
    calendar_history::{CalendarHistory, Expected, goes_on, survives_counts_that_die},
    location_with, member,
    time_lists::{Dice, every_page, in_order, page_costs, text},
};
use values::{Id, Timestamp};

use super::Door;

/// A business of two locations with a history of visits.
struct History {
    door: Door,
    locations: [String; 2],
    hosts: [String; 2],
    contacts: [String; 2],
    visits: Vec<String>,
    series: Vec<String>,
    dice: Dice,
}

impl History {
    async fn new(seed: u64) -> Self {
        let door = Door::alone().await;
        let far = location_with(door.app(), json!({"name": "Yak House", "time_zone": "Asia/Kathmandu"})).await;
        let locations = [door.fixture.location.clone(), far];
        let hosts = [door.fixture.member.clone(), member(door.app(), "ben@example.com").await];
        let contacts = [door.contact(json!({})).await, door.contact(json!({"name": "Bo"})).await];
        Self { door, locations, hosts, contacts, visits: Vec::new(), series: Vec::new(), dice: Dice(seed) }
    }

    fn expected_at(&mut self) -> Value {
        let now = self.door.app().context.clock.now();
        let begin = Timestamp::from_millis(now.millis() / 900_000 * 900_000).unwrap_or(now);
        let quarters = i64::try_from(self.dice.below(4 * 24 * 4)).unwrap_or_default();
        json!({"expected_at": begin.plus(Duration::minutes(15 * quarters)).to_string()})
    }

    async fn make(&mut self, expected: Value) {
        let place = usize::from(self.dice.below(3) == 0);
        let who = json!({"location_id": self.locations[place], "host_id": self.dice.one(&self.hosts.clone())});
        let mut body = self.door.body(&tests::with(expected, &who));
        if place == 0 && self.dice.below(2) == 0 {
            body = tests::with(
                tests::without(body, "visitor"),
                &json!({"contact_id": self.dice.one(&self.contacts.clone())}),
            );
        }
        let made = self.door.app().post("/visitor-visits", body).await;
        accepted(&made, 201);
        let series = text(&made.body["data"], "series_id");
        if series.is_empty() {
            return self.visits.push(made.id());
        }
        self.visits.extend(every_page(self.door.app(), &format!("/visitor-visits?series_id={series}")).await);
        self.series.push(series);
    }
}

impl CalendarHistory for History {
    type Kind = VisitorVisit;
    const LIST: &'static str = "/visitor-visits";
    const STATES: &'static [&'static str] = &["expected", "checked_in", "checked_out", "no_show", "cancelled"];

    fn app(&self) -> &TestApp {
        self.door.app()
    }

    async fn step(&mut self) {
        let chosen = self.dice.one(&self.visits.clone());
        let expected = self.expected_at();
        let app = self.door.app().clone();
        match (self.dice.below(12), chosen) {
            (4 | 5, Some(id)) => drop(app.post(&format!("/visitor-visits/{id}/check-in"), json!({})).await),
            (6, Some(id)) => drop(app.post(&format!("/visitor-visits/{id}/check-out"), json!({})).await),
            (7, Some(id)) => drop(app.post(&format!("/visitor-visits/{id}/cancel"), json!({})).await),
            (8, Some(id)) => drop(app.put(&format!("/visitor-visits/{id}"), expected).await),
            (9, Some(id)) => {
                if app.delete(&format!("/visitor-visits/{id}")).await.status == 200 {
                    self.visits.retain(|visit| *visit != id);
                }
            }
            (10, Some(_)) => {
                let passed = i64::try_from(self.dice.below(600)).unwrap_or_default();
                app.clock.advance(Duration::minutes(passed));
            }
            (11, Some(_)) => {
                self.make(tests::with(expected, &json!({"recurring": {"frequency": "daily", "count": 3}}))).await;
            }
            _ => self.make(expected).await,
        }
    }

    async fn expected(&self) -> Expected {
        let app = self.door.app();
        let mut visits = Vec::new();
        for id in &self.visits {
            visits.push(app.get(&format!("/visitor-visits/{id}")).await.body["data"].clone());
        }
        let expected = |filter: &dyn Fn(&Value) -> bool| in_order(&visits, "expected_at", filter);
        let ([near, far], host, contact) = (&self.locations, &self.hosts[1], &self.contacts[1]);
        // Neither begins ten minutes.
        let (from, to) = ("2027-01-01T18:17:00.000Z", "2027-01-04T18:04:00.000Z");
        let is_within = |visit: &Value| (from..to).contains(&text(visit, "expected_at").as_str());
        let (is_far, is_of) = (|one: &Value| one["location_id"] == **far, |one: &Value| one["host_id"] == **host);
        let is_by = |one: &Value| one["contact_id"] == **contact;
        let mut lists: Vec<(String, Vec<String>)> = vec![
            (String::new(), expected(&|_| true)),
            (format!("location_id={far}"), expected(&is_far)),
            (format!("host_id={host}"), expected(&is_of)),
            (format!("contact_id={contact}"), expected(&is_by)),
            (format!("host_id={host}&location_id={far}"), expected(&|one| is_of(one) && is_far(one))),
            (format!("host_id={host}&contact_id={contact}"), expected(&|one| is_of(one) && is_by(one))),
            (
                format!("location_id={near}&host_id={host}&contact_id={contact}"),
                expected(&|one| is_of(one) && is_by(one)),
            ),
            (format!("location_id={far}&contact_id={contact}"), Vec::new()),
            (format!("location_id={near}&contact_id={NOBODY}"), Vec::new()),
            (format!("from={from}&to={to}"), expected(&is_within)),
            (
                format!("location_id={far}&from={from}"),
                expected(&|one| is_far(one) && *text(one, "expected_at") >= *from),
            ),
            ("q=vera".to_owned(), expected(&|one| one["visitor"]["name"] == "Vera")),
        ];
        if let Some(series) = self.series.last() {
            let is_one = |one: &Value| one["series_id"] == **series;
            lists.push((format!("series_id={series}"), expected(&is_one)));
            lists.push((format!("series_id={series}&host_id={host}"), expected(&|one| is_one(one) && is_of(one))));
        }
        Expected { records: visits, lists }
    }
}

#[tokio::test]
async fn every_page_of_every_filter_is_exact_whatever_has_happened_to_visits() {
    goes_on(&mut History::new(tests::setting("LAB_SEED", 7)).await).await;
}

#[tokio::test]
async fn a_count_of_visits_that_dies_at_any_of_its_calls_leaves_every_total_right() {
    survives_counts_that_die(&mut History::new(11).await).await;
}

/// Hosts and contacts of the visits that are stored.
const HOSTS: u64 = 300;
/// Visits of a day.
const A_DAY: u64 = 60;

fn named<K>(number: u64) -> Id<K> {
    Id::parse(&format!("01990000-0000-7000-8000-{number:012}")).expect("an id")
}

/// Stores so many visits, sixty a day from nine to seven; the last tenth of the days are to come.
async fn many(door: &Door, number: u64) {
    let app = door.app();
    let id = Id::<VisitorVisit>::parse(&text(&door.invited(json!({})).await, "id")).expect("an id");
    let sample = app.context.store.find(&app.tenant(), id).await.expect("a read").expect("a visit").body;
    let (now, passed) = (app.context.clock.now(), (number * 9 / 10).div_ceil(A_DAY));
    let midnight = now.millis() / 86_400_000 * 86_400_000;
    let visit = |number: u64| {
        let minutes = (number / A_DAY * 24 + 9) * 60 + number % A_DAY * 10;
        let at = Timestamp::from_millis(midnight)
            .unwrap_or(now)
            .plus(Duration::minutes(i64::try_from(minutes).unwrap_or_default()));
        let mut visit = sample.clone();
        visit.facts.expected_at = at.plus(-Duration::days(i64::try_from(passed).unwrap_or_default()));
        visit.facts.host_id = named::<Member>(number * 7_919 % HOSTS);
        visit.facts.contact_id = Some(named::<VisitorContact>(1_000 + number % HOSTS));
        let ended = match number % 10 {
            3 => VisitStatus::Cancelled,
            5 => VisitStatus::NoShow,
            _ => VisitStatus::CheckedOut,
        };
        let is_over = visit.expected_at <= now;
        visit.changes_at = Some(visit.expected_at.plus(Duration::hours(10)));
        if is_over || ended == VisitStatus::Cancelled { visit.ended(ended, now) } else { visit }
    };
    for first in (0..number).step_by(980) {
        app.stored_all((first..number.min(first + 980)).map(visit).collect()).await;
        if first % 9_800 == 0 {
            fold(door, 10).await;
        }
    }
    fold(door, 40).await;
}

async fn fold(door: &Door, times: usize) {
    let app = door.app();
    for _ in 0..times {
        app.clock.advance(Duration::minutes(2));
        app.context.store.fold_calendar::<VisitorVisit>(&app.tenant()).await.expect("a fold");
    }
}

#[expect(clippy::print_stdout, reason = "its figures are the result")]
#[tokio::test]
async fn a_page_costs_the_same_however_many_visits_there_are() {
    let door = Door::alone().await;
    let visits = tests::setting("CALENDAR_VISITS", 1_500);
    many(&door, visits).await;
    println!("{visits} visits");
    println!("| Filter | Page | Total | Round trips | Calls | Units | KB of the answer |");
    let (location, host, contact) = (&door.fixture.location, named::<Member>(7), named::<VisitorContact>(1_007));
    for filter in [
        String::new(),
        format!("location_id={location}"),
        format!("host_id={host}"),
        format!("contact_id={contact}"),
        format!("location_id={location}&host_id={host}"),
        "from=2026-12-15T10:01:00Z&to=2026-12-28T10:02:00Z".to_owned(),
        "status=expected".to_owned(),
        "status=checked_out".to_owned(),
        "status=cancelled".to_owned(),
        format!("status=no_show&location_id={location}"),
    ] {
        page_costs(door.app(), "/visitor-visits", &filter, (2, 20.0)).await;
    }
}

#[tokio::test]
async fn what_is_not_counted_of_visits_is_looked_through_in_a_thousand_at_most() {
    let door = Door::alone().await;
    many(&door, 1_001).await;
    let app = door.app();
    for (query, refusal) in [
        (&*format!("booking_id={NOBODY}"), "422 rule_violation booking_id too_many_to_read"),
        ("q=vera", "422 rule_violation q too_many_to_read"),
    ] {
        assert_eq!(app.get(&format!("/visitor-visits?{query}")).await.refusal(), refusal, "{query}");
    }
    for (query, total) in [
        ("q=vera&from=2027-01-01T00:00:00Z".to_owned(), true),
        (format!("q=vera&host_id={}", named::<Member>(7)), true),
        ("q=lang&status=checked_in".to_owned(), false),
        (format!("series_id={NOBODY}"), false),
    ] {
        let list = app.get(&format!("/visitor-visits?{query}")).await;
        assert_eq!(list.body["pagination"]["total"] != 0, total, "{query} {}", list.text);
    }
}
