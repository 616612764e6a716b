//! What is left of a person after anonymising: nothing, however much there was and wherever it died.

use chrono::Duration;
use platform::config::ListCountSizes;
use scheduling::{Booking, booking::BookingState};
use serde_json::{Value, json};
use testing::{Fault, TestApp, TestResponse};
use tests::{
    RoomFixture, accepted, company, event_registration, instant, location, made, member, resource, routes, shop_order,
    sweep, uses_credits, with,
};
use values::{Id, Timestamp};

/// What stands in everything that anybody writes about the person.
const CANARY: &str = "canary";
const REGISTRATIONS: usize = 30;

/// A person with something written in every record that a person can have.
struct Person {
    fixture: RoomFixture,
    id: String,
    keys: usize,
}

impl Person {
    async fn new() -> Self {
        let fixture = RoomFixture::alone().await;
        let fields = json!({"email": "canary@example.com", "name": "Canary", "surname": "Canary", "phone": "canary",
            "about": "canary", "locale": "canary"});
        let mut person = Self { fixture, id: String::new(), keys: 0 };
        person.id = person.made("/members", fields).await;
        person
    }

    /// Makes a record with metadata, under an idempotency key.
    async fn made(&mut self, path: &str, body: Value) -> String {
        self.keys += 1;
        let key = format!("key-{}", self.keys);
        let body = with(body, &json!({"metadata": {"canary": "canary"}}));
        let answer = self.app().send("POST", path, Some(body), &[("idempotency-key", &key)]).await;
        assert_eq!(answer.status, 201, "{path} {}", answer.text);
        answer.id()
    }

    fn app(&self) -> &TestApp {
        &self.fixture.app
    }

    fn booking(&self, from: &str, to: &str, fields: &Value) -> Value {
        let own = json!({"customer_id": self.id, "title": "canary", "notes": "canary\ncanary"});
        with(with(self.fixture.booking(from, to), &own), fields)
    }

    /// Registrations before and after the person was a member, under the present and an earlier address.
    async fn registers(&mut self) {
        for number in 0..REGISTRATIONS {
            let place = location(self.app()).await;
            let email = if number % 2 == 0 { "Canary@example.com" } else { "canary.before@example.com" };
            let wish = json!({"location_id": place, "email": email, "name": "Canary", "message": "canary"});
            let id = self.made("/member-registrations", wish).await;
            if number < 2 {
                let lead = json!({"location_id": place, "email": email, "name": "Canary", "notes": "canary"});
                self.made("/leads", lead).await;
            }
            let end = match number % 6 {
                3 => "approve",
                0 | 1 => "reject",
                _ => continue,
            };
            accepted(&self.app().post(&format!("/member-registrations/{id}/{end}"), json!({})).await, 200);
        }
    }

    /// A company that the person left, one where the person still is, and what was booked for both.
    async fn works_for_companies(&mut self) {
        for (hour, leaves) in [(8, true), (9, false)] {
            let employer = company(self.app(), &self.fixture.location).await;
            let path = format!("/companies/{employer}/members");
            self.made(&path, json!({"member_id": self.id, "role": "manager"})).await;
            let (from, to) = (format!("{hour:02}:00"), format!("{:02}:00", hour + 1));
            let for_company = json!({"customer_id": employer, "member_id": self.id});
            self.made("/bookings", self.booking(&from, &to, &for_company)).await;
            if leaves {
                accepted(&self.app().delete(&format!("{path}/{}", self.id)).await, 200);
            }
        }
    }

