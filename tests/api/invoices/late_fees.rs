//! Late fees by a location's rule (`docs/areas/invoices.md`, 26).

use serde_json::{Value, json};
use testing::Fault;
use tests::{InvoiceFixture, accepted, made, sweep, with};
use values::Timestamp;

/// Three days of grace, a fee of 15 and 10 % a year.
fn rule() -> Value {
    json!({"grace_days": 3, "fixed_fee": 15, "yearly_interest_percent": 10})
}

/// A location with this rule besides, and an invoice of 1,210 that is due on the 5th of December: the 9th is the first
/// day that is counted.
async fn late(fields: Value) -> (InvoiceFixture, String) {
    let fixture = InvoiceFixture::alone().await;
    let put = json!({"late_fees": with(rule(), &fields)});
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), put).await, 200);
    let invoice = fixture.issued(&[json!(1000)]).await;
    (fixture, invoice)
}

/// What is written down at this instant.
async fn at(fixture: &InvoiceFixture, time: &str) {
    fixture.app.clock.set(Timestamp::parse(time).expect("an instant"));
    let _ = sweep(&fixture.app.context).await;
}

/// Midnight in Amsterdam at the beginning of a day, one second later.
async fn on(fixture: &InvoiceFixture, before: &str) {
    at(fixture, &format!("{before}T23:00:01.000Z")).await;
}

/// The items of late fees of the customer, oldest first.
async fn charged(fixture: &InvoiceFixture) -> Vec<Value> {
    let list = fixture.app.get(&format!("/invoice-items?customer_id={}", fixture.customer)).await;
    let mut items = list.body["data"].as_array().cloned().unwrap_or_default();
    items.retain(|item| item["kind"] == "late_fee");
    items.reverse();
    items
}

async fn amounts(fixture: &InvoiceFixture) -> Vec<Value> {
    charged(fixture).await.iter().map(|item| item["unit_amount"].clone()).collect()
}

/// What the invoice says was charged, what would be charged besides, and when it will be.
async fn told(fixture: &InvoiceFixture, id: &str) -> (Value, Value, Value) {
    let fees = fixture.invoice(id).await["late_fees"].clone();
    (fees["charged"].clone(), fees["uncharged"].clone(), fees["next_charge_at"].clone())
}

