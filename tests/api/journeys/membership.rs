//! Eve's ten months: she signs up, upgrades, pauses, pays late, and leaves.

use serde_json::{Value, json};
use tests::accepted;

use super::{Story, id};

/// Eve and her subscription.
struct Eve {
    story: Story,
    id: String,
    subscription: String,
}

impl Eve {
    /// Her type and the state of her subscription.
    async fn is(&self) -> (String, String) {
        let subscription = self.story.get(&format!("/subscriptions/{}", self.subscription)).await;
        let member = self.story.get(&format!("/members/{}", self.id)).await;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        (text(&member["type"]), text(&subscription["status"]))
    }

    /// `POST /subscriptions/{id}/{action}`, which must succeed.
    async fn act(&self, action: &str, body: Value) -> Value {
        self.story.act(&format!("/subscriptions/{}/{action}", self.subscription), body).await
    }

    /// A month begins with an invoice of so much and this many credits, and is paid on its fifth.
    async fn month(&self, month: &str, total: &str, credits: u32) {
        self.story.until(&format!("{month}-01T09:00:00Z")).await;
        let invoices = self.story.invoices(&self.id).await;
        assert_eq!(invoices.last(), Some(&format!("{month}-01 issued {total} due {total}")));
        assert_eq!(self.story.credits(&self.id).await, credits);
        self.story.until(&format!("{month}-05T09:00:00Z")).await;
        self.story.pay_newest(&self.id).await;
    }
}

fn being(kind: &str, status: &str) -> (String, String) {
    (kind.to_owned(), status.to_owned())
}

/// A membership plan that people sign up to at once, a month at a time, with 14 days of notice.
async fn plan(story: &Story, name: &str, price: u32, credits: u32) -> String {
    let plan = json!({"location_id": story.location, "name": name, "cycle": "monthly", "price": price, "currency": "EUR",
        "expiring_credits": credits, "signup_enabled": true, "signup_type": "immediate", "notice_days": 14});
    story.make("/memberships", plan).await
}

#[tokio::test]
async fn a_membership_of_ten_months_with_upgrade_pause_late_payment_and_cancellation() {
    let story = Story::from("2027-01-01T09:00:00Z").await;
    let flex = plan(&story, "Flex", 200, 10).await;
    let resident = plan(&story, "Resident", 350, 20).await;
    let eve = signs_up(story, &flex).await;
    upgrades(&eve, &resident).await;
    pauses(&eve).await;
    pays_late(&eve).await;
    leaves(&eve).await;
}

/// January: Eve signs up and is a subscriber at once. Her first invoice is 200 and 21 % tax, her allowance ten credits.
async fn signs_up(story: Story, flex: &str) -> Eve {
    let person = json!({"email": "eve@example.com", "name": "Eve Jansen"});
    let signed_up = story.act(&format!("/memberships/{flex}/sign-up"), person).await;
    let text = |field: &str| signed_up[field].as_str().unwrap_or_default().to_owned();
    let eve = Eve { story, id: text("member_id"), subscription: text("subscription_id") };
    let story = &eve.story;
    assert_eq!(eve.is().await, being("member", "active"));
    assert_eq!(story.invoices(&eve.id).await, ["2027-01-01 issued 242 due 242"]);
    assert_eq!(story.credits(&eve.id).await, 10);
    assert_eq!(story.accounts().await, ["accounts_receivable 242", "revenue 200", "tax 42"]);
    story.until("2027-01-10T09:00:00Z").await;
    story.pay_newest(&eve.id).await;
    assert_eq!(story.accounts().await, ["cash 242", "revenue 200", "tax 42"]);

    // She comes in: her subscription admits her.
    let here = story.act("/check-ins", json!({"member_id": eve.id, "location_id": story.location})).await;
    assert_eq!(here["admitted_by"], "subscription");
    let seen = story.get(&format!("/members/{}", eve.id)).await["last_seen_at"].clone();
    assert_eq!(seen, "2027-01-10T09:00:00.000Z");

    // February and March: the credits of the month before expire when the next ones come.
    eve.month("2027-02", "242", 10).await;
    eve.month("2027-03", "242", 10).await;
    assert_eq!(story.accounts().await, ["cash 726", "revenue 600", "tax 126"]);
    eve
}

