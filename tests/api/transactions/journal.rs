//! The journal and the trial balance.

use billing::ledger::{Account, DocumentKind, DocumentReference, JournalEntry, Occasion};
use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, member, sweep, total, with_books};
use values::{Currency, Id, Money, Timestamp};
use wallets_and_journal::PostedEntry;

use super::{Refused, account, begin_journal, day};

/// An entry of a sale of so many cents that holds at an instant.
fn sale(app: &TestApp, at: Timestamp, minor: i64) -> PostedEntry {
    let euro = Money::new(minor, Currency::parse("EUR").expect("a currency"));
    let document = DocumentReference { kind: DocumentKind::Invoice, id: app.context.ids.next() };
    let customer_id: Id<values::Customer> = app.context.ids.next();
    let occasion = Occasion { at, document, customer_id, location_id: None };
    let entry = JournalEntry::of(occasion).debit(Account::Cash, euro).credit(Account::Revenue, euro);
    PostedEntry(entry.balanced().expect("a balanced entry"))
}

async fn pay(app: &TestApp, customer: &str, amount: i64) {
    let body = json!({"customer_id": customer, "amount": amount, "currency": "EUR", "method": "cash"});
    accepted(&app.post("/payment-transactions", body).await, 201);
}

#[tokio::test]
async fn the_trial_balance_of_a_past_instant_has_what_held_by_then() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let mut instants = Vec::new();
        for amount in 1..=4 {
            pay(app, &ann, amount).await;
            instants.push(day(app, 0));
            tests::days(app, 1);
        }
        for (at, expected) in instants.iter().zip([1, 3, 6, 10]) {
            assert_eq!(account(app, "cash", Some(at)).await, json!(expected));
        }
        assert_eq!(account(app, "cash", Some("2026-01-01T00:00:00Z")).await, json!(0));
        assert_eq!(account(app, "cash", Some(&day(app, 900))).await, json!(10));
    })
    .await;
}

#[tokio::test]
async fn the_trial_balance_is_exact_at_every_instant_of_a_long_journal() {
    // 400 entries of which every 7th holds days before it was written: closed in segments, many of them late. After
    // this test, as after each, the check compares eight instants; here it is every tenth.
    with_books(async |app| {
        begin_journal(app).await;
        let mut instants: Vec<(Timestamp, i64)> = Vec::new();
        for number in 1..=400_i64 {
            let late = if number % 7 == 0 { number % 40 } else { 0 };
            let at = app.context.clock.now().plus(chrono::Duration::hours(-late * 5));
            instants.push((at, number));
            app.stored(sale(app, at, number)).await;
            app.clock.advance(chrono::Duration::minutes(40));
            if number % 90 == 0 {
                accepted(&app.get("/ledger/trial-balance").await, 200);
            }
        }
        for (at, _) in instants.iter().step_by(10) {
            let expected: i64 = instants.iter().filter(|(other, _)| other <= at).map(|(_, minor)| minor).sum();
            let told = account(app, "cash", Some(&at.to_string())).await;
            assert_eq!(told.to_string().parse::<f64>().ok(), format!("{expected}e-2").parse().ok(), "{at}");
        }
    })
    .await;
}

#[tokio::test]
async fn two_who_read_to_the_end_of_the_journal_at_the_same_moment_count_nothing_twice() {
    with_books(async |app| {
        begin_journal(app).await;
        let now = app.context.clock.now();
        app.stored_all((1..=130).map(|minor| sale(app, now, minor * 100)).collect()).await;
        tests::days(app, 1);
        let answers = tests::sixteen(app, "GET", "/ledger/trial-balance", None).await;
        assert!(answers.iter().all(|answer| answer.body["data"]["accounts"][0]["balance"] == 8_515));
        assert_eq!(account(app, "revenue", None).await, json!(8_515));
    })
    .await;
}

#[tokio::test]
async fn the_sweep_closes_the_journal_of_whoever_never_asks() {
    let app = tests::app_alone().await;
    let ann = member(&app, "ann@example.com").await;
    pay(&app, &ann, 1).await;
    let now = app.context.clock.now();
    app.stored_all((1..=60).map(|minor| sale(&app, now, minor)).collect()).await;
    app.clock.advance(chrono::Duration::hours(1));
    assert_eq!(sweep(&app.context).await.done_of("journal_totals"), 1);
    let closed = app.table_text().await.iter().filter(|item| item.contains("S(\"journal_segment\")")).count();
    assert_eq!(closed, 3);
    assert_eq!(sweep(&app.context).await.done_of("journal_totals"), 0);
    tests::books_add_up(&app).await;
}

#[tokio::test]
async fn entries_are_listed_by_customer_document_and_time() {
    with_books(async |app| {
        let (ann, bob) = (member(app, "ann@example.com").await, member(app, "bob@example.com").await);
        pay(app, &ann, 1).await;
        tests::days(app, 1);
        pay(app, &bob, 2).await;
        let now = day(app, 0);
        for (query, count) in [
            (String::new(), 2),
            (format!("customer_id={ann}"), 1),
            (format!("from={now}"), 1),
            (format!("to={now}"), 1),
            (format!("customer_id={bob}&to={now}"), 0),
            ("document_type=payment".to_owned(), 2),
            ("document_type=invoice".to_owned(), 0),
        ] {
            assert_eq!(total(app, &format!("/ledger/entries?{query}")).await, count, "{query}");
        }
        let entry = app.get(&format!("/ledger/entries?customer_id={ann}")).await.body["data"][0].clone();
        let document = format!("/ledger/entries?document_id={}", entry["document_id"].as_str().unwrap_or_default());
        assert_eq!(total(app, &document).await, 1);
        let lines: Vec<&Value> = entry["lines"].as_array().into_iter().flatten().collect();
        assert_eq!((&lines[0]["account"], &lines[0]["debit"]), (&json!("cash"), &json!(1)));
        assert_eq!((&lines[1]["account"], &lines[1]["credit"]), (&json!("customer_balance"), &json!(1)));
    })
    .await;
}

#[tokio::test]
async fn entries_are_exported_as_lines_for_accountants() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let (from, to) = (day(app, 0), day(app, 1));
        pay(app, &ann, 12).await;
        tests::days(app, 2);
        pay(app, &ann, 5).await;
        let export = app.get(&format!("/ledger/entries.csv?from={from}&to={to}")).await;
        accepted(&export, 200);
        let lines: Vec<&str> = export.text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(
            lines[0],
            "entry_id,at,document_type,document_id,customer_id,location_id,account,currency,debit,credit"
        );
        assert!(lines[1].ends_with(",cash,EUR,12.00,0.00"), "{}", lines[1]);
        assert!(lines[2].ends_with(",customer_balance,EUR,0.00,12.00"), "{}", lines[2]);
        let refused = app.get(&format!("/ledger/entries.csv?from={to}&to={from}")).await;
        assert_eq!((refused.told(), refused.named()), ("422 rule_violation".to_owned(), vec!["to".to_owned()]));
        assert_eq!(app.get("/ledger/entries.csv").await.named(), ["from", "to"]);
    })
    .await;
}
