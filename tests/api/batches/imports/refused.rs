//! What is wrong with an import as a whole is said at once, and nothing is stored.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{accepted, app, made, member_as, narrow, total, with, without};

use super::{super::callers::session, begun, done, imported, plans_import, rows, summary};

#[tokio::test]
async fn files_and_columns_that_cannot_be_run_are_refused_at_once() {
    let app = app().await;
    let key = "uploads/01990000-0000-7000-8000-0000000000aa";
    let ids = |field: &str| json!({"import_id": "01990000-0000-7000-8000-0000000000ab", "field": field});
    let column = |fields: Value| json!({"columns": [with(json!({"column": "name"}), &fields)]});
    let content = |text: &str| json!({"content": text});
    for (fields, refusal) in [
        (json!({"operation": "list_plans"}), "422 rule_violation operation not_in_batches"),
        (json!({"operation": "create_api_client"}), "422 rule_violation operation not_in_batches"),
        (json!({"operation": "create_import"}), "422 rule_violation operation not_in_batches"),
        (json!({"operation": "run_batch"}), "422 rule_violation operation not_in_batches"),
        (json!({"format": "xml"}), "400 validation_error format invalid_value"),
        (json!({"file_key": key}), "422 rule_violation content one_source"),
        (content("name\n\"A"), "422 rule_violation content malformed_csv"),
        (content("name\n"), "422 rule_violation content no_rows"),
        (content(&format!("name\n{}", "A\n".repeat(10_001))), "422 rule_violation content too_many"),
        (content(&"x".repeat(250_001)), "400 validation_error content too_long"),
        (content("name,colour\nA,red\n"), "422 rule_violation columns unknown_column"),
        (content("name,NAME\nA,B\n"), "422 rule_violation columns repeated_column"),
        (json!({"operation": "update_plan"}), "422 rule_violation columns missing_column"),
        (json!({"columns": [{"column": "Colour"}]}), "422 rule_violation columns missing_column"),
        (column(json!({"field": "id"})), "422 rule_violation columns unknown_column"),
        (column(json!({"colour": "red"})), "400 validation_error columns[0].colour unknown_field"),
        (
            json!({"columns": [{"column": "name"}, {"column": "name"}]}),
            "422 rule_violation columns repeated_column",
        ),
        (content("name,metadata,metadata.a\nA,{},b\n"), "422 rule_violation columns repeated_column"),
        (
            json!({"format": "ndjson", "columns": [{"column": "name"}]}),
            "422 rule_violation columns not_of_ndjson",
        ),
        (json!({"defaults": []}), "400 validation_error defaults invalid_type"),
        (json!({"imported_ids": ids("owner")}), "422 rule_violation imported_ids.field unknown_field"),
        (
            json!({"imported_ids": ids("description")}),
            "422 rule_violation imported_ids.import_id reference_not_found",
        ),
    ] {
        let answer = app.post("/imports", with(plans_import(&["A"]), &fields)).await;
        assert_eq!(answer.refusal(), refusal, "{}", answer.text);
    }
    let mut of_file = plans_import(&[]);
    of_file["file_key"] = json!(key);
    let of_file = without(of_file, "content");
    assert_eq!(app.post("/imports", of_file).await.refusal(), "422 rule_violation file_key file_not_found");
    assert_eq!(total(&app, "/imports").await, 0);
}

#[tokio::test]
async fn a_merchant_has_one_open_import_at_a_time() {
    let app = app().await;
    let first = begun(&app, plans_import(&["A"])).await;
    let second = app.post("/imports", plans_import(&["B"])).await;
    assert_eq!(second.refusal(), "409 already_exists operation already_exists");
    assert_eq!(app.as_client(&app.stranger).post("/imports", plans_import(&["B"])).await.status, 201);
    done(&app, &first).await;
    imported(&app, plans_import(&["B"])).await;
    assert_eq!(total(&app, "/plans").await, 2);
}

#[tokio::test]
async fn an_import_needs_the_scope_of_its_operation_at_each_row() {
    let app = app().await;
    let (small, _) = narrow(&app, &["merchant:write", "merchant:read"]).await;
    assert_eq!(small.post("/imports", plans_import(&["A"])).await.refusal(), "403 forbidden");
    let (planner, id) = narrow(&app, &["plans:write", "merchant:write"]).await;
    let path = begun(&planner, plans_import(&["A"])).await;
    accepted(&app.put(&format!("/api-clients/{id}"), json!({"scopes": ["merchant:write"]})).await, 200);
    assert_eq!(summary(&done(&app, &path).await), ("succeeded", 1, 0, 1));
    assert_eq!(rows(&app, &path).await[0]["error"]["code"], "forbidden");
}

#[tokio::test]
async fn an_import_that_is_asked_for_again_under_its_key_is_begun_once() {
    let app = app().await;
    let key = [("idempotency-key", "move-in")];
    let first = app.send("POST", "/imports", Some(plans_import(&["A"])), &key).await;
    accepted(&first, 201);
    let again = app.send("POST", "/imports", Some(plans_import(&["A"])), &key).await;
    assert_eq!((again.status, again.id()), (201, first.id()));
    done(&app, &format!("/imports/{}", first.id())).await;
    let again = app.send("POST", "/imports", Some(plans_import(&["A"])), &key).await;
    assert_eq!((again.id(), total(&app, "/imports").await), (first.id(), 1));
}

