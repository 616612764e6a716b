//! What goes with more bookings than one request may cancel: customers, resources, locations (decision 52).

mod beside;

use serde_json::{Value, json};
use testing::{Fault, TestResponse};
use tests::{OutboxFixture, RoomFixture, accepted, carried_out, company, hastened, hastened_step, member, sweep, with};

/// So many bookings, with as long notes, cost more than one request may.
const BOOKINGS: usize = 45;

/// What goes: its record, the request that lets it go, and the one that takes it back.
struct Goes {
    fixture: RoomFixture,
    record: String,
    request: (&'static str, String, Value),
    back: (&'static str, String, Value),
    bookings: Vec<String>,
}

/// The ways in which something goes with its bookings.
const WAYS: [&str; 6] = [
    "archive_company",
    "delete_company",
    "anonymise_member",
    "delete_member",
    "deactivate_resource",
    "deactivate_location",
];

impl Goes {
    /// A record of its kind with too many bookings.
    async fn by(way: &str) -> Self {
        Self::of(way, RoomFixture::with_room(json!({"book_ahead_days": null})).await).await
    }

    /// The same among these records.
    async fn of(way: &str, fixture: RoomFixture) -> Self {
        let app = &fixture.app;
        let customer = match way {
            "archive_company" | "delete_company" => company(app, &fixture.location).await,
            _ => member(app, "goes@example.com").await,
        };
        let series = json!({"resource_id": fixture.room, "customer_id": customer, "duration_minutes": 60,
            "first_start_time": "2026-12-01T10:00:00Z", "rule": {"frequency": "daily", "count": BOOKINGS},
            "notes": "é".repeat(5_000)});
        let answer = app.post("/booking-series", series).await;
        let made = carried_out(app, &answer).await;
        let bookings = made["booking_ids"].as_array().expect("bookings").iter().map(Value::to_string);
        let bookings = bookings.map(|id| id.trim_matches('"').to_owned()).collect();
        let (company, member) = (format!("/companies/{customer}"), format!("/members/{customer}"));
        let (room, location) = (format!("/resources/{}", fixture.room), format!("/locations/{}", fixture.location));
        let (choice, active) = ("?on_future_bookings=cancel", json!({"is_active": true}));
        let none = || json!({});
        let off = json!({"is_active": false});
        let (record, request, back) = match way {
            "archive_company" => (
                &company,
                ("POST", format!("{company}/archive{choice}"), none()),
                ("POST", format!("{company}/restore"), none()),
            ),
            "delete_company" => (
                &company,
                ("DELETE", format!("{company}{choice}"), none()),
                ("POST", format!("{company}/restore"), none()),
            ),
            "anonymise_member" => (
                &member,
                ("POST", format!("{member}/anonymise{choice}"), none()),
                ("POST", format!("{member}/unblock"), none()),
            ),
            "delete_member" => (
                &member,
                ("DELETE", format!("{member}{choice}"), none()),
                ("POST", format!("{member}/unblock"), none()),
            ),
            "deactivate_resource" => (
                &room,
                ("PUT", room.clone(), with(off, &json!({"on_future_bookings": "cancel"}))),
                ("PUT", room.clone(), active),
            ),
            _ => (&location, ("PUT", format!("{location}{choice}"), off), ("PUT", location.clone(), active)),
        };
        let record = record.clone();
        Self { fixture, record, request, back, bookings }
    }

    async fn send(&self, (method, path, body): &(&'static str, String, Value)) -> TestResponse {
        let body = Some(body.clone()).filter(|_| *method != "DELETE");
        self.fixture.app.send(method, path, body, &[]).await
    }

    async fn go(&self) -> TestResponse {
        self.send(&self.request).await
    }

    async fn take_back(&self) -> TestResponse {
        self.send(&self.back).await
    }

    async fn operation(&self) -> Value {
        self.fixture.app.get(&self.record).await.body["data"]["operation"].clone()
    }

    /// How many bookings have this status.
    async fn count(&self, status: &str) -> usize {
        let list = self.fixture.app.get(&format!("/bookings?resource_id={}&per_page=100", self.fixture.room)).await;
        let all = list.body["data"].as_array().cloned().unwrap_or_default();
        assert_eq!(all.len(), self.bookings.len());
        all.iter().filter(|booking| booking["status"] == status).count()
    }
}

#[tokio::test]
async fn what_goes_with_too_many_bookings_for_one_request_is_accepted_and_carried_on_in_steps() {
    for way in WAYS {
        let goes = Goes::by(way).await;
        let accepted = goes.go().await;
        assert_eq!(
            (accepted.status, accepted.header("location")),
            (202, format!("/v1{}", goes.record).as_str()),
            "{way}"
        );
        let shown = &accepted.body["data"]["operation"];
        let expected = json!({"type": way, "status": "queued", "done": 0, "total": BOOKINGS, "failure": null});
        for (field, value) in expected.as_object().expect("fields") {
            assert_eq!(&shown[field], value, "{way} {field}");
        }
        assert_eq!(goes.count("confirmed").await, BOOKINGS);
        // Sent again, it is still the same.
        assert_eq!(goes.go().await.status, 202, "{way}");
        assert!(hastened_step(&goes.fixture.app.context).await);
        let running = goes.operation().await;
        let done = running["done"].as_u64().unwrap_or_default();
        assert!(running["status"] == "running" && 0 < done && done < 45, "{way} {running}");
        assert_eq!(goes.count("cancelled").await as u64, done);
        assert_eq!(goes.take_back().await.refusal(), "409 invalid_state", "{way}");
        hastened(&goes.fixture.app.context).await;
        assert_eq!(goes.count("cancelled").await, BOOKINGS);
        let gone = goes.fixture.app.get(&goes.record).await;
        if way.starts_with("delete") {
            assert_eq!(gone.status, 404, "{way}");
            continue;
        }
        let operation = &gone.body["data"]["operation"];
        assert_eq!((&operation["status"], &operation["done"]), (&json!("succeeded"), &json!(BOOKINGS)), "{way}");
        assert!(operation["ended_at"].is_string());
        let is_gone = match way {
            "archive_company" => gone.body["data"]["status"] == "archived",
            "anonymise_member" => gone.body["data"]["status"] == "deleted",
            _ => gone.body["data"]["is_active"] == false,
        };
        assert!(is_gone, "{way} {}", gone.text);
    }
}

#[tokio::test]
async fn what_goes_in_steps_is_told_as_if_it_went_at_once() {
    for (way, told) in [
        ("archive_company", "company.archived"),
        ("delete_company", "company.deleted"),
        ("anonymise_member", "member.anonymised"),
        ("deactivate_resource", "resource.deactivated"),
        ("deactivate_location", "location.deactivated"),
    ] {
        let mut outbox = OutboxFixture::new().await;
        let fixture = RoomFixture::of(outbox.app.clone(), json!({"book_ahead_days": null})).await;
        let goes = Goes::of(way, fixture).await;
        outbox.consume().await;
        let filter = format!("object_id={}", goes.record.rsplit('/').next().expect("an id"));
        let before = outbox.types(&filter).await;
        assert_eq!(goes.go().await.status, 202, "{way}");
        hastened(&goes.fixture.app.context).await;
        assert_eq!(goes.count("cancelled").await, BOOKINGS, "{way}");
        let after = outbox.types(&filter).await;
        assert_eq!(after.strip_prefix(before.as_slice()), Some([told.to_owned()].as_slice()), "{way} {after:?}");
    }
}

#[tokio::test]
async fn what_is_to_go_in_steps_stays_when_it_is_taken_back_before_the_first() {
    for way in WAYS {
        let goes = Goes::by(way).await;
        assert_eq!(goes.go().await.status, 202, "{way}");
        let back = goes.take_back().await;
        accepted(&back, 200);
        assert_eq!(back.body["data"]["operation"]["status"], "cancelled", "{way}");
        hastened(&goes.fixture.app.context).await;
        sweep(&goes.fixture.app.context).await;
        assert_eq!(goes.count("confirmed").await, BOOKINGS, "{way}");
        assert_eq!(goes.operation().await["done"], 0);
        let shown = goes.fixture.app.get(&goes.record).await.body["data"].clone();
        assert!(shown["status"] == "active" || shown["is_active"] == true, "{way} {shown}");
        assert_eq!(goes.go().await.status, 202, "{way} is asked for again");
    }
}

#[tokio::test]
async fn a_step_that_dies_is_done_again_by_the_sweep_and_no_booking_is_cancelled_twice() {
    for way in ["archive_company", "deactivate_location"] {
        let goes = Goes::by(way).await;
        let app = &goes.fixture.app;
        assert_eq!(goes.go().await.status, 202, "{way}");
        app.faults.after("TransactWriteItems", 1, Fault::Fail(500, "InternalServerError"));
        hastened(&app.context).await;
        app.faults.clear();
        for _ in 0..5 {
            app.clock.advance(chrono::Duration::minutes(1));
            sweep(&app.context).await;
        }
        assert_eq!(goes.count("cancelled").await, BOOKINGS, "{way}");
        let list = app.get(&format!("/bookings?resource_id={}&per_page=100", goes.fixture.room)).await;
        let versions: Vec<_> = list.body["data"].as_array().cloned().unwrap_or_default();
        let first = versions[0]["version"].clone();
        assert!(versions.iter().all(|booking| booking["version"] == first), "{way}");
        assert_eq!(goes.operation().await["status"], "succeeded", "{way}");
    }
}

#[tokio::test]
async fn what_stands_in_the_way_by_the_end_makes_the_operation_fail_and_the_customer_stay() {
    let goes = Goes::by("archive_company").await;
    let app = &goes.fixture.app;
    assert_eq!(goes.go().await.status, 202);
    let company = goes.record.trim_start_matches("/companies/").to_owned();
    let registration =
        json!({"location_id": goes.fixture.location, "email": "new@example.com", "name": "New", "company_id": company});
    accepted(&app.post("/member-registrations", registration).await, 201);
    hastened(&app.context).await;
    let shown = app.get(&goes.record).await.body["data"].clone();
    let operation = &shown["operation"];
    assert_eq!((&operation["status"], &shown["status"]), (&json!("failed"), &json!("active")));
    assert_eq!(operation["failure"]["code"], "in_use");
    assert_eq!(operation["failure"]["errors"][0]["reason"], "registrations_open");
    assert_eq!(goes.count("cancelled").await, BOOKINGS);
}

#[tokio::test]
async fn while_one_way_of_going_is_carried_out_another_is_refused() {
    let goes = Goes::by("archive_company").await;
    let app = &goes.fixture.app;
    assert_eq!(goes.go().await.status, 202);
    let refused = app.delete(&format!("{}?on_future_bookings=cancel", goes.record)).await;
    assert_eq!(refused.refusal(), "409 invalid_state");
    // Other changes of the record are not in its way.
    accepted(&app.put(&goes.record, json!({"name": "Another name"})).await, 200);
    hastened(&app.context).await;
    assert_eq!(goes.operation().await["status"], "succeeded");
}
