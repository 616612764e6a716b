//! Files for accountants: whatever the pages, all of it, and as the journal has it.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testing::TestApp;
use tests::{InvoiceFixture, accepted, made, with};

use super::{cents, clock, close, file, rows, sums};

const DAYS: &str = "from=2026-11-01&to=2026-12-31";

/// Books with everything: two rates, a deposit, a discount, notes, payments, refunds, balances, a void, a loss.
async fn history() -> InvoiceFixture {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    clock(app, "2026-11-22T10:00:00Z");
    let item = |kind: &str, rate: i64, amount: Value| json!({"description": "=1+1; \"desk\"", "kind": kind, "quantity": 1, "unit_amount": amount, "tax_rate": rate});
    let items =
        json!([item("custom", 21, json!(100.33)), item("fee", 9, json!(33.33)), item("deposit", 0, json!(200))]);
    let body = json!({"customer_id": fixture.customer, "location_id": fixture.location, "items": items, "discount_amount": 7.77});
    let invoice = made(app, "/invoices", body).await;
    let invoice = fixture.act(&invoice, "issue", json!({})).await.body["data"].clone();
    let id = invoice["id"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.pay(&id, json!(150)).await, 200);
    clock(app, "2026-11-25T10:00:00Z");
    let credited =
        fixture.credit(&invoice, &[(0, json!({"amount": 40})), (1, json!({"quantity": 1}))], json!({})).await;
    accepted(&credited, 201);
    let rest = json!({"method": "cash", "amount": 500, "excess": "balance"});
    accepted(&fixture.act(&id, "pay", rest).await, 200);
    let voided = fixture.issued_with(&[json!(12)], json!({"apply_balance": false})).await;
    accepted(&fixture.act(voided["id"].as_str().unwrap_or_default(), "void", json!({})).await, 200);
    let lost = fixture.issued_with(&[json!(15)], json!({"apply_balance": false})).await;
    let lost = lost["id"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.act(&lost, "mark-uncollectible", json!({})).await, 200);
    fixture.issued(&[json!(80)]).await;
    let kept = json!({"customer_id": fixture.customer, "currency": "EUR", "decision": "kept", "amount": 3, "reason": "Agreed."});
    drop(made(app, "/balance-clearings", kept).await);
    fixture
}

