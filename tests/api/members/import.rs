//! Importing registrations.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{NOBODY, app, location, only, total};

const PATH: &str = "/member-registrations/import";

/// `outcome email field reason` of each row.
fn outcomes(data: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let rows = data["results"].as_array().expect("results").iter();
    rows.map(|row| ["outcome", "code", "field", "reason"].map(|name| text(&row[name])).join(" ")).collect()
}

async fn import(app: &TestApp, body: Value) -> Value {
    let answer = app.post(PATH, body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

#[tokio::test]
async fn each_row_is_judged_by_itself_and_sending_it_again_links_it() {
    let app = app().await;
    let place = location(&app).await;
    let row = |email: &str| json!({"location_id": place, "email": email, "name": "P"});
    let mut lost = row("eve@example.com");
    lost["location_id"] = json!(NOBODY);
    let body = json!({
        "registrations": [row("ann@example.com"), row("nobody"), {"email": "x@example.com"}, lost, row("ANN@example.com")],
        "csv": format!("\u{feff}name,email,location_id,message\r\n\"Bakker, Ben\",ben@example.com,{place},\"a \"\"b\"\"\"\r\n\
            Eve,eve@,{place},\r\nshort,line\r\n"),
    });
    let first = import(&app, body.clone()).await;
    let refused = [
        "refused validation_error registrations[1].email invalid_format",
        "refused validation_error registrations[2].location_id required",
        "refused rule_violation registrations[3].location_id reference_not_found",
    ];
    let refused_csv =
        ["refused validation_error csv[1].email invalid_format", "refused validation_error csv[2] column_count"];
    let mut expected = vec!["created - - -"];
    expected.extend(refused);
    expected.extend(["linked - - -", "created - - -"]);
    expected.extend(refused_csv);
    assert_eq!(outcomes(&first), expected);
    assert_eq!((&first["created"], &first["linked"], &first["refused"]), (&json!(2), &json!(1), &json!(5)));
    assert_eq!((&first["results"][0]["row"], &first["results"][0]["email"]), (&json!(1), &json!("ann@example.com")));
    assert_eq!(first["results"][0]["registration_id"], first["results"][4]["registration_id"]);
    let ben = only(&app, "/member-registrations?email=ben%40example.com").await;
    assert_eq!((&ben["name"], &ben["message"]), (&json!("Bakker, Ben"), &json!("a \"b\"")));
    assert_eq!((&ben["source"], &ben["status"]), (&json!("import"), &json!("pending")));
    let again = import(&app, body).await;
    assert_eq!((&again["created"], &again["linked"]), (&json!(0), &json!(3)));
    assert_eq!(total(&app, "/member-registrations").await, 2);
}

#[tokio::test]
async fn an_import_that_cannot_be_read_is_refused_as_a_whole() {
    let app = app().await;
    let rows: Vec<Value> = (0..100).map(|_| json!({"email": "x"})).collect();
    let mut many = rows.clone();
    many.push(json!({}));
    for (body, refusal) in [
        (json!({"csv": "email,name\n\"ann"}), "422 rule_violation csv malformed_csv"),
        (json!({"csv": ""}), "422 rule_violation csv malformed_csv"),
        (json!({"csv": "email,mail\n"}), "422 rule_violation csv unknown_column"),
        (json!({"csv": "email,email\n"}), "422 rule_violation csv repeated_column"),
        (json!({"registrations": rows, "csv": "email\nann@example.com"}), "422 rule_violation csv too_many"),
        (json!({"registrations": many}), "400 validation_error registrations too_many"),
        (
            json!({"registrations": [{"mail": "x"}]}),
            "400 validation_error registrations[0].mail unknown_field",
        ),
    ] {
        assert_eq!(app.post(PATH, body).await.refusal(), refusal);
    }
    assert_eq!(import(&app, json!({})).await["results"], json!([]));
}

#[tokio::test]
async fn a_repeated_import_gets_the_first_answer() {
    let app = app().await;
    let place = location(&app).await;
    let rows: Vec<Value> = (0..100)
        .map(|number| json!({"location_id": place, "email": format!("p{number}@example.com"), "name": "P"}))
        .collect();
    let key = [("idempotency-key", "k")];
    let first = app.send("POST", PATH, Some(json!({"registrations": rows})), &key).await;
    assert_eq!(first.body["data"]["created"], 100, "{}", first.text);
    let again = app.send("POST", PATH, Some(json!({"registrations": rows})), &key).await;
    assert_eq!((&again.text, again.header("idempotent-replayed")), (&first.text, "true"));
}

#[tokio::test]
async fn every_separator_any_order_of_columns_and_every_field_are_read() {
    let app = app().await;
    let place = location(&app).await;
    for (separator, email) in [(",", "ann@example.com"), (";", "ben@example.com"), ("\t", "eve@example.com")] {
        let lines = ["Valid_Days| E-| metadata.CRM |source|name", "30|x|7|invite|Ann"];
        let text =
            |line: &str| line.replace("E-", "email").replace("|x|", &format!("|{email}|")).replace('|', separator);
        let csv = lines.map(text).join("\r\n");
        let done = import(&app, json!({"location_id": place, "csv": csv})).await;
        assert_eq!(outcomes(&done), ["created - - -"], "{separator:?}");
        let made = only(&app, &format!("/member-registrations?email={}", email.replace('@', "%40"))).await;
        assert_eq!((&made["status"], &made["valid_days"]), (&json!("invited"), &json!(30)));
        assert_eq!((&made["metadata"], &made["location_id"]), (&json!({"CRM": "7"}), &json!(place)));
    }
    let row = json!({"email": "kim@example.com", "name": "Kim", "source": "signup", "valid_days": 2,
        "metadata": {"crm": "8"}});
    import(&app, json!({"location_id": place, "registrations": [row]})).await;
    let made = only(&app, "/member-registrations?email=kim%40example.com").await;
    assert_eq!(
        (&made["source"], &made["valid_days"], &made["metadata"]["crm"]),
        (&json!("signup"), &json!(2), &json!("8"))
    );
}

#[tokio::test]
async fn a_refused_row_names_its_line_and_column() {
    let app = app().await;
    let place = location(&app).await;
    let csv = "name;email;valid_days;source;metadata.crm\n\
        Ann;ann@example.com;;;1\n\
        \"Ben\nBakker\";ben@example.com;;;\n\
        Eve;eve@;;;\n\
        Kim;kim@example.com;91;;\n\
        Lou;lou@example.com;soon;;\n\
        Max;max@example.com;;king;\n\
        short;line\n";
    let done = import(&app, json!({"location_id": place, "csv": csv})).await;
    let places: Vec<_> = done["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|row| (row["row"].as_u64(), row["line"].as_u64(), row["column"].as_str(), row["reason"].as_str()))
        .collect();
    assert_eq!(
        places,
        [
            (Some(1), Some(2), None, None),
            (Some(2), Some(3), Some("name"), Some("invalid_format")),
            (Some(3), Some(5), Some("email"), Some("invalid_format")),
            (Some(4), Some(6), Some("valid_days"), Some("out_of_range")),
            (Some(5), Some(7), Some("valid_days"), Some("invalid_type")),
            (Some(6), Some(8), Some("source"), Some("invalid_value")),
            (Some(7), Some(9), None, Some("column_count")),
        ]
    );
    let unknown = app.post(PATH, json!({"csv": "name,mail\nAnn,ann@example.com"})).await;
    assert!(
        unknown.body["error"]["message"].as_str().is_some_and(|text| text.contains("line 1, column 2")),
        "{}",
        unknown.text
    );
}
