//! Eve's ten months: she signs up, upgrades, pauses, pays late, and leaves.

use serde_json::{Value, json};
use tests::accepted;

use super::{Story, id};

/// A membership plan that people sign up to at once, a month at a time, with 14 days of notice.
async fn plan(story: &Story, name: &str, price: u32, credits: u32) -> String {
    let plan = json!({"location_id": story.location, "name": name, "cycle": "monthly", "price": price, "currency": "EUR",
        "expiring_credits": credits, "signup_enabled": true, "signup_type": "immediate", "notice_days": 14});
    story.make("/memberships", plan).await
}

/// What Eve is: her type and the state of her subscription.
async fn standing(story: &Story, eve: &str, subscription: &str) -> (Value, Value) {
    let subscription = story.get(&format!("/subscriptions/{subscription}")).await;
    (story.get(&format!("/members/{eve}")).await["type"].clone(), subscription["status"].clone())
}

#[tokio::test]
async fn a_membership_of_ten_months_with_upgrade_pause_late_payment_and_cancellation() {
    let story = Story::from("2027-01-01T09:00:00Z").await;
    let flex = plan(&story, "Flex", 200, 10).await;
    let resident = plan(&story, "Resident", 350, 20).await;
    let is = |kind: &str, status: &str| (json!(kind), json!(status));

    // January: Eve signs up and is a subscriber at once. Her first invoice is 200 and 21 % tax, her allowance ten credits.
    let eve = json!({"email": "eve@example.com", "name": "Eve Jansen"});
    let signed_up = story.act(&format!("/memberships/{flex}/sign-up"), eve).await;
    let (eve, subscription) = (signed_up["member_id"].as_str().unwrap_or_default(), &signed_up["subscription_id"]);
    let subscription = subscription.as_str().unwrap_or_default();
    assert_eq!(standing(&story, eve, subscription).await, is("member", "active"));
    assert_eq!(story.invoices(eve).await, ["2027-01-01 issued 242 due 242"]);
    assert_eq!(story.credits(eve).await, 10);
    assert_eq!(story.accounts().await, ["accounts_receivable 242", "revenue 200", "tax 42"]);
    story.until("2027-01-10T09:00:00Z").await;
    story.pay_newest(eve).await;
    assert_eq!(story.accounts().await, ["cash 242", "revenue 200", "tax 42"]);

    // She comes in: her subscription admits her.
    let here = story.act("/check-ins", json!({"member_id": eve, "location_id": story.location})).await;
    assert_eq!(here["admitted_by"], "subscription");
    assert_eq!(story.get(&format!("/members/{eve}")).await["last_seen_at"], "2027-01-10T09:00:00.000Z");

    // February and March: January's credits expire when the next ones come.
    for (first, paid) in [("2027-02-01", "2027-02-05"), ("2027-03-01", "2027-03-05")] {
        story.until(&format!("{first}T09:00:00Z")).await;
        assert_eq!(story.invoices(eve).await.last(), Some(&format!("{first} issued 242 due 242")));
        assert_eq!(story.credits(eve).await, 10);
        story.until(&format!("{paid}T09:00:00Z")).await;
        story.pay_newest(eve).await;
    }
    assert_eq!(story.accounts().await, ["cash 726", "revenue 600", "tax 126"]);

    // 16 March: she upgrades. 16 of 31 days are 180.65 of Resident against 103.23 of Flex: 77.42, with tax 93.68. Of the ten
    // credits more she gets six, rounded up.
    story.until("2027-03-16T09:00:00Z").await;
    let change = json!({"membership_plan_id": resident});
    let preview = story.act(&format!("/subscriptions/{subscription}/change-plan-preview"), change.clone()).await;
    assert_eq!((&preview["invoice"]["subtotal"], &preview["invoice"]["total"]), (&json!(77.42), &json!(93.68)));
    story.act(&format!("/subscriptions/{subscription}/change-plan"), change).await;
    assert_eq!(story.invoices(eve).await.last(), Some(&"2027-03-16 issued 93.68 due 93.68".to_owned()));
    assert_eq!(story.credits(eve).await, 16);
    assert_eq!(story.accounts().await, ["accounts_receivable 93.68", "cash 726", "revenue 677.42", "tax 142.26"]);
    story.pay_newest(eve).await;

    // April and May cost 350 and tax.
    for (first, paid) in [("2027-04-01", "2027-04-05"), ("2027-05-01", "2027-05-05")] {
        story.until(&format!("{first}T09:00:00Z")).await;
        assert_eq!(story.invoices(eve).await.last(), Some(&format!("{first} issued 423.5 due 423.5")));
        assert_eq!(story.credits(eve).await, 20);
        story.until(&format!("{paid}T09:00:00Z")).await;
        story.pay_newest(eve).await;
    }
    assert_eq!(story.accounts().await, ["cash 1666.68", "revenue 1377.42", "tax 289.26"]);

    // June and July she is away: nothing is charged or granted, and her subscription admits her no longer.
    let pause = json!({"from": "2027-06-01", "until": "2027-08-01"});
    story.act(&format!("/subscriptions/{subscription}/pause"), pause).await;
    story.until("2027-07-15T09:00:00Z").await;
    assert_eq!(standing(&story, eve, subscription).await, is("member", "paused"));
    assert_eq!((story.invoices(eve).await.len(), story.credits(eve).await), (6, json!(0)));
    let refused = story.app.post("/check-ins", json!({"member_id": eve, "location_id": story.location})).await;
    assert_eq!(refused.refusal(), "402 insufficient_balance member_id insufficient_balance");

    // August: back, and late. The invoice is due on the 15th; on the 16th she is past due, on the 20th she pays.
    story.until("2027-08-15T21:59:00Z").await;
    assert_eq!(standing(&story, eve, subscription).await, is("member", "active"));
    assert_eq!(story.invoices(eve).await.last(), Some(&"2027-08-01 issued 423.5 due 423.5".to_owned()));
    story.until("2027-08-16T09:00:00Z").await;
    assert_eq!(standing(&story, eve, subscription).await, is("member", "past_due"));
    assert_eq!(story.newest_invoice(eve).await["overdue"], true);
    story.until("2027-08-20T09:00:00Z").await;
    story.pay_newest(eve).await;
    assert_eq!(standing(&story, eve, subscription).await, is("member", "active"));
    assert_eq!(story.accounts().await, ["cash 2090.18", "revenue 1727.42", "tax 362.76"]);

    // September, and October, in which she gives notice: 14 days before its end, so it ends with the month.
    story.until("2027-09-05T09:00:00Z").await;
    story.pay_newest(eve).await;
    story.until("2027-10-10T09:00:00Z").await;
    story.pay_newest(eve).await;
    let cancelled = story.act(&format!("/subscriptions/{subscription}/cancel"), json!({})).await;
    assert_eq!(
        (&cancelled["status"], &cancelled["cancel_at"]),
        (&json!("active"), &json!("2027-10-31T23:00:00.000Z"))
    );

    // November: it is over. Nothing more is invoiced, her credits went with it, and a year later nothing has changed.
    story.until("2027-10-31T23:00:00Z").await;
    assert_eq!(standing(&story, eve, subscription).await, is("non_member", "cancelled"));
    assert_eq!(story.credits(eve).await, 0);
    story.until("2028-10-31T09:00:00Z").await;
    assert_eq!(
        story.invoices(eve).await,
        [
            "2027-01-01 paid 242 due 0",
            "2027-02-01 paid 242 due 0",
            "2027-03-01 paid 242 due 0",
            "2027-03-16 paid 93.68 due 0",
            "2027-04-01 paid 423.5 due 0",
            "2027-05-01 paid 423.5 due 0",
            "2027-08-01 paid 423.5 due 0",
            "2027-09-01 paid 423.5 due 0",
            "2027-10-01 paid 423.5 due 0",
        ]
    );
    assert_eq!(story.owed(eve).await, 0);
    assert_eq!(story.accounts().await, ["cash 2937.18", "revenue 2427.42", "tax 509.76"]);

    // So nothing keeps her from being forgotten.
    accepted(&story.app.post(&format!("/members/{eve}/anonymise"), json!({})).await, 200);
    assert_eq!(id(&story.get(&format!("/members/{eve}")).await), eve);
}
