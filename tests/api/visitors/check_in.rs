//! What a location asks of visitors: its agreement, and the host's answer.

use serde_json::json;
use tests::accepted;

use super::Door;

#[tokio::test]
async fn where_there_is_an_agreement_the_visitor_accepts_it_first() {
    let door = Door::new().await;
    let visit = door.invited(json!({})).await;
    door.set(json!({"visitor_settings": {"agreement": "No photographs."}})).await;
    for body in [json!({}), json!({"agreement_accepted": false})] {
        let refused = door.act(&visit, "check-in", body).await;
        assert_eq!(refused.refusal(), "422 rule_violation agreement_accepted agreement_required");
    }
    let code = door.by_code(visit["code"].as_str().unwrap_or_default()).await;
    assert_eq!(code.refusal(), "422 rule_violation agreement_accepted agreement_required");
    assert_eq!(door.on_site().await, Vec::<String>::new());
    let there = door.acted(&visit, "check-in", json!({"agreement_accepted": true})).await;
    assert_eq!(there["agreement_accepted_at"], "2027-01-01T11:00:00.000Z");
    assert!(there["agreement_digest"].as_str().is_some_and(|digest| digest.len() == 43), "{there}");
}

#[tokio::test]
async fn where_the_host_is_asked_the_host_answers_once() {
    let door = Door::new().await;
    let early = door.invited(json!({})).await;
    let early = door.acted(&early, "check-in", json!({})).await;
    assert_eq!(early["host_state"], "not_required");
    let not_asked = door.act(&early, "answer", json!({"host_state": "accepted_grant"})).await;
    assert_eq!(not_asked.refusal(), "409 invalid_state");
    door.set(json!({"visitor_settings": {"host_approval": true}})).await;
    let visit = door.invited(json!({})).await;
    let not_there = door.act(&visit, "answer", json!({"host_state": "accepted_grant"})).await;
    assert_eq!(not_there.refusal(), "409 invalid_state");
    assert_eq!(door.acted(&visit, "check-in", json!({})).await["host_state"], "requested");
    let holds = door.acted(&visit, "answer", json!({"host_state": "accepted_hold"})).await;
    assert_eq!(holds["host_state"], "accepted_hold");
    assert_eq!(door.act(&visit, "answer", json!({"host_state": "rejected"})).await.refusal(), "409 invalid_state");
    let in_now = door.acted(&visit, "answer", json!({"host_state": "accepted_grant"})).await;
    assert_eq!((&in_now["host_state"], &in_now["status"]), (&json!("accepted_grant"), &json!("checked_in")));
    let other = door.invited(json!({"visitor": {"name": "Bo"}})).await;
    door.acted(&other, "check-in", json!({})).await;
    let rejected = door.acted(&other, "answer", json!({"host_state": "rejected"})).await;
    assert_eq!(
        (&rejected["host_state"], &rejected["status"]),
        (&json!("rejected"), &json!("checked_in")),
        "until they leave"
    );
    assert_eq!(
        door.act(&other, "answer", json!({"host_state": "accepted_grant"})).await.refusal(),
        "409 invalid_state"
    );
}

#[tokio::test]
async fn a_contact_tells_how_often_and_when_the_person_came() {
    let door = Door::new().await;
    let contact = door.contact(json!({"email": "vera@lang.example"})).await;
    for day in ["2027-01-01", "2027-01-02"] {
        let body = tests::without(door.body(&json!({})), "visitor");
        let body = tests::with(body, &json!({"contact_id": contact, "expected_at": format!("{day}T12:00:00Z")}));
        let answer = door.app().post("/visitor-visits", body).await;
        accepted(&answer, 201);
        let visit = answer.body["data"].clone();
        assert_eq!((&visit["contact_id"], &visit["visitor"]["surname"]), (&json!(contact), &json!("Lang")));
        door.clock(&format!("{day}T11:30:00Z"));
        door.acted(&visit, "check-in", json!({})).await;
    }
    let told = door.app().get(&format!("/visitor-contacts/{contact}")).await.body["data"].clone();
    assert_eq!((&told["visit_count"], &told["last_visit_at"]), (&json!(2), &json!("2027-01-02T11:30:00.000Z")));
    assert_eq!(tests::total(door.app(), &format!("/visitor-visits?contact_id={contact}")).await, 2);
}
