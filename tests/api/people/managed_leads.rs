//! Leads by those who run some locations; members see none.

use serde_json::json;
use tests::{accepted, made, with};

use super::{
    acting,
    managed_people::{Places, ids},
};

#[tokio::test]
async fn a_manager_works_with_the_leads_of_their_location_alone() {
    let places = Places::new().await;
    let (app, mia) = (&places.app, &places.mia);
    let body = |location: &str, email: &str| json!({"location_id": location, "name": "Zoe", "email": email});
    let here = made(mia, "/leads", body(&places.here, "zoe@example.com")).await;
    let there = made(app, "/leads", body(&places.there, "yan@example.com")).await;
    assert_eq!(ids(&mia.get("/leads").await.body), std::slice::from_ref(&here));
    for filter in ["q=zo", "stage=new", "source=other", "email=zoe@example.com"] {
        assert_eq!(ids(&mia.get(&format!("/leads?{filter}")).await.body), std::slice::from_ref(&here), "{filter}");
    }
    assert_eq!(mia.get("/leads?email=yan@example.com").await.body["pagination"]["total"], 0);
    assert_eq!(mia.get(&format!("/leads?location_id={}", places.there)).await.refusal(), "403 forbidden");
    assert_eq!(mia.post("/leads", body(&places.there, "wim@example.com")).await.refusal(), "403 forbidden");
    let (own, foreign) = (format!("/leads/{here}"), format!("/leads/{there}"));
    assert_eq!(mia.get(&foreign).await.status, 404);
    assert_eq!(mia.put(&foreign, json!({"notes": "x"})).await.status, 404);
    assert_eq!(mia.delete(&foreign).await.status, 404);
    for (action, body) in
        [("convert", json!({"to": "member"})), ("lose", json!({"lost_reason": "price"})), ("reopen", json!({}))]
    {
        assert_eq!(mia.post(&format!("{foreign}/{action}"), body).await.status, 404, "{action}");
    }
    accepted(&mia.put(&own, json!({"stage": "contacted"})).await, 200);
    assert_eq!(mia.put(&own, json!({"location_id": places.there})).await.refusal(), "403 forbidden");
    accepted(&mia.post(&format!("{own}/lose"), json!({"lost_reason": "price"})).await, 200);
    accepted(&mia.post(&format!("{own}/reopen"), json!({})).await, 200);
    accepted(&mia.post(&format!("{own}/convert"), json!({"to": "member"})).await, 200);
    accepted(&mia.delete(&own).await, 200);
}

#[tokio::test]
async fn a_manager_converts_to_no_contract_and_links_nobody_who_belongs_elsewhere() {
    let places = Places::new().await;
    let lead = json!({"location_id": places.here, "name": "Eve", "email": "eve@example.com"});
    let eve = format!("/leads/{}", made(&places.mia, "/leads", lead.clone()).await);
    // Of no location, and the manager themselves.
    let own = with(lead, &json!({"email": "mia@example.com"}));
    let own = format!("/leads/{}", made(&places.mia, "/leads", own).await);
    let template = json!({"location_id": places.here, "title": "Licence", "body": "Terms."});
    let template = made(&places.app, "/contract-templates", template).await;
    let contract = json!({"to": "contract", "contract": {"template_id": template}});
    for path in [&eve, &own] {
        let refused = places.mia.post(&format!("{path}/convert"), json!({"to": "member"})).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{}", refused.text);
        let refused = places.mia.post(&format!("{path}/convert"), contract.clone()).await;
        assert_eq!(refused.refusal(), "403 forbidden", "{}", refused.text);
        assert_eq!(places.app.get(path).await.body["data"]["stage"], "new");
    }
    accepted(&places.app.post(&format!("{eve}/convert"), json!({"to": "member"})).await, 200);
}

#[tokio::test]
async fn members_see_no_lead_be_it_their_own() {
    let places = Places::new().await;
    let ann = acting(&places.app, &places.ann).await;
    let lead = json!({"location_id": places.here, "name": "Ann", "email": "ann@example.com"});
    let lead = format!("/leads/{}", made(&places.app, "/leads", lead.clone()).await);
    accepted(&places.app.post(&format!("{lead}/convert"), json!({"to": "member"})).await, 200);
    for refused in [ann.get("/leads").await, ann.get(&lead).await, ann.put(&lead, json!({"notes": "x"})).await] {
        assert_eq!(refused.refusal(), "403 forbidden", "{}", refused.text);
    }
}
