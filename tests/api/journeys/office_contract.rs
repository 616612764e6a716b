//! An office, from the tour of a visitor to the contract, its months, notice and the day on which everything is
//! settled.

use serde_json::{Value, json};

use super::{Story, id};

/// The token of a signer's link.
fn token(issued: &Value, position: usize) -> Value {
    json!({"token": issued["links"][position]["token"], "ip_address": "203.0.113.7", "user_agent": "Browser"})
}

/// A contract for half a year that renews by the half year, signed by both; its id.
async fn signed(story: &Story, company: &str, (plan, office): (&str, &str)) -> String {
    let text =
        "{{ customer.name }} rents {% for item in items %}{{ item.name }}; {% endfor %}from {{ contract.start_date }}.";
    let template = json!({"location_id": story.location, "title": "Office licence", "body": text});
    let template = story.make("/contract-templates", template).await;
    let contract = json!({"customer_id": company, "location_id": story.location, "template_id": template, "type": "licence",
        "start_date": "2027-03-15", "end_date": "2027-09-14", "auto_renew": true, "renewal_term_months": 6, "notice_days": 60,
        "items": [
            {"kind": "plan", "membership_plan_id": plan, "price": 950},
            {"kind": "resource", "resource_id": office},
            {"kind": "one_off", "description": "Set-up of the room", "price": 150}],
        "signers": [
            {"type": "customer", "name": "Vera Lang", "email": "vera@lang.example", "order": 1},
            {"type": "location", "name": "Olga", "email": "olga@example.com", "order": 2}],
        "on_signed": "create_subscriptions", "deposit": 1900});
    let contract = story.make("/contracts", contract).await;
    let issued = story.act(&format!("/contracts/{contract}/issue"), json!({})).await;
    let sign = |position: usize| {
        let signer = issued["signers"][position]["id"].as_str().unwrap_or_default();
        format!("/contracts/{contract}/signers/{signer}/sign")
    };
    story.act(&sign(0), token(&issued, 0)).await;
    story.act(&sign(1), token(&issued, 1)).await;
    contract
}

#[tokio::test]
async fn an_office_is_shown_signed_for_billed_by_the_month_given_notice_and_settled() {
    let story = Story::from("2027-03-01T09:00:00Z").await;
    let olga = story.make("/members", json!({"email": "olga@example.com", "name": "Olga", "role": "owner"})).await;
    let office =
        story.make("/resources", json!({"location_id": story.location, "name": "Office 3", "type": "office"})).await;
    let plan =
        json!({"location_id": story.location, "name": "Office", "cycle": "monthly", "price": 1000, "currency": "EUR"});
    let plan = story.make("/memberships", plan).await;

    // Vera comes for a tour.
    let visit = json!({"location_id": story.location, "host_id": olga, "expected_at": "2027-03-02T10:00:00Z",
        "visitor": {"name": "Vera", "surname": "Lang", "email": "vera@lang.example"}, "reason": "Tour"});
    let visit = story.act("/visitor-visits", visit).await;
    story.until("2027-03-02T09:55:00Z").await;
    story.act("/visitor-visits/check-in", json!({"location_id": story.location, "code": visit["code"]})).await;

    // Her company gets a contract for half a year that renews by the half year.
    let company =
        json!({"location_id": story.location, "name": "Lang Architects", "billing_email": "vera@lang.example"});
    let company = story.make("/companies", company).await;
    let contract = signed(&story, &company, (&plan, &office)).await;
    let signed = story.get(&format!("/contracts/{contract}")).await;
    assert_eq!((&signed["stage"], &signed["on_signed_status"]), (&json!("upcoming"), &json!("done")));
    let assignment =
        format!("/resource-assignments/{}", signed["resource_assignment_ids"][0].as_str().unwrap_or_default());
    assert_eq!(story.get(&assignment).await["end_date"], Value::Null);

    // The first month has the set-up and the deposit; each is paid: 950 and 150 with 21 % tax, and 1900.
    story.until("2027-03-15T09:00:00Z").await;
    assert_eq!(story.invoices(&company).await, ["2027-03-15 issued 3231 due 3231"]);
    story.pay_newest(&company).await;
    for month in 4..=7 {
        story.until(&format!("2027-0{month}-15T09:00:00Z")).await;
        story.pay_newest(&company).await;
    }
    assert_eq!(story.get(&format!("/contracts/{contract}")).await["stage"], json!("up_for_renewal"));

    // The last day for notice is 16 July: it has a new term the day after, and notice ends it with that.
    story.until("2027-07-17T09:00:00Z").await;
    assert_eq!(story.get(&format!("/contracts/{contract}")).await["end_date"], json!("2028-03-14"));
    let noticed = story.act(&format!("/contracts/{contract}/serve-notice"), json!({"note": "We grow"})).await;
    assert_eq!(
        (&noticed["stage"], &noticed["notice"]["last_date"]),
        (&json!("notice_served"), &json!("2028-03-14"))
    );
    assert_eq!(story.get(&assignment).await["end_date"], json!("2028-03-14"));

    // Both agree that it ends earlier, with 30 September: half of the month from 15 September is credited.
    story.until("2027-08-15T09:00:00Z").await;
    story.pay_newest(&company).await;
    story.until("2027-09-15T09:00:00Z").await;
    story.pay_newest(&company).await;
    let end = json!({"reason": "mutual_agreement", "date": "2027-09-30"});
    let ended = story.act(&format!("/contracts/{contract}/terminate"), end).await;
    assert_eq!(ended["status"], json!("terminated"));
    story.until("2027-10-16T09:00:00Z").await;
    let over = story.get(&format!("/contracts/{contract}")).await;
    assert_eq!(over["stage"], json!("terminated"));
    let subscription = over["subscription_ids"][0].as_str().unwrap_or_default();
    assert_eq!(story.get(&format!("/subscriptions/{subscription}")).await["status"], json!("cancelled"));
    // 14 of 30 days of 950 are 443.33; the deposit comes back.
    let notes = story.get(&format!("/credit-notes?customer_id={company}&order=asc")).await;
    let amounts: Vec<String> =
        notes.as_array().into_iter().flatten().map(|note| note["lines"][0]["amount"].to_string()).collect();
    assert_eq!(amounts, ["443.33", "1900"]);
    assert_eq!(story.invoices(&company).await.len(), 7, "and none after the end");
    assert_eq!(id(&over), contract);
    story.accounts().await;

    // The office is free for the next, and the company may go.
    let next = json!({"resource_id": office, "customer_id": olga, "start_date": "2027-10-20", "entire": true});
    story.make("/resource-assignments", next).await;
}
