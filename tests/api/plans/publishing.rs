use super::*;

#[tokio::test]
async fn a_published_plan_is_an_offer_that_follows_it() {
    let app = app().await;
    let location = location(&app).await;
    let mut plan = flex("Flex");
    plan["description"] = json!("Ten days.");
    plan["credits"] = json!(20);
    plan["day_passes"] = json!(10);
    let id = app.post("/plans", plan).await.id();
    let published = publish(&app, &id, json!({"location_ids": [location]})).await;
    assert_eq!(published.status, 200, "{}", published.text);
    assert_eq!(published.body["data"]["published_location_ids"], json!([location]));
    let offers = offers(&app).await;
    assert_eq!(offers.len(), 1);
    for (field, value) in [
        ("name", json!("Flex")),
        ("description", json!("Ten days.")),
        ("price", json!(149.5)),
        ("currency", json!("EUR")),
        ("cycle", json!("monthly")),
        ("expiring_credits", json!(20)),
        ("expiring_day_passes", json!(10)),
        ("location_id", json!(location)),
        ("plan_id", json!(id)),
        ("is_active", json!(true)),
        ("signup_type", json!("request")),
    ] {
        assert_eq!(offers[0][field], value, "{field}");
    }
    assert_eq!(offers[0]["inherits"].as_array().map(Vec::len), Some(7));
    let adoption = app.get(&format!("/plans/{id}/adoption")).await;
    assert_eq!(
        adoption.body["data"],
        json!({"plan_id": id, "published_count": 1, "active_count": 1, "subscriber_count": 0, "offers": [{
            "location_id": location, "membership_plan_id": offers[0]["id"], "is_active": true, "price": 149.5,
            "currency": "EUR", "inherits": offers[0]["inherits"], "subscriber_count": 0}]})
    );
}

#[tokio::test]
async fn a_change_of_the_plan_reaches_what_its_offers_inherit_and_nothing_else() {
    let app = app().await;
    let (plain, own) = (location(&app).await, location(&app).await);
    let id = app.post("/plans", flex("Flex")).await.id();
    let overrides = json!([{"location_id": own, "name": "Flex Zuid", "price": 99, "expiring_credits": 7}]);
    let body = json!({"location_ids": [plain, own], "overrides": overrides});
    let first = publish(&app, &id, body.clone()).await;
    assert_eq!(publish(&app, &id, body).await.body["data"], first.body["data"], "what it has is asked for again");
    let change = json!({"name": "Flexible", "description": "new", "price": 160, "credits": 5, "day_passes": 6});
    assert_eq!(app.put(&format!("/plans/{id}"), change).await.status, 200);
    let offers = offers(&app).await;
    let fields = ["name", "description", "price", "expiring_credits", "expiring_day_passes", "version"];
    let of = |offer: &Value| fields.map(|field| offer[field].clone());
    assert_eq!(
        of(&offers[0]),
        ["Flexible", "new"]
            .map(Value::from)
            .into_iter()
            .chain([json!(160), json!(5), json!(6), json!(2)])
            .collect::<Vec<_>>()[..]
    );
    assert_eq!(
        of(&offers[1]),
        ["Flex Zuid", "new"]
            .map(Value::from)
            .into_iter()
            .chain([json!(99), json!(7), json!(6), json!(2)])
            .collect::<Vec<_>>()[..]
    );
    assert_eq!(offers[1]["inherits"], json!(["description", "currency", "cycle", "expiring_day_passes"]));
    app.put(&format!("/plans/{id}"), json!({"tagline": "not inherited"})).await;
    assert_eq!(self::super::offers(&app).await, offers, "a field that is not inherited changes no membership plan");
}

#[tokio::test]
async fn publishing_again_changes_nothing() {
    let app = app().await;
    let (first, second) = (location(&app).await, location(&app).await);
    let id = app.post("/plans", flex("Flex")).await.id();
    publish(&app, &id, json!({"location_ids": [first]})).await;
    let again = publish(&app, &id, json!({"location_ids": [first]})).await;
    assert_eq!((again.status, &again.body["data"]["version"]), (200, &json!(2)));
    let own =
        |name: &str| json!({"location_ids": [second, first], "overrides": [{"location_id": first, "name": name}]});
    let ignored = publish(&app, &id, own("Own")).await;
    assert_eq!(ignored.refusal(), "422 rule_violation overrides[0].location_id already_published");
    let linked = publish(&app, &id, own("Flex")).await;
    assert_eq!(linked.refusal(), "422 rule_violation overrides[0].location_id already_published");
    let both = publish(&app, &id, json!({"location_ids": [second, first]})).await;
    assert_eq!(both.body["data"]["published_location_ids"], json!([first, second]));
    assert_eq!(offers(&app).await.len(), 2);
}

#[tokio::test]
async fn sixteen_at_once_publish_once() {
    let app = app().await;
    let location = location(&app).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let mut work = JoinSet::new();
    for _ in 0..16 {
        let (app, id, body) = (app.clone(), id.clone(), json!({"location_ids": [location]}));
        work.spawn(async move { publish(&app, &id, body).await.refusal() });
    }
    let outcomes = work.join_all().await;
    assert!(
        outcomes.iter().all(|outcome| outcome == "200 " || outcome == "409 version_conflict"),
        "{outcomes:?}"
    );
    assert!(outcomes.contains(&"200 ".to_owned()));
    assert_eq!(offers(&app).await.len(), 1);
    let counted = app.context.store.read_counter(&app.tenant(), &Location::uses(parse(&location))).await;
    assert_eq!(counted, Ok(1));
}

