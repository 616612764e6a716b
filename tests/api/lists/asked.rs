//! What every list whose records can be looked up takes besides its own filters: `updated_since`, `metadata.<key>` and
//! `sort` (`docs/API-DESIGN.md`, Lists).

use chrono::Duration;
use records::{Member, member::MemberStatus};
use serde_json::{Value, json};
use shared::api::Method;
use testing::{TestApp, TestResponse};
use tests::{EventFixture, NOBODY, RoomFixture, accepted, app, app_alone, location, made, member, with};
use values::{Clock as _, EmailAddress, Name};

use crate::{access::maker::Maker, people::acting};

fn ids(response: &TestResponse) -> Vec<String> {
    assert_eq!(response.status, 200, "{}", response.text);
    let data = response.body["data"].as_array().expect("a list");
    data.iter().map(|record| record["id"].as_str().expect("an id").to_owned()).collect()
}

async fn has(app: &TestApp, path: &str, id: &str) -> bool {
    let asked = app.get(path).await;
    let found = ids(&asked);
    assert_eq!(asked.body["pagination"]["total"], found.len(), "{path}: {}", asked.text);
    found.iter().any(|found| found == id)
}

#[tokio::test]
async fn every_list_tells_what_has_changed_since_and_finds_what_other_systems_know_it_by() {
    let mut maker = Maker::new(app().await);
    let lists: Vec<&'static str> =
        maker.routes.iter().filter(|route| route.is_by_ids).map(|route| route.path).collect();
    let changed: Vec<String> =
        maker.routes.iter().filter(|route| route.method == Method::Put).map(|route| route.path.to_owned()).collect();
    let mut found = 0;
    for list in lists {
        let id = maker.make(list).await;
        let own = format!("{list}/{{id}}");
        if !changed.contains(&own) {
            continue;
        }
        maker.app.clock.advance(Duration::hours(1));
        let since = maker.app.clock.now().to_string();
        assert!(!has(&maker.app, &format!("{list}?per_page=100&updated_since={since}"), &id).await, "{list}");
        let metadata = json!({"metadata": {"erp_id": format!("A {list}"), "account.code": "4711"}});
        let put = maker.app.send("PUT", &format!("{list}/{id}"), Some(metadata), &[]).await;
        if put.status != 200 {
            continue;
        }
        found += 1;
        for (query, is_asked) in [
            (format!("updated_since={since}"), true),
            (format!("metadata.erp_id=A%20{list}"), true),
            ("metadata.erp_id=A".to_owned(), false),
            ("metadata.account.code=4711".to_owned(), true),
            (format!("metadata%5Berp_id%5D=A%20{list}&metadata%5Baccount.code%5D=4711"), true),
            (format!("metadata.erp_id=A%20{list}&metadata.account.code=4712"), false),
            (format!("metadata.erp_id=A%20{list}&updated_since={since}"), true),
            ("metadata.account=4711".to_owned(), false),
        ] {
            let path = format!("{list}?per_page=100&{query}");
            assert_eq!(has(&maker.app, &path, &id).await, is_asked, "{path}");
        }
        let other = json!({"metadata": {"erp_id": "B", "account.code": null}});
        accepted(&maker.app.put(&format!("{list}/{id}"), other).await, 200);
        for (query, is_asked) in [
            (format!("metadata.erp_id=A%20{list}"), false),
            ("metadata.erp_id=B".to_owned(), true),
            ("metadata.account.code=4711".to_owned(), false),
        ] {
            let path = format!("{list}?per_page=100&{query}");
            assert_eq!(has(&maker.app, &path, &id).await, is_asked, "{path}");
        }
    }
    assert!(found >= 15, "{found}");
}

