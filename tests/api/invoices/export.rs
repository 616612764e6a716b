//! The export for accountants.

use serde_json::json;
use tests::{InvoiceFixture, accepted, days};

#[tokio::test]
async fn the_invoices_of_days_are_exported_with_their_amounts() {
    let fixture = InvoiceFixture::new().await;
    accepted(
        &fixture.app.put(&format!("/companies/{}", fixture.customer), json!({"name": "=1+1, \"Ltd\""})).await,
        200,
    );
    let first = fixture.issued_with(&[json!(100)], json!({"purchase_order": "PO 7"})).await;
    days(&fixture.app, 1);
    fixture.issued(&[json!(10)]).await;
    fixture.draft(&[json!(5)]).await;
    let answer = fixture.app.get("/invoices/export.csv?from=2026-11-21&to=2026-11-21").await;
    accepted(&answer, 200);
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    let lines: Vec<&str> = answer.text.lines().collect();
    assert!(lines[0].starts_with("invoice_id,number,status,issue_date,due_date,customer_id"), "{}", lines[0]);
    let (id, customer, location) = (first["id"].as_str().expect("an id"), &fixture.customer, &fixture.location);
    let expected = format!(
        "{id},INV-000001,issued,2026-11-21,2026-12-05,{customer},\"'=1+1, \"\"Ltd\"\"\",,{location},EUR,100,21,121,0,0,0,121,PO 7,0"
    );
    assert_eq!(lines[1..], [expected]);
    let both = fixture.app.get("/invoices/export.csv?from=2026-11-21&to=2026-11-22").await;
    assert_eq!(both.text.lines().count(), 3);
    let refused = fixture.app.get("/invoices/export.csv?from=2026-11-22&to=2026-11-21").await;
    assert_eq!(refused.refusal(), "422 rule_violation to end_before_start");
    tests::books_add_up(&fixture.app).await;
}
