//! The return of tax is what the journal has, for every history.

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{InvoiceFixture, OutboxFixture, accepted, made, setting};
use values::{Clock as _, Timestamp};

use super::report;

/// Numbers that look random, and are the same for a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// An amount in cents, read from its text.
fn cents(amount: &Value) -> i64 {
    let text = amount.to_string();
    let (sign, text) = text.strip_prefix('-').map_or((1, text.as_str()), |rest| (-1, rest));
    let (euros, rest) = text.split_once('.').unwrap_or((text, "0"));
    sign * (euros.parse::<i64>().expect("euros") * 100 + format!("{rest:0<2}").parse::<i64>().expect("cents"))
}

/// What stands on the account of tax, now or at an instant.
async fn tax_at(app: &TestApp, at: &str) -> i64 {
    let found = app.get(&format!("/ledger/trial-balance{at}")).await;
    accepted(&found, 200);
    let accounts = found.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
    let own = accounts.iter().find(|total| total["account"] == "tax" && total["currency"] == "EUR");
    own.map_or(0, |total| cents(&total["balance"]))
}

/// An invoice of lines at several rates, issued.
async fn invoice(books: &InvoiceFixture, numbers: &mut Numbers) -> Value {
    let rates = [0, 9, 21];
    let mut item = || {
        let rate = rates[usize::try_from(numbers.below(3)).unwrap_or_default()];
        json!({"description": "Desk", "quantity": 1, "unit_amount": numbers.below(90) + 10, "tax_rate": rate})
    };
    let items = json!([item(), item(), item()]);
    let body = json!({"customer_id": books.customer, "location_id": books.location, "items": items});
    let draft = made(&books.app, "/invoices", body).await;
    let issued = books.act(&draft, "issue", json!({})).await;
    accepted(&issued, 200);
    issued.body["data"].clone()
}

#[tokio::test]
async fn tax_by_rate_of_random_histories_is_that_of_the_journal() {
    for seed in 1..=setting("HISTORIES", 2) {
        let mut outbox = OutboxFixture::new().await;
        let books = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
        let (mut numbers, mut issued) = (Numbers(seed), Vec::new());
        let first = outbox.app.clock.now();
        for _ in 0..16 {
            let some = usize::try_from(numbers.below(1_000)).unwrap_or_default();
            match (numbers.below(5), issued.is_empty()) {
                (0, false) => {
                    let known: &Value = &issued[some % issued.len()];
                    drop(books.credit(known, &[(0, json!({"quantity": 1}))], json!({})).await);
                }
                (1, false) => {
                    let known: &Value = &issued[some % issued.len()];
                    drop(books.act(known["id"].as_str().unwrap_or_default(), "void", json!({})).await);
                }
                _ => issued.push(invoice(&books, &mut numbers).await),
            }
            let minutes = i64::try_from(numbers.below(4_000)).unwrap_or_default();
            outbox.app.clock.advance(Duration::minutes(minutes));
            if numbers.below(3) == 0 {
                outbox.consume().await;
            }
        }
        agrees(&outbox.app, first).await;
        outbox.replay().await;
        agrees(&outbox.app, first).await;
    }
}

/// Report and trial balance say the same of all the time, and of its parts.
async fn agrees(app: &TestApp, first: Timestamp) {
    let day = |at: Timestamp| at.plus(Duration::hours(1)).to_string()[..10].to_owned();
    let (from, to) = (day(first), day(app.clock.now()));
    let whole = report(app, &format!("tax?from={from}&to={to}")).await;
    assert_eq!((cents(&whole["tax"]), &whole["unassigned_tax"]), (tax_at(app, "").await, &json!(0)));
    let sum = |rates: &Value| -> i64 { rates.as_array().into_iter().flatten().map(|rate| cents(&rate["tax"])).sum() };
    assert_eq!(sum(&whole["by_rate"]), cents(&whole["tax"]));
    let periods = whole["periods"].as_array().cloned().unwrap_or_default();
    assert_eq!(periods.iter().map(|period| sum(&period["by_rate"])).sum::<i64>(), cents(&whole["tax"]));
    // The first day alone: what stands on the account at its last millisecond in Amsterdam.
    let one = report(app, &format!("tax?from={from}&to={from}")).await;
    let at = format!("?at={from}T22:59:59.999Z");
    assert_eq!(cents(&one["tax"]), tax_at(app, &at).await);
}

