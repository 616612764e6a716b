//! Files: sent and fetched by links, named by other records by their keys.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use testing::{TestApp, TestClient, files};
use tests::app;

/// What is written of a file with this content.
fn described(content: &[u8]) -> Value {
    let hexadecimal: Vec<String> = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
    let sha256 = hexadecimal.concat();
    json!({"file_name": "Grundriss 2.pdf", "content_type": "application/pdf", "size_bytes": content.len(), "sha256": sha256})
}

/// A request to the store of files as a link says it, with this content.
async fn sent(link: &Value, content: &[u8]) -> (u16, Vec<(String, String)>, Vec<u8>) {
    let headers = link["headers"].as_array().expect("headers");
    let headers = headers.iter().map(|header| {
        (
            header["name"].as_str().expect("a name").to_owned(),
            header["value"].as_str().expect("a value").to_owned(),
        )
    });
    request(
        link["method"].as_str().expect("a method"),
        link["url"].as_str().expect("an address"),
        &headers.collect::<Vec<_>>(),
        content,
    )
    .await
}

/// Plain HTTP, as any client speaks it.
async fn request(
    method: &str,
    url: &str,
    headers: &[(String, String)],
    content: &[u8],
) -> (u16, Vec<(String, String)>, Vec<u8>) {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let rest = url.strip_prefix("http://").expect("plain HTTP");
    let (host, path) = rest.split_once('/').expect("a path");
    let mut stream = tokio::net::TcpStream::connect(host).await.expect("the store of files");
    let mut head = format!("{method} /{path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| name == "content-length") {
        head = format!("{head}content-length: {}\r\n", content.len());
    }
    for (name, value) in headers {
        head = format!("{head}{name}: {value}\r\n");
    }
    stream.write_all(format!("{head}\r\n").as_bytes()).await.expect("a head");
    stream.write_all(content).await.expect("a body");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(answer[..end].to_vec()).expect("text");
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).and_then(|code| code.parse().ok());
    let headers =
        lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.to_owned(), value.to_owned()));
    (status.expect("a status"), headers.collect(), answer[end + 4..].to_vec())
}

async fn with_scopes(app: &TestApp, scopes: &[&str]) -> TestClient {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "A", "scopes": scopes})).await);
    let text = |name: &str| made[name].as_str().expect("text").to_owned();
    TestClient { client_id: text("client_id"), secret: text("secret") }
}

async fn begun(app: &TestApp, content: &[u8]) -> Value {
    TestApp::made(&app.post("/uploads", described(content)).await)
}

fn id(upload: &Value) -> &str {
    upload["id"].as_str().expect("an id")
}

