//! Totals and pages of lists of invoices by days of issue (decision 46): exact after any history, whether changes are
//! counted yet or not.

use chrono::Duration;
use money_documents::Invoice;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{
    InvoiceFixture, NOBODY, accepted,
    calendar_history::{CalendarHistory, Expected, goes_on, survives_counts_that_die},
    location_with, made, member,
    time_lists::{Dice, every_page, in_order, text},
};
use values::Timestamp;

/// What is added to the instant to get local time in winter, in minutes.
const AMSTERDAM: i64 = 60;
const KATHMANDU: i64 = 345;
const LOS_ANGELES: i64 = -480;

/// A business of three locations in three time zones, with a history of invoices and a subscription that makes one a
/// day.
struct History {
    fixture: InvoiceFixture,
    locations: [(String, i64); 3],
    customers: [String; 2],
    subscription: String,
    dice: Dice,
}

/// All invoices of a merchant by creation, with the local time of their issue.
async fn invoices(app: &TestApp, locations: &[(String, i64)]) -> Vec<Value> {
    let mut found: Vec<Value> = Vec::new();
    for page in 1.. {
        let list = app.get(&format!("/invoices?per_page=100&page={page}")).await;
        accepted(&list, 200);
        found.extend(list.body["data"].as_array().cloned().unwrap_or_default());
        if list.body["pagination"]["has_more"] == false {
            break;
        }
    }
    for invoice in &mut found {
        let Some(issued_at) = Timestamp::parse(&text(invoice, "issued_at")) else { continue };
        let (_, minutes) = locations.iter().find(|(id, _)| invoice["location_id"] == **id).expect("a location");
        let local = issued_at.plus(Duration::minutes(*minutes)).to_string();
        assert_eq!(invoice["issue_date"], local[..10]);
        invoice["local_at"] = json!(local);
    }
    found
}

async fn far_locations(app: &TestApp) -> [(String, i64); 2] {
    let kathmandu = location_with(app, json!({"time_zone": "Asia/Kathmandu"})).await;
    let los_angeles = location_with(app, json!({"time_zone": "America/Los_Angeles"})).await;
    [(kathmandu, KATHMANDU), (los_angeles, LOS_ANGELES)]
}

impl History {
    async fn new(seed: u64) -> Self {
        let fixture = InvoiceFixture::alone().await;
        let app = &fixture.app;
        let [kathmandu, los_angeles] = far_locations(app).await;
        let ann = member(app, "ann@example.com").await;
        let offer =
            json!({"location_id": fixture.location, "name": "Desk", "cycle": "daily", "price": 10, "currency": "EUR"});
        let plan = made(app, "/memberships", offer).await;
        let today = app.context.clock.now().to_string()[..10].to_owned();
        let agreed = json!({"customer_id": ann, "membership_plan_id": plan, "start_date": today});
        let subscription = made(app, "/subscriptions", agreed).await;
        let locations = [(fixture.location.clone(), AMSTERDAM), kathmandu, los_angeles];
        let customers = [fixture.customer.clone(), ann];
        Self { locations, customers, subscription, dice: Dice(seed), fixture }
    }

    async fn make(&mut self) -> String {
        let place = self.dice.one(&self.locations).map(|(id, _)| id);
        let customer = self.dice.one(&self.customers);
        let fields = json!({"location_id": place, "customer_id": customer});
        let body = tests::with(self.fixture.body(&[json!(1 + self.dice.below(9))]), &fields);
        made(&self.fixture.app, "/invoices", body).await
    }

    async fn some(&mut self, status: &str) -> Option<Value> {
        let all = invoices(&self.fixture.app, &self.locations).await;
        self.dice.one(&all.into_iter().filter(|one| one["status"] == status).collect::<Vec<_>>())
    }
}