#[tokio::test]
async fn tax_is_by_month_and_rate() {
    let outbox = OutboxFixture::new().await;
    let books = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
    outbox.app.clock.set(Timestamp::parse("2026-11-30T10:00:00Z").expect("an instant"));
    books.issued(&[json!(100)]).await;
    outbox.app.clock.set(Timestamp::parse("2026-11-30T23:30:00Z").expect("an instant"));
    books.issued(&[json!(50)]).await;
    let found = report(&outbox.app, "tax?from=2026-11-01&to=2026-12-31").await;
    assert_eq!(
        found["periods"],
        json!([
            {"date": "2026-11-01", "by_rate": [{"tax_rate": 21, "category": "S", "taxable": 100, "tax": 21}]},
            {"date": "2026-12-01", "by_rate": [{"tax_rate": 21, "category": "S", "taxable": 50, "tax": 10.5}]},
        ])
    );
    let csv = outbox.app.get("/reports/tax.csv?from=2026-11-01&to=2026-12-31").await;
    assert_eq!(
        csv.text,
        "date,currency,tax_rate,taxable,tax,category\r\n2026-11-01,EUR,21,100,21,S\r\n2026-12-01,EUR,21,50,10.5,S\r\n"
    );
    let long = outbox.app.get("/reports/tax?from=2026-01-01&to=2027-12-31").await;
    assert_eq!(long.refusal(), "422 rule_violation to too_long");
}

#[tokio::test]
async fn what_is_not_taxed_is_by_the_category_of_its_line() {
    let mut outbox = OutboxFixture::new().await;
    let books = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
    let mut rates = Vec::new();
    for (name, category) in [("Books", "Z"), ("Lessons", "E"), ("Abroad", "G")] {
        let reason = if category == "Z" { "" } else { "By law" };
        let value = json!({"from": "2020-01-01", "percent": 0, "category": category, "exemption_reason": reason});
        rates.push(made(&books.app, "/tax-rates", json!({"name": name, "values": [value]})).await);
    }
    let item = |amount: u32, tax: Value| {
        tests::with(json!({"description": "Thing", "quantity": 1, "unit_amount": amount}), &tax)
    };
    let by_id = |at: usize| json!({"tax_rate_id": rates[at]});
    let late = json!({"kind": "late_fee"});
    let items =
        json!([item(10, by_id(0)), item(20, by_id(1)), item(30, by_id(2)), item(40, late), item(50, json!({}))]);
    let body = json!({"customer_id": books.customer, "location_id": books.location, "items": items});
    let draft = made(&books.app, "/invoices", body).await;
    let issued = books.act(&draft, "issue", json!({})).await;
    accepted(&issued, 200);
    let invoice = &issued.body["data"];
    let exempt = invoice["items"].as_array().into_iter().flatten().position(|line| line["tax_category"] == "E");
    let note = [(exempt.unwrap_or_default(), json!({"amount": 5}))];
    accepted(&books.credit(invoice, &note, json!({})).await, 201);
    let row = |category: &str, rate: u32, taxable: u32, tax: Value| json!({"tax_rate": rate, "category": category, "taxable": taxable, "tax": tax});
    let none = |category: &str, taxable: u32| row(category, 0, taxable, json!(0));
    let expected = json!([none("Z", 10), none("E", 15), none("O", 40), none("G", 30), row("S", 21, 50, json!(10.5))]);
    for consumed in [false, true] {
        if consumed {
            outbox.consume().await;
        }
        let found = report(&outbox.app, "tax?from=2026-11-01&to=2026-11-30").await;
        assert_eq!((&found["by_rate"], &found["unassigned_tax"]), (&expected, &json!(0)), "{consumed}");
    }
    tests::books_add_up(&outbox.app).await;
}