#[tokio::test]
async fn all_pages_of_the_journal_together_are_the_trial_balance() {
    let fixture = history().await;
    let app = &fixture.app;
    let whole = file(app, &format!("/ledger/journal.csv?{DAYS}"), 500).await;
    for limit in [1, 2, 3] {
        assert_eq!(file(app, &format!("/ledger/journal.csv?{DAYS}"), limit).await, whole, "pages of {limit}");
    }
    let mut by_account: BTreeMap<String, i64> = BTreeMap::new();
    for row in rows(&whole) {
        let cell = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        *by_account.entry(cell("account")).or_default() += cents(&cell("debit")) - cents(&cell("credit"));
        if ["invoice", "credit_note", "payment"].contains(&cell("document_type").as_str()) {
            assert!(!cell("number").is_empty() && !cell("customer_name").is_empty(), "{row}");
        }
    }
    by_account.retain(|_, minor| *minor != 0);
    assert_eq!(by_account.into_iter().collect::<Vec<_>>(), sums(app, "").await);
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn revenue_and_tax_stand_by_kind_and_rate_as_the_documents_have_them() {
    let fixture = history().await;
    let journal = rows(&file(&fixture.app, &format!("/ledger/journal.csv?{DAYS}"), 7).await);
    let mut booked: BTreeMap<(String, String), i64> = BTreeMap::new();
    let text = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    for row in journal.iter().filter(|row| row["account"] == "revenue" && row["tax_rate"] != "") {
        *booked.entry((text(row, "kind"), text(row, "tax_rate"))).or_default() +=
            cents(&text(row, "credit")) - cents(&text(row, "debit"));
    }
    let mut told: BTreeMap<(String, String), i64> = BTreeMap::new();
    for path in ["invoice-lines", "credit-note-lines"] {
        let lines = rows(&file(&fixture.app, &format!("/ledger/{path}.csv?{DAYS}"), 2).await);
        assert!(!lines.is_empty());
        for line in lines.iter().filter(|line| line["status"] != "voided" && line["kind"] != "deposit") {
            assert!(!text(line, "description").starts_with('='), "{line}");
            *told.entry((text(line, "kind"), text(line, "tax_rate"))).or_default() += cents(&text(line, "net"));
        }
    }
    assert_eq!(booked, told);
}

#[tokio::test]
async fn payments_and_refunds_are_what_stands_on_cash() {
    let fixture = history().await;
    let app = &fixture.app;
    let payment = app.get("/payment-transactions?method=bank_transfer").await.body["data"][0].clone();
    let refund = format!("/payment-transactions/{}/refund", payment["id"].as_str().unwrap_or_default());
    accepted(&app.post(&refund, json!({"amount": 20})).await, 200);
    let found = rows(&file(app, &format!("/ledger/payments.csv?{DAYS}"), 2).await);
    let of_cash = found.iter().filter(|row| row["method"] != "balance");
    let sum: i64 = of_cash.map(|row| cents(row["amount"].as_str().unwrap_or_default())).sum();
    let cash = sums(app, "").await.into_iter().find(|(account, _)| account == "cash");
    assert_eq!(cash, Some(("cash".to_owned(), sum)));
    assert!(found.iter().any(|row| row["kind"] == "refund" && row["amount"] == "-20.00"), "{found:?}");
}

#[tokio::test]
async fn a_posting_batch_for_datev_has_the_same_sums_on_its_accounts() {
    let fixture = history().await;
    let app = &fixture.app;
    let path = format!("/ledger/journal-datev.csv?{DAYS}");
    assert_eq!(app.get(&path).await.refusal(), "422 rule_violation datev.consultant_number required");
    let settings = json!({"datev": {"consultant_number": 29098, "client_number": 55003}});
    accepted(&app.put("/ledger/books", settings).await, 200);
    let text = file(app, &path, 3).await;
    assert!(text.is_ascii());
    let mut lines = text.split("\r\n");
    let header = lines.next().unwrap_or_default();
    assert!(header.starts_with("\"EXTF\";700;21;\"Buchungsstapel\";13;"), "{header}");
    assert!(header.contains(";29098;55003;20260101;4;20261101;20261231;"), "{header}");
    assert_eq!(header.split(';').count(), 31);
    assert_eq!(lines.next().map(|names| names.split(';').count()), Some(125));
    let mut by_number: BTreeMap<String, i64> = BTreeMap::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let fields: Vec<&str> = line.split(';').collect();
        let minor = cents(fields[0]);
        assert!(minor > 0 && fields[1] == "\"S\"", "{line}");
        *by_number.entry(fields[6].to_owned()).or_default() += minor;
        *by_number.entry(fields[7].to_owned()).or_default() -= minor;
    }
    by_number.retain(|_, minor| *minor != 0);
    let mut of_journal: BTreeMap<String, i64> = BTreeMap::new();
    for row in rows(&file(app, &format!("/ledger/journal.csv?{DAYS}"), 100).await) {
        let cell = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
        *of_journal.entry(cell("account_number")).or_default() += cents(&cell("debit")) - cents(&cell("credit"));
    }
    of_journal.retain(|_, minor| *minor != 0);
    assert_eq!(by_number, of_journal);
    let years = app.get("/ledger/journal-datev.csv?from=2026-12-31&to=2027-01-01").await;
    assert_eq!(years.refusal(), "422 rule_violation to several_fiscal_years");
}

