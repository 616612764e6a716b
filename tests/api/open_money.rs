//! Who goes while money is open, and right after everything was cancelled.

use records::Company;
use serde_json::json;
use store::{Record, RecordSet, Transaction};
use testing::{Fault, TestApp, TestResponse};
use tests::{
    ContractFixture, InvoiceFixture, ShopFixture, SubscriptionFixture, accepted, app, crossing::first_write, made,
    member, uses_credits,
};
use values::Id;

/// Every way in which the company goes.
async fn ways(fixture: &InvoiceFixture) -> [TestResponse; 2] {
    let path = format!("/companies/{}", fixture.customer);
    [fixture.app.post(&format!("{path}/archive"), json!({})).await, fixture.app.delete(&path).await]
}

/// The reasons of a refusal.
fn reasons(refused: &TestResponse) -> Vec<String> {
    let errors = refused.body["error"]["details"]["errors"].as_array().cloned().unwrap_or_default();
    errors.iter().filter_map(|error| Some(error["reason"].as_str()?.to_owned())).collect()
}

async fn refused_for(fixture: &InvoiceFixture, expected: &[&str]) {
    for refused in ways(fixture).await {
        assert_eq!((refused.status, refused.code()), (409, "in_use"), "{}", refused.text);
        assert_eq!(reasons(&refused), expected, "{}", refused.text);
    }
}

/// A service whose merchant grants credits.
async fn with_credits() -> TestApp {
    let app = app().await;
    uses_credits(&app).await;
    app
}

async fn anonymised(app: &TestApp, member: &str) -> TestResponse {
    app.post(&format!("/members/{member}/anonymise"), json!({})).await
}

#[tokio::test]
async fn a_company_with_an_open_invoice_goes_once_it_is_paid_voided_credited_or_given_up() {
    for way_out in ["pay", "void", "mark-uncollectible"] {
        let fixture = InvoiceFixture::new().await;
        let draft = fixture.draft(&[json!(100)]).await;
        refused_for(&fixture, &["invoice_draft"]).await;
        accepted(&fixture.act(&draft, "issue", json!({})).await, 200);
        refused_for(&fixture, &["invoice_open"]).await;
        let body = if way_out == "pay" { json!({"method": "cash"}) } else { json!({}) };
        accepted(&fixture.act(&draft, way_out, body).await, 200);
        accepted(&fixture.app.delete(&format!("/companies/{}", fixture.customer)).await, 200);
    }
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    accepted(&fixture.credit(&invoice, &[(0, json!({"quantity": 1}))], json!({})).await, 201);
    accepted(&fixture.app.delete(&format!("/companies/{}", fixture.customer)).await, 200);
}

#[tokio::test]
async fn a_refusal_names_the_invoices_that_are_open() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued(&[json!(100)]).await;
    let [refused, _] = ways(&fixture).await;
    let named = &refused.body["error"]["details"]["in_use"];
    assert_eq!((&named[0]["kind"], &named[0]["id"]), (&json!("invoice"), &json!(invoice)));
}

#[tokio::test]
async fn whom_money_is_owed_does_not_go() {
    let fixture = InvoiceFixture::new().await;
    fixture.with_balance(25).await;
    refused_for(&fixture, &["money_owed"]).await;
    // An invoice that the balance pays uses it up.
    fixture.issued_with(&[json!(20.66)], json!({})).await;
    let left = fixture.app.get(&format!("/customers/{}/balances", fixture.customer)).await;
    assert_eq!(left.body["data"]["money"], json!([]), "{}", left.text);
    accepted(&fixture.app.delete(&format!("/companies/{}", fixture.customer)).await, 200);
}

#[tokio::test]
async fn a_credit_by_hand_is_owed_until_it_is_paid_out_given_up_or_kept() {
    let fixture = InvoiceFixture::new().await;
    let item = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -5});
    let item = made(&fixture.app, "/invoice-items", item).await;
    refused_for(&fixture, &["money_owed"]).await;
    assert_eq!(fixture.app.delete(&format!("/invoice-items/{item}")).await.refusal(), "409 invalid_state");
    let kept = json!({"customer_id": fixture.customer, "currency": "EUR", "decision": "kept", "reason": "A mistake."});
    made(&fixture.app, "/balance-clearings", kept).await;
    accepted(&fixture.app.delete(&format!("/companies/{}", fixture.customer)).await, 200);
}

