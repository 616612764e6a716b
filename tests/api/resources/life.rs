//! Create, get, update and archive.

use serde_json::{Value, json};
use tests::{app, floor, location, resource, resource_body, resource_path};

#[tokio::test]
async fn a_resource_with_only_its_required_fields_is_bookable_at_once() {
    let app = app().await;
    let location = location(&app).await;
    let created = app.post("/resources", resource_body(&location, "Boardroom", "meeting_room", json!({}))).await;
    assert_eq!(created.status, 201, "{}", created.text);
    let mut data = created.body["data"].clone();
    assert_eq!(created.header("location"), format!("/v1/resources/{}", created.id()));
    assert_eq!(app.get(&resource_path(&created.id())).await.body["data"], data);
    assert_eq!(data["tax_rate_id"], Value::Null);
    for field in ["id", "created_at", "updated_at", "tax_rate_id"] {
        assert!(data.as_object_mut().is_some_and(|data| data.remove(field).is_some()));
    }
    assert_eq!(
        data,
        json!({"location_id": location, "name": "Boardroom", "type": "meeting_room", "description": "", "capacity": null,
            "units": 1, "floor_id": null, "amenities": [], "media": [], "media_keys": [], "visibility": "public",
            "booking_permission": "public", "requires_approval": false, "is_active": true, "parent_resource_id": null,
            "child_resource_ids": [], "exclusive_membership_plan_ids": [], "step_minutes": null, "min_minutes": null, "max_minutes": null,
            "lead_time_minutes": null, "book_ahead_days": null, "buffer_before_minutes": 0, "buffer_after_minutes": 0,
            "cooldown_minutes": 0, "max_free_bookings": null,
            "public_limits": {"min_minutes": null, "max_minutes": null, "lead_time_minutes": null, "book_ahead_days": null},
            "schedule": {"default": [], "public": [], "closed_dates": []}, "rates": [], "credit_rates": [],
            "price_cap_per_day": null, "currency": null, "operation": null, "day_passes_enabled": false, "tax_rate": null,
            "cancellation_policy": {"free_minutes": 0, "member_ladder": [], "public_ladder": [], "no_show_fee_percent": null},
            "check_in": {"enabled": false, "opens_minutes": 0, "auto_release_minutes": null}, "metadata": {}, "version": 1})
    );
}

/// Every field there is, as a request writes it and the answer repeats it.
fn everything() -> Value {
    json!({"description": "With a view.", "capacity": 12, "units": 3, "amenities": ["Screen"],
        "media": ["https://example.com/a.jpg"], "visibility": "members", "booking_permission": "exclusive_members",
        "requires_approval": true, "is_active": false, "step_minutes": 15, "min_minutes": 30, "max_minutes": 480,
        "lead_time_minutes": 60, "book_ahead_days": 90, "buffer_before_minutes": 10, "buffer_after_minutes": 15,
        "cooldown_minutes": 45, "max_free_bookings": 2,
        "public_limits": {"min_minutes": 60, "max_minutes": 120, "lead_time_minutes": 1440, "book_ahead_days": 30},
        "schedule": {"default": [{"weekday": "friday", "opens": "20:00", "closes": "04:00"}],
            "public": [{"weekday": "monday", "opens": "09:00", "closes": "24:00"}], "closed_dates": ["2026-12-25"]},
        "rates": [{"from_minutes": 0, "flat_amount": 5, "unit_amount": 12.5, "per_minutes": 30, "valid": null},
            {"from_minutes": 0, "flat_amount": 0, "unit_amount": 20, "per_minutes": 60,
                "valid": {"weekdays": ["friday"], "from": "17:00", "to": "24:00"}}],
        "credit_rates": [{"from_minutes": 0, "flat_amount": 1, "unit_amount": 2, "per_minutes": 60, "valid": null}],
        "price_cap_per_day": 99.99, "day_passes_enabled": true, "tax_rate": 9.5,
        "cancellation_policy": {"free_minutes": 2880, "member_ladder": [{"minutes_before": 1440, "fee_percent": 50}],
            "public_ladder": [{"minutes_before": 1440, "fee_percent": 50}, {"minutes_before": 60, "fee_percent": 100}],
            "no_show_fee_percent": 100},
        "check_in": {"enabled": true, "opens_minutes": 15, "auto_release_minutes": 10}})
}

#[tokio::test]
async fn every_field_is_answered_as_it_was_written_and_can_be_sent_back() {
    let app = app().await;
    let location = location(&app).await;
    let made = resource(&app, &location, "Boardroom", "studio", everything()).await;
    let got = app.get(&resource_path(&made)).await;
    for (field, value) in everything().as_object().into_iter().flatten() {
        assert_eq!(got.body["data"][field], *value, "{field}");
    }
    assert_eq!(got.body["data"]["currency"], "EUR");
    let back = app.put(&resource_path(&made), everything()).await;
    assert_eq!((back.status, &back.body["data"]["version"]), (200, &json!(1)), "{}", back.text);
}

