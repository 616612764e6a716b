//! Lists of check-ins.

use serde_json::json;
use tests::location_with;

use super::{another, checked_in, fixture, left, passes};

#[tokio::test]
async fn the_list_is_narrowed_by_each_filter() {
    let fixture = fixture().await;
    let ben = another(&fixture, "ben").await;
    for person in [&fixture.member, &ben] {
        passes(&fixture, person, 9).await;
    }
    let elsewhere = location_with(&fixture.app, json!({"name": "Elsewhere"})).await;
    let early = checked_in(&fixture, json!({"checked_in_at": "2027-01-01T08:00:00Z"})).await;
    left(&fixture, &early).await;
    let later = checked_in(&fixture, json!({"location_id": elsewhere})).await;
    let bens = checked_in(&fixture, json!({"member_id": ben})).await;
    let (ann, here) = (&fixture.member, &fixture.location);
    for (query, expected) in [
        (String::new(), vec![&bens, &later, &early]),
        ("order=asc".to_owned(), vec![&early, &later, &bens]),
        (format!("member_id={ann}"), vec![&later, &early]),
        (format!("location_id={here}"), vec![&bens, &early]),
        (format!("member_id={ann}&location_id={here}"), vec![&early]),
        ("open=true".to_owned(), vec![&bens, &later]),
        ("open=false".to_owned(), vec![&early]),
        (format!("member_id={ann}&open=true"), vec![&later]),
        ("from=2027-01-01T08:00:00.001Z".to_owned(), vec![&bens, &later]),
        ("from=2027-01-01T08:00:00Z&to=2027-01-01T11:00:00Z".to_owned(), vec![&early]),
        ("to=2027-01-01T08:00:00Z".to_owned(), vec![]),
        (format!("member_id={}", tests::NOBODY), vec![]),
    ] {
        let list = fixture.app.get(&format!("/check-ins?{query}")).await;
        assert_eq!(list.status, 200, "{}", list.text);
        let ids: Vec<_> = list.body["data"].as_array().into_iter().flatten().map(|row| &row["id"]).collect();
        assert_eq!(ids, expected.iter().map(|one| &one["id"]).collect::<Vec<_>>(), "{query}");
        assert_eq!(list.body["pagination"]["total"], expected.len(), "{query}");
    }
    let refused = fixture.app.get("/check-ins?from=2027-01-02T00:00:00Z&to=2027-01-01T00:00:00Z").await;
    assert_eq!(refused.refusal(), "422 rule_violation to end_before_start");
    fixture.clock("2027-01-01T23:00:00Z");
    assert_eq!(tests::total(&fixture.app, "/check-ins?open=true").await, 0, "the day is over");
}

#[tokio::test]
async fn a_cursor_of_those_who_are_there_stays_one_when_all_of_them_have_left_long_ago() {
    let fixture = fixture().await;
    for name in ["ben", "cara", "dan"] {
        let person = another(&fixture, name).await;
        passes(&fixture, &person, 1).await;
        checked_in(&fixture, json!({"member_id": person})).await;
    }
    for order in ["asc", "desc"] {
        fixture.clock("2027-01-01T12:00:00Z");
        let first = fixture.app.get(&format!("/check-ins?open=true&limit=1&order={order}")).await;
        let cursor = first.body["pagination"]["next_cursor"].as_str().expect("a cursor").to_owned();
        for later in ["2027-01-01T13:00:00Z", "2027-01-03T12:00:00Z", "2027-01-09T12:00:00Z"] {
            fixture.clock(later);
            let next = fixture.app.get(&format!("/check-ins?open=true&limit=1&order={order}&cursor={cursor}")).await;
            assert_eq!(next.status, 200, "{order} {later} {}", next.text);
            let shown = usize::from(later == "2027-01-01T13:00:00Z");
            assert_eq!(next.body["data"].as_array().map(Vec::len), Some(shown), "{order} {later}");
        }
    }
}
