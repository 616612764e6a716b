//! Stages: derived from days, in answers and in lists alike.

use serde_json::json;
use tests::{ContractFixture, sweep, total};

#[tokio::test]
async fn stages_follow_from_the_days_and_lists_agree() {
    let fixture = ContractFixture::alone().await;
    let fields = json!({"start_date": "2027-02-01", "end_date": "2027-12-31", "notice_days": 30});
    let contract = fixture.signed(fields).await;
    let id = contract["id"].as_str().unwrap_or_default();
    for (time, stage) in [
        ("2027-01-02T11:00:00Z", "upcoming"),
        ("2027-01-31T23:00:00Z", "active"),
        ("2027-10-31T22:59:00Z", "active"),
        ("2027-10-31T23:00:00Z", "up_for_renewal"),
        ("2027-12-01T22:59:00Z", "up_for_renewal"),
        ("2027-12-01T23:00:00Z", "not_renewed"),
        ("2027-12-31T22:59:00Z", "not_renewed"),
        ("2027-12-31T23:00:00Z", "expired"),
    ] {
        fixture.clock(time);
        assert_eq!(fixture.get(id).await["stage"], json!(stage), "{time}");
        for asked in ["upcoming", "active", "up_for_renewal", "not_renewed", "notice_served", "expired", "terminated"] {
            let expected = u64::from(asked == stage);
            assert_eq!(total(&fixture.app, &format!("/contracts?stage={asked}")).await, expected, "{time} {asked}");
        }
    }
    sweep(&fixture.app.context).await;
    assert_eq!(fixture.get(id).await["stage"], json!("expired"));
}

#[tokio::test]
async fn what_renews_by_itself_is_active_after_its_last_day_for_notice() {
    let fixture = ContractFixture::alone().await;
    let fields = json!({"auto_renew": true, "renewal_term_months": 12});
    let contract = fixture.signed(fields).await;
    let id = contract["id"].as_str().unwrap_or_default();
    fixture.clock("2027-11-15T11:00:00Z");
    assert_eq!(fixture.get(id).await["stage"], json!("up_for_renewal"));
    fixture.clock("2027-12-02T11:00:00Z");
    for _ in 0..2 {
        assert_eq!(fixture.get(id).await["stage"], json!("active"));
        assert_eq!(total(&fixture.app, "/contracts?stage=active").await, 1);
        sweep(&fixture.app.context).await;
    }
    fixture.acted(id, "serve-notice", json!({})).await;
    assert_eq!(total(&fixture.app, "/contracts?stage=notice_served").await, 1);
    fixture.clock("2029-01-01T11:00:00Z");
    assert_eq!(total(&fixture.app, "/contracts?stage=expired").await, 1);
}

#[tokio::test]
async fn a_terminated_contract_has_its_stage_too() {
    let fixture = ContractFixture::new().await;
    let contract = fixture.signed(json!({})).await;
    let id = contract["id"].as_str().unwrap_or_default();
    fixture.acted(id, "terminate", json!({"reason": "other"})).await;
    assert_eq!(total(&fixture.app, "/contracts?stage=notice_served").await, 1);
    fixture.clock("2027-01-02T11:00:00Z");
    assert_eq!(total(&fixture.app, "/contracts?stage=terminated").await, 1);
    assert_eq!(total(&fixture.app, "/contracts?status=terminated").await, 1);
}
