//! What a hostile reading found, each as it was tried: none of it works.

use serde_json::json;
use tests::{ContractFixture, FeedFixture, RoomFixture, location_with, made, member_as, membership_plan, with};

use super::{acting, app, public_client, with_token};

#[tokio::test]
async fn a_customer_does_not_sign_for_the_operator_nor_on_paper() {
    let fixture = ContractFixture::of(app().await).await;
    let issued = fixture.issued(json!({})).await;
    let contract = fixture.get(&issued.id).await;
    let customer = contract["customer_id"].as_str().unwrap_or_default().to_owned();
    let as_customer = acting(&fixture.app, &customer).await;
    for signer in contract["signers"].as_array().into_iter().flatten().filter(|signer| signer["type"] == "location") {
        let path = format!("/contracts/{}/signers/{}/sign", issued.id, signer["id"].as_str().unwrap_or_default());
        assert_eq!(as_customer.post(&path, json!({})).await.refusal(), "403 forbidden");
    }
}

#[tokio::test]
async fn only_an_owner_makes_owners_and_changes_them() {
    let app = app().await;
    let owner = member_as(&app, "olga@example.com", "owner").await;
    let admin = member_as(&app, "adam@example.com", "admin").await;
    let as_admin = acting(&app, &admin).await;
    let own = format!("/members/{admin}");
    assert_eq!(as_admin.put(&own, json!({"role": "owner"})).await.refusal(), "403 forbidden");
    let theirs = format!("/members/{owner}");
    for fields in [json!({"role": "admin"}), json!({"email": "adam2@example.com"})] {
        assert_eq!(as_admin.put(&theirs, fields).await.refusal(), "403 forbidden");
    }
    assert_eq!(as_admin.post(&format!("{theirs}/block"), json!({})).await.refusal(), "403 forbidden");
    let another = json!({"email": "eve@example.com", "name": "Eve", "role": "owner"});
    assert_eq!(as_admin.post("/members", another.clone()).await.refusal(), "403 forbidden");
    assert_eq!(acting(&app, &owner).await.post("/members", another).await.status, 201);
    assert_eq!(as_admin.put(&own, json!({"about": "Runs the desk"})).await.status, 200);
}

#[tokio::test]
async fn a_manager_is_not_told_who_is_at_other_locations() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Dock"})).await;
    let body = json!({"email": "max@example.com", "name": "Max", "role": "manager", "location_ids": [elsewhere]});
    let there = acting(&fixture.app, &made(&fixture.app, "/members", body).await).await;
    for what in ["evacuation-list", "evacuation-list.csv", "occupancy"] {
        let path = format!("/locations/{}/{what}", fixture.location);
        assert_eq!(there.get(&path).await.refusal(), "403 forbidden", "{what}");
        assert_eq!(there.get(&format!("/locations/{elsewhere}/{what}")).await.status, 200, "{what}");
    }
    // Bookings of a room are asked for at one's own location alone.
    let listed = there.get(&format!("/bookings?resource_id={}", fixture.room)).await;
    assert_eq!((listed.status, &listed.body["data"]), (200, &json!([])), "{}", listed.text);
}

#[tokio::test]
async fn nobody_is_shown_a_plan_that_is_not_offered() {
    let app = app().await;
    let place = location_with(&app, json!({})).await;
    let hidden = membership_plan(&app, &place, |plan| plan.signup_enabled = false).await;
    let offered = membership_plan(&app, &place, |plan| plan.signup_enabled = true).await;
    let public = public_client(&app).await;
    let visitor = with_token(&public, &public.post("/sessions/anonymous", json!({})).await);
    assert_eq!(visitor.get(&format!("/memberships/{hidden}")).await.refusal(), "404 not_found");
    assert_eq!(visitor.get(&format!("/memberships/{offered}")).await.status, 200);
}

#[tokio::test]
async fn a_member_changes_to_no_plan_that_is_not_offered_and_ends_no_fixed_term() {
    let app = app().await;
    let place = location_with(&app, json!({})).await;
    let ada = member_as(&app, "ada@example.com", "member").await;
    let offered = membership_plan(&app, &place, |plan| plan.signup_enabled = true).await;
    let hidden = membership_plan(&app, &place, |plan| plan.signup_enabled = false).await;
    let body = json!({"customer_id": ada, "membership_plan_id": offered, "start_date": "2026-12-01"});
    let own = made(&app, "/subscriptions", body.clone()).await;
    let ada = acting(&app, &ada).await;
    let changed = ada.post(&format!("/subscriptions/{own}/change-plan"), json!({"membership_plan_id": hidden})).await;
    assert_eq!(changed.refusal(), "422 rule_violation membership_plan_id not_offered", "{}", changed.text);
    let fixed = made(&app, "/subscriptions", with(body, &json!({"end_date": "2027-11-30"}))).await;
    let ended = ada.post(&format!("/subscriptions/{fixed}/cancel"), json!({})).await;
    assert_eq!(ended.refusal(), "409 invalid_state", "{}", ended.text);
    assert_eq!(ada.post(&format!("/subscriptions/{own}/uncancel"), json!({})).await.refusal(), "403 forbidden");
    assert_eq!(ada.post(&format!("/subscriptions/{own}/cancel"), json!({})).await.status, 200);
}

#[tokio::test]
async fn tokens_that_end_keep_nobody_else_of_a_house_out() {
    let app = app().await;
    let (ada, bo) = (
        member_as(&app, "ada@example.com", "member").await,
        member_as(&app, "bo@example.com", "member").await,
    );
    let ended = acting(&app, &ada).await;
    super::wait(&app, 16 * 60);
    for _ in 0..20 {
        drop(ended.get("/locations").await);
    }
    assert_eq!(acting(&app, &bo).await.get("/locations").await.status, 200);
}