#[tokio::test]
async fn a_create_is_refused_with_the_field_named() {
    let app = app().await;
    let location = location(&app).await;
    for (more, expected) in [
        (json!({"type": "spaceship"}), "400 validation_error type invalid_value"),
        (json!({"name": " "}), "400 validation_error name invalid_format"),
        (json!({"units": 0}), "400 validation_error units out_of_range"),
        (json!({"capacity": 0}), "400 validation_error capacity out_of_range"),
        (json!({"colour": "red"}), "400 validation_error colour unknown_field"),
        (json!({"child_resource_ids": []}), "400 validation_error child_resource_ids unknown_field"),
        (json!({"visibility": "friends"}), "400 validation_error visibility invalid_value"),
        (json!({"step_minutes": 0}), "400 validation_error step_minutes out_of_range"),
        (json!({"cooldown_minutes": 1_441}), "400 validation_error cooldown_minutes out_of_range"),
        (json!({"max_free_bookings": 0}), "400 validation_error max_free_bookings out_of_range"),
        (json!({"max_free_bookings": 1_001}), "400 validation_error max_free_bookings out_of_range"),
        (json!({"max_minutes": 44_641}), "400 validation_error max_minutes out_of_range"),
        (json!({"media": ["ftp://example.com"]}), "400 validation_error media[0] invalid_format"),
        (json!({"rates": [{"per_minutes": 0}]}), "400 validation_error rates[0].per_minutes out_of_range"),
        (json!({"rates": [{"unit_amount": -1}]}), "400 validation_error rates[0].unit_amount out_of_range"),
        (
            json!({"schedule": {"default": [{"weekday": "monday", "opens": "24:00", "closes": "24:00"}]}}),
            "400 validation_error schedule.default[0].opens invalid_format",
        ),
        (
            json!({"schedule": {"closed_dates": ["2026-02-30"]}}),
            "400 validation_error schedule.closed_dates[0] invalid_format",
        ),
    ] {
        let refused = app.post("/resources", resource_body(&location, "Boardroom", "meeting_room", more.clone())).await;
        assert_eq!(refused.refusal(), expected, "{more}");
    }
    let empty = app.post("/resources", json!({})).await;
    assert_eq!(empty.fields(), ["location_id required", "name required", "type required"]);
}

#[tokio::test]
async fn location_and_floor_must_be_of_this_merchant_and_belong_together() {
    let app = app().await;
    let stranger = app.as_client(&app.stranger);
    let (here, there, theirs) = (location(&app).await, location(&app).await, location(&stranger).await);
    let (floor_here, floor_there) = (floor(&app, &here).await, floor(&app, &there).await);
    for (location, more, expected) in [
        (&theirs, json!({}), "422 rule_violation location_id reference_not_found"),
        (&here, json!({"floor_id": floor_there}), "422 rule_violation floor_id other_location"),
        (&here, json!({"floor_id": there}), "422 rule_violation floor_id reference_not_found"),
    ] {
        let refused = app.post("/resources", resource_body(location, "Boardroom", "meeting_room", more)).await;
        assert_eq!(refused.refusal(), expected);
    }
    let made = resource(&app, &here, "Boardroom", "meeting_room", json!({"floor_id": floor_here})).await;
    let moved = app.put(&resource_path(&made), json!({"floor_id": floor_there})).await;
    assert_eq!(moved.refusal(), "422 rule_violation floor_id other_location");
    assert_eq!(
        app.put(&resource_path(&made), json!({"floor_id": null})).await.body["data"]["floor_id"],
        Value::Null
    );
    assert_eq!(
        app.put(&resource_path(&made), json!({"location_id": there})).await.refusal(),
        "400 validation_error location_id unknown_field"
    );
}

