//! What is told of leads.

use serde_json::json;
use tests::{ContractFixture, OutboxFixture, accepted, made};

#[tokio::test]
async fn what_happens_to_a_lead_is_told_without_anything_of_the_person() {
    let mut outbox = OutboxFixture::new().await;
    let location = tests::location(&outbox.app).await;
    let body = json!({"location_id": location, "name": "canary", "email": "canary@example.com", "phone": "canary",
        "company_name": "canary", "source_text": "canary", "next_step": "canary", "notes": "canary",
        "metadata": {"canary": "canary"}, "source": "referral"});
    let id = made(&outbox.app, "/leads", body).await;
    let lead = format!("/leads/{id}");
    accepted(&outbox.app.put(&lead, json!({"desk_count": 3})).await, 200);
    accepted(&outbox.app.put(&lead, json!({"stage": "contacted"})).await, 200);
    let lost = json!({"lost_reason": "price", "lost_text": "canary"});
    accepted(&outbox.app.post(&format!("{lead}/lose"), lost).await, 200);
    accepted(&outbox.app.post(&format!("{lead}/reopen"), json!({})).await, 200);
    accepted(&outbox.app.post(&format!("{lead}/convert"), json!({"to": "member"})).await, 200);
    accepted(&outbox.app.delete(&lead).await, 200);
    let events = outbox.events(&format!("object_id={id}")).await;
    let types: Vec<&str> = events.iter().filter_map(|event| event["type"].as_str()).collect();
    assert_eq!(
        types,
        [
            "lead.created",
            "lead.updated",
            "lead.stage_changed",
            "lead.lost",
            "lead.reopened",
            "lead.won",
            "lead.deleted"
        ]
    );
    // Beside the object stands the name of the member who was made of it, as of any event that names a member.
    assert_eq!(events[5]["expanded"]["member"]["name"], "canary", "{}", events[5]);
    let mut told = events.clone();
    for event in &mut told {
        event["expanded"] = json!({});
    }
    let told = json!(told).to_string();
    assert!(!told.contains("canary"), "{told}");
    assert_eq!(
        (&events[0]["object"]["source"], &events[3]["object"]["lost_reason"]),
        (&json!("referral"), &json!("price"))
    );
    assert!(events[5]["object"]["member_id"].is_string(), "{}", events[5]);
}

#[tokio::test]
async fn converting_is_told_of_the_lead_and_of_what_it_became() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = ContractFixture::of(outbox.app.clone()).await;
    let body = json!({"location_id": fixture.location, "name": "Vera", "email": "vera@lang.example",
        "membership_plan_id": fixture.plan, "wanted_start": "2027-02-01"});
    let lead = made(&fixture.app, "/leads", body).await;
    let convert = json!({"to": "contract", "contract": {"template_id": fixture.template}});
    let won = fixture.app.post(&format!("/leads/{lead}/convert"), convert).await;
    accepted(&won, 200);
    for (id, event) in [("id", "lead.won"), ("member_id", "member.created"), ("contract_id", "contract.created")] {
        let id = won.body["data"][id].as_str().unwrap_or_default().to_owned();
        let types = outbox.types(&format!("object_id={id}")).await;
        assert_eq!(types.last().map(String::as_str), Some(event), "{id}");
    }
}
