//! What a lead becomes, in one transaction with it.

use serde_json::{Value, json};
use tests::{accepted, made, member, sixteen, total, with};

use super::Leads;

#[tokio::test]
async fn a_lead_becomes_an_invitation_or_a_registration_with_what_it_knows() {
    let leads = Leads::new().await;
    for (to, source, status) in [("invitation", "invite", "invited"), ("registration", "signup", "pending")] {
        let fields = json!({"email": format!("{to}@lang.example"), "membership_plan_id": leads.fixture.plan,
            "next_step": "Call", "next_step_on": "2027-01-04"});
        let lead = leads.lead(fields).await;
        let won = leads.acted(&lead, "convert", json!({"to": to})).await;
        assert_eq!(
            (&won["stage"], &won["member_id"], &won["contract_id"]),
            (&json!("won"), &json!(null), &json!(null))
        );
        assert_eq!((&won["next_step"], &won["next_step_on"]), (&json!(""), &json!(null)));
        assert_eq!(leads.shown(&lead).await, won);
        let path = format!("/member-registrations/{}", won["registration_id"].as_str().unwrap_or_default());
        let made = leads.shown(&path).await;
        for (field, value) in [
            ("source", json!(source)),
            ("status", json!(status)),
            ("name", json!("Vera Lang")),
            ("email", json!(format!("{to}@lang.example"))),
            ("location_id", json!(leads.fixture.location)),
            ("membership_plan_id", json!(leads.fixture.plan)),
            ("message", json!("")),
        ] {
            assert_eq!(made[field], value, "{to} {field}");
        }
    }
}

#[tokio::test]
async fn a_plan_that_needs_no_approval_makes_member_and_subscription_at_once() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let plan = json!({"location_id": leads.fixture.location, "name": "Walk-in", "cycle": "monthly", "price": 10,
        "currency": "EUR", "signup_enabled": true, "signup_type": "immediate"});
    let lead = leads.lead(json!({"membership_plan_id": made(app, "/memberships", plan).await})).await;
    let won = leads.acted(&lead, "convert", json!({"to": "registration"})).await;
    let registration = format!("/member-registrations/{}", won["registration_id"].as_str().unwrap_or_default());
    let registration = leads.shown(&registration).await;
    assert_eq!((&registration["status"], &registration["member_id"]), (&json!("approved"), &won["member_id"]));
    assert!(won["member_id"].is_string() && registration["subscription_id"].is_string(), "{won}");
}

#[tokio::test]
async fn a_lead_becomes_a_new_member_or_the_one_with_its_address() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let new = leads.lead(json!({"phone": "+49 30 555 0100", "membership_plan_id": leads.fixture.plan})).await;
    let won = leads.acted(&new, "convert", json!({"to": "member"})).await;
    let path = format!("/members/{}", won["member_id"].as_str().unwrap_or_default());
    let vera = leads.shown(&path).await;
    for (field, value) in [
        ("name", json!("Vera Lang")),
        ("email", json!("vera@lang.example")),
        ("role", json!("member")),
        ("phone", json!("+49 30 555 0100")),
        ("location_ids", json!([leads.fixture.location])),
        ("type", json!("non_member")),
    ] {
        assert_eq!(vera[field], value, "{field}");
    }
    assert_eq!((&won["registration_id"], total(app, "/member-registrations").await), (&json!(null), 0));
    let ben = member(app, "ben@example.com").await;
    let linked = leads.lead(json!({"email": "Ben@Example.com", "name": "Somebody"})).await;
    assert_eq!(leads.acted(&linked, "convert", json!({"to": "member"})).await["member_id"], json!(ben));
    let ben = leads.shown(&format!("/members/{ben}")).await;
    assert!(ben["name"] != "Somebody" && ben["location_ids"] == json!([leads.fixture.location]), "{ben}");
}

#[tokio::test]
async fn what_has_ended_is_not_converted() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({})).await;
    leads.acted(&lead, "lose", json!({"lost_reason": "price"})).await;
    let member = json!({"to": "member"});
    assert_eq!(leads.act(&lead, "convert", member.clone()).await.refusal(), "409 invalid_state id lost");
    leads.acted(&lead, "reopen", json!({})).await;
    leads.acted(&lead, "convert", member.clone()).await;
    for to in ["member", "registration", "invitation"] {
        assert_eq!(leads.act(&lead, "convert", json!({"to": to})).await.refusal(), "409 invalid_state id won", "{to}");
    }
    assert_eq!(
        leads.act(&lead, "lose", json!({"lost_reason": "price"})).await.refusal(),
        "409 invalid_state id won"
    );
    assert_eq!(leads.act(&lead, "reopen", json!({})).await.refusal(), "409 invalid_state id not_lost");
}

