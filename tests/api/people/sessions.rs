//! Sessions: who begins them, what they may do, and when they are over.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{member, member_as, with};

use super::{acting, app, public_client, sign_in, wait, with_token};

/// A member, and the caller who acts for them.
async fn ada(app: &TestApp) -> (String, TestApp) {
    let ada = member(app, "ada@example.com").await;
    let acting = acting(app, &ada).await;
    (ada, acting)
}

#[tokio::test]
async fn a_session_acts_as_its_member_for_fifteen_minutes_unless_told_otherwise() {
    let app = app().await;
    let (id, ada) = ada(&app).await;
    let shown = ada.get(&format!("/members/{id}")).await;
    assert_eq!((shown.status, shown.id()), (200, id.clone()), "{}", shown.text);
    let hour = app.post("/sessions", json!({"member_id": id, "expires_in_minutes": 60})).await;
    let hour = with_token(&app, &hour);
    wait(&app, 15 * 60);
    assert_eq!(ada.get("/locations").await.refusal(), "401 invalid_token");
    assert_eq!(hour.get("/locations").await.status, 200);
    wait(&app, 45 * 60);
    assert_eq!(hour.get("/locations").await.refusal(), "401 invalid_token");
}

#[tokio::test]
async fn a_session_is_refused_with_the_field_that_is_wrong() {
    let app = app().await;
    let id = member(&app, "ada@example.com").await;
    let refused = async |fields: Value| app.post("/sessions", with(json!({"member_id": id}), &fields)).await;
    for (fields, field) in [
        (json!({"expires_in_minutes": 61}), "expires_in_minutes out_of_range"),
        (json!({"expires_in_minutes": 0}), "expires_in_minutes out_of_range"),
        (json!({"scopes": []}), "scopes out_of_range"),
        (json!({"member_id": null}), "member_id invalid_type"),
        (json!({"role": "owner"}), "role unknown_field"),
    ] {
        let answer = refused(fields.clone()).await;
        assert_eq!((answer.status, answer.fields()), (400, vec![field.to_owned()]), "{fields}");
    }
    let unknown = refused(json!({"member_id": tests::NOBODY})).await;
    assert_eq!(unknown.refusal(), "422 rule_violation member_id reference_not_found");
    assert_eq!(app.post(&format!("/members/{id}/block"), json!({})).await.status, 200);
    assert_eq!(refused(json!({})).await.refusal(), "422 rule_violation member_id member_not_active");
}

#[tokio::test]
async fn a_session_has_no_more_than_its_client_its_members_role_and_what_was_asked_for() {
    let app = app().await;
    let (id, ada) = ada(&app).await;
    let narrow = json!({"member_id": id, "scopes": ["bookings:read"]});
    let narrow = with_token(&app, &app.post("/sessions", narrow).await);
    assert_eq!(narrow.get(&format!("/bookings?customer_id={id}")).await.status, 200);
    assert_eq!(narrow.get(&format!("/members/{id}")).await.refusal(), "403 forbidden");
    let small = json!({"name": "Small", "scopes": ["bookings:read", "members:sessions"]});
    let small = TestApp::made(&app.post("/api-clients", small).await);
    let text = |name: &str| small[name].as_str().unwrap_or_default().to_owned();
    let small = app.as_client(&testing::TestClient { client_id: text("client_id"), secret: text("secret") });
    let more = small.post("/sessions", json!({"member_id": id, "scopes": ["members:read"]})).await;
    assert_eq!(more.refusal(), "422 rule_violation scopes[0] scope_not_held");
    let of_small = with_token(&small, &small.post("/sessions", json!({"member_id": id})).await);
    assert_eq!(of_small.get(&format!("/members/{id}")).await.refusal(), "403 forbidden");
    // What only some roles have is not in a member's session, whatever the client holds.
    assert_eq!(ada.get("/api-clients").await.refusal(), "403 forbidden");
    let owner = member_as(&app, "olga@example.com", "owner").await;
    assert_eq!(acting(&app, &owner).await.get("/api-clients").await.status, 200);
}

