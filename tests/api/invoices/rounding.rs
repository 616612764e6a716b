//! Rounding: each amount once, a half away from zero (decision 20), in the smallest unit that the currency has.

use serde_json::json;
use tests::{InvoiceFixture, accepted, location_with, with};

#[tokio::test]
async fn half_of_the_smallest_unit_is_rounded_away_from_zero() {
    let fixture = InvoiceFixture::new().await;
    // 21 % of each is half a unit more than an even number of them, such as 10.5 cents: to the even neighbour it would
    // be down.
    for (currency, price, total) in [
        ("EUR", json!(0.5), json!(0.61)),
        ("EUR", json!(2.5), json!(3.03)),
        ("JPY", json!(50), json!(61)),
        ("KWD", json!(0.25), json!(0.303)),
    ] {
        let location = location_with(&fixture.app, json!({"currency": currency, "tax_rate": 21})).await;
        let issued = fixture.issued_with(std::slice::from_ref(&price), json!({"location_id": location})).await;
        assert_eq!(issued["total"], total, "{currency} {price}");
        let note = fixture.credit(&issued, &[(0, json!({"amount": price}))], json!({})).await;
        accepted(&note, 201);
        assert_eq!(note.body["data"]["total"], total, "a note of {currency} {price}");
    }
    let desk =
        json!({"description": "Desk", "quantity": 1, "unit_amount": 1.25, "discount_percent": 10, "tax_rate": 0});
    let discounted = fixture.issued_with(&[], json!({"items": [desk]})).await;
    assert_eq!(discounted["total"], json!(1.12), "12.5 cents off are 13");
    let below = json!([{"description": "Desk", "quantity": 1, "unit_amount": 10, "tax_rate": 0},
        {"description": "Rebate", "quantity": 1, "unit_amount": -0.5}]);
    let preview = fixture.app.post("/invoices/preview", with(fixture.body(&[]), &json!({"items": below}))).await;
    accepted(&preview, 200);
    assert_eq!(preview.body["data"]["total"], json!(9.39), "10.5 cents below nothing are 11");
    tests::books_add_up(&fixture.app).await;
}
