use super::*;

async fn change(app: &TestApp, id: &str, if_match: &str) -> TestResponse {
    app.send("PUT", &format!("/plans/{id}"), Some(json!({"tagline": if_match})), &[("if-match", if_match)]).await
}

#[tokio::test]
async fn a_change_happens_only_in_a_version_that_if_match_names() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let mut version = 1;
    for (if_match, outcome) in [
        ("\"2\"", 412),
        ("\"1\"", 200),
        ("\"1\"", 412),
        ("*", 200),
        (" * ", 200),
        ("W/\"4\"", 412),
        ("\"7\", \"4\"", 200),
        ("\"7\",\"8\"", 412),
        ("\"+5\"", 412),
        ("\"05\"", 412),
        ("\"\"", 412),
        ("\"other\"", 412),
    ] {
        let answer = change(&app, &id, if_match).await;
        assert_eq!(answer.status, outcome, "{if_match}: {}", answer.text);
        if outcome == 200 {
            version += 1;
            assert_eq!(answer.header("etag"), format!("\"{version}\""));
        } else {
            assert_eq!(answer.refusal(), "412 version_mismatch");
        }
        assert_eq!(app.get(&format!("/plans/{id}")).await.header("etag"), format!("\"{version}\""));
    }
}

#[tokio::test]
async fn an_if_match_that_is_no_entity_tag_is_refused() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    for if_match in ["", "1", "\"1", "1\"", "'1'", "w/\"1\"", "W/1", "\"1\" \"2\"x", "\"1\";", "*, 1"] {
        let answer = change(&app, &id, if_match).await;
        assert_eq!(answer.refusal(), "400 validation_error If-Match invalid_format", "{if_match:?}");
    }
    let headers = [("if-match", "\"1\""), ("if-match", "\"1\"")];
    let twice = app.send("PUT", &format!("/plans/{id}"), Some(json!({"tagline": "x"})), &headers).await;
    assert_eq!(twice.refusal(), "400 validation_error If-Match invalid_format");
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["version"], 1);
}

#[tokio::test]
async fn if_match_is_honoured_on_actions_and_deletes_too() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let change = json!({"price": 11, "effective_from": "2027-01-01T00:00:00Z", "apply_to": "new"});
    for (method, path, body) in
        [("DELETE", format!("/plans/{id}"), None), ("POST", format!("/plans/{id}/price-change"), Some(change))]
    {
        let answer = app.send(method, &path, body, &[("if-match", "\"9\"")]).await;
        assert_eq!(answer.refusal(), "412 version_mismatch", "{method} {path}");
    }
    assert_eq!(app.send("GET", &format!("/plans/{id}"), None, &[("if-match", "\"9\"")]).await.status, 200);
}

#[tokio::test]
async fn of_sixteen_changes_of_one_version_one_happens() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let request = ("PUT", &*format!("/plans/{id}"), json!({"tagline": "new"}), vec![("if-match", "\"1\"")]);
    let mut outcomes: Vec<String> = together(&app, 16, request).await.iter().map(TestResponse::refusal).collect();
    outcomes.sort();
    let mut expected = vec!["200 ".to_owned()];
    expected.extend(vec!["412 version_mismatch".to_owned(); 15]);
    assert_eq!(outcomes, expected);
}

#[tokio::test]
async fn sixteen_changes_without_if_match_happen_or_say_that_they_met() {
    let app = app().await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let mut work = JoinSet::new();
    for number in 0..16 {
        let (app, path) = (app.clone(), format!("/plans/{id}"));
        work.spawn(async move { app.put(&path, json!({"display_order": number + 1})).await });
    }
    let answers = work.join_all().await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert!(done >= 1);
    let rest = answers.iter().filter(|answer| answer.status != 200);
    rest.for_each(|answer| assert_eq!(answer.refusal(), "409 version_conflict"));
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["version"], 1 + done);
}

#[tokio::test]
async fn a_change_that_changes_nothing_is_no_version() {
    let app = app().await;
    let created = app.post("/plans", flex("Flex")).await;
    app.clock.advance(Duration::minutes(1));
    for body in [json!({}), flex("Flex"), json!({"price": 10.0}), json!({"metadata": {}})] {
        let answer = app.put(&format!("/plans/{}", created.id()), body).await;
        assert_eq!((answer.status, &answer.body["data"]), (200, &created.body["data"]));
        assert_eq!(answer.header("etag"), "\"1\"");
    }
}
