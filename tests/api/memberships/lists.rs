//! The two lists of membership plans, and what moves one between them.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{app, having, location, made, sixteen, with};
use tokio::task::JoinSet;

use super::flex;

fn names(list: &TestResponse) -> Vec<&str> {
    list.body["data"].as_array().into_iter().flatten().filter_map(|one| one["name"].as_str()).collect()
}

async fn total(app: &TestApp, list: &str) -> u64 {
    app.get(list).await.body["pagination"]["total"].as_u64().expect("a total")
}

#[tokio::test]
async fn delete_and_restore_move_a_membership_plan_between_the_lists() {
    let app = app().await;
    let place = location(&app).await;
    let id = made(&app, "/memberships", flex(&place)).await;
    let path = format!("/memberships/{id}");
    let filtered = format!("/memberships?location_id={place}");
    assert_eq!(names(&app.get("/memberships").await), ["Flex"]);
    assert_eq!(names(&app.get(&filtered).await), ["Flex"]);

    let deleted = app.delete(&path).await;
    assert_eq!((&deleted.body["data"]["is_active"], &deleted.body["data"]["version"]), (&json!(false), &json!(2)));
    assert_eq!(app.delete(&path).await.body["data"], deleted.body["data"], "a repeat changes nothing");
    assert_eq!(app.get(&path).await.body["data"], deleted.body["data"]);
    assert_eq!(names(&app.get("/memberships/deleted").await), ["Flex"]);
    assert_eq!(names(&app.get("/memberships").await), [""; 0]);
    assert_eq!(names(&app.get(&filtered).await), [""; 0]);

    let restored = app.send("POST", &format!("{path}/restore"), None, &[]).await;
    assert_eq!((&restored.body["data"]["is_active"], &restored.body["data"]["version"]), (&json!(true), &json!(3)));
    let again = app.send("POST", &format!("{path}/restore"), None, &[]).await;
    assert_eq!((again.status, &again.body["data"]), (200, &restored.body["data"]));
    assert_eq!(names(&app.get("/memberships/deleted").await), [""; 0]);
    assert_eq!(names(&app.get("/memberships").await), ["Flex"]);
    assert_eq!(names(&app.get(&filtered).await), ["Flex"]);
}

#[tokio::test]
async fn is_active_of_an_update_does_what_delete_and_restore_do() {
    let app = app().await;
    let place = location(&app).await;
    let id = made(&app, "/memberships", with(flex(&place), &json!({"is_active": false}))).await;
    let path = format!("/memberships/{id}");
    assert_eq!(names(&app.get("/memberships/deleted").await), ["Flex"], "made inactive");
    let renamed = app.put(&path, json!({"name": "Old", "metadata": {"a": "b"}})).await;
    assert_eq!((renamed.status, &renamed.body["data"]["is_active"]), (200, &json!(false)));
    assert_eq!(names(&app.get("/memberships/deleted").await), ["Old"]);
    let back = app.put(&path, json!({"is_active": true, "name": "New"})).await;
    assert_eq!(
        (&back.body["data"]["is_active"], &back.body["data"]["metadata"]),
        (&json!(true), &json!({"a": "b"}))
    );
    assert_eq!((total(&app, "/memberships").await, total(&app, "/memberships/deleted").await), (1, 0));
    assert_eq!(app.put(&path, json!({"is_active": false})).await.status, 200);
    assert_eq!((total(&app, "/memberships").await, total(&app, "/memberships/deleted").await), (0, 1));
}

#[tokio::test]
async fn nothing_is_restored_at_an_inactive_location() {
    let app = app().await;
    let place = location(&app).await;
    let id = made(&app, "/memberships", flex(&place)).await;
    let path = format!("/memberships/{id}");
    assert_eq!(app.delete(&path).await.status, 200);
    assert_eq!(app.put(&format!("/locations/{place}"), json!({"is_active": false})).await.status, 200);
    let restored = app.send("POST", &format!("{path}/restore"), None, &[]).await;
    assert_eq!(restored.refusal(), "409 invalid_state");
    assert_eq!(app.put(&path, json!({"is_active": true})).await.refusal(), "409 invalid_state");
    assert_eq!(app.put(&path, json!({"name": "Old"})).await.status, 200);
    assert_eq!(app.put(&format!("/locations/{place}"), json!({"is_active": true})).await.status, 200);
    assert_eq!(app.send("POST", &format!("{path}/restore"), None, &[]).await.status, 200);
}

