//! What the trial balance costs.

use billing::ledger::{Account, DocumentKind, DocumentReference, JournalEntry, Occasion};
use serde_json::Value;
use testing::TestApp;
use tests::{accepted, setting};
use values::{Currency, Money};
use wallets_and_journal::PostedEntry;

/// Entries in the journal: 100,000 by `JOURNAL_ENTRIES=100000`.
const ENTRIES: u64 = 2_000;
/// Read units that the trial balance takes at most, however long the journal is.
const UNITS_MAX: f64 = 20.0;

/// An entry of one, as a payment writes it.
fn entry(app: &TestApp) -> PostedEntry {
    let euro = Money::new(12_345, Currency::parse("EUR").expect("a currency"));
    let document = DocumentReference { kind: DocumentKind::Payment, id: app.context.ids.next() };
    let location_id = Some(app.context.ids.next());
    let customer_id = app.context.ids.next();
    let occasion = Occasion { at: app.context.clock.now(), document, customer_id, location_id };
    let entry = JournalEntry::of(occasion).debit(Account::Cash, euro).credit(Account::AccountsReceivable, euro);
    PostedEntry(entry.balanced().expect("a balanced entry"))
}

#[tokio::test]
#[expect(clippy::print_stdout, reason = "the figure of a longer run is read here")]
async fn the_trial_balance_costs_at_most_twenty_units_however_long_the_journal_is() {
    let app = tests::app_alone().await;
    super::begin_journal(&app).await;
    let entries = setting("JOURNAL_ENTRIES", ENTRIES);
    let mut middle = app.context.clock.now();
    for number in 0..entries / 100 {
        app.stored_all((0..100).map(|_| entry(&app)).collect()).await;
        app.clock.advance(chrono::Duration::minutes(30));
        if number == entries / 200 {
            middle = app.context.clock.now();
        }
        if number % 10 == 9 {
            accepted(&app.get("/ledger/trial-balance").await, 200);
        }
    }
    // Some that no segment has yet.
    app.stored_all((0..12).map(|_| entry(&app)).collect()).await;
    for path in ["/ledger/trial-balance".to_owned(), format!("/ledger/trial-balance?at={middle}")] {
        let answer = app.get(&path).await;
        accepted(&answer, 200);
        let logged = app.logged();
        let line: Value = serde_json::from_str(logged.last().expect("a line")).expect("JSON");
        let units = line["store_units"].as_f64().expect("units");
        println!("{path} of {entries} entries: {units} units");
        assert!(units <= UNITS_MAX, "{path}: {units} units");
    }
    assert_eq!(
        super::account(&app, "cash", None).await.as_f64(),
        format!("{}e-2", (entries + 12) * 12_345).parse().ok()
    );
}
