//! Orders and those who order.

use serde_json::json;
use tests::{ShopFixture, accepted, company, made, write_off_invoices};

#[tokio::test]
async fn a_customer_with_an_open_order_does_not_go() {
    let shop = ShopFixture::new().await;
    let employer = company(&shop.app, &shop.location).await;
    let sold = shop.product(json!({}), json!({})).await;
    let own = shop.ordered(&[(&sold, 1)], json!({})).await;
    let theirs = shop.ordered(&[(&sold, 1)], json!({"customer_id": employer})).await;
    let (member, company) = (format!("/members/{}", shop.member), format!("/companies/{employer}"));
    let refusal = "409 in_use id orders_open";
    assert_eq!(shop.app.post(&format!("{member}/anonymise"), json!({})).await.refusal(), refusal);
    assert_eq!(shop.app.delete(&member).await.refusal(), refusal);
    assert_eq!(shop.app.post(&format!("{company}/archive"), json!({})).await.refusal(), refusal);
    accepted(&shop.act(&own, "cancel", json!({})).await, 200);
    for action in ["start", "complete"] {
        accepted(&shop.act(&theirs, action, json!({})).await, 200);
    }
    accepted(&shop.app.post(&format!("{member}/anonymise"), json!({})).await, 200);
    let nobody = shop.order(&[(&sold, 1)], json!({})).await;
    assert_eq!(nobody.refusal(), "422 rule_violation customer_id reference_archived");
}

#[tokio::test]
async fn a_blocked_member_orders_nothing() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    accepted(&shop.app.post(&format!("/members/{}/block", shop.member), json!({})).await, 200);
    let refused = shop.order(&[(&sold, 1)], json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation customer_id customer_blocked");
}

#[tokio::test]
async fn a_customer_of_whom_something_waits_for_an_invoice_does_not_go() {
    let shop = ShopFixture::new().await;
    let employer = company(&shop.app, &shop.location).await;
    let sold = shop.product(json!({}), json!({})).await;
    let own = shop.handed_over(&[(&sold, 1)], json!({})).await;
    shop.handed_over(&[(&sold, 1)], json!({"customer_id": employer})).await;
    let (member, company) = (format!("/members/{}", shop.member), format!("/companies/{employer}"));
    let refused = shop.app.post(&format!("{member}/anonymise"), json!({})).await;
    assert_eq!(refused.refusal(), "409 in_use id in_use");
    assert_eq!(refused.body["error"]["details"]["in_use"][0]["kind"], "invoice_item");
    assert_eq!(shop.app.delete(&member).await.refusal(), "409 in_use id in_use");
    assert_eq!(shop.app.delete(&company).await.refusal(), "409 in_use id in_use");
    let archive = format!("{company}/archive");
    assert_eq!(shop.app.post(&archive, json!({})).await.refusal(), "409 in_use id in_use");
    // What came back asks for nothing, and what is on an invoice waits no more.
    let item = own.body["data"]["items"][0]["id"].clone();
    let back = json!({"items": [{"item_id": item, "quantity": 1}]});
    accepted(&shop.act(&own, "return", back).await, 200);
    accepted(&shop.app.delete(&member).await, 200);
    let invoice = json!({"customer_id": employer, "location_id": shop.location});
    let draft = made(&shop.app, "/invoices", invoice).await;
    assert_eq!(shop.app.post(&archive, json!({})).await.refusal(), "409 in_use id invoice_draft");
    accepted(&shop.app.post(&format!("/invoices/{draft}/issue"), json!({})).await, 200);
    assert_eq!(shop.app.post(&archive, json!({})).await.refusal(), "409 in_use id invoice_open");
    write_off_invoices(&shop.app, &employer).await;
    accepted(&shop.app.post(&archive, json!({})).await, 200);
}