    /// Bookings, a series, a hold, a wait, an assignment and an application.
    async fn uses_the_space(&mut self) {
        let cancelled = self.made("/bookings", self.booking("12:00", "13:00", &json!({}))).await;
        let comment = json!({"comment": "canary"});
        accepted(&self.app().post(&format!("/bookings/{cancelled}/cancel"), comment).await, 200);
        let booked = self.made("/bookings", self.booking("13:00", "14:00", &json!({}))).await;
        assert_eq!(self.fixture.status(&booked).await, "confirmed");
        let (place, room) = (self.fixture.location.clone(), self.fixture.room.clone());
        let series = json!({"resource_id": room, "customer_id": self.id, "duration_minutes": 60, "title": "canary", "notes": "canary",
            "first_start_time": instant("15:00"), "rule": {"frequency": "daily", "count": 3}});
        self.made("/booking-series", series).await;
        let hold = json!({"resource_id": room, "start_time": instant("17:00"), "end_time": instant("18:00"),
            "customer_id": self.id});
        self.made("/booking-holds", hold).await;
        let wish = json!({"location_id": place, "customer_id": self.id, "resource_id": room,
            "earliest_start": instant("13:00"), "latest_end": instant("14:00"), "duration_minutes": 60});
        self.made("/waitlist-entries", wish).await;
        let office = resource(self.app(), &place, "Suite", "office", json!({"units": 2})).await;
        for start in ["2027-01-01", "2027-02-01"] {
            let given = json!({"resource_id": office, "customer_id": self.id, "start_date": start, "units": 1});
            let id = self.made("/resource-assignments", given).await;
            if start == "2027-02-01" {
                accepted(&self.app().delete(&format!("/resource-assignments/{id}")).await, 200);
            }
        }
        let benefit =
            made(self.app(), "/benefits", json!({"location_id": place, "title": "Notion", "visibility": "public"}))
                .await;
        let wish = json!({"benefit_id": benefit, "customer_id": self.id, "comment": "canary"});
        self.made("/benefit-applications", wish).await;
        let order = shop_order(self.app(), &place, &self.id).await;
        let order =
            self.made("/shop-orders", with(order, &json!({"comment": "canary", "pickup": {"note": "canary"}}))).await;
        let reason = json!({"reason": "canary"});
        accepted(&self.app().post(&format!("/shop-orders/{order}/cancel"), reason).await, 200);
        self.returns(&place).await;
        self.registers_for_an_event(&place).await;
        self.writes_in_the_feed(&place).await;
    }

    /// Posts, comments, changes both, likes and reports.
    async fn writes_in_the_feed(&mut self, place: &str) {
        let link = json!({"url": "https://example.com/canary", "title": "canary"});
        let post = json!({"location_id": place, "author_id": self.id, "text": "canary",
            "link": link, "visibility": "public"});
        let own = self.made("/feed-posts", post.clone()).await;
        let other = member(self.app(), "other@example.com").await;
        let other = with(post, &json!({"author_id": other, "text": "Hello", "link": null}));
        let other = made(self.app(), "/feed-posts", other).await;
        let comment = json!({"post_id": other, "author_id": self.id, "text": "canary"});
        let comment = self.made("/feed-comments", comment).await;
        for path in [format!("/feed-posts/{own}"), format!("/feed-comments/{comment}")] {
            accepted(&self.app().put(&path, json!({"text": "another canary"})).await, 200);
        }
        let target = json!({"target_type": "post", "target_id": other, "member_id": self.id});
        self.made("/feed-likes", target.clone()).await;
        self.made("/feed-reports", with(target, &json!({"reason": "canary"}))).await;
    }

    /// Registers for an event, and cancels.
    async fn registers_for_an_event(&mut self, place: &str) {
        let ticket = event_registration(self.app(), place, &self.id).await;
        let names = json!({"attendee_name": "canary", "comment": "canary"});
        let ticket = self.made("/event-registrations", with(ticket, &names)).await;
        let path = format!("/event-registrations/{ticket}/cancel");
        accepted(&self.app().post(&path, json!({"reason": "canary"})).await, 200);
    }

    /// Orders something that comes back.
    async fn returns(&mut self, place: &str) {
        let order = shop_order(self.app(), place, &self.id).await;
        let order = self.app().post("/shop-orders", with(order, &json!({"payment_source": "invoice"}))).await;
        accepted(&order, 201);
        let path = format!("/shop-orders/{}", order.id());
        for action in ["start", "complete"] {
            accepted(&self.app().post(&format!("{path}/{action}"), json!({})).await, 200);
        }
        let item = json!({"item_id": order.body["data"]["items"][0]["id"], "quantity": 1});
        let back = json!({"items": [item], "reason": "canary"});
        accepted(&self.app().post(&format!("{path}/return"), back).await, 200);
    }

    async fn everything() -> Self {
        let mut person = Self::new().await;
        accepted(&person.put(json!({"email": "canary.before@example.com"})).await, 200);
        person.registers().await;
        accepted(&person.put(json!({"email": "canary@example.com"})).await, 200);
        person.works_for_companies().await;
        person.uses_the_space().await;
        person.asks_for_help().await;
        person
    }

