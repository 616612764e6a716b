//! Blue Harbour's March: its people book rooms, one invoice has all of it, and what was wrong with it is credited and
//! refunded.

use serde_json::{Value, json};
use tests::{accepted, resource};

use super::{Story, id};

/// A company that puts its people's rooms on its invoice, with two people.
struct Company {
    id: String,
    people: [String; 2],
    room: String,
}

async fn company(story: &Story) -> Company {
    let fields = json!({"location_id": story.location, "name": "Blue Harbour", "pay_with_invoice": {"rooms": true}});
    let company = story.make("/companies", fields).await;
    let mut people = Vec::new();
    for (name, role) in [("Ann", "manager"), ("Bob", "member")] {
        let person = json!({"email": format!("{name}@example.com"), "name": name});
        let person = story.make("/members", person).await;
        let place = json!({"member_id": person, "role": role});
        accepted(&story.app.post(&format!("/companies/{company}/members"), place).await, 201);
        people.push(person);
    }
    // 20 an hour; whoever cancels within a day pays half.
    let policy = json!({"free_minutes": 1440, "public_ladder": [{"minutes_before": 1440, "fee_percent": 50}]});
    let room = json!({"rates": [{"unit_amount": 20}], "tax_rate": 21, "cancellation_policy": policy});
    let room = resource(&story.app, &story.location, "Harbour room", "meeting_room", room).await;
    let [ann, bob] = <[String; 2]>::try_from(people).expect("two people");
    Company { id: company, people: [ann, bob], room }
}

/// Somebody of the company books the room on a day of March, from one hour to another.
async fn book(story: &Story, company: &Company, person: usize, day: u32, hours: (&str, &str)) -> String {
    let instant = |time: &str| format!("2027-03-{day:02}T{time}:00Z");
    let body = json!({"resource_id": company.room, "customer_id": company.people[person], "payment_source": "invoice",
        "start_time": instant(hours.0), "end_time": instant(hours.1)});
    let booking = story.act("/bookings", body).await;
    assert_eq!(booking["payer_id"], json!(company.id));
    id(&booking).to_owned()
}

/// What waits for the company's next invoice, without tax.
async fn waiting(story: &Story, company: &Company) -> Vec<Value> {
    let items = story.get(&format!("/invoice-items?customer_id={}&order=asc&per_page=100", company.id)).await;
    let waiting = items.as_array().into_iter().flatten().filter(|item| item["invoice_id"].is_null());
    waiting.map(|item| item["unit_amount"].clone()).collect()
}

