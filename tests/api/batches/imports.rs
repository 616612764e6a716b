//! Imports: the rows of a file, each a request of its own, run after the request that sends them.

mod carried_on;
mod files;
mod refused;

use serde_json::{Value, json};
use testing::TestApp;
use work::queue::WorkMessage;

use tests::{accepted, app, company, hastened, location, made, total};

/// Rows of plans in CSV.
pub fn plans_csv(names: &[&str]) -> String {
    let rows: Vec<String> = names.iter().map(|name| format!("{name},120,EUR,monthly\n")).collect();
    format!("name,price,currency,billing_cycle\n{}", rows.concat())
}

/// An import of plans.
pub fn plans_import(names: &[&str]) -> Value {
    json!({"operation": "create_plan", "format": "csv", "content": plans_csv(names)})
}

/// Begins an import; its path.
pub async fn begun(app: &TestApp, import: Value) -> String {
    let answer = app.post("/imports", import).await;
    accepted(&answer, 201);
    let id = answer.body["data"]["id"].as_str().unwrap_or_default();
    format!("/imports/{id}")
}

/// The import after everything that it began was done. What a busy machine has no time for comes again.
pub async fn done(app: &TestApp, path: &str) -> Value {
    loop {
        hastened(&app.context).await;
        let after = app.get(path).await.body["data"].clone();
        if !after["ended_at"].is_null() {
            return after;
        }
        let (merchant, kind) = (app.tenant().merchant(), Some("import".to_owned()));
        let record = path.rsplit('/').next().and_then(|id| id.parse().ok()).expect("an id");
        app.due_queue.put(&[WorkMessage { merchant, record, group: record, turn: 0, waits: 0, kind }], 0);
    }
}

/// Runs an import to its end.
pub async fn imported(app: &TestApp, import: Value) -> (String, Value) {
    let path = begun(app, import).await;
    let after = done(app, &path).await;
    (path, after)
}

/// What became of the rows.
pub async fn rows(app: &TestApp, path: &str) -> Vec<Value> {
    let answer = app.get(&format!("{path}/rows?per_page=100")).await;
    accepted(&answer, 200);
    answer.body["data"].as_array().cloned().unwrap_or_default()
}

/// Status, rows that were run, and how many were accepted and refused.
pub fn summary(import: &Value) -> (&str, u64, u64, u64) {
    let count = |name: &str| import[name].as_u64().unwrap_or(u64::MAX);
    (
        import["status"].as_str().unwrap_or_default(),
        count("rows_done"),
        count("succeeded"),
        count("failed"),
    )
}

#[tokio::test]
async fn each_row_is_judged_by_itself_and_told_with_its_line_and_column() {
    let app = app().await;
    let content =
        "Plan;Price;Billing_Cycle\nTen days;120;monthly\nTwenty days;much;monthly\n\nTen days;90;monthly\n;1;weekly\n";
    let import = json!({"operation": "create_plan", "format": "csv", "content": content,
        "columns": [{"column": "Plan", "field": "name"}], "defaults": {"currency": "EUR"}});
    let (path, after) = imported(&app, import).await;
    assert_eq!(summary(&after), ("succeeded", 4, 1, 3), "{after}");
    let rows = rows(&app, &path).await;
    let told: Vec<_> = rows.iter().map(|row| json!([row["row"], row["line"], row["status"]])).collect();
    assert_eq!(told, [json!([1, 2, 201]), json!([2, 3, 400]), json!([3, 5, 409]), json!([4, 6, 400])]);
    let plan = app.get("/plans").await.body["data"][0].clone();
    assert_eq!((&plan["id"], &plan["currency"]), (&rows[0]["id"], &json!("EUR")));
    let fault = |row: usize| rows[row]["error"]["errors"][0].clone();
    assert_eq!(fault(1)["column"], "Price");
    assert_eq!((&fault(1)["field"], &fault(1)["reason"]), (&json!("price"), &json!("invalid_type")));
    assert_eq!((&fault(2)["column"], &fault(2)["field"]), (&json!("Plan"), &json!("name")));
    let missing: Vec<&Value> = rows[3]["error"]["errors"].as_array().into_iter().flatten().collect();
    assert!(missing.iter().any(|fault| fault["field"] == "name" && fault["reason"] == "required"), "{missing:?}");
}

