//! Orders: what is refused, how they go on, and how they are listed.

use serde_json::{Value, json};
use tests::{NOBODY, ShopFixture, accepted, location, made};

#[tokio::test]
async fn what_is_not_valid_is_named() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({"max_per_order": 2})).await;
    let hidden = shop.product(json!({"is_active": false}), json!({})).await;
    let internal = shop.product(json!({"visibility": "admins"}), json!({})).await;
    let for_members = shop.product(json!({"visibility": "members"}), json!({})).await;
    let gone = shop.product(json!({}), json!({})).await;
    accepted(&shop.app.delete(&format!("/shop-products/{}", gone.product)).await, 200);
    let items = |items: Value| json!({"items": items});
    let other_option = json!({"product_id": sold.product, "option_id": hidden.option, "quantity": 1});
    let elsewhere = location(&shop.app).await;
    for (fields, refusal) in [
        (items(json!([])), "400 validation_error items out_of_range"),
        (items(json!([sold.item(0)])), "400 validation_error items[0].quantity out_of_range"),
        (items(json!([sold.item(1), sold.item(1)])), "422 rule_violation items[1].option_id repeated"),
        (items(json!([sold.item(3)])), "422 rule_violation items[0].quantity above_max_per_order"),
        (items(json!([sold.item(1), hidden.item(1)])), "422 rule_violation items[1].product_id not_for_sale"),
        (items(json!([internal.item(1)])), "422 rule_violation items[0].product_id not_for_customer"),
        (items(json!([for_members.item(1)])), "422 rule_violation items[0].product_id not_for_customer"),
        (
            items(json!([sold.item(1), gone.item(1)])),
            "422 rule_violation items[1].product_id reference_archived",
        ),
        (items(json!([other_option])), "422 rule_violation items[0].option_id reference_not_found"),
        (json!({"location_id": elsewhere}), "422 rule_violation items[0].product_id other_location"),
        (json!({"location_id": NOBODY}), "422 rule_violation location_id reference_not_found"),
        (json!({"customer_id": NOBODY}), "422 rule_violation customer_id reference_not_found"),
        (json!({"payment_source": "day_pass"}), "400 validation_error payment_source invalid_value"),
    ] {
        for path in ["/shop-orders", "/shop-orders/preview"] {
            let answer = shop.app.post(path, shop.body(&[(&sold, 1)], &fields)).await;
            assert_eq!(answer.refusal(), refusal, "{path} {fields}");
        }
    }
}

#[tokio::test]
async fn members_order_what_is_for_members() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({"visibility": "members"}), json!({})).await;
    let plan = json!({"location_id": shop.location, "name": "Flex", "cycle": "monthly", "price": 0, "currency": "EUR"});
    let plan = made(&shop.app, "/memberships", plan).await;
    made(
        &shop.app,
        "/subscriptions",
        json!({"customer_id": shop.member, "membership_plan_id": plan, "start_date": "2026-11-21"}),
    )
    .await;
    shop.ordered(&[(&sold, 1)], json!({})).await;
}

#[tokio::test]
async fn an_order_goes_on_step_by_step() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let order = shop.ordered(&[(&sold, 1)], json!({"comment": "Hot"})).await;
    assert_eq!((&order.body["data"]["status"], &order.body["data"]["number"]), (&json!("new"), &json!(1)));
    let back = json!({"items": [{"item_id": order.body["data"]["items"][0]["id"], "quantity": 1}]});
    assert_eq!(shop.act(&order, "complete", json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(shop.act(&order, "return", back.clone()).await.refusal(), "409 invalid_state");
    assert_eq!(shop.act(&order, "start", json!({})).await.body["data"]["status"], json!("in_progress"));
    assert_eq!(shop.act(&order, "start", json!({})).await.refusal(), "409 invalid_state");
    let done = shop.act(&order, "complete", json!({})).await;
    assert_eq!(done.body["data"]["status"], json!("completed"));
    for action in ["start", "complete", "cancel"] {
        assert_eq!(shop.act(&order, action, json!({})).await.refusal(), "409 invalid_state", "{action}");
    }
    assert_eq!(shop.act(&order, "return", back.clone()).await.body["data"]["status"], json!("returned"));
    assert_eq!(shop.act(&order, "return", back).await.refusal(), "409 invalid_state");
    assert_eq!(shop.ordered(&[(&sold, 1)], json!({})).await.body["data"]["number"], json!(2));
}

#[tokio::test]
async fn only_what_the_customer_says_and_the_pickup_change() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let order = shop.ordered(&[(&sold, 1)], json!({"pickup": {"note": "Bar"}})).await;
    let path = format!("/shop-orders/{}", order.id());
    let changed = shop.app.put(&path, json!({"comment": "Hot", "pickup": {"at": "2027-01-02T10:00:00Z"}})).await;
    let pickup = json!({"at": "2027-01-02T10:00:00.000Z", "note": "Bar"});
    assert_eq!((&changed.body["data"]["comment"], &changed.body["data"]["pickup"]), (&json!("Hot"), &pickup));
    let refused = shop.app.put(&path, json!({"status": "completed"})).await;
    assert_eq!(refused.refusal(), "400 validation_error status unknown_field");
}

