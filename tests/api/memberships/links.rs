//! Membership plans that are linked to a plan of the catalogue.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{app, having, location, made, sixteen, with};

use super::{flex, plan};

/// A plan, a location, and the membership plan that the plan is published as there.
async fn published(app: &TestApp) -> (String, String, String) {
    let place = location(app).await;
    let id = made(app, "/plans", plan("Basic")).await;
    let published = app.post(&format!("/plans/{id}/publish"), json!({"location_ids": [place]})).await;
    assert_eq!(published.status, 200, "{}", published.text);
    let offer = app.get("/memberships").await.body["data"][0]["id"].as_str().expect("an id").to_owned();
    (id, place, offer)
}

async fn get(app: &TestApp, id: &str) -> Value {
    app.get(&format!("/memberships/{id}")).await.body["data"].clone()
}

async fn adopted(app: &TestApp, plan: &str) -> Vec<Value> {
    let adoption = app.get(&format!("/plans/{plan}/adoption")).await;
    adoption.body["data"]["offers"].as_array().expect("offers").clone()
}

#[tokio::test]
async fn a_membership_plan_made_with_a_plan_is_its_offer_there() {
    let app = app().await;
    let place = location(&app).await;
    let basic = made(&app, "/plans", plan("Basic")).await;
    let linked = json!({"plan_id": basic, "inherits": ["price", "cycle"], "expiring_day_passes": 1, "price": 99,
        "cycle": "yearly"});
    for (field, other) in [("price", json!(98.5)), ("cycle", json!("monthly"))] {
        let refused = app.post("/memberships", with(flex(&place), &with(linked.clone(), &json!({field: other})))).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation {field} inherited"));
    }
    let offer = TestApp::made(&app.post("/memberships", with(flex(&place), &linked)).await);
    let expected = json!({"plan_id": basic, "inherits": ["price", "cycle"], "name": "Flex", "price": 99,
        "cycle": "yearly", "description": "From the plan.", "expiring_credits": 7, "expiring_day_passes": 1});
    assert_eq!(offer, with(offer.clone(), &expected));
    let offers = adopted(&app, &basic).await;
    assert_eq!((offers.len(), &offers[0]["membership_plan_id"]), (1, &offer["id"]));
    let again = app.post(&format!("/plans/{basic}/publish"), json!({"location_ids": [place]})).await;
    assert_eq!((again.status, &again.body["data"]["published_location_ids"]), (200, &json!([place])));
    assert_eq!(app.get("/memberships").await.body["pagination"]["total"], 1);
    let second = app.post("/memberships", with(flex(&place), &json!({"plan_id": basic}))).await;
    assert_eq!(second.refusal(), "409 already_exists plan_id already_exists");
    let refixed = app.put(&format!("/plans/{basic}"), json!({"billing_cycle": "monthly"})).await;
    assert_eq!(refixed.refusal(), "409 in_use");
}

#[tokio::test]
async fn the_plan_is_an_active_one_whose_currency_fits_what_is_inherited() {
    let app = app().await;
    let place = location(&app).await;
    let theirs = made(&app.as_client(&app.stranger), "/plans", plan("Theirs")).await;
    let old = made(&app, "/plans", plan("Old")).await;
    assert_eq!(app.delete(&format!("/plans/{old}")).await.status, 200);
    let dollars = made(&app, "/plans", with(plan("Dollars"), &json!({"currency": "USD"}))).await;
    for (fields, reason) in [
        (json!({"plan_id": theirs}), "plan_id reference_not_found"),
        (json!({"plan_id": old}), "plan_id plan_inactive"),
        (json!({"inherits": ["name"]}), "inherits plan_required"),
        (json!({"plan_id": dollars, "inherits": ["name", "price"]}), "inherits[1] other_currency"),
        (json!({"plan_id": dollars, "inherits": ["currency"]}), "inherits[0] other_currency"),
    ] {
        let refusal = app.post("/memberships", with(flex(&place), &fields)).await.refusal();
        assert_eq!(refusal, format!("422 rule_violation {reason}"));
    }
    made(
        &app,
        "/memberships",
        with(flex(&place), &json!({"plan_id": dollars, "inherits": ["name"], "name": "Dollars"})),
    )
    .await;
}

#[tokio::test]
async fn another_value_makes_an_inherited_field_the_offers_own() {
    let app = app().await;
    let (plan, _, offer) = published(&app).await;
    let path = format!("/memberships/{offer}");
    let unchanged = app.put(&path, json!({"name": "Basic", "price": 99})).await;
    assert_eq!(unchanged.body["data"]["version"], 1, "the value it has changes nothing");
    let own = app.put(&path, json!({"price": 89, "expiring_credits": 8})).await;
    let left = json!(["name", "description", "currency", "cycle", "expiring_day_passes"]);
    assert_eq!((&own.body["data"]["price"], &own.body["data"]["inherits"]), (&json!(89), &left));
    let change = json!({"name": "Basic plus", "price": 120, "credits": 9, "day_passes": 4});
    assert_eq!(app.put(&format!("/plans/{plan}"), change).await.status, 200);
    let followed = json!({"name": "Basic plus", "price": 89, "expiring_credits": 8, "expiring_day_passes": 4});
    let offer = get(&app, &offer).await;
    assert_eq!(offer, with(offer.clone(), &followed));
}

