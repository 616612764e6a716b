//! Who goes while money is open, and right after everything was cancelled.

use records::Company;
use serde_json::json;
use store::{Record, RecordSet, Transaction};
use testing::{TestApp, TestResponse};
use tests::{ContractFixture, InvoiceFixture, ShopFixture, SubscriptionFixture, accepted, made, member};
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
async fn a_credit_that_waits_for_an_invoice_is_owed() {
    let fixture = InvoiceFixture::new().await;
    let item = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -5});
    let item = made(&fixture.app, "/invoice-items", item).await;
    refused_for(&fixture, &["money_owed"]).await;
    accepted(&fixture.app.delete(&format!("/invoice-items/{item}")).await, 200);
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
