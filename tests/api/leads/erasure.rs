//! Leads in what is held about a person.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{accepted, made, sweep};

use super::Leads;

/// How many records a section of a member's export has.
async fn section(leads: &Leads, member: &str, section: &str) -> Value {
    let answer = leads.fixture.app.get(&format!("/members/{member}/export?section={section}")).await;
    accepted(&answer, 200);
    answer.body["pagination"]["total"].clone()
}

#[tokio::test]
async fn the_export_of_a_member_has_the_leads_that_became_them_and_those_under_their_addresses() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let became = leads.lead(json!({"name": "Vera Before"})).await;
    let vera = leads.acted(&became, "convert", json!({"to": "member"})).await["member_id"].clone();
    let vera = vera.as_str().unwrap_or_default().to_owned();
    leads.lead(json!({"email": "VERA@lang.example"})).await;
    leads.lead(json!({"email": "other@lang.example"})).await;
    assert_eq!(section(&leads, &vera, "leads").await, 1);
    assert_eq!(section(&leads, &vera, "leads_by_email").await, 2);
    accepted(&app.put(&format!("/members/{vera}"), json!({"email": "vera@new.example"})).await, 200);
    leads.lead(json!({"email": "vera@new.example"})).await;
    assert_eq!(section(&leads, &vera, "leads_by_email").await, 3);
    let shown = app.get(&format!("/members/{vera}/export?section=leads")).await;
    assert_eq!(shown.body["data"][0]["fields"]["name"], "Vera Before", "{}", shown.text);
}

#[tokio::test]
async fn anonymising_a_member_deletes_their_leads_and_nobody_elses() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let texts = json!({"name": "canary", "email": "canary@example.com", "phone": "canary", "company_name": "canary",
        "source_text": "canary", "next_step": "canary", "notes": "canary", "metadata": {"canary": "canary"}});
    let became = leads.lead(tests::with(texts.clone(), &json!({"email": "canary.before@example.com"}))).await;
    let member = leads.acted(&became, "convert", json!({"to": "member"})).await["member_id"].clone();
    let member = member.as_str().unwrap_or_default().to_owned();
    accepted(&app.put(&format!("/members/{member}"), json!({"email": "canary@example.com"})).await, 200);
    let open = leads.lead(texts.clone()).await;
    let lost = leads.lead(texts).await;
    leads.acted(&lost, "lose", json!({"lost_reason": "price", "lost_text": "canary"})).await;
    let other = leads.lead(json!({})).await;
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    for _ in 0..2 {
        app.clock.advance(Duration::minutes(2));
        sweep(&app.context).await;
    }
    for lead in [&became, &open, &lost] {
        assert_eq!(app.get(lead).await.status, 404);
    }
    accepted(&app.get(&other).await, 200);
    let left: Vec<String> =
        app.table_text().await.into_iter().filter(|item| item.to_lowercase().contains("canary")).collect();
    assert_eq!(left, Vec::<String>::new());
    // Whoever has the address from then on is somebody else.
    let later = leads.lead(json!({"email": "canary@example.com"})).await;
    app.clock.advance(Duration::minutes(2));
    sweep(&app.context).await;
    accepted(&app.get(&later).await, 200);
}

#[tokio::test]
async fn a_lead_is_the_members_who_is_made_of_its_registration_later() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let lead = leads.lead(json!({})).await;
    let won = leads.acted(&lead, "convert", json!({"to": "registration"})).await;
    assert_eq!(won["member_id"], Value::Null);
    let registration = won["registration_id"].as_str().unwrap_or_default().to_owned();
    let approved = app.post(&format!("/member-registrations/{registration}/approve"), json!({})).await;
    accepted(&approved, 200);
    let member = approved.body["data"]["member_id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(leads.shown(&lead).await["member_id"], json!(member));
    // The address becomes somebody else's, whose export and erasure leave the lead alone.
    accepted(&app.put(&format!("/members/{member}"), json!({"email": "other@lang.example"})).await, 200);
    let next = tests::member(app, "vera@lang.example").await;
    let other = leads.lead(json!({})).await;
    assert_eq!(section(&leads, &next, "leads_by_email").await, 1);
    assert_eq!(section(&leads, &member, "leads").await, 1);
    for (gone, status) in [(&next, 200), (&member, 404)] {
        accepted(&app.post(&format!("/members/{gone}/anonymise"), json!({})).await, 200);
        for _ in 0..2 {
            app.clock.advance(Duration::minutes(2));
            sweep(&app.context).await;
        }
        assert_eq!(app.get(&lead).await.status, status);
        assert_eq!(app.get(&other).await.status, 404);
    }
}

#[tokio::test]
async fn a_lead_that_became_another_member_stays_theirs() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let lead = leads.lead(json!({})).await;
    let first = leads.acted(&lead, "convert", json!({"to": "member"})).await["member_id"].clone();
    let first = first.as_str().unwrap_or_default().to_owned();
    accepted(&app.put(&format!("/members/{first}"), json!({"email": "vera@new.example"})).await, 200);
    let second = made(app, "/members", json!({"email": "vera@lang.example", "name": "Another Vera"})).await;
    accepted(&app.delete(&format!("/members/{second}")).await, 200);
    app.clock.advance(Duration::minutes(2));
    sweep(&app.context).await;
    assert_eq!(leads.shown(&lead).await["name"], "Vera Lang");
    accepted(&app.delete(&format!("/members/{first}")).await, 200);
    app.clock.advance(Duration::minutes(2));
    sweep(&app.context).await;
    assert_eq!(app.get(&lead).await.status, 404);
}