#[tokio::test]
async fn the_active_ones_are_filtered_and_paged_in_both_schemes() {
    let app = app().await;
    let [dock, mill] = [location(&app).await, location(&app).await];
    for (name, place, cycle, signup) in [
        ("A", &dock, "monthly", true),
        ("B", &dock, "yearly", false),
        ("C", &mill, "monthly", false),
        ("D", &dock, "monthly", false),
    ] {
        let own = json!({"name": name, "cycle": cycle, "signup_enabled": signup});
        made(&app, "/memberships", with(flex(place), &own)).await;
    }
    for (query, expected) in [
        (String::new(), vec!["D", "C", "B", "A"]),
        ("?order=asc&limit=2".to_owned(), vec!["A", "B"]),
        ("?page=2&per_page=3".to_owned(), vec!["A"]),
        ("?page=9".to_owned(), vec![]),
        (format!("?location_id={dock}"), vec!["D", "B", "A"]),
        (format!("?location_id={dock}&cycle=monthly"), vec!["D", "A"]),
        (format!("?location_id={dock}&cycle=monthly&signup_enabled=true"), vec!["A"]),
        ("?cycle=yearly".to_owned(), vec!["B"]),
        ("?signup_enabled=false".to_owned(), vec!["D", "C", "B"]),
        ("?cycle=daily".to_owned(), vec![]),
    ] {
        assert_eq!(names(&app.get(&format!("/memberships{query}")).await), expected, "{query}");
    }
    let first = app.get(&format!("/memberships?limit=2&location_id={dock}")).await;
    let pagination = &first.body["pagination"];
    assert_eq!((&pagination["total_count"], &pagination["has_more"]), (&json!(3), &json!(true)));
    let cursor = pagination["next_cursor"].as_str().expect("a cursor");
    let rest = app.get(&format!("/memberships?limit=2&location_id={dock}&cursor={cursor}")).await;
    assert_eq!(names(&rest), ["A"]);
    let elsewhere = app.get(&format!("/memberships/deleted?cursor={cursor}")).await;
    assert_eq!(elsewhere.refusal(), "400 validation_error cursor invalid_value");
    assert_eq!(app.get("/memberships?cycle=hourly").await.refusal(), "400 validation_error cycle invalid_value");
    let other = app.as_client(&app.stranger);
    assert_eq!(names(&other.get(&format!("/memberships?location_id={dock}")).await), [""; 0]);
}

#[tokio::test]
async fn sixteen_deletes_and_restores_at_a_time_keep_the_totals_exact() {
    let app = app().await;
    let place = location(&app).await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(made(&app, "/memberships", with(flex(&place), &json!({"name": format!("P{number}")}))).await);
    }
    let mut running = JoinSet::new();
    for number in 0..16 {
        let (app, id) = (app.clone(), ids[number % 4].clone());
        running.spawn(async move {
            let deleted = app.delete(&format!("/memberships/{id}")).await;
            let restored = app.send("POST", &format!("/memberships/{id}/restore"), None, &[]).await;
            [deleted, restored]
        });
    }
    for answer in running.join_all().await.iter().flatten() {
        assert!(answer.status == 200 || answer.code() == "version_conflict", "{}", answer.text);
    }
    let (live, deleted) = (app.get("/memberships").await, app.get("/memberships/deleted").await);
    assert_eq!(total(&app, "/memberships").await + total(&app, "/memberships/deleted").await, 4);
    for list in [live, deleted] {
        let active: Vec<&Value> =
            list.body["data"].as_array().into_iter().flatten().map(|one| &one["is_active"]).collect();
        assert_eq!(list.body["pagination"]["total"], active.len());
        assert!(active.windows(2).all(|pair| pair[0] == pair[1]), "{}", list.text);
    }
}

#[tokio::test]
async fn of_sixteen_deletes_of_one_all_are_answered_and_one_counts() {
    let app = app().await;
    let place = location(&app).await;
    let path = format!("/memberships/{}", made(&app, "/memberships", flex(&place)).await);
    let answers = sixteen(&app, "DELETE", &path, None).await;
    assert_eq!(having(&answers, 200) + having(&answers, 409), 16);
    assert_eq!((total(&app, "/memberships").await, total(&app, "/memberships/deleted").await), (0, 1));
    assert_eq!(app.get(&path).await.body["data"]["version"], 2);
}
