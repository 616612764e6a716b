//! Notice, renewal, termination: what they end, and what that costs.

use serde_json::{Value, json};
use tests::{ContractFixture, accepted, at_once, books_add_up, having, sweep, with};

fn id(contract: &Value) -> &str {
    contract["id"].as_str().unwrap_or_default()
}

/// A signed contract on the office and the plan, with these fields.
async fn signed(fixture: &ContractFixture, fields: Value) -> Value {
    let items = json!({"items": [fixture.plan_item(), fixture.office_item()], "on_signed": "create_subscriptions"});
    fixture.signed(with(items, &fields)).await
}

async fn subscription(fixture: &ContractFixture, contract: &Value) -> Value {
    fixture.shown(&format!("/subscriptions/{}", contract["subscription_ids"][0].as_str().unwrap_or_default())).await
}

async fn assignment(fixture: &ContractFixture, contract: &Value) -> Value {
    let id = contract["resource_assignment_ids"][0].as_str().unwrap_or_default();
    fixture.shown(&format!("/resource-assignments/{id}")).await
}

#[tokio::test]
async fn what_renews_by_itself_goes_on_without_an_end_until_notice_ends_it_with_its_term() {
    let fixture = ContractFixture::alone().await;
    let terms = json!({"auto_renew": true, "renewal_term_months": 6, "end_date": "2027-06-30"});
    let contract = signed(&fixture, terms).await;
    assert_eq!(
        (
            &subscription(&fixture, &contract).await["end_date"],
            &assignment(&fixture, &contract).await["end_date"]
        ),
        (&Value::Null, &Value::Null)
    );
    // The last day for notice is 31 May.
    fixture.clock("2027-05-31T21:00:00Z");
    assert_eq!(fixture.get(id(&contract)).await["end_date"], json!("2027-06-30"));
    fixture.clock("2027-05-31T22:00:00Z");
    assert_eq!(fixture.get(id(&contract)).await["end_date"], json!("2027-12-31"));
    sweep(&fixture.app.context).await;
    let noticed = fixture.acted(id(&contract), "serve-notice", json!({"note": "We move"})).await;
    assert_eq!(
        (&noticed["stage"], &noticed["notice"]["last_date"]),
        (&json!("notice_served"), &json!("2027-12-31"))
    );
    assert_eq!(subscription(&fixture, &contract).await["end_date"], json!("2027-12-31"));
    assert_eq!(assignment(&fixture, &contract).await["end_date"], json!("2027-12-31"));
    let again = fixture.act(id(&contract), "serve-notice", json!({})).await;
    assert_eq!(again.refusal(), "409 invalid_state id notice_served");
    fixture.clock("2028-02-01T11:00:00Z");
    sweep(&fixture.app.context).await;
    assert_eq!(subscription(&fixture, &contract).await["status"], json!("cancelled"));
    assert_eq!(fixture.invoices().await.len(), 12, "January to December");
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_open_end_ends_after_the_days_of_notice() {
    let fixture = ContractFixture::new().await;
    let contract = signed(&fixture, json!({"end_date": null})).await;
    let early = fixture.act(id(&contract), "serve-notice", json!({"last_date": "2027-01-30"})).await;
    assert_eq!(early.refusal(), "422 rule_violation last_date within_notice");
    let noticed = fixture.acted(id(&contract), "serve-notice", json!({})).await;
    assert_eq!(noticed["end_date"], json!("2027-01-31"));
    assert_eq!(assignment(&fixture, &contract).await["end_date"], json!("2027-01-31"));
    let fixed = signed(&fixture, json!({"start_date": "2027-02-01", "end_date": "2027-12-31"})).await;
    let other = fixture.act(id(&fixed), "serve-notice", json!({"last_date": "2027-11-30"})).await;
    assert_eq!(other.refusal(), "422 rule_violation last_date only_for_open_end");
}

#[tokio::test]
async fn months_of_notice_before_the_end_of_a_term_are_whole_months() {
    let fixture = ContractFixture::alone().await;
    let fields = json!({"end_date": "2027-12-31", "notice_days": 0, "notice_months": 3});
    let contract = signed(&fixture, fields).await;
    for (time, stage) in [("2027-09-30T21:00:00Z", "up_for_renewal"), ("2027-09-30T22:00:00Z", "not_renewed")] {
        fixture.clock(time);
        assert_eq!(fixture.get(id(&contract)).await["stage"], json!(stage), "{time}");
    }
}

#[tokio::test]
async fn an_open_end_with_notice_to_the_end_of_a_quarter_ends_with_one() {
    let fixture = ContractFixture::new().await;
    let terms = json!({"end_date": null, "notice_days": 0, "notice_months": 3, "notice_ends_with": "quarter"});
    let contract = signed(&fixture, terms).await;
    for (last_date, reason) in [("2027-03-31", "within_notice"), ("2027-07-31", "not_an_end")] {
        let refused = fixture.act(id(&contract), "serve-notice", json!({"last_date": last_date})).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation last_date {reason}"));
    }
    let noticed = fixture.acted(id(&contract), "serve-notice", json!({})).await;
    // Served on 1 January, three months later is 1 April: the quarter that is over then ends in June.
    assert_eq!(noticed["end_date"], json!("2027-06-30"));
    assert_eq!(assignment(&fixture, &contract).await["end_date"], json!("2027-06-30"));
    assert_eq!(subscription(&fixture, &contract).await["end_date"], json!("2027-06-30"));
}

#[tokio::test]
async fn an_end_within_a_period_that_was_invoiced_in_advance_is_credited_on_its_own_invoice() {
    let fixture = ContractFixture::alone().await;
    let contract = signed(&fixture, json!({"end_date": null})).await;
    fixture.clock("2027-01-20T11:00:00Z");
    let subscription = contract["subscription_ids"][0].as_str().unwrap_or_default();
    let renewed = fixture.app.post(&format!("/subscriptions/{subscription}/renew-now"), json!({})).await;
    accepted(&renewed, 200);
    fixture.acted(id(&contract), "serve-notice", json!({"last_date": "2027-02-19"})).await;
    let invoices = fixture.shown(&format!("/invoices?subscription_id={subscription}")).await;
    let february = invoices.as_array().into_iter().flatten().find(|invoice| invoice["period_start"] == "2027-02-01");
    let february = february.expect("the invoice of February")["id"].clone();
    let notes = fixture.shown(&format!("/credit-notes?customer_id={}", fixture.member)).await;
    let credited: Vec<&Value> = notes.as_array().into_iter().flatten().map(|note| &note["invoice_id"]).collect();
    assert_eq!(credited, [&february]);
    let path = format!("/invoices/{}/void", february.as_str().unwrap_or_default());
    assert_eq!(fixture.app.post(&path, json!({})).await.status, 409);
    books_add_up(&fixture.app).await;
}

/// What credit notes credit the member, without tax.
async fn credited(fixture: &ContractFixture) -> Vec<String> {
    let notes = fixture.shown(&format!("/credit-notes?customer_id={}", fixture.member)).await;
    let lines = notes.as_array().into_iter().flatten().filter_map(|note| note["lines"].as_array().cloned());
    let mut amounts: Vec<String> = lines.flatten().map(|line| line["amount"].to_string()).collect();
    amounts.sort();
    amounts
}

#[tokio::test]
async fn termination_ends_what_the_contract_made_with_its_day_and_credits_the_rest() {
    let fixture = ContractFixture::alone().await;
    let contract = signed(&fixture, json!({"deposit": 1800})).await;
    fixture.clock("2027-02-10T11:00:00Z");
    sweep(&fixture.app.context).await;
    for (date, reason) in [("2027-02-09", "in_the_past"), ("2027-12-31", "not_earlier")] {
        let refused = fixture.act(id(&contract), "terminate", json!({"reason": "other", "date": date})).await;
        assert_eq!(refused.refusal(), format!("422 rule_violation date {reason}"));
    }
    let body = json!({"reason": "mutual_agreement", "date": "2027-02-14", "note": "Moved abroad"});
    let ended = fixture.acted(id(&contract), "terminate", body).await;
    assert_eq!(
        (&ended["status"], &ended["stage"], &ended["end_date"]),
        (&json!("terminated"), &json!("notice_served"), &json!("2027-02-14"))
    );
    assert_eq!(assignment(&fixture, &contract).await["end_date"], json!("2027-02-14"));
    assert_eq!(subscription(&fixture, &contract).await["end_date"], json!("2027-02-14"));
    // 14 of 28 days of February: 450 and its tax.
    assert_eq!(credited(&fixture).await, ["450"]);
    fixture.clock("2027-03-02T11:00:00Z");
    sweep(&fixture.app.context).await;
    assert_eq!(fixture.get(id(&contract)).await["stage"], json!("terminated"));
    assert_eq!(fixture.invoices().await, ["2027-01-01 2889", "2027-02-01 1089"]);
    assert_eq!(credited(&fixture).await, ["1800", "450"], "the deposit, too");
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn termination_on_a_later_day_charges_the_periods_before_it_and_the_part_of_its_own() {
    let fixture = ContractFixture::alone().await;
    let contract = signed(&fixture, json!({})).await;
    fixture.acted(id(&contract), "terminate", json!({"reason": "other", "date": "2027-04-15"})).await;
    fixture.clock("2027-06-01T11:00:00Z");
    for _ in 0..3 {
        sweep(&fixture.app.context).await;
    }
    assert_eq!(subscription(&fixture, &contract).await["status"], json!("cancelled"));
    let expected = ["2027-01-01 1089", "2027-02-01 1089", "2027-03-01 1089", "2027-04-01 544.5"];
    assert_eq!(fixture.invoices().await, expected);
    assert_eq!(
        tests::total(&fixture.app, &format!("/invoice-items?customer_id={}&pending=true", fixture.member)).await,
        0
    );
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_was_committed_to_costs_the_fee_of_the_cycles_that_are_not_charged() {
    let fixture = ContractFixture::alone().await;
    let committed = json!({"minimum_commitment": true, "commitment_cycles": 6});
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), committed).await, 200);
    let contract = signed(&fixture, json!({})).await;
    let body = json!({"reason": "policy_violation", "date": "2027-03-31", "fee_percent": 50});
    fixture.acted(id(&contract), "terminate", body).await;
    // Three cycles are charged until then; half of the other three is 1350 and its tax.
    let expected = ["2027-01-01 1089", "2027-04-01 1633.5"];
    assert_eq!(fixture.invoices().await, expected);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_contract_that_is_terminated_before_it_begins_charges_nothing() {
    let fixture = ContractFixture::alone().await;
    let contract = signed(&fixture, json!({"start_date": "2027-02-01"})).await;
    fixture.acted(id(&contract), "terminate", json!({"reason": "force_majeure"})).await;
    assert_eq!(subscription(&fixture, &contract).await["status"], json!("cancelled"));
    let gone = contract["resource_assignment_ids"][0].as_str().unwrap_or_default();
    assert_eq!(fixture.app.get(&format!("/resource-assignments/{gone}")).await.status, 404);
    fixture.clock("2027-03-01T11:00:00Z");
    sweep(&fixture.app.context).await;
    assert_eq!(fixture.invoices().await, Vec::<String>::new());
    signed(&fixture, json!({"start_date": "2027-03-01"})).await;
}

#[tokio::test]
async fn what_is_terminated_is_not_ended_again() {
    let fixture = ContractFixture::new().await;
    let contract = signed(&fixture, json!({})).await;
    fixture.acted(id(&contract), "terminate", json!({"reason": "other"})).await;
    for action in ["terminate", "serve-notice", "renew"] {
        let body = if action == "terminate" { json!({"reason": "other"}) } else { json!({}) };
        assert_eq!(fixture.act(id(&contract), action, body).await.refusal(), "409 invalid_state", "{action}");
    }
    let draft = fixture.draft(json!({})).await;
    for action in ["terminate", "serve-notice", "renew"] {
        let body = if action == "terminate" { json!({"reason": "other"}) } else { json!({}) };
        assert_eq!(fixture.act(&draft, action, body).await.refusal(), "409 invalid_state", "{action}");
    }
    fixture.clock("2028-01-01T11:00:00Z");
    let over = fixture.signed(json!({"start_date": "2027-06-01", "end_date": "2028-01-01"})).await;
    fixture.clock("2028-01-02T11:00:00Z");
    for (action, body) in [("terminate", json!({"reason": "other"})), ("serve-notice", json!({}))] {
        assert_eq!(fixture.act(id(&over), action, body).await.refusal(), "409 invalid_state id ended", "{action}");
    }
}

#[tokio::test]
async fn a_contract_whose_end_died_on_the_way_ends_once() {
    for died_after in 1..4 {
        let fixture = ContractFixture::alone().await;
        let contract = signed(&fixture, json!({})).await;
        fixture.app.faults.after("TransactWriteItems", died_after, testing::Fault::DropBefore);
        drop(fixture.act(id(&contract), "terminate", json!({"reason": "other", "date": "2027-01-16"})).await);
        fixture.app.faults.clear();
        for _ in 0..3 {
            fixture.app.clock.advance(chrono::Duration::minutes(1));
            sweep(&fixture.app.context).await;
        }
        // 15 of 31 days.
        assert_eq!(credited(&fixture).await, ["435.48"], "{died_after}");
        books_add_up(&fixture.app).await;
    }
}

#[tokio::test]
async fn a_renewal_is_a_draft_for_the_next_term_and_is_made_once() {
    let fixture = ContractFixture::new().await;
    let contract = signed(&fixture, json!({"metadata": {"room": "1"}})).await;
    let renewal = fixture.acted(id(&contract), "renew", json!({})).await;
    assert_eq!((&renewal["status"], &renewal["number"]), (&json!("draft"), &Value::Null));
    assert_eq!((&renewal["start_date"], &renewal["end_date"]), (&json!("2028-01-01"), &json!("2028-12-31")));
    assert_eq!((&renewal["renewed_from_id"], &renewal["metadata"]), (&contract["id"], &json!({"room": "1"})));
    assert_eq!(fixture.get(id(&contract)).await["renewal_id"], renewal["id"]);
    let again = fixture.act(id(&contract), "renew", json!({})).await;
    assert_eq!(again.refusal(), "409 invalid_state id renewed");
    accepted(&fixture.app.delete(&format!("/contracts/{}", id(&renewal))).await, 200);
    assert_eq!(fixture.get(id(&contract)).await["renewal_id"], Value::Null);
    let second = fixture.acted(id(&contract), "renew", json!({"end_date": "2028-06-30"})).await;
    assert_eq!(second["end_date"], json!("2028-06-30"));
    fixture.acted(id(&second), "cancel", json!({})).await;
    let third = fixture.acted(id(&contract), "renew", json!({})).await;
    let issued = fixture.issue(id(&third)).await;
    assert_eq!(issued.body["number"], json!(2));
    fixture.sign_all(&issued).await;
    let endless = fixture.signed(json!({"end_date": null, "items": [fixture.plan_item()]})).await;
    assert_eq!(fixture.act(id(&endless), "renew", json!({})).await.refusal(), "409 invalid_state id goes_on");
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_renewals_at_once_make_one_draft() {
    let fixture = ContractFixture::new().await;
    let contract = fixture.signed(json!({})).await;
    let path = format!("/contracts/{}/renew", id(&contract));
    let requests = (0..16).map(|_| ("POST", path.clone(), json!({})));
    let answers = at_once(&fixture.app, requests).await;
    assert_eq!((having(&answers, 201), having(&answers, 409)), (1, 15), "{answers:?}");
    assert_eq!(tests::total(&fixture.app, "/contracts").await, 2);
}