#[tokio::test]
async fn a_fee_follows_the_first_late_day_and_interest_each_thirty_as_items_that_wait() {
    let (fixture, id) = late(json!({})).await;
    assert_eq!(told(&fixture, &id).await, (json!(0), json!(0), json!("2026-12-09T23:00:00.000Z")));
    at(&fixture, "2026-12-09T22:59:59.000Z").await;
    assert_eq!(amounts(&fixture).await, Vec::<Value>::new());
    on(&fixture, "2026-12-09").await;
    on(&fixture, "2026-12-09").await;
    assert_eq!(amounts(&fixture).await, [json!(15)]);
    assert_eq!(told(&fixture, &id).await, (json!(15), json!(0.33), json!("2027-01-07T23:00:00.000Z")));
    at(&fixture, "2027-01-07T22:59:59.000Z").await;
    assert_eq!(amounts(&fixture).await.len(), 1);
    on(&fixture, "2027-01-07").await;
    on(&fixture, "2027-02-06").await;
    // 1,210 at 10 % for 30 days of 365 is 9.945…, for 60 days 19.890…
    assert_eq!(amounts(&fixture).await, [json!(15), json!(9.95), json!(9.94)]);
    let items = charged(&fixture).await;
    let fee = |item: &Value| (item["description"].clone(), item["period_start"].clone(), item["period_end"].clone());
    assert_eq!(fee(&items[0]), (json!("Late fee, invoice INV-000001"), Value::Null, Value::Null));
    assert_eq!(fee(&items[2]), (json!("Interest, invoice INV-000001"), json!("2027-01-08"), json!("2027-02-06")));
    assert!(items.iter().all(|item| item["late_fee_invoice_id"] == json!(id) && item["invoice_id"] == Value::Null));
    let shown = fixture.invoice(&id).await["late_fees"]["item_ids"].clone();
    assert_eq!(shown, json!(items.iter().map(|item| item["id"].clone()).collect::<Vec<_>>()));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_next_invoice_takes_them_outside_the_scope_of_tax_and_charges_no_interest_on_them() {
    let (fixture, id) = late(json!({})).await;
    on(&fixture, "2027-01-07").await;
    let next = fixture.issued_with(&[json!(100)], json!({})).await;
    let lines: Vec<_> =
        next["items"].as_array().into_iter().flatten().map(|line| (&line["kind"], &line["tax_category"])).collect();
    let (fee, other) = ((&json!("late_fee"), &json!("O")), (&json!("custom"), &json!("S")));
    assert!(lines.iter().filter(|line| **line == fee).count() == 2 && lines.contains(&other), "{lines:?}");
    assert_eq!(next["total"], json!(145.95));
    let tax = next["tax_lines"].as_array().cloned().unwrap_or_default();
    let outside = tax.iter().find(|line| line["category"] == "O").cloned().unwrap_or_default();
    assert_eq!((&outside["taxable"], &outside["amount"]), (&json!(24.95), &json!(0)));
    assert_eq!(outside["exemption_reason"], "Late fees are not subject to tax");
    // Only 121 of it bear interest: 121 at 10 % for 30 days are 0.99.
    let next = next["id"].as_str().unwrap_or_default();
    accepted(&fixture.act(&id, "stop-late-fees", json!({})).await, 200);
    on(&fixture, "2027-02-24").await;
    assert_eq!(told(&fixture, next).await.0, json!(15.99));
    // What is charged of it is credited as any other line.
    let invoice = fixture.invoice(next).await;
    let position = invoice["items"].as_array().into_iter().flatten().position(|line| line["kind"] == "late_fee");
    let line = [(position.unwrap_or_default(), json!({"quantity": 1}))];
    accepted(&fixture.credit(&invoice, &line, json!({})).await, 201);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_is_paid_in_the_days_of_grace_owes_nothing_and_later_the_days_until_it_is() {
    for (paid, expected) in [
        ("2026-12-08T22:00:00.000Z", vec![]),
        ("2026-12-09T08:00:00.000Z", vec![json!(15), json!(0.33)]),
        ("2026-12-19T08:00:00.000Z", vec![json!(15), json!(3.65)]),
    ] {
        let (fixture, id) = late(json!({})).await;
        at(&fixture, paid).await;
        accepted(&fixture.act(&id, "pay", json!({"method": "cash"})).await, 200);
        // Also where the sweep is late.
        on(&fixture, "2027-03-01").await;
        on(&fixture, "2027-04-01").await;
        assert_eq!(amounts(&fixture).await, expected, "{paid}");
        assert_eq!(told(&fixture, &id).await.2, Value::Null);
    }
}

#[tokio::test]
async fn a_payment_of_before_bears_no_interest_since_then_and_a_refund_asks_for_it_again() {
    let (fixture, id) = late(json!({"fixed_fee": 0})).await;
    at(&fixture, "2026-12-28T10:00:00.000Z").await;
    let body = json!({"amount": 1210, "method": "bank_transfer", "paid_at": "2026-12-10T10:00:00.000Z"});
    accepted(&fixture.act(&id, "pay", body).await, 200);
    // The 9th and the 10th.
    assert_eq!(told(&fixture, &id).await, (json!(0), json!(0.66), Value::Null));
    on(&fixture, "2026-12-28").await;
    assert_eq!(amounts(&fixture).await, [json!(0.66)]);
    let payments = fixture.app.get(&format!("/payment-transactions?customer_id={}", fixture.customer)).await;
    let payment = payments.body["data"][0]["id"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.app.post(&format!("/payment-transactions/{payment}/refund"), json!({})).await, 200);
    on(&fixture, "2027-01-07").await;
    // From the 30th of December to the 7th of January.
    assert_eq!(amounts(&fixture).await, [json!(0.66), json!(2.99)]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_a_note_takes_off_was_never_owed_and_a_voided_invoice_takes_back_what_waits() {
    let (fixture, id) = late(json!({})).await;
    at(&fixture, "2026-12-28T10:00:00.000Z").await;
    let invoice = fixture.invoice(&id).await;
    assert_eq!(told(&fixture, &id).await.0, json!(15));
    accepted(&fixture.credit(&invoice, &[(0, json!({"amount": 500}))], json!({})).await, 201);
    on(&fixture, "2027-01-07").await;
    // 605 for 30 days.
    assert_eq!(amounts(&fixture).await, [json!(15), json!(4.97)]);
    let other = fixture.issued_with(&[json!(10)], json!({"pending_items": false, "payment_terms_days": 0})).await;
    let other = other["id"].as_str().unwrap_or_default().to_owned();
    on(&fixture, "2027-01-20").await;
    assert_eq!(amounts(&fixture).await.len(), 3);
    accepted(&fixture.act(&other, "void", json!({})).await, 200);
    on(&fixture, "2027-01-21").await;
    assert_eq!(amounts(&fixture).await, [json!(15), json!(4.97)]);
    accepted(&fixture.act(&id, "mark-uncollectible", json!({})).await, 200);
    on(&fixture, "2027-06-01").await;
    assert_eq!(amounts(&fixture).await.len(), 2);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_is_due_for_less_later_counts_with_less_on_exactly_those_days() {
    // What was paid while it was stopped takes off none of the days of before.
    let (fixture, id) = late(json!({"fixed_fee": 0})).await;
    at(&fixture, "2026-12-18T10:00:00.000Z").await;
    accepted(&fixture.act(&id, "stop-late-fees", json!({})).await, 200);
    at(&fixture, "2026-12-28T10:00:00.000Z").await;
    accepted(&fixture.act(&id, "resume-late-fees", json!({})).await, 200);
    at(&fixture, "2026-12-29T10:00:00.000Z").await;
    let paid = json!({"method": "cash", "paid_at": "2026-12-23T10:00:00.000Z"});
    accepted(&fixture.act(&id, "pay", paid).await, 200);
    assert_eq!(told(&fixture, &id).await.1, json!(3.32));
    // A note of 500 takes nothing off days on which less was due.
    let (fixture, id) = late(json!({"fixed_fee": 0})).await;
    accepted(&fixture.act(&id, "pay", json!({"amount": 1110, "method": "cash"})).await, 200);
    at(&fixture, "2026-12-18T10:00:00.000Z").await;
    let payments = fixture.app.get(&format!("/payment-transactions?customer_id={}", fixture.customer)).await;
    let payment = payments.body["data"][0]["id"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.app.post(&format!("/payment-transactions/{payment}/refund"), json!({})).await, 200);
    at(&fixture, "2026-12-28T10:00:00.000Z").await;
    let invoice = fixture.invoice(&id).await;
    accepted(&fixture.credit(&invoice, &[(0, json!({"amount": 500}))], json!({})).await, 201);
    // Ten days of nothing that 500 less leaves of 100, ten of 605: 1.66.
    assert_eq!(told(&fixture, &id).await.1, json!(1.66));
    // One after a payment of the rest leaves the day that was late, and its fee.
    let (fixture, id) = late(json!({})).await;
    at(&fixture, "2026-12-09T08:00:00.000Z").await;
    accepted(&fixture.act(&id, "pay", json!({"amount": 605, "method": "cash"})).await, 200);
    let invoice = fixture.invoice(&id).await;
    accepted(&fixture.credit(&invoice, &[(0, json!({"amount": 500}))], json!({})).await, 201);
    on(&fixture, "2026-12-09").await;
    assert_eq!(amounts(&fixture).await, [json!(15), json!(0.17)]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_voided_invoice_takes_its_late_fees_off_drafts_and_of_what_is_voided_later() {
    for way in ["draft", "deleted draft", "issued"] {
        let (fixture, id) = late(json!({})).await;
        on(&fixture, "2027-01-07").await;
        assert_eq!(amounts(&fixture).await.len(), 2);
        let draft = json!({"customer_id": fixture.customer, "location_id": fixture.location, "items": [
            {"description": "Paper", "quantity": 1, "unit_amount": 10}], "pending_items": true});
        let draft = made(&fixture.app, "/invoices", draft).await;
        assert_eq!(fixture.invoice(&draft).await["items"].as_array().map(Vec::len), Some(3), "{way}");
        if way == "issued" {
            accepted(&fixture.act(&draft, "issue", json!({})).await, 200);
        }
        accepted(&fixture.act(&id, "void", json!({})).await, 200);
        match way {
            "draft" => {
                let invoice = fixture.invoice(&draft).await;
                assert_eq!((invoice["items"].as_array().map(Vec::len), &invoice["total"]), (Some(1), &json!(12.1)));
            }
            "deleted draft" => accepted(&fixture.app.delete(&format!("/invoices/{draft}")).await, 200),
            _ => {
                assert_eq!(amounts(&fixture).await.len(), 2, "what is on an issued invoice stays");
                accepted(&fixture.act(&draft, "void", json!({})).await, 200);
            }
        }
        on(&fixture, "2027-01-08").await;
        let waiting = fixture.app.get(&format!("/invoice-items?customer_id={}&pending=true", fixture.customer)).await;
        let fees = waiting.body["data"].as_array().into_iter().flatten().filter(|item| item["kind"] == "late_fee");
        assert_eq!(fees.count(), 0, "{way}: {}", waiting.text);
        let next = fixture.issued_with(&[json!(1)], json!({"pending_items": true})).await;
        let lines = next["items"].as_array().into_iter().flatten();
        assert!(lines.clone().all(|line| line["kind"] != "late_fee"), "{way}: {next}");
        tests::books_add_up(&fixture.app).await;
    }
}

#[tokio::test]
async fn a_stop_counts_no_days_until_it_is_resumed() {
    let (fixture, id) = late(json!({"fixed_fee": 0})).await;
    at(&fixture, "2026-12-18T10:00:00.000Z").await;
    let stopped = fixture.act(&id, "stop-late-fees", json!({"reason": "Disputed"})).await;
    accepted(&stopped, 200);
    let fees = &stopped.body["data"]["late_fees"];
    assert_eq!(
        (&fees["stopped_at"], &fees["stop_reason"]),
        (&json!("2026-12-18T10:00:00.000Z"), &json!("Disputed"))
    );
    let again = fixture.act(&id, "stop-late-fees", json!({"reason": "Otherwise"})).await;
    assert_eq!(again.body["data"]["late_fees"]["stop_reason"], "Disputed");
    on(&fixture, "2027-02-10").await;
    assert_eq!((amounts(&fixture).await, told(&fixture, &id).await.2), (vec![], Value::Null));
    at(&fixture, "2027-02-20T10:00:00.000Z").await;
    accepted(&fixture.act(&id, "resume-late-fees", json!({})).await, 200);
    accepted(&fixture.act(&id, "resume-late-fees", json!({})).await, 200);
    on(&fixture, "2027-02-25").await;
    // Ten days before it was stopped; the next thirty end as if it had not been.
    assert_eq!(amounts(&fixture).await, [json!(3.32)]);
    on(&fixture, "2027-03-08").await;
    // From the 21st of February to the 8th of March.
    assert_eq!(amounts(&fixture).await, [json!(3.32), json!(5.3)]);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn no_more_is_charged_than_the_cap_and_nothing_for_deposits() {
    let (fixture, id) = late(json!({"cap_percent": 2})).await;
    on(&fixture, "2027-06-01").await;
    assert_eq!((amounts(&fixture).await, told(&fixture, &id).await.2), (vec![json!(15), json!(9.2)], Value::Null));
    let deposit =
        json!({"description": "Deposit", "kind": "deposit", "quantity": 1, "unit_amount": 200, "tax_rate": 0});
    let body = json!({"customer_id": fixture.customer, "location_id": fixture.location, "items": [deposit],
        "pending_items": false});
    let draft = made(&fixture.app, "/invoices", body).await;
    let issued = fixture.act(&draft, "issue", json!({})).await;
    accepted(&issued, 200);
    assert_eq!(issued.body["data"]["late_fees"], Value::Null);
}

#[tokio::test]
async fn what_an_invoice_was_issued_under_holds_and_a_tax_rate_taxes_what_is_charged() {
    let rate = json!({"name": "Standard", "values": [{"from": "2020-01-01", "percent": 19}]});
    let fixture = InvoiceFixture::alone().await;
    let rate = made(&fixture.app, "/tax-rates", rate).await;
    let path = format!("/locations/{}", fixture.location);
    let fees = with(rule(), &json!({"tax_rate_id": rate}));
    accepted(&fixture.app.put(&path, json!({"late_fees": fees})).await, 200);
    let id = fixture.issued(&[json!(1000)]).await;
    accepted(
        &fixture.app.put(&path, json!({"late_fees": {"fixed_fee": 0, "yearly_interest_percent": 0}})).await,
        200,
    );
    let without = fixture.issued(&[json!(10)]).await;
    assert_eq!(fixture.invoice(&without).await["late_fees"], Value::Null);
    let stopped = fixture.act(&without, "stop-late-fees", json!({})).await;
    assert_eq!((stopped.status, &stopped.body["data"]["late_fees"]), (200, &Value::Null));
    on(&fixture, "2026-12-09").await;
    assert_eq!(told(&fixture, &id).await.0, json!(15));
    let next = fixture.issued_with(&[json!(1)], json!({})).await;
    assert_eq!(next["total"], json!(19.06));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_balance_pays_before_anything_is_charged_and_nobody_who_has_gone_is() {
    let (fixture, id) = late(json!({})).await;
    fixture.with_balance(1210).await;
    on(&fixture, "2026-12-05").await;
    on(&fixture, "2026-12-09").await;
    // It paid on the day after the due date, before the first day that is counted.
    assert_eq!((fixture.invoice(&id).await["status"].clone(), amounts(&fixture).await), (json!("paid"), vec![]));
    let member = tests::member(&fixture.app, "ann@example.com").await;
    let of_member = InvoiceFixture { customer: member.clone(), ..fixture };
    let id = of_member.issued_with(&[json!(1000)], json!({"payment_terms_days": 0})).await;
    let id = id["id"].as_str().unwrap_or_default().to_owned();
    at(&of_member, "2026-12-20T10:00:00.000Z").await;
    accepted(&of_member.act(&id, "pay", json!({"method": "cash"})).await, 200);
    let waiting = charged(&of_member).await;
    for item in &waiting {
        let path = format!("/invoice-items/{}", item["id"].as_str().unwrap_or_default());
        accepted(&of_member.app.delete(&path).await, 200);
    }
    accepted(&of_member.app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    on(&of_member, "2026-12-21").await;
    assert_eq!(of_member.invoice(&id).await["late_fees"]["uncharged"], json!(0));
    assert_eq!(amounts(&of_member).await, Vec::<Value>::new());
    tests::books_add_up(&of_member.app).await;
}

#[tokio::test]
async fn sweeps_at_once_charge_it_once() {
    let (fixture, id) = late(json!({})).await;
    fixture.app.clock.set(Timestamp::parse("2027-01-10T10:00:00.000Z").expect("an instant"));
    let context = &fixture.app.context;
    let _ = tokio::join!(sweep(context), sweep(context), sweep(context), sweep(context));
    on(&fixture, "2027-01-11").await;
    assert_eq!(amounts(&fixture).await, [json!(15), json!(9.95)]);
    assert_eq!(told(&fixture, &id).await.0, json!(24.95));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_charge_whose_answer_is_lost_is_made_once() {
    let (fixture, id) = late(json!({})).await;
    on(&fixture, "2026-12-06").await;
    // Every attempt of the first transaction: the sweep hears of none.
    fixture.app.faults.next("TransactWriteItems", 5, Fault::DropAfter);
    on(&fixture, "2026-12-09").await;
    on(&fixture, "2026-12-10").await;
    assert_eq!((amounts(&fixture).await, told(&fixture, &id).await.0), (vec![json!(15)], json!(15)));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_test_clock_charges_the_same_in_one_step_as_in_many() {
    let many = ["2026-12-10T10:00:00Z", "2027-01-20T10:00:00Z", "2027-02-01T10:00:00Z", "2027-03-20T10:00:00Z"];
    for steps in [&many[3..], &many[..]] {
        let app = tests::app().await.sandbox().await;
        let fixture = InvoiceFixture::of(app, json!({"late_fees": rule()})).await;
        let id = fixture.issued(&[json!(1000)]).await;
        for step in steps {
            accepted(&fixture.app.post("/test-clock", json!({"advance_to": step})).await, 200);
        }
        // 90 days are 29.835…
        assert_eq!(told(&fixture, &id).await.0, json!(44.84));
        assert_eq!(amounts(&fixture).await, [json!(15), json!(9.95), json!(9.94), json!(9.95)]);
        tests::books_add_up(&fixture.app).await;
    }
}

#[tokio::test]
async fn a_rule_has_the_decimals_of_the_currency_and_a_tax_rate_that_is_there() {
    let (fixture, id) = late(json!({})).await;
    let path = format!("/locations/{}", fixture.location);
    let put = |fields: Value| fixture.app.put(&path, json!({"late_fees": fields}));
    let refused = put(json!({"fixed_fee": 0.001})).await;
    assert_eq!(refused.refusal(), "422 rule_violation late_fees.fixed_fee too_many_decimals");
    let nowhere = put(json!({"tax_rate_id": id})).await;
    assert_eq!(nowhere.refusal(), "422 rule_violation late_fees.tax_rate_id reference_not_found");
    let fields = json!({"name": "Elsewhere", "time_zone": "Europe/Paris", "currency": "JPY",
        "late_fees": {"fixed_fee": 0.5}});
    let created = fixture.app.post("/locations", fields).await;
    assert_eq!(created.refusal(), "422 rule_violation late_fees.fixed_fee too_many_decimals");
    let draft = fixture.draft(&[json!(1)]).await;
    for action in ["stop-late-fees", "resume-late-fees"] {
        assert_eq!(fixture.act(&draft, action, json!({})).await.code(), "invalid_state");
    }
}