#[tokio::test]
async fn every_list_is_sorted_by_each_field_that_it_names_in_both_directions_and_schemes() {
    let mut maker = Maker::new(app().await);
    let lists: Vec<_> = maker.routes.iter().filter(|route| route.is_by_ids).cloned().collect();
    for route in lists {
        maker.make(route.path).await;
        for field in route.sorted_by.iter().chain(&["updated_at"]) {
            let ascending = ids(&maker.app.get(&format!("{}?per_page=100&sort={field}", route.path)).await);
            let first = maker.app.get(&format!("{}?limit=1&sort={field}", route.path)).await;
            assert_eq!(ids(&first), ascending[..1], "{} {field}", route.path);
            assert_eq!(first.body["pagination"]["total_count"], ascending.len(), "{} {field}", route.path);
            let shown = &first.body["data"][0];
            assert!(shown.get(*field).is_some_and(|value| value.is_string() || value.is_null()), "{field} of {shown}");
            let descending = ids(&maker.app.get(&format!("{}?per_page=100&sort={field}&order=desc", route.path)).await);
            assert_eq!(descending.len(), ascending.len(), "{} {field}", route.path);
        }
    }
}

async fn names(app: &TestApp, query: &str) -> Vec<String> {
    let answer = app.get(&format!("/members?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let data = answer.body["data"].as_array().expect("a list").clone();
    data.iter().map(|record| record["surname"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn names_are_sorted_without_case_and_accents_and_those_without_one_come_last() {
    let app = app().await;
    for (number, surname) in ["Zola", "", "\u{c9}mile", "adam", "Emil", "Adams"].into_iter().enumerate() {
        let email = format!("person{number}@example.com");
        made(&app, "/members", json!({"name": "P", "surname": surname, "email": email})).await;
    }
    let ascending = ["adam", "Adams", "Emil", "\u{c9}mile", "Zola", ""];
    assert_eq!(names(&app, "sort=surname").await, ascending);
    assert_eq!(names(&app, "sort=surname&order=desc").await, ["Zola", "\u{c9}mile", "Emil", "Adams", "adam", ""]);
    for query in ["sort=name", "sort=name&order=desc"] {
        assert_eq!(names(&app, query).await, ["Zola", "", "\u{c9}mile", "adam", "Emil", "Adams"], "{query}");
    }
    assert_eq!(names(&app, "sort=surname&per_page=2&page=2").await, ascending[2..4]);
    assert_eq!(names(&app, "sort=surname&per_page=4&page=3").await, [""; 0]);
    assert_eq!(names(&app, "sort=surname&q=person").await.len(), 6);
    let mut walked = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = app.get(&format!("/members?sort=surname&limit=2{cursor}")).await;
        let data = page.body["data"].as_array().expect("a list").clone();
        walked.extend(data.iter().map(|record| record["surname"].as_str().unwrap_or_default().to_owned()));
        let next = page.body["pagination"]["next_cursor"].as_str().expect("a cursor").to_owned();
        if next.is_empty() {
            break;
        }
        for other in ["sort=name", "sort=surname&order=desc", "order=asc", "sort=surname&status=active"] {
            let elsewhere = app.get(&format!("/members?{other}&limit=2&cursor={next}")).await;
            assert_eq!(elsewhere.refusal(), "400 validation_error cursor invalid_value", "{other}");
        }
        let said = app.get(&format!("/members?sort=surname&order=asc&limit=2&cursor={next}")).await;
        assert_eq!(said.status, 200, "the direction is the same, said or not: {}", said.text);
        cursor = format!("&cursor={next}");
    }
    assert_eq!(walked, ascending);
}

#[tokio::test]
async fn a_cursor_goes_on_at_its_place_although_the_record_that_it_names_is_gone() {
    let app = app().await;
    for name in ["Aa", "Bb", "Cc", "Dd"] {
        made(&app, "/plans", json!({"name": name, "price": 1, "currency": "EUR", "billing_cycle": "monthly"})).await;
    }
    let first = app.get("/plans?sort=name&limit=2").await;
    let next = first.body["pagination"]["next_cursor"].as_str().expect("a cursor").to_owned();
    let second = first.body["data"][1]["id"].as_str().expect("an id");
    accepted(&app.send("DELETE", &format!("/plans/{second}"), None, &[]).await, 200);
    let rest = app.get(&format!("/plans?sort=name&limit=2&cursor={next}")).await;
    assert_eq!((&rest.body["data"][0]["name"], &rest.body["data"][1]["name"]), (&json!("Cc"), &json!("Dd")));
    let listed = app.get("/plans?limit=9").await.body["pagination"]["total_count"].clone();
    assert_eq!(rest.body["pagination"], json!({"has_more": false, "next_cursor": "", "total_count": listed}));
}

#[tokio::test]
async fn what_no_list_is_asked_for_like_this_is_refused_with_its_field() {
    let app = app().await;
    let four = "metadata.a=1&metadata.b=1&metadata.c=1&metadata.d=1";
    for (query, refusal) in [
        ("sort=email".to_owned(), "sort invalid_value"),
        ("sort=".to_owned(), "sort invalid_value"),
        ("sort=name&sort=name".to_owned(), "sort repeated"),
        ("updated_since=yesterday".to_owned(), "updated_since invalid_format"),
        ("updated_since=2026-11-21".to_owned(), "updated_since invalid_format"),
        (four.to_owned(), "metadata.d too_many"),
        ("metadata.a=1&metadata%5Ba%5D=2".to_owned(), "metadata[a] repeated"),
        (format!("metadata.a={}", "x".repeat(501)), "metadata.a too_long"),
        ("metadata.=1".to_owned(), "metadata. unknown_parameter"),
        (format!("metadata.{}=1", "k".repeat(41)), &format!("metadata.{} unknown_parameter", "k".repeat(41))),
        ("metadata=1".to_owned(), "metadata unknown_parameter"),
        (format!("ids={NOBODY}&sort=name"), "sort invalid_value"),
        (format!("ids={NOBODY}&metadata.a=1"), "metadata.a invalid_value"),
    ] {
        let refused = app.get(&format!("/members?{query}")).await;
        assert_eq!(refused.refusal(), format!("400 validation_error {refusal}"), "{query}: {}", refused.text);
    }
    let once = app.get(&format!("/members?ids={NOBODY}&sort=name")).await;
    assert_eq!(once.body["error"]["details"]["errors"].as_array().map(Vec::len), Some(1), "{}", once.text);
    let refused = app.get("/letters?sort=updated_at").await;
    assert_eq!(refused.refusal(), "400 validation_error sort unknown_parameter");
}

/// Members with an id of another system each.
async fn known_elsewhere(app: &TestApp, numbers: std::ops::Range<u64>) {
    let member = |number: u64| {
        let mut member =
            Member::new(EmailAddress::new(format!("m{number}@example.com")), Name::new(format!("M{number:05}")));
        member.status = if number.is_multiple_of(2) { MemberStatus::Blocked } else { MemberStatus::Active };
        member
    };
    for first in numbers.clone().step_by(500) {
        app.stored_all((first..numbers.end.min(first + 500)).map(member).collect()).await;
    }
}

#[tokio::test]
async fn more_records_than_are_put_into_order_are_refused_and_narrowed_they_are_not() {
    let app = app_alone().await;
    app.unchecked();
    known_elsewhere(&app, 0..2_001).await;
    let refused = app.get("/members?sort=name").await;
    assert_eq!(refused.refusal(), "422 rule_violation sort too_many_to_read", "{}", refused.text);
    let narrowed = app.get("/members?sort=name&status=active&order=desc&per_page=2").await;
    let shown: Vec<&Value> = narrowed.body["data"].as_array().into_iter().flatten().map(|one| &one["name"]).collect();
    assert_eq!(shown, [&json!("M01999"), &json!("M01997")], "{}", narrowed.text);
    assert_eq!(narrowed.body["pagination"]["total"], 1_000);
}

#[tokio::test]
async fn an_id_of_another_system_is_found_at_the_same_cost_however_many_records_there_are() {
    let app = app_alone().await;
    app.unchecked();
    let ann = member(&app, "ann@example.com").await;
    accepted(&app.put(&format!("/members/{ann}"), json!({"metadata": {"crm_id": "C-7"}})).await, 200);
    let asked = async || {
        let found = app.get("/members?metadata.crm_id=C-7").await;
        assert_eq!(ids(&found), std::slice::from_ref(&ann));
        let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
        line["store_units"].as_f64().expect("units")
    };
    asked().await;
    let few = asked().await;
    known_elsewhere(&app, 0..1_500).await;
    asked().await;
    let many = asked().await;
    assert!(few > 0.0 && many <= few + 1.0, "{few} and {many}");
}

#[tokio::test]
async fn a_merged_list_and_a_list_by_time_are_narrowed_like_others() {
    let app = app().await;
    let location = location(&app).await;
    let blocked = app.get("/members?blocked=false&metadata.crm_id=x&sort=name").await;
    assert_eq!(ids(&blocked), [""; 0]);
    for list in ["/bookings", "/events", "/visitor-visits"] {
        let path = format!("{list}?location_id={location}&metadata.crm_id=x&updated_since=2026-01-01T00:00:00Z");
        assert_eq!(ids(&app.get(&path).await), [""; 0], "{list}");
        assert_eq!(ids(&app.get(&format!("{path}&sort=updated_at&limit=3")).await), [""; 0], "{list}");
    }
}

#[tokio::test]
async fn what_another_system_knew_of_an_anonymised_person_is_in_no_list_and_all_others_stay_exact() {
    let fixture = EventFixture::alone().await;
    let (app, member, location) = (&fixture.app, &fixture.member, &fixture.location);
    let item = json!({"description": "Desk", "quantity": 1, "unit_amount": 100});
    let invoice = json!({"customer_id": member, "location_id": location, "items": [item],
        "metadata": {"a_id": "1", "b_id": "2", "note": "x"}});
    let known = made(app, "/invoices", invoice.clone()).await;
    let many = with(invoice, &json!({"metadata": {"a_id": "9", "b_id": "2", "c_id": "3", "d_id": "4"}}));
    let other = made(app, "/invoices", many).await;
    assert!(has(app, "/invoices?metadata.a_id=1", &known).await);
    assert!(has(app, "/invoices?metadata.d_id=4&metadata.b_id=2", &other).await);
    assert_eq!(ids(&app.get("/invoices?metadata.b_id=2&status=draft").await), [other.clone(), known.clone()]);
    for invoice in [&known, &other] {
        accepted(&app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
        accepted(&app.post(&format!("/invoices/{invoice}/pay"), json!({"method": "cash"})).await, 200);
    }
    assert_eq!(ids(&app.get("/invoices?metadata.b_id=2&status=paid").await), [other.clone(), known.clone()]);
    let exported = app.get(&format!("/members/{member}/export?section=invoices")).await;
    assert!(exported.text.contains("a_id") && !exported.text.contains("foreign_ids"), "{}", exported.text);
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    for query in ["metadata.a_id=1", "metadata.d_id=4", "metadata.b_id=2", "metadata.note=x"] {
        assert_eq!(ids(&app.get(&format!("/invoices?{query}")).await), [""; 0], "{query}");
    }
    assert_eq!(ids(&app.get(&format!("/invoices?status=paid&location_id={location}")).await), [other, known]);
    // Lists that are empty are counted, and the note of a merchant's lists has the names of all.
    let is_of_a_record = |item: &String| !item.contains("#counts") && !item.contains("#filter-lists#complete");
    let left = app.table_text().await.into_iter().filter(|item| item.contains("foreign_ids"));
    let left: Vec<String> = left.filter(is_of_a_record).collect();
    assert_eq!(left, Vec::<String>::new());
}

#[tokio::test]
async fn customers_who_see_no_metadata_ask_for_nothing_by_it_but_sort_what_is_theirs() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    fixture.book_with("10:00", "11:00", json!({"metadata": {"note": "Difficult"}})).await;
    let ann = acting(&fixture.app, &fixture.member).await;
    for query in ["metadata.note=Difficult", "metadata%5Bnote%5D=x"] {
        assert_eq!(ann.get(&format!("/bookings?{query}")).await.refusal(), "403 forbidden", "{query}");
    }
    let own = ann.get("/bookings?sort=end_time&updated_since=2020-01-01T00:00:00Z&order=desc").await;
    assert_eq!(ids(&own).len(), 1, "{}", own.text);
}
