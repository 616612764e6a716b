//! Lists of contracts.

use serde_json::json;
use tests::{ContractFixture, total};

#[tokio::test]
async fn contracts_are_found_by_everything_that_they_name() {
    let fixture = ContractFixture::new().await;
    fixture.signed(json!({})).await;
    fixture.draft(json!({"type": "lease"})).await;
    fixture.issued(json!({"items": [fixture.plan_item()], "expires_at": "2027-01-02"})).await;
    let (member, location, template) = (&fixture.member, &fixture.location, &fixture.template);
    for (filter, expected) in [
        (format!("customer_id={member}"), 3),
        (format!("location_id={location}&status=draft"), 1),
        (format!("template_id={template}&type=lease"), 1),
        (format!("customer_id={}", tests::NOBODY), 0),
        ("status=signed".to_owned(), 1),
        ("status=issued".to_owned(), 1),
        ("status=expired".to_owned(), 0),
        ("stage=active".to_owned(), 1),
    ] {
        assert_eq!(total(&fixture.app, &format!("/contracts?{filter}")).await, expected, "{filter}");
    }
    fixture.clock("2027-01-03T11:00:00Z");
    assert_eq!(total(&fixture.app, "/contracts?status=issued").await, 0);
    assert_eq!(total(&fixture.app, "/contracts?status=expired").await, 1);
    let both = fixture.app.get("/contracts?status=signed&stage=active").await;
    assert_eq!(both.refusal(), "422 rule_violation stage without_status");
}
