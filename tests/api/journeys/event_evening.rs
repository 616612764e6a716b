//! A paid evening: it is prepared, sold out, called off, and everybody has everything back to the cent.

use serde_json::{Value, json};
use tests::accepted;

use super::{Story, id};

/// Somebody registers; what the registration shows.
async fn registers(story: &Story, event: &str, who: Value, source: &str) -> Value {
    let body = json!({"event_id": event, "quantity": 1, "payment_source": source});
    story.act("/event-registrations", tests::with(body, &who)).await
}

async fn person(story: &Story, name: &str) -> String {
    story.make("/members", json!({"email": format!("{name}@example.com"), "name": name})).await
}

#[tokio::test]
async fn a_paid_evening_is_sold_out_called_off_and_refunded_to_the_cent() {
    let story = Story::from("2027-03-01T09:00:00Z").await;
    let here = |fields: Value| tests::with(json!({"location_id": story.location}), &fields);
    // Ann is a member with a fifth off, Bob's company pays for him, Cas has credits, Dan and Eve pay at the till.
    let [ann, bob, cas, dan, eve] = [
        person(&story, "ann").await,
        person(&story, "bob").await,
        person(&story, "cas").await,
        person(&story, "dan").await,
        person(&story, "eve").await,
    ];
    let plan = here(json!({"name": "Flex", "cycle": "yearly", "price": 0, "currency": "EUR", "discount_events": 20}));
    let plan = story.make("/memberships", plan).await;
    let agreed = json!({"customer_id": ann, "membership_plan_id": plan, "start_date": "2027-03-01"});
    story.make("/subscriptions", agreed).await;
    let company = here(json!({"name": "Blue Harbour", "pay_with_invoice": {"events": true}}));
    let company = story.make("/companies", company).await;
    let place = json!({"member_id": bob, "role": "manager"});
    accepted(&story.app.post(&format!("/companies/{company}/members"), place).await, 201);
    story.make("/credit-transactions", json!({"customer_id": cas, "type": "admin_allocation", "amount": 10})).await;

    let fields = here(json!({"title": "An evening of letters", "start_time": "2027-04-15T18:00:00Z",
        "end_time": "2027-04-15T21:00:00Z", "visibility": "public", "capacity": 6, "max_per_customer": 2, "price": 25,
        "visitor_price": 40, "credit_price": 3, "refund_cutoff_minutes": 2880, "waitlist_enabled": true}));
    let event = story.make("/events", fields).await;
    story.act(&format!("/events/{event}/publish"), json!({})).await;

    // 20 and a fifth of tax; 40; three credits; two times 40.
    let of_ann = registers(&story, &event, json!({"customer_id": ann}), "invoice").await;
    let of_bob = registers(&story, &event, json!({"customer_id": bob}), "invoice").await;
    let of_cas = registers(&story, &event, json!({"customer_id": cas}), "credits").await;
    let guest = json!({"guest": {"name": "Ida", "email": "ida@example.com"}, "quantity": 2});
    let of_ida = registers(&story, &event, guest, "external").await;
    let of_dan = registers(&story, &event, json!({"customer_id": dan}), "external").await;
    let totals = [&of_ann, &of_bob, &of_cas, &of_ida, &of_dan].map(|ticket| ticket["total_amount"].clone());
    assert_eq!(totals, [json!(24.2), json!(48.4), json!(48.4), json!(96.8), json!(48.4)]);
    assert_eq!((&of_bob["payer_id"], story.credits(&cas).await), (&json!(company), json!(7)));
    story.act(&format!("/event-registrations/{}/pay", id(&of_ida)), json!({"payment_reference": "till 1"})).await;
    assert_eq!(story.get(&format!("/events/{event}")).await["available"], json!("sold_out"));

    // Dan does not pay, so Eve has the seat that she waits for.
    let waits =
        story.make("/event-waitlist-entries", json!({"event_id": event, "customer_id": eve, "quantity": 1})).await;
    story.until("2027-03-01T10:00:00Z").await;
    let dan_now = story.get(&format!("/event-registrations/{}", id(&of_dan))).await;
    assert_eq!((&dan_now["status"], &dan_now["cancelled_by"]), (&json!("cancelled"), &json!("time")));
    let accept = format!("/event-waitlist-entries/{waits}/accept");
    let taken = story.act(&accept, json!({"payment_source": "external"})).await;
    let of_eve = taken["registration_id"].as_str().unwrap_or_default().to_owned();
    story.act(&format!("/event-registrations/{of_eve}/pay"), json!({"payment_reference": "till 2"})).await;

    // The company has its invoice, and pays it.
    let invoice = story.make("/invoices", here(json!({"customer_id": company}))).await;
    story.act(&format!("/invoices/{invoice}/issue"), json!({})).await;
    story.pay_newest(&company).await;
    assert_eq!(story.accounts().await, ["cash 48.4", "revenue 40", "tax 8.4"]);

    // It is called off five days before.
    story.until("2027-04-10T09:00:00Z").await;
    story.act(&format!("/events/{event}/cancel"), json!({"reason": "The press is broken."})).await;
    story.until("2027-04-10T09:05:00Z").await;
    let closed = story.get(&format!("/events/{event}")).await;
    let told = ["status", "is_closing", "seats_taken"].map(|field| closed[field].clone());
    assert_eq!(told, [json!("cancelled"), json!(false), json!(0)]);
    let mut back = Vec::new();
    for ticket in [id(&of_ann), id(&of_bob), id(&of_cas), id(&of_ida), &of_eve] {
        let shown = story.get(&format!("/event-registrations/{ticket}")).await;
        assert_eq!((&shown["cancelled_by"], &shown["payment_status"]), (&json!("event"), &json!("refunded")));
        back.push(shown["refunded_total"].clone());
    }
    assert_eq!(back, [json!(24.2), json!(48.4), json!(48.4), json!(96.8), json!(48.4)]);
    assert_eq!(story.credits(&cas).await, json!(10));
    let waiting = story.get(&format!("/invoice-items?customer_id={ann}&pending=true")).await;
    assert_eq!(waiting, json!([]), "Ann is asked for nothing");
    let notes = story.get("/credit-notes").await;
    assert_eq!((&notes[0]["total"], &notes[1]), (&json!(48.4), &Value::Null));
    assert_eq!(story.owed(&company).await, json!(-48.4));
    assert_eq!(story.accounts().await, ["cash 48.4", "customer_balance 48.4"]);
}
