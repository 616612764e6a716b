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