impl CalendarHistory for History {
    type Kind = Invoice;
    const LIST: &'static str = "/invoices";
    const STATES: &'static [&'static str] = &["draft", "issued", "paid", "voided", "uncollectible"];

    fn app(&self) -> &TestApp {
        &self.fixture.app
    }

    async fn step(&mut self) {
        let app = self.fixture.app.clone();
        match self.dice.below(14) {
            0 => drop(self.make().await),
            1 => {
                if let Some(draft) = self.some("draft").await {
                    accepted(&app.delete(&format!("/invoices/{}", text(&draft, "id"))).await, 200);
                }
            }
            turn @ 2..=7 => {
                let status = if turn == 7 { "uncollectible" } else { "issued" };
                let Some(invoice) = self.some(status).await else { return };
                let (id, due) = (text(&invoice, "id"), invoice["amount_due"].clone());
                match turn {
                    2 | 7 => drop(self.fixture.pay(&id, due).await),
                    3 => drop(self.fixture.pay(&id, json!(0.5)).await),
                    4 => drop(self.fixture.act(&id, "void", json!({})).await),
                    5 => drop(self.fixture.act(&id, "mark-uncollectible", json!({})).await),
                    _ => drop(self.fixture.credit(&invoice, &[(0, json!({"quantity": 1}))], json!({})).await),
                }
            }
            8 => {
                let passed = i64::try_from(self.dice.below(1_800)).unwrap_or_default();
                app.clock.advance(Duration::minutes(passed));
            }
            _ => {
                let draft = self.make().await;
                accepted(&self.fixture.act(&draft, "issue", json!({})).await, 200);
            }
        }
    }

    async fn expected(&self) -> Expected {
        let records = invoices(&self.fixture.app, &self.locations).await;
        let expected = |filter: &dyn Fn(&Value) -> bool| {
            in_order(&records, "local_at", |one| !text(one, "local_at").is_empty() && filter(one))
        };
        let [from, to] = ["2026-11-22", "2026-11-24"];
        let day = |one: &Value| text(one, "local_at").chars().take(10).collect::<String>();
        let is_within = |one: &Value| (from..=to).contains(&&*day(one));
        let is_at = |one: &Value, place: usize| one["location_id"] == *self.locations[place].0;
        let [near, kathmandu, los_angeles] = self.locations.each_ref().map(|(id, _)| id);
        let (days, ann) = (format!("issued_from={from}&issued_to={to}"), &self.customers[1]);
        let lists = vec![
            ("issued_from=2020-01-01".to_owned(), expected(&|_| true)),
            (days.clone(), expected(&is_within)),
            (format!("issued_from={to}"), expected(&|one| *day(one) >= *to)),
            (format!("issued_to={from}"), expected(&|one| *day(one) <= *from)),
            (format!("issued_from={from}&issued_to={from}"), expected(&|one| day(one) == from)),
            (format!("{days}&location_id={near}"), expected(&|one| is_within(one) && is_at(one, 0))),
            (
                format!("issued_to={to}&location_id={kathmandu}"),
                expected(&|one| *day(one) <= *to && is_at(one, 1)),
            ),
            (format!("{days}&location_id={los_angeles}"), expected(&|one| is_within(one) && is_at(one, 2))),
            (format!("{days}&location_id={NOBODY}"), Vec::new()),
            (format!("{days}&overdue=true"), expected(&|one| is_within(one) && one["overdue"] == true)),
        ];
        // Of a customer and of a subscription they are in the order of their creation.
        for (query, filter) in [
            (format!("{days}&customer_id={ann}"), json!({"customer_id": ann})),
            (
                format!("{days}&subscription_id={}", self.subscription),
                json!({"subscription_id": self.subscription}),
            ),
        ] {
            let (field, value) = filter.as_object().and_then(|filter| filter.iter().next()).expect("a filter");
            let mut expected = expected(&|one| is_within(one) && one[field] == *value);
            let mut listed = every_page(&self.fixture.app, &format!("/invoices?{query}")).await;
            expected.sort();
            listed.sort();
            assert_eq!(listed, expected, "{query}");
        }
        Expected { records, lists }
    }
}

#[tokio::test]
async fn every_page_of_every_filter_by_days_is_exact_whatever_has_happened_to_invoices() {
    goes_on(&mut History::new(tests::setting("LAB_SEED", 7)).await).await;
}

#[tokio::test]
async fn a_count_of_invoices_that_dies_at_any_of_its_calls_leaves_every_total_right() {
    survives_counts_that_die(&mut History::new(11).await).await;
}

/// Issues an invoice at an instant and a location; its id.
async fn issued_at(fixture: &InvoiceFixture, instant: &str, location: &str) -> String {
    fixture.app.clock.set(Timestamp::parse(instant).expect("an instant"));
    let issued = fixture.issued_with(&[json!(1)], json!({"location_id": location})).await;
    text(&issued, "id")
}

#[tokio::test]
async fn days_of_issue_are_those_of_the_clocks_at_the_location() {
    let fixture = InvoiceFixture::alone().await;
    let [(kathmandu, _), (los_angeles, _)] = far_locations(&fixture.app).await;
    let near = fixture.location.clone();
    let last = issued_at(&fixture, "2026-11-21T22:59:59.999Z", &near).await;
    let first = issued_at(&fixture, "2026-11-21T23:00:00.000Z", &near).await;
    let far = issued_at(&fixture, "2026-11-21T23:00:00.001Z", &kathmandu).await;
    let west = issued_at(&fixture, "2026-11-22T07:59:59.999Z", &los_angeles).await;
    let next = issued_at(&fixture, "2026-11-22T08:00:00.000Z", &los_angeles).await;
    let listed = async |query: String| every_page(&fixture.app, &format!("/invoices?{query}")).await;
    for _ in 0..2 {
        let of_day = async |day: &str, more: &str| listed(format!("issued_from={day}&issued_to={day}{more}")).await;
        // By the time that clocks showed, and where they showed the same by creation.
        assert_eq!(of_day("2026-11-21", "").await, [last.clone(), west.clone()]);
        assert_eq!(of_day("2026-11-22", "").await, [first.clone(), next.clone(), far.clone()]);
        assert_eq!(of_day("2026-11-22", &format!("&location_id={los_angeles}")).await, [&*next]);
        assert_eq!(of_day("2026-11-22", &format!("&location_id={kathmandu}&status=issued")).await, [&*far]);
        assert_eq!(of_day("2026-11-21", "&status=draft").await, [""; 0]);
        assert_eq!(listed(format!("issued_to=2026-11-21&location_id={near}")).await, [&*last]);
        assert_eq!(listed(format!("issued_to=9999-12-31&location_id={near}")).await, [&*last, &*first]);
        fixture.app.clock.advance(Duration::minutes(5));
        fixture.app.context.store.fold_calendar::<Invoice>(&fixture.app.tenant()).await.expect("a fold");
    }
}

#[tokio::test]
async fn the_clock_that_goes_back_in_autumn_moves_no_invoice_to_another_day() {
    let fixture = InvoiceFixture::alone().await;
    let near = fixture.location.clone();
    let mut issued = Vec::new();
    // Half past two, summer time; half past two again, winter time; midnight of the next day.
    for instant in ["2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z", "2027-10-31T23:00:00Z"] {
        issued.push(issued_at(&fixture, instant, &near).await);
    }
    let on = async |day: &str| every_page(&fixture.app, &format!("/invoices?issued_from={day}&issued_to={day}")).await;
    let mut sunday = on("2027-10-31").await;
    sunday.sort();
    let mut expected = issued[..2].to_vec();
    expected.sort();
    assert_eq!(sunday, expected);
    assert_eq!(on("2027-11-01").await, issued[2..]);
}
