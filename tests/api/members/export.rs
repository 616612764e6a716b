//! What is held about a person, section by section.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{RoomFixture, accepted, company, event_registration, made, shop_order, with};

const SECTIONS: [(&str, u64); 17] = [
    ("member", 1),
    ("registrations", 1),
    ("registrations_by_email", 2),
    ("company_places", 1),
    ("bookings", 3),
    ("booking_series", 0),
    ("booking_holds", 1),
    ("waitlist_entries", 0),
    ("resource_assignments", 0),
    ("benefit_applications", 1),
    ("check_ins", 1),
    ("shop_orders", 1),
    ("event_registrations", 1),
    ("event_waitlist_entries", 0),
    ("tickets", 1),
    ("sensitive_tickets", 1),
    ("ticket_comments", 1),
];

async fn section(app: &TestApp, member: &str, query: &str) -> Value {
    let answer = app.get(&format!("/members/{member}/export?section={query}")).await;
    assert_eq!(answer.status, 200, "{query} {}", answer.text);
    answer.body
}

/// A member who has registered, joined a company, booked and applied.
async fn person() -> (RoomFixture, String) {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    for end in ["approve", "reject"] {
        let wish = json!({"location_id": fixture.location, "email": "ann@example.com", "name": "Ann", "message": "Hi"});
        let id = made(app, "/member-registrations", wish).await;
        accepted(&app.post(&format!("/member-registrations/{id}/{end}"), json!({})).await, 200);
    }
    let employer = company(app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    accepted(&app.post(&format!("/companies/{employer}/members"), place).await, 201);
    for (from, to) in [("08:00", "09:00"), ("10:00", "11:00"), ("12:00", "13:00")] {
        accepted(&fixture.book_with(from, to, json!({"title": "Mine"})).await, 201);
    }
    let theirs = json!({"customer_id": employer, "member_id": fixture.member, "title": "Theirs"});
    accepted(&fixture.book_with("14:00", "15:00", theirs).await, 201);
    let hold = json!({"resource_id": fixture.room, "customer_id": fixture.member, "start_time": tests::instant("16:00"),
        "end_time": tests::instant("17:00")});
    made(app, "/booking-holds", hold).await;
    let benefit = made(
        app,
        "/benefits",
        json!({"location_id": fixture.location, "title": "Notion", "visibility": "public"}),
    )
    .await;
    let wish = json!({"benefit_id": benefit, "customer_id": fixture.member, "comment": "Please"});
    made(app, "/benefit-applications", wish).await;
    let pass = json!({"customer_id": fixture.member, "type": "admin_allocation", "amount": 1});
    made(app, "/day-pass-transactions", pass).await;
    made(app, "/check-ins", json!({"member_id": fixture.member, "location_id": fixture.location})).await;
    let order = shop_order(app, &fixture.location, &fixture.member).await;
    let order = made(app, "/shop-orders", order).await;
    accepted(&app.post(&format!("/shop-orders/{order}/cancel"), json!({})).await, 200);
    let ticket = event_registration(app, &fixture.location, &fixture.member).await;
    let ticket = made(app, "/event-registrations", ticket).await;
    accepted(&app.post(&format!("/event-registrations/{ticket}/cancel"), json!({})).await, 200);
    for kind in ["cleaning", "harassment"] {
        let ticket = json!({"location_id": fixture.location, "requester_id": fixture.member, "type": kind,
            "description": "Please"});
        let ticket = made(app, "/tickets", ticket).await;
        if kind == "cleaning" {
            let comment = json!({"author_id": fixture.member, "text": "Soon"});
            made(app, &format!("/tickets/{ticket}/comments"), comment).await;
        }
        closed(app, &ticket).await;
    }
    (fixture, employer)
}

/// Somebody takes care of a ticket, so that it stands in nobody's way.
async fn closed(app: &TestApp, ticket: &str) {
    let helper = tests::member_as(app, &format!("{ticket}@example.com"), "admin").await;
    accepted(&app.post(&format!("/tickets/{ticket}/assign"), json!({"assignee_id": helper})).await, 200);
    for step in ["start", "solve", "close"] {
        accepted(&app.post(&format!("/tickets/{ticket}/{step}"), json!({})).await, 200);
    }
}

#[tokio::test]
async fn an_export_has_everything_of_a_person_by_section() {
    let (fixture, employer) = person().await;
    let app = &fixture.app;
    fixture.another_member().await;
    for (name, total) in SECTIONS {
        assert_eq!(section(app, &fixture.member, name).await["pagination"]["total"], total, "{name}");
    }
    let member = section(app, &fixture.member, "member").await;
    assert_eq!(member["data"][0]["fields"]["email"], "ann@example.com");
    assert_eq!(member["data"][0]["fields"]["companies"]["ids"], json!([employer]));
    let theirs = section(app, &fixture.member, &format!("bookings&company_id={employer}")).await;
    let titles: Vec<_> = theirs["data"].as_array().into_iter().flatten().map(|one| &one["fields"]["title"]).collect();
    assert_eq!(titles, ["Theirs"]);
    let own = section(app, &fixture.member, "bookings&limit=2").await;
    let cursor = own["pagination"]["next_cursor"].as_str().unwrap_or_default();
    let rest = section(app, &fixture.member, &format!("bookings&limit=2&cursor={cursor}")).await;
    assert_eq!((own["data"].as_array().map(Vec::len), rest["data"].as_array().map(Vec::len)), (Some(2), Some(1)));
}

#[tokio::test]
async fn an_export_needs_the_scopes_of_the_areas_that_it_shows() {
    let (fixture, _) = person().await;
    let client = made_client(&fixture.app, &["members:read", "benefits:read"]).await;
    let app = fixture.app.as_client(&client);
    for (name, _) in SECTIONS {
        let answer = app.get(&format!("/members/{}/export?section={name}", fixture.member)).await;
        let allowed =
            ["member", "registrations", "registrations_by_email", "benefit_applications", "check_ins"].contains(&name);
        let expected = if allowed { "200 " } else { "403 forbidden" };
        assert_eq!(answer.refusal(), expected, "{name}");
    }
}

async fn made_client(app: &TestApp, scopes: &[&str]) -> testing::TestClient {
    let body = with(json!({"name": "Clerk"}), &json!({"scopes": scopes}));
    let made = TestApp::made(&app.post("/api-clients", body).await);
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    testing::TestClient { client_id: text("client_id"), secret: text("secret") }
}

#[tokio::test]
async fn an_export_needs_a_member_that_is_there_and_a_section_that_exists() {
    let (fixture, _) = person().await;
    let app = &fixture.app;
    let export = async |id: &str, query: &str| app.get(&format!("/members/{id}/export{query}")).await.refusal();
    assert_eq!(export(&fixture.member, "").await, "200 ");
    assert_eq!(export(&fixture.member, "?section=all").await, "400 validation_error section invalid_value");
    assert_eq!(export(tests::NOBODY, "?section=member").await, "404 not_found");
    accepted(&app.delete(&format!("/members/{}?on_future_bookings=keep", fixture.member)).await, 200);
    assert_eq!(export(&fixture.member, "?section=member").await, "404 not_found");
}

#[tokio::test]
async fn an_export_has_registrations_under_earlier_addresses_too() {
    let (fixture, _) = person().await;
    let app = &fixture.app;
    let path = format!("/members/{}", fixture.member);
    let registers = async |email: &str| {
        let wish = json!({"location_id": fixture.location, "email": email, "name": "Ann"});
        let id = made(app, "/member-registrations", wish).await;
        accepted(&app.post(&format!("/member-registrations/{id}/reject"), json!({})).await, 200);
    };
    for email in ["ann.two@example.com", "ann.three@example.com", "ann.four@example.com"] {
        accepted(&app.put(&path, json!({"email": email})).await, 200);
        registers(&email.to_uppercase().replace("EXAMPLE.COM", "example.com")).await;
    }
    fixture.another_member().await;
    registers("bob@example.com").await;
    let exported = section(app, &fixture.member, "registrations_by_email").await;
    assert_eq!(exported["pagination"]["total"], 5, "two, and one under each of three later addresses");
    let first = section(app, &fixture.member, "registrations_by_email&limit=2").await;
    let cursor = first["pagination"]["next_cursor"].as_str().unwrap_or_default();
    let rest = section(app, &fixture.member, &format!("registrations_by_email&limit=3&cursor={cursor}")).await;
    assert_eq!((first["data"].as_array().map(Vec::len), rest["data"].as_array().map(Vec::len)), (Some(2), Some(3)));
    // An address that another member has by now is that member's.
    made(app, "/members", json!({"email": "ann.two@example.com", "name": "Other"})).await;
    let exported = section(app, &fixture.member, "registrations_by_email").await;
    assert_eq!(exported["pagination"]["total"], 4);
}
