//! How files and collections are read: what did not change is not sent (3).

use serde_json::json;
use tests::{CalendarFixture, Serves, calendar, outside_event as event};

#[tokio::test]
async fn a_file_that_did_not_change_is_not_sent_again() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    fixture.added(json!({})).await;
    assert!(!fixture.server.newly_received()[0].headers.contains_key("if-none-match"));
    fixture.pass(5).await;
    assert!(fixture.server.newly_received()[0].headers.contains_key("if-none-match"));
    assert_eq!(fixture.blocks().await.len(), 1);
    // Twice a day it is read as a whole: what repeats comes nearer.
    fixture.pass(12 * 60).await;
    assert!(!fixture.server.newly_received()[0].headers.contains_key("if-none-match"));
}

fn collection(token: &str, times: &[(&str, &str)]) -> Serves {
    let objects = times.iter().map(|(from, to)| calendar(&[event(from, from, to)])).collect();
    Serves::Collection(token.to_owned(), objects)
}

#[tokio::test]
async fn a_collection_is_asked_by_its_token_what_changed() {
    let fixture = CalendarFixture::new().await;
    fixture.server.serve("/dav/", collection("t1", &[("10:00", "11:00"), ("14:00", "15:00")]));
    let id = fixture.added(json!({"type": "caldav", "address": fixture.server.address("/dav/")})).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T11:00", "12-01T14:00/12-01T15:00"]);
    let methods = || -> Vec<String> {
        let all = fixture.server.newly_received();
        all.iter().map(|one| format!("{} {}", one.method, one.headers["depth"])).collect()
    };
    assert_eq!(methods(), ["PROPFIND 0", "REPORT 1"]);
    fixture.pass(5).await;
    assert_eq!(methods(), ["REPORT 0"]);
    fixture.server.serve("/dav/", collection("t2", &[("10:00", "11:30")]));
    fixture.pass(5).await;
    assert_eq!(methods(), ["REPORT 0", "PROPFIND 0", "REPORT 1"]);
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T11:30"]);
    assert_eq!(fixture.shown(&id).await["failure"], json!(null));
}

#[tokio::test]
async fn a_token_that_the_server_forgot_is_replaced() {
    let fixture = CalendarFixture::new().await;
    fixture.server.serve("/dav/", collection("forgotten", &[("10:00", "11:00")]));
    let id = fixture.added(json!({"type": "caldav", "address": fixture.server.address("/dav/")})).await;
    fixture.server.serve("/dav/", collection("t2", &[("12:00", "13:00")]));
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T12:00/12-01T13:00"]);
    assert_eq!(fixture.shown(&id).await["failure"], json!(null));
}

#[tokio::test]
async fn a_server_without_tokens_is_asked_by_its_tag() {
    let fixture = CalendarFixture::new().await;
    let tagged =
        |tag: &str, time: (&str, &str)| Serves::Tagged(tag.to_owned(), vec![calendar(&[event("a", time.0, time.1)])]);
    fixture.server.serve("/dav/", tagged("1", ("10:00", "11:00")));
    fixture.added(json!({"type": "caldav", "address": fixture.server.address("/dav/")})).await;
    drop(fixture.server.newly_received());
    fixture.pass(5).await;
    assert_eq!(fixture.server.newly_received().len(), 1);
    fixture.server.serve("/dav/", tagged("2", ("12:00", "13:00")));
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T12:00/12-01T13:00"]);
}

#[tokio::test]
async fn a_server_that_is_no_server_of_calendars_is_told() {
    let fixture = CalendarFixture::new().await;
    fixture.server.serve("/dav/", Serves::File("hello".to_owned()));
    let id = fixture.added(json!({"type": "caldav", "address": fixture.server.address("/dav/")})).await;
    assert_eq!(fixture.shown(&id).await["failure"], "not_a_calendar");
}

#[tokio::test]
async fn an_answer_that_the_server_cut_short_frees_nothing() {
    let fixture = CalendarFixture::new().await;
    fixture.server.serve("/dav/", collection("t1", &[("10:00", "11:00"), ("14:00", "15:00")]));
    let id = fixture.added(json!({"type": "caldav", "address": fixture.server.address("/dav/")})).await;
    let data = calendar(&[event("a", "10:00", "11:00")]);
    let rest = "<response><href>/dav/</href><status>HTTP/1.1 507 Insufficient Storage</status></response>";
    let cut = format!(
        "<multistatus xmlns='DAV:'><sync-token>t2</sync-token><response><href>/dav/a</href><propstat><prop><calendar-data>{data}\
        </calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>{rest}</multistatus>"
    );
    fixture.server.serve("/dav/", Serves::Answer(207, cut));
    fixture.pass(5).await;
    assert_eq!(fixture.shown(&id).await["failure"], "server_failed");
    assert_eq!(fixture.blocks().await.len(), 2);
    fixture.server.serve("/dav/", collection("t3", &[("10:00", "11:00")]));
    fixture.pass(5).await;
    assert_eq!((&fixture.shown(&id).await["failure"], fixture.blocks().await.len()), (&json!(null), 1));
}
