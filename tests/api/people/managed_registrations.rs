//! Registrations by those who run some locations.

use serde_json::json;
use tests::{NOBODY, made, with};

use super::managed_people::{Places, ids};

#[tokio::test]
async fn a_manager_decides_registrations_at_their_location_alone() {
    let places = Places::new().await;
    let registered = async |location: &str, email: &str| {
        let body = json!({"location_id": location, "email": email, "name": "Zoe"});
        made(&places.app, "/member-registrations", body).await
    };
    let (here, there) = (
        registered(&places.here, "zoe@example.com").await,
        registered(&places.there, "yan@example.com").await,
    );
    assert_eq!(ids(&places.mia.get("/member-registrations").await.body), std::slice::from_ref(&here));
    let by_email = places.mia.get("/member-registrations?email=yan@example.com").await;
    assert_eq!(by_email.body["pagination"]["total"], 0, "{}", by_email.text);
    assert_eq!(places.mia.get(&format!("/member-registrations/{there}")).await.refusal(), "404 not_found");
    for step in ["approve", "reject", "withdraw", "resend"] {
        let refused = places.mia.post(&format!("/member-registrations/{there}/{step}"), json!({})).await;
        assert_eq!(refused.refusal(), "404 not_found", "{step}");
    }
    let approved = places.mia.post(&format!("/member-registrations/{here}/approve"), json!({})).await;
    assert_eq!(approved.status, 200, "{}", approved.text);
    let zoe = approved.body["data"]["member_id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(places.mia.get(&format!("/members/{zoe}")).await.status, 200);
    let invited = json!({"location_id": places.here, "email": "wim@example.com", "name": "Wim", "source": "invite"});
    assert_eq!(places.mia.post("/member-registrations", invited.clone()).await.status, 201);
    let elsewhere = with(invited, &json!({"location_id": places.there}));
    assert_eq!(places.mia.post("/member-registrations", elsewhere).await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn a_company_of_another_location_is_in_a_registration_as_one_that_does_not_exist() {
    let places = Places::new().await;
    let dock = places.company(&places.there, "Dockers").await;
    for company in [dock.as_str(), NOBODY] {
        let body =
            json!({"location_id": places.here, "email": "zoe@example.com", "name": "Zoe", "company_id": company});
        let refused = places.mia.post("/member-registrations", body.clone()).await;
        assert_eq!(refused.refusal(), "422 rule_violation company_id reference_not_found", "{}", refused.text);
        let imported = places.mia.post("/member-registrations/import", json!({"registrations": [body]})).await;
        assert_eq!(imported.body["data"]["results"][0]["column"], "company_id", "{}", imported.text);
    }
    let row = json!({"location_id": places.there, "email": "zoe@example.com", "name": "Zoe"});
    let imported = places.mia.post("/member-registrations/import", json!({"registrations": [row]})).await;
    assert_eq!(imported.body["data"]["results"][0]["code"], "forbidden", "{}", imported.text);
}

#[tokio::test]
async fn a_registration_shows_a_manager_nobody_who_belongs_elsewhere() {
    let places = Places::new().await;
    let acme = places.company(&places.here, "Acme").await;
    let registered = async |email: &str| {
        let body = json!({"location_id": places.here, "email": email, "name": "Zoe", "company_id": acme});
        made(&places.mia, "/member-registrations", body).await
    };
    // Of no location, and of another; and the manager, who would give themselves a place in the company.
    for email in ["eve@example.com", "max@example.com", "mia@example.com"] {
        let path = format!("/member-registrations/{}", registered(email).await);
        let refused = places.mia.post(&format!("{path}/approve"), json!({})).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{email}: {}", refused.text);
        assert_eq!(places.app.get(&path).await.body["data"]["status"], "pending", "{email}");
    }
    assert_eq!(places.mia.get(&format!("/members/{}", places.eve)).await.refusal(), "404 not_found");
    let plan = json!({"location_id": places.here, "name": "Walk-in", "cycle": "monthly", "price": 10, "currency": "EUR",
        "signup_enabled": true, "signup_type": "immediate"});
    let plan = made(&places.app, "/memberships", plan).await;
    let at_once = |email: &str| {
        let body = json!({"location_id": places.here, "email": email, "name": "Yan", "membership_plan_id": plan});
        places.mia.post("/member-registrations", body)
    };
    assert_eq!(at_once("yan@example.com").await.status, 201);
    assert_eq!(at_once("eve@example.com").await.refusal(), "403 forbidden");
    let ann = format!("/member-registrations/{}/approve", registered("ann@example.com").await);
    assert_eq!(places.mia.post(&ann, json!({})).await.status, 200);
    let eve = ids(&places.app.get("/member-registrations?email=eve@example.com").await.body).remove(0);
    assert_eq!(places.app.post(&format!("/member-registrations/{eve}/approve"), json!({})).await.status, 200);
}
