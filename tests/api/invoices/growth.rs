//! What a page of invoices by days of issue costs, however many there are (decision 46). `CALENDAR_INVOICES=100000
//! ./test --test api invoices::growth -- --nocapture` measures it with more.

use billing::documents::InvoiceStatus;
use chrono::Duration;
use money_documents::Invoice;
use records::Location;
use serde_json::json;
use testing::TestApp;
use tests::{
    InvoiceFixture, accepted,
    time_lists::{every_page, page_costs},
};
use values::{Day, Id, TimeZone, Timestamp};

/// Invoices of a day, one every ten minutes from nine on.
const A_DAY: u64 = 40;
/// Those of a billing run, on every thirtieth day at midnight: ten in a second.
const A_RUN: u64 = 300;
const A_MONTH: u64 = 30 * A_DAY + A_RUN;

fn named<K>(number: u64) -> Id<K> {
    Id::parse(&format!("01990000-0000-7000-8000-{number:012}")).expect("an id")
}

/// When invoice number `number` was issued, in milliseconds after the first: in each month first the run, then the
/// days.
fn issued_after(number: u64) -> i64 {
    let (month, place) = (number / A_MONTH, number % A_MONTH);
    let minutes = match place.checked_sub(A_RUN) {
        None => return i64::try_from(month * 30 * 86_400_000 + place * 100).unwrap_or_default(),
        Some(place) => (place / A_DAY * 24 + 9) * 60 + place % A_DAY * 10,
    };
    i64::try_from((month * 30 * 1_440 + minutes) * 60_000).unwrap_or_default()
}

/// One like this, of one of four locations: most are paid, and of a hundred two are voided and one is given up.
fn invoice(sample: &Invoice, number: u64, first: Timestamp) -> Invoice {
    let mut invoice = sample.clone();
    let at = first.plus(Duration::milliseconds(issued_after(number)));
    let issue = invoice.issue.as_mut().expect("an issue");
    (issue.at, issue.local_at) = (at, Some(at));
    issue.date = Day::new(at.day_in(TimeZone::UTC)).expect("a day");
    invoice.fields.location_id = named::<Location>(number % 4);
    invoice.status = match number % 100 {
        7 | 57 => InvoiceStatus::Voided,
        33 => InvoiceStatus::Uncollectible,
        place if place.is_multiple_of(10) => InvoiceStatus::Issued,
        _ => InvoiceStatus::Paid,
    };
    invoice
}

async fn fold(app: &TestApp, times: usize) {
    for _ in 0..times {
        app.clock.advance(Duration::minutes(2));
        app.context.store.fold_calendar::<Invoice>(&app.tenant()).await.expect("a fold");
    }
}

/// Stores so many invoices, the first issued at the beginning of 2026.
async fn many(fixture: &InvoiceFixture, number: u64) {
    let app = &fixture.app;
    let id = Id::<Invoice>::parse(&fixture.issued(&[json!(1), json!(2), json!(3)]).await).expect("an id");
    let sample = app.context.store.find(&app.tenant(), id).await.expect("a read").expect("an invoice").body;
    accepted(&fixture.act(&id.to_string(), "void", json!({})).await, 200);
    let first = Timestamp::parse("2026-01-01T00:00:00Z").expect("an instant");
    for begun in (0..number).step_by(980) {
        let some = (begun..number.min(begun + 980)).map(|number| invoice(&sample, number, first));
        app.stored_all(some.collect()).await;
        if begun % 9_800 == 0 {
            fold(app, 10).await;
        }
    }
    fold(app, 40).await;
}

#[expect(clippy::print_stdout, reason = "its figures are the result")]
#[tokio::test]
async fn a_page_costs_the_same_however_many_invoices_there_are() {
    let fixture = InvoiceFixture::alone().await;
    let invoices = tests::setting("CALENDAR_INVOICES", 3_000);
    many(&fixture, invoices).await;
    println!("{invoices} invoices");
    println!("| Filter | Page | Total | Round trips | Calls | Units | KB of the answer |");
    let place = named::<Location>(2);
    for filter in [
        "issued_from=2026-01-01".to_owned(),
        format!("issued_from=2026-01-01&location_id={place}"),
        "issued_from=2026-01-10&issued_to=2026-02-20".to_owned(),
        format!("issued_from=2026-01-10&issued_to=2026-02-20&location_id={place}"),
        "issued_from=2026-01-31&issued_to=2026-01-31".to_owned(),
        "issued_from=2026-01-01&status=paid".to_owned(),
        "issued_from=2026-01-01&status=issued".to_owned(),
        format!("issued_from=2026-01-01&status=issued&location_id={place}"),
        "issued_from=2026-01-01&status=voided".to_owned(),
        format!("issued_from=2026-01-01&status=voided&location_id={}", named::<Location>(1)),
        "issued_from=2026-01-01&status=uncollectible".to_owned(),
        "issued_from=2026-01-01&status=draft".to_owned(),
    ] {
        page_costs(&fixture.app, "/invoices", &filter, (3, 100.0)).await;
    }
}

#[tokio::test]
async fn a_billing_run_of_more_invoices_in_ten_minutes_than_a_page_has_is_listed_page_by_page() {
    let fixture = InvoiceFixture::alone().await;
    let id = Id::<Invoice>::parse(&fixture.issued(&[json!(1)]).await).expect("an id");
    let app = &fixture.app;
    let sample = app.context.store.find(&app.tenant(), id).await.expect("a read").expect("an invoice").body;
    let first = Timestamp::parse("2026-01-01T00:00:00Z").expect("an instant");
    app.stored_all((0..A_RUN + 10).map(|number| invoice(&sample, number, first)).collect()).await;
    for _ in 0..2 {
        let days = "issued_from=2026-01-01&issued_to=2026-01-01";
        let counted = async |more: String| every_page(app, &format!("/invoices?{days}{more}")).await.len();
        assert_eq!(counted(String::new()).await, 310);
        for (place, number) in [(0, 78), (1, 78), (2, 77), (3, 77)] {
            assert_eq!(counted(format!("&location_id={}", named::<Location>(place))).await, number);
        }
        for (status, number) in [("issued", 31), ("paid", 269), ("voided", 7), ("uncollectible", 3), ("draft", 0)] {
            assert_eq!(counted(format!("&status={status}")).await, number, "{status}");
        }
        fold(app, 3).await;
    }
}
