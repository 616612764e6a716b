//! The blocklist, of which the visitor is told nothing.

use serde_json::{Value, json};
use tests::{accepted, location_with, made, total};

use super::Door;

async fn block(door: &Door, contact: &str, action: &str) {
    accepted(&door.app().post(&format!("/visitor-contacts/{contact}/{action}"), json!({})).await, 200);
}

#[tokio::test]
async fn nobody_with_the_address_or_number_of_a_blocked_contact_visits() {
    let door = Door::new().await;
    let elsewhere = location_with(door.app(), json!({"name": "Elsewhere"})).await;
    let contact = door.contact(json!({"email": "Vera@Lang.example", "phone": "0049 (0)30 5550100"})).await;
    block(&door, &contact, "block").await;
    let wishes = [
        json!({"visitor": {"name": "Somebody", "email": "vera@lang.EXAMPLE"}}),
        json!({"visitor": {"name": "Somebody", "phone": "+49 30 555 01 00"}}),
        json!({"visitor": {"name": "Somebody", "email": "vera@lang.example"}, "location_id": elsewhere}),
    ];
    for wish in wishes {
        let refused = door.invite(wish.clone()).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{wish}");
        let said = refused.body["error"]["message"].as_str().unwrap_or_default();
        assert!(!said.contains("block") && said.contains("reception"), "{said}");
    }
    let request = json!({"location_id": door.fixture.location, "host_id": door.fixture.member,
        "visitor": {"name": "Somebody", "email": "vera@lang.example"}});
    assert_eq!(door.app().post("/visitor-requests", request).await.refusal(), "403 forbidden");
    let by_contact = tests::with(tests::without(door.body(&json!({})), "visitor"), &json!({"contact_id": contact}));
    assert_eq!(door.app().post("/visitor-visits", by_contact.clone()).await.refusal(), "403 forbidden");
    accepted(&door.invite(json!({"visitor": {"name": "Vera", "email": "other@lang.example"}})).await, 201);
    let told = door.app().get(&format!("/visitor-contacts/{contact}")).await.body["data"].clone();
    assert_eq!((&told["refused_count"], &told["blocked"]), (&json!(5), &json!(true)), "the reception sees it");
    assert_eq!(told["last_refused_at"], "2027-01-01T11:00:00.000Z");
    assert_eq!((total(door.app(), "/visitor-visits").await, total(door.app(), "/visitor-requests").await), (1, 0));
    block(&door, &contact, "unblock").await;
    accepted(&door.app().post("/visitor-visits", by_contact).await, 201);
}

#[tokio::test]
async fn who_was_blocked_after_the_invitation_is_refused_at_the_door() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    let contact = door.contact(json!({"email": "vera@lang.example"})).await;
    block(&door, &contact, "block").await;
    assert_eq!(door.act(&visit, "check-in", json!({})).await.refusal(), "403 forbidden");
    let code = door.by_code(visit["code"].as_str().unwrap_or_default()).await;
    assert_eq!(code.refusal(), "403 forbidden");
    assert_eq!(door.get(&visit).await["status"], "expected");
    let renamed = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    let other = door.app().put(&renamed, json!({"visitor": {"email": "other@lang.example"}})).await;
    accepted(&other, 200);
    let back = door.app().put(&renamed, json!({"visitor": {"email": "vera@lang.example"}})).await;
    assert_eq!(back.refusal(), "403 forbidden");
    block(&door, &contact, "unblock").await;
    door.acted(&visit, "check-in", json!({})).await;
}

#[tokio::test]
async fn the_blocklist_follows_the_addresses_of_contacts() {
    let door = Door::new().await;
    let one = door.contact(json!({"email": "vera@lang.example"})).await;
    let two = door.contact(json!({"email": "vera@lang.example"})).await;
    for contact in [&one, &two] {
        block(&door, contact, "block").await;
    }
    block(&door, &one, "unblock").await;
    assert_eq!(door.invite(json!({})).await.refusal(), "403 forbidden", "the other is still blocked");
    let change = json!({"email": "bo@lang.example"});
    accepted(&door.app().put(&format!("/visitor-contacts/{two}"), change).await, 200);
    accepted(&door.invite(json!({})).await, 201);
    let bo = json!({"visitor": {"name": "Bo", "email": "bo@lang.example"}});
    assert_eq!(door.invite(bo.clone()).await.refusal(), "403 forbidden");
    for (action, contact, refusal) in [("block", &two, "409 invalid_state"), ("unblock", &one, "409 invalid_state")] {
        let answer = door.app().post(&format!("/visitor-contacts/{contact}/{action}"), json!({})).await;
        assert_eq!(answer.refusal(), refusal);
    }
    let kept = door.app().delete(&format!("/visitor-contacts/{two}")).await;
    assert_eq!(kept.refusal(), "409 invalid_state id blocked");
    let in_letters = json!({"email": "bo@bücher.example"});
    accepted(&door.app().put(&format!("/visitor-contacts/{two}"), in_letters).await, 200);
    let in_ascii = json!({"visitor": {"name": "Bo", "email": "bo@xn--bcher-kva.example"}});
    assert_eq!(door.invite(in_ascii).await.refusal(), "403 forbidden");
    block(&door, &two, "unblock").await;
    accepted(&door.app().delete(&format!("/visitor-contacts/{two}")).await, 200);
    accepted(&door.invite(bo).await, 201);
}

#[tokio::test]
async fn of_a_block_and_a_visit_that_cross_one_comes_first() {
    let door = Door::new().await;
    for round in 0..8 {
        let email = format!("guest{round}@lang.example");
        let contact = door.contact(json!({"email": email})).await;
        let path = format!("/visitor-contacts/{contact}/block");
        let visit = json!({"visitor": {"name": "Guest", "email": email}});
        let (blocked, invited) = tokio::join!(door.app().post(&path, json!({})), door.invite(visit));
        accepted(&blocked, 200);
        assert!(matches!(invited.status, 201 | 403), "{}", invited.text);
        let visits = door.app().get("/visitor-visits?status=expected&per_page=100").await.body["data"].clone();
        let is_theirs = |visit: &&Value| visit["visitor"]["email"] == email;
        let made = visits.as_array().into_iter().flatten().filter(is_theirs).count();
        assert_eq!(made, usize::from(invited.status == 201));
    }
}

#[tokio::test]
async fn who_has_neither_address_nor_number_is_blocked_as_a_contact_alone() {
    let door = Door::new().await;
    let contact = door.contact(json!({})).await;
    block(&door, &contact, "block").await;
    accepted(&door.invite(json!({"visitor": {"name": "Vera", "surname": "Lang"}})).await, 201);
    let by_contact = tests::with(tests::without(door.body(&json!({})), "visitor"), &json!({"contact_id": contact}));
    assert_eq!(door.app().post("/visitor-visits", by_contact).await.refusal(), "403 forbidden");
    made(door.app(), "/visitor-contacts", json!({"location_id": door.fixture.location, "name": "Bo"})).await;
}

#[tokio::test]
async fn an_address_is_the_same_in_capitals_also_with_a_sharp_s() {
    let door = Door::new().await;
    let contact = door.contact(json!({"email": "stra\u{df}e@lang.example"})).await;
    let list = door.app().get("/visitor-contacts?email=STRA%E1%BA%9EE@lang.example").await;
    assert_eq!(list.body["data"].as_array().map(Vec::len), Some(1));
    block(&door, &contact, "block").await;
    let capitals = json!({"visitor": {"name": "Somebody", "email": "STRA\u{1e9e}E@lang.example"}});
    assert_eq!(door.invite(capitals).await.refusal(), "403 forbidden");
}
