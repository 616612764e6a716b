//! Tax rates: what they may be, and who refers to them (`docs/areas/invoices.md`, 22).

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, made, with};

/// A rate of 21 %, and of 23 % from the year 2028 on.
fn changing() -> Value {
    json!({"name": "Standard", "values": [{"from": "2012-10-01", "percent": 21}, {"from": "2028-01-01", "percent": 23}]})
}

#[tokio::test]
async fn a_tax_rate_has_values_in_the_order_of_their_days() {
    let app = tests::app().await;
    let created = app.post("/tax-rates", changing()).await;
    accepted(&created, 201);
    let data = &created.body["data"];
    assert_eq!(
        data["values"][0],
        json!({"from": "2012-10-01", "percent": 21, "category": "S", "exemption_reason": ""})
    );
    let path = format!("/tax-rates/{}", created.id());
    let values = json!([{"from": "2012-10-01", "percent": 0, "category": "E", "exemption_reason": "Article 132"}]);
    let updated = app.put(&path, json!({"values": values})).await;
    accepted(&updated, 200);
    assert_eq!(app.get(&path).await.body["data"]["values"], values);
    assert_eq!(app.get("/tax-rates").await.body["data"][0]["id"], json!(created.id()));
    let backwards = json!([values[0], changing()["values"][0]]);
    let refused = app.put(&path, json!({"values": backwards})).await;
    assert_eq!(refused.refusal(), "422 rule_violation values[1].from not_in_order");
    let same = app.post("/tax-rates", changing()).await;
    assert_eq!(same.refusal(), "409 already_exists name already_exists");
    accepted(&app.delete(&path).await, 200);
    assert_eq!(app.get(&path).await.status, 404);
    accepted(&app.post("/tax-rates", changing()).await, 201);
}

#[tokio::test]
async fn values_that_no_document_can_have_are_refused() {
    let app = tests::app().await;
    let value = |from: &str, fields: Value| with(json!({"from": from, "percent": 0}), &fields);
    let exempt = json!({"category": "E", "exemption_reason": "Article 132"});
    for (values, refusal) in [
        (json!([]), "400 validation_error values out_of_range"),
        (
            json!([{"from": "2027-01-01", "percent": 101}]),
            "400 validation_error values[0].percent out_of_range",
        ),
        (
            json!([value("2027-01-01", json!({"category": "B"}))]),
            "400 validation_error values[0].category invalid_value",
        ),
        (
            json!([value("2027-01-01", exempt.clone()), value("2027-01-01", exempt.clone())]),
            "422 rule_violation values[1].from not_in_order",
        ),
        (json!([value("2027-01-01", json!({}))]), "422 rule_violation values[0].percent zero_in_category"),
        (
            json!([value("2027-01-01", with(exempt.clone(), &json!({"percent": 5})))]),
            "422 rule_violation values[0].percent taxed_in_category",
        ),
        (
            json!([value("2027-01-01", json!({"category": "AE"}))]),
            "422 rule_violation values[0].exemption_reason required_in_category",
        ),
        (
            json!([value("2027-01-01", json!({"category": "Z", "exemption_reason": "x"}))]),
            "422 rule_violation values[0].exemption_reason unused_in_category",
        ),
    ] {
        let refused = app.post("/tax-rates", json!({"name": "Rate", "values": values})).await;
        assert_eq!(refused.refusal(), refusal, "{values}");
    }
}

