//! Letters with names that would be something else.

use serde_json::json;
use tests::{accepted, made};

use super::Rooms;

const NAMES: [&str; 5] = [
    "<script>alert(1)</script>",
    "[Pay now](https://evil.example/)",
    "{{ merchant }} {% for x in y %}",
    "\"><img src=x onerror=alert(1)>",
    "=?utf-8?q?evil?= <evil@example.com>",
];

#[tokio::test]
async fn a_name_is_a_name_wherever_it_stands_in_a_letter() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    for (number, name) in NAMES.iter().enumerate() {
        let email = format!("m{number}@example.com");
        let member = made(&app, "/members", json!({"email": email, "name": name})).await;
        let hour = 8 + number;
        let room = format!("/resources/{}", rooms.room.room);
        accepted(&app.put(&room, json!({"name": name})).await, 200);
        accepted(&app.put("/merchant", json!({"name": name, "letter_settings": {"sender_name": name}})).await, 200);
        let booking = rooms.room.booking(&format!("{hour:02}:00"), &format!("{hour:02}:30"));
        made(&app, "/bookings", tests::with(booking, &json!({"customer_id": member, "title": name}))).await;
        let letter =
            rooms.letters.posted().await.into_iter().find(|letter| letter.to.as_str() == email).expect("a letter");
        assert!(
            !letter.html.contains("<script")
                && !letter.html.contains("<img")
                && !letter.html.contains("evil.example/\""),
            "{}",
            letter.html
        );
        assert!(letter.text.contains(name), "{}", letter.text);
        let source = String::from_utf8_lossy(&letter.source);
        let head = source.split("\r\n\r\n").next().unwrap_or_default();
        assert!(head.contains("letters@colonnade.example>") && !head.contains("\r\nTo: evil"), "{head}");
    }
}

#[tokio::test]
async fn letters_are_in_the_export_of_their_reader_and_emptied_with_them() {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let bo = made(&app, "/members", json!({"email": "bo.secret@example.com", "name": "Bo Secretly"})).await;
    let booking = tests::with(rooms.room.booking("10:00", "11:00"), &json!({"customer_id": bo}));
    let booking = made(&app, "/bookings", booking).await;
    rooms.letters.posted().await;
    let export = app.get(&format!("/members/{bo}/export?section=letters")).await;
    assert!(export.text.contains("\"letter\":\"booking_confirmed\""), "{}", export.text);
    accepted(&app.post(&format!("/bookings/{booking}/cancel"), json!({})).await, 200);
    rooms.letters.posted().await;
    accepted(&app.post(&format!("/members/{bo}/anonymise"), json!({})).await, 200);
    for _ in 0..4 {
        app.clock.advance(chrono::Duration::minutes(2));
        tests::sweep(&app.context).await;
        tests::hastened(&app.context).await;
    }
    assert!(rooms.letters.posted().await.is_empty());
    let found: Vec<String> = app
        .table_text()
        .await
        .into_iter()
        .filter(|item| item.contains("bo.secret") || item.contains("Bo Secretly"))
        .collect();
    assert!(found.is_empty(), "{found:#?}");
}
