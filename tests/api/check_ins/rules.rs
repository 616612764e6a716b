//! What a check-in and a check-out are refused for.

use serde_json::{Value, json};
use tests::{accepted, company, location_with};

use super::{another, check_in, check_out, checked_in, fixture, left, passes};

#[tokio::test]
async fn a_check_in_is_there_at_once_with_every_field() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let created = check_in(&fixture, json!({"metadata": {"door": "7"}})).await;
    accepted(&created, 201);
    let data = &created.body["data"];
    for (field, value) in [
        ("member_id", json!(fixture.member)),
        ("location_id", json!(fixture.location)),
        ("status", json!("open")),
        ("day", json!("2027-01-01")),
        ("checked_in_at", json!("2027-01-01T11:00:00.000Z")),
        ("checked_out_at", Value::Null),
        ("ends_at", json!("2027-01-01T23:00:00.000Z")),
        ("booking_id", Value::Null),
        ("metadata", json!({"door": "7"})),
    ] {
        assert_eq!(data[field], value, "{field}");
    }
    assert_eq!(created.header("location"), format!("/v1/check-ins/{}", created.id()));
    assert_eq!(&fixture.app.get(&format!("/check-ins/{}", created.id())).await.body["data"], data);
}

#[tokio::test]
async fn a_check_in_is_refused_for_what_is_wrong() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let company = company(&fixture.app, &fixture.location).await;
    let closed = location_with(&fixture.app, json!({"name": "Closed", "is_active": false})).await;
    for (fields, refusal) in [
        (json!({"member_id": tests::NOBODY}), "422 rule_violation member_id reference_not_found"),
        (json!({"member_id": company}), "422 rule_violation member_id reference_not_found"),
        (json!({"location_id": tests::NOBODY}), "422 rule_violation location_id reference_not_found"),
        (json!({"location_id": closed}), "422 rule_violation location_id location_inactive"),
        (
            json!({"checked_in_at": "2027-01-01T11:00:00.001Z"}),
            "422 rule_violation checked_in_at in_the_future",
        ),
        (json!({"checked_in_at": "2026-12-31T22:59:59.999Z"}), "422 rule_violation checked_in_at other_day"),
        (json!({"checked_in_at": "today"}), "400 validation_error checked_in_at invalid_format"),
        (json!({"door": 7}), "400 validation_error door unknown_field"),
    ] {
        assert_eq!(check_in(&fixture, fields.clone()).await.refusal(), refusal, "{fields}");
    }
    assert_eq!(checked_in(&fixture, json!({"checked_in_at": "2026-12-31T23:00:00Z"})).await["day"], "2027-01-01");
}

#[tokio::test]
async fn neither_a_blocked_nor_an_anonymised_member_checks_in_but_a_blocked_one_leaves() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let here = checked_in(&fixture, json!({})).await;
    let path = format!("/members/{}", fixture.member);
    accepted(&fixture.app.post(&format!("{path}/block"), json!({})).await, 200);
    left(&fixture, &here).await;
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), "422 rule_violation member_id customer_blocked");
    let other = another(&fixture, "ben").await;
    accepted(&fixture.app.post(&format!("/members/{other}/anonymise"), json!({})).await, 200);
    let refused = check_in(&fixture, json!({"member_id": other})).await;
    assert_eq!(refused.refusal(), "422 rule_violation member_id reference_archived");
}

#[tokio::test]
async fn a_person_is_at_one_location_at_a_time() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 9).await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Elsewhere"})).await;
    let here = checked_in(&fixture, json!({})).await;
    let taken = "409 invalid_state member_id checked_in";
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), taken);
    assert_eq!(check_in(&fixture, json!({"location_id": elsewhere})).await.refusal(), taken);
    fixture.clock("2027-01-01T12:00:00Z");
    left(&fixture, &here).await;
    let told_late =
        check_in(&fixture, json!({"location_id": elsewhere, "checked_in_at": "2027-01-01T11:59:59Z"})).await;
    assert_eq!(told_late.refusal(), taken, "they were still here");
    checked_in(&fixture, json!({"location_id": elsewhere})).await;
}

#[tokio::test]
async fn a_person_leaves_once_and_not_after_the_day_is_over() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 2).await;
    let here = checked_in(&fixture, json!({})).await;
    fixture.clock("2027-01-01T12:00:00Z");
    let gone = left(&fixture, &here).await;
    let told = ["status", "checked_out_at", "ends_at", "version"].map(|field| gone[field].clone());
    let noon = json!("2027-01-01T12:00:00.000Z");
    assert_eq!(told, [json!("ended"), noon.clone(), noon, json!(2)]);
    assert_eq!(check_out(&fixture, &here).await.refusal(), "409 invalid_state");
    let again = checked_in(&fixture, json!({})).await;
    fixture.clock("2027-01-01T23:00:00Z");
    let over = fixture.app.get(&format!("/check-ins/{}", again["id"].as_str().unwrap_or_default())).await;
    assert_eq!(
        (&over.body["data"]["status"], &over.body["data"]["checked_out_at"]),
        (&json!("ended"), &Value::Null)
    );
    assert_eq!(check_out(&fixture, &again).await.refusal(), "409 invalid_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_sixteen_who_check_one_person_out_one_does() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let here = checked_in(&fixture, json!({})).await;
    let path = format!("/check-ins/{}/check-out", here["id"].as_str().unwrap_or_default());
    let answers = tests::sixteen(&fixture.app, "POST", &path, Some(json!({}))).await;
    assert_eq!((tests::having(&answers, 200), tests::having(&answers, 409)), (1, 15));
}

#[tokio::test]
async fn another_merchants_check_in_is_not_found() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let here = checked_in(&fixture, json!({})).await;
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let path = format!("/check-ins/{}", here["id"].as_str().unwrap_or_default());
    assert_eq!(stranger.get(&path).await.refusal(), "404 not_found");
    assert_eq!(stranger.post(&format!("{path}/check-out"), json!({})).await.refusal(), "404 not_found");
    let body = json!({"member_id": fixture.member, "location_id": fixture.location});
    assert_eq!(stranger.post("/check-ins", body).await.code(), "rule_violation");
    assert_eq!(tests::total(&stranger, "/check-ins").await, 0);
}

#[tokio::test]
async fn a_check_in_names_every_wrong_reference_in_the_order_of_the_document() {
    let fixture = fixture().await;
    for _ in 0..8 {
        let refused = check_in(&fixture, json!({"member_id": tests::NOBODY, "location_id": tests::NOBODY})).await;
        assert_eq!(refused.refusal(), "422 rule_violation member_id reference_not_found");
        let fields = refused.fields();
        let named: Vec<&str> = fields.iter().map(|field| field.split(' ').next().unwrap_or_default()).collect();
        assert_eq!(named, ["member_id", "location_id"]);
    }
}
