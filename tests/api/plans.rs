//! Plans (`docs/AREAS.md`, Plans).

use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    domain::{Location, MembershipPlan},
    store::{List, Order, Paging, Scheme, Transaction},
    testing::{TestApp, TestResponse},
};
use tests::{NOBODY, app, location, location_with};
use tokio::task::JoinSet;

fn flex(name: &str) -> Value {
    json!({"name": name, "price": 149.5, "currency": "EUR", "billing_cycle": "monthly"})
}

/// An inactive location; its id.
async fn closed_location(app: &TestApp) -> String {
    let id = location(app).await;
    assert_eq!(app.put(&format!("/locations/{id}"), json!({"is_active": false})).await.status, 200);
    id
}

async fn publish(app: &TestApp, plan: &str, body: Value) -> TestResponse {
    app.post(&format!("/plans/{plan}/publish"), body).await
}

/// All membership plans as the memberships area shows them, oldest first.
async fn offers(app: &TestApp) -> Vec<Value> {
    let paging = Paging { scheme: Scheme::Page(1), size: 100, order: Some(Order::Ascending) };
    let now = app.context.clock.now();
    let listed = app.context.store.page(&app.tenant(), &List::<MembershipPlan>::live(), &paging, now.millis()).await;
    let records = listed.expect("offers").records;
    records.iter().map(|record| serde_json::to_value(record.view(now)).expect("JSON")).collect()
}

#[tokio::test]
async fn a_created_plan_is_there_at_once_with_every_field() {
    let app = app().await;
    let created = app.post("/plans", flex("Flex")).await;
    assert_eq!(created.status, 201, "{}", created.text);
    assert_eq!(created.header("location"), format!("/v1/plans/{}", created.id()));
    assert_eq!(created.header("etag"), "\"1\"");
    let data = &created.body["data"];
    let expected = json!({
        "id": created.id(), "name": "Flex", "description": "", "price": 149.5, "currency": "EUR",
        "billing_cycle": "monthly", "credits": 0, "day_passes": 0, "is_active": true, "tagline": "", "display_order": 0,
        "features": [], "published_location_ids": [], "price_changes": [], "subscriber_count": 0, "metadata": {}, "version": 1,
        "created_at": "2026-11-21T09:00:00.000Z", "updated_at": "2026-11-21T09:00:00.000Z",
    });
    assert_eq!(*data, expected);
    assert_eq!(app.get(&format!("/plans/{}", created.id())).await.body["data"], *data);
    assert_eq!(app.get("/plans").await.body["data"], json!([data]));
    let meta = created.body["meta"].as_object().expect("meta");
    assert!(meta["request_id"].as_str().is_some_and(|id| id.starts_with("req_")));
    assert_eq!(created.header("x-request-id"), meta["request_id"].as_str().unwrap_or_default());
    assert_eq!((meta.len(), &meta["timestamp"]), (2, &json!("2026-11-21T09:00:00.000Z")));
}

#[tokio::test]
async fn every_field_can_be_given_and_changed() {
    let app = app().await;
    let mut given = json!({
        "name": "Fixed", "description": "A desk\nof your own.", "price": 320, "currency": "JPY",
        "billing_cycle": "yearly", "credits": 20, "day_passes": 10, "is_active": false, "tagline": "Yours",
        "display_order": 3, "features": ["Desk", "Locker"], "metadata": {"erp": "P-1"},
    });
    let created = app.post("/plans", given.clone()).await;
    for (field, value) in given.as_object().expect("fields") {
        assert_eq!(created.body["data"][field], *value, "{field}");
    }
    given = json!({
        "name": "Flex", "description": "", "price": 2.5, "currency": "EUR", "billing_cycle": "monthly", "credits": 0,
        "day_passes": 1, "is_active": true, "tagline": "", "display_order": 0, "features": [], "metadata": {},
    });
    app.clock.advance(Duration::seconds(5));
    let keys = json!({"metadata": {"erp": null}});
    let changed = app.put(&format!("/plans/{}", created.id()), tests::with(given.clone(), &keys)).await;
    for (field, value) in given.as_object().expect("fields") {
        assert_eq!(changed.body["data"][field], *value, "{field}");
    }
    let data = &changed.body["data"];
    assert_eq!((&data["version"], &data["updated_at"]), (&json!(2), &json!("2026-11-21T09:00:05.000Z")));
    assert_eq!(data["created_at"], created.body["data"]["created_at"]);
}

#[tokio::test]
async fn a_field_that_is_left_out_stays_and_each_goes_alone() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let mut expected = app.get(&format!("/plans/{id}")).await.body["data"].clone();
    for (field, value) in [
        ("description", json!("new")),
        ("price", json!(150)),
        ("credits", json!(5)),
        ("features", json!(["a"])),
        ("is_active", json!(false)),
        ("metadata", json!({"a": "b"})),
        ("billing_cycle", json!("yearly")),
    ] {
        let changed = app.put(&format!("/plans/{id}"), json!({field: value})).await;
        expected[field] = value;
        expected["version"] = json!(expected["version"].as_i64().unwrap_or_default() + 1);
        assert_eq!(changed.body["data"], expected);
    }
}