    /// Asks for help, says more about it, and is helped.
    async fn asks_for_help(&mut self) {
        let helper = tests::member_as(self.app(), "helper@example.com", "admin").await;
        let (place, room) = (self.fixture.location.clone(), self.fixture.room.clone());
        for kind in ["cleaning", "harassment"] {
            let ticket = json!({"location_id": place, "requester_id": self.id, "type": kind, "subject": "canary",
                "description": "canary", "resource_id": room, "assignee_id": helper});
            let ticket = self.made("/tickets", ticket).await;
            let path = format!("/tickets/{ticket}/comments");
            let comment = json!({"author_id": self.id, "text": "canary"});
            self.made(&path, comment).await;
            for step in ["start", "solve", "close"] {
                accepted(&self.app().post(&format!("/tickets/{ticket}/{step}"), json!({})).await, 200);
            }
        }
    }

    /// Has a draft and an item that are deleted, pays, is paid back, and gives and gets credits.
    async fn deals_in_money(&mut self) {
        let place = self.fixture.location.clone();
        let item = json!({"description": "canary", "quantity": 1, "unit_amount": 10});
        let draft = json!({"customer_id": self.id, "location_id": place, "items": [item], "memo": "canary",
            "internal_note": "canary", "purchase_order": "canary"});
        let draft = self.made("/invoices", draft).await;
        accepted(&self.app().delete(&format!("/invoices/{draft}")).await, 200);
        let item =
            self.made("/invoice-items", with(item, &json!({"customer_id": self.id, "location_id": place}))).await;
        accepted(&self.app().delete(&format!("/invoice-items/{item}")).await, 200);
        let payment =
            json!({"customer_id": self.id, "amount": 5, "currency": "EUR", "method": "cash", "note": "canary"});
        let payment = self.made("/payment-transactions", payment).await;
        for amount in [1, 4] {
            let back = json!({"amount": amount, "reason": "canary"});
            accepted(&self.app().post(&format!("/payment-transactions/{payment}/refund"), back).await, 200);
        }
        uses_credits(self.app()).await;
        let friend = member(self.app(), "friend@example.com").await;
        let grant = json!({"customer_id": self.id, "type": "admin_allocation", "amount": 5, "reason": "canary"});
        self.made("/credit-transactions", grant).await;
        for (from, to, amount) in [(&self.id, &friend, 5), (&friend, &self.id, 2)] {
            let moved = json!({"from_customer_id": from, "to_customer_id": to, "amount": amount, "reason": "canary"});
            accepted(&self.app().post("/credit-transactions/transfer", moved).await, 200);
        }
    }

    async fn put(&self, body: Value) -> TestResponse {
        self.app().put(&format!("/members/{}", self.id), body).await
    }

    async fn anonymised(&self) -> TestResponse {
        let path = format!("/members/{}/anonymise?on_future_bookings=cancel&on_assignments=end", self.id);
        self.app().post(&path, json!({})).await
    }

    /// What the table still says about the person.
    async fn left(&self) -> Vec<String> {
        let items = self.app().table_text().await;
        items.into_iter().filter(|item| item.to_lowercase().contains(CANARY)).collect()
    }

    /// Lets the sweep run every minute until nothing of the person's is due any more.
    async fn swept(&self) {
        for round in 0..100 {
            self.app().clock.advance(Duration::minutes(1));
            let swept = sweep(&self.app().context).await;
            assert_eq!(swept.failed(), 0, "{swept:?}");
            if round >= 10 && swept.done_of("member_erasure") == 0 {
                return;
            }
        }
    }
}

#[tokio::test]
async fn nothing_of_an_anonymised_person_stays_in_the_table() {
    let person = Person::everything().await;
    assert!(person.left().await.len() > REGISTRATIONS, "the canary is not everywhere");
    let done = person.anonymised().await;
    accepted(&done, 200);
    person.swept().await;
    assert_eq!(person.left().await, Vec::<String>::new());
    let again = person.anonymised().await;
    assert_eq!((again.status, &again.body["data"]), (200, &done.body["data"]), "a repeat answers the same");
    accepted(&person.app().delete(&format!("/members/{}", person.id)).await, 200);
    assert_eq!(person.left().await, Vec::<String>::new());
}