#[tokio::test]
async fn a_member_pays_no_less_before_the_commitment_has_ended() {
    let app = app().await;
    let place = location_with(&app, json!({})).await;
    let ada = member_as(&app, "ada@example.com", "member").await;
    let committed = membership_plan(&app, &place, |plan| {
        plan.signup_enabled = true;
        plan.minimum_commitment = true;
        plan.commitment_cycles = 12;
    })
    .await;
    let offered = membership_plan(&app, &place, |plan| plan.signup_enabled = true).await;
    let body = json!({"customer_id": ada, "membership_plan_id": committed, "start_date": "2026-12-01"});
    let own = made(&app, "/subscriptions", body).await;
    let ada = acting(&app, &ada).await;
    let changed = ada.post(&format!("/subscriptions/{own}/change-plan"), json!({"membership_plan_id": offered})).await;
    assert_eq!(changed.refusal(), "422 rule_violation membership_plan_id committed", "{}", changed.text);
}

#[tokio::test]
async fn customers_are_shown_nothing_that_staff_noted() {
    let app = app().await;
    let place = location_with(&app, json!({})).await;
    let ada = member_as(&app, "ada@example.com", "member").await;
    let firm = json!({"location_id": place, "name": "Blue Harbour", "notes": "Pays late"});
    let firm = made(&app, "/companies", firm).await;
    let placed = app.post(&format!("/companies/{firm}/members"), json!({"member_id": ada, "role": "manager"})).await;
    assert!(placed.status < 300, "{}", placed.text);
    let staff = member_as(&app, "sam@example.com", "admin").await;
    let ticket = json!({"location_id": place, "type": "cleaning", "subject": "Cups", "description": "They are gone.",
        "requester_id": ada, "tags": ["difficult"], "assignee_id": staff});
    let ticket = made(&app, "/tickets", ticket).await;
    let as_ada = acting(&app, &ada).await;
    let shown = as_ada.get(&format!("/companies/{firm}")).await;
    assert_eq!((shown.status, &shown.body["data"]["notes"]), (200, &json!("")), "{}", shown.text);
    for path in [format!("/tickets/{ticket}"), "/tickets".to_owned()] {
        let shown = as_ada.get(&path).await;
        assert!(shown.text.contains(&ticket), "{}", shown.text);
        assert!(!shown.text.contains("difficult") && !shown.text.contains(&staff), "{}", shown.text);
    }
    assert_eq!(app.get(&format!("/companies/{firm}")).await.body["data"]["notes"], "Pays late");
}

#[tokio::test]
async fn a_publishable_key_uses_up_nothing_of_what_members_may_ask() {
    let limit = platform::config::ClientLimit { requests_per_second: 5, ..platform::config::ClientLimit::default() };
    let app = app().await.reconfigured(|config| config.client_limit = Some(limit)).await;
    let public = public_client(&app).await;
    member_as(&app, "ada@example.com", "member").await;
    let ada = with_token(&public, &super::sign_in(&public, "ada@example.com").await);
    let mut last = public.post("/sessions/anonymous", json!({})).await;
    for _ in 0..60 {
        last = public.post("/sessions/anonymous", json!({})).await;
    }
    assert_eq!(last.refusal(), "429 rate_limited");
    assert_eq!(ada.get("/locations").await.status, 200);
}

#[tokio::test]
async fn three_hundred_anonymous_sessions_are_begun_from_a_network_address_in_ten_minutes() {
    let app = app().await;
    let public = public_client(&app).await;
    for number in 0..300 {
        let answer = public.post("/sessions/anonymous", json!({})).await;
        assert_eq!(answer.status, 201, "{number}: {}", answer.text);
    }
    assert_eq!(public.post("/sessions/anonymous", json!({})).await.refusal(), "429 rate_limited");
    super::wait(&app, 600);
    assert_eq!(public.post("/sessions/anonymous", json!({})).await.status, 201);
}

#[tokio::test]
async fn a_post_that_a_customer_does_not_see_is_like_one_that_nobody_wrote() {
    let feed = FeedFixture::of(app().await).await;
    let unseen = feed.post(json!({"visibility": "members", "author_id": feed.olga})).await;
    let answer = feed.comment(&unseen, json!({"author_id": feed.olga})).await;
    let hidden = feed.post(json!({"author_id": feed.olga})).await;
    assert_eq!(feed.app.post(&format!("/feed-posts/{hidden}/hide"), json!({})).await.status, 200);
    let none = "0198a1b2-0000-7000-8000-000000000000".to_owned();
    let ann = acting(&feed.app, &feed.ann).await;
    for (kind, id) in [("post", &unseen), ("comment", &answer), ("post", &hidden), ("post", &none)] {
        let target = json!({"target_type": kind, "target_id": id});
        let refused = ann.post("/feed-likes", target.clone()).await;
        assert_eq!(refused.refusal(), "422 rule_violation target_id reference_not_found", "{id}");
        let report = with(target, &json!({"reason": "spam"}));
        let refused = ann.post("/feed-reports", report).await;
        assert_eq!(refused.refusal(), "422 rule_violation target_id reference_not_found", "{id}");
    }
    for id in [&unseen, &hidden, &none] {
        let refused = ann.post("/feed-comments", json!({"post_id": id, "text": "Yes!"})).await;
        assert_eq!(refused.refusal(), "422 rule_violation post_id reference_not_found", "{id}");
    }
}