/// 16 March: 16 of 31 days are 180.65 of Resident against 103.23 of Flex: 77.42, with tax 93.68. Her
/// credits for these days, begun ones whole: eleven of the new plan for six of the old one.
async fn upgrades(eve: &Eve, resident: &str) {
    let story = &eve.story;
    story.until("2027-03-16T09:00:00Z").await;
    let change = json!({"membership_plan_id": resident});
    let preview = eve.act("change-plan-preview", change.clone()).await;
    assert_eq!((&preview["invoice"]["subtotal"], &preview["invoice"]["total"]), (&json!(77.42), &json!(93.68)));
    eve.act("change-plan", change).await;
    assert_eq!(story.invoices(&eve.id).await.last(), Some(&"2027-03-16 issued 93.68 due 93.68".to_owned()));
    assert_eq!(story.credits(&eve.id).await, 15);
    let accounts = ["accounts_receivable 93.68", "cash 726", "revenue 677.42", "tax 142.26"];
    assert_eq!(story.accounts().await, accounts);
    story.pay_newest(&eve.id).await;

    // April and May cost 350 and tax.
    eve.month("2027-04", "423.5", 20).await;
    eve.month("2027-05", "423.5", 20).await;
    assert_eq!(story.accounts().await, ["cash 1666.68", "revenue 1377.42", "tax 289.26"]);
}

/// June and July: nothing is charged or granted, and her subscription admits her no longer.
async fn pauses(eve: &Eve) {
    let story = &eve.story;
    eve.act("pause", json!({"from": "2027-06-01", "until": "2027-08-01"})).await;
    story.until("2027-07-15T09:00:00Z").await;
    assert_eq!(eve.is().await, being("member", "paused"));
    assert_eq!((story.invoices(&eve.id).await.len(), story.credits(&eve.id).await), (6, json!(0)));
    let refused = story.app.post("/check-ins", json!({"member_id": eve.id, "location_id": story.location})).await;
    assert_eq!(refused.refusal(), "402 insufficient_balance member_id insufficient_balance");
}

/// August: the invoice is due on the 15th; on the 16th she is past due, on the 20th she pays.
async fn pays_late(eve: &Eve) {
    let story = &eve.story;
    story.until("2027-08-15T21:59:00Z").await;
    assert_eq!(eve.is().await, being("member", "active"));
    assert_eq!(story.invoices(&eve.id).await.last(), Some(&"2027-08-01 issued 423.5 due 423.5".to_owned()));
    story.until("2027-08-16T09:00:00Z").await;
    assert_eq!(eve.is().await, being("member", "past_due"));
    assert_eq!(story.newest_invoice(&eve.id).await["overdue"], true);
    story.until("2027-08-20T09:00:00Z").await;
    story.pay_newest(&eve.id).await;
    assert_eq!(eve.is().await, being("member", "active"));
    assert_eq!(story.accounts().await, ["cash 2090.18", "revenue 1727.42", "tax 362.76"]);
}

/// September, and October, in which she gives notice more than 14 days before its end, so that it ends with the month.
async fn leaves(eve: &Eve) {
    let story = &eve.story;
    eve.month("2027-09", "423.5", 20).await;
    eve.month("2027-10", "423.5", 20).await;
    story.until("2027-10-10T09:00:00Z").await;
    let cancelled = eve.act("cancel", json!({})).await;
    let told = (&cancelled["status"], &cancelled["cancel_at"]);
    assert_eq!(told, (&json!("active"), &json!("2027-10-31T23:00:00.000Z")));

    // November: it is over. Nothing more is invoiced, her credits went with it, and a year later nothing has changed.
    story.until("2027-10-31T23:00:00Z").await;
    assert_eq!(eve.is().await, being("non_member", "cancelled"));
    assert_eq!(story.credits(&eve.id).await, 0);
    story.until("2028-10-31T09:00:00Z").await;
    let mut expected = vec!["2027-03-16 paid 93.68 due 0".to_owned()];
    expected.extend(["01", "02", "03"].map(|month| format!("2027-{month}-01 paid 242 due 0")));
    expected.extend(["04", "05", "08", "09", "10"].map(|month| format!("2027-{month}-01 paid 423.5 due 0")));
    expected.sort();
    assert_eq!(story.invoices(&eve.id).await, expected);
    assert_eq!(story.owed(&eve.id).await, 0);
    assert_eq!(story.accounts().await, ["cash 2937.18", "revenue 2427.42", "tax 509.76"]);

    // So nothing keeps her from being forgotten.
    accepted(&story.app.post(&format!("/members/{}/anonymise", eve.id), json!({})).await, 200);
    assert_eq!(id(&story.get(&format!("/members/{}", eve.id)).await), eve.id);
}
