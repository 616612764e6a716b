//! Contacts: the people who visit.

use serde_json::json;
use tests::{NOBODY, accepted, made, total};

use super::Door;

#[tokio::test]
async fn a_contact_is_kept_changed_found_and_put_away() {
    let door = Door::alone().await;
    let id = door
        .contact(json!({"email": "Canary@lang.example", "company_name": "Canary Architects", "notes": "canary",
        "metadata": {"canary": "1"}}))
        .await;
    let path = format!("/visitor-contacts/{id}");
    let contact = door.app().get(&path).await.body["data"].clone();
    assert_eq!(
        (&contact["blocked"], &contact["visit_count"], &contact["last_visit_at"]),
        (&json!(false), &json!(0), &json!(null))
    );
    accepted(&door.app().put(&path, json!({"phone": "+49 30 1234567"})).await, 200);
    for filter in ["email=canary@LANG.example", "q=architects", "q=la+ve", "blocked=false", "q=vera&blocked=false"] {
        assert_eq!(total(door.app(), &format!("/visitor-contacts?{filter}")).await, 1, "{filter}");
    }
    assert_eq!(total(door.app(), &format!("/visitor-contacts?location_id={}", door.fixture.location)).await, 1);
    for filter in
        ["email=bo@lang.example", "q=bo", "blocked=true", "q=vera&blocked=true", &format!("location_id={NOBODY}")]
    {
        assert_eq!(total(door.app(), &format!("/visitor-contacts?{filter}")).await, 0, "{filter}");
    }
    accepted(&door.app().delete(&path).await, 200);
    assert_eq!(door.app().get(&path).await.status, 404);
    let left = door.app().table_text().await.into_iter().filter(|item| item.to_lowercase().contains("canary"));
    assert_eq!(left.collect::<Vec<_>>(), Vec::<String>::new());
}

#[tokio::test]
async fn a_contact_is_made_at_an_active_location() {
    let door = Door::new().await;
    door.set(json!({"is_active": false})).await;
    let body = json!({"location_id": door.fixture.location, "name": "Vera"});
    let refused = door.app().post("/visitor-contacts", body).await;
    assert_eq!(refused.refusal(), "422 rule_violation location_id location_inactive");
    door.set(json!({"is_active": true})).await;
    made(door.app(), "/visitor-contacts", json!({"location_id": door.fixture.location, "name": "Vera"})).await;
}