#[tokio::test]
async fn a_ledger_of_beancount_opens_its_accounts_and_balances() {
    let fixture = history().await;
    let text = file(&fixture.app, &format!("/ledger/journal-beancount?{DAYS}"), 4).await;
    let mut by_account: BTreeMap<String, i64> = BTreeMap::new();
    let mut opened = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("1970-01-01 open ") {
            opened.push(name.to_owned());
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ([name, amount, "EUR"], true) = (words.as_slice(), line.starts_with("  ")) {
            assert!(opened.contains(&(*name).to_owned()), "{name} is not open");
            *by_account.entry((*name).to_owned()).or_default() += cents(amount);
        }
    }
    assert_eq!(by_account.values().sum::<i64>(), 0);
    let receivable = by_account.get("Assets:AccountsReceivable:1100").copied();
    let expected = sums(&fixture.app, "").await.into_iter().find(|(account, _)| account == "accounts_receivable");
    assert_eq!(receivable.filter(|minor| *minor != 0), expected.map(|(_, minor)| minor));
    // What a foreign program reads is kept for it (`infra/check/books`).
    keep("journal.beancount", &text);
    let told = fixture.app.get("/ledger/trial-balance").await;
    keep("trial-balance.json", &told.text);
    let settings = json!({"chart": "skr03", "datev": {"consultant_number": 29098, "client_number": 55003}});
    accepted(&fixture.app.put("/ledger/books", settings).await, 200);
    keep(
        "EXTF_Buchungsstapel.csv",
        &file(&fixture.app, &format!("/ledger/journal-datev.csv?{DAYS}"), 4).await,
    );
    keep("journal.csv", &file(&fixture.app, &format!("/ledger/journal.csv?{DAYS}"), 4).await);
}

/// Keeps a file for programs of others.
fn keep(name: &str, text: &str) {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("books");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(name), text).expect("a file");
}

#[tokio::test]
async fn a_cursor_leads_on_in_its_own_file_alone() {
    let fixture = history().await;
    let app = &fixture.app;
    let cursor_of = |answer: &testing::TestResponse| {
        let link = answer.header("link").to_owned();
        link.split("cursor=").nth(1).and_then(|rest| rest.split('>').next()).unwrap_or_default().to_owned()
    };
    let cursor = cursor_of(&app.get(&format!("/ledger/journal.csv?{DAYS}&limit=2")).await);
    assert!(!cursor.is_empty());
    let wrong = "400 validation_error cursor invalid_value";
    for path in [
        format!("/ledger/journal.csv?from=2026-11-03&to=2026-12-31&cursor={cursor}"),
        format!("/ledger/invoice-lines.csv?{DAYS}&cursor={cursor}"),
        format!("/ledger/journal.csv?{DAYS}&cursor={cursor}x"),
    ] {
        assert_eq!(app.get(&path).await.refusal(), wrong, "{path}");
    }
    let theirs = app.as_client(&app.stranger);
    assert_eq!(theirs.get(&format!("/ledger/journal.csv?{DAYS}&cursor={cursor}")).await.refusal(), wrong);
    assert_eq!(app.get(&format!("/ledger/journal.csv?{DAYS}&cursor={cursor}")).await.status, 200);
    // With another chart the file would have accounts of two: it is begun again.
    accepted(&app.put("/ledger/books", json!({"chart": "skr03"})).await, 200);
    assert_eq!(app.get(&format!("/ledger/journal.csv?{DAYS}&cursor={cursor}")).await.refusal(), wrong);
    let turned = app.get("/ledger/journal.csv?from=2026-12-01&to=2026-11-01").await;
    assert_eq!(turned.refusal(), "422 rule_violation to end_before_start");
}

#[tokio::test]
async fn a_closed_month_stays_as_it_was_exported() {
    let fixture = history().await;
    let app: &TestApp = &fixture.app;
    clock(app, "2026-12-05T10:00:00Z");
    accepted(&close(app, "2026-11-30").await, 200);
    let path = "/ledger/journal.csv?from=2026-11-01&to=2026-11-30";
    let before = file(app, path, 100).await;
    let open = app.get("/invoices?status=issued").await.body["data"][0].clone();
    if let Some(id) = open["id"].as_str() {
        accepted(&fixture.pay(id, json!(1)).await, 200);
    }
    let body = json!({"customer_id": fixture.customer, "amount": 5, "currency": "EUR", "method": "cash"});
    let early = with(body, &json!({"paid_at": "2026-11-28T10:00:00Z"}));
    assert_eq!(app.post("/payment-transactions", early).await.refusal(), "422 rule_violation paid_at books_closed");
    fixture.issued(&[json!(9)]).await;
    assert_eq!(file(app, path, 100).await, before);
}
