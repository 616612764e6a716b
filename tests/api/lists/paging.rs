//! Both pagination schemes over lists of every interesting length (`docs/API-DESIGN.md`, Lists).

use serde_json::{Value, json};
use testing::{Fault, TestApp, TestResponse};
use tests::app;

use super::{CHUNK_ROWS, app_with_small_chunks, chunks, plans};

fn ids(response: &TestResponse) -> Vec<String> {
    assert_eq!(response.status, 200, "{}", response.text);
    let data = response.body["data"].as_array().expect("a list");
    data.iter().map(|record| record["id"].as_str().expect("an id").to_owned()).collect()
}

/// Reads every page; each must have its records and the right `pagination`.
async fn by_page(app: &TestApp, per_page: usize, query: &str, expected: &[String]) {
    let pages = expected.len().div_ceil(per_page);
    for page in 1..=pages + 1 {
        let answer = app.get(&format!("/plans?page={page}&per_page={per_page}{query}")).await;
        let wanted: Vec<String> = expected.iter().skip((page - 1) * per_page).take(per_page).cloned().collect();
        assert_eq!(ids(&answer), wanted, "page {page} of {per_page}{query}");
        assert_eq!(
            answer.body["pagination"],
            json!({"page": page, "per_page": per_page, "total": expected.len(), "total_pages": pages,
                "has_more": page < pages}),
            "page {page} of {per_page}{query}"
        );
    }
}

/// Follows the cursor to the end.
async fn by_cursor(app: &TestApp, limit: usize, query: &str, expected: &[String]) {
    let mut read = Vec::new();
    let mut cursor = String::new();
    loop {
        let answer = app.get(&format!("/plans?limit={limit}{cursor}{query}")).await;
        read.extend(ids(&answer));
        let pagination = &answer.body["pagination"];
        let more = read.len() < expected.len();
        assert_eq!((&pagination["has_more"], &pagination["total_count"]), (&json!(more), &json!(expected.len())));
        assert_eq!(pagination.as_object().map(serde_json::Map::len), Some(3), "{pagination}");
        let next = pagination["next_cursor"].as_str().expect("a string").to_owned();
        assert_eq!(next.is_empty(), !more);
        if !more {
            break;
        }
        cursor = format!("&cursor={next}");
    }
    assert_eq!(read, expected);
}

async fn both_schemes(app: &TestApp, expected: &[String], sizes: &[usize]) {
    let ascending: Vec<String> = expected.iter().rev().cloned().collect();
    for size in sizes {
        by_page(app, *size, "", expected).await;
        by_page(app, *size, "&order=asc", &ascending).await;
        by_cursor(app, *size, "&order=desc", expected).await;
        by_cursor(app, *size, "&order=asc", &ascending).await;
        by_page(app, *size, "&is_active=true", expected).await;
        by_cursor(app, *size, "&billing_cycle=monthly&order=asc", &ascending).await;
        by_page(app, *size, "&is_active=false", &[]).await;
    }
}

#[tokio::test]
async fn short_lists_are_whole_in_both_schemes() {
    for (number, sizes) in [(0, &[1, 20, 100][..]), (1, &[1, 20]), (20, &[7, 20]), (21, &[20, 21]), (101, &[50, 100])] {
        let app = app().await;
        let expected = plans(&app, number).await;
        both_schemes(&app, &expected, sizes).await;
    }
}

#[tokio::test]
async fn long_lists_are_whole_in_both_schemes_before_and_after_their_counts_are_kept() {
    let app = app_with_small_chunks().await;
    let expected = plans(&app, 4 * CHUNK_ROWS).await;
    both_schemes(&app, &expected, &[20]).await;
    app.clock.advance(chrono::Duration::minutes(5));
    both_schemes(&app, &expected, &[19]).await;
    assert_eq!(chunks(&app).await, 4);
}

#[tokio::test]
async fn pages_are_whole_however_few_rows_a_query_looks_at() {
    for rows in [1, 3] {
        let app = app().await;
        let expected = plans(&app, 11).await;
        app.faults.next("Query", u32::MAX, Fault::Rows(rows));
        both_schemes(&app, &expected, &[5]).await;
        app.clock.advance(chrono::Duration::minutes(5));
        both_schemes(&app, &expected, &[4]).await;
    }
}

#[tokio::test]
async fn twenty_records_are_a_page_unless_the_request_says_otherwise() {
    let app = app().await;
    let expected = plans(&app, 21).await;
    let first = app.get("/plans").await;
    assert_eq!(ids(&first), expected[..20]);
    assert_eq!(
        first.body["pagination"],
        json!({"page": 1, "per_page": 20, "total": 21, "total_pages": 2, "has_more": true})
    );
    let last = app.get("/plans?page=2").await;
    assert_eq!(ids(&last), expected[20..]);
    assert_eq!(last.body["pagination"]["has_more"], json!(false));
}