#[tokio::test]
async fn what_was_written_about_money_stays_only_in_documents_that_were_issued() {
    let mut person = Person::new().await;
    person.deals_in_money().await;
    accepted(&person.anonymised().await, 200);
    person.swept().await;
    assert_eq!(person.left().await, Vec::<String>::new());
}

#[tokio::test]
async fn nothing_of_a_deleted_person_stays_in_the_table() {
    let person = Person::everything().await;
    let path = format!("/members/{}?on_future_bookings=keep&on_assignments=end", person.id);
    accepted(&person.app().delete(&path).await, 200);
    person.swept().await;
    assert_eq!(person.left().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_hold_that_stands_loses_what_people_wrote_with_everything_else() {
    let mut person = Person::new().await;
    let hold = json!({"resource_id": person.fixture.room, "start_time": instant("17:00"), "end_time": instant("18:00"),
        "customer_id": person.id, "hold_minutes": 30});
    let hold = person.made("/booking-holds", hold).await;
    accepted(&person.anonymised().await, 200);
    let shown = person.app().get(&format!("/booking-holds/{hold}")).await;
    assert_eq!((shown.status, &shown.body["data"]["metadata"]), (200, &json!({})));
}

#[tokio::test]
async fn anonymising_that_dies_after_any_step_is_finished_by_the_sweep() {
    for passed in [0, 1, 2, 3, 5, 8] {
        let mut person = Person::new().await;
        for hour in 8..13 {
            let (from, to) = (format!("{hour:02}:00"), format!("{:02}:00", hour + 1));
            person.made("/bookings", person.booking(&from, &to, &json!({}))).await;
        }
        for _ in 0..4 {
            let place = location(person.app()).await;
            let wish = json!({"location_id": place, "email": "canary@example.com", "name": "Canary"});
            person.made("/member-registrations", wish).await;
        }
        let path = format!("/members/{}/anonymise?on_future_bookings=keep", person.id);
        person.app().faults.after("TransactWriteItems", passed, Fault::Fail(500, ""));
        let answer = person.app().post(&path, json!({})).await;
        assert_eq!(answer.status, if passed == 0 { 503 } else { 200 }, "{passed} {}", answer.text);
        person.app().faults.clear();
        if passed == 0 {
            assert_eq!(person.app().get(&format!("/members/{}", person.id)).await.body["data"]["status"], "active");
            accepted(&person.app().post(&path, json!({})).await, 200);
        }
        person.swept().await;
        assert_eq!(person.left().await, Vec::<String>::new(), "died after {passed}");
        assert_eq!(person.app().post(&path, json!({})).await.status, 200);
    }
}

#[tokio::test]
async fn more_bookings_than_a_request_has_time_for_are_emptied_by_the_sweep() {
    let mut person = Person::new().await;
    let first = person.made("/bookings", person.booking("10:00", "11:00", &json!({}))).await;
    let id: Id<Booking> = Id::parse(&first).expect("an id");
    let first = person.app().context.store.find(&person.app().tenant(), id).await.expect("a store").expect("a booking");
    let begin = Timestamp::parse("2020-01-01T10:00:00Z").expect("an instant");
    let booking = |number: i64| {
        let start = begin.plus(Duration::hours(number));
        Booking { start, end: start.plus(Duration::minutes(30)), state: BookingState::Completed, ..first.body.clone() }
    };
    person.app().stored_all((0..1_300).map(booking).collect()).await;
    accepted(&person.anonymised().await, 200);
    let left = person.left().await.len();
    assert!((1_000..1_300).contains(&left), "the request left {left} bookings");
    person.swept().await;
    assert_eq!(person.left().await, Vec::<String>::new());
}

#[tokio::test]
async fn what_others_wrote_and_what_was_written_later_stays() {
    let mut person = Person::new().await;
    let place = person.fixture.location.clone();
    let email = json!({"email": "info@example.com"});
    accepted(&person.put(email.clone()).await, 200);
    accepted(&person.put(json!({"email": "canary@example.com"})).await, 200);
    // Somebody else has the earlier address by now.
    let other = made(person.app(), "/members", with(json!({"name": "Ben"}), &email)).await;
    let theirs = with(json!({"location_id": place, "name": "Ben"}), &email);
    let theirs = made(person.app(), "/member-registrations", theirs).await;
    let title = json!({"customer_id": other, "title": "Ben's"});
    let booking = made(person.app(), "/bookings", person.booking("10:00", "11:00", &title)).await;
    accepted(&person.anonymised().await, 200);
    person.app().clock.advance(Duration::seconds(1));
    let wish = json!({"location_id": place, "email": "canary@example.com", "name": "Again"});
    let later = person.made("/member-registrations", wish).await;
    person.swept().await;
    let shown = async |path: String| person.app().get(&path).await.body["data"].clone();
    assert_eq!(shown(format!("/member-registrations/{theirs}")).await["name"], "Ben");
    assert_eq!(shown(format!("/member-registrations/{later}")).await["name"], "Again");
    assert_eq!(shown(format!("/bookings/{booking}")).await["title"], "Ben's");
    assert_eq!(shown(format!("/members/{other}")).await["email"], "info@example.com");
}

#[tokio::test]
async fn a_person_with_all_that_the_limits_allow_is_anonymised() {
    let fixture = RoomFixture::alone().await;
    let app = &fixture.app;
    let names: Vec<String> = (0..16).map(|number| format!("w{number}")).collect();
    let person = made(app, "/members", json!({"email": "all@example.com", "name": names.join(" ")})).await;
    let mut locations = Vec::new();
    for _ in 0..20 {
        locations.push(location(app).await);
    }
    for location in &locations[..5] {
        let path = format!("/companies/{}/members", company(app, location).await);
        accepted(&app.post(&path, json!({"member_id": person, "role": "manager"})).await, 201);
    }
    let mut registrations = Vec::new();
    for location in &locations {
        let body = json!({"location_id": location, "email": "all@example.com", "name": "All"});
        registrations.push(made(app, "/member-registrations", body).await);
    }
    accepted(&app.post(&format!("/members/{person}/anonymise"), json!({})).await, 200);
    for registration in registrations {
        let shown = app.get(&format!("/member-registrations/{registration}")).await.body["data"].clone();
        assert_eq!((&shown["status"], shown["email"] == "all@example.com"), (&json!("withdrawn"), false));
    }
}

/// Twelve people of these locations and of a company at each of five, with as many words as there may be; and the first
/// of the companies.
async fn twelve(app: &TestApp, locations: &[String]) -> (Vec<String>, String) {
    let mut companies = Vec::new();
    for _ in 0..5 {
        let place = location(app).await;
        companies.push(company(app, &place).await);
    }
    let names: Vec<String> = (0..16).map(|number| format!("w{number}")).collect();
    let mut people = Vec::new();
    for number in 0..12 {
        let body =
            json!({"email": format!("p{number}@example.com"), "name": names.join(" "), "location_ids": locations});
        people.push(made(app, "/members", body).await);
        for company in &companies {
            let body = json!({"member_id": people[number], "role": "manager"});
            accepted(&app.post(&format!("/companies/{company}/members"), body).await, 201);
        }
    }
    (people, companies.swap_remove(0))
}

#[tokio::test]
async fn a_person_in_as_many_counted_lists_as_there_may_be_is_anonymised() {
    for number in [3, 4] {
        let sizes = ListCountSizes { segment_rows: 5, chunk_segments: 5, ..ListCountSizes::default() };
        let app = TestApp::alone_configured(|config| config.list_counts = sizes, routes()).await;
        let mut locations = Vec::new();
        for _ in 0..number {
            locations.push(location(&app).await);
        }
        let (people, company) = twelve(&app, &locations).await;
        let body = json!({"location_id": locations[0], "email": "p0@example.com", "name": "All"});
        made(&app, "/member-registrations", body).await;
        app.clock.advance(Duration::minutes(5));
        let mut filters = vec![format!("company_id={company}"), "role=member".to_owned(), "status=active".to_owned()];
        for location in &locations {
            filters.push(format!("location_id={location}"));
            filters.push(format!("location_id={location}&status=active"));
        }
        for filter in &filters {
            // Who counts a list stores what has settled.
            let listed = app.get(&format!("/members?{filter}&per_page=1")).await;
            assert_eq!(listed.body["pagination"]["total"], 12, "{filter} {}", listed.text);
        }
        accepted(&app.post(&format!("/members/{}/anonymise", people[0]), json!({})).await, 200);
        let left = app.get(&format!("/members?location_id={}&status=active", locations[0])).await;
        assert_eq!(left.body["pagination"]["total"], 11, "{}", left.text);
    }
}
