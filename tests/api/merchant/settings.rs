//! The merchant's own settings.

use records::merchant::InvoiceSettings;
use serde_json::{Value, json};
use store::Transaction;
use testing::TestApp;
use tests::app;
use values::Clock;
use work::auth::{self, Claim, CredentialHeaders, Remembered};

#[tokio::test]
async fn a_merchant_is_the_callers_own_with_every_field() {
    let app = app().await;
    let own = app.get("/merchant").await;
    let other = app.as_client(&app.stranger).get("/merchant").await;
    assert_eq!((own.status, other.status), (200, 200));
    assert_eq!(
        (&own.body["data"]["name"], &other.body["data"]["name"]),
        (&json!("Acme Spaces"), &json!("Other Spaces"))
    );
    assert_ne!(own.id(), other.id());
    let data = &own.body["data"];
    assert_eq!(data["default_currency"], "EUR");
    assert_eq!(data["default_time_zone"], "Europe/Amsterdam");
    assert_eq!(data["status"], "active");
    assert_eq!(
        data["invoice_settings"],
        json!({"number_prefix": "INV-", "number_padding": 6, "credit_note_prefix": "CN-", "number_per_year": false,
            "location_sequences": [], "next_number": 1, "due_days": 14, "tax_inclusive": false, "reminder_days": [],
            "iban": "", "payment_reference": "number", "write_off_up_to": [], "footer": ""})
    );
    assert_eq!(own.header("etag"), "\"1\"");
}

#[tokio::test]
async fn only_given_keys_change_also_inside_objects() {
    let app = app().await;
    let first = json!({"email": "", "phone": "+31 20 000 0000", "address": {"city": "Utrecht", "country_code": "NL"},
        "booking_defaults": {"min_minutes": 30, "cancellation_policy": {"free_minutes": 60, "no_show_fee_percent": 12.5,
            "member_ladder": [{"minutes_before": 60, "fee_percent": 33.3333}]}},
        "credit_settings": {"enabled": true}, "metadata": {"crm": "17"}});
    assert_eq!(app.put("/merchant", first).await.status, 200);
    let second = json!({"name": "Acme", "address": {"line1": "Oudegracht 1"}, "retention": {"visitor_days": 30},
        "booking_defaults": {"max_minutes": 90, "cancellation_policy": {"free_minutes": 0, "no_show_fee_percent": null}},
        "invoice_settings": {"due_days": 30}});
    let put = app.put("/merchant", second).await;
    let data = &put.body["data"];
    assert_eq!((put.status, put.header("etag")), (200, "\"3\""));
    assert_eq!(data["name"], "Acme");
    assert_eq!(data["phone"], "+31 20 000 0000");
    assert_eq!((&data["address"]["city"], &data["address"]["line1"]), (&json!("Utrecht"), &json!("Oudegracht 1")));
    assert_eq!(
        data["credit_settings"],
        json!({"enabled": true, "discounts_apply_to_credits": false, "cross_location": false})
    );
    assert_eq!(data["retention"], json!({"visitor_days": 30, "letter_days": 90, "lead_days": 730}));
    let policy = &data["booking_defaults"];
    assert_eq!((&policy["min_minutes"], &policy["max_minutes"]), (&json!(30), &json!(90)));
    assert_eq!(policy["cancellation_policy"]["no_show_fee_percent"], Value::Null);
    assert_eq!(
        policy["cancellation_policy"]["member_ladder"],
        json!([{"minutes_before": 60, "fee_percent": 33.3333}])
    );
    assert_eq!(
        (&data["invoice_settings"]["due_days"], &data["invoice_settings"]["number_padding"]),
        (&json!(30), &json!(6))
    );
    assert_eq!(data["metadata"], json!({"crm": "17"}));
    assert_eq!(app.get("/merchant").await.body["data"], *data);
}

#[tokio::test]
async fn an_update_that_changes_nothing_writes_nothing() {
    let app = app().await;
    for body in [json!({}), json!({"name": "Acme Spaces", "invoice_settings": {"due_days": 14}, "address": {}})] {
        let put = app.put("/merchant", body).await;
        assert_eq!((put.status, put.header("etag")), (200, "\"1\""));
    }
}

#[tokio::test]
async fn an_update_honours_if_match() {
    let app = app().await;
    let put = |tag: &'static str| {
        let app = app.clone();
        async move { app.send("PUT", "/merchant", Some(json!({"phone": tag})), &[("if-match", tag)]).await }
    };
    assert_eq!(put("\"2\"").await.refusal(), "412 version_mismatch");
    assert_eq!(put("\"1\"").await.status, 200);
    assert_eq!(put("\"1\"").await.refusal(), "412 version_mismatch");
    assert_eq!(put("*").await.status, 200);
}

#[tokio::test]
async fn each_prefix_has_a_sequence_of_its_own_that_never_goes_back() {
    let app = app().await;
    number_invoices(&app, 3).await;
    for (prefix, next) in [("INV-", 4), ("AC-", 1), ("INV-", 4)] {
        let put = app.put("/merchant", json!({"invoice_settings": {"number_prefix": prefix}})).await;
        assert_eq!(put.body["data"]["invoice_settings"]["next_number"], next, "{prefix}");
        let settings = &app.get("/merchant").await.body["data"]["invoice_settings"];
        assert_eq!((&settings["number_prefix"], &settings["next_number"]), (&json!(prefix), &json!(next)));
    }
}

