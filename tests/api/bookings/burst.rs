//! A burst of bookings, and what counts them afterwards (decision 46): the consumer of the stream and the sweep, and no
//! request. `BURST=3200 BACKLOG=10000 cargo test -p tests --test api -- bookings::burst --nocapture` has the size of
//! the issue.

use std::time::{Duration as Wait, Instant};

use chrono::Duration;
use futures_util::future::join_all;
use scheduling::{Booking, booking::BookingState};
use serde_json::{Value, json};
use testing::TestApp;
use tests::{OutboxFixture, accepted, instant, location, made, member, resource, setting, sweep};
use values::Id;

/// Units that a page takes at most once everything was counted (`docs/PERFORMANCE.md`).
const UNITS_MAX: f64 = 18.0;

/// The service with its consumer, a location, a pool and a member.
pub struct Burst {
    pub fixture: OutboxFixture,
    location: String,
    pool: String,
    member: String,
}

impl Burst {
    pub async fn new() -> Self {
        let mut fixture = OutboxFixture::new().await;
        let app = &fixture.app;
        let location = location(app).await;
        let member = member(app, "ann@example.com").await;
        let pool = resource(app, &location, "Pool", "meeting_room", json!({"units": 100})).await;
        fixture.consume().await;
        Self { fixture, location, pool, member }
    }

    pub fn app(&self) -> &TestApp {
        &self.fixture.app
    }

    pub async fn book(&self) -> String {
        self.book_at("10:00", "11:00").await
    }

    pub async fn book_at(&self, from: &str, to: &str) -> String {
        let body = json!({"resource_id": self.pool, "customer_id": self.member, "start_time": instant(from),
            "end_time": instant(to)});
        made(self.app(), "/bookings", body).await
    }

    /// Stores so many bookings as requests would, each in a transaction of its own, in two days of half hours.
    pub async fn store(&self, number: i64) {
        let id = Id::<Booking>::parse(&self.book().await).expect("an id");
        let app = self.app();
        let sample = app.context.store.find(&app.tenant(), id).await.expect("a read").expect("a booking").body;
        for some in (1..number).collect::<Vec<_>>().chunks(50) {
            let bookings = some.iter().map(|number| {
                let later = Duration::minutes(number % 96 * 30);
                let state = if number % 10 == 3 { BookingState::Cancelled } else { BookingState::Confirmed };
                let (start, end) = (sample.start.plus(later), sample.end.plus(later));
                app.stored(Booking { start, end, state, taken: Vec::new(), ..sample.clone() })
            });
            join_all(bookings).await;
        }
    }

    pub async fn waiting(&self) -> usize {
        let app = self.app();
        app.context.store.stored_calendar_changes::<Booking>(&app.tenant()).await.expect("a read")
    }

    pub fn filters(&self) -> [String; 6] {
        [
            String::new(),
            format!("location_id={}", self.location),
            format!("resource_id={}", self.pool),
            format!("customer_id={}&resource_id={}", self.member, self.pool),
            "start_date=2026-12-01&end_date=2026-12-01".to_owned(),
            "status=confirmed".to_owned(),
        ]
    }

    /// Units of the dearest page of any filter.
    #[expect(clippy::print_stdout, reason = "its figures are the result")]
    async fn dearest_page(&self) -> f64 {
        let mut dearest = 0.0_f64;
        for filter in self.filters() {
            let first = self.app().get(&format!("/bookings?{filter}&per_page=20")).await;
            let pages = first.body["pagination"]["total"].as_u64().expect("a total").div_ceil(20);
            for page in [1, 2, pages / 2, pages] {
                let page = page.max(1);
                accepted(&self.app().get(&format!("/bookings?{filter}&per_page=20&page={page}")).await, 200);
                let line: Value = serde_json::from_str(self.app().logged().last().expect("a line")).expect("JSON");
                let units = line["store_units"].as_f64().expect("units");
                println!("{filter} page {page} of {pages}: {} calls, {units} units", line["store_calls"]);
                dearest = dearest.max(units);
            }
        }
        dearest
    }
}

#[tokio::test]
async fn two_minutes_after_a_burst_every_page_is_within_its_budget() {
    let number = i64::try_from(setting("BURST", 300)).expect("a number");
    for first_sweep_seconds in [31, 60] {
        let mut burst = Burst::new().await;
        burst.store(number).await;
        burst.fixture.consume().await;
        let before = burst.dearest_page().await;
        assert!(before > UNITS_MAX, "a burst that nobody counts is dearer: {before}");
        let app = burst.app().clone();
        app.clock.advance(Duration::seconds(first_sweep_seconds));
        sweep(&app.context).await;
        app.clock.advance(Duration::seconds(60));
        sweep(&app.context).await;
        app.clock.advance(Duration::seconds(60 - first_sweep_seconds));
        let after = burst.dearest_page().await;
        assert!(after <= UNITS_MAX, "swept after {first_sweep_seconds} s: {after}");
        let total = app.get("/bookings?per_page=1&page=2").await.body["pagination"]["total"].clone();
        assert_eq!(total, number);
    }
}

#[expect(clippy::print_stdout, reason = "its figures are the result")]
#[tokio::test]
async fn a_backlog_is_counted_by_sweeps_alone() {
    let mut burst = Burst::new().await;
    let number = i64::try_from(setting("BACKLOG", 60)).expect("a number");
    burst.store(number).await;
    burst.fixture.consume().await;
    let app = burst.app().clone();
    let (store, tenant) = (&app.context.store, app.tenant());
    let _ = app.faults.account();
    let mut spent = Wait::ZERO;
    for sweeps in 1.. {
        app.clock.advance(Duration::seconds(60));
        let begun = Instant::now();
        let report = sweep(&app.context).await;
        spent += begun.elapsed();
        assert_eq!(report.failed(), 0, "{report:?}");
        if store.is_counted::<Booking>(&tenant).await == Ok(true) {
            println!("{number} changes: {sweeps} sweeps, {spent:?}, {:?}", app.faults.account());
            break;
        }
    }
    assert_eq!(app.get("/bookings?per_page=1&page=2").await.body["pagination"]["total"], number);
}

#[tokio::test]
async fn no_booking_makes_a_call_that_is_not_its_own() {
    let burst = Burst::new().await;
    let app = burst.app();
    burst.book().await;
    let _ = app.faults.account();
    for number in 2..=97 {
        if number % 32 == 0 {
            // Everything could be counted now. Credentials are verified anew.
            app.clock.advance(Duration::minutes(3));
            accepted(&app.get("/locations").await, 200);
            let _ = app.faults.account();
        }
        burst.book().await;
        // As `create` in the table of docs/PERFORMANCE.md.
        assert_eq!(app.faults.account().calls, 6, "booking {number}");
    }
}
