//! Billing runs: what waits at a location becomes invoices (`docs/areas/invoices.md`, 27).

use chrono::Duration;
use records::Member;
use serde_json::{Value, json};
use store::{Record, RecordSet, Transaction};
use testing::{Fault, TestApp};
use tests::{
    InvoiceFixture, OutboxFixture, accepted, app, app_alone, books_add_up, hastened, hastened_step, made, member,
    narrow, sweep, total, with,
};
use values::{Clock as _, Id};

/// An item that waits for the customer's next invoice at the location.
async fn waits(fixture: &InvoiceFixture, customer: &str, price: f64, fields: Value) -> String {
    let item = json!({"customer_id": customer, "location_id": fixture.location, "description": "Coffee",
        "quantity": 1, "unit_amount": price});
    made(&fixture.app, "/invoice-items", with(item, &fields)).await
}

async fn begun(fixture: &InvoiceFixture, fields: Value) -> String {
    let body = with(json!({"location_id": fixture.location}), &fields);
    format!("/billing-runs/{}", made(&fixture.app, "/billing-runs", body).await)
}

async fn run(fixture: &InvoiceFixture, fields: Value) -> (String, Value) {
    let path = begun(fixture, fields).await;
    hastened(&fixture.app.context).await;
    let after = fixture.app.get(&path).await.body["data"].clone();
    (path, after)
}

/// A run whose draft is made, and whose step that would issue it is lost; its path, and the draft's id.
async fn drafted(fixture: &InvoiceFixture) -> (String, String) {
    waits(fixture, &fixture.customer, 10.0, json!({})).await;
    let path = begun(fixture, json!({"issue": true})).await;
    // The draft is made, and the step that would issue it is lost.
    fixture.app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    hastened_step(&fixture.app.context).await;
    fixture.app.faults.clear();
    let results_before = results(&fixture.app, &path).await;
    assert_eq!(results_before[0]["status"], "drafted");
    (path, results_before[0]["invoice_id"].as_str().expect("an id").to_owned())
}

async fn results(app: &TestApp, path: &str) -> Vec<Value> {
    let answer = app.get(&format!("{path}/results?per_page=100")).await;
    accepted(&answer, 200);
    answer.body["data"].as_array().cloned().unwrap_or_default()
}

