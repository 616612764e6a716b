//! Revenue is what the trial balance shows, for every time and every history.

use billing::ledger::{DocumentKind, DocumentReference, Occasion, entries::invoice_given_up};
use chrono::Duration;
use figures::revenue::journal_days;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{InvoiceFixture, OutboxFixture, accepted, setting};
use values::{Clock as _, Currency, Id, Money, Timestamp};
use wallets_and_journal::PostedEntry;
use work::UnitOfWork;

use super::report;

/// Numbers that look random, and are the same for a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// What stands on an account in cents, now or at an instant.
async fn balance(app: &TestApp, account: &str, at: &str) -> i64 {
    let found = app.get(&format!("/ledger/trial-balance{at}")).await;
    accepted(&found, 200);
    let accounts = found.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
    let own = accounts.iter().find(|total| total["account"] == account && total["currency"] == "EUR");
    own.map_or(0, |total| cents(&total["balance"]))
}

/// An amount in cents, read from its text.
fn cents(amount: &Value) -> i64 {
    let text = amount.to_string();
    let (sign, text) = text.strip_prefix('-').map_or((1, text.as_str()), |rest| (-1, rest));
    let (euros, rest) = text.split_once('.').unwrap_or((text, "0"));
    sign * (euros.parse::<i64>().expect("euros") * 100 + format!("{rest:0<2}").parse::<i64>().expect("cents"))
}

async fn anything(books: &InvoiceFixture, numbers: &mut Numbers, issued: &mut Vec<Value>) {
    let some = usize::try_from(numbers.below(1_000)).unwrap_or_default();
    let chosen = if issued.is_empty() { None } else { Some(issued[some % issued.len()].clone()) };
    let id = chosen.as_ref().map(|invoice| invoice["id"].as_str().unwrap_or_default().to_owned()).unwrap_or_default();
    // What is not possible is refused, and then nothing has happened.
    match (numbers.below(8), chosen) {
        (4, Some(_)) => drop(books.act(&id, "void", json!({})).await),
        (5, Some(_)) => drop(books.act(&id, "mark-uncollectible", json!({})).await),
        (6, Some(invoice)) => drop(books.credit(&invoice, &[(0, json!({"quantity": 1}))], json!({})).await),
        (7, Some(_)) => drop(books.pay(&id, json!(numbers.below(60) + 1)).await),
        _ => {
            let prices = [json!(numbers.below(90) + 10), json!(numbers.below(20))];
            issued.push(books.issued_with(&prices, json!({})).await);
        }
    }
}

#[tokio::test]
async fn the_revenue_of_random_histories_is_that_of_the_trial_balance() {
    for seed in 1..=setting("HISTORIES", 3) {
        let mut outbox = OutboxFixture::new().await;
        let books = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
        let (mut numbers, mut issued) = (Numbers(seed), Vec::new());
        let first = outbox.app.clock.now();
        for _ in 0..25 {
            anything(&books, &mut numbers, &mut issued).await;
            outbox.app.clock.advance(Duration::minutes(i64::try_from(numbers.below(900)).unwrap_or_default()));
            if numbers.below(3) == 0 {
                outbox.consume().await;
            }
        }
        agrees(&outbox.app, first).await;
        outbox.replay().await;
        agrees(&outbox.app, first).await;
    }
}

/// Report and trial balance say the same of all the time, and of each day.
async fn agrees(app: &TestApp, first: Timestamp) {
    let day = |at: Timestamp| at.plus(Duration::hours(1)).to_string()[..10].to_owned();
    let now = app.clock.now();
    let found = report(app, &format!("revenue?from={}&to={}", day(first), day(now))).await;
    assert_eq!(found["time_zone"], "Europe/Amsterdam");
    assert_eq!(cents(&found["total"]["revenue"]), balance(app, "revenue", "").await);
    assert_eq!(cents(&found["total"]["bad_debt"]), balance(app, "bad_debt", "").await);
    let mut sum = 0;
    for period in found["periods"].as_array().into_iter().flatten() {
        sum += cents(&period["revenue"]);
        let by_document = period["by_document_type"].as_array().into_iter().flatten();
        let documents: i64 = by_document.map(|one| cents(&one["revenue"])).sum();
        assert_eq!(documents, cents(&period["revenue"]), "{period}");
        // The last millisecond of the day in Amsterdam, in winter.
        let at = format!("?at={}T22:59:59.999Z", period["date"].as_str().unwrap_or_default());
        assert_eq!(sum, balance(app, "revenue", &at).await, "until {}", period["date"]);
    }
}

