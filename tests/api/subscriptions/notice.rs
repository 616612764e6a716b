//! Notice in months, to the end of a month, quarter or year; periods that begin on a weekday or a date.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, books_add_up};

/// How many day passes the customer has.
async fn passes(fixture: &SubscriptionFixture) -> Value {
    let answer = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
    answer.body["data"]["day_passes"]["total"].clone()
}

#[tokio::test]
async fn notice_to_the_end_of_a_quarter_ends_it_there_after_so_many_months() {
    let fixture = SubscriptionFixture::new(json!({"notice_months": 3, "notice_ends_with": "quarter"})).await;
    for (day, end) in [("2027-03-31", "2027-06-30"), ("2027-04-01", "2027-06-30"), ("2027-04-02", "2027-09-30")] {
        let id = fixture.subscribed(json!({"start_date": "2027-01-01"})).await;
        fixture.clock(&format!("{day}T10:00:00Z"));
        let cancelled = fixture.acted(&id, "cancel", json!({})).await;
        assert_eq!((&cancelled["end_date"], &cancelled["status"]), (&json!(end), &json!("active")), "{day}");
        assert_eq!((&cancelled["notice_months"], &cancelled["notice_ends_with"]), (&json!(3), &json!("quarter")));
        assert_eq!(fixture.acted(&id, "uncancel", Value::Null).await["end_date"], Value::Null);
        fixture.clock("2027-01-01T11:00:00Z");
    }
}

#[tokio::test]
async fn the_days_of_a_charged_period_after_the_end_of_the_month_are_credited_once() {
    let fixture = SubscriptionFixture::alone(json!({"notice_ends_with": "month"})).await;
    fixture.clock("2027-04-16T10:00:00Z");
    let id = fixture.subscribed(json!({"start_date": "2027-04-16"})).await;
    fixture.clock("2027-04-20T10:00:00Z");
    let cancelled = fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(cancelled["end_date"], json!("2027-04-30"));
    // 15 of 30 days: the period is the 16th of April to the 15th of May.
    assert_eq!(fixture.invoices(&id).await, ["2027-04-16 300"]);
    let again = fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(again["end_date"], json!("2027-04-30"));
    let notes = fixture.app.get(&format!("/credit-notes?customer_id={}", fixture.member)).await.body;
    let amounts: Vec<&Value> =
        notes["data"].as_array().into_iter().flatten().map(|note| &note["lines"][0]["amount"]).collect();
    assert_eq!(amounts, [&json!(150)]);
    let refused = fixture.act(&id, "uncancel", Value::Null).await;
    assert_eq!(refused.refusal(), "409 invalid_state");
    fixture.clock("2027-06-01T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "cancelled");
    assert_eq!(fixture.invoices(&id).await.len(), 1);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_period_that_notice_cuts_later_is_charged_until_the_end_of_the_month() {
    let fixture = SubscriptionFixture::alone(json!({"notice_months": 1, "notice_ends_with": "month"})).await;
    fixture.clock("2027-04-16T10:00:00Z");
    let id = fixture.subscribed(json!({"start_date": "2027-04-16"})).await;
    let cancelled = fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(cancelled["end_date"], json!("2027-05-31"));
    fixture.clock("2027-06-20T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "cancelled");
    // 16 of 31 days of the period from the 16th of May.
    assert_eq!(fixture.invoices(&id).await, ["2027-04-16 300", "2027-05-16 154.84"]);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_commitment_and_a_period_invoiced_in_advance_move_the_end_to_that_of_their_month() {
    let terms = json!({"minimum_commitment": true, "commitment_cycles": 2, "notice_ends_with": "month"});
    let fixture = SubscriptionFixture::new(terms).await;
    fixture.clock("2027-04-16T10:00:00Z");
    let id = fixture.subscribed(json!({"start_date": "2027-04-16"})).await;
    assert_eq!(fixture.acted(&id, "cancel", json!({})).await["end_date"], json!("2027-06-30"));
    let ahead = fixture.subscribed(json!({"start_date": "2027-02-16"})).await;
    fixture.clock("2027-06-10T10:00:00Z");
    fixture.acted(&ahead, "renew-now", Value::Null).await;
    assert_eq!(fixture.acted(&ahead, "cancel", json!({})).await["end_date"], json!("2027-07-31"));
}

#[tokio::test]
async fn five_passes_a_week_from_a_wednesday_are_four_until_sunday() {
    let week = json!({"cycle": "weekly", "price": 70, "expiring_day_passes": 5, "expiring_credits": 0});
    let fixture = SubscriptionFixture::new(week).await;
    // 2027-03-03 is a Wednesday.
    fixture.clock("2027-03-03T10:00:00Z");
    let id = fixture.subscribed(json!({"start_date": "2027-03-03", "anchor": {"weekday": "monday"}})).await;
    let shown = fixture.get(&id).await;
    assert_eq!(shown["anchor"], json!({"day_of_month": null, "weekday": "monday", "date": null}));
    assert_eq!(shown["current_period_end"], "2027-03-07T23:00:00.000Z");
    // 5 of 7 days of five are 3.57, and a part of a pass is one.
    assert_eq!(passes(&fixture).await, json!(4));
    fixture.clock("2027-03-08T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-03-03 50", "2027-03-08 70"]);
    assert_eq!(passes(&fixture).await, json!(5), "four expired and five were granted");
}

#[tokio::test]
async fn a_first_period_to_a_date_costs_its_days_and_the_others_begin_as_on_it() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.clock("2027-03-20T10:00:00Z");
    let id = fixture.subscribed(json!({"start_date": "2027-03-20", "anchor": {"date": "2027-04-15"}})).await;
    fixture.clock("2027-05-15T10:00:00Z");
    fixture.get(&id).await;
    // 26 of the 31 days from the 15th of March.
    assert_eq!(fixture.invoices(&id).await, ["2027-03-20 251.61", "2027-04-15 300", "2027-05-15 300"]);
}

#[tokio::test]
async fn an_anchor_that_does_not_fit_is_refused_by_name() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    for (anchor, refusal) in [
        (json!({"weekday": "monday"}), "422 rule_violation anchor anchor_needs_weeks"),
        (json!({"date": "2026-12-31"}), "422 rule_violation anchor.date anchor_beyond_cycle"),
        (json!({"date": "2027-02-01"}), "422 rule_violation anchor.date anchor_beyond_cycle"),
        (json!({"date": "2027-01-15", "day_of_month": 1}), "422 rule_violation anchor only_one"),
        (json!({"weekday": "someday"}), "400 validation_error anchor.weekday invalid_value"),
    ] {
        let fields = json!({"start_date": "2027-01-01", "anchor": anchor});
        assert_eq!(fixture.app.post("/subscriptions", fixture.body(&fields)).await.refusal(), refusal, "{anchor}");
    }
}

#[tokio::test]
async fn terms_of_notice_that_are_none_are_refused_by_name() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let path = format!("/memberships/{}", fixture.plan);
    for (fields, refusal) in [
        (json!({"notice_months": 25}), "400 validation_error notice_months out_of_range"),
        (json!({"notice_months": -1}), "400 validation_error notice_months out_of_range"),
        (json!({"notice_ends_with": "week"}), "400 validation_error notice_ends_with invalid_value"),
    ] {
        assert_eq!(fixture.app.put(&path, fields.clone()).await.refusal(), refusal, "{fields}");
    }
}
