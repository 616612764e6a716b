//! Who asks, who takes care of it, who says something; and what of it stands in the way of people who go.

use serde_json::json;
use tests::{TicketFixture, accepted, company, location, made, member, member_as, sweep, with};

#[tokio::test]
async fn an_active_member_asks_and_a_blocked_one_about_their_account() {
    let fixture = TicketFixture::new().await;
    let employer = company(&fixture.app, &fixture.location).await;
    let asked = async |fields| fixture.ask(fields).await.refusal();
    assert_eq!(
        asked(json!({"requester_id": employer})).await,
        "422 rule_violation requester_id reference_not_found"
    );
    let id = fixture.ticket(json!({})).await;
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    assert_eq!(asked(json!({})).await, "422 rule_violation requester_id customer_blocked");
    for kind in ["account_and_billing", "harassment", "offensive_content"] {
        assert_eq!(asked(json!({"type": kind})).await, "201 ", "{kind}");
    }
    accepted(&fixture.say(&id, &fixture.member, json!({})).await, 201);
    let gone = member(&fixture.app, "gone@example.com").await;
    accepted(&fixture.app.delete(&format!("/members/{gone}")).await, 200);
    assert_eq!(asked(json!({"requester_id": gone})).await, "422 rule_violation requester_id reference_archived");
}

#[tokio::test]
async fn a_member_of_another_location_asks_too() {
    let fixture = TicketFixture::new().await;
    let elsewhere = location(&fixture.app).await;
    let body = json!({"email": "guest@example.com", "name": "Guest", "location_ids": [elsewhere]});
    let guest = made(&fixture.app, "/members", body).await;
    accepted(&fixture.ask(json!({"requester_id": guest})).await, 201);
}

#[tokio::test]
async fn managers_of_the_location_admins_and_owners_take_care_of_tickets() {
    let fixture = TicketFixture::new().await;
    let elsewhere = location(&fixture.app).await;
    let manager = async |email: &str, places: &[&String]| {
        let body = json!({"email": email, "name": "M", "role": "manager", "location_ids": places});
        made(&fixture.app, "/members", body).await
    };
    let here = manager("here@example.com", &[&fixture.location]).await;
    let there = manager("there@example.com", &[&elsewhere]).await;
    let owner = member_as(&fixture.app, "owner@example.com", "owner").await;
    let id = fixture.ticket(json!({})).await;
    let assigned = async |to: &str| fixture.act(&id, "assign", json!({"assignee_id": to})).await.refusal();
    let not_on_team = "422 rule_violation assignee_id not_on_team";
    for (who, expected) in [
        (&here, "200 "),
        (&owner, "200 "),
        (&fixture.admin, "200 "),
        (&there, not_on_team),
        (&fixture.member, not_on_team),
        (&tests::NOBODY.to_owned(), "422 rule_violation assignee_id reference_not_found"),
    ] {
        assert_eq!(assigned(who).await, expected);
    }
    accepted(&fixture.app.post(&format!("/members/{here}/block"), json!({})).await, 200);
    assert_eq!(assigned(&here).await, "422 rule_violation assignee_id customer_blocked");
    assert_eq!(fixture.ask(json!({"assignee_id": there})).await.refusal(), not_on_team);
    let own = fixture.ask(json!({"requester_id": fixture.admin, "assignee_id": fixture.admin})).await;
    accepted(&own, 201);
}

#[tokio::test]
async fn the_requester_and_those_who_take_care_of_tickets_say_something_about_one() {
    let fixture = TicketFixture::new().await;
    let id = fixture.ticket(json!({})).await;
    let bob = member(&fixture.app, "bob@example.com").await;
    let said = async |author: &str| fixture.say(&id, author, json!({})).await.refusal();
    assert_eq!(said(&fixture.member).await, "201 ");
    assert_eq!(said(&fixture.admin).await, "201 ");
    assert_eq!(said(&bob).await, "422 rule_violation author_id not_involved");
    assert_eq!(said(tests::NOBODY).await, "422 rule_violation author_id reference_not_found");
}