#[tokio::test]
async fn inherits_links_fields_at_the_plans_present_values() {
    let app = app().await;
    let (plan, _, offer) = published(&app).await;
    let path = format!("/memberships/{offer}");
    let pinned = app.put(&path, json!({"inherits": []})).await;
    assert_eq!((&pinned.body["data"]["inherits"], &pinned.body["data"]["price"]), (&json!([]), &json!(99)));
    let change = json!({"name": "Basic plus", "price": 120, "description": "New."});
    assert_eq!(app.put(&format!("/plans/{plan}"), change).await.status, 200);
    assert_eq!(get(&app, &offer).await["name"], "Basic");
    let ignored = app.put(&path, json!({"inherits": ["price", "name"], "name": "Ignored"})).await;
    assert_eq!(ignored.refusal(), "422 rule_violation name inherited");
    let relinked = app.put(&path, json!({"inherits": ["price", "name"], "name": "Basic plus"})).await;
    let expected =
        json!({"inherits": ["price", "name"], "price": 120, "name": "Basic plus", "description": "From the plan."});
    assert_eq!(relinked.body["data"], with(relinked.body["data"].clone(), &expected));
    let alone = made(&app, "/memberships", flex(&location(&app).await)).await;
    let refused = app.put(&format!("/memberships/{alone}"), json!({"inherits": ["name"]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation inherits plan_required");
}

#[tokio::test]
async fn a_planned_price_is_the_offers_only_while_it_inherits_the_price() {
    let app = app().await;
    let (plan, _, offer) = published(&app).await;
    let path = format!("/memberships/{offer}");
    let from = "2026-12-01T00:00:00.000Z";
    let change = json!({"price": 120, "effective_from": from, "apply_to": "new"});
    assert_eq!(app.post(&format!("/plans/{plan}/price-change"), change.clone()).await.status, 200);
    assert_eq!(get(&app, &offer).await["price_changes"], json!([change]));
    let copy = TestApp::made(&app.post(&format!("{path}/duplicate"), json!({})).await);
    let free = json!({"plan_id": null, "inherits": [], "price": 99, "price_changes": []});
    assert_eq!(copy, with(copy.clone(), &free));
    let own = app.put(&path, json!({"price": 100})).await;
    assert_eq!(own.body["data"]["price_changes"], json!([]));
    let again = app.put(&path, json!({"inherits": ["price"]})).await;
    assert_eq!((&again.body["data"]["price"], &again.body["data"]["price_changes"]), (&json!(99), &json!([change])));
}

#[tokio::test]
async fn an_inactive_offer_follows_and_is_not_published_again() {
    let app = app().await;
    let (plan, place, offer) = published(&app).await;
    assert_eq!(app.delete(&format!("/memberships/{offer}")).await.status, 200);
    assert_eq!(app.put(&format!("/plans/{plan}"), json!({"credits": 11})).await.status, 200);
    let stored = get(&app, &offer).await;
    assert_eq!((&stored["expiring_credits"], &stored["is_active"]), (&json!(11), &json!(false)));
    let again = app.post(&format!("/plans/{plan}/publish"), json!({"location_ids": [place]})).await;
    assert_eq!(again.refusal(), "409 invalid_state location_ids[0] membership_plan_inactive");
    assert_eq!(adopted(&app, &plan).await.len(), 1);
    let restore = format!("/memberships/{offer}/restore");
    assert_eq!(app.delete(&format!("/plans/{plan}")).await.status, 200);
    assert_eq!(app.send("POST", &restore, None, &[]).await.refusal(), "409 invalid_state");
    assert_eq!(app.put(&format!("/plans/{plan}"), json!({"is_active": true})).await.status, 200);
    assert_eq!(app.send("POST", &restore, None, &[]).await.status, 200);
}

#[tokio::test]
async fn of_sixteen_offers_of_one_plan_at_one_location_one_is_made() {
    let app = app().await;
    let place = location(&app).await;
    let basic = made(&app, "/plans", plan("Basic")).await;
    let body = with(flex(&place), &json!({"plan_id": basic}));
    let answers = sixteen(&app, "POST", "/memberships", Some(body)).await;
    assert_eq!((having(&answers, 201), having(&answers, 409)), (1, 15));
    assert_eq!(app.get("/memberships").await.body["pagination"]["total"], 1);
    assert_eq!(adopted(&app, &basic).await.len(), 1);
}

#[tokio::test]
async fn what_inherits_has_the_plans_value_whatever_happens_at_the_same_moment() {
    let app = app().await;
    let (plan, _, offer) = published(&app).await;
    let (plan, path) = (format!("/plans/{plan}"), format!("/memberships/{offer}"));
    for credits in 10..18 {
        assert_eq!(app.put(&path, json!({"inherits": []})).await.status, 200);
        let (changed, linked) = tokio::join!(
            app.put(&plan, json!({"credits": credits})),
            app.put(&path, json!({"inherits": ["expiring_credits"]})),
        );
        assert!(changed.status == 200 || linked.status == 200, "{} and {}", changed.text, linked.text);
        let offer = get(&app, &offer).await;
        if offer["inherits"] == json!(["expiring_credits"]) {
            assert_eq!(offer["expiring_credits"], app.get(&plan).await.body["data"]["credits"]);
        }
    }
}
