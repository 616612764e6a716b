//! Which stage follows which.

use serde_json::json;
use tests::{accepted, having, sixteen, without};

use super::Leads;

#[tokio::test]
async fn a_lead_begins_as_new_with_everything_else_empty() {
    let leads = Leads::new().await;
    let lead = leads.shown(&leads.lead(json!({})).await).await;
    let expected = json!({"name": "Vera Lang", "email": "vera@lang.example", "phone": "", "company_name": "",
        "location_id": leads.fixture.location, "stage": "new", "source": "other", "source_text": "", "owner_id": null,
        "next_step": "", "next_step_on": null, "tour_visit_ids": [], "tour_booking_ids": [],
        "membership_plan_id": null, "resource_id": null, "desk_count": null, "wanted_start": null, "notes": "",
        "stage_changed_at": lead["created_at"], "lost_reason": null, "lost_text": "", "member_id": null,
        "registration_id": null, "contract_id": null, "metadata": {}});
    for (field, value) in expected.as_object().into_iter().flatten() {
        assert_eq!(&lead[field], value, "{field}");
    }
}

#[tokio::test]
async fn open_stages_follow_each_other_and_say_since_when() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({"stage": "contacted"})).await;
    for (hour, stage) in (12..).zip(["offer_made", "tour_scheduled", "contacted"]) {
        leads.fixture.clock(&format!("2027-01-01T{hour}:00:00Z"));
        let answer = leads.put(&lead, json!({"stage": stage})).await;
        accepted(&answer, 200);
        assert_eq!(answer.body["data"]["stage_changed_at"], format!("2027-01-01T{hour}:00:00.000Z"), "{stage}");
    }
    leads.fixture.clock("2027-01-01T20:00:00Z");
    let answer = leads.put(&lead, json!({"stage": "contacted", "notes": "Called again"})).await;
    assert_eq!(answer.body["data"]["stage_changed_at"], "2027-01-01T14:00:00.000Z", "{}", answer.text);
}

#[tokio::test]
async fn what_no_update_brings_about_is_refused_on_stage() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({"stage": "contacted"})).await;
    for (stage, reason) in [("new", "not_new_again"), ("won", "by_converting"), ("lost", "by_losing")] {
        let refused = leads.put(&lead, json!({"stage": stage})).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation stage {reason}"));
    }
    for stage in ["won", "lost"] {
        assert_eq!(leads.create(json!({"stage": stage})).await.refusal(), "422 rule_violation stage not_open");
    }
    assert_eq!(leads.create(json!({"stage": "gone"})).await.code(), "validation_error");
    assert_eq!(leads.shown(&lead).await["version"], 1);
}

#[tokio::test]
async fn a_lead_is_lost_for_a_reason_and_then_has_nothing_to_be_done() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({"next_step": "Call", "next_step_on": "2027-01-04"})).await;
    let refused = leads.act(&lead, "lose", json!({"lost_text": "Too dear"})).await;
    assert_eq!(refused.refusal(), "400 validation_error lost_reason required", "{}", refused.text);
    assert_eq!(leads.act(&lead, "lose", json!({"lost_reason": "moon"})).await.status, 400);
    let lost = leads.acted(&lead, "lose", json!({"lost_reason": "price", "lost_text": "Too dear"})).await;
    assert_eq!(
        (&lost["stage"], &lost["lost_reason"], &lost["lost_text"]),
        (&json!("lost"), &json!("price"), &json!("Too dear"))
    );
    assert_eq!((&lost["next_step"], &lost["next_step_on"]), (&json!(""), &json!(null)));
    let again = leads.act(&lead, "lose", json!({"lost_reason": "price"})).await;
    assert_eq!(again.refusal(), "409 invalid_state id lost");
}

#[tokio::test]
async fn a_lost_lead_is_reopened_as_contacted_without_its_reason() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({"stage": "offer_made"})).await;
    assert_eq!(leads.act(&lead, "reopen", json!({})).await.refusal(), "409 invalid_state id not_lost");
    leads.acted(&lead, "lose", json!({"lost_reason": "timing", "lost_text": "Next year"})).await;
    let open = leads.acted(&lead, "reopen", json!({})).await;
    assert_eq!(
        (&open["stage"], &open["lost_reason"], &open["lost_text"]),
        (&json!("contacted"), &json!(null), &json!(""))
    );
    accepted(&leads.put(&lead, json!({"stage": "tour_scheduled"})).await, 200);
}

#[tokio::test]
async fn of_a_lead_that_has_ended_only_notes_and_own_keys_change() {
    let leads = Leads::new().await;
    let lost = leads.lead(json!({})).await;
    leads.acted(&lost, "lose", json!({"lost_reason": "no_answer"})).await;
    let won = leads.lead(json!({"email": "won@lang.example"})).await;
    leads.acted(&won, "convert", json!({"to": "member"})).await;
    for (lead, reason) in [(&lost, "lost"), (&won, "won")] {
        for fields in [json!({"name": "Wim"}), json!({"stage": "contacted"}), json!({"next_step_on": "2027-02-01"})] {
            let refused = leads.put(lead, fields.clone()).await;
            assert_eq!(refused.refusal(), format!("409 invalid_state id {reason}"), "{fields}");
        }
        let answer = leads.put(lead, json!({"notes": "Nice people", "metadata": {"crm": "7"}})).await;
        accepted(&answer, 200);
        // Whoever sends back what was read changes nothing.
        let read = answer.body["data"].clone();
        let fields = [
            "id",
            "version",
            "created_at",
            "updated_at",
            "stage_changed_at",
            "lost_reason",
            "lost_text",
            "member_id",
            "registration_id",
            "contract_id",
        ];
        let sent = fields.into_iter().fold(read.clone(), without);
        let same = leads.put(lead, sent).await;
        accepted(&same, 200);
        assert_eq!(same.body["data"], read);
    }
}

#[tokio::test]
async fn of_sixteen_who_lose_a_lead_at_once_one_does() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({})).await;
    let path = format!("{lead}/lose");
    let answers = sixteen(&leads.fixture.app, "POST", &path, Some(json!({"lost_reason": "price"}))).await;
    assert_eq!((having(&answers, 200), having(&answers, 409)), (1, 15));
}

#[tokio::test]
async fn a_deleted_lead_is_gone_for_every_operation() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({"notes": "canary", "phone": "canary", "metadata": {"canary": "canary"}})).await;
    accepted(&leads.fixture.app.delete(&lead).await, 200);
    assert_eq!(leads.fixture.app.get(&lead).await.status, 404);
    assert_eq!(leads.put(&lead, json!({"notes": ""})).await.status, 404);
    for (action, body) in
        [("convert", json!({"to": "member"})), ("lose", json!({"lost_reason": "price"})), ("reopen", json!({}))]
    {
        assert_eq!(leads.act(&lead, action, body).await.status, 404, "{action}");
    }
    assert_eq!(tests::total(&leads.fixture.app, "/leads").await, 0);
    let left = leads.fixture.app.table_text().await;
    let left: Vec<_> = left.iter().filter(|item| item.contains("canary") || item.contains("vera@lang")).collect();
    assert!(left.is_empty(), "{left:?}");
}