#[tokio::test]
async fn what_refuses_the_registration_or_the_member_leaves_the_lead_as_it_was() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let nameless = leads.lead(json!({"email": "", "phone": "123456"})).await;
    for to in ["invitation", "registration", "member"] {
        let refused = leads.act(&nameless, "convert", json!({"to": to})).await;
        assert_eq!(refused.refusal(), "422 rule_violation email required", "{to}");
    }
    for (body, field) in [
        (json!({}), "to"),
        (json!({"to": "company"}), "to"),
        (json!({"to": "member", "email": "a@b.example"}), "email"),
        (json!({"to": "contract", "contract": {}}), "contract.template_id"),
    ] {
        let refused = leads.act(&nameless, "convert", body).await;
        assert_eq!(
            (refused.status, &refused.body["error"]["details"]["field"]),
            (400, &json!(field)),
            "{}",
            refused.text
        );
    }
    let lead = leads.lead(json!({})).await;
    let open = json!({"location_id": leads.fixture.location, "email": "vera@lang.example", "name": "Vera"});
    let open = made(app, "/member-registrations", open).await;
    let refused = leads.act(&lead, "convert", json!({"to": "invitation"})).await;
    assert_eq!(refused.refusal(), "409 already_exists email already_exists");
    accepted(&app.post(&format!("/member-registrations/{open}/withdraw"), json!({})).await, 200);
    let blocked = member(app, "vera@lang.example").await;
    accepted(&app.post(&format!("/members/{blocked}/block"), json!({})).await, 200);
    let refused = leads.act(&lead, "convert", json!({"to": "member"})).await;
    assert_eq!(refused.refusal(), "409 invalid_state email member_blocked");
    let shown = leads.shown(&lead).await;
    assert_eq!(
        (&shown["stage"], &shown["version"], &shown["registration_id"]),
        (&json!("new"), &json!(1), &json!(null))
    );
}

#[tokio::test]
async fn of_sixteen_who_convert_a_lead_at_once_one_makes_something() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let members = total(app, "/members").await;
    let lead = leads.lead(json!({"membership_plan_id": leads.fixture.plan})).await;
    let answers = sixteen(app, "POST", &format!("{lead}/convert"), Some(json!({"to": "member"}))).await;
    assert_eq!(tests::successes(&answers, 200), 1);
    assert_eq!(total(app, "/members").await, members + 1);
}

#[tokio::test]
async fn a_repeat_under_the_same_key_converts_once_and_is_answered_the_same() {
    let leads = Leads::new().await;
    let lead = leads.lead(json!({})).await;
    let send = async || {
        let key = [("idempotency-key", "convert-vera")];
        leads.fixture.app.send("POST", &format!("{lead}/convert"), Some(json!({"to": "invitation"})), &key).await
    };
    let (first, second) = (send().await, send().await);
    accepted(&first, 200);
    assert_eq!(first.body["data"], second.body["data"]);
    assert_eq!(total(&leads.fixture.app, "/member-registrations").await, 1);
}

#[tokio::test]
async fn a_lead_with_everything_that_lists_and_words_have_is_converted_in_one_transaction() {
    let leads = Leads::new().await;
    let app = &leads.fixture.app;
    let plan = json!({"location_id": leads.fixture.location, "name": "Walk-in", "cycle": "monthly", "price": 10,
        "currency": "EUR", "signup_enabled": true, "signup_type": "immediate"});
    let plan = made(app, "/memberships", plan).await;
    let words = |letter: &str| (0..24).map(|number| format!("{letter}{number:02}")).collect::<Vec<_>>().join(" ");
    let full: Value = json!({"name": words("na"), "company_name": words("co"), "source": "broker", "stage": "offer_made",
        "owner_id": tests::member_as(app, "olga@example.com", "admin").await, "next_step_on": "2027-01-04"});
    for (number, to) in ["registration", "member", "contract"].into_iter().enumerate() {
        let own = json!({"email": format!("a.b.c.d.e{number}@f.g.h.lang.example"), "membership_plan_id": plan});
        let lead = leads.lead(with(full.clone(), &own)).await;
        let contract = json!({"template_id": leads.fixture.template, "start_date": "2027-02-01"});
        let body = if to == "contract" { json!({"to": to, "contract": contract}) } else { json!({"to": to}) };
        assert_eq!(leads.acted(&lead, "convert", body).await["stage"], "won", "{to}");
    }
}