#[tokio::test]
async fn a_member_with_credits_that_were_bought_goes_once_they_are_used_or_have_expired() {
    let shop = ShopFixture::new().await;
    let grants = json!([{"type": "credits", "amount": 10, "duration_days": 90}]);
    let package = shop.package(grants).await;
    for is_used in [true, false] {
        let buyer = member(&shop.app, &format!("buyer.{is_used}@example.com")).await;
        let fields = json!({"payment_source": "external", "customer_id": buyer});
        let order = shop.ordered(&[(&package, 1)], fields).await;
        accepted(&shop.act(&order, "pay", json!({"payment_reference": format!("pi_{is_used}")})).await, 200);
        accepted(&shop.act(&order, "start", json!({})).await, 200);
        accepted(&shop.act(&order, "complete", json!({})).await, 200);
        let refused = anonymised(&shop.app, &buyer).await;
        assert_eq!((refused.code(), reasons(&refused)), ("in_use", vec!["bought_credits_left".to_owned()]));
        if is_used {
            let charge = json!({"customer_id": buyer, "type": "admin_charge", "amount": 10});
            made(&shop.app, "/credit-transactions", charge).await;
        } else {
            shop.app.clock.advance(chrono::Duration::days(90));
        }
        accepted(&anonymised(&shop.app, &buyer).await, 200);
    }
}

#[tokio::test]
async fn credits_that_were_given_stand_in_nobodys_way() {
    let shop = ShopFixture::new().await;
    shop.grant(&shop.member, 10).await;
    accepted(&anonymised(&shop.app, &shop.member).await, 200);
}

#[tokio::test]
async fn of_the_first_payment_to_a_balance_and_the_deletion_of_its_member_one_happens() {
    let app = app().await;
    for round in 0..4 {
        let payer = member(&app, &format!("payer.{round}@example.com")).await;
        let payment = json!({"customer_id": payer, "amount": 5, "currency": "EUR", "method": "cash"});
        drop(app.faults.seen());
        // The deletion has read that there is no wallet, and is on its way when the payment makes one.
        app.faults.next("TransactWriteItems", 1, Fault::Late(200));
        let path = format!("/members/{payer}");
        let (deleted, paid) = tokio::join!(app.delete(&path), async {
            first_write(&app).await;
            app.post("/payment-transactions", payment).await
        });
        app.faults.clear();
        let outcome = (paid.status, deleted.status);
        assert!(matches!(outcome, (201, 409) | (422, 200)), "{outcome:?} {} {}", paid.text, deleted.text);
    }
}

#[tokio::test]
async fn credits_that_were_bought_are_so_in_every_wallet_that_they_come_to() {
    let app = with_credits().await;
    let [buyer, friend] = [member(&app, "buyer@example.com").await, member(&app, "friend@example.com").await];
    let bought = json!({"customer_id": buyer, "type": "purchase_allocation", "amount": 10});
    made(&app, "/credit-transactions", bought).await;
    let handed = json!({"from_customer_id": buyer, "to_customer_id": friend, "amount": 10});
    accepted(&app.post("/credit-transactions/transfer", handed).await, 200);
    let deleted = app.delete(&format!("/members/{friend}")).await;
    for refused in [anonymised(&app, &friend).await, deleted] {
        assert_eq!(refused.refusal(), "409 in_use id bought_credits_left");
    }
    // What was used and comes back is what it was.
    let charge = json!({"customer_id": friend, "type": "admin_charge", "amount": 10});
    let charge = made(&app, "/credit-transactions", charge).await;
    accepted(&app.post(&format!("/credit-transactions/{charge}/reverse"), json!({})).await, 200);
    assert_eq!(anonymised(&app, &friend).await.refusal(), "409 in_use id bought_credits_left");
    // The buyer has none any more; what they are given is not what they bought.
    let given = json!({"customer_id": buyer, "type": "admin_allocation", "amount": 10});
    made(&app, "/credit-transactions", given).await;
    accepted(&anonymised(&app, &buyer).await, 200);
    let charge = json!({"customer_id": friend, "type": "admin_charge", "amount": 10});
    made(&app, "/credit-transactions", charge).await;
    accepted(&anonymised(&app, &friend).await, 200);
}

