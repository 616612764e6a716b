//! What a page of the list of bookings costs, however many bookings there are (decision 46). `CALENDAR_BOOKINGS=100000
//! ./test --test api bookings::growth -- --nocapture` measures it with more.

use chrono::Duration;
use scheduling::{Booking, booking::BookingState, resource::Resource};
use tests::{RoomFixture, time_lists::page_costs};
use values::{Id, Timestamp, customer::Customer};

/// Bookings of a room on one day.
const A_DAY: u64 = 20;
const ROOMS: u64 = 50;
const CUSTOMERS: u64 = 300;

/// Bookings between two countings of what was stored.
const COUNTED_AT_ONCE: u64 = 9_900;
/// The budget of a page, at any size (`docs/PERFORMANCE.md`).
const UNITS_MAX: f64 = 18.0;
/// Countings at the end.
const COUNTINGS: u64 = 40;

/// As the issue describes a large merchant: 50 rooms, 20 bookings of each a day from eight to six, 10 % of them
/// cancelled. The last tenth of the days are to come at `now`.
fn booking(sample: &Booking, number: u64, all: u64, now: Timestamp) -> Booking {
    let (day, of_day) = (number / (A_DAY * ROOMS), number % (A_DAY * ROOMS));
    let days = all.div_ceil(A_DAY * ROOMS);
    let passed = i64::try_from(days - days / 10).unwrap_or_default();
    let midnight = now.millis() / 86_400_000 * 86_400_000 - passed * 86_400_000;
    let minute = 8 * 60 + i64::try_from(of_day / ROOMS).unwrap_or_default() * 30;
    let start = Timestamp::from_millis(midnight).unwrap_or(now);
    let start = start.plus(Duration::days(i64::try_from(day).unwrap_or_default()) + Duration::minutes(minute));
    let end = start.plus(Duration::minutes(30));
    let state = match number % 10 {
        3 => BookingState::Cancelled,
        _ if end <= now => BookingState::Completed,
        _ => BookingState::Confirmed,
    };
    Booking {
        resource_id: named(number % ROOMS),
        customer_id: named::<Customer>(1_000 + number * 7_919 % CUSTOMERS),
        start,
        end,
        state,
        taken: Vec::new(),
        ..sample.clone()
    }
}

fn named<K>(number: u64) -> Id<K> {
    Id::parse(&format!("01990000-0000-7000-8000-{number:012}")).expect("an id")
}

#[expect(clippy::print_stdout, reason = "its figures are the result")]
#[tokio::test]
async fn a_page_costs_the_same_however_many_bookings_there_are() {
    let bookings = tests::setting("CALENDAR_BOOKINGS", 3_000);
    let fixture = RoomFixture::alone().await;
    let id = Id::<Booking>::parse(&fixture.booked("10:00", "11:00").await).expect("an id");
    let app = &fixture.app;
    app.unchecked();
    let (store, tenant) = (&app.context.store, app.tenant());
    // Counting takes time. What is over by then is stored so, as the sweep would have written it down.
    let countings = bookings.div_ceil(COUNTED_AT_ONCE) + COUNTINGS;
    let now = app.context.clock.now().plus(Duration::minutes(2 * i64::try_from(countings).unwrap_or_default()));
    let sample = store.find(&tenant, id).await.expect("a read").expect("a booking").body;
    for first in (0..bookings).step_by(990) {
        let part = (first..bookings.min(first + 990)).map(|number| booking(&sample, number, bookings, now));
        app.stored_all(part.collect()).await;
        if first % COUNTED_AT_ONCE == 0 {
            app.clock.advance(Duration::minutes(2));
            for _ in 0..10 {
                store.fold_calendar::<Booking>(&tenant).await.expect("a fold");
            }
        }
    }
    for _ in 0..COUNTINGS {
        app.clock.advance(Duration::minutes(2));
        store.fold_calendar::<Booking>(&tenant).await.expect("a fold");
    }
    let (room, customer, location) = (named::<Resource>(7), named::<Customer>(1_000), &fixture.location);
    println!("{bookings} bookings");
    println!("| Filter | Page | Total | Round trips | Calls | Units | KB of the answer |");
    for filter in [
        String::new(),
        format!("location_id={location}"),
        format!("resource_id={room}"),
        format!("customer_id={customer}"),
        format!("customer_id={customer}&resource_id={room}"),
        format!("customer_id={customer}&location_id={location}"),
        "start_date=2026-11-15&end_date=2026-12-10".to_owned(),
        "status=completed".to_owned(),
        "status=confirmed".to_owned(),
        "status=cancelled".to_owned(),
        "status=pending".to_owned(),
        format!("status=cancelled&resource_id={room}&start_date=2026-11-01"),
    ] {
        // Cancelled bookings are found by their state, and then read.
        let depth = if filter.contains("status=cancelled") { 3 } else { 2 };
        page_costs(app, "/bookings", &filter, (depth, UNITS_MAX)).await;
    }
}