#[tokio::test]
async fn another_merchants_plan_does_not_exist() {
    let app = app().await;
    let theirs = app.as_client(&app.stranger).post("/plans", flex("Flex")).await.id();
    let change = json!({"price": 1, "effective_from": "2027-01-01T00:00:00Z", "apply_to": "new"});
    for id in [theirs.as_str(), NOBODY] {
        for answer in [
            app.get(&format!("/plans/{id}")).await,
            app.put(&format!("/plans/{id}"), json!({"name": "Mine"})).await,
            app.put(&format!("/plans/{id}"), json!({})).await,
            app.delete(&format!("/plans/{id}")).await,
            publish(&app, id, json!({"location_ids": [NOBODY]})).await,
            app.post(&format!("/plans/{id}/price-change"), change.clone()).await,
            app.get(&format!("/plans/{id}/adoption")).await,
        ] {
            assert_eq!(answer.refusal(), "404 not_found");
        }
    }
    assert_eq!(app.get("/plans").await.body["data"], json!([]));
    assert_eq!(app.as_client(&app.stranger).get(&format!("/plans/{theirs}")).await.body["data"]["name"], "Flex");
}

mod names {
    use super::*;

    const TAKEN: &str = "409 already_exists name already_exists";

    #[tokio::test]
    async fn a_name_is_unique_among_active_plans_however_it_is_written() {
        let app = app().await;
        app.post("/plans", flex("Caf\u{e9} Desk")).await;
        for name in ["Caf\u{e9} Desk", "CAFE\u{301} desk", "caf\u{e9}   desk", " Caf\u{e9} Desk "] {
            assert_eq!(app.post("/plans", flex(name)).await.refusal(), TAKEN, "{name}");
        }
        assert_eq!(app.post("/plans", flex("Cafe Desk")).await.status, 201);
        assert_eq!(app.as_client(&app.stranger).post("/plans", flex("Caf\u{e9} Desk")).await.status, 201);
        let mut inactive = flex("Caf\u{e9} Desk");
        inactive["is_active"] = json!(false);
        assert_eq!(app.post("/plans", inactive).await.status, 201, "an inactive plan holds no name");
    }

    #[tokio::test]
    async fn of_sixteen_creates_of_one_name_one_happens() {
        let app = app().await;
        let mut work = JoinSet::new();
        for number in 0..16 {
            let app = app.clone();
            let name = if number % 2 == 0 { "Flex" } else { "FLEX" };
            work.spawn(async move { app.post("/plans", flex(name)).await.refusal() });
        }
        let mut outcomes = work.join_all().await;
        outcomes.sort();
        assert_eq!((outcomes[0].as_str(), &outcomes[1..]), ("201 ", &vec![TAKEN.to_owned(); 15][..]));
        assert_eq!(app.get("/plans").await.body["pagination"]["total"], 1);
    }

    #[tokio::test]
    async fn deactivating_frees_the_name_and_activating_claims_it() {
        let app = app().await;
        let first = app.post("/plans", flex("Flex")).await.id();
        assert_eq!(app.delete(&format!("/plans/{first}")).await.body["data"]["is_active"], false);
        let second = app.post("/plans", flex("Flex")).await.id();
        let back = app.put(&format!("/plans/{first}"), json!({"is_active": true})).await;
        assert_eq!(back.refusal(), TAKEN);
        let back = app.put(&format!("/plans/{first}"), json!({"is_active": true, "name": "Old Flex"})).await;
        assert_eq!(back.status, 200, "{}", back.text);
        let renamed = app.put(&format!("/plans/{second}"), json!({"name": "old flex"})).await;
        assert_eq!(renamed.refusal(), TAKEN);
        assert_eq!(app.put(&format!("/plans/{second}"), json!({"name": "FLEX"})).await.status, 200, "its own name");
        app.put(&format!("/plans/{second}"), json!({"name": "Other"})).await;
        assert_eq!(app.post("/plans", flex("Flex")).await.status, 201, "renaming frees the old name");
    }

    #[tokio::test]
    async fn of_sixteen_activations_under_one_name_one_happens() {
        let app = app().await;
        let mut work = JoinSet::new();
        for _ in 0..16 {
            let mut plan = flex("Flex");
            plan["is_active"] = json!(false);
            let id = app.post("/plans", plan).await.id();
            let app = app.clone();
            work.spawn(async move { app.put(&format!("/plans/{id}"), json!({"is_active": true})).await.refusal() });
        }
        let mut outcomes = work.join_all().await;
        outcomes.sort();
        assert_eq!((outcomes[0].as_str(), &outcomes[1..]), ("200 ", &vec![TAKEN.to_owned(); 15][..]));
        assert_eq!(app.get("/plans?is_active=true").await.body["pagination"]["total"], 1);
    }

    #[tokio::test]
    async fn a_deactivated_plan_stays_readable_and_stays_deactivated() {
        let app = app().await;
        let id = app.post("/plans", flex("Flex")).await.id();
        let gone = app.delete(&format!("/plans/{id}")).await;
        assert_eq!((gone.status, &gone.body["data"]["version"]), (200, &json!(2)));
        let again = app.delete(&format!("/plans/{id}")).await;
        assert_eq!((again.status, &again.body["data"]), (200, &gone.body["data"]));
        assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"], gone.body["data"]);
        assert_eq!(app.get("/plans?is_active=false").await.body["data"], json!([gone.body["data"]]));
        assert_eq!(app.get("/plans?is_active=true").await.body["data"], json!([]));
    }
}

mod publishing {
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
        let counted = app.context.store.counted(&app.tenant(), &Location::uses(parse(&location))).await;
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
        let sixteen: Vec<String> =
            (0..16).map(|number| format!("0199a000-0000-7000-8000-0000000000{number:02}")).collect();
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
}

mod prices {
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
}

fn parse<K>(id: &str) -> shared::domain::Id<K> {
    shared::domain::Id::parse(id).expect("an id")
}