#[tokio::test]
async fn nothing_new_refers_to_a_tax_rate_that_is_not_there() {
    let fixture = InvoiceFixture::new().await;
    let (app, location, customer) = (&fixture.app, &fixture.location, &fixture.customer);
    let rate = made(app, "/tax-rates", changing()).await;
    let item = |rate: &str| json!({"description": "Desk", "quantity": 1, "unit_amount": 1, "tax_rate_id": rate});
    let waiting = with(item(&rate), &json!({"customer_id": customer, "location_id": location}));
    let waits = made(app, "/invoice-items", waiting.clone()).await;
    accepted(&app.delete(&format!("/tax-rates/{rate}")).await, 200);
    let option = |rate: &str| json!({"title": "One", "price": 1, "tax_rate_id": rate});
    let category = made(app, "/shop-categories", json!({"location_id": location, "name": "Goods"})).await;
    for (rate, reason) in [(rate.as_str(), "reference_archived"), (tests::NOBODY, "reference_not_found")] {
        for (path, body, field) in [
            ("/locations", json!({"name": "Elsewhere", "time_zone": "Europe/Amsterdam", "currency": "EUR"}), ""),
            (
                "/memberships",
                json!({"location_id": location, "name": "Desk", "cycle": "monthly", "price": 1, "currency": "EUR"}),
                "",
            ),
            ("/resources", json!({"location_id": location, "name": "Room", "type": "meeting_room"}), ""),
            ("/invoice-items", waiting.clone(), ""),
            (
                "/shop-products",
                json!({"location_id": location, "category_id": category, "title": "Mug", "options": [option(rate)]}),
                "options[0].",
            ),
            (
                "/invoices",
                json!({"customer_id": customer, "location_id": location, "items": [item(rate)]}),
                "items[0].",
            ),
        ] {
            let body = if field.is_empty() { with(body, &json!({"tax_rate_id": rate})) } else { body };
            let refused = app.post(path, body).await.refusal();
            assert_eq!(refused, format!("422 rule_violation {field}tax_rate_id {reason}"), "{path}");
        }
    }
    for (path, body) in [
        (format!("/locations/{location}"), json!({"tax_rate_id": tests::NOBODY})),
        (format!("/invoice-items/{waits}"), json!({"tax_rate_id": tests::NOBODY})),
    ] {
        assert_eq!(
            app.put(&path, body).await.refusal(),
            "422 rule_violation tax_rate_id reference_not_found",
            "{path}"
        );
    }
    // What refers to it already goes on being taxed at it.
    let invoice = made(app, "/invoices", fixture.body(&[])).await;
    let issued = fixture.act(&invoice, "issue", json!({})).await;
    accepted(&issued, 200);
    let line = &issued.body["data"]["items"][0];
    assert_eq!((&line["id"], &line["tax_rate"]), (&json!(waits), &json!(21)));
    accepted(&app.put(&format!("/locations/{location}"), json!({"description": "x"})).await, 200);
}

#[tokio::test]
async fn what_is_changed_refers_to_a_tax_rate_that_is_there() {
    let fixture = InvoiceFixture::new().await;
    let (app, location) = (&fixture.app, &fixture.location);
    let option = json!({"title": "One", "price": 1});
    let category = made(app, "/shop-categories", json!({"location_id": location, "name": "Goods"})).await;
    let event = json!({"location_id": location, "title": "Taxes", "start_time": "2026-12-10T18:00:00Z",
        "end_time": "2026-12-10T20:00:00Z"});
    let refused = app.post("/events", with(event.clone(), &json!({"tax_rate_id": tests::NOBODY}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation tax_rate_id reference_not_found");
    for (path, body) in [
        (
            "/memberships",
            json!({"location_id": location, "name": "Desk", "cycle": "monthly", "price": 1, "currency": "EUR"}),
        ),
        ("/resources", json!({"location_id": location, "name": "Room", "type": "meeting_room"})),
        ("/events", event),
        (
            "/shop-products",
            json!({"location_id": location, "category_id": category, "title": "Mug", "options": [option]}),
        ),
    ] {
        let (id, change, field) = match path {
            "/shop-products" => {
                let product = app.post(path, body).await;
                let own = &product.body["data"]["options"][0]["id"];
                let option = json!({"id": own, "title": "One", "price": 1, "tax_rate_id": tests::NOBODY});
                (product.id(), json!({"options": [option]}), "options[0].")
            }
            _ => (made(app, path, body).await, json!({"tax_rate_id": tests::NOBODY}), ""),
        };
        let refused = app.put(&format!("{path}/{id}"), change).await.refusal();
        assert_eq!(refused, format!("422 rule_violation {field}tax_rate_id reference_not_found"), "{path}");
    }
}
