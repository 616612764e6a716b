//! A year at a million bookings costs at most 100 read units, with rows as large as they can be.

#![expect(clippy::print_stdout, reason = "the figures are for people to read")]

use chrono::NaiveDate;
use figures::{
    occupancy::{self, booking_account},
    opening,
    place::Place,
    recurring,
    resource_letters::{RESOURCE_TYPES, hour_letter, letter},
    revenue, rows,
    sums::Sums,
};
use serde_json::Value;
use testing::TestApp;
use tests::{RoomFixture, app};
use values::Id;
use work::UnitOfWork;

/// What one request reads, from its log line.
async fn units(app: &TestApp, path: &str) -> f64 {
    let answer = app.get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
    println!("{path}: {} calls, {} units, {} bytes", line["store_calls"], line["store_units"], answer.text.len());
    line["store_units"].as_f64().expect("units")
}

async fn store(app: &TestApp, space: &str, sums: &Sums) {
    let mut left = sums.clone();
    while !left.is_empty() {
        let part = left.part(90, 280);
        let mut transaction = store::Transaction::new(app.tenant(), app.context.ids.token());
        rows::add(&mut transaction, space, &part);
        app.context.store.commit(transaction).await.expect("rows");
        left = left.minus(&part);
    }
}

/// Every cell that a day can have, with numbers as large as those of the largest merchants.
fn days_of(days: &[String], types: usize, hours: std::ops::Range<u8>) -> Sums {
    let mut sums = Sums::default();
    for day in days {
        for of_type in RESOURCE_TYPES.into_iter().take(types).map(letter) {
            for what in hours.clone().map(hour_letter).chain('0'..='4') {
                sums.add(Place::All, day, &format!("{of_type}{what}"), 12_345);
            }
        }
    }
    sums
}

fn full_week(days: &[String]) -> Sums {
    let mut sums = Sums::default();
    for of_type in RESOURCE_TYPES.map(letter) {
        for hour in (0..24).map(hour_letter) {
            for weekday in 0..7 {
                sums.add(Place::All, opening::WEEK, &format!("{of_type}{weekday}{hour}"), 60_000);
            }
            for day in days.iter().step_by(18) {
                sums.add(Place::All, day, &format!("{of_type}{hour}"), 60_000);
            }
        }
    }
    sums
}

#[tokio::test]
async fn a_year_of_the_largest_rows_is_read_for_a_hundred_units() {
    let app = app().await;
    app.unchecked();
    let first = NaiveDate::from_ymd_opt(2028, 1, 1).expect("a day");
    let days: Vec<String> = first.iter_days().take(366).map(|day| day.to_string()).collect();
    store(&app, occupancy::BOOK.rows, &days_of(&days, 11, 0..24)).await;
    let usual = NaiveDate::from_ymd_opt(2027, 1, 1).expect("a day");
    let usual: Vec<String> = usual.iter_days().take(365).map(|day| day.to_string()).collect();
    store(&app, occupancy::BOOK.rows, &days_of(&usual, 5, 7..21)).await;
    store(&app, opening::BOOK.rows, &full_week(&days)).await;
    let mut money = Sums::default();
    for day in &days {
        for currency in ["EUR", "USD", "GBP"] {
            for cell in ["i", "c", "p", "t", "d", "b"] {
                money.add(Place::All, day, &format!("{currency}{cell}"), 123_456_789);
            }
        }
    }
    store(&app, revenue::ROWS, &money).await;
    let mut months = Sums::default();
    for month in (2010..2029).flat_map(|year| (1..=12).map(move |month| format!("{year}-{month:02}"))) {
        for cell in ["EURn", "EURe", "EURc", "EURl", "EURN", "EURL", "USDn", "USDe", "USDl", "USDN", "USDL", "w", "g"] {
            months.add(Place::All, &month, cell, 12_345_678);
        }
    }
    store(&app, recurring::BOOK.rows, &months).await;
    app.get("/reports/churn?from=2028-01-01&to=2028-01-01").await; // verifies the credential
    units(&app, "/reports/occupancy?from=2027-01-01&to=2027-12-31").await;
    for name in ["occupancy", "revenue", "recurring-revenue", "churn"] {
        let read = units(&app, &format!("/reports/{name}?from=2028-01-01&to=2028-12-31")).await;
        assert!(read <= 100.0, "{name}: {read} units");
    }
}

#[tokio::test]
async fn a_booking_is_counted_for_some_units_and_one_that_is_counted_is_looked_at_for_two() {
    let rooms = RoomFixture::new().await;
    let booking = rooms.booked("09:00", "10:30").await;
    let id = Id::parse(&booking).expect("an id");
    for (what, most) in [("counted", 12.0), ("looked at", 2.5)] {
        let mut work = UnitOfWork::scheduled(&rooms.app.context, rooms.app.tenant(), "test");
        work.store = work.store.metered();
        booking_account::count(&work, &[id]).await.expect("a booking");
        let usage = work.store.usage();
        println!("a booking is {what}: {} calls, {} units", usage.calls, usage.units);
        assert!(usage.units <= most, "{what}: {}", usage.units);
    }
}
