//! Resources of contracts: an office is in no two signed contracts on the same day.

use serde_json::{Value, json};
use tests::{ContractFixture, Issued, accepted, at_once, having, member, resource, total};

#[tokio::test]
async fn the_last_signature_assigns_the_office_for_the_days_of_the_contract() {
    let fixture = ContractFixture::new().await;
    let signed = fixture.signed(json!({})).await;
    let id = signed["resource_assignment_ids"][0].as_str().unwrap_or_default();
    let assignment = fixture.shown(&format!("/resource-assignments/{id}")).await;
    assert_eq!((&assignment["start_date"], &assignment["end_date"]), (&json!("2027-01-01"), &json!("2027-12-31")));
    assert_eq!(assignment["made_by"], json!({"kind": "contract", "id": signed["id"]}));
    let refused = fixture.app.delete(&format!("/resource-assignments/{id}")).await;
    assert_eq!(refused.refusal(), "409 in_use id made_by");
}

#[tokio::test]
async fn an_office_that_is_taken_is_refused_at_issue() {
    let fixture = ContractFixture::new().await;
    let late = fixture.draft(json!({"start_date": "2027-06-01"})).await;
    let beside = fixture.draft(json!({"start_date": "2027-12-31", "end_date": "2028-12-31"})).await;
    fixture.signed(json!({})).await;
    for taken in [&late, &beside] {
        let refused = fixture.act(taken, "issue", Value::Null).await;
        assert_eq!(refused.refusal(), "409 booking_conflict items[0].resource_id assigned");
        assert_eq!(fixture.get(taken).await["status"], json!("draft"));
    }
    // The next day is free.
    fixture.signed(json!({"start_date": "2028-01-01", "end_date": "2028-12-31"})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixteen_contracts_on_one_office_that_are_issued_at_once_one_is() {
    let fixture = ContractFixture::new().await;
    let mut requests = Vec::new();
    for number in 0..16 {
        let person = member(&fixture.app, &format!("p{number}@example.com")).await;
        let draft = fixture.draft(json!({"customer_id": person, "start_date": "2027-03-01"})).await;
        requests.push(("POST", format!("/contracts/{draft}/issue"), Value::Null));
    }
    fixture.app.faults.overlaps_conflict(5);
    let answers = at_once(&fixture.app, requests).await;
    fixture.app.faults.clear();
    assert_eq!((having(&answers, 200), having(&answers, 409)), (1, 15), "{answers:?}");
    assert_eq!(total(&fixture.app, "/contracts?status=issued").await, 1);
    let issued = answers.iter().find(|answer| answer.status == 200).map(|answer| Issued::of(&answer.body["data"]));
    let signed = fixture.sign_all(&issued.expect("the one")).await;
    let assigned = format!("/resource-assignments?resource_id={}", fixture.office);
    assert_eq!((&signed["status"], total(&fixture.app, &assigned).await), (&json!("signed"), 1));
}

#[tokio::test]
async fn an_office_that_is_booked_or_assigned_otherwise_is_refused() {
    let fixture = ContractFixture::new().await;
    let booking = json!({"resource_id": fixture.office, "customer_id": fixture.member,
        "start_time": "2027-02-01T09:00:00Z", "end_time": "2027-02-01T10:00:00Z"});
    accepted(&fixture.app.post("/bookings", booking).await, 201);
    let draft = fixture.draft(json!({})).await;
    let refused = fixture.act(&draft, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "409 booking_conflict items[0].resource_id booked");
}

#[tokio::test]
async fn a_whole_and_its_parts_are_not_in_one_contract_but_two_parts_are() {
    let fixture = ContractFixture::new().await;
    let suite = resource(&fixture.app, &fixture.location, "Suite", "office", json!({})).await;
    let mut parts = Vec::new();
    for name in ["Left", "Right"] {
        let fields = json!({"parent_resource_id": suite});
        parts.push(resource(&fixture.app, &fixture.location, name, "office", fields).await);
    }
    let item = |id: &String| json!({"kind": "resource", "resource_id": id});
    let draft = fixture.draft(json!({"items": [item(&suite), item(&parts[0])]})).await;
    let refused = fixture.act(&draft, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "422 rule_violation items[1].resource_id shares_space");
    let signed = fixture.signed(json!({"items": [item(&parts[0]), item(&parts[1])]})).await;
    assert_eq!(signed["resource_assignment_ids"].as_array().map(Vec::len), Some(2));
    let draft = fixture.draft(json!({"items": [item(&suite)]})).await;
    let refused = fixture.act(&draft, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "409 booking_conflict items[0].resource_id assigned");
}

#[tokio::test]
async fn units_of_a_resource_are_assigned_as_many_as_there_are() {
    let fixture = ContractFixture::new().await;
    let desks = resource(&fixture.app, &fixture.location, "Desks", "dedicated_desk", json!({"units": 3})).await;
    let item = |quantity: u32| json!({"items": [{"kind": "resource", "resource_id": desks, "quantity": quantity}]});
    fixture.signed(item(2)).await;
    let draft = fixture.draft(item(2)).await;
    let refused = fixture.act(&draft, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "409 booking_conflict items[0].resource_id assigned");
    fixture.signed(item(1)).await;
}

#[tokio::test]
async fn what_is_inactive_is_not_issued() {
    let fixture = ContractFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    accepted(&fixture.app.put(&format!("/resources/{}", fixture.office), json!({"is_active": false})).await, 200);
    let refused = fixture.act(&draft, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "422 rule_violation items[0].resource_id resource_inactive");
}