#[tokio::test]
async fn a_companys_month_of_bookings_becomes_one_invoice_part_paid_credited_and_refunded() {
    let story = Story::from("2027-02-26T09:00:00Z").await;
    let company = company(&story).await;

    // They book: two hours, three hours, an hour, and an hour and a half. All of it waits, and nothing is owed yet.
    book(&story, &company, 0, 2, ("09:00", "11:00")).await;
    book(&story, &company, 1, 9, ("09:00", "12:00")).await;
    let late = book(&story, &company, 1, 16, ("10:00", "11:00")).await;
    let early = book(&story, &company, 0, 23, ("10:00", "11:00")).await;
    assert_eq!(waiting(&story, &company).await, [40, 60, 20, 20]);
    assert_eq!(story.accounts().await, Vec::<String>::new());

    // Plans change: one booking is called off in time, one too late, which costs half of it, and one becomes longer.
    story.act(&format!("/bookings/{early}/cancel"), json!({})).await;
    assert_eq!(waiting(&story, &company).await, [40, 60, 20]);
    story.until("2027-03-16T08:00:00Z").await;
    story.act(&format!("/bookings/{late}/cancel"), json!({})).await;
    assert_eq!(waiting(&story, &company).await, [40, 60, 10]);
    let longer = book(&story, &company, 0, 30, ("10:00", "11:00")).await;
    story.act(&format!("/bookings/{longer}/reschedule"), json!({"end_time": "2027-03-30T11:30:00Z"})).await;
    assert_eq!(waiting(&story, &company).await, [40, 60, 10, 30]);

    // 1 April: the month's invoice has four lines, 140 and 29.40 tax, and is due in two weeks.
    story.until("2027-04-01T09:00:00Z").await;
    let draft = json!({"customer_id": company.id, "location_id": story.location, "pending_items": true});
    let draft = story.make("/invoices", draft).await;
    let path = format!("/invoices/{draft}");
    let invoice = story.act(&format!("{path}/issue"), json!({})).await;
    let told = ["subtotal", "total", "amount_due", "due_date"].map(|field| invoice[field].clone());
    assert_eq!(told, [json!(140), json!(169.4), json!(169.4), json!("2027-04-15")]);
    assert_eq!(waiting(&story, &company).await, Vec::<Value>::new());
    assert_eq!(story.accounts().await, ["accounts_receivable 169.4", "revenue 140", "tax 29.4"]);

    // The company pays a part.
    story.until("2027-04-10T09:00:00Z").await;
    let part = story.act(&format!("{path}/pay"), json!({"amount": 100, "method": "bank_transfer"})).await;
    assert_eq!(
        (&part["status"], &part["amount_paid"], &part["amount_due"]),
        (&json!("issued"), &json!(100), &json!(69.4))
    );
    assert_eq!(story.accounts().await, ["accounts_receivable 69.4", "cash 100", "revenue 140", "tax 29.4"]);

    // The projector did not work on the 30th: that line is credited, 30 and 6.30 tax, off what is still due.
    let line = |unit_amount: u32| {
        let items = invoice["items"].as_array().into_iter().flatten();
        items.filter(|item| item["unit_amount"] == json!(unit_amount)).map(id).next().unwrap_or_default().to_owned()
    };
    let note = |lines: Value, fields: &Value| {
        tests::with(json!({"invoice_id": draft, "reason": "product_unsatisfactory", "lines": lines}), fields)
    };
    let whole = json!([{"invoice_item_id": line(30), "quantity": 1}]);
    let first = story.act("/credit-notes", note(whole, &json!({}))).await;
    let told = ["type", "total", "pre_payment_amount"].map(|field| first[field].clone());
    assert_eq!(told, [json!("pre_payment"), json!(36.3), json!(36.3)]);
    assert_eq!(story.accounts().await, ["accounts_receivable 33.1", "cash 100", "revenue 110", "tax 23.1"]);

    // The rest is paid, and the invoice with it.
    let paid = story.act(&format!("{path}/pay"), json!({"amount": 33.1, "method": "bank_transfer"})).await;
    assert_eq!((&paid["status"], &paid["amount_due"]), (&json!("paid"), &json!(0)));
    assert_eq!(story.accounts().await, ["cash 133.1", "revenue 110", "tax 23.1"]);

    // An hour too much was billed on the 9th: 20 and 4.20 tax are promised back, and a week later refunded.
    let hour = json!([{"invoice_item_id": line(60), "amount": 20}]);
    let second = story.act("/credit-notes", note(hour, &json!({"refund_amount": 24.2}))).await;
    assert_eq!((&second["type"], &second["refund_amount"]), (&json!("post_payment"), &json!(24.2)));
    assert_eq!(story.accounts().await, ["cash 133.1", "refunds_payable 24.2", "revenue 90", "tax 18.9"]);
    story.until("2027-04-17T09:00:00Z").await;
    let payments = story.get(&format!("/payment-transactions?invoice_id={draft}&order=asc")).await;
    let refund = format!("/payment-transactions/{}/refund", id(&payments[0]));
    let too_much = json!({"amount": 24.21, "credit_note_id": id(&second)});
    let refused = story.app.post(&refund, too_much).await;
    assert_eq!(refused.refusal(), "422 rule_violation amount above_amount_promised");
    story.act(&refund, json!({"amount": 24.2, "credit_note_id": id(&second)})).await;

    // What is left is what was used: 90 and 18.90 tax, all of it in cash, and nobody owes anything.
    assert_eq!(story.accounts().await, ["cash 108.9", "revenue 90", "tax 18.9"]);
    assert_eq!(story.get(&path).await["status"], "paid");
    assert_eq!(story.owed(&company.id).await, 0);
}
