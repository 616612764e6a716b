use super::*;

#[tokio::test]
async fn a_repeated_request_gets_the_first_answer_byte_for_byte() {
    let app = app().await;
    let first = keyed(&app, "/plans", flex("Flex"), "k1").await;
    assert_eq!((first.status, first.header("idempotent-replayed")), (201, ""));
    app.clock.advance(Duration::hours(23));
    let again = keyed(&app, "/plans", flex("Flex"), "k1").await;
    assert_eq!((again.status, &again.text), (201, &first.text));
    assert_eq!(again.header("idempotent-replayed"), "true");
    for header in ["etag", "location"] {
        assert_eq!(again.header(header), first.header(header));
    }
    assert_eq!(total(&app).await, 1);
}

#[tokio::test]
async fn the_same_key_with_another_body_is_refused() {
    let app = app().await;
    keyed(&app, "/plans", flex("Flex"), "k1").await;
    let other = keyed(&app, "/plans", flex("Other"), "k1").await;
    assert_eq!(other.refusal(), "422 idempotency_mismatch Idempotency-Key idempotency_mismatch");
    assert_eq!(total(&app).await, 1);
}

#[tokio::test]
async fn sixteen_at_once_have_one_effect_and_one_answer() {
    let app = app().await;
    let answers = together(&app, 16, ("POST", "/plans", flex("Flex"), vec![(KEY, "k1")])).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (201, &answers[0].text));
    }
    assert_eq!(answers.iter().filter(|answer| answer.header("idempotent-replayed").is_empty()).count(), 1);
    assert_eq!(total(&app).await, 1);
}

#[tokio::test]
async fn a_refused_request_is_not_remembered() {
    let app = app().await;
    assert_eq!(keyed(&app, "/plans", json!({}), "k1").await.status, 400);
    let first = keyed(&app, "/plans", flex("Flex"), "k1").await;
    assert_eq!(first.status, 201);
    assert_eq!(keyed(&app, "/plans", flex("Flex"), "k2").await.refusal(), "409 already_exists name already_exists");
    app.delete(&format!("/plans/{}", first.id())).await;
    assert_eq!(keyed(&app, "/plans", flex("Flex"), "k2").await.status, 201, "a conflict is not remembered");
    assert_eq!(keyed(&app, "/plans", json!({}), "k2").await.status, 400, "an invalid body is invalid under any key");
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() {
    let app = app().await;
    let first = keyed(&app, "/plans", flex("Flex"), "k1").await;
    app.clock.advance(Duration::hours(24));
    let second = keyed(&app, "/plans", flex("Other"), "k1").await;
    assert_eq!(second.status, 201, "{}", second.text);
    assert_ne!(first.id(), second.id());
    assert_eq!(keyed(&app, "/plans", flex("Other"), "k1").await.text, second.text);
}

#[tokio::test]
async fn a_key_belongs_to_its_client_and_its_path() {
    let app = app().await;
    let stranger = app.as_client(&app.stranger);
    let own = keyed(&app, "/plans", flex("Flex"), "k1").await;
    let theirs = keyed(&stranger, "/plans", flex("Flex"), "k1").await;
    assert_eq!(theirs.status, 201);
    assert_ne!(own.id(), theirs.id());
    let change = json!({"price": 11, "effective_from": "2027-01-01T00:00:00Z", "apply_to": "new"});
    let action = keyed(&app, &format!("/plans/{}/price-change", own.id()), change, "k1").await;
    assert_eq!((action.status, action.header("idempotent-replayed")), (200, ""));
}

#[tokio::test]
async fn an_action_is_done_once_even_when_its_effect_would_stop_it() {
    let app = app().await;
    let id = keyed(&app, "/plans", flex("Flex"), "k1").await.id();
    let path = format!("/plans/{id}/price-change");
    let change = json!({"price": 11, "effective_from": "2026-11-21T10:00:00Z", "apply_to": "new"});
    let answers = together(&app, 16, ("POST", &path, change.clone(), vec![(KEY, "k2")])).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (200, &answers[0].text));
    }
    assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["version"], 2);
    // Now the change lies in the past, and would be refused.
    app.clock.advance(Duration::hours(2));
    assert_eq!(keyed(&app, &path, change.clone(), "k2").await.text, answers[0].text);
    assert_eq!(keyed(&app, &path, change, "k3").await.status, 422);
}

#[tokio::test]
async fn an_action_that_changed_nothing_still_has_one_answer() {
    let app = app().await;
    let location = tests::location(&app).await;
    let id = app.post("/plans", flex("Flex")).await.id();
    let path = format!("/plans/{id}/publish");
    let body = json!({"location_ids": [location]});
    let answers = together(&app, 16, ("POST", &path, body.clone(), vec![(KEY, "k1")])).await;
    for answer in &answers {
        assert_eq!((answer.status, &answer.text), (200, &answers[0].text));
    }
    let nothing = keyed(&app, &path, body.clone(), "k2").await;
    app.put(&format!("/plans/{id}"), json!({"description": "new"})).await;
    let again = keyed(&app, &path, body, "k2").await;
    assert_eq!(
        (again.text, again.headers.get("idempotent-replayed").map(String::as_str)),
        (nothing.text, Some("true"))
    );
}

#[tokio::test]
async fn a_key_is_1_to_255_visible_characters() {
    let app = app().await;
    let refused = "400 validation_error Idempotency-Key invalid_format";
    for key in ["", " ", "two words", "tab\there", "line\nend", "null\0", "caf\u{e9}", &"k".repeat(256)] {
        assert_eq!(keyed(&app, "/plans", flex("Flex"), key).await.refusal(), refused, "{key:?}");
    }
    let twice = app.send("POST", "/plans", Some(flex("Flex")), &[(KEY, "a"), (KEY, "a")]).await;
    assert_eq!(twice.refusal(), refused);
    assert_eq!(keyed(&app, "/plans", flex("Flex"), &"k".repeat(255)).await.status, 201);
}
