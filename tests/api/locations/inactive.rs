//! Nothing is made at an inactive location, also when it becomes so at the same moment; and an archived one leaves no
//! registration open.

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use testing::{Fault, Seen, TestApp, TestResponse};
use tests::{accepted, app, benefit_of, company, event_registration, location, made, member, resource, shop_order};

/// Rounds in which a request that has read the location as active is overtaken by its deactivation.
const ROUNDS_MAX: usize = 20;

/// What would be made at a location: the request, and how it is refused when the location is inactive.
struct Wish {
    path: String,
    body: Value,
    refusal: &'static str,
}

const BY_LOCATION: &str = "422 rule_violation location_id location_inactive";

fn wish(path: &str, body: Value, refusal: &'static str) -> Wish {
    Wish { path: path.to_owned(), body, refusal }
}

/// The same of what is sold: in the shop, and at events.
async fn sold(app: &TestApp, location: &str) -> Vec<Wish> {
    const BY_EVENT: &str = "422 rule_violation event_id location_inactive";
    let named = json!({"location_id": location, "name": "New"});
    let bob = member(app, "bob.buys@example.com").await;
    let order = shop_order(app, location, &bob).await;
    let registration = event_registration(app, location, &bob).await;
    let times = json!({"start_time": "2027-12-10T18:00:00Z", "end_time": "2027-12-10T20:00:00Z"});
    let event = tests::with(json!({"location_id": location, "title": "New"}), &times);
    let draft = made(app, "/events", event.clone()).await;
    let category = made(app, "/shop-categories", named.clone()).await;
    let options = json!([{"title": "One", "price": 10}]);
    let product = json!({"location_id": location, "category_id": category, "title": "New", "options": options});
    vec![
        wish("/shop-categories", named, BY_LOCATION),
        wish("/shop-orders", order.clone(), BY_LOCATION),
        wish("/events", event, BY_LOCATION),
        wish(&format!("/events/{draft}/publish"), json!({}), "422 rule_violation id location_inactive"),
        wish("/event-registrations", registration.clone(), BY_EVENT),
        wish("/event-registrations", tests::with(registration, &json!({"payment_source": "invoice"})), BY_EVENT),
        wish("/shop-orders", tests::with(order, &json!({"payment_source": "invoice"})), BY_LOCATION),
        wish("/shop-products", product, BY_LOCATION),
    ]
}

/// One of each kind. What they need stands at the location already.
async fn wishes(app: &TestApp, location: &str) -> Vec<Wish> {
    let price = json!({"price": 10, "currency": "EUR"});
    let with_price = |body: Value| tests::with(body, &price);
    let named = json!({"location_id": location, "name": "New"});
    let membership = with_price(tests::with(named.clone(), &json!({"cycle": "monthly"})));
    let plan = made(app, "/plans", with_price(json!({"name": "Flex", "billing_cycle": "monthly"}))).await;
    let offer = made(app, "/memberships", membership.clone()).await;
    let old = made(app, "/memberships", membership.clone()).await;
    accepted(&app.delete(&format!("/memberships/{old}")).await, 200);
    let office = resource(app, location, "Office", "office", json!({})).await;
    let (benefit, ann) = (benefit_of(app, location).await, member(app, "ann@example.com").await);
    let employer = company(app, location).await;
    let pool = json!({"location_id": location, "title": "Pool", "redemption_code_mode": "pool"});
    let pool = made(app, "/benefits", pool).await;
    let invited = json!({"location_id": location, "email": "bob@example.com", "name": "Bob", "source": "invite"});
    let invited = made(app, "/member-registrations", invited).await;
    let visitor = json!({"location_id": location, "host_id": ann, "visitor": {"name": "Vera"}});
    let ticket = json!({"location_id": location, "requester_id": ann, "type": "other", "description": "Help"});
    let asked = made(app, "/visitor-requests", visitor.clone()).await;
    vec![
        wish("/tickets", ticket, BY_LOCATION),
        wish("/floors", tests::with(named.clone(), &json!({"level": 1})), BY_LOCATION),
        wish("/resources", tests::with(named.clone(), &json!({"type": "hot_desk"})), BY_LOCATION),
        wish("/companies", named.clone(), BY_LOCATION),
        wish("/benefit-categories", named, BY_LOCATION),
        wish("/benefits", json!({"location_id": location, "title": "New"}), BY_LOCATION),
        wish("/memberships", membership, BY_LOCATION),
        wish(&format!("/memberships/{offer}/duplicate"), json!({"name": "Copy"}), BY_LOCATION),
        wish(&format!("/memberships/{old}/restore"), Value::Null, "409 invalid_state"),
        wish(
            &format!("/plans/{plan}/publish"),
            json!({"location_ids": [location]}),
            "422 rule_violation location_ids[0] location_inactive",
        ),
        wish(
            "/member-registrations",
            json!({"location_id": location, "email": "carl@example.com", "name": "Carl"}),
            BY_LOCATION,
        ),
        wish(&format!("/member-registrations/{invited}/resend"), Value::Null, BY_LOCATION),
        wish(&format!("/member-registrations/{invited}/approve"), Value::Null, BY_LOCATION),
        wish(
            "/resource-assignments",
            json!({"resource_id": office, "customer_id": ann, "start_date": "2027-01-01"}),
            "422 rule_violation resource_id location_inactive",
        ),
        wish(
            &format!("/companies/{employer}/members"),
            json!({"member_id": ann, "role": "manager"}),
            "409 invalid_state location_id location_inactive",
        ),
        wish(
            "/benefit-codes",
            json!({"benefit_id": pool, "codes": ["NTN-7QX2"]}),
            "422 rule_violation benefit_id location_inactive",
        ),
        wish("/visitor-contacts", json!({"location_id": location, "name": "Vera"}), BY_LOCATION),
        wish("/visitor-requests", visitor.clone(), BY_LOCATION),
        wish(
            "/visitor-visits",
            tests::with(visitor, &json!({"expected_at": "2027-01-11T09:00:00Z"})),
            BY_LOCATION,
        ),
        wish(&format!("/visitor-requests/{asked}/approve"), json!({}), BY_LOCATION),
        wish("/benefit-applications", json!({"benefit_id": benefit, "customer_id": ann}), "409 invalid_state"),
    ]
    .into_iter()
    .chain(sold(app, location).await)
    .collect()
}

