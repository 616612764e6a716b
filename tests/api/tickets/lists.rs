//! Lists with their filters and totals.

use serde_json::{Value, json};
use tests::{TicketFixture, accepted, location, made, member, member_as, resource, total};

use super::field;

#[tokio::test]
async fn a_list_is_filtered_by_everything_that_a_ticket_has() {
    let fixture = TicketFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
    let bob = member(&fixture.app, "bob@example.com").await;
    let elsewhere = location(&fixture.app).await;
    let door =
        fixture.started(json!({"resource_id": room, "priority": "urgent", "tags": ["door", "ground floor"]})).await;
    let noise = fixture.ticket(json!({"type": "noise_and_acoustics", "requester_id": bob, "tags": ["door"]})).await;
    let far = fixture.solved(json!({"location_id": elsewhere, "requester_id": bob})).await;
    let waits = fixture.started(json!({"resource_id": room})).await;
    fixture.done(&waits, "wait").await;
    let closed = fixture.solved(json!({"type": "internet"})).await;
    fixture.done(&closed, "close").await;
    for (filter, expected) in [
        (String::new(), vec![&door, &noise, &far, &waits, &closed]),
        ("status=new".to_owned(), vec![&noise]),
        ("status=in_progress".to_owned(), vec![&door]),
        ("status=pending".to_owned(), vec![&waits]),
        ("status=solved".to_owned(), vec![&far]),
        ("status=closed".to_owned(), vec![&closed]),
        ("open=true".to_owned(), vec![&door, &noise, &far, &waits]),
        ("open=false".to_owned(), vec![&door, &noise, &far, &waits, &closed]),
        ("type=internet".to_owned(), vec![&closed]),
        ("priority=urgent".to_owned(), vec![&door]),
        ("tag=door".to_owned(), vec![&door, &noise]),
        ("tag=ground%20floor".to_owned(), vec![&door]),
        ("tag=ground".to_owned(), vec![]),
        (format!("requester_id={bob}"), vec![&noise, &far]),
        (format!("requester_id={bob}&status=new"), vec![&noise]),
        (format!("assignee_id={}", fixture.admin), vec![&door, &far, &waits, &closed]),
        (format!("assignee_id={}&open=true", fixture.admin), vec![&door, &far, &waits]),
        (format!("location_id={elsewhere}"), vec![&far]),
        (format!("location_id={}&number=2", fixture.location), vec![&noise]),
        ("number=1".to_owned(), vec![&door, &far]),
        (format!("location_id={}&status=pending", fixture.location), vec![&waits]),
        (format!("resource_id={room}"), vec![&door, &waits]),
        (format!("resource_id={room}&priority=urgent"), vec![&door]),
        (format!("resource_id={room}&requester_id={bob}"), vec![]),
        (format!("visible_to={bob}"), vec![&noise, &far]),
        (format!("visible_to={bob}&location_id={elsewhere}"), vec![&far]),
        (format!("visible_to={}", fixture.admin), vec![&door, &noise, &far, &waits, &closed]),
    ] {
        let list = fixture.app.get(&format!("/tickets?order=asc&{filter}")).await;
        accepted(&list, 200);
        let expected: Vec<Value> = expected.into_iter().map(|id| json!(id)).collect();
        assert_eq!(field(&list.body, "id"), expected, "{filter}");
        assert_eq!(list.body["pagination"]["total"], expected.len(), "{filter}");
        let first = fixture.app.get(&format!("/tickets?limit=1&{filter}")).await;
        assert_eq!(first.body["pagination"]["total_count"], expected.len(), "{filter}");
    }
    let unknown = fixture.app.get(&format!("/tickets?visible_to={}", tests::NOBODY)).await;
    assert_eq!(unknown.refusal(), "422 rule_violation visible_to reference_not_found");
}