#[tokio::test]
async fn a_merchant_has_one_open_dry_run_beside_an_import() {
    let app = app().await;
    let dry = || with(plans_import(&["A"]), &json!({"dry_run": true}));
    let paths = [begun(&app, dry()).await, begun(&app, plans_import(&["A"])).await];
    assert_eq!(app.post("/imports", dry()).await.refusal(), "409 already_exists operation already_exists");
    for path in paths {
        assert_eq!(summary(&done(&app, &path).await), ("succeeded", 1, 1, 0));
    }
}

#[tokio::test]
async fn an_import_ends_when_whoever_asked_for_it_may_act_no_longer() {
    let app = app().await;
    let (planner, id) = narrow(&app, &["plans:write", "merchant:write"]).await;
    let path = begun(&planner, plans_import(&["A"])).await;
    accepted(&app.post(&format!("/api-clients/{id}/revoke"), json!({})).await, 200);
    let after = done(&app, &path).await;
    assert_eq!((summary(&after), &after["failure"]["code"]), (("failed", 0, 0, 0), &json!("forbidden")));
    let owner = member_as(&app, "owner@example.com", "owner").await;
    let path = begun(&session(&app, &owner).await, plans_import(&["B"])).await;
    accepted(&app.post("/sessions/end-all", json!({"member_id": owner})).await, 200);
    assert_eq!(summary(&done(&app, &path).await), ("failed", 0, 0, 0));
    assert_eq!(total(&app, "/plans").await, 0);
}

#[tokio::test]
async fn customers_and_managers_have_no_imports() {
    let app = app().await;
    for role in ["member", "manager"] {
        let member = member_as(&app, &format!("{role}@example.com"), role).await;
        let person = session(&app, &member).await;
        for answer in [person.post("/imports", plans_import(&["A"])).await, person.get("/imports").await] {
            assert_eq!(answer.status, 403, "{role}: {}", answer.text);
        }
    }
}

#[tokio::test]
async fn an_import_is_found_by_its_own_merchant_alone() {
    let app = app().await;
    let (path, _) = imported(&app, plans_import(&["A"])).await;
    let stranger = app.as_client(&app.stranger);
    for answer in [
        stranger.get(&path).await,
        stranger.get(&format!("{path}/rows")).await,
        stranger.post(&format!("{path}/cancel"), json!({})).await,
        stranger.post(&format!("{path}/repeat"), json!({})).await,
    ] {
        assert_eq!(answer.status, 404, "{}", answer.text);
    }
    assert_eq!(total(&stranger, "/imports").await, 0);
}

#[tokio::test]
async fn rows_are_run_again_for_a_day_and_not_later() {
    let app = app().await;
    made(&app, "/plans", json!({"name": "A", "price": 1, "currency": "EUR", "billing_cycle": "monthly"})).await;
    let (path, _) = imported(&app, plans_import(&["A", "B"])).await;
    app.clock.advance(Duration::hours(24));
    assert_eq!(app.post(&format!("{path}/repeat"), json!({})).await.refusal(), "409 invalid_state status too_late");
    let (path, after) = imported(&app, plans_import(&["C"])).await;
    assert_eq!(after["repeatable_until"], Value::from("2026-11-23T09:00:00.000Z"));
    assert_eq!(
        app.post(&format!("{path}/repeat"), json!({})).await.refusal(),
        "409 invalid_state status nothing_left"
    );
    assert_eq!(app.post(&format!("{path}/cancel"), json!({})).await.refusal(), "409 invalid_state status ended");
}

#[tokio::test]
async fn what_another_import_has_made_is_named_once_it_ended_and_for_as_many_rows() {
    let app = app().await;
    let ids = |import: &str| json!({"imported_ids": {"import_id": import, "field": "description"}, "dry_run": true});
    let id = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let open = begun(&app, plans_import(&["A", "B"])).await;
    let early = app.post("/imports", with(plans_import(&["A", "B"]), &ids(&id(&open)))).await;
    assert_eq!(early.refusal(), "422 rule_violation imported_ids.import_id import_not_done");
    done(&app, &open).await;
    let fewer = app.post("/imports", with(plans_import(&["A"]), &ids(&id(&open)))).await;
    assert_eq!(fewer.refusal(), "422 rule_violation imported_ids.import_id other_rows");
    let (dry, _) = imported(&app, with(plans_import(&["C"]), &json!({"dry_run": true}))).await;
    let of_dry = app.post("/imports", with(plans_import(&["C"]), &ids(&id(&dry)))).await;
    assert_eq!(of_dry.refusal(), "422 rule_violation imported_ids.import_id import_not_done");
}

#[tokio::test]
async fn a_line_with_another_number_of_cells_is_refused_alone() {
    let app = app().await;
    let content = "name,price,currency,billing_cycle\nA,1,EUR,monthly\nB,1,EUR\nC,1,EUR,monthly,x\n";
    let (path, after) = imported(&app, with(plans_import(&[]), &json!({"content": content}))).await;
    assert_eq!(summary(&after), ("succeeded", 3, 1, 2));
    assert_eq!(rows(&app, &path).await[1]["error"]["errors"][0]["reason"], "column_count");
}
