//! What customers owe is what stands on the account of receivables, by the age of its due date.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, company};

use super::{one, report};

#[tokio::test]
async fn what_is_due_is_by_age_and_customer_and_what_the_journal_has() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    // Each is due after 14 days: at the end they are 91, 61, 31 and 1 day overdue, and not yet due.
    for (price, days) in [(1, 30), (2, 30), (4, 30), (8, 15), (16, 0)] {
        fixture.issued(&[json!(price * 100)]).await;
        app.clock.advance(Duration::days(days));
    }
    let other = InvoiceFixture {
        app: app.clone(),
        location: fixture.location.clone(),
        customer: company(app, &fixture.location).await,
    };
    let partly = other.issued(&[json!(1000)]).await;
    accepted(&other.pay(&partly, json!(200)).await, 200);
    let voided = other.issued(&[json!(5)]).await;
    accepted(&other.act(&voided, "void", json!({})).await, 200);
    let found = report(app, "receivables").await;
    let ages = |of: &Value| {
        let names = ["total", "not_due", "overdue_1_to_30", "overdue_31_to_60", "overdue_61_to_90", "overdue_over_90"];
        json!(names.map(|name| of[name].clone()))
    };
    let first = one(&found["by_customer"], "customer_id", &fixture.customer);
    assert_eq!(ages(first), json!([3751, 1936, 968, 484, 242, 121]));
    assert_eq!(ages(one(&found["by_customer"], "customer_id", &other.customer)), json!([1010, 1010, 0, 0, 0, 0]));
    assert_eq!((&found["total"]["invoices"], &found["total"]["total"]), (&json!(6), &json!(4761)));
    let balance = app.get("/ledger/trial-balance").await;
    let receivable = one(&balance.body["data"]["accounts"], "account", "accounts_receivable").clone();
    assert_eq!(receivable["balance"], found["total"]["total"]);
    let csv = app.get(&format!("/reports/receivables.csv?location_id={}", fixture.location)).await;
    assert_eq!(csv.text.lines().count(), 3);
    assert!(csv.text.contains(",EUR,5,3751,1936,968,484,242,121"), "{}", csv.text);
    let elsewhere = report(app, &format!("receivables?location_id={}", tests::location(app).await)).await;
    assert_eq!(elsewhere["by_customer"], json!([]));
}
