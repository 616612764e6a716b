//! What only trusted people see: no other way leads to it.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{TicketFixture, accepted, total};

use super::field;

const DESK: [&str; 4] = ["tickets:write", "tickets:internal", "members:read", "bookings:write"];

/// A client with these scopes, and the path at which they are changed.
async fn client(fixture: &TicketFixture, scopes: &[&str]) -> (TestApp, String) {
    let made = TestApp::made(&fixture.app.post("/api-clients", json!({"name": "Desk", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    let app = fixture.app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    (app, format!("/api-clients/{}", text("id")))
}

#[tokio::test]
async fn without_the_scope_a_sensitive_ticket_is_as_one_that_is_not_there() {
    let fixture = TicketFixture::new().await;
    let desk = fixture.called_with(&DESK).await;
    for kind in ["harassment", "offensive_content"] {
        let id = fixture.started(json!({"type": kind})).await;
        fixture.said(&id, &fixture.member, json!({})).await;
        let path = format!("/tickets/{id}");
        for what in ["", "/comments", "/activity"] {
            assert_eq!(desk.get(&format!("{path}{what}")).await.refusal(), "404 not_found", "{what}");
        }
        assert_eq!(desk.put(&path, json!({"type": "other"})).await.refusal(), "404 not_found");
        for action in ["start", "wait", "solve", "reopen", "close", "unblock"] {
            assert_eq!(desk.post(&format!("{path}/{action}"), json!({})).await.refusal(), "404 not_found", "{action}");
        }
        let nobody = desk.post(&format!("{path}/assign"), json!({"assignee_id": null})).await;
        assert_eq!(nobody.refusal(), "404 not_found");
        let said = desk.post(&format!("{path}/comments"), json!({"author_id": fixture.member, "text": "x"})).await;
        assert_eq!(said.refusal(), "404 not_found");
        let follow = desk.post("/tickets", fixture.body(&json!({"follow_up_of": id}))).await;
        assert_eq!(follow.refusal(), "422 rule_violation follow_up_of reference_not_found");
        let refused = desk.post("/tickets", fixture.body(&json!({"type": kind}))).await;
        assert_eq!(refused.refusal(), "403 forbidden type scope_missing");
        accepted(&fixture.app.get(&path).await, 200);
    }
}

#[tokio::test]
async fn lists_and_their_totals_and_numbers_tell_nothing_of_sensitive_tickets() {
    let fixture = TicketFixture::new().await;
    let room = tests::resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
    for kind in ["noise_and_acoustics", "harassment", "other", "offensive_content"] {
        let fields = json!({"type": kind, "assignee_id": fixture.admin, "resource_id": room, "tags": ["loud"]});
        fixture.ticket(fields).await;
    }
    let desk = fixture.called_with(&DESK).await;
    for filter in [
        String::new(),
        "status=new".to_owned(),
        "open=true".to_owned(),
        "tag=loud".to_owned(),
        "priority=normal".to_owned(),
        "limit=1".to_owned(),
        "page=2&per_page=1".to_owned(),
        format!("location_id={}", fixture.location),
        format!("requester_id={}", fixture.member),
        format!("assignee_id={}", fixture.admin),
        format!("resource_id={room}"),
        format!("visible_to={}", fixture.member),
        format!("visible_to={}", fixture.admin),
    ] {
        for app in [&desk, &fixture.app] {
            let list = app.get(&format!("/tickets?{filter}")).await;
            accepted(&list, 200);
            let pagination = &list.body["pagination"];
            let total = pagination["total"].as_u64().or(pagination["total_count"].as_u64());
            assert_eq!(total, Some(2), "{filter}");
            assert!(!list.text.contains("harassment") && !list.text.contains("offensive"), "{filter}");
        }
    }
    let list = desk.get("/tickets?order=asc").await;
    assert_eq!(field(&list.body, "number"), [json!(1), json!(2)], "no gap tells that there is something else");
    let sensitive = fixture.app.get("/tickets?sensitive=true&order=asc").await;
    assert_eq!(field(&sensitive.body, "type"), [json!("harassment"), json!("offensive_content")]);
    assert_eq!(field(&sensitive.body, "number"), [json!(1), json!(2)]);
    assert_eq!(total(&fixture.app, "/tickets?type=harassment").await, 1);
    assert_eq!(desk.get("/tickets?type=harassment").await.refusal(), "403 forbidden type scope_missing");
    assert_eq!(desk.get("/tickets?sensitive=true").await.refusal(), "403 forbidden sensitive scope_missing");
    assert_eq!(total(&desk, "/tickets?type=harassment&sensitive=false").await, 0);
}

#[tokio::test]
async fn managers_see_of_sensitive_tickets_only_their_own_and_what_is_assigned_to_them() {
    let fixture = TicketFixture::new().await;
    let manager = json!({"email": "m@example.com", "name": "M", "role": "manager", "location_ids": [fixture.location]});
    let manager = tests::made(&fixture.app, "/members", manager).await;
    fixture.ticket(json!({"type": "harassment"})).await;
    let assigned = fixture.ticket(json!({"type": "harassment", "assignee_id": manager})).await;
    fixture.ticket(json!({})).await;
    let seen = async |query: &str| {
        let list = fixture.app.get(&format!("/tickets?{query}")).await;
        accepted(&list, 200);
        field(&list.body, "id")
    };
    assert_eq!(seen(&format!("sensitive=true&visible_to={manager}")).await, [json!(assigned)]);
    assert_eq!(seen(&format!("visible_to={manager}")).await.len(), 1);
    assert_eq!(seen(&format!("sensitive=true&visible_to={}", fixture.admin)).await.len(), 2);
    assert_eq!(seen(&format!("sensitive=true&visible_to={}", fixture.member)).await.len(), 2, "their own");
}

#[tokio::test]
async fn a_ticket_that_becomes_sensitive_leaves_everything_and_comes_back_without_a_trace() {
    let fixture = TicketFixture::new().await;
    let desk = fixture.called_with(&DESK).await;
    let room = tests::resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
    let id = fixture.started(json!({"type": "noise_and_acoustics", "resource_id": room})).await;
    let other = fixture.ticket(json!({})).await;
    fixture.said(&id, &fixture.admin, json!({})).await;
    let path = format!("/tickets/{id}");
    let made_sensitive = desk.put(&path, json!({"type": "harassment"})).await;
    assert_eq!(made_sensitive.refusal(), "403 forbidden type scope_missing");
    let changed = fixture.app.put(&path, json!({"type": "harassment"})).await;
    accepted(&changed, 200);
    assert_eq!((changed.id(), &changed.body["data"]["number"]), (id.clone(), &json!(1)));
    assert_eq!(desk.get(&path).await.refusal(), "404 not_found");
    for query in ["", "?resource_id=", "?open=true"] {
        let query = if query.ends_with('=') { format!("{query}{room}") } else { query.to_owned() };
        let list = desk.get(&format!("/tickets{query}")).await;
        assert!(!field(&list.body, "id").contains(&json!(id)), "{query}");
    }
    let figures = desk.get("/tickets/metrics?from=2026-11-01&to=2026-11-30").await;
    assert_eq!(figures.body["data"]["total"]["created"], 1);
    assert_eq!(figures.body["data"]["total"]["first_response"]["tickets"], 0, "its response went with it");
    assert_eq!(fixture.metrics("").await["total"]["created"], 2);
    assert_eq!(total(&desk, "/tickets").await, 1);
    assert_eq!(total(&fixture.app, "/tickets?sensitive=true").await, 1);
    fixture.done(&id, "wait").await;
    let back = fixture.app.put(&path, json!({"type": "other"})).await;
    assert_eq!((back.status, &back.body["data"]["number"]), (200, &json!(3)), "a number of its new register");
    let kinds = desk.get(&format!("{path}/activity?per_page=100")).await;
    accepted(&kinds, 200);
    assert!(!kinds.text.contains("harassment"), "{}", kinds.text);
    assert!(fixture.activity(&id).await.contains(&"type_changed noise_and_acoustics>harassment".to_owned()));
    assert_eq!(total(&desk, "/tickets").await, 2);
    assert_eq!(total(&desk, &format!("/tickets?resource_id={room}")).await, 1);
    assert_eq!(fixture.shown(&other).await["number"], 2);
    assert_eq!(fixture.metrics("").await["total"]["created"], 2);
}

#[tokio::test]
async fn metrics_have_sensitive_types_only_with_the_scope() {
    let fixture = TicketFixture::new().await;
    fixture.solved(json!({"type": "harassment"})).await;
    fixture.ticket(json!({})).await;
    let desk = fixture.called_with(&DESK).await;
    let path = "/tickets/metrics?from=2026-11-01&to=2026-11-30";
    let types = |answer: &Value| field(&json!({"data": answer["data"]["by_type"]}), "type");
    let all = fixture.app.get(path).await;
    assert_eq!(types(&all.body), [json!("repair_and_maintenance"), json!("harassment")]);
    let some = desk.get(path).await;
    assert_eq!(types(&some.body), [json!("repair_and_maintenance")]);
    assert_eq!(some.body["data"]["total"]["resolution"]["tickets"], 0);
    assert_eq!(some.body["data"]["by_day"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_stored_answer_is_not_repeated_to_a_client_that_lost_the_scope() {
    let fixture = TicketFixture::new().await;
    let all = [&DESK[..], &["tickets:sensitive"]].concat();
    let (desk, path) = client(&fixture, &all).await;
    let body = fixture.body(&json!({"type": "harassment", "description": "He follows me."}));
    let ask = async || desk.send("POST", "/tickets", Some(body.clone()), &[("idempotency-key", "one")]).await;
    let made = ask().await;
    accepted(&made, 201);
    let assign = async || {
        let (path, to) = (format!("/tickets/{}/assign", made.id()), json!({"assignee_id": fixture.admin}));
        desk.send("POST", &path, Some(to), &[("idempotency-key", "two")]).await
    };
    accepted(&assign().await, 200);
    assert_eq!(
        (ask().await.header("idempotent-replayed"), assign().await.header("idempotent-replayed")),
        ("true", "true")
    );
    accepted(&fixture.app.put(&path, json!({"scopes": DESK})).await, 200);
    fixture.minutes(2);
    for answer in [ask().await, assign().await] {
        assert_eq!(answer.refusal(), "403 forbidden");
        assert!(!answer.text.contains("follows"), "{}", answer.text);
    }
}

#[tokio::test]
async fn a_calendar_block_says_nothing_of_its_ticket() {
    let fixture = TicketFixture::new().await;
    let desk = fixture.called_with(&["bookings:write"]).await;
    for (kind, other_kind) in [("harassment", "other"), ("other", "harassment")] {
        let room = tests::resource(&fixture.app, &fixture.location, kind, "meeting_room", json!({})).await;
        let block = json!({"start_time": "2026-11-24T08:00:00Z", "end_time": "2026-11-24T12:00:00Z"});
        let fields = json!({"type": kind, "subject": "Secret", "resource_id": room, "maintenance_block": block});
        let id = fixture.ticket(fields).await;
        for kind in [kind, other_kind] {
            accepted(&fixture.app.put(&format!("/tickets/{id}"), json!({"type": kind})).await, 200);
            let blocks = desk.get(&format!("/calendar-blocks?resource_id={room}")).await;
            assert_eq!(field(&blocks.body, "reason"), [json!("Maintenance")]);
            assert_eq!(field(&blocks.body, "made_by"), [json!({"kind": "ticket", "id": null})]);
            let path = format!("/calendar-blocks/{}", field(&blocks.body, "id")[0].as_str().unwrap_or_default());
            let refused = [desk.delete(&path).await, desk.put(&path, json!({"reason": "x"})).await];
            let calendar = desk.get(&format!("/resources/{room}/calendar.ics")).await;
            for refusal in &refused {
                assert_eq!(refusal.refusal(), "409 in_use id made_by");
            }
            for answer in refused.iter().chain([&blocks, &calendar]) {
                assert!(!answer.text.contains("Secret") && !answer.text.contains(&id), "{}", answer.text);
            }
        }
    }
}

#[tokio::test]
async fn what_goes_on_from_a_sensitive_ticket_stays_one() {
    let fixture = TicketFixture::new().await;
    let desk = fixture.called_with(&DESK).await;
    let earlier = fixture.solved(json!({"type": "harassment"})).await;
    fixture.done(&earlier, "close").await;
    let id = fixture.ticket(json!({"type": "harassment", "follow_up_of": earlier})).await;
    let path = format!("/tickets/{id}");
    let refused = fixture.app.put(&path, json!({"type": "other"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation type sensitive");
    assert_eq!(fixture.shown(&id).await["type"], "harassment");
    assert_eq!(desk.get(&path).await.refusal(), "404 not_found");
    accepted(&fixture.app.put(&path, json!({"type": "offensive_content"})).await, 200);
    // What goes on from an ordinary one moves both ways.
    let earlier = fixture.solved(json!({})).await;
    fixture.done(&earlier, "close").await;
    let path = format!("/tickets/{}", fixture.ticket(json!({"follow_up_of": earlier})).await);
    for kind in ["harassment", "other"] {
        accepted(&fixture.app.put(&path, json!({"type": kind})).await, 200);
    }
    assert_eq!(desk.get(&path).await.body["data"]["follow_up_of"], earlier);
}

#[tokio::test]
async fn a_refusal_to_let_somebody_go_does_not_tell_which_tickets_are_open() {
    let fixture = TicketFixture::new().await;
    let bob = tests::member(&fixture.app, "bob@example.com").await;
    let eve = tests::member_as(&fixture.app, "eve@example.com", "admin").await;
    fixture.ticket(json!({"type": "harassment", "assignee_id": eve})).await;
    fixture.ticket(json!({"requester_id": bob})).await;
    let mut messages = Vec::new();
    for id in [&fixture.member, &bob, &eve] {
        let refused = fixture.app.post(&format!("/members/{id}/anonymise"), json!({})).await;
        assert_eq!(refused.refusal(), "409 in_use id tickets_open");
        messages.push(refused.body["error"]["message"].clone());
    }
    assert!(messages[0].is_string() && messages.iter().all(|message| *message == messages[0]), "{messages:?}");
}
