//! What leads name, and what becomes of a lead when that goes.

use serde_json::{Value, json};
use tests::{NOBODY, accepted, company, location_with, made, member, member_as, resource};

use super::Leads;

/// A visit and a booking at a location, by a member.
async fn tours(leads: &Leads, location: &str) -> (String, String) {
    let fixture = &leads.fixture;
    let visit = json!({"location_id": location, "host_id": fixture.member, "visitor": {"name": "Vera"},
        "expected_at": "2027-01-05T10:00:00.000Z"});
    let visit = made(&fixture.app, "/visitor-visits", visit).await;
    let room = resource(&fixture.app, location, "Oak", "meeting_room", json!({})).await;
    let booking = json!({"resource_id": room, "customer_id": fixture.member, "start_time": "2027-01-05T10:00:00.000Z",
        "end_time": "2027-01-05T11:00:00.000Z"});
    (visit, made(&fixture.app, "/bookings", booking).await)
}

#[tokio::test]
async fn a_field_that_names_what_is_not_there_is_refused_by_its_name() {
    let leads = Leads::new().await;
    for (fields, field) in [
        (json!({"location_id": NOBODY}), "location_id"),
        (json!({"owner_id": NOBODY}), "owner_id"),
        (json!({"membership_plan_id": NOBODY}), "membership_plan_id"),
        (json!({"resource_id": NOBODY}), "resource_id"),
        (json!({"tour_visit_ids": [NOBODY]}), "tour_visit_ids[0]"),
        (json!({"tour_booking_ids": [NOBODY]}), "tour_booking_ids[0]"),
    ] {
        let refused = leads.create(fields).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation {field} reference_not_found"));
    }
    for (fields, field) in [
        (json!({"name": ""}), "name"),
        (json!({"email": "no"}), "email"),
        (json!({"desk_count": 0}), "desk_count"),
        (json!({"desk_count": 1001}), "desk_count"),
        (json!({"wanted_start": "soon"}), "wanted_start"),
        (json!({"source": "moon"}), "source"),
        (json!({"member_id": NOBODY}), "member_id"),
    ] {
        let refused = leads.create(fields).await;
        assert_eq!(
            (refused.status, &refused.body["error"]["details"]["field"]),
            (400, &json!(field)),
            "{}",
            refused.text
        );
    }
    let many: Vec<&str> = vec![NOBODY; 21];
    assert_eq!(leads.create(json!({"tour_visit_ids": many})).await.status, 400);
}

#[tokio::test]
async fn what_is_at_another_location_is_refused_by_its_name() {
    let leads = Leads::new().await;
    let fixture = &leads.fixture;
    let elsewhere = location_with(&fixture.app, json!({"name": "Dock"})).await;
    let plan = json!({"location_id": elsewhere, "name": "Desk", "cycle": "monthly", "price": 300, "currency": "EUR"});
    let plan = made(&fixture.app, "/memberships", plan).await;
    let desk = resource(&fixture.app, &elsewhere, "Desk", "dedicated_desk", json!({})).await;
    let (visit, booking) = tours(&leads, &elsewhere).await;
    let lead = leads.lead(json!({})).await;
    for (fields, field) in [
        (json!({"membership_plan_id": plan}), "membership_plan_id"),
        (json!({"resource_id": desk}), "resource_id"),
        (json!({"tour_visit_ids": [visit]}), "tour_visit_ids[0]"),
        (json!({"tour_booking_ids": [booking]}), "tour_booking_ids[0]"),
    ] {
        let expected = format!("422 rule_violation {field} other_location");
        assert_eq!(leads.create(fields.clone()).await.refusal(), expected);
        assert_eq!(leads.put(&lead, fields).await.refusal(), expected);
    }
}

#[tokio::test]
async fn an_owner_is_an_active_manager_of_the_location_or_runs_all() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let manager = async |email: &str, places: Value| {
        let body = json!({"email": email, "name": "Mia", "role": "manager", "location_ids": places});
        made(app, "/members", body).await
    };
    let elsewhere = location_with(app, json!({"name": "Dock"})).await;
    let (mia, max) = (
        manager("mia@example.com", json!([leads.fixture.location])).await,
        manager("max@example.com", json!([elsewhere])).await,
    );
    let (ada, ben) = (member_as(app, "ada@example.com", "admin").await, member(app, "ben@example.com").await);
    let lead = leads.lead(json!({"owner_id": mia})).await;
    accepted(&leads.put(&lead, json!({"owner_id": ada})).await, 200);
    accepted(&leads.put(&lead, json!({"owner_id": mia})).await, 200);
    for (owner, reason) in
        [(&ben, "not_on_team"), (&max, "not_on_team"), (&company(app, &elsewhere).await, "reference_not_found")]
    {
        let refused = leads.put(&lead, json!({"owner_id": owner})).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation owner_id {reason}"));
    }
    // A lead that moves takes nobody with it who runs the other location alone.
    let moved = leads.put(&lead, json!({"location_id": elsewhere})).await;
    assert_eq!(moved.refusal(), "422 rule_violation owner_id not_on_team");
    accepted(&leads.put(&lead, json!({"location_id": elsewhere, "owner_id": max})).await, 200);
    accepted(&app.post(&format!("/members/{ada}/block"), json!({})).await, 200);
    let refused = leads.put(&lead, json!({"owner_id": ada})).await;
    assert_eq!(refused.refusal(), "422 rule_violation owner_id customer_blocked");
}

