use super::*;

async fn change(app: &TestApp, id: &str, price: impl Into<Value>, from: &str, to: &str) -> TestResponse {
    let body = json!({"price": price.into(), "effective_from": from, "apply_to": to});
    app.post(&format!("/plans/{id}/price-change"), body).await
}

#[tokio::test]
async fn the_price_of_an_instant_is_derived_when_it_is_read() {
    let app = app().await;
    let location = location(&app).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    publish(&app, &id, json!({"location_ids": [location]})).await;
    let planned = change(&app, &id, 175, "2026-12-01T00:00:00+01:00", "new").await;
    assert_eq!(planned.status, 200, "{}", planned.text);
    change(&app, &id, 160, "2026-11-22T00:00:00Z", "renewals").await;
    let upcoming = json!([
        {"price": 160, "effective_from": "2026-11-22T00:00:00.000Z", "apply_to": "renewals"},
        {"price": 175, "effective_from": "2026-11-30T23:00:00.000Z", "apply_to": "new"},
    ]);
    for (hours, price, from) in [
        (0, json!(149.5), 0),
        (14, json!(149.5), 0),
        (1, json!(160), 1),
        (24 * 8 + 22, json!(160), 1),
        (1, json!(175), 2),
    ] {
        app.clock.advance(Duration::hours(hours));
        let plan = &app.get(&format!("/plans/{id}")).await.body["data"];
        let ahead: Vec<Value> = upcoming.as_array().into_iter().flatten().skip(from).cloned().collect();
        assert_eq!((&plan["price"], &plan["price_changes"]), (&price, &json!(ahead)), "after {hours} hours");
        let offer = &offers(&app).await[0];
        assert_eq!((&offer["price"], &offer["price_changes"]), (&price, &json!(ahead)));
        assert_eq!(app.get("/plans").await.body["data"][0]["price"], price);
        assert_eq!(app.get(&format!("/plans/{id}/adoption")).await.body["data"]["offers"][0]["price"], price);
    }
}

#[tokio::test]
async fn a_price_of_now_leaves_planned_changes_planned() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    change(&app, &id, 175, "2026-12-01T00:00:00Z", "new").await;
    app.put(&format!("/plans/{id}"), json!({"price": 150})).await;
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["price"], 150);
    let replaced = change(&app, &id, 180, "2026-12-01T00:00:00Z", "renewals").await;
    assert_eq!(replaced.body["data"]["price_changes"].as_array().map(Vec::len), Some(1));
    app.clock.advance(Duration::days(30));
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["price"], 180);
    let now = change(&app, &id, 190, "2026-12-21T09:00:00Z", "new").await;
    assert_eq!((&now.body["data"]["price"], &now.body["data"]["price_changes"]), (&json!(190), &json!([])));
}

#[tokio::test]
async fn an_offer_with_a_price_of_its_own_does_not_follow() {
    let app = app().await;
    let location = location(&app).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let overrides = json!([{"location_id": location, "price": 99}]);
    publish(&app, &id, json!({"location_ids": [location], "overrides": overrides})).await;
    change(&app, &id, 175, "2026-12-01T00:00:00Z", "new").await;
    let offer = &offers(&app).await[0];
    assert_eq!((&offer["price"], &offer["price_changes"], &offer["version"]), (&json!(99), &json!([]), &json!(1)));
}

#[tokio::test]
async fn renewals_need_the_longest_notice_of_the_offers() {
    let app = app().await;
    let location = location(&app).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    publish(&app, &id, json!({"location_ids": [location]})).await;
    let offer = offers(&app).await.remove(0);
    let store = &app.context.store;
    let record = store.find::<MembershipPlan>(&app.tenant(), parse(offer["id"].as_str().unwrap_or_default())).await;
    let before = record.ok().flatten().expect("an offer");
    let mut after = before.clone();
    after.version += 1;
    after.body.notice_days = 30;
    let mut transaction = Transaction::new(app.tenant(), app.context.ids.token());
    transaction.replace(&before, &after);
    store.commit(transaction).await.expect("a longer notice");
    let early = change(&app, &id, 175, "2026-12-21T08:59:59.999Z", "renewals").await;
    assert_eq!(early.refusal(), "422 rule_violation effective_from notice_too_short");
    assert_eq!(change(&app, &id, 175, "2026-12-21T09:00:00Z", "renewals").await.status, 200);
    assert_eq!(change(&app, &id, 170, "2026-11-21T09:00:00Z", "new").await.status, 200, "new ones need none");
}

#[tokio::test]
async fn a_change_that_breaks_a_rule_is_refused() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    for (price, from, to, refusal) in [
        (json!(1), "2026-11-21T08:59:59.999Z", "new", "422 rule_violation effective_from in_the_past"),
        (json!(1.001), "2027-01-01T00:00:00Z", "new", "422 rule_violation price too_many_decimals"),
        (json!(-1), "2027-01-01T00:00:00Z", "new", "400 validation_error price out_of_range"),
        (json!("1"), "2027-01-01T00:00:00Z", "new", "400 validation_error price invalid_type"),
        (json!(1), "2027-01-01", "new", "400 validation_error effective_from invalid_format"),
        (json!(1), "2027-02-30T00:00:00Z", "new", "400 validation_error effective_from invalid_format"),
        (json!(1), "2027-01-01T00:00:00Z", "all", "400 validation_error apply_to invalid_value"),
    ] {
        assert_eq!(change(&app, &id, price, from, to).await.refusal(), refusal);
    }
    for day in 1..=12 {
        assert_eq!(change(&app, &id, day, &format!("2027-01-{day:02}T00:00:00Z"), "new").await.status, 200);
    }
    assert_eq!(change(&app, &id, 1, "2027-02-01T00:00:00Z", "new").await.refusal(), "409 invalid_state");
    assert_eq!(change(&app, &id, 1, "2027-01-01T00:00:00Z", "new").await.status, 200, "one is replaced");
    assert_eq!(app.post(&format!("/plans/{id}/price-change"), json!({})).await.fields().len(), 3);
}
