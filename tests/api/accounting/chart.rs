//! The chart of accounts: defaults, and accounts of the merchant's own.

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted};
use values::Clock as _;

use super::{file, rows};

#[tokio::test]
async fn a_merchant_begins_with_a_chart_and_puts_own_accounts_before_it() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    let listed = app.get("/ledger/accounts").await;
    assert_eq!(listed.body["data"]["chart"], "generic");
    assert!(listed.body["data"]["accounts"].as_array().is_some_and(|all| all.len() >= 9));
    fixture.issued(&[json!(100)]).await;
    let today = &app.clock.now().to_string()[..10];
    let path = format!("/ledger/journal.csv?from={today}&to={today}");
    let numbers = async || -> Vec<Value> {
        let row = |row: &Value| {
            json!([row["account"], row["account_number"], row["kind"], row["tax_rate"], row["cost_centre"]])
        };
        rows(&file(app, &path, 100).await).iter().map(row).collect()
    };
    let kind = "custom";
    assert_eq!(
        numbers().await,
        [
            json!(["accounts_receivable", "1100", "", "", ""]),
            json!(["revenue", "4090", kind, "21", ""]),
            json!(["tax", "2500", "", "21", ""]),
        ]
    );
    let own = json!({"account": "revenue", "tax_rate": 21, "number": "8021", "name": "Revenue at 21 %"});
    let settings = json!({"chart": "skr04", "accounts": [own], "cost_centres": [{"location_id": fixture.location, "code": "AMS"}]});
    let updated = app.put("/ledger/books", settings).await;
    accepted(&updated, 200);
    assert_eq!(
        numbers().await,
        [
            json!(["accounts_receivable", "10000", "", "", "AMS"]),
            json!(["revenue", "8021", kind, "21", "AMS"]),
            json!(["tax", "3800", "", "21", "AMS"]),
        ]
    );
    let listed = app.get("/ledger/accounts").await;
    assert_eq!(
        (&listed.body["data"]["accounts"][0]["number"], &listed.body["data"]["accounts"][0]["is_own"]),
        (&json!("8021"), &json!(true))
    );
}

#[tokio::test]
async fn accounts_and_cost_centres_are_each_for_one_thing_and_well_formed() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    let account = |number: &str| json!({"account": "tax", "number": number, "name": "Tax"});
    let centre = |code: &str| json!({"location_id": fixture.location, "code": code});
    for (body, refusal) in [
        (json!({"accounts": [account("1"), account("2")]}), "422 rule_violation accounts[1] repeated"),
        (json!({"accounts": [account("1a")]}), "400 validation_error accounts[0].number invalid_format"),
        (
            json!({"cost_centres": [centre("A"), centre("B")]}),
            "422 rule_violation cost_centres[1].location_id repeated",
        ),
        (
            json!({"cost_centres": [{"location_id": tests::NOBODY, "code": "A"}]}),
            "422 rule_violation cost_centres[0].location_id reference_not_found",
        ),
        (json!({"closed_through": "2026-01-01"}), "400 validation_error closed_through unknown_field"),
        (json!({"datev": {"client_number": 0}}), "400 validation_error datev.client_number out_of_range"),
    ] {
        assert_eq!(app.put("/ledger/books", body.clone()).await.refusal(), refusal, "{body}");
    }
}