pub async fn completed(app: &TestApp, content: &[u8]) -> Value {
    let upload = begun(app, content).await;
    assert_eq!(sent(&upload["upload_link"], content).await.0, 200);
    let answer = app.post(&format!("/uploads/{}/complete", id(&upload)), json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

#[tokio::test]
async fn a_file_is_sent_completed_and_fetched_as_it_was_sent() {
    let app = app().await;
    let content = b"%PDF-1.7 a floor plan";
    let upload = begun(&app, content).await;
    assert_eq!(upload["status"], "awaiting");
    assert_eq!(upload["file_key"], format!("uploads/{}", id(&upload)));
    assert_eq!(upload["download_link"], Value::Null);
    assert_eq!(upload["upload_link"]["method"], "PUT");
    assert_eq!(upload["upload_link"]["expires_at"], "2026-11-21T09:15:00.000Z");
    assert_eq!(sent(&upload["upload_link"], content).await.0, 200);
    let completed = app.post(&format!("/uploads/{}/complete", id(&upload)), json!({})).await.body["data"].clone();
    assert_eq!(
        (&completed["status"], &completed["completed_at"]),
        (&json!("completed"), &json!("2026-11-21T09:00:00.000Z"))
    );
    assert_eq!(completed["upload_link"], Value::Null);
    let shown = app.get(&format!("/uploads/{}", id(&upload))).await.body["data"].clone();
    let (status, headers, fetched) = sent(&shown["download_link"], b"").await;
    assert_eq!((status, fetched.as_slice()), (200, content.as_slice()));
    let header = |name: &str| headers.iter().find(|(told, _)| told == name).map(|(_, value)| value.as_str());
    assert_eq!(header("content-type"), Some("application/pdf"));
    assert_eq!(header("content-disposition"), Some("inline; filename*=UTF-8''Grundriss%202.pdf"));
}

#[tokio::test]
async fn a_page_of_any_origin_sends_and_fetches_by_links() {
    let app = app().await;
    let content = b"%PDF-1.7 from a page";
    let upload = begun(&app, content).await;
    let url = upload["upload_link"]["url"].as_str().expect("an address");
    let of = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    let page = ("origin", "https://members.example.com");
    let asked = |method: &str| {
        of(&[page, ("access-control-request-method", method), ("access-control-request-headers", "content-type")])
    };
    let (status, headers, _) = request("OPTIONS", url, &asked("PUT"), b"").await;
    assert_eq!(status, 200);
    for told in [
        ("access-control-allow-origin", "*"),
        ("access-control-allow-methods", "GET, PUT"),
        ("access-control-allow-headers", "content-type"),
        ("access-control-max-age", "3600"),
    ] {
        assert!(headers.contains(&of(&[told])[0]), "{told:?} {headers:?}");
    }
    assert_eq!(request("OPTIONS", url, &asked("DELETE"), b"").await.0, 403);
    assert_eq!(request("OPTIONS", url, &[], b"").await.0, 403);
    let mut link = upload["upload_link"].clone();
    let named = json!({"name": page.0, "value": page.1});
    link["headers"].as_array_mut().expect("headers").push(named);
    let (status, headers, _) = sent(&link, content).await;
    assert_eq!(status, 200);
    assert!(headers.contains(&of(&[("access-control-allow-origin", "*")])[0]), "{headers:?}");
    let completed = app.post(&format!("/uploads/{}/complete", id(&upload)), json!({})).await.body["data"].clone();
    let (_, headers, _) = sent(&completed["download_link"], b"").await;
    assert!(
        headers.iter().all(|(name, _)| name != "access-control-allow-origin"),
        "no page has asked: {headers:?}"
    );
}

#[tokio::test]
async fn what_did_not_arrive_is_not_completed() {
    let app = app().await;
    let upload = begun(&app, b"nothing of it").await;
    let answer = app.post(&format!("/uploads/{}/complete", id(&upload)), json!({})).await;
    assert_eq!(answer.refusal(), "409 invalid_state id not_uploaded");
    assert_eq!(app.get(&format!("/uploads/{}", id(&upload))).await.body["data"]["status"], "awaiting");
}

#[tokio::test]
async fn another_content_length_or_type_than_was_told_is_not_taken() {
    let app = app().await;
    let link = begun(&app, b"twelve bytes").await["upload_link"].clone();
    let headers = |type_: &str| -> Vec<(String, String)> {
        let told = link["headers"].as_array().expect("headers").iter();
        told.map(|header| {
            let name = header["name"].as_str().expect("a name").to_owned();
            let value = if name == "content-type" { type_ } else { header["value"].as_str().expect("a value") };
            (name, value.to_owned())
        })
        .collect()
    };
    let url = link["url"].as_str().expect("an address");
    assert_eq!(request("PUT", url, &headers("application/pdf"), b"other  bytes").await.0, 400, "another digest");
    assert_eq!(request("PUT", url, &headers("text/html"), b"twelve bytes").await.0, 403, "another type");
    let longer: Vec<(String, String)> =
        headers("application/pdf").into_iter().filter(|(name, _)| name != "content-length").collect();
    assert_eq!(request("PUT", url, &longer, b"more than twelve bytes").await.0, 403, "another length");
    assert_eq!(request("GET", url, &[], b"").await.0, 403, "another method");
}

#[tokio::test]
async fn a_completed_file_does_not_change_although_its_link_is_still_good() {
    let app = app().await;
    let content = b"the contract as it was agreed";
    let upload = begun(&app, content).await;
    assert_eq!(sent(&upload["upload_link"], content).await.0, 200);
    let path = format!("/uploads/{}/complete", id(&upload));
    let first = app.post(&path, json!({})).await;
    assert_eq!(sent(&upload["upload_link"], content).await.0, 200, "it goes where nobody reads it");
    let again = app.post(&path, json!({})).await;
    assert_eq!((again.status, &again.body["data"]["version"]), (200, &first.body["data"]["version"]));
}

#[tokio::test]
async fn a_link_is_good_for_fifteen_minutes() {
    let app = app().await;
    let endpoint = files::serve(None, Some(app.clock.clone())).expect("a store of files");
    let clock = app.clock.clone();
    let app = app.reconfigured(move |config| config.files_endpoint = Some(endpoint)).await;
    let content = b"in time";
    let upload = begun(&app, content).await;
    clock.advance(chrono::Duration::minutes(15) - chrono::Duration::milliseconds(1));
    assert_eq!(sent(&upload["upload_link"], content).await.0, 200);
    clock.advance(chrono::Duration::milliseconds(1));
    assert_eq!(sent(&upload["upload_link"], content).await.0, 403);
}

#[tokio::test]
async fn a_deleted_file_is_gone_with_its_content() {
    let app = app().await;
    let upload = completed(&app, b"to be forgotten").await;
    assert_eq!(app.delete(&format!("/uploads/{}", id(&upload))).await.status, 200);
    assert_eq!(app.get(&format!("/uploads/{}", id(&upload))).await.status, 404);
    assert_eq!(sent(&upload["download_link"], b"").await.0, 404);
}

#[tokio::test]
async fn a_file_is_named_by_the_merchant_that_sent_it_once_it_is_complete() {
    let app = app().await;
    let member = |key: &str| json!({"name": "Vera", "email": "vera@lang.example", "photo_key": key});
    let awaited = begun(&app, b"not yet").await;
    let stranger = completed(&app.as_client(&app.stranger), b"of another merchant").await;
    for upload in [&awaited, &stranger] {
        let refused = app.post("/members", member(upload["file_key"].as_str().expect("a key"))).await;
        assert_eq!(refused.refusal(), "422 rule_violation photo_key file_not_found");
    }
    let file = completed(&app, b"a portrait").await;
    let made = TestApp::made(&app.post("/members", member(file["file_key"].as_str().expect("a key"))).await);
    assert_eq!(made["photo_key"], file["file_key"]);
    let path = format!("/members/{}", id(&made));
    let refused = app.put(&path, json!({"photo_key": awaited["file_key"]})).await;
    assert_eq!(refused.refusal(), "422 rule_violation photo_key file_not_found");
    assert_eq!(app.put(&path, json!({"photo_key": ""})).await.status, 200);
}

#[tokio::test]
async fn completing_at_once_and_completing_while_it_is_deleted_agree() {
    let app = app().await;
    let content = b"wanted and unwanted";
    for round in 0..6 {
        let upload = begun(&app, content).await;
        assert_eq!(sent(&upload["upload_link"], content).await.0, 200);
        let (path, complete) = (format!("/uploads/{}", id(&upload)), format!("/uploads/{}/complete", id(&upload)));
        let act = || app.post(&complete, json!({}));
        let delete = async { if round % 2 == 0 { Some(app.delete(&path).await) } else { None } };
        let (first, second, third, deleted) = tokio::join!(act(), act(), act(), delete);
        let completed: Vec<u16> = [first, second, third].iter().map(|answer| answer.status).collect();
        let Some(deleted) = deleted else {
            assert_eq!(completed, [200, 200, 200]);
            continue;
        };
        assert_eq!(deleted.status, 200, "{}", deleted.text);
        assert!(completed.iter().all(|status| [200, 404, 409].contains(status)), "{completed:?}");
        assert_eq!(app.get(&path).await.status, 404);
        let member = json!({"name": "Vera", "email": "vera@lang.example", "photo_key": upload["file_key"]});
        assert_eq!(app.post("/members", member).await.refusal(), "422 rule_violation photo_key file_not_found");
    }
}

#[tokio::test]
async fn the_sweep_removes_the_content_that_a_request_could_not() {
    let app = tests::app_alone().await;
    let upload = completed(&app, b"out of reach").await;
    let apart = app.reconfigured(|config| config.files_endpoint = Some("http://127.0.0.1:9".to_owned())).await;
    assert_eq!(apart.delete(&format!("/uploads/{}", id(&upload))).await.status, 200);
    assert_eq!(sent(&upload["download_link"], b"").await.0, 200, "it is still there");
    app.clock.advance(chrono::Duration::minutes(2));
    tests::sweep(&app.context).await;
    assert_eq!(sent(&upload["download_link"], b"").await.0, 404);
}

#[tokio::test]
async fn a_test_clock_that_is_advanced_removes_the_content_that_a_request_could_not() {
    let app = app().await.sandbox().await;
    let upload = completed(&app, b"out of reach").await;
    let apart = app.reconfigured(|config| config.files_endpoint = Some("http://127.0.0.1:9".to_owned())).await;
    assert_eq!(apart.delete(&format!("/uploads/{}", id(&upload))).await.status, 200);
    assert_eq!(sent(&upload["download_link"], b"").await.0, 200, "it is still there");
    let advanced = app.post("/test-clock", json!({"advance_to": "2026-12-01T09:00:00Z"})).await;
    assert!(advanced.status < 300, "{}", advanced.text);
    assert_eq!(sent(&upload["download_link"], b"").await.0, 404);
}

#[tokio::test]
async fn the_photograph_of_an_anonymised_member_is_deleted() {
    let app = tests::app_alone().await;
    let (portrait, other) = (completed(&app, b"a portrait").await, completed(&app, b"a house").await);
    let vera = json!({"name": "Vera", "email": "vera@lang.example", "photo_key": portrait["file_key"]});
    let vera = TestApp::made(&app.post("/members", vera).await);
    assert_eq!(app.post(&format!("/members/{}/anonymise", id(&vera)), json!({})).await.status, 200);
    assert_eq!(app.get(&format!("/uploads/{}", id(&portrait))).await.status, 404);
    app.clock.advance(chrono::Duration::minutes(2));
    tests::sweep(&app.context).await;
    assert_eq!(sent(&portrait["download_link"], b"").await.0, 404);
    assert_eq!(app.get(&format!("/uploads/{}", id(&other))).await.status, 200);
    // Once more changes nothing.
    assert_eq!(app.delete(&format!("/members/{}", id(&vera))).await.status, 200);
}

#[tokio::test]
async fn a_link_that_was_changed_is_refused() {
    let app = app().await;
    let upload = completed(&app, b"nobody else's").await;
    let url = upload["download_link"]["url"].as_str().expect("an address");
    for (told, instead) in
        [("X-Amz-Expires=900", "X-Amz-Expires=9000"), ("files/", "incoming/"), ("inline", "attachment")]
    {
        assert!(url.contains(told), "{url}");
        assert_eq!(request("GET", &url.replace(told, instead), &[], b"").await.0, 403, "{told}");
    }
    assert_eq!(request("GET", &format!("{url}&x=1"), &[], b"").await.0, 403);
}

#[tokio::test]
async fn the_largest_file_is_kept_in_a_folder_too() {
    let folder = std::env::temp_dir().join(format!("colonnade-files-{}", std::process::id()));
    let endpoint = files::serve(Some(folder.clone()), None).expect("a store of files");
    let app = app().await.reconfigured(move |config| config.files_endpoint = Some(endpoint)).await;
    let content = vec![7; 25 * 1024 * 1024];
    let upload = completed(&app, &content).await;
    let (status, _, fetched) = sent(&upload["download_link"], b"").await;
    assert!(status == 200 && fetched == content);
    std::fs::remove_dir_all(folder).expect("the folder");
}

#[tokio::test]
async fn uploads_need_their_own_scope() {
    let app = app().await;
    let client = with_scopes(&app, &["merchant:read", "merchant:write", "members:write"]).await;
    assert_eq!(app.as_client(&client).post("/uploads", described(b"x")).await.status, 403);
    let client = with_scopes(&app, &["merchant:uploads"]).await;
    let limited = app.as_client(&client);
    let upload = completed(&limited, b"y").await;
    let path = format!("/uploads/{}", id(&upload));
    assert_eq!(limited.get("/merchant").await.status, 403);
    assert_eq!(limited.get("/uploads").await.status, 403);
    assert_eq!(limited.delete(&path).await.status, 403);
    let others = app.as_client(&with_scopes(&app, &["merchant:write"]).await);
    assert_eq!(others.get("/uploads").await.status, 200);
    assert_eq!(others.get(&path).await.status, 403, "it has a link");
    assert_eq!(others.delete(&path).await.status, 200);
}

#[tokio::test]
async fn a_process_without_a_bucket_says_so_and_stores_nothing() {
    let app = app().await.reconfigured(|config| config.files_bucket = None).await;
    assert_eq!(app.post("/uploads", described(b"x")).await.status, 503);
    assert_eq!(app.get("/uploads").await.body["pagination"]["total"], 0);
}

/// Makes a record with these keys and changes it to others: the refusals.
async fn media(app: &TestApp, path: &str, body: Value, keys: [&Value; 2]) -> [String; 2] {
    let [good, bad] = keys;
    let refused = app.post(path, tests::with(body.clone(), &json!({"media_keys": [good, bad]}))).await.refusal();
    let made = TestApp::made(&app.post(path, tests::with(body, &json!({"media_keys": [good]}))).await);
    assert_eq!(made["media_keys"], json!([good]));
    let path = format!("{path}/{}", id(&made));
    let changed = app.put(&path, json!({"media_keys": [bad, good]})).await.refusal();
    [refused, changed]
}

#[tokio::test]
async fn media_of_events_benefits_products_and_resources_are_uploads_of_the_merchant() {
    let app = app().await;
    let location = tests::location(&app).await;
    let (good, bad) = (completed(&app, b"a picture").await, begun(&app, b"awaited").await);
    let keys = [&good["file_key"], &bad["file_key"]];
    let refused =
        ["422 rule_violation media_keys[1] file_not_found", "422 rule_violation media_keys[0] file_not_found"];
    let event = json!({"location_id": location, "title": "Talk", "start_time": "2026-12-01T18:00:00Z",
        "end_time": "2026-12-01T20:00:00Z"});
    let benefit = json!({"location_id": location, "title": "Coffee", "visibility": "public"});
    let category = tests::made(&app, "/shop-categories", json!({"location_id": location, "name": "Cups"})).await;
    let product = json!({"location_id": location, "category_id": category, "title": "Mug", "options": [{"title": "One", "price": 9}]});
    let room = tests::resource_body(&location, "Room", "meeting_room", json!({}));
    let all = [("/events", event), ("/benefits", benefit), ("/shop-products", product), ("/resources", room)];
    for (path, body) in all {
        assert_eq!(media(&app, path, body, keys).await, refused, "{path}");
    }
}