#[tokio::test]
async fn credits_that_were_given_do_not_become_bought_beside_others_that_were() {
    let app = with_credits().await;
    let [giver, buyer] = [member(&app, "giver@example.com").await, member(&app, "buyer@example.com").await];
    for kind in ["admin_allocation", "purchase_allocation"] {
        made(&app, "/credit-transactions", json!({"customer_id": buyer, "type": kind, "amount": 5})).await;
    }
    let given = json!({"customer_id": giver, "type": "admin_allocation", "amount": 5});
    made(&app, "/credit-transactions", given).await;
    let handed = json!({"from_customer_id": giver, "to_customer_id": buyer, "amount": 5});
    accepted(&app.post("/credit-transactions/transfer", handed).await, 200);
    // Of equals the oldest pays first: the ten that were given, once the five that were bought are withdrawn.
    let bought = app.get(&format!("/credit-transactions?customer_id={buyer}&type=purchase_allocation")).await;
    let bought = bought.body["data"][0]["id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(anonymised(&app, &buyer).await.refusal(), "409 in_use id bought_credits_left");
    accepted(&app.post(&format!("/credit-transactions/{bought}/reverse"), json!({})).await, 200);
    accepted(&anonymised(&app, &buyer).await, 200);
}

#[tokio::test]
async fn a_refusal_says_which_of_orders_contracts_and_tickets_are_open() {
    let fixture = ContractFixture::new().await;
    let contract = fixture.draft(json!({})).await;
    let refused = anonymised(&fixture.app, &fixture.member).await;
    assert_eq!(refused.refusal(), "409 in_use id contracts_open");
    let order = made(
        &fixture.app,
        "/shop-orders",
        tests::shop_order(&fixture.app, &fixture.location, &fixture.member).await,
    )
    .await;
    let refused = anonymised(&fixture.app, &fixture.member).await;
    assert_eq!(reasons(&refused), ["orders_open", "contracts_open"]);
    accepted(&fixture.app.post(&format!("/shop-orders/{order}/cancel"), json!({})).await, 200);
    accepted(&fixture.app.delete(&format!("/contracts/{contract}")).await, 200);
    accepted(&anonymised(&fixture.app, &fixture.member).await, 200);
}

#[tokio::test]
async fn a_member_goes_right_after_their_subscriptions_were_cancelled() {
    let fixture = SubscriptionFixture::new(json!({"price": 0})).await;
    let id = fixture.subscribed(json!({})).await;
    let refused = anonymised(&fixture.app, &fixture.member).await;
    assert_eq!(refused.refusal(), "409 in_use id in_use");
    fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    accepted(&anonymised(&fixture.app, &fixture.member).await, 200);
    // Its end is written down all the same.
    fixture.clock("2027-01-02T11:00:00Z");
    assert_eq!(fixture.get(&id).await["status"], json!("cancelled"));
}

#[tokio::test]
async fn a_member_goes_right_after_their_contract_was_terminated() {
    let fixture = ContractFixture::new().await;
    let signed = fixture.signed(json!({})).await;
    let id = signed["id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(anonymised(&fixture.app, &fixture.member).await.refusal(), "409 in_use id contracts_open");
    fixture.acted(&id, "terminate", json!({"reason": "mutual_agreement"})).await;
    let refused = anonymised(&fixture.app, &fixture.member).await;
    assert_eq!(
        refused.refusal(),
        "409 in_use id in_use",
        "the office is theirs until the day is over, unless it is said"
    );
    let ending = format!("/members/{}/anonymise?on_assignments=end", fixture.member);
    accepted(&fixture.app.post(&ending, json!({})).await, 200);
}

#[tokio::test]
async fn a_draft_of_a_customer_who_has_gone_is_not_issued() {
    let fixture = InvoiceFixture::new().await;
    let draft = fixture.draft(&[json!(100)]).await;
    // One that was deleted before drafts stood in the way of that.
    fixture.app.unchecked();
    let (store, tenant) = (&fixture.app.context.store, fixture.app.tenant());
    let id = Id::<Company>::parse(&fixture.customer).expect("an id");
    let before = store.find(&tenant, id).await.expect("a table").expect("a company");
    let after = Record { record_set: RecordSet::Archived, version: before.version + 1, ..before.clone() };
    let mut transaction = Transaction::new(tenant, fixture.app.context.ids.token());
    transaction.replace(&before, &after);
    store.commit(transaction).await.expect("what is planted");
    let refused = fixture.act(&draft, "issue", json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state customer_id customer_deleted");
}

#[tokio::test]
async fn nothing_goes_to_the_balance_of_a_customer_who_has_gone() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    let paid = fixture.issued_with(&[json!(100)], json!({})).await;
    let paid_id = paid["id"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.act(&paid_id, "pay", json!({"method": "cash"})).await, 200);
    fixture.with_balance(10).await;
    let by_balance = fixture.issued(&[json!(100)]).await;
    let in_part = fixture.issued(&[json!(100)]).await;
    fixture.with_balance(20).await;
    accepted(&fixture.act(&in_part, "pay", json!({"method": "balance", "amount": 20})).await, 200);
    let unpaid = fixture.issued(&[json!(100)]).await;
    for given_up in [&by_balance, &in_part, &unpaid] {
        accepted(&fixture.act(given_up, "mark-uncollectible", json!({})).await, 200);
    }
    accepted(&app.delete(&format!("/companies/{}", fixture.customer)).await, 200);

    let too_much = json!({"method": "cash", "amount": 200, "excess": "balance"});
    let refused = fixture.act(&unpaid, "pay", too_much).await;
    assert_eq!(refused.refusal(), "409 invalid_state excess customer_deleted");
    let too_much = json!({"customer_id": fixture.customer, "invoice_id": unpaid, "amount": 200, "currency": "EUR",
        "method": "cash", "excess": "balance"});
    let refused = app.post("/payment-transactions", too_much).await;
    assert_eq!(refused.refusal(), "409 invalid_state excess customer_deleted");
    let all = [(0, json!({"quantity": 1}))];
    let refused = fixture.credit(&paid, &all, json!({"credit_amount": 121})).await;
    assert_eq!(refused.refusal(), "409 invalid_state credit_amount customer_deleted");
    let refused = fixture.act(&by_balance, "void", json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state customer_id customer_deleted");
    let payments = app.get(&format!("/payment-transactions?customer_id={}", fixture.customer)).await;
    let payments = payments.body["data"].as_array().cloned().unwrap_or_default();
    let of_balance = payments.iter().find(|payment| payment["method"] == "balance").expect("a payment");
    let path = format!("/payment-transactions/{}/refund", of_balance["id"].as_str().unwrap_or_default());
    let refused = app.post(&path, json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state customer_id customer_deleted");
    let left = app.get(&format!("/customers/{}/balances", fixture.customer)).await;
    assert_eq!(left.body["data"]["money"], json!([]), "{}", left.text);

    // What is due is still taken, and what was paid is still given back to where it came from.
    accepted(
        &fixture.act(&unpaid, "pay", json!({"method": "cash", "amount": 121, "excess": "balance"})).await,
        200,
    );
    accepted(&fixture.credit(&paid, &all, json!({"refund_amount": 121})).await, 201);
    let of_cash = payments.iter().find(|payment| payment["invoice_id"] == json!(paid_id)).expect("a payment");
    let path = format!("/payment-transactions/{}/refund", of_cash["id"].as_str().unwrap_or_default());
    let note = app.get(&format!("/credit-notes?invoice_id={paid_id}")).await.body["data"][0]["id"].clone();
    accepted(&app.post(&path, json!({"credit_note_id": note})).await, 200);
}