#[tokio::test]
async fn revenue_is_by_day_or_month_and_by_location_and_in_one_currency() {
    let mut outbox = OutboxFixture::new().await;
    let books = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
    outbox.app.clock.set(Timestamp::parse("2026-11-30T10:00:00Z").expect("an instant"));
    books.issued(&[json!(100)]).await;
    outbox.app.clock.set(Timestamp::parse("2026-11-30T23:30:00Z").expect("an instant"));
    books.issued(&[json!(50)]).await;
    outbox.consume().await;
    let months = report(&outbox.app, "revenue?from=2026-11-15&to=2026-12-15&interval=month").await;
    let told: Vec<Value> = months["periods"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|period| json!([period["date"], period["revenue"]]))
        .collect();
    assert_eq!(told, [json!(["2026-11-15", 100]), json!(["2026-12-01", 50])], "half past midnight is in December");
    let there =
        report(&outbox.app, &format!("revenue?from=2026-11-30&to=2026-11-30&location_id={}", books.location)).await;
    assert_eq!(there["total"]["by_document_type"], json!([{"document_type": "invoice", "revenue": 100}]));
    let elsewhere = tests::location(&outbox.app).await;
    let none = report(&outbox.app, &format!("revenue?from=2026-11-30&to=2026-11-30&location_id={elsewhere}")).await;
    assert_eq!(none["total"]["revenue"], 0);
    let dollars = report(&outbox.app, "revenue?from=2026-11-30&to=2026-11-30&currency=USD").await;
    assert_eq!(json!([dollars["total"]["revenue"], dollars["other_currencies"]]), json!([0, ["EUR"]]));
}

#[tokio::test]
async fn what_is_not_counted_yet_is_in_the_report_and_then_counted_once() {
    let mut outbox = OutboxFixture::new().await;
    let books = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
    let path = "revenue?from=2026-01-01&to=2026-12-31";
    books.issued(&[json!(100)]).await;
    assert_eq!(report(&outbox.app, path).await["total"]["revenue"], 100, "nothing is counted");
    outbox.consume().await;
    assert_eq!(report(&outbox.app, path).await["total"]["revenue"], 100, "it is too young to be counted");
    outbox.app.clock.advance(Duration::minutes(5));
    books.issued(&[json!(10)]).await;
    outbox.consume().await;
    assert_eq!(report(&outbox.app, path).await["total"]["revenue"], 110);
    outbox.app.clock.advance(Duration::minutes(5));
    outbox.replay().await;
    assert_eq!(report(&outbox.app, path).await["total"]["revenue"], 110);
}

fn id(number: u32) -> Id<()> {
    Id::parse(&format!("0199a000-0000-7000-8000-{number:012}")).expect("an id")
}

#[tokio::test]
async fn a_reader_counts_when_the_consumer_of_the_stream_is_far_behind() {
    let app = tests::app().await;
    let occasion = Occasion {
        at: app.clock.now(),
        document: DocumentReference { kind: DocumentKind::Invoice, id: id(1) },
        customer_id: id(2).cast(),
        location_id: None,
    };
    let lost = Money::new(100, Currency::parse("EUR").expect("a currency"));
    let entry = || PostedEntry(invoice_given_up(occasion, lost).expect("an entry"));
    app.stored_all((0..450).map(|_| entry()).collect()).await;
    app.clock.advance(Duration::minutes(5));
    let path = "revenue?from=2026-01-01&to=2026-12-31";
    for _ in 0..2 {
        let found = report(&app, path).await;
        assert_eq!(json!([found["total"]["bad_debt"], found["is_complete"]]), json!([450, true]));
    }
    let work = UnitOfWork::scheduled(&app.context, app.tenant(), "test");
    assert!(journal_days::read_counted(&work).await.expect("a table").through.is_some());
}