#[tokio::test]
async fn a_ticket_that_is_not_closed_keeps_its_requester_its_assignee_and_its_location() {
    let fixture = TicketFixture::alone().await;
    let id = fixture.started(json!({})).await;
    let goes = async |path: String| fixture.app.delete(&path).await.refusal();
    let (requester, assignee) = (format!("/members/{}", fixture.member), format!("/members/{}", fixture.admin));
    let place = format!("/locations/{}", fixture.location);
    assert_eq!(goes(requester.clone()).await, "409 in_use id tickets_open");
    assert_eq!(goes(assignee.clone()).await, "409 in_use id tickets_open");
    assert_eq!(goes(place.clone()).await, "409 in_use");
    let anonymised = fixture.app.post(&format!("{requester}/anonymise"), json!({})).await;
    assert_eq!(anonymised.refusal(), "409 in_use id tickets_open");
    let other = member_as(&fixture.app, "eve@example.com", "admin").await;
    accepted(&fixture.act(&id, "assign", json!({"assignee_id": other})).await, 200);
    assert_eq!(goes(assignee).await, "200 ");
    fixture.done(&id, "solve").await;
    assert_eq!(goes(requester.clone()).await, "409 in_use id tickets_open", "it may be reopened");
    tests::days(&fixture.app, 5);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(goes(requester).await, "200 ");
    assert_eq!(goes(place).await, "200 ");
    assert_eq!(fixture.shown(&id).await["status"], "closed");
}

#[tokio::test]
async fn what_somebody_wrote_goes_with_them_and_what_others_wrote_stays() {
    let fixture = TicketFixture::alone().await;
    let room = tests::resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
    let texts = json!({"subject": "canary", "description": "canary", "metadata": {"canary": "canary"}, "resource_id": room,
            "tags": ["canary"]});
    let mut ids = Vec::new();
    for kind in ["noise_and_acoustics", "harassment"] {
        let id = fixture.started(with(texts.clone(), &json!({"type": kind}))).await;
        fixture.said(&id, &fixture.member, json!({"text": "canary", "metadata": {"canary": "canary"}})).await;
        fixture.said(&id, &fixture.admin, json!({"text": "We come."})).await;
        fixture.done(&id, "solve").await;
        fixture.done(&id, "close").await;
        ids.push(id);
    }
    let export = async |section: &str| {
        let list = fixture.app.get(&format!("/members/{}/export?section={section}", fixture.member)).await;
        accepted(&list, 200);
        list.body["pagination"]["total"].clone()
    };
    assert_eq!(export("tickets").await, 1);
    assert_eq!(export("sensitive_tickets").await, 1);
    assert_eq!(export("ticket_comments").await, 2);
    accepted(&fixture.app.post(&format!("/members/{}/anonymise", fixture.member), json!({})).await, 200);
    for _ in 0..5 {
        fixture.minutes(2);
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    }
    let left = fixture.app.table_text().await;
    let left: Vec<_> = left.into_iter().filter(|item| item.contains("canary")).collect();
    assert_eq!(left, Vec::<String>::new());
    for id in ids {
        let shown = fixture.shown(&id).await;
        assert_eq!((&shown["subject"], &shown["description"]), (&json!(""), &json!("")));
        assert_eq!(shown["tags"], json!([]));
        let comments = fixture.app.get(&format!("/tickets/{id}/comments")).await;
        assert_eq!(super::field(&comments.body, "text"), [json!(""), json!("We come.")]);
    }
    assert_eq!(tests::total(&fixture.app, &format!("/tickets?resource_id={room}")).await, 1);
}

#[tokio::test]
async fn an_export_shows_what_is_sensitive_or_internal_only_with_the_scopes() {
    let fixture = TicketFixture::new().await;
    fixture.ticket(json!({"type": "harassment"})).await;
    let id = fixture.ticket(json!({})).await;
    fixture.said(&id, &fixture.admin, json!({"internal": true})).await;
    fixture.said(&id, &fixture.admin, json!({})).await;
    let exported = async |scopes: &[&str], member: &str, section: &str| {
        let app = fixture.called_with(scopes).await;
        let list = app.get(&format!("/members/{member}/export?section={section}")).await;
        if list.status == 200 { list.body["pagination"]["total"].to_string() } else { list.refusal() }
    };
    let plain = ["members:read", "tickets:read"];
    assert_eq!(exported(&plain, &fixture.member, "tickets").await, "1");
    assert_eq!(exported(&plain, &fixture.member, "sensitive_tickets").await, "403 forbidden");
    assert_eq!(exported(&plain, &fixture.admin, "ticket_comments").await, "403 forbidden");
    let trusted = ["members:read", "tickets:read", "tickets:sensitive"];
    assert_eq!(exported(&trusted, &fixture.member, "sensitive_tickets").await, "1");
    assert_eq!(exported(&trusted, &fixture.admin, "ticket_comments").await, "1");
    let all = ["members:read", "tickets:read", "tickets:sensitive", "tickets:internal"];
    assert_eq!(exported(&all, &fixture.admin, "ticket_comments").await, "2");
}
