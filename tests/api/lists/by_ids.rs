//! Some records of a list, asked for by their ids (`docs/API-DESIGN.md`, Lists).

use serde_json::{Value, json};
use shared::api::Route;
use testing::{TestApp, TestResponse};
use tests::{NOBODY, app, location, made, member};

use super::plans;
use crate::access::{
    maker::{Maker, collection_of},
    without_meta,
};

fn ids(response: &TestResponse) -> Vec<String> {
    assert_eq!(response.status, 200, "{}", response.text);
    let data = response.body["data"].as_array().expect("a list");
    data.iter().map(|record| record["id"].as_str().expect("an id").to_owned()).collect()
}

/// Collections with a list that is asked by ids.
fn lists(maker: &Maker) -> Vec<String> {
    maker.routes.iter().filter(|route| route.is_by_ids).map(|route| route.path.to_owned()).collect()
}

#[tokio::test]
async fn ids_answer_their_records_in_their_order_each_once_without_those_that_are_not_there() {
    let app = app().await;
    let (ann, bob) = (member(&app, "ann@example.com").await, member(&app, "bob@example.com").await);
    let asked = app.get(&format!("/members?ids={bob},{NOBODY},{ann},{}", bob.to_uppercase())).await;
    assert_eq!(ids(&asked), [bob.clone(), ann.clone()]);
    let pagination = json!({"page": 1, "per_page": 100, "total": 2, "total_pages": 1, "has_more": false});
    assert_eq!(asked.body["pagination"], pagination);
    let nobody = app.get(&format!("/members?ids={NOBODY}")).await;
    assert_eq!(nobody.body["data"], json!([]));
    assert_eq!(
        (&nobody.body["pagination"]["total"], &nobody.body["pagination"]["total_pages"]),
        (&json!(0), &json!(0))
    );
}

#[tokio::test]
async fn every_list_by_ids_answers_a_record_as_the_list_does_and_none_of_another_merchant() {
    let mut maker = Maker::new(app().await);
    let mut theirs = Maker::new(maker.app.as_client(&maker.app.stranger));
    let lists = lists(&maker);
    assert!(lists.len() > 20, "{lists:?}");
    for collection in lists {
        let (own, foreign) = (maker.make(&collection).await, theirs.make(&collection).await);
        let asked = maker.app.get(&format!("{collection}?ids={foreign},{own}")).await;
        assert_eq!(ids(&asked), std::slice::from_ref(&own), "{collection}");
        let listed = maker.app.get(&format!("{collection}?per_page=100")).await;
        let listed = listed.body["data"].as_array().cloned().unwrap_or_default();
        let listed = listed.into_iter().find(|record| record["id"] == json!(own));
        assert_eq!(listed.as_ref(), Some(&asked.body["data"][0]), "{collection}");
    }
}

#[tokio::test]
async fn what_no_get_answers_no_list_by_ids_does() {
    let mut maker = Maker::new(app().await);
    for collection in lists(&maker) {
        maker.make(&collection).await;
    }
    for collection in lists(&maker) {
        let id = maker.made[&collection].clone();
        let is_read = |route: &&Route| collection_of(route) == Some(&collection) && route.id.starts_with("get_");
        assert!(maker.routes.iter().any(|route| is_read(&route)), "{collection} has no get");
        let deleted = maker.app.send("DELETE", &format!("{collection}/{id}"), None, &[]).await;
        let got = maker.app.get(&format!("{collection}/{id}")).await;
        let asked = maker.app.get(&format!("{collection}?ids={id}")).await;
        assert!(got.status == 200 || ids(&asked).is_empty(), "{collection}: {} {}", deleted.status, asked.text);
    }
}

#[tokio::test]
async fn ids_that_are_none_too_many_or_given_with_something_else_are_refused() {
    let app = app().await;
    let many = vec![NOBODY; 101].join(",");
    for (query, refusal) in [
        ("ids=".to_owned(), "ids[0] invalid_format"),
        ("ids=Ann".to_owned(), "ids[0] invalid_format"),
        (format!("ids={NOBODY},"), "ids[1] invalid_format"),
        (format!("ids={many}"), "ids too_many"),
        (format!("ids={NOBODY}&ids={NOBODY}"), "ids repeated"),
        (format!("ids={NOBODY}&status=active"), "status invalid_value"),
        (format!("ids={NOBODY}&per_page=2"), "per_page invalid_value"),
        (format!("limit=2&ids={NOBODY}"), "limit invalid_value"),
        (format!("ids={NOBODY}&order=asc"), "order invalid_value"),
    ] {
        let refused = app.get(&format!("/members?{query}")).await;
        assert_eq!(refused.refusal(), format!("400 validation_error {refusal}"), "{query}: {}", refused.text);
    }
    let refused = app.get(&format!("/members?q=Ann&ids={NOBODY}")).await;
    let told = &refused.body["error"]["details"]["errors"][0]["message"];
    assert_eq!(*told, "q cannot be given together with ids");
    let refused = app.get(&format!("/letters?ids={NOBODY}")).await;
    assert_eq!(refused.refusal(), "400 validation_error ids unknown_parameter");
}

#[tokio::test]
async fn a_hundred_ids_are_one_call() {
    let app = app().await;
    let mut all = plans(&app, 100).await;
    all.reverse();
    let calls = async |app: &TestApp| {
        let asked = app.get(&format!("/plans?ids={}", all.join(","))).await;
        assert_eq!(ids(&asked), all);
        let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
        line["store_calls"].as_u64()
    };
    calls(&app).await;
    assert_eq!(calls(&app).await, Some(1));
}

#[tokio::test]
async fn what_is_shown_beside_records_of_a_list_is_shown_beside_those_asked_for_by_ids() {
    let app = app().await;
    let location = location(&app).await;
    let plan = json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 10, "currency": "EUR"});
    let plan = made(&app, "/memberships", plan).await;
    let asked = app.get(&format!("/memberships?ids={plan}")).await;
    assert_eq!(asked.body["data"][0]["subscriber_count"], 0, "{}", asked.text);
    assert_eq!(without_meta(&asked)["data"], without_meta(&app.get("/memberships").await)["data"]);
}