/// Numbers invoices under the default prefix, as issuing them will.
async fn number_invoices(app: &TestApp, count: i64) {
    let secret = format!("Bearer {}", app.client.secret);
    let headers = CredentialHeaders { authorization: Some(&secret), client_id: Some(&app.client.client_id) };
    let (store, now) = (&app.context.store, app.clock.now());
    let claim = Claim { headers, address: "" };
    let caller = auth::verify(claim, store, Remembered::default(), now).await.map(|(caller, _)| caller);
    let committed = match caller {
        Ok(caller) => {
            let mut transaction = Transaction::new(caller.tenant, app.context.ids.token());
            transaction.add(&InvoiceSettings::default().numbered(2026), count);
            store.commit(transaction).await
        }
        Err(error) => Err(error),
    };
    assert_eq!(committed, Ok(()));
}

#[tokio::test]
async fn a_wrong_field_is_refused_by_name_and_reason() {
    let app = app().await;
    let long = "x".repeat(201);
    for (body, refusal) in [
        (json!({"name": ""}), "name invalid_value"),
        (json!({"name": " "}), "name invalid_format"),
        (json!({"name": null}), "name invalid_type"),
        (json!({"legal_name": long}), "legal_name too_long"),
        (json!({"email": "nobody"}), "email invalid_format"),
        (json!({"email": "a@b c"}), "email invalid_format"),
        (json!({"address": {"country_code": "nl"}}), "address.country_code invalid_format"),
        (json!({"address": {"town": "Utrecht"}}), "address.town unknown_field"),
        (json!({"address": null}), "address invalid_type"),
        (json!({"default_currency": "XXX"}), "default_currency invalid_value"),
        (json!({"default_currency": "eur"}), "default_currency invalid_value"),
        (json!({"default_time_zone": "Mars/Olympus"}), "default_time_zone invalid_format"),
        (json!({"invoice_settings": {"next_number": 7}}), "invoice_settings.next_number unknown_field"),
        (json!({"invoice_settings": {"number_padding": 0}}), "invoice_settings.number_padding out_of_range"),
        (json!({"invoice_settings": {"due_days": 366}}), "invoice_settings.due_days out_of_range"),
        (json!({"invoice_settings": {"tax_inclusive": "no"}}), "invoice_settings.tax_inclusive invalid_type"),
        (json!({"credit_settings": {"enabled": null}}), "credit_settings.enabled invalid_type"),
        (json!({"retention": {"visitor_days": 0}}), "retention.visitor_days out_of_range"),
        (json!({"booking_defaults": {"step_minutes": 0}}), "booking_defaults.step_minutes out_of_range"),
        (
            json!({"booking_defaults": {"cancellation_policy": {"member_ladder": [{"minutes_before": 1}]}}}),
            "booking_defaults.cancellation_policy.member_ladder[0].fee_percent required",
        ),
        (
            json!({"booking_defaults": {"cancellation_policy": {"no_show_fee_percent": 100.1}}}),
            "booking_defaults.cancellation_policy.no_show_fee_percent out_of_range",
        ),
        (json!({"status": "closed"}), "status unknown_field"),
        (json!({"id": "0199a000-0000-7000-8000-000000000001"}), "id unknown_field"),
    ] {
        let put = app.put("/merchant", body.clone()).await;
        assert_eq!(put.refusal(), format!("400 validation_error {refusal}"), "{body}");
    }
    assert_eq!(app.get("/merchant").await.body["data"]["version"], 1);
}

#[tokio::test]
async fn booking_defaults_must_agree_with_each_other_and_with_what_is_there() {
    let app = app().await;
    assert_eq!(app.put("/merchant", json!({"booking_defaults": {"min_minutes": 60}})).await.status, 200);
    let step = |minutes: u32| json!({"minutes_before": minutes, "fee_percent": 10});
    for (policy, refusal) in [
        (json!({"max_minutes": 30}), "max_minutes less_than_min_minutes"),
        (json!({"max_minutes": 80, "step_minutes": 45}), "step_minutes no_length_fits"),
        (json!({"book_ahead_days": 1, "lead_time_minutes": 2880}), "lead_time_minutes beyond_book_ahead_days"),
        (json!({"check_in": {"auto_release_minutes": 15}}), "check_in.auto_release_minutes check_in_disabled"),
        (
            json!({"cancellation_policy": {"member_ladder": [step(60), step(90)]}}),
            "cancellation_policy.member_ladder[1].minutes_before not_descending",
        ),
        (
            json!({"cancellation_policy": {"public_ladder": [step(90), step(60), step(60)]}}),
            "cancellation_policy.public_ladder[2].minutes_before repeated",
        ),
    ] {
        let put = app.put("/merchant", json!({"booking_defaults": policy})).await;
        assert_eq!(put.refusal(), format!("422 rule_violation booking_defaults.{refusal}"));
    }
}
