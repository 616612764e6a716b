//! What holds for every write: `Idempotency-Key`, `ETag` and `If-Match`, methods and paths, and bodies of every kind.
//! Plans stand for all areas.

use chrono::Duration;
use serde_json::{Value, json};
use shared::testing::{TestApp, TestResponse};
use tests::app;
use tokio::task::JoinSet;

const KEY: &str = "idempotency-key";

fn flex(name: &str) -> Value {
    json!({"name": name, "price": 10, "currency": "EUR", "billing_cycle": "monthly"})
}

async fn keyed(app: &TestApp, path: &str, body: Value, key: &str) -> TestResponse {
    app.send("POST", path, Some(body), &[(KEY, key)]).await
}

async fn total(app: &TestApp) -> Value {
    app.get("/plans").await.body["pagination"]["total"].clone()
}

/// The same request from many tasks at once.
async fn together(app: &TestApp, number: usize, request: (&str, &str, Value, Vec<(&str, &str)>)) -> Vec<TestResponse> {
    let (method, path, body, headers) = request;
    let headers: Vec<(String, String)> =
        headers.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let mut work = JoinSet::new();
    for _ in 0..number {
        let (app, method, path, body, headers) =
            (app.clone(), method.to_owned(), path.to_owned(), body.clone(), headers.clone());
        work.spawn(async move {
            let headers: Vec<(&str, &str)> =
                headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            app.send(&method, &path, Some(body), &headers).await
        });
    }
    work.join_all().await
}

mod idempotency {
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
        assert_eq!(
            keyed(&app, "/plans", json!({}), "k2").await.status,
            400,
            "an invalid body is invalid under any key"
        );
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
}

mod versions {
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
}

mod protocol {
    use super::*;

    #[tokio::test]
    async fn head_is_get_without_the_body() {
        let app = app().await;
        let id = app.post("/plans", flex("Flex")).await.id();
        for path in [format!("/plans/{id}"), "/plans".to_owned()] {
            let (get, head) = (app.get(&path).await, app.send("HEAD", &path, None, &[]).await);
            assert_eq!((head.status, head.text.as_str()), (200, ""));
            assert_eq!(head.header("etag"), get.header("etag"));
            assert_eq!(head.header("content-type"), "application/json");
        }
        assert_eq!(app.send("HEAD", "/plans/nothing", None, &[]).await.status, 400);
    }

    #[tokio::test]
    async fn a_method_that_the_path_does_not_take_is_told_which_it_does() {
        let app = app().await;
        let id = "0199a000-0000-7000-8000-000000000001";
        for (method, path, allow) in [
            ("OPTIONS", "/plans".to_owned(), "GET, POST, HEAD"),
            ("PATCH", "/plans".to_owned(), "GET, POST, HEAD"),
            ("DELETE", "/plans".to_owned(), "GET, POST, HEAD"),
            ("TRACE", format!("/plans/{id}"), "GET, PUT, DELETE, HEAD"),
            ("CONNECT", format!("/plans/{id}"), "GET, PUT, DELETE, HEAD"),
            ("get", format!("/plans/{id}"), "GET, PUT, DELETE, HEAD"),
            ("GET", format!("/plans/{id}/publish"), "POST"),
            ("HEAD", format!("/plans/{id}/publish"), "POST"),
            ("FOO BAR", "/plans".to_owned(), "GET, POST, HEAD"),
        ] {
            let answer = app.send(method, &path, None, &[]).await;
            assert_eq!((answer.status, answer.header("allow")), (405, allow), "{method} {path}");
            assert!(method == "HEAD" || answer.code() == "method_not_allowed", "{method} {path}");
        }
    }

    #[tokio::test]
    async fn a_method_cannot_be_overridden() {
        let app = app().await;
        let id = app.post("/plans", flex("Flex")).await.id();
        let headers = [("x-http-method-override", "DELETE"), ("x-method-override", "DELETE")];
        assert_eq!(app.send("GET", &format!("/plans/{id}?"), None, &headers).await.status, 200);
        assert_eq!(app.get(&format!("/plans/{id}?_method=DELETE")).await.status, 400);
        assert_eq!(app.get(&format!("/plans/{id}")).await.body["data"]["is_active"], true);
    }

    #[tokio::test]
    async fn a_path_that_does_not_exist_is_not_found_in_our_words() {
        let app = app().await;
        for path in [
            "/nothing",
            "/plans/",
            "//plans",
            "/Plans",
            "/plans/x/y/z",
            "/",
            "",
            "/plans;x=1",
            "/plans/../plans",
            "/..",
            "/plans%2F",
            "/plans%3Fpage=1",
            "/plans%23",
        ] {
            let answer = app.get(path).await;
            assert_eq!(answer.refusal(), "404 not_found", "{path}");
            assert!(answer.body["meta"]["request_id"].as_str().is_some_and(|id| id.starts_with("req_")));
        }
    }

    #[tokio::test]
    async fn an_id_that_is_none_is_refused_and_one_of_nobody_is_not_found() {
        let app = app().await;
        let own = app.post("/plans", flex("Flex")).await.id();
        let theirs = app.as_client(&app.stranger).post("/plans", flex("Flex")).await.id();
        assert_eq!(app.get(&format!("/plans/{}", own.to_uppercase())).await.id(), own);
        for id in [
            "x",
            "..",
            "%2e%2e",
            "%00",
            "%25",
            "%zz",
            "%ff",
            "null",
            &format!("{own}%20"),
            &format!("%7B{own}%7D"),
            &own.replace('-', ""),
            &format!("urn:uuid:{own}"),
            &"a".repeat(10_000),
        ] {
            let answer = app.get(&format!("/plans/{id}")).await;
            assert_eq!(answer.refusal(), "400 validation_error id invalid_format", "{id}");
        }
        let nobody = app.get("/plans/00000000-0000-0000-0000-000000000000").await;
        let answer = app.get(&format!("/plans/{theirs}")).await;
        assert_eq!((answer.refusal(), &answer.body["error"]), ("404 not_found".to_owned(), &nobody.body["error"]));
    }
}