#[tokio::test]
async fn cells_are_what_their_fields_are_and_empty_ones_say_nothing() {
    let app = app().await;
    let place = location(&app).await;
    let content = format!(
        "name,location_ids,email,phone,metadata.crm.id,Notes of the old system\n\
         Ann Able,{place},ann@example.com,'+49 30 1,C-1,x\nBea Berg,{place};,bea@example.com,,,y\n"
    );
    let import = json!({"operation": "create_member", "format": "csv", "content": content,
        "columns": [{"column": "Notes of the old system"}]});
    let (path, after) = imported(&app, import).await;
    let rows = rows(&app, &path).await;
    assert_eq!(summary(&after), ("succeeded", 2, 2, 0), "{rows:?}");
    let ann = app.get(&format!("/members/{}", rows[0]["id"].as_str().unwrap_or_default())).await.body["data"].clone();
    assert_eq!(
        (&ann["location_ids"], &ann["phone"], &ann["metadata"]),
        (&json!([place]), &json!("+49 30 1"), &json!({"crm.id": "C-1"}))
    );
    let bea = app.get(&format!("/members/{}", rows[1]["id"].as_str().unwrap_or_default())).await.body["data"].clone();
    assert_eq!((&bea["location_ids"], &bea["phone"], &bea["metadata"]), (&json!([place]), &json!(""), &json!({})));
}

#[tokio::test]
async fn a_column_can_name_the_record_that_is_changed_and_cells_stand_for_ids() {
    let app = app().await;
    let place = location(&app).await;
    let (one, two) = (
        company(&app, &place).await,
        made(&app, "/companies", json!({"name": "Two", "location_id": place})).await,
    );
    let content = format!("id,Country\n{one},Germany\n{two},FR\n{place},FR\n");
    let country = json!({"column": "Country", "field": "billing_address.country_code", "values": {"Germany": "DE"}});
    let import = json!({"operation": "update_company", "format": "csv", "content": content, "columns": [country]});
    let (path, after) = imported(&app, import).await;
    assert_eq!(summary(&after), ("succeeded", 3, 2, 1), "{:?}", rows(&app, &path).await);
    for (company, country) in [(&one, "DE"), (&two, "FR")] {
        assert_eq!(
            app.get(&format!("/companies/{company}")).await.body["data"]["billing_address"]["country_code"],
            country
        );
    }
    assert_eq!(rows(&app, &path).await[2]["status"], 404);
}

#[tokio::test]
async fn lines_of_json_are_items_of_a_batch() {
    let app = app().await;
    let plan =
        made(&app, "/plans", json!({"name": "A", "price": 1, "currency": "EUR", "billing_cycle": "monthly"})).await;
    let content = format!(
        "{{\"path\":{{\"id\":\"{plan}\"}},\"body\":{{\"price\":0.10}},\"if_match\":\"\\\"1\\\"\"}}\n\
         {{\"path\":{{\"id\":\"{plan}\"}},\"if_match\":\"\\\"1\\\"\"}}\n{{\"path\":{{}}}}\nno JSON\n{{\"path\":{{\"id\":1}}}}\n{{\"to\":1}}\n"
    );
    let import = json!({"operation": "update_plan", "format": "ndjson", "content": content, "defaults": {"description": "Ours"}});
    let (path, after) = imported(&app, import).await;
    assert_eq!(summary(&after), ("succeeded", 6, 1, 5));
    let told: Vec<_> = rows(&app, &path).await.iter().map(|row| row["status"].clone()).collect();
    assert_eq!(told, [200, 412, 400, 400, 400, 400].map(|status| json!(status)));
    let plan = app.get(&format!("/plans/{plan}")).await.body["data"].clone();
    assert_eq!((plan["price"].to_string().as_str(), &plan["description"]), ("0.1", &json!("Ours")));
}

#[tokio::test]
async fn a_dry_run_looks_at_each_row_and_runs_none() {
    let app = app().await;
    let mut import = plans_import(&["A", "A"]);
    import["content"] = json!(format!("{}C,much,EUR,monthly\n", plans_csv(&["A", "A"])));
    import["dry_run"] = json!(true);
    let (path, after) = imported(&app, import.clone()).await;
    assert_eq!(summary(&after), ("succeeded", 3, 2, 1));
    assert_eq!(total(&app, "/plans").await, 0);
    assert_eq!(rows(&app, &path).await[0]["id"], Value::Null);
    import["dry_run"] = json!(false);
    let (_, after) = imported(&app, import).await;
    assert_eq!((summary(&after), total(&app, "/plans").await), (("succeeded", 3, 1, 2), 1));
}