#[tokio::test]
async fn nobody_begins_sessions_for_others_by_a_session() {
    let app = app().await;
    let owner = member_as(&app, "olga@example.com", "owner").await;
    let ada = member(&app, "ada@example.com").await;
    let owner = acting(&app, &owner).await;
    assert_eq!(owner.post("/sessions", json!({"member_id": ada})).await.refusal(), "403 forbidden");
    let ada = acting(&app, &ada).await;
    assert_eq!(ada.post("/sessions", json!({"member_id": tests::NOBODY})).await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn what_takes_a_persons_rights_ends_sessions_within_a_minute() {
    for taken in ["block", "anonymise", "role", "end", "end-all", "sign-out-all", "revoke"] {
        let app = app().await;
        let id = member_as(&app, "ada@example.com", "admin").await;
        let client = app.post("/api-clients", json!({"name": "Kiosk", "scopes": super::all_scopes(&app).await})).await;
        let client = TestApp::made(&client);
        let text = |name: &str| client[name].as_str().unwrap_or_default().to_owned();
        let kiosk = app.as_client(&testing::TestClient { client_id: text("client_id"), secret: text("secret") });
        let issued = kiosk.post("/sessions", json!({"member_id": id})).await;
        let (session, ada) = (issued.id(), with_token(&kiosk, &issued));
        assert_eq!(ada.get("/members").await.status, 200);
        wait(&app, 1);
        let done = match taken {
            "block" => app.post(&format!("/members/{id}/block"), json!({})).await,
            "anonymise" => app.post(&format!("/members/{id}/anonymise"), json!({})).await,
            "role" => app.put(&format!("/members/{id}"), json!({"role": "member"})).await,
            "end" => app.post(&format!("/sessions/{session}/end"), json!({})).await,
            "end-all" => app.post("/sessions/end-all", json!({"member_id": id})).await,
            "sign-out-all" => ada.post("/sessions/end-all", json!({"member_id": id})).await,
            _ => app.post(&format!("/api-clients/{}/revoke", text("id")), json!({})).await,
        };
        assert_eq!(done.status, 200, "{taken}: {}", done.text);
        wait(&app, 60);
        assert_eq!(ada.get("/members").await.refusal(), "401 invalid_token", "{taken}");
        let reason = match taken {
            "end" => "requested",
            "revoke" => "client_revoked",
            _ => "member_ended",
        };
        let listed = app.get(&format!("/sessions?member_id={id}")).await.body["data"][0].clone();
        // A member who was anonymised is named by no list any more.
        for shown in [app.get(&format!("/sessions/{session}")).await.body["data"].clone(), listed] {
            assert_eq!((&shown["status"], &shown["end_reason"]), (&json!("ended"), &json!(reason)), "{taken}");
        }
    }
}

#[tokio::test]
async fn a_token_that_is_not_right_is_refused_alike_whatever_is_wrong() {
    let app = app().await;
    let (_, ada) = ada(&app).await;
    let token = ada.client.secret.clone();
    let foreign = app.as_client(&testing::TestClient { secret: token.clone(), ..app.stranger.clone() });
    let other = member(&app, "bo@example.com").await;
    let others = acting(&app, &other).await.client.secret;
    let crossed =
        format!("{}.{}", token.split('.').next().unwrap_or_default(), others.split('.').nth(1).unwrap_or_default());
    let mut answers = vec![foreign.get("/locations").await];
    for wrong in [format!("{token}x"), token.replace("cot_", "cor_"), "cot_".to_owned(), crossed] {
        let caller = app.as_client(&testing::TestClient { secret: wrong, ..app.client.clone() });
        answers.push(caller.get("/locations").await);
    }
    for answer in answers {
        assert_eq!(answer.refusal(), "401 invalid_token");
        assert_eq!(answer.body["error"]["message"], "the client id or the secret is missing or not valid");
    }
}

#[tokio::test]
async fn members_list_their_own_sessions_and_clients_all_of_them() {
    let app = app().await;
    let (id, ada) = ada(&app).await;
    let other = member(&app, "bo@example.com").await;
    let others = app.post("/sessions", json!({"member_id": other})).await.id();
    let own = ada.get("/sessions").await;
    assert_eq!(own.body["data"].as_array().map(Vec::len), Some(1), "{}", own.text);
    assert_eq!(own.body["data"][0]["member_id"], json!(id));
    assert_eq!(ada.get(&format!("/sessions/{others}")).await.refusal(), "404 not_found");
    assert_eq!(ada.post(&format!("/sessions/{others}/end"), json!({})).await.refusal(), "404 not_found");
    assert_eq!(ada.get(&format!("/sessions?member_id={other}")).await.refusal(), "403 forbidden");
    let all = app.get("/sessions").await;
    assert_eq!(all.body["data"].as_array().map(Vec::len), Some(2), "{}", all.text);
    assert_eq!(app.get(&format!("/sessions?member_id={other}")).await.body["data"][0]["id"], json!(others));
    assert_eq!(app.as_client(&app.stranger).get(&format!("/sessions/{others}")).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_session_shows_when_and_why_it_ended() {
    let app = app().await;
    let (id, ada) = ada(&app).await;
    let session = ada.get("/sessions").await.body["data"][0]["id"].as_str().unwrap_or_default().to_owned();
    let ended = app.post(&format!("/sessions/{session}/end"), json!({})).await;
    assert_eq!(ended.body["data"]["status"], "ended", "{}", ended.text);
    assert_eq!(ended.body["data"]["end_reason"], "requested");
    let again = app.post(&format!("/sessions/{session}/end"), json!({})).await;
    assert_eq!(again.body["data"]["ended_at"], ended.body["data"]["ended_at"]);
    let second = app.post("/sessions", json!({"member_id": id})).await.id();
    wait(&app, 1);
    assert_eq!(app.post("/sessions/end-all", json!({"member_id": id})).await.status, 200);
    let shown = app.get(&format!("/sessions/{second}")).await;
    assert_eq!(shown.body["data"]["end_reason"], "member_ended", "{}", shown.text);
    assert!(!shown.text.contains("digest") && shown.body["data"]["token"].is_null());
}

#[tokio::test]
async fn the_token_is_shown_once_and_stands_nowhere() {
    let app = app().await;
    let id = member(&app, "ada@example.com").await;
    let key = [("idempotency-key", "once")];
    let first = app.send("POST", "/sessions", Some(json!({"member_id": id})), &key).await;
    let token = first.body["data"]["token"].as_str().unwrap_or_default().to_owned();
    let secret = token.split('.').nth(1).unwrap_or_default().to_owned();
    assert!(token.starts_with("cot_") && secret.len() > 40, "{token}");
    for item in app.table_text().await {
        assert!(!item.contains(&secret), "{item}");
    }
    assert!(app.logged().iter().all(|line| !line.contains(&secret)));
    let replayed = app.send("POST", "/sessions", Some(json!({"member_id": id})), &key).await;
    assert_eq!(replayed.header("idempotent-replayed"), "true");
    assert_eq!(replayed.body["data"]["token"], json!(token));
}

#[tokio::test]
async fn a_replay_is_the_persons_own_alone() {
    let app = app().await;
    let (ada, bo) = (member(&app, "ada@example.com").await, member(&app, "bo@example.com").await);
    let (as_ada, as_bo) = (acting(&app, &ada).await, acting(&app, &bo).await);
    let key = [("idempotency-key", "mine")];
    let post = json!({"text": "Hello", "visibility": "public"});
    let first = as_ada.send("POST", "/feed-posts", Some(post.clone()), &key).await;
    assert_eq!(first.status, 201, "{}", first.text);
    let second = as_bo.send("POST", "/feed-posts", Some(post.clone()), &key).await;
    assert_eq!((second.status, second.header("idempotent-replayed")), (201, ""), "{}", second.text);
    assert_ne!(first.id(), second.id());
    let replayed = as_ada.send("POST", "/feed-posts", Some(post), &key).await;
    assert_eq!((replayed.id(), replayed.header("idempotent-replayed")), (first.id(), "true"));
}

#[tokio::test]
async fn the_log_and_the_record_say_who_acted_and_through_which_client() {
    let app = app().await;
    let (id, ada) = ada(&app).await;
    let client = app.get("/api-clients").await.body["data"][0]["id"].as_str().unwrap_or_default().to_owned();
    let answer = ada.post("/feed-posts", json!({"text": "Hello", "visibility": "public"})).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let line: Value = serde_json::from_str(app.logged().last().map_or("", String::as_str)).unwrap_or_default();
    assert_eq!((&line["member"], &line["client"]), (&json!(id), &json!(client)), "{line}");
}

/// Units of the last request, as its line in the log has them.
fn units(app: &TestApp) -> f64 {
    let line: Value = serde_json::from_str(app.logged().last().map_or("", String::as_str)).unwrap_or_default();
    line["store_units"].as_f64().unwrap_or_default()
}

#[tokio::test]
async fn a_sessions_first_request_costs_two_units_more_than_a_clients_and_a_warm_one_nothing() {
    let app = app().await;
    let public = public_client(&app).await;
    member(&app, "ada@example.com").await;
    let ada = with_token(&public, &sign_in(&public, "ada@example.com").await);
    let cost = async |caller: &TestApp| {
        let mut costs = Vec::new();
        for _ in 0..2 {
            assert_eq!(caller.get("/plans").await.status, 200);
            costs.push(units(caller));
        }
        costs
    };
    // After a minute no process remembers anybody.
    wait(&app, 61);
    let client = cost(&app).await;
    let session = cost(&ada).await;
    assert!(session[0] <= client[0] + 2.0 && session[1] <= client[1], "{client:?} {session:?}");
}
