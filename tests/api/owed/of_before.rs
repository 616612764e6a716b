//! Tables of before credits were booked when they arise: items below zero that wait.

use local::{book_credits, fsck::find_all};
use money_documents::InvoiceItem;
use serde_json::json;
use store::{Record, Transaction};
use tests::{InvoiceFixture, accepted, made};
use values::Id;

use super::balance;

/// Makes an item that waits be one below zero that does, as the release before left it.
async fn plant_waiting(fixture: &InvoiceFixture, amount: i64) -> String {
    let app = &fixture.app;
    let item = json!({"customer_id": fixture.customer, "location_id": fixture.location, "kind": "proration",
        "description": "Unused days", "quantity": 1, "unit_amount": 1});
    let item = made(app, "/invoice-items", item).await;
    let id = Id::<InvoiceItem>::parse(&item).expect("an id");
    let before = app.context.store.find(&app.tenant(), id).await.expect("a table").expect("an item");
    let mut body = before.body.clone();
    body.fields.unit_amount = wallets_and_journal::SignedAmount::of(amount * 100, body.currency);
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    transaction.replace(&before, &Record { body, version: before.version + 1, ..before.clone() });
    app.context.store.commit(transaction).await.expect("what is planted");
    item
}

async fn found(fixture: &InvoiceFixture) -> Vec<String> {
    let found = find_all(&fixture.app.context, &[fixture.app.tenant()]).await.expect("a table that can be read");
    found.into_iter().map(|finding| format!("{} {}", finding.kind, finding.what)).collect()
}

async fn booked(fixture: &InvoiceFixture) -> String {
    let mut out = Vec::new();
    book_credits::book(&fixture.app.context, &mut out).await.expect("a table");
    String::from_utf8(out).expect("a text")
}

#[tokio::test]
async fn a_credit_that_waits_is_found_and_booked_once_and_pays_what_is_open() {
    let fixture = InvoiceFixture::alone().await;
    let open = fixture.issued(&[json!(50)]).await;
    for amount in [-100, -20] {
        plant_waiting(&fixture, amount).await;
    }
    let waits = "invoice_item is below zero and waits, booked nowhere: book-credits books it";
    assert_eq!(found(&fixture).await, [waits, waits]);
    let merchant = fixture.app.tenant().merchant().to_string();
    assert_eq!(booked(&fixture).await, format!("{merchant} 2 credits booked, 0 wait of customers who have gone\n"));
    assert_eq!(booked(&fixture).await, "");
    assert_eq!(found(&fixture).await, Vec::<String>::new());
    // 145.20 came, of which 60.50 have paid the invoice.
    assert_eq!(fixture.invoice(&open).await["status"], "paid");
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(84.7));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn until_then_every_invoice_and_its_preview_take_the_part_that_fits() {
    let fixture = InvoiceFixture::alone().await;
    let waiting = plant_waiting(&fixture, -100).await;
    let body = fixture.body(&[json!(30)]);
    let preview = fixture.app.post("/invoices/preview", body.clone()).await;
    accepted(&preview, 200);
    assert_eq!(preview.body["data"]["total"], json!(0));
    let draft = made(&fixture.app, "/invoices", body).await;
    assert_eq!(fixture.invoice(&draft).await["total"], json!(0));
    let left = fixture.app.get(&format!("/invoice-items/{waiting}")).await;
    assert_eq!(left.body["data"]["unit_amount"], json!(-70));
    // Of a draft that is deleted the part is booked, and what waits by the command.
    accepted(&fixture.app.delete(&format!("/invoices/{draft}")).await, 200);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(36.3));
    booked(&fixture).await;
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(121));
    tests::books_add_up(&fixture.app).await;
}