async fn send(app: &TestApp, wish: &Wish) -> TestResponse {
    app.send("POST", &wish.path, (!wish.body.is_null()).then(|| wish.body.clone()), &[]).await
}

async fn activate(app: &TestApp, location: &str, is_active: bool) -> TestResponse {
    // Events that are published here stay.
    let choice = if is_active { "" } else { "?on_future_bookings=keep" };
    app.put(&format!("/locations/{location}{choice}"), json!({"is_active": is_active})).await
}

/// Sends a request whose first write is late, and deactivates the location while it is on its way.
async fn overtaken(app: &TestApp, wish: &Wish, location: &str, late_ms: u64) -> TestResponse {
    // An invitation that is sent again at the same instant stays as it is.
    app.clock.advance(chrono::Duration::minutes(1));
    drop(app.faults.seen());
    app.faults.next("TransactWriteItems", 1, Fault::Late(late_ms));
    let answered = AtomicBool::new(false);
    let request = async {
        let answer = send(app, wish).await;
        answered.store(true, Ordering::SeqCst);
        answer
    };
    let is_write = |seen: &Seen| seen.operation == "TransactWriteItems";
    let deactivation = async {
        while !answered.load(Ordering::SeqCst) && !app.faults.seen().iter().any(is_write) {
            tokio::task::yield_now().await;
        }
        activate(app, location, false).await
    };
    let (answer, deactivated) = tokio::join!(request, deactivation);
    app.faults.clear();
    accepted(&deactivated, 200);
    accepted(&activate(app, location, true).await, 200);
    answer
}

#[tokio::test]
async fn nothing_is_made_at_an_inactive_location() {
    let app = app().await;
    let place = location(&app).await;
    let wishes = wishes(&app, &place).await;
    accepted(&activate(&app, &place, false).await, 200);
    for wish in &wishes {
        assert_eq!(send(&app, wish).await.refusal(), wish.refusal, "{}", wish.path);
    }
    accepted(&activate(&app, &place, true).await, 200);
    for wish in &wishes {
        let answer = send(&app, wish).await;
        assert!(matches!(answer.status, 200 | 201), "{} {}", wish.path, answer.text);
    }
}

#[tokio::test]
async fn what_has_read_a_location_as_active_is_not_made_after_its_deactivation() {
    let app = app().await;
    let place = location(&app).await;
    for wish in wishes(&app, &place).await {
        let (mut answers, mut late_ms) = (Vec::new(), 250);
        while answers.len() < ROUNDS_MAX && answers.last().map(String::as_str) != Some(wish.refusal) {
            // On a slow machine the request has to wait longer for the deactivation.
            late_ms += 250;
            let answer = overtaken(&app, &wish, &place, late_ms).await;
            // Otherwise the deactivation was slower.
            assert!(
                matches!(answer.status, 200 | 201) || answer.refusal() == wish.refusal,
                "{} {}",
                wish.path,
                answer.text
            );
            answers.push(answer.refusal());
        }
        assert_eq!(answers.last().map(String::as_str), Some(wish.refusal), "{} {answers:?}", wish.path);
    }
}