#[tokio::test]
async fn an_update_merges_and_nothing_changed_is_no_new_version() {
    let app = app().await;
    let location = location(&app).await;
    let made = resource(&app, &location, "Boardroom", "studio", everything()).await;
    for body in [json!({}), json!({"name": "Boardroom", "type": "studio", "capacity": 12, "metadata": {}})] {
        let same = app.put(&resource_path(&made), body).await;
        assert_eq!((same.status, same.header("etag")), (200, "\"1\""), "{}", same.text);
    }
    let changed = app.put(&resource_path(&made), json!({"capacity": null, "max_minutes": null, "rates": []})).await;
    let data = &changed.body["data"];
    assert_eq!(
        (&data["version"], &data["capacity"], &data["max_minutes"], &data["rates"]),
        (&json!(2), &Value::Null, &Value::Null, &json!([]))
    );
    assert_eq!(
        (&data["units"], &data["price_cap_per_day"], &data["currency"]),
        (&json!(3), &json!(99.99), &json!("EUR"))
    );
    let free = app.put(&resource_path(&made), json!({"price_cap_per_day": null})).await;
    assert_eq!(free.body["data"]["currency"], Value::Null);
    let stale = app.send("PUT", &resource_path(&made), Some(json!({"units": 2})), &[("if-match", "\"1\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
}

#[tokio::test]
async fn a_name_is_unique_at_its_location_until_the_resource_is_archived() {
    let app = app().await;
    let (here, there) = (location(&app).await, location(&app).await);
    let first = resource(&app, &here, "Board room", "meeting_room", json!({})).await;
    resource(&app, &there, "Board room", "meeting_room", json!({})).await;
    let second = resource(&app, &here, "Other", "meeting_room", json!({"is_active": false})).await;
    let taken = "409 already_exists name already_exists";
    assert_eq!(
        app.post("/resources", resource_body(&here, "BOARD  ROOM", "office", json!({}))).await.refusal(),
        taken
    );
    assert_eq!(app.put(&resource_path(&first), json!({"name": "other"})).await.refusal(), taken);
    let archived = app.delete(&resource_path(&second)).await;
    assert_eq!((archived.status, archived.id()), (200, second.clone()), "{}", archived.text);
    assert_eq!(app.put(&resource_path(&first), json!({"name": "other"})).await.status, 200);
    resource(&app, &here, "Board room", "meeting_room", json!({})).await;
    for gone in [
        app.get(&resource_path(&second)).await,
        app.put(&resource_path(&second), json!({})).await,
        app.delete(&resource_path(&second)).await,
    ] {
        assert_eq!(gone.refusal(), "404 not_found");
    }
}

#[tokio::test]
async fn of_sixteen_creates_with_one_name_one_is_made() {
    let app = app().await;
    let location = location(&app).await;
    let mut writers = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let (app, body) = (app.clone(), resource_body(&location, "Boardroom", "meeting_room", json!({})));
        writers.spawn(async move { app.post("/resources", body).await.status });
    }
    let statuses = writers.join_all().await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 15, "{statuses:?}");
}

#[tokio::test]
async fn another_merchants_resource_is_no_resource() {
    let app = app().await;
    let location = location(&app).await;
    let path = resource_path(&resource(&app, &location, "Boardroom", "meeting_room", json!({})).await);
    let stranger = app.as_client(&app.stranger);
    for answer in
        [stranger.get(&path).await, stranger.put(&path, json!({"units": 2})).await, stranger.delete(&path).await]
    {
        assert_eq!(answer.refusal(), "404 not_found");
    }
    assert_eq!(stranger.get("/resources").await.body["data"], json!([]));
}

#[tokio::test]
async fn a_duplicate_has_the_fields_of_its_resource_but_for_what_the_request_says() {
    let app = app().await;
    let place = location(&app).await;
    let floor = floor(&app, &place).await;
    let more = json!({"capacity": 8, "floor_id": floor, "rates": [{"from_minutes": 0, "unit_amount": 40}],
        "metadata": {"key": "1", "door": "A"}});
    let original = resource(&app, &place, "Boardroom", "meeting_room", more).await;
    resource(&app, &place, "Corner", "meeting_room", json!({"parent_resource_id": original})).await;
    let path = format!("{}/duplicate", resource_path(&original));
    assert_eq!(app.post(&path, json!({})).await.refusal(), "409 already_exists name already_exists");
    let other = app.post(&path, json!({"name": "Library", "capacity": 6, "metadata": {"door": null}})).await;
    assert_eq!(other.status, 201, "{}", other.text);
    let (mut before, mut after) =
        (app.get(&resource_path(&original)).await.body["data"].clone(), other.body["data"].clone());
    assert_eq!(
        (&after["name"], &after["capacity"], &after["metadata"]),
        (&json!("Library"), &json!(6), &json!({"key": "1"}))
    );
    assert_eq!(
        (&after["child_resource_ids"], &after["version"], &after["currency"]),
        (&json!([]), &json!(1), &json!("EUR"))
    );
    let own = ["id", "name", "capacity", "metadata", "child_resource_ids", "version", "created_at", "updated_at"];
    for field in own {
        (before[field], after[field]) = (Value::Null, Value::Null);
    }
    assert_eq!(after, before);
    assert_eq!(app.get(&format!("/floors/{floor}")).await.status, 200);
    for (body, refusal) in [
        (json!({"name": "Other", "location_id": place}), "400 validation_error location_id unknown_field"),
        (json!({"name": "Other", "capacity": 0}), "400 validation_error capacity out_of_range"),
    ] {
        assert_eq!(app.post(&path, body).await.refusal(), refusal);
    }
    assert_eq!(app.as_client(&app.stranger).post(&path, json!({"name": "Other"})).await.refusal(), "404 not_found");
}