#[tokio::test]
async fn a_location_of_another_currency_needs_a_price_of_its_own() {
    let app = app().await;
    let tokyo = location_with(&app, json!({"currency": "JPY"})).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let refused = publish(&app, &id, json!({"location_ids": [tokyo]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation location_ids[0] price_override_required");
    let body = json!({"location_ids": [tokyo], "overrides": [{"location_id": tokyo, "price": 24000.5}]});
    assert_eq!(publish(&app, &id, body).await.refusal(), "422 rule_violation overrides[0].price too_many_decimals");
    let body = json!({"location_ids": [tokyo], "overrides": [{"location_id": tokyo, "price": 24000}]});
    assert_eq!(publish(&app, &id, body).await.status, 200);
    let offer = offers(&app).await.remove(0);
    assert_eq!((&offer["price"], &offer["currency"]), (&json!(24000), &json!("JPY")));
    app.put(&format!("/plans/{id}"), json!({"price": 200})).await;
    assert_eq!(offers(&app).await[0]["price"], 24000);
}

#[tokio::test]
async fn a_publication_that_breaks_a_rule_is_refused_whole() {
    let app = app().await;
    let (open, closed) = (location(&app).await, closed_location(&app).await);
    let theirs = location(&app.as_client(&app.stranger)).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let own = |location: &str| json!({"location_id": location, "name": "Own"});
    let sixteen: Vec<String> = (0..16).map(|number| format!("0199a000-0000-7000-8000-0000000000{number:02}")).collect();
    for (body, refusal) in [
        (json!({}), "400 validation_error location_ids required"),
        (json!({"location_ids": []}), "400 validation_error location_ids out_of_range"),
        (json!({"location_ids": sixteen}), "400 validation_error location_ids too_many"),
        (json!({"location_ids": ["x"]}), "400 validation_error location_ids[0] invalid_format"),
        (json!({"location_ids": [open, open]}), "400 validation_error location_ids[1] repeated"),
        (json!({"location_ids": [open, NOBODY]}), "422 rule_violation location_ids[1] reference_not_found"),
        (json!({"location_ids": [open, theirs]}), "422 rule_violation location_ids[1] reference_not_found"),
        (json!({"location_ids": [open, closed]}), "422 rule_violation location_ids[1] location_inactive"),
        (
            json!({"location_ids": [open], "overrides": [own(&closed)]}),
            "422 rule_violation overrides[0].location_id not_published",
        ),
        (
            json!({"location_ids": [open], "overrides": [own(&open), own(&open)]}),
            "422 rule_violation overrides[1].location_id repeated",
        ),
        (
            json!({"location_ids": [open], "overrides": [{"location_id": open, "cycle": "daily"}]}),
            "400 validation_error overrides[0].cycle unknown_field",
        ),
        (
            json!({"location_ids": [open], "overrides": [{"name": "x"}]}),
            "400 validation_error overrides[0].location_id required",
        ),
        (
            json!({"location_ids": [open], "overrides": [{"location_id": open, "price": -1}]}),
            "400 validation_error overrides[0].price out_of_range",
        ),
        (
            json!({"location_ids": [open], "overrides": [{"location_id": open, "price": 1.001}]}),
            "422 rule_violation overrides[0].price too_many_decimals",
        ),
    ] {
        assert_eq!(publish(&app, &id, body.clone()).await.refusal(), refusal, "{body}");
    }
    assert_eq!(offers(&app).await.len(), 0);
    app.delete(&format!("/plans/{id}")).await;
    assert_eq!(publish(&app, &id, json!({"location_ids": [open]})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn currency_and_cycle_are_fixed_once_published_and_a_price_goes_with_its_currency() {
    let app = app().await;
    let location = location(&app).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let path = format!("/plans/{id}");
    let refused = app.put(&path, json!({"currency": "USD"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation price required_with_currency");
    assert_eq!(app.put(&path, json!({"currency": "USD", "price": 160})).await.status, 200);
    assert_eq!(app.put(&path, json!({"currency": "EUR", "price": 149.5})).await.status, 200);
    publish(&app, &id, json!({"location_ids": [location]})).await;
    for body in [json!({"currency": "USD", "price": 160}), json!({"billing_cycle": "yearly"})] {
        assert_eq!(app.put(&path, body).await.refusal(), "409 in_use");
    }
    assert_eq!(app.put(&path, json!({"currency": "EUR", "billing_cycle": "monthly"})).await.status, 200);
}

#[tokio::test]
async fn fifteen_locations_at_once_and_ninety_in_all() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    for _ in 0..6 {
        let mut some = Vec::new();
        for _ in 0..15 {
            some.push(location(&app).await);
        }
        let answer = app
            .send(
                "POST",
                &format!("/plans/{id}/publish"),
                Some(json!({"location_ids": some})),
                &[("idempotency-key", &some[0])],
            )
            .await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    let one_more = location(&app).await;
    assert_eq!(publish(&app, &id, json!({"location_ids": [one_more]})).await.refusal(), "409 capacity_exceeded");
    let change = json!({"name": "Flexible", "price": 1, "credits": 1});
    assert_eq!(app.put(&format!("/plans/{id}"), change).await.status, 200);
    let offers = offers(&app).await;
    assert_eq!(offers.len(), 90);
    assert!(offers.iter().all(|offer| offer["name"] == "Flexible" && offer["price"] == 1));
    let data = &app.get(&format!("/plans/{id}/adoption")).await.body["data"];
    assert_eq!((&data["published_count"], &data["active_count"]), (&json!(90), &json!(90)));
}