#[tokio::test]
async fn a_manager_sees_their_locations_and_what_is_theirs() {
    let fixture = TicketFixture::new().await;
    let elsewhere = location(&fixture.app).await;
    let body = json!({"email": "m@example.com", "name": "M", "role": "manager", "location_ids": [elsewhere]});
    let manager = made(&fixture.app, "/members", body).await;
    let here = fixture.ticket(json!({})).await;
    let there = fixture.ticket(json!({"location_id": elsewhere})).await;
    let own = fixture.ticket(json!({"requester_id": manager})).await;
    let list = fixture.app.get(&format!("/tickets?order=asc&visible_to={manager}")).await;
    assert_eq!(field(&list.body, "id"), [json!(there), json!(own)]);
    let newest = fixture.app.get(&format!("/tickets?visible_to={manager}&status=new&limit=1")).await;
    assert_eq!(
        (field(&newest.body, "id"), &newest.body["pagination"]["total_count"]),
        (vec![json!(own)], &json!(2))
    );
    let nowhere = json!({"email": "n@example.com", "name": "N", "role": "manager"});
    let nowhere = made(&fixture.app, "/members", nowhere).await;
    assert_eq!(total(&fixture.app, &format!("/tickets?visible_to={nowhere}")).await, 0);
    accepted(&fixture.app.get(&format!("/tickets/{here}/comments?visible_to={}", fixture.member)).await, 200);
    let hidden = fixture.app.get(&format!("/tickets/{here}/activity?visible_to={manager}")).await;
    assert_eq!(hidden.refusal(), "404 not_found");
}

#[tokio::test]
async fn pages_and_cursors_go_through_a_filtered_list() {
    let fixture = TicketFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
    let mut ids = Vec::new();
    for number in 0..7 {
        let fields = if number % 3 == 2 { json!({}) } else { json!({"resource_id": room}) };
        let id = fixture.ticket(fields).await;
        if number % 3 != 2 {
            ids.push(json!(id));
        }
        fixture.minutes(1);
    }
    let path = format!("/tickets?resource_id={room}&order=asc");
    let (mut by_page, mut by_cursor, mut cursor) = (Vec::new(), Vec::new(), String::new());
    for page in 1..=3 {
        by_page.extend(field(&fixture.app.get(&format!("{path}&per_page=2&page={page}")).await.body, "id"));
        let list = fixture.app.get(&format!("{path}&limit=2{cursor}")).await;
        by_cursor.extend(field(&list.body, "id"));
        cursor = format!("&cursor={}", list.body["pagination"]["next_cursor"].as_str().unwrap_or_default());
    }
    assert_eq!((by_page, by_cursor), (ids.clone(), ids));
}

#[tokio::test]
async fn whoever_is_blocked_sees_only_what_they_asked() {
    let fixture = TicketFixture::new().await;
    let locked_out = member_as(&fixture.app, "out@example.com", "admin").await;
    let manager = json!({"email": "m@example.com", "name": "M", "role": "manager", "location_ids": [fixture.location]});
    let manager = made(&fixture.app, "/members", manager).await;
    fixture.ticket(json!({"type": "harassment", "assignee_id": manager})).await;
    let other = fixture.ticket(json!({"assignee_id": manager})).await;
    for who in [&locked_out, &manager] {
        let own = fixture.ticket(json!({"requester_id": who})).await;
        for id in [&own, &other] {
            fixture.said(id, &fixture.admin, json!({"internal": true})).await;
        }
        let seen = async |path: &str, query: &str| fixture.app.get(&format!("{path}?visible_to={who}{query}")).await;
        let comments = |id: &str| format!("/tickets/{id}/comments");
        assert_eq!(seen(&comments(&own), "").await.body["pagination"]["total"], 1);
        accepted(&fixture.app.post(&format!("/members/{who}/block"), json!({})).await, 200);
        assert_eq!(seen("/tickets", "&sensitive=true").await.body["pagination"]["total"], 0);
        assert_eq!(field(&seen("/tickets", "").await.body, "id"), [json!(own)]);
        assert_eq!(seen(&comments(&own), "").await.body["pagination"]["total"], 0, "what is internal");
        let told = seen(&format!("/tickets/{own}/activity"), "&kind=comment").await;
        assert_eq!(told.body["pagination"]["total"], 0);
        assert_eq!(seen(&comments(&other), "").await.refusal(), "404 not_found");
    }
}
