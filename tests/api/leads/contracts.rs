//! A lead that becomes the draft of a contract.

use serde_json::json;
use tests::{NOBODY, accepted, company, total, with};

use super::Leads;

#[tokio::test]
async fn a_contract_is_drafted_with_a_new_member_and_what_the_lead_wants() {
    let leads = Leads::new().await;
    let fixture = &leads.fixture;
    let wants = json!({"membership_plan_id": fixture.plan, "resource_id": fixture.office, "desk_count": 3,
        "wanted_start": "2027-02-01"});
    let lead = leads.lead(wants).await;
    let convert = json!({"to": "contract", "contract": {"template_id": fixture.template}});
    let won = leads.acted(&lead, "convert", convert).await;
    assert_eq!((&won["stage"], &won["registration_id"]), (&json!("won"), &json!(null)));
    let contract = fixture.get(won["contract_id"].as_str().unwrap_or_default()).await;
    assert_eq!((&contract["status"], &contract["customer_id"]), (&json!("draft"), &won["member_id"]));
    assert_eq!((&contract["start_date"], &contract["end_date"]), (&json!("2027-02-01"), &json!(null)));
    let items = &contract["items"];
    assert_eq!((&items[0]["membership_plan_id"], &items[0]["quantity"]), (&json!(fixture.plan), &json!(3)));
    assert_eq!((&items[1]["resource_id"], &items[1]["quantity"]), (&json!(fixture.office), &json!(1)));
    let signer = &contract["signers"][0];
    assert_eq!((&signer["name"], &signer["email"]), (&json!("Vera Lang"), &json!("vera@lang.example")));
    // The draft is one as any other: it is issued and signed.
    let issued = fixture.issue(won["contract_id"].as_str().unwrap_or_default()).await;
    assert_eq!(fixture.sign_all(&issued).await["status"], "signed");
}

#[tokio::test]
async fn what_is_said_of_the_contract_goes_before_what_the_lead_knows() {
    let leads = Leads::new().await;
    let fixture = &leads.fixture;
    let acme = company(&fixture.app, &fixture.location).await;
    let lead = leads.lead(json!({"email": "", "membership_plan_id": fixture.plan, "wanted_start": "2027-02-01"})).await;
    let said = json!({"template_id": fixture.template, "customer_id": acme, "start_date": "2027-03-01",
        "end_date": "2027-12-31",
        "signers": [{"type": "customer", "name": "Ann", "email": "ann@example.com"}]});
    let members = total(&fixture.app, "/members").await;
    let won = leads.acted(&lead, "convert", json!({"to": "contract", "contract": said})).await;
    assert_eq!((&won["member_id"], total(&fixture.app, "/members").await), (&json!(null), members));
    let contract = fixture.get(won["contract_id"].as_str().unwrap_or_default()).await;
    for (field, value) in
        [("customer_id", json!(acme)), ("start_date", json!("2027-03-01")), ("end_date", json!("2027-12-31"))]
    {
        assert_eq!(contract[field], value, "{field}");
    }
    assert_eq!(
        (contract["items"].as_array().map(Vec::len), &contract["signers"][0]["name"]),
        (Some(1), &json!("Ann"))
    );
}

#[tokio::test]
async fn what_neither_the_lead_nor_the_request_knows_is_refused_by_its_name() {
    let leads = Leads::new().await;
    let fixture = &leads.fixture;
    let lead = leads.lead(json!({})).await;
    let members = total(&fixture.app, "/members").await;
    let convert = async |contract: serde_json::Value| {
        let contract = with(json!({"template_id": fixture.template}), &contract);
        leads.act(&lead, "convert", json!({"to": "contract", "contract": contract})).await.refusal()
    };
    let from = json!({"start_date": "2027-02-01"});
    assert_eq!(convert(json!({})).await, "422 rule_violation contract.start_date required");
    assert_eq!(convert(from.clone()).await, "422 rule_violation membership_plan_id required");
    let room = tests::resource(&fixture.app, &fixture.location, "Oak", "meeting_room", json!({})).await;
    accepted(&leads.put(&lead, json!({"resource_id": room})).await, 200);
    assert_eq!(convert(from.clone()).await, "422 rule_violation resource_id not_assignable");
    accepted(&leads.put(&lead, json!({"resource_id": null, "membership_plan_id": fixture.plan})).await, 200);
    for (contract, refusal) in [
        (json!({"template_id": NOBODY}), "template_id reference_not_found"),
        (json!({"customer_id": NOBODY}), "customer_id reference_not_found"),
        (json!({"end_date": "2027-01-31"}), "end_date end_before_start"),
    ] {
        assert_eq!(convert(with(from.clone(), &contract)).await, format!("422 rule_violation contract.{refusal}"));
    }
    let refused = leads.act(&lead, "convert", json!({"to": "contract"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation contract required");
    let described = json!({"to": "member", "contract": {"template_id": fixture.template}});
    let refused = leads.act(&lead, "convert", described).await;
    assert_eq!(refused.refusal(), "422 rule_violation contract only_for_contract");
    accepted(&leads.put(&lead, json!({"email": ""})).await, 200);
    let signed = with(from, &json!({"customer_id": fixture.member}));
    assert_eq!(convert(signed).await, "422 rule_violation contract.signers required");
    assert_eq!(total(&fixture.app, "/members").await, members, "nobody was made on the way");
    assert_eq!(leads.shown(&lead).await["stage"], "new");
}
