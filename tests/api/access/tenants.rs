//! Another merchant's id answers exactly as an id that does not exist.

use serde_json::{Value, json};
use shared::{
    api::{Method, Route, Routes},
    testing::TestApp,
};
use tests::{app, routes};

use super::{NOBODY, body_of, call, without_meta};

/// Collections whose records no example can make, because they come to be in another way.
const NOT_MADE: &[&str] = &[];

/// References whose field is not the collection's name.
const REFERENCES: [(&str, &str); 4] = [
    ("customer", "/members"),
    ("host", "/members"),
    ("membership_plan", "/memberships"),
    ("parent_resource", "/resources"),
];

/// Collections that show the records of another.
const SHOWN_AS: [(&str, &str); 1] = [("/customers", "/members")];

#[tokio::test]
async fn every_operation_answers_another_merchants_id_as_one_that_does_not_exist() {
    let app = app().await;
    let (routes, stranger) = (routes(), app.as_client(&app.stranger));
    for collection in collections(&routes) {
        let id = make(&stranger, &routes, collection).await;
        let own = format!("{collection}/{id}");
        let before = stranger.get(&own).await;
        for route in routes.0.iter().filter(|route| collection_of(route) == Some(collection)) {
            let (theirs, nobodys) = (call(&app, route, &id).await, call(&app, route, NOBODY).await);
            assert_eq!(theirs.refusal(), "404 not_found", "{}: {}", route.id, theirs.text);
            assert_eq!(without_meta(&theirs), without_meta(&nobodys), "{}", route.id);
            assert_eq!(theirs.headers.keys().collect::<Vec<_>>(), nobodys.headers.keys().collect::<Vec<_>>());
        }
        assert_eq!(without_meta(&stranger.get(&own).await), without_meta(&before), "{own}");
    }
}

#[tokio::test]
async fn every_list_holds_only_the_callers_own() {
    let app = app().await;
    let (routes, stranger) = (routes(), app.as_client(&app.stranger));
    for collection in collections(&routes) {
        let id = make(&stranger, &routes, collection).await;
        let is_list = |route: &&Route| route.shape.is_list && route.path == collection;
        if routes.0.iter().any(|route| is_list(&route)) {
            let list = app.get(&format!("{collection}?per_page=100")).await;
            assert!(list.status == 200 && !list.text.contains(&id), "{collection}: {}", list.text);
        }
    }
}

/// Collections with records under `{collection}/{id}` that an example can make.
fn collections(routes: &Routes) -> Vec<&'static str> {
    let mut collections: Vec<&str> = routes.0.iter().filter_map(collection_of).collect();
    collections.sort_unstable();
    collections.dedup();
    collections.retain(|collection| !NOT_MADE.contains(collection));
    collections
}

fn collection_of(route: &Route) -> Option<&'static str> {
    route.path.split_once("/{").map(|(collection, _)| collection)
}

/// Makes a record out of its route's example, and before it whatever the example refers to. Returns its id.
async fn make(app: &TestApp, routes: &Routes, collection: &str) -> String {
    let collection = SHOWN_AS.iter().find(|(shown, _)| *shown == collection).map_or(collection, |(_, made)| made);
    let route = routes.0.iter().find(|route| route.path == collection && route.method == Method::Post);
    assert!(route.is_some(), "{collection} has no create: name it in NOT_MADE or SHOWN_AS");
    let mut body = route.and_then(body_of).unwrap_or_default();
    loop {
        let answer = app.post(collection, body.clone()).await;
        if answer.status == 201 {
            return answer.id();
        }
        let details = &answer.body["error"]["details"];
        assert_eq!(details["reason"], "reference_not_found", "{collection}: {}", answer.text);
        let field = details["field"].as_str().unwrap_or_default();
        let id = Box::pin(make(app, routes, &referred(field))).await;
        set(&mut body, field, json!(id));
    }
}

/// The collection that a field such as `location_id` or `items[0].product_ids[2]` refers to.
fn referred(field: &str) -> String {
    let name = field.rsplit('.').next().unwrap_or_default().split('[').next().unwrap_or_default();
    let name = name.strip_suffix("_ids").or_else(|| name.strip_suffix("_id")).unwrap_or(name);
    if let Some((_, collection)) = REFERENCES.iter().find(|(reference, _)| *reference == name) {
        return (*collection).to_owned();
    }
    let name = name.replace('_', "-");
    name.strip_suffix('y').map_or_else(|| format!("/{name}s"), |stem| format!("/{stem}ies"))
}

/// Sets the field at a path such as `items[0].product_id`.
fn set(body: &mut Value, field: &str, value: Value) {
    let pointer = format!("/{}", field.replace(['.', '['], "/").replace(']', ""));
    match body.pointer_mut(&pointer) {
        Some(place) => *place = value,
        None => body[field] = value,
    }
}
