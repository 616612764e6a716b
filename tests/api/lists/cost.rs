//! What a page costs, in calls and capacity units: bounded, however long the list is and wherever the page lies.

#![expect(clippy::print_stdout, reason = "the counts are for people to read")]

use chrono::Duration;
use serde_json::Value;
use testing::{TestApp, TestResponse};
use tests::app;

use super::{CHUNK_ROWS, Note, app_with_small_chunks, chunks, plan, plans};

/// Calls and capacity units of one request, from its log line.
async fn cost(app: &TestApp, path: &str) -> (u64, f64, TestResponse) {
    let answer = app.get(path).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let line: Value = serde_json::from_str(app.logged().last().expect("a line")).expect("JSON");
    (line["store_calls"].as_u64().expect("calls"), line["store_units"].as_f64().expect("units"), answer)
}

#[tokio::test]
async fn a_page_costs_the_same_in_one_chunk_of_counts_and_in_ten() {
    for number in [40, 200, 500] {
        let app = app_with_small_chunks().await;
        for made in (0..number).step_by(CHUNK_ROWS) {
            let more = CHUNK_ROWS.min(number - made);
            plans(&app, more).await;
            app.clock.advance(Duration::minutes(5));
            let (calls, units, _) = cost(&app, "/plans").await;
            println!("{number} records, first read after {more} more: {calls} calls, {units} units");
            assert!(calls <= 13, "closing the tail reads each row once: {calls}");
        }
        assert_eq!(chunks(&app).await, number.div_ceil(CHUNK_ROWS), "what is left is closed by the next reader");
        let last = number / 20;
        for (place, page, most_calls, most_units) in
            [("first", 1, 3, 20.0), ("middle", last.div_ceil(2), 5, 40.0), ("last", last, 5, 40.0)]
        {
            for order in ["desc", "asc"] {
                let (calls, units, answer) = cost(&app, &format!("/plans?page={page}&order={order}")).await;
                println!("{number} records, {place} page {order}: {calls} calls, {units} units");
                assert_eq!(answer.body["pagination"]["total"], number);
                assert_eq!(answer.body["data"].as_array().map(Vec::len), Some(20));
                assert!(calls <= most_calls && units <= most_units, "{calls} calls, {units} units");
            }
        }
    }
}

#[tokio::test]
async fn a_list_of_one_page_is_not_counted() {
    let app = app().await;
    plans(&app, 20).await;
    app.get("/plans").await; // verifies the credential
    for path in ["/plans", "/plans?order=asc", "/plans?limit=20", "/plans?per_page=100"] {
        let (calls, _, answer) = cost(&app, path).await;
        assert_eq!(calls, 2, "{path}: rows and the head of the counts, side by side");
        assert_eq!(answer.body["data"].as_array().map(Vec::len), Some(20));
    }
    let (calls, _, _) = cost(&app, "/plans?is_active=true").await;
    assert_eq!(calls, 1, "a filtered list of one page is one query");
}

#[tokio::test]
async fn records_as_large_as_they_may_be_are_counted_and_paged_exactly() {
    let app = app().await;
    let large = |number: usize| Note { text: format!("{number:04}{}", "x".repeat(43 * 1_024)) };
    let records = app.stored_all((0..60).map(large).collect()).await;
    app.clock.advance(Duration::minutes(5));
    for round in 0..2 {
        let mut read = Vec::new();
        for page in 1..=3 {
            let paging =
                store::Paging { scheme: store::Scheme::Page(page), size: 25, order: Some(store::Order::Ascending) };
            let now = app.context.clock.now().millis();
            let listed =
                app.context.store.page(&app.tenant(), store::List::<Note>::live(), &paging, now).await.expect("a page");
            assert_eq!((listed.total, listed.has_more), (60, page < 3), "page {page} in round {round}");
            read.extend(listed.records.into_iter().map(|record| record.id));
        }
        assert_eq!(read, records.iter().map(|record| record.id).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_hundred_of_the_largest_records_fit_one_answer() {
    let app = app().await;
    let quotes = "\"".repeat(200);
    let mut largest = plan("Large");
    // As many quotes as the limit lets through: each takes four bytes in an answer.
    for _ in 0..55 {
        largest.features.push(values::ShortText::new(quotes.clone()));
    }
    app.stored_all((0..100).map(|_| largest.clone()).collect()).await;
    let path = "/plans?per_page=100";
    let headers =
        [("authorization", format!("Bearer {}", app.client.secret)), ("x-client-id", app.client.client_id.clone())];
    let headers: Vec<(String, String)> = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    let event = testing::gateway::rest_event("GET", &format!("/v1{path}"), &headers, &[]);
    let answer = app.event(&event).await;
    let bytes = answer.to_string().len();
    println!("the largest page is {bytes} bytes");
    assert_eq!(answer["statusCode"], 200);
    assert!((4_000_000..6_000_000).contains(&bytes), "{bytes}");
}

#[tokio::test]
async fn what_is_not_counted_is_looked_through_within_a_bound_and_refused_beyond_it() {
    let app = app().await;
    let large = |number: usize| {
        let mut plan = plan(&format!("Plan {number}"));
        plan.features = (0..80).map(|_| values::ShortText::new("x".repeat(190))).collect();
        plan
    };
    app.stored_all((0..300).map(large).collect()).await;
    let listed = app.get("/plans?currency=EUR").await;
    assert_eq!(listed.body["pagination"]["total"], 300, "{}", listed.text);
    app.stored_all((300..600).map(large).collect()).await;
    for query in ["currency=EUR", "currency=EUR&page=2", "currency=EUR&limit=20", "is_active=false", "q=plan"] {
        let refused = app.get(&format!("/plans?{query}")).await;
        assert_eq!(refused.refusal(), "422 rule_violation filter too_many_to_read", "{query}");
    }
    // What is counted is never too much.
    for query in ["", "page=30", "limit=20"] {
        let listed = app.get(&format!("/plans?{query}")).await;
        assert_eq!(listed.status, 200, "{query} {}", listed.text);
    }
}