async fn archive(app: &TestApp, location: &str) -> String {
    app.delete(&format!("/locations/{location}")).await.refusal()
}

const OPEN: &str = "409 in_use id registrations_open";

#[tokio::test]
async fn registrations_that_are_open_stay_open_while_their_location_is_inactive_and_are_not_approved() {
    let app = app().await;
    let place = location(&app).await;
    let path = "/member-registrations";
    let mut ids = Vec::new();
    for name in ["approve", "reject", "withdraw", "expire"] {
        let body = json!({"location_id": place, "email": format!("{name}@example.com"), "name": "Ann"});
        ids.push(made(&app, path, body).await);
    }
    accepted(&activate(&app, &place, false).await, 200);
    let act = async |id: &str, action: &str| app.post(&format!("{path}/{id}/{action}"), json!({})).await.refusal();
    let status = async |id: &str| app.get(&format!("{path}/{id}")).await.body["data"]["status"].clone();
    for id in &ids {
        assert_eq!(status(id).await, "pending");
        assert_eq!(act(id, "approve").await, BY_LOCATION);
    }
    assert_eq!((act(&ids[1], "reject").await.as_str(), act(&ids[2], "withdraw").await.as_str()), ("200 ", "200 "));
    accepted(&activate(&app, &place, true).await, 200);
    assert_eq!(act(&ids[0], "approve").await, "200 ");
    accepted(&activate(&app, &place, false).await, 200);
    tests::days(&app, 15);
    assert_eq!(status(&ids[3]).await, "expired");
}

#[tokio::test]
async fn a_location_is_not_archived_while_a_registration_is_open_there() {
    let app = app().await;
    let path = "/member-registrations";
    for (source, action) in
        [("signup", "approve"), ("signup", "reject"), ("signup", "withdraw"), ("invite", "withdraw")]
    {
        let place = location(&app).await;
        let email = format!("{source}.{action}@example.com");
        let body = json!({"location_id": place, "email": email, "name": "Ann", "source": source});
        let id = made(&app, path, body).await;
        assert_eq!(archive(&app, &place).await, OPEN, "{source}");
        accepted(&app.post(&format!("{path}/{id}/{action}"), json!({})).await, 200);
        assert_eq!(archive(&app, &place).await, "200 ", "{source} {action}");
    }
    let place = location(&app).await;
    let rows = json!({"registrations": [{"location_id": place, "email": "row@example.com", "name": "Row"}]});
    accepted(&app.post(&format!("{path}/import"), rows).await, 200);
    assert_eq!(archive(&app, &place).await, OPEN);
    tests::days(&app, 13);
    assert_eq!(archive(&app, &place).await, OPEN);
    tests::days(&app, 2);
    assert_eq!(archive(&app, &place).await, "200 ", "what expired by itself is not in the way");
}

#[tokio::test]
async fn an_invitation_that_is_sent_again_keeps_its_location_until_its_new_time_is_over() {
    let app = app().await;
    let place = location(&app).await;
    let body = json!({"location_id": place, "email": "ann@example.com", "name": "Ann", "source": "invite",
        "valid_days": 90});
    let id = made(&app, "/member-registrations", body).await;
    for days in [0, 60] {
        tests::days(&app, days);
        accepted(&app.post(&format!("/member-registrations/{id}/resend"), json!({})).await, 200);
        assert_eq!(archive(&app, &place).await, OPEN);
    }
    tests::days(&app, 89);
    assert_eq!(archive(&app, &place).await, OPEN);
    tests::days(&app, 2);
    assert_eq!(archive(&app, &place).await, "200 ");
}

#[tokio::test]
async fn of_a_registration_and_the_archiving_of_its_location_one_happens() {
    let app = app().await;
    for round in 0..8 {
        let place = location(&app).await;
        let body = json!({"location_id": place, "email": format!("p{round}@example.com"), "name": "Ann"});
        app.faults.random("TransactWriteItems", round, vec![(500, Fault::Late(20)), (500, Fault::Late(60))]);
        let (made, archived) = tokio::join!(app.post("/member-registrations", body), archive(&app, &place));
        app.faults.clear();
        let outcome = (made.status, archived.as_str());
        assert!(matches!(outcome, (201, OPEN) | (422, "200 ")), "{outcome:?}");
    }
}
