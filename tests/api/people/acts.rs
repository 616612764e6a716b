//! Who did it: what a person does is told as theirs.

use serde_json::json;
use tests::{OutboxFixture, location, made, member};

use super::acting;

#[tokio::test]
async fn what_a_member_does_is_an_event_of_theirs_and_is_found_by_its_actor() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let (ada, bo) = (member(&fixture.app, "ada@example.com").await, member(&fixture.app, "bo@example.com").await);
    let ticket = json!({"location_id": place, "type": "repair_and_maintenance", "subject": "Lamp", "description": "It flickers."});
    let as_ada = acting(&fixture.app, &ada).await;
    let of_ada = as_ada.post("/tickets", ticket.clone()).await;
    assert_eq!(of_ada.status, 201, "{}", of_ada.text);
    let as_bo = acting(&fixture.app, &bo).await;
    let of_bo = as_bo.post("/tickets", ticket.clone()).await;
    assert_eq!(of_bo.status, 201, "{}", of_bo.text);
    let of_client = json!({"location_id": place, "type": "repair_and_maintenance", "subject": "Lamp", "description": "It flickers.", "requester_id": ada});
    drop(made(&fixture.app, "/tickets", of_client).await);
    let client_id = fixture.app.client.client_id.clone();
    let events = fixture.events(&format!("actor_id={ada}")).await;
    let told: Vec<_> = events.iter().map(|event| (event["type"].clone(), event["actor"].clone())).collect();
    assert_eq!(told, [(json!("ticket.created"), json!({"type": "member", "id": ada, "client_id": client_id}))]);
    assert_eq!(events[0]["object"]["id"], json!(of_ada.id()));
    let counted = fixture.app.get(&format!("/event-log?actor_id={ada}")).await;
    assert_eq!(counted.body["pagination"]["total"], json!(1), "{}", counted.text);
    // What clients did is of no member.
    let by_object = fixture.events(&format!("object_id={}", of_bo.id())).await;
    assert_eq!(by_object[0]["actor"]["id"], json!(bo));
}

#[tokio::test]
async fn the_activity_of_a_ticket_names_the_member_who_acted() {
    let fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    let ada = member(&fixture.app, "ada@example.com").await;
    let ticket = json!({"location_id": place, "type": "repair_and_maintenance", "subject": "Lamp", "description": "It flickers."});
    let as_ada = acting(&fixture.app, &ada).await;
    let ticket = made(&as_ada, "/tickets", ticket).await;
    let activity = fixture.app.get(&format!("/tickets/{ticket}/activity")).await;
    assert_eq!(activity.status, 200, "{}", activity.text);
    assert_eq!(activity.body["data"][0]["actor"]["id"], json!(ada), "{}", activity.text);
    assert_eq!(as_ada.get(&format!("/tickets/{ticket}/activity")).await.refusal(), "403 forbidden");
}
