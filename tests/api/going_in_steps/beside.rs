//! What is asked for beside the steps: refusals that are judged before them, the same again, another choice, archiving.

use serde_json::json;
use testing::Fault;
use tests::{RoomFixture, accepted, company, hastened, hastened_step, made, member, with};

use super::{BOOKINGS, Goes};

#[tokio::test]
async fn the_last_owner_and_the_last_manager_keep_all_bookings_whatever_their_number() {
    for role in ["owner", "manager"] {
        let few = RoomFixture::new().await;
        few.booked("10:00", "11:00").await;
        let many = Goes::by("anonymise_member").await;
        let path = format!("/members/{}", few.member);
        for (fixture, record) in [(&few, &path), (&many.fixture, &many.record)] {
            let app = &fixture.app;
            if role == "owner" {
                accepted(&app.put(record, json!({"role": "owner"})).await, 200);
            } else {
                let members = format!("/companies/{}/members", company(app, &fixture.location).await);
                let (other, id) = (member(app, "other@example.com").await, record.trim_start_matches("/members/"));
                accepted(&app.post(&members, json!({"member_id": id, "role": "manager"})).await, 201);
                accepted(&app.post(&members, json!({"member_id": other, "role": "member"})).await, 201);
            }
            let refused = app.post(&format!("{record}/anonymise?on_future_bookings=cancel"), json!({})).await;
            assert_eq!(refused.refusal(), format!("409 invalid_state role last_{role}"));
            let kept = tests::total(app, "/bookings?status=confirmed").await;
            assert_eq!(kept, tests::total(app, "/bookings").await);
        }
    }
}

#[tokio::test]
async fn the_same_with_another_choice_is_refused_while_it_is_carried_out() {
    let goes = Goes::by("archive_company").await;
    assert_eq!(goes.go().await.status, 202);
    for choice in ["", "?on_future_bookings=keep", "?on_future_bookings=cancel&on_assignments=end"] {
        let other = goes.fixture.app.post(&format!("{}/archive{choice}", goes.record), json!({})).await;
        assert_eq!(other.refusal(), "409 invalid_state", "{choice}");
    }
    let goes = Goes::by("deactivate_resource").await;
    assert_eq!(goes.go().await.status, 202);
    let keep = json!({"is_active": false, "on_future_bookings": "keep"});
    assert_eq!(goes.fixture.app.put(&goes.record, keep).await.refusal(), "409 invalid_state");
    let goes = Goes::by("deactivate_location").await;
    assert_eq!(goes.go().await.status, 202);
    let keep = format!("{}?on_future_bookings=keep", goes.record);
    assert_eq!(goes.fixture.app.put(&keep, json!({"is_active": false})).await.refusal(), "409 invalid_state");
    hastened(&goes.fixture.app.context).await;
}

#[tokio::test]
async fn the_same_is_accepted_until_the_last_step_also_with_other_fields_and_each_booking_is_counted() {
    for way in ["deactivate_resource", "deactivate_location"] {
        let goes = Goes::by(way).await;
        assert_eq!(goes.go().await.status, 202, "{way}");
        let (method, path, body) = goes.request.clone();
        let named = (method, path, with(body, &json!({"name": "Another name"})));
        assert_eq!(goes.send(&named).await.status, 202, "{way}");
        // What is left at the end is little enough for one request, and still the operation's.
        while goes.operation().await["status"] != "succeeded" {
            let again = goes.go().await;
            assert_eq!((again.status, goes.operation().await["total"].as_u64()), (202, Some(BOOKINGS as u64)), "{way}");
            assert!(hastened_step(&goes.fixture.app.context).await);
        }
        assert_eq!(goes.operation().await["done"], BOOKINGS, "{way}");
        assert_eq!(goes.go().await.status, 200, "{way}: nothing is left to be cancelled");
    }
}

#[tokio::test]
async fn a_resource_that_is_archived_before_the_last_step_has_its_operation_ended() {
    let goes = Goes::by("deactivate_resource").await;
    let app = &goes.fixture.app;
    assert_eq!(goes.go().await.status, 202);
    while goes.operation().await["done"] != BOOKINGS {
        assert!(hastened_step(&app.context).await);
    }
    assert_eq!(goes.operation().await["status"], "running");
    let archived = app.delete(&goes.record).await;
    accepted(&archived, 200);
    assert_eq!(archived.body["data"]["operation"]["status"], "succeeded");
}

#[tokio::test]
async fn a_step_opens_a_resource_that_a_change_which_died_left_closed() {
    let goes = Goes::by("deactivate_resource").await;
    let app = &goes.fixture.app;
    let floor = made(app, "/floors", json!({"location_id": goes.fixture.location, "name": "First", "level": 1})).await;
    assert_eq!(goes.go().await.status, 202);
    // It closes the resource by a write of it alone, and neither changes it nor opens it again.
    for (write, passed) in [("PutItem", 1), ("TransactWriteItems", 0)] {
        app.faults.after(write, passed, Fault::Fail(500, "InternalServerError"));
    }
    assert_eq!(app.put(&goes.record, json!({"units": 3, "floor_id": floor})).await.status, 503);
    app.faults.clear();
    assert!(hastened_step(&app.context).await);
    accepted(&app.put(&goes.record, json!({"units": 3, "floor_id": floor})).await, 200);
    hastened(&app.context).await;
    assert_eq!(goes.operation().await["status"], "succeeded");
}