async fn preview(fixture: &InvoiceFixture, fields: Value) -> Value {
    let answer =
        fixture.app.post("/billing-runs/preview", with(json!({"location_id": fixture.location}), &fields)).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

#[tokio::test]
async fn all_that_waits_becomes_an_invoice_of_each_customer_as_the_preview_says() {
    let fixture = InvoiceFixture::alone().await;
    let ada = member(&fixture.app, "ada@example.com").await;
    for (customer, price) in [(&fixture.customer, 10.0), (&ada, 5.0), (&fixture.customer, 20.0)] {
        waits(&fixture, customer, price, json!({})).await;
    }
    let expected = preview(&fixture, json!({"issue": true})).await;
    for (field, value) in [
        ("customer_count", json!(2)),
        ("invoice_count", json!(2)),
        ("item_count", json!(3)),
        ("refused_count", json!(0)),
        ("subtotal", json!(35)),
        ("total", json!(42.35)),
        ("currency", json!("EUR")),
    ] {
        assert_eq!(expected[field], value, "{field}");
    }
    assert_eq!(expected["customers"][0]["customer_id"], json!(fixture.customer));
    assert_eq!(
        (&expected["customers"][1]["name"], &expected["customers"][1]["total"]),
        (&json!("Ann"), &json!(6.05))
    );
    assert_eq!(total(&fixture.app, "/invoices").await, 0);

    let (path, after) = run(&fixture, json!({})).await;
    assert_eq!((&after["status"], &after["refused"], &after["issued"]), (&json!("succeeded"), &json!(0), &json!(0)));
    assert_eq!(after["expected"], json!({"invoices": 2, "items": 3, "total": 42.35}));
    assert_eq!(after["invoiced"], after["expected"]);
    let results = results(&fixture.app, &path).await;
    assert_eq!(results.len(), 2);
    for (result, (customer, items, total)) in
        results.iter().zip([(&fixture.customer, 2, json!(36.3)), (&ada, 1, json!(6.05))])
    {
        assert_eq!((&result["customer_id"], &result["status"]), (&json!(customer), &json!("drafted")));
        let invoice = fixture.app.get(&format!("/invoices/{}", result["invoice_id"].as_str().expect("an id"))).await;
        assert_eq!(invoice.body["data"]["status"], "draft");
        assert_eq!(invoice.body["data"]["items"].as_array().map(Vec::len), Some(items));
        assert_eq!((&invoice.body["data"]["total"], &result["total"]), (&total, &total));
    }
    assert_eq!(total(&fixture.app, "/invoice-items?pending=true").await, 0);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn with_issue_the_invoices_are_issued_and_balances_pay_what_they_can() {
    let fixture = InvoiceFixture::alone().await;
    waits(&fixture, &fixture.customer, -30.0, json!({"tax_rate": 0})).await;
    waits(&fixture, &fixture.customer, 100.0, json!({})).await;
    let (path, after) = run(&fixture, json!({"issue": true})).await;
    assert_eq!((&after["status"], &after["issued"]), (&json!("succeeded"), &json!(1)));
    let results = results(&fixture.app, &path).await;
    assert_eq!((results.len(), &results[0]["status"]), (1, &json!("issued")));
    let invoice = fixture.app.get(&format!("/invoices/{}", results[0]["invoice_id"].as_str().expect("an id"))).await;
    let data = &invoice.body["data"];
    assert_eq!((&data["status"], &data["total"], &data["amount_due"]), (&json!("issued"), &json!(121), &json!(91)));
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn up_to_a_day_items_of_later_periods_and_of_later_days_wait_on() {
    let fixture = InvoiceFixture::alone().await;
    let today = fixture.app.clock.now().to_string()[..10].to_owned();
    waits(&fixture, &fixture.customer, 1.0, json!({"period_start": "2020-01-31", "period_end": "2020-02-29"})).await;
    let later = waits(&fixture, &fixture.customer, 2.0, json!({"period_start": "2199-02-01"})).await;
    let made_today = waits(&fixture, &fixture.customer, 4.0, json!({})).await;
    assert_eq!(preview(&fixture, json!({"up_to": "2020-01-30"})).await["item_count"], 0);
    let (_, after) = run(&fixture, json!({"up_to": "2020-01-31"})).await;
    assert_eq!(after["invoiced"], json!({"invoices": 1, "items": 1, "total": 1.21}));
    let (_, after) = run(&fixture, json!({"up_to": today})).await;
    assert_eq!(after["invoiced"]["items"], 1);
    let item = fixture.app.get(&format!("/invoice-items/{made_today}")).await;
    assert!(!item.body["data"]["invoice_id"].is_null());
    let item = fixture.app.get(&format!("/invoice-items/{later}")).await;
    assert!(item.body["data"]["invoice_id"].is_null());
}

#[tokio::test]
async fn what_is_refused_of_one_customer_concerns_no_other_and_is_told() {
    let fixture = InvoiceFixture::alone().await;
    let ada = member(&fixture.app, "ada@example.com").await;
    for (customer, price) in [(&ada, 5.0), (&fixture.customer, 10.0), (&ada, 6.0)] {
        waits(&fixture, customer, price, json!({})).await;
    }
    // One that was deleted before items that wait stood in the way of that.
    fixture.app.unchecked();
    let (store, tenant) = (&fixture.app.context.store, fixture.app.tenant());
    let before = store.find(&tenant, Id::<Member>::parse(&ada).expect("an id")).await.expect("a table").expect("Ada");
    let after = Record { record_set: RecordSet::Archived, version: before.version + 1, ..before.clone() };
    let mut transaction = Transaction::new(tenant, fixture.app.context.ids.token());
    transaction.replace(&before, &after);
    store.commit(transaction).await.expect("what is planted");
    let expected = preview(&fixture, json!({})).await;
    assert_eq!((&expected["customer_count"], &expected["refused_count"]), (&json!(1), &json!(1)));
    assert_eq!(expected["customers"][1]["error"]["errors"][0]["reason"], "reference_archived");
    let (path, after) = run(&fixture, json!({"issue": true})).await;
    assert_eq!((&after["status"], &after["refused"], &after["issued"]), (&json!("succeeded"), &json!(1), &json!(1)));
    let refused = fixture.app.get(&format!("{path}/results?status=refused")).await;
    assert_eq!(refused.body["pagination"]["total"], 1);
    assert_eq!(refused.body["data"][0]["customer_id"], json!(ada));
    assert!(refused.body["data"][0]["invoice_id"].is_null());
    assert_eq!(refused.body["data"][0]["error"]["errors"][0]["field"], "customer_id");
    assert_eq!(total(&fixture.app, "/invoice-items?pending=true").await, 2);
}

#[tokio::test]
async fn a_draft_that_cannot_be_issued_stays_one_and_says_why() {
    let fixture = InvoiceFixture::alone().await;
    let (path, invoice) = drafted(&fixture).await;
    accepted(&fixture.app.delete(&format!("/invoices/{invoice}")).await, 200);
    fixture.app.clock.advance(Duration::seconds(15));
    sweep(&fixture.app.context).await;
    let after = fixture.app.get(&path).await.body["data"].clone();
    assert_eq!((&after["status"], &after["refused"], &after["issued"]), (&json!("succeeded"), &json!(1), &json!(0)));
    assert_eq!(results(&fixture.app, &path).await[0]["error"]["code"], "not_found");
}

#[tokio::test]
async fn a_draft_that_somebody_issues_in_between_is_issued() {
    let fixture = InvoiceFixture::alone().await;
    let (path, invoice) = drafted(&fixture).await;
    accepted(&fixture.act(&invoice, "issue", json!({})).await, 200);
    fixture.app.clock.advance(Duration::seconds(15));
    sweep(&fixture.app.context).await;
    let after = fixture.app.get(&path).await.body["data"].clone();
    assert_eq!((&after["status"], &after["refused"], &after["issued"]), (&json!("succeeded"), &json!(0), &json!(1)));
    assert_eq!(results(&fixture.app, &path).await[0]["status"], "issued");
}

#[tokio::test]
async fn what_the_store_refuses_of_one_customer_concerns_no_other() {
    let fixture = InvoiceFixture::alone().await;
    let ada = member(&fixture.app, "ada@example.com").await;
    // Eighty of them are more than a record holds.
    let long = json!({"tax_rate": 0, "description": "数".repeat(100)});
    for _ in 0..80 {
        waits(&fixture, &fixture.customer, 1.0, long.clone()).await;
    }
    waits(&fixture, &ada, 5.0, json!({"tax_rate": 0})).await;
    let (path, after) = run(&fixture, json!({})).await;
    assert_eq!((&after["status"], &after["refused"]), (&json!("succeeded"), &json!(0)), "{after}");
    assert_eq!(after["invoiced"], json!({"invoices": 3, "items": 81, "total": 85}));
    assert_eq!(results(&fixture.app, &path).await.len(), 3);
}

#[tokio::test]
async fn what_fits_no_invoice_is_told_by_preview_and_run() {
    let fixture = InvoiceFixture::of(app_alone().await, json!({"currency": "IDR", "tax_rate": 11})).await;
    for _ in 0..3 {
        waits(&fixture, &fixture.customer, 400_000_000.0, json!({})).await;
    }
    let ada = member(&fixture.app, "ada@example.com").await;
    waits(&fixture, &ada, 950_000_000.0, json!({})).await;
    let expected = preview(&fixture, json!({})).await;
    let summary = |of: &Value| (of["invoice_count"].clone(), of["item_count"].clone(), of["refused_count"].clone());
    assert_eq!(summary(&expected), (json!(2), json!(3), json!(1)));
    assert_eq!(expected["customers"][1]["error"]["errors"][0]["reason"], "fits_no_invoice");
    let (path, after) = run(&fixture, json!({})).await;
    assert_eq!(after["invoiced"], json!({"invoices": 2, "items": 3, "total": 1_332_000_000}));
    assert_eq!((&after["expected"], &after["refused"]), (&after["invoiced"], &json!(1)));
    let refused = fixture.app.get(&format!("{path}/results?status=refused")).await;
    assert_eq!(refused.body["data"][0]["customer_id"], json!(ada));
}

#[tokio::test]
async fn a_number_that_another_invoice_has_leaves_the_draft_and_the_others_go_on() {
    let fixture = InvoiceFixture::alone().await;
    let settings = async |settings: Value| {
        accepted(&fixture.app.put("/merchant", json!({"invoice_settings": settings})).await, 200);
    };
    settings(json!({"number_prefix": "ZZ-"})).await;
    fixture.issued(&[json!(1)]).await;
    let sequence = json!({"location_id": fixture.location, "number_prefix": "ZZ-", "credit_note_prefix": "ZZC-"});
    settings(json!({"number_prefix": "YY-", "location_sequences": [sequence]})).await;
    let ada = member(&fixture.app, "ada@example.com").await;
    waits(&fixture, &fixture.customer, 1.0, json!({})).await;
    waits(&fixture, &ada, 2.0, json!({})).await;
    let (path, after) = run(&fixture, json!({"issue": true})).await;
    assert_eq!((&after["status"], &after["refused"], &after["issued"]), (&json!("succeeded"), &json!(2), &json!(0)));
    let results = results(&fixture.app, &path).await;
    assert_eq!((&results[0]["status"], &results[0]["error"]["code"]), (&json!("drafted"), &json!("already_exists")));
}

#[tokio::test]
async fn a_run_ends_when_whoever_asked_for_it_may_act_no_longer() {
    let fixture = InvoiceFixture::alone().await;
    waits(&fixture, &fixture.customer, 10.0, json!({})).await;
    let (biller, id) = narrow(&fixture.app, &["invoices:write"]).await;
    let path = {
        let answer = biller.post("/billing-runs", json!({"location_id": fixture.location})).await;
        accepted(&answer, 201);
        format!("/billing-runs/{}", answer.id())
    };
    accepted(&fixture.app.post(&format!("/api-clients/{id}/revoke"), json!({})).await, 200);
    hastened(&fixture.app.context).await;
    let after = fixture.app.get(&path).await.body["data"].clone();
    assert_eq!((&after["status"], &after["failure"]["code"]), (&json!("failed"), &json!("forbidden")));
    assert_eq!(total(&fixture.app, "/invoices").await, 0);
}

#[tokio::test]
async fn of_more_items_than_an_invoice_has_several_are_made() {
    let fixture = InvoiceFixture::alone().await;
    for _ in 0..82 {
        waits(&fixture, &fixture.customer, 1.0, json!({"tax_rate": 0})).await;
    }
    assert_eq!(preview(&fixture, json!({})).await["invoice_count"], 2);
    let (path, after) = run(&fixture, json!({})).await;
    assert_eq!(after["invoiced"], json!({"invoices": 2, "items": 82, "total": 82}));
    let items: Vec<_> = results(&fixture.app, &path).await.iter().map(|result| result["items"].clone()).collect();
    assert_eq!(items, [json!(80), json!(2)]);
}

#[tokio::test]
async fn a_run_that_dies_at_every_write_invoices_nothing_twice() {
    for fault in [Fault::DropBefore, Fault::DropAfter] {
        let fixture = InvoiceFixture::of(app_alone().await, json!({})).await;
        for place in 0..6 {
            let customer = member(&fixture.app, &format!("member-{place}@example.com")).await;
            waits(&fixture, &customer, 10.0, json!({"tax_rate": 0})).await;
        }
        let path = begun(&fixture, json!({"issue": true})).await;
        let mut deaths = 0;
        let after = loop {
            fixture.app.faults.after("TransactWriteItems", deaths % 5, fault.clone());
            hastened_step(&fixture.app.context).await;
            fixture.app.faults.clear();
            deaths += 1;
            fixture.app.clock.advance(Duration::seconds(15));
            sweep(&fixture.app.context).await;
            let after = fixture.app.get(&path).await.body["data"].clone();
            if !after["ended_at"].is_null() {
                break after;
            }
            assert!(deaths < 100, "{after}");
        };
        assert_eq!((&after["issued"], &after["refused"]), (&json!(6), &json!(0)), "{fault:?}");
        assert_eq!(after["invoiced"], json!({"invoices": 6, "items": 6, "total": 60}), "{fault:?}");
        assert_eq!(total(&fixture.app, "/invoices?status=issued").await, 6, "{fault:?}");
        assert_eq!(results(&fixture.app, &path).await.len(), 6, "{fault:?}");
        books_add_up(&fixture.app).await;
    }
}

#[tokio::test]
async fn a_location_has_one_open_run_and_what_is_cancelled_invoices_nothing_more() {
    let fixture = InvoiceFixture::alone().await;
    waits(&fixture, &fixture.customer, 10.0, json!({})).await;
    let path = begun(&fixture, json!({})).await;
    let second = fixture.app.post("/billing-runs", json!({"location_id": fixture.location})).await;
    assert_eq!(second.refusal(), "409 already_exists location_id already_exists");
    let cancelled = fixture.app.post(&format!("{path}/cancel"), json!({})).await;
    assert_eq!((cancelled.status, &cancelled.body["data"]["status"]), (200, &json!("cancelled")));
    hastened(&fixture.app.context).await;
    assert_eq!(total(&fixture.app, "/invoices").await, 0);
    let again = fixture.app.post(&format!("{path}/cancel"), json!({})).await;
    assert_eq!(again.refusal(), "409 invalid_state status ended");
    let (_, after) = run(&fixture, json!({})).await;
    assert_eq!(after["invoiced"]["invoices"], 1);
}

#[tokio::test]
async fn what_begins_to_wait_after_the_request_is_left_to_the_next_run() {
    let fixture = InvoiceFixture::alone().await;
    waits(&fixture, &fixture.customer, 10.0, json!({})).await;
    let path = begun(&fixture, json!({})).await;
    fixture.app.clock.advance(Duration::seconds(1));
    let late = waits(&fixture, &fixture.customer, 20.0, json!({})).await;
    hastened(&fixture.app.context).await;
    assert_eq!(fixture.app.get(&path).await.body["data"]["invoiced"]["items"], 1);
    let late = fixture.app.get(&format!("/invoice-items/{late}")).await;
    assert!(late.body["data"]["invoice_id"].is_null());
}

#[tokio::test]
async fn a_run_names_a_location_of_the_merchant() {
    let fixture = InvoiceFixture::of(app().await, json!({})).await;
    let nowhere = json!({"location_id": "0199a000-0000-7000-8000-000000000001"});
    for path in ["/billing-runs", "/billing-runs/preview"] {
        let refused = fixture.app.post(path, nowhere.clone()).await;
        assert_eq!(refused.refusal(), "422 rule_violation location_id reference_not_found", "{path}");
        let refused = fixture.app.post(path, with(nowhere.clone(), &json!({"up_to": "2026-02-30"}))).await;
        assert_eq!(refused.status, 400, "{path}");
    }
}

#[tokio::test]
async fn a_run_is_told_when_it_begins_and_ends() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
    waits(&fixture, &fixture.customer, 10.0, json!({})).await;
    let (path, _) = run(&fixture, json!({})).await;
    let id = path.rsplit('/').next().unwrap_or_default();
    let told = outbox.types(&format!("object_id={id}")).await;
    assert_eq!(told, ["billing_run.created", "billing_run.updated", "billing_run.completed"]);
}
