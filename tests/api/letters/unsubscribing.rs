//! The link in a letter by which its reader wants no more of its kind.

use serde_json::json;

use super::Rooms;

/// The link of the letter that reminds Ann, and the service with what stands outside `/v1`.
async fn reminded() -> (Rooms, String) {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    let app = rooms.letters.app().clone();
    app.clock.set(values::Timestamp::parse("2026-11-30T10:30:00Z").expect("an instant"));
    tests::sweep(&app.context).await;
    let letter = rooms.letters.posted().await.remove(0);
    let start = "https://api.example.com";
    let line = letter.text.lines().find(|line| line.contains("/letters/unsubscribe?")).expect("a link").to_owned();
    let link = line.split(start).nth(1).expect("a link").to_owned();
    let source = String::from_utf8_lossy(&letter.source).replace("\r\n ", "");
    assert!(source.contains("List-Unsubscribe: <https://api.example.com/letters/unsubscribe?"), "{source:.1500}");
    assert!(source.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
    (rooms, link)
}

#[tokio::test]
async fn opening_the_link_changes_nothing_and_its_button_ends_such_letters() {
    let (rooms, link) = reminded().await;
    let app = rooms.letters.app().clone().beside(&::letters::outside());
    let ann = format!("/members/{}", rooms.room.member);
    // Days later it is good as well.
    app.clock.advance(chrono::Duration::days(40));
    let page = app.outside("GET", &link, &[]).await;
    assert!(page.status == 200 && page.text.contains("<form method=post>"), "{}", page.text);
    assert_eq!(app.get(&ann).await.body["data"]["letters_off"], json!([]));
    for _ in 0..2 {
        assert_eq!(app.outside("POST", &link, &[]).await.status, 200);
    }
    assert_eq!(app.get(&ann).await.body["data"]["letters_off"], json!(["booking_reminder"]));
}

#[tokio::test]
async fn a_link_that_this_service_did_not_make_does_nothing() {
    let (rooms, link) = reminded().await;
    let app = rooms.letters.app().clone().beside(&::letters::outside());
    let other = link.replace("booking_reminder", "staff_digest");
    let receipt = link.replace("booking_reminder", "payment_received");
    for link in [other.as_str(), receipt.as_str(), "/letters/unsubscribe", "/letters/unsubscribe?member=x"] {
        assert_eq!(app.outside("POST", link, &[]).await.status, 404, "{link}");
    }
    let ann = app.get(&format!("/members/{}", rooms.room.member)).await;
    assert_eq!(ann.body["data"]["letters_off"], json!([]));
}

#[tokio::test]
async fn a_letter_that_cannot_be_refused_has_no_such_link() {
    let mut rooms = Rooms::new().await;
    rooms.room.booked("10:00", "11:00").await;
    let letter = rooms.letters.posted().await.remove(0);
    assert!(
        !String::from_utf8_lossy(&letter.source).contains("List-Unsubscribe") && !letter.text.contains("unsubscribe")
    );
}