#[tokio::test]
async fn a_second_import_names_what_the_same_row_of_the_first_has_created() {
    let app = app().await;
    let place = location(&app).await;
    let content =
        "name,email,Company\nAnn Able,ann@example.com,One\nBad Row,nowhere,One\nBea Berg,bea@example.com,Two\n";
    let members = json!({"operation": "create_member", "format": "csv", "content": content,
        "columns": [{"column": "Company"}], "defaults": {"location_ids": [place]}});
    let (first, after) = imported(&app, members).await;
    assert_eq!(summary(&after), ("succeeded", 3, 2, 1), "{:?}", rows(&app, &first).await);
    let import_id = after["id"].clone();
    let company = company(&app, &place).await;
    let places = json!({"operation": "add_company_member", "format": "csv", "content": content,
        "columns": [{"column": "name"}, {"column": "email"},
            {"column": "Company", "field": "path.id", "values": {"One": company, "Two": company}}],
        "imported_ids": {"import_id": import_id, "field": "member_id"}, "defaults": {"role": "manager"}});
    let (second, after) = imported(&app, places).await;
    let told = rows(&app, &second).await;
    assert_eq!(summary(&after), ("succeeded", 3, 2, 1), "{told:?}");
    assert_eq!(told[1]["error"]["errors"][0]["reason"], "row_not_imported");
    assert_eq!(total(&app, &format!("/companies/{company}/members")).await, 2);
}

#[tokio::test]
async fn fields_of_defaults_and_of_a_row_are_put_together() {
    let app = app().await;
    let defaults = json!({"currency": "EUR", "billing_cycle": "monthly", "metadata": {"from": "old", "a": "1"}});
    let csv = json!({"operation": "create_plan", "format": "csv", "content": "name,price,METADATA.Key,metadata.a\nA,1,x,2\n",
        "defaults": defaults});
    let line = r#"{"body": {"name": "B", "price": 1, "metadata": {"Key": "x", "a": "2"}}}"#;
    let json_lines = json!({"operation": "create_plan", "format": "ndjson", "content": line, "defaults": defaults});
    for import in [csv, json_lines] {
        let (path, after) = imported(&app, import).await;
        let told = rows(&app, &path).await;
        assert_eq!(summary(&after), ("succeeded", 1, 1, 0), "{told:?}");
        let plan =
            app.get(&format!("/plans/{}", told[0]["id"].as_str().unwrap_or_default())).await.body["data"].clone();
        assert_eq!(plan["metadata"], json!({"from": "old", "a": "2", "Key": "x"}));
    }
}

#[tokio::test]
async fn a_dry_run_looks_at_if_match_too() {
    let app = app().await;
    let line = r#"{"path": {"id": "01990000-0000-7000-8000-0000000000aa"}, "body": {}, "if_match": "3"}"#;
    let import = json!({"operation": "update_plan", "format": "ndjson", "content": line, "dry_run": true});
    let (path, _) = imported(&app, import).await;
    assert_eq!(rows(&app, &path).await[0]["error"]["errors"][0]["field"], "If-Match");
}

#[tokio::test]
async fn ids_are_named_that_a_row_has_made_by_whichever_repetition() {
    let app = app().await;
    let plan = json!({"name": "B", "price": 1, "currency": "EUR", "billing_cycle": "monthly"});
    let taken = made(&app, "/plans", plan).await;
    let (first, after) = imported(&app, plans_import(&["A", "B"])).await;
    assert_eq!(summary(&after), ("succeeded", 2, 1, 1));
    accepted(&app.put(&format!("/plans/{taken}"), json!({"name": "Before"})).await, 200);
    let repeated = app.post(&format!("{first}/repeat"), json!({})).await;
    accepted(&repeated, 201);
    done(&app, &format!("/imports/{}", repeated.id())).await;
    for import in [after["id"].clone(), json!(repeated.id())] {
        let update = json!({"operation": "update_plan", "format": "csv", "content": "description\nOne\nTwo\n",
            "imported_ids": {"import_id": import, "field": "id"}});
        let (path, after) = imported(&app, update).await;
        assert_eq!(summary(&after), ("succeeded", 2, 2, 0), "{:?}", rows(&app, &path).await);
    }
}