#[tokio::test]
async fn a_page_past_the_end_is_empty_and_no_error() {
    let app = app().await;
    plans(&app, 3).await;
    for page in ["2", "1000000000000000000", "9223372036854775807"] {
        let answer = app.get(&format!("/plans?page={page}&per_page=100")).await;
        assert_eq!((answer.status, &answer.body["data"]), (200, &json!([])), "{}", answer.text);
        let pagination = &answer.body["pagination"];
        assert_eq!((&pagination["total"], &pagination["has_more"]), (&json!(3), &Value::Bool(false)));
    }
}

#[tokio::test]
async fn an_empty_list_has_no_pages() {
    let app = app().await;
    assert_eq!(
        app.get("/plans").await.body["pagination"],
        json!({"page": 1, "per_page": 20, "total": 0, "total_pages": 0, "has_more": false})
    );
    assert_eq!(
        app.get("/plans?limit=5").await.body["pagination"],
        json!({"has_more": false, "next_cursor": "", "total_count": 0})
    );
}

#[tokio::test]
async fn numbers_out_of_bounds_are_refused_and_never_clamped() {
    let app = app().await;
    for (value, reason) in [
        ("0", "out_of_range"),
        ("-1", "out_of_range"),
        ("18446744073709551616", "out_of_range"),
        ("99999999999999999999999", "out_of_range"),
        ("1.5", "invalid_type"),
        ("abc", "invalid_type"),
        ("", "invalid_type"),
        ("+1", "invalid_type"),
        ("%2B1", "invalid_type"),
        ("%201", "invalid_type"),
        ("1%20", "invalid_type"),
        ("1e3", "invalid_type"),
        ("0x10", "invalid_type"),
        ("%D9%A1", "invalid_type"),
        ("null", "invalid_type"),
    ] {
        for name in ["page", "per_page", "limit"] {
            let answer = app.get(&format!("/plans?{name}={value}")).await;
            assert_eq!(answer.refusal(), format!("400 validation_error {name} {reason}"), "{name}={value}");
        }
    }
    for query in ["per_page=101", "limit=101"] {
        let name = query.split('=').next().unwrap_or_default();
        let answer = app.get(&format!("/plans?{query}")).await;
        assert_eq!(answer.refusal(), format!("400 validation_error {name} out_of_range"));
    }
}

#[tokio::test]
async fn parameters_that_do_not_belong_are_refused_by_name() {
    let app = app().await;
    for (query, refusal) in [
        ("page=1&limit=5", "page invalid_value"),
        ("per_page=5&limit=5", "per_page invalid_value"),
        ("page=1&cursor=AAAA", "page invalid_value"),
        ("page=1&page=1", "page repeated"),
        ("is_active=true&is_active=true", "is_active repeated"),
        ("page[]=1", "page[] unknown_parameter"),
        ("Page=1", "Page unknown_parameter"),
        ("status=active", "status unknown_parameter"),
        ("order=up", "order invalid_value"),
        ("order=ASC", "order invalid_value"),
        ("is_active=1", "is_active invalid_type"),
        ("is_active=", "is_active invalid_type"),
        ("billing_cycle=MONTHLY", "billing_cycle invalid_value"),
        ("billing_cycle=", "billing_cycle invalid_value"),
        ("currency=eur", "currency invalid_value"),
        ("%zz=1", "%zz unknown_parameter"),
        ("=1", "body unknown_parameter"),
    ] {
        let answer = app.get(&format!("/plans?{query}")).await;
        assert_eq!(answer.refusal(), format!("400 validation_error {refusal}"), "{query}");
    }
}

#[tokio::test]
async fn filters_narrow_the_list_and_its_total() {
    let app = app().await;
    let mut bodies: Vec<_> = (0..30).map(|number| super::plan(&format!("Plan {number}"))).collect();
    bodies.iter_mut().step_by(3).for_each(|plan| plan.is_active = false);
    let records = app.stored_all(bodies).await;
    let inactive: Vec<String> =
        records.iter().rev().filter(|record| !record.body.is_active).map(|record| record.id.to_string()).collect();
    by_page(&app, 4, "&is_active=false", &inactive).await;
    by_cursor(&app, 4, "&is_active=false", &inactive).await;
    by_page(&app, 4, "&is_active=false&currency=USD", &[]).await;
    by_page(&app, 4, "&is_active=false&currency=EUR&billing_cycle=monthly", &inactive).await;
}

#[tokio::test]
async fn what_was_created_is_listed_at_once() {
    let app = app().await;
    for number in 1..=30 {
        let body = json!({"name": format!("Plan {number}"), "price": 1, "currency": "EUR", "billing_cycle": "yearly"});
        let id = app.post("/plans", body).await.id();
        let list = app.get("/plans?per_page=1").await;
        assert_eq!((&list.body["data"][0]["id"], &list.body["pagination"]["total"]), (&json!(id), &json!(number)));
    }
}