#[tokio::test]
async fn tours_are_named_once_and_those_of_before_stay() {
    let leads = Leads::new().await;
    let fixture = &leads.fixture;
    let (visit, booking) = tours(&leads, &fixture.location).await;
    let lead = leads.lead(json!({"tour_visit_ids": [visit], "tour_booking_ids": [booking]})).await;
    let refused = leads.put(&lead, json!({"tour_visit_ids": [visit, visit]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation tour_visit_ids[1] repeated");
    // They are kept by nothing: the visit is deleted, and the lead goes on naming it.
    accepted(&fixture.app.delete(&format!("/visitor-visits/{visit}")).await, 200);
    accepted(&fixture.app.post(&format!("/bookings/{booking}/cancel"), json!({})).await, 200);
    let elsewhere = location_with(&fixture.app, json!({"name": "Dock"})).await;
    let moved = leads.put(&lead, json!({"location_id": elsewhere, "tour_visit_ids": [visit]})).await;
    accepted(&moved, 200);
    assert_eq!(moved.body["data"]["tour_booking_ids"], json!([booking]));
    accepted(&leads.put(&lead, json!({"tour_visit_ids": []})).await, 200);
    let refused = leads.put(&lead, json!({"tour_visit_ids": [visit]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation tour_visit_ids[0] reference_archived");
}

#[tokio::test]
async fn nothing_that_a_lead_names_is_kept_by_it_and_the_lead_goes_on() {
    let leads = Leads::new().await;
    let fixture = &leads.fixture;
    let app = &fixture.app;
    let olga = member_as(app, "olga@example.com", "admin").await;
    let desk = resource(app, &fixture.location, "Desk", "dedicated_desk", json!({})).await;
    let named = json!({"owner_id": olga, "membership_plan_id": fixture.plan, "resource_id": desk});
    let lead = leads.lead(named.clone()).await;
    accepted(&app.delete(&format!("/resources/{desk}")).await, 200);
    accepted(&app.delete(&format!("/memberships/{}", fixture.plan)).await, 200);
    accepted(&app.delete(&format!("/members/{olga}")).await, 200);
    let shown = leads.shown(&lead).await;
    for (field, value) in named.as_object().into_iter().flatten() {
        assert_eq!(&shown[field], value, "{field}");
    }
    // What is named already is not looked at again; what comes to be named is.
    accepted(&leads.put(&lead, tests::with(named, &json!({"next_step": "Call"}))).await, 200);
    for (fields, field) in [
        (json!({"owner_id": olga}), "owner_id"),
        (json!({"membership_plan_id": fixture.plan}), "membership_plan_id"),
        (json!({"resource_id": desk}), "resource_id"),
    ] {
        let refused = leads.create(fields).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation {field} reference_archived"));
    }
    let refused = leads.act(&lead, "convert", json!({"to": "registration"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation membership_plan_id membership_plan_inactive");
    let contract = json!({"template_id": fixture.template, "start_date": "2027-02-01"});
    let to_contract = json!({"to": "contract", "contract": contract});
    let refused = leads.act(&lead, "convert", to_contract.clone()).await;
    assert_eq!(refused.refusal(), "422 rule_violation membership_plan_id reference_archived");
    accepted(&leads.put(&lead, json!({"membership_plan_id": null})).await, 200);
    let refused = leads.act(&lead, "convert", to_contract).await;
    assert_eq!(refused.refusal(), "422 rule_violation resource_id reference_archived");
    accepted(
        &leads.put(&lead, json!({"membership_plan_id": null, "resource_id": null, "owner_id": null})).await,
        200,
    );
}

#[tokio::test]
async fn leads_of_a_location_that_is_archived_stay_and_can_move() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let dock = location_with(app, json!({"name": "Dock"})).await;
    let lead = leads.lead(json!({"location_id": dock})).await;
    accepted(&app.put(&format!("/locations/{dock}"), json!({"is_active": false})).await, 200);
    let refused = leads.create(json!({"location_id": dock})).await;
    assert_eq!(refused.refusal(), "422 rule_violation location_id location_inactive");
    for to in ["registration", "member"] {
        let refused = leads.act(&lead, "convert", json!({"to": to})).await;
        assert_eq!(refused.refusal(), "422 rule_violation location_id location_inactive", "{to}");
    }
    accepted(&app.delete(&format!("/locations/{dock}")).await, 200);
    assert_eq!(leads.shown(&lead).await["location_id"], json!(dock));
    let contract = json!({"template_id": leads.fixture.template});
    for body in [json!({"to": "member"}), json!({"to": "contract", "contract": contract})] {
        let refused = leads.act(&lead, "convert", body).await;
        assert_eq!(refused.refusal(), "422 rule_violation location_id reference_archived", "{}", refused.text);
    }
    accepted(&leads.put(&lead, json!({"next_step": "Offer another place"})).await, 200);
    accepted(&leads.put(&lead, json!({"location_id": leads.fixture.location})).await, 200);
    leads.acted(&lead, "convert", json!({"to": "member"})).await;
}