#[tokio::test]
async fn customers_cancel_while_the_policy_allows_it() {
    let shop = ShopFixture::new().await;
    let kept = shop.product(json!({"refund_policy": "no_refund"}), json!({})).await;
    let sold = shop.product(json!({}), json!({})).await;
    let order = shop.ordered(&[(&sold, 1), (&kept, 1)], json!({})).await;
    assert_eq!(shop.act(&order, "cancel", json!({})).await.refusal(), "422 rule_violation by no_refund");
    let reason = json!({"by": "operator", "reason": "Spilt"});
    let cancelled = shop.act(&order, "cancel", reason).await;
    let data = &cancelled.body["data"];
    assert_eq!((&data["cancelled_by"], &data["cancelled_reason"]), (&json!("operator"), &json!("Spilt")));
    let unpaid = shop.ordered(&[(&kept, 1)], json!({"payment_source": "external"})).await;
    accepted(&shop.act(&unpaid, "cancel", json!({})).await, 200);
    let begun = shop.ordered(&[(&sold, 1)], json!({})).await;
    accepted(&shop.act(&begun, "start", json!({})).await, 200);
    assert_eq!(shop.act(&begun, "cancel", json!({})).await.refusal(), "409 invalid_state");
    accepted(&shop.act(&begun, "cancel", json!({"by": "operator"})).await, 200);
}

#[tokio::test]
async fn orders_are_listed_by_what_is_asked_for() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({})).await;
    let first = shop.ordered(&[(&sold, 1)], json!({})).await;
    let second = shop.handed_over(&[(&sold, 1)], json!({})).await;
    let listed = async |query: String| {
        let list = shop.app.get(&format!("/shop-orders?{query}")).await;
        list.body["data"].as_array().into_iter().flatten().map(|one| one["id"].clone()).collect::<Vec<_>>()
    };
    let both = [json!(second.id()), json!(first.id())];
    assert_eq!(listed(String::new()).await, both);
    assert_eq!(listed(format!("customer_id={}&location_id={}", shop.member, shop.location)).await, both);
    assert_eq!(listed(format!("location_id={}&status=new", shop.location)).await, [json!(first.id())]);
    assert_eq!(listed(format!("location_id={}&number=1", shop.location)).await, [json!(first.id())]);
    assert_eq!(listed("number=3".to_owned()).await, Vec::<Value>::new());
    assert_eq!(listed("status=completed".to_owned()).await, [json!(second.id())]);
    assert_eq!(listed(format!("customer_id={NOBODY}")).await, Vec::<Value>::new());
}

#[tokio::test]
async fn an_order_above_the_largest_amount_is_refused() {
    let shop = ShopFixture::new().await;
    let sold = shop.product(json!({}), json!({"price": 500_000_000})).await;
    let other = shop.product(json!({}), json!({"price": 500_000_000})).await;
    for source in ["external", "invoice"] {
        let fields = json!({"payment_source": source});
        let refused = shop.order(&[(&other, 1), (&sold, 2)], fields.clone()).await;
        assert_eq!(refused.refusal(), "422 rule_violation items[1].quantity out_of_range", "with tax, {source}");
        let refused = shop.order(&[(&other, 1), (&sold, 1)], fields).await;
        assert_eq!(refused.refusal(), "422 rule_violation items out_of_range", "{source}");
    }
    shop.ordered(&[(&sold, 1)], json!({})).await;
    let invoice = json!({"customer_id": shop.member, "location_id": shop.location});
    made(&shop.app, "/invoices", invoice).await;
}
