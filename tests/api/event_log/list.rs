//! `GET /event-log`: pages, totals, filters, how long events are kept, and who sees what of them.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{OutboxFixture, location, made};
use values::Timestamp;

async fn paged(app: &TestApp, filter: &str, size: usize) -> Vec<Value> {
    let mut events = Vec::new();
    for page in 1.. {
        let answer = app.get(&format!("/event-log?page={page}&per_page={size}&{filter}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        events.extend(answer.body["data"].as_array().expect("a list").clone());
        if answer.body["pagination"]["has_more"] == json!(false) {
            let total = answer.body["pagination"]["total"].as_u64().expect("a total");
            assert_eq!(total, events.len() as u64, "{filter}");
            break;
        }
    }
    events
}

async fn by_cursor(app: &TestApp, filter: &str, size: usize) -> Vec<Value> {
    let (mut events, mut cursor) = (Vec::new(), String::new());
    loop {
        let next = if cursor.is_empty() { String::new() } else { format!("&cursor={cursor}") };
        let answer = app.get(&format!("/event-log?limit={size}&{filter}{next}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        events.extend(answer.body["data"].as_array().expect("a list").clone());
        cursor = answer.body["pagination"]["next_cursor"].as_str().expect("a cursor").to_owned();
        if cursor.is_empty() {
            return events;
        }
    }
}

fn instant(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("an instant")
}

/// Events over two days, at several times of each.
async fn filled() -> (OutboxFixture, String) {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    for (day, minute) in [(22, 0), (22, 5), (22, 9), (22, 10), (23, 0), (23, 55)] {
        fixture.app.clock.set(instant(&format!("2026-11-{day}T10:{minute:02}:00.500Z")));
        let names = [1, 2, 3].map(|number| format!("{day} {minute} {number}"));
        super::floors(&fixture.app, &place, &names.each_ref().map(String::as_str)).await;
    }
    fixture.consume().await;
    (fixture, place)
}

#[tokio::test]
async fn every_page_and_every_total_is_exact_by_page_and_by_cursor() {
    let (fixture, place) = filled().await;
    let app = &fixture.app;
    let whole = paged(app, "order=asc", 100).await;
    assert!(whole.len() > 18);
    let filters = [
        String::new(),
        "type=floor.created".to_owned(),
        "object_type=floor".to_owned(),
        format!("object_id={place}"),
        "from=2026-11-22T10:04:00Z&to=2026-11-23T10:00:00.501Z".to_owned(),
        "type=floor.created&from=2026-11-22T10:00:00.500Z&to=2026-11-22T10:09:00.500Z".to_owned(),
        "object_type=floor&from=2026-11-22T10:10:00Z".to_owned(),
        "from=2026-11-22T10:06:00Z&to=2026-11-22T10:08:00Z".to_owned(),
        "from=2026-11-23T10:00:00Z&to=2026-11-22T10:00:00Z".to_owned(),
    ];
    for filter in filters {
        let given = |name: &str| filter.split('&').find_map(|part| part.strip_prefix(&format!("{name}=")));
        let is_in = |event: &&Value| {
            let at = instant(event["occurred_at"].as_str().expect("an instant"));
            ["type", "object_type", "object_id"]
                .iter()
                .all(|name| given(name).is_none_or(|value| event[*name] == value))
                && given("from").is_none_or(|from| at >= instant(from))
                && given("to").is_none_or(|to| at < instant(to))
        };
        let mut expected: Vec<Value> = whole.iter().filter(is_in).cloned().collect();
        for order in ["asc", "desc"] {
            let asked = format!("{filter}&order={order}");
            for size in [2, 7] {
                assert_eq!(paged(app, &asked, size).await, expected, "{asked}");
                assert_eq!(by_cursor(app, &asked, size).await, expected, "{asked}");
            }
            expected.reverse();
        }
    }
}

#[tokio::test]
async fn filters_that_are_no_list_together_are_refused_and_so_are_types_that_there_are_not() {
    let fixture = OutboxFixture::new().await;
    let id = "0190a6de-0000-7000-8000-000000000001";
    for (filter, field) in [
        ("type=floor.created&object_type=floor".to_owned(), "object_type"),
        (format!("type=floor.created&object_id={id}"), "object_id"),
        (format!("object_type=floor&object_id={id}"), "object_id"),
        (format!("actor_id={id}&object_id={id}"), "actor_id"),
    ] {
        let answer = fixture.app.get(&format!("/event-log?{filter}")).await;
        assert_eq!((answer.status, answer.code().to_owned()), (422, "rule_violation".to_owned()), "{}", answer.text);
        assert!(answer.text.contains("not_together") && answer.text.contains(field), "{}", answer.text);
    }
    for filter in ["type=floor.exploded", "object_type=unicorn"] {
        let answer = fixture.app.get(&format!("/event-log?{filter}")).await;
        assert_eq!(answer.status, 400, "{}", answer.text);
    }
}

#[tokio::test]
async fn an_event_is_shown_for_ninety_days() {
    let (mut fixture, _) = filled().await;
    let event = fixture.events("object_type=floor").await.remove(0);
    let path = format!("/event-log/{}", event["id"].as_str().expect("an id"));
    fixture.app.clock.set(instant("2027-02-20T23:59:00Z"));
    assert_eq!(paged(&fixture.app, "object_type=floor", 50).await.len(), 18);
    assert_eq!(fixture.app.get(&path).await.status, 200);
    fixture.app.clock.set(instant("2027-02-21T00:00:00Z"));
    assert_eq!(paged(&fixture.app, "object_type=floor", 50).await.len(), 6);
    assert_eq!(fixture.app.get(&path).await.status, 404);
}

#[tokio::test]
async fn events_that_come_late_count_where_they_happened() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    fixture.app.clock.set(instant("2026-11-22T10:00:00Z"));
    let late = super::floors(&fixture.app, &place, &["First"]).await.remove(0);
    let batch = fixture.batch();
    fixture.app.clock.set(instant("2026-11-23T18:00:00Z"));
    super::floors(&fixture.app, &place, &["Second"]).await;
    fixture.consume().await;
    outbox::consume(&fixture.app.context, &batch).await;
    let events = paged(&fixture.app, "type=floor.created&to=2026-11-23T00:00:00Z", 10).await;
    assert_eq!(events.len(), 1);
    assert_eq!(events[0]["object_id"], late.as_str());
    assert_eq!(paged(&fixture.app, "type=floor.created", 10).await.len(), 2);
}

#[tokio::test]
async fn an_object_is_seen_with_the_scope_of_its_area_only() {
    let mut fixture = OutboxFixture::new().await;
    let place = location(&fixture.app).await;
    made(
        &fixture.app,
        "/plans",
        json!({"name": "Flex", "price": 100, "currency": "EUR", "billing_cycle": "monthly"}),
    )
    .await;
    fixture.consume().await;
    let client = async |scopes: &[&str]| {
        let answer = fixture.app.post("/api-clients", json!({"name": "Reader", "scopes": scopes})).await;
        let text = |field: &str| answer.body["data"][field].as_str().expect("a text").to_owned();
        fixture.app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
    };
    let reader = client(&["merchant:read", "plans:read"]).await;
    let seen = |events: &[Value], object: &str| {
        events.iter().filter(|event| event["object_type"] == object).all(|event| event["object"].is_object())
    };
    let events = paged(&reader, "", 100).await;
    assert!(seen(&events, "plan") && seen(&events, "merchant"));
    let hidden: Vec<&Value> = events.iter().filter(|event| event["object_id"] == place.as_str()).collect();
    assert!(!hidden.is_empty());
    assert!(hidden.iter().all(|event| event["object"].is_null() && event["previous_attributes"].is_null()));
    assert_eq!(client(&["plans:read"]).await.get("/event-log").await.status, 403);
}

#[tokio::test]
async fn a_page_costs_the_same_however_many_events_there_are() {
    let (fixture, _) = filled().await;
    let reader = fixture.app.reconfigured(|_| ()).await;
    let mut before = 0;
    for filter in ["", "type=floor.created", "object_type=floor", "from=2026-11-22T10:04:00Z"] {
        for page in [1, 3] {
            reader.get(&format!("/event-log?per_page=5&page={page}&{filter}")).await;
            let lines = reader.logged();
            let line: Value = serde_json::from_str(lines.last().expect("a line")).expect("JSON");
            let calls = line["store_calls"].as_u64().expect("calls");
            before = before.max(calls);
        }
    }
    assert!(before <= 4, "{before} calls: {:?}", reader.logged().last());
}
