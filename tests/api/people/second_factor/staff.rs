//! Staff of whom a second factor is required, and what they may do without one.

use serde_json::json;
use testing::{Fault, TestClient};
use tests::{location, made};
use tokio::task::{JoinSet, yield_now};

use super::{ask, complete, require, second_factor, set_up, shown, staff_member};
use crate::people::{PAGES, acting, app, public_client, sign_in, wait, with_token};

#[tokio::test]
async fn staff_whose_role_requires_a_second_factor_are_customers_until_they_have_one() {
    let app = app().await;
    let public = public_client(&app).await;
    let olga = staff_member(&app, "olga@example.com", "owner").await;
    require(&app, &["admin", "owner"]).await;
    let issued = sign_in(&public, "olga@example.com").await;
    assert_eq!(second_factor(&issued), "missing");
    let person = with_token(&public, &issued);
    assert_eq!(person.get("/api-clients").await.refusal(), "403 forbidden");
    assert_eq!(person.put("/merchant", json!({"name": "Mine"})).await.refusal(), "403 forbidden");
    assert_eq!(person.get("/members").await.refusal(), "403 forbidden");
    assert_eq!(person.get(&format!("/members/{olga}")).await.status, 200);
    let (key, _) = set_up(&app, &person, &olga).await;
    wait(&app, 60);
    // A process knows a token for a minute.
    assert_eq!(person.get("/api-clients").await.status, 200);
    let again = complete(&public, &ask(&public, "olga@example.com").await, Some(&shown(&app, &key))).await;
    assert_eq!(second_factor(&again), "given");
    staff_member(&app, "mia@example.com", "manager").await;
    let manager = sign_in(&public, "mia@example.com").await;
    assert_eq!(second_factor(&manager), "not_required");
}

#[tokio::test]
async fn a_second_factor_that_is_required_later_is_missing_from_the_next_token_on() {
    let app = app().await;
    let public = public_client(&app).await;
    staff_member(&app, "olga@example.com", "owner").await;
    let issued = sign_in(&public, "olga@example.com").await;
    let olga = with_token(&public, &issued);
    let headers = |bearer: &str| {
        vec![
            ("authorization", format!("Bearer {bearer}")),
            ("x-client-id", olga.client.client_id.clone()),
            ("origin", PAGES.to_owned()),
        ]
    };
    let sent = headers(&olga.client.secret);
    let sent: Vec<(&str, &str)> = sent.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let remembered = olga.outside("POST", "/auth/remember", &sent).await;
    let mut cookie = remembered.header("set-cookie").split(';').next().unwrap_or_default().to_owned();
    for (roles, status) in [(vec!["owner"], "403 forbidden"), (vec![], "200 ")] {
        require(&app, &roles).await;
        wait(&app, 120);
        let refreshed = app.outside("POST", "/auth/refresh", &[("origin", PAGES), ("cookie", &cookie)]).await;
        assert_eq!(refreshed.status, 200, "{}", refreshed.text);
        refreshed.header("set-cookie").split(';').next().unwrap_or_default().clone_into(&mut cookie);
        let secret = refreshed.body["data"]["token"].as_str().unwrap_or_default().to_owned();
        let now = public.as_client(&TestClient { secret, ..public.client.clone() });
        let answer = now.get("/api-clients").await;
        assert!(format!("{} {}", answer.status, answer.text).starts_with(&status[..3]), "{roles:?} {}", answer.text);
    }
}

#[tokio::test]
async fn what_staff_made_is_not_theirs_while_their_second_factor_is_missing() {
    let app = app().await;
    let public = public_client(&app).await;
    let place = location(&app).await;
    let olga = staff_member(&app, "olga@example.com", "owner").await;
    let other = staff_member(&app, "oskar@example.com", "owner").await;
    let whole = acting(&app, &olga).await;
    let feed = made(&whole, "/calendar-feeds", json!({"location_id": place})).await;
    let secret =
        json!({"location_id": place, "author_id": other, "text": "The key is under the mat.", "visibility": "admins"});
    let post = made(&app, "/feed-posts", secret).await;
    assert_eq!(whole.get(&format!("/feed-posts/{post}")).await.status, 200);
    require(&app, &["owner"]).await;
    let bare = with_token(&public, &sign_in(&public, "olga@example.com").await);
    assert_eq!(bare.get("/calendar-feeds").await.body["data"], json!([]));
    for (method, path) in [("GET", ""), ("POST", "/rotate"), ("DELETE", "")] {
        let answer = bare.send(method, &format!("/calendar-feeds/{feed}{path}"), None, &[]).await;
        assert_eq!(answer.refusal(), "404 not_found", "{method} {path}");
    }
    assert_eq!(bare.get("/feed-posts").await.body["data"], json!([]));
    let posted = json!({"location_id": place, "text": "Pay here.", "visibility": "admins"});
    assert_eq!(bare.post("/feed-posts", posted).await.status, 422);
    assert_eq!(whole.get(&format!("/calendar-feeds/{feed}")).await.status, 200);
}

#[tokio::test]
async fn how_staff_sign_in_is_decided_by_owners_alone() {
    let app = app().await;
    let settings = json!({"sign_in_settings": {"second_factor_roles": ["admin"]}});
    let admin = acting(&app, &staff_member(&app, "otto@example.com", "admin").await).await;
    assert_eq!(admin.put("/merchant", settings.clone()).await.refusal(), "403 forbidden");
    let owner = acting(&app, &staff_member(&app, "olga@example.com", "owner").await).await;
    assert_eq!(owner.put("/merchant", settings).await.status, 200);
    for roles in [json!(["member"]), json!(["owner", "owner"]), json!("owner")] {
        let answer = owner.put("/merchant", json!({"sign_in_settings": {"second_factor_roles": roles}})).await;
        assert_eq!(answer.status, 400, "{roles} {}", answer.text);
    }
}

#[tokio::test]
async fn a_promotion_that_crosses_a_sign_in_is_asked_for_its_second_factor() {
    let app = app().await;
    let public = public_client(&app).await;
    let ada = tests::member(&app, "ada@example.com").await;
    require(&app, &["owner"]).await;
    let asked = ask(&public, "ada@example.com").await;
    let _ = app.faults.seen();
    app.faults.next("TransactWriteItems", 1, Fault::Held);
    let mut request = JoinSet::new();
    let sender = public.clone();
    request.spawn(async move { complete(&sender, &asked, None).await });
    while !app.faults.seen().iter().any(|call| call.operation == "TransactWriteItems") {
        yield_now().await;
    }
    assert_eq!(app.put(&format!("/members/{ada}"), json!({"role": "owner"})).await.status, 200);
    app.faults.release();
    let issued = request.join_next().await.expect("a request").expect("an answer");
    assert_eq!((issued.status, second_factor(&issued)), (201, "missing"), "{}", issued.text);
}
